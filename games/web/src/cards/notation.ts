/** The codes of cards in the service's notation: a rank and a suit (`7S`, `TH`), a joker (`X`), and `?` for a card that you may not see. */

export const SUITS = ["S", "H", "D", "C"] as const;
export const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"] as const;
export const JOKER = "X";
export const HIDDEN = "?";

export type Suit = (typeof SUITS)[number];
export type Rank = (typeof RANKS)[number];
export type Code = `${Rank}${Suit}` | typeof JOKER;

export interface Face {
  readonly rank: Rank;
  readonly suit: Suit;
}

const isRank = (text: string): text is Rank => (RANKS as readonly string[]).includes(text);
const isSuit = (text: string): text is Suit => (SUITS as readonly string[]).includes(text);

/** Returns the rank and suit of a code, or `JOKER`, or `HIDDEN` for everything that is no card: a table never breaks because of a card. */
export function read(code: string): Face | typeof JOKER | typeof HIDDEN {
  if (code === JOKER) return JOKER;
  const rank = code.slice(0, 1);
  const suit = code.slice(1);
  return isRank(rank) && isSuit(suit) ? { rank, suit } : HIDDEN;
}

/** All cards in deck order: rank by rank, jokers last. */
export const ALL_CODES: readonly Code[] = [
  ...RANKS.flatMap((rank) => SUITS.map((suit): Code => `${rank}${suit}`)),
  JOKER,
];
