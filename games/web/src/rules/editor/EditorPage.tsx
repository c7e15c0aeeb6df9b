/** A page to write rules: with completion, faults at their lines, examples as pictures, random deals, and publication. */
import { t } from "@lingui/core/macro";
import { useEffect, useMemo } from "preact/hooks";
import { useLocation } from "preact-iso";
import { api, body } from "../../api/client";
import { account, ensureAccount } from "../../api/session";
import type { Variant } from "../../api/types";
import { language } from "../../i18n";
import { type Answer, NotReady, useAnswer } from "../../parts/answer";
import "../rules.css";
import "./editor.css";
import type { Schema } from "./completion";
import { type Draft, draftOf, keep, lastBase } from "./drafts";
import { wholeOf } from "./edition";
import { changesOf, newGame } from "./start";
import { Workbench } from "./Workbench";

export function EditorPage() {
  const { query, route } = useLocation();
  const asked = useMemo(
    () => (query.whole ? WHOLE + query.whole : (query.base ?? lastBase() ?? "mau_mau")),
    [query.whole, query.base],
  );
  const { key, isWhole } = read(asked);
  const variants = useAnswer(() => body(api.GET("/api/v1/variants", { params: { query: { lang: language() } } })), []);
  const own = useAnswer(ownVariants, [account.value?.id]);
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
          <select
            value={key}
            onChange={({ currentTarget: { value, selectedOptions } }) =>
              route(`/v/new?${selectedOptions[0]?.dataset.own ? "whole" : "base"}=${value}`)
            }
          >
            {variants.state === "ready" &&
              variants.value.items.map(({ key, name }) => (
                <option key={key} value={key}>
                  {name}
                </option>
              ))}
            {own.state === "ready" && own.value.length > 0 && (
              <optgroup label={t`A new edition of`}>
                {own.value.map(({ key, name }) => (
                  <option key={key} value={key} data-own>
                    {name}
                  </option>
                ))}
              </optgroup>
            )}
            {key && ![variants, own].some((list) => known(list).includes(key)) && <option value={key}>{key}</option>}
            <option value="">{t`nothing: a game of your own`}</option>
          </select>
        </label>
        {key && (
          <a class="other-way" href={`/v/new?${isWhole ? "base" : "whole"}=${key}`}>
            {isWhole ? t`Write only what differs` : t`Begin with all the rules`}
          </a>
        )}
      </header>
      {start.state === "ready" ? (
        <Workbench
          key={asked}
          start={start.value.text}
          fresh={start.value.fresh}
          pack={start.value.pack}
          schema={schema.state === "ready" ? schema.value : null}
          onKeep={(text) => keep(asked, text === start.value.fresh ? null : { text, pack: start.value.pack })}
        />
      ) : (
        <NotReady answer={start} />
      )}
    </main>
  );
}

const WHOLE = "whole:";
/** Stands before a variant of which all rules are in the text, where drafts are kept. */

function read(asked: string): { key: string; isWhole: boolean } {
  const isWhole = asked.startsWith(WHOLE);
  return { key: isWhole ? asked.slice(WHOLE.length) : asked, isWhole };
}

async function ownVariants(): Promise<Variant[]> {
  const author = account.value?.id;
  if (!author) return [];
  const query = { author, limit: 50, lang: language() };
  return (await body(api.GET("/api/v1/variants", { params: { query } }))).items;
}

function known(list: Answer<readonly Variant[] | { items: readonly Variant[] }>): string[] {
  if (list.state !== "ready") return [];
  return ("items" in list.value ? list.value.items : list.value).map(({ key }) => key);
}

interface Start extends Draft {
  /** The text of somebody who begins again, or null while the service does not say it. */
  fresh: string | null;
}

/** Return the text with which to begin: the draft on this device, which needs no service, or the changes to a variant. */
async function startOf(asked: string): Promise<Start> {
  const own = draftOf(asked);
  try {
    const { fresh, pack } = await freshOf(asked);
    return { text: own?.text ?? fresh, fresh, pack };
  } catch (error) {
    if (!own) throw error;
    return { ...own, fresh: null };
  }
}

/** Return the text of somebody who begins from a variant, or from nothing. */
async function freshOf(asked: string): Promise<{ fresh: string; pack: string }> {
  const { key: base, isWhole } = read(asked);
  // Checks need an account anyway, and its name makes a key that nobody has.
  if (!account.value) await ensureAccount();
  const author = account.value ?? { id: "", name: "" };
  if (!base) return { fresh: newGame(author.name), pack: "french" };
  const variant = await body(
    api.GET("/api/v1/variants/{key}", { params: { path: { key: base }, query: { lang: language() } } }),
  );
  const path = { content: variant.hash };
  const [ruleset, examples] = await Promise.all([
    body(api.GET("/api/v1/rulesets/{content}", { params: { path } })),
    body(api.GET("/api/v1/rulesets/{content}/examples", { params: { path } })),
  ]);
  const fresh = isWhole
    ? wholeOf(variant, ruleset, examples.items, author)
    : changesOf(variant, ruleset.rules, examples.items, author.name);
  return { fresh, pack: variant.pack };
}
