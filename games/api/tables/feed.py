"""The feed: an event of the log as one viewer is given it.

Every event has the same flat shape. What a viewer may not see is missing inside ``data``: a list of cards is its length
there, other hidden fields are left out. What he sees beyond the public part stands in ``data`` like the rest, and its
name in ``private``. So any viewer can recompute the chain: conceal the fields named in ``private`` again, write
``{"version", "turn", "type", "schema", "at", "seat", "command", "data"}`` as canonical JSON (keys sorted, no blanks,
UTF-8), and hash

    hash = SHA-256(hash of the event before || that text || secret_digest)

where the hash before the first event is 32 zero bytes. ``command`` is what caused the event, as everybody may know it:
hidden cards are ``?`` there.

When the game is over, ``salt`` and ``origin`` are told too, and all that was hidden is in ``data``, the whole command
under the name ``command``: then ``secret_digest`` = SHA-256(salt || canonical JSON of the fields named in ``private``
|| origin).
"""

from collections.abc import Iterable
from typing import Any, Final

from games.log.codec.names import KINDS
from games.log.envelope import instant
from games.log.stored_event import Recorded
from games.log.visibility import reveal, split_seat
from games.rules.observation import revealed

HASH: Final = "sha256:"


def shown(event: Recorded, viewer: int | None, *, over: bool) -> dict[str, Any]:
    """Return *event* as *viewer*, a seat or None for a spectator, may see it; *over* tells whether the game is."""
    seat, _ = split_seat(event.public)
    secrets = revealed(KINDS[event.type].type, seat, viewer, over=over, command=event.command is not None)
    part = next((secret.part for secret in secrets), None)
    data, private = reveal(event.public, event.secret, [secret.field for secret in secrets], part=part)
    return {
        "version": event.version,
        "turn": event.turn,
        "type": event.type,
        "schema": event.schema,
        "at": instant(event.recorded_at),
        "seat": seat,
        "command": event.command,
        "data": dict(sorted(data.items())),
        "private": private,
        "hash": HASH + event.hash.hex(),
        "secret_digest": HASH + event.secret_digest.hex(),
        "salt": event.secret["salt"] if over else None,
        "origin": HASH + event.origin.hex() if over else None,
    }


def feed(events: Iterable[Recorded], viewer: int | None, *, over: bool) -> list[dict[str, Any]]:
    """Return *events* as ``shown`` shows each."""
    return [shown(event, viewer, over=over) for event in events]
