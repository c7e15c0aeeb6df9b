/** The signs of the suits, each in a box from -50 to 50. French signs have one colour; German and Swiss ones have a light and a shaded side. */

import type { Sign } from "../skins";
import { area, disc, dots, edged, group, line } from "./draw";

const CLUB = `${disc(0, -24, 21.5)}${disc(-24, 11, 21.5)}${disc(24, 11, 21.5)}M-14 -10V14L-5 8C-4 26 -8 38 -18 47H18C8 38 4 26 5 8L14 14V-10Z`;

export const OUTLINES = {
  spade:
    "M0 -47C9 -27 44 -9 44 15C44 30 33 38 21 38C13 38 7 34 4 28C5 37 9 43 17 47H-17C-9 43 -5 37 -4 28C-7 34 -13 38 -21 38C-33 38 -44 30 -44 15C-44 -9 -9 -27 0 -47Z",
  heart:
    "M0 46C-8 24 -46 6 -46 -19C-46 -35 -35 -44 -23 -44C-12 -44 -4 -37 0 -26C4 -37 12 -44 23 -44C35 -44 46 -35 46 -19C46 6 8 24 0 46Z",
  diamond: "M0 -49C10 -29 25 -12 42 0C25 12 10 29 0 49C-10 29 -25 12 -42 0C-25 -12 -10 -29 0 -49Z",
  club: CLUB,
} as const;

const rose = (radius: number, size: number): string => {
  const spots = [0, 1, 2, 3, 4].map((petal): [number, number] => {
    const angle = (petal * 2 * Math.PI) / 5 - Math.PI / 2;
    return [Math.round(radius * Math.cos(angle)), Math.round(radius * Math.sin(angle))];
  });
  return spots.map(([x, y]) => disc(x, y, size)).join("");
};

const sepals = [0, 1, 2, 3, 4].map((leaf) => group(`rotate(${leaf * 72})`, area("alt", "M0 48L-9 26H9Z"))).join("");

export const PIPS: Readonly<Record<Sign, string>> = {
  spades: area("suit", OUTLINES.spade),
  hearts: area("suit", OUTLINES.heart),
  diamonds: area("suit", OUTLINES.diamond),
  clubs: area("suit", OUTLINES.club),
  leaves: [
    area(
      "suit",
      "M0 -48C14 -30 42 -22 42 6C42 22 30 30 16 28C10 27 4 24 0 18C-4 24 -10 27 -16 28C-30 30 -42 22 -42 6C-42 -22 -14 -30 0 -48Z",
    ),
    area("deep", "M0 -48C14 -30 42 -22 42 6C42 22 30 30 16 28C10 27 4 24 0 18Z"),
    line("deep", "M0 14C0 30 -4 40 -12 47", 7),
    line("paper", "M0 -30V18M0 -6L-18 -14M0 -6L18 -14M0 12L-24 6M0 12L24 6", 3.4),
  ].join(""),
  bells: [
    line("suit", "M-7 -36A7 7 0 1 1 7 -36", 6),
    area("gold", disc(0, 6, 40)),
    area("brass", "M0 -34A40 40 0 0 1 0 46Z"),
    area("suit", "M-40 -2H40C40.5 4 40.5 8 39 14H-39C-40.5 8 -40.5 4 -40 -2Z"),
    line("ink", "M0 22V44", 6),
    dots("ink", 6, [0, 24]),
    line("gold", "M-30 6H30", 3.5),
  ].join(""),
  acorns: group(
    "scale(1.16 1.03)",
    line("alt", "M0 -28C0 -38 6 -44 14 -47", 7),
    area("gold", "M-25 -4H25C25 18 14 32 0 48C-14 32 -25 18 -25 -4Z"),
    area("brass", "M0 -4H25C25 18 14 32 0 48Z"),
    area("suit", "M-33 2C-36 -18 -22 -32 0 -32C22 -32 36 -18 33 2C22 -5 -22 -5 -33 2Z"),
    line("gold", "M-22 -6L-8 -26M-6 -8L8 -28M9 -8L21 -24M22 -6L8 -26M6 -8L-8 -28M-9 -8L-21 -24", 2.6),
  ),
  roses: [
    sepals,
    area("suit", rose(24, 20)),
    area("deep", rose(13, 11)),
    area("gold", disc(0, 0, 13)),
    area("brass", "M0 -13A13 13 0 0 1 0 13Z"),
  ].join(""),
  shields: [
    area("suit", "M-38 -44C-14 -38 14 -38 38 -44V4C38 26 22 40 0 48C-22 40 -38 26 -38 4Z"),
    area("deep", "M0 -39.500C14 -39.5 26 -41 38 -44V4C38 26 22 40 0 48Z"),
    area("gold", "M-38 -16H38V0H-38Z"),
    area("gold", disc(0, 20, 9)),
    edged("none", "suit", "M-38 -44C-14 -38 14 -38 38 -44V4C38 26 22 40 0 48C-22 40 -38 26 -38 4Z", 5),
  ].join(""),
};
