import type { JSX } from "preact";
import { useLayoutEffect } from "preact/hooks";

import "./cards.css";
import { showDrawings } from "./drawings";
import type { Suit } from "./notation";
import type { Skin } from "./skins";
import { SIGNS } from "./skins";

export interface SuitSignProps {
  readonly suit: Suit;
  readonly skin?: Skin | undefined;
  readonly fourColour?: boolean | undefined;
  /** What a screen reader says. Without it the sign is decoration beside a text. */
  readonly title?: string | undefined;
}

/** The sign of a suit, as large as the text around it, or as CSS says. */
export function SuitSign({ suit, skin = "french", fourColour = false, title }: SuitSignProps): JSX.Element {
  useLayoutEffect(() => void showDrawings(skin), [skin]);
  return (
    <svg
      viewBox="0 0 100 100"
      class="suit-sign"
      role="img"
      aria-label={title}
      aria-hidden={title ? undefined : true}
      data-suit={suit}
      data-skin={skin}
      data-colours={fourColour ? "four" : undefined}
    >
      <use href={`#pip-${SIGNS[skin][suit]}`} width="100" height="100" />
    </svg>
  );
}
