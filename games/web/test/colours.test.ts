/** The colours of the suits stay apart for everybody, and are readable on the paper of the cards. */

import { describe, expect, test } from "vitest";

import css from "../src/cards/cards.css?raw";

type Triple = readonly [number, number, number];

/** Machado, Oliveira and Fernandes 2009, for the complete absence of one kind of cone; on linear RGB. */
const SIGHT: Readonly<Record<string, readonly [Triple, Triple, Triple]>> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const linear = (hex: string): Triple =>
  [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as unknown as Triple;

const times = (rows: readonly [Triple, Triple, Triple], [x, y, z]: Triple): Triple =>
  rows.map(([a, b, c]) => Math.min(1, Math.max(0, a * x + b * y + c * z))) as unknown as Triple;

const XYZ: readonly [Triple, Triple, Triple] = [
  [0.4124, 0.3576, 0.1805],
  [0.2126, 0.7152, 0.0722],
  [0.0193, 0.1192, 0.9505],
];

const luminance = (hex: string): number => times(XYZ, linear(hex))[1];

function lab(colour: Triple): Triple {
  const bend = (t: number): number => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const [x, y, z] = times(XYZ, colour);
  const [fx, fy, fz] = [bend(x / 0.9505), bend(y), bend(z / 1.089)];
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)];
}

/** The distance in CIELAB of what somebody with this sight sees. Two is just noticeable. */
function distance(one: string, other: string, sight: readonly [Triple, Triple, Triple]): number {
  const [a, b] = [one, other].map((hex) => lab(times(sight, linear(hex))));
  return Math.hypot(...(a ?? []).map((value, index) => value - (b?.[index] ?? 0)));
}

const RULES = [...css.matchAll(/([^{}]+)\{([^}]*)\}/g)];

/** Returns a colour that the rule whose selector ends so sets, if it sets one. */
function value(name: string, ending: string): string | undefined {
  const bodies = RULES.filter(([, heads]) => heads?.split(",\n").some((head) => head.trim().endsWith(ending)));
  return bodies
    .map(([, , body]) => new RegExp(`--card-${name}: (#[0-9a-f]{6})`).exec(body ?? "")?.[1])
    .find((found) => found);
}

const BLACK = 'suit-sign)[data-suit="S"]';
const RED = 'suit-sign)[data-suit="H"]';
const BELLS = ':not([data-skin="french"])[data-suit="D"]';
const ACORNS = ':not([data-skin="french"])[data-suit="C"]';
const four = (suit: string): string => `[data-colours="four"][data-suit="${suit}"]`;

const PACKS = [
  { name: "four colours", suits: [BLACK, four("H"), four("D"), four("C")], apart: 20 },
  { name: "the German pack", suits: ['[data-skin="german"][data-suit="S"]', RED, BELLS, ACORNS], apart: 10 },
  { name: "the Swiss pack", suits: ['[data-skin="swiss"][data-suit="S"]', RED, BELLS, ACORNS], apart: 10 },
];

const PAPERS = css.match(/(?<=--card-paper: )#[0-9a-f]{6}/g) ?? [];
const contrast = (paper: string, ink: string): number => (luminance(paper) + 0.05) / (luminance(ink) + 0.05);

describe.each(PACKS)("$name", ({ suits, apart }) => {
  const signs = suits.map((suit) => value("suit", suit) ?? "");
  const letters = suits.map((suit, index) => value("index", suit) ?? signs[index] ?? "");

  test.each(Object.entries(SIGHT))("has signs that stay apart with %s", (_name, sight) => {
    const distances = signs.flatMap((one, index) => signs.slice(index + 1).map((other) => distance(one, other, sight)));
    expect(distances.length).toBe(6);
    expect(Math.min(...distances)).toBeGreaterThan(apart);
  });

  test("has letters with a contrast of 4.5 and signs with one of 3, by day and dimmed", () => {
    expect(PAPERS.length).toBe(3);
    for (const paper of PAPERS) {
      expect(Math.min(...letters.map((ink) => contrast(paper, ink)))).toBeGreaterThan(4.5);
      expect(Math.min(...signs.map((ink) => contrast(paper, ink)))).toBeGreaterThan(3);
    }
  });
});
