import type { Person } from "../api/types";

/** What a seat of a table and a seat of a list have in common. */
export interface SeatLike {
  seat: number;
  player: Person | null;
  bot: string | null;
}
