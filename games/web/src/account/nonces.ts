/**
 * The person's nonces: their share in the chance of each game. The page makes, sends, keeps and opens them without asking
 * the person.
 */
import { api, body, Refused } from "../api/client";
import { sealOf } from "../replay/fairness/bytes";
import { keepFirstReceipt, keptNonce, nonceOf, seatAt } from "../replay/fairness/kept";
import { storage } from "../storage";

export { seatAt };

/** What a request for a seat sends: the nonce, or its seal at a sealed table. */
type Share = { nonce: string } | { seal: string };

/** Return a fresh nonce that this device keeps for a request or a game. */
function freshNonce(of: string): string {
  const nonce = [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0"));
  storage.setItem(nonceOf(of), nonce.join(""));
  return nonce.join("");
}

/**
 * Send a request that gives the person a seat. `request` names it, so that the same request has the same nonce after a
 * reload: the nonce is on this device before it is sent.
 */
export async function sit<T extends { id: string }>(
  request: string,
  isSealed: boolean,
  send: (share: Share) => Promise<T>,
): Promise<T> {
  const before = storage.getItem(nonceOf(request));
  const nonce = before ?? freshNonce(request);
  try {
    const table = await send(isSealed ? { seal: await sealOf(nonce) } : { nonce });
    // A rematch is also given to whoever has the seat already: the service still has the nonce of the first time.
    if (!request.startsWith(REMATCH) || keptNonce(table.id) === null) storage.setItem(nonceOf(table.id), nonce);
    storage.removeItem(nonceOf(request));
    return table;
  } catch (error) {
    // If no answer came before, the service may have taken the nonce then.
    if (error instanceof Refused && error.status < 500 && before === null) storage.removeItem(nonceOf(request));
    throw error;
  }
}

const REMATCH = "rematch:";
/** What names a request for the game that follows this one. */
export const rematchOf = (game: string) => REMATCH + game;

/** Seal or open the person's nonce of a game. Return whether this device has what is asked for. */
export async function provide(game: string, ask: "seal" | "open"): Promise<boolean> {
  const path = { game };
  if (ask === "seal") {
    const seal = await sealOf(freshNonce(game));
    await body(api.POST("/api/v1/games/{game}/nonces", { params: { path }, body: { seal } }));
    return true;
  }
  const nonce = keptNonce(game);
  if (nonce === null) return false;
  const { you, nonces_due: due, receipt } = await body(api.GET("/api/v1/games/{game}", { params: { path } }));
  // Until now nobody knew the nonce. With this receipt, the service cannot change seed or seals when it does.
  if (you && due?.ask === "open" && due.seats.includes(you.seat)) keepFirstReceipt(receipt);
  await body(api.POST("/api/v1/games/{game}/nonces", { params: { path }, body: { nonce } }));
  return true;
}

/** Forget the nonce of a game that the person has left. */
export function forgetNonce(game: string): void {
  for (const of of [game, seatAt(game)]) storage.removeItem(nonceOf(of));
}
