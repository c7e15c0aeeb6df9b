"""The effective rules of one game: its ruleset with its options, and the examples that hold under them."""

from functools import lru_cache
from typing import Any, TypeAlias

from games.api.options import typed
from games.api.variants.explanations import explained
from games.api.variants.rulesets import address, examples, is_shipped, pinned, shown_examples
from games.api.variants.schema import EffectiveOption, EffectiveRules, Example
from games.digest import Speech, option_texts, summary
from games.rules.examples import ExampleError, read_example, run_in
from games.rules.ruleset import OptionValue, RulesetError
from games.rules.variants import Variant

Chosen: TypeAlias = tuple[tuple[str, OptionValue], ...]
"""Options with their values, sorted by name, so that they can be the key of a cache."""


def rules_of(variant: Variant, seats: int, options: dict[str, OptionValue], language: str) -> EffectiveRules:
    """Return the effective rules of a game of *variant* for *seats* with *options*, its texts in *language*."""
    ruleset = variant.ruleset(seats, options)
    texts = {name: option_texts(name, option, language) for name, option in variant.options.items()}
    held = examples_of(variant, chosen(options))
    return EffectiveRules(
        ruleset=pinned(variant.key, variant.hash, options),
        seats=seats,
        summary=summary(ruleset, Speech(language, ruleset.sections.deck.pack, {})),
        options=[
            EffectiveOption(
                name=name,
                label=texts[name][0],
                value=typed(options.get(name, option.default)),
                default_value=typed(option.default),
                paragraph=option.paragraph,
                about=texts[name][1],
            )
            for name, option in variant.options.items()
        ],
        rules=variant.sections(options),
        text=variant.text,
        kernel=variant.kernel,
        examples=held,
        explanations=explained(ruleset, held, language),
    )


def chosen(options: dict[str, OptionValue]) -> Chosen:
    """Return *options* sorted by name."""
    return tuple(sorted(options.items()))


@lru_cache(maxsize=256)
def examples_of(variant: Variant, options: Chosen) -> list[Example]:
    """Return the examples of *variant* that hold in a game with *options*."""
    pairs = zip(shown_examples(variant), examples(variant), strict=True)
    return [shown for shown, example in pairs if _holds(variant, example, options)]


@lru_cache(maxsize=8192)
def example_of(variant: Variant, paragraph: str, options: Chosen) -> str | None:
    """Return the address of the example that shows *paragraph* best in a game with *options*; None if none does.

    Examples in which something is refused come first.
    """
    found = [example for example in examples(variant) if paragraph in example["proves"]]
    for example in sorted(found, key=lambda example: not example["then"].get("refused")):
        if _holds(variant, example, options):
            return f"{address(variant.hash)}/examples#{example['id']}"
    return None


def _holds(variant: Variant, example: dict[str, Any], options: Chosen) -> bool:
    """Return whether *example* holds in a game with *options*.

    Examples that come with the service are run with these options. Those of a custom variant may cost too much outside
    of the sandbox, so they are not run: they hold if they name exactly these options.
    """
    if chosen(example.get("options", {})) == options:
        return True
    if not is_shipped(variant.hash):
        return False
    try:
        read = read_example({key: value for key, value in example.items() if key != "id"})
        return not run_in(variant, read, dict(options)).faults
    except (ExampleError, RulesetError):
        return False
