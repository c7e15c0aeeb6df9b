import type { JSX } from "preact";

import "./icons.css";
import { ICONS, type IconDrawing, type IconName } from "./drawings";

export interface IconProps {
  readonly name: IconName;
  /** What a screen reader says. Without it the icon is decoration beside a text. */
  readonly title?: string | undefined;
  readonly class?: string | undefined;
}

/** An icon in the colour of the text around it, and as large as the text or as CSS says. */
export function Icon({ name, title, class: extra }: IconProps): JSX.Element {
  const { line, full, shade }: IconDrawing = ICONS[name];
  return (
    <svg
      viewBox="0 0 24 24"
      class={extra ? `icon ${extra}` : "icon"}
      role="img"
      aria-label={title}
      aria-hidden={title ? undefined : true}
    >
      {shade && <path class="icon-shade" d={shade} />}
      {line && <path class="icon-line" d={line} />}
      {full && <path d={full} fill-rule="evenodd" />}
    </svg>
  );
}
