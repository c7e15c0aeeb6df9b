/** The leaderboards of all variants, paces and seasons. */
import { t } from "@lingui/core/macro";
import { useState } from "preact/hooks";
import { api, body } from "../api/client";
import { account } from "../api/session";
import { language } from "../i18n";
import { familyOf } from "../looks/looks";
import { NotReady, useAnswer } from "../parts/answer";
import { type Kind, Leaderboard, monthName, type Pace, PaceChoice } from "./Leaderboard";
import "./players.css";
import { SignedIn } from "./SignedIn";

export function StandingsPage() {
  return (
    <main class="page standings">
      <h1>{t`Standings`}</h1>
      <SignedIn why={t`Players see who plays each variant best.`}>
        <Boards />
      </SignedIn>
    </main>
  );
}

function Boards() {
  const asked = new URLSearchParams(location.search);
  const [variant, setVariant] = useState(asked.get("variant") ?? "mau_mau");
  const [pace, setPace] = useState<Pace>(asked.get("pace") === "live" ? "live" : "daily");
  const [kind, setKind] = useState<Kind>(asked.get("kind") === "bots" ? "bots" : "humans");
  const [season, setSeason] = useState(asked.get("season") ?? "");
  const known = useAnswer(async () => {
    const [variants, boards] = await Promise.all([
      body(api.GET("/api/v1/variants", { params: { query: { lang: language() } } })),
      everyBoard(),
    ]);
    return { variants: variants.items, boards };
  }, [account.value?.id]);
  if (known.state !== "ready") return <NotReady answer={known} />;

  const { variants, boards } = known.value;
  const names = new Map(variants.map(({ key, name }) => [key, name]));
  for (const board of boards) if (!names.has(board.variant)) names.set(board.variant, board.variant);
  const seasons = [...new Set(boards.filter((one) => one.variant === variant).map((one) => one.season ?? ""))]
    .filter(Boolean)
    .sort()
    .reverse();
  return (
    <div class={familyOf(variant)}>
      <div class="filters">
        <label>
          {t`Variant`}
          <select value={variant} onChange={(event) => setVariant(event.currentTarget.value)}>
            {[...names].map(([key, name]) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <PaceChoice pace={pace} onChoose={setPace} />
        <fieldset class="choice" aria-label={t`Who`}>
          <button type="button" aria-pressed={kind === "humans"} onClick={() => setKind("humans")}>{t`People`}</button>
          <button type="button" aria-pressed={kind === "bots"} onClick={() => setKind("bots")}>{t`Bots`}</button>
        </fieldset>
        {seasons.length > 1 && (
          <label>
            {t`Season`}
            <select value={season} onChange={(event) => setSeason(event.currentTarget.value)}>
              <option value="">{t`the last one`}</option>
              {seasons.map((one) => (
                <option key={one} value={one}>
                  {monthName(one)}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      <Leaderboard variant={variant} pace={pace} kind={kind} season={seasons.includes(season) ? season : undefined} />
    </div>
  );
}

async function everyBoard() {
  const boards = [];
  let cursor: string | null | undefined;
  do {
    const page = await body(
      api.GET("/api/v1/leaderboards", { params: { query: { limit: 100, ...(cursor ? { cursor } : {}) } } }),
    );
    boards.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor);
  return boards;
}
