/** What the service has told the person, the newest first. */
import { t } from "@lingui/core/macro";
import { useEffect, useState } from "preact/hooks";
import { unread } from "../account/badge";
import { block } from "../account/blocks";
import { changes } from "../account/live";
import { addressOf } from "../account/toasts";
import { api, body } from "../api/client";
import { account } from "../api/session";
import type { Notice, Person } from "../api/types";
import { Missing, useFetched } from "../app/Screen";
import { useAction } from "../app/useAction";
import { Icon } from "../icons/Icon";
import "./inbox.css";
import { locale } from "../i18n";
import { GuestMark } from "../parts/GuestMark";
import { kindName } from "./kinds";

const OF_TURN: readonly string[] = ["your-turn", "deadline-near", "last-hour"];
const KINDS = [
  "your-turn",
  "deadline-near",
  "last-hour",
  "game-over",
  "table-expired",
  "invitation",
  "rematch",
  "seat-taken",
  "proposal",
] as const;
const ICONS = {
  "your-turn": "play",
  "deadline-near": "clock",
  "last-hour": "clock",
  "game-over": "flag",
  invitation: "people",
  rematch: "again",
  "seat-taken": "person",
  proposal: "people",
} as const;
const PAGE = 50;

export function Inbox() {
  const [kind, setKind] = useState<(typeof KINDS)[number] | "">("");
  const [more, setMore] = useState<{ items: Notice[]; next: string | null } | null>(null);
  const page = useFetched(async () => {
    if (!account.value) return { items: [], unread: 0, next_cursor: null };
    return body(api.GET("/api/v1/me/notices", { params: { query: { limit: PAGE, ...(kind ? { kind } : {}) } } }));
  }, [kind, changes.value, account.value?.id]);
  useEffect(() => setMore(null), [kind]);
  useEffect(() => {
    if (page.data) unread.value = page.data.unread;
  }, [page.data]);

  async function read(upTo: string): Promise<void> {
    unread.value = (await body(api.POST("/api/v1/me/notices/read", { body: { up_to: upTo } }))).unread;
    await page.reload();
  }

  async function fetchMore(cursor: string): Promise<void> {
    const query = { limit: PAGE, cursor, ...(kind ? { kind } : {}) };
    const next = await body(api.GET("/api/v1/me/notices", { params: { query } }));
    setMore({ items: [...(more?.items ?? []), ...next.items], next: next.next_cursor });
  }

  const items = [...(page.data?.items ?? []), ...(more?.items ?? [])];
  const next = more ? more.next : page.data?.next_cursor;
  const newest = items[0];
  return (
    <main class="page inbox">
      <div class="row head">
        <h1>{t`Inbox`}</h1>
        <a class="button" href="/settings#notices">
          <Icon name="settings" /> {t`What you want to hear`}
        </a>
      </div>
      <div class="row">
        <select
          aria-label={t`Kind of notice`}
          value={kind}
          onChange={(event) => setKind(event.currentTarget.value as typeof kind)}
        >
          <option value="">{t`All notices`}</option>
          {KINDS.map((each) => (
            <option key={each} value={each}>
              {kindName(each)}
            </option>
          ))}
        </select>
        {newest && unread.value > 0 && (
          <button type="button" onClick={() => void read(newest.id)}>
            <Icon name="check" /> {t`Mark all as read`}
          </button>
        )}
      </div>
      {!page.data ? (
        <Missing of={page} />
      ) : items.length === 0 ? (
        <p class="missing">{t`Nothing here yet. You hear when it is your turn, when somebody invites you, and when a game is over.`}</p>
      ) : (
        <ol class="notices">
          {items.map((notice) => (
            <li key={notice.id} class={notice.read_at ? "read" : "unread"}>
              <a href={addressOf(notice)} onClick={() => void (notice.read_at || read(notice.id))}>
                <Icon name={ICONS[notice.kind as keyof typeof ICONS] ?? "bell"} />
                <span class="words">
                  <b>{notice.title}</b>
                  {/* A turn that is over needs no words about its time. */}
                  {!(notice.read_at && OF_TURN.includes(notice.kind)) && <span>{notice.body}</span>}
                </span>
                <time dateTime={notice.issued_at}>{new Date(notice.issued_at).toLocaleString(locale(), SHORT)}</time>
              </a>
              {notice.inviter && <Inviter inviter={notice.inviter} />}
            </li>
          ))}
        </ol>
      )}
      {next && <button type="button" onClick={() => void fetchMore(next)}>{t`Show older ones`}</button>}
    </main>
  );
}

/** Who invites, and a way to hear nothing of them any more. */
function Inviter({ inviter }: { inviter: Person }) {
  const action = useAction();
  return (
    <p class="inviter">
      {inviter.name} <GuestMark of={inviter} />
      {action.isDone ? (
        <span role="status">{t`Blocked`}</span>
      ) : (
        <button
          type="button"
          class="quiet"
          disabled={action.isBusy}
          onClick={() => void action.run(() => block(inviter))}
        >{t`Block ${inviter.name}`}</button>
      )}
      {action.fault && <span role="alert">{action.fault}</span>}
    </p>
  );
}

const SHORT: Intl.DateTimeFormatOptions = { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" };
