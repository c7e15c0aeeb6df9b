/** What can be written at a place of a ruleset, from the schema of the service. */
import { placesOf, wordsOf } from "./places";

export interface Schema {
  description?: string;
  type?: string;
  enum?: (string | number)[];
  examples?: string[];
  default?: unknown;
  format?: string;
  minimum?: number;
  maximum?: number;
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
}

export interface Suggestion {
  label: string;
  detail: string;
  info: string;
  insert: string;
}

export interface Suggestions {
  /** How many characters before the cursor they replace. */
  replaces: number;
  items: Suggestion[];
}

/** Return the schema of a table or key by its path, or null. */
export function at(schema: Schema, path: readonly string[]): Schema | null {
  let found: Schema = schema;
  for (const word of path) {
    const name = word.replace(/\[\d+\]$/, "");
    const named: Schema | undefined = found.properties?.[name];
    const other = typeof found.additionalProperties === "object" ? found.additionalProperties : null;
    const next = named ?? other;
    if (!next) return null;
    found = next.items && word !== name ? next.items : next;
  }
  return found;
}

/** Return what can stand at the end of `before`, the text up to the cursor. `after` is the rest of the document. */
export function suggest(schema: Schema, before: string, after = ""): Suggestions | null {
  const line = before.slice(before.lastIndexOf("\n") + 1);
  if (/^\s*#/.test(line)) return null;
  const header = /^\s*(\[\[?)\s*([\w.+=-]*)$/.exec(line);
  if (header) return { replaces: (header[2] ?? "").length, items: headers(schema, header[1] === "[[") };

  const path = tableAt(before);
  const value = /^\s*([\w.+="'-]+)\s*=\s*("?[^"\s,[{]*)$/.exec(line);
  if (value) {
    const found = at(schema, [...path, ...wordsOf(value[1] ?? "")]);
    const items = found ? values(found, `${before}${after}`, wordsOf(value[1] ?? "").at(-1) ?? "") : [];
    return items.length > 0 ? { replaces: (value[2] ?? "").length, items } : null;
  }
  const key = /^\s*([\w+=-]*)$/.exec(line);
  const table = key && at(schema, path);
  if (!table?.properties) return null;
  const used = new Set(
    placesOf(`${before}${after}`)
      .filter(
        (place) => place.path.length === path.length + 1 && path.every((word, index) => place.path[index] === word),
      )
      .map((place) => place.path.at(-1)),
  );
  const items = Object.entries(table.properties)
    .filter(([name, one]) => !used.has(name) && (path.length > 0 || !isTable(one)))
    .map(([name, one]) => ({ label: name, detail: taken(one), info: one.description ?? "", insert: `${name} = ` }));
  return { replaces: (key?.[1] ?? "").length, items };
}

/** Return the path of the table in which the text ends. */
function tableAt(before: string): string[] {
  const lines = before.split("\n");
  lines.pop();
  let path: string[] = [];
  for (const place of placesOf(lines.join("\n"))) {
    if (/^\s*\[/.test(lines[place.line - 1] ?? "")) path = place.path;
  }
  return path;
}

function isTable(schema: Schema): boolean {
  return schema.type === "object" || schema.items?.type === "object";
}

/** Return the tables that can have a header: sections, and named tables within them. */
function headers(schema: Schema, isList: boolean): Suggestion[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, one]) => {
    const info = one.description ?? "";
    if (isList) return one.items?.type === "object" ? [{ label: name, detail: "", info, insert: `${name}]]\n` }] : [];
    if (one.type !== "object") return [];
    const isNamed =
      !one.properties && typeof one.additionalProperties === "object" && isTable(one.additionalProperties);
    return [
      {
        label: isNamed ? `${name}.` : name,
        detail: isNamed ? "…" : "",
        info,
        insert: isNamed ? `${name}.` : `${name}]\n`,
      },
    ];
  });
}

/** Return the values that a key can have. */
function values(schema: Schema, text: string, key: string): Suggestion[] {
  const info = schema.description ?? "";
  const quoted = (label: string) => ({ label, detail: "", info, insert: `"${label}"` });
  if (schema.enum) {
    return schema.enum.map((one) =>
      typeof one === "string" ? quoted(one) : { ...quoted(String(one)), insert: String(one) },
    );
  }
  if (schema.type === "boolean") {
    return ["true", "false"].map((label) => ({
      label,
      detail: label === String(schema.default ?? "") ? "default" : "",
      info,
      insert: label,
    }));
  }
  if (schema.examples) return schema.examples.map(quoted);
  if (key === "chain") {
    const named = placesOf(text).filter(({ path }) => path[0] === "chain" && path[1]);
    return [...new Set(named.map(({ path }) => path[1] ?? ""))].map(quoted);
  }
  if (schema.format === "cards") {
    return ["7", "8", "9", "T", "J", "Q", "K", "A", "X", "any"].map((label) => ({ ...quoted(label), info: CARDS }));
  }
  return [];
}

const CARDS = "Cards: ranks (7), suits (S), cards (QH), jokers (X), any. A minus takes away: any -J.";

/** Return in short which values a key takes. */
function taken(schema: Schema): string {
  if (schema.enum) return schema.enum.join(" | ");
  if (schema.format === "cards") return "cards";
  if (schema.minimum !== undefined) return `${schema.minimum} … ${schema.maximum}`;
  return (
    { boolean: "true | false", string: "text", integer: "number", array: "list", object: "table" }[schema.type ?? ""] ??
    ""
  );
}
