/** The jokers are cats, since the game says their word: one by day, with the sun, and one by night, with the moon. */

import { both } from "./courts/heads";
import { fist } from "./courts/held";
import { CLOTH, sleeve } from "./courts/robes";
import type { Paint } from "./draw";
import { area, disc, edged, group, line } from "./draw";

const rays = (count: number, inner: number, outer: number): string =>
  Array.from({ length: count }, (_, ray) => {
    const at = (angle: number, radius: number): string =>
      `${(radius * Math.sin(angle)).toFixed(1)} ${(-radius * Math.cos(angle)).toFixed(1)}`;
    const turn = (2 * Math.PI * ray) / count;
    const half = Math.PI / count;
    return `M${at(turn - half * 0.8, inner)}L${at(turn, outer)}L${at(turn + half * 0.8, inner)}Z`;
  }).join("");

export const SUN = area("suit", rays(12, 29, 49)) + area("suit", disc(0, 0, 24)) + area("gold", disc(0, 0, 17));
export const MOON =
  area("suit", "M12 -45A46 46 0 1 0 42 26A38 38 0 1 1 12 -45Z") +
  group("translate(24 -6)", area("gold", rays(5, 8, 19)), area("gold", disc(0, 0, 9)));

/** The head of a cat in a box from -50 to 50. */
export const catHead = (fur: Paint, features: Paint): string =>
  area(
    fur,
    "M-38 -46C-30 -38 -22 -32 -14 -30C-5 -32 5 -32 14 -30C22 -32 30 -38 38 -46C42 -28 44 -12 43 4C42 28 24 44 0 44C-24 44 -42 28 -43 4C-44 -12 -42 -28 -38 -46Z",
  ) +
  area(
    features,
    "M-30 -3C-23 -12 -12 -9 -8 2C-14 8 -26 7 -30 -3ZM30 -3C23 -12 12 -9 8 2C14 8 26 7 30 -3ZM-6 16H6L0 23Z",
  ) +
  line(features, "M0 22V27C-3 34 -12 34 -15 29M0 27C3 34 12 34 15 29", 4);

const ears = both(
  edged("fur", "ink", "M51 34C47 22 46 12 47 2C54 6 62 12 66 20Z", 1.5) +
    area("blush", "M52 22C50 16 50 12 50.5 8C54 11 57 14 60 18Z"),
);

const head = [
  ears,
  edged(
    "fur",
    "ink",
    "M50 22C58 17 82 17 90 22C96 32 98 42 93 50C88 58 80 62 70 62C60 62 52 58 47 50C42 42 44 32 50 22Z",
    1.5,
  ),
  area("shade", "M70 19C78 18.5 84 19 89 22.500C95 32 97 42 92.5 49.500C87.5 57 80 61.3 70 61.300Z"),
  line("mark", "M61 30L64 23L70 29L76 23L79 30M47 44L54 46M47 50L54 50M93 44L86 46M93 50L86 50", 1.8),
  edged(
    "paper",
    "ink",
    "M52.5 40C56 33.5 63 35 66 41.500C62 45.5 55.5 45 52.5 40ZM87.5 40C84 33.5 77 35 74 41.500C78 45.5 84.5 45 87.5 40Z",
    1.2,
  ),
  area(
    "eye",
    "M56 36.500C58 35.5 61 36 63 38V43.500C61 44.5 58 44 56 42.800ZM84 36.500C82 35.5 79 36 77 38V43.500C79 44.5 82 44 84 42.800Z",
  ),
  area(
    "ink",
    "M59.5 35.800C61 38 61 42 59.5 44C58 42 58 38 59.5 35.800ZM80.5 35.800C82 38 82 42 80.5 44C79 42 79 38 80.5 35.800Z",
  ),
  area("paper", "M60 51C63 46 77 46 80 51C80 57 76 60.5 70 60.500C64 60.5 60 57 60 51Z"),
  area("lips", "M66.5 48H73.500L70 52Z"),
  line("ink", "M70 51.500V54.500C68.5 57.5 65 57.5 63.5 55.500M70 54.500C71.5 57.5 75 57.5 76.5 55.5", 1.4),
  line("ink", "M60 52L44 49M60 54.500L45 57M80 52L96 49M80 54.500L95 57", 0.9),
].join("");

const cap = [
  edged("suit", "ink", "M56 21C54 12 60 4 70 2C68 8 70 14 70 22Z", 1.4),
  edged("gold", "ink", "M84 21C86 12 80 4 70 2C72 8 70 14 70 22Z", 1.4),
  edged("gold", "ink", disc(70, 3.5, 3.2), 1.2),
  edged("gold", "ink", "M54 19C60 16 80 16 86 19V24C80 21 60 21 54 24Z", 1.2),
].join("");

const collar = [
  edged("gold", "ink", "M46 64L40 80L54 76L60 92L70 78L80 92L86 76L100 80L94 64Z", 1.4),
  edged("suit", "ink", "M54 62L50 72L60 71L70 84L80 71L90 72L86 62Z", 1.3),
  edged("paper", "ink", [disc(40, 82, 3.5), disc(60, 94, 3.5), disc(80, 94, 3.5), disc(100, 82, 3.5)].join(""), 1.2),
].join("");

export const joker = (token: string): string =>
  [
    line("ink", "M112 92V40", 3.6),
    line("brass", "M112 92V40", 1.8),
    group("translate(113 29) scale(.43)", token),
    CLOTH.lozenges,
    collar,
    head,
    cap,
    fist,
    sleeve,
  ].join("");
