/** A page to write rules: with completion, faults at their lines, examples as pictures, random deals, and publication. */
import { t } from "@lingui/core/macro";
import { useEffect } from "preact/hooks";
import { useLocation } from "preact-iso";
import { api, body } from "../../api/client";
import { account, ensureAccount } from "../../api/session";
import { language } from "../../i18n";
import { NotReady, useAnswer } from "../../parts/answer";
import "../rules.css";
import "./editor.css";
import type { Schema } from "./completion";
import { changesOf, newGame } from "./start";
import { Workbench } from "./Workbench";

const KEPT = "ruleset-draft";

interface Draft {
  base: string;
  text: string;
}

export function EditorPage() {
  const { query, route } = useLocation();
  const asked = query.base ?? kept()?.base ?? "mau_mau";
  const variants = useAnswer(() => body(api.GET("/api/v1/variants", { params: { query: { lang: language() } } })), []);
  const schema = useAnswer(async () => (await body(api.GET("/api/v1/rulesets/schema", {}))) as Schema, []);
  const start = useAnswer(() => startOf(asked), [asked]);
  useEffect(() => {
    document.title = t`Write your own rules`;
    return () => {
      document.title = "Mau-Mau";
    };
  }, []);

  return (
    <main class="page editor">
      <header class="row title-row">
        <h1>{t`Write your own rules`}</h1>
        <label class="start-from">
          {t`Start from`}
          <select value={asked} onChange={(event) => route(`/v/new?base=${event.currentTarget.value}`)}>
            {variants.state === "ready" &&
              variants.value.items.map(({ key, name }) => (
                <option key={key} value={key}>
                  {name}
                </option>
              ))}
            {variants.state === "ready" && !variants.value.items.some(({ key }) => key === asked) && asked && (
              <option value={asked}>{asked}</option>
            )}
            <option value="">{t`nothing: a game of your own`}</option>
          </select>
        </label>
      </header>
      {start.state === "ready" ? (
        <Workbench
          key={asked}
          start={start.value.text}
          fresh={start.value.fresh}
          pack={start.value.pack}
          schema={schema.state === "ready" ? schema.value : null}
          onKeep={(text) => localStorage.setItem(KEPT, JSON.stringify({ base: asked, text }))}
        />
      ) : (
        <NotReady answer={start} />
      )}
    </main>
  );
}

/** Return the text with which to begin: the draft on this device, or else the changes to a variant. */
async function startOf(base: string): Promise<{ text: string; fresh: string; pack: string }> {
  // Checks need an account anyway, and its name makes a key that nobody has.
  if (!account.value) await ensureAccount();
  const author = account.value?.name ?? "";
  const draft = kept();
  const own = draft?.base === base ? draft.text : null;
  if (!base) {
    const fresh = newGame(author);
    return { text: own ?? fresh, fresh, pack: "french" };
  }
  const variant = await body(
    api.GET("/api/v1/variants/{key}", { params: { path: { key: base }, query: { lang: language() } } }),
  );
  const ruleset = await body(api.GET("/api/v1/rulesets/{content}", { params: { path: { content: variant.hash } } }));
  const fresh = changesOf(variant, ruleset.rules, author);
  return { text: own ?? fresh, fresh, pack: variant.pack };
}

function kept(): Draft | null {
  const text = localStorage.getItem(KEPT);
  return text ? (JSON.parse(text) as Draft) : null;
}
