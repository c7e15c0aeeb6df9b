from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection

from base.identifiers import uuid7
from games.api.history.replays import ALL
from games.api.tables.table import TableContext, table_as
from games.log.read import event_of
from games.rules.evolve import evolve
from games.rules.game import Game
from games.rules.observation import lay_open, observe
from games.rules.variants import KEYS, load
from tests.games.api.conftest import Caller
from tests.games.api.tables.test_every_variant import OPTIONS, Played
from tests.games.whole import Whole

TODAYS = ("server_time",)
"""What a table tells of the moment at which it is asked for."""


def state(caller: Any, game: str, version: int, query: str = "") -> dict[str, Any]:
    answer = caller.get(f"/games/{game}/states/{version}{query}")
    assert answer.status_code == 200, answer.content
    return dict(answer.json())


def kept(table: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in table.items() if name not in TODAYS}


@pytest.mark.parametrize("variant", ["mau_mau", "prsi", "mau_mau_official"])
@pytest.mark.usefixtures("rules")
def test_every_table_can_be_seen_again(variant: str) -> None:
    played = Played.of(variant, 3, OPTIONS[variant][0])
    seen: dict[tuple[int | None, int], dict[str, Any]] = {}
    for number, table in enumerate(played.tables()):
        views = played.seen_by_all() if number % 3 == 0 else {}
        seen |= {(seat, one["version"]): one for seat, one in views.items()}
        seen[table["you"]["seat"], table["version"]] = table
        if number == 20 and table["status"] == "playing":
            played._resign()  # noqa: SLF001 - one of three goes, the others play on
            break
    callers = {**played.people, None: Caller().sign_in()}

    for (seat, version), table in seen.items():
        if seat in callers:
            assert kept(state(callers[seat], played.game, version)) == kept(table)


def finished(game: str, loser: Any) -> None:
    assert loser.post(f"/games/{game}/resignation", {}).status_code == 201


def test_while_it_runs_there_is_only_ones_own_view(duel: str, anna: Any, bert: Any, stranger: Any) -> None:
    version = anna.table(duel)["version"]

    own, spectators = state(anna, duel, version), state(stranger, duel, version)

    assert (own["you"]["seat"], spectators["you"]) == (0, None)
    assert [seat["hand"] is None for seat in own["seats"]] == [False, True]
    for caller in (anna, bert, stranger):
        for seat in ("0", "1", "all", "nonsense"):
            refused = caller.get(f"/games/{duel}/states/{version}?seat={seat}")
            assert (refused.status_code, refused.json()["code"]) == (403, "still_played")


def test_when_it_is_over_any_seat_lends_its_eyes(duel: str, anna: Any, bert: Any, stranger: Any) -> None:
    before = [who.table(duel) for who in (anna, bert)]
    version = before[0]["version"]
    finished(duel, bert)

    assert [kept(state(stranger, duel, version, f"?seat={seat}")) for seat in (0, 1)] == [*map(kept, before)]
    assert kept(state(anna, duel, version)) == kept(before[0])
    for seat in ("2", "-1", "ALL", "00"):
        assert anna.get(f"/games/{duel}/states/{version}?seat={seat}").status_code == 422


def test_all_cards_open(duel: str, anna: Any, bert: Any, stranger: Any) -> None:
    version = anna.table(duel)["version"]
    hands = [who.table(duel)["you"]["hand"] for who in (anna, bert)]
    finished(duel, bert)

    table = state(stranger, duel, version, "?seat=all")

    assert table["you"] is None
    assert [seat["hand"] for seat in table["seats"]] == hands
    assert table["layout"].startswith(f"{''.join(hands[0])}/{''.join(hands[1])} ")
    assert "?" not in table["layout"]


def test_there_is_no_version_before_the_first_and_none_to_come(duel: str, anna: Any) -> None:
    last = anna.table(duel)["version"]

    statuses = [anna.get(f"/games/{duel}/states/{one}").status_code for one in (0, 1, last, last + 1, 10**30)]

    assert statuses == [404, 200, 200, 404, 404]
    assert anna.get(f"/games/{uuid7()}/states/1").status_code == 404
    assert anna.get(f"/games/{duel}/states/1?observation=all").status_code == 422


def test_a_private_game_is_not_there_for_strangers(anna: Any, stranger: Any) -> None:
    game = anna.opens(visibility="private", bots=["novice"])["id"]

    assert anna.get(f"/games/{game}/states/1").status_code == 200
    for path in ("states/1", "digest", "fairness"):
        assert stranger.get(f"/games/{game}/{path}").status_code == 404


def test_what_is_over_is_asked_for_again_since_names_may_change(duel: str, anna: Any, bert: Any) -> None:
    running = anna.get(f"/games/{duel}/states/3")
    finished(duel, bert)
    over = anna.get(f"/games/{duel}/states/3?seat=all")

    assert running.headers["Cache-Control"] == "private, no-cache"
    assert over.headers["Cache-Control"] == "private, no-cache"
    for where, answer in (("", running), ("?seat=all", over)):
        again = anna.get(f"/games/{duel}/states/3{where}", If_None_Match=answer.headers["ETag"])
        assert (again.status_code, again.content) == (304, b"")
    assert anna.get(f"/games/{duel}/states/3?seat=0", If_None_Match=over.headers["ETag"]).status_code == 200


def test_the_clock_is_as_it_was(anna: Any, bert: Any) -> None:
    game = anna.opens(clock={"turn": 60, "bank": 0})["id"]
    bert.post(f"/games/{game}/seats", {})
    before = anna.table(game)
    with connection.cursor() as cursor:  # an outage that ends in the first turn, long before the next
        began = datetime.fromisoformat(before["deadline"]) - timedelta(seconds=60)
        cursor.execute("INSERT INTO outage (began, ended) VALUES (%s, %s)", [began, began + timedelta(microseconds=1)])
    credited = anna.table(game)
    mover = (anna, bert)[before["on_turn"]]
    mover.moves(game, mover.table(game)["you"]["moves"][0], before["turn"])

    then = state(anna, game, before["version"])

    assert credited["deadline"] > before["deadline"]
    assert then["deadline"] == credited["deadline"]
    assert datetime.fromisoformat(then["server_time"]) == began
    assert anna.table(game)["deadline"] == state(anna, game, anna.table(game)["version"])["deadline"]


@pytest.mark.parametrize("variant", KEYS)
def test_every_version_has_a_table_also_amid_a_move(variant: str) -> None:
    seats = load(variant).players.least
    whole = Whole(variant, seats, options=OPTIONS[variant][0]).play()
    game, views = Game(), (None, *range(seats), ALL)
    for recorded in whole.log:
        evolve(game, event_of(recorded))
        game.ruleset = whole.draft.game.rules
        context = TableContext(id=whole.id, variant=variant, version=recorded.version, head=recorded.hash,
                               deadline=None, server_time=recorded.recorded_at, people={})  # fmt: skip
        view = views[recorded.version % len(views)]
        observation = observe(game, view) if isinstance(view, int | None) else lay_open(game)
        assert table_as(game, observation, context).version == recorded.version
