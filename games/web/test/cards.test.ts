import type { ComponentChildren, VNode } from "preact";
import { describe, expect, test } from "vitest";

import { CardPicture, type CardProps } from "../src/cards/Card";
import { GLYPHS } from "../src/cards/drawing/glyphs";
import { common, drawings } from "../src/cards/drawing/sprite";
import { ALL_CODES, read } from "../src/cards/notation";
import { INDICES, localIndices, SKINS } from "../src/cards/skins";

type Element = VNode<Record<string, unknown> & { children?: ComponentChildren }>;

/** Returns all SVG elements of a picture, its components resolved: they hold no state. */
function elements(node: unknown): Element[] {
  if (Array.isArray(node)) return node.flatMap(elements);
  if (typeof node !== "object" || node === null || !("type" in node)) return [];
  const element = node as Element;
  if (typeof element.type !== "string") return elements((element.type as (props: unknown) => unknown)(element.props));
  return [element, ...elements(element.props.children)];
}

const picture = (props: CardProps): Element[] => elements(CardPicture(props));
const references = (props: CardProps): string[] =>
  picture(props).flatMap(({ props: { href } }) => (typeof href === "string" ? [href.slice(1)] : []));
const ids = (markup: string): string[] => [...markup.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id ?? "");
const used = (markup: string): string[] => [...markup.matchAll(/(?:href="|url\()#([^")]+)/g)].map(([, id]) => id ?? "");

describe.each(SKINS)("the %s pack", (skin) => {
  const sheet = common() + drawings(skin);
  const drawn = new Set(ids(sheet));

  test.each(ALL_CODES)("draws %s from what is on the sheet", (card) => {
    for (const small of [false, true]) {
      const needed = references({ card, skin, small });
      expect(needed.length).toBeGreaterThan(0);
      expect(needed.filter((id) => !drawn.has(id))).toEqual([]);
    }
  });

  test("gives each card a face of its own", () => {
    const faces = ALL_CODES.map((card) =>
      JSON.stringify(picture({ card, skin }).map(({ type, props }) => [type, props.href, props.d, props.y])),
    );
    expect(new Set(faces).size).toBe(ALL_CODES.length);
  });

  test("uses nothing that the sheet does not define", () => {
    expect(used(sheet).filter((id) => !drawn.has(id))).toEqual([]);
  });

  test("has a drawn glyph for each index", () => {
    const said = [...Object.values(INDICES[skin]), ..."23456789JQKA"];
    expect(said.filter((text) => !(text in GLYPHS))).toEqual([]);
  });
});

test("no two drawings of the packs have one id, so all packs can be on one page", () => {
  const all = ids(common() + SKINS.map(drawings).join(""));
  expect(new Set(all).size).toBe(all.length);
});

test.each([
  ["2H", 2],
  ["7S", 7],
  ["TC", 10],
])("%s shows as many signs as it counts", (card, count) => {
  const signs = references({ card }).filter((id) => id.startsWith("pip-"));
  expect(signs.length).toBe(count + 2);
});

test("a hand of ten cards is a small document", () => {
  const hand = ["2S", "5H", "7D", "8C", "9S", "TH", "JD", "QC", "KS", "AH"];
  expect(hand.flatMap((card) => picture({ card })).length).toBeLessThan(150);
});

test.each(["?", "", "1S", "10H", "ZZ", "7s"])("shows the back for %j, which is no card", (card) => {
  expect(read(card)).toBe("?");
  expect(references({ card })).toEqual(["card-back"]);
});

test("a card that lies face down shows nothing of its face", () => {
  const [svg] = picture({ card: "7S", faceDown: true });
  expect(references({ card: "7S", faceDown: true })).toEqual(["card-back"]);
  expect(svg?.props["data-suit"]).toBeUndefined();
});

test("says its name, or hides from the screen reader if it has none", () => {
  expect(picture({ card: "7S", title: "seven of spades" })[0]?.props["aria-label"]).toBe("seven of spades");
  expect(picture({ card: "7S" })[0]?.props["aria-hidden"]).toBe(true);
});

test.each(["cs", "de-CH", "en", "fr", "nl", "pl", "pt"])(
  "has different, drawn indices for the figures in %s",
  (language) => {
    for (const skin of SKINS) {
      const { J = "J", Q = "Q", K = "K", A = "A", T = "T" } = localIndices(language, skin);
      expect(new Set([J, Q, K, A, T]).size).toBe(5);
      expect([J, Q, K, A, T].filter((text) => !(text in GLYPHS))).toEqual([]);
    }
  },
);

test("shows an index that the project has no glyph for as text", () => {
  const texts = picture({ card: "QS", indices: { Q: "Д" } }).filter(({ type }) => type === "text");
  expect(texts.map(({ props }) => props.children)).toEqual(["Д", "Д"]);
});

test("keeps all drawings within 40 KB, compressed", async () => {
  const sheet = new Blob([common() + SKINS.map(drawings).join("")]);
  const packed = await new Response(sheet.stream().pipeThrough(new CompressionStream("gzip"))).arrayBuffer();
  expect(packed.byteLength).toBeLessThan(40_000);
});
