"""A game as canonical bytes, stored with its row so that a move need not fold the log. It may be dropped."""

from dataclasses import fields
from functools import cache
from typing import Any, Final, get_type_hints

import msgspec

from games.log.codec.canonical import canonical
from games.log.codec.values import reader_of, shape_of, to_json
from games.rules.game import Game
from games.rules.ruleset import Ruleset


class StaleState(Exception):
    """Code whose game had another shape wrote the bytes. Fold the log instead."""


class BrokenState(Exception):
    """No code wrote these bytes. Fold the log instead, and tell a person."""


_STORED: Final = tuple(field.name for field in fields(Game) if field.metadata.get("stored", True))
_read: Final = reader_of(Game)


@cache
def _shape() -> str:
    hints = get_type_hints(Game)
    return shape_of({name: hints[name] for name in _STORED})


def dump_state(game: Game) -> bytes:
    """Return *game* without its ruleset as canonical bytes, secrets included. Equal games give equal bytes."""
    return canonical({"shape": _shape(), "game": to_json({name: getattr(game, name) for name in _STORED})})


def load_state(state: bytes, ruleset: Ruleset | None = None) -> Game:
    """Return the game of which ``dump_state`` made *state*, under *ruleset*. Raises StaleState or BrokenState."""
    try:
        data: dict[str, Any] = msgspec.json.decode(state)
        shape, game = data["shape"], data["game"]
        read: Game | None = _read(game) if shape == _shape() else None
    except (ValueError, LookupError, TypeError, AttributeError) as fault:
        raise BrokenState(f"the state cannot be read: {fault!r}") from fault
    if read is None:
        raise StaleState(f"the state has shape {shape}, this code writes {_shape()}")
    read.ruleset = ruleset
    return read
