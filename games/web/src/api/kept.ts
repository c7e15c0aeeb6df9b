/** What this device keeps of a player's games, so that they can be shown and played without a network. */
import type { PastTable } from "./types";

const TABLE = "table:";
const PLACES = [TABLE, "move:", "games"];
const MOST_TABLES = 60;

/** Keep the table that is shown of a game. Those of the oldest games make room. */
export function keepTable(table: PastTable): void {
  const place = TABLE + table.id;
  if (localStorage.getItem(place) === null) {
    // The ids of games are in the order in which the games were made.
    const places = Object.keys(localStorage).filter((key) => key.startsWith(TABLE));
    for (const old of places.sort().slice(0, Math.max(0, places.length - MOST_TABLES + 1)))
      localStorage.removeItem(old);
  }
  localStorage.setItem(place, JSON.stringify(table));
}

/** Return the table of a game as this device showed it last, or null. */
export function keptTable(game: string): PastTable | null {
  const text = localStorage.getItem(TABLE + game);
  return text ? (JSON.parse(text) as PastTable) : null;
}

/** Forget all games of a player: somebody else uses this device now. */
export function forgetGames(): void {
  for (const key of Object.keys(localStorage)) {
    if (PLACES.some((place) => key.startsWith(place))) localStorage.removeItem(key);
  }
}
