"""Leaving never improves one's own place, and never worsens another's: by law, and by example (K-113, K-128, K-129)."""

from collections.abc import Iterator
from random import Random
from typing import Any, Final

import pytest

from games.rules import commands
from games.rules.cards import parse_cards
from games.rules.commands import Command, Play, Resign
from games.rules.decide import decide
from games.rules.events import Ending
from games.rules.game import Game, Status
from games.rules.legality.objections import legal_moves, objection
from games.rules.scoring import may_give_up
from tests.rules.tables import VARIANTS, Dice, Table

LEAVES: Final = 0.03
"""How often somebody leaves, at each decision. So games of many deals end soon, too."""
LONGEST: Final = 600
"""Decisions of a game; the few that take longer tell nothing."""


def every_table(games: int) -> Iterator[Table]:
    """Yield *games* tables of each variant, of all its sizes in turn, half of them with what lets a deal go on."""
    for key, variant in VARIANTS.items():
        sizes = range(max(3, variant.players.least), variant.players.most + 1)
        played_on: list[dict[str, Any]] = [{"play_on": True}] if "play_on" in variant.options else []
        played_on += [{"end": "last_left", "score": "knock_out"}] if key == "kernel" else []
        scored: list[dict[str, Any]] = [
            {"score": choice} for choice in getattr(variant.options.get("score"), "choices", ())
        ]
        options: list[dict[str, Any]] = [
            {},
            *played_on,
            *scored,
            *({**one, **other} for one in played_on for other in scored),
        ]
        for number in range(games):
            yield Table(
                variant=key, seats=sizes[number % len(sizes)], options=options[number % len(options)], seed=number
            )


def any_move(rng: Random, game: Game) -> Command:
    """Return what the seat on turn does, most often a play."""
    if game.on_turn is None:
        return commands.DealCards()
    moves = [one for one in legal_moves(game, game.on_turn) if not isinstance(one, commands.Say | commands.Accuse)]
    plays = [one for one in moves if isinstance(one, Play) and one.claim in (None, one.cards[0])]
    return rng.choice(plays if plays and rng.random() < 0.9 else moves)


def played(table: Table, rng: Random, leaves: float) -> Iterator[tuple[Game, Command, Game]]:
    """Yield each command of a game, with the game before and after it."""
    game = table.dealt()
    for _ in range(LONGEST):
        if game.status == Status.OVER:
            return
        there = [seat for seat in range(table.seats) if seat not in game.resigned]
        command = Resign(seat=rng.choice(there)) if rng.random() < leaves else any_move(rng, game)
        after = decide(game, command, chance=table.dice).after
        yield game, command, after
        game = after


def still_playing(game: Game) -> list[int]:
    """Return the seats whose place is open, by the words of K-128 and not by our code."""
    out = game.table.out if game.rules.sections.game.end == "single" else ()
    return [seat for seat in range(len(game.sitters)) if seat not in (*game.gone, *game.resigned, *out)]


def newly_placed(before: Game, after: Game) -> dict[int, int]:
    """Return the places that a command has settled, by the same words."""
    out = after.table.out if after.rules.sections.game.end == "single" else ()
    placed = {seat: 1 + place for place, seat in enumerate(out)}
    for seat in {*after.resigned} - {*before.resigned} - {*before.gone} - {*out}:
        placed[seat] = len(out) + len(still_playing(before))
    fallen = {*after.gone} - {*before.gone}
    for seat in fallen:
        placed[seat] = len(still_playing(after)) + 1 + sum(after.scores[one] < after.scores[seat] for one in fallen)
    return placed


@pytest.mark.proves("K-113", "K-128", "K-118")
def test_a_place_that_is_taken_stands_and_who_leaves_gets_the_last_one_that_is_open() -> None:
    left = 0
    for table in every_table(8):
        placed: dict[int, int] = {}
        for before, command, after in played(table, Random(f"{table}"), LEAVES):
            if isinstance(command, Resign):
                left += 1
                assert may_give_up(before, command.seat) is (command.seat in still_playing(before))
            placed = newly_placed(before, after) | placed  # what came first stands
            if after.status == Status.OVER:
                assert {seat: after.places[seat] for seat in placed} == placed, table
    assert left > 200


@pytest.mark.proves("K-129")
def test_nobody_loses_points_because_another_leaves() -> None:
    charged = 0
    for table in every_table(8):
        scoring = table.ruleset.sections.score.to
        if scoring == "minus":
            continue  # there each seat gets minus its hand, however the deal ends (CE-31)
        worse = -1 if scoring in ("point", "winner") else 1
        for before, command, after in played(table, Random(f"{table}!"), LEAVES):
            if isinstance(command, Resign):
                charged += 1
                assert after.lost == before.lost
                assert all(worse * (new - old) <= 0 for old, new in zip(before.scores, after.scores, strict=True)), (
                    table
                )
    assert charged > 200


@pytest.mark.proves("K-128")
def test_who_leaves_before_the_last_move_is_no_better_off_and_nobody_is_worse_off() -> None:
    compared = 0
    for table in every_table(6):
        for before, command, after in played(table, Random(f"{table}?"), LEAVES / 3):
            if after.status != Status.OVER or isinstance(command, Resign | commands.DealCards):
                continue
            for seat in range(table.seats):
                if seat == before.on_turn or seat in before.resigned:
                    continue
                without = decide(before, Resign(seat=seat), chance=table.dice).after
                if without.status != Status.OVER and objection(without, command) is None:
                    without = decide(without, command, chance=table.dice).after
                if without.status == Status.OVER:
                    compared += 1
                    assert without.places[seat] >= after.places[seat], (table, seat)
                    others = [one for one in range(table.seats) if one != seat]
                    assert all(without.places[one] <= after.places[one] for one in others), (table, seat)
    assert compared > 50


def stands(
    variant: str, layout: str, *, scores: tuple[int, ...] = (), lost: tuple[int, ...] = (), **options: Any
) -> Game:
    """Return a game that stands at *layout*, of as many seats as that has hands."""
    seats = layout.split(maxsplit=1)[0].count("/") + 1
    game = Table(variant=variant, seats=seats, options=options).at(layout)
    game.scores, game.lost = scores or game.scores, lost or game.lost
    return game


def after(game: Game, *moves: Command) -> Game:
    for move in moves:
        game = decide(game, move, chance=Dice(1)).after
    return game


@pytest.mark.proves("K-113", "K-128")
@pytest.mark.parametrize("variant", ["prsi", "tschau_sepp"])
def test_who_goes_out_first_and_gives_up_then_has_won(variant: str) -> None:
    at = "-/9S9H/TSTH dealer:2 stock:KDKC discards:8S on_turn:1 ask:play active:1,2 out:0"
    game = stands(variant, at, play_on=True)
    assert not may_give_up(game, 0)

    over = after(game, Resign(seat=0), Resign(seat=1))

    assert over.ended
    assert (over.ended.ending, over.ended.winner, over.ended.places) == (Ending.RESIGNED, 0, (1, 3, 2))
    assert (over.winners, over.places) == ((0,), (1, 3, 2))


@pytest.mark.proves("K-128")
def test_an_eliminated_seat_that_gives_up_keeps_its_place() -> None:
    game = stands("101", "-/-/9S9H/TSTH dealer:3 stock:KDKC discards:8S on_turn:2 ask:play active:2,3 seats:2,3")
    game.gone, game.left_at, game.turn = (0, 1), (2, 4, 0, 0), 9
    assert not may_give_up(game, 1)

    over = after(game, Resign(seat=1), Resign(seat=3))

    assert over.places == (4, 3, 1, 2)


@pytest.mark.proves("K-129")
def test_who_is_left_alone_by_leavers_loses_no_deal_and_no_points() -> None:
    at = "-/9S9H/TSTH dealer:2 stock:KDKC discards:8S on_turn:1 ask:play active:1,2 out:0"
    faraon = after(stands("faraon", at, lost=(0, 0, 4)), Resign(seat=1))
    assert (faraon.status, faraon.lost, faraon.gone) == (Status.PLAYING, (0, 0, 4), ())
    assert faraon.winner == 0

    queen = at.replace("discards:8S", "discards:QS won_with:QS")
    of_101 = after(stands("101", queen, play_on=True, scores=(30, 0, 90)), Resign(seat=1))
    assert (of_101.status, of_101.points, of_101.scores) == (Status.PLAYING, (-40, 0, 0), (-10, 0, 90))


@pytest.mark.proves("K-129", "K-123")
def test_a_resignation_between_two_deals_scores_nothing() -> None:
    game = after(stands("macau", "9S/9HKD/TSTH dealer:2 stock:KDKC discards:8S on_turn:0 ask:play"), play(0, "9S"))
    assert (game.on_turn, game.scores) == (None, (1, 0, 0))

    left = after(game, Resign(seat=1))
    assert (left.status, left.scores, left.acts, left.table.hands) == (Status.PLAYING, (1, 0, 0), 1, game.table.hands)
    over = after(left, Resign(seat=0))
    assert (over.status, over.winners, over.places, over.scores) == (Status.OVER, (2,), (2, 3, 1), (1, 0, 0))
    assert after(left, commands.DealCards()).table.seats == (0, 2)


def play(seat: int, card: str) -> Play:
    return Play(seat=seat, cards=parse_cards(card))


@pytest.mark.proves("K-118")
def test_equal_scores_that_one_deal_eliminates_share_the_place() -> None:
    at = "9S/AHJD/KSTHAC dealer:2 stock:8C8D discards:8S on_turn:0 ask:play"
    three = after(stands("101", at, scores=(0, 100, 88)), play(0, "9S"))
    assert (three.scores, three.winners, three.places) == ((0, 113, 113), (0,), (1, 2, 2))

    at = "8S/AHJD/KSTHAC/- dealer:2 stock:8C8D discards:9S on_turn:0 ask:play seats:0,1,2 active:0,1,2"
    game = stands("mau_mau_official", at, scores=(0, 100, 100, 200))
    game.gone, game.left_at, game.turn = (3,), (0, 0, 0, 1), 9
    four = after(game, play(0, "8S"))
    assert (four.winners, four.places) == ((0,), (1, 2, 2, 4))


@pytest.mark.proves("K-118", "K-86")
def test_a_blocked_deal_that_eliminates_all_goes_to_the_lowest_score_or_to_several() -> None:
    at = "TC/TH dealer:1 stock:- discards:KS on_turn:0 ask:drawn dry:1 stalled:2"
    for scores, winners, places in (((97, 97), (0, 1), (1, 1)), ((97, 99), (0,), (1, 2))):
        over = after(stands("101", at.replace("stock:- ", ""), scores=scores), commands.Pass(seat=0))
        assert over.ended
        assert (over.ended.ending, over.ended.winner) == (Ending.BLOCKED, None)
        assert (over.status, over.winners, over.places) == (Status.OVER, winners, places)


def test_an_abandoned_game_has_no_winner_and_leavers_keep_their_places() -> None:
    game = stands("mau_mau", "9S/9HKD/TSTH/7S7H dealer:3 stock:KDKC8C discards:8S on_turn:0 ask:play")

    over = after(game, Resign(seat=1), Resign(seat=3), commands.Abandon())

    assert (over.winners, over.places) == ((), (1, 4, 1, 3))
