"""All that this app holds of a person, for an export.

It follows the foreign keys to the player, so a table that is added later is exported without a change here. The key of
who owns a row is called `player`, `owner` or `user`. Other keys are of rows of others, such as blocks, whose owner
stays hidden.
"""

import re
from typing import Any, Final
from uuid import UUID

from django.db.models import BinaryField, Field, ForeignObjectRel, Model

from players.models import Erasure, Player

_SECRET: Final = re.compile(r"token|secret|sealed|password|digest|hash|challenge|code|endpoint|url|p256dh|auth$|key$")
"""Names of columns with what gives access to something, as addresses with a key in them do.

An export may be read by others, so it has none of them.
"""
_OWNER: Final = frozenset({"player", "owner", "user"})


def of(player_id: UUID) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of a player by table, without secrets. Raises Player.DoesNotExist."""
    player = Player.objects.get(id=player_id)
    found = {"player": [_shown(player)]}
    # The hidden ones too: those that the player's class has no attribute for.
    relations = [one for one in Player._meta.get_fields(include_hidden=True) if isinstance(one, ForeignObjectRel)]
    for relation in relations:
        model: Any = relation.related_model
        if relation.field.name in _OWNER and model is not Erasure:
            rows = model.objects.filter(**{relation.field.name: player_id}).order_by("pk")
            found.setdefault(model._meta.db_table, []).extend(map(_shown, rows))
    return found


def _shown(row: Model) -> dict[str, Any]:
    return {field.name: getattr(row, field.attname) for field in columns_of(type(row))}


def columns_of(model: type[Model]) -> list["Field[Any, Any]"]:
    """Return the columns of a table that may be exported."""
    fields = [field for field in model._meta.concrete_fields if not isinstance(field, BinaryField)]
    return [field for field in fields if not _SECRET.search(field.name)]
