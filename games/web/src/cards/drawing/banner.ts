/** The ten of a Swiss pack is a banner: one pole across the card, a flag at each end. */

import { area, dot, edged, group, line } from "./draw";

const flag = (sign: string): string =>
  [
    edged("suit", "ink", "M47 20C66 10 84 30 130 16L118 40L131 62C92 76 76 56 59 66Z", 1.5),
    area("paper", "M51.5 24C68 16 86 34 122 23L112.5 40L122.5 57.500C92 66 78 52 61.5 60Z"),
    `<use href="#pip-${sign}" x="68" y="23" width="36" height="36"/>`,
  ].join("");

const pole = line("ink", "M44 12L96 188", 6) + line("brass", "M44 12L96 188", 3.4);
const tip = edged("gold", "ink", "M44.5 14C40 10 39 4 40.5 1C45 4 48 8 47.5 13Z", 1.2);
const tassel = line("gold", "M60 66C56 78 62 84 58 92", 1.8) + edged("gold", "ink", "M58 90L53.5 101H62Z", 1.1);

export const banner = (sign: string): string => {
  const half = flag(sign) + tassel + tip;
  return [
    pole,
    half,
    group("rotate(180 70 100)", half),
    edged("gold", "ink", "M63.5 93.500L73 90.700L76.5 106.500L67 109.300Z", 1.3),
    dot("suit", 70, 100, 3),
  ].join("");
};
