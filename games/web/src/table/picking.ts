/** What the person has picked up, and how they want to play it, until it is a legal move. */
import { useEffect, useState } from "preact/hooks";
import type { MoveChoice, PastTable } from "../api/types";
import { looks } from "../looks/looks";
import { closest, type Manner, partners, plays, type Question, question } from "./plays";

const PLAIN: Manner = { word: null, isBlind: false };

interface Props {
  table: PastTable;
  /** Whether cards can be laid now. */
  isActive: boolean;
  onMove: (notation: string) => void;
  /** Somebody tapped a card that cannot be laid. */
  onRefuse: (card: string) => void;
}

export interface Picking {
  all: MoveChoice[];
  hand: readonly string[];
  picked: readonly number[];
  cards: readonly string[];
  addable: ReadonlySet<string>;
  /** The place of a card that could not be laid. */
  shaken: number;
  manner: Manner;
  setManner: (manner: Manner) => void;
  /** What the play leaves open. */
  asked: Question | null;
  tap: (place: number) => void;
  play: (places: readonly number[]) => void;
  /** Play what is picked up, if that is a legal move. */
  playPicked: (() => void) | undefined;
  settle: (candidates: readonly MoveChoice[]) => void;
  drop: () => void;
}

export function usePicking({ table, isActive, onMove, onRefuse }: Props): Picking {
  const [picked, pick] = useState<readonly number[]>([]);
  const [manner, setManner] = useState<Manner>(PLAIN);
  const [open, setOpen] = useState<readonly MoveChoice[] | null>(null);
  const [shaken, setShaken] = useState(-1);
  const you = table.you;
  const all = plays(table);
  const hand = you ? (table.ask === "keep" ? you.looked : you.hand) : [];
  const cards = picked.map((place) => hand[place] ?? "");
  const addable = partners(all, cards);

  useEffect(() => {
    pick([]);
    setOpen(null);
    setManner(PLAIN);
    setShaken(-1);
  }, [table.id, table.turn]);

  /** Send the play, unless it leaves something open. */
  function settle(candidates: readonly MoveChoice[]): void {
    if (candidates.length > 0 && question(candidates)) {
      setOpen(candidates);
      return;
    }
    setOpen(null);
    const [chosen] = candidates;
    if (!chosen) return;
    if (looks.value.haptics) navigator.vibrate?.(8);
    onMove(chosen.notation);
  }

  function candidatesFor(chosen: readonly string[]): MoveChoice[] {
    return closest(all, chosen, manner);
  }

  function tap(place: number): void {
    if (!isActive) return;
    const card = hand[place] ?? "";
    if (picked.includes(place)) {
      const rest = picked.filter((each) => each !== place);
      if (picked.length === 1) play(picked);
      else pick(rest);
      return;
    }
    setShaken(-1);
    const next = picked.length > 0 && addable.has(card) ? [...picked, place] : [place];
    const chosen = next.map((each) => hand[each] ?? "");
    pick(next);
    if (partners(all, chosen).size > 0) return;
    const candidates = candidatesFor(chosen);
    if (candidates.length > 0) settle(candidates);
    else {
      pick([]);
      setShaken(place);
      onRefuse(card);
    }
  }

  function play(places: readonly number[]): void {
    settle(candidatesFor(places.map((place) => hand[place] ?? "")));
  }

  function drop(): void {
    setOpen(null);
    pick([]);
  }

  const playPicked = picked.length > 0 && candidatesFor(cards).length > 0 ? () => play(picked) : undefined;
  const asked = open && question(open);
  return { all, hand, picked, cards, addable, shaken, manner, setManner, asked, tap, play, playPicked, settle, drop };
}
