/** One of the person's games in a list: against whom, what is asked, how long there is, and what happened last. */
import { plural, t } from "@lingui/core/macro";
import type { OwnGame } from "../api/types";
import { familyOf } from "../looks/looks";
import { Countdown } from "../parts/Countdown";
import { seatNames } from "../parts/words";
import { asked } from "./asked";

export function GameCard({ game }: { game: OwnGame }) {
  const others = seatNames(game.seats, null).filter((_, seat) => seat !== game.seat);
  const own = game.seats[game.seat];
  const free = game.seats.filter(({ player, bot }) => !player && !bot).length;
  return (
    <li class={`game ${familyOf(game.variant)} ${game.awaiting ? "awaiting" : ""}`}>
      <a href={`/g/${game.id}`}>
        <b class="variant">{game.variant_name}</b>
        <span class="side">
          {game.result ? (
            <Result game={game} />
          ) : game.pauses.length > 0 ? (
            <span class="note">{t`paused`}</span>
          ) : (
            game.deadline && <Countdown deadline={game.deadline} />
          )}
        </span>
        <span class="others">{others.join(", ")}</span>
        {own && game.status === "playing" && (
          <span class="count">{plural(own.cards, { one: "# card", other: "# cards" })}</span>
        )}
        <span class="asked">
          {game.status === "waiting" && free > 0
            ? plural(free, {
                one: "# seat is free",
                other: "# seats are free",
              })
            : game.awaiting
              ? asked(game.ask, game.nonce_due)
              : turnOf(game)}
        </span>
        {game.last && <span class="last">{game.last.text}</span>}
      </a>
    </li>
  );
}

function turnOf(game: OwnGame): string {
  if (game.on_turn === null || game.status !== "playing") return "";
  return t`${seatNames(game.seats, game.seat)[game.on_turn] ?? ""} is on turn`;
}

function Result({ game: { result, seat } }: { game: OwnGame }) {
  const rating = result?.rating;
  const change = rating ? Math.round(rating.after) - Math.round(rating.before) : 0;
  const isWon = result?.winners.includes(seat);
  return (
    <span class={isWon ? "result won" : "result"}>
      {isWon ? t`Won` : t`Lost`}
      {rating && <small> {change > 0 ? `+${change}` : change}</small>}
    </span>
  );
}
