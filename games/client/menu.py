"""The legal moves as a short menu, and what a person types as a move in the notation."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from games.client.http import Json
from games.client.notation import is_play, place, plain, repaired, split

_TYPED: Final = re.compile(r"(?P<card>[^!>@~+ ]+)(?P<rest>.*)")
_VERBS: Final = ("believe", "challenge", "rescue", "decline", "draw", "accept", "pass", "name", "cut", "keep", "say")
"""The order in which they stand in the menu; what is none of them comes last."""
_WAYS: Final = 2
"""So many groups that begin with the same card have a line each; more are one line and a question."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A line of the menu, and the legal moves behind it.

    Where ``text`` is no whole move, such as ``7S+`` or ``say``, what it leaves open is asked for.
    """

    text: str
    moves: tuple[str, ...]

    @property
    def may_announce(self) -> bool:
        """Whether a word is due with the play."""
        return any(split(move).word == "!" for move in self.moves)

    @property
    def is_blind(self) -> bool:
        """Whether the card is laid face down."""
        return any(split(move).claim for move in self.moves)

    @property
    def may_be_true(self) -> bool:
        """Whether what is claimed of a card laid face down may be the truth."""
        return any(split(move).claim == f"~{self.text}" for move in self.moves)


def offered(table: Json) -> list[str]:
    """Return the moves worth a line: all that are open, but for words and charges that could only cost cards.

    On one's turn a word is also left out where it goes with a play.
    """
    you = table["you"]
    if not you or table["status"] != "playing":
        return []
    windows = {window["seat"] for window in table.get("windows", ())}
    silent = {seat for seat in windows if not table["seats"][seat]["announced"]}
    may_speak = you["seat"] in windows or you["seat"] != table["on_turn"]
    return [move for move in you["moves"] if _is_worth(move, silent, may_speak=may_speak)]


def _is_worth(move: str, silent: set[int], *, may_speak: bool) -> bool:
    verb, _, rest = move.partition(" ")
    if verb == "accuse":
        return int(rest) in silent
    return verb != "say" or may_speak


def menu(moves: Iterable[str]) -> list[Choice]:
    """Return the choices that *moves* leave: plays by what is laid, then everything else as it is."""
    behind: dict[str, list[str]] = {}
    for move in moves:
        behind.setdefault(split(move).cards, []).append(move)
    for opening in {_opening(text) for text in behind} - {""}:
        alike = [text for text in behind if text != opening and _opening(text) == opening]
        if len(alike) > (_WAYS if opening.endswith("+") else 1):
            behind[opening] = [move for text in alike for move in behind.pop(text)]
    return [Choice(text, tuple(group)) for text, group in sorted(behind.items(), key=lambda item: _order(item[0]))]


def _opening(text: str) -> str:
    """Return what several lines may have in common: the first card of a group, or that a word is said."""
    if is_play(text):
        first, sign, _ = text.partition("+")
        return first + sign if sign else ""
    return "say" if text.startswith("say ") else ""


def complete(text: str, choices: Sequence[Choice]) -> str:
    """Return what was typed as a move in the notation: a number stands for its line of the menu, and case is repaired.

    >>> complete("2>h!", [Choice("draw", ("draw",)), Choice("JC", ("JC>S", "JC>H"))])
    'JC>H!'
    """
    line = plain(text)
    typed = _TYPED.fullmatch(line)
    if not typed:
        return line
    card, rest = typed["card"], typed["rest"]
    if card.isascii() and card.isdigit() and 1 <= int(card) <= len(choices):
        chosen = choices[int(card) - 1].text
        return repaired(chosen.removesuffix("+") + rest) if rest.startswith("+") else repaired(chosen + rest)
    return repaired(line)


def is_needless(move: str, legal: Iterable[str]) -> bool:
    """Return whether *move* asks for the word that is due with a play where none is, but may be said for nothing."""
    parts = split(move)
    words = {other.word for other in map(split, legal) if parts.leads_to(other)}
    return parts.word == "!" and "!" not in words and bool(words - {""})


def due_word(choice: Choice, legal: Iterable[str]) -> str:
    """Return the word that is due with the plays of *choice*, if the *legal* moves give it away; otherwise nothing."""
    known = {move.removeprefix("say ") for move in legal if move.startswith("say ")}
    others = {split(move).word.removeprefix("!") for move in choice.moves}
    due = known - others
    return due.pop() if len(due) == 1 else ""


def _order(text: str) -> tuple[int, int, str]:
    if not is_play(text):
        verb = text.partition(" ")[0]
        return (1 + _VERBS.index(verb) if verb in _VERBS else len(_VERBS) + 1, 0, text)
    cards = text.split("+")
    return (0, len(cards) * 1000 + place(cards[0]), text)
