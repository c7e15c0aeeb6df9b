"""Each change of one key of a ruleset that leaves it sound: what the short rules have to speak of."""

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import Annotated, Any, Final, Literal, NamedTuple, get_args, get_origin, get_type_hints

from games.rules.ruleset import Ruleset, RulesetError
from games.rules.ruleset.effect_sections import Answer
from games.rules.ruleset.ending_sections import Bonus, Times, Word
from games.rules.ruleset.schema import Sections
from games.rules.ruleset.selectors import select
from games.rules.ruleset.validate import check_sound, check_table

_NEW: Final[dict[type, Any]] = {
    Answer: Answer(cards="any"),
    Bonus: Bonus(last="any", points=5),
    Times: Times(last="any", times=3),
    Word: Word(word="new"),
}
"""What is added to an empty list."""


class Holder(NamedTuple):
    """What has a key: a section or an entry of a list, before and after a change."""

    key: str
    before: Any
    after: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """Another value of one key."""

    key: str
    """As in ``games.digest.unsaid``."""
    path: str
    """The key with the names of tables and the numbers of entries."""
    holders: tuple[Holder, ...]
    """What has the key, and what has that, the section first."""
    rules: Ruleset
    """The ruleset with the change."""
    is_sample: bool
    """Whether there are so many other values, some of which change nothing, that these are only a few of them."""


class _Other(NamedTuple):
    key: str
    path: str
    holders: tuple[Holder, ...]
    section: Any
    is_sample: bool


def changes(rules: Ruleset) -> Iterator[Change]:
    """Yield the changes of each key of *rules*."""
    sections = rules.sections
    known = (*sections.chain, *(word.word for word in sections.say.words))
    for name, hint in get_type_hints(Sections, include_extras=True).items():
        old = getattr(sections, name)
        by_name = get_origin(hint) is dict
        for entry, section in old.items() if by_name else [("", old)]:
            for other in _others(section, name, f"{name}.{entry}" if entry else name, known):
                new = {**old, entry: other.section} if by_name else other.section
                patch: dict[str, Any] = {name: new}
                changed = replace(sections, **patch)
                try:
                    check_sound(changed)
                    check_table(changed, rules.seats)
                except RulesetError:
                    continue
                yield Change(
                    key=other.key,
                    path=other.path,
                    holders=(Holder(name, section, other.section), *other.holders),
                    rules=Ruleset(changed, seats=rules.seats, content="", options={}, paragraphs={}),
                    is_sample=other.is_sample,
                )


def _others(section: Any, key: str, path: str, known: tuple[str, ...]) -> Iterator[_Other]:
    """Yield *section*, or an entry of a list, with each change of one of its keys."""
    hints = get_type_hints(type(section), include_extras=True)
    for field in fields(section):
        here, there, value = f"{key}.{field.name}", f"{path}.{field.name}", getattr(section, field.name)
        is_sample = isinstance(value, dict) or (isinstance(value, str) and not _choices(hints[field.name]))
        for other in _values(hints[field.name], value, known):
            after = replace(section, **{field.name: other})
            yield _Other(here, there, (Holder(here, section, after),), after, is_sample)
        for number, entry in enumerate(value if isinstance(value, tuple) else ()):
            for inner in _others(entry, here, f"{there}[{number}]", known):
                entries = (*value[:number], inner.section, *value[number + 1 :])
                after = replace(section, **{field.name: entries})
                yield inner._replace(holders=(Holder(here, section, after), *inner.holders), section=after)


def _choices(hint: Any) -> tuple[Any, ...]:
    return get_args(hint) if get_origin(hint) is Literal else ()


def _values(hint: Any, value: Any, known: tuple[str, ...]) -> Iterator[Any]:
    """Yield other values of this type. Those of texts and of tables of numbers are samples."""
    if choices := _choices(hint):
        yield from (choice for choice in choices if choice != value)
    elif isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (number for number in (value + 1, value - 1) if _is_within(hint, number))
    elif isinstance(value, tuple):
        yield () if value else (_NEW[get_args(hint)[0]],)
    elif isinstance(value, dict):
        yield from ({**value, name: number + 1} for name, number in (value or {"7": 4}).items())
    elif get_origin(hint) is Annotated:
        yield from _selectors(value)
    else:  # the name of a chain, a word, or the ranks of the deck
        yield from ({*known, f"{value}x", value.removesuffix(" A")} - {value})


def _is_within(hint: Any, number: int) -> bool:
    try:
        for check in get_args(hint)[1:]:
            check(number)
    except ValueError:
        return False
    return True


def _selectors(value: str) -> Iterator[str]:
    for rank in ("A", "7", "J", "X"):
        yield f"{value} -{rank}" if select(rank) <= select(value) else f"{value} {rank}".strip()
    if value:
        yield ""
