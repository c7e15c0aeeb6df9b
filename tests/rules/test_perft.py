"""The numbers of leaves are pinned: they change when the rules change, and then on purpose."""

from typing import Final

import pytest

from games.rules.notation import parse_layout, print_layout
from tests.rules.perft.counting import Perft, positions
from tests.rules.tables import VARIANTS

POSITIONS: Final = [pytest.param(one, id=f"{one.file.removesuffix('.toml')} {one.name}") for one in positions()]


@pytest.mark.parametrize("position", POSITIONS)
def test_leaves(position: Perft) -> None:
    assert position.count() == position.leaves


@pytest.mark.parametrize("position", POSITIONS)
def test_layouts_are_written_as_they_are_printed(position: Perft) -> None:
    assert print_layout(parse_layout(position.layout)) == position.layout


def test_every_variant_is_counted() -> None:
    assert {one.file.removesuffix(".toml") for one in positions()} == set(VARIANTS)
