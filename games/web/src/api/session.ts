/** The account of this device: its tokens, kept in the browser and shared by all tabs. */
import { signal } from "@preact/signals";
import { language } from "../i18n";
import type { Profile, Tokens } from "./types";

interface Kept extends Tokens {
  player: Profile;
}

const KEPT = "session";
const LOCK = "session";
const EARLY = 60_000;
/** Milliseconds before its end at which an access token is replaced. */

function read(): Kept | null {
  const text = localStorage.getItem(KEPT);
  return text ? (JSON.parse(text) as Kept) : null;
}

function write(kept: Kept | null): void {
  if (kept) localStorage.setItem(KEPT, JSON.stringify(kept));
  else localStorage.removeItem(KEPT);
  account.value = kept?.player ?? null;
}

/** The profile of the person, or null while they have no account. */
export const account = signal<Profile | null>(read()?.player ?? null);
addEventListener("storage", (event) => {
  if (event.key === KEPT) account.value = read()?.player ?? null;
});

async function send(path: string, body: unknown): Promise<Response> {
  return fetch(`/api/v1${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "Idempotency-Key": crypto.randomUUID() },
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

/** Forget the account on this device. The service ends the session. */
export async function signOut(): Promise<void> {
  const kept = read();
  write(null);
  if (kept) await send("/auth/logout", { refresh: kept.refresh });
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

/** Return an access token that holds for a while, or null without an account. *worn* is one that was refused. */
export async function accessToken(worn?: string): Promise<string | null> {
  const kept = read();
  if (!kept) return null;
  if (kept.access !== worn && Date.parse(kept.access_expires_at) - Date.now() > EARLY) return kept.access;
  // One tab at a time: a refresh token works once, so the others take the pair that the first one got.
  return navigator.locks.request(LOCK, async () => {
    const now = read();
    if (!now || now.access !== kept.access) return now?.access ?? null;
    const answer = await send("/auth/refresh", { refresh: now.refresh });
    if (answer.status === 401) write(null);
    if (!answer.ok) return null;
    write({ ...now, ...((await answer.json()) as Tokens) });
    return read()?.access ?? null;
  });
}
