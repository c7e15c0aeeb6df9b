"""Pages of a digest, made of a part of the feed: they are those of the whole."""

from collections.abc import Sequence
from typing import Any, Final

import pytest

from games.digest import Line, Speech, digest, opening, page, pages
from games.rules.legality.objections import legal_moves
from games.rules.variants import KEYS, load
from tests.games.api.tables.test_every_variant import OPTIONS
from tests.games.whole import Whole

NAMES: Final = {f"player {seat}": name for seat, name in enumerate(("Anna", "Bert", "Cleo", "Dora"))}


class Feed:
    """A feed of which one reads pieces; it counts what was read."""

    def __init__(self, heard: Sequence[dict[str, Any]]) -> None:
        self.heard, self.read = heard, 0

    def __call__(self, after: int, most: int) -> Sequence[dict[str, Any]]:
        found = self.heard[after : after + most]
        self.read += len(found)
        return found

    def page(self, since: int, most: int) -> list[Line]:
        return page(self, opening(self), Speech("en", "french", NAMES), since=since, most=most)


@pytest.mark.parametrize("key", KEYS)
def test_a_page_is_a_part_of_the_whole(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "STEP", 4)  # so that every piece is too short at first
    for seats, number in ((load(key).players.least, 0), (min(load(key).players.most, 6), 1)):
        feed = Feed(Whole(key, seats, number, options=OPTIONS[key][number]).play().feed())
        whole = [*digest(feed.heard, Speech("en", "french", NAMES))]
        for since in range(0, len(feed.heard) + 1, 1 + len(feed.heard) // 60):
            after = [line for line in whole if line.version > since]
            assert feed.page(since, 5) == after[:5]
        assert feed.page(0, len(whole)) == whole


def test_the_end_of_a_long_game_costs_no_more_than_its_beginning() -> None:
    game = Whole("mau_mau_official", 3)
    while len(game.log) < 2000:
        game.do(game.random.choice(legal_moves(game.draft.game, game.draft.game.on_turn or 0)))
    feed, read = Feed(game.feed()), list[int]()
    for since in range(20, 1900, 94):
        feed.read = 0
        assert len(feed.page(since, 10)) == 10
        read.append(feed.read)

    assert max(read) <= 3 * min(read) < 1000
