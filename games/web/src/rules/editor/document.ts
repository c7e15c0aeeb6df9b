/** A ruleset as its author writes it in TOML, and what is sent of it. */
import { parse, TomlError } from "smol-toml";
import type { Example } from "../../api/types";
import { readCards } from "../moves";

export type Tables = Record<string, unknown>;

export interface Read {
  /** What the text says, or null while it cannot be read. */
  tables: Tables | null;
  fault: { line: number; why: string } | null;
}

/** Read a text as TOML. */
export function read(text: string): Read {
  try {
    // The parser's tables have no prototype, so they cannot be written as text. JSON makes plain objects of them.
    return { tables: JSON.parse(JSON.stringify(parse(text))) as Tables, fault: null };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [, why = error.message] = /^Invalid TOML document: ([^\n]*)/.exec(error.message) ?? [];
    return { tables: null, fault: { line: error.line, why } };
  }
}

export interface Body {
  toml?: string;
  base?: string;
  changes?: Tables;
  text?: string;
  examples?: unknown[];
}

/** Return the body of a request for a text that can be read: the whole ruleset, or the changes to its `base`. */
export function bodyOf(text: string, tables: Tables): Body {
  const { base, text: said, example, ...changes } = tables;
  if (base === undefined) return { toml: text };
  return {
    base: String(base),
    changes,
    ...(said === undefined ? {} : { text: String(said) }),
    ...(Array.isArray(example) ? { examples: example } : {}),
  };
}

/** Return the examples of a text so far as they can be drawn. */
export function examplesOf(tables: Tables): Example[] {
  const written = Array.isArray(tables.example) ? (tables.example as unknown[]) : [];
  return written.filter(isTable).map((one, at) => {
    const drawn = Object.entries(one).filter(([key, value]) => CAN_BE_DRAWN[key]?.(value));
    return { ...Object.fromEntries(drawn), id: `example-${at}`, name: String(one.name ?? ""), proves: [] };
  });
}

/** What can be drawn of an example, by its key. The check names what is wrong with the rest. */
const CAN_BE_DRAWN: Readonly<Record<string, (value: unknown) => boolean>> = {
  hands: isTexts,
  moves: isTexts,
  deck: isText,
  players: isNumber,
  turn: isNumber,
  penalty: isNumber,
  skip: isNumber,
  up_card: (value) => isText(value) && readCards(value).length === 1,
  nominated: (value) => isText(value) && /^[2-9TJQKASHDC]$/.test(value),
  // biome-ignore lint/suspicious/noThenProperty: this is the key of an example
  then: (value) =>
    isTable(value) &&
    ["verbs", "refused", "allowed"].every((key) => value[key] === undefined || isTexts(value[key])) &&
    ["out", "eliminated"].every((key) => value[key] === undefined || Array.isArray(value[key])),
};

function isTable(value: unknown): value is Tables {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText);
}

function isNumber(value: unknown): boolean {
  return typeof value === "number";
}
