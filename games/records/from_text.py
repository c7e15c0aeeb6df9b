"""How the lines of a record are read: the inverse of ``to_text``."""

import re
from difflib import get_close_matches
from typing import Final, NamedTuple

from games.records.lines import (
    Deal,
    DealOver,
    Draw,
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

_N: Final = r"\d{1,6}"
_CARD: Final = r"(?:[2-9TJQKA][SHDC]|X|\?)"
_CARDS: Final = rf"(?:-|{_CARD}(?: {_CARD})*)"
_NUMBERS: Final = r"-?\d{1,9}(?: -?\d{1,9})*"
_ACT: Final = (r" ", rf"(?P<act>{_N})", r": ")
_SEAT: Final = rf"(?P<seat>{_N})"
_LIST: Final = rf"(?P<cards>{_CARDS})"
_ROWS: Final = rf"(?P<rows>{_CARDS}(?: / {_CARDS})*)"
_ONE_CARD: Final = r"(?P<card>[2-9TJQKA][SHDC]|X)"
_OF_CARDS: Final = {_LIST, _ROWS, _ONE_CARD}
_MOVE: Final = r"(?P<move>[0-9A-Za-z+~>@!? -]+?)(?=; | \(|\Z)"


class _Form(NamedTuple):
    kind: str
    words: tuple[str, ...]
    """The words with which such a line begins; none for a move, which begins with a number."""
    usage: str
    example: str
    parts: tuple[str, ...]
    """Regular expressions that follow one another."""


_FORMS: Final = (
    _Form(
        "move", (), "TURN SEAT: MOVE[; shows CARDS][; SEAT draws CARDS]… (SECONDS s)[ by clock]",
        "4 0: AH!; 1 draws 9D 7C (6.761 s)",
        (
            rf"(?P<turn>{_N})", r" ", _SEAT, r": ", _MOVE,
            rf"(?:; shows (?P<shows>{_CARDS}))?", rf"(?P<draws>(?:; {_N} draws {_CARDS})*)",
            r" ", r"\((?P<seconds>\d{1,12})\.(?P<thousandths>\d{3}) s\)", r"(?P<clock> by clock)?",
        ),
    ),
    _Form(
        "order", ("shuffled", "replenished", "returned"), "{word} ACT: CARDS", "{word} 3: QS 8H TS",
        (r"(?P<how>shuffled|replenished|returned)", *_ACT, _LIST),
    ),
    _Form("rules", ("rules",), "rules: EDITION", "rules: 2", (r"rules", r": ", rf"(?P<edition>{_N})")),
    _Form("first-dealer", ("lot",), "lot ACT: SEAT", "lot 1: 0", (r"lot", *_ACT, _SEAT)),
    _Form(
        "deal", ("deal",), "deal N: dealer SEAT", "deal 1: dealer 0",
        (r"deal", r" ", rf"(?P<deal>{_N})", r": ", r"dealer ", _SEAT),
    ),
    _Form("hands", ("hands",), "hands: CARDS / CARDS…", "hands: TC AH AD / QS 8H AC", (r"hands", r": ", _ROWS)),
    _Form(
        "drawn", ("drawn",), "drawn: SEAT draws CARDS", "drawn: 1 draws 9D 7C",
        (r"drawn", r": ", _SEAT, r" draws ", _LIST),
    ),
    _Form(
        "up-card", ("up", "back"), "{word}: CARD", "{word}: TS",
        (r"(?P<how>up|back)", r": ", _ONE_CARD),
    ),
    _Form("up-card", ("named",), "named: SUIT", "named: H", (r"(?P<how>named)", r": ", r"(?P<card>[SHDC])")),
    _Form(
        "deal-over", ("over",), "over: ENDING; winner SEAT; loser SEAT; places NUMBERS; left CARDS / CARDS…",
        "over: went-out; winner 1; loser 0; places 2 1; left TC AD KC / -",
        (
            r"over", r": ", r"(?P<ending>[a-z-]+)", r"; winner ", rf"(?P<winner>{_N}|-)", r"; loser ",
            rf"(?P<loser>{_N}|-)", r"; places ", rf"(?P<places>{_NUMBERS})", r"; left ", _ROWS,
        ),
    ),
    _Form(
        "scored", ("points",), "points: NUMBERS; scores NUMBERS", "points: 0 21; scores 0 21",
        (r"points", r": ", rf"(?P<points>{_NUMBERS})", r"; scores ", rf"(?P<scores>{_NUMBERS})"),
    ),
    _Form(
        "fallen", ("lost", "eliminated"), "{word}: SEAT", "{word}: 1", (r"(?P<how>lost|eliminated)", r": ", _SEAT)
    ),
)  # fmt: skip
_PATTERNS: Final = tuple((form.kind, re.compile("".join(form.parts), re.ASCII)) for form in _FORMS)
_BY_WORD: Final = {word: form for form in _FORMS for word in form.words}


def parse_line(text: str) -> Line | None:
    """Return the line that *text* writes; None if it writes none."""
    matches = ((kind, pattern.fullmatch(text)) for kind, pattern in _PATTERNS)
    kind, found = next(((kind, one.groupdict()) for kind, one in matches if one), ("", {}))
    match kind:
        case "move":
            draws = [one.split(" draws ") for one in found["draws"].split("; ")[1:]]
            return Move(
                turn=int(found["turn"]),
                seat=int(found["seat"]),
                move=found["move"],
                shows=_cards(found["shows"] or "-"),
                draws=tuple(Draw(seat=int(seat), cards=_cards(cards)) for seat, cards in draws),
                spent=int(found["seconds"] + found["thousandths"]),
                by_clock=bool(found["clock"]),
            )
        case "order":
            return Order(how=found["how"], act=int(found["act"]), cards=_cards(found["cards"]))
        case "rules":
            return Rules(edition=int(found["edition"]))
        case "first-dealer":
            return FirstDealer(act=int(found["act"]), dealer=int(found["seat"]))
        case "deal":
            return Deal(deal=int(found["deal"]), dealer=int(found["seat"]))
        case "hands":
            return Hands(hands=_rows(found["rows"]))
        case "drawn":
            return Drawn(seat=int(found["seat"]), cards=_cards(found["cards"]))
        case "up-card":
            return UpCard(how=found["how"], card=found["card"])
        case "deal-over":
            return DealOver(
                ending=found["ending"],
                winner=_seat(found["winner"]),
                loser=_seat(found["loser"]),
                places=_numbers(found["places"]),
                left=_rows(found["rows"]),
            )
        case "scored":
            return Scored(points=_numbers(found["points"]), scores=_numbers(found["scores"]))
        case "fallen":
            return Fallen(how=found["how"], seat=int(found["seat"]))
        case _:
            return None


def why_no_line(text: str) -> str:
    """Return why *text* is no line of a record: the first token that is wrong, and what to write instead.

    >>> why_no_line("lot 1; 0")
    "'; 0' cannot stand after 'lot 1'; write lot ACT: SEAT, for example lot 1: 0"
    >>> why_no_line("shuffeld 3: QS")
    "no line begins with 'shuffeld'; did you mean 'shuffled'?"
    """
    word = re.split(r"[ :]", text, maxsplit=1)[0]
    form = _FORMS[0] if re.match(r"\d", word, re.ASCII) else _BY_WORD.get(word)
    if form is None:
        near = get_close_matches(word[:20], _BY_WORD, 1)
        hint = f"did you mean {near[0]!r}?" if near else f"it begins with a number or one of: {', '.join(_BY_WORD)}"
        return f"no line begins with {_shown(word)}; {hint}" if text else "this line is empty; delete it"
    # As many parts as can be read, beginning with all of them. What follows them is wrong.
    count, end = next(
        (n, found.end())
        for n in range(len(form.parts), -1, -1)
        if (found := re.match("".join(form.parts[:n]), text, re.ASCII))
    )
    rest, due = text[end : end + 100], form.parts[count : count + 1]
    token = re.match(r" *(\([^)]*\)?|[;:/][^;:(]*|[^ ;:()]+|.|)", rest)
    if _MOVE in due:  # the word with a sign that no move has, which need not be the first one
        token = re.search(r"([^ ]*[^0-9A-Za-z+~>@!? -][^ ]*)", rest) or token
    wrong = (token[1].rstrip() if token else "") or rest
    usage = f"write {form.usage.format(word=word)}, for example {form.example.format(word=word)}"
    if due and not wrong.strip(";:/("):
        return f"the line ends too early; {usage}"
    if not _OF_CARDS.isdisjoint(form.parts[count - 1 : count + 1]) and wrong.isalnum():
        return f"{_shown(wrong)} is no card, such as TS, or X for a Joker; {usage}"
    return f"{_shown(wrong)} cannot stand after {_shown(text[:end].rstrip())}; {usage}"


def _shown(text: str) -> str:
    return repr(text if len(text) <= 40 else f"{text[:19]}…{text[-19:]}")


def _cards(text: str) -> Faces:
    return () if text == "-" else tuple(text.split(" "))


def _rows(text: str) -> tuple[Faces, ...]:
    return tuple(map(_cards, text.split(" / ")))


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(" ")))


def _seat(text: str) -> int | None:
    return None if text == "-" else int(text)
