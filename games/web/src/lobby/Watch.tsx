/** Public games that are played just now. */
import { t } from "@lingui/core/macro";
import { useState } from "preact/hooks";
import { Missing, useFetched } from "../app/Screen";
import { Icon } from "../icons/Icon";
import { Filters, Halves } from "./Filters";
import { ListedGame } from "./ListedGame";
import { EVERY, EVERYTHING, fetchGames } from "./listing";
import "./lobby.css";

export function Watch() {
  const [filter, setFilter] = useState(EVERYTHING);
  const games = useFetched(() => fetchGames("playing", filter), [filter], EVERY);
  return (
    <main class="page lobby">
      <Halves at="watch" />
      <h1>{t`Games to watch`}</h1>
      <Filters filter={filter} onChange={setFilter} />
      {!games.data ? (
        <Missing of={games} />
      ) : games.data.length === 0 ? (
        <div class="missing">
          <p>{t`No public game like this is played just now.`}</p>
          <a class="button primary" href="/new">{t`Open a table`}</a>
        </div>
      ) : (
        <ul class="list">
          {games.data.map((game) => (
            <ListedGame key={game.id} game={game}>
              <span class="act">
                <span class="hint">{t`deal ${game.deal}`}</span>
                <a class="button primary" href={`/g/${game.id}`}>
                  <Icon name="eye" /> {t`Watch`}
                </a>
              </span>
            </ListedGame>
          ))}
        </ul>
      )}
    </main>
  );
}
