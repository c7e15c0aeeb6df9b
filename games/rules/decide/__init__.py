"""All the rules in one function: ``decide``, from a game and a command to events."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.rules import commands
from games.rules.commands import Command
from games.rules.decide import absence, accepting, announcing, claims, dealing, playing, seating, turns
from games.rules.decide.default_move import default_move
from games.rules.decide.ending import abandon
from games.rules.decide.execution import Act, Execution
from games.rules.edition import EDITION
from games.rules.events import AbandonCause, Event, GameStarted, SeatReturned, TimeRanOut
from games.rules.fairness import Chance
from games.rules.game import Game
from games.rules.legality.objections import moves_of, objection, paragraph_of
from games.rules.legality.plays import canonical
from games.rules.refusal_reasons import IllegalMove

MOST_BY_CLOCK: Final = 100
"""Moves of the clock after which its seat is asked anew: an eight may bring itself back for ever."""


class Decision(NamedTuple):
    """The events of a command, and the game after it: ``after`` is the fold of ``events``."""

    events: tuple[Event, ...]
    after: Game
    acts: tuple[Act, ...]
    """The command, and behind ``TimeUp`` each move that the clock made; empty where nothing happened."""


def decide(game: Game, command: Command, *, chance: Chance, edition: int = EDITION) -> Decision:
    """Return what happens when *command* is carried out on *game*, which stays as it was.

    Chance comes in as an argument and its outcome goes out in the events, so a replay never shuffles again. The game
    is copied once, and the copy keeps up with the events (ADR 1). An older *edition* of the rules plays a record again.
    Raises IllegalMove if the rules refuse.
    """
    if reason := objection(game, command, edition):
        raise IllegalMove(reason, paragraph_of(game, reason, command))
    run = Execution(game, chance, edition=edition)
    command = canonical(run.rules, run.deal, command) if isinstance(command, commands.Play) else command
    run.begin(command)
    _execute(run, command)
    events = tuple(run.events)
    return Decision(events, run.game, tuple(run.acts) if events else ())


class Rollout:
    """A game that is played on in place, to find out where moves lead. Bots and playouts make thousands of moves so.

    It decides by the same code as ``decide``, but copies nothing, and asks nobody whether a command is legal. Unless it
    *keeps_events*, it makes no events of everyday moves, and does not count what only the log needs.
    """

    __slots__ = ("_run", "game")

    def __init__(self, game: Game, chance: Chance, *, keeps_events: bool = False) -> None:
        self._run = Execution(game, chance, silent=not keeps_events)
        self.game = self._run.game

    def legal_moves(self) -> list[commands.Move]:
        """Return the moves of the seat that must act; nothing where none must."""
        seat = self.game.on_turn
        return [] if seat is None else moves_of(self._run.rules, self._run.deal, seat)

    def move(self, command: Command) -> Sequence[Event]:
        """Carry out *command*, which must be legal and canonical, as ``legal_moves`` lists it.

        Returns its events where they are kept, otherwise nothing.
        """
        run = self._run
        run.rounds, run.acts = 0, []
        _execute(run, command)
        happened, run.events = run.events, []
        return happened


def _execute(run: Execution, command: Command) -> None:  # noqa: C901, PLR0912, PLR0915 - one case a command
    # Everyday moves come first, and without a match: three patterns would take a twentieth of the time of a rollout.
    if isinstance(command, commands.Play):
        playing.play(run, command)
        return
    if isinstance(command, commands.Draw):
        turns.draw(run, command.seat)
        return
    if isinstance(command, commands.Pass):
        turns.pass_turn(run, command.seat)
        return
    match command:
        case commands.Accept(seat=seat):
            accepting.accept(run, seat)
        case commands.Rescue(seat=seat):
            accepting.rescue(run, seat)
        case commands.Decline(seat=seat):
            accepting.decline(run, seat)
        case commands.Believe(seat=seat):
            claims.believe(run, seat)
        case commands.Challenge(seat=seat):
            claims.challenge(run, seat)
        case commands.Say(seat=seat, word=word):
            announcing.say(run, seat, word)
        case commands.Accuse():
            announcing.accuse(run, command)
        case commands.Name(seat=seat, nominated=suit):
            dealing.name(run, seat, suit)
        case commands.Cut(seat=seat, positions=positions):
            dealing.cut(run, seat, positions)
        case commands.Keep(seat=seat, cards=cards):
            dealing.keep(run, seat, cards)
        case commands.Resign(seat=seat):
            absence.leave(run, seat)
        case commands.TimeUp(seat=seat):
            # The clock moves until another seat must act, or the deal is over (K-120).
            run.emit(TimeRanOut(seat=seat))
            absence.time_up(run, seat)
            deals = run.game.deals
            for _ in range(MOST_BY_CLOCK):
                if run.game.on_turn != seat or run.game.deals != deals:
                    break
                run.count_round()
                move = default_move(run.game)
                run.begin(move, by_clock=True)
                _execute(run, move)
        case commands.ComeBack(seat=seat):
            run.emit(SeatReturned(seat=seat))
        case commands.Cover(seat=seat):
            absence.cover(run, seat)
        case commands.ClaimWin() | commands.ClaimBot():
            absence.claim(run, command)
        case commands.DealCards():
            dealing.deal_cards(run)
        case commands.Abandon(idle=idle, unrated=unrated):
            abandon(run, AbandonCause.IDLE if idle else AbandonCause.VOTE, unrated)
        case commands.StartGame(unrated=unrated):
            act = run.game.acts + 1
            dealer = run.chance.draw_dealer(len(run.game.sitters), act)
            run.emit(GameStarted(dealer=dealer, act=act, unrated=unrated or run.game.unrated))
        case commands.TakeSeat():
            seating.take_seat(run, command)
        case commands.LeaveSeat(seat=seat):
            seating.leave_seat(run, seat)
        case commands.SealNonce() | commands.OpenNonce():
            seating.give_nonce(run, command)
        case commands.LapseNonces():
            seating.lapse(run)
        case commands.CloseTable():
            seating.close(run)
