/** Where steps stop, and how long decisions took. */
import type { DigestLine } from "../api/types";

/** Return the first stop after a version. After the last stop comes the end, which no number is too large for. */
export function nextStop(stops: readonly number[], version: number): number {
  return stops.find((stop) => stop > version) ?? Number.MAX_SAFE_INTEGER;
}

/** Return the last stop before a version. Before the first stop comes the start. */
export function previousStop(stops: readonly number[], version: number): number {
  return stops.findLast((stop) => stop < version) ?? 1;
}

/** Return the version of the line that a table at this version belongs to, or null before the first. */
export function currentStop(stops: readonly number[], version: number): number | null {
  return stops.findLast((stop) => stop <= version) ?? null;
}

/** Return the version at which the first up-card lies on the table, or 1 in a game that has not begun. */
export function firstDeal(lines: readonly DigestLine[]): number {
  return lines.find(({ code }) => code === "up-card-turned")?.version ?? 1;
}

export interface Decision {
  version: number;
  seat: number;
  seconds: number;
  isByClock: boolean;
}

/** Return how long each decision took, in order. */
export function decisions(lines: readonly DigestLine[]): Decision[] {
  const found: Decision[] = [];
  for (const { version, seat, seconds, by_clock } of lines) {
    if (seat !== null && seconds !== null) found.push({ version, seat, seconds, isByClock: by_clock });
  }
  return found;
}

export interface Pace {
  seat: number;
  count: number;
  total: number;
  longest: number;
}

/** Return for each seat how many decisions it made, and how long they took in seconds. */
export function paces(made: readonly Decision[], seats: number): Pace[] {
  const found = Array.from({ length: seats }, (_, seat) => ({ seat, count: 0, total: 0, longest: 0 }));
  for (const { seat, seconds } of made) {
    const pace = found[seat];
    if (!pace) continue;
    pace.count += 1;
    pace.total += seconds;
    pace.longest = Math.max(pace.longest, seconds);
  }
  return found;
}

/** Return how high the bar of a decision is, from 0 to 1. Days and seconds must fit beside each other. */
export function height(seconds: number, longest: number): number {
  return longest > 0 ? Math.log1p(seconds) / Math.log1p(longest) : 0;
}
