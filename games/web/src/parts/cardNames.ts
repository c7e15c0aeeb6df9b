/** Names of cards. Each suit has a text of its own for all ranks: in some languages the suit agrees with the rank. */
import { select, t } from "@lingui/core/macro";

type Names = Record<string, (rank: string) => string>;

const FRENCH: Names = {
  C: (rank) =>
    select(rank, {
      A: "Ace of clubs",
      K: "King of clubs",
      Q: "Queen of clubs",
      J: "Jack of clubs",
      T: "10 of clubs",
      other: `${rank} of clubs`,
    }),
  D: (rank) =>
    select(rank, {
      A: "Ace of diamonds",
      K: "King of diamonds",
      Q: "Queen of diamonds",
      J: "Jack of diamonds",
      T: "10 of diamonds",
      other: `${rank} of diamonds`,
    }),
  H: (rank) =>
    select(rank, {
      A: "Ace of hearts",
      K: "King of hearts",
      Q: "Queen of hearts",
      J: "Jack of hearts",
      T: "10 of hearts",
      other: `${rank} of hearts`,
    }),
  S: (rank) =>
    select(rank, {
      A: "Ace of spades",
      K: "King of spades",
      Q: "Queen of spades",
      J: "Jack of spades",
      T: "10 of spades",
      other: `${rank} of spades`,
    }),
};

const GERMAN: Names = {
  C: (rank) =>
    select(rank, {
      A: "Ace of acorns",
      K: "King of acorns",
      Q: "Ober of acorns",
      J: "Unter of acorns",
      T: "10 of acorns",
      other: `${rank} of acorns`,
    }),
  D: (rank) =>
    select(rank, {
      A: "Ace of bells",
      K: "King of bells",
      Q: "Ober of bells",
      J: "Unter of bells",
      T: "10 of bells",
      other: `${rank} of bells`,
    }),
  H: (rank) =>
    select(rank, {
      A: "Ace of hearts",
      K: "King of hearts",
      Q: "Ober of hearts",
      J: "Unter of hearts",
      T: "10 of hearts",
      other: `${rank} of hearts`,
    }),
  S: (rank) =>
    select(rank, {
      A: "Ace of leaves",
      K: "King of leaves",
      Q: "Ober of leaves",
      J: "Unter of leaves",
      T: "10 of leaves",
      other: `${rank} of leaves`,
    }),
};

const SWISS: Names = {
  C: (rank) =>
    select(rank, {
      A: "Ace of acorns",
      K: "King of acorns",
      Q: "Ober of acorns",
      J: "Under of acorns",
      T: "Banner of acorns",
      other: `${rank} of acorns`,
    }),
  D: (rank) =>
    select(rank, {
      A: "Ace of bells",
      K: "King of bells",
      Q: "Ober of bells",
      J: "Under of bells",
      T: "Banner of bells",
      other: `${rank} of bells`,
    }),
  H: (rank) =>
    select(rank, {
      A: "Ace of roses",
      K: "King of roses",
      Q: "Ober of roses",
      J: "Under of roses",
      T: "Banner of roses",
      other: `${rank} of roses`,
    }),
  S: (rank) =>
    select(rank, {
      A: "Ace of shields",
      K: "King of shields",
      Q: "Ober of shields",
      J: "Under of shields",
      T: "Banner of shields",
      other: `${rank} of shields`,
    }),
};

/** Return the name of a card of the notation in the pack of the table, such as "7 of spades" or "Ober of roses". */
export function cardName(card: string, pack: string): string {
  if (card === "X") return t`Joker`;
  const names = pack === "german" ? GERMAN : pack === "swiss" ? SWISS : FRENCH;
  return names[card.slice(-1)]?.(card.slice(0, -1)) ?? t`Hidden card`;
}
