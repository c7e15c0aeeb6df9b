"""Builds the table: a game as one viewer may see it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, cast
from uuid import UUID

from msgspec import convert

from games.api.profiles import Person
from games.api.tables.feed import HASH
from games.api.tables.schema import (
    Claim,
    Demand,
    Effects,
    GameStatus,
    Goal,
    NoncesDue,
    PinnedTable,
    Result,
    Seat,
    Table,
    Terms,
    Unrated,
    Window,
    You,
)
from games.api.variants.rulesets import address
from games.ladders import DETAIL, WhyUnrated
from games.rules.cards import RANKS, Card, Nomination
from games.rules.commands import Play
from games.rules.effects import effects_of
from games.rules.game import Game
from games.rules.notation import print_layout, print_move
from games.rules.observation import SeatSight, Sight, look

PROGRAM: Final = "program"
"""What stands in place of a bot's level where a player's own program plays for them."""
FORMER_PLAYER: Final = "Former player"
"""The name of a player who has left the service."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableContext:
    """What the table shows besides the game itself."""

    id: UUID
    variant: str
    version: int
    head: bytes
    """Hash of the event of this version."""
    deadline: datetime | None
    server_time: datetime
    names: Mapping[str, str]
    """Display names by the ids of players."""


def table_of(game: Game, viewer: int | None, context: TableContext) -> Table:
    """Return the table as *viewer*, a seat or None for a spectator, may see it."""
    return table_as(game, look(game, viewer), context)


def table_as(game: Game, sight: Sight, context: TableContext) -> Table:
    """Return the table as *sight*, of this *game*, shows it."""
    match, due = sight.ruleset.sections.game, game.nonces_due
    return Table(
        id=context.id,
        version=context.version,
        head=HASH + context.head.hex(),
        turn=sight.turn,
        status=cast("GameStatus", sight.status.value),
        deal=sight.deal,
        dealer=sight.dealer,
        ruleset=PinnedTable(
            key=context.variant,
            hash=sight.ruleset.content,
            options=sight.ruleset.options,
            href=address(sight.ruleset.content),
            pack=sight.ruleset.sections.deck.pack,
        ),
        goal=Goal(end=match.end, at=match.at or None),
        terms=convert(game.terms, Terms),
        unrated=unrated_of(game.unrated),
        nonces_due=None if due is None else NoncesDue(ask=due.ask, seats=due.seats),
        result=Result(winners=sight.winners, places=sight.places) if sight.places else None,
        seats=[_seat(seat, match.end, context.names) for seat in sight.seats],
        on_turn=sight.on_turn,
        ask=sight.ask,
        direction=sight.direction,
        up_card=None if sight.up_card is None else str(sight.up_card),
        demand=_demand(sight.demand, sight.nominated),
        nominated=sight.nominated or None,
        penalty=sight.penalty,
        skip=sight.skip,
        claim=None if sight.claim is None else Claim(seat=sight.claim[0], card=str(sight.claim[1])),
        windows=[] if sight.window is None else [Window(seat=sight.window, kind="announcement")],
        stock=sight.stock,
        discards=len(sight.discards),
        layout=None if sight.table is None else print_layout(sight.table),
        you=_you(game, sight),
        deadline=context.deadline,
        server_time=context.server_time,
    )


def moves_of(game: Game, viewer: int) -> list[str]:
    """Return the moves open to *viewer*, complete and ready to send back."""
    return [print_move(move, game.rules, game.deal) for move in look(game, viewer).moves]


def bot_of(level: str, *, program: bool) -> str | None:
    """Return which bot a seat shows: its level, ``PROGRAM``, or None for a person or nobody."""
    return PROGRAM if program else level or None


def unrated_of(reason: str) -> Unrated | None:
    """Return why a game that was made to be rated does not count, as a code and in words; None for no *reason*."""
    return Unrated(reason=WhyUnrated(reason), detail=DETAIL[WhyUnrated(reason)]) if reason else None


def _seat(seat: SeatSight, goal: str, names: Mapping[str, str]) -> Seat:
    return Seat(
        seat=seat.seat,
        player=Person(seat.player, names.get(seat.player, FORMER_PLAYER)) if seat.player else None,
        bot=bot_of(seat.bot, program=seat.program),
        cards=seat.cards,
        announced=bool(seat.said),
        out=seat.out,
        waiting=seat.waiting,
        resigned=seat.resigned,
        eliminated=seat.eliminated,
        score=seat.score,
        lost=seat.lost,
        progress={"single": None, "deals_lost": seat.lost}.get(goal, seat.score),
        absent=False,
        hand=None if seat.hand is None else _cards(seat.hand),
    )


def _demand(demand: Card | None, nominated: Nomination) -> Demand | None:
    """Return the suit and the rank that are asked for; a nomination stands in their place."""
    if nominated:
        is_rank = nominated in RANKS
        return Demand(suit=None if is_rank else nominated, rank=nominated if is_rank else None)
    return None if demand is None else Demand(suit=demand.suit or None, rank=demand.rank or None)


def _you(game: Game, sight: Sight) -> You | None:
    if sight.viewer is None:
        return None
    effects: dict[str, Effects] = {}
    if game.deal is not None:
        laid = {move.cards for move in sight.moves if isinstance(move, Play) and move.claim is None}
        for cards in sorted(laid):
            if found := effects_of(game.rules, game.deal, cards, held=len(sight.hand)):
                effects["+".join(map(str, cards))] = convert(found, Effects)
    return You(
        seat=sight.viewer,
        hand=_cards(sight.hand),
        drawn=None if sight.drawn is None else str(sight.drawn),
        looked=_cards(sight.looked),
        offered=None if sight.offered is None else str(sight.offered),
        moves=[print_move(move, game.rules, game.deal) for move in sight.moves],
        effects=effects,
    )


def _cards(cards: Sequence[Card]) -> list[str]:
    return [*map(str, cards)]
