import { expect, test } from "vitest";
import type { MoveChoice } from "../src/api/types";
import { partners, playsOf, question, words } from "../src/table/plays";
import { sorted } from "../src/table/sorting";

function play(notation: string, cards: string[], more: Partial<MoveChoice> = {}): MoveChoice {
  return {
    notation,
    kind: "play",
    cards,
    claim: null,
    nominate: null,
    target: null,
    word: null,
    word_due: false,
    label: notation,
    ...more,
  };
}

const PLAIN = { word: null, isBlind: false };
const JACK = ["C", "D", "H", "S"].map((suit) => play(`JC>${suit}`, ["JC"], { nominate: suit }));

test("a jack leaves open what it nominates, and one answer leaves nothing open", () => {
  const asked = question(playsOf(JACK, ["JC"], PLAIN));
  expect(asked?.about).toBe("nominate");
  expect(asked?.answers.map(({ value }) => value)).toEqual(["C", "D", "H", "S"]);
  expect(question(asked?.answers[2]?.plays ?? [])).toBeNull();
});

test("a word that is due can be said or left out", () => {
  const both = [play("7S", ["7S"]), play("7S!", ["7S"], { word: "mau", word_due: true })];
  expect(words(both)).toEqual([{ word: "mau", isDue: true }]);
  expect(playsOf(both, ["7S"], PLAIN).map(({ notation }) => notation)).toEqual(["7S"]);
  expect(playsOf(both, ["7S"], { word: "mau", isBlind: false }).map(({ notation }) => notation)).toEqual(["7S!"]);
});

test("several cards are laid in the order of the taps where both orders are legal", () => {
  const both = [play("7S+7D", ["7S", "7D"]), play("7D+7S", ["7D", "7S"])];
  expect(playsOf(both, ["7D", "7S"], PLAIN).map(({ notation }) => notation)).toEqual(["7D+7S"]);
  expect([...partners(both, ["7D"])]).toEqual(["7S"]);
  expect(partners(both, ["7D", "7S"]).size).toBe(0);
});

test("two equal cards are two partners, not one card twice", () => {
  const pair = [play("7S+7S", ["7S", "7S"]), play("7S", ["7S"])];
  expect([...partners(pair, ["7S"])]).toEqual(["7S"]);
  expect(partners(pair, ["7S", "7S"]).size).toBe(0);
});

test("a face-down play asks for its claim", () => {
  const blind = ["9C", "9H"].map((claim) => play(`KD~${claim}`, ["KD"], { claim }));
  expect(playsOf(blind, ["KD"], PLAIN)).toEqual([]);
  expect(question(playsOf(blind, ["KD"], { word: null, isBlind: true }))?.about).toBe("claim");
});

test("a hand is sorted by suit or by rank, and equal cards keep their order", () => {
  const hand = ["7H", "AS", "7S", "X", "TH"];
  expect(sorted(hand, "suit").map((place) => hand[place])).toEqual(["7S", "AS", "7H", "TH", "X"]);
  expect(sorted(hand, "rank").map((place) => hand[place])).toEqual(["7S", "7H", "TH", "AS", "X"]);
});
