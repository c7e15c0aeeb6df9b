"""What a seat of an imagined game goes by: like its observation, without the cost of hiding what nobody looks at."""

from games.rules.commands import Move
from games.rules.game import Game
from games.rules.observation import Observation, SeatObservation


def seen_in(game: Game, seat: int, moves: list[Move]) -> Observation:
    """Return what the *seat* on turn, which may make *moves*, sees of an imagined *game*.

    The table lies open, for ``clever`` never looks at the hands or the stock in it.
    """
    deal = game.table
    claim = deal.claim
    return Observation(
        viewer=seat, ruleset=game.rules, status=game.status, turn=game.turn, deal=game.deals,
        seats=tuple(
            SeatObservation(
                seat=number, player="", bot="", program=False, absent=None, misses=0, cards=len(hand),
                said=tuple(deal.said[number]), out=number in deal.out, waiting=number in deal.waiting,
                resigned=False, eliminated=False, score=game.scores[number], lost=0, hand=None,
            )
            for number, hand in enumerate(deal.hands)
        ),
        on_turn=seat, ask=deal.ask, dealer=deal.dealer, direction=deal.direction, active=deal.active,
        up_card=deal.discards[-1] if deal.discards else None, demand=deal.demand, nominated=deal.nominated,
        penalty=deal.penalty, chain=deal.chain, skip=deal.skip, window=deal.window, stock=len(deal.stock),
        discards=deal.discards, out=deal.out, hand=deal.hands[seat],
        claim=(claim.seat, claim.said) if claim else None,
        drawn=deal.drawn, offered=deal.offered, looked=deal.looked, moves=tuple(moves), table=deal,
    )  # fmt: skip
