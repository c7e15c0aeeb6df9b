/** The puzzles of today: positions of real games, in which one can win before anybody else is on turn. */
import { plural, t } from "@lingui/core/macro";
import { useState } from "preact/hooks";
import { api, body } from "../api/client";
import { account } from "../api/session";
import { Missing, useFetched } from "../app/Screen";
import { PuzzleTable } from "./PuzzleTable";
import "../looks/table.css";
import "./puzzles.css";

export function PuzzlesPage() {
  const today = useFetched(() => body(api.GET("/api/v1/puzzles/today")), [account.value?.id]);
  const [chosen, choose] = useState<string | null>(null);
  const list = today.data;
  if (!list) {
    return (
      <main class="page puzzles">
        <h1>{t`Puzzles of the day`}</h1>
        <Missing of={today} />
      </main>
    );
  }
  const shown = list.items.find(({ id }) => id === chosen) ?? list.items.find(({ solved }) => !solved) ?? list.items[0];
  return (
    <main class="page puzzles">
      <h1>{t`Puzzles of the day`}</h1>
      {shown ? (
        <p>{t`How do you win now, before anybody else is on turn? Luck does not count.`}</p>
      ) : (
        <>
          <p class="none">
            {t`There is no puzzle today. Puzzles are made from public games that have ended, and none of them had one.`}
          </p>
          <p class="row">
            <a class="button primary" href="/new">{t`New game`}</a>
            <a class="button" href="/watch">{t`Watch`}</a>
          </p>
        </>
      )}
      {list.items.length > 0 && (
        <ul class="days" aria-label={t`Puzzles of the day`}>
          {list.items.map(({ id, number, solved }) => (
            <li key={id}>
              <button
                type="button"
                aria-pressed={id === shown?.id}
                aria-label={solved ? t`Puzzle ${number}, solved` : t`Puzzle ${number}`}
                onClick={() => choose(id)}
              >
                {number} {solved && <span aria-hidden="true">✓</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
      {shown && (
        <PuzzleTable
          key={shown.id}
          id={shown.id}
          onSolved={() => {
            choose(shown.id);
            void today.reload();
          }}
        />
      )}
      {list.solved !== null && list.solved > 0 && (
        <p class="count">
          {plural(list.solved, { one: "You have solved # puzzle.", other: "You have solved # puzzles." })}
        </p>
      )}
    </main>
  );
}
