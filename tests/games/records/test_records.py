"""Records: printing and parsing are inverses, what was played is proved, and what is altered is found."""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import fields, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from games.records import (
    NotARecord,
    check_record,
    from_events,
    from_json,
    parse_record,
    print_record,
    read,
    redact_event,
    ruleset_of,
    to_json,
)
from games.records.from_text import parse_line, why_no_line
from games.records.lines import DealOver, Drawn, Hands, Move, Rules
from games.records.to_text import print_line
from games.rules.cards import ALL_FACES, HIDDEN, Card
from games.rules.edition import EDITION
from games.rules.notation import Happening
from games.sandbox.records import verdict
from tests.games.records.committed import Committed, committed
from tests.rules.tables import VARIANTS
from tests.rules.walks import LAW


@settings(LAW, max_examples=30)
@given(committed())
def test_a_record_is_read_as_it_was_written(table: Committed) -> None:
    record = table.record()

    text, data = print_record(record), json.dumps(to_json(record))

    assert parse_record(text) == record
    assert from_json(json.loads(data)) == record
    assert read(text) == read(data) == record


@settings(LAW, max_examples=30)
@given(committed())
def test_what_was_played_is_proved(table: Committed) -> None:
    assert check_record(table.record(), VARIANTS[table.variant]) is None


def test_a_needless_word_that_goes_with_a_play_is_told_with_it_though_a_window_of_its_own_is_open() -> None:
    table = Committed(variant="pesten", seats=4, options={}, seed=38)
    record = table.record()

    assert "29 3: 5H!knock; 1 draws QS 2C 4D AC 6H TD JH; 3 draws X X 2H 3C JC" in print_record(record)
    assert check_record(record, VARIANTS["pesten"]) is None


OLD = sorted((Path(__file__).parent / "first_edition").glob("*.txt"))
"""Records that the rules of the first edition made. Their chance is in their lines, and their ruleset is today's."""


@pytest.mark.parametrize("path", OLD, ids=lambda path: path.stem)
def test_a_record_is_checked_by_the_rules_that_decided_it(path: Path) -> None:
    record = parse_record(path.read_text(encoding="utf-8"))
    variant = VARIANTS[record.tags.variant]
    record = replace(record, tags=replace(record.tags, ruleset=variant.hash))

    assert check_record(record, variant) is None

    newer = replace(record, lines=(Rules(edition=2), *record.lines))
    assert check_record(newer, variant) is not None
    future = check_record(replace(record, lines=(Rules(edition=EDITION + 1), *record.lines)), variant)
    assert future is not None
    assert future.said == f"rules: {EDITION + 1}"


def test_a_game_that_runs_at_an_upgrade_goes_on_under_the_new_rules() -> None:
    record = Committed(variant="mau_mau", seats=3, options={}, seed=5).record()
    _, lot, deal, *rest = record.lines
    place = next(number for number, line in enumerate(rest) if isinstance(line, Move))

    upgraded = replace(record, lines=(lot, deal, *rest[:place], Rules(edition=EDITION), *rest[place:]))

    assert parse_record(print_record(upgraded)) == upgraded
    assert check_record(upgraded, VARIANTS["mau_mau"]) is None
    twice = replace(upgraded, lines=(*upgraded.lines[:-1], Rules(edition=EDITION), upgraded.lines[-1]))
    assert check_record(twice, VARIANTS["mau_mau"]) is not None


FREE = ("[Site", "[Terms", "[Opened", "[Ended")
"""Tags that say nothing that the rules could tell otherwise."""


def altered(line: str, random: Random) -> str:
    """Return *line* with one sign of it changed into another of its kind."""
    places = [place for place, sign in enumerate(line) if sign.isalnum()]
    place = random.choice(places)
    signs = "0123456789" if line[place].isdigit() else "SHDCTJQKAxyz"
    return line[:place] + random.choice([sign for sign in signs if sign != line[place]]) + line[place + 1 :]


def is_consistent(before: str, after: str) -> bool:
    """Tell whether no rule could tell that a line is altered: names, times, who is a program, as good a move."""
    if before.startswith(FREE):
        return True
    if before.startswith("[Seat"):
        return json.loads(before.split(" ", 1)[1][:-1])["nonce"] in after
    return came_of(before) == came_of(after)


def came_of(line: str) -> tuple[str, str, str]:
    """Return of a move whose it is, what came of it, and whether the clock made it."""
    return line.partition(":")[0], line.partition(" (")[0].partition(";")[2], line.partition(" s)")[2]


def finding(text: str, table: Committed) -> int | None:
    try:
        found = check_record(read(text), VARIANTS[table.variant])
    except NotARecord as fault:
        return fault.line
    return None if found is None else found.line


@settings(LAW, max_examples=20)
@given(committed(), st.randoms(use_true_random=False))
def test_an_altered_line_is_found(table: Committed, random: Random) -> None:
    lines = print_record(table.record()).split("\n")
    for place in random.sample([n for n, line in enumerate(lines) if line], k=6):
        after = altered(lines[place], random)
        found = finding("\n".join([*lines[:place], after, *lines[place + 1 :]]), table)
        if found is None:
            assert is_consistent(lines[place], after), (lines[place], after)
        elif not lines[place].startswith("["):
            assert found == place + 1 or (found > place and lines[place][0].isdigit()), (lines[place], after, found)


@settings(LAW, max_examples=12)
@given(committed(), st.randoms(use_true_random=False))
def test_a_line_left_out_or_doubled_is_found(table: Committed, random: Random) -> None:
    lines = print_record(table.record()).split("\n")
    for place in random.sample(range(lines.index("") + 1, len(lines) - 1), k=5):
        for change in ([], [lines[place]] * 2):
            found = finding("\n".join([*lines[:place], *change, *lines[place + 1 :]]), table)
            if re.match(r"[0-9]+ [0-9]+: (say|accuse)", lines[place]):
                continue  # what nobody had to say may have been said or not
            if lines[place].startswith("rules:") and not change:
                continue  # the first edition of the rules may decide the same
            assert found is not None, lines[place]
            assert found > place, (lines[place : place + 2], found)


@pytest.mark.parametrize("line_start", ["deal 1:", "over:"])
def test_what_is_told_without_its_deed_is_named_itself(line_start: str) -> None:
    table = Committed(variant="101", seats=2, options={}, seed=0)
    lines = print_record(table.record()).split("\n")
    place = next(n for n, line in enumerate(lines) if line.startswith(line_start)) - (line_start == "over:")

    assert finding("\n".join([*lines[:place], *lines[place + 1 :]]), table) == place + 1


def disguised(one: Happening, viewer: int | None, random: Random) -> Happening:
    """Return what differs from *one* in the cards that *viewer* may not see, and in the whole command."""
    event, command = one.event, one.command
    mask = redact_event(event, viewer, over=False)
    hidden = {part.name for part in fields(event) if getattr(mask, part.name) != getattr(event, part.name)}
    other = {name: changed(getattr(event, name), getattr(mask, name), random) for name in hidden}
    return Happening(one.turn, replace(event, **other), command and command._replace(full="0 resign"))


def changed(value: Any, mask: Any, random: Random) -> Any:
    match value:
        case Card():
            return random.choice(ALL_FACES) if mask is HIDDEN else value
        case tuple():
            return tuple(changed(one, other, random) for one, other in zip(value, mask, strict=True))
        case _:
            return value


@settings(LAW, max_examples=60)
@given(committed(), st.randoms(use_true_random=False))
def test_a_record_tells_nothing_that_its_viewer_may_not_know(table: Committed, random: Random) -> None:
    timed, viewer = table.timed(random.randrange(200)), random.choice([None, *range(table.seats)])
    twin = [(disguised(one, viewer, random), at) for one, at in timed]

    lines, others = (from_events(table.seen(game, viewer, over=False)) for game in (timed, twin))

    assert lines == others


def test_whose_words_are_right_is_not_told_while_the_game_runs() -> None:
    table = Committed(variant="mau_mau", seats=2, seed=3)

    running, whole = (print_record(table.record(38, viewer=0, whole=whole)) for whole in (False, True))

    assert "9H!mau" in running
    assert "9H! " in whole


def objection(text: str) -> str:
    """Return what is said against a record of Mau-Mau."""
    try:
        found = check_record(read(text), VARIANTS["mau_mau"])
    except NotARecord as fault:
        return fault.why
    return found.why if found else ""


@pytest.mark.parametrize(
    ("before", "after", "why"),
    [
        ("[Game ", "[Gama ", "there is no tag Gama; did you mean Game?"),
        ("[Seed ", "[Sead ", "there is no tag Sead; did you mean Seed?"),
        ("[Site ", "[Xyzzy ", "there is no tag Xyzzy; the tags are Seats, Site, Game"),
        ("[Seats 2]", "[Seats 3]", "the tag Seat2 is missing; write [Seat2 VALUE]"),
        ("[Seats 2]", "[Seats 1]", "Seats is 1, so there is no Seat1; delete it"),
        ("[Opened ", "[Opened 1] [Opened ", "JSON"),
        ("[Winners [", "[Winners [true,", "Winners[0] must be a whole number, not true"),
        ("T11:05:16.499322Z", "T11:05:16Z", "is no time in UTC with six decimals; write it like 2026-"),
        ("T11:05:16.499322Z", "T11:05:16.499322+00:00", "is no time in UTC with six decimals; write it like 2026-"),
        ("2026-11-21T11", "2026-02-30T11", "is no time in UTC with six decimals; write it like 2026-"),
        ("2026-11-21T11", "2026-11-23T11", "the game ends before it is opened"),
        ("2026-11-22T11:05", "2026-11-21T11:06", "the moves below take longer than the game"),
        (
            "[Receipt null]",
            '[Receipt {"at":"x","game":"x","head":"x","kid":"x","signature":"x","version":1}]',
            "another",
        ),
        ('[Signature ""]', '[Signature "AA"]', "a record without a receipt has no signature; write"),
        ("[Options {}]", '[Options {"a":1}]', "There is no such option"),
        ('[Viewer "all"]', "[Viewer 1]", "hides cards"),
        ("[Site ", "[Site  ", 'this line is written in another way; write [Site "Mau-Mau"]'),
        ("[Terms {", '[Terms {"a":NaN,', "the value of Terms must be JSON"),
        ("[Terms {", '[Terms {"a":-Infinity,', "the value of Terms must be JSON"),
        ("[Terms {", '[Terms {"a":1e999,', "the value of Terms must be JSON"),
        ("\n\n", "\n", "there is no empty line in it; write one"),
        ("\n\n", "\r\n\r\n", "end each line with a line feed alone"),
        ('"program":false', '"program":0', "Seat0.program must be true or false, not 0"),
        ('"program":false', '"prgram":false', 'Seat0 has no field "prgram"; its fields are player, name'),
        ("[Places [", "[Places [[],", "Places[0] must be a whole number, not a list"),
        ("[Seats 2]", "[Seats 0]", "Seats must be a whole number from 1 to 99, not 0"),
        ("[Seats 2]", "Seats 2", "this is no tag; write [Name VALUE], for example [Seats 2]"),
        ("[Winners [0]]", "[Winners [1]]", "this tag must be [Winners [0]]"),
    ],
)
def test_what_is_wrong_with_a_record_is_told(before: str, after: str, why: str) -> None:
    text = print_record(Committed(variant="mau_mau", seats=2, seed=3).record())
    assert not objection(text)
    assert before in text

    assert why in objection(text.replace(before, after, 1))


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("", "this line is empty; delete it"),
        ("shuffeld 2: TS", "no line begins with 'shuffeld'; did you mean 'shuffled'?"),
        ("shuffled 2: TS 10C", "'10C' is no card, such as TS, or X for a Joker; write shuffled ACT: CARDS"),
        ("hands: TS / QX", "'/ QX' cannot stand after 'hands: TS'; write hands: CARDS / CARDS"),
        ("up: 1S", "'1S' is no card"),
        ("lot 1; 0", "'; 0' cannot stand after 'lot 1'; write lot ACT: SEAT, for example lot 1: 0"),
        ("1 1: QS", "the line ends too early; write TURN SEAT: MOVE"),
        ("1 1: QS>♥ (1.000 s)", "'QS>♥' cannot stand after '1 1:'"),
        ("1 1: QS (1.0 s)", "'(1.0 s)' cannot stand after '1 1: QS'"),
        ("1 1: QS; show KC (1.000 s)", "'; show KC' cannot stand after '1 1: QS'"),
        ("1 1: QS (1.000 s) ", "' ' cannot stand after '1 1: QS (1.000 s)'"),
        ("over: went-out; winner x; loser 0", "'x' cannot stand after 'over: went-out; winner'; write over: ENDING;"),
    ],
)
def test_a_line_that_cannot_be_read_is_refused_by_its_first_wrong_token(line: str, why: str) -> None:
    text = print_record(Committed(variant="mau_mau", seats=2, seed=3).record())
    head, _, lines = text.partition("\n\n")

    with pytest.raises(NotARecord) as refused:
        parse_record(f"{head}\n\n{line}\n{lines}")

    assert parse_line(line) is None
    assert refused.value.line == head.count("\n") + 3
    assert refused.value.why.startswith(why)
    assert len(refused.value.why) < 300


def test_what_a_refusal_says_to_write_can_be_read() -> None:
    for word in ("shuffled", "lot", "deal", "hands", "drawn", "up", "back", "named", "over", "points", "lost", "9"):
        example = why_no_line(f"{word} ").partition("for example ")[2]
        assert parse_line(example), word
    assert len(why_no_line("9 0: " + "a~" * 500_000)) < 300  # in no time


def test_a_misspelt_tag_is_named_with_its_line() -> None:
    lines = print_record(Committed(variant="mau_mau", seats=2, seed=4).record()).split("\n")
    place = next(n for n, line in enumerate(lines) if line.startswith("[Ended"))
    lines[place] = lines[place].replace("Ended", "Endet")

    with pytest.raises(NotARecord) as refused:
        parse_record("\n".join(lines))

    assert (refused.value.line, refused.value.why) == (place + 1, "there is no tag Endet; did you mean Ended?")


def holdings(
    lines: Iterable[Any],
) -> Iterator[tuple[list[Counter[str]], DealOver]]:
    """Yield the hands that a reader who knows no rules has counted at the end of each deal."""
    hands: list[Counter[str]] = []
    blind = 0, ""
    for line in lines:
        match line:
            case Hands():
                hands = [Counter(hand) for hand in line.hands]
            case Drawn():
                hands[line.seat].update(line.cards)
            case Move():
                for draw in line.draws:
                    hands[draw.seat].update(draw.cards)
                if line.move == "challenge" and line.shows != (blind[1],):  # what was no true claim goes back
                    hands[blind[0]].update(line.shows)
                if claim := re.match(r"(?:..|X)~(..)", line.move):
                    blind = line.seat, claim[1]
                if line.move == "rescue":
                    hands[line.seat].subtract(line.shows)
                if line.move == "resign":
                    hands[line.seat].clear()  # it goes back under the stock
                elif laid := re.match(r"(?:[2-9TJQKA][SHDC]|X)(?:\+(?:[2-9TJQKA][SHDC]|X))*(?=[~>@!]|$)", line.move):
                    hands[line.seat].subtract(laid[0].split("+"))
            case DealOver():
                yield hands, line
            case _:
                pass


@settings(LAW, max_examples=20)
@example(Committed(variant="101", seats=2, options={}, seed=0))
@given(committed())
def test_who_knows_no_rules_knows_every_hand(table: Committed) -> None:
    for hands, over in holdings(table.record().lines):
        assert [sorted((+hand).elements()) for hand in hands] == [sorted(left) for left in over.left]


def test_what_the_dealt_up_card_makes_a_seat_draw_is_written_down() -> None:
    record = Committed(variant="101", seats=2, options={}, seed=0).record()

    assert re.search(r"\nup: [^\n]+\ndrawn: [01] draws [^\n]+\n", print_record(record)), print_record(record)[1000:2600]
    assert check_record(record, VARIANTS["101"]) is None


@st.composite
def rewritten(draw: st.DrawFn, value: Any) -> str:
    """JSON that says the same as *value*, with other blanks, escapes and orders of keys."""
    blank = st.text(" \t\r\n", max_size=2)
    if isinstance(value, dict):
        pairs = [
            f"{draw(blank)}{escaped(draw, name)}{draw(blank)}:{draw(rewritten(value[name]))}"
            for name in draw(st.permutations([*value]))
        ]
        return f"{draw(blank)}{{{draw(blank) if not pairs else ''}{','.join(pairs)}}}{draw(blank)}"
    if isinstance(value, list):
        return f"{draw(blank)}[{','.join(draw(rewritten(one)) for one in value)}{draw(blank)}]{draw(blank)}"
    return f"{draw(blank)}{escaped(draw, value) if isinstance(value, str) else json.dumps(value)}{draw(blank)}"


def escaped(draw: st.DrawFn, text: str) -> str:
    signs = (f"\\u{ord(sign):04x}" if draw(st.integers(0, 9)) == 0 else json.dumps(sign)[1:-1] for sign in text)
    return f'"{"".join(signs)}"'


@settings(LAW, max_examples=25, suppress_health_check=[*HealthCheck])
@given(st.data())
def test_the_twin_is_read_however_its_json_is_written(data: st.DataObject) -> None:
    record = Committed(variant="mau_mau", seats=2, seed=4).record(6)
    twin = to_json(replace(record, lines=record.lines[:2]))

    text = data.draw(rewritten(twin))

    assert json.loads(text) == json.loads(json.dumps(twin))
    assert ruleset_of(text) == record.tags.ruleset
    assert read(text) == replace(record, lines=record.lines[:2])


def test_the_lines_that_the_documentation_shows_are_lines_of_a_record() -> None:
    page = (Path(__file__).parents[3] / "docs" / "reference" / "notation.md").read_text(encoding="utf-8")
    shown = page.partition("lot 1: ")[2].partition("```")[0]

    for text in f"lot 1: {shown}".splitlines():
        line = parse_line(text)
        assert line, text
        assert print_line(line) == text


def spoiled(data: Any, random: Random) -> Any:
    """Return *data* with one value in it replaced by one of another kind."""
    if not isinstance(data, dict | list) or not data or random.random() < 0.1:
        return random.choice([None, True, -1, 2**70, 1.5, "", "\ud800", "9", [], {}, [[1]], {"a": 1}])
    places = [*data] if isinstance(data, dict) else [*range(len(data))]
    place, twin = random.choice(places), data.copy()
    twin[place] = spoiled(data[place], random)
    return twin


@settings(LAW, max_examples=300)
@given(st.randoms(use_true_random=False))
def test_a_spoiled_twin_is_refused_or_another_record(random: Random) -> None:
    twin = to_json(Committed(variant="mau_mau", seats=2, seed=3).record())
    sent = json.dumps(spoiled(twin, random))

    found = verdict(sent, VARIANTS["mau_mau"].content)

    assert len(found["why"] or "") <= 500
    assert json.dumps(found, ensure_ascii=False).encode()


@pytest.mark.parametrize("number", ["NaN", "Infinity", "1e999"])
def test_what_is_no_number_is_in_no_twin(number: str) -> None:
    twin = json.dumps(to_json(Committed(variant="mau_mau", seats=2, seed=3).record()))

    assert "it has a number that is not finite" in objection(twin.replace('"terms": {', f'"terms": {{"a": {number}, '))


def test_half_a_pair_of_surrogates_is_no_text() -> None:
    text = print_record(Committed(variant="mau_mau", seats=2, seed=3).record())

    assert "JSON" in objection(text.replace('"Mau-Mau"', '"\\ud800"'))
