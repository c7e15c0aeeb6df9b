"""Real games, with all that happens to clocks, have no findings; what an anchor saw is found again, or missed."""

import json
from collections.abc import Callable
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.management import CommandError, call_command

from games import services, store
from games.clocks import Allowance
from games.db import rows
from games.integrity.anchors import NoAnchor, make_anchor, read_anchor
from games.integrity.verify import Verifier
from games.log.read import read
from games.log.shards import shard_of
from games.projections.registry import PROJECTIONS, catch_up
from games.rules.commands import Resign
from games.rules.game import Status
from games.rules.legality.objections import legal_moves
from games.services import Terms
from tests.games.integrity.planting import execute, forge_chain, make_older, plant
from tests.games.services.claiming import play_bot
from tests.games.services.sitting import Sitting

pytestmark = pytest.mark.django_db
VARIANTS = ["mau_mau_official", "prsi", "crazy_eights"]


def verified(*args: str) -> tuple[int, list[str]]:
    """What ``manage.py verify`` exits with, and the lines that it says."""
    out, status = StringIO(), 0
    try:
        call_command("verify", *args, stdout=out)
    except SystemExit as done:
        status = int(done.code or 0)
    return status, out.getvalue().splitlines()


def row_of(game: UUID) -> store.GameRow:
    row = store.find(game)
    assert row is not None
    return row


def move(game: UUID, player: UUID) -> None:
    """Move as *player*, the bot that is due, or nobody after the end."""
    row = row_of(game)
    state = store.game_of(row)
    if state.status != Status.PLAYING or row.on_turn is None:
        return
    if row.bot_due is not None:
        play_bot()
        return
    moves = [one for one in legal_moves(state, row.on_turn) if not isinstance(one, Resign)]
    key = f"{row.version}"
    services.make_move(game, moves[0], turn=row.turn, actor=str(player), key=key, request_hash=b"hash")


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_game_with_overtime_time_outs_an_outage_and_a_resignation_has_no_findings(variant: str) -> None:
    player, terms = uuid4(), Terms(clock=Allowance(60, 600), rated=True)
    game = services.open_game(player=player, variant=variant, seats=3, bots=["novice", "novice"], terms=terms)
    while row_of(game).bot_due is not None:
        make_older(game, timedelta(seconds=20))
        move(game, player)
    make_older(game, timedelta(seconds=90))  # overtime
    move(game, player)
    while row_of(game).bot_due is not None:
        make_older(game, timedelta(seconds=20))
        move(game, player)
    make_older(game, timedelta(minutes=20))
    assert services.resolve_late().done == 1
    while row_of(game).bot_due is not None:
        make_older(game, timedelta(seconds=20))
        move(game, player)
    make_older(game, timedelta(minutes=15))
    execute("INSERT INTO outage (began, ended) VALUES (now() - interval '14 min', now() - interval '3 min')")
    move(game, player)

    assert [one for one in read(game) if one.type == "time-ran-out"]
    assert Verifier().game(game) == []
    if row_of(game).status == "playing":
        services.make_move(game, Resign(seat=0), turn=None, actor=str(player), key="r", request_hash=b"hash")
    catch_up()
    assert verified() == (0, [f"1 game, {len(PROJECTIONS)} read models: no findings"])


@pytest.fixture
def anchored(tmp_path: Path) -> tuple[Sitting, Path]:
    """A game, an anchor of it, and some moves after that."""
    sitting, file = Sitting.of(4), tmp_path / "anchor.json"
    for _ in range(3):
        sitting.move()
    assert verified("--anchor", str(file))[0] == 0
    for _ in range(2):
        sitting.move()
    return sitting, file


def test_a_log_goes_on_from_its_anchor(anchored: tuple[Sitting, Path]) -> None:
    sitting, file = anchored
    anchor = read_anchor(file.read_text(encoding="utf-8"))
    position, _ = anchor.heads[shard_of(sitting.game)]

    status, said = verified("--against", str(file), f"--kid={anchor.kid}")

    assert status == 0
    assert said[-1] == f"The anchor was made on {anchor.at} and signed with key {anchor.kid}."
    assert len(anchor.heads) == 16
    assert 0 < position < rows("SELECT max(position) FROM event")[0][0]


def _forge(sitting: Sitting) -> None:
    """Another time of an early event, and all hashes anew: consistent in itself."""
    plant("UPDATE event SET recorded_at = recorded_at - interval '1 us' WHERE version = 3")
    forge_chain(shard_of(sitting.game))


def _truncate(sitting: Sitting) -> None:  # noqa: ARG001 - all of them
    """The last game of the log, as if it had never been."""
    plant("DELETE FROM event; DELETE FROM move_key; DELETE FROM game_state; DELETE FROM seat; DELETE FROM game")


@pytest.mark.parametrize(
    ("fault", "named"),
    [
        (_forge, "are not those of "),
        (_truncate, "events at "),
    ],
)
def test_a_log_that_is_consistent_but_another_one_is_found(
    anchored: tuple[Sitting, Path], fault: Callable[[Sitting], None], named: str
) -> None:
    sitting, file = anchored
    fault(sitting)
    assert verified()[0] == 0, "inside of the database nothing shows it"

    status, said = verified("--against", str(file))

    assert status == 1
    assert said[0].startswith(f"shard {shard_of(sitting.game)}: anchor: its ")
    assert named in said[0]


def test_an_anchor_of_another_key_is_told(anchored: tuple[Sitting, Path]) -> None:
    _, file = anchored
    execute("DELETE FROM signing_key")
    status, said = verified("--against", str(file))
    assert (status, said[0].split(":")[:2]) == (1, ["anchor", " key"])
    with pytest.raises(CommandError, match="was signed with key"):
        verified("--against", str(file), "--kid=another")


@pytest.mark.parametrize(
    "change",
    [
        lambda document: document["shards"][1].update(position=7),
        lambda document: document.update(at="2026-01-01T00:00:00.000000Z"),
        lambda document: document.update(kid="another"),
        lambda document: document.update(signature="AAAA"),
        lambda document: document.update(format="another"),
        lambda document: document.pop("public"),
    ],
)
def test_an_anchor_that_was_changed_is_none(change: Callable[[dict[str, Any]], None]) -> None:
    document = json.loads(json.dumps(make_anchor().document))
    change(document)
    with pytest.raises(NoAnchor):
        read_anchor(json.dumps(document))


@pytest.mark.parametrize("text", ["", "[]", "{}", '"x"', "null"])
def test_what_is_no_anchor_is_said_so(tmp_path: Path, text: str) -> None:
    file = tmp_path / "none.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(CommandError, match=r"cannot be used as an anchor: it is not written as an anchor\.|anchor: "):
        verified("--against", str(file))


def test_no_anchor_is_made_of_a_log_with_faults_of_some_games_or_over_another(tmp_path: Path) -> None:
    sitting, file = Sitting.of(2), tmp_path / "anchor.json"
    with pytest.raises(CommandError, match="all games"):
        verified("--anchor", str(file), "--sample", "1")
    execute("UPDATE game SET deadline = NULL")
    assert verified("--anchor", str(file))[0] == 1
    assert not file.exists()
    file.write_text("{}", encoding="utf-8")
    with pytest.raises(CommandError, match="never overwritten"):
        verified("--anchor", str(file))
    assert sitting.row.deadline is None
