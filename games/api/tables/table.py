"""The table: a game as one viewer may see it, in JSON."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from games.api.tables.feed import HASH
from games.api.variants.rulesets import pinned
from games.ladders import DETAIL, WhyUnrated
from games.rules.cards import RANKS, Card, Nomination
from games.rules.commands import Play
from games.rules.effects import effects_of
from games.rules.game import Game
from games.rules.notation import print_layout, print_move
from games.rules.observation import SeatSight, Sight, look

PROGRAM: Final = "program"
"""What stands in place of a bot's level where a player's own program plays for him."""
FORMER_PLAYER: Final = "Former player"
"""The name of who has left the service."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """What the table tells beside the game itself."""

    id: UUID
    variant: str
    version: int
    head: bytes
    """Hash of the event of this version."""
    deadline: datetime | None
    server_time: datetime
    names: Mapping[str, str]
    """Display names by the ids of players."""


def table_of(game: Game, viewer: int | None, moment: Moment) -> dict[str, Any]:
    """Return the table as *viewer*, a seat or None for a spectator, may see it."""
    return written(game, look(game, viewer), moment)


def written(game: Game, sight: Sight, moment: Moment) -> dict[str, Any]:
    """Return the table as *sight*, of this *game*, shows it."""
    return {
        "id": str(moment.id),
        "version": moment.version,
        "head": HASH + moment.head.hex(),
        **_game(game, sight, moment.variant),
        "seats": [
            _seat(seat, moment.names) | {"progress": _progress(seat, sight.ruleset.knobs.game.end)}
            for seat in sight.seats
        ],
        **_deal(sight),
        "you": _you(game, sight),
        "deadline": moment.deadline,
        "server_time": moment.server_time,
    }


def moves_of(game: Game, viewer: int) -> list[str]:
    """Return the moves open to *viewer*, complete and ready to send back."""
    return [print_move(move, game.rules, game.deal) for move in look(game, viewer).moves]


def _game(game: Game, sight: Sight, variant: str) -> dict[str, Any]:
    due = game.nonces_due
    over = {"winners": sight.winners, "places": sight.places} if sight.places else None
    return {
        "turn": sight.turn,
        "status": str(sight.status),
        "deal": sight.deal,
        "dealer": sight.dealer,
        "ruleset": pinned(variant, sight.ruleset.content, sight.ruleset.options)
        | {"pack": sight.ruleset.knobs.deck.pack},
        "goal": _goal(sight),
        "terms": game.terms,
        "unrated": unrated_of(game.unrated),
        "nonces_due": due and {"ask": str(due.ask), "seats": due.seats},
        "result": over,
    }


def _seat(seat: SeatSight, names: Mapping[str, str]) -> dict[str, Any]:
    player = {"id": seat.player, "name": names.get(seat.player, FORMER_PLAYER)} if seat.player else None
    return {
        "seat": seat.seat,
        "player": player,
        "bot": bot_of(seat.bot, program=seat.program),
        "cards": seat.cards,
        "announced": bool(seat.said),
        "out": seat.out,
        "waiting": seat.waiting,
        "resigned": seat.resigned,
        "eliminated": seat.eliminated,
        "score": seat.score,
        "lost": seat.lost,
        "absent": False,
        "hand": None if seat.hand is None else _cards(seat.hand),
    }


def bot_of(level: str, *, program: bool) -> str | None:
    """Return what a seat tells of who plays there: a bot's level, ``PROGRAM``, or None for a person or nobody."""
    return PROGRAM if program else level or None


def unrated_of(reason: str) -> dict[str, str] | None:
    """Return why a game that was made to be rated does not count, as a code and in words; None for no *reason*."""
    return {"reason": reason, "detail": DETAIL[WhyUnrated(reason)]} if reason else None


def _deal(sight: Sight) -> dict[str, Any]:
    return {
        "on_turn": sight.on_turn,
        "ask": str(sight.ask),
        "direction": sight.direction,
        "up_card": None if sight.up_card is None else str(sight.up_card),
        "demand": _demand(sight.demand, sight.nominated),
        "nominated": sight.nominated or None,
        "penalty": sight.penalty,
        "skip": sight.skip,
        "claim": None if sight.claim is None else {"seat": sight.claim[0], "card": str(sight.claim[1])},
        "windows": [] if sight.window is None else [{"seat": sight.window, "kind": "announcement"}],
        "stock": sight.stock,
        "discards": len(sight.discards),
        "layout": None if sight.table is None else print_layout(sight.table),
    }


def _demand(demand: Card | None, nominated: Nomination) -> dict[str, Any] | None:
    """Return the suit and the rank that are asked for; a nomination stands in their place."""
    if nominated:
        return {"suit": None, "rank": nominated} if nominated in RANKS else {"suit": nominated, "rank": None}
    return None if demand is None else {"suit": demand.suit or None, "rank": demand.rank or None}


def _you(game: Game, sight: Sight) -> dict[str, Any] | None:
    if sight.viewer is None:
        return None
    moves = [print_move(move, game.rules, game.deal) for move in sight.moves]
    return {
        "seat": sight.viewer,
        "hand": _cards(sight.hand),
        "drawn": None if sight.drawn is None else str(sight.drawn),
        "looked": _cards(sight.looked),
        "offered": None if sight.offered is None else str(sight.offered),
        "moves": moves,
        "effects": _effects(game, sight),
    }


def _effects(game: Game, sight: Sight) -> dict[str, Any]:
    """Return what the plays open to the viewer would do, by the cards that they lay."""
    deal, held = game.deal, len(sight.hand)
    laid = {move.cards for move in sight.moves if isinstance(move, Play) and move.claim is None}
    if deal is None:
        return {}
    found = {"+".join(map(str, cards)): effects_of(game.rules, deal, cards, held=held) for cards in sorted(laid)}
    return {cards: effects for cards, effects in found.items() if effects}


def _goal(sight: Sight) -> dict[str, Any]:
    """Return what ends the game, and at how many points or lost deals."""
    match = sight.ruleset.knobs.game
    return {"end": match.end, "at": match.at or None}


def _progress(seat: SeatSight, goal: str) -> int | None:
    """Return how far *seat* has come to what ends the game; None where a single deal is played."""
    return {"single": None, "deals_lost": seat.lost}.get(goal, seat.score)


def _cards(cards: tuple[Card, ...]) -> list[str]:
    return [*map(str, cards)]
