"""Every single value of a ruleset changed alone: what the examples of a variant must be able to tell from the original.

``mutations(rules)`` walks the tables of a ruleset file by the schema. Numbers move by one, flags flip, a word of a list
of choices becomes each other choice, selectors lose each word and gain each rank that they leave out. Tables by seats
move their numbers and boundaries, entries and optional keys are dropped, an option gets another default or loses a
value, and so on inside each option's patches. What people read is left alone: names, the pack, numbers of paragraphs.
"""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import MISSING, dataclass, fields, is_dataclass
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args, get_origin, get_type_hints

from games.rules.cards import JOKER
from games.rules.ruleset.options import Option, write_option
from games.rules.ruleset.schema import Sections
from games.rules.ruleset.selectors import OF_RANK, Faces, select

Rules: TypeAlias = dict[str, Any]
Path: TypeAlias = tuple[str | int, ...]
Change: TypeAlias = tuple[str, Any]
"""How a change is called, and the value that comes of it."""

DROPPED: Final = "dropped"
_BY_SEATS: Final = ("count", "size")
HEADER: Final = ("key", "name", "order", "paragraphs", "options")
"""The keys of a ruleset that are no sections. ``names`` is none either: it stands for words in sections."""


@dataclass(frozen=True, slots=True)
class Mutation:
    """One change of one value: at ``place`` (dotted, as in ``skip.cards``) it is ``change`` (as in ``2 -> 3``)."""

    place: str
    change: str
    path: Path
    """The keys that lead to the value that is replaced: the changed one, or the table or list that loses it."""
    value: Any
    """What is put there."""

    def __str__(self) -> str:
        return f"{self.place}: {self.change}"


def mutated(rules: Rules, mutation: Mutation) -> Rules:
    """Return *rules* with the one change of *mutation*; *rules* themselves stay as they are."""
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


class Key(NamedTuple):
    """A field of a dataclass of the schema, and what it takes."""

    shape: type
    name: str
    hint: Any


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
                yield from self._patch(patch, (*path, "values", value))

    def _patch(self, patch: Rules, path: Path) -> Iterator[Mutation]:
        if "names" in patch:
            yield from self._names_of(patch["names"], (*path, "names"))
        sections = {key: value for key, value in patch.items() if key != "names"}
        yield from self._record(Sections, sections, path, patch=True)

    def _names_of(self, names: Mapping[str, str], path: Path) -> Iterator[Mutation]:
        for name, words in names.items():
            yield from (_set((*path, name), change) for change in self._selectors(words))
            if len(path) > 1:
                yield _drop(names, name, path)

    def _record(self, shape: type, table: Mapping[str, Any], path: Path, *, patch: bool) -> Iterator[Mutation]:
        """Yield the changes of *table*, which holds what a dataclass *shape* is made of, or part of it in a *patch*."""
        hints = get_type_hints(shape)
        optional = {
            one.name for one in fields(shape) if one.default is not MISSING or one.default_factory is not MISSING
        }
        for key, value in table.items():
            name = key.lstrip("+=")
            if name not in hints or name == "pack":
                continue
            yield from self._value(Key(shape, name, hints[name]), value, (*path, key), patch=patch)
            if (patch or name in optional) and not _holds_records(hints[name]):
                yield _drop(table, key, path)

    def _value(self, spec: Key, value: Any, path: Path, *, patch: bool) -> Iterator[Mutation]:
        """Yield the changes of the *value* of *spec*."""
        hint = spec.hint
        origin = get_origin(hint)
        if isinstance(hint, type) and is_dataclass(hint):
            yield from self._record(hint, value, path, patch=patch)
        elif origin is tuple:
            yield from self._list(get_args(hint)[0], value, path)
        elif origin is dict and is_dataclass(get_args(hint)[1]):
            for key, one in value.items():
                yield from self._record(get_args(hint)[1], one, (*path, key), patch=patch)
                yield _drop(value, key, path)
        elif origin is dict:
            yield from _numbers(value, path, by_seats=spec.name in _BY_SEATS)
        else:
            yield from (_set(path, change) for change in self._scalar(spec, value))

    def _list(self, hint: type, values: list[Any], path: Path) -> Iterator[Mutation]:
        for number, one in enumerate(values):
            yield from self._record(hint, one, (*path, number), patch=False)
            left = [*values[:number], *values[number + 1 :]]
            yield Mutation(_dotted((*path, number)), DROPPED, path, left)

    def _scalar(self, spec: Key, value: Any) -> Iterator[Change]:
        hint = spec.hint
        match (spec.shape.__name__, spec.name):
            case _ if get_origin(hint) is Literal:
                yield from ((_shown(value, one), one) for one in get_args(hint) if one != value)
            case _ if hint is bool:
                yield _shown(value, not value), not value
            case _ if hint is int:
                yield from _moved(value)
            case ("Deck", "ranks"):
                yield from _ranks(value)
            case ("Penalty", "chain"):
                yield from ((_shown(value, one), one) for one in (*self._chains, f"{value}x") if one != value)
            case ("Word", "word") | ("GoingOut", "together_word"):
                yield _shown(value, f"{value}x"), f"{value}x"
            case _:
                yield from self._selectors(value)

    def _selectors(self, text: str) -> Iterator[Change]:
        """Yield *text* without each of its words, and with each rank that it leaves out, or takes in by ``any``."""
        words = text.split()
        for number, word in enumerate(words):
            yield f"without {word}", " ".join((*words[:number], *words[number + 1 :]))
        faces = self._faces(words)
        for rank in self._ranks:
            if not faces & OF_RANK[rank]:
                yield f"with {rank}", f"{text} {rank}".strip()
            elif "any" in words:
                yield f"with -{rank}", f"{text} -{rank}"
        if self._jokers and not faces & select(JOKER):
            yield f"with {JOKER}", f"{text} {JOKER}".strip()

    def _faces(self, words: list[str]) -> Faces:
        spelt = []
        for word in words:
            sign, marked, name = word.partition("@")
            spelt += [sign + one for one in self._names.get(name, "").split()] if marked else [word]
        return select(" ".join(spelt))


def _numbers(table: Mapping[str, int], path: Path, *, by_seats: bool) -> Iterator[Mutation]:
    """Yield the changes of a table of numbers; those *by_seats* have boundaries that move too."""
    for key, number in table.items():
        yield from (_set((*path, key), change) for change in _moved(number))
        yield _drop(table, key, path)
        if by_seats and key != min(table, key=int):
            for other in (str(int(key) - 1), str(int(key) + 1)):
                moved = {other if one == key else one: value for one, value in table.items()}
                yield Mutation(_dotted((*path, key)), f"from {key} -> from {other}", path, moved)


def _ranks(text: str) -> Iterator[Change]:
    words = text.split()
    for rank in OF_RANK:
        if rank in words:
            yield f"without {rank}", " ".join(word for word in words if word != rank)
        else:
            yield f"with {rank}", f"{text} {rank}"


def _moved(number: int) -> Iterator[Change]:
    """Yield *number* and one more, and one less; nothing counts below nothing."""
    for other in (number + 1, number - 1):
        if number < 0 or other >= 0:
            yield _shown(number, other), other


def _holds_records(hint: Any) -> bool:
    """Tell whether a key of this type is a section, whose own values are changed one by one."""
    if get_origin(hint) is dict:
        return is_dataclass(get_args(hint)[1])
    return isinstance(hint, type) and is_dataclass(hint)


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
    """Return *path* as it is written: ``say.words[1].card``."""
    return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path).removeprefix(".")
