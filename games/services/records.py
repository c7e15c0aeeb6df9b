"""The record of a game of the log, as one viewer may see it, signed."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Final, get_args

from games import store
from games.log.envelope import instant
from games.log.read import happening_of
from games.log.receipts import base64url
from games.log.stored_event import StoredEvent
from games.records import Receipt, Record, Sitter, Tags, from_events, print_record, redact
from games.records.tags import OPEN
from games.rules import events
from games.rules.events import Event
from games.rules.evolve import fold
from games.rules.game import Game, Status
from games.rules.game import Sitter as Seated
from games.services import signing
from games.services.receipts import receipt

SITE: Final = "Mau-Mau"

_OF_TABLE: Final = (*(set(get_args(events.Seating)) - {events.GameStarted}), events.GameEnded)
"""Events from which the tags follow."""


def record_of(stored: Sequence[StoredEvent], viewer: int | None, names: Mapping[str, str]) -> Record:
    """Return the record of a game of which this is *stored*, as *viewer*, a seat or None, may see it.

    When the game is over everybody sees all of it. *names* are what players are called, by their ids.
    """
    happened = [happening_of(one) for one in stored]
    over = any(isinstance(one.event, events.GameEnded) for one in happened)
    at = [(one.recorded_at - stored[0].recorded_at) // timedelta(milliseconds=1) for one in stored]
    known = [redact(one, viewer, over=over, at=when) for one, when in zip(happened, at, strict=True)]
    tags = _tags([one.event for one in known], stored, OPEN if over else viewer, names)
    record = Record(tags=tags, lines=from_events(known))
    signer = signing.signer()
    return replace(record, tags=replace(tags, signature=base64url(signer.sign(record_bytes(record)))))


def record_bytes(record: Record) -> bytes:
    """Return the bytes of *record* that are signed: its text with an empty signature, after a line that says so."""
    unsigned = replace(record, tags=replace(record.tags, signature=""))
    return b"maumau record v1\n" + print_record(unsigned).encode()


def _tags(
    known: Sequence[Event], stored: Sequence[StoredEvent], viewer: int | str | None, names: Mapping[str, str]
) -> Tags:
    game = fold(Game(), (event for event in known if isinstance(event, _OF_TABLE)))
    first, last, over = stored[0], stored[-1], game.status == Status.OVER
    signed = receipt(last.stream, last.version, last.hash, last.recorded_at)
    return Tags(
        site=SITE,
        game=str(first.stream),
        variant=store.kept(game.content).key,
        ruleset=game.content,
        options=game.options,
        terms=game.terms,
        sitters=tuple(_sitter(one, names) for one in game.sitters),
        opened=instant(first.recorded_at),
        ended=instant(last.recorded_at) if over else "",
        winners=game.winners if over else None,
        places=game.places if over else None,
        viewer=viewer,
        commitment=game.commitment,
        seed=game.seed,
        head=signed["head"],
        receipt=Receipt(**signed),
    )


def _sitter(one: Seated | None, names: Mapping[str, str]) -> Sitter | None:
    if one is None:
        return None
    return Sitter(player=one.player, name=names.get(one.player, ""), bot=one.bot, program=one.program, nonce=one.nonce)
