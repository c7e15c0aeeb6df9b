/** Cards in the notation: their suits and ranks, and how a hand is sorted. */

export type Sorting = "suit" | "rank" | "none";

const SUITS = "CDHS";
const RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A", "X"];

export function suitOf(card: string): string {
  return card.slice(-1);
}

export function rankOf(card: string): string {
  return card === "X" ? card : card.slice(0, -1);
}

/** Return the places of a hand's cards in the order in which to show them. Equal cards keep their order. */
export function sorted(hand: readonly string[], by: Sorting): number[] {
  const places = hand.map((_, place) => place);
  if (by === "none") return places;
  const suit = (card: string) => "SHCD".indexOf(suitOf(card)) + (SUITS.includes(suitOf(card)) ? 0 : 9);
  const rank = (card: string) => RANKS.indexOf(rankOf(card));
  const key = (card: string) => (by === "suit" ? suit(card) * 20 + rank(card) : rank(card) * 10 + suit(card));
  return places.sort((a, b) => key(hand[a] ?? "") - key(hand[b] ?? ""));
}
