/** What concerns the whole game: its rules in ten lines, proposals to the others, and giving up. */
import { t } from "@lingui/core/macro";
import { useEffect, useRef, useState } from "preact/hooks";
import { api, body, isOffline } from "../api/client";
import type { EffectiveRules, PastTable } from "../api/types";
import { language } from "../i18n";
import { forget } from "../learn/known";
import { looks, setLooks } from "../looks/looks";
import { type ProposedKind, proposed } from "./Agreements";
import type { TableStore } from "./store";

export function TableMenu({ store, table }: { store: TableStore; table: PastTable }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [rules, setRules] = useState<EffectiveRules | null>(null);
  const [isSure, setSure] = useState(false);
  const path = { game: table.id };
  const you = table.status === "playing" ? table.you : null;
  const isPaused = table.pauses.some(({ reason }) => reason === "vote");
  const kinds: ProposedKind[] = [isPaused ? "resume" : "pause", "extend", "abandon"];

  useEffect(() => {
    const shown = dialog.current;
    // A click beside the dialog closes it, as Escape does.
    const onClick = (event: MouseEvent) => event.target === shown && shown?.close();
    shown?.addEventListener("click", onClick);
    return () => shown?.removeEventListener("click", onClick);
  }, []);

  function open(): void {
    setSure(false);
    dialog.current?.showModal();
    if (rules) return;
    const query = { lang: language() };
    body(api.GET("/api/v1/games/{game}/rules", { params: { path, query } })).then(setRules, (error) => {
      if (!isOffline(error)) throw error;
    });
  }

  function close(): void {
    dialog.current?.close();
  }

  /** Who switches explanations on wants to see all of them again. */
  function explain(isOn: boolean): void {
    if (isOn) forget();
    setLooks({ explains: isOn });
  }

  return (
    <>
      <button type="button" class="quiet menu" aria-haspopup="dialog" onClick={open}>
        {t`Rules and more`}
      </button>
      <dialog ref={dialog} class="sheet" aria-label={t`Rules and more`}>
        <h2>{t`The rules at this table`}</h2>
        {rules ? (
          <ul class="summary">
            {rules.summary.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        ) : (
          <p>{t`One moment …`}</p>
        )}
        <p>
          <a href={`/v/${table.ruleset.key}`}>{t`All rules with pictures`}</a>
        </p>
        <label>
          <input
            type="checkbox"
            checked={looks.value.explains}
            onChange={(event) => explain(event.currentTarget.checked)}
          />{" "}
          {t`Explain as I play`}
        </label>
        <h2>{t`Cards`}</h2>
        <div class="row">
          <label>
            <input
              type="checkbox"
              checked={looks.value.fourColour}
              onChange={(event) => setLooks({ fourColour: event.currentTarget.checked })}
            />{" "}
            {t`Four colours`}
          </label>
          <button type="button" onClick={() => setLooks({ sorting: looks.value.sorting === "suit" ? "rank" : "suit" })}>
            {looks.value.sorting === "suit" ? t`Sort by rank` : t`Sort by suit`}
          </button>
        </div>
        {you && (
          <>
            <h2>{t`Ask the others`}</h2>
            <div class="row">
              {kinds.map((kind) => (
                <button
                  type="button"
                  key={kind}
                  disabled={table.proposal !== null}
                  onClick={() => {
                    close();
                    void store.act(
                      api.POST("/api/v1/games/{game}/proposals", {
                        params: { path, header: { "Idempotency-Key": crypto.randomUUID() } },
                        body: { kind },
                      }),
                    );
                  }}
                >
                  {proposed(kind)}
                </button>
              ))}
            </div>
            {you.resignation !== null && (
              <>
                <h2>{t`Give up`}</h2>
                <div class="row">
                  {isSure ? (
                    <button
                      type="button"
                      class="danger"
                      onClick={() => {
                        close();
                        void store.act(api.POST("/api/v1/games/{game}/resignation", { params: { path } }));
                      }}
                    >
                      {t`Yes, give up this game`}
                    </button>
                  ) : (
                    <button type="button" onClick={() => setSure(true)}>
                      {you.leaves_without_loss ? t`Leave without loss` : t`Give up …`}
                    </button>
                  )}
                </div>
              </>
            )}
          </>
        )}
        <button type="button" class="quiet" onClick={close}>{t`Close`}</button>
      </dialog>
    </>
  );
}
