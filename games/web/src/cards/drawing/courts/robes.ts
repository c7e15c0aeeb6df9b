/** Shoulders, collars and the patterns of cloth. */

import { area, disc, dots, edged, line } from "../draw";
import { both } from "./heads";

export const ROBE = "M8 117V98C8 82 34 75 56 66H84C106 74 132 78 132 86V85L8 117Z";

const step = (count: number, from: number, by: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => from + index * by);

const left = area("suit", ROBE);
const right = area("deep", "M70 66H84C106 74 132 78 132 86L70 102Z");

const clip = (...parts: readonly string[]): string => `<g clip-path="url(#card-robe)">${parts.join("")}</g>`;

/** Cloth for each suit; the clip path `card-robe` is in the sprite. */
export const CLOTH = {
  plain: left + right,
  chevrons:
    left +
    right +
    clip(
      line(
        "alt",
        step(4, 74, 12)
          .map((y) => `M4 ${y + 22}L70 ${y}L136 ${y + 22}`)
          .join(""),
        2.6,
      ),
    ),
  scales:
    left +
    right +
    clip(
      line(
        "gold",
        step(4, 76, 10)
          .flatMap((y, row) => step(13, row % 2 ? -2 : 3, 10).map((x) => `M${x} ${y}a5 5 0 0 0 10 0`))
          .join(""),
        1.3,
      ),
    ),
  lozenges:
    left +
    right +
    clip(
      area(
        "gold",
        step(4, 70, 15)
          .flatMap((y, row) => step(9, row % 2 ? 8 : 0, 16).map((x) => `M${x} ${y}l4 6l-4 6l-4 -6Z`))
          .join(""),
      ),
    ),
  stripes:
    left +
    right +
    clip(
      line(
        "alt",
        step(9, 6, 16)
          .map((x) => `M${x} 60V120`)
          .join(""),
        3,
      ),
      dots(
        "gold",
        1.8,
        ...step(8, 14, 16).flatMap((x): [number, number][] => [
          [x, 82],
          [x, 94],
          [x, 106],
        ]),
      ),
    ),
  quarters:
    left + right + clip(area("alt", "M8 60H40V120H8ZM100 60H132V120H100Z"), line("gold", "M40 60V120M100 60V120", 2.4)),
  laces:
    left +
    right +
    clip(
      line(
        "gold",
        step(4, 74, 9)
          .map((y) => `M52 ${y}H88`)
          .join(""),
        2,
      ),
      dots(
        "gold",
        2.4,
        ...step(4, 74, 9).flatMap((y): [number, number][] => [
          [51, y],
          [89, y],
        ]),
      ),
    ),
  slashes:
    left +
    right +
    clip(
      area(
        "alt",
        step(4, 14, 13)
          .map((x) => `M${x} 118L${x + 8} 76L${x + 12} 76L${x + 5} 118Z`)
          .join("") +
          step(3, 96, 13)
            .map((x) => `M${x} 110L${x + 3} 72L${x + 7} 72L${x + 5} 110Z`)
            .join(""),
      ),
    ),
} as const;

export const COLLARS = {
  none: "",
  ermine:
    edged("paper", "ink", "M38 73C50 70 54 66 56 63L70 92L84 63C86 66 90 70 102 73L92 92L70 108L50 98Z", 1.3) +
    area("ink", "M47 76l2.5 5h-5ZM56 84l2.5 5h-5ZM64 94l2.5 5h-5ZM93 76l2.5 5h-5ZM84 84l2.5 5h-5ZM76 93l2.5 5h-5Z"),
  cape:
    edged("gold", "ink", "M34 75C48 70 54 67 56 62L70 86L84 62C86 67 92 70 106 75L98 84L70 104L42 86Z", 1.3) +
    line("ink", "M56 70L70 94L84 70", 1.2) +
    dots("suit", 2.6, [50, 78], [61, 89], [90, 78], [79, 88]),
  chain: line("gold", "M46 70C50 88 62 96 70 98C78 96 90 86 94 70", 4) + edged("gold", "ink", disc(70, 97, 6.5), 1.3),
  ruff:
    both(
      edged(
        "paper",
        "ink",
        "M70 63C64 61 60 62 57 61C54 63 48 63 47 68C43 71 46 77 51 76C54 80 60 79 62 77C65 80 69 79 70 77Z",
        1.3,
      ),
    ) +
    area("paper", "M66 64H74V76H66Z") +
    line("ink", "M62 66L60 76M70 67V77M78 66L80 76", 1),
  neckline: area("skin", "M55 67H70V93Z") + area("blush", "M70 67H85L70 93Z") + line("gold", "M53 66L70 95L87 66", 3),
  round:
    area("skin", "M54 66C56 80 62 86 70 86V66Z") +
    area("blush", "M86 66C84 80 78 86 70 86V66Z") +
    line("gold", "M52 66C54 82 61 88.5 70 88.500C79 88.5 86 82 88 66", 3),
  pearls:
    area("skin", "M52 67H70V84H58Z") +
    area("blush", "M88 67H70V84H82Z") +
    line("gold", "M50 67L58 85.500H82L90 67", 3) +
    dots("paper", 2, [60, 70], [63, 74], [67, 76.5], [73, 76.5], [77, 74], [80, 70]),
  fan:
    both(edged("paper", "ink", "M60 66C46 62 40 50 42 40C50 46 56 54 60 60Z", 1.3)) +
    area("skin", "M57 66H70V90Z") +
    area("blush", "M70 66H83L70 90Z") +
    line("gold", "M55 66L70 92L85 66", 2.6),
  scarf:
    edged("alt", "ink", "M54 62C60 68 80 68 86 62L90 72C82 80 58 80 50 72Z", 1.3) +
    edged("alt", "ink", "M66 76L60 94L68 91L72 97L76 77Z", 1.3),
  points: both(edged("paper", "ink", "M70 66L57 61L48 68L56 79L70 70Z", 1.3)),
  buttons:
    edged("gold", "ink", "M56 62H84V69H56Z", 1.2) +
    line("gold", "M70 69V104", 2) +
    dots("gold", 2.6, [70, 76], [70, 85], [70, 94]),
} as const;

/** The right sleeve with its cuff, below a hand at (112, 70). */
export const sleeve =
  area("suit", "M91 101L97 84L127 77L132 86V90Z") +
  edged("paper", "ink", "M98.5 76.5L125.5 70.5L128.5 80L101 86.5Z", 1.4);

/** The sash across the middle: y falls by 31 from x = 8 to 132. */
const along = (x: number): number => 100 - ((x - 70) * 31) / 124;
const band =
  area("gold", "M8 120.5L132 89.500V79.5L8 110.500Z") + line("ink", "M8 120.5L132 89.500M8 110.500L132 79.5", 1.5);
const bead = (x: number): string =>
  `M${x - 4.5} ${along(x - 4.5)}L${x} ${along(x) - 3.2}L${x + 4.5} ${along(x + 4.5)}L${x} ${along(x) + 3.2}Z`;

export const sash = band + area("suit", [16, 28, 40, 52, 64, 76, 88, 100, 112, 124].map(bead).join(""));

/** A sign on a white disc. */
export const badge = (sign: string, x: number, y: number, r: number): string =>
  edged("paper", "ink", disc(x, y, r), 1.5) +
  `<use href="#pip-${sign}" x="${x - r * 0.65}" y="${y - r * 0.65}" width="${r * 1.3}" height="${r * 1.3}"/>`;
