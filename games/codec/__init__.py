"""Events and games as JSON: what lies in the log, what is hashed, what a viewer is given."""

from games.codec.canonical import canonical
from games.codec.chain import GENESIS, instant, link, link_shard, origin_of, public_part, seal
from games.codec.encoding import Encoded, Upcast, decode, encode, upcast
from games.codec.names import Fact, UnknownEvent, kind_of, name_of
from games.codec.state import BrokenState, StaleState, dump_state, load_state
from games.codec.viewing import conceal, rehash, reveal, split_seat

__all__ = [
    "GENESIS",
    "BrokenState",
    "Encoded",
    "Fact",
    "StaleState",
    "UnknownEvent",
    "Upcast",
    "canonical",
    "conceal",
    "decode",
    "dump_state",
    "encode",
    "instant",
    "kind_of",
    "link",
    "link_shard",
    "load_state",
    "name_of",
    "origin_of",
    "public_part",
    "rehash",
    "reveal",
    "seal",
    "split_seat",
    "upcast",
]
