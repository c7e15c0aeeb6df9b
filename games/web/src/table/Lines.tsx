/** What has happened, line by line in the person's language. A screen reader says each new line. */
import { t } from "@lingui/core/macro";
import { useEffect, useRef } from "preact/hooks";
import type { DigestLine } from "../api/types";

export function Lines({ lines }: { lines: readonly DigestLine[] }) {
  const list = useRef<HTMLElement>(null);
  const last = lines.at(-1)?.version;
  useEffect(() => {
    if (last && list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [last]);
  return (
    // It scrolls, so the keyboard must reach it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: WCAG 2.1.1 asks for this
    <section ref={list} class="lines" role="log" tabIndex={0} aria-label={t`What has happened`}>
      <ol>
        {lines.map((line) => (
          <li key={line.version} data-code={line.code}>
            {line.text}
            {line.by_clock && <small> {t`by the clock`}</small>}
          </li>
        ))}
      </ol>
    </section>
  );
}
