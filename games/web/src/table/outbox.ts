/** Moves that the service has not answered yet. They outlive a reload, and each is sent with its own key until then. */
import { storage } from "../storage";

export interface Draft {
  key: string;
  turn: number;
  move: string;
}

const place = (game: string) => `move:${game}`;

/** Return the move of a game that waits for its answer, or null. */
export function waiting(game: string): Draft | null {
  const text = storage.getItem(place(game));
  return text ? (JSON.parse(text) as Draft) : null;
}

/** Keep a move before it is sent for the first time. A repetition with its key has no further effect. */
export function put(game: string, turn: number, move: string): Draft {
  const draft = { key: crypto.randomUUID(), turn, move };
  storage.setItem(place(game), JSON.stringify(draft));
  return draft;
}

/** Forget a move because it was answered, or taken back before it left. */
export function drop(game: string): void {
  storage.removeItem(place(game));
}
