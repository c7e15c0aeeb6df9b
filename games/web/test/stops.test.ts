import { describe, expect, test } from "vitest";
import type { DigestLine } from "../src/api/types";
import { currentStop, decisions, firstDeal, height, nextStop, paces, previousStop } from "../src/replay/stops";

const line = (version: number, seat: number | null, seconds: number | null, code = "cards-played"): DigestLine => ({
  version,
  turn: 1,
  at: "2026-11-24T12:00:00.000000Z",
  seat,
  code,
  data: {},
  text: "",
  seconds,
  by_clock: seconds === 60,
});

describe("steps", () => {
  const stops = [2, 5, 9];

  test.each([
    [1, 2],
    [2, 5],
    [7, 9],
  ])("from %i go forward to %i", (from, to) => expect(nextStop(stops, from)).toBe(to));

  test("after the last stop go to the end, wherever it is", () => {
    expect(Math.min(nextStop(stops, 9), 12)).toBe(12);
  });

  test.each([
    [12, 9],
    [9, 5],
    [2, 1],
  ])("from %i go back to %i", (from, to) => expect(previousStop(stops, from)).toBe(to));

  test("between two stops the first one is said", () => {
    expect(currentStop(stops, 8)).toBe(5);
    expect(currentStop(stops, 1)).toBeNull();
  });

  test("a replay begins with the first up-card", () => {
    expect(firstDeal([line(2, 0, null, "seat-taken"), line(9, null, null, "up-card-turned")])).toBe(9);
    expect(firstDeal([line(2, 0, null, "seat-taken")])).toBe(1);
  });
});

describe("times", () => {
  const made = decisions([line(4, 1, 3), line(5, 0, null), line(6, null, 7), line(8, 0, 60), line(9, 1, 9)]);

  test("only decisions of seats count", () => {
    expect(made.map(({ version, isByClock }) => [version, isByClock])).toEqual([
      [4, false],
      [8, true],
      [9, false],
    ]);
  });

  test("each seat has its sum and its longest", () => {
    expect(paces(made, 3)).toEqual([
      { seat: 0, count: 1, total: 60, longest: 60 },
      { seat: 1, count: 2, total: 12, longest: 9 },
      { seat: 2, count: 0, total: 0, longest: 0 },
    ]);
  });

  test("seconds are seen beside days", () => {
    expect(height(200_000, 200_000)).toBe(1);
    expect(height(5, 200_000)).toBeGreaterThan(0.1);
    expect(height(0, 0)).toBe(0);
  });
});
