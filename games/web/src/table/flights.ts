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

const isCalm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
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
  await Promise.all(flights.map((flight) => launch(flight, speed)));
  const isNoted =
    seat !== own && ["cards-played", "announced", "passed", "turn-skipped", "challenged"].includes(event.type);
  if (isNoted) await wait(PAUSE / speed);
}

async function launch({ card, from, to, after }: Flight, speed: number): Promise<void> {
  if (!from || !to) return;
  const [start, end] = [from.getBoundingClientRect(), to.getBoundingClientRect()];
  const pile = place("pile")?.getBoundingClientRect();
  const [width, height] = [pile?.width ?? 80, pile?.height ?? 114];
  const copy = cardElement(card);
  copy.classList.add("flight");
  copy.style.width = `${width}px`;
  const at = (box: DOMRect) => {
    const scale = Math.min(1, Math.max(0.35, box.height / height));
    return `translate(${box.left + (box.width - width) / 2}px, ${box.top + (box.height - height) / 2}px) scale(${scale})`;
  };
  document.body.append(copy);
  const held = from.hasAttribute("data-card") ? from : null;
  try {
    const timing = {
      duration: FLIGHT / speed,
      delay: after / speed,
      easing: "cubic-bezier(.2,.7,.2,1)",
      fill: "both",
    } as const;
    const moved = copy.animate([{ transform: at(start) }, { transform: at(end) }], timing);
    if (held) held.style.visibility = "hidden";
    await moved.finished;
  } finally {
    copy.remove();
    if (held) setTimeout(() => held.style.removeProperty("visibility"));
  }
}
