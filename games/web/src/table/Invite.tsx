/** How others come to a table: by a link to share or to scan, or by their username. */
import { t } from "@lingui/core/macro";
import { useEffect, useState } from "preact/hooks";
import { api, body, Refused } from "../api/client";
import { account } from "../api/session";
import type { PastTable } from "../api/types";
import { useFetched } from "../app/Screen";
import { useAction } from "../app/useAction";
import { Icon } from "../icons/Icon";
import { GuestMark } from "../parts/GuestMark";
import { QrCode } from "./QrCode";

export function Invite({ table, free }: { table: PastTable; free: number }) {
  const action = useAction();
  const [link, setLink] = useState("");
  const [isCopied, setCopied] = useState(false);
  const [isShown, show] = useState(false);
  const path = { game: table.id };

  async function makeLink(): Promise<void> {
    const made = await body(api.POST("/api/v1/games/{game}/invitations", { params: { path }, body: { uses: free } }));
    setLink(made.url ?? "");
  }

  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(link);
    setCopied(true);
  }

  async function share(): Promise<void> {
    const text = t`${account.value?.name ?? ""} invites you to a game of Mau-Mau`;
    await navigator.share({ url: link, text }).catch(() => undefined);
  }

  return (
    <section class="invite" aria-label={t`Invite players`}>
      {link ? (
        <>
          <div class="row link">
            <input
              readOnly
              value={link}
              aria-label={t`Link for your friends`}
              onFocus={(event) => event.currentTarget.select()}
            />
            <button type="button" onClick={() => void copy()}>
              <Icon name={isCopied ? "check" : "link"} /> {isCopied ? t`Copied` : t`Copy`}
            </button>
            {"share" in navigator && (
              <button type="button" class="primary" onClick={() => void share()}>
                <Icon name="share" /> {t`Share`}
              </button>
            )}
            <button type="button" aria-expanded={isShown} onClick={() => show(!isShown)}>{t`QR code`}</button>
          </div>
          {isShown && <QrCode text={link} />}
          <p class="hint">{t`Whoever opens it takes a free seat.`}</p>
        </>
      ) : (
        <button type="button" class="primary big" disabled={action.isBusy} onClick={() => void action.run(makeLink)}>
          <Icon name="link" /> {t`Invite friends by a link`}
        </button>
      )}
      {action.fault && (
        <p class="sheet fault" role="alert">
          {action.fault}
        </p>
      )}
      <ByName table={table} />
    </section>
  );
}

const SHORTEST = 2;

function ByName({ table }: { table: PastTable }) {
  const action = useAction();
  const [prefix, setPrefix] = useState("");
  const [version, setVersion] = useState(0);
  const path = { game: table.id };
  const isLong = prefix.trim().length >= SHORTEST;
  const found = useFetched(async () => {
    if (!isLong) return [];
    return (await body(api.GET("/api/v1/players", { params: { query: { prefix: prefix.trim(), limit: 6 } } }))).items;
  }, [prefix]);
  const sent = useFetched(
    async () => (await body(api.GET("/api/v1/games/{game}/invitations", { params: { path } }))).items,
    [version, table.version],
  );
  const invited = sent.data?.filter(({ player, state }) => player && (state === "open" || state === "declined")) ?? [];
  useEffect(() => {
    if (action.isDone) setPrefix("");
  }, [action.isDone]);

  async function invite(player: string): Promise<void> {
    await body(api.POST("/api/v1/games/{game}/invitations", { params: { path }, body: { player } }));
    setVersion(version + 1);
  }

  async function takeBack(invitation: string): Promise<void> {
    await body(api.DELETE("/api/v1/invitations/{invitation}", { params: { path: { invitation } } })).catch((error) => {
      if (!(error instanceof Refused) || error.status !== 404) throw error;
    });
    setVersion(version + 1);
  }

  return (
    <div class="by-name">
      <label>
        <span>{t`Or invite somebody by username`}</span>
        <input
          type="search"
          value={prefix}
          autocomplete="off"
          autocapitalize="off"
          onInput={(event) => setPrefix(event.currentTarget.value)}
        />
      </label>
      {isLong && found.data && (
        <ul class="found">
          {found.data.length === 0 && <li>{t`No username begins like this.`}</li>}
          {found.data.map(({ id, name, username }) => (
            <li key={id}>
              <button type="button" disabled={action.isBusy} onClick={() => void action.run(() => invite(id))}>
                <Icon name="plus" /> {name === username ? name : `${name} (${username})`}
              </button>
            </li>
          ))}
        </ul>
      )}
      {action.fault && (
        <p class="sheet fault" role="alert">
          {action.fault}
        </p>
      )}
      {invited.length > 0 && (
        <ul class="found">
          {invited.map(({ id, player, state }) => (
            <li key={id}>
              {state === "open" ? t`${player?.name ?? ""} is invited` : t`${player?.name ?? ""} has declined`}{" "}
              <GuestMark of={player} />
              {state === "open" && (
                <button type="button" class="quiet" onClick={() => void action.run(() => takeBack(id))}>
                  {t`Take back`}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
