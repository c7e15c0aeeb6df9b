"""``python -m tests.rules.records.play_openspiel``: let the real OpenSpiel play the games of ``openspiel.txt``.

Needs ``open_spiel`` 2.0 or later. The record is made once, and compared for ever, also where OpenSpiel has no wheel;
``test_openspiel_live.py`` compares far more games where it has one.
One line a game with its parameters; one a chance action; one a decision, with the seat, the action and all that
were legal; one with the returns.
"""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, Final

RECORD: Final = Path(__file__).parent / "openspiel.txt"

TABLES: Final = (
    {"players": 2},
    {"players": 3},
    {"players": 5},
    {"players": 7},
    {"players": 2, "use_special_cards": True},
    {"players": 3, "use_special_cards": True},
    {"players": 4, "use_special_cards": True, "max_draw_cards": 1},
    {"players": 6, "use_special_cards": True, "reshuffle": True},
    {"players": 3, "reshuffle": True, "max_turns": 30},
    {"players": 4, "use_special_cards": True, "reshuffle": True, "max_draw_cards": 2},
    {"players": 15, "use_special_cards": True},
    {"players": 9, "use_special_cards": True, "reshuffle": True, "max_draw_cards": 9},
)

RARE: Final = ({"players": 4, "use_special_cards": True, "reshuffle": True}, (105, 110))
"""Two games that are blocked after a penalty ran short, which chance alone hardly ever shows."""

DRAW, PASS = 52, 53


def games() -> Iterator[str]:
    """Yield the lines of the record."""
    pyspiel: Any = import_module("pyspiel")  # only who makes the record needs it
    played = [(table, number, number >= len(TABLES)) for number, table in enumerate(TABLES * 2)]
    for table, seed, lazy in (*played, *((RARE[0], seed, True) for seed in RARE[1])):
        game = pyspiel.load_game("crazy_eights", dict(table))
        yield "game " + " ".join(f"{name}={value}" for name, value in sorted(game.get_parameters().items()))
        yield from _play(game.new_initial_state(), Random(seed), lazy=lazy)


def _play(state: Any, rng: Random, *, lazy: bool) -> Iterator[str]:
    while not state.is_terminal():
        if state.is_chance_node():
            action = rng.choice([card for card, _ in state.chance_outcomes()])
            yield f"chance {action}"
        else:
            legal = state.legal_actions()
            idle = [one for one in legal if one in (DRAW, PASS)]
            action = rng.choice(idle if lazy and idle and rng.random() < 0.8 else legal)
            yield f"{state.current_player()} {action} of {' '.join(map(str, legal))}"
        state.apply_action(action)
    yield "returns " + " ".join(str(int(points)) for points in state.returns())


if __name__ == "__main__":
    RECORD.write_text("".join(f"{line}\n" for line in games()), encoding="utf-8")
