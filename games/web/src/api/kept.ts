/** What this device keeps of a player's games, so that they can be shown and played without a network. */

import { keysWith, storage } from "../storage";
import type { PastTable } from "./types";

const TABLE = "table:";
const PLACES = [TABLE, "move:", "games"];
const MOST_TABLES = 60;

/** Keep the table that is shown of a game. Those of the oldest games make room. */
export function keepTable(table: PastTable): void {
  const place = TABLE + table.id;
  if (storage.getItem(place) === null) {
    // The ids of games are in the order in which the games were made.
    const places = keysWith(TABLE);
    for (const old of places.sort().slice(0, Math.max(0, places.length - MOST_TABLES + 1))) storage.removeItem(old);
  }
  storage.setItem(place, JSON.stringify(table));
}

/** Return the table of a game as this device showed it last, or null. */
export function keptTable(game: string): PastTable | null {
  const text = storage.getItem(TABLE + game);
  return text ? (JSON.parse(text) as PastTable) : null;
}

/** Forget all games of a player: somebody else uses this device now. */
export function forgetGames(): void {
  for (const key of PLACES.flatMap(keysWith)) storage.removeItem(key);
}
