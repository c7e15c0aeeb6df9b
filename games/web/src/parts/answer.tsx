/** An answer of the service on a screen: while it is awaited, when it is there, and when it cannot be had. */
import { t } from "@lingui/core/macro";
import { useEffect, useState } from "preact/hooks";
import { isOffline, Refused } from "../api/client";

export type Answer<T> =
  | { state: "waiting" }
  | { state: "ready"; value: T }
  | { state: "fault"; error: unknown; again: () => void };

/**
 * Load something when the screen opens and when one of `inputs` changes, and again when a network comes back that was
 * missing. An answer that comes too late is dropped.
 */
export function useAnswer<T>(load: () => Promise<T>, inputs: readonly unknown[]): Answer<T> {
  const [answer, set] = useState<Answer<T>>({ state: "waiting" });
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let isWanted = true;
    set({ state: "waiting" });
    load().then(
      (value) => isWanted && set({ state: "ready", value }),
      (error: unknown) => isWanted && set({ state: "fault", error, again: () => setTries((before) => before + 1) }),
    );
    return () => {
      isWanted = false;
    };
  }, [...inputs, tries]);
  useEffect(() => {
    if (answer.state !== "fault" || !isOffline(answer.error)) return;
    addEventListener("online", answer.again);
    return () => removeEventListener("online", answer.again);
  }, [answer]);
  return answer;
}

/** What stands in place of an answer that is not there. */
export function NotReady({ answer }: { answer: Exclude<Answer<unknown>, { state: "ready" }> }) {
  if (answer.state === "waiting") return <p class="waiting-for" role="status">{t`One moment …`}</p>;
  const { error, again } = answer;
  if (error instanceof Refused && error.status === 404) {
    return (
      <div class="not-there">
        <h1>{t`There is nothing here`}</h1>
        <a class="button" href="/">{t`To the start`}</a>
      </div>
    );
  }
  return (
    <div class="not-there" role="alert">
      <p>{isOffline(error) ? t`There is no network.` : error instanceof Error ? error.message : String(error)}</p>
      <button type="button" onClick={again}>{t`Try again`}</button>
    </div>
  );
}
