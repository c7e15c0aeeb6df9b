/** Panels of which one is shown. Arrow keys go from tab to tab, as the ARIA Authoring Practices Guide says. */
import type { ComponentChildren } from "preact";
import { useId, useRef, useState } from "preact/hooks";

interface Tab {
  key: string;
  title: string;
  show: () => ComponentChildren;
}

export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const [chosen, choose] = useState(tabs[0]?.key);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const shown = tabs.find(({ key }) => key === chosen) ?? tabs[0];
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const place = tabs.findIndex(({ key }) => key === shown?.key);
    const next = tabs[(place + step + tabs.length) % tabs.length];
    choose(next?.key);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next?.key}"]`)?.focus();
    event.preventDefault();
  };
  return (
    <section class="tabbed" aria-label={label}>
      <div ref={list} role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map(({ key, title }) => (
          <button
            type="button"
            key={key}
            id={`${id}-${key}`}
            role="tab"
            data-tab={key}
            aria-selected={key === shown?.key}
            aria-controls={`${id}-panel`}
            tabIndex={key === shown?.key ? 0 : -1}
            onClick={() => choose(key)}
          >
            {title}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} class="panel" role="tabpanel" aria-labelledby={`${id}-${shown?.key}`}>
        {shown?.show()}
      </div>
    </section>
  );
}
