"""Moves in words, such as ``JC>H!``. Printing and parsing are inverses."""

import re
from typing import Final

from games.rules import commands
from games.rules.cards import SUITS, Card, parse_cards, print_cards, without
from games.rules.commands import Move, Play
from games.rules.deal import Deal
from games.rules.legality.announcements import DUE, laid_faces, right_words
from games.rules.ruleset import Ruleset

LONGEST: Final = 400
"""Characters of a move: enough for a group of all copies of a rank in many decks."""

_FACE = r"(?:[2-9TJQKA][SHDC]|X)"
_WORD = r"[a-z]+(?:-[a-z]+)*"
_PLAY: Final = re.compile(
    rf"(?P<cards>{_FACE}(?:\+{_FACE})*)(?:~(?P<claim>{_FACE}))?(?:>(?P<nominated>[2-9TJQKASHDC]))?"
    rf"(?:@(?P<target>[0-9]{{1,2}}))?(?P<said>!(?P<word>{_WORD})?)?"
)

_TEN: Final = re.compile(r"(?<![0-9])10(?=[SHDC])")

_PLAIN: Final[dict[str, type[Move]]] = {
    "draw": commands.Draw,
    "accept": commands.Accept,
    "pass": commands.Pass,
    "believe": commands.Believe,
    "challenge": commands.Challenge,
    "rescue": commands.Rescue,
    "decline": commands.Decline,
    "resign": commands.Resign,
}
_VERBS: Final = {kind: verb for verb, kind in _PLAIN.items()}


class NotationError(ValueError):
    """A text that names no move. ``sentence`` says why, with ``fields`` to fill in."""

    def __init__(self, sentence: str, **fields: object) -> None:
        super().__init__(sentence.format(**fields) if fields else sentence)
        self.sentence, self.fields = sentence, fields


def parse_move(seat: int, text: str) -> Move:
    """Return the move of *seat* that *text* names. Raises NotationError if it names none.

    >>> parse_move(0, "draw")
    Draw(seat=0)
    """
    if len(text) > LONGEST:
        raise NotationError("A move has at most {most} characters.", most=LONGEST)
    try:
        match text.split(" "):
            case [verb] if verb in _PLAIN:
                return _PLAIN[verb](seat=seat)  # type: ignore[call-arg]  # each of these takes the seat alone
            case ["say", word] if re.fullmatch(_WORD, word):
                return commands.Say(seat=seat, word=word)
            case ["accuse", accused] if re.fullmatch(r"[0-9]{1,2}", accused):
                return commands.Accuse(seat=seat, accused=int(accused))
            case ["name", suit] if suit in tuple(SUITS):
                return commands.Name(seat=seat, nominated=suit)
            case ["cut", *positions] if all(re.fullmatch(r"[0-9]{1,3}", position) for position in positions):
                return commands.Cut(seat=seat, positions=tuple(map(int, positions)))
            case ["keep", "none"]:
                return commands.Keep(seat=seat)
            case ["keep", _, *_]:
                return commands.Keep(seat=seat, cards=tuple(sorted(parse_cards(text.removeprefix("keep ")))))
            case _:
                found = _PLAY.fullmatch(text)
    except ValueError as fault:
        raise NotationError(str(fault)) from fault
    if not found:
        ten = _TEN.sub("T", text)
        if ten != text:
            raise NotationError('"{text}" is not a move. A ten is T: {ten}.', text=text, ten=ten)
        raise NotationError('"{text}" is not a move. Write one such as 7S, JC>H! or draw.', text=text)
    return Play(
        seat=seat,
        cards=tuple(map(Card.parse, found["cards"].split("+"))),
        claim=Card.parse(found["claim"]) if found["claim"] else None,
        nominated=found["nominated"] or "",
        target=int(found["target"]) if found["target"] else None,
        word=found["word"] or (DUE if found["said"] else ""),
    )


def print_move(move: Move, ruleset: Ruleset | None = None, deal: Deal | None = None) -> str:
    """Return *move* in words.

    With the *ruleset* and the *deal* that it is made on, the word that is due is written ``!``: so each move has one
    canonical spelling.
    """
    match move:
        case Play():
            word = move.word
            if word and ruleset and deal:
                left = without(deal.hands[move.seat], move.cards)
                right = right_words(ruleset, laid_faces(move), left)
                word = DUE if right and word == right[0] else word
            parts = ("+".join(map(str, move.cards)),
                     f"~{move.claim}" if move.claim is not None else "",
                     f">{move.nominated}" if move.nominated else "",
                     f"@{move.target}" if move.target is not None else "",
                     word if word in ("", DUE) else f"!{word}")  # fmt: skip
            return "".join(parts)
        case commands.Say(word=word):
            return f"say {word}"
        case commands.Accuse(accused=accused):
            return f"accuse {accused}"
        case commands.Name(nominated=suit):
            return f"name {suit}"
        case commands.Cut(positions=positions):
            return " ".join(("cut", *map(str, positions)))
        case commands.Keep(cards=cards):
            return f"keep {print_cards(cards) or 'none'}"
        case _:
            return _VERBS[type(move)]
