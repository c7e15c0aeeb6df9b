/** Server-sent events by `fetch`, because EventSource cannot send the access token. */
import { EventSourceParserStream } from "eventsource-parser/stream";
import { accessToken } from "./session";

export interface StreamEvent {
  name: string;
  id: string;
  data: unknown;
}

const FIRST_PAUSE = 500;
const LONGEST_WAIT = 25;
/** Seconds for which the service holds a request back until something happens. */
const LONGEST_PAUSE = 20_000;

/**
 * Read a stream until `signal` aborts. It begins again after a break, with the last id, and soon after the device is
 * online or the page is seen again. `onState` is called with whether the stream stands.
 *
 * There are no streams for people who are not signed in. They get the events of a public game by long polls.
 */
export async function follow(
  path: string,
  onEvent: (event: StreamEvent) => void,
  { signal, after, onState }: { signal: AbortSignal; after?: () => number; onState?: (isOpen: boolean) => void },
): Promise<void> {
  let pause = FIRST_PAUSE;
  while (!signal.aborted) {
    try {
      const token = await accessToken();
      if (!token && after) {
        if (await poll(path.replace(/stream$/, "events"), onEvent, { signal, after, onState })) return;
        pause = FIRST_PAUSE;
        continue;
      }
      const answer = await fetch(after ? `${path}?after=${after()}` : path, {
        headers: { Accept: "text/event-stream", ...(token ? { Authorization: `Bearer ${token}` } : {}) },
        signal,
      });
      if (answer.status === 404 || answer.status === 410) return;
      if (answer.status === 401 && token) await accessToken(token);
      if (answer.ok && answer.body) {
        onState?.(true);
        pause = FIRST_PAUSE;
        const events = answer.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
        for await (const { event, id, data } of iterate(events)) {
          onEvent({ name: event ?? "", id: id ?? "", data: JSON.parse(data) });
          if (event === "end" && (JSON.parse(data) as { reason: string }).reason === "game_over") return;
        }
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof TypeError) && !(error instanceof DOMException)) throw error;
    }
    onState?.(false);
    await wait(pause, signal);
    pause = Math.min(pause * 2, LONGEST_PAUSE);
  }
}

interface Polled {
  signal: AbortSignal;
  after: () => number;
  onState: ((isOpen: boolean) => void) | undefined;
}

/** Wait for the next events once. Returns whether there will never be more. Throws TypeError without an answer. */
async function poll(path: string, onEvent: (event: StreamEvent) => void, polled: Polled): Promise<boolean> {
  const { signal, after, onState } = polled;
  const answer = await fetch(`${path}?after=${after()}&wait=${LONGEST_WAIT}`, { signal });
  if (answer.status === 401 || answer.status === 404) return true;
  if (!answer.ok) throw new TypeError(`no events: ${answer.status}`);
  onState?.(true);
  const { items } = (await answer.json()) as { items: { type: string; version: number }[] };
  for (const item of items) onEvent({ name: "", id: String(item.version), data: item });
  return items.some(({ type }) => type === "game-ended");
}

async function* iterate<T>(stream: ReadableStream<T>): AsyncGenerator<T> {
  const reader = stream.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
  } finally {
    reader.releaseLock();
  }
}

/** Wait for some milliseconds, or until the device is online or the signal aborts. */
function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener("online", done);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    addEventListener("online", done);
    signal.addEventListener("abort", done);
  });
}
