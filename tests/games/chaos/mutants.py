"""Faults that are planted in the service, to see whether the chaos finds them. The code of the service knows nothing.

Each is a function that replaces one thing in the modules of the service. Its name says what is wrong then.
"""

import random
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta
from pkgutil import resolve_name
from typing import Any, Final

from django.apps import AppConfig
from django.db import connections, transaction
from rest_framework.response import Response

from config import environment

_EARLY: Final = timedelta(seconds=0.7)
_OLD: Final = 1.5
_RANDOM: Final = random.SystemRandom()
"""Forks of one process would all begin with the same numbers of another one."""


class Mutants(AppConfig):
    """Plants the fault that the variable ``MUTANT`` names."""

    name = "tests.games.chaos"

    def ready(self) -> None:
        """Plant it, in this process and in those that it forks."""
        if name := environment.word("MUTANT", ""):
            MUTANTS[name]()


def _replace(where: str, name: str, make: Callable[[Any], Any]) -> None:
    """Replace what is called *name* in a module, or in a class, by what *make* makes of it."""
    found = resolve_name(where)
    setattr(found, name, make(getattr(found, name)))


def _game_of(row: Any) -> Any:
    return resolve_name("games.store:game_of")(row)


def _chance(of: float) -> bool:
    return _RANDOM.random() < of


def the_idempotency_check_is_skipped() -> None:
    _replace("games.services.moves", "result_before", lambda _: lambda _row, _context: None)


def tables_are_up_to_a_second_and_a_half_old() -> None:
    kept: dict[Any, tuple[float, Any, str]] = {}

    def make(answer: Callable[..., Response]) -> Callable[..., Response]:
        def old(request: Any, seen: Any, language: str, *, since: int | None) -> Response:
            place = seen.id, seen.viewer, language, since
            at, data, etag = kept.get(place, (0.0, None, ""))
            if time.monotonic() - at < _OLD:
                return Response(data, headers={"ETag": etag})
            made = answer(request, seen, language, since=since)
            if made.status_code == 200:
                kept[place] = time.monotonic(), made.data, made.headers["ETag"]
            return made

        return old

    _replace("games.api.tables.current", "answer", make)


def three_notices_of_ten_are_dropped() -> None:
    _replace(
        "games.store.notices", "plan", lambda plan: lambda planned: plan([one for one in planned if not _chance(0.3)])
    )


def moves_are_refused_before_their_deadline() -> None:
    _replace("games.services.moves", "is_late", lambda is_late: lambda row: is_late(replace(row, now=row.now + _EARLY)))


def claims_are_never_released() -> None:
    _replace("games.store.claims", "settlement", lambda settlement: lambda claim: settlement(claim)[1:])


def commits_do_not_wait_for_the_disk() -> None:
    connections["default"].settings_dict["OPTIONS"]["options"] = "-c synchronous_commit=off"


def moves_of_an_earlier_turn_are_made() -> None:
    def make(handle: Callable[..., Any]) -> Callable[..., Any]:
        def any_turn(row: Any, command: Any, turn: int | None, context: Any) -> Any:
            return handle(row, command, None if turn is None else _game_of(row).turn, context)

        return any_turn

    _replace("games.services.moves", "handle_locked", make)


def moves_are_accepted_after_their_deadline() -> None:
    _replace("games.services.moves", "is_late", lambda is_late: lambda row: is_late(replace(row, now=row.now - _EARLY)))


def times_run_out_early() -> None:
    early = f"statement_timestamp() + interval '{_EARLY.total_seconds()} s'"
    _replace("games.store.claims", "_LATE", lambda late: late.replace("statement_timestamp()", early))
    _replace(
        "games.services.due", "make_clock_move_if_late",
        lambda move: lambda row: move(replace(row, deadline=row.deadline and row.deadline - _EARLY)),
    )  # fmt: skip


def the_clock_forgets_every_second_game() -> None:
    _replace(
        "games.services.due", "make_clock_move_if_late", lambda move: lambda row: bool(row.id.int % 2) and move(row)
    )


def bots_forget_every_second_game() -> None:
    _replace(
        "games.services.due",
        "answer",
        lambda answer: lambda row, thought: bool(row.id.int % 2) and answer(row, thought),
    )


def claims_last_for_an_hour() -> None:
    _replace("games.store.claims", "_PAUSE", lambda _: "interval '1 h'")


def acknowledged_moves_are_rolled_back() -> None:
    def make(answer_of: Callable[..., Any]) -> Callable[..., Any]:
        def undone(*given: Any) -> Any:
            made = answer_of(*given)
            if _chance(0.2):
                transaction.set_rollback(True)
            return made

        return undone

    _replace("games.api.tables.moving", "answer_of", make)


def repeated_requests_get_the_newest_table() -> None:
    _replace(
        "games.services.moves",
        "at_version",
        lambda _: lambda row, _version: resolve_name("games.services.writing:Table")(row, _game_of(row)),
    )


def a_changed_table_is_not_modified() -> None:
    def make(etag: Callable[..., str]) -> Callable[..., str]:
        def coarse(self: Any, language: str, version: int | None = None) -> str:
            return etag(self, language, (version or self.version) // 2 * 2)

        return coarse

    _replace("games.api.header:Header", "etag", make)


def the_feed_skips_events() -> None:
    _replace(
        "games.api.tables.views",
        "read",
        lambda read: lambda *of, **how: [one for one in read(*of, **how) if not _chance(0.05)],
    )


def the_lobby_skips_events() -> None:
    def make(project: Callable[..., None]) -> Callable[..., None]:
        def some(self: Any, events: Any, **place: int) -> None:
            project(self, [one for one in events if one.type != "seat-taken" or not _chance(0.2)], **place)

        return some

    _replace("games.projections.lobby:Lobby", "project", make)


def webhooks_are_sent_twice() -> None:
    def make(send: Callable[..., Any]) -> Callable[..., Any]:
        async def twice(self: Any, request: Any) -> Any:
            await send(self, request)
            return await send(self, request)

        return twice

    _replace("games.webhooks.sending:Sender", "send", make)


def three_webhooks_of_ten_are_dropped() -> None:
    _replace(
        "games.projections.webhooks",
        "add_deliveries",
        lambda add: lambda new: add([one for one in new if not _chance(0.3)]),
    )


def three_plans_of_ten_are_not_stored() -> None:
    _replace("games.store.plans", "put", lambda put: lambda *what, **how: None if _chance(0.3) else put(*what, **how))


def plans_are_never_played() -> None:
    _replace("games.store.plans", "arm", lambda _: lambda _shard, _games: None)


MUTANTS: Final[Mapping[str, Callable[[], None]]] = {
    one.__name__.replace("_", " "): one
    for one in (
        the_idempotency_check_is_skipped, tables_are_up_to_a_second_and_a_half_old, three_notices_of_ten_are_dropped,
        moves_are_refused_before_their_deadline, claims_are_never_released, commits_do_not_wait_for_the_disk,
        moves_of_an_earlier_turn_are_made, moves_are_accepted_after_their_deadline, times_run_out_early,
        the_clock_forgets_every_second_game, bots_forget_every_second_game, claims_last_for_an_hour,
        acknowledged_moves_are_rolled_back, repeated_requests_get_the_newest_table, a_changed_table_is_not_modified,
        the_feed_skips_events, the_lobby_skips_events, webhooks_are_sent_twice, three_webhooks_of_ten_are_dropped,
        three_plans_of_ten_are_not_stored, plans_are_never_played,
    )
}  # fmt: skip
"""The faults by what they are called in the table."""
