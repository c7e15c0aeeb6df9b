/** Which explanation of the rules matters now: the API says what each is about, and the table what is there. */
import type { MoveChoice, PastTable } from "../api/types";

export interface Explanation {
  id: string;
  text: string;
  cards: string[];
  moves: string[];
}

/** What the words of `moves` in the contract mean for a play. */
function kindsOf(choice: MoveChoice): string[] {
  if (choice.kind !== "play") return [choice.kind];
  return [
    ...(choice.cards.length > 1 ? ["group"] : []),
    ...(choice.claim !== null ? ["claim"] : []),
    ...(choice.word_due ? ["say"] : []),
  ];
}

/**
 * Return the explanations that matter at this table, the most urgent first: of the card that somebody else has just
 * played, then of moves that are legal, then of cards in the hand. `played` is that card, or null.
 */
export function mattering<T extends Explanation>(all: readonly T[], table: PastTable, played: string | null): T[] {
  const hand = new Set([...(table.you?.hand ?? []), ...(table.you?.looked ?? [])]);
  const legal = new Set((table.you?.choices ?? []).flatMap(kindsOf));
  const ofPile = all.filter(({ cards }) => played !== null && cards.includes(played));
  const ofMoves = all.filter(({ moves }) => moves.some((move) => legal.has(move)));
  const ofHand = all.filter(({ cards }) => cards.some((card) => hand.has(card)));
  return [...new Set([...ofPile, ...ofMoves, ...ofHand])];
}
