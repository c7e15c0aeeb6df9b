/** The bar of what the person may do besides laying a card. It shows nothing that is not legal now. */
import { t } from "@lingui/core/macro";
import { useEffect } from "preact/hooks";
import type { MoveChoice } from "../api/types";
import type { Manner } from "./plays";

const MOST_BUTTONS = 6;
/** More moves of one kind become a list to select from. */
const KEYS: Partial<Record<MoveChoice["kind"], string>> = {
  draw: "d",
  accept: "a",
  pass: "p",
  believe: "b",
  challenge: "c",
  decline: "n",
  rescue: "r",
};

interface Props {
  moves: readonly MoveChoice[];
  words: readonly { word: string; isDue: boolean }[];
  canBeBlind: boolean;
  manner: Manner;
  onManner: (manner: Manner) => void;
  onMove: (move: MoveChoice) => void;
  /** Set when cards are picked up that can be laid as they are. */
  onPlay: (() => void) | undefined;
  isDisabled: boolean;
}

export function Actions({ moves, words, canBeBlind, manner, onManner, onMove, onPlay, isDisabled }: Props) {
  const due = words.filter(({ isDue }) => isDue);
  const kinds = new Map<MoveChoice["kind"], MoveChoice[]>();
  for (const move of moves) kinds.set(move.kind, [...(kinds.get(move.kind) ?? []), move]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLInputElement) return;
      const meant = moves.find(({ kind }) => KEYS[kind] === event.key && kinds.get(kind)?.length === 1);
      if (meant && !isDisabled && !document.querySelector("dialog[open]")) onMove(meant);
      if (event.key === "w" && due[0]) onManner({ ...manner, word: manner.word ? null : due[0].word });
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });

  return (
    <div class="actions" role="toolbar" aria-label={t`What you can do`}>
      {onPlay && (
        <button type="button" class="primary" disabled={isDisabled} onClick={onPlay}>
          {t({ message: "Play", context: "cards" })}
        </button>
      )}
      {due.map(({ word }) => (
        <button
          type="button"
          key={word}
          class="word"
          data-word={word}
          aria-pressed={manner.word === word}
          disabled={isDisabled}
          onClick={() => onManner({ ...manner, word: manner.word === word ? null : word })}
        >
          {t`Say “${word}”`}
        </button>
      ))}
      {canBeBlind && (
        <button
          type="button"
          class="blind"
          aria-pressed={manner.isBlind}
          disabled={isDisabled}
          onClick={() => onManner({ ...manner, isBlind: !manner.isBlind })}
        >
          {t`Face down`}
        </button>
      )}
      {[...kinds].map(([kind, alike]) =>
        alike.length > MOST_BUTTONS ? (
          <select
            key={kind}
            disabled={isDisabled}
            value=""
            onChange={(event) => {
              const meant = alike[Number(event.currentTarget.value)];
              if (meant) onMove(meant);
            }}
          >
            <option value="" disabled>{`${alike[0]?.label ?? kind} …`}</option>
            {alike.map((move, index) => (
              <option key={move.notation} value={index}>
                {move.label}
              </option>
            ))}
          </select>
        ) : (
          alike.map((move) => (
            <button
              type="button"
              key={move.notation}
              class={kind}
              disabled={isDisabled}
              data-move={move.notation}
              onClick={() => onMove(move)}
              aria-keyshortcuts={KEYS[kind]}
            >
              {move.label}
            </button>
          ))
        ),
      )}
    </div>
  );
}
