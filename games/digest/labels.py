"""What a person reads on the button of a move: a short phrase that says what they would do."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from games.digest.speech import Speech, begun
from games.rules import commands
from games.rules.cards import Card
from games.rules.commands import Move


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """What is due at a table: labels say what you accept, and which card you may lay at once."""

    penalty: int = 0
    skip: int = 0
    offered: Card | None = None


_PLAIN: Final[dict[type[Move], Callable[[Speech], str]]] = {
    commands.Draw: lambda s: s.gettext("Draw from the stock"),
    commands.Pass: lambda s: s.gettext("Pass"),
    commands.Cut: lambda s: s.gettext("Cut the stock"),
    commands.Believe: lambda s: s.gettext("Believe the claim"),
    commands.Challenge: lambda s: s.gettext("Challenge the claim"),
    commands.Decline: lambda s: s.gettext("Keep the card in hand"),
    commands.Resign: lambda s: s.gettext("Resign"),
}
"""The labels of moves that have no parts."""


def label(move: Move, s: Speech, due: Due) -> str:
    """Return the label of *move*, whose word is written out. All labels of one listing differ."""
    match move:
        case commands.Play():
            return _play(move, s)
        case commands.Accept() if due.penalty:
            accept = s.ngettext("Accept, and draw a card", "Accept, and draw {count} cards", due.penalty)
            return accept.format(count=due.penalty)
        case commands.Accept():
            accept = s.ngettext("Accept, and miss a turn", "Accept, and miss {count} turns", due.skip)
            return accept.format(count=due.skip)
        case commands.Say(word=word):
            return s.gettext('Say "{word}"').format(word=word)
        case commands.Accuse(accused=accused):
            return s.gettext("Accuse {seat} of not saying the word").format(seat=s.seat(accused))
        case commands.Name(nominated=nominated):
            return s.gettext("Nominate {nominated}").format(nominated=s.nominated(nominated))
        case commands.Keep(cards=()):
            return s.gettext("Keep none of these cards")
        case commands.Keep(cards=cards):
            return begun(s.gettext("Keep {cards}").format(cards=s.cards(map(str, cards))))
        case commands.Rescue():
            offered = () if due.offered is None else (str(due.offered),)
            return begun(s.gettext("Play {cards} at once").format(cards=s.cards(offered)))
        case _:
            return _PLAIN[type(move)](s)


def _play(move: commands.Play, s: Speech) -> str:
    cards, nominated = s.cards(map(str, move.cards)), s.nominated(move.nominated) if move.nominated else ""
    if move.claim is not None:
        claim = s.card(str(move.claim))
        text = s.gettext("Play {card} face down, and claim: {claim}").format(card=cards, claim=claim)
        if nominated:
            text = s.gettext("{move}; nominate {nominated}").format(move=text, nominated=nominated)
    elif nominated:
        text = s.gettext("Play {cards} and nominate {nominated}").format(cards=cards, nominated=nominated)
    else:
        text = s.gettext("Play {cards}").format(cards=cards)
    if move.target is not None:
        text = s.gettext("{move}; strike {seat}").format(move=text, seat=s.seat(move.target))
    if move.word:
        text = s.gettext('{move}; say "{word}"').format(move=text, word=move.word)
    return begun(text)
