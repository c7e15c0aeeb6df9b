/** The nonces of sealed tables. The page makes, keeps and opens them without asking the person. */
import { api, body } from "../api/client";
import { storage } from "../storage";

const place = (of: string) => `nonce:${of}`;

/** Return the seal of a nonce: its SHA-256 in hexadecimal digits. */
export async function sealOf(nonce: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(nonce));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Return the nonce that is kept for a request or a game, or make one. */
function nonceFor(of: string): string {
  const kept = storage.getItem(place(of));
  if (kept) return kept;
  const nonce = [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0"));
  storage.setItem(place(of), nonce.join(""));
  return nonce.join("");
}

/**
 * Send a request that gives the person a seat at a sealed table. `request` names it, so that the same request has the
 * same seal after a reload: the nonce is on this device before its seal is sent.
 */
export async function sit<T extends { id: string }>(
  request: string,
  isSealed: boolean,
  send: (seal: { seal?: string }) => Promise<T>,
): Promise<T> {
  if (!isSealed) return send({});
  const nonce = nonceFor(request);
  const table = await send({ seal: await sealOf(nonce) });
  // If the person has the seat already, the service still has the seal of the first time.
  if (!storage.getItem(place(table.id))) storage.setItem(place(table.id), nonce);
  storage.removeItem(place(request));
  return table;
}

/** Seal or open the person's nonce of a game. Return whether this device has what is asked for. */
export async function provide(game: string, ask: "seal" | "open"): Promise<boolean> {
  const path = { game };
  if (ask === "seal") {
    storage.removeItem(place(game));
    const seal = await sealOf(nonceFor(game));
    await body(api.POST("/api/v1/games/{game}/nonces", { params: { path }, body: { seal } }));
    return true;
  }
  const nonce = storage.getItem(place(game));
  if (!nonce) return false;
  await body(api.POST("/api/v1/games/{game}/nonces", { params: { path }, body: { nonce } }));
  return true;
}
