"""The feed: the events of the log as one viewer may see them.

Every event has the same flat shape. ``data`` leaves out what the viewer may not see. What the viewer sees beyond the
public part is in ``data`` too, and ``private_fields`` names it. The number of cards in a list that may be hidden is
always there: as ``cards_count`` for ``cards``, so that each field has one type. The log has the number as ``cards``.
So any viewer can recompute the chain: leave out the fields in ``private_fields``, rename ``cards_count`` to ``cards``,
write ``{"version", "turn", "type", "schema", "at", "seat", "command", "data"}`` as canonical JSON (keys sorted, no
blanks, UTF-8), and hash

    hash = SHA-256(hash of the event before || that text || secret_digest)

where the hash before the first event is 32 zero bytes. ``command`` is the public form of the command that caused the
event, with ``?`` for hidden cards.

When the game is over, events have ``salt`` and ``origin`` as well, and ``data`` has all that was hidden, with the whole
command as ``command``. Then ``secret_digest`` = SHA-256(salt || canonical JSON of the fields in ``private_fields`` ||
origin).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Final

from msgspec import Meta, structs

from base.http.answers import Answer, TimestampText
from games.api.tables import examples
from games.api.tables.event_reference import typed_data
from games.log.codec.names import KINDS
from games.log.hash_chain import instant
from games.log.redaction import reveal, split_seat
from games.log.stored_event import StoredEvent
from games.rules.observation import revealed

HASH: Final = "sha256:"


class GameEvent(Answer, frozen=True):
    """An event of the feed. You can recompute the hash chain from events, as the description of the feed says."""

    example: ClassVar = examples.EVENT
    version: Annotated[int, Meta(description="The number of the event in its game, from 1, without gaps.")]
    turn: Annotated[int, Meta(description="The number of the decision that was due when the event happened.")]
    type: Annotated[
        str,
        Meta(description="What happened: an `EventType`. New types may be added, so skip those that you do not know."),
    ]
    schema: Annotated[int, Meta(description="The version of the form that `data` has for this type.")]
    at: Annotated[TimestampText, Meta(description="When it happened: RFC 3339 with six decimals, as it was hashed.")]
    seat: Annotated[
        int | None, Meta(description="The seat that the event is about. Null if it is about no seat, or about all.")
    ]
    command: Annotated[
        str | None,
        Meta(
            description="The command that caused this event and those after it, up to the next event with a command. "
            "`0 JC>H` is a move of seat 0, and `clock 0 draw` is a move that the clock made for it. The other commands "
            "are `start`, `deal` and `clock`. A hidden card is `?`, and announcements are written out. When the game "
            "is over, `data.command` has the command in canonical notation with all cards."
        ),
    ]
    data: Annotated[
        Mapping[str, Any],
        Meta(
            description="What happened. The schema of `data` has the name of the type in camel case and `Data`: "
            "`CardsPlayedData` for `cards-played`."
        ),
    ]
    private_fields: Annotated[
        Sequence[str], Meta(description="The fields of `data` that not everybody sees. They are not part of the hash.")
    ]
    hash: Annotated[str, Meta(description="The hash of this event, which covers the hash of the event before.")]
    secret_digest: Annotated[str, Meta(description="A digest of what is hidden in the event. It is a part of `hash`.")]
    salt: Annotated[str | None, Meta(description="Null until the game is over.")]
    origin: Annotated[
        str | None,
        Meta(
            description="A digest that hides who caused the event. It is a part of `secret_digest`, and null until the "
            "game is over."
        ),
    ]


class EventPage(Answer, frozen=True):
    """A page of the feed."""

    items: Annotated[list[GameEvent], Meta(description="The events of this page, in the order of their versions.")]
    next_cursor: Annotated[
        str | None,
        Meta(description="The `after` or `cursor` of the next page. Null at the end of the feed."),
    ]


def event_for(event: StoredEvent, viewer: int | None, *, over: bool) -> GameEvent:
    """Return *event* as *viewer*, a seat or None for a spectator, may see it. When the game is *over* they see all.

    Its data are those of the log: a hidden list is a number.
    """
    seat, _ = split_seat(event.public)
    secrets = revealed(KINDS[event.type].type, seat, viewer, over=over, command=event.command is not None)
    part = next((secret.part for secret in secrets), None)
    data, private = reveal(event.public, event.secret, [secret.field for secret in secrets], part=part)
    return GameEvent(
        version=event.version,
        turn=event.turn,
        type=event.type,
        schema=event.schema,
        at=instant(event.recorded_at),
        seat=seat,
        command=event.command,
        data=dict(sorted(data.items())),
        private_fields=private,
        hash=HASH + event.hash.hex(),
        secret_digest=HASH + event.secret_digest.hex(),
        salt=event.secret["salt"] if over else None,
        origin=HASH + event.origin.hex() if over else None,
    )


def read_by(events: Iterable[StoredEvent], viewer: int | None, *, over: bool) -> list[dict[str, Any]]:
    """Return *events* as *viewer* may see them with the data of the log, for digests and for evidence of fairness."""
    return [structs.asdict(event_for(event, viewer, over=over)) for event in events]


def feed(events: Iterable[StoredEvent], viewer: int | None, *, over: bool) -> list[GameEvent]:
    """Return *events* as answers show them to *viewer*."""
    seen = (event_for(event, viewer, over=over) for event in events)
    return [structs.replace(one, data=typed_data(one.type, dict(one.data))) for one in seen]
