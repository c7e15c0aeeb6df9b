"""The feed: an event of the log as one viewer is given it.

Every event has the same flat shape. What a viewer may not see is missing inside ``data``: a list of cards is its length
there, other hidden fields are left out. What they see beyond the public part stands in ``data`` like the rest, and its
name in ``private``. So any viewer can recompute the chain: conceal the fields named in ``private`` again, write
``{"version", "turn", "type", "schema", "at", "seat", "command", "data"}`` as canonical JSON (keys sorted, no blanks,
UTF-8), and hash

    hash = SHA-256(hash of the event before || that text || secret_digest)

where the hash before the first event is 32 zero bytes. ``command`` is what caused the event, as everybody may know it:
hidden cards are ``?`` there.

When the game is over, ``salt`` and ``origin`` are there too, and ``data`` has all that was hidden, the whole command
under the name ``command``: then ``secret_digest`` = SHA-256(salt || canonical JSON of the fields named in ``private``
|| origin).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Final

from msgspec import Meta

from games.api.tables import examples
from games.log.codec.names import KINDS
from games.log.envelope import instant
from games.log.stored_event import StoredEvent
from games.log.visibility import reveal, split_seat
from games.rules.observation import revealed
from players.http.answers import Answer, TimestampText

HASH: Final = "sha256:"


class Event(Answer, frozen=True):
    """An event of the feed. The chain can be recomputed from it; the feed's description says how."""

    example: ClassVar = examples.EVENT
    version: int
    turn: Annotated[int, Meta(description="Number of the decision that was due when it happened.")]
    type: str
    schema: Annotated[int, Meta(description="Number of the form that the fields of `data` have for this type.")]
    at: Annotated[TimestampText, Meta(description="RFC 3339 with six decimals: as it was hashed.")]
    seat: int | None
    command: Annotated[
        str | None,
        Meta(
            description="What caused this event and those behind it, up to the next one with a command: `0 JC>H` is a "
            "move of seat 0, `clock 0 draw` one that the clock made, the others are `start`, `deal` and `clock`. A "
            "hidden card is `?`; words are written out. Once the game is over `data.command` has the canonical "
            "spelling with all cards."
        ),
    ]
    data: Mapping[str, Any]
    private: Annotated[
        Sequence[str], Meta(description="Fields of `data` that not everybody sees: no part of the hash.")
    ]
    hash: str
    secret_digest: str
    salt: Annotated[str | None, Meta(description="Null until the game is over.")]
    origin: Annotated[
        str | None,
        Meta(description="Digest of who made the event, a part of `secret_digest`. Null until the game is over."),
    ]


class EventPage(Answer, frozen=True):
    """A stretch of the feed."""

    items: list[Event]
    next_cursor: Annotated[
        str | None,
        Meta(description="The next `after` or `cursor`, where there is more already; null at the end of the feed."),
    ]


def event_for(event: StoredEvent, viewer: int | None, *, over: bool) -> Event:
    """Return *event* as *viewer*, a seat or None for a spectator, may see it; *over* says whether the game is."""
    seat, _ = split_seat(event.public)
    secrets = revealed(KINDS[event.type].type, seat, viewer, over=over, command=event.command is not None)
    part = next((secret.part for secret in secrets), None)
    data, private = reveal(event.public, event.secret, [secret.field for secret in secrets], part=part)
    return Event(
        version=event.version,
        turn=event.turn,
        type=event.type,
        schema=event.schema,
        at=instant(event.recorded_at),
        seat=seat,
        command=event.command,
        data=dict(sorted(data.items())),
        private=private,
        hash=HASH + event.hash.hex(),
        secret_digest=HASH + event.secret_digest.hex(),
        salt=event.secret["salt"] if over else None,
        origin=HASH + event.origin.hex() if over else None,
    )


def feed(events: Iterable[StoredEvent], viewer: int | None, *, over: bool) -> list[Event]:
    """Return *events* as *viewer* may see each."""
    return [event_for(event, viewer, over=over) for event in events]
