"""Ways in which the seat on turn goes out before anybody else must act."""

from typing import Final

from games.rules.cards import Cards
from games.rules.commands import Move, Play
from games.rules.decide import decide
from games.rules.fairness import Chance
from games.rules.game import Game
from games.rules.legality.objections import legal_moves

Line = tuple[Move, ...]
"""Moves of one seat, one after the other."""

LONGEST: Final = 8
"""Moves of a line."""


def is_out(game: Game, seat: int) -> bool:
    """Return whether *seat* has got rid of its cards in the deal that runs, or that has just ended."""
    return game.deal is not None and seat in game.deal.out


def open_plays(game: Game) -> list[Play]:
    """Return the plays of the seat on turn; of those that differ only in what they nominate, all."""
    seat = game.on_turn
    moves = [] if seat is None else legal_moves(game, seat)
    return [move for move in moves if isinstance(move, Play) and move.claim is None]


class Search:
    """A search for lines that win by plays alone. It looks at no more than *most* games."""

    def __init__(self, chance: Chance, most: int) -> None:
        """Look with this *chance*: no line may need it, so it decides nothing."""
        self.left = most
        self._chance = chance

    def winning(self, game: Game) -> dict[Cards, Line]:
        """Return a line that wins for the cards of each first play that has one."""
        found: dict[Cards, Line] = {}
        for play in open_plays(game):
            if play.cards not in found and (line := self._line(game, play, LONGEST)):
                found[play.cards] = line
        return found

    def _line(self, game: Game, play: Play, longest: int) -> Line | None:
        """Return a line that begins with *play* and wins; None if there is none that is short enough."""
        if self.left <= 0 or longest == 0:
            return None
        self.left -= 1
        after = decide(game, play, chance=self._chance).after
        if is_out(after, play.seat):
            return (play,)
        if after.on_turn != play.seat:
            return None
        lines = (self._line(after, another, longest - 1) for another in open_plays(after))
        return next(((play, *line) for line in lines if line), None)
