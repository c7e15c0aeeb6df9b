/** A player: ratings, record by variant, statistics, the last games, and how the person did against them. */
import { plural, t } from "@lingui/core/macro";
import { useState } from "preact/hooks";
import { api, body } from "../api/client";
import type { components } from "../api/schema";
import { account } from "../api/session";
import { language } from "../i18n";
import { familyOf } from "../looks/looks";
import { NotReady, useAnswer } from "../parts/answer";
import { duration } from "../parts/duration";
import { GuestMark } from "../parts/GuestMark";
import { botName } from "./Leaderboard";
import "./players.css";
import { ratingText } from "./plot";
import { RatingPlot } from "./RatingPlot";
import { SignedIn } from "./SignedIn";

type Schemas = components["schemas"];
type PastGame = Schemas["PastGame"];
type Figures = Schemas["PlayerFigures"];
type NameOf = (variant: string) => string;

export function PlayerPage({ player = "" }: { player?: string }) {
  return (
    <main class="page player">
      <SignedIn why={t`Players see how others play.`}>
        <Known key={`${player} ${account.value?.id}`} player={player} />
      </SignedIn>
    </main>
  );
}

function Known({ player }: { player: string }) {
  const own = account.value?.id;
  const path = { player };
  const found = useAnswer(async () => {
    const [profile, stats, ratings, variants, met] = await Promise.all([
      body(api.GET("/api/v1/players/{player}", { params: { path } })),
      body(api.GET("/api/v1/players/{player}/stats", { params: { path } })),
      body(api.GET("/api/v1/players/{player}/ratings", { params: { path, query: { limit: 100 } } })),
      body(api.GET("/api/v1/variants", { params: { query: { lang: language() } } })),
      own && own !== player
        ? body(
            api.GET("/api/v1/players/{player}/head-to-head/{other}", {
              params: { path: { player: own, other: player } },
            }),
          )
        : null,
    ]);
    return { profile, stats, ratings, met, names: new Map(variants.items.map(({ key, name }) => [key, name])) };
  }, [player, own]);
  if (found.state !== "ready") return <NotReady answer={found} />;

  const { profile, stats, ratings, met, names } = found.value;
  const nameOf = (variant: string) => names.get(variant) ?? variant;
  return (
    <>
      <header class="who">
        <span class="initial" aria-hidden="true">
          {profile.name.slice(0, 1)}
        </span>
        <div>
          <h1>
            {profile.name} <GuestMark of={profile} />
          </h1>
          <p class="faint">
            {profile.username && profile.username !== profile.name && <>{profile.username} · </>}
            {t`here since ${date(profile.since)}`} · {gameCount(profile.games)}
            {own === player && <> · {t`this is you`}</>}
          </p>
        </div>
      </header>
      {profile.games === 0 && (
        <p class="faint">
          {own === player ? t`You have not finished a game that counts here yet.` : t`No game to show yet.`}
        </p>
      )}
      {met && met.overall.games > 0 && <HeadToHead met={met} name={profile.name} nameOf={nameOf} />}
      {ratings.items.length > 0 && (
        <section>
          <h2>{t`Ratings`}</h2>
          <RatingPlot steps={ratings.items} nameOf={nameOf} />
        </section>
      )}
      {profile.games > 0 && (
        <>
          <Record stats={stats} ratings={ratings.ratings} nameOf={nameOf} />
          <Habits figures={stats.overall} />
          <LastGames player={player} nameOf={nameOf} />
        </>
      )}
    </>
  );
}

function HeadToHead({ met, name, nameOf }: { met: Schemas["HeadToHead"]; name: string; nameOf: NameOf }) {
  const { games, ahead, behind, tied } = met.overall;
  return (
    <section class="head-to-head">
      <h2>{t`You and ${name}`}</h2>
      <p class="score">
        <span>
          <b>{ahead}</b> {t`you ahead`}
        </span>
        {tied > 0 && (
          <span>
            <b>{tied}</b> {t`equal`}
          </span>
        )}
        <span>
          <b>{behind}</b> {t`you behind`}
        </span>
      </p>
      <Bar parts={[ahead, tied, behind]} label={t`${gameCount(games)} at the same table`} />
      {met.variants.length > 1 && (
        <p class="faint">
          {met.variants.map((one) => `${nameOf(one.variant)} ${one.ahead} : ${one.behind}`).join(" · ")}
        </p>
      )}
    </section>
  );
}

/** Won, shared and lost as parts of a bar. */
function Bar({ parts, label }: { parts: readonly [number, number, number]; label: string }) {
  const kinds = ["won", "shared", "lost"];
  return (
    <div class="bar" role="img" aria-label={label}>
      {parts.map((part, at) => part > 0 && <span key={kinds[at]} class={kinds[at]} style={{ flexGrow: part }} />)}
    </div>
  );
}

interface RecordProps {
  stats: Schemas["PlayerStats"];
  ratings: readonly Schemas["OwnRating"][];
  nameOf: NameOf;
}

function Record({ stats, ratings, nameOf }: RecordProps) {
  return (
    <section>
      <h2>{t`By variant`}</h2>
      <ul class="records">
        {stats.variants.map((one) => {
          const best = ratings.filter(({ variant, kind }) => variant === one.variant && kind === "humans");
          return (
            <li key={one.variant} class={familyOf(one.variant)}>
              <a href={`/v/${one.variant}`}>{nameOf(one.variant)}</a>
              <span class="won-lost">{wonLost(one)}</span>
              <Bar parts={[one.won, one.shared, one.lost]} label={wonLost(one)} />
              <span class="faint">
                {best.map(({ pace, rating, rank }) => (
                  <span key={pace}>
                    {pace === "live" ? t`fast` : t`slow`} <b>{ratingText(rating)}</b>
                    {rank !== null && <> · {t`rank ${rank}`}</>}{" "}
                  </span>
                ))}
                {best.length === 0 && t`no rated game`}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function wonLost({ won, shared, lost }: Figures): string {
  return shared > 0 ? t`${won} won, ${shared} shared, ${lost} lost` : t`${won} won, ${lost} lost`;
}

function Habits({ figures }: { figures: Figures }) {
  const { streaks, reliability, answer_seconds: seconds, announcements_missed: missed, resigned } = figures;
  const facts: [string, string][] = [
    [t`Won`, percent(figures.games > 0 ? figures.won / figures.games : 0)],
    [t`Longest winning streak`, String(streaks.longest)],
    [t`Decisions in time`, reliability === null ? "–" : percent(reliability)],
    [t`Time for a decision`, seconds === null ? "–" : duration(Math.round(seconds))],
    [t`Words forgotten`, String(missed)],
    [t`Resigned`, String(resigned)],
  ];
  return (
    <section>
      <h2>{t`Statistics`}</h2>
      <dl class="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function LastGames({ player, nameOf }: { player: string; nameOf: NameOf }) {
  const [cursor, setCursor] = useState<string | undefined>();
  const [before, keep] = useState<PastGame[]>([]);
  const page = useAnswer(
    () =>
      body(
        api.GET("/api/v1/players/{player}/games", {
          params: { path: { player }, query: { limit: 20, ...(cursor ? { cursor } : {}) } },
        }),
      ),
    [player, cursor],
  );
  const shown = page.state === "ready" ? [...before, ...page.value.items] : before;
  const next = page.state === "ready" ? page.value.next_cursor : null;
  return (
    <section>
      <h2>{t`Last games`}</h2>
      <ul class="last-games">
        {shown.map((game) => (
          <li key={game.id} class={`${familyOf(game.variant)} ${game.result}`}>
            <a href={`/g/${game.id}`}>
              <b class="result">{resultText(game)}</b>
              <span>{nameOf(game.variant)}</span>
              <span class="against">{t`against ${others(game)}`}</span>
              <time dateTime={game.ended_at}>{date(game.ended_at)}</time>
              {game.rating && <Change rating={game.rating} />}
            </a>
          </li>
        ))}
      </ul>
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

function Change({ rating }: { rating: NonNullable<PastGame["rating"]> }) {
  const change = rating.after - rating.before;
  return (
    <span class={change < 0 ? "change down" : "change up"}>{`${change < 0 ? "" : "+"}${ratingText(change)}`}</span>
  );
}

function resultText({ result, place, seats }: PastGame): string {
  if (result === "won") return t`Won`;
  if (result === "shared") return t`Shared`;
  return seats.length > 2 && place > 1 ? t`Place ${place}` : t`Lost`;
}

function others({ seats, seat: own }: PastGame): string {
  const names = seats
    .filter(({ seat }) => seat !== own)
    .map(({ player, bot }) => player?.name ?? (bot ? botName(bot) : t`Former player`));
  return names.join(", ");
}

function gameCount(count: number): string {
  return plural(count, { one: "# game", few: "# games", many: "# games", other: "# games" });
}

function percent(share: number): string {
  return share.toLocaleString(language(), { style: "percent", maximumFractionDigits: 0 });
}

function date(at: string): string {
  return new Date(at).toLocaleDateString(language(), { year: "numeric", month: "short", day: "numeric" });
}
