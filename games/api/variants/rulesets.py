"""Variants as answers: what a ruleset allows, its text, its options, its examples."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Final, TypedDict
from uuid import UUID

import msgspec

from games.api.variants import schema
from games.api.variants.schema import Example, Pinned
from games.rules import variants
from games.rules.ruleset import OptionValue
from games.rules.variants import Variant
from games.store import UnknownRuleset, kept

PREFIX: Final = "sha256:"
_DIGEST: Final = re.compile(r"(?:sha256:)?([0-9a-f]{64})")
_NO_LETTERS: Final = re.compile(r"[^a-z0-9]+")


def find(text: str) -> Variant | None:
    """Return the variant whose content hash is *text*, with or without its prefix; None if there is none."""
    match = _DIGEST.fullmatch(text)
    if match is None:
        return None
    content = PREFIX + match[1]
    try:
        return of(content)
    except UnknownRuleset:
        return None


def is_shipped(text: str) -> bool:
    """Tell whether *text* is the content hash of a variant that comes with the service; no database is asked."""
    match = _DIGEST.fullmatch(text)
    return match is not None and _shipped(PREFIX + match[1]) is not None


def _shipped(content: str) -> Variant | None:
    return next((variant for variant in map(variants.load, variants.KEYS) if variant.hash == content), None)


def digest(variant_hash: str) -> str:
    """Return a content hash without its prefix: 64 hexadecimal digits."""
    return variant_hash.removeprefix(PREFIX)


def address(variant_hash: str) -> str:
    """Return where the ruleset of this hash is served."""
    return f"/api/v1/rulesets/{digest(variant_hash)}"


def pinned(key: str, content: str, options: Mapping[str, OptionValue]) -> Pinned:
    """Return what a game tells of its rules: the variant's *key*, the ruleset's *content* hash, its options."""
    return Pinned(key=key, hash=content, options=dict(options), href=address(content))


def named(variant: Variant, author: UUID | None) -> schema.Variant:
    """Return what a list tells of a variant, and who published it: None for the service itself."""
    return schema.Variant(**_summary(variant), author=author)


def listed(owned: Any) -> schema.Variant:
    """Return what a list tells of a variant that a player published; *owned* has its `hash` and its `author`."""
    return named(of(owned.hash), owned.author)


def of(content: str) -> Variant:
    """Return the variant that is known to be kept under the hash *content*."""
    return _shipped(content) or kept(content)


def whole(variant: Variant) -> schema.Ruleset:
    """Return all that is under the hash of a variant but its examples."""
    return schema.Ruleset(
        **_summary(variant),
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


def _summary(variant: Variant) -> _Summary:
    players = variant.rules["players"]
    return {
        "key": variant.key,
        "name": variant.name,
        "hash": variant.hash,
        "ruleset": address(variant.hash),
        "players": schema.PlayerRange(least=players["least"], most=players["most"]),
        "options": [
            schema.VariantOption(
                name=name,
                default=option.default,
                choices=[*option.choices],
                least=option.least if option.sets else None,
                most=option.most if option.sets else None,
                paragraph=option.paragraph,
                about=option.about,
            )
            for name, option in variant.options.items()
        ],
    }


@lru_cache(maxsize=64)
def examples(variant: Variant) -> tuple[dict[str, Any], ...]:
    """Return the examples of a variant, each with the id that a link's fragment names."""
    return tuple({"id": slug, **example} for slug, example in _named(variant.examples))


@lru_cache(maxsize=64)
def shown_examples(variant: Variant) -> list[Example]:
    """Return the examples of a variant as they are answered."""
    return msgspec.convert(examples(variant), list[Example])


def _named(found: list[dict[str, Any]]) -> Iterator[tuple[str, dict[str, Any]]]:
    taken: dict[str, int] = {}
    for example in found:
        slug = slug_of(example["name"])
        taken[slug] = taken.get(slug, 0) + 1
        yield slug if taken[slug] == 1 else f"{slug}-{taken[slug]}", example


def slug_of(name: str) -> str:
    """Return the name of an example as a fragment of an address.

    >>> slug_of("A seven answers a seven, and the penalty grows")
    'a-seven-answers-a-seven-and-the-penalty-grows'
    """
    return _NO_LETTERS.sub("-", name.lower()).strip("-") or "example"
