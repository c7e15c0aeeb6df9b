import { describe, expect, test } from "vitest";
import type { AnalysedDecision, MoveChoice } from "../src/api/types";
import { decisionAt, line, nextMissed } from "../src/replay/evaluation";

const move = (notation: string) => ({ notation, label: notation }) as unknown as MoveChoice;

function decision(version: number, seat: number, value: number | null, worse = false): AnalysedDecision {
  const best = value === null ? [] : [{ move: move("draw"), value: value + 0.2, interval: null, played: false }];
  return { version, seat, by_clock: false, played: move("7S"), value, interval: null, worse, best };
}

const game = [decision(5, 0, 0.6), decision(9, 1, 0.3, true), decision(14, 0, null), decision(20, 0, 0.2)];

describe("the line of a seat", () => {
  test("at a table of two it has what the other one could not expect", () => {
    expect(line(game, 0, 2).map(({ value }) => value)).toEqual([0.6, 0.7, 0.2]);
    expect(line(game, 1, 2).map(({ value }) => value)).toEqual([0.4, 0.3, 0.8]);
  });

  test("at a larger table it has the decisions of the seat alone", () => {
    expect(line(game, 0, 3).map(({ version }) => version)).toEqual([5, 20]);
  });
});

test("a table belongs to the last decision before it", () => {
  expect(decisionAt(game, 4)).toBeNull();
  expect(decisionAt(game, 13)?.version).toBe(9);
  expect(decisionAt(game, 99)?.version).toBe(20);
});

test("only a move that is surely worse is a missed chance", () => {
  expect(nextMissed(game, 1, 1)).toBe(9);
  expect(nextMissed(game, 1, 9)).toBeNull();
  expect(nextMissed(game, 0, 1)).toBeNull();
});
