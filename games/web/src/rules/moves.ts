/** Moves of examples, as the notation writes them, taken apart so that they can be drawn. */

export interface WrittenMove {
  /** Null for what no seat does: a deal, or time that runs out. */
  seat: number | null;
  /** `play`, or the verb of the notation. */
  verb: string;
  cards: string[];
  claim: string | null;
  nominated: string | null;
  target: number | null;
  /** Empty for the word that is due, null if none is said. */
  word: string | null;
}

const PLAY =
  /^((?:X|[2-9TJQKA][SHDC])(?:\+(?:X|[2-9TJQKA][SHDC]))*)(?:~(X|[2-9TJQKA][SHDC]))?(?:>([2-9TJQKASHDC]))?(?:@(\d+))?(?:!([a-z-]*))?$/;

/** Return the parts of a move such as `1 JC>H!mau`. A text that is no move keeps its words as the verb. */
export function readMove(text: string): WrittenMove {
  const nothing = { cards: [], claim: null, nominated: null, target: null, word: null };
  const [first = "", ...rest] = text.trim().split(/\s+/);
  if (!/^\d+$/.test(first)) return { seat: null, verb: text.trim(), ...nothing };
  const seat = Number(first);
  const [verb = "", ...more] = rest;
  const played = PLAY.exec(verb);
  if (played) {
    const [, cards = "", claim = null, nominated = null, target, word = null] = played;
    return {
      seat,
      verb: "play",
      cards: cards.split("+"),
      claim,
      nominated,
      target: target === undefined ? null : Number(target),
      word,
    };
  }
  switch (verb) {
    case "say":
      return { seat, verb, ...nothing, word: more[0] ?? "" };
    case "accuse":
      return { seat, verb, ...nothing, target: Number(more[0]) };
    case "name":
      return { seat, verb, ...nothing, nominated: more[0] ?? null };
    case "keep":
      return { seat, verb, ...nothing, cards: more[0] === "none" ? [] : more };
    default:
      return { seat, verb: rest.join(" "), ...nothing };
  }
}

/** Return the cards of a list such as `7S QH X ...`. Dots, and what is no card, are left out. */
export function readCards(text: string): string[] {
  return text.split(/[\s+]+/).filter((word) => /^(X|[2-9TJQKA][SHDC])$/.test(word));
}

/** Return the letter by which an example calls a seat. */
export function seatLetter(seat: number): string {
  return String.fromCharCode(65 + seat);
}
