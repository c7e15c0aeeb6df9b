/** What the check of the cards needs of a canonical ruleset, as `Rules` in docs/check_fairness.py reads it. */
import { Unfair } from "./chain";
import { DECK } from "./chance";

export interface Rules {
  deck: readonly string[];
  /** How many cards each seat is dealt. */
  hand: number;
  /** Whether a seat is dealt one card less for each deal that it has lost. */
  isLess: boolean;
  /** Whether the dealer gets one card less, for the up-card. */
  isFromDealer: boolean;
  direction: number;
  /** Who deals next: `rotate`, `loser` or `before_winner`. */
  dealer: string;
  /** Whether the game ends when a seat has lost enough deals. */
  byDealsLost: boolean;
}

type Section = Record<string, unknown>;

interface Written {
  order: readonly string[];
  options: Readonly<Record<string, { default: unknown; sets?: string; values?: Record<string, Section> }>>;
}

interface Sections {
  deck: { ranks: string; jokers?: number; count: BySeats };
  deal: { size: BySeats; less_when_lost?: boolean };
  up_card?: { source?: string };
  start?: { direction?: number; dealer?: string };
  game?: { end?: string };
}

type BySeats = Readonly<Record<string, number>>;

/** More than any table has. Larger numbers would only keep the browser busy. */
const MOST_CARDS = 10_000;

/** Return the rules for a number of seats, with the options that the table has set. Throws for what is no ruleset. */
export function rulesOf(text: string, options: Readonly<Section>, seats: number): Rules {
  const { rules } = JSON.parse(text) as { rules: Written & Section };
  const sections = structuredClone<Section>(rules);
  if (Object.keys(options).some((name) => !rules.order.includes(name))) throw new Unfair(1);
  for (const name of rules.order) {
    const option = rules.options[name];
    if (!option) throw new Unfair(1);
    overlay(sections, patch(option, options[name] ?? option.default));
  }
  const { deck, deal, up_card: up, start, game } = sections as unknown as Sections;
  const [jokers, packs] = [deck.jokers ?? 0, bySeats(deck.count, seats)];
  if (!(packs * (52 + jokers) <= MOST_CARDS)) throw new Unfair(1);
  const ranks = deck.ranks.split(" ");
  const one = DECK.filter((card) => card !== "X" && ranks.includes(card.charAt(0)));
  const pack = [...one, ...Array<string>(jokers).fill("X")];
  return {
    deck: Array<string[]>(packs).fill(pack).flat(),
    hand: bySeats(deal.size, seats),
    isLess: deal.less_when_lost ?? false,
    isFromDealer: up?.source === "dealer",
    direction: start?.direction ?? 1,
    dealer: start?.dealer ?? "rotate",
    byDealsLost: game?.end === "deals_lost",
  };
}

/** Return the number for a table: the one with the largest key that is not above its seats. */
function bySeats(written: BySeats, seats: number): number {
  const key = Math.max(
    ...Object.keys(written)
      .map(Number)
      .filter((least) => least <= seats),
  );
  return written[key] ?? Number.NaN;
}

/** Return the changes that an option with a value makes. */
function patch({ sets, values }: Written["options"][string], value: unknown): Section {
  if (!sets) return values?.[typeof value === "boolean" ? (value ? "on" : "off") : String(value)] ?? {};
  return sets.split(".").reduceRight((changed, key) => ({ [key]: changed }), value) as Section;
}

/** Apply changes to sections: `+key` adds to a list or a text, `=key` replaces a table. */
function overlay(sections: Section, changed: Section): void {
  for (const [key, value] of Object.entries(changed)) {
    const name = key.replace(/^[+=]/, "");
    const old = sections[name];
    if (key.startsWith("+")) {
      sections[name] =
        typeof value === "string"
          ? `${old ?? ""} ${value}`.trim()
          : [...((old ?? []) as unknown[]), ...(value as unknown[])];
    } else if (isTable(value) && !key.startsWith("=")) {
      const table = isTable(old) ? old : {};
      overlay(table, value);
      sections[name] = table;
    } else sections[name] = structuredClone(value);
  }
}

function isTable(value: unknown): value is Section {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
