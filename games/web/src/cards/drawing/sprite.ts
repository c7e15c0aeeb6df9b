/** The sprite: every sign, figure and back once, as symbols that the cards refer to. */

import type { Suit } from "../notation";
import { SUITS } from "../notation";
import type { Skin } from "../skins";
import { SIGNS } from "../skins";
import { deuce, frenchAce } from "./aces";
import { BACK } from "./back";
import { banner } from "./banner";
import type { Court } from "./courts/figures";
import { FIGURES, figure } from "./courts/figures";
import { badge, ROBE, sash } from "./courts/robes";
import { symbol } from "./draw";
import { catHead, joker, MOON, SUN } from "./joker";
import { PIPS } from "./pips";

const WHOLE = "0 0 140 200";
const PIP = "-50 -50 100 100";
const COURTS: readonly Court[] = ["J", "Q", "K"];

const twoHeaded = (id: string, half: string, middle: string): string =>
  symbol(id, WHOLE, `<g id="${id}-half">${half}</g><use href="#${id}-half" transform="rotate(180 70 100)"/>`, middle);

function court(skin: Skin, rank: Court, suit: Suit): string {
  const id = `${skin}-${rank}${suit}`;
  const sign = SIGNS[skin][suit];
  const half = figure(FIGURES[skin][`${rank}${suit}`]);
  if (skin === "french" || rank === "K") return twoHeaded(id, half, sash + badge(sign, 70, 100, 12.5));
  // The sign of an Ober is held high, that of an Unter hangs low, as the old packs have it.
  return twoHeaded(
    id,
    half + (rank === "Q" ? `<use href="#pip-${sign}" x="98" y="27" width="32" height="32"/>` : badge(sign, 27, 90, 14)),
    sash,
  );
}

const ace = (skin: Skin, suit: Suit): string =>
  symbol(`${skin}-A${suit}`, WHOLE, skin === "french" ? frenchAce(suit) : deuce(SIGNS[skin][suit]));

/** What all skins share: the signs, the back, the jokers, and the shape of a robe that clips its pattern. */
export const common = (): string =>
  [
    `<clipPath id="card-robe"><path d="${ROBE}"/></clipPath>`,
    symbol("card-back", WHOLE, BACK),
    ...Object.entries(PIPS).map(([sign, drawing]) => symbol(`pip-${sign}`, PIP, drawing)),
    symbol("pip-cat", PIP, catHead("suit", "paper")),
    symbol("pip-sun", PIP, SUN),
    symbol("pip-moon", PIP, MOON),
    twoHeaded("joker-sun", joker(SUN), sash),
    twoHeaded("joker-moon", joker(MOON), sash),
  ].join("");

/** Returns the symbols of a skin: `<skin>-<card>` for its aces, courts and banners. */
export const drawings = (skin: Skin): string =>
  SUITS.map((suit) =>
    [
      ace(skin, suit),
      ...COURTS.map((rank) => court(skin, rank, suit)),
      skin === "swiss" ? symbol(`${skin}-T${suit}`, WHOLE, banner(SIGNS[skin][suit])) : "",
    ].join(""),
  ).join("");
