import { expect, test } from "vitest";
import { readCards, readMove } from "../src/rules/moves";
import { byParagraph, numberOf, paragraphOf, references } from "../src/rules/paragraphs";
import { showcase } from "../src/rules/showcase";

test("a play is taken apart", () => {
  expect(readMove("1 7S+7D!mau")).toMatchObject({ seat: 1, verb: "play", cards: ["7S", "7D"], word: "mau" });
  expect(readMove("0 JC>H!")).toMatchObject({ cards: ["JC"], nominated: "H", word: "" });
  expect(readMove("2 KD~9C")).toMatchObject({ cards: ["KD"], claim: "9C", word: null });
  expect(readMove("0 2S@2")).toMatchObject({ cards: ["2S"], target: 2 });
  expect(readMove("0 X>7")).toMatchObject({ cards: ["X"], nominated: "7" });
});

test("other moves keep their verb", () => {
  expect(readMove("0 draw")).toMatchObject({ seat: 0, verb: "draw", cards: [] });
  expect(readMove("1 say mau-mau")).toMatchObject({ verb: "say", word: "mau-mau" });
  expect(readMove("1 accuse 0")).toMatchObject({ verb: "accuse", target: 0 });
  expect(readMove("1 name H")).toMatchObject({ verb: "name", nominated: "H" });
  expect(readMove("1 keep JS 7H")).toMatchObject({ verb: "keep", cards: ["JS", "7H"] });
  expect(readMove("1 keep none")).toMatchObject({ verb: "keep", cards: [] });
  expect(readMove("1 cut 3 9 17 25")).toMatchObject({ verb: "cut 3 9 17 25" });
  expect(readMove("deal")).toMatchObject({ seat: null, verb: "deal" });
});

test("lists of cards leave out what is no card", () => {
  expect(readCards("7S X TH ...")).toEqual(["7S", "X", "TH"]);
  expect(readCards("9S+9H QD")).toEqual(["9S", "9H", "QD"]);
  expect(readCards("")).toEqual([]);
});

const TEXT = "# Title\n\n**MM-1** Two to five seats play.\n\n**MM-12** See MM-1 and K-3.\n\nA-1: A seven\nis a seven.";

test("a paragraph is found by its number, and not by that of another one", () => {
  expect(paragraphOf(TEXT, "MM-1")).toBe("Two to five seats play.");
  expect(paragraphOf(TEXT, "MM-12")).toBe("See MM-1 and K-3.");
  expect(paragraphOf(TEXT, "A-1")).toBe("A seven\nis a seven.");
  expect(paragraphOf(TEXT, "MM-2")).toBeNull();
  expect(numberOf("MM-1")).toBe("MM-1");
  expect(numberOf("Two to five")).toBeNull();
});

test("paragraphs that a text names are links where the page has them", () => {
  const known = (number: string) => number.startsWith("MM");
  expect(references("See MM-1 and K-3.", known)).toEqual([
    { text: "See ", number: null },
    { text: "MM-1", number: "MM-1" },
    { text: " and K-3.", number: null },
  ]);
});

test("examples go to every paragraph that they prove", () => {
  const [one, other] = [{ proves: ["A-1", "A-2"] }, { proves: ["A-2"] }];
  expect([...byParagraph([one, other])]).toEqual([
    ["A-1", [one]],
    ["A-2", [one, other]],
  ]);
});

test("a variant shows one card of each special line, and lines about most cards last", () => {
  const of = (...cards: string[]) => ({ text: "", cards });
  const most = of("2S", "2H", "2D", "2C", "3S", "3H", "3D", "3C", "4S");
  const lines = [of(), most, of("JS", "JH", "JD", "JC"), of("7S", "7H", "7D", "7C"), of("KH"), of("X")];
  expect(showcase(lines)).toEqual(["JS", "7H", "KH", "X"]);
  expect(showcase([most])).toEqual(["2S"]);
});
