/** What the person has chosen for a new game, and the request that it makes. */
import type { GameRequest, OptionValue, Variant } from "../api/types";

export type Sitter = "person" | "novice" | "clever" | "expert";
export type Pace = "live" | "fast" | "daily" | "slow" | "none";
export type Absence = "draw-pass" | "bot" | "remove";
export const PACES: readonly Pace[] = ["live", "fast", "daily", "slow", "none"];
export const LEVELS = ["novice", "clever", "expert"] as const;

export interface Form {
  variant: string;
  /** Who sits at the other seats: people first, because bots of a new table sit at its last seats. */
  others: readonly Sitter[];
  pace: Pace;
  options: Readonly<Record<string, OptionValue>>;
  isPublic: boolean;
  isRated: boolean;
  isSealed: boolean;
  absence: Absence;
}

export const FIRST: Form = {
  variant: "mau_mau",
  others: ["novice", "clever"],
  pace: "daily",
  options: {},
  isPublic: false,
  isRated: false,
  isSealed: false,
  absence: "draw-pass",
};

/** Return the sitters with people before bots, in the order in which the table seats them. */
export function seated(others: readonly Sitter[]): Sitter[] {
  return [...others.filter((sitter) => sitter === "person"), ...others.filter((sitter) => sitter !== "person")];
}

/** Return the form for another variant: its options are gone, and it has as many seats as this variant takes. */
export function withVariant(form: Form, variant: Variant): Form {
  const { least, most } = variant.players;
  return {
    ...withSeats(form, Math.min(most, Math.max(least, form.others.length + 1))),
    variant: variant.key,
    options: {},
  };
}

/** Return the form with this many seats. New seats are taken by the same kind of sitter as the last one. */
export function withSeats(form: Form, seats: number): Form {
  const last = form.others.at(-1) ?? "clever";
  const others = [...form.others.slice(0, seats - 1)];
  while (others.length < seats - 1) others.push(last);
  return { ...form, others: seated(others) };
}

/** Return the form with an option set. A default is left out, so that the game counts as one without options. */
export function withOption(form: Form, variant: Variant, name: string, value: OptionValue): Form {
  const option = variant.options.find((each) => each.name === name);
  const { [name]: _old, ...rest } = form.options;
  return { ...form, options: isSame(option?.default_value, value) ? rest : { ...rest, [name]: value } };
}

export function isSame(one: OptionValue | undefined, other: OptionValue | undefined): boolean {
  return one?.flag === other?.flag && one?.number === other?.number && one?.choice === other?.choice;
}

/** Return how many people must still sit down. */
export function awaited(form: Form): number {
  return form.others.filter((sitter) => sitter === "person").length;
}

/** Return why the game cannot be rated, or null if it can. */
export function unrated(form: Form, isGuest: boolean): "guest" | "pace" | "options" | null {
  if (isGuest) return "guest";
  if (form.pace === "none") return "pace";
  return Object.keys(form.options).length > 0 ? "options" : null;
}

/** Return the request for the game. */
export function request(form: Form, isGuest: boolean): GameRequest {
  const bots = form.others.filter((sitter) => sitter !== "person");
  return {
    variant: form.variant,
    seats: form.others.length + 1,
    bots,
    clock: { preset: form.pace },
    absence: form.absence,
    visibility: form.isPublic ? "public" : "private",
    rated: form.isRated && unrated(form, isGuest) === null,
    ...(form.isSealed ? { sealed: true } : {}),
    ...(Object.keys(form.options).length > 0 ? { options: { ...form.options } } : {}),
  };
}
