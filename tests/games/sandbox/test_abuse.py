"""Rulesets that mean harm: each costs one bounded child, which tells what is wrong."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, replace
from pathlib import Path
from threading import Thread
from typing import Any, Final

import pytest

from games.sandbox import Bounds, NotChecked, ask, check
from games.sandbox.__main__ import Check
from games.sandbox.child import MOST_CHILDREN, ROOT, NoRoom, Starved
from games.sandbox.cpu_budget import CpuBudget
from games.sandbox.document import DEEPEST
from games.sandbox.limits import PATIENCE, QUICK

BRIEF: Final = Bounds(cpu=4, wall=200, gives_way=False)


def checked_here(sent: dict[str, Any], deals: int = 0) -> dict[str, Any]:
    """Return the report that the child would make, without one: so many are quicker made in this process."""
    checked = Check()
    request = {"sent": sent, "base": None, "deals": deals, "bounds": asdict(BRIEF)}
    checked.run(request, CpuBudget(time.process_time() + BRIEF.cpu))
    return dict(checked.answer()["report"])


ENDLESS: Final = {"out": {"illegal": "any"}}
"""Nobody can go out, and nothing blocks the deal."""


def examples(number: int, **said: Any) -> list[dict[str, Any]]:
    example = {"hands": ["7S 8S 9S", "9S 9H 9D"], "up_card": "7H", "then": {}, **said}
    return [{"name": f"{n}", **example} for n in range(number)]


def options(number: int, patch: dict[str, Any]) -> dict[str, Any]:
    one = {"default": False, "paragraph": "", "values": {"off": {}, "on": patch}}
    return {f"s{n}": one for n in range(number)}


def ranges(key: str) -> dict[str, Any]:
    return {"s": {"default": 1, "paragraph": "", "sets": key, "least": 1, "most": 2}}


RULES: Final[dict[str, tuple[dict[str, Any], str]]] = {
    "giant decks": ({"deck": {"ranks": "7 8", "count": {"2": 1_000_000}}}, "deck.count"),
    "number without end": ({"deck": {"ranks": "7 8", "count": {"2": 10**30}}}, "deck.count.2"),
    "jokers": ({"deck": {"ranks": "7 8", "jokers": 1_000_000, "count": {"2": 1}}}, "deck.jokers"),
    "empty deck": ({"deck": {"ranks": "", "count": {"2": 1}}}, "deck.ranks"),
    "no decks": ({"deck": {"ranks": "7 8 9 T", "count": {"2": 0}}}, "deck.count"),
    "huge groups": ({"deck": {"ranks": "7 8", "count": {"2": 20}}, "group": {"cards": "any"}}, "group.cards"),
    "options without end": ({"options": options(3_000, {})}, "options"),
    "option of the wrong shape": ({"options": options(1, {"deck": 5})}, "options.s0"),
    "option that sets what is not there": ({"options": ranges("a.b.c")}, "options.s.sets"),
    "option that sets no number": ({"options": ranges("wild.suit")}, "options.s.sets"),
    "option that adds to a number": ({"draw": {"most": 1}, "options": ranges("draw.+most")}, "options.s.sets"),
    "options one upon the other": (
        {"options": {"a": {"default": "x", "paragraph": "", "values": {"x": {"chain": {"c": "y"}}}},
                      "b": {"default": "x", "paragraph": "", "values": {"x": {"chain": {"c": {"after": "z"}}}}}}},
        "options",
    ),
    "selector bomb": ({"wild": {"suit": "J " * 20_000}}, "wild.suit"),
    "words without end": ({"say": {"left_one": True, "words": [{"word": "a" * n} for n in range(1, 12)]}}, "say.words"),
    "word that is a move": ({"say": {"left_one": True, "words": [{"word": "7S>H!"}]}}, "say.words"),
    "control characters": ({"wild": {"suit": "J\x00"}}, "wild.suit"),
    "key of a strange kind": ({"\x1b[2J": {}}, ""),
    "key with a dot": ({"chain": {"a.b c": {}}}, "chain"),
    "key without end": ({"chain": {"a" * 65: {}}}, "chain"),
    "nothing": ({"deck": None}, "deck"),
    "fraction": ({"deal": {"size": {"2": 2.5}}}, "deal.size.2"),
    "players who are not": ({"players": {"least": -1, "most": 10**6}}, ""),
    "players by an option": ({"players": {"least": 2, "most": 2}, "options": {"a": {
        "default": True, "paragraph": "", "values": {"on": {"players": {"most": 4}}, "off": {}}}}}, "players"),
}  # fmt: skip


@pytest.mark.parametrize("name", RULES)
def test_rules_that_cannot_be(small: dict[str, Any], name: str) -> None:
    change, place = RULES[name]
    report = checked_here({"ruleset": {**small, **change}}, deals=1_000)

    assert report["finished"]
    assert not report["passed"]
    assert [fault["place"].startswith(place) for fault in report["faults"][:1]] == [True], report["faults"]
    assert all(re.fullmatch(r'["A-Z0-9].*[.?…]', fault["why"]) for fault in report["faults"]), report["faults"]
    assert report["deals"] is None


@pytest.mark.parametrize("nonsense", [{"wild": {"suit": "Z"}}, {"deck": {"jokers": 9}}], ids=repr)
def test_nonsense_that_another_option_always_replaces_does_no_harm(
    small: dict[str, Any], nonsense: dict[str, Any]
) -> None:
    plain = {"wild": {"suit": "J"}, "deck": {"jokers": 1}}
    declared = {**options(1, nonsense), "replaces": {"default": "x", "paragraph": "", "values": {"x": plain}}}
    report = checked_here({"ruleset": {**small, "options": declared}})

    assert report["passed"], report["faults"]


TEXTS: Final = {
    "brackets": "a = " + "[" * 30_000,
    "dots": f"[{'.'.join('a' * 20_000)}]",
    "digits": "a = " + "9" * 60_000,
    "hexadecimal digits": "a = 0x" + "f" * 60_000,
    "deep": "a = " + "[" * (DEEPEST + 1) + "]" * (DEEPEST + 1),
    "date": "a = 1979-05-27",
    "nan": "a = nan",
    "twice": "a = 1\na = 2",
    "nothing": "",
}


@pytest.mark.parametrize("name", TEXTS)
def test_texts_that_cannot_be_read(name: str) -> None:
    report = checked_here({"toml": TEXTS[name]})

    assert report["finished"]
    assert report["faults"]


@pytest.mark.parametrize(
    "sent",
    [
        examples(10_000), [{}] * 10_000, examples(1, moves=["clock"] * 100_000), examples(1, hands=["7S"] * 5_000),
        [{"name": "x", "deck": "...", "players": 10**9}], [{"name": "x", "hands": []}],
        [{"name": "x", "hands": ["7S", "8S"], "turn": -1}], [{"name": "x", "hands": ["7S", "8S"], "skip": 10**6}],
        [{"name": "x", "hands": ["7S", "8S"], "options": {"a": 1}}], [{"name": ["x"]}], ["x"], 5,
        [{"name": "x", "hands": ["7S", "8S"], "then": {"scores": {"9": 1}}}], "[[example", "[example]", "x = 1",
    ],
    ids=repr,
)  # fmt: skip
def test_examples_that_cannot_be(small: dict[str, Any], sent: Any) -> None:
    report = checked_here({"ruleset": small, "examples": sent})

    assert report["finished"]
    assert not report["passed"]
    assert report["faults"] or not report["examples"][0]["held"]


def test_examples_whose_clock_never_stops_are_run(small: dict[str, Any]) -> None:
    rules = {**small, "game": {"end": "to", "at": 10_000}, "score": {"to": "losers", "values": {"7": 1}}, **ENDLESS}
    told = examples(400, moves=["clock"] * 300)
    report = check({"ruleset": rules, "examples": told}, bounds=BRIEF).report

    assert report["examples"]
    assert report["finished"] or "takes too long" in report["faults"][-1]["why"]


DEALS: Final[dict[str, dict[str, Any]]] = {
    "nobody goes out": ENDLESS,
    "every last card is fined": {"out": {"fined": "any", "fine": 3}},
    "follow for ever": {"follow": {"must": "any", "last": "cannot_win"}},
    "everybody draws": {
        "deck": {"ranks": "7 8 9 T J Q K A", "count": {"2": 20}},
        "strike": {"s": {"cards": "any", "amount": 20, "at": "others"}},
    },
    "draws without end": {
        "deck": {"ranks": "7 8 9 T J Q K A", "count": {"2": 20}}, "out": {"illegal": "any"},
        "draw": {"most": 1_000, "when": "free", "then": "any", "passing": "spent", "replenish": "at_once"},
        "end": {"stalled_by": "empty_stock"},
    },
    "an option that nobody tries": {"options": options(1, ENDLESS)},
    "an option to a game without end": {
        "options": options(1, {"score": {"to": "losers"}, "game": {"end": "to", "at": 10}})
    },
    "a game without end": {"score": {"to": "losers", "values": {"7": 1}}, "game": {"end": "to", "at": 10_000}},
}  # fmt: skip


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", DEALS)
def test_deals_without_end_are_named(small: dict[str, Any], name: str) -> None:
    begun = time.monotonic()
    report = check({"ruleset": {**small, **DEALS[name]}}, deals=60, bounds=BRIEF).report

    assert not report["passed"]
    troubles = report["deals"]["troubles"]
    assert troubles or not report["finished"]
    assert all("end" in one["what"] or "too long" in one["what"] for one in troubles)
    assert time.monotonic() - begun < BRIEF.wall + PATIENCE


def test_an_up_card_goes_back_only_while_there_is_another(small: dict[str, Any]) -> None:
    report = checked_here({"ruleset": {**small, "up_card": {"refuse": "any -7S", "refused": "back"}}}, deals=30)

    assert report["passed"], report["deals"]["troubles"]


def test_a_fault_says_what_it_means_in_the_words_of_a_file(small: dict[str, Any]) -> None:
    rules = {**small, "deal": {"size": {"2": "5"}}, "end": {"plays": True}}
    optional = {**small, "options": options(1, {"cut": {"kind": "run"}})}

    told = [fault["why"] for sent in (rules, optional) for fault in checked_here({"ruleset": sent})["faults"]]
    key = checked_here({"ruleset": {**small, "chain": {"my chain": {}}}})["faults"][0]

    assert 'Write a whole number, not "5".' in told
    assert "Write a whole number, not true." in told
    assert told[-1].startswith("Set to on: cut.special")
    assert (key["place"], key["why"][:9]) == ("chain", '"my chain')


def test_a_child_that_wants_more_memory_than_there_is(small: dict[str, Any]) -> None:
    report = check({"ruleset": small}, deals=100, bounds=replace(BRIEF, cpu=10, memory=28 << 20)).report

    assert (report["passed"], report["finished"], report["hash"]) == (False, False, None)
    assert "MiB" in report["faults"][0]["why"]


def test_a_child_that_uses_up_its_seconds_tells_what_it_has(small: dict[str, Any]) -> None:
    report = check({"ruleset": small}, deals=100_000, bounds=BRIEF).report

    assert (report["passed"], report["finished"]) == (False, False)
    assert "too long" in report["faults"][0]["why"]
    assert 0 < report["deals"]["played"] < 100_000


def test_a_child_that_the_machine_gives_no_time_concludes_nothing(small: dict[str, Any]) -> None:
    with pytest.raises(Starved):
        check({"ruleset": small}, deals=100_000, bounds=Bounds(cpu=60, wall=3))


@pytest.mark.parametrize("deadly", [signal.SIGSTOP, signal.SIGKILL, signal.SIGTERM])
def test_a_child_that_somebody_else_stops_concludes_nothing(small: dict[str, Any], deadly: signal.Signals) -> None:
    raised: list[BaseException] = []

    def starved() -> None:
        with pytest.raises(Starved) as caught:
            check({"ruleset": small}, deals=100_000, bounds=Bounds(cpu=60, wall=1))
        raised.append(caught.value)

    thread = Thread(target=starved)
    thread.start()
    await_that(checking)
    os.kill(checking()[0], deadly)
    thread.join()
    assert raised
    assert not checking()


def test_only_its_own_processor_time_is_held_against_a_ruleset() -> None:
    """The kernel kills what has used it up and says nothing: it is measured from outside."""
    found = ask("tests.games.sandbox.spinning", {}, bounds=replace(BRIEF, cpu=1))

    assert found == "The check takes more than 1 s of the processor."


def test_the_child_knows_the_rules_alone() -> None:
    code = "import sys, games.sandbox.__main__; print({'django', 'psycopg', 'celery'} & {*sys.modules})"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True)

    assert done.stdout == b"set()\n"


SLOW: Final = Bounds(cpu=60, wall=60)


def children_of(pid: int) -> list[int]:
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        with suppress(OSError):  # a thread that has just ended
            found += map(int, (task / "children").read_text().split())
    return found


def has_ended(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def checking() -> list[int]:
    """Return the children of this process that check."""
    found = []
    for child in children_of(os.getpid()):
        line = Path(f"/proc/{child}/cmdline").read_bytes()
        found += [child] if b"games.sandbox" in line else []
    return found


def await_that(condition: Callable[[], object], seconds: float = 50) -> None:
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, "waited in vain"
        time.sleep(0.02)


def test_only_so_many_run_at_once_and_they_give_way(small: dict[str, Any]) -> None:
    request = {"ruleset": small}
    threads = [Thread(target=check_in_vain, args=(request,))
               for _ in range(MOST_CHILDREN)]  # fmt: skip
    for thread in threads:
        thread.start()
    try:
        await_that(lambda: len(checking()) == MOST_CHILDREN and all(map(gives_way, checking())))
        with pytest.raises(NoRoom):
            check(request, patience=0.05)
        for child in checking():
            assert os.getsid(child) == child
            assert b"DATABASE_URL" not in Path(f"/proc/{child}/environ").read_bytes()
    finally:
        for child in checking():
            os.kill(child, signal.SIGKILL)
        for thread in threads:
            thread.join()
    assert check(request, bounds=BRIEF).report["passed"]


def test_who_waits_outlasts_the_dearest_check_of_another_author() -> None:
    assert QUICK.cpu < PATIENCE


def check_in_vain(request: dict[str, Any]) -> None:
    with pytest.raises(NotChecked):
        check(request, deals=100_000, bounds=SLOW)


def gives_way(child: int) -> bool:
    group = Path(f"/proc/{child}/autogroup")
    weighs_little = not group.exists() or group.read_text().split()[-1] == "10"
    return os.sched_getscheduler(child) == os.SCHED_IDLE and weighs_little


def test_a_child_whose_parent_dies_ends_by_itself(small: dict[str, Any]) -> None:
    code = (
        "from games.sandbox import Bounds, check; "
        f"check({{'ruleset': {small!r}}}, deals=100_000, bounds=Bounds(cpu=30, wall=3))"
    )
    with subprocess.Popen([sys.executable, "-c", code], cwd=ROOT) as parent:
        await_that(lambda: children_of(parent.pid))
        child = children_of(parent.pid)[0]
        parent.kill()
    await_that(lambda: has_ended(child))
