/** Why a move was refused: the sentence, and on demand the rule with its example in a sheet above the table. */
import { t } from "@lingui/core/macro";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Refused } from "../api/client";
import { Paragraph } from "../rules/Paragraph";

export function Refusal({ refused, game, onClose }: { refused: Refused; game: string; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isOpen, open] = useState(false);
  const { detail, paragraph, example } = refused.problem;
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
  }, [isOpen]);
  return (
    <div class="refusal">
      <p role="alert">{detail}</p>
      <div class="row">
        {paragraph && <button type="button" onClick={() => open(true)}>{t`Why?`}</button>}
        <button type="button" class="quiet" onClick={onClose}>{t`Close`}</button>
      </div>
      {isOpen && paragraph && (
        <dialog ref={dialog} class="sheet" aria-label={t`Why?`} onClose={() => open(false)}>
          <p>{detail}</p>
          <Paragraph game={game} paragraph={paragraph} example={example ?? null} />
          <button type="button" class="quiet" onClick={() => dialog.current?.close()}>{t`Close`}</button>
        </dialog>
      )}
    </div>
  );
}
