"""Exports: all that the service holds of a person, as one JSON document, made by a worker."""

from dataclasses import asdict
from typing import Any, Final
from uuid import UUID

import structlog
from django.db import transaction

from base.http.renderers import encode
from base.sql import replicas
from games import store
from games.log.codec import UnknownEvent
from games.log.read import read
from games.records import print_record
from games.services.records import record_of
from games.services.time_limits import TookTooLong, at_most
from games.store import export_jobs
from games.store.export_jobs import Export
from games.store.failures import check_database, describe
from games.store.rulesets import UnknownRuleset
from players import export as accounts
from players.models import Player

__all__ = ["GAMES", "Export", "find", "order", "run_next"]

GAMES: Final = 5_000
"""The most games in an export. They are the newest."""
_STEP: Final = 120.0
"""Seconds that an export may take."""

_log = structlog.get_logger(__name__)


def order(player: UUID, *, owner: UUID | None = None) -> UUID:
    """Order an export of *player*, and return its id. While one is kept it is the same one."""
    with transaction.atomic():
        return export_jobs.add(player, owner)


def find(export: UUID, player: UUID) -> Export | None:
    """Return an export of *player*; None if there is none, or it is no longer kept."""
    return export_jobs.find(export, player)


def run_next() -> bool:
    """Make the export that has waited longest. Return whether there was one."""
    ordered = export_jobs.take()
    if ordered is None:
        return False
    try:
        with at_most(_STEP):
            # A replica that has the order has all that came before it.
            document, _ = replicas.read(
                lambda: encode(document_of(ordered.author)),
                holds=lambda: find(ordered.id, ordered.author) is not None,
                seconds=_STEP,
            )
            export_jobs.close(ordered.id, document)
    except Player.DoesNotExist:
        pass  # the account was deleted by hand; the job expires
    except (Exception, TookTooLong) as fault:  # noqa: BLE001 - an export that fails must not stop the others
        check_database(fault)
        export_jobs.give_back(ordered.id)
        _log.error("an export cannot be made", export=str(ordered.id), reason=describe(fault))
    return True


def document_of(player: UUID) -> dict[str, Any]:
    """Return all that the service holds of *player*. Of running games it has what they may see. O(their games).

    Raises Player.DoesNotExist.
    """
    seats = export_jobs.seats_of(player, limit=GAMES)
    return {
        "format": 1,
        "made_at": store.now(),
        "account": accounts.of(player),
        "games": [_game(game, seat) for game, seat in seats],
        "ratings": [asdict(one) for one in export_jobs.ratings_of(player)],
        "invitations": [asdict(one) for one in export_jobs.invitations_of(player)],
        "queue_entries": [asdict(one) for one in export_jobs.queue_entries_of(player)],
        "variants": [asdict(one) for one in export_jobs.variants_of(player)],
        "imported_records": [asdict(one) for one in export_jobs.records_of(player)],
    }


def _game(game: UUID, seat: int) -> dict[str, Any]:
    """Return a game as the sitter of *seat* may see it."""
    try:
        stored = read(game)
        players = {one.public["player"] for one in stored if one.type == "seat-taken"} - {""}
        named = Player.objects.filter(id__in=players).values_list("id", "name")
        record = print_record(record_of(stored, seat, {str(one): name for one, name in named}))
    except (UnknownEvent, UnknownRuleset):
        return {"id": game, "seat": seat, "record": None}
    return {"id": game, "seat": seat, "record": record}
