/**
 * The pen. Every drawing is a string of SVG markup, made of filled areas and lines.
 * Colours are CSS variables that `cards.css` sets for each suit, so one drawing serves several suits.
 */

export type Paint =
  | "ink"
  | "paper"
  | "suit"
  | "deep"
  | "alt"
  | "gold"
  | "brass"
  | "skin"
  | "blush"
  | "hair"
  | "lips"
  | "fur"
  | "shade"
  | "mark"
  | "eye"
  | "family"
  | "none";

const colour = (paint: Paint): string =>
  paint === "none" ? "none" : paint === "family" ? "var(--family,#1f5b45)" : `var(--card-${paint})`;

export const area = (paint: Paint, d: string): string => `<path fill="${colour(paint)}" d="${d}"/>`;

export const line = (paint: Paint, d: string, width = 2): string =>
  `<path fill="none" stroke="${colour(paint)}" stroke-width="${width}" d="${d}"/>`;

/** A filled area with a line around it in another colour. */
export const edged = (paint: Paint, edge: Paint, d: string, width = 1.6): string =>
  `<path fill="${colour(paint)}" stroke="${colour(edge)}" stroke-width="${width}" stroke-linejoin="round" d="${d}"/>`;

export const dot = (paint: Paint, x: number, y: number, r: number): string =>
  `<circle fill="${colour(paint)}" cx="${x}" cy="${y}" r="${r}"/>`;

export const dots = (paint: Paint, r: number, ...centres: readonly (readonly [number, number])[]): string =>
  area(paint, centres.map(([x, y]) => disc(x, y, r)).join(""));

/** The outline of a disc, to be one part of a longer path. */
export const disc = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

export const group = (transform: string, ...parts: readonly string[]): string =>
  `<g transform="${transform}">${parts.join("")}</g>`;

/** Left and right exchanged about the middle of the card. */
export const mirrored = (...parts: readonly string[]): string => group("matrix(-1 0 0 1 140 0)", ...parts);

export const use = (id: string, x: number, y: number, size: number, turned = false): string =>
  `<use href="#${id}" x="${x - size / 2}" y="${y - size / 2}" width="${size}" height="${size}"${turned ? ` transform="rotate(180 ${x} ${y})"` : ""}/>`;

export const symbol = (id: string, viewBox: string, ...parts: readonly string[]): string =>
  `<symbol id="${id}" viewBox="${viewBox}">${parts.join("")}</symbol>`;
