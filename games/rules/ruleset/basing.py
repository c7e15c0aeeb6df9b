"""Rules that say what differs from those of a base: the one way to apply changes to a variant."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from games.rules.ruleset.options import merge
from games.rules.ruleset.read import RulesetError, show


def changed(rules: Mapping[str, Any], changes: Mapping[str, Any], place: str = "") -> dict[str, Any]:
    """Return the published *rules* of a variant with *changes*, which are a patch like that of an option.

    Raises RulesetError, with a key under *place*, where *changes* do not fit the shape of the rules.
    """
    own = deepcopy({key: value for key, value in rules.items() if key != "order"})
    own["options"] = {name: own["options"][name] for name in rules["order"]}
    check_patch(own, changes, place)
    merge(own, dict(changes))
    return own


def text_over(text: str, base: str) -> str:
    """Return the rules for people: a variant's own *text* goes before that of its *base*."""
    return f"{text}\n\n{base}".strip()


def check_patch(rules: Mapping[str, Any], patch: Mapping[str, Any], place: str) -> None:
    """Raise RulesetError if *patch* does not fit the shape of *rules*, so that ``merge`` could not apply it."""
    for key, value in patch.items():
        where, name = f"{place}.{key}" if place else key, key.lstrip("+=")
        old = rules.get(name)
        if key.startswith("+"):
            kind = list if isinstance(value, list) else str
            if not isinstance(value, list | str) or not isinstance(old, kind | None):
                raise RulesetError(
                    where, f'"+{name}" adds a list to a list, or words to a selector. Write one of these.'
                )
        elif key.startswith("=") and not isinstance(value, dict):
            raise RulesetError(where, f'"={name}" replaces a table. Write a table, or the key without "=".')
        elif isinstance(value, dict) and not key.startswith("="):
            if not isinstance(old, dict | None):
                raise RulesetError(where, f"The rules have {show(old)} here. Write a value of this kind, not a table.")
            check_patch(old or {}, value, where)
