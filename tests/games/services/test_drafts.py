"""What follows a move by itself, in the same transaction."""

from uuid import UUID

import pytest

from games.rules.cards import Card
from games.rules.commands import Move, Play
from games.rules.events import Accepted
from games.rules.examples import read_example
from games.rules.examples.setting import set_up
from games.rules.game import Game
from games.rules.legality.objections import legal_moves
from games.rules.variants import load
from games.services import drafts
from games.services.drafts import Draft

GAME = UUID("01900000-0000-7000-8000-000000000000")


def a_seven_is_laid(other_hand: str, *, auto_accept: bool) -> Draft:
    """Return what follows when seat 0 lays a seven that seat 1, which holds *other_hand*, may answer."""
    return laid("7S", other_hand, auto_accept=auto_accept)


def laid(card: str, other_hand: str, *, auto_accept: bool) -> Draft:
    """Return what follows when seat 0 lays *card* at a table of seat 1, which holds *other_hand*."""
    position = read_example({"name": "one", "hands": ["7S KD 9C", other_hand], "up_card": "9S"})
    game, _ = set_up(position, load("mau_mau").ruleset(2, {"seven_stack": True}))
    agreed: Game = game.copy()
    agreed.seed, agreed.terms = "00" * 32, {"auto_accept": auto_accept}
    draft = Draft(GAME, agreed)
    draft.handle(Play(seat=0, cards=(Card.parse(card),)))
    return draft


@pytest.mark.proves("K-66")
@pytest.mark.parametrize(
    ("hand", "auto_accept", "accepted"),
    [
        pytest.param("KS TD", True, True, id="it can do nothing else"),
        pytest.param("7H TD", True, False, id="it can answer"),
        pytest.param("KS TD", False, False, id="the table did not agree on it"),
    ],
)
def test_the_server_accepts_only_for_who_can_do_nothing_else(hand: str, *, auto_accept: bool, accepted: bool) -> None:
    draft = a_seven_is_laid(hand, auto_accept=auto_accept)

    assert any(isinstance(one.event, Accepted) for one in draft.events) is accepted
    assert len(draft.game.table.hands[1]) == (4 if accepted else 2)


def test_where_no_accept_is_due_the_next_hand_is_not_even_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise how long a move takes would say something about that hand."""
    read: list[int] = []

    def listed(game: Game, seat: int) -> list[Move]:
        read.append(seat)
        return legal_moves(game, seat)

    monkeypatch.setattr(drafts, "legal_moves", listed)
    laid("9C", "QS TD", auto_accept=True)
    assert read == []
    laid("7S", "QS TD", auto_accept=True)
    assert read == [1]
