/** An example as a picture of a table: what everybody holds, what is played, and what is then so. */
import { t } from "@lingui/core/macro";
import type { ComponentChildren } from "preact";
import type { Example } from "../api/types";
import { Card } from "../cards/Card";
import type { Suit } from "../cards/notation";
import { SuitSign } from "../cards/SuitSign";
import { looks, skinOf } from "../looks/looks";
import { cardName, nominationName } from "../parts/words";
import "./example.css";
import { readCards, readMove, seatLetter, type WrittenMove } from "./moves";
import { outcomes } from "./outcomes";

interface Props {
  example: Example;
  pack: string;
  /** What did not hold when the example was run; null if it was not run. */
  faults?: readonly string[] | null;
  /** Whether the name stands above the picture. */
  isNamed?: boolean;
}

export function ExamplePicture({ example, pack, faults = null, isNamed = true }: Props) {
  const moves = (example.moves ?? []).map(readMove);
  const state = faults === null ? "" : faults.length > 0 ? "failed" : "held";
  return (
    <figure class={`example ${state}`}>
      {isNamed && (
        <figcaption>
          {faults !== null && (
            <b class="mark" role="img" aria-label={faults.length > 0 ? t`Does not hold` : t`Holds`}>
              {faults.length > 0 ? "✗" : "✓"}
            </b>
          )}
          {example.name}
        </figcaption>
      )}
      <Before example={example} pack={pack} />
      {moves.length > 0 && (
        <ol class="moves" aria-label={t`Moves`}>
          {moves.map((move, at) => (
            <li key={at}>
              <Move move={move} pack={pack} />
            </li>
          ))}
        </ol>
      )}
      <ul class="outcomes" aria-label={t`After that`}>
        {outcomes(example.then ?? {}, pack).map(({ key, seat, text, cards, moves: named, isWrong }) => (
          <li key={key} class={isWrong ? "wrong" : ""}>
            {seat !== null && <Seat seat={seat} />}
            <span>{text}</span>
            {cards.length > 0 && <Cards cards={cards} pack={pack} />}
            {named.map((move, at) => (
              <span key={at} class="named">
                <Move move={{ ...move, seat: null }} pack={pack} />
              </span>
            ))}
          </li>
        ))}
      </ul>
      {faults?.map((fault) => (
        <p key={fault} class="fault" role="alert">
          {fault}
        </p>
      ))}
    </figure>
  );
}

/** The table before the moves. */
function Before({ example, pack }: { example: Example; pack: string }) {
  const { hands, up_card: up, turn = 0, penalty = 0, skip = 0, nominated, deck, players } = example;
  return (
    <div class="felt">
      <ul class="hands">
        {hands?.map((hand, seat) => {
          const cards = readCards(hand);
          return (
            <li key={seat} class={seat === turn ? "on-turn" : ""}>
              <Seat seat={seat} isOnTurn={seat === turn} />
              {cards.length > 0 ? <Cards cards={cards} pack={pack} /> : <i>{t`no cards`}</i>}
            </li>
          );
        })}
        {!hands && deck !== undefined && (
          <li>
            <i>{t`${players ?? 0} players. This is the deck from the top:`}</i>
            {readCards(deck).length > 0 && <Cards cards={readCards(deck).slice(0, 20)} pack={pack} />}
          </li>
        )}
      </ul>
      {up && (
        <div class="up">
          <Card
            card={up}
            skin={skinOf(pack)}
            fourColour={looks.value.fourColour}
            title={t`Up-card: ${cardName(up, pack)}`}
          />
          {nominated && <Wanted value={nominated} pack={pack} />}
          {penalty > 0 && <span class="due">{`+${penalty}`}</span>}
          {skip > 0 && <span class="due">{t`Miss a turn`}</span>}
        </div>
      )}
    </div>
  );
}

function Move({ move, pack }: { move: WrittenMove; pack: string }): ComponentChildren {
  const { seat, verb, cards, claim, nominated, target, word } = move;
  return (
    <>
      {seat !== null && <Seat seat={seat} />}
      {verb !== "play" && <span>{verbText(verb)}</span>}
      {cards.length > 0 && <Cards cards={cards} pack={pack} />}
      {claim && <span>{t`face down, as ${cardName(claim, pack)}`}</span>}
      {nominated && <Wanted value={nominated} pack={pack} />}
      {target !== null && (
        <>
          <span aria-hidden="true">→</span>
          <Seat seat={target} />
        </>
      )}
      {word !== null && <q>{word || "!"}</q>}
    </>
  );
}

/** Return what a move is called that lays no card. */
export function verbText(verb: string): string {
  switch (verb.split(" ")[0]) {
    case "draw":
      return t`draws`;
    case "accept":
      return t`accepts`;
    case "pass":
      return t`passes`;
    case "say":
      return t`says`;
    case "accuse":
      return t`accuses`;
    case "believe":
      return t`believes it`;
    case "challenge":
      return t`challenges it`;
    case "rescue":
      return t`plays the drawn card at once`;
    case "decline":
      return t`keeps the drawn card`;
    case "name":
      return t`names`;
    case "cut":
      return t`cuts`;
    case "keep":
      return t`keeps`;
    case "resign":
      return t`resigns`;
    case "deal":
      return t`The next deal begins`;
    case "clock":
      return t`The time runs out`;
    default:
      return verb;
  }
}

function Cards({ cards, pack }: { cards: readonly string[]; pack: string }) {
  const named = cards.map((card) => cardName(card, pack)).join(", ");
  return (
    <span class="row-of-cards" role="img" aria-label={named}>
      {cards.map((card, at) => (
        <Card key={at} card={card} skin={skinOf(pack)} fourColour={looks.value.fourColour} small />
      ))}
    </span>
  );
}

function Wanted({ value, pack }: { value: string; pack: string }) {
  const isSuit = "SHDC".includes(value);
  return (
    <span class="wanted">
      {isSuit && <SuitSign suit={value as Suit} skin={skinOf(pack)} fourColour={looks.value.fourColour} />}{" "}
      {t`${nominationName(value, pack)} wanted`}
    </span>
  );
}

export function Seat({ seat, isOnTurn = false }: { seat: number; isOnTurn?: boolean }) {
  const letter = seatLetter(seat);
  return (
    <b class="seat-letter" role="img" aria-label={isOnTurn ? t`Player ${letter}, on turn` : t`Player ${letter}`}>
      {letter}
    </b>
  );
}
