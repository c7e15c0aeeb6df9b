/** What seats have just said aloud, for as long as it stands at the table. */
import { type Signal, useSignal } from "@preact/signals";
import { useCallback } from "preact/hooks";
import type { GameEvent } from "../api/types";

const SPEECH = 2600;
/** Milliseconds that a word stands at the table. */

/** Return the words by their seats, and what to call with each event. */
export function useSpeech(): [Signal<ReadonlyMap<number, string>>, (event: GameEvent) => void] {
  const speech = useSignal<ReadonlyMap<number, string>>(new Map());
  const say = useCallback(
    (event: GameEvent) => {
      const word = event.data.word;
      if (typeof word !== "string" || !word || event.seat === null) return;
      const seat = event.seat;
      speech.value = new Map(speech.value).set(seat, word);
      setTimeout(() => {
        const left = new Map(speech.value);
        left.delete(seat);
        speech.value = left;
      }, SPEECH);
    },
    [speech],
  );
  return [speech, say];
}
