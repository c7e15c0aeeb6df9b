"""One run of the lab: players play, one thing after another fails, and each time all must be well again."""

import argparse
import math
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Final

from django.db import DatabaseError, InterfaceError, connection

from games.db import rows
from tests.benchmarks.ledger import Ledger
from tests.benchmarks.service import Player
from tests.games.chaos import findings
from tests.games.chaos.clients import Party, parties_of
from tests.lab.failures import FAILURES, Failure
from tests.lab.lab import URL, Lab, await_value
from tests.lab.old_reads import OldReads, await_scans
from tests.lab.report import PAGE, Outcome, conditions, printed, table, written

_PARTIES: Final = 4
_TABLES: Final = 3
"""The games that a party plays at once."""
_BOT_PAUSE: Final = 1
"""Seconds that bots leave between two moves, so that the processors of one machine are enough for all hosts."""
_ANSWER_SECONDS: Final = 10.0
"""Seconds after which a client gives up an answer, and asks again under the same key."""
_LONGEST: Final = 900.0
"""Seconds in which every request is answered, also while all hosts are without power."""
_WARM_UP: Final = 20
_AFTERWARDS: Final = 20
"""Moves that are acknowledged before a failure, and after it."""
_PATIENCE: Final = 240.0
"""Seconds in which all is well again after a failure."""
_CREDITED: Final = """
    SELECT ran.stream, ran.turn, ran.recorded_at, outage.ended FROM event AS ran
    JOIN LATERAL (
        SELECT max(recorded_at) AS at FROM event WHERE stream = ran.stream AND turn < ran.turn
    ) AS began ON true
    JOIN outage ON began.at BETWEEN outage.began - interval '1 s' AND outage.began AND ran.recorded_at > outage.began
    WHERE ran.type = 'time-ran-out' AND ran.recorded_at < outage.ended
    AND outage.cause <> 'back' AND outage.ended - outage.began > interval '5 min'
    AND ran.recorded_at > outage.began + (outage.ended - outage.began) / 2
"""
"""Turns that ran when an outage began, with at least a second left, and that have not got the time of the outage.

An outage begins with the last heartbeat. In its first seconds the hosts may still have had power, and turns ran out.
"""


def run(folder: Path, values: Mapping[str, str], asked: argparse.Namespace) -> int:
    """Stand the lab up, and let it suffer. Return the exit status: 1 if something is wrong."""
    begun = time.monotonic()

    def say(line: str) -> None:
        sys.stdout.write(f"{time.monotonic() - begun:6.0f} s  {line}\n")
        sys.stdout.flush()

    wanted = [words.lower() for words in asked.only or [""]]
    chosen = [one for one in FAILURES if any(words in one.name.lower() for words in wanted)]
    if asked.short:  # nor is it a test of how fast this machine is
        chosen = [replace(one, most=math.inf) for one in chosen if one.is_short]
    outcomes: list[Outcome] = []
    try:
        with Lab(folder, values, say) as lab:
            if asked.stay:
                say(f"The service is at {URL}. Press Ctrl-C to end.")
                threading.Event().wait()
            for outcome in _suffer(lab, chosen):
                outcomes.append(outcome)
                if asked.write:
                    page = PAGE.read_text(encoding="utf-8")
                    text = f"{table(outcomes, printed(page))}\n{conditions()}\n"
                    PAGE.write_text(written(page, text), encoding="utf-8")
    except KeyboardInterrupt:
        return 130
    sys.stdout.write(table(outcomes))
    return int(not all(one.is_good for one in outcomes))


def _suffer(lab: Lab, failures: Sequence[Failure]) -> Iterator[Outcome]:
    """Yield what each failure cost. Ends early if the service does not recover from one."""
    *players, reader = (Player(URL, patience=_ANSWER_SECONDS) for _ in range(2 * _PARTIES + 1))
    parties, reads = parties_of(players, lab.ledger, Random(12), _BOT_PAUSE, _LONGEST), OldReads(reader)
    for failure in failures:
        lab.say(failure.name)
        for player in (*players, reader):
            player.sign_in_again()
        outcome = _through(lab, failure, parties, reads)
        lab.say(f"  no move accepted for {outcome.silent:.1f} s, {outcome.acknowledged} moves acknowledged, "
                f"{outcome.lost} lost, {outcome.doubled} doubled, {outcome.findings or 'nothing found'}")  # fmt: skip
        yield outcome
        if not outcome.recovered:
            return


def _through(lab: Lab, failure: Failure, parties: Sequence[Party], reads: OldReads) -> Outcome:
    """Let players play through a failure until all is well again. Return what it cost."""
    ledger = lab.ledger
    before, stopped, wrong = len(ledger.accepted), threading.Event(), list[str]()
    recovered = False
    began = mended = time.monotonic()
    ledger.waits.clear()
    with ThreadPoolExecutor(len(parties) + 1) as pool:
        playing = [pool.submit(_play_on, party, stopped, ledger) for party in parties]
        playing.append(pool.submit(reads.read_on, stopped))
        try:
            _await_moves(ledger, _WARM_UP)
            reads.await_replica()
            await_scans(lab)
            began = time.monotonic()
            with failure.inflict(lab):
                inflicted = time.monotonic()
                time.sleep(failure.seconds)
                if not failure.has_replicas:
                    wrong += reads.wrong_without_replicas(inflicted, time.monotonic())
            mended = time.monotonic()
            _await_moves(ledger, _AFTERWARDS)
            lab.await_replication()
            reads.await_replica()
            _await_answer(_all_games_go_on)
            recovered = True
        except (TimeoutError, AssertionError) as error:
            mended = max(mended, began)
            wrong.append(str(error))
        finally:
            ended = time.monotonic()
            stopped.set()
    for one in playing:
        one.result()
    if recovered:
        wrong += _wrong_after(lab)
    audited = list(ledger.audit())
    times = [began, *(at for at in ledger.accepted_at if began < at < ended), ended]
    silent = max(after - at for at, after in pairwise(times))
    if silent > failure.most:
        wrong.append(f"no move was accepted for {silent:.0f} s, and {failure.most:.0f} s are allowed")
    for faults in (ledger.faults, reads.faults):
        wrong += faults
        faults.clear()
    return Outcome(
        failure.name, mended - began, silent, max(ledger.waits), len(ledger.accepted) - before,
        reads.share(began, ended),
        lost=sum(one.startswith("lost") for one in audited),
        doubled=sum(one.startswith("doubled") for one in audited),
        findings=[*wrong, *(one for one in audited if not one.startswith(("lost", "doubled")))],
        recovered=recovered,
    )  # fmt: skip


def _play_on(party: Party, stopped: threading.Event, ledger: Ledger) -> None:
    """Play until *stopped* is set, also after an answer that must not come. Such an answer is a fault."""
    while not stopped.is_set():
        try:
            party.play(_TABLES, stopped)
        except AssertionError as error:
            ledger.fault(f"a player got {error}")


def _wrong_after(lab: Lab) -> Iterator[str]:
    """Yield what is wrong when all is said to be well again, apart from moves that were lost or doubled."""
    _await_answer(partial(findings.have_read, findings.ends()))
    found = [*findings.wrong_rows()]
    # Bots and clocks play on. What followers put right when they read what has happened since is not wrong.
    _await_answer(partial(findings.have_read, findings.ends()))
    still = {*findings.wrong_rows()}
    yield from (what for what in found if what in still)
    yield from (f"a turn was not credited with an outage: {row}" for row in rows(_CREDITED))
    try:
        lab.manage("verify")
    except subprocess.CalledProcessError as error:
        yield f"verify: {' '.join((error.stdout + error.stderr).split())[-300:]}"
    for name, host in lab.hosts.items():
        yield from (f"{unit} ended by itself on {name}" for unit in host.ends)
        host.ends.clear()


def _all_games_go_on() -> bool:
    """Wait until each game has gone on. Raises AssertionError if one does not."""
    findings.await_that_each_game_goes_on(_PATIENCE)
    return True


def _await_moves(ledger: Ledger, number: int) -> None:
    """Wait until so many more moves are acknowledged. Raises TimeoutError."""
    enough = len(ledger.accepted) + number
    await_value(lambda: len(ledger.accepted) >= enough, f"{number} moves")


def _await_answer(ask: Callable[[], bool]) -> None:
    """Wait until *ask* returns true. The database may be away meanwhile."""

    def answer() -> bool:
        with suppress(DatabaseError, InterfaceError):
            return ask()
        connection.close()
        return False

    await_value(answer, "an answer of the database")
