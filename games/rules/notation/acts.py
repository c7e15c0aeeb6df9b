"""Commands in words. The log and the records write each beside the first event that it caused.

A move follows its seat, as in ``0 JC>H!``. If the clock made it, ``clock`` comes first: ``clock 0 draw``. The other
commands of a running game are ``start``, ``deal``, ``clock``, when the time of the seat on turn has run out, and
``abandon``. Commands before the start, and what changes only the clock, have no words: their events say everything.
What players do because one of them is absent has words that are no move: ``0 return``, ``0 claim-win`` and so on.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple, get_args

from games.rules import commands
from games.rules.commands import Command, Move, OfAbsence
from games.rules.decide import Decision
from games.rules.decide.execution import Act
from games.rules.events import ADVANCES, Event
from games.rules.legality.announcements import DUE
from games.rules.notation.moves import parse_move, print_move

_FACE: Final = re.compile("[2-9TJQKA][SHDC]|X")
_FACE_DOWN: Final = re.compile(f"(?:{_FACE.pattern})(?=~)")
_WORD: Final = re.compile("![a-z-]*")
_MOVES: Final = get_args(Move)
_VERBS: Final[dict[type[Command], str]] = {
    commands.StartGame: "start",
    commands.DealCards: "deal",
    commands.TimeUp: "clock",
    commands.Abandon: "abandon",
}
_WORDS: Final[dict[type[OfAbsence], str]] = {
    commands.ComeBack: "return",
    commands.ClaimWin: "claim-win",
    commands.ClaimBot: "claim-bot",
    commands.Cover: "vacation",
}


class CommandText(NamedTuple):
    """A command in words: once with all that it says, once with what everybody may see."""

    full: str
    """In its one canonical spelling."""
    shown: str
    """With ``?`` for each hidden card. Words are written out, because ``!`` for the right one would betray a hand."""


class Happening(NamedTuple):
    """An event that is going to be stored."""

    turn: int
    """Number of the decision that was due when it happened."""
    event: Event
    command: CommandText | None = None
    """The command that caused it, at the first event of each command."""


class Parsed(NamedTuple):
    """A command of a running game, as ``parse_act`` reads it."""

    verb: str
    """``move``, ``start``, ``deal``, ``clock`` or ``abandon``."""
    seat: int = 0
    """Whose move it is."""
    move: str = ""
    by_clock: bool = False


def happenings(decision: Decision, turn: int) -> Iterator[Happening]:
    """Yield the events of a *decision*. *turn* is the number of the turn before it."""
    acts = {act.first: print_act(act) for act in decision.acts}
    for place, event in enumerate(decision.events):
        yield Happening(turn, event, acts.get(place))
        turn += isinstance(event, ADVANCES)


def print_act(act: Act) -> CommandText | None:
    """Return the command of *act* in words; None for a command before the start."""
    move = act.command
    if isinstance(move, OfAbsence):
        text = f"{move.seat} {_WORDS[type(move)]}"
        return CommandText(text, text)
    if not isinstance(move, _MOVES):
        verb = _VERBS.get(type(move))
        return CommandText(verb, verb) if verb else None
    who = f"clock {move.seat}" if act.by_clock else f"{move.seat}"
    shown = full = f"{who} {print_move(move)}"
    if isinstance(move, commands.Play) and act.is_word_due:
        full = f"{who} {print_move(replace(move, word=DUE))}"
    return CommandText(full, hide_cards(shown))


def parse_command(seat: int, text: str) -> Move | OfAbsence:
    """Return what *seat* did, by the words that ``print_act`` wrote behind its number. Raises NotationError."""
    for kind, word in _WORDS.items():
        if text == word:
            return kind(seat=seat)
    return parse_move(seat, text)


def hide_cards(command: str) -> str:
    """Return *command*, which is in words, with ``?`` for each card that lies face down or is kept in the cut.

    >>> hide_cards("0 KD~9C!mau"), hide_cards("1 keep JS 7H"), hide_cards("2 7S")
    ('0 ?~9C!mau', '1 keep ? ?', '2 7S')
    """
    if "~" in command:
        return _FACE_DOWN.sub("?", command)
    verb, keep, cards = command.partition(" keep ")
    return verb + keep + _FACE.sub("?", cards)


def agree(shown: str, full: str) -> bool:
    """Return whether *shown* is what everybody may see of the command *full*.

    >>> agree("0 ?~9C!mau", "0 KD~9C!"), agree("0 KD~9C!mau", "0 KD~9C!")
    (True, False)
    """
    return _WORD.sub("!", shown) == _WORD.sub("!", hide_cards(full))


def parse_act(text: str) -> Parsed:
    """Return the command that ``print_act`` wrote as *text*. Raises ValueError for any other text.

    >>> parse_act("clock 0 draw")
    Parsed(verb='move', seat=0, move='draw', by_clock=True)
    """
    if text in _VERBS.values():
        return Parsed(text)
    by_clock = text.startswith("clock ")
    seat, _, move = text.removeprefix("clock ").partition(" ")
    return Parsed("move", int(seat), move, by_clock)
