"""Bad requests, each with the statuses that may answer it. Nothing of them may be stored."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from games.client.http import Json

_NOBODYS: Final = "/games/01900000-0000-7000-8000-000000000000/moves"
_KIBIBYTE: Final = 1_024


@dataclass(frozen=True, slots=True)
class BadRequest:
    """A POST with a body as JSON or bytes. The *key* None sends no Idempotency-Key, an empty one a fresh key."""

    path: str
    body: Any
    expected: tuple[int, ...]
    key: str | None = ""
    headers: dict[str, str] = field(default_factory=dict)


Make: TypeAlias = Callable[[Json, tuple[str, Json] | None], BadRequest]
"""Makes a bad request from a table, and from the key and body of the client's last move."""


def _moves(table: Json) -> str:
    return f"/games/{table['id']}/moves"


def _with(body: Any, *expected: int, **given: Any) -> Make:
    """Return a bad move with *body*. If it is an object without a turn, the right turn is added."""

    def make(table: Json, _last: tuple[str, Json] | None) -> BadRequest:
        whole = {"turn": table["turn"], **body} if isinstance(body, dict) else body
        return BadRequest(_moves(table), whole, expected, **given)

    return make


def _stale(table: Json, _last: tuple[str, Json] | None) -> BadRequest:
    return BadRequest(_moves(table), {"turn": table["turn"] - 1, "move": "draw"}, (409,))


def _reused(table: Json, last: tuple[str, Json] | None) -> BadRequest:
    """Return another move under a used key. A key of another game, or of a refused move, may be used again."""
    if last is None:
        return _stale(table, last)
    key, body = last
    return BadRequest(_moves(table), {**body, "turn": 0}, (409, 422), key)


BAD_REQUESTS: Final[tuple[Make, ...]] = (
    _stale,
    _reused,
    _with({"move": "draw"}, 428, key=None),
    _with({"move": "ZZ"}, 422),
    _with({"move": "8S>S@9!nothing"}, 409, 422),
    _with({"move": "draw", "turn": "1"}, 422),
    _with({"move": "draw", "turn": -1}, 422),
    _with({"move": 7}, 422),
    _with({"move": "draw", "shout": True}, 422),
    _with({"move": "7S" * 40_000}, 413),
    _with(b'{"turn": 1, "move": "draw"', 400),
    _with(b'{"turn": 1, "turn": 2, "move": "draw"}', 400, 422),
    _with(b'{"turn": 1, "move": "\xff\xfe"}', 400),
    _with(b"[" * 2 * _KIBIBYTE, 400, 422),
    _with(b"<move>draw</move>", 415, headers={"Content-Type": "text/xml"}),
    _with({"move": "draw"}, 401, headers={"Authorization": "Bearer nonsense"}),
    lambda table, _: BadRequest(_NOBODYS, {"turn": table["turn"], "move": "draw"}, (404,)),
    lambda table, _: BadRequest(f"/games/{table['id']}/seats", {}, (409,)),
    lambda _table, _: BadRequest("/games", {"variant": "poker", "seats": 4}, (422,)),
)
