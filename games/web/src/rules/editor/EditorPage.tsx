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
import { draftOf, keep, lastBase } from "./drafts";
import { changesOf, newGame } from "./start";
import { Workbench } from "./Workbench";

export function EditorPage() {
  const { query, route } = useLocation();
  const asked = query.base ?? lastBase() ?? "mau_mau";
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
          onKeep={(text) => keep(asked, text === start.value.fresh ? null : text)}
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
  const own = draftOf(base);
  if (!base) {
    const fresh = newGame(author);
    return { text: own ?? fresh, fresh, pack: "french" };
  }
  const variant = await body(
    api.GET("/api/v1/variants/{key}", { params: { path: { key: base }, query: { lang: language() } } }),
  );
  const path = { content: variant.hash };
  const [ruleset, examples] = await Promise.all([
    body(api.GET("/api/v1/rulesets/{content}", { params: { path } })),
    body(api.GET("/api/v1/rulesets/{content}/examples", { params: { path } })),
  ]);
  const fresh = changesOf(variant, ruleset.rules, examples.items, author);
  return { text: own ?? fresh, fresh, pack: variant.pack };
}
