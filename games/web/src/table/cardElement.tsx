import { render } from "preact";
import { Card } from "../cards/Card";
import { skin } from "../looks/looks";

let back: HTMLElement | null = null;
/** Cards face down look alike, and many of them fly at once. */

/** Return a card as an element that is no part of the page yet. */
export function cardElement(card: string): HTMLElement {
  if (card !== "?") return drawn(<Card card={card} skin={skin.value} />);
  back ??= drawn(<Card card="" skin={skin.value} faceDown />);
  return back.cloneNode(true) as HTMLElement;
}

function drawn(card: ReturnType<typeof Card>): HTMLElement {
  const element = document.createElement("div");
  render(card, element);
  return element;
}
