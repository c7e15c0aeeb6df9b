import { describe, expect, test } from "vitest";

import type { PastTable } from "../src/api/types";
import { mattering } from "../src/learn/matters";

const SEVEN = { id: "7", text: "", cards: ["7S", "7H"], moves: [] };
const JACK = { id: "J", text: "", cards: ["JS"], moves: [] };
const WORD = { id: "say", text: "", cards: [], moves: ["say"] };
const GROUP = { id: "group", text: "", cards: [], moves: ["group"] };
const ALL = [JACK, SEVEN, WORD, GROUP];

function table(hand: string[], choices: object[] = []): PastTable {
  return { you: { hand, looked: [], choices } } as unknown as PastTable;
}
const play = (cards: string[], more = {}) => ({ kind: "play", cards, claim: null, word_due: false, ...more });

describe("an explanation matters", () => {
  test("when one of its cards is in the hand", () => {
    expect(mattering(ALL, table(["9S", "7H"]), null)).toEqual([SEVEN]);
  });
  test("when somebody has played one of its cards, before what is in the hand", () => {
    expect(mattering(ALL, table(["JS"]), "7S")).toEqual([SEVEN, JACK]);
  });
  test("when a play says the word, or has several cards", () => {
    expect(mattering(ALL, table([], [play(["9S"])]), null)).toEqual([]);
    expect(mattering(ALL, table([], [play(["9S"], { word: "mau", word_due: true })]), null)).toEqual([WORD]);
    expect(mattering(ALL, table([], [play(["9S", "9H"])]), null)).toEqual([GROUP]);
  });
  test("not at a table that the person only watches", () => {
    expect(mattering(ALL, { you: null } as unknown as PastTable, null)).toEqual([]);
  });
});
