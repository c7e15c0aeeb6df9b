"""What may be done now: ``objection`` is the only place that says no, ``legal_moves`` asks the same predicates."""

from typing import Final

from games.rules import commands
from games.rules.cards import SUITS, Card
from games.rules.commands import Command
from games.rules.deal import Deal
from games.rules.edition import EDITION
from games.rules.events import asks
from games.rules.game import Game, Status
from games.rules.legality.absence import is_open
from games.rules.legality.announcements import (
    is_bound,
    laid_faces,
    legal_words,
    objection_to_accusation,
    objection_to_word,
)
from games.rules.legality.cutting import keepable, objection_to_cut, objection_to_keep
from games.rules.legality.fitting import able, fitting, held, only_drawn
from games.rules.legality.listing import legal_plays
from games.rules.legality.plays import due, objection_to_play
from games.rules.refusal_reasons import Reason
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
_DRAWING: Final = frozenset((asks.PLAY, asks.DRAWN, asks.MUST_FOLLOW, asks.MAY_FOLLOW))
"""What a seat is asked when it may draw or pass."""


def objection(  # noqa: C901, PLR0912 - all that is asked, in its order
    game: Game,
    command: Command,
    edition: int = EDITION,
) -> Reason | None:
    """Return why the rules of this *edition* refuse *command* on *game*; None if they do not."""
    on_turn = game.on_turn
    if isinstance(command, commands.Everyday) and command.seat == on_turn and on_turn not in game.resigned:
        return _objection_on_turn(game.rules, game.table, command)

    # Before the first card.
    if isinstance(command, commands.InLobby):
        if game.status != Status.WAITING:
            return Reason.GAME_ALREADY_STARTED
        if isinstance(command, commands.StartGame):
            return Reason.SEATS_EMPTY if None in game.sitters else None
        if isinstance(command, commands.LapseNonces | commands.CloseTable):
            return None
        if not 0 <= command.seat < len(game.sitters):
            return Reason.NO_SUCH_SEAT
        taken = game.sitters[command.seat] is not None
        if isinstance(command, commands.TakeSeat):
            return Reason.SEAT_TAKEN if taken else None
        return None if taken else Reason.SEAT_NOT_TAKEN

    # In a running game, whatever it is.
    if game.status is not _PLAYING:
        return Reason.GAME_NOT_RUNNING
    if isinstance(command, commands.Abandon):
        return None
    if isinstance(command, commands.DealCards):
        return Reason.DEAL_RUNNING if on_turn is not None else None
    if not 0 <= command.seat < len(game.sitters):
        return Reason.NO_SUCH_SEAT
    if command.seat in game.resigned:
        return Reason.ALREADY_RESIGNED
    if game.deal is None:
        return Reason.NOT_YOUR_TURN

    # Any seat may resign, say a word or accuse at any moment; all else is for the seat on turn (K-10).
    match command:
        case commands.Resign():
            return None
        case commands.ComeBack() | commands.ClaimWin() | commands.ClaimBot() | commands.Cover():
            return None if is_open(game, command) else Reason.NOT_ASKED
        case commands.Say():
            return objection_to_word(game.rules, game.deal, command)
        case commands.Accuse():
            return objection_to_accusation(game.rules, game.deal, command, edition)
        case _ if on_turn != command.seat:
            return Reason.NOT_YOUR_TURN
        case _:
            return _objection_on_turn(game.rules, game.deal, command)


def _objection_on_turn(ruleset: Ruleset, deal: Deal, command: commands.Move | commands.TimeUp) -> Reason | None:
    match command:
        case commands.Play():
            return objection_to_play(ruleset, deal, command)
        case commands.Draw():
            return objection_to_draw(ruleset, deal)
        case commands.Pass():
            return objection_to_pass(ruleset, deal)
        case commands.Accept() if deal.ask is not asks.ANSWER:
            return Reason.NOTHING_DUE
        case commands.Accept():
            return Reason.WORD_BINDS if is_bound(ruleset, deal) else None
        case commands.Believe() | commands.Challenge():
            return None if deal.ask is asks.BELIEVE else Reason.NO_CLAIM_TO_ANSWER
        case commands.Rescue() | commands.Decline():
            return None if deal.ask is asks.RESCUE else Reason.NOTHING_OFFERED
        case commands.Name(nominated=nominated) if deal.ask is asks.NAME:
            return None if nominated in tuple(SUITS) else Reason.NAME_A_SUIT
        case commands.Cut(positions=positions) if deal.ask is asks.CUT:
            return objection_to_cut(ruleset, deal, positions)
        case commands.Keep(cards=cards) if deal.ask is asks.KEEP:
            return objection_to_keep(ruleset, deal, cards)
        case commands.TimeUp():
            return None
        case _:
            return Reason.NOT_ASKED


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


def legal_moves(game: Game, seat: int) -> list[commands.Move]:
    """Return every move open to *seat* now, each once and in its canonical spelling; ``resign`` is left out.

    A cut is listed with its lowest positions only. Empty when the seat can do nothing.
    """
    deal = game.deal
    if game.status is not _PLAYING or deal is None or seat in game.resigned:
        return []
    return moves_of(game.rules, deal, seat)


def moves_of(ruleset: Ruleset, deal: Deal, seat: int) -> list[commands.Move]:
    """Return the ``legal_moves`` of *seat* in a deal of a game that is running."""
    moves: list[commands.Move] = []
    if deal.on_turn == seat:
        ask = deal.ask
        if ask in _DRAWING:
            moves = legal_plays(ruleset, deal)
            if objection_to_draw(ruleset, deal) is None:
                moves.append(_DRAWS[seat])
            if objection_to_pass(ruleset, deal) is None:
                moves.append(_PASSES[seat])
        elif ask is asks.ANSWER:
            moves = legal_plays(ruleset, deal)
            if not is_bound(ruleset, deal):
                moves.append(commands.Accept(seat=seat))
        elif ask is asks.BELIEVE:
            moves += [commands.Believe(seat=seat), commands.Challenge(seat=seat)]
        elif ask is asks.RESCUE:
            moves += [commands.Rescue(seat=seat), commands.Decline(seat=seat)]
        elif ask is asks.NAME:
            moves += [commands.Name(seat=seat, nominated=suit) for suit in SUITS]
        elif ask is asks.CUT:
            moves.append(commands.Cut(seat=seat))
        elif ask is asks.KEEP:
            moves += [commands.Keep(seat=seat, cards=cards) for cards in keepable(ruleset, deal)]
    if ruleset.speaks:
        moves += legal_words(ruleset, deal, seat)
    return moves


def paragraph_of(game: Game, reason: Reason, command: Command) -> str:
    """Return the paragraph of the rule book that refuses *command*: the variant's own, or else the kernel's.

    A variant may name one for what is so at the table, for example ``penalty_due.kings``; the nearest goes first: the
    chain that is live (``kings``), the rank laid (``J``) and the one laid on (``on-8``), what the seat on turn is asked
    for (``must-follow``), how many cards its move leaves it (``left-0``), what is nominated (``nominated-suit``), and
    each option that is not as by default (``announce=at_last``).
    """
    if game.ruleset is None:
        return reason.paragraph
    deal, laid = game.deal, laid_faces(command) if isinstance(command, commands.Play) else ()
    nearest: list[str] = []
    if deal and deal.discards:
        nearest += [deal.chain, *(str(card)[0] for card in laid[:1]), f"on-{str(deal.up_card)[0]}"]
    if deal and deal.on_turn == getattr(command, "seat", None):
        nearest += [deal.ask, f"left-{len(deal.hands[deal.on_turn]) - len(laid)}"]
    if deal and deal.nominated:
        nearest.append("nominated-suit" if deal.nominated in SUITS else "nominated-rank")
    nearest += [f"{name}={write_option(value)}" for name, value in game.ruleset.options.items()]
    paragraphs = game.ruleset.paragraphs
    for one in nearest:
        if paragraph := paragraphs.get(f"{reason}.{one}"):
            return paragraph
    return paragraphs.get(reason, reason.paragraph)


def playable_cards(game: Game) -> list[Card]:
    """Return the faces in the hand of the seat on turn that may be played now, each once, in deck order."""
    if game.on_turn is None:
        return []
    return held(game.rules, game.table, fitting(game.rules, game.table))
