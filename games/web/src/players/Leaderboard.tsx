/** One leaderboard: the best, and the places around the person. */
import { plural, t } from "@lingui/core/macro";
import { useState } from "preact/hooks";
import { api, body } from "../api/client";
import type { components } from "../api/schema";
import { account } from "../api/session";
import { language } from "../i18n";
import { NotReady, useAnswer } from "../parts/answer";
import { GuestMark } from "../parts/GuestMark";
import "./players.css";
import { ratingText } from "./plot";
import { SignedIn } from "./SignedIn";

type Ranked = components["schemas"]["Ranked"];
type LeaderboardPage = components["schemas"]["LeaderboardPage"];
export type Pace = LeaderboardPage["pace"];
export type Kind = LeaderboardPage["kind"];

interface Props {
  variant: string;
  pace?: Pace;
  kind?: Kind;
  /** The first month of a season; the last one without it. */
  season?: string | undefined;
}

export function Leaderboard(props: Props) {
  return (
    <SignedIn why={t`Players see who plays this best.`}>
      <Board {...props} />
    </SignedIn>
  );
}

function Board({ variant, pace: fixed, kind = "humans", season }: Props) {
  const [chosen, choose] = useState<Pace>("daily");
  const pace = fixed ?? chosen;
  const board = useAnswer(async () => {
    const query = { pace, kind, ...(season ? { season } : {}) };
    const path = { key: variant };
    const [best, around] = await Promise.all([
      body(api.GET("/api/v1/leaderboards/{key}", { params: { path, query: { ...query, limit: 20 } } })),
      body(api.GET("/api/v1/leaderboards/{key}/around-me", { params: { path, query } })),
    ]);
    return { best, around };
  }, [variant, pace, kind, season]);
  return (
    <div class="leaderboard">
      {!fixed && <PaceChoice pace={pace} onChoose={choose} />}
      {board.state !== "ready" ? (
        <NotReady answer={board} />
      ) : board.value.best.items.length === 0 ? (
        <Nobody needed={board.value.best.games_needed} />
      ) : (
        <>
          {board.value.best.season && <p class="faint">{t`Season from ${monthName(board.value.best.season)}`}</p>}
          {!board.value.best.settled && (
            <p class="faint">{t`These ranks are provisional until twenty players are established.`}</p>
          )}
          <Ranks items={board.value.best.items} label={t`The best`} />
          {(board.value.around.rank ?? 0) > board.value.best.items.length && (
            <>
              <h3>{t`Around you`}</h3>
              <Ranks items={board.value.around.items} label={t`Around you`} />
            </>
          )}
          {board.value.around.rank === null && kind === "humans" && <NotListed board={board.value.best} />}
        </>
      )}
    </div>
  );
}

export function PaceChoice({ pace, onChoose }: { pace: Pace; onChoose: (pace: Pace) => void }) {
  const paces: [Pace, string][] = [
    ["daily", t`Slow games`],
    ["live", t`Fast games`],
  ];
  return (
    <fieldset class="choice" aria-label={t`Pace`}>
      {paces.map(([value, text]) => (
        <button key={value} type="button" aria-pressed={pace === value} onClick={() => onChoose(value)}>
          {text}
        </button>
      ))}
    </fieldset>
  );
}

function Nobody({ needed }: { needed: number }) {
  return (
    <p class="faint empty-board">
      {plural(needed, {
        one: "Nobody is listed yet. One rated game is enough to be the first.",
        few: "Nobody is listed yet. Play # rated games to be the first.",
        many: "Nobody is listed yet. Play # rated games to be the first.",
        other: "Nobody is listed yet. Play # rated games to be the first.",
      })}
    </p>
  );
}

function NotListed({ board }: { board: Pick<LeaderboardPage, "settled" | "games_needed" | "opponents_needed"> }) {
  const { games_needed: games, opponents_needed: opponents } = board;
  return (
    <p class="faint">
      {board.settled
        ? t`You are listed after ${games} rated games against established players, ${opponents} of them different.`
        : t`You are listed after one rated game. If the service asks for it, you also need a confirmed address.`}
    </p>
  );
}

function Ranks({ items, label }: { items: readonly Ranked[]; label: string }) {
  return (
    <table class="ranks" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t`Rank`}</th>
          <th scope="col">{t`Player`}</th>
          <th scope="col" class="number">{t`Rating`}</th>
          <th scope="col" class="number games">{t`Games`}</th>
          <th scope="col" class="number wins">{t`Wins`}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((one) => {
          const isOwn = one.player !== null && one.player.id === account.value?.id;
          return (
            <tr key={one.player?.id ?? one.bot} class={isOwn ? "yours" : one.inactive ? "inactive" : ""}>
              <td class={one.rank <= 3 ? `rank medal-${one.rank}` : "rank"}>
                <span>{one.rank}</span>
              </td>
              <th scope="row">
                {one.player ? <a href={`/p/${one.player.id}`}>{one.player.name}</a> : botName(one.bot)}
                <GuestMark of={one.player} />
                {isOwn && <b class="you">{t`You`}</b>}
              </th>
              <td class="number">
                {ratingText(one.rating)}
                {one.provisional && <abbr title={t`Provisional: too few games against established players`}>?</abbr>}
              </td>
              <td class="number games">{one.played}</td>
              <td class="number wins">{one.wins}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

export function botName(level: string | null): string {
  switch (level) {
    case "novice":
      return t`Novice`;
    case "clever":
      return t`Clever`;
    case "expert":
      return t`Expert`;
    default:
      return t`Program`;
  }
}

/** Return a month such as `2026-10` as people read it. */
export function monthName(month: string): string {
  const [year, number] = month.split("-").map(Number);
  const first = new Date(Date.UTC(year ?? 0, (number ?? 1) - 1, 1));
  return first.toLocaleDateString(language(), { year: "numeric", month: "long", timeZone: "UTC" });
}
