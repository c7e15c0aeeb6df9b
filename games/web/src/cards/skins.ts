/** A skin is a way to draw the same cards: names and pictures only. No rule depends on it. */

import type { Rank, Suit } from "./notation";

export const SKINS = ["french", "german", "swiss"] as const;
export type Skin = (typeof SKINS)[number];

/** What stands in the corner of a card for each rank that has no figure, by default. A page gives those of its reader's language. */
export type Indices = Readonly<Partial<Record<Rank, string>>>;

export const INDICES: Readonly<Record<Skin, Indices>> = {
  french: { T: "10" },
  german: { T: "10", J: "U", Q: "O" },
  swiss: { T: "B", J: "U", Q: "O" },
};

const LOCAL: Readonly<Record<string, Indices>> = {
  de: { J: "B", Q: "D" },
  fr: { J: "V", Q: "D", K: "R" },
  nl: { J: "B", Q: "V", K: "H" },
  pl: { J: "W", Q: "D" },
};

/** Returns the indices that packs have in the country of a language: of a French pack, as the others have one home. */
export const localIndices = (language: string, skin: Skin): Indices =>
  skin === "french" ? { ...INDICES.french, ...LOCAL[language.slice(0, 2)] } : INDICES[skin];

export type Sign = "spades" | "hearts" | "diamonds" | "clubs" | "leaves" | "bells" | "acorns" | "shields" | "roses";

/** The sign that each skin has for a suit of the notation. */
export const SIGNS: Readonly<Record<Skin, Readonly<Record<Suit, Sign>>>> = {
  french: { S: "spades", H: "hearts", D: "diamonds", C: "clubs" },
  german: { S: "leaves", H: "hearts", D: "bells", C: "acorns" },
  swiss: { S: "shields", H: "roses", D: "bells", C: "acorns" },
};

/** Returns what the corner of a card of this rank says. */
export const indexOf = (rank: Rank, skin: Skin, indices: Indices = {}): string =>
  indices[rank] ?? INDICES[skin][rank] ?? rank;
