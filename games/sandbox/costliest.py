"""The costliest game that the options of a ruleset allow together: first a bound, then a search.

The bound takes for each key the most that any value of any option makes of it, as if all could hold at once. If this
game is cheap, no search is needed. Otherwise a search climbs from setting to setting, up to one that a table can have.
"""

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from games.rules.budgets import MOST_LISTED
from games.rules.ruleset import OptionValue, Ruleset, RulesetError
from games.rules.ruleset.read import read
from games.rules.ruleset.schema import MOST_SEATS, Sections
from games.rules.variants import Variant
from games.sandbox.ruleset_bounds import check_bounds, most_moves

_STARTS: Final = 6
"""Settings that the search starts from: the default, and others by chance."""
_CLIMBS: Final = 3
"""How often every option is tried from one start."""
_SUITS: Final = 4


def find_too_costly(variant: Variant) -> tuple[dict[str, OptionValue], RulesetError] | None:
    """Return a setting of all options under which some table could cost too much, and why; None if there is none."""
    if not variant.options:
        return None
    try:
        if _bound_on_all(variant) <= MOST_LISTED:
            return None
    except RulesetError:  # a value that another option always replaces may be nonsense, so there is no bound
        pass
    for options in _costly_settings(variant):
        players = read(Sections, variant.sections(options)).players
        for seats in range(players.most, players.least - 1, -1):
            try:
                ruleset = variant.ruleset(seats, options)
            except RulesetError:
                continue  # no table can have this setting, so it costs nothing
            try:
                check_bounds(ruleset)
            except RulesetError as error:
                return {key: one for key, one in options.items() if one != variant.options[key].default}, error
    return None


def _bound_on_all(variant: Variant) -> int:
    """Return a bound on the moves that are open at once under any setting. Raises RulesetError."""
    layers = [variant.rules, *(patch for one in variant.options.values() for patch in one.values.values())]
    layers += [one.patch(one.most) for one in variant.options.values() if one.sets]
    ranks = " ".join(dict.fromkeys(_words(layers, "deck", "ranks")))
    nominating = [*_words(layers, "wild", "suit"), *_words(layers, "wild", "rank")]
    struck = _words(layers, "strike", "*", "cards") if "chosen" in _found(layers, "strike", "*", "at") else []
    rows = [row for place in ("words", "last_words") for rows in _found(layers, "say", place) for row in rows]
    words = [row["word"] for row in rows if isinstance(row, dict) and isinstance(row.get("word"), str)]
    say = [{"word": word} for word in dict.fromkeys(words)]
    sections: dict[str, Any] = {
        "players": {"least": 2, "most": MOST_SEATS},
        "deck": {
            "ranks": ranks,
            "jokers": max(_numbers(layers, "deck", "jokers"), default=0),
            "count": {"2": max(_numbers(layers, "deck", "count", "*"))},
        },
        "deal": {"size": {"2": 1}},
        "wild": {"rank" if len(ranks.split()) > _SUITS else "suit": " ".join(nominating)},
        "strike": {"any": {"cards": " ".join(struck), "amount": 1, "at": "chosen"}},
        "group": {"cards": " ".join(_words(layers, "group", "cards"))},
        "out": {"together": " ".join(_words(layers, "out", "together"))},
        "say": {
            "words": say,
            "left_one": bool(say),
            "needless": "fined"
            if {"fined", "fined_above_one"}.intersection(_found(layers, "say", "needless"))
            else "refused",
        },
        "blind": {"on": True in _found(layers, "blind", "on")},
    }
    seats = min(MOST_SEATS, max(_numbers(layers, "players", "most")))
    loosest = Ruleset(read(Sections, sections), seats=seats, content="", options={}, paragraphs={})
    return sum(most_moves(loosest).values())


def _found(layers: list[dict[str, Any]], *path: str) -> list[Any]:
    """Return the values that *layers* have at *path*, added or replaced. ``*`` stands for any key."""
    found: list[Any] = list(layers)
    for name in path:
        found = [
            value
            for table in found
            if isinstance(table, dict)
            for key, value in table.items()
            if name in ("*", key.lstrip("+="))
        ]
    return found


def _numbers(layers: list[dict[str, Any]], *path: str) -> list[int]:
    return [one for one in _found(layers, *path) if type(one) is int]


def _words(layers: list[dict[str, Any]], *path: str) -> list[str]:
    """Return the words of the selectors at *path* without names. A minus is left out: another layer may not have it."""
    words = [word for text in _found(layers, *path) for word in str(text).split() if not word.startswith("-")]
    named = [word for word in words if word.startswith("@")]
    plain = [word for word in words if not word.startswith("@")]
    for name in named:
        plain += [word for text in _found(layers, "names", name[1:]) for word in str(text).split()]
    return plain


def _costly_settings(variant: Variant) -> Iterator[dict[str, OptionValue]]:
    """Climb from several starts, one option after the other. Yield each better setting that is over the bound."""
    rng = Random("costliest")  # noqa: S311 - the same search for the same ruleset
    choices = {name: one.choices or (one.least, one.most) for name, one in variant.options.items()}
    changes = [(name, value) for name, values in choices.items() for value in values]
    for start in range(_STARTS):
        # The first start is the default. The others are set by chance, since a climb may end on a lower hill.
        options = {name: rng.choice(values) for name, values in choices.items()} if start else {}
        cost, in_vain = -1, 0
        for name, value in _CLIMBS * changes:
            if in_vain == len(changes):
                break  # on a hill: no single change costs more
            tried, in_vain = {**options, name: value}, in_vain + 1
            try:
                sections = read(Sections, variant.sections(tried))
                ruleset = Ruleset(sections, seats=sections.players.most, content="", options={}, paragraphs={})
            except (RulesetError, ValueError, KeyError):
                continue  # a contradiction; behind it there may be a setting without one
            if (found := sum(most_moves(ruleset).values())) > cost:
                options, cost, in_vain = tried, found, 0
                if cost > MOST_LISTED:
                    yield options
