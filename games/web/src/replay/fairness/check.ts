/** The fairness check: what the evidence of a game proves, step by step. It trusts nothing but the browser's own hashes. */
import type { components } from "../../api/schema";
import type { GameEvent } from "../../api/types";
import { framed, hmac, ofHash, ofHex, sha256, toHex, utf8 } from "./bytes";
import { Cards } from "./cards";
import { checkChain, checkSeals, Unfair } from "./chain";
import { Generator } from "./chance";
import { type Key, type Receipt, signs } from "./signatures";

export type Evidence = components["schemas"]["Fairness"];

export const STEPS = [
  "chain",
  "receipt",
  "kept",
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
  /** A receipt that this device kept while the game ran. */
  kept: Receipt | null;
}

export type Verdict = "fair" | "unfair" | "so-far";

/** Return what all steps say together. Of a game that runs, only a part can be checked. */
export function verdictOf(steps: readonly Step[]): Verdict {
  if (steps.some(({ state }) => state === "fails")) return "unfair";
  return steps.some(({ name, state }) => name === "cards" && state === "holds") ? "fair" : "so-far";
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
    if (evidence.receipt.version !== events.length) throw new Unfair(evidence.receipt.version);
    return receiptHolds(evidence.receipt, evidence.game, events, keys);
  },
  async kept({ evidence, events, keys, kept }) {
    return kept && receiptHolds(kept, evidence.game, events, keys);
  },
  async seals({ evidence, events }) {
    if (evidence.seed === null) return null;
    await checkSeals(events);
    return events.length;
  },
  async commitment({ evidence: { seed, game, commitment }, events }) {
    const data = (events[0] as GameEvent).data;
    if (data.commitment !== commitment) throw new Unfair(1);
    if (seed === null) return isOver(events) ? fail(events.length) : null;
    const claims = ["maumau commitment v1", null, game, String(data.ruleset), String(data.seats)];
    const parts = claims.map((claim) => (claim === null ? ofHex(seed) : utf8(claim)));
    if (data.seed !== seed || toHex(await sha256(framed(...parts))) !== commitment) throw new Unfair(1);
    return 1;
  },
  async nonces({ evidence, events }) {
    const sitters = seatsOf(events);
    const shown = sitters.map((sitter) => sitter?.nonce || null);
    if (JSON.stringify(shown) !== JSON.stringify(evidence.nonces)) throw new Unfair(null);
    if (evidence.seed === null) return null;
    for (const [seat, sitter] of sitters.entries()) {
      if (!sitter?.nonce) throw new Unfair(null);
      const derived = toHex(await hmac(ofHex(evidence.seed), utf8(`nonce/${seat}`)));
      if (sitter.source === "house" && sitter.nonce !== derived) throw new Unfair(sitter.version);
    }
    return sitters.length;
  },
  async sealed({ events }) {
    if (!((events[0] as GameEvent).data.terms as { sealed?: boolean }).sealed) return null;
    const seals = new Map<number, string>();
    let count = 0;
    for (const { type, seat, data, version } of events) {
      if (seat === null) continue;
      if (type === "seat-taken" || type === "nonce-sealed") seals.set(seat, String(data.seal));
      if (type !== "nonce-opened") continue;
      if (toHex(await sha256(utf8(String(data.nonce)))) !== seals.get(seat)) throw new Unfair(version);
      count += 1;
    }
    return count || null;
  },
  async ruleset({ evidence, events }) {
    const named = String((events[0] as GameEvent).data.ruleset);
    const found = toHex(await sha256(utf8(evidence.ruleset)));
    if (found !== toHex(ofHash(named))) throw new Unfair(1);
    return 1;
  },
  async cards({ evidence: { seed, nonces, game, acts }, events }) {
    if (seed === null) return null;
    const given = nonces.map((nonce) => nonce ?? "");
    const seats = (events[0] as GameEvent).data.seats as number;
    const cards = new Cards(seats, (act) => Generator.of(seed, given, game, act));
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

function fail(version: number): never {
  throw new Unfair(version);
}

interface Sitter {
  source: string;
  nonce: string;
  version: number;
}

/** Return who sits in each seat, with the nonces as far as they are open. */
function seatsOf(events: readonly GameEvent[]): (Sitter | null)[] {
  const count = (events[0] as GameEvent).data.seats as number;
  const sitters = Array<Sitter | null>(count).fill(null);
  let isStarted = false;
  for (const { type, seat, data, version } of events) {
    const sitter = seat === null ? null : (sitters[seat] ?? null);
    if (type === "game-started") isStarted = true;
    if (!NONCES.has(type)) continue;
    // Whoever gives a nonce after the first random act knows what it leads to.
    if (isStarted) throw new Unfair(version);
    if (type === "nonces-voided") {
      for (const one of data.seats as number[]) (sitters[one] ?? fail(version)).nonce = "";
    } else if (seat === null) throw new Unfair(version);
    else if (type === "seat-taken") {
      if (sitter) throw new Unfair(version);
      sitters[seat] = { source: String(data.nonce_source), nonce: String(data.nonce), version };
    } else if (!sitter) throw new Unfair(version);
    else if (type === "nonce-opened") {
      if (sitter.nonce) throw new Unfair(version);
      sitter.nonce = String(data.nonce);
    } else sitters[seat] = null;
  }
  return sitters;
}

const NONCES: ReadonlySet<string> = new Set([
  "seat-taken",
  "seat-left",
  "seat-forfeited",
  "nonce-opened",
  "nonces-voided",
]);
/** The types of events that change nonces. They happen before the start only. */
