/** The controls of a replay: steps, play, the place in the game, speed, and from where one looks. */
import { t } from "@lingui/core/macro";
import { useEffect } from "preact/hooks";
import type { Table } from "../api/types";
import { seatNames } from "../parts/words";
import { SPEEDS, type Tape } from "./tape";

const ICONS = {
  first: "M6 5h3v14H6zM20 5v14l-10-7z",
  back: "M17 5v14L6 12z",
  play: "M7 4v16l13-8z",
  pause: "M6 4h4v16H6zM14 4h4v16h-4z",
  forward: "M7 5v14l11-7z",
  last: "M15 5h3v14h-3zM4 5v14l10-7z",
} as const;

function Icon({ name }: { name: keyof typeof ICONS }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={ICONS[name]} />
    </svg>
  );
}

/** Whether a key that was pressed belongs to what has the focus. */
function isTaken({ target, ctrlKey, metaKey, altKey, key }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || document.querySelector("dialog[open]")) return true;
  if (!(target instanceof HTMLElement)) return false;
  if (target.matches("input, select, textarea, [role=tab]")) return true;
  return key === " " && target.matches("button, a, summary");
}

export function Controls({ tape, game }: { tape: Tape; game: Table }) {
  const version = tape.version.value;
  const last = tape.last.value;
  const isPlaying = tape.isPlaying.value;
  const toggle = () => (isPlaying ? void tape.pause() : void tape.play());

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isTaken(event)) return;
      const meant = {
        " ": toggle,
        k: toggle,
        ArrowLeft: () => void tape.step(false),
        ArrowRight: () => void tape.step(true),
        Home: () => void tape.go(1),
        End: () => void tape.go(last),
      }[event.key];
      if (!meant) return;
      event.preventDefault();
      meant();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  });

  return (
    <div class="controls">
      <div class="steps" role="toolbar" aria-label={t`Replay`}>
        <Step name="first" label={t`To the start`} isOff={version <= 1} onClick={() => void tape.go(1)} />
        <Step name="back" label={t`One step back`} isOff={version <= 1} onClick={() => void tape.step(false)} />
        <button
          type="button"
          class="primary play"
          onClick={toggle}
          aria-label={isPlaying ? t`Pause` : t`Play the game`}
          aria-keyshortcuts="Space"
        >
          <Icon name={isPlaying ? "pause" : "play"} />
        </button>
        <Step name="forward" label={t`One step forward`} isOff={version >= last} onClick={() => void tape.step(true)} />
        <Step name="last" label={t`To the end`} isOff={version >= last} onClick={() => void tape.go(last)} />
      </div>
      <label class="place">
        <span class="visually-hidden">{t`Place in the game`}</span>
        <input
          type="range"
          min={1}
          max={Math.max(1, last)}
          value={version}
          onInput={(event) => void tape.go(Number(event.currentTarget.value))}
          aria-valuetext={t`${version} of ${last}`}
        />
        <span class="number">
          {version} / {last}
        </span>
      </label>
      <div class="choices">
        <label>
          <span class="visually-hidden">{t`Speed`}</span>
          <select value={tape.speed.value} onChange={(event) => (tape.speed.value = Number(event.currentTarget.value))}>
            {SPEEDS.map((speed) => (
              <option key={speed} value={speed}>
                {speed === 0.5 ? "½" : speed}×
              </option>
            ))}
          </select>
        </label>
        {game.status === "over" && <Sight tape={tape} game={game} />}
      </div>
    </div>
  );
}

function Sight({ tape, game }: { tape: Tape; game: Table }) {
  const seat = tape.seat.value ?? 0;
  const isOpen = tape.isOpen.value;
  return (
    <>
      <label>
        <span class="visually-hidden">{t`Look from the seat of`}</span>
        <select value={seat} onChange={(event) => void tape.look(Number(event.currentTarget.value), isOpen)}>
          {seatNames(game.seats, game.you?.seat ?? null).map((name, each) => (
            <option key={name} value={each}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <button type="button" aria-pressed={isOpen} onClick={() => void tape.look(seat, !isOpen)}>
        {t`All cards open`}
      </button>
    </>
  );
}

interface StepProps {
  name: keyof typeof ICONS;
  label: string;
  isOff: boolean;
  onClick: () => void;
}

function Step({ name, label, isOff, onClick }: StepProps) {
  return (
    <button type="button" class="step" aria-label={label} title={label} disabled={isOff} onClick={onClick}>
      <Icon name={name} />
    </button>
  );
}
