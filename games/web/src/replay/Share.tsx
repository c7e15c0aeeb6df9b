/** Links to a game and to a moment of it, the snippet for other pages, and the record to keep. */
import { t } from "@lingui/core/macro";
import { useState } from "preact/hooks";
import { api, body, isOffline, Refused } from "../api/client";
import type { PastTable } from "../api/types";
import { Copied } from "./Copied";
import { hashOf, placeOf } from "./hash";
import { SecretLink } from "./SecretLink";
import { saveFile } from "./saving";

interface Props {
  game: PastTable;
  /** The version shown, or null where there is none to link to. */
  version: number | null;
}

export function Share({ game, version }: Props) {
  const [code, setCode] = useState(placeOf(location.hash).code);
  const isOver = game.status === "over";
  /** Whether the person may make and take back the link of this private game. */
  const isSecret = isOver && game.you !== null && game.terms.visibility === "private";
  const isOpen = game.terms.visibility === "public" || code !== null;
  const at = (path: string, moment: number | null) =>
    `${location.origin}/${path}/${game.id}${hashOf({ version: moment, code })}`;
  const embed = `<iframe src="${at("embed", null)}" width="100%" height="640" loading="lazy" title="Mau-Mau" allowfullscreen></iframe>`;
  const link = at("g", version !== null && version < game.version ? version : null);
  return (
    <div class="share">
      {isOpen && !isSecret && <Copied label={t`Link to this game`} text={at("g", null)} />}
      {isSecret && <SecretLink game={game.id} onCode={setCode} />}
      {isOpen && version !== null && <Copied label={t`Link to this moment`} text={at("g", version)} />}
      {isOpen && typeof navigator.share === "function" && (
        <button
          type="button"
          class="primary"
          onClick={() => void navigator.share({ url: link }).catch(() => undefined)}
        >
          {t`Send to somebody`}
        </button>
      )}
      {isOver && isOpen && <Copied label={t`To show it in another page`} text={embed} isLong />}
      {isOver && game.result && game.terms.visibility === "public" && <LastMoves game={game.id} />}
      <Download game={game} />
    </div>
  );
}

/** Milliseconds after which a picture that was refused is asked for again, and how often: others may have theirs drawn. */
const AGAIN = 4_000;
const MOST_TRIES = 15;

/** The last moves as an animated picture, which the service draws for public games. */
function LastMoves({ game }: { game: string }) {
  const [tries, setTries] = useState(0);
  const address = `/g/${game}/end.gif`;
  const again = () => tries < MOST_TRIES && setTimeout(() => setTries(tries + 1), AGAIN);
  return (
    <fieldset class="last-moves">
      <legend>{t`The last moves`}</legend>
      <img
        src={tries ? `${address}?try=${tries}` : address}
        alt={t`The last moves, one after the other`}
        width="600"
        height="315"
        loading="lazy"
        onError={again}
      />
      <a class="button" href={address} download={`${game}.gif`}>{t`Save as GIF`}</a>
    </fieldset>
  );
}

function Download({ game }: { game: PastTable }) {
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
