"""The table and the narration of a game in a terminal."""

import io
from typing import Any

import pytest
from rich.console import Console, RenderableType

from games.client import menu_view, table_view
from games.client.menu import group_moves
from games.client.names import Names
from games.client.narration import narrate
from games.client.questions import question
from games.log.codec.names import KINDS
from games.rules.variants import KEYS  # the words of the service, to hold the client against

SEATS: list[dict[str, Any]] = [
    {"seat": 0, "player": {"id": "a", "name": "[bold]Anna[/bold]"}, "bot": None},
    {"seat": 1, "player": None, "bot": "clever"},
    {"seat": 2, "player": None, "bot": None},
]
PACKS = ("french", "german", "swiss")
SITTERS = [
    {**seat, "cards": 2, "announced": False, "out": False, "resigned": False, "eliminated": False, "absent": False,
     "score": 12, "lost": 0}
    for seat in SEATS
]  # fmt: skip
TABLE: dict[str, Any] = {
    "id": "01970000-0000-7000-8000-000000000001", "nonces_due": None,
    "status": "playing", "goal": {"end": "single", "at": None}, "deal": 3, "turn": 42,
    "dealer": 1, "ruleset": {"key": KEYS[0], "options": {"deck": {"number": 36}}},
    "seats": SITTERS, "on_turn": 0, "direction": -1, "up_card": "TH", "nominated": "H", "penalty": 4, "skip": 1,
    "stock": 13, "discards": 7, "you": {"seat": 0, "hand": ["KD", "7S"], "moves": ["7S", "draw"]},
    "deadline": "2026-11-22T09:20:59.5Z", "server_time": "2026-11-21T09:20:00Z", "result": None,
}  # fmt: skip


def shown(what: RenderableType, width: int = 80) -> str:
    console = table_view.console()
    console.file, console.width = io.StringIO(), width
    console.print(what)
    return "\n".join(line.rstrip() for line in console.file.getvalue().splitlines())


def event(type_: str, seat: int | None = 0, **data: Any) -> dict[str, Any]:
    return {"version": 1, "type": type_, "seat": seat, "data": data}


def test_the_table_shows_all_that_is_live() -> None:
    text = shown(table_view.table(TABLE, Names(SEATS, 0)))
    for part in (
        "deck=36", "deal 3, turn 42", "→     0  you", "1  clever-1", "2  seat 2", "deals", "10♥", "nominated: hearts",
        "live penalty: 4 cards", "live skip: a turn", "stock      13   discards 7   counter-clockwise",
        "time left 1 d 0 h", "your hand  7♠  K♦",
    ):  # fmt: skip
        assert part in text, part


def test_a_spectator_sees_no_hand_and_no_card_before_the_deal() -> None:
    text = shown(table_view.table({**TABLE, "you": None, "up_card": None, "nominated": None}, Names(SEATS, None)))
    assert "hand" not in text
    assert "up-card" not in text
    assert "[bold]Anna[/bold]" in text


def test_guests_are_marked_but_for_the_reader() -> None:
    seats = [{**seat, "player": seat["player"] and {**seat["player"], "guest": True}} for seat in SITTERS]
    table = {**TABLE, "seats": seats}

    assert "[bold]Anna[/bold] (guest)" in shown(table_view.table({**table, "you": None}, Names(seats, None)))
    assert "(guest)" not in shown(table_view.table(table, Names(seats, 0)))
    assert "(guest)" not in shown(table_view.table(TABLE, Names(SITTERS, None)))  # an older service does not say it


def test_a_name_is_never_taken_for_markup() -> None:
    assert "[bold]Anna[/bold] draws a card." in narrate(
        [event("cards-drawn", cards_count=1, cause="own-accord")], Names(SEATS, 1)
    )
    assert "[bold]Anna[/bold]" in shown(table_view.table({**TABLE, "you": None}, Names(SEATS, None)))


def test_no_escape_reaches_a_pipe() -> None:
    console = Console(file=io.StringIO(), highlight=False, markup=False)
    console.print(table_view.table(TABLE, Names(SEATS, 0)))
    assert "\x1b" not in console.file.getvalue()  # type: ignore[attr-defined]


def test_the_menu_numbers_the_moves_and_offers_the_word() -> None:
    legal = ["7S", "7S!", "JC>S", "JC>H", "draw", "say mau", "cut"]
    table = {**TABLE, "you": {**TABLE["you"], "moves": legal}}
    rows = shown(menu_view.menu(group_moves(legal), table, Names(SEATS, 0))).splitlines()
    assert [row.split()[0] for row in rows] == ["1", "2", "3", "4", "5"]
    assert '1! says "mau", 1 stays silent' in rows[0]
    assert "and nominate" in rows[1]
    assert all("stays silent" not in row for row in rows[1:])
    asked = question("JC", ["JC>S", "JC>H"])
    assert asked
    assert "2  hearts  H" in shown(menu_view.answers(asked, Names(SEATS, 0)))


def test_time_left_is_told_in_two_units() -> None:
    def left(deadline: str | None) -> str:
        return table_view.time_left(deadline, "2026-01-01T00:00:00Z")

    assert left("2026-01-03T15:59:00Z") == "2 d 15 h"
    assert left("2026-01-01T02:05:59Z") == "2 h 5 min"
    assert left("2026-01-01T00:00:59.9Z") == "59 s"
    assert left("2025-12-31T00:00:00Z") == "0 s"
    assert left(None) == ""


def test_the_end_shows_places_and_points() -> None:
    over = {**TABLE, "status": "over", "result": {"winners": [1], "places": [2, 1, 2]}}
    lines = shown(table_view.result(over, Names(SEATS, 0))).splitlines()
    assert [line.split()[:2] for line in lines[1:]] == [["1", "clever-1"], ["2", "you"], ["2", "seat"]]


def test_events_are_told_from_where_one_sits() -> None:
    happened = [
        event("cards-played", 0, cards=["7S", "7D"], nominated="", target=None),
        event("cards-played", 1, cards=["JC"], nominated="H", target=0),
        event("cards-drawn", 1, cards_count=2, cause="penalty"),
        event("cards-drawn", 0, cards=["TH"], cards_count=1, cause="own-accord"),
        event("cards-drawn", 1, cards_count=0, cause="own-accord"),
        event("announced", 1, word="mau"),
        event("turn-skipped", 0),
        event("turn-skipped", 1),
        event("passed", 1),
        event("seat-went-out", 1),
        event("time-ran-out", 0),
        event("seat-accused", 1, accused=0, guilty=False),
        event("deal-ended", None, ending="went-out", winner=1, places=[2, 1, 0], hands=[]),
        event("deal-ended", None, ending="blocked", winner=None, places=[1, 1, 0], hands=[]),
        event("deal-scored", None, points=[0, 8, 0], scores=[3, 12, 0]),
        event("something-new", 0, whatever=1),
        event("turn-began", 0, ask="play"),
    ]
    assert narrate(happened, Names(SEATS, 0)) == [
        "You play 7♠ 7♦.",
        "clever-1 plays J♣ and nominates hearts, and it strikes you.",
        "clever-1 draws 2 cards as the penalty.",
        "You draw 10♥.",
        "clever-1 draws nothing: the stock is empty.",
        'clever-1 says "mau".',
        "You miss the turn.",
        "clever-1 misses the turn.",
        "clever-1 passes.",
        "clever-1 goes out.",
        "Your time ran out: the clock moves.",
        "clever-1 accuses you, wrongly.",
        "The deal is over. clever-1 wins.",
        "The deal is over: nobody can move any more.",
        "Points: you +0 (3), clever-1 +8 (12), seat 2 +0 (0).",
    ]


@pytest.mark.parametrize(
    ("raised", "served", "sentence"),
    [
        (event("penalty-raised", None, cards=2, chain=""), event("cards-drawn", 1, cards_count=2, cause="penalty"),
         "clever-1 draws 2 cards as the penalty."),
        (event("skip-raised", None, turns=1), event("turn-skipped", 1), "clever-1 misses the turn."),
    ],
)  # fmt: skip
def test_an_effect_that_nobody_may_answer_is_told_by_its_end_alone(
    raised: dict[str, Any], served: dict[str, Any], sentence: str
) -> None:
    names = Names(SEATS, 0)
    fine = event("cards-drawn", 0, cards_count=1, cause="fine")
    assert narrate([raised, fine, event("turn-began", 1), served], names) == ["You draw a card as a fine.", sentence]
    assert "is live." in narrate([raised], names)[0]
    assert "is live." in narrate([raised, fine], names)[0]
    assert "is live." in narrate([raised, event("accepted", 1), served], names)[0]
    assert "is live." in narrate([raised, event("cards-played", 1, cards=["7H"], nominated=""), served], names)[0]


def test_every_event_that_it_tells_is_one_of_the_services() -> None:
    from games.client.narration import _SENTENCES  # noqa: PLC0415

    assert set(_SENTENCES) <= set(KINDS)


def test_faces() -> None:
    called = {pack: [*map(Names(SEATS, 0, pack).face, ("7S", "TH", "JD", "X", "AC"))] for pack in PACKS}

    assert called["french"] == ["7♠", "10♥", "J♦", "Joker", "A♣"]
    assert called["german"] == ["7 of leaves", "10 of hearts", "Unter of bells", "Joker", "Ace of acorns"]
    assert called["swiss"] == ["7 of shields", "Banner of roses", "Under of bells", "Joker", "Ace of acorns"]
    assert Names(SEATS, 0, "german").nominated("S") == "leaves"
