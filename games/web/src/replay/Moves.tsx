/** What happened in a game, line by line in the reader's language. A click goes there. */
import { t } from "@lingui/core/macro";
import { useEffect, useRef } from "preact/hooks";
import { duration } from "../parts/duration";
import { currentStop } from "./stops";
import type { Tape } from "./tape";

export function Moves({ tape }: { tape: Tape }) {
  const list = useRef<HTMLOListElement>(null);
  const current = currentStop(tape.stops.value, tape.version.value);
  useEffect(() => {
    const line = list.current?.querySelector<HTMLElement>("[aria-current]");
    if (!line || !list.current) return;
    const { offsetTop, offsetHeight } = line;
    const { scrollTop, clientHeight } = list.current;
    if (offsetTop < scrollTop + offsetHeight || offsetTop > scrollTop + clientHeight - 2 * offsetHeight) {
      list.current.scrollTop = offsetTop - clientHeight / 2;
    }
  }, [current]);
  return (
    <ol ref={list} class="moves" aria-label={t`What happened`}>
      {tape.lines.value.map((line) => (
        <li key={line.version} class={line.code === "deal-began" ? "deal" : ""}>
          <button
            type="button"
            aria-current={line.version === current ? "step" : undefined}
            onClick={() => void tape.go(line.version)}
          >
            <span>{line.text}</span>
            {line.seconds !== null && (
              <small title={line.by_clock ? t`by the clock` : undefined}>
                {line.by_clock && "⏱ "}
                {duration(line.seconds)}
              </small>
            )}
          </button>
        </li>
      ))}
    </ol>
  );
}
