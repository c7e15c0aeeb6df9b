"""Bots choose legal moves in every ruleset, go by their observation alone, and the better one wins."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import NamedTuple

import pytest

from games import bots
from games.bots.budget import Budget
from games.management.bot_matches import Score, meet
from games.rules import variants
from games.rules.cards import without
from games.rules.commands import DealCards, Move, Play, Resign, Say
from games.rules.decide import decide
from games.rules.events import Ask
from games.rules.game import Game, Status
from games.rules.legality.announcements import laid_faces, right_words
from games.rules.observation import Observation, observe
from games.rules.ruleset import Options, RulesetError
from tests.games.bots.positions import observation_of, position
from tests.rules.tables import Table

FEW = Budget(iterations=20)
MOST = 20_000
"""Moves in a game; those of these bots take fewer than 6000."""


class Choice(NamedTuple):
    """What a bot saw, and what it chose."""

    level: str
    observation: Observation
    move: Move


def tables(variant: str, wanted: int) -> Iterator[Table]:
    """Yield that many tables of *variant*: any options, any size that is not too slow."""
    made, declared, players = 0, variants.load(variant).options, variants.load(variant).players
    for seed in range(10 * wanted):
        random = Random(f"{variant}/{seed}")
        options: Options = {
            name: random.choice(one.choices) for name, one in declared.items() if one.choices and random.random() < 0.5
        }
        table = Table(
            variant=variant, seats=random.randint(players.least, min(5, players.most)), options=options, seed=seed
        )
        try:
            table.ruleset.fits(table.ruleset.deck[0], None, "")
        except RulesetError:
            continue
        yield table
        made += 1
        if made == wanted:
            return
    raise AssertionError("the options of this variant contradict each other too often")


def choices(table: Table, levels: tuple[str, ...], most: int = MOST) -> Iterator[Choice]:
    """Yield every choice of a game between *levels*, which sit by turns; it must come to its end."""
    game, dice, random = table.dealt(), table.dice, Random(table.seed)
    for _ in range(most):
        if game.status == Status.OVER:
            return
        seat = game.on_turn
        if seat is None:
            game = decide(game, DealCards(), chance=dice).after
            continue
        level, observation = levels[seat % len(levels)], observe(game, seat)
        move = bots.LEVELS[level](observation, None, random, bots.BUDGET)
        yield Choice(level, observation, move)
        game = decide(game, move, chance=dice).after
    raise AssertionError(f"no end after {most} moves: {table}")


def due(observation: Observation, move: Play) -> tuple[str, ...]:
    return right_words(observation.ruleset, laid_faces(move), without(observation.hand, move.cards))


@pytest.mark.sampled(10)
@pytest.mark.parametrize("levels", [("clever", "novice"), ("clever",)], ids=["clever and novice", "clever alone"])
@pytest.mark.parametrize("variant", variants.KEYS)
def test_bots_play_every_ruleset_to_its_end(variant: str, levels: tuple[str, ...]) -> None:
    """Their moves are legal; what they say is right, and the clever ones say it always."""
    for table in tables(variant, 5):
        for level, observation, move in choices(table, levels):
            assert move in observation.moves, table
            assert not isinstance(move, Resign | Say)
            if isinstance(move, Play) and observation.ruleset.speaks:
                right = due(observation, move)
                assert move.word in (right or ("",)) if level == "clever" else move.word in {"", *right}, (table, move)


def test_novice_mostly_says_what_is_due() -> None:
    said = [
        bool(move.word)
        for table in tables("puque", 8)
        for _, observation, move in choices(table, ("novice",))
        if isinstance(move, Play) and due(observation, move)
    ]

    assert len(said) > 20
    assert 0.75 < sum(said) / len(said) < 1


def test_novice_seldom_lies_or_doubts() -> None:
    table = Table(variant="prsi", seats=3, options={"blind": True, "play_on": True}, seed=4)
    honest, believed = [], []
    for seed in range(12):
        for _, observation, move in choices(replace(table, seed=seed), ("novice",)):
            if isinstance(move, Play):
                honest.append(move.claim == move.cards[0])
            elif observation.ask is Ask.BELIEVE:
                believed.append(move == observation.moves[0])

    assert min(len(honest), len(believed)) > 50
    assert 0.6 < sum(honest) / len(honest) < 1
    assert 0.8 < sum(believed) / len(believed) < 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param(
            position("mau_mau", "9S", "9H KH 7S", "QD TD AC", stock="KD KS JC 8H ..."),
            position("mau_mau", "9S", "9H KH 7S", "JC 8H KD", stock="AC KS QD TD ..."),
            id="hands and stock",
        ),
        pytest.param(
            position("prsi", "9S", "KD 8C", "TH 8D TC", options={"blind": True}, turn=1, moves=["1 TH~9H"]),
            position("prsi", "9S", "KD 8C", "9H 8D TC", options={"blind": True}, turn=1, moves=["1 9H~9H"]),
            id="what a claim covers",
        ),
        pytest.param(
            position(
                "prsi", "9S", "KD 8C", "TH 8D TC", options={"blind": True}, turn=1, moves=["1 TH~9H", "0 believe"]
            ),
            position(
                "prsi", "9S", "KD 8C", "9H 8D TC", options={"blind": True}, turn=1, moves=["1 9H~9H", "0 believe"]
            ),
            id="what a believed claim covers",
        ),
    ],
)
def test_a_choice_goes_by_the_sight_alone(one: Game, other: Game) -> None:
    """Two games that differ only in what the seat may not see get the same move."""
    assert observation_of(one) == observation_of(other)
    for level in bots.LEVELS.values():
        for seed in range(5):
            assert level(observation_of(one), None, Random(seed), FEW) == level(
                observation_of(other), None, Random(seed), FEW
            )


def test_who_can_do_nothing_chooses_nothing() -> None:
    idle = observe(position("mau_mau", "9S", "9H KH", "QD TD"), 1)

    for level in bots.LEVELS.values():
        with pytest.raises(ValueError, match="no move"):
            level(idle, None, Random(1), FEW)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("variant", ["mau_mau", "neuner", "haft_khabis", "puque", "pesten", "crazy_eights"])
def test_clever_beats_novice_where_chance_rules_most(variant: str) -> None:
    total = Score()
    for number in range(50):
        met = meet(variant, "clever", "novice", number)
        total.games, total.won = total.games + met.games, total.won + met.won

    assert total.share >= 0.6


def test_clever_beats_novice_where_cards_are_claimed() -> None:
    total = Score()
    for number in range(40):
        met = meet("prsi", "clever", "novice", number, seats=4, options={"blind": True})
        total.games, total.won = total.games + met.games, total.won + met.won

    assert total.share >= 0.8
