/** The place of a seat at the end: the cards that it was left with, and its points, which are counted up with them. */
import { useEffect, useState } from "preact/hooks";
import type { PastTable, Seat } from "../api/types";
import { Card } from "../cards/Card";
import { looks, type Skin } from "../looks/looks";
import { GuestMark } from "../parts/GuestMark";
import { cardName } from "../parts/words";
import { isCalm } from "./flights";
import { Score } from "./Opponents";

interface Props {
  seat: Seat;
  place: number;
  name: string;
  cards: readonly string[];
  /** The points that the last deal has added; undefined where there was only one deal. */
  gained: number | undefined;
  /** Whether the page knows by now how the game ended. */
  isTold: boolean;
  table: PastTable;
  skin: Skin;
}

const MOST_SHOWN = 8;
const EACH = 180;
/** Milliseconds between two cards. */
const LONGEST = 1000;
/** Milliseconds to wait until it is told how the game ended. Without a network nobody tells. */

export function Place({ seat, place, name, cards, gained, isTold, table, skin }: Props) {
  const shown = cards.slice(0, MOST_SHOWN);
  const counted = useCounting(shown.length, isTold);
  const points = gained ?? 0;
  const added = shown.length ? Math.round((points * counted) / shown.length) : points;
  return (
    <li class={`${seat.seat === table.you?.seat ? "yours" : ""} ${counted === 0 && shown.length ? "uncounted" : ""}`}>
      <span class="place">{place}</span>
      <span class="name">{name}</span>
      {seat.seat !== table.you?.seat && <GuestMark of={seat.player} />}
      <span class="left">
        {shown.map((card, index) => (
          <Card
            key={index}
            class={index < counted ? "" : "uncounted"}
            card={card}
            skin={skin}
            small
            fourColour={looks.value.fourColour}
            title={cardName(card, table.ruleset.pack)}
          />
        ))}
        {cards.length > shown.length && <small>+{cards.length - shown.length}</small>}
      </span>
      <Score seat={{ ...seat, score: seat.score - points + added }} table={table} />
      {gained !== undefined && <small class="gained">{gained > 0 && `+${added}`}</small>}
    </li>
  );
}

/** Return how many of so many cards are counted by now; all of them where nothing may move. */
function useCounting(most: number, isTold: boolean): number {
  const { motion } = looks.value;
  const [counted, setCounted] = useState(motion === "off" || isCalm() ? most : 0);
  const pause = !isTold && counted === 0 ? LONGEST : motion === "fast" ? EACH / 2 : EACH;
  useEffect(() => {
    if (counted >= most) return;
    const timer = setTimeout(() => setCounted(counted + 1), pause);
    return () => clearTimeout(timer);
  }, [counted, most, pause]);
  return Math.min(counted, most);
}
