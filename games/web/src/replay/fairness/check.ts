/** The fairness check: what the evidence of a game proves, step by step. It trusts nothing but the browser's own hashes. */
import type { components } from "../../api/schema";
import type { GameEvent } from "../../api/types";
import { framed, hmac, ofHash, ofHex, sealOf, sha256, toHex, utf8 } from "./bytes";
import { Cards } from "./cards";
import { checkChain, checkSeals, Unfair } from "./chain";
import { Generator } from "./chance";
import { Lobby } from "./lobby";
import { rulesOf } from "./rules";
import { type Key, type Receipt, signs } from "./signatures";

export type Evidence = components["schemas"]["Fairness"];

export const STEPS = [
  "chain",
  "receipt",
  "kept",
  "own",
  "seals",
  "commitment",
  "nonces",
  "sealed",
  "ruleset",
  "cards",
] as const;
export type StepName = (typeof STEPS)[number];

export interface Step {
  name: StepName;
  /** `open` if it could not be checked. */
  state: "holds" | "fails" | "open";
  /** The version at which it fails, if it is about one. */
  version: number | null;
  /** How much was checked: events, nonces or random acts. */
  count: number;
}

export interface Given {
  evidence: Evidence;
  events: readonly GameEvent[];
  keys: readonly Key[];
  kept: Kept;
}

/** What this device kept of a game, and the person's seat in it. */
export interface Kept {
  seat: number | null;
  nonce: string | null;
  receipts: readonly Receipt[];
}

export type Verdict = "proved" | "as far as you can know" | "not proved";

/** Each verdict by its reason, as docs/check_fairness.py gives it. Its ruleset may be missing; here it never is. */
export const VERDICTS = {
  wrong: "not proved",
  running: "not proved",
  unplayed: "not proved",
  nobody: "not proved",
  stranger: "not proved",
  house: "not proved",
  lost: "not proved",
  unsealed: "as far as you can know",
  receipt: "as far as you can know",
  key: "as far as you can know",
  reused: "as far as you can know",
  stopped: "as far as you can know",
  proved: "proved",
} as const satisfies Record<string, Verdict>;
export type Reason = keyof typeof VERDICTS;

/** Return the gravest reason for the verdict on a game, after all steps. */
export function reasonOf(steps: readonly Step[], { evidence, events, kept: { seat, nonce, receipts } }: Given): Reason {
  if (steps.some(({ state }) => state === "fails")) return "wrong";
  if (isClosed(events)) return "unplayed";
  if (evidence.seed === null) return "running";
  const { sitters, calledAt, isReused, isVoided } = new Lobby(events);
  if (sitters.every((sitter) => sitter?.source !== "own")) return "nobody";
  const own = seat === null ? null : sitters[seat];
  if (!own) return "stranger";
  if (own.source !== "own") return "house";
  if (nonce === null) return "lost";
  if (!isSealed(events)) return "unsealed";
  if (!receipts.some(({ version }) => calledAt <= version && version < own.openedAt)) return "receipt";
  if (steps.some(({ name, state }) => (name === "receipt" || name === "kept") && state === "open")) return "key";
  return isReused ? "reused" : isVoided ? "stopped" : "proved";
}

/** Check a game. `onStep` is called with each step when it is done. */
export async function check(given: Given, onStep: (step: Step) => void = () => undefined): Promise<Step[]> {
  const steps: Step[] = [];
  for (const name of STEPS) {
    const step = await checked(name, given);
    steps.push(step);
    onStep(step);
  }
  return steps;
}

async function checked(name: StepName, given: Given): Promise<Step> {
  try {
    const count = await PROOFS[name](given);
    return { name, state: count === null ? "open" : "holds", version: null, count: count ?? 0 };
  } catch (error) {
    // Whatever the service never writes is as bad as what cannot happen.
    return { name, state: "fails", version: error instanceof Unfair ? error.version : null, count: 0 };
  }
}

/** The proofs by their names. Each returns how much it checked, or null if it cannot. It throws if the claim is false. */
const PROOFS: Readonly<Record<StepName, (given: Given) => Promise<number | null>>> = {
  async chain({ evidence, events }) {
    const opened = events[0];
    if (opened?.type !== "game-opened" || opened.data.game !== evidence.game) throw new Unfair(1);
    if ((await checkChain(events)) !== evidence.head) throw new Unfair(events.length);
    return events.length;
  },
  async receipt({ evidence, events, keys }) {
    const { receipt }: { receipt?: Receipt } = evidence;
    if (!receipt) return null;
    if (receipt.version !== events.length) throw new Unfair(receipt.version);
    return receiptHolds(receipt, evidence.game, events, keys);
  },
  async kept({ evidence, events, keys, kept }) {
    let newest: number | null = 0;
    for (const receipt of kept.receipts) {
      const version = await receiptHolds(receipt, evidence.game, events, keys);
      newest = newest === null || version === null ? null : Math.max(newest, version);
    }
    return newest || null;
  },
  async own({ events, kept: { seat, nonce } }) {
    if (seat === null || nonce === null) return null;
    const sitter = new Lobby(events).sitters[seat];
    if (sitter?.source !== "own") throw new Unfair(sitter?.version ?? null);
    const isSame = sitter.nonce ? sitter.nonce === nonce : ["", await sealOf(nonce)].includes(sitter.seal);
    if (!isSame) throw new Unfair(sitter.openedAt);
    return 1;
  },
  async seals({ evidence, events }) {
    if (evidence.seed === null) return null;
    await checkSeals(events);
    return events.length;
  },
  async commitment({ evidence: { seed, game, commitment }, events }) {
    const data = (events[0] as GameEvent).data;
    if (data.commitment !== commitment) throw new Unfair(1);
    if (seed === null && (isOver(events) || isClosed(events))) throw new Unfair(events.length);
    if (seed === null) return null;
    const claims = ["maumau commitment v1", null, game, String(data.ruleset), String(data.seats)];
    const parts = claims.map((claim) => (claim === null ? ofHex(seed) : utf8(claim)));
    if (data.seed !== seed || toHex(await sha256(framed(...parts))) !== commitment) throw new Unfair(1);
    return 1;
  },
  async nonces({ evidence, events }) {
    const { sitters } = new Lobby(events);
    const shown = sitters.map((sitter) => sitter?.nonce || null);
    if (JSON.stringify(shown) !== JSON.stringify(evidence.nonces)) throw new Unfair(null);
    if (evidence.seed === null || isClosed(events)) return null;
    for (const [seat, sitter] of sitters.entries()) {
      if (!sitter?.nonce) throw new Unfair(null);
      const derived = toHex(await hmac(ofHex(evidence.seed), utf8(`nonce/${seat}`)));
      if (sitter.source === "house" && sitter.nonce !== derived) throw new Unfair(sitter.version);
    }
    return sitters.length;
  },
  async sealed({ events }) {
    if (!isSealed(events)) return null;
    const { openings } = new Lobby(events);
    for (const { nonce, seal, version } of openings) {
      if ((await sealOf(nonce)) !== seal) throw new Unfair(version);
    }
    return openings.length || null;
  },
  async ruleset({ evidence, events }) {
    const named = String((events[0] as GameEvent).data.ruleset);
    const found = toHex(await sha256(utf8(evidence.ruleset)));
    if (found !== toHex(ofHash(named))) throw new Unfair(1);
    return 1;
  },
  async cards({ evidence: { seed, nonces, game, acts, ruleset }, events }) {
    if (seed === null || isClosed(events)) return null;
    const given = nonces.map((nonce) => nonce ?? "");
    const { seats, options } = (events[0] as GameEvent).data as { seats: number; options: Record<string, unknown> };
    const cards = new Cards(seats, rulesOf(ruleset, options, seats), (act) => Generator.of(seed, given, game, act));
    for (const event of events) await cards.follow(event);
    if (acts.length !== cards.acts || !isOver(events)) throw new Unfair(events.length);
    return cards.acts;
  },
};

async function receiptHolds(
  receipt: Receipt,
  game: string,
  events: readonly GameEvent[],
  keys: readonly Key[],
): Promise<number | null> {
  const signed = await signs(receipt, keys);
  const isHead = events[receipt.version - 1]?.hash === receipt.head;
  if (signed === "bad" || receipt.game !== game || !isHead) throw new Unfair(receipt.version);
  return signed === "good" ? receipt.version : null;
}

function isOver(events: readonly GameEvent[]): boolean {
  return events.some(({ type }) => type === "game-ended");
}

/** Whether the table was closed before the first card. */
function isClosed(events: readonly GameEvent[]): boolean {
  return events.at(-1)?.type === "table-closed";
}

function isSealed(events: readonly GameEvent[]): boolean {
  return ((events[0] as GameEvent).data.terms as { sealed?: boolean }).sealed === true;
}

/** Return the seat in which a player sits, or null. */
export function seatOf(events: readonly GameEvent[], player: string | null): number | null {
  let own: number | null = null;
  for (const { type, seat, data } of events) {
    if (type === "seat-taken" && data.player === player) own = seat;
    else if ((type === "seat-left" || type === "seat-forfeited") && seat === own) own = null;
  }
  return own;
}
