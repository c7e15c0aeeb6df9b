/** Aces. The French ace is one large sign, inlaid; the German and Swiss ones are deuces of old, and show two. */

import type { Suit } from "../notation";
import { area, disc, dots, edged, group, line } from "./draw";
import { OUTLINES } from "./pips";

const SPADE =
  "M0 -47C9 -27 44 -9 44 15C44 30 33 38 21 38C12 38 5 33 0 24C-5 33 -12 38 -21 38C-33 38 -44 30 -44 15C-44 -9 -9 -27 0 -47Z";
const LOBES = [
  [0, -24],
  [-24, 11],
  [24, 11],
] as const;
const lobes = (radius: number): string => LOBES.map(([x, y]) => disc(x, y, radius)).join("");

const scaled = (size: number, down: number, outline: string): string =>
  group(`translate(0 ${down}) scale(${size})`, outline);

const nested = (whole: string, body: string, down: number): string =>
  area("suit", whole) +
  scaled(0.83, down, area("paper", body)) +
  scaled(0.775, down * 1.3, area("suit", body)) +
  scaled(0.46, down * 2.6, area("gold", body)) +
  scaled(0.3, down * 3.2, area("suit", body));

const SIGNS: Readonly<Record<Suit, string>> = {
  S: nested(OUTLINES.spade, SPADE, 1.6),
  H: nested(OUTLINES.heart, OUTLINES.heart, -1.8),
  D: nested(OUTLINES.diamond, OUTLINES.diamond, 0),
  C:
    area("suit", OUTLINES.club) +
    area("paper", lobes(17.6)) +
    area("suit", `${lobes(15.2)}M-13 -13L0 -20L13 -13L16 4L0 14L-16 4Z`) +
    group("translate(0 -1) scale(.5)", area("gold", OUTLINES.club)),
};

/** A sprig above the sign; its mirror image makes it whole. */
const curl = "M70 45C70 37 66 32 60 32C54 32 51 36 52 40C53 44 58 44 59 40M70 45C70 38 68 28 70 19";
const leaves = "M70 33C65 32 62 28 62 23C67 24 70 28 70 33ZM70 24C67 20 67 15 70 11Z";

const flourish = [
  line("gold", curl, 1.8),
  area("suit", leaves),
  group("matrix(-1 0 0 1 140 0)", line("gold", curl, 1.8), area("suit", leaves)),
  dots("gold", 2, [70, 48]),
].join("");

export const frenchAce = (suit: Suit): string =>
  group("translate(70 100)", SIGNS[suit]) + flourish + group("rotate(180 70 100)", flourish);

export function deuce(sign: string): string {
  const upper = `<use href="#pip-${sign}" x="39" y="20" width="62" height="62"/>`;
  const half = upper + group("translate(79 100) rotate(90) scale(.9) translate(-70 -48)", flourish);
  return (
    half +
    group("rotate(180 70 100)", half) +
    edged("gold", "ink", disc(70, 100, 7), 1.4) +
    dots("suit", 3.2, [70, 100])
  );
}
