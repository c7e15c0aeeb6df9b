/** The lines of a rating plot: points within a box, and the marks of its axes. */

export interface Step {
  /** Milliseconds since 1970. */
  at: number;
  rating: number;
}

export interface Plot {
  /** The points of each line, `x,y` with blanks between them. */
  lines: string[];
  /** The last point of each line. */
  ends: [number, number][];
  /** Ratings at which a line crosses the plot, with their heights. */
  levels: [number, number][];
}

const STEPS = [1, 2, 5, 10, 20, 50, 100];
const MOST_LEVELS = 5;

/**
 * Draw lines into a box of this width and height. Games are evenly apart, because weeks without a game would press the
 * others together.
 */
export function plot(lines: readonly (readonly Step[])[], width: number, height: number): Plot {
  const times = [...new Set(lines.flat().map(({ at }) => at))].sort((one, other) => one - other);
  const ratings = lines.flat().map(({ rating }) => rating);
  const lowest = Math.min(...ratings);
  const highest = Math.max(...ratings);
  const step = STEPS.find((one) => (highest - lowest) / one < MOST_LEVELS) ?? 200;
  const bottom = Math.floor(lowest / step) * step;
  const top = Math.max(Math.ceil(highest / step) * step, bottom + step);
  const x = (at: number) => round(times.length > 1 ? (times.indexOf(at) / (times.length - 1)) * width : width / 2);
  const y = (rating: number) => round(height - ((rating - bottom) / (top - bottom)) * height);
  const points = lines.map((line) => line.map(({ at, rating }): [number, number] => [x(at), y(rating)]));
  const levels: [number, number][] = [];
  for (let level = bottom; level <= top; level += step) levels.push([level, y(level)]);
  return {
    lines: points.map((line) => line.map((point) => point.join(",")).join(" ")),
    ends: points.map((line) => line.at(-1) ?? [0, 0]),
    levels,
  };
}

/** Return a rating, or the change of one, as people read it. */
export function ratingText(rating: number, digits = 1): string {
  return rating.toFixed(digits).replace("-", "−");
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
