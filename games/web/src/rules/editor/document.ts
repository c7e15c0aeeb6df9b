/** A ruleset as its author writes it in TOML, and what is sent of it. */
import { parse, TomlError } from "smol-toml";
import type { Example } from "../../api/types";

export type Tables = Record<string, unknown>;

export interface Read {
  /** What the text says, or null while it cannot be read. */
  tables: Tables | null;
  fault: { line: number; why: string } | null;
}

/** Read a text as TOML. */
export function read(text: string): Read {
  try {
    return { tables: parse(text) as Tables, fault: null };
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
  const written = Array.isArray(tables.example) ? (tables.example as Partial<Example>[]) : [];
  return written
    .filter((one) => typeof one === "object" && one !== null)
    .map((one, at) => {
      const lists = ["hands", "moves"] as const;
      const example = { ...one, id: `example-${at}`, name: String(one.name ?? ""), proves: [] } as Example;
      for (const key of lists) if (!isTexts(one[key])) delete example[key];
      for (const key of ["up_card", "deck"] as const) if (typeof one[key] !== "string") delete example[key];
      if (typeof one.then !== "object" || one.then === null || !isDrawable(one.then)) delete example.then;
      return example;
    });
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

/** Whether the keys of `then` that are lists of moves or of seats are lists. The check names what is wrong. */
function isDrawable(then: Record<string, unknown>): boolean {
  return ["verbs", "refused", "allowed", "out", "eliminated"].every(
    (key) => then[key] === undefined || Array.isArray(then[key]),
  );
}
