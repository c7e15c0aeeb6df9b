/** Why a move was refused: the sentence, and the rule with its text. */
import { t } from "@lingui/core/macro";
import { useState } from "preact/hooks";
import type { Refused } from "../api/client";
import { Paragraph } from "../rules/Paragraph";

export function Refusal({ refused, game, onClose }: { refused: Refused; game: string; onClose: () => void }) {
  const [isOpen, open] = useState(false);
  const { detail, paragraph, example } = refused.problem;
  return (
    <div class="refusal" role="alert">
      <p>{detail}</p>
      <div class="row">
        {paragraph && !isOpen && <button type="button" onClick={() => open(true)}>{t`Why?`}</button>}
        <button type="button" class="quiet" onClick={onClose}>{t`Close`}</button>
      </div>
      {isOpen && paragraph && <Paragraph game={game} paragraph={paragraph} example={example ?? null} />}
    </div>
  );
}
