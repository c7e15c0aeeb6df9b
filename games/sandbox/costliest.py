"""The costliest game that the options of a ruleset allow, all of them together: by reasoning first, then by search.

Reasoning takes for each key the most that any value of any option makes of it, as if all could hold at once. What is
cheap even so needs no search. Otherwise a search climbs from setting to setting, to find one that a table can have.
"""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Final

from games.rules.budgets import MOST_LISTED
from games.rules.ruleset import OptionValue, Ruleset, RulesetError
from games.rules.ruleset.read import read
from games.rules.ruleset.schema import MOST_SEATS, Knobs
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
    say = [{"word": word} for word in dict.fromkeys(_all_words(layers))]
    knobs: dict[str, Any] = {
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
    loosest = Ruleset(read(Knobs, knobs), seats=seats, content="", options={}, paragraphs={})
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


def _all_words(layers: list[dict[str, Any]]) -> Iterator[str]:
    for place in ("words", "last_words"):
        for rows in _found(layers, "say", place):
            yield from (one["word"] for one in rows if isinstance(one, dict) and isinstance(one.get("word"), str))


def _too_costly(variant: Variant) -> Iterator[tuple[dict[str, OptionValue], RulesetError]]:
    rng = Random("costliest")  # noqa: S311 - the same search for the same ruleset
    choices = {name: one.choices or (one.least, one.most) for name, one in variant.options.items()}
    for start in range(_STARTS):
        options = {name: rng.choice(values) for name, values in choices.items()} if start else {}
        yield from _climb(variant, choices, options)


def _climb(
    variant: Variant, choices: Mapping[str, tuple[OptionValue, ...]], options: dict[str, OptionValue]
) -> Iterator[tuple[dict[str, OptionValue], RulesetError]]:
    """Climb from *options* by one option after the other; yield each better setting that a table has and may not."""
    cost = -1
    for _ in range(_CLIMBS):
        before = cost
        for name, values in choices.items():
            for value in values:
                tried = {**options, name: value}
                if (found := _cost(variant, tried)) > cost:
                    options, cost = tried, found
                    if cost > MOST_LISTED and (why := _refused(variant, options)):
                        yield {key: one for key, one in options.items() if one != variant.options[key].default}, why
        if cost == before:
            return


def _cost(variant: Variant, options: Mapping[str, OptionValue]) -> int:
    """Return the bound on the moves of the largest table under *options*; -1 where these make no ruleset.

    A contradiction does not count here: behind it there may be a setting without one.
    """
    try:
        knobs = read(Knobs, variant.knobs(options))
        ruleset = Ruleset(knobs, seats=knobs.players.most, content="", options={}, paragraphs={})
    except (RulesetError, ValueError, KeyError):
        return -1
    return sum(most_moves(ruleset).values())


def _refused(variant: Variant, options: Mapping[str, OptionValue]) -> RulesetError | None:
    """Return why a table that can sit down to *options* would cost too much; None if there is no such table."""
    players = read(Knobs, variant.knobs(options)).players
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
