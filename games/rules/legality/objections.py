"""What may be done now: ``objection`` is the only place that says no, ``legal_moves`` asks the same predicates."""

from collections.abc import Iterator
from itertools import takewhile
from typing import Final

from games.rules import commands
from games.rules.cards import SUITS, Card, Cards, without
from games.rules.commands import Command
from games.rules.deal import Deal
from games.rules.events import asks
from games.rules.game import Game, Status
from games.rules.legality.announcements import (
    is_bound,
    laid_faces,
    legal_words,
    objection_to_accusation,
    objection_to_word,
)
from games.rules.legality.fitting import able, fitting, held, only_drawn
from games.rules.legality.listing import legal_plays
from games.rules.legality.plays import due, objection_to_play
from games.rules.reasons import Reason
from games.rules.ruleset import Ruleset
from games.rules.ruleset.options import write_option
from games.rules.ruleset.schema import MOST_SEATS

_PLAYING: Final = Status.PLAYING
_ABLE_TO_PLAY: Final = Reason.ABLE_TO_PLAY  # these are met at every move; see ``asks``
_ALREADY_DRAWN: Final = Reason.ALREADY_DRAWN
_DRAWS_SPENT: Final = Reason.DRAWS_SPENT
_PASS_NOT_OPEN: Final = Reason.PASS_NOT_OPEN
_STOCK_EMPTY: Final = Reason.STOCK_EMPTY
_DRAWS: Final = tuple(commands.Draw(seat=seat) for seat in range(MOST_SEATS))
_PASSES: Final = tuple(commands.Pass(seat=seat) for seat in range(MOST_SEATS))
DRAWING: Final = frozenset((asks.PLAY, asks.DRAWN, asks.MUST_FOLLOW, asks.MAY_FOLLOW))
"""What a seat is asked when it may draw or pass."""
CUTS: Final = {"four": 4, "run": 1}
"""How many positions each kind of cut names."""


def objection(game: Game, command: Command) -> Reason | None:
    """Return why the rules refuse *command* on *game*; None if they do not."""
    if isinstance(command, commands.InLobby):
        return _objection_in_lobby(game, command)
    if game.status is not _PLAYING:
        return Reason.GAME_NOT_RUNNING
    if isinstance(command, commands.DealCards):
        return Reason.DEAL_RUNNING if game.on_turn is not None else None
    if not 0 <= command.seat < len(game.sitters):
        return Reason.NO_SUCH_SEAT
    if command.seat in game.resigned:
        return Reason.ALREADY_RESIGNED
    if game.deal is None:
        return Reason.NOT_YOUR_TURN
    return _objection_in_deal(game, command)


def _objection_in_lobby(game: Game, command: commands.InLobby) -> Reason | None:
    if game.status != Status.WAITING:
        return Reason.GAME_ALREADY_STARTED
    if isinstance(command, commands.StartGame):
        return Reason.SEATS_EMPTY if None in game.sitters else None
    if isinstance(command, commands.LapseNonces):
        return None
    if not 0 <= command.seat < len(game.sitters):
        return Reason.NO_SUCH_SEAT
    taken = game.sitters[command.seat] is not None
    if isinstance(command, commands.TakeSeat):
        return Reason.SEAT_TAKEN if taken else None
    return None if taken else Reason.SEAT_NOT_TAKEN


def _objection_in_deal(game: Game, command: commands.Move | commands.TimeUp) -> Reason | None:
    match command:
        case commands.Resign():
            return None
        case commands.Say():
            return objection_to_word(game.rules, game.table, command)
        case commands.Accuse():
            return objection_to_accusation(game.rules, game.table, command)
        case _ if game.on_turn != command.seat:
            return Reason.NOT_YOUR_TURN
        case _:
            return _objection_on_turn(game.rules, game.table, command)


def _objection_on_turn(ruleset: Ruleset, deal: Deal, command: commands.Move | commands.TimeUp) -> Reason | None:
    match command:
        case commands.Play():
            return objection_to_play(ruleset, deal, command)
        case commands.Draw():
            return objection_to_draw(ruleset, deal)
        case commands.Pass():
            return objection_to_pass(ruleset, deal)
        case commands.Accept():
            return _objection_to_accept(ruleset, deal)
        case commands.Believe() | commands.Challenge():
            return None if deal.ask is asks.BELIEVE else Reason.NO_CLAIM_TO_ANSWER
        case commands.Rescue() | commands.Decline():
            return None if deal.ask is asks.RESCUE else Reason.NOTHING_OFFERED
        case commands.Name(nominated=nominated):
            return _objection_to_name(deal, nominated)
        case commands.Cut(positions=positions):
            return _objection_to_cut(ruleset, deal, positions)
        case commands.Keep(cards=cards):
            return _objection_to_keep(ruleset, deal, cards)
        case _:
            return None


def _objection_to_accept(ruleset: Ruleset, deal: Deal) -> Reason | None:
    if deal.ask is not asks.ANSWER:
        return Reason.NOTHING_DUE
    return Reason.WORD_BINDS if is_bound(ruleset, deal) else None


def objection_to_draw(ruleset: Ruleset, deal: Deal) -> Reason | None:
    """Return why the seat on turn may not draw; None if it may (K-31 to K-33, K-76)."""
    if ruleset.binds and is_bound(ruleset, deal):
        return Reason.WORD_BINDS
    ask = deal.ask
    if ask is asks.PLAY or ask is asks.DRAWN:
        if deal.draws >= ruleset.most_draws:
            return _DRAWS_SPENT if ruleset.most_draws > 1 else _ALREADY_DRAWN
        if ruleset.passing == "spent" and not deal.stock:
            return _STOCK_EMPTY
        return None if ruleset.draws_freely or not able(ruleset, deal) else _ABLE_TO_PLAY
    if ask is asks.MUST_FOLLOW:
        free = ruleset.sections.follow.able_may_draw
        return Reason.MUST_FOLLOW if (not free or only_drawn(ruleset, deal)) and able(ruleset, deal) else None
    if ask is asks.MAY_FOLLOW:
        return Reason.MAY_FOLLOW_OR_PASS
    return due(deal) if ask is asks.ANSWER else Reason.NOT_ASKED


def objection_to_pass(ruleset: Ruleset, deal: Deal) -> Reason | None:
    """Return why the seat on turn may not pass; None if it may (K-38)."""
    if ruleset.binds and is_bound(ruleset, deal):
        return Reason.WORD_BINDS
    ask = deal.ask
    if ask is asks.PLAY or ask is asks.DRAWN:
        if ruleset.passing == "spent":
            spent = deal.draws >= ruleset.most_draws and not ruleset.draws_until_playable
            return None if spent or not deal.stock else _PASS_NOT_OPEN
        return None if ask is asks.DRAWN else _PASS_NOT_OPEN
    if ask is asks.MAY_FOLLOW:
        return None
    if ask is asks.MUST_FOLLOW:
        return Reason.MUST_FOLLOW
    return due(deal) if ask is asks.ANSWER else Reason.NOT_ASKED


def _objection_to_name(deal: Deal, nominated: str) -> Reason | None:
    if deal.ask is not asks.NAME:
        return Reason.NOT_ASKED
    return None if nominated in ("S", "H", "D", "C") else Reason.NAME_A_SUIT


def _objection_to_cut(ruleset: Ruleset, deal: Deal, positions: tuple[int, ...]) -> Reason | None:
    if deal.ask is not asks.CUT:
        return Reason.NOT_ASKED
    if not positions:
        return None
    sound = len(set(positions)) == len(positions) == CUTS[ruleset.sections.cut.kind] and all(
        1 <= p <= len(deal.stock) for p in positions
    )
    return None if sound else Reason.CUT_POSITIONS


def _objection_to_keep(ruleset: Ruleset, deal: Deal, cards: Cards) -> Reason | None:
    if deal.ask is not asks.KEEP:
        return Reason.NOT_ASKED
    try:
        without(deal.looked, cards)
    except ValueError:
        return Reason.KEEP_NOT_LOOKED_AT
    if ruleset.sections.cut.kind == "run":
        return None if tuple(sorted(cards)) in _runs(ruleset, deal) else Reason.KEEP_IN_ORDER
    special = ruleset.cut_special
    return None if special.issuperset(cards) else Reason.KEEP_NOT_SPECIAL


def legal_moves(game: Game, seat: int) -> list[commands.Move]:
    """Return every move open to *seat* now, each once and in its canonical spelling; ``resign`` is left out.

    A cut is listed with its lowest positions only. Empty when the seat can do nothing.
    """
    deal = game.deal
    if game.status is not _PLAYING or deal is None or seat in game.resigned:
        return []
    ruleset = game.rules
    moves: list[commands.Move] = []
    if deal.turn == seat and deal.ask is not asks.NOTHING:
        moves = legal_plays(ruleset, deal)
        if deal.ask not in DRAWING:
            moves += _legal_answers(ruleset, deal, seat)
        else:
            if objection_to_draw(ruleset, deal) is None:
                moves.append(_DRAWS[seat])
            if objection_to_pass(ruleset, deal) is None:
                moves.append(_PASSES[seat])
    if ruleset.speaks:
        moves += legal_words(ruleset, deal, seat)
    return moves


def _legal_answers(ruleset: Ruleset, deal: Deal, seat: int) -> list[commands.Move]:
    match deal.ask:
        case asks.ANSWER:
            return [] if is_bound(ruleset, deal) else [commands.Accept(seat=seat)]
        case asks.BELIEVE:
            return [commands.Believe(seat=seat), commands.Challenge(seat=seat)]
        case asks.RESCUE:
            return [commands.Rescue(seat=seat), commands.Decline(seat=seat)]
        case asks.CUT:
            return [commands.Cut(seat=seat)]
        case asks.NAME:
            return [commands.Name(seat=seat, nominated=suit) for suit in "SHDC"]
        case asks.KEEP:
            return [commands.Keep(seat=seat, cards=cards) for cards in _keepable(ruleset, deal)]
        case _:
            return []


def _keepable(ruleset: Ruleset, deal: Deal) -> list[Cards]:
    """Return every choice of special cards among those looked at, in deck order, the empty one first."""
    if ruleset.sections.cut.kind == "run":
        return _runs(ruleset, deal)
    sets: set[Cards] = {()}
    for card in sorted(deal.looked):
        if card in ruleset.cut_special:
            sets |= {(*one, card) for one in sets}
    return sorted(sets)


def _runs(ruleset: Ruleset, deal: Deal) -> list[Cards]:
    """Return the rows of special cards from the first one looked at on, the empty one first, each in deck order."""
    row = tuple(takewhile(lambda card: card in ruleset.cut_special, deal.looked))
    return [tuple(sorted(row[:count])) for count in range(len(row) + 1)]


def paragraph_of(game: Game, reason: Reason, command: Command) -> str:
    """Return the paragraph of the rule book that refuses *command*: the variant's own, or else the kernel's.

    A variant may name one for what is so at the table (``penalty_due.kings``); the nearest goes first.
    """
    own = game.ruleset.paragraphs if game.ruleset else {}
    nearer = (own.get(f"{reason}.{one}") for one in _circumstances(game, command))
    return next(filter(None, nearer), own.get(reason, reason.paragraph))


def _circumstances(game: Game, command: Command) -> Iterator[str]:
    """Yield what a paragraph may be named for, the nearest first.

    The chain that is live (``kings``), the rank laid (``J``) and the one laid on (``on-8``), what the seat on turn is
    asked for (``must-follow``), how many cards its move leaves it (``left-0``), what is nominated (``nominated-suit``),
    and each option that is not as by default (``announce=at_last``).
    """
    deal, laid = game.deal, laid_faces(command) if isinstance(command, commands.Play) else ()
    if deal and deal.discards:
        yield from (deal.chain, *(str(card)[0] for card in laid[:1]), f"on-{str(deal.up_card)[0]}")
    if deal and deal.turn == getattr(command, "seat", None):
        yield from (deal.ask, f"left-{len(deal.hands[deal.turn]) - len(laid)}")
    if deal and deal.nominated:
        yield "nominated-suit" if deal.nominated in SUITS else "nominated-rank"
    if game.ruleset:
        yield from (f"{name}={write_option(value)}" for name, value in game.ruleset.options.items())


def playable_cards(game: Game) -> list[Card]:
    """Return the faces in the hand of the seat on turn that may be played now, each once, in deck order."""
    if game.on_turn is None:
        return []
    return held(game.rules, game.table, fitting(game.rules, game.table))
