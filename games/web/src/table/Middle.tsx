/** The middle of the table: stock, discard pile, what is demanded, what is due, and the direction of play. */
import { plural, t } from "@lingui/core/macro";
import type { PastTable } from "../api/types";
import { Card } from "../cards/Card";
import type { Suit } from "../cards/notation";
import { SuitSign } from "../cards/SuitSign";
import { looks, type Skin } from "../looks/looks";
import { cardName, nominationName, rankName, seatNames } from "../parts/words";
import { suitOf } from "./sorting";

interface Props {
  table: PastTable;
  skin: Skin;
  /** Set while the person may draw from the stock. */
  onDraw: (() => void) | undefined;
}

export function Middle({ table, skin, onDraw }: Props) {
  const { up_card: up, ruleset, direction } = table;
  const pack = ruleset.pack;
  const stock = plural(table.stock, {
    one: "# card in the stock",
    other: "# cards in the stock",
  });
  return (
    <section class="middle" data-felt aria-label={t`The table`}>
      <Direction direction={direction} seats={table.seats.length} />
      <div class="piles">
        <button
          type="button"
          class="stock"
          data-place="stock"
          disabled={!onDraw}
          onClick={onDraw}
          aria-label={onDraw ? t`Draw a card. ${stock}.` : stock}
        >
          {table.stock > 0 ? <Card card="" skin={skin} faceDown /> : <span class="empty" />}
          <span class="number">{table.stock}</span>
        </button>
        <div class="pile" data-place="pile">
          {table.discards > 2 && <span class="under two" />}
          {table.discards > 1 && <span class="under" />}
          {up ? (
            <Card
              key={`${up}-${table.discards}`}
              card={up}
              skin={skin}
              fourColour={looks.value.fourColour}
              title={t`Up-card: ${cardName(up, pack)}`}
            />
          ) : (
            <span class="empty" />
          )}
        </div>
      </div>
      <Demands table={table} skin={skin} />
    </section>
  );
}

function Direction({ direction, seats }: { direction: number; seats: number }) {
  if (seats < 3) return null;
  return (
    <svg
      class={direction === 1 ? "direction" : "direction reversed"}
      viewBox="0 0 100 100"
      role="img"
      aria-label={direction === 1 ? t`Play goes clockwise` : t`Play goes counter-clockwise`}
    >
      <path d="M10 58 A42 42 0 0 1 76 17" />
      <path d="M90 42 A42 42 0 0 1 24 83" />
      <path class="head" d="M70 8 L84 21 L66 27 Z M30 92 L16 79 L34 73 Z" />
    </svg>
  );
}

/** What the next card must match where it differs from the card itself, and what is due from the seat on turn. */
function Demands({ table, skin }: { table: PastTable; skin: Skin }) {
  const { demand, up_card: up, penalty, skip, claim, ruleset } = table;
  const pack = ruleset.pack;
  const isSuit = demand?.suit && (!up || suitOf(up) !== demand.suit || table.nominated);
  const isRank = demand?.rank && (!up || up.slice(0, -1) !== demand.rank || table.nominated === demand.rank);
  return (
    <div class="demands" aria-live="polite">
      {demand?.suit && isSuit && (
        <span class="demand suit" data-suit={demand.suit}>
          <SuitSign suit={demand.suit as Suit} skin={skin} fourColour={looks.value.fourColour} />{" "}
          {t`${nominationName(demand.suit, pack)} wanted`}
        </span>
      )}
      {demand?.rank && isRank && <span class="demand">{t`${rankName(demand.rank, pack)} wanted`}</span>}
      {penalty > 0 && (
        <span class="demand penalty">{plural(penalty, { one: "Draw # card", other: "Draw # cards" })}</span>
      )}
      {skip > 0 && <span class="demand missed">{plural(skip, { one: "Miss a turn", other: "Miss # turns" })}</span>}
      {claim && (
        <span class="demand claim">
          {t`${seatNames(table.seats, table.you?.seat ?? null)[claim.seat] ?? ""}: “${cardName(claim.card, pack)}”`}
        </span>
      )}
    </div>
  );
}
