"""The metrics of the service in the text format of Prometheus. Each scrape reads them from the database."""

from collections.abc import Iterator
from typing import Final

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.registry import Collector

from games.api.counts import COUNTS, Count
from games.notices.kinds import Transport
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
    """Reads the metrics from the database when Prometheus scrapes them."""

    def collect(self) -> Iterator[Metric]:
        """Yield each family."""
        found = operation.followings()
        for name, text, values in (
            ("lag_events", "Events that it has not read.", {one.name: one.lag for one in found}),
            ("failed_shards", "Shards at which it stopped.", {one.name: one.failed for one in found}),
            ("generation", "The generation that is read.", {one.name: one.generation for one in found}),
            ("building_shards", "Shards of a generation that is not read yet.",
             {one.name: one.building for one in found}),
        ):  # fmt: skip
            yield _by(f"projection_{name}", text, "projection", values)
        yield _by("finding_reports_open", "Places where `verify` found something that is not gone yet.",
                  "scope", operation.open_findings())  # fmt: skip
        streams: tuple[tuple[Count, str], ...] = (
            ("open", "Streams that are open."),
            ("refused", "Streams that were refused since the start, because too many were open."),
        )
        for count, text in streams:
            yield _by(f"streams_{count}", text, "kind", COUNTS.totals(count))
        answers = CounterMetricFamily("maumau_answers", "Answers by the class of their status.", labels=["status"])
        for status, number in COUNTS.totals("answers").items():
            answers.add_metric([status], number)
        yield answers
        service, late = operation.service(), operation.lateness()
        yield _one("log_events", "Events in the log.", service.events)
        yield _one("archived_games", "Games that have left the log for a file.", service.archived)
        games = {"lobby": service.waiting, "clock": service.on_the_clock, "bot": service.awaiting_bots}
        yield _by("games_waiting", f"Games by what they wait for; {_MOST} of each.", "on", games)
        yield _one("deadline_lateness_seconds", "How long the oldest move of the clock has been due.", late.clock)
        yield _one("bot_lateness_seconds", "How long the bot that waits longest has been due.", late.bots)
        quarantined = dict.fromkeys(Work, 0) | quarantine_counts()
        yield _by("quarantined", "Work that failed and is put off, by its kind.", "work", quarantined)
        hooks = operation.webhooks()
        yield _one("webhook_deliveries_waiting", f"Deliveries to webhooks that are not done; {_MOST}.", hooks.waiting)
        yield _one("webhook_lateness_seconds", "How long the oldest delivery to a webhook has been due.", hooks.late)
        yield _one("webhooks_failing", "Webhooks whose last attempt failed.", hooks.failing)
        notices = {one.transport: one for one in operation.notices()}
        for name, text, values in (
            ("deliveries_waiting", f"Deliveries that are not done; {_MOST}.",
             {way: found.waiting for way, found in notices.items()}),
            ("deliveries_failing", "Deliveries that have failed, and are tried again.",
             {way: found.failing for way, found in notices.items()}),
            ("lateness_seconds", "How long the oldest delivery has been due.",
             {way: round(found.late) for way, found in notices.items()}),
        ):  # fmt: skip
            yield _by(f"notice_{name}", text, "transport", dict.fromkeys(Transport, 0) | values)
        mails = operation.account_mails()
        yield _one("account_mails_waiting", f"Mails about accounts that are not sent; {_MOST}.", mails.waiting)
        yield _one("account_mails_failing", "Mails about accounts that have failed for ten minutes.", mails.failing)
        yield _one("account_mail_lateness_seconds", "How long the oldest of them has been due.", round(mails.late))
        analyses = operation.analyses()
        yield _one("analyses_waiting", "Analyses of games that are not done.", analyses.waiting)
        yield _one("analyses_failing", "Analyses that have failed at a decision, and try it again.", analyses.failing)
        yield _one("analysis_lateness_seconds", "How long the oldest of them has been due.", round(analyses.late))
        age = max(service.check_waits or 0.0, 0.0)
        yield _one("check_oldest_seconds", "Age of the oldest check that is not done.", age)
        if service.heartbeat is not None:
            yield _one(
                "driver_heartbeat_age_seconds", "Time since the last heartbeat of the driver.", service.heartbeat
            )


def _one(name: str, text: str, value: float) -> Metric:
    return GaugeMetricFamily(f"maumau_{name}", text, value=value)


def _by(name: str, text: str, label: str, values: dict[str, int]) -> Metric:
    family = GaugeMetricFamily(f"maumau_{name}", text, labels=[label])
    for which, value in values.items():
        family.add_metric([which], value)
    return family
