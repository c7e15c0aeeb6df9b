"""The end of a deal and of a game (kernel, sections 10 to 12)."""

from games.rules.decide.execution import Execution
from games.rules.edition import FIRST
from games.rules.events import (
    AbandonCause,
    DealEnded,
    DealLost,
    DealScored,
    EffectEnded,
    Ending,
    GameAbandoned,
    GameEnded,
    SeatEliminated,
    SkipRaised,
)
from games.rules.game import Game
from games.rules.scoring import deal_places, deal_points, first_game_places, game_places, loser_of, winner_of


def end_deal(run: Execution, ending: Ending) -> None:
    """End the deal: drop what is live, show the hands, score, and end the game if it is over (K-109 to K-119)."""
    rules, game, deal, match = run.rules, run.game, run.deal, run.rules.sections.game
    if deal.chain or deal.skip:
        run.emit(EffectEnded())
    # Where the others have left, the one seat that is left wins, unless another one has gone out (K-125, K-128).
    is_left_alone = ending is Ending.RESIGNED and (not deal.out or run.edition == FIRST)
    winner = next(iter(in_game(game)), None) if is_left_alone else winner_of(rules, deal)
    loser, places, hands = loser_of(rules, deal, ending), deal_places(rules, deal), tuple(deal.hands)
    run.emit(DealEnded(ending=ending, winner=winner, loser=loser, places=places, hands=hands))

    # The points, then the resets, then the eliminations (K-115).
    points = deal_points(rules, game, run.edition)
    if points is not None:
        reset = rules.sections.score.reset_at
        scores = [score + added for score, added in zip(game.scores, points, strict=True)]
        scores = [0 if reset and score == reset else score for score in scores]
        run.emit(DealScored(points=points, scores=tuple(scores)))
    if match.end == "deals_lost" and loser is not None:
        run.emit(DealLost(seat=loser))
    if match.end in ("knock_out", "deals_lost"):
        counts = game.scores if match.end == "knock_out" else game.lost
        beyond = [seat for seat in in_game(game) if counts[seat] >= match.at]
        for seat in sorted(beyond, key=lambda seat: -counts[seat]):  # who has most goes first (K-118)
            run.emit(SeatEliminated(seat=seat))

    if len(in_game(game)) <= 1 or _is_over(game):
        end_game(run)


def end_game(run: Execution) -> None:
    """End the game: it has its places (K-116 to K-118, K-125, K-128)."""
    game = run.game
    final = first_game_places(game) if run.edition == FIRST else game_places(game)
    first = tuple(seat for seat, place in enumerate(final) if place == 1)
    # In a game of one deal nobody wins where the first place is shared (K-86).
    shared = len(first) > 1 and run.rules.sections.game.end == "single"
    run.emit(GameEnded(winners=() if shared else first, places=final, unrated=game.unrated))


def abandon(run: Execution, cause: AbandonCause, unrated: str) -> None:
    """End the game without winners: the seats that are still in it share the first place."""
    game, deal = run.game, run.deal
    if run.edition == FIRST:
        staying = in_game(game)
        places = tuple(1 if seat in staying else len(staying) + 1 for seat in range(len(game.sitters)))
    else:
        places = game_places(game, tied=True)
    run.emit(GameAbandoned(cause=cause))
    if game.ended is None:
        if deal.chain or deal.skip:
            run.emit(EffectEnded())
        hands = tuple(deal.hands)
        run.emit(DealEnded(ending=Ending.ABANDONED, winner=None, loser=None, places=places, hands=hands))
    run.emit(GameEnded(winners=(), places=places, unrated=unrated or game.unrated))


def _is_over(game: Game) -> bool:
    """Return whether the deal that has just been counted was the last one (K-116 to K-119)."""
    match game.rules.sections.game.end:
        case "single":
            return True
        case "to" | "first_to":
            return any(score >= game.rules.sections.game.at for score in game.scores)
        case "knock_out" | "deals_lost":
            return len(in_game(game)) <= 1


def ending_after(run: Execution) -> Ending | None:
    """Return how the deal ends now that a seat has gone out; None if it goes on (K-109, K-111)."""
    if run.rules.sections.end.when == "first_out":
        return Ending.WENT_OUT
    return Ending.LAST_LEFT if len(run.deal.active) <= 1 else None


def cap_skip(run: Execution, aimed: int) -> None:
    """Lower a live skip, which *aimed* is next to miss, where too few seats are left before its maker (K-71)."""
    deal, maker = run.deal, run.deal.skipped_by
    others = len(deal.active) - 1 if maker is None else deal.count(aimed, maker)
    if deal.skip > others >= 0:
        run.emit(SkipRaised(turns=others))


def in_game(game: Game) -> tuple[int, ...]:
    """Return the seats that are still in the game, in seat order."""
    return tuple(s for s in range(len(game.sitters)) if s not in game.gone and s not in game.resigned)
