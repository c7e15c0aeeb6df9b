"""Every value of a ruleset changed alone. The examples of a variant must fail on each of these changes.

``mutations(rules)`` walks the tables of a ruleset file by the schema. A number moves by one, a flag flips, a choice
becomes each other choice, a selector loses each word and gains each rank that it leaves out. A table by seats moves its
numbers and boundaries. Entries and optional keys are dropped. An option gets another default or loses a value, and
its patches are changed like the rest. Names, the pack and paragraphs stay as they are: people read them, rules do not.
"""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import MISSING, dataclass, fields, is_dataclass
from typing import Any, Final, Literal, TypeAlias, get_args, get_origin, get_type_hints

from games.rules.cards import JOKER
from games.rules.ruleset.options import Option, write_option
from games.rules.ruleset.schema import Sections
from games.rules.ruleset.selectors import OF_RANK, select

Rules: TypeAlias = dict[str, Any]
Path: TypeAlias = tuple[str | int, ...]
Change: TypeAlias = tuple[str, Any]
"""The name of a change, and the new value."""

DROPPED: Final = "dropped"
_BY_SEATS: Final = ("count", "size")
HEADER: Final = ("key", "name", "order", "paragraphs", "options")
"""The keys of a ruleset that are not sections. ``names`` is no section either: its words stand in sections."""


@dataclass(frozen=True, slots=True)
class Mutation:
    """One change of one value: at ``place`` (dotted, as in ``skip.cards``) it is ``change`` (as in ``2 -> 3``)."""

    place: str
    change: str
    path: Path
    """The keys that lead to the value that is replaced: the one that changes, or the table or list that loses it."""
    value: Any
    """What is put there."""

    def __str__(self) -> str:
        return f"{self.place}: {self.change}"


def mutated(rules: Rules, mutation: Mutation) -> Rules:
    """Return *rules* with the one change of *mutation*. *rules* themselves do not change."""
    if not mutation.path:
        return dict(mutation.value)
    rules = deepcopy(rules)
    *outer, last = mutation.path
    table: Any = rules
    for key in outer:
        table = table[key]
    table[last] = mutation.value
    return rules


def mutations(rules: Rules) -> list[Mutation]:
    """Return every mutation of *rules*, the tables of a ruleset file, section by section."""
    walk = _Walk(rules)
    return [*walk.base(), *walk.options()]


class _Walk:
    """The walk through one ruleset."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        sections = {key: value for key, value in rules.items() if key not in HEADER}
        options = rules.get("options", {})
        self._everywhere = [sections, *(patch for one in options.values() for patch in one.get("values", {}).values())]
        decks = [tables["deck"] for tables in self._everywhere if "deck" in tables]
        self._ranks = tuple(dict.fromkeys(rank for deck in decks for rank in deck.get("ranks", "").split()))
        self._jokers = any(deck.get("jokers") for deck in decks)
        self._chains = tuple(dict.fromkeys(name for tables in self._everywhere for name in tables.get("chain", {})))
        self._names: dict[str, str] = rules.get("names", {})

    def base(self) -> Iterator[Mutation]:
        yield from self._names_of(self._names, ("names",))
        sections = {key: value for key, value in self._rules.items() if key not in (*HEADER, "names")}
        yield from self._record(Sections, sections, (), patch=False)

    def options(self) -> Iterator[Mutation]:
        for name, table in self._rules.get("options", {}).items():
            path: Path = ("options", name)
            option = Option(**{key: table[key] for key in table if key in Option.__dataclass_fields__})
            if option.sets:
                defaults = [*_moved(int(option.default))]
            else:
                defaults = [(_shown(option.default, one), one) for one in option.choices[1:]]
            yield from (_set((*path, "default"), change) for change in defaults)
            for bound in ("least", "most"):
                if option.sets:
                    yield from (_set((*path, bound), change) for change in _moved(table.get(bound, 0)))
            for value, patch in option.values.items():
                if value != write_option(option.default):
                    yield _drop(option.values, value, (*path, "values"))
                at = (*path, "values", value)
                yield from self._names_of(patch.get("names", {}), (*at, "names"))
                sections = {key: one for key, one in patch.items() if key != "names"}
                yield from self._record(Sections, sections, at, patch=True)

    def _names_of(self, names: Mapping[str, str], path: Path) -> Iterator[Mutation]:
        for name, words in names.items():
            yield from (_set((*path, name), change) for change in self._selectors(words))
            if len(path) > 1:
                yield _drop(names, name, path)

    def _record(self, shape: type, table: Mapping[str, Any], path: Path, *, patch: bool) -> Iterator[Mutation]:
        """Yield the changes of *table*, which holds the fields of a dataclass *shape*, or in a *patch* some of them."""
        hints = get_type_hints(shape)
        optional = {
            one.name for one in fields(shape) if one.default is not MISSING or one.default_factory is not MISSING
        }
        for key, value in table.items():
            name, at = key.lstrip("+="), (*path, key)
            if name not in hints or name == "pack":
                continue
            hint, origin, inner = hints[name], get_origin(hints[name]), get_args(hints[name])
            is_section = is_dataclass(hint) or (origin is dict and is_dataclass(inner[1]))
            if origin is tuple:
                for number, one in enumerate(value):
                    yield from self._record(inner[0], one, (*at, number), patch=False)
                    left = [*value[:number], *value[number + 1 :]]
                    yield Mutation(_dotted((*at, number)), DROPPED, at, left)
            elif origin is dict and is_section:
                for entry, one in value.items():
                    yield from self._record(inner[1], one, (*at, entry), patch=patch)
                    yield _drop(value, entry, at)
            elif origin is dict:
                yield from _numbers(value, at, by_seats=name in _BY_SEATS)
            elif is_section:
                yield from self._record(hint, value, at, patch=patch)
            else:
                yield from (_set(at, change) for change in self._scalar(shape.__name__, name, hint, value))
            # The values of a section are changed one by one, so the section as a whole stays.
            if (patch or name in optional) and not is_section:
                yield _drop(table, key, path)

    def _scalar(self, section: str, name: str, hint: Any, value: Any) -> Iterator[Change]:
        """Yield the changes of a *value* that is not a table or a list."""
        match (section, name):
            case _ if get_origin(hint) is Literal:
                yield from ((_shown(value, one), one) for one in get_args(hint) if one != value)
            case _ if hint is bool:
                yield _shown(value, not value), not value
            case _ if hint is int:
                yield from _moved(value)
            case ("Deck", "ranks"):
                words = value.split()
                for rank in OF_RANK:
                    if rank in words:
                        yield f"without {rank}", " ".join(word for word in words if word != rank)
                    else:
                        yield f"with {rank}", f"{value} {rank}"
            case ("Penalty", "chain"):
                yield from ((_shown(value, one), one) for one in (*self._chains, f"{value}x") if one != value)
            case ("Word", "word") | ("GoingOut", "together_word"):
                yield _shown(value, f"{value}x"), f"{value}x"
            case _:
                yield from self._selectors(value)

    def _selectors(self, text: str) -> Iterator[Change]:
        """Yield *text* without each of its words, with each rank that it leaves out, and without each of ``any``."""
        words = text.split()
        for number, word in enumerate(words):
            yield f"without {word}", " ".join((*words[:number], *words[number + 1 :]))
        spelt = []
        for word in words:
            sign, marked, name = word.partition("@")
            spelt += [sign + one for one in self._names.get(name, "").split()] if marked else [word]
        faces = select(" ".join(spelt))
        for rank in self._ranks:
            if not faces & OF_RANK[rank]:
                yield f"with {rank}", f"{text} {rank}".strip()
            elif "any" in words:
                yield f"with -{rank}", f"{text} -{rank}"
        if self._jokers and not faces & select(JOKER):
            yield f"with {JOKER}", f"{text} {JOKER}".strip()


def _numbers(table: Mapping[str, int], path: Path, *, by_seats: bool) -> Iterator[Mutation]:
    """Yield the changes of a table of numbers. If its keys are numbers of seats (*by_seats*), these move too."""
    for key, number in table.items():
        yield from (_set((*path, key), change) for change in _moved(number))
        yield _drop(table, key, path)
        if by_seats and key != min(table, key=int):
            for other in (str(int(key) - 1), str(int(key) + 1)):
                moved = {other if one == key else one: value for one, value in table.items()}
                yield Mutation(_dotted((*path, key)), f"from {key} -> from {other}", path, moved)


def _moved(number: int) -> Iterator[Change]:
    """Yield one more and one less than *number*. What is not negative stays so."""
    for other in (number + 1, number - 1):
        if number < 0 or other >= 0:
            yield _shown(number, other), other


def _set(path: Path, change: Change) -> Mutation:
    return Mutation(_dotted(path), change[0], path, change[1])


def _drop(table: Mapping[str, Any], key: str, path: Path) -> Mutation:
    left = {one: value for one, value in table.items() if one != key}
    return Mutation(_dotted((*path, key)), DROPPED, path, left)


def _shown(old: object, new: object) -> str:
    return f"{_word(old)} -> {_word(new)}"


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _dotted(path: Path) -> str:
    """Return *path* as people write it: ``say.words[1].card``."""
    return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path).removeprefix(".")
