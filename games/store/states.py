"""From a row to the game: its stored state, or the fold of the log if there is none."""

import structlog

from games.log.codec import BrokenState, StaleState, load_state
from games.log.read import event_of, read
from games.rules.evolve import fold
from games.rules.game import Game
from games.store.games import GameRow
from games.store.rulesets import kept

_log = structlog.get_logger(__name__)


def game_of(row: GameRow) -> Game:
    """Return the game at *row*'s version, with its ruleset. Constant in the game's length while the state is stored.

    Raises UnknownRuleset, and games.log.codec.UnknownEvent where the log must be folded and cannot be read.
    """
    game = None
    try:
        game = load_state(row.state) if row.state else None
    except StaleState:
        pass  # other code wrote it
    except BrokenState as fault:  # the next move writes it anew; until then each read of the game folds its log
        _log.error("a stored state is broken; the log is folded in its place", game=str(row.id), fault=str(fault))
    game = game or folded(row)
    game.ruleset = kept(row.ruleset).ruleset(len(game.sitters), game.options)
    return game


def folded(row: GameRow) -> Game:
    """Return the fold of the log up to *row*'s version, without a ruleset."""
    return fold(Game(), (event_of(one) for one in read(row.id, limit=row.version)))
