"""Games that leave the log and come back: what everybody reads of them stays the same, and nothing else may leave."""

import json
from collections.abc import Iterable, Mapping, Sequence
from http import HTTPStatus
from typing import Any, Final
from uuid import UUID

from django.db import DatabaseError, transaction
from django.test import Client
from psycopg.errors import RestrictViolation

from games import archiving
from games.db import rows
from games.log.shards import shard_of

_SAMPLE: Final = 8
"""Games of which everything is read. On Citus each request has a new connection, which first reads its catalogue."""
_PATHS: Final = (
    "",
    "?since=0",
    "/events",
    "/events?after=5&limit=3",
    "/states?limit=5",
    "/digest",
    "/fairness",
    "/record",
)
_OVER: Final = "SELECT id FROM game WHERE status = 'over' AND turn > 0 ORDER BY id"
_ARCHIVED: Final = "SELECT game FROM archive ORDER BY game"
_LOSSES: Final = {
    "an event": ["DELETE FROM event WHERE shard = {shard} AND stream = '{game}'"],
    "an event, by its partition": ["DELETE FROM event_{shard} WHERE shard = {shard} AND stream = '{game}'"],
    "an event with a link and no archive": [
        """INSERT INTO event_link (shard, position, stream, hash, shard_hash)
           SELECT shard, position, stream, hash, shard_hash FROM event WHERE shard = {shard} AND stream = '{game}'""",
        "DELETE FROM event WHERE shard = {shard} AND stream = '{game}'",
    ],
}
_LOSSES_OF_ARCHIVED: Final = {
    "a link": ["DELETE FROM event_link WHERE shard = {shard} AND stream = '{game}'"],
    "an archive": ["DELETE FROM archive WHERE shard = {shard} AND game = '{game}'"],
}


def leave() -> tuple[int, list[str]]:
    """Archive all games that may leave the log. Return how many left, and what was wrong."""
    over = [game for (game,) in rows(_OVER)]
    faults = [*_losses(over[:1], _LOSSES)]
    before = {game: _answers(game) for game in over[:_SAMPLE]}
    number = archiving.sweep(0, seconds=600)
    archived = [game for (game,) in rows(_ARCHIVED)]
    if not number or len(archived) != number:
        faults.append(f"{number} games left the log, and there are {len(archived)} archives")
    faults += _losses(archived[:1], _LOSSES_OF_ARCHIVED)
    faults += [
        f"game {game} is answered otherwise once it is archived" for game in before if _answers(game) != before[game]
    ]
    if not any(status == HTTPStatus.OK for answers in before.values() for status, _ in answers):
        faults.append("nobody may read a game that is over, so nothing was compared")
    return number, faults


def come_back() -> list[str]:
    """Put some archived games back into the log, and return what was wrong."""
    some = [game for (game,) in rows(_ARCHIVED)][::2][:_SAMPLE]
    before = {game: _answers(game) for game in some}
    faults = [f"game {game} was not archived" for game in some if not archiving.restore(game)]
    return faults + [
        f"game {game} is answered otherwise once it is back" for game in some if _answers(game) != before[game]
    ]


def _answers(game: UUID) -> list[tuple[int, Any]]:
    """Return what anybody gets of a game, without the time of the answer."""
    found = []
    for path in _PATHS:
        answer = Client(SERVER_NAME="127.0.0.1").get(f"/api/v1/games/{game}{path}")
        body = json.loads(answer.content)
        found.append((answer.status_code, {**body, "server_time": None}))
    return found


def _losses(games: Sequence[UUID], tried: Mapping[str, Sequence[str]]) -> Iterable[str]:
    """Try to delete what is kept nowhere else, and return what the database let go."""
    for game in games:
        for what, statements in tried.items():
            try:
                with transaction.atomic():
                    for statement in statements:
                        rows(statement.format(shard=shard_of(game), game=game))
                    transaction.set_rollback(True)
            except DatabaseError as refused:
                if not isinstance(refused.__cause__, RestrictViolation):
                    yield f"to delete {what} fails with {refused!r}"
            else:
                yield f"{what} can be deleted"
