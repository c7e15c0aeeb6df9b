"""Each way in which the log, the links, the archive and the file can disagree is found and named."""

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from games.db import rows
from games.integrity.anchors import make_anchor
from games.integrity.findings import Finding
from games.integrity.verify import Verifier
from games.log.archive import Archived
from games.log.shards import shard_of
from tests.games.archiving.played import archived, cover, ended, over
from tests.games.integrity.planting import plant
from tests.games.integrity.test_whole_logs import verified
from tests.games.services.sitting import Sitting

pytestmark = pytest.mark.django_db


@pytest.fixture
def away(folder: Path) -> tuple[Sitting, Archived]:  # noqa: ARG001 - the file goes there
    sitting = over()
    return sitting, archived(sitting)


def findings(sitting: Sitting) -> list[Finding]:
    verifier = Verifier()
    return [*verifier.log(), *verifier.game(sitting.game), *verifier.ladders()]


IN_TABLES: Final = {
    "a link lost": (
        "DELETE FROM event_link WHERE stream = {game} AND position = (SELECT min(position) FROM event_link)",
        ["links stand for them", "hole: positions", "is missing or changed"],
    ),
    "a link with another hash": (
        "UPDATE event_link SET hash = sha256('') WHERE position = (SELECT min(position) FROM event_link)",
        ["order: what lies at position", "archive: the link of version 1, at position"],
    ),
    "a link with another shard hash": (
        "UPDATE event_link SET shard_hash = sha256('') WHERE position = (SELECT min(position) FROM event_link)",
        ["order: what lies at position", "is missing or changed"],
    ),
    "a link of another game": (
        "UPDATE event_link SET stream = gen_random_uuid() WHERE position = (SELECT min(position) FROM event_link)",
        ["links stand for its events, but it has no archive", "order: what lies at position"],
    ),
    "a link at another place": (
        "UPDATE event_link SET position = position + 100000 WHERE position = (SELECT max(position) FROM event_link)",
        ["hole: positions"],
    ),
    "links that nobody needs": (
        "INSERT INTO event_link VALUES ({shard}, 90000, gen_random_uuid(), sha256(''), sha256(''))",
        ["links stand for its events, but it has no archive", "hole: positions"],
    ),
    "the archive lost": (
        "DELETE FROM archive WHERE game = {game}",
        ["links stand for its events, but it has no archive", "tail: the row stands at version"],
    ),
    "an archive of no game": (
        """INSERT INTO archive SELECT shard, gen_random_uuid(), file, sha256, size, version, head, NULL, players,
           contests, now() FROM archive""",
        ["archive: there is no such game", "and 0 links stand for them"],
    ),
    "an archive that ends elsewhere": (
        "UPDATE archive SET head = sha256('') WHERE game = {game}",
        ["archive: it does not end where the row of the game does"],
    ),
    "an archive of another file": ("UPDATE archive SET sha256 = sha256('')", ["archive: ", " was changed"]),
    "an archive with other players": (
        "UPDATE archive SET players = '{{}}'", ["other things of players, beginning or results"],
    ),
    "an archive with other results": (
        "UPDATE archive SET contests = '[]'", ["other things of players", "which had no such result"],
    ),
    "an event deleted without a link": (
        """DELETE FROM event
           WHERE shard = {shard} AND position = (SELECT max(position) - 1 FROM event WHERE shard = {shard})""",
        ["hole: positions"],
    ),
    "both in the log and archived": (
        """INSERT INTO event SELECT shard, position, stream, 1, 0, 'effect-ended', 1, NULL, '{{}}', '{{}}', sha256(''),
           'clock', NULL, '', now(), hash, shard_hash FROM event_link ORDER BY position LIMIT 1""",
        ["archive: it is archived, and the log has it too, at position"],
    ),
    "an archived game in the log at another place": (
        """INSERT INTO event SELECT shard, 70000, stream, 1000, 0, 'effect-ended', 1, NULL, '{{}}', '{{}}', sha256(''),
           'clock', NULL, '', now(), hash, shard_hash FROM event_link ORDER BY position LIMIT 1""",
        ["archive: it is archived, and the log has it too, at position 70000"],
    ),
    "the key of a move lost": (
        "DELETE FROM move_key WHERE game = {game} AND first = (SELECT max(first) FROM move_key WHERE game = {game})",
        ["key: the row that binds a key of"],
    ),
    "the row of the game": ("UPDATE game SET turn = turn + 1 WHERE id = {game}", ["row: turn is"]),
}  # fmt: skip


@pytest.mark.sampled(4)
@pytest.mark.parametrize("fault", IN_TABLES)
def test_a_fault_in_the_tables_is_found(away: tuple[Sitting, Archived], fault: str) -> None:
    sitting, _ = away
    assert findings(sitting) == []
    sql, named = IN_TABLES[fault]
    plant(sql.format(game=f"'{sitting.game}'", shard=shard_of(sitting.game)))
    said = [f"{one.where}: {one.what}" for one in findings(sitting)]
    assert said
    assert not [one for one in named if not any(one in line for line in said)], said


def rewritten(file: Path) -> None:
    """Change one card in the file, as somebody does who knows its format."""
    text = gzip.decompress(file.read_bytes()).decode()
    file.write_bytes(
        gzip.compress(text.replace('"by":', '"By":', 1).replace('"turn":1', '"turn":2', 1).encode(), mtime=0)
    )


IN_FILES: Final[dict[str, tuple[Callable[[Path], object], str]]] = {
    "lost": (Path.unlink, "is lost"),
    "empty": (lambda file: file.write_bytes(b""), "was changed"),
    "cut": (lambda file: file.write_bytes(file.read_bytes()[:-1]), "was changed"),
    "a bit": (
        lambda file: file.write_bytes(bytes([*file.read_bytes()[:99], 7, *file.read_bytes()[100:]])),
        "was changed",
    ),
    "rewritten": (rewritten, "was changed"),
}


@pytest.mark.sampled(1)
@pytest.mark.parametrize("fault", IN_FILES)
def test_a_fault_in_the_file_is_found(folder: Path, away: tuple[Sitting, Archived], fault: str) -> None:
    sitting, at = away
    change, named = IN_FILES[fault]
    change(folder / at.file)
    status, said = verified("--archives")
    assert status == 1
    assert [line for line in said if f"archive: {at.file} {named}" in line], said
    assert verified("--games", str(sitting.game))[0] == 1
    assert verified("--sample", "100")[0] == 1
    # Without the switch no file is read, and it says so.
    status, said = verified()
    assert status == 0
    assert said[-1] == "Left out: 1 archived game (--archives)."


def test_a_forged_file_with_all_hashes_is_found(folder: Path, away: tuple[Sitting, Archived]) -> None:
    """Who may write both the files and the table ``archive`` still cannot change what the chain says."""
    sitting, at = away
    rewritten(folder / at.file)
    content = (folder / at.file).read_bytes()
    plant(f"UPDATE archive SET sha256 = sha256('\\x{content.hex()}'), size = {len(content)}")  # noqa: S608
    assert [one for one in Verifier().game(sitting.game) if one.what.startswith("byte: ")]


@pytest.mark.usefixtures("folder")
def test_an_anchor_holds_over_archives() -> None:
    sitting, verifier = ended(), Verifier()
    anchor = make_anchor()
    position, _ = anchor.heads[shard_of(sitting.game)]
    cover(sitting.game)
    archived(sitting)
    assert rows("SELECT 1 FROM event_link WHERE position = %s", [position])
    assert verifier.anchor(anchor) == []
    plant("UPDATE event_link SET shard_hash = sha256('')")
    (found,) = verifier.anchor(anchor)
    assert "are not those of" in found.what
