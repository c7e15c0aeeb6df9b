/** The chain of a game's events, and the seals of what was hidden in them. */
import type { GameEvent } from "../../api/types";
import { type Bytes, canonical, equal, joined, ofHash, ofHex, sha256 } from "./bytes";

/** The fields that are hidden while a game runs, by type of event. Everything else is shown at once. */
const HIDDEN: Readonly<Record<string, readonly string[]>> = {
  "card-laid-blind": ["card"],
  "card-offered": ["card"],
  "cards-dealt": ["hands"],
  "cards-drawn": ["cards"],
  "cards-kept": ["cards"],
  "game-opened": ["seed"],
  "seat-resigned": ["cards"],
  "stock-cut": ["cards"],
  "stock-replenished": ["cards"],
  "stock-shuffled": ["cards"],
};
const COUNT = "_count";

/** Something that cannot happen in a fair game, at a version. */
export class Unfair extends Error {
  constructor(readonly version: number | null) {
    super(`unfair at version ${version}`);
  }
}

/** Return the data of an event as everybody saw them while the game ran. Throws Unfair if a count is not true. */
export function publicData(event: GameEvent): Record<string, unknown> {
  const data: Record<string, unknown> = {};
  const hidden = HIDDEN[event.type] ?? [];
  for (const [name, value] of Object.entries(event.data)) {
    const field = name.endsWith(COUNT) ? name.slice(0, -COUNT.length) : "";
    // Only what this type hides is counted: otherwise a count could be hashed in place of any field that is shown.
    if (!hidden.includes(field)) {
      const isCounted = hidden.includes(name) && name + COUNT in event.data;
      if (!isCounted && !event.private_fields.includes(name)) data[name] = value;
      continue;
    }
    data[field] = value;
    if (event.private_fields.includes(field) && !isCount(event.data[field], value, event.salt !== null)) {
      throw new Unfair(event.version);
    }
  }
  return data;
}

/** Whether a number, or a list of numbers, counts the cards that are shown. Of a running game a part is enough. */
function isCount(shown: unknown, count: unknown, isWhole: boolean): boolean {
  if (!Array.isArray(shown)) return false;
  if (!Array.isArray(count)) return shown.length === count;
  return (
    shown.length === count.length &&
    shown.every((part, place) => Array.isArray(part) && (part.length === count[place] || (!isWhole && !part.length)))
  );
}

/** Check that each hash follows from its event and the event before. Returns the last hash. Throws Unfair. */
export async function checkChain(events: readonly GameEvent[]): Promise<string> {
  let before: Bytes = new Uint8Array(32);
  for (const [place, event] of events.entries()) {
    if (event.version !== place + 1) throw new Unfair(place + 1);
    const { version, turn, type, schema, at, seat, command } = event;
    const text = canonical({ version, turn, type, schema, at, seat, command, data: publicData(event) });
    const linked = await sha256(joined(before, text, ofHash(event.secret_digest)));
    before = ofHash(event.hash);
    if (!equal(linked, before)) throw new Unfair(version);
  }
  return events.at(-1)?.hash ?? "";
}

/** Check that what is shown now is what was sealed during the game, and no more was sealed. Throws Unfair. */
export async function checkSeals(events: readonly GameEvent[]): Promise<void> {
  for (const event of events) {
    const { version, type, salt, origin } = event;
    if (salt === null || origin === null) throw new Unfair(version);
    const hidden = [...(HIDDEN[type] ?? []), ...(event.command === null ? [] : ["command"])].sort();
    if (hidden.join() !== [...event.private_fields].sort().join()) throw new Unfair(version);
    const fields = Object.fromEntries(event.private_fields.map((name) => [name, event.data[name]]));
    const sealed = await sha256(joined(ofHex(salt), canonical(fields), ofHash(origin)));
    if (salt.length !== 64 || !equal(sealed, ofHash(event.secret_digest))) throw new Unfair(version);
  }
}
