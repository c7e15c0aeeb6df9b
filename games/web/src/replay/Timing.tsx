/** How long each decision took, as bars, and the sums of each seat. The list of moves has the same times as text. */
import { t } from "@lingui/core/macro";
import type { Table } from "../api/types";
import { duration } from "../parts/duration";
import { seatNames } from "../parts/words";
import { decisions, height, paces } from "./stops";
import type { Tape } from "./tape";

const BAR = 6;
const HIGH = 72;

export function Timing({ tape, game }: { tape: Tape; game: Table }) {
  const made = decisions(tape.lines.value);
  const longest = Math.max(0, ...made.map(({ seconds }) => seconds));
  const now = tape.version.value;
  const names = seatNames(game.seats, game.you?.seat ?? null);
  const place = made.findLastIndex(({ version }) => version <= now);
  if (made.length === 0) return <p class="empty-note">{t`Nobody has made a move yet.`}</p>;
  return (
    <div class="timing">
      <div class="bars">
        <svg
          viewBox={`0 0 ${made.length * BAR} ${HIGH}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={t`How long each move took. The longest took ${duration(longest)}.`}
        >
          {place >= 0 && <rect class="now" x={place * BAR} y={0} width={BAR} height={HIGH} />}
          {made.map(({ version, seat, seconds, isByClock }, index) => {
            const high = Math.max(2, height(seconds, longest) * HIGH);
            return (
              <rect
                key={version}
                class={`s${seat} ${isByClock ? "by-clock" : ""}`}
                x={index * BAR + 1}
                y={HIGH - high}
                width={BAR - 2}
                height={high}
              />
            );
          })}
          {made.map(({ version, seat, seconds }, index) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: the list of moves does the same by keyboard
            <rect
              key={version}
              class="hit"
              x={index * BAR}
              y={0}
              width={BAR}
              height={HIGH}
              onClick={() => void tape.go(version)}
            >
              <title>{`${names[seat]}: ${duration(seconds)}`}</title>
            </rect>
          ))}
        </svg>
      </div>
      <table>
        <thead>
          <tr>
            <th scope="col">{t`Player`}</th>
            <th scope="col">{t`Moves`}</th>
            <th scope="col">{t`Time`}</th>
            <th scope="col">{t`Longest`}</th>
          </tr>
        </thead>
        <tbody>
          {paces(made, game.seats.length).map(({ seat, count, total, longest: most }) => (
            <tr key={seat}>
              <th scope="row">
                <span class={`dot s${seat}`} aria-hidden="true" />
                {names[seat]}
              </th>
              <td>{count}</td>
              <td>{duration(total)}</td>
              <td>{duration(most)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
