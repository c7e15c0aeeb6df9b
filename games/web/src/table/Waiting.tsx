/** A table that waits for players: who sits there, how others come, and bots for the free seats. */
import { plural, t } from "@lingui/core/macro";
import { useEffect, useState } from "preact/hooks";
import { useLocation } from "preact-iso";
import { forgetNonce, provide, seatAt, sit } from "../account/nonces";
import { api, body } from "../api/client";
import { account, ensureAccount } from "../api/session";
import type { PastTable } from "../api/types";
import { useAction } from "../app/useAction";
import { Icon } from "../icons/Icon";
import { familyOf } from "../looks/looks";
import { GuestMark } from "../parts/GuestMark";
import { paceName, times } from "../parts/pace";
import { seatName } from "../parts/words";
import { Invite } from "./Invite";
import type { TableStore } from "./store";
import "./waiting.css";

const LEVELS = ["novice", "clever", "expert"] as const;

export function Waiting({ store, table }: { store: TableStore; table: PastTable }) {
  const { route } = useLocation();
  const action = useAction();
  const path = { game: table.id };
  const own = table.you?.seat ?? null;
  const free = table.seats.filter(({ player, bot }) => !player && !bot).length;
  const { terms, nonces_due: due, unrated } = table;

  async function addBot(level: (typeof LEVELS)[number]): Promise<void> {
    await body(api.POST("/api/v1/games/{game}/bots", { params: { path }, body: { level } }));
    await store.refresh();
  }

  async function sitDown(seat: number): Promise<void> {
    await ensureAccount();
    await sit(seatAt(table.id), terms.sealed, (share) =>
      body(api.POST("/api/v1/games/{game}/seats", { params: { path }, body: { seat, ...share } })),
    );
    await store.refresh();
  }

  async function leave(): Promise<void> {
    await body(api.DELETE("/api/v1/games/{game}/seats/me", { params: { path } }));
    forgetNonce(table.id);
    route("/");
  }

  return (
    <main class={`table waiting ${familyOf(table.ruleset.key)}`}>
      <header>
        <h1>{free > 0 ? t`Waiting for players` : t`All seats are taken`}</h1>
        <p class="facts">
          <span title={times(terms.clock)}>
            <Icon name="clock" /> {paceName(terms.clock.preset)}
          </span>
          <span>
            <Icon name={terms.visibility === "public" ? "eye" : "shield"} />{" "}
            {terms.visibility === "public" ? t`Public` : t`Private`}
          </span>
          {terms.rated && (
            <span>
              <Icon name="trophy" /> {t`Rated`}
            </span>
          )}
        </p>
        {terms.rated && unrated && <p class="hint">{unrated.detail}</p>}
      </header>

      <ol class="sitters">
        {table.seats.map((seat) => (
          <li key={seat.seat} class={seat.player || seat.bot ? "taken" : "free"}>
            {seat.player || seat.bot ? (
              <>
                <Icon name={seat.bot ? "bot" : "person"} /> {seatName(seat, own)}
                {seat.seat !== own && <GuestMark of={seat.player} />}
              </>
            ) : own === null ? (
              <button type="button" disabled={action.isBusy} onClick={() => void action.run(() => sitDown(seat.seat))}>
                {t`Sit down here`}
              </button>
            ) : (
              t`Free seat`
            )}
          </li>
        ))}
      </ol>
      {due && <Nonces store={store} table={table} />}
      {action.fault && (
        <p class="sheet fault" role="alert">
          {action.fault}
        </p>
      )}

      {own !== null && free > 0 && (
        <>
          <Invite table={table} free={free} />
          <div class="row bots">
            <span>{t`Or a bot sits down:`}</span>
            {LEVELS.map((level) => (
              <button
                type="button"
                key={level}
                disabled={action.isBusy}
                onClick={() => void action.run(() => addBot(level))}
              >
                <Icon name="bot" /> {seatName({ seat: -1, player: null, bot: level }, null)}
              </button>
            ))}
          </div>
        </>
      )}
      {own !== null && (
        <button type="button" class="quiet" disabled={action.isBusy} onClick={() => void action.run(leave)}>
          {t`Leave the table`}
        </button>
      )}
    </main>
  );
}

/** The nonces of a sealed table: the page gives that of the person by itself, and says for whom everybody waits. */
function Nonces({ store, table }: { store: TableStore; table: PastTable }) {
  const [isMissing, setMissing] = useState(false);
  const due = table.nonces_due;
  const isOwn = table.you !== null && due?.seats.includes(table.you.seat) === true;
  const ask = due?.ask;
  useEffect(() => {
    if (!isOwn || !ask) return;
    void provide(table.id, ask).then((isDone) => {
      setMissing(!isDone);
      if (isDone) return store.refresh();
    });
  }, [isOwn, ask, account.value?.id]);
  if (isMissing) {
    return (
      <p class="sheet" role="alert">
        {t`This table asks for the secret that you sealed. It is on the device with which you sat down: open the table there.`}
      </p>
    );
  }
  const count = due?.seats.length ?? 0;
  return (
    <p role="status">
      {plural(count, {
        one: "The chance is sealed. # player has not opened their secret yet.",
        other: "The chance is sealed. # players have not opened their secrets yet.",
      })}
    </p>
  );
}
