/** The paces of games in words. Their times come from the service. */
import { plural, t } from "@lingui/core/macro";
import type { Meta } from "../api/types";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Return a time in its largest unit that fits, with the next one if something is left. */
export function duration(seconds: number): string {
  const days = Math.floor(seconds / DAY);
  const hours = Math.floor((seconds % DAY) / HOUR);
  const minutes = Math.floor((seconds % HOUR) / MINUTE);
  const parts: string[] = [];
  if (days) parts.push(plural(days, { one: "# day", other: "# days" }));
  if (hours) parts.push(plural(hours, { one: "# hour", other: "# hours" }));
  if (minutes && !days) {
    parts.push(plural(minutes, { one: "# minute", other: "# minutes" }));
  }
  if (parts.length === 0) {
    parts.push(plural(seconds, { one: "# second", other: "# seconds" }));
  }
  return parts.join(" ");
}

/** Return what a preset is called. Null is a clock with times of its own. */
export function paceName(preset: string | undefined): string {
  return (
    { live: t`Live`, fast: t`Fast`, daily: t`Daily`, slow: t`Slow`, none: t`No clock` }[preset ?? ""] ?? t`Own times`
  );
}

interface Times {
  preset?: string | undefined;
  turn?: number | undefined;
  bank?: number | undefined;
}

/** Return the times of a clock as a sentence. */
export function times({ preset, turn, bank }: Times): string {
  if (preset === "none" || turn === undefined) return t`Nobody has to hurry.`;
  if (!bank) return t`${duration(turn)} for each turn.`;
  return t`${duration(turn)} for each turn, and ${duration(bank)} more for the whole game.`;
}

/** Return the times of a preset at a table of this size. */
export function presetTimes(meta: Meta, preset: string, seats: number): Times {
  const allowance = meta.clocks[preset]?.filter((each) => each.seats <= seats).at(-1);
  return { preset, turn: allowance?.turn, bank: allowance?.bank };
}
