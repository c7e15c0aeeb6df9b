"""The move that the clock makes for a seat that does not act."""

from collections import Counter
from collections.abc import Iterable

from games.rules import commands
from games.rules.cards import RANKS, SUITS, Card
from games.rules.game import Game
from games.rules.legality.objections import legal_moves, objection


def default_move(game: Game) -> commands.Move:
    """Return the move that the clock makes for the seat that must act (K-120 to K-122)."""
    deal = game.table
    seat, hand = deal.on_turn, deal.hands[deal.on_turn]
    simple: tuple[commands.Move, ...] = (
        commands.Cut(seat=seat), commands.Keep(seat=seat), commands.Name(seat=seat, nominated=_most(hand, SUITS)),
        commands.Believe(seat=seat), commands.Decline(seat=seat),
        commands.Accept(seat=seat), commands.Pass(seat=seat), commands.Draw(seat=seat),
    )  # fmt: skip
    for move in simple:
        if objection(game, move) is None:
            return move

    # Otherwise the first card in deck order, alone and without a word; laid face down it is claimed to be what it is.
    plays = [m for m in legal_moves(game, seat) if isinstance(m, commands.Play) and len(m.cards) == 1 and not m.word]
    plays = [play for play in plays if play.claim in (None, play.cards[0])] or plays
    first = [play for play in plays if play.cards == plays[0].cards]

    # It names what the seat then holds most of, and is aimed at the next seat (K-121).
    left = list(hand)
    left.remove(first[0].cards[0])
    named = [play for play in first if play.nominated in ("", _most(left, SUITS), _most(left, RANKS))] or first
    return next((play for play in named if play.target in (None, deal.after(seat))), named[0])


def _most(cards: Iterable[Card], choices: str) -> str:
    """Return the suit or the rank, one of *choices*, that most of *cards* have; of several the first."""
    held = Counter(letter for card in cards for letter in (card.suit, card.rank))
    return max(choices, key=lambda letter: held[letter])
