from dataclasses import replace
from typing import Final

import pytest
from django.conf import settings

from games.digest import option_texts
from games.digest.options import LABELS
from games.rules.ruleset import Option
from games.rules.variants import KEYS, load

OPTIONS: Final = [(name, option) for key in KEYS for name, option in load(key).options.items()]


def test_every_option_of_the_service_has_a_label_and_no_other() -> None:
    assert LABELS.keys() == {name for name, _ in OPTIONS}


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES if code != "en"])
def test_every_option_is_explained_in_every_language(language: str) -> None:
    for name, option in OPTIONS:
        label, about = option_texts(name, option, language)
        assert about != option.about
        assert option_texts(name, option, "en") == (LABELS[name], option.about)
        # The words that players send stay as they are.
        assert all(choice in about for choice in map(str, option.choices) if "_" in choice and choice in option.about)
        assert 0 < len(label) <= 40


def test_the_texts_of_other_authors_stay_as_they_wrote_them() -> None:
    own = Option(default=False, paragraph="A-1", about="Whether you may sing.")

    assert option_texts("may_sing", own, "de") == ("May sing", "Whether you may sing.")
    changed = replace(load("prsi").options["leaf_king"], about="Whether the king sings.")
    assert option_texts("leaf_king", changed, "cs") == ("Leaf king", "Whether the king sings.")
