"""Builds the table: a game as one viewer may see it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, cast
from uuid import UUID

from msgspec import structs

from games.api.clock import clock_of
from games.api.options import typed_options
from games.api.profiles import People, names_among, person_among
from games.api.tables.agreement_schema import pauses_of, proposal_of
from games.api.tables.choices import choice_of
from games.api.tables.feed import HASH
from games.api.tables.schema import (
    MOST_CHOICES,
    AbsenceClaim,
    AnnouncementWindow,
    Claim,
    Demand,
    Effects,
    GameResult,
    GameStatus,
    GameTable,
    Goal,
    NoncesDue,
    PinnedTable,
    Seat,
    SeatSummary,
    Terms,
    Unrated,
    You,
)
from games.api.variants.rulesets import address
from games.clocks import agreed
from games.digest import Due, Speech
from games.ladders import DETAIL, WhyUnrated
from games.readers import Reader
from games.rules.cards import RANKS, Card
from games.rules.commands import ClaimBot, ClaimWin, ComeBack, Play, Resign
from games.rules.effects import effects_of
from games.rules.game import Game, Status
from games.rules.legality.absence import claims_of, is_open, leaves_without_loss
from games.rules.notation import print_layout, print_move
from games.rules.observation import Observation, SeatObservation, observe
from games.rules.scoring import may_give_up
from games.services.writing import clock_at
from games.store import GameRow

PROGRAM: Final = "program"
"""What a seat shows in place of a bot's level while a player's own program plays for them."""
_read_effects: Final = Reader(Effects)
_CLAIMS: Final[Mapping[type[ClaimWin | ClaimBot], AbsenceClaim]] = {ClaimWin: "win", ClaimBot: "bot"}


@dataclass(frozen=True, slots=True, kw_only=True)
class TableContext:
    """What the table shows besides the state of the game."""

    id: UUID
    variant: str
    version: int
    head: bytes
    """The hash of the event of this version."""
    deadline: datetime | None
    server_time: datetime
    people: People
    """Players by their ids."""
    language: str = "en"
    """The language of labels."""
    row: GameRow | None = None
    """The row of the game at this version, with the time bank of the seat on turn."""


def table_of(game: Game, viewer: int | None, context: TableContext) -> GameTable:
    """Return the table as *viewer*, a seat or None for a spectator, may see it."""
    return table_as(game, observe(game, viewer), context)


def table_as(game: Game, observation: Observation, context: TableContext) -> GameTable:
    """Return the table that an *observation* of this *game* shows."""
    match, due = observation.ruleset.sections.game, game.nonces_due
    demand, nominated = observation.demand, observation.nominated
    demanded: Demand | None
    if nominated:  # a nomination stands in place of what the up-card demands
        is_rank = nominated in RANKS
        demanded = Demand(suit=None if is_rank else nominated, rank=nominated if is_rank else None)
    else:
        demanded = None if demand is None else Demand(suit=demand.suit or None, rank=demand.rank or None)
    return GameTable(
        id=context.id,
        version=context.version,
        head=HASH + context.head.hex(),
        turn=observation.turn,
        status=cast("GameStatus", observation.status.value),
        deal=observation.deal,
        dealer=observation.dealer,
        ruleset=PinnedTable(
            key=context.variant,
            hash=observation.ruleset.content,
            options=typed_options(observation.ruleset.options),
            href=address(observation.ruleset.content),
            pack=observation.ruleset.sections.deck.pack,
        ),
        goal=Goal(end=match.end, at=match.at or None),
        terms=terms_of(game.terms),
        unrated=unrated_of(game.unrated),
        nonces_due=None if due is None else NoncesDue(ask=due.ask, seats=due.seats),
        result=GameResult(winners=observation.winners, places=observation.places) if observation.places else None,
        seats=[_seat(seat, match.end, context.people) for seat in observation.seats],
        on_turn=observation.on_turn,
        ask=observation.ask,
        direction=observation.direction,
        up_card=None if observation.up_card is None else str(observation.up_card),
        demand=demanded,
        nominated=nominated or None,
        penalty=observation.penalty,
        skip=observation.skip,
        claim=None if observation.claim is None else Claim(seat=observation.claim[0], card=str(observation.claim[1])),
        windows=[]
        if observation.window is None
        else [AnnouncementWindow(seat=observation.window, kind="announcement")],
        stock=observation.stock,
        discards=len(observation.discards),
        layout=None if observation.table is None else print_layout(observation.table),
        you=_you(game, observation, context),
        deadline=context.deadline,
        pauses=pauses_of(game),
        time_left=_time_left(game, context.row),
        proposal=proposal_of(game),
        expires_at=expires_at(context.row),
        server_time=context.server_time,
    )


def expires_at(row: GameRow | None) -> datetime | None:
    """Return when the table of *row* expires; None if its game has begun."""
    return row.lapses_at if row and row.status == Status.WAITING else None


def _time_left(game: Game, row: GameRow | None) -> int | None:
    """Return the seconds that the seat on turn has left while the clock stands still."""
    left = clock_at(row, agreed(game.terms)).left if row and game.pauses else None
    return None if left is None else int(left.total_seconds())


def moves_of(game: Game, viewer: int) -> list[str]:
    """Return the legal moves of the seat *viewer* in the notation, ready to send back."""
    return [print_move(move, game.rules, game.deal) for move in observe(game, viewer).moves]


def terms_of(agreed: Mapping[str, Any]) -> Terms:
    """Return the terms in the log as answers show them."""
    shown = {name: value for name, value in agreed.items() if name != "waits"}
    return Terms(**{**shown, "clock": clock_of(agreed["clock"])})


def bot_of(level: str, *, program: bool) -> str | None:
    """Return what a seat shows as its bot: a level, ``PROGRAM``, or None for a person or an empty seat."""
    return PROGRAM if program else level or None


def unrated_of(reason: str) -> Unrated | None:
    """Return why a game that was made to be rated does not count. None for an empty *reason*."""
    return Unrated(reason=reason, detail=DETAIL[WhyUnrated(reason)]) if reason else None


def seat_summary(seat: SeatObservation, goal: str, people: People) -> SeatSummary:
    """Return what everybody sees of a *seat*, without cards. *goal* says what ends the game."""
    return SeatSummary(
        seat=seat.seat,
        player=person_among(seat.player, people) if seat.player else None,
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
        absent=seat.absent is not None,
        absence=None if seat.absent is None else seat.absent.value,
        misses=seat.misses,
    )


def _seat(seat: SeatObservation, goal: str, people: People) -> Seat:
    hand = None if seat.hand is None else _cards(seat.hand)
    return Seat(**structs.asdict(seat_summary(seat, goal, people)), hand=hand)


def _you(game: Game, observation: Observation, context: TableContext) -> You | None:
    """Return what only the viewer may see; None for a spectator."""
    if observation.viewer is None:
        return None
    speech = Speech(context.language, observation.ruleset.sections.deck.pack, names_among(context.people))
    for seat, sitter in enumerate(game.sitters):
        if sitter:
            speech.seats({"player": sitter.player, "bot": sitter.bot}, seat)
    due = Due(penalty=observation.penalty, skip=observation.skip, offered=observation.offered)
    moves = [print_move(move, game.rules, game.deal) for move in observation.moves]
    resign = Resign(seat=observation.viewer)
    effects: dict[str, Effects] = {}
    if game.deal is not None:
        laid = {move.cards for move in observation.moves if isinstance(move, Play) and move.claim is None}
        for cards in sorted(laid):
            if found := effects_of(game.rules, game.deal, cards, held=len(observation.hand)):
                effects["+".join(map(str, cards))] = _read_effects(found)
    return You(
        seat=observation.viewer,
        hand=_cards(observation.hand),
        drawn=None if observation.drawn is None else str(observation.drawn),
        looked=_cards(observation.looked),
        offered=None if observation.offered is None else str(observation.offered),
        moves=moves,
        choices=[
            choice_of(move, text, speech, due)
            for move, text in zip(observation.moves[:MOST_CHOICES], moves[:MOST_CHOICES], strict=True)
        ],
        resignation=choice_of(resign, print_move(resign), speech, due) if may_give_up(game, resign.seat) else None,
        effects=effects,
        may_return=is_open(game, ComeBack(seat=observation.viewer)),
        claims=claims_for(game, observation.viewer),
        leaves_without_loss=leaves_without_loss(game, observation.viewer),
    )


def claims_for(game: Game, seat: int) -> list[AbsenceClaim]:
    """Return what *seat* may claim because the other player is absent."""
    return [_CLAIMS[kind] for kind in claims_of(game, seat)]


def _cards(cards: Sequence[Card]) -> list[str]:
    return [*map(str, cards)]
