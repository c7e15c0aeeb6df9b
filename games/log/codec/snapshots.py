"""A game's state as canonical bytes: an inline read model, droppable at any time."""

import hashlib
from functools import cache
from typing import Any, NamedTuple

import msgspec

from games.log.codec.canonical import canonical
from games.log.codec.values import Form, record
from games.rules.game import Game
from games.rules.ruleset import Ruleset


class StaleState(Exception):
    """The bytes were written by code whose game had another shape: fold the log instead."""


class BrokenState(Exception):
    """The bytes are not what any code wrote: fold the log instead, and tell a person."""


class _Written(NamedTuple):
    form: Form
    shape: str


@cache
def _game() -> _Written:
    form = record(Game)
    return _Written(form, hashlib.sha256(form.text.encode()).hexdigest()[:16])


def dump_state(game: Game) -> bytes:
    """Return *game* without its ruleset as canonical bytes, secrets included: equal games give equal bytes."""
    written = _game()
    return canonical({"shape": written.shape, "game": written.form.write(game)})


def load_state(state: bytes, ruleset: Ruleset | None = None) -> Game:
    """Return the game of which ``dump_state`` made *state*, under *ruleset*. Raises StaleState or BrokenState."""
    written = _game()
    try:
        data: dict[str, Any] = msgspec.json.decode(state)
        shape, game = data["shape"], data["game"]
        read: Game | None = written.form.read(game) if shape == written.shape else None
    except (ValueError, LookupError, TypeError, AttributeError) as fault:
        raise BrokenState(f"the state cannot be read: {fault!r}") from fault
    if read is None:
        raise StaleState(f"the state has shape {shape}, this code writes {written.shape}")
    read.ruleset = ruleset
    return read
