"""What who owns the database can plant, table by table: each is found and named."""

from dataclasses import dataclass
from typing import Final
from uuid import UUID

import pytest

from games import services
from games.clocks import Allowance
from games.db import rows
from games.integrity.findings import Finding
from games.integrity.verify import Verifier
from games.ladders import Kind, Ladder
from games.log.shards import SHARDS, shard_of
from games.models import Unrated
from games.rules.commands import Resign
from games.services import Terms
from tests.games.integrity.planting import forge_chain, plant
from tests.games.services.sitting import Sitting

pytestmark = pytest.mark.django_db


@dataclass
class Log:
    """A game that runs, and one that is over and was rated."""

    running: UUID
    over: UUID
    ladder: UUID

    def names(self) -> dict[str, str]:
        return {
            "game": f"'{self.running}'", "shard": str(shard_of(self.running)),
            "over": f"'{self.over}'", "over_shard": str(shard_of(self.over)),
            "ladder": f"'{self.ladder}'",
        }  # fmt: skip

    def findings(self) -> list[Finding]:
        verifier = Verifier()
        games = [finding for game in (self.running, self.over) for finding in verifier.game(game)]
        return [*verifier.log(), *games, *verifier.ladders()]


@pytest.fixture
def log() -> Log:
    over = Sitting.of(2, terms=Terms(rated=True))
    decided = set[str]()
    while len(decided) < 2:  # a seven or an eight may take the second turn from the other seat
        decided.add(over.mover)
        over.move()
    over.move(Resign(seat=0), turn=None, actor=str(over.players[0]))
    ladder = rate_all()
    running = Sitting.of(4, terms=Terms(clock=Allowance(60, 120)))
    for _ in range(6):
        running.move()
    return Log(running.game, over.game, ladder)


def rate_all() -> UUID:
    (waiting,) = Unrated.objects.all()
    ladder = Ladder(waiting.variant, waiting.season, Kind(waiting.kind))
    assert services.rate(ladder) == 1
    return ladder.id


FAULTS: Final = {
    # The rows that keep "once".
    "key lost": (
        "DELETE FROM move_key WHERE game = {game} AND first = (SELECT max(first) FROM move_key WHERE game = {game})",
        "key: the row that binds a key of ",
    ),
    "key of another request": (
        "UPDATE move_key SET request_hash = 'other' WHERE game = {game}",
        "has the hash of another request",
    ),
    "key of other versions": ("UPDATE move_key SET last = last + 1 WHERE game = {game}", " says "),
    "key of an earlier version": ("UPDATE move_key SET first = first - 1 WHERE game = {game}", " says "),
    "key forged": (
        """INSERT INTO move_key SELECT shard, game, actor, 'forged', request_hash, first, last FROM move_key
        WHERE game = {game} LIMIT 1""",
        "is forged: no event has this key",
    ),
    "key of another player": ("UPDATE move_key SET actor = 'clock' WHERE game = {game}", "is missing"),
    "key renamed": ("UPDATE move_key SET key = key || 'x' WHERE game = {game}", "is missing"),
    "key of no game": (
        """INSERT INTO move_key SELECT {shard}, gen_random_uuid(), actor, key, request_hash, first, last
        FROM move_key LIMIT 1""",
        "row: move_key has a row of it, but there is no such game",
    ),
    "key of a rated game": ("DELETE FROM move_key WHERE game = {ladder}", "key: the row that binds a key of ladder"),
    # Events.
    "actor": (
        "UPDATE event SET actor = 'clock' WHERE version = 7 AND stream = {game}",
        "or who made it is not what was",
    ),
    "key of an event": (
        "UPDATE event SET key = 'x' WHERE version > 5 AND stream = {game}",
        "or who made it is not what",
    ),
    "no key of an event": (
        "UPDATE event SET key = NULL WHERE version > 5 AND stream = {game}",
        "or who made it is not",
    ),
    "request of an event": (
        "UPDATE event SET request_hash = '' WHERE version > 5 AND stream = {game}",
        "or who made it is not what was sealed",
    ),
    "schema": (
        "UPDATE event SET schema = 9 WHERE version = 5 AND stream = {game}",
        "version 5 does not have the hash that follows from it",
    ),
    "a blank in a public text": (
        "UPDATE event SET public = replace(public::text, ':', ': ')::json WHERE version = 3 AND stream = {game}",
        "byte: the text of version 3 was changed",
    ),
    "a blank in a secret text": (
        "UPDATE event SET secret = (' ' || secret::text)::json WHERE version = 3 AND stream = {game}",
        "byte: the text of version 3 was changed",
    ),
    "a field twice": (
        """UPDATE event SET secret = ('{{"salt":"",' || substr(secret::text, 2))::json
        WHERE version = 3 AND stream = {game}""",
        "byte: the text of version 3 was changed",
    ),
    "positions swapped": (
        """UPDATE event SET position = position + 1000 WHERE shard = {shard} AND position IN (2, 3);
        UPDATE event SET position = 1005 - position WHERE shard = {shard} AND position > 1000""",
        "order: what lies at position 2, of stream ",
    ),
    "stream renamed": (
        "UPDATE event SET stream = gen_random_uuid() WHERE stream = {game} AND version = 4",
        "is not what was appended there",
    ),
    "shard hash": (
        "UPDATE event SET shard_hash = sha256('') WHERE shard = {shard} AND position = 2",
        "order: what lies at position 2, of stream ",
    ),
    "event in another shard": (
        """INSERT INTO event SELECT ({shard} + 1) % 16, 1000, stream, version, turn, type, schema, command, public,
           secret, secret_digest, actor, key, request_hash, recorded_at, hash, shard_hash FROM event
           WHERE stream = {game} AND version = 1""",
        "which belongs to another shard",
    ),
    "time": (
        "UPDATE event SET recorded_at = recorded_at - interval '1 h' WHERE version = 5 AND stream = {game}",
        "version 5 does not have the hash that follows from it",
    ),
    # A game's row, and what stands beside it.
    "no deadline": (
        "UPDATE game SET deadline = NULL WHERE id = {game}",
        "clock: deadline is None, but the log says 20",
    ),
    "deadline": ("UPDATE game SET deadline = deadline + interval '1 us' WHERE id = {game}", "clock: deadline is 20"),
    "turn_began": (
        "UPDATE game SET turn_began = turn_began - interval '1 s' WHERE id = {game}",
        "clock: turn_began is",
    ),
    "no turn_began": ("UPDATE game SET turn_began = NULL WHERE id = {game}", "clock: turn_began is None"),
    "bot_due": ("UPDATE game SET bot_due = now() WHERE id = {game}", "but the log says None"),
    "deadline of a game that is over": ("UPDATE game SET deadline = now() WHERE id = {over}", "clock: deadline is 20"),
    "bank": ("UPDATE seat SET bank = 5 WHERE seat = 0 AND game = {game}", "clock: the bank of seat 0 has 5 seconds"),
    "variant": ("UPDATE game SET variant = 'prsi' WHERE id = {game}", "row: variant is 'prsi', but the log says 'mau"),
    "visibility": ("UPDATE game SET visibility = 'private' WHERE id = {game}", "row: visibility is 'private'"),
    "created_at": ("UPDATE game SET created_at = now() - interval '9 d' WHERE id = {game}", "row: created_at is 20"),
    "head": ("UPDATE game SET head_hash = sha256('') WHERE id = {game}", "tail: the row's head is not the hash"),
    "status": ("UPDATE game SET status = 'over', ended_at = now() WHERE id = {game}", "row: status is 'over'"),
    "another player": ("UPDATE seat SET player = gen_random_uuid() WHERE seat = 1 AND game = {game}", "the seats are"),
    "game lost": ("DELETE FROM game WHERE id = {game}", "row: its game has no row"),
    "seat of no game": (
        "INSERT INTO seat SELECT shard, gen_random_uuid(), seat, player, bot, bank FROM seat WHERE game = {game}",
        "row: seat has a row of it, but there is no such game",
    ),
    "state": ("UPDATE game_state SET state = state || '\\x20' WHERE game = {game}", "state: the stored state"),
    # Rulesets, checkpoints.
    "ruleset lost": ("DELETE FROM ruleset", "is not kept"),
    "ruleset's variant": ("UPDATE ruleset SET variant = 'prsi'", "row: it says variant prsi, its bytes say mau_mau"),
    "published ruleset lost": (
        "INSERT INTO custom_variant VALUES ('mine', gen_random_uuid(), 'sha256:00', 1, now())",
        "variant mine: ruleset: sha256:00 is not kept",
    ),
    "checkpoint lost": ("DELETE FROM checkpoint WHERE shard = 3", "checkpoint: it has none"),
    "checkpoint ahead": (
        "UPDATE checkpoint SET position = 99999 WHERE shard = 3",
        "checkpoint: it stands at position 99",
    ),
    # Ladders.
    "rating": ("UPDATE rating SET games = games + 1", "read model: it is ("),
    "rating lost": ("DELETE FROM rating", "read model: it is None"),
    "rated event lost": ("DELETE FROM event WHERE stream = {ladder}", "tail: the row stands at version 1"),
    "ladder lost": ("DELETE FROM ladder", "row: its game has no row"),
    "a result that waits is forged": (
        """INSERT INTO unrated SELECT shard, id, 'humans', variant, 'daily', '2026-10', now(), false, '{{a,b}}',
        '{{1,2}}' FROM game WHERE id = {game}""",
        "queue: what waits to be rated among the humans is not its result",
    ),
    # What guards the log.
    "a function that does nothing": (
        """CREATE OR REPLACE FUNCTION deny_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'""",
        "function deny_change: function: it does not refuse every change",
    ),
    "part dropped": ("DROP TABLE event_9", "table event_9: table: it does not exist"),
    "part detached": (
        "ALTER TABLE event DETACH PARTITION event_9",
        "table event_9: partition: it does not hold shard 9 of the log",
    ),
    "part replaced": (
        "DROP TABLE event_9; CREATE TABLE event_9 PARTITION OF event FOR VALUES IN (9)",
        "table event_9: trigger: it does not refuse",
    ),
    "another part": (
        "CREATE TABLE event_16 PARTITION OF event FOR VALUES IN (16)",
        "table event_16: partition: it is no part of the log",
    ),
    "trigger with a condition": (
        """DROP TRIGGER deny_change ON event_9;
        CREATE TRIGGER deny_change BEFORE UPDATE OR TRUNCATE ON event_9
        FOR EACH STATEMENT WHEN (current_user <> 'mallory') EXECUTE FUNCTION deny_change();
        ALTER TABLE event_9 ENABLE ALWAYS TRIGGER deny_change""",
        "table event_9: trigger: it does not refuse",
    ),
    "another trigger": (
        """CREATE FUNCTION changes() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
        CREATE TRIGGER changes BEFORE INSERT ON event FOR EACH ROW EXECUTE FUNCTION changes()""",
        "table event: trigger: changes is none that this build made",
    ),
    "a rule": (
        "CREATE RULE nothing AS ON INSERT TO ruleset DO INSTEAD NOTHING",
        "table ruleset: rule: nothing is none that this build made",
    ),
    "keys not unique": (
        "ALTER TABLE move_key DROP CONSTRAINT move_key_pkey",
        "table move_key: constraint: move_key_pkey, PRIMARY KEY (shard, game, actor, key), is missing",
    ),
    "versions not unique": (
        "ALTER TABLE event DROP CONSTRAINT event_shard_stream_version_key",
        "table event: constraint: event_shard_stream_version_key",
    ),
    "a check that checks nothing": (
        """ALTER TABLE game DROP CONSTRAINT game_shard; ALTER TABLE game ADD CONSTRAINT game_shard CHECK (true)""",
        "table game: constraint: game_shard",
    ),
}


@pytest.mark.sampled(8)
@pytest.mark.parametrize(("sql", "named"), FAULTS.values(), ids=FAULTS)
def test_a_planted_fault_is_found_and_named(log: Log, sql: str, named: str) -> None:
    assert log.findings() == []

    plant(sql.format(**log.names()))

    found = [f"{finding.where}: {finding.what}" for finding in log.findings()]
    assert [line for line in found if named in line], found


def test_no_key_is_told(log: Log) -> None:
    """Who knows a key could repeat the request of another."""
    plant("UPDATE move_key SET last = last + 1")
    assert all("key 1" not in finding.what for finding in log.findings())


def test_a_chain_forged_anew_is_consistent(log: Log) -> None:
    """So nothing inside of the database can find it: what anchors are for."""
    plant("UPDATE event SET recorded_at = recorded_at - interval '1 h' WHERE version < 5")
    plant("UPDATE game SET created_at = created_at - interval '1 h'")
    for shard in SHARDS:
        forge_chain(shard)
    assert [finding for finding in log.findings() if "clock" not in finding.what] == []
    assert rows("SELECT count(*) FROM event")[0][0]
