"""The score sheet of a game: what follows from its public events, and from nothing else."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import TypeAlias

import msgspec
import pytest

from games.log.codec import encode
from games.projections.results_sheet import KINDS, Line, Sheet, enter
from games.rules.cards import Card
from games.rules.events import (
    Announced,
    Ask,
    CardLaidBlind,
    CardsDrawn,
    CardsPlayed,
    Cause,
    Challenged,
    ClaimStood,
    DealEnded,
    Ending,
    Event,
    FineSet,
    SeatAccused,
    SeatAsked,
    SeatResigned,
    TimeRanOut,
    TurnBegan,
    WindowClosed,
    WindowOpened,
)
from tests.games.tables import Table

Step: TypeAlias = Event | float
"""Something that happens, or seconds that pass."""

BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)
SEVEN = Card.parse("7S")


def sheet_after(*happened: Step, costly: Iterable[str] = ()) -> Sheet:
    """Return the sheet of a game of three seats after these steps."""
    sheet, at = empty(3, costly), BEGINNING
    for one in happened:
        if isinstance(one, int | float):
            at += timedelta(seconds=one)
        else:
            write_down(sheet, one, at)
    return sheet


def empty(seats: int, costly: Iterable[str] = ()) -> Sheet:
    lines = [Line() for _ in range(seats)]
    return Sheet("prsi", "sha256:", {}, rated=False, private=False, lines=lines, costly=list(costly))


def write_down(sheet: Sheet, event: Event, at: datetime) -> None:
    encoded = encode(event)
    if encoded.type in KINDS:
        enter(sheet, encoded.type, encoded.public, at)


def turn(seat: int, ask: Ask = Ask.PLAY) -> TurnBegan:
    return TurnBegan(seat=seat, ask=ask)


def fine(seat: int, cause: Cause = Cause.FINE) -> CardsDrawn:
    return CardsDrawn(seat=seat, cards=(SEVEN,), cause=cause)


def play(seat: int) -> CardsPlayed:
    return CardsPlayed(seat=seat, cards=(SEVEN,))


def end() -> DealEnded:
    return DealEnded(ending=Ending.WENT_OUT, winner=0, places=(1, 2, 3), hands=((), (), ()))


def answers(sheet: Sheet) -> list[tuple[int, int, int]]:
    return [(line.decisions, line.by_clock, line.answer_ms) for line in sheet.lines]


def missed(*happened: Step, costly: Iterable[str] = ()) -> list[int]:
    return [line.missed for line in sheet_after(*happened, costly=costly).lines]


def test_an_answer_takes_from_question_to_question() -> None:
    sheet = sheet_after(turn(0), 5, SeatAsked(seat=0, ask=Ask.DRAWN), 2, turn(1), 1.5, end(), 60, turn(2))
    assert answers(sheet) == [(2, 0, 7000), (1, 0, 1500), (0, 0, 0)]


def test_what_the_clock_does_takes_no_time_and_is_one_decision() -> None:
    sheet = sheet_after(turn(0), 90, TimeRanOut(seat=0), SeatAsked(seat=0, ask=Ask.DRAWN), turn(1), 3, turn(2))
    assert answers(sheet) == [(1, 1, 0), (1, 0, 3000), (0, 0, 0)]


def test_what_is_accepted_in_the_same_instant_is_no_decision() -> None:
    sheet = sheet_after(turn(0), 4, turn(1, Ask.ANSWER), turn(2), 1, turn(0))
    assert answers(sheet) == [(1, 0, 4000), (0, 0, 0), (1, 0, 1000)]


def test_a_resignation_of_another_does_not_interrupt_a_thought() -> None:
    sheet = sheet_after(turn(0), 4, SeatResigned(seat=2), SeatAsked(seat=0, ask=Ask.PLAY), 3, turn(1))
    assert answers(sheet) == [(1, 0, 7000), (0, 0, 0), (0, 0, 0)]
    assert [line.resigned for line in sheet.lines] == [False, False, True]


def test_who_resigns_decides_nothing() -> None:
    sheet = sheet_after(turn(0), 4, SeatResigned(seat=0), turn(1), 2, SeatResigned(seat=1), end())
    assert answers(sheet) == [(0, 0, 0)] * 3


def test_a_question_that_a_resignation_made_void_is_no_decision() -> None:
    claim = CardLaidBlind(seat=0, card=SEVEN, claim=SEVEN)
    sheet = sheet_after(turn(0), 1, claim, SeatAsked(seat=1, ask=Ask.BELIEVE), 5, SeatResigned(seat=0), turn(2))
    assert answers(sheet) == [(1, 0, 1000), (0, 0, 0), (0, 0, 0)]


def test_silence_with_the_play() -> None:
    assert missed(turn(0), 1, play(0), fine(0), turn(1)) == [1, 0, 0]
    assert missed(turn(0), 1, ClaimStood(seat=0, hidden=True), fine(0), fine(0), end()) == [1, 0, 0]


def test_silence_until_the_next_act() -> None:
    silent: list[Step] = [turn(0), 1, play(0), WindowOpened(seat=0), turn(1), 1]
    assert missed(*silent, fine(0), WindowClosed(seat=0), play(1), turn(2)) == [1, 0, 0]
    assert missed(*silent, FineSet(seat=0, cards=2), WindowClosed(seat=0), play(1), turn(2)) == [1, 0, 0]
    assert missed(*silent, WindowClosed(seat=0), play(1), turn(2)) == [0, 0, 0]


def test_a_charge_counts_once_and_a_false_one_not_at_all() -> None:
    silent: list[Step] = [turn(0), 1, play(0), WindowOpened(seat=0), turn(1), 1]
    guilty, false = (SeatAccused(seat=2, accused=0, guilty=guilty) for guilty in (True, False))
    assert missed(*silent, guilty, fine(0), WindowClosed(seat=0), play(1), turn(2)) == [1, 0, 0]
    assert missed(*silent, false, fine(2), WindowClosed(seat=0), play(1), turn(2)) == [0, 0, 0]
    own: list[Step] = [turn(1), 1, SeatAccused(seat=0, accused=2, guilty=False), fine(0)]
    assert missed(*silent[:4], *own, WindowClosed(seat=0), play(1), turn(2)) == [0, 0, 0]


def test_a_fine_that_waits_counts_when_it_is_set() -> None:
    paid: list[Step] = [fine(0), FineSet(seat=0, cards=0)]
    assert missed(turn(0), 1, play(0), FineSet(seat=0, cards=2), turn(1), 1, play(1), *paid, turn(2)) == [1, 0, 0]
    assert missed(turn(0), 1, play(0), FineSet(seat=0, cards=2), *paid, turn(2)) == [1, 0, 0]


def test_other_fines_are_for_something_else() -> None:
    needless: list[Step] = [Announced(seat=0, word="mau", early=False), fine(0)]
    doubt = Challenged(seat=1, card=SEVEN, truthful=True, misses=True)
    lie = Challenged(seat=1, card=SEVEN, truthful=False, misses=False)
    blind: list[Step] = [CardLaidBlind(seat=0, card=SEVEN, claim=SEVEN), SeatAsked(seat=1, ask=Ask.BELIEVE), 1]
    assert missed(turn(0), 1, *needless, play(0), turn(1)) == [0, 0, 0]
    assert missed(turn(0), 1, *needless, turn(1)) == [0, 0, 0]
    assert missed(turn(0), 1, *blind, doubt, ClaimStood(seat=0, hidden=False), fine(1), turn(2)) == [0, 0, 0]
    assert missed(turn(0), 1, *blind, lie, fine(0), turn(1)) == [0, 0, 0]
    assert missed(turn(0), 1, play(0), fine(0, Cause.PENALTY), fine(1, Cause.STRIKE), turn(1)) == [0, 0, 0]
    assert missed(turn(0), 1, play(0), fine(0), turn(1), costly=["7S"]) == [0, 0, 0]


FINED_FOR_SILENCE_ALONE = ["mau_mau", "macau", "puque", "haft_khabis", "tschau_sepp", "switch", "mau_mau_official"]


@pytest.mark.parametrize("variant", FINED_FOR_SILENCE_ALONE)
def test_where_only_silence_costs_every_fine_is_a_word_missed(variant: str) -> None:
    fines, found = 0, 0
    for table in tables(variant):
        sheet, commands = empty(table.seats), table.script(150)
        for number, events in enumerate(commands):
            fines += len({event.seat for event in events if isinstance(event, CardsDrawn) and event.cause == "fine"})
            for event in events:
                write_down(sheet, event, BEGINNING + timedelta(seconds=number))
        found += sum(line.missed for line in sheet.lines)
    assert found == fines > 0


def test_fines_that_wait_tell_of_words_missed() -> None:
    found, told = 0, 0
    for sheet, events in written("neuner"):
        found += sum(line.missed for line in sheet.lines)
        told += sum(isinstance(event, FineSet) and event.cards > 0 for event in events)
    assert found == told > 0


def test_false_charges_tell_of_none() -> None:
    found, charges = 0, list[SeatAccused]()
    for sheet, events in written("mau_mau_two_deck"):
        found += sum(line.missed for line in sheet.lines)
        charges += [event for event in events if isinstance(event, SeatAccused)]
    assert found == sum(charge.guilty for charge in charges) < len(charges)


def written(variant: str) -> Iterator[tuple[Sheet, list[Event]]]:
    """Yield the sheets of some games at random, each with its events."""
    for table in tables(variant):
        sheet, commands = empty(table.seats), table.script(150)
        for number, events in enumerate(commands):
            for event in events:
                write_down(sheet, event, BEGINNING + timedelta(seconds=number))
        yield sheet, [event for events in commands for event in events]


def tables(variant: str) -> Iterator[Table]:
    return (Table(number, seats=4, variant=variant) for number in range(8))


def test_a_sheet_can_be_put_down_and_taken_up_anywhere() -> None:
    events = [event for events in Table(3, seats=3, variant="prsi").script(40) for event in events]
    whole, again = empty(3), empty(3)
    for number, event in enumerate(events):
        at = BEGINNING + timedelta(seconds=number / 7)
        write_down(whole, event, at)
        write_down(again, event, at)
        again = msgspec.json.decode(msgspec.json.encode(again), type=Sheet)
    assert again == whole
    assert whole.lines[0].decisions > 0
