/** One of the person's games in a list. */
import { t } from "@lingui/core/macro";
import type { OwnGame } from "../api/types";
import { familyOf } from "../looks/looks";
import { Countdown } from "../parts/Countdown";
import { seatName } from "../parts/words";

export function GameCard({ game }: { game: OwnGame }) {
  const others = game.seats.filter(({ seat }) => seat !== game.seat).map((seat) => seatName(seat, null));
  const own = game.seats[game.seat];
  const won = game.result?.winners.includes(game.seat);
  return (
    <li class={`game ${familyOf(game.variant)} ${game.awaiting ? "awaiting" : ""}`}>
      <a href={`/g/${game.id}`}>
        <b class="variant">{game.variant_name}</b>
        <span class="others">{others.join(", ")}</span>
        {own && game.status === "playing" && <span class="count">{own.cards}</span>}
        {game.result && <span class="result">{won ? t`Won` : t`Lost`}</span>}
        {game.deadline && <Countdown deadline={game.deadline} />}
        {game.last && <span class="last">{game.last.text}</span>}
      </a>
    </li>
  );
}
