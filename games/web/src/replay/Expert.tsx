/** What the expert would have done: how the game stood as a line, and the best moves of the decision that is shown. */
import { plural, t } from "@lingui/core/macro";
import { useEffect } from "preact/hooks";
import type { AnalysedDecision, ChanceInterval, Table } from "../api/types";
import { language } from "../i18n";
import { seatNames } from "../parts/words";
import type { Advice } from "./advice";
import { decisionAt, line, nextMissed } from "./evaluation";
import "./expert.css";
import type { Tape } from "./tape";

const WIDE = 320;
const HIGH = 96;

interface Props {
  tape: Tape;
  game: Table;
  advice: Advice;
}

export function Expert({ tape, game, advice }: Props) {
  useEffect(() => {
    advice.follow();
    return () => advice.leave();
  }, [advice]);
  const progress = advice.progress.value;
  const decisions = advice.decisions.value;
  return (
    <div class="expert">
      {progress?.status === "none" && <Question advice={advice} />}
      {(progress?.status === "waiting" || progress?.status === "running") && (
        <Thinking done={progress.done} total={progress.total} />
      )}
      {decisions.length > 0 && (
        <>
          <Evaluation tape={tape} game={game} decisions={decisions} />
          <Choice tape={tape} game={game} decisions={decisions} />
        </>
      )}
      {progress?.status === "done" && decisions.length === 0 && (
        <p class="empty-note">{t`Nobody had a choice in this game.`}</p>
      )}
      {progress && progress.left_out > 0 && <LeftOut count={progress.left_out} />}
      {advice.fault.value && <p role="alert">{advice.fault.value.message}</p>}
      {advice.isLost.value && <p role="status">{t`There is no network. Try again.`}</p>}
    </div>
  );
}

function Question({ advice }: { advice: Advice }) {
  return (
    <div class="question">
      <p>{t`The expert looks at each move of this game. It knows only what the player could know then, and says what it would have played.`}</p>
      <button type="button" class="primary" onClick={() => void advice.ask()}>
        {t`Ask the expert`}
      </button>
    </div>
  );
}

function Thinking({ done, total }: { done: number; total: number | null }) {
  return (
    <div class="thinking">
      <p role="status">{done === 0 ? t`The expert begins to think …` : t`The expert thinks …`}</p>
      <progress max={total ?? 1} value={total === null ? undefined : done} aria-label={t`Progress of the expert`} />
      {total !== null && <span class="number">{t`${done} of ${total}`}</span>}
    </div>
  );
}

function LeftOut({ count }: { count: number }) {
  return (
    <p class="beyond">
      {plural(count, {
        one: "The game is very long. # move at its end is left out.",
        other: "The game is very long. # moves at its end are left out.",
      })}
    </p>
  );
}

/** Return a share as a percentage in the language of the page. */
function percent(value: number): string {
  return percents().format(value);
}

/** Return an interval likewise, such as "48% – 71%". */
function range({ low, high }: ChanceInterval): string {
  return percents().formatRange(low, high);
}

function percents(): Intl.NumberFormat {
  return new Intl.NumberFormat(language(), { style: "percent", maximumFractionDigits: 0 });
}

function Evaluation({ tape, game, decisions }: { tape: Tape; game: Table; decisions: readonly AnalysedDecision[] }) {
  const seat = tape.seat.value ?? 0;
  const points = line(decisions, seat, game.seats.length);
  const last = Math.max(1, tape.last.value);
  const x = (version: number) => (version / last) * WIDE;
  const y = (value: number) => 4 + (1 - value) * (HIGH - 8);
  const name = seatNames(game.seats, null)[seat] ?? "";
  const isOwn = seat === game.you?.seat;
  const [first, end] = [points[0], points.at(-1)];
  if (!first || !end) return null;
  const [from, to] = [percent(first.value), percent(end.value)];
  const path = points.map(({ version, value }) => `${x(version)},${y(value)}`).join(" ");
  return (
    <figure>
      <figcaption>{isOwn ? t`What you could expect` : t`What ${name} could expect`}</figcaption>
      <svg
        viewBox={`0 0 ${WIDE} ${HIGH}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={
          isOwn
            ? t`What you could expect after each move: ${from} at first, ${to} at the end.`
            : t`What ${name} could expect after each move: ${from} at first, ${to} at the end.`
        }
      >
        <line class="even" x1={0} x2={WIDE} y1={y(0.5)} y2={y(0.5)} />
        <polygon points={`${x(first.version)},${y(0)} ${path} ${x(end.version)},${y(0)}`} />
        <polyline points={path} />
        {points
          .filter(({ version }) => decisions.some((one) => one.version === version && one.worse))
          .map(({ version, value, seat: mover }) => (
            <line
              key={version}
              class={mover === seat ? "missed" : "missed other"}
              x1={x(version)}
              x2={x(version)}
              y1={y(value) - 5}
              y2={y(value) + 5}
            />
          ))}
        <line class="now" x1={x(tape.version.value)} x2={x(tape.version.value)} y1={0} y2={HIGH} />
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the slider and the list of moves do the same by keyboard */}
        <rect
          class="hit"
          width={WIDE}
          height={HIGH}
          onClick={(event) => {
            const box = event.currentTarget.getBoundingClientRect();
            const version = ((event.clientX - box.left) / box.width) * last;
            void tape.go(decisionAt(decisions, version)?.version ?? 1);
          }}
        />
      </svg>
      <p class="legend">{t`A mark is where another move was surely worth more.`}</p>
    </figure>
  );
}

function Choice({ tape, game, decisions }: { tape: Tape; game: Table; decisions: readonly AnalysedDecision[] }) {
  const decision = decisionAt(decisions, tape.version.value);
  const seat = tape.seat.value ?? 0;
  const next = nextMissed(decisions, seat, tape.version.value);
  const names = seatNames(game.seats, game.you?.seat ?? null);
  return (
    <section class="choice" aria-label={t`The best moves`}>
      {decision ? (
        <>
          <h3>
            <span class={`dot s${decision.seat}`} aria-hidden="true" />
            {names[decision.seat]}
          </h3>
          <Best decision={decision} />
        </>
      ) : (
        <p class="empty-note">{t`Go on to the first move.`}</p>
      )}
      <button type="button" disabled={next === null} onClick={() => next !== null && void tape.go(next)}>
        {t`Next missed chance`}
      </button>
    </section>
  );
}

/** The three best moves, and the one that was made if it is not among them. */
function Best({ decision }: { decision: AnalysedDecision }) {
  const { best, played, value, interval } = decision;
  if (best.length === 0) return <p class="empty-note">{t`The expert has no answer here: ${played.label}`}</p>;
  const isAmong = best.some((one) => one.played);
  return (
    <>
      <ol>
        {best.map((one) => (
          <Move
            key={one.move.notation}
            label={one.move.label}
            value={one.value}
            interval={one.interval}
            isPlayed={one.played}
          />
        ))}
        {!isAmong && value !== null && (
          <Move label={played.label} value={value} interval={interval} isPlayed isBehind />
        )}
      </ol>
      {interval && <p class="legend">{t`Below each chance is the range in which it lies in about 95 of 100 cases.`}</p>}
    </>
  );
}

interface MoveProps {
  label: string;
  value: number;
  /** Where the value may lie; null in old analyses. */
  interval: ChanceInterval | null;
  isPlayed: boolean;
  isBehind?: boolean;
}

function Move({ label, value, interval, isPlayed, isBehind = false }: MoveProps) {
  return (
    <li class={`${isPlayed ? "played" : ""} ${isBehind ? "behind" : ""}`}>
      <span class="label">{label}</span>
      {isPlayed && <small>{t`played`}</small>}
      <span class="number">{percent(value)}</span>
      <span class="bar" aria-hidden="true">
        <span style={{ width: `${Math.round(value * 100)}%` }} />
      </span>
      {interval && <span class="range">{range(interval)}</span>}
    </li>
  );
}
