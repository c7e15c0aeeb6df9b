/** The back: a lattice of four-leaved flowers in the family's colour, round a medallion with two cats, the same either way up. */

import { group } from "./draw";
import { catHead } from "./joker";

const COLUMNS = 6;
const ROWS = 9;
const WIDTH = 116 / COLUMNS;
const HEIGHT = 176 / ROWS;

const each = (columns: number, rows: number, draw: (x: number, y: number) => string): string =>
  Array.from({ length: columns * rows }, (_, index) =>
    draw(12 + WIDTH * (index % columns), 12 + HEIGHT * Math.floor(index / columns)),
  ).join("");

const round = (value: number): number => Math.round(value * 10) / 10;

/** Four petals that meet in the middle of a field. */
const flower = (x: number, y: number): string =>
  `M${round(x + WIDTH / 2)} ${round(y + HEIGHT / 2)}` +
  "q-5.5 -2 -8 -8q6 2.5 8 8q5.5 -2 8 -8q-6 2.5 -8 8q5.5 2 8 8q-6 -2.5 -8 -8q-5.5 2 -8 8q6 -2.5 8 -8Z";

const lozenge = (x: number, y: number): string => `M${round(x)} ${round(y - 3.2)}l3 3.200l-3 3.200l-3 -3.200Z`;

const white = (opacity: number, d: string): string =>
  `<path fill="var(--card-paper)" fill-opacity="${opacity}" d="${d}"/>`;

export const BACK = [
  `<rect x="7" y="7" width="126" height="186" rx="4" fill="var(--family,#1f5b45)"/>`,
  `<path fill="#000" fill-opacity=".16" d="M12 12H128V188H12Z"/>`,
  white(0.5, each(COLUMNS, ROWS, flower)),
  white(0.7, each(COLUMNS + 1, ROWS + 1, lozenge)),
  `<rect x="10.5" y="10.5" width="119" height="179" rx="2" fill="none" stroke="var(--card-paper)" stroke-opacity=".7" stroke-width="1.5"/>`,
  `<circle cx="70" cy="100" r="37" fill="var(--card-paper)"/><circle cx="70" cy="100" r="34.5" fill="var(--family,#1f5b45)"/>`,
  `<circle cx="70" cy="100" r="31.5" fill="none" stroke="var(--card-paper)" stroke-width="1.2"/>`,
  group("translate(70 82.5) scale(.31)", catHead("paper", "family")),
  group("translate(70 117.5) rotate(180) scale(.31)", catHead("paper", "family")),
  `<path stroke="var(--card-paper)" stroke-width="1.2" d="M46 100H94"/>`,
].join("");
