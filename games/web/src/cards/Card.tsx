import type { JSX } from "preact";
import { useLayoutEffect } from "preact/hooks";

import "./cards.css";
import { GLYPH_HEIGHT, GLYPH_LINE, GLYPHS } from "./drawing/glyphs";
import { LAYOUTS } from "./drawing/layouts";
import { showDrawings } from "./drawings";
import type { Face } from "./notation";
import { HIDDEN, JOKER, read } from "./notation";
import type { Indices, Sign, Skin } from "./skins";
import { indexOf, SIGNS } from "./skins";

export interface CardProps {
  /** The code in the notation. Without it, or with `?`, the back is shown. */
  readonly card?: string | undefined;
  readonly skin?: Skin | undefined;
  /** What the corners say, by rank, in the reader's language. */
  readonly indices?: Indices | undefined;
  /** Whether each French suit has a colour of its own. */
  readonly fourColour?: boolean | undefined;
  readonly faceDown?: boolean | undefined;
  /** Whether only rank and suit are shown, large: for cards up to 48 px wide. */
  readonly small?: boolean | undefined;
  /** Which of the two jokers this is. The notation does not tell them apart. */
  readonly joker?: "sun" | "moon" | undefined;
  /** What a screen reader says, in the reader's language. Without it the card is decoration. */
  readonly title?: string | undefined;
  readonly class?: string | undefined;
}

interface Suited {
  readonly face: Face;
  readonly skin: Skin;
  readonly indices: Indices | undefined;
  readonly small: boolean;
}

type Placed = Readonly<{ x: number; y: number; size: number; turned?: boolean }>;

function Pip({ sign, x, y, size, turned = false }: Placed & { readonly sign: string }): JSX.Element {
  const place = { x: x - size / 2, y: y - size / 2, width: size, height: size };
  return <use href={`#pip-${sign}`} {...place} transform={turned ? `rotate(180 ${x} ${y})` : undefined} />;
}

/** An index: letters and figures that the project has drawn, others in the page's font. */
function Index({ text, x, y, size }: Placed & { readonly text: string }): JSX.Element {
  const glyph = GLYPHS[text];
  if (!glyph)
    return (
      <text class="card-letter" x={x} y={y + size} font-size={size * 1.36}>
        {text}
      </text>
    );
  const [path, width] = glyph;
  const scale = size / GLYPH_HEIGHT;
  return (
    <path
      class="card-glyph"
      d={path}
      stroke-width={GLYPH_LINE}
      transform={`translate(${x - (width * scale) / 2} ${y}) scale(${scale})`}
    />
  );
}

function Corner({ index, sign }: { readonly index: string; readonly sign: string }): JSX.Element {
  return (
    <>
      <Index text={index} x={17.5} y={9} size={29} />
      <Pip sign={sign} x={17.5} y={52} size={22} />
    </>
  );
}

function Middle({ face, sign, skin }: { readonly face: Face; readonly sign: Sign; readonly skin: Skin }): JSX.Element {
  const { rank, suit } = face;
  const isPicture = rank === "J" || rank === "Q" || rank === "K" || rank === "A" || (rank === "T" && skin === "swiss");
  if (isPicture) return <use href={`#${skin}-${rank}${suit}`} width="140" height="200" />;
  return (
    <>
      {LAYOUTS[rank].map(([x, y]) => (
        <Pip key={`${x} ${y}`} sign={sign} x={x} y={y} size={29} turned={y > 100} />
      ))}
    </>
  );
}

function Small({ index, sign }: { readonly index: string | undefined; readonly sign: string }): JSX.Element {
  if (!index) return <Pip sign={sign} x={70} y={100} size={104} />;
  return (
    <>
      <Index text={index} x={70} y={16} size={82} />
      <Pip sign={sign} x={70} y={146} size={78} />
    </>
  );
}

function JokerFace({ kind, small }: { readonly kind: "sun" | "moon"; readonly small: boolean }): JSX.Element {
  if (small) return <Small index={undefined} sign="cat" />;
  const corner = (
    <>
      <Pip sign="cat" x={17.5} y={23} size={25} />
      <Pip sign={kind} x={17.5} y={52} size={23} />
    </>
  );
  return (
    <>
      <use href={`#joker-${kind}`} width="140" height="200" />
      {corner}
      <g transform="rotate(180 70 100)">{corner}</g>
    </>
  );
}

function SuitedFace({ face, skin, indices, small }: Suited): JSX.Element {
  const sign = SIGNS[skin][face.suit];
  const index = indexOf(face.rank, skin, indices);
  if (small) return <Small index={index} sign={sign} />;
  return (
    <>
      <Middle face={face} sign={sign} skin={skin} />
      <Corner index={index} sign={sign} />
      <g transform="rotate(180 70 100)">
        <Corner index={index} sign={sign} />
      </g>
    </>
  );
}

/** What is drawn on a card, and the attributes by which `cards.css` colours it. */
function look({
  card = HIDDEN,
  skin = "french",
  indices,
  fourColour,
  faceDown,
  small = false,
  joker = "sun",
}: CardProps) {
  const face = faceDown ? HIDDEN : read(card);
  if (face === HIDDEN) return { drawing: <use href="#card-back" width="140" height="200" /> };
  if (face === JOKER) return { drawing: <JokerFace kind={joker} small={small} />, "data-joker": joker };
  return {
    drawing: <SuitedFace face={face} skin={skin} indices={indices} small={small} />,
    "data-suit": face.suit,
    "data-skin": skin,
    "data-colours": fourColour ? "four" : undefined,
  };
}

/** The picture of a card, without what loads the drawings. */
export function CardPicture(props: CardProps): JSX.Element {
  const { drawing, ...colours } = look(props);
  const { title, class: extra } = props;
  return (
    <svg
      viewBox="0 0 140 200"
      class={extra ? `card ${extra}` : "card"}
      role="img"
      aria-label={title}
      aria-hidden={title ? undefined : true}
      {...colours}
    >
      {drawing}
    </svg>
  );
}

/** A playing card as wide as its place. The first card of a skin loads the drawings. */
export function Card(props: CardProps): JSX.Element {
  const { skin = "french" } = props;
  useLayoutEffect(() => void showDrawings(skin), [skin]);
  return <CardPicture {...props} />;
}
