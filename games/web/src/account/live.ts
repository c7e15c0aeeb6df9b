/**
 * What the service tells the person by itself: one stream of the account for all tabs, held only while one is seen. A
 * browser allows few connections to a host, and each table has a stream of its own. The tab that holds the lock reads
 * the stream, and repeats its events to the others. It counts the games that wait, opens nonces of sealed tables, and
 * brings notices.
 */
import { effect, signal } from "@preact/signals";
import { api, body, isOffline } from "../api/client";
import { account } from "../api/session";
import { follow, type StreamEvent } from "../api/stream";
import type { Notice } from "../api/types";
import { badge, unread } from "./badge";
import { provide } from "./nonces";
import { showNotice } from "./toasts";

interface News {
  unread: number;
  notice: Notice | undefined;
}

interface WaitingGame {
  game: string;
  nonce_due: "seal" | "open" | null;
}

/** Counts what has changed in the person's games. Lists read it, and fetch themselves again. */
export const changes = signal(0);

const HIDDEN = 10_000;
/** Milliseconds after which a page that is not seen gives the stream back. */

const others = new BroadcastChannel("account");
others.addEventListener("message", ({ data }: MessageEvent<StreamEvent>) => hear(data));

/** Hear an event in every tab. Only this one fetches the notice that it names. */
async function repeat(event: StreamEvent): Promise<void> {
  const heard = event.name === "notice" ? { ...event, data: await fetched((event.data as { id: string }).id) } : event;
  hear(heard);
  others.postMessage(heard);
}

/** Hold the stream while there is an account and the page is seen. */
export function liveAccount(): void {
  const isSeen = signal(document.visibilityState === "visible");
  let timer = 0;
  document.addEventListener("visibilitychange", () => {
    clearTimeout(timer);
    if (document.visibilityState === "visible") isSeen.value = true;
    else timer = window.setTimeout(() => (isSeen.value = false), HIDDEN);
  });
  let held = "";
  let abort = new AbortController();
  effect(() => {
    const player = isSeen.value ? (account.value?.id ?? "") : "";
    if (player === held) return;
    held = player;
    abort.abort();
    if (!account.peek()) badge.value = unread.value = 0;
    if (!player) return;
    abort = new AbortController();
    const { signal } = abort;
    navigator.locks
      .request("account-stream", { signal }, () =>
        follow("/api/v1/me/stream", (event) => void repeat(event), { signal }),
      )
      .catch((error) => {
        if (!signal.aborted) throw error;
      });
    void count();
  });
}

function hear({ name, data }: StreamEvent): void {
  if (name === "end") return;
  if (name === "snapshot") {
    const snapshot = data as { badge: number; waiting: WaitingGame[] };
    badge.value = snapshot.badge;
    for (const game of snapshot.waiting) give(game);
  }
  if (name === "badge") badge.value = (data as { badge: number }).badge;
  if (name === "your-turn") give(data as WaitingGame);
  if (name === "notice" && data) tell(data as News);
  changes.value++;
}

function give({ game, nonce_due }: WaitingGame): void {
  if (nonce_due) void provide(game, nonce_due).catch(ignoreOffline);
}

/** Show a new notice in the words of the service. */
function tell({ unread: count, notice }: News): void {
  unread.value = count;
  if (notice && !notice.read_at) showNotice(notice);
}

async function fetched(id: string): Promise<News | null> {
  try {
    const page = await body(api.GET("/api/v1/me/notices", { params: { query: { limit: 20 } } }));
    return { unread: page.unread, notice: page.items.find((each) => each.id === id) };
  } catch (error) {
    ignoreOffline(error);
    return null;
  }
}

async function count(): Promise<void> {
  try {
    unread.value = (await body(api.GET("/api/v1/me/notices", { params: { query: { limit: 1 } } }))).unread;
    badge.value = (await body(api.GET("/api/v1/me/games", { params: { query: { limit: 1 } } }))).badge;
  } catch (error) {
    ignoreOffline(error);
  }
}

function ignoreOffline(error: unknown): void {
  if (!isOffline(error)) throw error;
}
