/** The few cards that stand for a variant in the gallery. */
import type { Variant } from "../api/types";

const MOST = 4;
const SUITS = "SHDC";

/**
 * Return up to four special cards, each from another line of the rules, with changing suits. Lines that speak of most
 * cards say little about the variant, so they come last.
 */
export function showcase(lines: Variant["in_short"]): string[] {
  const special = lines.filter(({ cards }) => cards.length > 0).sort((one, other) => weight(one) - weight(other));
  const shown: string[] = [];
  for (const { cards } of special) {
    if (shown.length === MOST) break;
    const suit = SUITS[shown.length % SUITS.length] ?? "S";
    const free = cards.filter((card) => !shown.includes(card));
    const card = free.find((one) => one.endsWith(suit)) ?? free[0];
    if (card) shown.push(card);
  }
  return shown;
}

function weight({ cards }: { cards: readonly string[] }): number {
  return cards.length > 8 ? 1 : 0;
}
