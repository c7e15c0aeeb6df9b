"""The record of a game of the log, as one viewer may see it, signed."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Final, get_args

from games import store
from games.log.hash_chain import instant
from games.log.read import happening_of
from games.log.receipts import base64url
from games.log.stored_event import StoredEvent
from games.records import Receipt, Record, Sitter, Tags, from_events, print_record, redact
from games.records.tags import OPEN
from games.rules import events
from games.rules.evolve import fold
from games.rules.game import Game
from games.services import signing
from games.services.receipts import receipt

SITE: Final = "Mau-Mau"

_OF_TABLE: Final = (*(set(get_args(events.Seating)) - {events.GameStarted}), events.GameEnded)
"""The events that determine the tags."""


def record_of(stored: Sequence[StoredEvent], viewer: int | None, names: Mapping[str, str]) -> Record:
    """Return the signed record of a game whose events are *stored*, as *viewer*, a seat or None, may see it.

    When the game is over everybody sees all of it. *names* are the names of players by their ids.
    """
    happened = [happening_of(one) for one in stored]
    over = any(isinstance(one.event, events.GameEnded) for one in happened)
    at = [(one.recorded_at - stored[0].recorded_at) // timedelta(milliseconds=1) for one in stored]
    # The tags and the lines follow from the redacted events alone, so neither shows what the viewer may not know.
    known = [
        redact(one, viewer, over=over, at=when, edition=event.edition)
        for one, when, event in zip(happened, at, stored, strict=True)
    ]
    game = fold(Game(), (one.event for one in known if isinstance(one.event, _OF_TABLE)))
    first, last = stored[0], stored[-1]
    signed = receipt(last.stream, last.version, last.hash, last.recorded_at)
    tags = Tags(
        site=SITE,
        game=str(first.stream),
        variant=store.kept(game.content).key,
        ruleset=game.content,
        options=game.options,
        terms=game.terms,
        sitters=tuple(
            Sitter(player=one.player, name=names.get(one.player, ""), bot=one.bot, program=one.program, nonce=one.nonce)
            if one
            else None
            for one in game.sitters
        ),
        opened=instant(first.recorded_at),
        ended=instant(last.recorded_at) if over else "",
        winners=game.winners if over else None,
        places=game.places if over else None,
        viewer=OPEN if over else viewer,
        commitment=game.commitment,
        seed=game.seed,
        head=signed["head"],
        receipt=Receipt(**signed),
    )
    record = Record(tags=tags, lines=from_events(known))
    signature = base64url(signing.signer().sign(record_bytes(record)))
    return replace(record, tags=replace(tags, signature=signature))


def record_bytes(record: Record) -> bytes:
    """Return the bytes of *record* that are signed: a line that names their purpose, then the unsigned text."""
    unsigned = replace(record, tags=replace(record.tags, signature=""))
    return b"maumau record v1\n" + print_record(unsigned).encode()
