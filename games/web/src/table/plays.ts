/** Sorts the legal moves of a table into what a hand shows: cards to tap, questions that a card leaves open, buttons. */
import type { MoveChoice, PastTable } from "../api/types";

/** How the person wants to play: with the word, and face down. */
export interface Manner {
  word: string | null;
  isBlind: boolean;
}

/** What a play still leaves open. Each answer stands for one or more plays. */
export interface Question {
  about: "nominate" | "target" | "claim";
  answers: { value: string | number | null; plays: MoveChoice[] }[];
}

const LAYS: ReadonlySet<MoveChoice["kind"]> = new Set(["play", "keep", "rescue"]);
const ORDER: MoveChoice["kind"][] = [
  "believe",
  "challenge",
  "decline",
  "draw",
  "accept",
  "pass",
  "name",
  "cut",
  "keep",
  "say",
  "accuse",
];

/** Return all moves that lay or keep cards of the hand. */
export function plays(table: PastTable | null): MoveChoice[] {
  return table?.you?.choices.filter(({ kind, cards }) => LAYS.has(kind) && cards.length > 0) ?? [];
}

/** Return the words that may be said with a play. The due word comes first; others could only cost cards. */
export function words(choices: readonly MoveChoice[]): { word: string; isDue: boolean }[] {
  const due = new Map<string, boolean>();
  for (const { word, word_due } of choices) if (word) due.set(word, word_due || (due.get(word) ?? false));
  return [...due].map(([word, isDue]) => ({ word, isDue })).sort((a, b) => Number(b.isDue) - Number(a.isDue));
}

/** Return the plays of exactly these cards, in any order, in the manner that the person chose. */
export function playsOf(choices: readonly MoveChoice[], cards: readonly string[], manner: Manner): MoveChoice[] {
  const wanted = [...cards].sort().join();
  const exact = choices.filter((choice) => [...choice.cards].sort().join() === wanted);
  const faced = exact.filter(({ claim }) => (claim !== null) === manner.isBlind);
  const said = faced.filter(({ word }) => word === manner.word);
  // The order in which several cards are laid counts: the last one is on top. Prefer the order of the taps.
  const ordered = said.filter((choice) => choice.cards.join() === cards.join());
  return ordered.length > 0 ? ordered : said;
}

/** Return the plays of these cards that come closest to the manner: a word or a way that they do not have is left out. */
export function closest(choices: readonly MoveChoice[], cards: readonly string[], manner: Manner): MoveChoice[] {
  const { word, isBlind } = manner;
  const manners = [manner, { word, isBlind: !isBlind }, { word: null, isBlind }, { word: null, isBlind: !isBlind }];
  return manners.map((each) => playsOf(choices, cards, each)).find((found) => found.length > 0) ?? [];
}

/** Return the cards that could be laid together with *cards*, by how many of each. */
export function partners(choices: readonly MoveChoice[], cards: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (const choice of choices) {
    if (choice.cards.length <= cards.length) continue;
    const rest = [...choice.cards];
    const holds = cards.every((card) => {
      const at = rest.indexOf(card);
      if (at >= 0) rest.splice(at, 1);
      return at >= 0;
    });
    if (holds) for (const card of rest) found.add(card);
  }
  return found;
}

/** Return the first question that several plays leave open, or null if there is one play left. */
export function question(candidates: readonly MoveChoice[]): Question | null {
  for (const about of ["nominate", "target", "claim"] as const) {
    const answers = new Map<string | number | null, MoveChoice[]>();
    for (const play of candidates) answers.set(play[about], [...(answers.get(play[about]) ?? []), play]);
    if (answers.size > 1) return { about, answers: [...answers].map(([value, plays]) => ({ value, plays })) };
  }
  return null;
}

/** Return the moves that are buttons, in the order of the bar. Words and accusations that only cost cards are left out. */
export function buttons(table: PastTable | null): MoveChoice[] {
  const you = table?.you;
  if (!table || !you) return [];
  const windows = new Map(table.windows.map(({ seat }) => [seat, !table.seats[seat]?.announced]));
  const maySpeak = windows.has(you.seat) || table.on_turn !== you.seat;
  return you.choices
    .filter(({ kind, cards }) => !LAYS.has(kind) || cards.length === 0)
    .filter(({ kind, target }) => (kind === "accuse" ? windows.get(target ?? -1) === true : kind !== "say" || maySpeak))
    .sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}
