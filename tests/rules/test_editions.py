"""What an earlier edition of the rules did is done again where its commands are decided anew (ADR 2)."""

from typing import Any

import pytest

from games.rules import commands
from games.rules.commands import Command
from games.rules.decide import decide
from games.rules.edition import EDITION, FIRST
from games.rules.events import Ending
from games.rules.game import Game
from games.rules.notation import parse_move
from games.rules.refusal_reasons import IllegalMove, Reason
from tests.rules.tables import Dice, Table


def played(edition: int, variant: str, layout: str, *moves: str, **options: Any) -> Game:
    """Return the game after *moves* from *layout*, decided by an *edition*."""
    seats = layout.split(maxsplit=1)[0].count("/") + 1
    game = Table(variant=variant, seats=seats, options=options).at(layout)
    for text in moves:
        seat, _, move = text.partition(" ")
        command: Command = parse_move(int(seat), move)
        game = decide(game, command, chance=Dice(1), edition=edition).after
    return game


PLAY_ON = "-/9S9H/TSTH dealer:2 stock:KDKC discards:8S on_turn:1 ask:play active:1,2 out:0"
KINGS = "KS6D8H/9CTC/7HJC/KHQD5D dealer:3 stock:2C3C4C5C6C7C8C9D discards:4S on_turn:0 ask:play"


@pytest.mark.parametrize(
    ("edition", "ending", "winner", "places"),
    [(FIRST, Ending.RESIGNED, 2, (3, 2, 1)), (EDITION, Ending.RESIGNED, 0, (1, 3, 2))],
)
def test_who_had_gone_out_and_left_was_placed_last(
    edition: int, ending: Ending, winner: int, places: tuple[int, ...]
) -> None:
    over = played(edition, "prsi", PLAY_ON, "0 resign", "1 resign", play_on=True)

    assert over.ended
    assert (over.ended.ending, over.ended.winner, over.places) == (ending, winner, places)


@pytest.mark.parametrize(("edition", "points"), [(FIRST, (0, 0, 20)), (EDITION, (0, 0, 0))])
def test_the_last_opponent_of_a_leaver_was_charged(edition: int, points: tuple[int, ...]) -> None:
    assert played(edition, "101", PLAY_ON, "1 resign", play_on=True).points == points


@pytest.mark.parametrize(("edition", "on_turn"), [(FIRST, 1), (EDITION, 2)])
def test_a_king_went_on_to_an_innocent_seat(edition: int, on_turn: int) -> None:
    game = played(edition, "macau", KINGS, "0 KS", "3 resign")

    assert (game.on_turn, game.table.penalty) == (on_turn, 5)


@pytest.mark.parametrize(("edition", "on_turn"), [(FIRST, 2), (EDITION, 1)])
def test_an_answer_counted_seats_though_the_one_to_pass_had_left(edition: int, on_turn: int) -> None:
    game = played(edition, "macau", KINGS, "0 KS", "0 resign", "3 KH")

    assert (game.on_turn, game.table.penalty) == (on_turn, 10)


@pytest.mark.parametrize(("edition", "stalled"), [(FIRST, 2), (EDITION, 0)])
def test_a_caught_lie_did_not_break_the_row_of_passes(edition: int, stalled: int) -> None:
    layout = "8S9S/TDJD/KCJC dealer:2 discards:7H on_turn:2 ask:play stalled:2"

    assert played(edition, "prsi", layout, "2 KC~KH", "0 challenge", blind=True).table.stalled == stalled


@pytest.mark.parametrize(("edition", "cards"), [(FIRST, 6), (EDITION, 1)])
def test_a_word_right_after_the_play_cost_five_cards(edition: int, cards: int) -> None:
    layout = "KDTD/5H8C/3SAC dealer:2 stock:2C3C4C5C6C7C discards:9D on_turn:0 ask:play"

    assert len(played(edition, "pesten", layout, "0 KD", "0 say last").table.hands[0]) == cards


def test_nothing_bounded_accusations() -> None:
    layout = "KD3C4C/9D2S4S/AC7C5C/QD3D4D dealer:3 stock:2C3C4C5C6C7C8C9C2D3D4H5H discards:KH on_turn:0 ask:play"
    moves = ("0 KD", "3 accuse 0", "3 accuse 0")

    assert len(played(FIRST, "mau_mau_two_deck", layout, *moves).table.hands[3]) == 13
    with pytest.raises(IllegalMove) as refused:
        played(EDITION, "mau_mau_two_deck", layout, *moves)
    assert (refused.value.reason, refused.value.paragraph) == (Reason.ACCUSED_TWICE, "TD-49")


@pytest.mark.parametrize(("edition", "places"), [(FIRST, (1, 3, 1, 3)), (EDITION, (1, 4, 1, 3))])
def test_all_who_had_left_an_abandoned_game_shared_a_place(edition: int, places: tuple[int, ...]) -> None:
    layout = "9S/9HKD/TSTH/7S7H dealer:3 stock:KDKC8C discards:8S on_turn:0 ask:play"
    game = played(edition, "mau_mau", layout, "1 resign", "3 resign")

    assert decide(game, commands.Abandon(), chance=Dice(1), edition=edition).after.places == places


@pytest.mark.parametrize(("edition", "places"), [(FIRST, (2, 1)), (EDITION, (1, 1))])
def test_the_number_of_a_seat_broke_ties(edition: int, places: tuple[int, ...]) -> None:
    game = Table(variant="101", seats=2).at("TC/TH dealer:1 discards:KS on_turn:0 ask:drawn dry:1 stalled:2")
    game.scores = (97, 97)

    over = decide(game, commands.Pass(seat=0), chance=Dice(1), edition=edition).after

    assert (over.scores, over.places) == ((107, 107), places)
