/** What a play leaves open: the suit or rank to nominate, the seat to strike, or the card to claim. */
import { t } from "@lingui/core/macro";
import { useEffect, useRef } from "preact/hooks";
import type { MoveChoice, PastTable } from "../api/types";
import { Card } from "../cards/Card";
import type { Suit } from "../cards/notation";
import { SuitSign } from "../cards/SuitSign";
import { looks, type Skin } from "../looks/looks";
import { cardName, nominationName, seatNames } from "../parts/words";
import type { Question } from "./plays";

interface Props {
  asked: Question;
  table: PastTable;
  skin: Skin;
  onAnswer: (plays: MoveChoice[]) => void;
  onClose: () => void;
}

export function Chooser({ asked, table, skin, onAnswer, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const pack = table.ruleset.pack;
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // A click beside the dialog closes it, as Escape does.
    const onClick = (event: MouseEvent) => event.target === shown && shown?.close();
    shown?.addEventListener("click", onClick);
    return () => shown?.removeEventListener("click", onClick);
  }, []);
  const title = {
    nominate: t`What do you want next?`,
    target: t`Who must draw?`,
    claim: t`Which card do you claim it is?`,
  };
  return (
    <dialog ref={dialog} class="chooser" onClose={onClose}>
      <h2>{title[asked.about]}</h2>
      <div class={`answers ${asked.about}`}>
        {asked.answers.map(({ value, plays }) => (
          <button type="button" key={String(value)} onClick={() => onAnswer(plays)} data-value={String(value)}>
            {asked.about === "nominate" && typeof value === "string" && (
              <>
                {"CDHS".includes(value) && (
                  <SuitSign suit={value as Suit} skin={skin} fourColour={looks.value.fourColour} />
                )}
                {nominationName(value, pack)}
              </>
            )}
            {asked.about === "target" &&
              typeof value === "number" &&
              seatNames(table.seats, table.you?.seat ?? null)[value]}
            {asked.about === "claim" && typeof value === "string" && (
              <Card card={value} skin={skin} title={cardName(value, pack)} />
            )}
            {value === null && t`Nothing`}
          </button>
        ))}
      </div>
      <button type="button" class="quiet" onClick={onClose}>{t`Back`}</button>
    </dialog>
  );
}
