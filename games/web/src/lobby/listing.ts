/** Lists of public games, and what a list shows of each. */
import { api, body } from "../api/client";
import { ensureAccount } from "../api/session";
import type { ListedGame } from "../api/types";

export interface Filter {
  variant: string;
  pace: string;
  isRated: boolean;
}

export const EVERYTHING: Filter = { variant: "", pace: "", isRated: false };
export const EVERY = 4000;
/** Milliseconds between two looks at a list. Each costs an answer without a body while nothing has changed. */

/** Fetch the public games that wait or are played. */
export async function fetchGames(status: "waiting" | "playing", filter: Filter): Promise<ListedGame[]> {
  await ensureAccount();
  const query = {
    status,
    limit: 100,
    ...(filter.variant ? { variant: filter.variant } : {}),
    ...(filter.isRated ? { rated: true } : {}),
  };
  const { items } = await body(api.GET("/api/v1/games", { params: { query } }));
  return items.filter(({ terms }) => !filter.pace || terms.clock.preset === filter.pace);
}
