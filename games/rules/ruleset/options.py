"""Options: what a variant lets its players choose. An option changes values of sections, and nothing else."""

from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from games.rules.ruleset.read import RulesetError, show, suggest
from games.rules.ruleset.selectors import select

OptionValue: TypeAlias = bool | int | str
Options: TypeAlias = Mapping[str, OptionValue]
Patch: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One option: its default, the paragraph that states it, and what each value changes.

    Either ``values`` names every value (``on`` and ``off``, words, numbers) with its patch, or ``sets`` names the one
    key that takes any number from ``least`` to ``most``.
    """

    default: bool | int | str
    paragraph: str
    about: str = ""
    values: dict[str, dict] = field(default_factory=dict)  # type: ignore[type-arg]  # a patch has no shape of its own
    sets: str = ""
    least: int = 0
    most: int = 0

    @property
    def choices(self) -> tuple[OptionValue, ...]:
        """The values it takes, the default first; empty where it takes a range of numbers."""
        if self.sets:
            return ()
        others: list[OptionValue]
        if isinstance(self.default, bool):
            others = [name == "on" for name in self.values]
        else:
            others = [int(name) if isinstance(self.default, int) else name for name in self.values]
        return (
            self.default,
            *(value for value in others if value != self.default or type(value) is not type(self.default)),
        )

    def takes(self, value: OptionValue) -> bool:
        """Return whether *value* is one of its values: ``True`` is no number."""
        if type(value) is not type(self.default):
            return False
        if self.sets:
            return isinstance(value, int) and self.least <= value <= self.most
        return value in self.choices

    def patch(self, value: OptionValue) -> Patch:
        """Return what *value* changes, as nested tables."""
        if not self.sets:
            return self.values.get(write_option(value), {})
        *outer, key = self.sets.split(".")
        patch: Patch = {key: value}
        for table in reversed(outer):
            patch = {table: patch}
        return patch


def write_option(value: OptionValue) -> str:
    """Return the key of ``values`` for an option value."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def check_options(declared: Mapping[str, Option], options: Options) -> None:
    """Raise RulesetError if *options* names an option that is not *declared*, or a value that it does not take."""
    for name, value in options.items():
        if (option := declared.get(name)) is None:
            raise RulesetError(name, f"There is no such option. {suggest(name, declared)}")
        if not option.takes(value):
            known = (
                f"a number from {option.least} to {option.most}"
                if option.sets
                else f"one of {', '.join(map(show, option.choices))}"
            )
            raise RulesetError(name, f"Write {known}, not {show(value)}.")


def apply(sections: Patch, declared: Mapping[str, Option], options: Options) -> Patch:
    """Return *sections* with every *declared* option set: as *options* say, else to its default, in file order."""
    check_options(declared, options)
    sections = deepcopy(sections)
    for name, option in declared.items():
        merge(sections, option.patch(options.get(name, option.default)))
    return resolve(sections)


def resolve(sections: Patch) -> Patch:
    """Return *sections* without their section ``names``, each ``@name`` of a selector replaced by its words.

    Raises RulesetError for a name that is not there, and for one whose words are not ranks, suits and cards.
    """
    names = sections.pop("names", {})
    if not isinstance(names, dict) or not all(isinstance(words, str) for words in names.values()):
        raise RulesetError("names", 'Write a table of names and their cards, such as trick = "7 8".')
    for name, words in names.items():
        if "@" in words or "-" in words:
            raise RulesetError(f"names.{name}", "Write only ranks, suits and cards. A name cannot use @ or a minus.")
        try:
            select(words)
        except ValueError as fault:
            raise RulesetError(f"names.{name}", str(fault)) from fault
    return {key: _resolve(value, names, key) for key, value in sections.items()}


def _resolve(value: Any, names: Mapping[str, str], place: str) -> Any:
    if isinstance(value, dict):
        return {key: _resolve(one, names, f"{place}.{key}") for key, one in value.items()}
    if isinstance(value, list):
        return [_resolve(one, names, place) for one in value]
    if not isinstance(value, str) or "@" not in value:
        return value
    words = []
    for word in value.split():
        sign, marked, name = word.partition("@")
        if not marked:
            words.append(word)
        elif sign not in ("", "-") or name not in names:
            raise RulesetError(place, f'"{word}" is not in the section names. Add it there. {suggest(name, names)}')
        else:
            words += [sign + one for one in names[name].split()]
    return " ".join(words)


def merge(sections: Patch, patch: Patch) -> None:
    """Apply *patch* to *sections*: tables merge, ``"+key"`` adds to a list or selector, ``"=key"`` replaces a table."""
    for key, value in patch.items():
        if key.startswith("+"):
            old = sections.get(key[1:], type(value)())
            sections[key[1:]] = f"{old} {value}".strip() if isinstance(value, str) else old + deepcopy(value)
        elif isinstance(value, dict) and not key.startswith("="):
            merge(sections.setdefault(key, {}), value)
        else:
            sections[key.removeprefix("=")] = deepcopy(value)
