"""Checks of the rules themselves: every section, every option alone, every number of seats. A fault has its place."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import fields
from typing import Any, Final

from games.rules import variants
from games.rules.ruleset import Option, Options, OptionValue, RulesetError
from games.rules.ruleset.basing import check_patch
from games.rules.ruleset.options import apply, write_option
from games.rules.ruleset.read import read, suggest
from games.rules.ruleset.schema import Sections
from games.rules.variants import Variant, publish
from games.sandbox.costliest import find_too_costly
from games.sandbox.document import Parts
from games.sandbox.faults import Fault, Faulty
from games.sandbox.ruleset_bounds import check_bounds

KEY: Final = re.compile(r"(?=.{3,40}$)[a-z][a-z0-9]*(-[a-z0-9]+)+")
"""Words with hyphens between them. No variant that comes with the service has such a key, now or later."""
MOST_OPTIONS: Final = 64
MOST_VALUES: Final = 256
"""Of all options together."""
_LONGEST_NAME: Final = 60
_SEATS: Final = range(2, 16)
_HEADER: Final = ("key", "name", "paragraphs", "options")
_SECTIONS: Final = tuple(one.name for one in fields(Sections))
_SMALL: Final[dict[str, Any]] = {
    "players": {"least": 2, "most": 2},
    "deck": {"ranks": "7 8 9 T J Q K A", "count": {"2": 1}},
    "deal": {"size": {"2": 5}},
}
"""A game to read one section with."""


def variant_of(parts: Parts) -> Variant:
    """Return the variant that *parts* make. Raises Faulty with all faults that can be known at once."""
    rules = parts.rules
    sections = {key: value for key, value in rules.items() if key not in _HEADER}
    options = _read_header(rules, sections)
    try:
        plain = apply(sections, options, {})
    except RulesetError as error:
        raise Faulty(Fault(error.place, error.why)) from error
    except (AttributeError, TypeError) as error:  # the patch of one option puts a value where the next needs a table
        why = "The defaults of two options do not fit together: one replaces what the other changes. Change one."
        raise Faulty(Fault("options", why)) from error
    if plain.get("players") != sections.get("players"):
        raise Faulty(Fault("players", "The default of an option changes this. Let another value do it."))
    # Each section is read in a small game of its own, so that one fault does not hide those of other sections.
    faults = []
    for key, value in plain.items():
        if key not in _SECTIONS:
            faults.append(Fault(key, f"Unknown key. {suggest(key, (*_HEADER, 'names', *_SECTIONS))}"))
            continue
        try:
            read(Sections, {**_SMALL, key: value})
        except RulesetError as error:
            faults.append(Fault(error.place, error.why))
    faults += [Fault(key, "This section is missing. Add it.") for key in _SMALL if key not in plain]
    if faults:
        raise Faulty(*faults)
    try:
        variant = Variant(publish(rules, parts.text, parts.examples))
    except RulesetError as error:
        raise Faulty(Fault(error.place, error.why)) from error
    if tables := tuple(_faults_of_tables(variant)):
        raise Faulty(*tables)
    if found := find_too_costly(variant):  # each option alone is cheap by now, all of them together may not be
        setting, refusal = found
        shown = ", ".join(f"{name} = {write_option(value)}" for name, value in setting.items())
        raise Faulty(Fault("options", f"With {shown}: {refusal}"))
    return variant


def settings_of(variant: Variant) -> list[dict[str, OptionValue]]:
    """Return every setting that differs from the default in one option alone. A range counts with its two ends."""
    found: list[dict[str, OptionValue]] = []
    for name, option in variant.options.items():
        values = (option.least, option.most) if option.sets else option.choices
        found += [{name: value} for value in dict.fromkeys(values) if value != option.default]
    return found


def seatings(variant: Variant, options: Options) -> list[int]:
    """Return for how many seats there can be a table of *variant* with these *options*."""
    found = []
    for seats in _SEATS:
        with suppress(RulesetError):
            check_bounds(variant.ruleset(seats, options))
            found.append(seats)
    return found


def _folded(name: str) -> str:
    """Return the letters and digits of a name, without case and accents: what two names are compared by."""
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKD", name).casefold()))


def _read_header(rules: Mapping[str, Any], sections: Mapping[str, Any]) -> dict[str, Option]:
    """Return the options of *rules*, whose other tables are *sections*. Raises Faulty with all faults outside these."""
    key, name, paragraphs, written = (rules.get(part, {}) for part in _HEADER)
    faults = []
    if not isinstance(key, str) or not KEY.fullmatch(key):
        why = "Write 3 to 40 small letters and digits in two words or more, with hyphens between them, as in annas-mau."
        faults.append(Fault("key", why))
    if not isinstance(name, str) or not 0 < len(name.strip()) <= _LONGEST_NAME:
        faults.append(Fault("name", f"Write a name of 1 to {_LONGEST_NAME} characters."))
    elif _folded(name) in {_folded(variants.load(one).name) for one in variants.KEYS}:
        faults.append(Fault("name", f'"{name}" is the name of a variant that comes with the service. Choose another.'))
    if not isinstance(paragraphs, dict) or not all(isinstance(one, str) for one in paragraphs.values()):
        faults.append(Fault("paragraphs", 'Write a paragraph for the code of a refusal, such as penalty_due = "A-2".'))
    if "order" in rules:
        faults.append(Fault("order", "Unknown key. The options keep the order in which you write them."))
    if not isinstance(written, dict):
        raise Faulty(*faults, Fault("options", "Write a table of options."))
    if len(written) > MOST_OPTIONS:
        raise Faulty(*faults, Fault("options", f"Write at most {MOST_OPTIONS} options, not {len(written)}."))
    options: dict[str, Option] = {}
    for option, data in written.items():
        try:
            options[option] = read(Option, data, f"options.{option}")
            _check_option(option, options[option], sections)
        except RulesetError as error:
            faults.append(Fault(error.place, error.why))
    if sum(max(len(one.values), 2) for one in options.values()) > MOST_VALUES:
        faults.append(Fault("options", f"Write at most {MOST_VALUES} values in all options together."))
    if faults:
        raise Faulty(*faults)
    return options


def _check_option(name: str, option: Option, sections: Mapping[str, Any]) -> None:
    """Raise RulesetError if *option* contradicts itself, or its patches do not fit *sections*."""
    place = f"options.{name}"
    if bool(option.sets) is bool(option.values):
        raise RulesetError(place, "Write either values or sets.")
    match option.default:
        case bool():
            form, kind = "on|off", "on or off"
        case int():
            form, kind = "0|-?[1-9][0-9]{0,5}", "a number of at most six digits"
        case _:
            form, kind = ".*", "a word"
    for value in option.values:
        if not re.fullmatch(form, value):
            raise RulesetError(f"{place}.values.{value}", f"Write {kind}, because the default is of this kind.")
    if option.sets and type(option.default) is not int:
        raise RulesetError(f"{place}.default", "Write a number, because sets names a key that takes one.")
    if option.sets and option.default not in range(option.least, option.most + 1):
        raise RulesetError(f"{place}.default", f"Write a number from least to most: {option.least} to {option.most}.")
    if option.values and write_option(option.default) not in option.values:
        raise RulesetError(f"{place}.default", f"Write one of the values: {', '.join(option.values)}.")
    for value, patch in option.values.items():
        check_patch(sections, patch, f"{place}.values.{value}")
    if option.sets:
        *outer, last = option.sets.split(".")
        table: object = sections
        for key in outer:
            table = table.get(key, {}) if isinstance(table, dict) else None
        is_key = outer and outer[0] in _SECTIONS and re.fullmatch(r"[\w-]+(\.[\w-]+)+", option.sets)
        if not (is_key and isinstance(table, dict) and type(table.get(last, 0)) is int):
            raise RulesetError(f"{place}.sets", "Write a key of a section that takes a number, such as draw.most.")


def _faults_of_tables(variant: Variant) -> Iterator[Fault]:
    """Yield why *variant* has no table of a size that it names, and why a value of an option makes no game.

    Of the sizes the first fault is enough, because the others follow from it.
    """
    players = variant.rules["players"]
    for seats in range(players["least"], players["most"] + 1):
        try:
            check_bounds(variant.ruleset(seats))
        except RulesetError as error:
            if error.place != "seats":
                yield Fault(error.place, error.why)
            else:
                yield Fault("players", f"{error.why} Raise deck.count, or lower deal.size or players.most.")
            break
    for options in settings_of(variant):
        if seatings(variant, options):
            continue
        ((name, value),) = options.items()
        try:
            check_bounds(variant.ruleset(players["least"], options))
        except RulesetError as error:
            yield Fault(f"options.{name}", f"Set to {write_option(value)}: {error}")
