import { t } from "@lingui/core/macro";
import type { ComponentChildren } from "preact";
import type { ListedGame as Game } from "../api/types";
import { Icon } from "../icons/Icon";
import { familyOf } from "../looks/looks";
import { GuestMark } from "../parts/GuestMark";
import { paceName, times } from "../parts/pace";
import { seatName } from "../parts/words";

/** A public game in a list: what is played, by whom, and what one can do there. */
export function ListedGame({ game, children }: { game: Game; children: ComponentChildren }) {
  const { clock, rated } = game.terms;
  return (
    <li class={`listed ${familyOf(game.variant)}`}>
      <div class="what">
        <b>{game.variant_name}</b>
        <span class="facts">
          <span title={times(clock)}>
            <Icon name="clock" /> {paceName(clock.preset)}
          </span>
          {rated && (
            <span>
              <Icon name="trophy" /> {t`Rated`}
            </span>
          )}
          {Object.keys(game.ruleset.options).length > 0 && <span>{t`House rules`}</span>}
        </span>
      </div>
      <ol class="sitters">
        {game.seats.map(({ player, bot }, seat) => (
          <li key={seat} class={player || bot ? "taken" : "free"} aria-current={game.on_turn === seat || undefined}>
            {bot && <Icon name="bot" />}
            {seatName({ seat: -1, player, bot }, null)}
            <GuestMark of={player} />
          </li>
        ))}
      </ol>
      {children}
    </li>
  );
}
