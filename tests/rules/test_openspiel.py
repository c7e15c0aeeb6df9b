"""Crazy Eights is OpenSpiel's: whole games that the real OpenSpiel played, compared decision by decision (CE-37).

``test_openspiel_live.py`` compares thousands more, where OpenSpiel is installed; these need only the record.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from games.rules import commands
from games.rules.cards import parse_cards
from games.rules.decide import decide
from games.rules.legality.objections import legal_moves
from tests.rules.openspiel import ACTIONS, DEALER, NOMINATE, Foretold, actions_of, card_of, move_of, number_of, taken_of
from tests.rules.tables import Table

RECORD: Final = Path(__file__).parent / "records" / "openspiel.txt"


class Decision(NamedTuple):
    seat: int
    actions: list[int]
    legal: list[int]


class Recording(NamedTuple):
    options: dict[str, int | bool]
    seats: int
    chances: list[int]
    decisions: list[Decision]
    returns: tuple[int, ...]


def recording() -> Iterator[Recording]:
    for text in RECORD.read_text(encoding="utf-8").split("game ")[1:]:
        first, *lines, last = text.splitlines()
        options = {name: _value(value) for name, value in (word.split("=") for word in first.split())}
        decisions: list[Decision] = []
        for line in lines:
            seat, action, *legal = line.split()
            if seat != "chance" and int(action) >= NOMINATE:
                decisions[-1].actions.append(int(action))
            elif seat != "chance":
                decisions.append(Decision(int(seat), [int(action)], [int(one) for one in legal[1:]]))
        chances = [int(line.split()[1]) for line in lines if line.startswith("chance")]
        seats = options.pop("players")
        yield Recording(options, seats, chances, decisions, tuple(map(int, last.split()[1:])))


def _value(text: str) -> int | bool:
    return text == "True" if text in ("True", "False") else int(text)


GAMES: Final = list(recording())


@pytest.mark.proves("CE-37", "CE-1", "CE-2")
@pytest.mark.parametrize("game", [pytest.param(one, id=f"{n}-of-{one.seats}") for n, one in enumerate(GAMES)])
def test_the_same_game_is_played(game: Recording) -> None:
    table = Table(variant="crazy_eights", seats=game.seats, options=game.options)
    dealt = game.seats * table.ruleset.hand_size
    chance = Foretold(game.chances[0] - DEALER, tuple(map(card_of, game.chances[1:])), dealt)
    started = decide(table.seated(), commands.StartGame(), chance=chance).after

    events, now, _ = decide(started, commands.DealCards(), chance=chance)
    seen = taken_of(events, now)
    chance.dealing = False
    for decision in game.decisions:
        legal = {actions_of(move)[0] for move in legal_moves(now, decision.seat)}
        assert (now.on_turn, sorted(legal)) == (decision.seat, decision.legal)
        move = move_of(decision.seat, decision.actions, due=now.table.penalty > 0)
        events, now, _ = decide(now, move, chance=chance)
        seen += taken_of(events, now)

    assert seen == game.chances[1:]
    assert now.points == game.returns


@pytest.mark.proves("CE-37")
def test_every_action_is_a_move_and_back() -> None:
    pairs: list[list[int]] = [[card] for card in range(NOMINATE) if card // 4 != 6]
    pairs += [[eight, suit] for eight in range(24, 28) for suit in range(NOMINATE, ACTIONS)]

    for actions in pairs:
        assert actions_of(move_of(1, actions, due=False)) == actions
    assert {action for actions in pairs for action in actions} == set(range(ACTIONS))
    assert actions_of(move_of(1, [52], due=True)) == [52]


@pytest.mark.proves("CE-37")
def test_cards_are_numbered_by_rank_and_suit() -> None:
    assert [number_of(card) for card in parse_cards("2C 2D 2H 2S 8C AS")] == [0, 1, 2, 3, 24, 51]
