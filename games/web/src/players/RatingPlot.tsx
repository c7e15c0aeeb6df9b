/** How the ratings of a player went, one line for each ladder. */
import { t } from "@lingui/core/macro";
import type { components } from "../api/schema";
import { plot, ratingText, type Step } from "./plot";

type RatingStep = components["schemas"]["RatingStep"];

const WIDTH = 640;
const HEIGHT = 200;
const MOST_LINES = 6;

export function RatingPlot({ steps, nameOf }: { steps: readonly RatingStep[]; nameOf: (variant: string) => string }) {
  const ladders = new Map<string, Step[]>();
  // The service has the last game first.
  for (const { variant, pace, kind, at, after } of steps.toReversed()) {
    const pacing = pace === "live" ? t`fast` : t`slow`;
    const name = kind === "humans" ? `${nameOf(variant)} · ${pacing}` : t`${nameOf(variant)} · ${pacing} · bots`;
    ladders.set(name, [...(ladders.get(name) ?? []), { at: Date.parse(at), rating: after.rating }]);
  }
  const longest = [...ladders].sort(([, one], [, other]) => other.length - one.length).slice(0, MOST_LINES);
  const { lines, ends, levels } = plot(
    longest.map(([, line]) => line),
    WIDTH,
    HEIGHT,
  );
  return (
    <figure class="rating-plot">
      <svg
        viewBox={`-52 -12 ${WIDTH + 68} ${HEIGHT + 24}`}
        role="img"
        aria-label={t`How the ratings went, game by game`}
      >
        {levels.map(([level, y]) => (
          <g key={level} class="level">
            <line x1={0} x2={WIDTH} y1={y} y2={y} />
            <text x={-8} y={y + 4}>
              {ratingText(level, 0)}
            </text>
          </g>
        ))}
        {lines.map((line, at) => (
          <g key={longest[at]?.[0]} class={`line-${at}`}>
            <polyline points={line} />
            <circle cx={ends[at]?.[0]} cy={ends[at]?.[1]} r={5} />
          </g>
        ))}
      </svg>
      <figcaption>
        {longest.map(([name, line], at) => (
          <span key={name} class={`line-${at}`}>
            <i aria-hidden="true" /> {name} <b>{ratingText(line.at(-1)?.rating ?? 0)}</b>
          </span>
        ))}
      </figcaption>
    </figure>
  );
}
