"""The legal moves as a short menu, and what a person types as a move in the notation."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

SUITS: Final = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
GLYPHS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_RANKS: Final = "23456789TJQKA"
_FACE: Final = r"(?:[2-9TJQKA][SHDC]|X)"
_PLAY: Final = re.compile(
    rf"(?P<cards>{_FACE}(?:\+{_FACE})*)(?P<claim>~{_FACE})?(?P<nominated>>[2-9TJQKASHDC])?(?P<target>@\d+)?"
    r"(?P<word>![a-z-]*)?"
)
_PLAIN: Final = str.maketrans({glyph: suit for suit, glyph in GLYPHS.items()})
_TYPED: Final = re.compile(r"(?P<card>[^!>@~ ]+)(?P<rest>.*)")
_QUESTIONS: Final = {
    "claim": "Which card do you claim it is?",
    "nominated": "What do you nominate?",
    "target": "Whom does it strike?",
}


class Parts(NamedTuple):
    """A play taken apart; each part with the sign that opens it, empty where it is not there."""

    cards: str
    claim: str = ""
    nominated: str = ""
    target: str = ""
    word: str = ""

    def __str__(self) -> str:
        return "".join(self)


@dataclass(frozen=True, slots=True)
class Choice:
    """A line of the menu, and the legal moves behind it."""

    text: str
    moves: tuple[str, ...]

    @property
    def may_announce(self) -> bool:
        """Whether the play may carry a word."""
        return any(split(move).word for move in self.moves)


@dataclass(frozen=True, slots=True)
class Question:
    """What is still to be said of a play; ``answers`` are the parts that are legal, with their signs."""

    part: str
    answers: tuple[str, ...]

    @property
    def text(self) -> str:
        """The question for a person."""
        return _QUESTIONS[self.part]


def split(move: str) -> Parts:
    """Return the parts of a play; a move that is none is one part."""
    found = _PLAY.fullmatch(move)
    return Parts(**found.groupdict(default="")) if found else Parts(move)


def menu(moves: Iterable[str]) -> list[Choice]:
    """Return the choices that *moves* leave: plays by what is laid, then everything else as it is."""
    behind: dict[str, list[str]] = {}
    for move in moves:
        behind.setdefault(split(move).cards, []).append(move)
    return [Choice(text, tuple(group)) for text, group in sorted(behind.items(), key=lambda item: _order(item[0]))]


def complete(text: str, choices: Sequence[Choice]) -> str:
    """Return what was typed as a move in the notation: a number stands for its line of the menu, and case is repaired.

    >>> complete("2>h!", [Choice("draw", ("draw",)), Choice("JC", ("JC>S", "JC>H"))])
    'JC>H!'
    """
    plain = _plain(text)
    typed = _TYPED.fullmatch(plain)
    if not typed:
        return plain
    card, rest = typed["card"], typed["rest"]
    if card.isascii() and card.isdigit() and 1 <= int(card) <= len(choices):
        card = choices[int(card) - 1].text
        if not rest:
            return card
    sign, mark, word = rest.partition("!")
    play = f"{card}{sign}".upper() + mark + word.lower()
    return play if _PLAY.fullmatch(play) else " ".join(map(_repaired, f"{card}{rest}".split()))


def _plain(text: str) -> str:
    """Return a line as one types cards in the notation: no glyphs, no blanks round signs, ten as T."""
    tight = re.sub(r"\s*([>~@+!])\s*", r"\1", text.strip().translate(_PLAIN))
    return re.sub(r"\b10(?=[SHDC])", "T", tight, flags=re.IGNORECASE)


def _repaired(word: str) -> str:
    """Return a word of a move that is no play: cards and suits in capitals, all else small."""
    is_card = re.fullmatch(rf"{_FACE}|[SHDC]", word.upper()) is not None
    return word.upper() if is_card else word.lower()


def question(move: str, legal: Iterable[str]) -> Question | None:
    """Return what *move* leaves open among the *legal* moves; None where nothing is, or where it is none of them."""
    parts = split(move)
    alike = [other for other in map(split, legal) if _agrees(parts, other)]
    if not alike or any(replace_word(other, "") == replace_word(parts, "") for other in alike):
        return None
    for name in _QUESTIONS:
        if not getattr(parts, name):
            answers = tuple(dict.fromkeys(getattr(other, name) for other in alike))
            if answers != ("",):
                return Question(name, answers)
    return None


def answer(move: str, asked: Question, text: str) -> str | None:
    """Return *move* with the answer *text* filled in: a number, or the suit, rank or seat itself; None for neither."""
    given = _plain(text).upper().lstrip("~>@")
    found = next((each for each in asked.answers if each[1:] == given), None)
    if found is None and given.isascii() and given.isdigit() and 1 <= int(given) <= len(asked.answers):
        found = asked.answers[int(given) - 1]
    return None if found is None else str(split(move)._replace(**{asked.part: found}))


def replace_word(parts: Parts, word: str) -> Parts:
    """Return *parts* with another word."""
    return parts._replace(word=word)


def in_order(cards: Iterable[str]) -> list[str]:
    """Return a hand as people sort it: by suits, in each from the lowest rank."""
    return sorted(cards, key=lambda card: (*GLYPHS, "").index(card[1:]) * 20 + _RANKS.find(card[0]))


def _agrees(parts: Parts, other: Parts) -> bool:
    return all(not mine or mine == its for mine, its in zip(parts[:4], other[:4], strict=True))


def _order(text: str) -> tuple[int, int, str]:
    cards = text.split("+")
    if not _PLAY.fullmatch(text):
        return (2, 0, text) if " " in text else (1, 0, text)
    suit = (*GLYPHS, "").index(cards[0][1:])
    return (0, len(cards) * 1000 + suit * 20 + _RANKS.find(cards[0][0]), text)
