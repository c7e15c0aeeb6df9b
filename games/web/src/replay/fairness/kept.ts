/**
 * What this device kept of each game to check it later: the person's nonce, the receipt from before that nonce was opened,
 * and the newest receipt from while the game ran. With these, the house cannot show another game later.
 */

import { storage } from "../../storage";
import type { Kept } from "./check";
import type { Receipt } from "./signatures";

const newest = (game: string) => `receipt:${game}`;
const first = (game: string) => `first-receipt:${game}`;
export const nonceOf = (of: string) => `nonce:${of}`;
/** What names a request for a seat of this game. */
export const seatAt = (game: string) => `seat:${game}`;

export function keepReceipt(receipt: Receipt): void {
  storage.setItem(newest(receipt.game), JSON.stringify(receipt));
}

/** Keep a receipt from just before the person's nonce is opened. */
export function keepFirstReceipt(receipt: Receipt): void {
  storage.setItem(first(receipt.game), JSON.stringify(receipt));
}

/** Return the nonce that this device kept of a game, also if no answer came when it was sent; or null. */
export function keptNonce(game: string): string | null {
  return storage.getItem(nonceOf(game)) ?? storage.getItem(nonceOf(seatAt(game)));
}

export function kept(game: string, seat: number | null): Kept {
  const texts = [first(game), newest(game)].map((place) => storage.getItem(place)).filter((text) => text !== null);
  return { seat, nonce: keptNonce(game), receipts: texts.map((text) => JSON.parse(text) as Receipt) };
}
