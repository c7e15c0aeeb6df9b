/** How a rated game has changed the person's rating, as soon as the service has counted it. */
import { t } from "@lingui/core/macro";
import { useState } from "preact/hooks";
import { api, body } from "../api/client";
import type { components } from "../api/schema";
import { account } from "../api/session";
import { useFetched } from "../app/Screen";
import { ratingText } from "../players/plot";

type Schemas = components["schemas"];
const AGAIN = 1500;
/** Milliseconds until the page asks once more: ratings follow the games. */
const MOST_TRIES = 20;
const MOST = 20;
/** The games among which the page looks, the last to end first. Who looks back further sees no change. */
const WIDEST = 3;
/** The change that fills half of the bar. */

export function RatingChange({ game }: { game: string }) {
  const player = account.value?.id ?? "";
  const [rating, setRating] = useState<Schemas["RatingBeforeAfter"] | null>(null);
  const [tries, setTries] = useState(0);
  useFetched(
    async () => {
      const params = { path: { player }, query: { limit: MOST } };
      const { items } = await body(api.GET("/api/v1/players/{player}/games", { params }));
      setRating(items.find(({ id }) => id === game)?.rating ?? null);
      setTries(tries + 1);
    },
    [game],
    rating || tries === MOST_TRIES ? 0 : AGAIN,
  );
  if (!rating) return null;
  const change = rating.after - rating.before;
  const width = Math.min(1, Math.abs(change) / WIDEST) * 50;
  return (
    <p class={change < 0 ? "rating fallen" : "rating"}>
      <span>{t`Rating`}</span>
      <span class="bar" aria-hidden="true">
        <span style={{ width: `${width}%` }} />
      </span>
      <b>{ratingText(rating.after)}</b>
      <small>
        {change < 0 ? "−" : "+"}
        {ratingText(Math.abs(change))}
      </small>
    </p>
  );
}
