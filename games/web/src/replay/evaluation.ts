/** What the expert thinks of a game, as numbers to draw and places to go to. */
import type { AnalysedDecision } from "../api/types";

export interface Point {
  version: number;
  seat: number;
  /** What the seat from which one looks could expect, from 0 to 1. */
  value: number;
}

/**
 * Return how a game stood for a seat after each decision. Each value is what the mover could know. At a table of two
 * what the other one could expect is the rest; at larger ones only the seat's own decisions say something of it.
 */
export function line(decisions: readonly AnalysedDecision[], seat: number, seats: number): Point[] {
  const points: Point[] = [];
  for (const { version, seat: mover, value } of decisions) {
    if (value === null) continue;
    if (mover === seat) points.push({ version, seat: mover, value });
    else if (seats === 2) points.push({ version, seat: mover, value: 1 - value });
  }
  return points;
}

/** Return the last decision up to a version, or null before the first. */
export function decisionAt(decisions: readonly AnalysedDecision[], version: number): AnalysedDecision | null {
  return decisions.findLast((one) => one.version <= version) ?? null;
}

/** Return the next decision of a seat after a version in which it surely missed a better move, or null. */
export function nextMissed(decisions: readonly AnalysedDecision[], seat: number, version: number): number | null {
  return decisions.find((one) => one.seat === seat && one.version > version && one.worse)?.version ?? null;
}
