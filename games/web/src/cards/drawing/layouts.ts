/** Where the pips of a number card stand, on a card 140 wide and 200 high: the traditional arrangement. The lower half is upside down. */

import type { Rank } from "../notation";

export type Number = Exclude<Rank, "J" | "Q" | "K" | "A">;
type Spot = readonly [x: number, y: number];

const LEFT = 49;
const MIDDLE = 70;
const RIGHT = 91;
const TOP = 31;
const BOTTOM = 169;

const pair = (y: number): readonly Spot[] => [
  [LEFT, y],
  [RIGHT, y],
];
const FOUR = [...pair(TOP), ...pair(BOTTOM)];
const SIX = [...FOUR, ...pair(100)];
const EIGHT = [...FOUR, ...pair(77), ...pair(123)];

export const LAYOUTS: Readonly<Record<Number, readonly Spot[]>> = {
  "2": [
    [MIDDLE, TOP],
    [MIDDLE, BOTTOM],
  ],
  "3": [
    [MIDDLE, TOP],
    [MIDDLE, 100],
    [MIDDLE, BOTTOM],
  ],
  "4": FOUR,
  "5": [...FOUR, [MIDDLE, 100]],
  "6": SIX,
  "7": [...SIX, [MIDDLE, 65.5]],
  "8": [...SIX, [MIDDLE, 65.5], [MIDDLE, 134.5]],
  "9": [...EIGHT, [MIDDLE, 100]],
  T: [...EIGHT, [MIDDLE, 54], [MIDDLE, 146]],
};
