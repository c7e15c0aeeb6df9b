/** The account of this device: its tokens, kept in the browser and shared by all tabs. */
import { signal } from "@preact/signals";
import { language } from "../i18n";
import { storage } from "../storage";
import { forgetGames } from "./kept";
import type { Profile, Tokens } from "./types";

interface Kept extends Tokens {
  player: Profile;
}

const KEPT = "session";
const ENDED = "session-ended";
const LOCK = "session";
const EARLY = 60_000;
/** Milliseconds before its end at which an access token is replaced. */
const REST = 5_000;
/** Milliseconds for which a service that could not replace a token is left in peace. */
let restsUntil = 0;

function read(): Kept | null {
  const text = storage.getItem(KEPT);
  return text ? (JSON.parse(text) as Kept) : null;
}

/** Keep the session of a player, or none. What this device holds of another player's games goes. */
function write(kept: Kept | null): void {
  const before = read()?.player ?? readEnded();
  if (before && before.id !== kept?.player.id) forgetGames();
  if (kept) storage.setItem(KEPT, JSON.stringify(kept));
  else storage.removeItem(KEPT);
  storage.removeItem(ENDED);
  account.value = kept?.player ?? null;
}

/**
 * Forget a session that the service does not know any more, but not whose it was: the person must be told. Their games
 * stay on this device until they say how to go on.
 */
function end(kept: Kept): void {
  storage.setItem(ENDED, JSON.stringify(kept.player));
  storage.removeItem(KEPT);
  ended.value = kept.player;
  account.value = null;
}

/** Note that the person goes on without the session that has ended. */
export function forgetEnded(): void {
  write(null);
  ended.value = null;
}

function readEnded(): Profile | null {
  const text = storage.getItem(ENDED);
  return text ? (JSON.parse(text) as Profile) : null;
}

/** The profile of the person, or null while they have no account. */
export const account = signal<Profile | null>(read()?.player ?? null);
/** Whose session has ended without their doing, until they have chosen how to go on. All tabs ask them. */
export const ended = signal<Profile | null>(read() ? null : readEnded());
addEventListener("storage", (event) => {
  if (event.key === ENDED) ended.value = readEnded();
  if (event.key === KEPT) account.value = read()?.player ?? null;
});

async function send(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`/api/v1${path}`, {
    method: "POST",
    headers: { ...headers, "Content-Type": "application/json", "Idempotency-Key": crypto.randomUUID() },
    body: JSON.stringify(body),
  });
}

/** Take over the tokens of somebody who has just signed in. */
export function signIn(kept: Kept): void {
  write(kept);
}

/** Show a changed profile. */
export function keepProfile(player: Profile): void {
  const kept = read();
  if (kept) write({ ...kept, player });
}

/** End the session at the service, and forget the account on this device. Throws TypeError without a network. */
export async function signOut(): Promise<void> {
  const token = await accessToken();
  if (token) await send("/auth/logout", {}, { Authorization: `Bearer ${token}` });
  write(null);
}

/** Make a guest, unless there is an account. Nobody has to fill in a form. */
export async function ensureAccount(): Promise<void> {
  await navigator.locks.request(LOCK, async () => {
    if (read()) return;
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const answer = await send("/auth/guest", { locale: language(), time_zone: zone });
    if (!answer.ok) throw new Error(`No guest could be made: ${answer.status}`);
    write((await answer.json()) as Kept);
  });
}

/**
 * Return an access token, or null without an account. *worn* is one that was refused. One that ends soon is replaced;
 * while the service is too busy for that, it serves to its end. Throws TypeError if there is none and the service cannot
 * be reached: that ends no session.
 */
export async function accessToken(worn?: string): Promise<string | null> {
  const kept = read();
  if (!kept) return null;
  if (kept.access !== worn && Date.parse(kept.access_expires_at) - Date.now() > EARLY) return kept.access;
  // One tab at a time: a refresh token works once, so the others take the pair that the first one got.
  return navigator.locks.request(LOCK, async () => {
    const now = read();
    if (!now || now.access !== kept.access) return now?.access ?? null;
    const spare = now.access !== worn && Date.parse(now.access_expires_at) > Date.now() ? now.access : null;
    if (spare && Date.now() < restsUntil) return spare;
    const answer = await send("/auth/refresh", { refresh: now.refresh });
    if (answer.status === 401) {
      end(now);
      return null;
    }
    if (!answer.ok) {
      restsUntil = Date.now() + REST;
      if (spare) return spare;
      throw new TypeError(`no new token: ${answer.status}`);
    }
    write({ ...now, ...((await answer.json()) as Tokens) });
    return read()?.access ?? null;
  });
}
