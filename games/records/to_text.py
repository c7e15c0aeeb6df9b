"""How the lines of a record are written."""

from collections.abc import Sequence

from games.records.lines import (
    Deal,
    DealOver,
    Drawn,
    Faces,
    Fallen,
    FirstDealer,
    Hands,
    Line,
    Move,
    Order,
    Rules,
    Scored,
    UpCard,
)


def print_line(line: Line) -> str:
    """Return a line of a record."""
    match line:
        case Rules(edition=edition):
            return f"rules: {edition}"
        case FirstDealer(act=act, dealer=dealer):
            return f"lot {act}: {dealer}"
        case Deal(deal=deal, dealer=dealer):
            return f"deal {deal}: dealer {dealer}"
        case Order(how=how, act=act, cards=cards):
            return f"{how} {act}: {_cards(cards)}"
        case Hands(hands=hands):
            return f"hands: {_rows(hands)}"
        case UpCard(how=how, card=card):
            return f"{how}: {card}"
        case Drawn(seat=seat, cards=cards):
            return f"drawn: {seat} draws {_cards(cards)}"
        case Move():
            shows = [f"shows {_cards(line.shows)}"] if line.shows else []
            draws = [f"{draw.seat} draws {_cards(draw.cards)}" for draw in line.draws]
            time = f"({line.spent // 1000}.{line.spent % 1000:03} s){' by clock' if line.by_clock else ''}"
            return f"{line.turn} {line.seat}: {'; '.join([line.move, *shows, *draws])} {time}"
        case DealOver(ending=ending, places=places, left=left):
            ends = f"winner {_seat(line.winner)}; loser {_seat(line.loser)}"
            return f"over: {ending}; {ends}; places {_numbers(places)}; left {_rows(left)}"
        case Scored(points=points, scores=scores):
            return f"points: {_numbers(points)}; scores {_numbers(scores)}"
        case Fallen(how=how, seat=seat):
            return f"{how}: {seat}"


def _cards(cards: Faces) -> str:
    return " ".join(cards) or "-"


def _rows(rows: Sequence[Faces]) -> str:
    return " / ".join(map(_cards, rows))


def _numbers(numbers: Sequence[int]) -> str:
    return " ".join(map(str, numbers))


def _seat(seat: int | None) -> str:
    return "-" if seat is None else str(seat)
