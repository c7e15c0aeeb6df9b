/** The newest receipt of each game that this device saw while it ran. With it, the house cannot show another game later. */

import { storage } from "../../storage";
import type { Receipt } from "./signatures";

const place = (game: string) => `receipt:${game}`;

export function keepReceipt(receipt: Receipt): void {
  storage.setItem(place(receipt.game), JSON.stringify(receipt));
}

export function keptReceipt(game: string): Receipt | null {
  const text = storage.getItem(place(game));
  return text ? (JSON.parse(text) as Receipt) : null;
}
