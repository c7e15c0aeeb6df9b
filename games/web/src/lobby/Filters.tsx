import { t } from "@lingui/core/macro";
import { api, body } from "../api/client";
import { ensureAccount } from "../api/session";
import { useFetched } from "../app/Screen";
import { language } from "../i18n";
import { paceName } from "../parts/pace";
import type { Filter } from "./listing";

const PACES = ["live", "fast", "daily", "slow", "none"];

/** Which games the list shows. */
export function Filters({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  const variants = useFetched(async () => {
    await ensureAccount();
    return (await body(api.GET("/api/v1/variants", { params: { query: { lang: language() } } }))).items;
  }, []);
  return (
    <search class="filters row">
      <select
        aria-label={t`Variant`}
        value={filter.variant}
        onChange={(event) => onChange({ ...filter, variant: event.currentTarget.value })}
      >
        <option value="">{t`All variants`}</option>
        {variants.data?.map(({ key, name }) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
      <select
        aria-label={t`Pace`}
        value={filter.pace}
        onChange={(event) => onChange({ ...filter, pace: event.currentTarget.value })}
      >
        <option value="">{t`All paces`}</option>
        {PACES.map((pace) => (
          <option key={pace} value={pace}>
            {paceName(pace)}
          </option>
        ))}
      </select>
      <label class="rated">
        <input
          type="checkbox"
          checked={filter.isRated}
          onChange={(event) => onChange({ ...filter, isRated: event.currentTarget.checked })}
        />{" "}
        {t`Rated only`}
      </label>
    </search>
  );
}

/** The two halves of the lobby. */
export function Halves({ at }: { at: "lobby" | "watch" }) {
  return (
    <nav class="halves" aria-label={t`Lobby`}>
      <a href="/lobby" aria-current={at === "lobby" ? "page" : undefined}>{t`Sit down`}</a>
      <a href="/watch" aria-current={at === "watch" ? "page" : undefined}>{t`Watch`}</a>
    </nav>
  );
}
