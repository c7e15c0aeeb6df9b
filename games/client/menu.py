"""The menu: the legal moves in a few lines, and how a typed line becomes a move in the notation."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from games.client.http import Json
from games.client.notation import is_play, normalize, sort_key, split, with_case

_TYPED: Final = re.compile(r"(?P<card>[^!>@~+ ]+)(?P<rest>.*)")
_VERBS: Final = ("believe", "challenge", "rescue", "decline", "draw", "accept", "pass", "name", "cut", "keep", "say")
"""The order of verbs in the menu. Any other verb comes last."""
_WAYS: Final = 2
"""Up to this number, groups that begin with the same card have a line each. More share one line and a question."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A line of the menu, and the legal moves behind it.

    If ``text`` is not a whole move, such as ``7S+`` or ``say``, the player is asked for the rest.
    """

    text: str
    moves: tuple[str, ...]

    @property
    def may_announce(self) -> bool:
        """Whether a word is due with the play, so that the player must choose to say it or not."""
        return any(split(move).word == "!" for move in self.moves)

    @property
    def is_blind(self) -> bool:
        """Whether the card is played face down."""
        return any(split(move).claim for move in self.moves)

    @property
    def may_be_true(self) -> bool:
        """Whether the claim about a card played face down may be true."""
        return any(split(move).claim == f"~{self.text}" for move in self.moves)


def useful_moves(table: Json) -> list[str]:
    """Return the moves worth a line: all legal ones, except words and accusations that could only cost cards.

    On the player's turn a word is left out too, because it goes with a play there.
    """
    you = table["you"]
    if not you or table["status"] != "playing":
        return []
    windows = {window["seat"] for window in table.get("windows", ())}
    silent = {seat for seat in windows if not table["seats"][seat]["announced"]}
    may_speak = you["seat"] in windows or you["seat"] != table["on_turn"]
    useless = {"say"} if not may_speak else set()
    verbs = ((move, *move.partition(" ")[::2]) for move in you["moves"])
    return [move for move, verb, rest in verbs if (int(rest) in silent if verb == "accuse" else verb not in useless)]


def group_moves(moves: Iterable[str]) -> list[Choice]:
    """Return *moves* as choices: plays grouped by the cards that are played, then everything else as it is."""

    def order(choice: Choice) -> tuple[int, int, str]:
        if is_play(choice.text):
            cards = choice.text.split("+")
            return (0, len(cards) * 1000 + sort_key(cards[0]), choice.text)
        verb = choice.text.partition(" ")[0]
        return (1 + _VERBS.index(verb) if verb in _VERBS else len(_VERBS) + 1, 0, choice.text)

    behind: dict[str, list[str]] = {}
    for move in moves:
        behind.setdefault(split(move).cards, []).append(move)
    # Many groups of the same first card become one line, such as `7S+`; several words become the line `say`.
    for opening in {_opening(text) for text in behind} - {""}:
        alike = [text for text in behind if text != opening and _opening(text) == opening]
        if len(alike) > (_WAYS if opening.endswith("+") else 1):
            behind[opening] = [move for text in alike for move in behind.pop(text)]
    return sorted((Choice(text, tuple(group)) for text, group in behind.items()), key=order)


def _opening(text: str) -> str:
    """Return the beginning that several lines may share: the first card of a group, or ``say``. Else it is empty."""
    if is_play(text):
        first, sign, _ = text.partition("+")
        return first + sign if sign else ""
    return "say" if text.startswith("say ") else ""


def complete(text: str, choices: Sequence[Choice]) -> str:
    """Return a typed line as a move in the notation. A number stands for its line in the menu.

    >>> complete("2>h!", [Choice("draw", ("draw",)), Choice("JC", ("JC>S", "JC>H"))])
    'JC>H!'
    """
    line = normalize(text)
    typed = _TYPED.fullmatch(line)
    if not typed:
        return line
    card, rest = typed["card"], typed["rest"]
    if card.isascii() and card.isdigit() and 1 <= int(card) <= len(choices):
        chosen = choices[int(card) - 1].text
        return with_case(chosen.removesuffix("+") + rest) if rest.startswith("+") else with_case(chosen + rest)
    return with_case(line)


def is_needless(move: str, legal: Iterable[str]) -> bool:
    """Return whether *move* ends in ``!``, which says the word that is due, although none is due."""
    parts = split(move)
    words = {other.word for other in map(split, legal) if parts.leads_to(other)}
    return parts.word == "!" and "!" not in words and bool(words - {""})


def due_word(choice: Choice, legal: Iterable[str]) -> str:
    """Return the word that is due with the plays of *choice*, or nothing if the *legal* moves do not show which.

    A due word is written ``!``, so it is the one word that may be said alone but not with these plays.
    """
    known = {move.removeprefix("say ") for move in legal if move.startswith("say ")}
    others = {split(move).word.removeprefix("!") for move in choice.moves}
    due = known - others
    return due.pop() if len(due) == 1 else ""
