/** A table that waits for players: who sits there, the link that invites, and bots for the free seats. */
import { t } from "@lingui/core/macro";
import { useState } from "preact/hooks";
import { api, body } from "../api/client";
import type { PastTable } from "../api/types";
import { familyOf } from "../looks/looks";
import { seatName } from "../parts/words";
import type { TableStore } from "./store";

const LEVELS = ["novice", "clever", "expert"] as const;

export function Waiting({ store, table }: { store: TableStore; table: PastTable }) {
  const [link, setLink] = useState("");
  const [isCopied, setCopied] = useState(false);
  const path = { game: table.id };
  const own = table.you?.seat ?? null;
  const free = table.seats.filter(({ player, bot }) => !player && !bot).length;

  async function invite(): Promise<void> {
    const made = await body(api.POST("/api/v1/games/{game}/invitations", { params: { path }, body: { uses: free } }));
    setLink(made.url ?? "");
  }

  async function copy(): Promise<void> {
    if (navigator.share) await navigator.share({ url: link }).catch(() => undefined);
    else await navigator.clipboard.writeText(link);
    setCopied(true);
  }

  async function addBot(level: (typeof LEVELS)[number]): Promise<void> {
    await body(api.POST("/api/v1/games/{game}/bots", { params: { path }, body: { level } }));
    await store.refresh();
  }

  async function sit(): Promise<void> {
    await body(api.POST("/api/v1/games/{game}/seats", { params: { path }, body: {} }));
    await store.refresh();
  }

  return (
    <main class={`table waiting ${familyOf(table.ruleset.key)}`}>
      <h1>{t`Waiting for players`}</h1>
      <ol class="sitters">
        {table.seats.map((seat) => (
          <li key={seat.seat} class={seat.player || seat.bot ? "taken" : "free"}>
            {seatName(seat, own)}
          </li>
        ))}
      </ol>
      {own === null ? (
        <button type="button" class="primary" onClick={() => void sit()}>{t`Sit down`}</button>
      ) : (
        <>
          {link ? (
            <div class="row link">
              <input
                readOnly
                value={link}
                aria-label={t`Link for your friends`}
                onFocus={(event) => event.currentTarget.select()}
              />
              <button type="button" class="primary" onClick={() => void copy()}>
                {isCopied ? t`Copied` : t`Copy`}
              </button>
            </div>
          ) : (
            <button type="button" class="primary" onClick={() => void invite()}>{t`Invite friends by a link`}</button>
          )}
          <div class="row">
            <span>{t`Or let a bot sit down:`}</span>
            {LEVELS.map((level) => (
              <button type="button" key={level} onClick={() => void addBot(level)}>
                {seatName({ seat: -1, player: null, bot: level }, null)}
              </button>
            ))}
          </div>
        </>
      )}
    </main>
  );
}
