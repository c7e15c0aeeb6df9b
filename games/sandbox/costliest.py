"""The costliest game that the options of a ruleset allow together: a bound first, then a search.

The bound takes for each key the most that any value of any option makes of it, as if all could hold at once. If even
that is cheap, no search is needed. Otherwise a search climbs from setting to setting, up to one that a table can have.
"""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Final

from games.rules.budgets import MOST_LISTED
from games.rules.ruleset import OptionValue, Ruleset, RulesetError
from games.rules.ruleset.read import read
from games.rules.ruleset.schema import MOST_SEATS, Sections
from games.rules.variants import Variant
from games.sandbox.limits import check_bounds, most_moves

_STARTS: Final = 6
"""Settings that the search starts from: the default, and others by chance."""
_CLIMBS: Final = 3
"""How often every option is tried from one start."""
_SUITS: Final = 4


def find_too_costly(variant: Variant) -> tuple[dict[str, OptionValue], RulesetError] | None:
    """Return a setting of all options under which some table could cost too much, and why; None if there is none."""
    if not variant.options or _bound_on_all(variant) <= MOST_LISTED:
        return None
    return next(_too_costly(variant), None)


def _bound_on_all(variant: Variant) -> int:
    """Return a bound on the moves that are open at once under any setting."""
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
    """Return what each of *layers* says at *path*, added or replaced; ``*`` stands for any key."""
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
    """Return the words of the selectors at *path*, names spelt out; what one takes away another may leave there."""
    words = [word for text in _found(layers, *path) for word in str(text).split() if not word.startswith("-")]
    named = [word for word in words if word.startswith("@")]
    plain = [word for word in words if not word.startswith("@")]
    for name in named:
        plain += [word for text in _found(layers, "names", name[1:]) for word in str(text).split()]
    return plain


def _too_costly(variant: Variant) -> Iterator[tuple[dict[str, OptionValue], RulesetError]]:
    """Climb from several starts, one option after the other; yield each better setting that some table may not have."""
    rng = Random("costliest")  # noqa: S311 - the same search for the same ruleset
    choices = {name: one.choices or (one.least, one.most) for name, one in variant.options.items()}
    for start in range(_STARTS):
        # The first start is the default. The others are set by chance, since a climb may end on a lower hill.
        options = {name: rng.choice(values) for name, values in choices.items()} if start else {}
        cost, before = -1, None
        for _ in range(_CLIMBS):
            if cost == before:
                break
            before = cost
            for name, value in ((name, value) for name, values in choices.items() for value in values):
                tried = {**options, name: value}
                if (found := _cost(variant, tried)) > cost:
                    options, cost = tried, found
                    if cost > MOST_LISTED and (why := _refused(variant, options)):
                        yield {key: one for key, one in options.items() if one != variant.options[key].default}, why


def _cost(variant: Variant, options: Mapping[str, OptionValue]) -> int:
    """Return the bound on the moves of the largest table under *options*; -1 where these make no ruleset.

    A contradiction does not count here: behind it there may be a setting without one.
    """
    try:
        sections = read(Sections, variant.sections(options))
        ruleset = Ruleset(sections, seats=sections.players.most, content="", options={}, paragraphs={})
    except (RulesetError, ValueError, KeyError):
        return -1
    return sum(most_moves(ruleset).values())


def _refused(variant: Variant, options: Mapping[str, OptionValue]) -> RulesetError | None:
    """Return why a table that can sit down to *options* would cost too much; None if there is no such table."""
    players = read(Sections, variant.sections(options)).players
    for seats in range(players.most, players.least - 1, -1):
        try:
            ruleset = variant.ruleset(seats, options)
        except RulesetError:
            continue
        try:
            check_bounds(ruleset)
        except RulesetError as error:
            return error
    return None
