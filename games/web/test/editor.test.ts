import { i18n } from "@lingui/core";
import { expect, test } from "vitest";
import type { Variant } from "../src/api/types";
import { type Schema, suggest } from "../src/rules/editor/completion";
import { bodyOf, examplesOf, read } from "../src/rules/editor/document";
import { wholeOf } from "../src/rules/editor/edition";
import { lineOf } from "../src/rules/editor/places";
import { changesOf, inline, keyOf } from "../src/rules/editor/start";
import { outcomes } from "../src/rules/outcomes";

const TEXT = `base = "mau_mau"
text = """
[penalty.seven]
cards = "no key"
"""
[penalty.seven]
amount = 3
"+cards" = "8"

[options.draw_three.values]
on = { penalty = { seven = { amount = 3 } } }

[[example]]
name = "One"
hands = ["7S"]
[[example]]
name = "Two"
moves = ["0 7S"]
`;

test("a place of a report has its line", () => {
  expect(lineOf(TEXT, "penalty.seven.amount")).toBe(7);
  expect(lineOf(TEXT, "changes.penalty.seven.cards")).toBe(8);
  expect(lineOf(TEXT, "penalty.seven.chain")).toBe(6);
  expect(lineOf(TEXT, "options.draw_three.values.on.penalty.seven.amount")).toBe(11);
  expect(lineOf(TEXT, "examples[1].moves")).toBe(18);
  expect(lineOf(TEXT, "examples[1].moves[0]")).toBe(18);
  expect(lineOf(TEXT, "base")).toBe(1);
  expect(lineOf(TEXT, "skip.cards")).toBeNull();
  expect(lineOf(TEXT, "")).toBeNull();
  expect(["examples[0].then", "examples[1]", "examples[2]"].map((place) => lineOf(TEXT, place))).toEqual([
    13,
    16,
    null,
  ]);
});

test("a text with a base is sent as changes to it, another one as it is", () => {
  const { tables } = read(TEXT);
  const sent = bodyOf(TEXT, tables ?? {});
  expect(sent.base).toBe("mau_mau");
  expect(sent.changes).toMatchObject({ penalty: { seven: { amount: 3, "+cards": "8" } } });
  expect(Object.keys(sent.changes ?? {})).toEqual(["penalty", "options"]);
  expect(sent.examples).toHaveLength(2);
  expect(sent.text).toContain("no key");
  expect(bodyOf('key = "x"', { key: "x" })).toEqual({ toml: 'key = "x"' });
});

test("a text that is no TOML has a fault with its line", () => {
  const { tables, fault } = read('key = "x"\n[deck\nranks = 7');
  expect(tables).toBeNull();
  expect(fault?.line).toBe(2);
  expect(fault?.why).not.toContain("\n");
});

test("whatever an author writes in an example can be drawn", () => {
  i18n.loadAndActivate({ locale: "en", messages: {} });
  for (const value of ["{ 1 = 4 }", "[[1], {}]", '"x"', "7", "1979-05-27", "true", "[]", "{ a = { b = {} } }"]) {
    for (const key of ["turn", "hands", "cards", "plays", "verbs", "refused", "out", "points", "stock", "winner"]) {
      const [example] = examplesOf(read(`[[example]]\nthen = { ${key} = ${value} }`).tables ?? {});
      expect(() => outcomes(example?.then ?? {}, "french")).not.toThrow();
    }
  }
});

test("examples are drawn even while they are wrong", () => {
  const { tables } = read('[[example]]\nhands = "7S"\nthen = { refused = "x" }\n[[example]]\nhands = ["7S"]');
  expect(examplesOf(tables ?? {})).toEqual([
    { id: "example-0", name: "", proves: [] },
    { id: "example-1", name: "", proves: [], hands: ["7S"] },
  ]);
});

const SCHEMA: Schema = {
  properties: {
    key: { type: "string", description: "The key." },
    skip: { type: "object", properties: { cards: { type: "string", format: "cards" }, adds_up: { type: "boolean" } } },
    penalty: {
      type: "object",
      additionalProperties: {
        type: "object",
        properties: {
          at: { enum: ["next", "previous"] },
          amount: { type: "integer", minimum: 1, maximum: 20 },
          chain: {},
        },
      },
    },
    example: { type: "array", items: { type: "object", properties: { hands: { type: "array" } } } },
  },
};
const labels = (before: string, after = "") => suggest(SCHEMA, before, after)?.items.map(({ label }) => label) ?? null;

test("keys of the table are suggested, but not those that it has", () => {
  expect(labels("")).toEqual(["key"]);
  expect(labels("[penalty.seven]\nam")).toEqual(["at", "amount", "chain"]);
  expect(labels('[penalty.seven]\nat = "next"\n')).toEqual(["amount", "chain"]);
  expect(labels("[penalty.seven]\n", "\namount = 2\n[skip]\nat = 1")).toEqual(["at", "chain"]);
  expect(labels("[[example]]\n")).toEqual(["hands"]);
  expect(suggest(SCHEMA, "[penalty.seven]\nam")).toMatchObject({ replaces: 2 });
});

test("values and headers are suggested", () => {
  expect(labels("[penalty.seven]\nat = ")).toEqual(["next", "previous"]);
  expect(suggest(SCHEMA, '[penalty.seven]\nat = "ne')).toMatchObject({ replaces: 3 });
  expect(labels("[skip]\nadds_up = ")).toEqual(["true", "false"]);
  expect(labels("[penalty.seven]\nchain = ", "\n[chain.sevens]\nafter = 1")).toEqual(["sevens"]);
  expect(labels("[")).toEqual(["skip", "penalty."]);
  expect(labels("[[ex")).toEqual(["example"]);
});

test("nothing is suggested in a comment, in an unknown table and for a number", () => {
  expect(labels("# am")).toBeNull();
  expect(labels("[nothing]\n")).toBeNull();
  expect(labels("[penalty.seven]\namount = ")).toBeNull();
});

test("a key is made of the variant and the name of its author", () => {
  expect(keyOf("mau_mau", "Merry Otter 427")).toBe("mau-mau-merry-otter-427");
  expect(keyOf("prsi", "Jiří")).toBe("prsi-jiri");
  expect(keyOf("prsi", "李")).toBe("prsi-game");
});

test("values are written in one line", () => {
  expect(inline({ a: [{ cards: "7" }], b: true, c: 3 })).toBe('{ a = [{ cards = "7" }], b = true, c = 3 }');
});

test("a text to begin with shows rules and an example of its variant, and changes nothing", () => {
  const variant = { key: "mau_mau", name: "Mau-Mau" } as Variant;
  const rules = { key: "mau_mau", penalty: { seven: { cards: "7", amount: 2 } } };
  const examples = examplesOf(
    read(`[[example]]
name = "Long"
moves = ["0 7S", "1 7H"]
then = { turn = 0 }
[[example]]
name = "Short"
hands = ["7S 8S", "9H"]
moves = ["0 7S"]
then = { turn = 0 }
`).tables ?? {},
  );
  const text = changesOf(variant, rules, examples, "Anna");
  expect(read(text).tables).toEqual({ base: "mau_mau", key: "mau-mau-anna", name: "Mau-Mau of Anna" });
  const opened = read(text.slice(text.indexOf("# [penalty.seven]")).replace(/^# (?!An)/gm, "")).tables;
  expect(opened?.penalty).toEqual({ seven: { cards: "7", amount: 2 } });
  expect(opened?.example).toMatchObject([{ name: "Short", hands: ["7S 8S", "9H"], moves: ["0 7S"] }]);
});

test("a ruleset can be read back from its whole text", () => {
  const rules = {
    key: "annas-mau",
    name: "Anna's Mau",
    deal: { size: { "2": 5 } },
    penalty: { seven: { cards: "any -J" }, "a b": { amount: 2 } },
    options: { blind: { default: false, values: { on: { "+skip": { "=cards": "8" } } } }, after: { default: 1 } },
    order: ["blind", "after"],
    paragraphs: { "does_not_fit.must-follow": "A-1" },
  };
  const text = 'A-1 Say """Mau\\Mau"""\n\n**"end"';
  const variant = { key: "annas-mau", name: "Anna's Mau", author: "anna" } as Variant;
  const examples = [{ id: "one", name: "One", proves: [], options: { blind: { flag: true } }, hands: ["7S"] }];
  const { order, ...written } = rules;
  const back = read(wholeOf(variant, { rules, text }, examples, { id: "anna", name: "Anna" })).tables;
  expect(back).toEqual({
    ...written,
    text,
    example: [{ name: "One", proves: [], hands: ["7S"], options: { blind: true } }],
  });
  expect(Object.keys(back?.options ?? {})).toEqual(order);
  expect(read(wholeOf(variant, { rules, text }, [], { id: "bert", name: "Bert" })).tables).toMatchObject({
    key: "annas-mau-bert",
    name: "Anna's Mau of Bert",
  });
});
