"""The lines of ``manage.py doctor``: the state of each part of the service, with advice."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from datetime import timedelta
from threading import Semaphore
from typing import Final, NamedTuple

from django.conf import settings

from games import built_page, health
from games.db import rows
from games.health import Round
from games.management.advice import NO_DATABASE, THROWAWAY
from games.notices.kinds import Transport
from games.projections.registry import NOTICES, WEBHOOKS
from games.selectors import operation
from games.services import notice_push
from games.store import analyses, claims, import_jobs, now
from players import mail

PATIENCE: Final = 6.0
"""Seconds for all checks together. The command has four more to start."""
_at_once: Final = Semaphore(6)
"""How many checks ask the database at once. Each of their statements has a second (`games.health`)."""
_UNTOLD: Final = "Look in `pg_stat_activity` for who holds a lock, or in PostgreSQL's log for what it refuses."
_SETTINGS: Final = """
    SELECT current_setting('cluster_name'), current_setting('fsync'), current_setting('synchronous_commit')
"""
_DURABLE: Final = "A crash may lose moves that players were told are made. Turn `{name}` on in PostgreSQL."
_MOST: Final = 20
"""Lines about one subject."""
_LAG: Final = 10_000
"""Events that a read model may be behind before it is reported."""
_DELIVERY_LATE: Final = 60
"""Seconds that a delivery to a webhook may be late before it is reported."""
_FAILING: Final = 100
"""Deliveries of notices by one transport that may have failed, and wait for another attempt, before it is reported."""
_CREDENTIALS: Final = "Compare its settings with `docs/how-to/push.md`."
_JOB_WAIT: Final = 600
"""Seconds that the check of a ruleset may wait before it is reported."""
_SKEW: Final = 2.0
"""Seconds by which this machine's clock and the database's may differ before it is reported."""
_STEP_IS_NEW: Final = timedelta(days=1)
"""How long a step of the database's clock is reported as a problem."""
_ADVICE: Final = {
    "database": NO_DATABASE,
    "migrations": "Run `manage.py migrate`.",
    "broker": "Start the broker, or correct BROKER_URL. Games go on without it, but rulesets are checked later. "
    "With `make up`, stop the service with Ctrl-C and start it again.",
    "worker": "Start `manage.py clock`. If it is running, its log says what it waits for. "
    "With `make up`, stop the service with Ctrl-C and start it again.",
    "clock": "Start another `manage.py clock`, or find out what slows down this machine.",
    "bots": "Start another worker for the queue `bots`, or find out what slows down this machine.",
    "page": "Run `python -m games.web.build` with the settings of the web server. `make up` does it at each start.",
    "mail": "Compare EMAIL_URL and EMAIL_FROM with what your mail server takes.",
    "projections": "Read the checkpoint in the admin, fix the cause, then run `manage.py resume NAME`.",
}


_NO_MAIL: Final = "django.core.mail.backends.dummy.EmailBackend"


class Line(NamedTuple):
    """A line of the report."""

    is_well: bool
    what: str
    advice: str = ""


def report() -> Iterator[Line]:
    """Yield the lines of the report, after at most `PATIENCE` seconds. A check that fails hides no other one.

    Without a database, or before its migrations, there are fewer lines.
    """
    until = time.monotonic() + PATIENCE
    rounds = {name: Round([name], _looked(name, check)) for name, check in {**_OUTSIDE, **_CHECKS}.items()}
    states = health.checks(PATIENCE)
    for name, state in states.items():
        if state == health.OK:
            yield Line(True, name)
        elif state != health.NO_DATABASE:  # the line about the database says it already
            yield Line(False, f"{name}: {state}", _ADVICE.get(name, ""))
    has_tables = states["database"] == health.OK and states["migrations"] != health.BEHIND
    for name, one in rounds.items():
        if has_tables or name in _OUTSIDE:
            yield from one.wait(until, [_untold(name, health.NO_ANSWER)])[name]


def _looked(name: str, check: Callable[[], Iterable[Line]]) -> Callable[[dict[str, list[Line]]], None]:
    """Return the round of a check: its lines, or one that says why there are none."""

    def fill(found: dict[str, list[Line]]) -> None:
        try:
            with nullcontext() if name in _OUTSIDE else _database():
                found[name] = [*check()]
        except Exception as error:  # noqa: BLE001 - whatever it is, the other checks are shown
            found[name] = [_untold(name, health.why(error))]

    return fill


@contextmanager
def _database() -> Iterator[None]:
    """Give a check a connection of its own, to few at once."""
    with _at_once, health.unpooled():
        yield


def _untold(name: str, why: str) -> Line:
    return Line(False, f"{name}: cannot be told ({why})", _UNTOLD)


def _page() -> Iterator[Line]:
    page = settings.WEB_ROOT
    if not built_page.is_built(page):
        yield Line(False, f"page: it is not in {page}", _ADVICE["page"])
    elif not built_page.is_of_this_code(page):
        yield Line(False, "page: it was built from other code", _ADVICE["page"])
    else:
        yield Line(True, "page")


def _mail() -> Iterator[Line]:
    if settings.EMAIL_BACKEND == _NO_MAIL:
        yield Line(True, "mail: none is sent", "Without EMAIL_URL nobody can get a new password.")
        return
    trouble = mail.trouble()
    yield Line(not trouble, f"mail: {trouble}" if trouble else "mail", _ADVICE["mail"] * bool(trouble))


def _durability() -> Iterator[Line]:
    """Yield a line for each setting of the server with which it may lose what it has confirmed."""
    ((server, *values),) = rows(_SETTINGS)
    off = [name for name, value in zip(("fsync", "synchronous_commit"), values, strict=True) if value == "off"]
    for name in [] if server == THROWAWAY else off:
        yield Line(False, f"durability: {name} is off", _DURABLE.format(name=name))
    if not off or server == THROWAWAY:
        yield Line(True, "durability")


def _followings() -> Iterator[Line]:
    for one in operation.followings():
        is_late = one.lag > _LAG
        kind = "follower" if one.name in {**WEBHOOKS, **NOTICES} else "read model"
        what = f"{kind} {one.name}: generation {one.generation}, {one.lag} events behind"
        yield Line(not is_late, what, "Start a worker for the queue `games`, or another one." * is_late)


def _ladders() -> Iterator[Line]:
    yield Line(True, f"ladders: {operation.unrated_count()} results wait to be rated")


def _plans() -> Iterator[Line]:
    late = operation.plan_lateness()
    is_late = late > health.BOTS_LATE
    plans = f"the oldest is {late:.0f} s late" if is_late else "none is late"
    yield Line(not is_late, f"plans of players: {plans}", "Start a worker for the queue `bots`." * is_late)


def _ruleset_checks() -> Iterator[Line]:
    seconds = operation.check_waits()
    is_late = seconds is not None and seconds > _JOB_WAIT
    jobs = "none waits" if seconds is None else f"the oldest has waited for {seconds:.0f} s"
    yield Line(not is_late, f"checks of rulesets: {jobs}", "Start a worker for the queue `checks`." * is_late)


def _record_checks() -> Iterator[Line]:
    yield Line(True, f"checks of records: {'some wait' if import_jobs.waits() else 'none waits'}")


def _analyses() -> Iterator[Line]:
    yield Line(True, f"analyses of games: {'some wait' if analyses.waits() else 'none waits'}")


def _outages() -> Iterator[Line]:
    outages = operation.latest_outages()
    if not outages:
        yield Line(True, "no outage has been recorded")
    for cause, began, ended in outages:
        span = f"{began:%Y-%m-%d %H:%M:%S} to {ended:%H:%M:%S} UTC"
        yield Line(True, f"outage of {cause}: {span}, credited to the seats that were on turn")


def _findings() -> Iterator[Line]:
    findings = operation.open_findings()
    if not findings:
        yield Line(True, "verify has no open findings")
    for what, count in findings.items():
        advice = "Read the finding reports in the admin, then run `manage.py verify`. Keep your earlier backups."
        yield Line(False, f"verify has findings in {count} places ({what})", advice)


def clock_skew(machine: float) -> Line:
    """Return the line about the clock of this *machine*, which shows this Unix time now.

    Deadlines are the database's alone. Tokens and signatures expire by the clocks of the web servers.
    """
    skew = now().timestamp() - machine
    what = f"clocks: the database is {abs(skew):.1f} s {'ahead of' if skew >= 0 else 'behind'} this machine"
    advice = "Let NTP set the clocks of both, for example with chrony: tokens may expire too early or too late."
    return Line(abs(skew) <= _SKEW, what, advice * (abs(skew) > _SKEW))


def clock_steps() -> Iterator[Line]:
    """Yield a line for each of the last steps of the database's clock. One of the last day is a problem."""
    at = now()
    for by, shown in operation.latest_steps():
        is_new = at - shown < _STEP_IS_NEW
        how = "back" if by < timedelta() else "forward"
        what = f"the database's clock was set {how} by {abs(by)}, to {shown:%Y-%m-%d %H:%M:%S} UTC"
        advice = "No turn has lost time by it. Find out who sets this clock, and use NTP, for example with chrony."
        yield Line(not is_new, what, advice * is_new)


def _webhooks() -> Iterator[Line]:
    found = operation.webhooks()
    is_late = found.late > _DELIVERY_LATE
    late = f"the oldest is {found.late:.0f} s late" if is_late else "none is late"
    what = f"webhooks: {found.waiting} deliveries wait, {late}; {found.failing} receivers fail, {found.off} are off"
    yield Line(not is_late, what, "Start a worker for the queue `games`, or another one." * is_late)


def _notices() -> Iterator[Line]:
    """Yield a line for each way by which notices wait to leave, and one if none waits."""
    found = operation.notices()
    if not found:
        yield Line(True, "notices: none waits to leave")
    for one in found:
        what = f"notices by {one.transport}: {one.waiting} wait, the oldest is {one.late:.0f} s late"
        is_on = one.transport == Transport.MAIL or one.transport in notice_push.transports()
        if not is_on:
            yield Line(False, what, f"This service has no credentials for {one.transport} any more. {_CREDENTIALS}")
        elif one.late > _DELIVERY_LATE:
            yield Line(False, what, "Start a worker for the queue `games`, or another one.")
        elif one.failing > _FAILING:
            advice = f"{one.failing} have failed and are tried again. The log of the worker says why. {_CREDENTIALS}"
            yield Line(False, what, advice)
        else:
            yield Line(True, what)


def _account_mails() -> Iterator[Line]:
    """Yield the line about the mails without which players cannot confirm an address or get a new password."""
    found = operation.account_mails()
    what = f"mails about accounts: {found.waiting} wait, the oldest is {found.late:.0f} s late"
    if found.late > _DELIVERY_LATE:
        yield Line(False, what, "Start a worker for the queue `games`, or another one.")
    elif found.failing:
        advice = (
            f"{found.failing} have failed for ten minutes and are tried again, for half a day. The log of the worker "
            "says why. Compare EMAIL_URL and EMAIL_FROM with what your mail server takes."
        )
        yield Line(False, what, advice)
    else:
        yield Line(True, what if found.waiting else "mails about accounts: none waits")


def _quarantine() -> Iterator[Line]:
    """Yield the work that failed and is put off, with what to do about each kind."""
    found = claims.quarantined()
    if not found:
        yield Line(True, "no work is put off")
    for one in found[:_MOST]:
        tries = f"{one.tries} tries since {one.since:%Y-%m-%d %H:%M:%S} UTC, next at {one.next_try:%H:%M:%S}"
        advice = "The log of the worker has the traceback."
        if one.kind in {claims.Work.CLOCK, claims.Work.BOT, claims.Work.PLAN}:
            advice = (
                f"Run `manage.py verify --games {one.key}`. {advice} "
                "If only the snapshot is wrong, delete its row in `game_state`: it is made again from the log."
            )
        again = "The service tries again by itself. `manage.py resume claims` tries everything at once."
        yield Line(False, f"{one.kind} of {one.key} is put off: {one.reason}; {tries}", f"{advice} {again}")
    if len(found) > _MOST:
        yield Line(False, f"{len(found) - _MOST} more are put off")


_OUTSIDE: Final[Mapping[str, Callable[[], Iterable[Line]]]] = {"page": _page, "mail": _mail}
"""Checks that need no database."""
_CHECKS: Final[Mapping[str, Callable[[], Iterable[Line]]]] = {
    "durability": _durability,
    "clocks": lambda: [clock_skew(time.time())],
    "steps of the clock": clock_steps,
    "work that is put off": _quarantine,
    "read models": _followings,
    "ladders": _ladders,
    "plans of players": _plans,
    "webhooks": _webhooks,
    "notices": _notices,
    "mails about accounts": _account_mails,
    "checks of rulesets": _ruleset_checks,
    "checks of records": _record_checks,
    "analyses of games": _analyses,
    "outages": _outages,
    "verify": _findings,
}
