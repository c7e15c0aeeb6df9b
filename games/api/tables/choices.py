"""Moves as structures, beside the notation, with a label for people."""

from typing import Final, get_args

from games.api.tables.schema import MoveChoice, MoveKind
from games.digest import Due, Speech, label
from games.rules import commands
from games.rules.commands import Move
from games.rules.legality.announcements import DUE

_KINDS: Final[dict[type[Move], MoveKind]] = dict(zip(get_args(Move), get_args(MoveKind), strict=True))
"""Both list the moves in the order of the notation."""


def choice_of(move: Move, notation: str, speech: Speech, due: Due) -> MoveChoice:
    """Return *move*, which is written as *notation*, with a label in the language of *speech*."""
    text = label(move, speech, due)
    kind = _KINDS[type(move)]
    match move:
        case commands.Play():
            return MoveChoice(
                notation=notation,
                kind=kind,
                cards=[*map(str, move.cards)],
                claim=None if move.claim is None else str(move.claim),
                nominate=move.nominated or None,
                target=move.target,
                word=move.word or None,
                word_due=notation.endswith(DUE),
                label=text,
            )
        case commands.Say(word=word):
            return MoveChoice(notation=notation, kind=kind, word=word, label=text)
        case commands.Accuse(accused=accused):
            return MoveChoice(notation=notation, kind=kind, target=accused, label=text)
        case commands.Name(nominated=suit):
            return MoveChoice(notation=notation, kind=kind, nominate=suit, label=text)
        case commands.Keep(cards=cards):
            return MoveChoice(notation=notation, kind=kind, cards=[*map(str, cards)], label=text)
        case _:
            return MoveChoice(notation=notation, kind=kind, label=text)
