"""Names of ladders, and the ids of their streams."""

from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import Final
from uuid import UUID

_VERSION: Final = 0x8 << 76
_VARIANT: Final = 0b10 << 62
_CLEARED: Final = ~(0xF << 76 | 0b11 << 62 | 0xFF)


class Kind(StrEnum):
    """Who is rated on a ladder: people, or bots and programs."""

    HUMANS = "humans"
    BOTS = "bots"


KINDS: Final = tuple(Kind)


class Pace(StrEnum):
    """How long a turn may take. Each pace has its own ratings, since fast and slow play are two skills."""

    LIVE = "live"
    DAILY = "daily"


PACES: Final = tuple(Pace)
LONGEST_LIVE_TURN: Final = 3600
"""In seconds. The migration of the view ``rateable`` has the same number."""


def pace_of(turn: int) -> Pace:
    """Return the pace of a game that allows *turn* seconds a turn."""
    return Pace.LIVE if turn <= LONGEST_LIVE_TURN else Pace.DAILY


@dataclass(frozen=True, slots=True)
class Ladder:
    """The ratings of one variant at one pace in one season, of one kind of entrants."""

    variant: str
    season: str
    kind: Kind
    pace: Pace = Pace.DAILY

    @property
    def id(self) -> UUID:
        """The id of its stream: a UUIDv8 that follows from what it is.

        The last byte, which names the shard, does not depend on the season: a rating that is carried over from one
        season to the next never leaves its shard.
        """
        lasting = f"{self.variant} {self.pace} {self.kind}"
        name = int.from_bytes(sha256(f"{lasting} {self.season}".encode()).digest()[:16])
        return UUID(int=name & _CLEARED | _VERSION | _VARIANT | sha256(lasting.encode()).digest()[0])
