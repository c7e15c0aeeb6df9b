"""The end of a deal and of a game, and leaving it (kernel, sections 10 to 12)."""

from games.rules.decide.unfolding import Unfolding
from games.rules.events import (
    DealEnded,
    DealScored,
    EffectEnded,
    Ending,
    GameEnded,
    SeatEliminated,
)
from games.rules.game import Game
from games.rules.scoring import deal_places, deal_points, game_places, winner_of


def end_deal(u: Unfolding, ending: Ending) -> None:
    """End the deal: drop what is live, show the hands, score, and end the game if it is over (K-109 to K-119)."""
    if u.deal.penalty or u.deal.skip:
        u.tell(EffectEnded())
    deal, rules = u.deal, u.rules
    u.tell(
        DealEnded(
            ending=ending,
            winner=winner_of(rules, deal, ending),
            places=deal_places(rules, deal),
            hands=tuple(deal.hands),
        )
    )
    points = deal_points(rules, u.game)
    if points is not None:
        reset = rules.knobs.score.reset_at
        scores = tuple(score + added for score, added in zip(u.game.scores, points, strict=True))
        scores = tuple(0 if reset and score == reset else score for score in scores)
        u.tell(DealScored(points=points, scores=scores))
    if rules.knobs.game.end == "knock_out":
        _eliminate(u)
    if ending is Ending.RESIGNED or _is_over(u.game):
        _end_game(u)


def _eliminate(u: Unfolding) -> None:
    limit = u.rules.knobs.game.at
    for seat in in_game(u.game):
        if u.game.scores[seat] >= limit:
            u.tell(SeatEliminated(seat=seat))


def in_game(game: Game) -> tuple[int, ...]:
    """Return the seats that are still in the game, in seat order."""
    return tuple(s for s in range(len(game.sitters)) if s not in game.gone and s not in game.resigned)


def _is_over(game: Game) -> bool:
    match game.rules.knobs.game.end:
        case "single":
            return True
        case "to":
            return any(score >= game.rules.knobs.game.at for score in game.scores)
        case "knock_out":
            return len(in_game(game)) <= 1


def _end_game(u: Unfolding) -> None:
    places = game_places(u.game)
    first = tuple(seat for seat, place in enumerate(places) if place == 1)
    shared = len(first) > 1 and u.rules.knobs.game.end == "single"
    u.tell(GameEnded(winners=() if shared else first, places=places))
