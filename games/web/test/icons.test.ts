import { expect, test } from "vitest";

import { ICONS } from "../src/icons/drawings";

const numbers = (path: string): number[] => (path.match(/-?\d*\.?\d+/g) ?? []).map(Number);

test.each(Object.entries(ICONS))("the icon %s has a drawing that stays in its box", (_name, drawing) => {
  const paths = Object.values(drawing);
  expect(paths.length).toBeGreaterThan(0);
  for (const path of paths) {
    expect(path).toMatch(/^[MLHVCAZ\d., -]+$/);
    expect(Math.min(...numbers(path))).toBeGreaterThanOrEqual(0);
    expect(Math.max(...numbers(path))).toBeLessThanOrEqual(24);
  }
});

test("no two icons look the same", () => {
  expect(new Set(Object.values(ICONS).map((drawing) => JSON.stringify(drawing))).size).toBe(Object.keys(ICONS).length);
});
