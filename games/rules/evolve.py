"""What each event changes in a game, and the fold of many. There are no rules here: an event says all that changes."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final, get_args

from games.rules import events, evolve_deal
from games.rules.attendance import Attendance
from games.rules.game import Game, Pause, Proposal, Sitter, Status


def fold(game: Game, happened: Iterable[events.Event]) -> Game:
    """Return *game* as it stands after the events that *happened*, in order; *game* itself stays as it was.

    It is copied once, however many events there are.
    """
    own = game.copy()
    for event in happened:
        evolve(own, event)
    return own


def evolve(game: Game, event: events.Event) -> None:
    """Change *game* by what *event* says. It must be a copy that nobody else has.

    ``fold`` and ``decide`` make one copy and let it keep up with all their events (ADR 1), so a log of 3,000 events is
    folded without 3,000 copies. To keep a game while it evolves further, keep ``game.copy()``.
    """
    kind = type(event)
    if kind in _OF_GAME:
        _evolve_game(game, event)
    if game.deal is not None and kind not in _ONLY_OF_GAME:
        evolve_deal.evolve(game.deal, event)


_OF_CLOCK: Final = frozenset(get_args(events.OfClock))
_ONLY_OF_GAME: Final = frozenset(get_args(events.OfGame))
_OF_GAME: Final = _ONLY_OF_GAME | {
    events.TurnBegan, events.SeatAsked, events.StockShuffled, events.StockReplenished, events.SeatResigned,
    events.TimeRanOut, events.DealEnded,
}  # fmt: skip


def _evolve_game(game: Game, event: events.Event) -> None:  # noqa: C901, PLR0912, PLR0915 - one case an event
    match event:
        case events.TurnBegan(seat=seat):
            game.turn += 1
            turn_begun(game, seat)
        case events.SeatAsked(seat=seat):
            game.turn += 1
            if seat != game.acting:
                turn_begun(game, seat)
        case events.TimeRanOut(seat=seat):
            game.late = seat
            if game.attendance:  # a table that was laid out for an example has nobody who could be absent
                _attend(game, seat, game.attendance[seat].after_miss())
        case events.SeatAbsent(seat=seat, policy=policy):
            _attend(game, seat, game.attendance[seat].absent(policy, game.turn))
        case events.SeatCovered(seat=seat, policy=policy):
            _attend(game, seat, replace(game.attendance[seat], cover=policy))
        case events.SeatReturned(seat=seat):
            _attend(game, seat, game.attendance[seat].returned(in_turn=game.acting == seat))
        case events.DealBegan(deal=deal, dealer=dealer):
            game.deal, game.deals, game.dealer = evolve_deal.begin(event, len(game.sitters)), deal, dealer
            game.ended, game.points = None, ()
        case events.StockShuffled() | events.StockReplenished():
            game.acts += 1
        case events.SeatResigned(seat=seat, act=act, leaving=leaving):
            if seat not in game.gone:
                _left(game, seat)
            game.resigned = (*game.resigned, seat)
            game.acts += act is not None
            if leaving is events.Leaving.WITHOUT_LOSS:
                game.excused = (*game.excused, seat)
            elif leaving is events.Leaving.REMOVED:
                game.removed = (*game.removed, seat)
        case events.DealEnded(winner=winner, loser=loser):
            game.ended, game.winner, game.loser, game.turn = event, winner, loser, game.turn + 1
            game.acting = game.late = None
        case events.DealLost(seat=lost):
            game.lost = tuple(count + (seat == lost) for seat, count in enumerate(game.lost))
        case events.DealScored(points=points, scores=scores):
            game.points, game.scores = points, scores
        case events.SeatEliminated(seat=seat):
            game.gone = (*game.gone, seat)
            _left(game, seat)
        case events.GameEnded(winners=winners, places=places, unrated=unrated):
            game.status, game.winners, game.places, game.unrated = Status.OVER, winners, places, unrated
            game.pauses, game.proposal = (), None
        case events.GameOpened():
            game.status, game.content, game.options, game.terms = (
                Status.WAITING, event.ruleset, event.options, event.terms)  # fmt: skip
            game.commitment, game.seed, game.unrated = event.commitment, event.seed, event.unrated
            game.sitters = (None,) * event.seats
            game.scores = game.lost = game.left_at = (0,) * event.seats
            game.attendance = (Attendance(),) * event.seats
        case events.SeatTaken(seat=seat):
            sitter = Sitter(event.player, event.bot, event.nonce, event.program, event.nonce_source, event.seal)
            game.sitters = _replaced(game.sitters, seat, sitter)
        case events.SeatLeft(seat=seat) | events.SeatForfeited(seat=seat):
            game.sitters, game.nonces_asked = _replaced(game.sitters, seat, None), None
        case events.TableClosed():
            game.status, game.nonces_asked = Status.OVER, None
        case events.NoncesCalled(ask=ask):
            game.nonces_asked = ask
        case events.NonceSealed(seat=seat, seal=seal):
            _set_nonce(game, seat, seal=seal)
        case events.NonceOpened(seat=seat, nonce=nonce):
            _set_nonce(game, seat, nonce=nonce)
        case events.NoncesVoided(seats=seats):
            for seat in seats:
                _set_nonce(game, seat, seal="")
        case events.GameStarted(dealer=dealer, unrated=unrated):
            game.status, game.dealer, game.acts, game.unrated = Status.PLAYING, dealer, game.acts + 1, unrated
            game.nonces_asked = None
        case _ if type(event) in _OF_CLOCK:
            _evolve_clock(game, event)
        case _:
            pass


def _evolve_clock(game: Game, event: events.Event) -> None:
    match event:
        case events.ClockPaused(reason=reason, seat=seat, until=until):
            others = (one for one in game.pauses if (one.reason, one.seat) != (reason, seat))
            game.pauses = (*others, Pause(reason, seat, until))
        case events.ClockResumed(reason=reason, seat=seat):
            game.pauses = tuple(one for one in game.pauses if (one.reason, one.seat) != (reason, seat))
        case events.TimeExtended(seat=seat):
            game.extended = (*game.extended, seat)
        case events.ProposalMade(proposal=number, kind=kind, seat=seat, expires=expires):
            game.proposal, game.proposals = Proposal(number, kind, seat, expires, (seat,)), number
        case events.VoteCast(seat=seat, agrees=True) if game.proposal and seat not in game.proposal.agreed:
            game.proposal = game.proposal._replace(agreed=(*game.proposal.agreed, seat))
        case events.ProposalSettled():
            game.proposal = None
        case _:
            pass


def turn_begun(game: Game, seat: int) -> None:
    """Change *game* by the beginning of a turn of *seat*. Turns that the clock goes on to play are one."""
    game.acting = seat
    if game.late == seat:
        return
    game.late = None
    if game.attendance:
        _attend(game, seat, game.attendance[seat].begun())


def _left(game: Game, seat: int) -> None:
    """Note when *seat* left the game. A player who is absent has left it when they became so."""
    absent = bool(game.attendance) and game.attendance[seat].is_absent
    left = game.attendance[seat].since if absent else game.turn
    game.left_at = (*game.left_at[:seat], left, *game.left_at[seat + 1 :])


def _attend(game: Game, seat: int, attendance: Attendance) -> None:
    game.attendance = (*game.attendance[:seat], attendance, *game.attendance[seat + 1 :])


def _set_nonce(game: Game, seat: int, seal: str | None = None, nonce: str = "") -> None:
    sitter = game.sitters[seat]
    if sitter is None:
        raise ValueError(f"nobody sits on seat {seat}")
    seal = sitter.seal if seal is None else seal
    game.sitters = _replaced(game.sitters, seat, replace(sitter, seal=seal, nonce=nonce))


def _replaced(sitters: tuple[Sitter | None, ...], seat: int, sitter: Sitter | None) -> tuple[Sitter | None, ...]:
    return (*sitters[:seat], sitter, *sitters[seat + 1 :])
