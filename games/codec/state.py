"""A game's state as canonical bytes: an inline read model, droppable at any time."""

import hashlib
from functools import cache
from typing import Any, NamedTuple

import msgspec

from games.codec.canonical import canonical
from games.codec.values import Form, record
from games.rules.game import Game
from games.rules.ruleset import Ruleset


class StaleState(Exception):
    """The bytes were written by code whose game had another shape: fold the log instead."""


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
    """Return the game of which ``dump_state`` made *state*, under *ruleset*. Raises StaleState for another shape's."""
    data: dict[str, Any] = msgspec.json.decode(state)
    written = _game()
    if data["shape"] != written.shape:
        raise StaleState(f"the state has shape {data['shape']}, this code writes {written.shape}")
    game: Game = written.form.read(data["game"])
    game.ruleset = ruleset
    return game
