/** The first screen: a game within one tap for a newcomer, the games that wait for everybody else. */
import { t } from "@lingui/core/macro";
import { useEffect, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { api, body, isOffline } from "../api/client";
import { account, ensureAccount } from "../api/session";
import type { OwnGame } from "../api/types";
import { GameCard } from "./GameCard";
import { badge } from "./waiting";

const FIRST = {
  variant: "mau_mau",
  seats: 3,
  bots: ["novice", "clever"],
  visibility: "private",
  bot_pause: 1,
  clock: { preset: "daily" },
} as const;
const WITH_FRIENDS = { variant: "mau_mau", seats: 2, visibility: "private", clock: { preset: "daily" } } as const;

export function Home() {
  const { route } = useLocation();
  const [games, setGames] = useState<OwnGame[] | null>(null);
  const [isBusy, setBusy] = useState(false);

  useEffect(() => {
    if (!account.value) return;
    void load().catch((error) => {
      if (!isOffline(error)) throw error;
    });
    async function load() {
      const found = await body(api.GET("/api/v1/me/games", { params: { query: { limit: 100 } } }));
      setGames(found.items);
      badge.value = found.badge;
    }
  }, [account.value?.id]);

  async function open(wish: typeof FIRST | typeof WITH_FRIENDS): Promise<void> {
    setBusy(true);
    try {
      await ensureAccount();
      const request = "bots" in wish ? { ...wish, bots: [...wish.bots] } : wish;
      const table = await body(api.POST("/api/v1/games", { body: request }));
      route(`/g/${table.id}`);
    } finally {
      setBusy(false);
    }
  }

  const mine = games?.filter(({ awaiting }) => awaiting) ?? [];
  const others = games?.filter(({ awaiting, status }) => !awaiting && status !== "over") ?? [];
  const over = games?.filter(({ status }) => status === "over") ?? [];
  return (
    <main class="home">
      <section class="welcome">
        <h1>{t`Mau-Mau and its cousins, move by move`}</h1>
        <p>{t`Play thirteen kinds of the card game with friends or bots, now or over days.`}</p>
        <div class="row">
          <button
            type="button"
            class="primary big"
            disabled={isBusy}
            onClick={() => void open(FIRST)}
          >{t`Play now`}</button>
          <button
            type="button"
            class="big"
            disabled={isBusy}
            onClick={() => void open(WITH_FRIENDS)}
          >{t`Play with friends`}</button>
          <a class="button big" href="/new">{t`More choices`}</a>
        </div>
      </section>
      <Games title={t`Your turn`} games={mine} />
      <Games title={t`Waiting for others`} games={others} />
      <Games title={t`Over this week`} games={over} />
    </main>
  );
}

function Games({ title, games }: { title: string; games: readonly OwnGame[] }) {
  if (games.length === 0) return null;
  return (
    <section class="games">
      <h2>{title}</h2>
      <ul>
        {games.map((game) => (
          <GameCard key={game.id} game={game} />
        ))}
      </ul>
    </section>
  );
}
