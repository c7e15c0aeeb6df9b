/** Links to a game and to a moment of it, the snippet for other pages, and the record to keep. */
import { t } from "@lingui/core/macro";
import { useState } from "preact/hooks";
import { api, body, isOffline, Refused } from "../api/client";
import type { Table } from "../api/types";
import { saveFile } from "./saving";

interface Props {
  game: Table;
  /** The version shown, or null where there is none to link to. */
  version: number | null;
}

export function Share({ game, version }: Props) {
  const link = `${location.origin}/g/${game.id}`;
  const embed = `<iframe src="${location.origin}/embed/${game.id}" width="100%" height="640" loading="lazy" title="Mau-Mau" allowfullscreen></iframe>`;
  const isOver = game.status === "over";
  const moment = version !== null && version < game.version ? `${link}#${version}` : null;
  return (
    <div class="share">
      <Copied label={t`Link to this game`} text={link} />
      {moment && <Copied label={t`Link to this moment`} text={moment} />}
      {typeof navigator.share === "function" && (
        <button
          type="button"
          class="primary"
          onClick={() => void navigator.share({ url: moment ?? link }).catch(() => undefined)}
        >
          {t`Send to somebody`}
        </button>
      )}
      {isOver && game.terms.visibility === "public" && (
        <Copied label={t`To show it in another page`} text={embed} isLong />
      )}
      <Download game={game} />
    </div>
  );
}

/** A text with a button that copies it. */
export function Copied({ label, text, isLong = false }: { label: string; text: string; isLong?: boolean }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  const select = (event: FocusEvent) => (event.currentTarget as HTMLInputElement).select();
  return (
    <label class="copied">
      <span>{label}</span>
      {isLong ? (
        <textarea readOnly rows={4} value={text} onFocus={select} />
      ) : (
        <input readOnly value={text} onFocus={select} />
      )}
      <button type="button" onClick={() => void copy()} aria-live="polite">
        {isCopied ? t`Copied` : t`Copy`}
      </button>
    </label>
  );
}

function Download({ game }: { game: Table }) {
  const [fault, setFault] = useState("");
  async function save(type: "text/plain" | "application/json"): Promise<void> {
    try {
      const text = await body(
        api.GET("/api/v1/games/{game}/record", {
          params: { path: { game: game.id } },
          headers: { Accept: type },
          parseAs: "text",
        }),
      );
      saveFile(`${game.id}.${type === "text/plain" ? "txt" : "json"}`, type, text as unknown as string);
      setFault("");
    } catch (error) {
      if (isOffline(error)) setFault(t`There is no network.`);
      else if (error instanceof Refused) setFault(error.message);
      else throw error;
    }
  }
  return (
    <fieldset class="download">
      <legend>{t`Record of the game`}</legend>
      <p>{t`One file with the rules, all cards and all moves. You can read it, and other programs can, too.`}</p>
      <div class="row">
        <button type="button" onClick={() => void save("text/plain")}>{t`Save as text`}</button>
        <button type="button" onClick={() => void save("application/json")}>{t`Save as JSON`}</button>
      </div>
      {fault && <p role="alert">{fault}</p>}
    </fieldset>
  );
}
