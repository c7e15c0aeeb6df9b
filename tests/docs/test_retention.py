"""The page about what is kept names the bounds and the times that the code has."""

import re
from datetime import timedelta

import pytest
from django.conf import settings

from base.http import idempotency
from games.api.problems.catalogue import entries
from games.clocks import LONGEST_IDLE, LONGEST_PAUSE, LONGEST_WAIT, agreements
from games.services import invitations, matchmaking
from games.store import (
    analyses,
    check_jobs,
    custom_variants,
    erasures,
    export_jobs,
    import_jobs,
    jobs,
    notes,
    notices,
    queue_entries,
    subscriptions,
    webhooks,
)
from players import blocks, cleanup, devices, mail, sessions
from players.api.service_errors import BOT_TOKENS
from players.oauth.registration import MOST_APPS
from tests.config.service import ROOT

PAGE = (ROOT / "docs" / "how-to" / "retention.md").read_text(encoding="utf-8")
ROWS = {line.split("|")[1].strip(): line for line in PAGE.splitlines() if line.startswith("| ")}
BOUNDS = {
    "games that are not over": [settings.OPEN_GAMES],
    "sign-ins": [sessions.MOST_SIGN_INS],
    "sessions of apps": [sessions.MOST_SIGN_INS],
    "tokens of bots": [BOT_TOKENS],
    "devices": [devices.DEVICES],
    "apps of its own": [MOST_APPS],
    "streams at once in a web process": [settings.STREAMS_PER_ACCOUNT],
    "blocked players": [blocks.MOST_BLOCKS],
    "open invitations": [invitations.MOST_OF_MAKER, invitations.MOST_OF_GAME, invitations.MOST_TO_PLAYER],
    "entries of the queue that wait": [matchmaking.MOST_WAITING],
    "webhooks": [webhooks.MOST],
    "events that wait for one webhook": [webhooks.MOST_WAITING],
    "addresses of calendars and news": [subscriptions.MOST],
    "custom variants": [custom_variants.MOST_KEYS, custom_variants.MOST_EDITIONS],
    "checks of rulesets that wait": [jobs.MOST_OPEN],
    "imports of records that wait": [jobs.MOST_OPEN],
    "notes at one game": [notes.MOST],
    "analyses of games that are not done": [jobs.MOST_OPEN],
    "imported records": [import_jobs.MOST_KEPT],
}
TIMES = {
    "a table that waits for players": [LONGEST_WAIT["public"], LONGEST_WAIT["private"]],
    "a game without a clock in which nobody moves": [LONGEST_IDLE],
    "a pause by vote or by a moderator": [LONGEST_PAUSE],
    "a proposal": [agreements.LONGEST_VOTE],
    "an invitation": [timedelta(days=settings.INVITATION_DAYS), invitations.LONGEST],
    "an entry of the queue": [queue_entries.KEPT_MATCHED],
    "notices": [notices.KEPT],
    "deliveries of webhooks": [webhooks.KEPT],
    "a sign-in or session of an app": [settings.REFRESH_LIFETIME, cleanup.ENDED_SESSION_KEPT],
    "a token of a bot": [settings.BOT_TOKEN_LIFETIME],
    "results of requests by `Idempotency-Key`": [idempotency.LIFETIME],
    "addresses from which somebody has signed in, hashed": [cleanup.ADDRESS_KNOWN],
    "a guest who has had no game": [erasures.GUEST_KEPT],
}
HOURS = {
    "codes in mails": mail.CODE_LIFETIME,
    "a check of a ruleset; a record that was refused": timedelta(seconds=check_jobs.KEPT),
}


@pytest.mark.parametrize("what", BOUNDS)
def test_a_bound_is_the_one_in_the_code(what: str) -> None:
    numbers = {int(number.replace(",", "")) for number in re.findall(r"\d[\d,]*", ROWS[what].split("|")[2])}

    assert {*BOUNDS[what]} <= numbers


@pytest.mark.parametrize("what", TIMES)
def test_a_time_is_the_one_in_the_code(what: str) -> None:
    until = ROWS[what].split("|")[2].replace("a week", "7 days")

    for time in TIMES[what]:
        assert re.search(rf"\b{time.days}\b", until), (time.days, until)
    assert "day" in until


def test_what_lasts_for_an_hour_or_a_day() -> None:
    for what, time in HOURS.items():
        assert time == timedelta(hours=1)
        assert "an hour" in ROWS[what]
    assert timedelta(seconds=analyses.KEPT) == timedelta(days=365)
    assert "a year" in ROWS["an analysis of a game"]
    assert check_jobs.KEPT == import_jobs.KEPT
    assert timedelta(seconds=export_jobs.KEPT) == timedelta(days=1)
    assert timedelta(days=1) == queue_entries.KEPT_EXPIRED
    assert "a day" in ROWS["an export"]


def test_every_code_on_the_page_is_a_problem_of_its_status() -> None:
    found = re.findall(r"`(4\d\d) ([a-z_]+)`", PAGE)

    assert len(found) > 10
    assert [(status, code) for status, code in found if str(entries()[code].status) != status] == []
