/** Short texts that several screens share. */
import { t } from "@lingui/core/macro";
import type { SeatLike } from "./seats";

export { cardName } from "./cardNames";

/** Return the name of who sits in a seat, in the words of the person who looks. */
export function seatName(seat: SeatLike, own: number | null): string {
  if (seat.seat === own) return t`You`;
  if (seat.player) return seat.player.name;
  switch (seat.bot) {
    case null:
      return t`Free seat`;
    case "novice":
      return t`Novice`;
    case "clever":
      return t`Clever`;
    case "expert":
      return t`Expert`;
    default:
      return t`Program`;
  }
}

/** Return the names of all seats. Bots of the same name are numbered, so that one can tell them apart. */
export function seatNames(seats: readonly SeatLike[], own: number | null): string[] {
  const names = seats.map((seat) => seatName(seat, own));
  return names.map((name, place) => {
    if (names.filter((other) => other === name).length === 1) return name;
    return `${name} ${names.slice(0, place + 1).filter((other) => other === name).length}`;
  });
}

/** Return the name of a suit of the notation, in the pack of the table. */
export function suitName(suit: string, pack: string): string {
  if (pack === "german") {
    return (
      { C: t`Acorns`, S: t`Leaves`, H: t({ message: "Hearts", context: "German suit" }), D: t`Bells` }[suit] ?? suit
    );
  }
  if (pack === "swiss") {
    return { C: t`Acorns`, S: t`Shields`, H: t`Roses`, D: t`Bells` }[suit] ?? suit;
  }
  return { C: t`Clubs`, S: t`Spades`, H: t`Hearts`, D: t`Diamonds` }[suit] ?? suit;
}

/** Return the name of a rank of the notation, in the pack of the table. */
export function rankName(rank: string, pack: string): string {
  const german = pack !== "french";
  switch (rank) {
    case "T":
      return pack === "swiss" ? t`Banner` : t`Ten`;
    case "J":
      return pack === "swiss" ? t`Under` : german ? t`Unter` : t`Jack`;
    case "Q":
      return german ? t`Ober` : t`Queen`;
    case "K":
      return t`King`;
    case "A":
      return t`Ace`;
    case "X":
      return t`Joker`;
    default:
      return rank;
  }
}

/** Return the name of what a play nominates: a suit or a rank. */
export function nominationName(value: string, pack: string): string {
  return "CDHS".includes(value) ? suitName(value, pack) : rankName(value, pack);
}
