"""Finds rulesets by their hash, and makes answers of variants: summary, options, text, examples."""

import re
from collections import Counter
from functools import lru_cache
from typing import Any, Final, TypedDict
from uuid import UUID

from msgspec import to_builtins

from games.api.options import typed, typed_options
from games.api.variants import schema
from games.api.variants.schema import Example, Pinned
from games.digest import Speech, option_texts, rule_lines, sketch
from games.readers import Reader
from games.rules import variants
from games.rules.ruleset import Options
from games.rules.variants import Variant
from games.store import UnknownRuleset, kept

PREFIX: Final = "sha256:"
_DIGEST: Final = re.compile(r"(?:sha256:)?([0-9a-f]{64})")
_COMMON_SEATS: Final = 3
"""More than two: some cards do something else at a table for two."""
_NO_LETTERS: Final = re.compile(r"[^a-z0-9]+")
_read_example: Final = Reader(Example)


def find(text: str) -> Variant | None:
    """Return the variant with the content hash *text*, with or without its prefix; None if there is none."""
    match = _DIGEST.fullmatch(text)
    if match is None:
        return None
    content = PREFIX + match[1]
    try:
        return of(content)
    except UnknownRuleset:
        return None


def is_shipped(text: str) -> bool:
    """Return whether *text* is the content hash of a variant that comes with the service. It needs no database."""
    match = _DIGEST.fullmatch(text)
    return match is not None and _shipped(PREFIX + match[1]) is not None


def _shipped(content: str) -> Variant | None:
    return next((variant for variant in map(variants.load, variants.KEYS) if variant.hash == content), None)


def digest(variant_hash: str) -> str:
    """Return a content hash without its prefix: 64 hexadecimal digits."""
    return variant_hash.removeprefix(PREFIX)


def address(variant_hash: str) -> str:
    """Return the address of the ruleset of this hash."""
    return f"/api/v1/rulesets/{digest(variant_hash)}"


def pinned(key: str, content: str, options: Options) -> Pinned:
    """Return the rules of a game: the *key* of its variant, the *content* hash of its ruleset, and its options."""
    return Pinned(key=key, hash=content, options=typed_options(options), href=address(content))


def named(variant: Variant, author: UUID | None, language: str) -> schema.Variant:
    """Return a variant as lists in this *language* show it. *author* published it; None for one of the service."""
    return schema.Variant(
        **_summary(variant, language),
        sketch=sketch(variant, language),
        pack=variant.rules["deck"].get("pack", "french"),
        in_short=in_short(variant, language),
        author=author,
    )


@lru_cache(maxsize=256)
def in_short(variant: Variant, language: str) -> list[schema.RuleLine]:
    """Return the rules of *variant* in about ten lines of this *language*, for a common table without options."""
    players = variant.rules["players"]
    ruleset = variant.ruleset(min(max(_COMMON_SEATS, players["least"]), players["most"]))
    lines = rule_lines(ruleset, Speech(language, ruleset.sections.deck.pack, {}))
    return [schema.RuleLine(text=line.text, cards=list(line.cards)) for line in lines]


def listed(owned: Any, language: str) -> schema.Variant:
    """Return a custom variant as lists in this *language* show it. *owned* has its `hash` and its `author`."""
    return named(of(owned.hash), owned.author, language)


def of(content: str) -> Variant:
    """Return the variant of the hash *content*. Raises UnknownRuleset if the service does not have it."""
    return _shipped(content) or kept(content)


def whole(variant: Variant) -> schema.Ruleset:
    """Return a ruleset without its examples. It never changes, so it is in English."""
    return schema.Ruleset(
        **_summary(variant, "en"),
        rules=variant.rules,
        text=variant.text,
        kernel=variant.kernel,
        examples=f"{address(variant.hash)}/examples",
    )


class _Summary(TypedDict):
    """The fields of ``schema.Summary``."""

    key: str
    name: str
    hash: str
    ruleset: str
    players: schema.PlayerRange
    options: list[schema.VariantOption]


def _summary(variant: Variant, language: str) -> _Summary:
    players = variant.rules["players"]
    texts = {name: option_texts(name, option, language) for name, option in variant.options.items()}
    return {
        "key": variant.key,
        "name": variant.name,
        "hash": variant.hash,
        "ruleset": address(variant.hash),
        "players": schema.PlayerRange(least=players["least"], most=players["most"]),
        "options": [
            schema.VariantOption(
                name=name,
                label=texts[name][0],
                default_value=typed(option.default),
                choices=[typed(choice) for choice in option.choices],
                least=option.least if option.sets else None,
                most=option.most if option.sets else None,
                paragraph=option.paragraph,
                about=texts[name][1],
            )
            for name, option in variant.options.items()
        ],
    }


@lru_cache(maxsize=64)
def examples(variant: Variant) -> tuple[dict[str, Any], ...]:
    """Return the examples of a variant, each with the id that the fragment of a link names."""
    found: list[dict[str, Any]] = []
    taken: Counter[str] = Counter()
    for example in variant.examples:
        slug = slug_of(example["name"])
        taken[slug] += 1
        found.append({"id": slug if taken[slug] == 1 else f"{slug}-{taken[slug]}", **example})
    return tuple(found)


@lru_cache(maxsize=64)
def shown_examples(variant: Variant) -> list[Example]:
    """Return the examples of a variant as answers."""
    shown = []
    for example in examples(variant):
        options = to_builtins(typed_options(example.get("options", {})))
        shown.append(_read_example({**example, "options": options} if options else example))
    return shown


def slug_of(name: str) -> str:
    """Return the name of an example as the fragment of an address.

    >>> slug_of("A seven answers a seven, and the penalty grows")
    'a-seven-answers-a-seven-and-the-penalty-grows'
    """
    return _NO_LETTERS.sub("-", name.lower()).strip("-") or "example"
