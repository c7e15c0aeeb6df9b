/** The text with which an author begins. */
import { t } from "@lingui/core/macro";
import type { Example, Variant } from "../../api/types";

type Rules = Readonly<Record<string, unknown>>;

const NOT_SECTIONS = new Set(["key", "name", "options", "order", "paragraphs", "players"]);
const LONGEST = 100;
const SHORT = new Set(["id", "name", "proves", "hands", "up_card", "moves", "then"]);

/**
 * Return a text that changes a variant. Its rules stand there as comments, so that the author sees what can change, and
 * one of its examples, so that they see how to write theirs.
 */
export function changesOf(variant: Variant, rules: Rules, examples: readonly Example[], author: string): string {
  const { name } = variant;
  const sections = Object.entries(rules).filter(([section]) => !NOT_SECTIONS.has(section));
  return `# ${t`${name} with other rules. Write only what differs: everything else stays as it is.`}
base = "${variant.key}"
key = "${keyOf(variant.key, author)}"
name = ${quoted(t`${name} of ${author}`)}

# ${t`Tell the players what is different, in numbered paragraphs.`}
# text = """
# A-1 ${t`A seven makes the next player draw three cards.`}
# """

# ${t`These are rules of ${name}. Take away the # before a line and its [header], and change the line.`}

${sections.map(([section, value]) => commented(section, value)).join("\n")}
# ${t`An example shows what you mean. It must hold before you can publish.`}
${commentedExample(examples)}`;
}

/** Return a small game of its own. */
export function newGame(author: string): string {
  return `# ${t`A game of your own. Ctrl + Space shows what you can write.`}
key = "${keyOf("game", author)}"
name = ${quoted(t`The game of ${author}`)}
text = """
A-1 ${t`If you play a seven, the next player must draw two cards.`}
"""

[players]
least = 2
most = 4

[deck]
ranks = "7 8 9 T J Q K A"
count = { 2 = 1 }

[deal]
size = { 2 = 5 }

[wild]
suit = "J"

[penalty.seven]
cards = "7"
amount = 2
chain = "sevens"

[chain.sevens]
answers = [{ cards = "7" }]

[[example]]
name = "${t`A seven answers a seven`}"
proves = ["A-1"]
hands = ["7S 8S", "7H 9H", "TC KC"]
up_card = "TS"
moves = ["0 7S", "1 7H"]
then = { turn = 2, penalty = 4, verbs = ["accept"], refused = ["2 TC"] }
`;
}

/** Return a key that is probably free: that of the variant, and the author's name. */
export function keyOf(variant: string, author: string): string {
  const words = (text: string) =>
    text
      .normalize("NFD")
      .replace(/[\u0300-\u036f]/g, "")
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .filter(Boolean);
  const found = [...words(variant), ...words(author)];
  return (found.length > 1 ? found : [...found, "game"]).join("-");
}

/** Return a section as comment lines: a header for it, or for each table in it. */
function commented(section: string, value: unknown): string {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "";
  const entries = Object.entries(value);
  const isNamed =
    entries.length > 0 && entries.every(([, one]) => isTable(one)) && ["penalty", "chain", "strike"].includes(section);
  const tables: [string, [string, unknown][]][] = isNamed
    ? entries.map(([name, one]) => [`${section}.${name}`, Object.entries(one as object)])
    : [[section, entries]];
  return tables
    .map(([header, lines]) => {
      const written = lines
        .map(([key, one]) => `# ${quotedKey(key)} = ${inline(one)}`)
        .filter((line) => line.length <= LONGEST);
      return [`# [${header}]`, ...written, ""].join("\n");
    })
    .join("\n");
}

/** Return the first example with one move and short lines, as comment lines. It holds: all examples of a variant do. */
function commentedExample(examples: readonly Example[]): string {
  for (const example of examples) {
    const entries = Object.entries(example).filter(([key, value]) => key !== "id" && value !== null);
    const lines = entries.map(([key, value]) => `# ${key} = ${inline(value)}`);
    const isShort = lines.every((line) => line.length <= LONGEST) && entries.every(([key]) => SHORT.has(key));
    if (isShort && example.moves?.length === 1 && example.then) return ["# [[example]]", ...lines, ""].join("\n");
  }
  return "";
}

function isTable(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Return a value as TOML in one line. */
export function inline(value: unknown): string {
  if (typeof value === "string") return quoted(value);
  if (Array.isArray(value)) return `[${value.map(inline).join(", ")}]`;
  if (isTable(value)) {
    const entries = Object.entries(value as object).map(([key, one]) => `${quotedKey(key)} = ${inline(one)}`);
    return entries.length > 0 ? `{ ${entries.join(", ")} }` : "{}";
  }
  return String(value);
}

/** Return a key of a table, in quotes unless it needs none. */
export function quotedKey(key: string): string {
  return /^[A-Za-z0-9_-]+$/.test(key) ? key : quoted(key);
}

/** Return a text in quotes, as TOML and JSON both write it. */
export function quoted(text: string): string {
  return JSON.stringify(text);
}
