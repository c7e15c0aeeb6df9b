"""Events and games as JSON: as they are stored, and as they are hashed."""

from games.log.codec.canonical import canonical
from games.log.codec.encoding import Encoded, Upcast, decode, encode, hidden_fields, upcast
from games.log.codec.names import Fact, UnknownEvent, kind_of, name_of
from games.log.codec.snapshots import BrokenState, StaleState, dump_state, load_state

__all__ = [
    "BrokenState",
    "Encoded",
    "Fact",
    "StaleState",
    "UnknownEvent",
    "Upcast",
    "canonical",
    "decode",
    "dump_state",
    "encode",
    "hidden_fields",
    "kind_of",
    "load_state",
    "name_of",
    "upcast",
]
