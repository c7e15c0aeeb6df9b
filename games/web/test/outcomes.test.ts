import { i18n } from "@lingui/core";
import { beforeAll, expect, test } from "vitest";
import { outcomes } from "../src/rules/outcomes";

beforeAll(() => i18n.loadAndActivate({ locale: "en", messages: {} }));

test("what may be played belongs to the seat on turn", () => {
  const [turn, plays, verbs] = outcomes({ turn: 2, plays: "7S 9S+9H", verbs: ["accept"] }, "french");
  expect(turn).toMatchObject({ seat: 2, cards: [] });
  expect(plays).toMatchObject({ seat: 2, cards: ["7S", "9S", "9H"] });
  expect(verbs).toMatchObject({ seat: 2 });
  expect(outcomes({ verbs: [] }, "french")).toEqual([]);
});

test("moves are gathered by seat, and refusals are marked", () => {
  const lines = outcomes({ refused: ["0 AS>X", "1 draw", "0 AS"], allowed: ["0 AS>H"] }, "french");
  expect(lines.map(({ seat, moves, isWrong }) => [seat, moves.length, isWrong])).toEqual([
    [0, 2, true],
    [1, 1, true],
    [0, 1, false],
  ]);
  expect(lines[2]?.moves[0]).toMatchObject({ cards: ["AS"], nominated: "H" });
});

test("values by seat are a line for each of them, as tables and as lists", () => {
  expect(outcomes({ hands: { 1: "7S TH" } }, "french")).toMatchObject([{ seat: 1, cards: ["7S", "TH"] }]);
  expect(outcomes({ scores: [0, 20] }, "french").map(({ seat }) => seat)).toEqual([0, 1]);
  expect(outcomes({ points: { 2: 5 } }, "french").map(({ seat }) => seat)).toEqual([2]);
  expect(outcomes({ stock: "7S ..." }, "french")).toMatchObject([{ cards: ["7S"] }]);
});
