"""The lobby: games that wait for players, and games that are played."""

from collections.abc import Sequence
from typing import ClassVar, Final

from base.sql.statements import Statement
from games.db import run
from games.log.codec import canonical
from games.log.follow import PublicEvent
from games.models import LobbyRow
from games.models.sql import columns
from games.projections.base import Projection

_OPENED: Final = f"""
    INSERT INTO lobby ({columns(LobbyRow)})
    SELECT %s, %s, %s, variant, hash, %s, %s, %s, %s, %s, %s, %s, NULL
    FROM (SELECT %s AS hash) AS pinned LEFT JOIN ruleset USING (hash)
"""  # noqa: S608 - names of a model
_SEAT: Final = """
    UPDATE lobby SET sitters = jsonb_set(sitters, ARRAY[%s::text], %s)
    WHERE generation = %s AND shard = %s AND game = %s
"""
_STARTED: Final = "UPDATE lobby SET started_at = %s WHERE generation = %s AND shard = %s AND game = %s"
_GONE: Final = "DELETE FROM lobby WHERE generation = %s AND shard = %s AND game = %s"


class Lobby(Projection):
    """Lists a game from its opening to its end. If its ruleset is missing, the insert fails for lack of a variant."""

    name: ClassVar = "lobby"
    tables: ClassVar = ("lobby",)
    types: ClassVar = frozenset(
        {"game-opened", "seat-taken", "seat-left", "seat-forfeited", "game-started", "table-closed", "game-ended"}
    )

    def project(self, events: Sequence[PublicEvent], *, shard: int, generation: int) -> None:
        """Write the rows."""
        statements: list[Statement] = []
        for event in events:
            data, row = event.data, [generation, shard, event.stream]
            match event.type:
                case "game-opened":
                    terms = data["terms"]
                    rated, visibility = bool(terms.get("rated", False)), terms.get("visibility", "public")
                    given = [_json(data["options"]), _json(terms), rated, data.get("unrated", ""), visibility]
                    sitters = _json([None] * data["seats"])
                    statements.append((_OPENED, [*row, *given, sitters, event.at, data["ruleset"]]))
                case "seat-taken":
                    marked = {"program": True} if data.get("program") else {}
                    sitter = {"player": data["player"], "bot": data["bot"], **marked}
                    statements.append((_SEAT, [data["seat"], _json(sitter), *row]))
                case "seat-left" | "seat-forfeited":
                    statements.append((_SEAT, [data["seat"], _json(None), *row]))
                case "game-started":
                    statements.append((_STARTED, [event.at, *row]))
                case _:
                    statements.append((_GONE, row))
        run(statements)


def _json(value: object) -> str:
    return canonical(value).decode()
