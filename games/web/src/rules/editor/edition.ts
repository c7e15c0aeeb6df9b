/** A published ruleset as a text again: all its rules, its words for people, and the examples of its author. */
import { t } from "@lingui/core/macro";
import type { Example, Variant } from "../../api/types";
import { inline, keyOf, quoted, quotedKey } from "./start";

type Rules = Readonly<Record<string, unknown>>;

/** Tables of tables, of which each has a header of its own. */
const NAMED = new Set(["penalty", "chain", "strike"]);
const PLAIN = new Set(["key", "name", "options", "order", "paragraphs"]);

/**
 * Return the whole text of a variant. Its author gets the same rules, so that what they change is a new edition. For
 * others it has a key and a name of their own, and no examples: those prove the rules as they were.
 */
export function wholeOf(
  variant: Variant,
  { rules, text }: { rules: Rules; text: string },
  examples: readonly Example[],
  author: { id: string; name: string },
): string {
  const isOwn = variant.author === author.id;
  const { name } = variant;
  const said = isOwn
    ? t`${name}: what you change and publish is a new edition. Games that have begun keep the one they have.`
    : t`All rules of ${name}. Change what you like.`;
  const options = rules.options as Record<string, Rules>;
  const order = rules.order as string[];
  const sections = Object.entries(rules).filter(([section]) => !PLAIN.has(section));
  return [
    `# ${said}`,
    `key = ${quoted(isOwn ? variant.key : keyOf(variant.key, author.name))}`,
    `name = ${quoted(isOwn ? name : t`${name} of ${author.name}`)}`,
    ...(text ? [`text = """\n${text.replace(/\\/g, "\\\\").replace(/"""/g, '""\\"').replace(/"$/, '\\"')}"""`] : []),
    "",
    ...sections.flatMap(([section, value]) => tables(section, value as Rules, NAMED.has(section))),
    ...order.flatMap((option) => {
      const { values, ...about } = options[option] ?? {};
      const header = `options.${quotedKey(option)}`;
      return [...table(header, about), ...(values ? table(`${header}.values`, values as Rules) : [])];
    }),
    ...table("paragraphs", (rules.paragraphs as Rules | undefined) ?? {}),
    ...(isOwn ? examples : []).flatMap((example) => {
      const { id: _, options: chosen, ...rest } = example;
      const plain = chosen && Object.entries(chosen).map(([key, value]) => [key, Object.values(value)[0]]);
      return table("[example]", plain ? { ...rest, options: Object.fromEntries(plain) } : rest);
    }),
  ].join("\n");
}

function tables(section: string, value: Rules, isNamed: boolean): string[] {
  if (!isNamed) return table(section, value);
  return Object.entries(value).flatMap(([name, one]) => table(`${section}.${quotedKey(name)}`, one as Rules));
}

function table(header: string, value: Rules): string[] {
  const entries = Object.entries(value);
  if (entries.length === 0) return [];
  return [`[${header}]`, ...entries.map(([key, one]) => `${quotedKey(key)} = ${inline(one)}`), ""];
}
