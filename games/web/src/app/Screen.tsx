/** The states of a screen that reads from the service: it loads, it works, it is offline, or it was refused. */
import { t } from "@lingui/core/macro";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { isOffline, Refused } from "../api/client";

export interface Fetched<T> {
  data: T | null;
  fault: "offline" | Refused | null;
  reload: () => Promise<void>;
}

/** Fetch when the screen opens and whenever one of `on` changes, and every so many milliseconds while it is seen. */
export function useFetched<T>(fetchIt: () => Promise<T>, on: readonly unknown[], every = 0): Fetched<T> {
  const [data, setData] = useState<T | null>(null);
  const [fault, setFault] = useState<Fetched<T>["fault"]>(null);
  const newest = useRef(0);
  const fetchNow = useRef(fetchIt);
  fetchNow.current = fetchIt;
  const reload = useCallback(async () => {
    const own = ++newest.current;
    try {
      const found = await fetchNow.current();
      if (own !== newest.current) return;
      setData(found);
      setFault(null);
    } catch (error) {
      if (own !== newest.current) return;
      if (isOffline(error)) setFault("offline");
      else if (error instanceof Refused) setFault(error);
      else throw error;
    }
  }, []);
  useEffect(() => {
    void reload();
    if (every === 0) return;
    const again = () => {
      if (document.visibilityState === "visible") void reload();
    };
    const timer = setInterval(again, every);
    document.addEventListener("visibilitychange", again);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", again);
    };
  }, [...on, every, reload]);
  useEffect(() => {
    const again = () => void reload();
    addEventListener("online", again);
    return () => {
      removeEventListener("online", again);
      newest.current++;
    };
  }, [reload]);
  return { data, fault, reload };
}

/** What a screen shows while there is nothing to show, and why. */
export function Missing({ of: { fault, reload } }: { of: Fetched<unknown> }) {
  if (!fault) return <p class="missing" aria-busy="true">{t`One moment …`}</p>;
  return (
    <div class="missing" role="alert">
      <p>{fault === "offline" ? t`The service cannot be reached. Is there a network?` : fault.message}</p>
      <button type="button" onClick={() => void reload()}>{t`Try again`}</button>
    </div>
  );
}

/** Return the sentence for something that did not work. */
export function sentence(error: unknown): string {
  if (isOffline(error)) return t`The service cannot be reached. Is there a network?`;
  if (error instanceof Refused) {
    const fields = Object.values(error.problem.errors ?? {}).flat();
    return fields.length > 0 ? fields.join(" ") : error.message;
  }
  throw error;
}
