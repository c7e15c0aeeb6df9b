/** The end of a game: the places with their reason, and what the person can do next. */
import { i18n } from "@lingui/core";
import { plural, t } from "@lingui/core/macro";
import type { DigestLine, PastTable } from "../api/types";
import { looks, type Skin } from "../looks/looks";
import { seatNames } from "../parts/words";
import { REPLAY } from "../replay/hash";
import { Place } from "./Place";
import { RatingChange } from "./RatingChange";

interface Props {
  table: PastTable;
  skin: Skin;
  lines: readonly DigestLine[];
  onRematch: (() => void) | undefined;
  onShare: () => void;
}

export function End({ table, skin, lines: read, onRematch, onShare }: Props) {
  // They come page by page. Until the last one is there, others would tell of an earlier deal.
  const isTold = read.some(({ code }) => code === "game-ended");
  const lines = isTold ? read : [];
  const own = table.you?.seat ?? null;
  const result = table.result;
  const hasWon = own !== null && result?.winners.includes(own);
  const called = seatNames(table.seats, own);
  const reason = why(lines, seatNames(table.seats, null));
  const counted = table.goal.end === "single" ? undefined : lines.findLast(({ code }) => code === "deal-scored");
  const gained = counted?.data.points as number[] | undefined;
  const seats = table.seats
    .map((seat) => ({ seat, place: result?.places[seat.seat] ?? 0 }))
    .sort((a, b) => a.place - b.place);
  const winners = seats
    .filter(({ seat }) => result?.winners.includes(seat.seat))
    .map(({ seat }) => called[seat.seat] ?? "");
  const names = new Intl.ListFormat(i18n.locale).format(winners);
  const win = plural(winners.length, { one: `${names} wins`, other: `${names} win` });
  return (
    <>
      {hasWon && looks.value.motion !== "off" && <Confetti />}
      <section class={hasWon ? "end won" : "end"} aria-label={t`The end of the game`}>
        <h2>{!result ? t`The game is over` : hasWon ? t`You win!` : win}</h2>
        {reason && <p class="reason">{reason}</p>}
        {result && (
          <ol class="places">
            {seats.map(({ seat, place }) => (
              <Place
                key={seat.seat}
                seat={seat}
                place={place}
                name={called[seat.seat] ?? ""}
                cards={(seat.seat === own ? table.you?.hand : seat.hand) ?? []}
                gained={gained?.[seat.seat]}
                isTold={isTold}
                table={table}
                skin={skin}
              />
            ))}
          </ol>
        )}
        {own !== null && table.terms.rated && !table.unrated && <RatingChange game={table.id} />}
        <div class="row">
          {onRematch && <button type="button" class="primary" onClick={onRematch}>{t`Play again`}</button>}
          <a class="button" href={`/g/${table.id}${REPLAY}`}>{t`Look back`}</a>
          <button type="button" onClick={onShare}>{t`Share`}</button>
        </div>
      </section>
    </>
  );
}

/** Return why the game is over, as a sentence, or nothing where the lines do not say it. */
function why(lines: readonly DigestLine[], names: readonly string[]): string {
  const deal = lines.findLast(({ code }) => code === "deal-ended");
  if (!deal) return lines.findLast(({ code }) => code === "game-ended")?.text ?? "";
  const { ending, winner } = deal.data as { ending: string; winner: number | null };
  if (ending === "went-out" && winner !== null) return t`${names[winner] ?? ""} has no cards left.`;
  // The first sentence of the line says what else ended it. Who is left with what stands in the list.
  return /^.*?\.(?= |$)/.exec(deal.text)?.[0] ?? deal.text;
}

const SIGNS = ["♠", "♥", "♦", "♣"];
const FALLING = 28;

/** Suits that fall over the table once. */
function Confetti() {
  return (
    <div class="confetti" aria-hidden="true">
      {Array.from({ length: FALLING }, (_, index) => {
        const place = { "--x": `${(index * 37) % 100}%`, "--after": `${((index * index * 13) % 17) * 0.08}s` };
        const style = { ...place, "--turn": `${((index % 5) - 2) * 200}deg` };
        return (
          <span key={index} class={index % 4 === 1 || index % 4 === 2 ? "red" : "gold"} style={style}>
            {SIGNS[index % 4]}
          </span>
        );
      })}
    </div>
  );
}
