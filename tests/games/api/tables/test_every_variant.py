"""Every variant is played to its end over HTTP, with the fewest and with the most seats, by people and by bots.

Chance is the server's own, so no two runs play the same games; what is asserted holds in all of them.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final
from uuid import UUID

import pytest

from games import services
from games.rules.ruleset import OptionValue
from games.rules.variants import KEYS, load
from games.services import Terms
from tests.games.api.conftest import Caller
from tests.games.services.claiming import end_pause, play_bot

pytestmark = pytest.mark.usefixtures("rules")

Options = Mapping[str, OptionValue]

OPTIONS: Final[dict[str, tuple[Options, Options]]] = {
    "101": ({"stack": True, "cover_card": "9"}, {"spade_king": True, "ten_reverse": True, "play_on": True}),
    "crazy_eights": ({"use_special_cards": True, "draw": "until_playable"}, {"reshuffle": True}),
    "faraon": ({"rescue": True}, {"faraon_universal": True}),
    "haft_khabis": ({"ace_stack": True}, {"two_draws": 2}),
    "macau": ({"jokers": 4}, {"play_drawn": True}),
    "mau_mau": ({"announce": "both", "cut": "four_cuts"}, {"seven_stack": True, "upcard_effect": "as_dealer"}),
    "mau_mau_official": ({}, {"thunder_target": "previous"}),
    "mau_mau_two_deck": ({}, {"resolve_pending_on_win": True}),
    "neuner": ({}, {"announce": "mau"}),
    "pesten": ({"last_pest": "draw_2", "eight_stack": True}, {"joker_suit": "keep_previous"}),
    "prsi": ({"blind": True}, {"quick": True, "return_by_7h": True, "leaf_king": True, "play_on": True}),
    "puque": ({"score": "to_100"}, {"seven_stack": True, "two_stack": True}),
    "switch": ({"queen_cover": True}, {"four_draws": True, "black_jacks": True}),
    "tschau_sepp": ({"preset_jasswelt": True}, {"ober_rose_4": True}),
}
"""What is played with the fewest seats, and with the most."""

LONG: Final = {"101", "faraon", "macau", "mau_mau_official", "mau_mau_two_deck"}
"""Of many deals, or long ones; few bots sit there, since they play on when the people have given up."""

MOST_MOVES: Final = 200
"""After so many moves people give up one by one, which ends a game too."""

ASKED_EVERY: Final = 12
"""Every so many moves it is tried what is not listed."""

VERBS: Final = ("draw", "pass", "accept")
ATTEMPTS: Final = (
    "believe", "challenge", "rescue", "decline", "keep none", "cut", "name H", "say mau", "say last", "accuse 0",
    "accuse 1", "2S", "7H", "8C", "7S+7H", "AS+AC", "JS+JC", "JS", "JS>H", "QC>D", "AH>7", "9D>C", "8D>D", "X", "X>S",
    "KS~7H", "2H@1", "7C!", "TD!mau",
)  # fmt: skip


@dataclass
class Played:
    """A game, and the people who play it over HTTP, by their seats; everybody else at the table is a bot."""

    game: str
    people: dict[int | None, Caller]
    rng: Random
    stated: frozenset[str] = frozenset()
    """All paragraphs of its ruleset."""
    prefers: str = ""
    """Which moves people choose where they are open: a pattern; the first words of a move."""
    made: list[str] = field(default_factory=list)
    awaited: int | None = None
    """Who had to act after the last move."""

    @classmethod
    def of(cls, variant: str, seats: int, options: Options, *, bots: int = 0, prefers: str = "") -> "Played":
        """Open a table whose bots answer at once, and let people take the other seats."""
        people = [Caller().sign_in() for _ in range(seats - bots)]
        opened = services.open_game(
            player=UUID(people[0].id), variant=variant, seats=seats, options=dict(options),
            bots=(["clever", "novice"] * bots)[:bots], terms=Terms(bot_pause=0),
        )  # fmt: skip
        for one in people[1:]:
            assert one.post(f"/games/{opened}/seats", {}).status_code == 201
        table = people[0].table(str(opened))
        rules = people[0].get(table["ruleset"]["href"].removeprefix("/api/v1")).json()
        stated = frozenset(re.findall(r"\*\*([A-Z]+-\d+)\*\*", rules["text"] + rules["kernel"]))
        seated = {one.table(str(opened))["you"]["seat"]: one for one in people}
        return cls(str(opened), seated, Random(f"{variant}/{seats}"), stated, prefers)

    def tables(self) -> Iterator[dict[str, Any]]:
        """Yield the table before each decision, seen by who must act (for a bot, by a person), and the last one."""
        while (table := self._seen())["status"] == "playing":
            yield table
            self._decide(table)
        yield table

    def until(self, seen: Callable[[dict[str, Any]], bool]) -> dict[str, Any] | None:
        """Play on until a table is *seen* to be so, and return it; None if the game ends before."""
        return next((table for table in self.tables() if seen(table)), None)

    def seen_by_all(self) -> dict[int | None, dict[str, Any]]:
        """Return the table as each of the people and a spectator see it, by seats."""
        spectator = Caller().sign_in()
        return {seat: one.table(self.game) for seat, one in (*self.people.items(), (None, spectator))}

    def _seen(self) -> dict[str, Any]:
        table = self.people.get(self.awaited, next(iter(self.people.values()))).table(self.game)
        seat = table["on_turn"]
        return self.people[seat].table(self.game) if seat in self.people and table["you"]["seat"] != seat else table

    def _decide(self, table: dict[str, Any]) -> None:
        seat = table["on_turn"]
        if seat not in self.people:
            end_pause(UUID(self.game))
            assert play_bot()
        elif len(self.made) >= MOST_MOVES:
            self._resign()
        else:
            if len(self.made) % ASKED_EVERY == 0:
                self._try_what_is_not_listed(table)
            self.send(seat, self._chosen(table), table["turn"])

    def send(self, seat: int | None, move: str, turn: int) -> dict[str, Any]:
        """Send a *move* that is listed, which must be carried out; return the answer."""
        self.made.append(f"{seat} {move}")
        answer = self.people[seat].moves(self.game, move, turn)
        assert answer.status_code == 201, (self.made[-30:], answer.content)
        told = dict(answer.json())
        self.awaited = told["table"]["on_turn"]
        return told

    def _resign(self) -> None:
        seat = next(reversed(self.people))
        assert self.people[seat].post(f"/games/{self.game}/resignation", {}).status_code == 201
        if len(self.people) > 1:
            del self.people[seat]

    def _try_what_is_not_listed(self, table: dict[str, Any]) -> None:
        """Ask for what may be forbidden, as who is on turn and as somebody else; each refusal names its paragraph."""
        for seat in {table["on_turn"], self.rng.choice([*self.people])}:
            for move in (*VERBS, *self.rng.sample(ATTEMPTS, 3)):
                answer = self.people[seat].checks(self.game, move, table["turn"])
                refused = answer.json()
                if answer.status_code == 200:
                    continue
                assert (answer.status_code, refused["code"]) == (422, "illegal_move"), (move, table["layout"], refused)
                assert refused["reason"]
                assert refused["paragraph"] in self.stated, (move, refused)

    def _chosen(self, table: dict[str, Any]) -> str:
        """Return one of the moves of who is on turn: most often a card, with the word that is due, honestly claimed."""
        moves: list[str] = table["you"]["moves"]
        wanted = [move for move in moves if self.prefers and re.match(self.prefers, move)]
        if wanted or self.rng.random() < 0.05:
            return self.rng.choice(wanted or moves)
        deeds = [move for move in moves if not re.match(r"say|accuse|.*![a-z]", move)] or moves
        for better in (r"[2-9TJQKAX]", r".*!$", r"([^~]+)$|(..)~\2"):
            deeds = [move for move in deeds if re.match(better, move)] or deeds
        return self.rng.choice(deeds)


def plausible(table: dict[str, Any]) -> bool:
    """Tell whether what is shown fits what is asked for."""
    you, ask = table["you"], table["ask"]
    mine = you["seat"] == table["on_turn"]
    shown = (bool(you["looked"]), you["offered"] is not None, table["claim"] is not None)
    waiting = [seat["cards"] for seat in table["seats"] if seat["waiting"]]
    return shown == (mine and ask == "keep", mine and ask == "rescue", ask == "believe") and not any(waiting)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("most", [False, True], ids=["fewest-seats", "most-seats"])
@pytest.mark.parametrize("key", KEYS)
def test_a_whole_game(key: str, most: bool) -> None:  # noqa: FBT001
    players = load(key).players
    seats = players.most if most else players.least
    bots = 0 if not most else 1 if key in LONG else seats - 2
    played = Played.of(key, seats, OPTIONS[key][most], bots=bots)

    table: dict[str, Any] = {}
    for table in played.tables():
        assert plausible(table), table
        assert table["status"] == "over" or table["you"]["seat"] != table["on_turn"] or table["you"]["moves"]

    assert (table["status"], table["on_turn"], table["you"]["moves"]) == ("over", None, [])
    assert table["result"]["winners"]
    assert min(table["result"]["places"]) == 1
    assert len(table["result"]["places"]) == seats
    assert all(seat["hand"] is not None for seat in table["seats"])
    assert len(played.people[table["you"]["seat"]].feed(played.game)) == table["version"]


def part(table: dict[str, Any], name: str) -> str | None:
    """Return the value of *name* in the layout of *table*, if it is there."""
    found = re.search(rf" {name}:(\S+)", table["layout"])
    return found[1] if found else None


def test_a_card_laid_blind_is_known_to_its_player_alone() -> None:
    played = Played.of("prsi", 3, {"blind": True})
    table = next(played.tables())
    seat, card = table["on_turn"], table["you"]["hand"][0]
    move = next(one for one in table["you"]["moves"] if one.startswith(f"{card}~") and one[3:5] != card)
    said = move[3:5]

    told = played.send(seat, move, table["turn"])

    seen = played.seen_by_all()
    assert all(one["claim"] == {"seat": seat, "card": said} for one in seen.values())
    for viewer, one in seen.items():
        claimed = part(one, "claim")
        assert claimed is not None
        assert claimed.split("/")[:3] == [str(seat), card if viewer == seat else "?", said]
    laid = next(event for event in told["events"] if event["type"] == "card-laid-blind")
    assert laid["data"]["card"] == card
    for viewer, caller in played.people.items():
        event = next(one for one in caller.feed(played.game) if one["type"] == "card-laid-blind")
        assert (event["data"]["claim"], event["data"].get("card") == card) == (said, viewer == seat)

    after = seen[seat]["on_turn"]
    assert after != seat
    played.send(after, "believe", seen[seat]["turn"])

    for viewer, one in played.seen_by_all().items():
        assert (one["claim"], one["up_card"]) == (None, said)
        covered = part(one, "covered")
        assert covered is not None
        assert covered.split("/")[1:] == [str(seat), card if viewer == seat else "?"]


def test_what_the_cutter_looks_at_is_shown_to_the_cutter_alone() -> None:
    for _ in range(60):
        played = Played.of("mau_mau_official", 3, {})
        table = next(played.tables())
        assert (table["ask"], table["you"]["moves"]) == ("cut", ["cut"])
        played.send(table["on_turn"], "cut", table["turn"])
        seen = played.seen_by_all()
        if seen[table["on_turn"]]["ask"] == "keep":
            break
    else:
        pytest.fail("no cut showed a card that may be kept")

    for viewer, one in seen.items():
        looked = part(one, "looked")
        assert looked is not None
        if viewer == one["on_turn"]:
            assert (len(one["you"]["looked"]), looked) == (4, "".join(one["you"]["looked"]))
            assert {"keep none", f"keep {one['you']['looked'][0]}"} <= set(one["you"]["moves"])
        else:
            assert looked == "????"
            assert one["you"] is None or (one["you"]["looked"], one["you"]["moves"]) == ([], [])


def test_an_offered_card_is_shown_to_who_drew_it_alone() -> None:
    table = played = None
    for _ in range(30):
        played = Played.of("faraon", 2, {"rescue": True}, prefers="7|accept")
        if table := played.until(lambda table: table["ask"] == "rescue"):
            break
    assert table, "no card was ever offered"
    assert played

    for viewer, one in played.seen_by_all().items():
        mine = viewer == table["on_turn"]
        assert part(one, "offered") == (table["you"]["offered"] if mine else "?")
        assert one["you"] is None or one["you"]["offered"] == (table["you"]["offered"] if mine else None)
    assert {"rescue", "decline"} == set(table["you"]["moves"])
    assert table["you"]["offered"] in {*table["you"]["hand"]} & {"7S", "7H", "7D", "7C", "JS"}


def test_a_seat_that_may_be_brought_back_waits_before_all_eyes() -> None:
    played = Played.of("prsi", 2, {"return_by_7h": True})

    table = played.until(lambda table: any(seat["waiting"] for seat in table["seats"]))

    assert table
    (waiting,) = (seat["seat"] for seat in table["seats"] if seat["waiting"])
    for one in played.seen_by_all().values():
        seat = one["seats"][waiting]
        assert (seat["waiting"], seat["cards"], seat["out"], part(one, "waiting")) == (True, 0, False, str(waiting))


def test_a_window_is_open_before_all_eyes_and_others_may_accuse() -> None:
    table = played = None
    for _ in range(20):
        played = Played.of("mau_mau_two_deck", 4, {}, prefers=r"[2-9TJQKA][SHDC](>.)?$")
        if table := played.until(
            lambda table: any(not table["seats"][one["seat"]]["announced"] for one in table["windows"])
        ):
            break
    assert table, "nobody came to one card in silence"
    assert played

    silent = table["windows"][0]["seat"]
    seen = played.seen_by_all()
    assert all(one["windows"] == [{"seat": silent, "kind": "announcement"}] for one in seen.values())
    assert table["seats"][silent]["cards"] == 1
    accuser = next(seat for seat in played.people if seat not in (silent, table["on_turn"]))
    assert f"accuse {silent}" in seen[accuser]["you"]["moves"]
    assert f"accuse {silent}" not in seen[silent]["you"]["moves"]

    told = played.send(accuser, f"accuse {silent}", table["turn"])

    assert told["table"]["turn"] == table["turn"]
    assert told["table"]["seats"][silent]["cards"] == 6
