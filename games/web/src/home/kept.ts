/** The list of the person's games as it was at the last visit, so that there is one without a network. */
import type { OwnGame } from "../api/types";
import { storage } from "../storage";

const KEPT = "games";

interface Kept {
  player: string;
  items: OwnGame[];
}

export function keepGames(player: string, items: OwnGame[]): void {
  storage.setItem(KEPT, JSON.stringify({ player, items } satisfies Kept));
}

/** Return the kept list of this player, or null. */
export function keptGames(player: string): OwnGame[] | null {
  const text = storage.getItem(KEPT);
  const kept = text ? (JSON.parse(text) as Kept) : null;
  return kept?.player === player ? kept.items : null;
}
