"""Verify that the snapshots of a game are the fold of its log up to their versions."""

from collections.abc import Iterator
from uuid import UUID

from games.clocks import Clock, agreed
from games.clocks.reckoning import Happened
from games.integrity.findings import Finding
from games.integrity.games import VerifiedGame
from games.log.codec import StaleState, dump_state, load_state
from games.rules.evolve import evolve
from games.rules.game import Game
from games.services.history import outages_among, written
from games.store import snapshots


def snapshot_findings(game: UUID, verified: VerifiedGame) -> Iterator[Finding]:
    """Yield which snapshots of a *verified* game do not follow from its log."""
    kept = {one.version: one for one in snapshots(game)}
    if not kept or not verified.events or verified.folded is None:
        return
    folded, clock = Game(), Clock(allowance=agreed(verified.folded.terms))
    outages = outages_among(Happened(*one) for one in verified.events)
    for version, (event, at) in enumerate(verified.events, 1):
        evolve(folded, event)
        clock = clock.after(Happened(event, at), outages)
        one = kept.pop(version, None)
        if one is None or (one.state, one.clock) == (dump_state(folded), written(clock)):
            continue
        try:
            load_state(one.state)
        except StaleState:
            continue  # Other code wrote it, and this code never reads it.
        except Exception:  # noqa: BLE001, S110 - bytes that were changed can raise anything, and differ
            pass
        yield Finding(f"game {game}", f"snapshot: that of version {version} is not the fold of the log")
    for version in kept:
        yield Finding(f"game {game}", f"snapshot: there is one of version {version}, which the log does not have")
