/** Tables that wait for players. */
import { plural, t } from "@lingui/core/macro";
import { useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { seatAt, sit } from "../account/nonces";
import { toast } from "../account/toasts";
import { api, body } from "../api/client";
import { account, ensureAccount } from "../api/session";
import type { ListedGame as Game } from "../api/types";
import { Missing, sentence, useFetched } from "../app/Screen";
import { Filters, Halves } from "./Filters";
import { ListedGame } from "./ListedGame";
import { EVERY, EVERYTHING, fetchGames } from "./listing";
import "./lobby.css";

export function Lobby() {
  const { route } = useLocation();
  const [filter, setFilter] = useState(EVERYTHING);
  const [busy, setBusy] = useState("");
  const games = useFetched(() => fetchGames("waiting", filter), [filter], EVERY);

  async function sitDown({ id, terms }: Game): Promise<void> {
    setBusy(id);
    try {
      await ensureAccount();
      await sit(seatAt(id), terms.sealed, (share) =>
        body(api.POST("/api/v1/games/{game}/seats", { params: { path: { game: id } }, body: share })),
      );
      route(`/g/${id}`);
    } catch (error) {
      toast({ key: id, title: t`You could not sit down`, text: sentence(error), href: null, isFault: true });
      await games.reload();
    } finally {
      setBusy("");
    }
  }

  return (
    <main class="page lobby">
      <Halves at="lobby" />
      <h1>{t`Tables that wait for players`}</h1>
      <Filters filter={filter} onChange={setFilter} />
      {!games.data ? (
        <Missing of={games} />
      ) : games.data.length === 0 ? (
        <div class="missing">
          <p>{filter === EVERYTHING ? t`No table waits just now.` : t`No table like this waits just now.`}</p>
          <a class="button primary" href="/new">{t`Open a table`}</a>
        </div>
      ) : (
        <ul class="list" aria-live="polite">
          {games.data.map((game) => (
            <ListedGame key={game.id} game={game}>
              <span class="act">
                <span class="hint">
                  {plural(game.free, {
                    one: "# free seat",
                    other: "# free seats",
                  })}
                </span>
                {game.seats.some(({ player }) => player?.id === account.value?.id) ? (
                  <a class="button" href={`/g/${game.id}`}>{t`Your table`}</a>
                ) : (
                  <button
                    type="button"
                    class="primary"
                    disabled={busy === game.id}
                    onClick={() => void sitDown(game)}
                  >{t`Sit down`}</button>
                )}
              </span>
            </ListedGame>
          ))}
        </ul>
      )}
    </main>
  );
}
