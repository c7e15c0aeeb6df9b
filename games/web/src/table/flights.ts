/**
 * Moves cards on the screen as an event says. Each flight is a copy of a card above the table, moved by the browser's
 * own animations, so that it costs no layout. The places are elements with `data-place`.
 */
import type { GameEvent, PastTable } from "../api/types";
import { cardElement } from "./cardElement";

const FLIGHT = 220;
const BETWEEN = 40;
const PAUSE = 260;
/** Milliseconds that a table stays as it is after something that people should notice. */

/** Return whether the person has asked their system for less motion. */
export const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const place = (name: string) => document.querySelector<HTMLElement>(`[data-place="${name}"]`);
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

interface Flight {
  card: string;
  from: HTMLElement | null;
  to: HTMLElement | null;
  after: number;
  isTurned?: boolean;
}

/** Who looks: the seat whose hand lies at the bottom, and whether the cards of all seats lie open. */
export interface Sight {
  own: number | null;
  isOpen: boolean;
}

/** Show an event on the way to the next table. */
export async function fly(
  event: GameEvent,
  from: PastTable,
  _to: PastTable,
  speed: number,
  { own, isOpen }: Sight = { own: from.you?.seat ?? null, isOpen: false },
): Promise<void> {
  const seat = event.seat;
  const data = event.data as Record<string, unknown>;
  const hand = (of: number | null) => place(`seat-${of}`);
  const flights: Flight[] = [];
  switch (event.type) {
    case "cards-played":
      (data.cards as string[]).forEach((card, index) => {
        const held = seat === own ? document.querySelector<HTMLElement>(`[data-hand] [data-card="${card}"]`) : null;
        flights.push({ card, from: held ?? hand(seat), to: place("pile"), after: index * BETWEEN * 2 });
      });
      break;
    case "card-laid-blind":
      flights.push({ card: "?", from: hand(seat), to: place("pile"), after: 0 });
      break;
    case "cards-drawn": {
      const cards = (data.cards as string[] | undefined) ?? Array<string>(Number(data.cards_count)).fill("?");
      cards.slice(0, 12).forEach((card, index) => {
        flights.push({
          card: seat === own || isOpen ? card : "?",
          from: place("stock"),
          to: hand(seat),
          after: index * BETWEEN * 2,
        });
      });
      break;
    }
    case "cards-dealt": {
      const counts = data.hands_count as number[];
      for (let round = 0; round < Math.max(...counts); round++) {
        counts.forEach((count, each) => {
          if (round < count)
            flights.push({ card: "?", from: place("stock"), to: hand(each), after: flights.length * BETWEEN });
        });
      }
      break;
    }
    case "up-card-turned":
      flights.push({ card: data.card as string, from: place("stock"), to: place("pile"), after: 0 });
      break;
    case "stock-replenished":
      flights.push({ card: "?", from: place("pile"), to: place("stock"), after: 0 });
      break;
    default:
  }
  if (isCalm()) return void (flights.length > 0 && (await wait(PAUSE / speed)));
  const measured = flights.map(measure).filter((flight) => flight !== null);
  await Promise.all(measured.map((flight) => launch(flight, speed)));
  const isNoted =
    seat !== own && ["cards-played", "announced", "passed", "turn-skipped", "challenged"].includes(event.type);
  if (isNoted) await wait(PAUSE / speed);
}

/** A flight that has been measured: nothing below reads a place, so starting many of them costs one layout. */
interface Measured {
  copy: () => HTMLElement;
  /** The card of the hand that flies. It is not seen there meanwhile. */
  held: HTMLElement | null;
  width: number;
  transforms: [string, string];
  after: number;
}

function measure({ card, from, to, after }: Flight): Measured | null {
  if (!from || !to) return null;
  const pile = place("pile")?.getBoundingClientRect();
  const [width, height] = [pile?.width ?? 80, pile?.height ?? 114];
  const at = (box: DOMRect) => {
    const scale = Math.min(1, Math.max(0.35, box.height / height));
    return `translate(${box.left + (box.width - width) / 2}px, ${box.top + (box.height - height) / 2}px) scale(${scale})`;
  };
  return {
    copy: () => cardElement(card),
    held: from.hasAttribute("data-card") ? from : null,
    width,
    transforms: [at(from.getBoundingClientRect()), at(to.getBoundingClientRect())],
    after,
  };
}

async function launch({ copy, held, width, transforms, after }: Measured, speed: number): Promise<void> {
  // A card that waits for its turn is not there yet: forty of them on top of the stock would all be drawn.
  if (after > 0) await wait(after / speed);
  const flying = copy();
  flying.classList.add("flight");
  flying.style.width = `${width}px`;
  document.body.append(flying);
  try {
    const moved = flying.animate(
      transforms.map((transform) => ({ transform })),
      { duration: FLIGHT / speed, easing: "cubic-bezier(.2,.7,.2,1)", fill: "both" },
    );
    if (held) held.style.visibility = "hidden";
    await moved.finished;
  } finally {
    flying.remove();
    if (held) setTimeout(() => held.style.removeProperty("visibility"));
  }
}
