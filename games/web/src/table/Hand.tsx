/** The own cards. A tap plays a card, or picks it up when it can be laid with others. A drag to the middle does the same. */
import { t } from "@lingui/core/macro";
import { useRef } from "preact/hooks";
import type { MoveChoice } from "../api/types";
import { Card } from "../cards/Card";
import { looks, type Skin } from "../looks/looks";
import { cardName } from "../parts/words";
import { sorted } from "./sorting";

interface Props {
  hand: readonly string[];
  drawn: string | null;
  pack: string;
  skin: Skin;
  /** What can be done with the cards. Without it they are only shown. */
  play?: Play;
  label?: string;
}

interface Play {
  plays: readonly MoveChoice[];
  /** The places in the hand that are picked up. */
  picked: readonly number[];
  addable: ReadonlySet<string>;
  pendingCards: readonly string[];
  isActive: boolean;
  shaken: number;
  onTap: (place: number) => void;
  onDrop: (place: number) => void;
}

const MOST_BENT = 9;
/** More cards lie in a row, which scrolls. */
const DRAG = 14;
/** Pixels after which a press is a drag. A finger must go upwards, because to the side it scrolls the hand. */

export function Hand({ hand, drawn, pack, skin, play, label = t`Your cards` }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const legal = new Set(play?.plays.flatMap(({ cards }) => cards));
  const order = sorted(hand, looks.value.sorting);
  const drawnAt = drawn ? hand.lastIndexOf(drawn) : -1;

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step || !list.current) return;
    const cards = [...list.current.querySelectorAll<HTMLButtonElement>("button")];
    const at = cards.indexOf(document.activeElement as HTMLButtonElement);
    cards[(at + step + cards.length) % cards.length]?.focus();
    event.preventDefault();
  };

  return (
    <ul
      ref={list}
      class={hand.length > MOST_BENT ? "hand many" : "hand"}
      style={{ "--cards": hand.length }}
      data-hand
      onKeyDown={play && onKeyDown}
      aria-label={label}
    >
      {order.map((place, index) => {
        const card = hand[place] ?? "";
        const key = `${card}-${hand.slice(0, place).filter((each) => each === card).length}`;
        const drawn = place === drawnAt ? "drawn" : "";
        // From the middle of the fan, so that CSS can bend it.
        const off = { "--off": index - (order.length - 1) / 2 };
        if (!play) {
          return (
            <li key={key} style={off}>
              <span class={`held ${drawn}`} data-card={card}>
                <Card card={card} skin={skin} fourColour={looks.value.fourColour} title={cardName(card, pack)} />
              </span>
            </li>
          );
        }
        const { picked, addable, isActive } = play;
        const isPicked = picked.includes(place);
        const canPlay = isActive && (picked.length > 0 ? isPicked || addable.has(card) : legal.has(card));
        const state = [
          isPicked ? "picked" : "",
          canPlay ? "legal" : isActive ? "dimmed" : "",
          play.pendingCards.includes(card) ? "pending" : "",
          drawn,
        ];
        return (
          <li key={key} style={off}>
            <button
              type="button"
              class={`held ${state.join(" ")}`}
              data-card={card}
              data-shaken={play.shaken === place || undefined}
              tabIndex={index === 0 ? 0 : -1}
              aria-pressed={isPicked}
              aria-disabled={!canPlay}
              aria-label={canPlay ? t`Play ${cardName(card, pack)}` : cardName(card, pack)}
              onClick={() => play.onTap(place)}
              onPointerDown={(event) => drag(event, () => play.onDrop(place))}
            >
              <Card card={card} skin={skin} fourColour={looks.value.fourColour} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** Let a card follow the pointer. Dropped over the middle of the table it is played, elsewhere it goes back. */
function drag(down: PointerEvent, onDrop: () => void): void {
  const card = down.currentTarget as HTMLElement;
  let isDragging = false;
  card.setPointerCapture(down.pointerId); // a mouse may leave the card before it has gone far enough
  const move = (event: PointerEvent) => {
    const [x, y] = [event.clientX - down.clientX, event.clientY - down.clientY];
    const isMeant = event.pointerType === "touch" ? y < -DRAG && Math.abs(x) < -y * 1.5 : Math.hypot(x, y) > DRAG;
    if (!isDragging && !isMeant) return;
    isDragging = true;
    card.classList.add("dragged");
    card.style.transform = `translate(${x}px, ${y}px) rotate(${x / 40}deg)`;
  };
  const up = (event: PointerEvent) => {
    card.removeEventListener("pointermove", move);
    card.removeEventListener("pointerup", up);
    card.removeEventListener("pointercancel", up);
    if (!isDragging) return;
    // The browser may make a click of it, at once or not at all.
    const stop = (click: Event) => click.stopImmediatePropagation();
    card.addEventListener("click", stop, { capture: true });
    setTimeout(() => {
      card.removeEventListener("click", stop, { capture: true });
      card.classList.remove("dragged");
    });
    card.style.removeProperty("transform");
    const felt = document.querySelector("[data-felt]")?.getBoundingClientRect();
    const isOver = felt && event.clientY < felt.bottom && event.clientX > felt.left && event.clientX < felt.right;
    if (event.type === "pointerup" && isOver) onDrop();
  };
  card.addEventListener("pointermove", move);
  card.addEventListener("pointerup", up);
  card.addEventListener("pointercancel", up);
}
