/** What an example expects after its moves, as lines with cards. */
import { plural, t } from "@lingui/core/macro";
import { nominationName } from "../parts/words";
import { readCards, readMove, type WrittenMove } from "./moves";

export interface Outcome {
  key: string;
  /** The seat that the line is about, or null. */
  seat: number | null;
  text: string;
  cards: string[];
  /** The moves that the line allows or refuses. */
  moves: WrittenMove[];
  /** Whether the line says that something is refused. */
  isWrong: boolean;
}

function line(key: string, text: string, more: Partial<Outcome> = {}): Outcome {
  return { key, seat: null, text, cards: [], moves: [], isWrong: false, ...more };
}

function cardCount(count: number): string {
  return plural(count, { one: "# card", few: "# cards", many: "# cards", other: "# cards" });
}

function pointCount(count: number): string {
  return plural(count, { one: "# point", few: "# points", many: "# points", other: "# points" });
}

/** Return an object's entries by seat. Lists have one value for each seat. */
function bySeat(value: unknown): [number, unknown][] {
  if (Array.isArray(value)) return value.map((one, seat) => [seat, one]);
  return Object.entries((value ?? {}) as object).map(([seat, one]) => [Number(seat), one]);
}

function verbs(names: unknown): string {
  const said: Record<string, string> = {
    draw: t`draw`,
    accept: t`accept`,
    pass: t`pass`,
    believe: t`believe`,
    challenge: t`challenge`,
    rescue: t`play the drawn card`,
    decline: t`keep the drawn card`,
    name: t`name a suit`,
    cut: t`cut`,
    keep: t`keep cards`,
  };
  return (names as string[]).map((name) => said[name] ?? name).join(", ");
}

/** Return the lines of `then` of an example, in the order in which the example says them. */
export function outcomes(then: Readonly<Record<string, unknown>>, pack: string): Outcome[] {
  const turn = typeof then.turn === "number" ? then.turn : null;
  return Object.entries(then).flatMap(([key, value]) => said(key, value, turn, pack));
}

function said(key: string, value: unknown, turn: number | null, pack: string): Outcome[] {
  const number = Number(value);
  switch (key) {
    case "turn":
      return [line(key, t`is on turn`, { seat: number })];
    case "dealer":
      return [line(key, t`deals`, { seat: number })];
    case "hands":
      return bySeat(value).map(([seat, cards]) => {
        const held = readCards(String(cards));
        return line(`${key}${seat}`, held.length > 0 ? t`holds` : t`holds no cards`, { seat, cards: held });
      });
    case "cards":
      return bySeat(value).map(([seat, count]) => line(`${key}${seat}`, t`has ${cardCount(Number(count))}`, { seat }));
    case "up_card":
      return [line(key, t`On top:`, { cards: readCards(String(value)) })];
    case "nominated":
      return [line(key, value ? t`${nominationName(String(value), pack)} wanted` : t`Nothing is nominated`)];
    case "direction":
      return [line(key, number === 1 ? t`Play goes clockwise` : t`Play goes counter-clockwise`)];
    case "penalty":
      return [line(key, number > 0 ? t`To draw: ${cardCount(number)}` : t`Nobody has to draw`)];
    case "skip":
      return [line(key, number > 0 ? t`A turn is to be missed` : t`Nobody has to miss a turn`)];
    case "stock":
      if (typeof value === "number") return [line(key, t`In the stock: ${cardCount(value)}`)];
      return [line(key, t`The stock:`, { cards: readCards(String(value)) })];
    case "plays": {
      const cards = readCards(String(value));
      return [line(key, cards.length > 0 ? t`may play` : t`cannot play`, { seat: turn, cards })];
    }
    case "verbs":
      return (value as string[]).length > 0 ? [line(key, t`may also: ${verbs(value)}`, { seat: turn })] : [];
    case "refused":
    case "allowed":
      return ofMoves(key, (value as string[]).map(readMove));
    case "out":
      return (value as number[]).map((seat) => line(`${key}${seat}`, t`is out`, { seat }));
    case "over":
      return [line(key, value ? t`The deal is over` : t`The deal goes on`)];
    case "winner":
      return [line(key, t`has won`, { seat: number })];
    case "points":
    case "scores":
      return bySeat(value).map(([seat, points]) => line(`${key}${seat}`, pointCount(Number(points)), { seat }));
    case "eliminated":
      return (value as number[]).map((seat) => line(`${key}${seat}`, t`has left the game`, { seat }));
    case "game_over":
      return [line(key, value ? t`The game is over` : t`The game goes on`)];
    default:
      return [line(key, `${key}: ${JSON.stringify(value)}`)];
  }
}

/** Return a line for each seat with the moves that it may or may not make. */
function ofMoves(key: string, moves: readonly WrittenMove[]): Outcome[] {
  const isWrong = key === "refused";
  const seats = [...new Set(moves.map(({ seat }) => seat))];
  return seats.map((seat) =>
    line(`${key}${seat}`, isWrong ? t`refused:` : t`allowed:`, {
      seat,
      moves: moves.filter((move) => move.seat === seat),
      isWrong,
    }),
  );
}
