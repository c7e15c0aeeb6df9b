"""The end of a deal and of a game, and leaving it (kernel, sections 10 to 12)."""

from games.rules.decide.execution import Execution
from games.rules.events import (
    DealEnded,
    DealLost,
    DealScored,
    EffectEnded,
    Ending,
    GameEnded,
    SeatEliminated,
    SkipRaised,
)
from games.rules.game import Game
from games.rules.scoring import deal_places, deal_points, game_places, loser_of, winner_of


def end_deal(u: Execution, ending: Ending) -> None:
    """End the deal: drop what is live, show the hands, score, and end the game if it is over (K-109 to K-119)."""
    if u.deal.chain or u.deal.skip:
        u.emit(EffectEnded())
    deal, rules = u.deal, u.rules
    u.emit(
        DealEnded(
            ending=ending,
            winner=_left_alone(u.game) if ending is Ending.RESIGNED else winner_of(rules, deal),
            loser=loser_of(rules, deal, ending),
            places=deal_places(rules, deal),
            hands=tuple(deal.hands),
        )
    )
    points = deal_points(rules, u.game)
    if points is not None:
        reset = rules.sections.score.reset_at
        scores = tuple(score + added for score, added in zip(u.game.scores, points, strict=True))
        scores = tuple(0 if reset and score == reset else score for score in scores)
        u.emit(DealScored(points=points, scores=scores))
    _eliminate(u)
    if ending is Ending.RESIGNED or _is_over(u.game):
        _end_game(u)


def ending_after(u: Execution) -> Ending | None:
    """Return how the deal ends now that a seat has gone out; None if it goes on (K-109, K-111)."""
    if u.rules.sections.end.when == "first_out":
        return Ending.WENT_OUT
    return Ending.LAST_LEFT if len(u.deal.active) <= 1 else None


def cap_skip(u: Execution, aimed: int) -> None:
    """Lower a live skip, which *aimed* is next to miss, where too few seats are left before its maker (K-71)."""
    deal, maker = u.deal, u.deal.skipped_by
    others = len(deal.active) - 1 if maker is None else deal.count(aimed, maker)
    if deal.skip > others >= 0:
        u.emit(SkipRaised(turns=others))


def _left_alone(game: Game) -> int | None:
    """Return the only seat that has not resigned (K-125); None if even that one has."""
    return next(iter(in_game(game)), None)


def _eliminate(u: Execution) -> None:
    """Let the seats go that have too many points, or lost too many deals; who has most goes first (K-118)."""
    game, match = u.game, u.rules.sections.game
    if match.end == "deals_lost" and game.loser is not None:
        u.emit(DealLost(seat=game.loser))
    if match.end not in ("knock_out", "deals_lost"):
        return
    counts = game.scores if match.end == "knock_out" else game.lost
    beyond = [seat for seat in in_game(game) if counts[seat] >= match.at]
    for seat in sorted(beyond, key=lambda seat: -counts[seat]):
        u.emit(SeatEliminated(seat=seat))


def in_game(game: Game) -> tuple[int, ...]:
    """Return the seats that are still in the game, in seat order."""
    return tuple(s for s in range(len(game.sitters)) if s not in game.gone and s not in game.resigned)


def _is_over(game: Game) -> bool:
    match game.rules.sections.game.end:
        case "single":
            return True
        case "to" | "first_to":
            return any(score >= game.rules.sections.game.at for score in game.scores)
        case "knock_out" | "deals_lost":
            return len(in_game(game)) <= 1


def _end_game(u: Execution) -> None:
    places = game_places(u.game)
    first = tuple(seat for seat, place in enumerate(places) if place == 1)
    shared = len(first) > 1 and u.rules.sections.game.end == "single"
    u.emit(GameEnded(winners=() if shared else first, places=places, unrated=u.game.unrated))
