/** What the players of a game that is over have written at its moves, and the note of the person at the one shown. */
import { t } from "@lingui/core/macro";
import { useEffect, useState } from "preact/hooks";
import { api, body, isOffline, Refused } from "../api/client";
import { account } from "../api/session";
import type { Note, Table } from "../api/types";
import { NotReady, useAnswer } from "../parts/answer";
import { GuestMark } from "../parts/GuestMark";
import { placeOf } from "./hash";
import "./notes.css";
import { currentStop } from "./stops";
import type { Tape } from "./tape";

const LONGEST = 500;

export function Notes({ tape, game }: { tape: Tape; game: Table }) {
  const [changes, setChanges] = useState(0);
  const path = { game: game.id };
  const answer = useAnswer(() => body(api.GET("/api/v1/games/{game}/notes", { params: { path } })), [game.id, changes]);
  // While the list is fetched again, the old one stays.
  const [items, setItems] = useState<readonly Note[] | null>(null);
  useEffect(() => {
    if (answer.state === "ready") setItems(answer.value.items);
  }, [answer]);
  if (!items) return answer.state === "ready" ? null : <NotReady answer={answer} />;
  const stops = tape.stops.value;
  const version = currentStop(stops, tape.version.value) ?? tape.version.value;
  const own = items.find((note) => note.version === version && note.seat === game.you?.seat);
  return (
    <div class="notes">
      {game.you && (
        <Own
          key={`${version} ${own?.changed_at}`}
          game={game.id}
          version={version}
          own={own}
          onChange={() => setChanges((before) => before + 1)}
        />
      )}
      {items.length === 0 && <p class="empty-note">{t`Nobody has written a note.`}</p>}
      <ol aria-label={t`Notes`}>
        {items.map((note) => (
          <li key={`${note.version} ${note.seat}`} class={note.version === version ? "here" : ""}>
            <button type="button" class="moment" onClick={() => void tape.go(note.version)}>
              {tape.lines.value.find((line) => line.version === currentStop(stops, note.version))?.text ??
                String(note.version)}
            </button>
            <p>
              <b>{note.player.name}</b> <GuestMark of={note.player} /> {note.text}
            </p>
            {note.hidden && <small>{t`The host has hidden this note. Only you see it.`}</small>}
            {account.value && note.player.id !== account.value.id && <Report game={game.id} note={note} />}
          </li>
        ))}
      </ol>
    </div>
  );
}

interface OwnProps {
  game: string;
  version: number;
  own: Note | undefined;
  onChange: () => void;
}

function Own({ game, version, own, onChange }: OwnProps) {
  const [text, setText] = useState(own?.text ?? "");
  const [fault, setFault] = useState("");
  const path = { game, version };
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work();
      onChange();
    } catch (error) {
      setFault(said(error));
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const write = () => body(api.PUT("/api/v1/games/{game}/notes/{version}", { params: { path }, body: { text } }));
        if (text.trim()) void attempt(write);
      }}
    >
      <label>
        <span>{t`Your note at this move`}</span>
        <textarea
          rows={3}
          maxLength={LONGEST}
          value={text}
          onInput={(event) => setText(event.currentTarget.value.replace(/\s/g, " "))}
        />
      </label>
      <div class="row">
        <button type="submit" class="primary" disabled={!text.trim() || text.trim() === own?.text}>
          {t`Save the note`}
        </button>
        {own && (
          <button
            type="button"
            onClick={() =>
              void attempt(() => body(api.DELETE("/api/v1/games/{game}/notes/{version}", { params: { path } })))
            }
          >
            {t`Delete the note`}
          </button>
        )}
      </div>
      {fault && <p role="alert">{fault}</p>}
    </form>
  );
}

function Report({ game, note }: { game: string; note: Note }) {
  const [answer, say] = useState("");
  const report = async () => {
    const { code } = placeOf(location.hash);
    const path = { game, version: note.version, player: note.player.id };
    try {
      await body(
        api.PUT("/api/v1/games/{game}/notes/{version}/{player}/report", {
          params: { path, ...(code ? { header: { "Share-Code": code } } : {}) },
        }),
      );
      say(t`The host will look at it.`);
    } catch (error) {
      say(said(error));
    }
  };
  if (answer) return <small role="status">{answer}</small>;
  return (
    <button type="button" class="report" onClick={() => void report()}>
      {t`Report this note`}
    </button>
  );
}

/** Return why a request failed, in words. Throws what is no failure of a request. */
function said(error: unknown): string {
  if (isOffline(error)) return t`There is no network.`;
  if (error instanceof Refused) return error.message;
  throw error;
}
