/** The first screen: the games that wait, and for a newcomer a game that runs and one that begins with a tap. */
import { t } from "@lingui/core/macro";
import { useEffect, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { badge } from "../account/badge";
import { changes } from "../account/live";
import { sit } from "../account/nonces";
import { api, body } from "../api/client";
import { account, ensureAccount } from "../api/session";
import { sentence, useFetched } from "../app/Screen";
import { GameCard } from "./GameCard";
import { Invitations } from "./Invitations";
import "./home.css";
import { setLooks } from "../looks/looks";
import { keepGames, keptGames } from "./kept";
import type { LivingTable } from "./LivingTable";

const FIRST = {
  variant: "mau_mau",
  seats: 3,
  bots: ["novice", "clever"],
  visibility: "private",
  bot_pause: 1,
  clock: { preset: "daily" },
} as const;
/** A game to learn with: one bot that plays badly, and slowly enough to see what it does. */
const LESSON = { ...FIRST, seats: 2, bots: ["novice"], bot_pause: 2 } as const;
const MOST = 100;

export function Home() {
  const player = account.value?.id ?? "";
  const games = useFetched(async () => {
    if (!player) return [];
    const found = await body(api.GET("/api/v1/me/games", { params: { query: { limit: MOST } } }));
    badge.value = found.badge;
    keepGames(player, found.items);
    return found.items;
  }, [player, changes.value]);
  // What was there at the last visit, until the service answers, or while there is no network.
  const shown = games.data ?? keptGames(player);
  if (shown === null && player) return <main class="home" aria-busy="true" />;
  const mine = shown?.filter(({ awaiting }) => awaiting) ?? [];
  const others = shown?.filter(({ awaiting, status }) => !awaiting && status !== "over") ?? [];
  const over = shown?.filter(({ status }) => status === "over") ?? [];
  const isNewcomer = (shown?.length ?? 0) === 0;
  return (
    <main class={isNewcomer ? "home newcomer" : "home"}>
      {isNewcomer ? <Welcome /> : <Start />}
      {player && <Invitations />}
      <Games title={t`Your turn`} games={mine} />
      <Games title={t`Waiting for others`} games={others} />
      <Games title={t`Finished this week`} games={over} />
    </main>
  );
}

/** Open the first game of a newcomer: a table with bots, which begins at once. */
function useFirstGame(): {
  isBusy: boolean;
  fault: string;
  open: (game: typeof FIRST | typeof LESSON) => Promise<void>;
} {
  const { route } = useLocation();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState("");
  async function open(game: typeof FIRST | typeof LESSON): Promise<void> {
    setBusy(true);
    setFault("");
    try {
      await ensureAccount();
      const table = await sit(`new:${JSON.stringify(game)}`, false, (share) =>
        body(api.POST("/api/v1/games", { body: { ...game, bots: [...game.bots], ...share } })),
      );
      if (game === LESSON) setLooks({ explains: true });
      route(`/g/${table.id}`);
    } catch (error) {
      setFault(sentence(error));
      setBusy(false);
    }
  }
  return { isBusy, fault, open };
}

function Welcome() {
  const { isBusy, fault, open } = useFirstGame();
  // The account of a newcomer is made when they do something, or when they have looked for a moment.
  const [isLooking, setLooking] = useState(account.value !== null);
  useEffect(() => {
    const timer = setTimeout(() => {
      if (document.visibilityState === "visible") void ensureAccount().then(() => setLooking(true), ignore);
    }, LOOKED);
    return () => clearTimeout(timer);
  }, []);
  return (
    <section class="welcome">
      <div class="words">
        <h1>{t`Mau-Mau and its cousins, move by move`}</h1>
        <p>{t`Play fourteen kinds of the card game with friends or bots, now or over days.`}</p>
        <div class="row">
          <button type="button" class="primary big" disabled={isBusy} onClick={() => void open(FIRST)}>
            {t`Play now`}
          </button>
          <button type="button" class="big" disabled={isBusy} onClick={() => void open(LESSON)}>
            {t`Learn as you play`}
          </button>
          <a class="button big" href="/new?with=friends">{t`Play with friends`}</a>
          <a class="button big" href="/variants">{t`Variants`}</a>
          <a class="button big" href="/puzzles">{t`Puzzles`}</a>
        </div>
        {fault && (
          <p class="wrong" role="alert">
            {fault}
          </p>
        )}
        <p class="small">
          {t`No form, no mail: you play as a guest.`} <a href="/settings#account">{t`I have an account`}</a>
        </p>
      </div>
      <Living isReady={isLooking} />
    </section>
  );
}

const LOOKED = 900;

/** The living table comes after the words: its code is that of the table, which is not needed for a list of games. */
function Living({ isReady }: { isReady: boolean }) {
  const [Shown, setShown] = useState<typeof LivingTable | null>(null);
  useEffect(() => {
    void import("./LivingTable").then((found) => setShown(() => found.LivingTable));
  }, []);
  return Shown ? <Shown isReady={isReady} /> : <div class="living-place" />;
}

/** The newcomer sees the page without the living table. */
function ignore(): void {}

function Start() {
  const { isBusy, fault, open } = useFirstGame();
  return (
    <div class="row start">
      <a class="button primary" href="/new">{t`New game`}</a>
      <button type="button" disabled={isBusy} onClick={() => void open(FIRST)}>{t`Quick game with bots`}</button>
      <a class="button" href="/lobby">{t`Find a table`}</a>
      <a class="button" href="/puzzles">{t`Puzzles`}</a>
      {fault && (
        <p class="wrong" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}

function Games({ title, games }: { title: string; games: readonly Parameters<typeof GameCard>[0]["game"][] }) {
  if (games.length === 0) return null;
  return (
    <section class="games">
      <h2>
        {title} <span class="number">{games.length}</span>
      </h2>
      <ul>
        {games.map((game) => (
          <GameCard key={game.id} game={game} />
        ))}
      </ul>
    </section>
  );
}
