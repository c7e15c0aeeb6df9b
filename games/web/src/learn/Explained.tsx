/** What a special card or a move does, when it first matters: a sentence, and the example of the rule as a picture. */
import { t } from "@lingui/core/macro";
import { useEffect, useRef, useState } from "preact/hooks";
import { api, body } from "../api/client";
import type { EffectiveRules, PastTable } from "../api/types";
import { Card } from "../cards/Card";
import { language } from "../i18n";
import { looks, setLooks, skinOf } from "../looks/looks";
import { useAnswer } from "../parts/answer";
import { ExamplePicture } from "../rules/ExamplePicture";
import "./learn.css";
import { known, learn } from "./known";
import { mattering } from "./matters";

type Explanation = EffectiveRules["explanations"][number];
const MOST_CARDS = 4;
/** Where there is a column beside the table. Elsewhere the picture comes when the person wants it. */
const WIDE = "(min-width: 1000px)";

interface Props {
  table: PastTable;
  /** Whether a move of the person is on its way: they have read on. */
  isMoving: boolean;
}

export function Explained({ table, isMoving }: Props) {
  const params = { path: { game: table.id }, query: { lang: language() } };
  const answer = useAnswer(() => body(api.GET("/api/v1/games/{game}/rules", { params })), [table.id]);
  const rules = answer.state === "ready" ? answer.value : null;
  const [shown, show] = useState<Explanation | null>(null);
  const up = table.up_card;
  const last = useRef(up);

  useEffect(() => {
    if (isMoving) show(null);
  }, [isMoving]);

  useEffect(() => {
    const played = last.current !== null && last.current !== up ? up : null;
    last.current = up;
    if (shown || isMoving || !rules) return;
    const next = mattering(rules.explanations, table, played).find(
      ({ id }) => !known.peek().has(`${table.ruleset.key}:${id}`),
    );
    if (!next) return;
    learn(table.ruleset.key, next.id);
    show(next);
  }, [rules, shown, isMoving, table]);

  return (
    // It stands there before it says something, so that a screen reader says what comes.
    <div class="explained-place" role="status">
      {shown && rules && (
        <Told explanation={shown} rules={rules} pack={table.ruleset.pack} onClose={() => show(null)} />
      )}
    </div>
  );
}

interface ToldProps {
  explanation: Explanation;
  rules: EffectiveRules;
  pack: string;
  onClose: () => void;
}

function Told({ explanation, rules, pack, onClose }: ToldProps) {
  const { text, cards, paragraph, example_id } = explanation;
  const example = rules.examples.find(({ id }) => id === example_id);
  const dialog = useRef<HTMLDialogElement>(null);
  const isWide = matchMedia(WIDE).matches;
  return (
    <section class="explained" aria-label={t`Explanation`}>
      <div class="said">
        {cards.length > 0 && (
          <span class="some" aria-hidden="true">
            {cards.slice(0, MOST_CARDS).map((card) => (
              <Card key={card} card={card} skin={skinOf(pack)} fourColour={looks.value.fourColour} small />
            ))}
          </span>
        )}
        <p>
          {text} {paragraph && <a href={`/v/${rules.ruleset.key}#${paragraph}`}>{paragraph}</a>}
        </p>
      </div>
      {isWide && example && <ExamplePicture example={example} pack={pack} />}
      <div class="row">
        <button type="button" class="primary" onClick={onClose}>{t`Got it`}</button>
        {!isWide && example && (
          <button type="button" aria-haspopup="dialog" onClick={() => dialog.current?.showModal()}>{t`Example`}</button>
        )}
        <button
          type="button"
          class="quiet"
          onClick={() => setLooks({ explains: false })}
        >{t`No more explanations`}</button>
      </div>
      {!isWide && example && (
        <dialog ref={dialog} class="sheet" aria-label={t`For example`}>
          <p>{text}</p>
          <ExamplePicture example={example} pack={pack} />
          <form method="dialog">
            <button type="submit">{t`Close`}</button>
          </form>
        </dialog>
      )}
    </section>
  );
}
