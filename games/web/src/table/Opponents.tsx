/** The other seats: who they are, how many cards they hold, and what everybody may know of them. */
import { plural, t } from "@lingui/core/macro";
import type { PastTable, Seat } from "../api/types";
import { Card } from "../cards/Card";
import { looks, type Skin } from "../looks/looks";
import { Countdown } from "../parts/Countdown";
import { GuestMark } from "../parts/GuestMark";
import { seatNames } from "../parts/words";

const MOST_BACKS = 7;

interface Props {
  table: PastTable;
  skew: number;
  skin: Skin;
  /** What a seat has just said. */
  speech: ReadonlyMap<number, string>;
  /** The seat that is not among the others: by default that of the person. */
  own?: number | null;
}

export function Opponents({ table, skew, skin, speech, own = table.you?.seat ?? null }: Props) {
  const count = table.seats.length;
  const names = seatNames(table.seats, null);
  // Clockwise from the seat after the own one, so that turns go from left to right.
  const first = own === null ? 0 : own + 1;
  const others = Array.from(
    { length: own === null ? count : count - 1 },
    (_, step) => table.seats[(first + step) % count],
  );
  return (
    <ol class={`opponents n${others.length}`}>
      {others.map(
        (seat, index) =>
          seat && (
            <Opponent
              key={seat.seat}
              {...{ seat, table, skew, skin }}
              name={names[seat.seat] ?? ""}
              at={(index + 0.5) / others.length}
              said={speech.get(seat.seat)}
            />
          ),
      )}
    </ol>
  );
}

interface OpponentProps extends Omit<Props, "speech" | "own"> {
  seat: Seat;
  name: string;
  /** Where around the table: 0 is on the left, 1 on the right. */
  at: number;
  said: string | undefined;
}

function Opponent({ seat, name, table, skew, skin, at, said }: OpponentProps) {
  const isOnTurn = table.on_turn === seat.seat && table.status === "playing";
  const state = [
    isOnTurn ? "on-turn" : "",
    seat.absent ? "absent" : "",
    seat.out || seat.resigned || seat.eliminated ? "out" : "",
  ];
  return (
    <li
      class={`opponent ${state.join(" ")}`}
      data-seat={seat.seat}
      style={{ "--at": at }}
      aria-current={isOnTurn ? "true" : undefined}
    >
      <span class={seat.hand ? "fan open" : "fan"} data-place={`seat-${seat.seat}`} aria-hidden="true">
        {(seat.hand ?? Array<string>(Math.min(seat.cards, MOST_BACKS)).fill("")).map((card, index) => (
          <Card key={index} card={card} skin={skin} small fourColour={looks.value.fourColour} faceDown={!card} />
        ))}
      </span>
      <span class="who">
        {seat.bot && <span class="bot" title={t`A program plays here`} aria-hidden="true" />}
        <span class="name">{name}</span>
      </span>
      <span class="facts">
        <GuestMark of={seat.player} />
        <b class="count" title={t`Cards in hand`}>
          {plural(seat.cards, { one: "# card", other: "# cards" })}
        </b>
        <Score seat={seat} table={table} />
      </span>
      {isOnTurn && table.deadline && !seat.bot && <Countdown deadline={table.deadline} skew={skew} />}
      {said && <q class="speech">{said}</q>}
      {!said && seat.announced && <span class="announced" title={t`Has said the word`} />}
      <Note seat={seat} />
    </li>
  );
}

/** The score of a seat, if the game has more than one deal. */
export function Score({ seat, table }: { seat: Seat; table: PastTable }) {
  if (table.goal.end === "single") return null;
  if (table.goal.end === "deals_lost") {
    return <span class="score">{plural(seat.lost, { one: "# lost", other: "# lost" })}</span>;
  }
  return <span class="score">{plural(seat.score, { one: "# point", other: "# points" })}</span>;
}

function Note({ seat }: { seat: Seat }) {
  const text = seat.resigned
    ? t`gave up`
    : seat.eliminated
      ? t`out of the game`
      : seat.absent
        ? t`absent`
        : seat.out
          ? t`went out`
          : seat.waiting
            ? t`no card left`
            : "";
  return text ? <span class="note">{text}</span> : null;
}
