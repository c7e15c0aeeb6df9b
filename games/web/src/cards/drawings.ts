/** Puts the drawings of a skin into the page, once. They load beside the page's script, so a table can be shown before them. */

import type { Skin } from "./skins";

const SVG = "http://www.w3.org/2000/svg";

let sheet: SVGElement | undefined;
const shown = new Map<Skin, Promise<void>>();

function add(markup: string): void {
  if (!sheet) {
    sheet = document.createElementNS(SVG, "svg");
    sheet.setAttribute("class", "card-drawings");
    sheet.setAttribute("width", "0");
    sheet.setAttribute("height", "0");
    sheet.setAttribute("aria-hidden", "true");
    document.body.append(sheet);
  }
  const part = document.createElementNS(SVG, "defs");
  part.innerHTML = markup;
  sheet.append(part);
}

async function load(skin: Skin): Promise<void> {
  const { common, drawings } = await import("./drawing/sprite");
  if (!sheet) add(common());
  add(drawings(skin));
}

/** Returns when the cards of this skin are drawn. Without a network, they are drawn as soon as there is one. */
export function showDrawings(skin: Skin): Promise<void> {
  const known = shown.get(skin);
  if (known) return known;
  const loading = load(skin).catch(() => {
    shown.delete(skin);
    addEventListener("online", () => void showDrawings(skin), { once: true });
  });
  shown.set(skin, loading);
  return loading;
}
