/** All variants as a gallery: those of the service, and those that players have published. */
import { plural, t } from "@lingui/core/macro";
import { api, body } from "../api/client";
import type { Variant } from "../api/types";
import { Card } from "../cards/Card";
import { language } from "../i18n";
import { familyOf, looks, skinOf } from "../looks/looks";
import { NotReady, useAnswer } from "../parts/answer";
import "./rules.css";
import { useState } from "preact/hooks";
import { showcase } from "./showcase";

export function VariantsPage() {
  const own = useAnswer(() => body(api.GET("/api/v1/variants", { params: { query: { lang: language() } } })), []);
  return (
    <main class="page variants">
      <header class="row title-row">
        <h1>{t`Variants`}</h1>
        <div class="row">
          <a class="button" href="/standings">{t`Standings`}</a>
          <a class="button" href="/v/new">{t`Write your own rules`}</a>
        </div>
      </header>
      {own.state === "ready" ? <Gallery variants={own.value.items} /> : <NotReady answer={own} />}
      {own.state === "ready" && <Published />}
    </main>
  );
}

function Gallery({ variants }: { variants: readonly Variant[] }) {
  return (
    <ul class="gallery">
      {variants.map((variant) => (
        <li key={variant.key} class={`tile ${familyOf(variant.key)}`}>
          <div class="face" aria-hidden="true">
            {showcase(variant.in_short).map((card) => (
              <Card key={card} card={card} skin={skinOf(variant.pack)} fourColour={looks.value.fourColour} />
            ))}
          </div>
          <div class="about">
            <h2>
              <a href={`/v/${variant.key}`}>{variant.name}</a>
            </h2>
            <p class="players">{playerCount(variant)}</p>
            <p class="sketch">{variant.sketch}</p>
            <div class="row">
              <a class="button primary" href={`/new?variant=${variant.key}`} aria-label={t`Play ${variant.name}`}>
                {t`Play`}
              </a>
              <a class="button" href={`/v/${variant.key}`} aria-label={t`Rules of ${variant.name}`}>
                {t`Rules`}
              </a>
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** Variants that players wrote, page after page. */
function Published() {
  const [cursor, setCursor] = useState<string | undefined>();
  const [before, keep] = useState<Variant[]>([]);
  const page = useAnswer(
    () =>
      body(
        api.GET("/api/v1/variants", {
          params: { query: { origin: "players", lang: language(), limit: 30, ...(cursor ? { cursor } : {}) } },
        }),
      ),
    [cursor],
  );
  const shown = page.state === "ready" ? [...before, ...page.value.items] : before;
  const next = page.state === "ready" ? page.value.next_cursor : null;
  return (
    <section class="published">
      <h2>{t`By players`}</h2>
      {page.state === "ready" && shown.length === 0 && (
        <p class="faint">{t`Nobody has published rules of their own yet. Yours can be the first.`}</p>
      )}
      {shown.length > 0 && <Gallery variants={shown} />}
      {page.state !== "ready" && <NotReady answer={page} />}
      {next && (
        <button
          type="button"
          onClick={() => {
            keep(shown);
            setCursor(next);
          }}
        >
          {t`Show more`}
        </button>
      )}
    </section>
  );
}

/** Return for how many players a variant is, such as "2 to 10 players". */
export function playerCount({ players }: Pick<Variant, "players">): string {
  const { least, most } = players;
  if (least !== most) return t`${least} to ${most} players`;
  return plural(least, { one: "# player", few: "# players", many: "# players", other: "# players" });
}
