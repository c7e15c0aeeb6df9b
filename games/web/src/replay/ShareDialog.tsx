/** The ways to share a game that has just ended. */
import { t } from "@lingui/core/macro";
import { useEffect, useRef } from "preact/hooks";
import type { PastTable } from "../api/types";
import "./replay.css";
import { Share } from "./Share";

export function ShareDialog({ game, onClose }: { game: PastTable; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="sharing" onClose={onClose} aria-label={t`Share this game`}>
      <h2>{t`Share this game`}</h2>
      <Share game={game} version={null} />
      <form method="dialog">
        <button type="submit">{t`Close`}</button>
      </form>
    </dialog>
  );
}
