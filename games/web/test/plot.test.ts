import { expect, test } from "vitest";
import { plot } from "../src/players/plot";

test("games are evenly apart, and the lines fill the height between round ratings", () => {
  const [one, other] = [
    [
      { at: 10, rating: 0 },
      { at: 1000, rating: 10 },
    ],
    [{ at: 500, rating: 4 }],
  ];
  const { lines, ends, levels } = plot([one, other] as never, 100, 50);
  expect(lines).toEqual(["0,50 100,0", "50,30"]);
  expect(ends).toEqual([
    [100, 0],
    [50, 30],
  ]);
  expect(levels.map(([level]) => level)).toEqual([0, 5, 10]);
});

test("a single game stands in the middle", () => {
  const { lines, levels } = plot([[{ at: 1, rating: 3.2 }]], 100, 50);
  expect(lines).toEqual(["50,40"]);
  expect(levels.map(([level]) => level)).toEqual([3, 4]);
});
