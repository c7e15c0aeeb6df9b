"""Resigning, and what the clock does for a seat that does not act (kernel, section 12)."""

from collections import Counter

from games.rules import commands
from games.rules.decide.dealing import ask_cutter, deal_after_cut, first_turn
from games.rules.decide.ending import cap_skip, end_deal, in_game
from games.rules.decide.execution import Execution
from games.rules.decide.turns import begin_turn, next_seat
from games.rules.events import Ask, Ending, SeatAsked, SeatResigned, asks
from games.rules.game import Game
from games.rules.legality.objections import legal_moves, objection

SUIT_ORDER = "SHDC"
MOST_BY_CLOCK = 100
"""Moves after which a seat for which the clock speaks is asked anew: an 8 may bring itself back for ever."""


def resign(u: Execution, seat: int) -> None:
    """Let *seat* leave the deal and the game (K-123 to K-125)."""
    before, ask = u.game.on_turn, u.deal.ask
    dealt_in = seat in u.deal.active
    claim = u.deal.claim
    cards = (*u.deal.hands[seat], claim.card) if claim and claim.seat == seat else u.deal.hands[seat]
    if dealt_in and cards:
        act = u.game.acts + 1
        u.emit(SeatResigned(seat=seat, cards=u.chance.shuffle(cards, act), act=act))
    else:
        u.emit(SeatResigned(seat=seat))
    cap_skip(u, u.deal.turn)
    if len(in_game(u.game)) <= 1:
        end_deal(u, Ending.RESIGNED)
    elif dealt_in and len(u.deal.active) <= 1:
        end_deal(u, Ending.LAST_LEFT)
    elif before == seat or (claim and not u.deal.claim):
        _hand_on(u, seat, ask)
    elif before is not None:
        u.emit(SeatAsked(seat=before, ask=ask))


def _hand_on(u: Execution, seat: int, ask: Ask) -> None:
    """Go on where *seat*, who was asked or whose claim lay there, has left."""
    match ask:
        case asks.CUT:
            ask_cutter(u)
        case asks.KEEP:
            deal_after_cut(u)
        case asks.NAME:
            first_turn(u, None if seat == u.deal.dealer else seat)
        case asks.BELIEVE if u.deal.claim:
            u.emit(SeatAsked(seat=u.deal.after(seat), ask=asks.BELIEVE))
        case _:
            begin_turn(u, next_seat(u.deal, seat))


def default_move(game: Game) -> commands.Move:
    """Return the move that the clock makes for the seat that must act (K-120 to K-122)."""
    seat = game.table.turn
    likes = favourite(game, seat)
    simple: tuple[commands.Move, ...] = (
        commands.Cut(seat=seat), commands.Keep(seat=seat), commands.Name(seat=seat, nominated=likes),
        commands.Believe(seat=seat), commands.Decline(seat=seat),
        commands.Accept(seat=seat), commands.Pass(seat=seat), commands.Draw(seat=seat),
    )  # fmt: skip
    for move in simple:
        if objection(game, move) is None:
            return move
    return _first_play(game, seat)


def _first_play(game: Game, seat: int) -> commands.Move:
    """Return the play of the first card in deck order, without a word, naming what K-121 says."""
    plays = [m for m in legal_moves(game, seat) if isinstance(m, commands.Play) and len(m.cards) == 1 and not m.word]
    plays = [move for move in plays if move.claim in (None, move.cards[0])] or plays
    first = [move for move in plays if move.cards == plays[0].cards]
    left = list(game.table.hands[seat])
    left.remove(first[0].cards[0])
    wanted = {_most(left, of) for of in ("suit", "rank")}
    target = game.table.after(seat)
    named = [move for move in first if move.nominated in wanted or not move.nominated] or first
    return next((move for move in named if move.target in (None, target)), named[0])


def favourite(game: Game, seat: int) -> str:
    """Return the suit of which *seat* holds most, ties in the order S H D C."""
    return _most(list(game.table.hands[seat]), "suit")


def _most(cards: list, of: str) -> str:  # type: ignore[type-arg]
    order = SUIT_ORDER if of == "suit" else "23456789TJQKA"
    held = Counter(getattr(card, of) for card in cards)
    return max(order, key=lambda letter: (held[letter], -order.index(letter)))
