"""All the rules in one function: ``decide``, a game and a command to events."""

from typing import NamedTuple

from games.rules import commands
from games.rules.commands import Command
from games.rules.decide import accepting, claims, dealing, leaving, playing, seating, turns
from games.rules.decide.drawing import draw_cards
from games.rules.decide.execution import Act, Execution
from games.rules.decide.turns import close_window
from games.rules.events import (
    Cause,
    Event,
    GameStarted,
    SeatAccused,
    TimeRanOut,
)
from games.rules.fairness import Chance
from games.rules.game import Game
from games.rules.legality.announcements import is_early, is_late, may_say
from games.rules.legality.objections import legal_moves, objection, paragraph_of
from games.rules.legality.plays import canonical
from games.rules.reasons import IllegalMove


class Decision(NamedTuple):
    """What a command set off, and the game after it: ``after`` is the fold of ``events``."""

    events: tuple[Event, ...]
    after: Game
    acts: tuple[Act, ...]
    """The command, and behind ``TimeUp`` each move that the clock made; empty where nothing happened."""


def decide(game: Game, command: Command, *, chance: Chance) -> Decision:
    """Return what happens when *command* is carried out on *game*, which stays as it was.

    Chance comes in as an argument and its outcome goes out in the events, so a replay never shuffles again. The game
    is copied once, and the copy keeps up with the events (ADR 2). Raises IllegalMove if the rules refuse.
    """
    if reason := objection(game, command):
        raise IllegalMove(reason, paragraph_of(game, reason, command))
    u = Execution(game, chance)
    command = canonical(u.rules, u.deal, command) if isinstance(command, commands.Play) else command
    u.begin(command)
    _execute(u, command)
    events = tuple(u.events)
    return Decision(events, u.game, tuple(u.acts) if events else ())


class Rollout:
    """A game of one's own that is played on in place, for whoever wants to know where moves lead and not what happens.

    The same code decides as in ``decide``; only the events of every day are not made, and nothing is copied.
    """

    __slots__ = ("_u", "game")

    def __init__(self, game: Game, chance: Chance) -> None:
        self._u = Execution(game, chance, silent=True)
        self.game = self._u.game

    def legal_moves(self) -> list[commands.Move]:
        """Return the moves of the seat that must act; nothing where none must."""
        seat = self.game.on_turn
        return [] if seat is None else legal_moves(self.game, seat)

    def move(self, command: Command) -> None:
        """Carry out *command*, which must be legal and canonical, as ``legal_moves`` lists it."""
        _execute(self._u, command)


def _execute(u: Execution, command: Command) -> None:  # noqa: C901, PLR0912 - one case a command
    if isinstance(command, commands.Play):  # the moves of every day are looked for first
        _lay(u, command)
        return
    if isinstance(command, commands.Draw):
        turns.draw(u, command.seat)
        return
    if isinstance(command, commands.Pass):
        turns.pass_turn(u, command.seat)
        return
    match command:
        case commands.Accept(seat=seat):
            accepting.accept(u, seat)
        case commands.Rescue(seat=seat):
            accepting.rescue(u, seat)
        case commands.Decline(seat=seat):
            accepting.decline(u, seat)
        case commands.Believe(seat=seat):
            claims.believe(u, seat)
        case commands.Challenge(seat=seat):
            claims.challenge(u, seat)
        case commands.Say(seat=seat, word=word):
            _say(u, seat, word)
        case commands.Accuse():
            _accuse(u, command)
        case commands.Name(seat=seat, nominated=suit):
            dealing.name(u, seat, suit)
        case commands.Cut(seat=seat, positions=positions):
            dealing.cut(u, seat, positions)
        case commands.Keep(seat=seat, cards=cards):
            dealing.keep(u, seat, cards)
        case commands.Resign(seat=seat):
            leaving.resign(u, seat)
        case commands.TimeUp(seat=seat):
            _speak_for(u, seat)
        case commands.DealCards():
            dealing.deal_cards(u)
        case commands.StartGame(unrated=unrated):
            act = u.game.acts + 1
            dealer = u.chance.draw_dealer(len(u.game.sitters), act)
            u.emit(GameStarted(dealer=dealer, act=act, unrated=unrated or u.game.unrated))
        case commands.TakeSeat():
            seating.take_seat(u, command)
        case commands.LeaveSeat(seat=seat):
            seating.leave_seat(u, seat)
        case commands.SealNonce() | commands.OpenNonce():
            seating.give_nonce(u, command)
        case commands.LapseNonces():
            seating.lapse(u)


def _lay(u: Execution, move: commands.Play) -> None:
    """Lay cards, face up or blind; a needless word costs its fine before that."""
    close_window(u, move.seat)
    word = move.word
    if word and not may_say(u.rules, u.deal.hands[move.seat], move.cards, word):
        _say_needlessly(u, move.seat, word)
        word = ""
    if move.claim is None:
        playing.play(u, move, word)
    else:
        claims.lay_blind(u, move, word)


def _say(u: Execution, seat: int, word: str) -> None:
    if u.rules.server_speaks:
        return  # accepted, and nothing happens (K-94)
    late = is_late(u.rules, u.deal, seat, word)
    if late or is_early(u.rules, u.deal, seat, word):
        u.announced(seat, word, early=not late)
    else:
        _say_needlessly(u, seat, word)


def _say_needlessly(u: Execution, seat: int, word: str) -> None:
    """Fine *seat* for a word that it said on turn for nothing (A5)."""
    u.announced(seat, word, early=False)
    draw_cards(u, seat, u.rules.sections.say.needless_fine, Cause.FINE)


def _accuse(u: Execution, charge: commands.Accuse) -> None:
    say = u.rules.sections.say
    guilty = u.deal.window == charge.accused
    u.emit(SeatAccused(seat=charge.seat, accused=charge.accused, guilty=guilty))
    if guilty:
        draw_cards(u, charge.accused, u.rules.fine, Cause.FINE)
    else:
        draw_cards(u, charge.seat, say.false_accusation, Cause.FINE)


def _speak_for(u: Execution, seat: int) -> None:
    """Make the default moves of *seat* until another seat must act, or the deal is over (K-120)."""
    u.emit(TimeRanOut(seat=seat))
    deal = u.game.deals
    for _ in range(leaving.MOST_BY_CLOCK):
        if u.game.on_turn != seat or u.game.deals != deal:
            break
        u.count_round()
        move = leaving.default_move(u.game)
        u.begin(move, by_clock=True)
        _execute(u, move)
