"""Statements that may cross shards of the log, and why. None of them is a part of a move, of a clock or of a bot."""

from typing import Final

_PLAYER: Final = "the games, results and ratings of one player lie in all shards, each read by an index"
_MANY: Final = "whoever waits or lists asks for many games at once, by their keys"
_RATING: Final = "a result waits in the shard of its game for a ladder in another, and nobody waits for the rating"
_LADDERS: Final = "the list of ladders, which are few"
_NOTICES: Final = "notices lie with their players, and a batch of them is compared with their games at once"
_OPERATOR: Final = "an operator or the metrics ask for the state of the whole service"
_FOLLOWERS: Final = "operators begin, list or resume followers of all shards"
_INVITATION: Final = "an invitation names its game, whose shard follows from it; the list has few"
_EXPORT: Final = "an export reads all games that have ended, page by page"
_NOTES: Final = "a note names its game, whose seats are read by their key"

PLACES: Final[dict[str, str]] = {
    "config/embedded/broker.py": "the queues are in a database of their own, and one of its tables is an archive too",
    "config/embedded/pytest_plugin.py": "it migrates the database of the tests",
    "games/admin/": _OPERATOR,
    "games/integrity/": "verification reads the whole log",
    "games/management/": "a command of an operator",
}
"""Where statements come from that may cross shards, whatever they are."""

ACROSS: Final[dict[str, str]] = {
    'AS "a" FROM "game" LIMIT': "whether there is any game at all",
    "WITH seen AS MATERIALIZED ( SELECT g.id, asked.player": _MANY,
    "AS watched (shard, id) JOIN game": _MANY,
    "AS asked (of_shard, of_stream, of_version)": _MANY,
    "AS asked (shard, id) JOIN game": _MANY,
    "AS listed (shard, game) JOIN result": _PLAYER,
    "AS listed (shard, game) JOIN seat_result": _PLAYER,
    "FROM encounter": _PLAYER,
    "FROM meeting": _PLAYER,
    "FROM tally": _PLAYER,
    "DISTINCT ON (variant, pace, kind, shard) * FROM standing": _PLAYER,
    "FROM rating_change": _PLAYER,
    "FROM seat AS s JOIN game AS g ON (g.shard, g.id) = (s.shard, s.game)": _PLAYER,
    "SELECT game, seat FROM seat WHERE player =": _PLAYER,
    "SELECT game FROM seat WHERE player =": _PLAYER,
    "FROM old JOIN seat AS s ON s.player = old.id JOIN game AS g": _PLAYER,
    "FROM rating WHERE entrant =": _PLAYER,
    "FROM rating AS r JOIN ladder AS l": _PLAYER,
    "FROM ladder AS l JOIN move_key AS k": _LADDERS,
    'FROM "plan" WHERE "plan"."player" = %s ORDER BY': _PLAYER,
    'DELETE FROM "plan" WHERE "plan"."player" IN': "an erased player has plans in all shards",
    "SELECT 1 FROM unrated WHERE %s = ANY(entrants)": _PLAYER,
    "FROM unrated WHERE variant": _RATING,
    "FROM unrated GROUP BY variant": _RATING,
    "SELECT variant, season, kind, pace FROM ladder": _LADDERS,
    "SELECT max(season) FROM ladder": _LADDERS,
    'FROM "lobby"': "the lobby lists the public games of all shards",
    "games AS MATERIALIZED ( SELECT n.id AS notice": _NOTICES,
    "FROM invitation AS i": _INVITATION,
    'FROM "invitation"': _INVITATION,
    "FROM game WHERE status = 'over' AND turn > 0 AND visibility": _EXPORT,
    "FROM note AS n JOIN seat": _NOTES,
    "INSERT INTO note AS kept": _NOTES,
    "INTO checkpoint (projection, generation, shard, status)": _FOLLOWERS,
    "SELECT max(generation) FROM checkpoint": _FOLLOWERS,
    "FROM checkpoint AS c JOIN projection AS p": _FOLLOWERS,
    'FROM "checkpoint"': _FOLLOWERS,
    "UPDATE checkpoint AS c SET position": "webhooks begin again at the end of the log, in all shards",
    "sum(greatest(ended - position, 0))": _OPERATOR,
    "SELECT kind, key, turn FROM claim WHERE reason <> ''": _OPERATOR,
    "WITH failing AS MATERIALIZED ( SELECT *, CASE WHEN kind": _OPERATOR,
    "SELECT (SELECT sum(position)": _OPERATOR,
    "FROM (SELECT 1 FROM unrated LIMIT": _OPERATOR,
}
"""A part of the statement, with single blanks, and the reason."""
