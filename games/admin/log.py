"""Events as the log has them, each verified against the one before. Hidden fields are shown after the game."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple
from uuid import UUID

from games.integrity.games import game_findings
from games.integrity.streams import event_findings
from games.log.codec import canonical
from games.log.codec.names import KINDS
from games.log.hash_chain import GENESIS
from games.log.read import read, read_after
from games.log.redaction import reveal
from games.log.stored_event import StoredEvent
from games.models import Event, Game
from games.rules.observation import revealed

PAGE: Final = 25
"""Events."""


class Line(NamedTuple):
    """One event on a page."""

    event: StoredEvent
    seat: int | None
    data: str
    """The fields that may be shown, as JSON."""
    salt: str
    """Empty while the game runs."""
    findings: list[str]
    """The reasons why it does not follow from the event before; empty if it does."""


def lines(game: UUID, *, after: int, over: bool) -> list[Line]:
    """Return one page of the events of *game*, which is *over* or not."""
    # The event before the page is read too, for its hash.
    events = read(game, after=max(after - 1, 0), limit=PAGE + bool(after))
    pairs = list(zip(events, [GENESIS, *(event.hash for event in events)], strict=False))
    return [
        Line(
            event,
            event.public.get("seat"),
            data_of(event, over=over),
            event.secret.get("salt", "") if over else "",
            shown(event_findings(event, before), over=over),
        )
        for event, before in pairs[bool(after) :]
    ]


def data_of(event: StoredEvent, *, over: bool) -> str:
    """Return the data of *event* that may be shown, as JSON. *over* is whether its game is over."""
    kind = KINDS.get(event.type)
    fields = [one.field for one in revealed(kind.type, None, None, over=over, command=True)] if kind else []
    data, _ = reveal(event.public, event.secret, [field for field in fields if field in event.secret])
    return canonical(data).decode()


def findings_of(game: UUID, *, over: bool) -> list[str]:
    """Return the findings about everything that is stored of *game*."""
    return shown((one.what for one in game_findings(game)), over=over)


def shown(findings: Iterable[str], *, over: bool) -> list[str]:
    """Return the *findings* to show: of a running game only their kinds, because findings may quote hidden cards."""
    return list(findings) if over else sorted({one.partition(":")[0] for one in findings})


def shard_lines(shard: int, *, after: int) -> Iterator[tuple[StoredEvent, str, bool]]:
    """Yield the events of *shard* after a position: the event, its public data, and whether it belongs to a game."""
    events = read_after(shard, after, limit=PAGE)
    streams = {event.stream for event in events}
    games = set(Game.objects.filter(shard=shard, id__in=streams).values_list("id", flat=True))
    for event in events:
        yield event, data_of(event, over=False), event.stream in games


def end_of(shard: int) -> int:
    """Return the last position of *shard*; 0 if it has no events."""
    return Event.objects.filter(shard=shard).order_by("-position").values_list("position", flat=True).first() or 0


def steps(at: int, *, by: int, first: int, most: int) -> dict[str, int]:
    """Return the links to other pages, from *at* in steps of *by* between *first* and *most*, as name and place."""
    back = {"first": first, "previous": max(at - by, first)} if at > first else {}
    on = {"next": at + by, "last": most - (most - first) % by} if at + by <= most else {}
    return back | on
