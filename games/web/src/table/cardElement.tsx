import { render } from "preact";
import { Card } from "../cards/Card";
import { skin } from "../looks/looks";

/** Return a card as an element that is no part of the page yet. */
export function cardElement(card: string): HTMLElement {
  const element = document.createElement("div");
  render(<Card card={card === "?" ? "" : card} skin={skin.value} faceDown={card === "?"} />, element);
  return element;
}
