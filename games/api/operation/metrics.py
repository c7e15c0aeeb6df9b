"""The metrics of the service in Prometheus' text format, asked for at each scrape."""

from collections.abc import Iterator
from typing import Final

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.registry import Collector

from games.selectors import operation
from games.store.claims import Work, quarantine_counts

CONTENT_TYPE: Final = CONTENT_TYPE_PLAIN_0_0_4
_MOST: Final = f"at most {operation.MOST} are counted"


def exposition() -> bytes:
    """Return all metrics as Prometheus reads them."""
    registry = CollectorRegistry(auto_describe=False)
    registry.register(_Now())
    return generate_latest(registry)


class _Now(Collector):
    """How things stand in this moment."""

    def collect(self) -> Iterator[Metric]:
        """Yield each family."""
        yield from _projections()
        yield _by("finding_reports_open", "Places where `verify` found something that is not gone yet.",
                  "scope", operation.open_findings())  # fmt: skip
        yield from _service()


def _projections() -> Iterator[Metric]:
    found = operation.followings()
    for name, text, values in (
        ("lag_events", "Events that it has not read.", {one.name: one.lag for one in found}),
        ("failed_shards", "Shards at which it stopped.", {one.name: one.failed for one in found}),
        ("generation", "The generation that is read.", {one.name: one.generation for one in found}),
        ("building_shards", "Shards of a generation that is not read yet.", {one.name: one.building for one in found}),
    ):
        yield _by(f"projection_{name}", text, "projection", values)


def _service() -> Iterator[Metric]:
    found = operation.service()
    yield _one("log_events", "Events in the log.", found.events)
    games = {"lobby": found.waiting, "clock": found.on_the_clock, "bot": found.awaiting_bots}
    yield _by("games_waiting", f"Games by whom they wait for; {_MOST} of each.", "on", games)
    late = operation.lateness()
    yield _one("deadline_lateness_seconds", "How long the oldest move of the clock has been due.", late.clock)
    yield _one("bot_lateness_seconds", "How long the bot that waits longest has been due.", late.bots)
    quarantined = dict.fromkeys(Work, 0) | quarantine_counts()
    yield _by("quarantined", "What failed and is put off, by kind of work.", "work", quarantined)
    yield _one("check_oldest_seconds", "Age of the oldest check that is not done.", _late(found.check_waits))
    if found.heartbeat is not None:
        yield _one("driver_heartbeat_age_seconds", "Since the driver last beat.", found.heartbeat)


def _late(seconds: float | None) -> float:
    return max(seconds or 0.0, 0.0)


def _one(name: str, text: str, value: float) -> Metric:
    return GaugeMetricFamily(f"maumau_{name}", text, value=value)


def _by(name: str, text: str, label: str, values: dict[str, int]) -> Metric:
    family = GaugeMetricFamily(f"maumau_{name}", text, labels=[label])
    for which, value in values.items():
        family.add_metric([which], value)
    return family
