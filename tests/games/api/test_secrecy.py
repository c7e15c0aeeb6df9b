"""The secrecy law: two games that differ only in what a viewer may not know answer him with identical bytes."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from typing import Any
from uuid import UUID

import pytest
from django.db import connection, transaction

from games import store
from games.clocks import Terms
from games.log.append import CommandContext
from games.log.read import event_of, read
from games.rules import variants
from games.rules.cards import Card, Cards
from games.rules.commands import Move, StartGame, TakeSeat
from games.rules.events import GameOpened, StockShuffled
from games.rules.game import Game
from games.rules.legality.objections import legal_moves
from games.rules.reasons import IllegalMove
from games.services.drafts import Draft
from games.services.writing import locked, write
from players.identifiers import uuid7

SEED = "5e" * 32
VIEWERS = ["anna", "bert", "stranger"]


@dataclass(frozen=True)
class Ordained:
    """Chance whose first shuffle is given; the others follow from its number."""

    number: int
    order: Cards | None = None

    def shuffle(self, cards: Sequence[Card], act: int) -> Cards:
        if self.order is not None and len(cards) == len(self.order):
            return self.order
        shuffled = sorted(cards)
        Random(f"{self.number}/{act}").shuffle(shuffled)
        return tuple(shuffled)

    def draw_dealer(self, sides: int, act: int) -> int:
        return Random(f"{self.number}/{act}").randrange(sides)


class Rigged(Draft):
    """What happens by chance that the test ordains."""

    chance: Ordained

    def _chance(self) -> Any:
        return self.chance


def rigged(game_id: UUID, game: Game, chance: Ordained) -> Rigged:
    draft = Rigged(game_id, game)
    draft.chance = chance
    return draft


@dataclass(frozen=True)
class Twin:
    """A game in the log, made with ordained chance."""

    id: UUID
    chance: Ordained

    @classmethod
    def begin(cls, variant: str, players: list[str], chance: Ordained) -> "Twin":
        twin, pinned, terms = cls(uuid7(), chance), variants.load(variant), Terms(clock="fast")
        rules = pinned.ruleset(len(players), {})
        draft = rigged(twin.id, Game(rules), chance)
        draft.emit(GameOpened(ruleset=pinned.hash, options={}, seats=len(players), terms=terms.pinned(len(players)),
                              commitment="", seed=SEED))  # fmt: skip
        for seat, player in enumerate(players):
            draft.handle(TakeSeat(seat=seat, player=player, nonce=f"nonce {seat}"))
        draft.handle(StartGame())
        with transaction.atomic():
            row = store.open_stream(twin.id, ruleset=pinned.hash, variant=pinned.key, visibility="public")
            write(row, draft, CommandContext(actor=players[0]))
        return twin

    @property
    def game(self) -> Game:
        row = store.find(self.id)
        assert row is not None
        return store.game_of(row)

    def move(self, move: Move) -> None:
        with locked(self.id) as row:
            draft = rigged(self.id, store.game_of(row), self.chance)
            draft.handle(move)
            write(row, draft, CommandContext(actor="test"))


def play(twin: Twin, number: int, moves: int) -> list[Move]:
    """Make random moves; return them."""
    random, made = Random(number), list[Move]()
    for _ in range(moves):
        game = twin.game
        if game.on_turn is None or game.deals > 1:
            break
        made.append(random.choice(legal_moves(game, game.on_turn)))
        twin.move(made[-1])
    return made


def hidden_places(twin: Twin, seat: int | None) -> list[int]:
    """Return the places in the shuffled deck of the cards that *seat* has not seen."""
    deal = twin.game.table
    unseen = [*deal.stock, *(card for one, hand in enumerate(deal.hands) if one != seat for card in hand)]
    return [place for place, card in enumerate(shuffled(twin)[0]) if card in unseen]


def shuffled(twin: Twin) -> list[Cards]:
    """Return the orders that the stock was shuffled into."""
    events = (event_of(one) for one in read(twin.id))
    return [event.cards for event in events if isinstance(event, StockShuffled)]


def counterpart(twin: Twin, variant: str, players: list[str], made: list[Move], seat: int | None) -> Twin | None:
    """Return a game of other hidden cards in which the same happened before *seat*'s eyes; None if none is found."""
    order = shuffled(twin)[0]
    if len(shuffled(twin)) > 1:
        return None
    places, random = hidden_places(twin, seat), Random(twin.chance.number)
    for _ in range(40):
        one, other = random.sample(places, 2)
        swapped = list(order)
        swapped[one], swapped[other] = swapped[other], swapped[one]
        with transaction.atomic():
            try:
                candidate = Twin.begin(variant, players, Ordained(twin.chance.number, tuple(swapped)))
                for move in made:
                    candidate.move(move)
            except IllegalMove:
                transaction.set_rollback(True)
                continue
            if differs(twin, candidate, seat):
                return candidate
            transaction.set_rollback(True)
    return None


def differs(one: Twin, other: Twin, seat: int | None) -> bool:
    """Tell whether the hidden cards differ while everything that *seat* saw happen is the same."""
    mine, theirs = one.game.table, other.game.table
    same_sight = all(
        (left.type, left.turn, left.public) == (right.type, right.turn, right.public)
        for left, right in zip(read(one.id), read(other.id), strict=False)
    )
    own = seat is None or mine.hands[seat] == theirs.hands[seat]
    return same_sight and own and (mine.hands, mine.stock) != (theirs.hands, theirs.stock)


_ID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}")
_HASH = re.compile(r"sha256:[0-9a-f]{64}")
_SIGNATURE = re.compile(r'(?:(?<="signature":")|(?<=\[Signature "))[\w-]{86}')
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z")
_SECONDS = re.compile(r'"seconds":\d+|\(\d+\.\d{3} s\)')


def told(answer: Any, twin: Twin, tagged: bool) -> tuple[Any, ...]:  # noqa: FBT001
    """Return an answer with the ids, times and hashes of the game made alike."""
    assert answer.status_code < 500, answer.content
    text = answer.content.decode().replace(str(twin.id), "GAME")
    text = _SECONDS.sub("SECONDS", _TIME.sub("TIME", _HASH.sub("HASH", _SIGNATURE.sub("SIGNATURE", text))))
    headers = {name: value for name, value in answer.headers.items() if name != "X-Request-Id"}
    headers["Content-Length"] = str(len(answer.content))
    if not tagged:
        headers.pop("ETag", None)
    return answer.status_code, sorted(headers.items()), text


def past(version: int) -> list[str]:
    """Return where the past of a game is told that stands at *version*."""
    digests = [f"digest?limit=100&lang={lang}" for lang in ("en", "cs")]
    states = [f"states/{one}" for one in (*range(1, version, 5), version)]
    pages = ["states?limit=100", "states?after=3&limit=2"]
    rules = ["rules", "rules?lang=pl"]
    ended = [f"states/{version}?seat=0", f"states/{version}?seat=all"]
    return [*digests, *states, *pages, *ended, *rules, "fairness", "record"]


def everything(viewer: Any, twin: Twin) -> list[tuple[Any, ...]]:
    """Return all that *viewer* can learn of a game: table, feed, refusals; only the table's ETag has no times in it."""
    where = f"/games/{twin.id}"
    table = viewer.table(str(twin.id))
    told_all = [told(viewer.get(where), twin, tagged=True)]
    for query in ("", "?limit=100", "?after=5&limit=3", "?after=100000"):
        told_all.append(told(viewer.get(f"{where}/events{query}"), twin, tagged=False))  # noqa: PERF401
    told_all += [told(viewer.get(f"{where}/{path}"), twin, tagged=False) for path in past(table["version"])]
    told_all.append(told(viewer.get(f"{where}/events", Accept="application/x-ndjson"), twin, tagged=False))
    for move in attempts():
        judged = viewer.moves(str(twin.id), move, table["turn"], query="?dry_run=true")
        told_all.append(told(judged, twin, tagged=True))
        if move not in (table["you"] or {"moves": []})["moves"]:
            told_all.append(told(viewer.moves(str(twin.id), move, table["turn"], key=f"k{move}"), twin, tagged=True))
    return told_all


def attempts() -> list[str]:
    faces = [rank + suit for rank in "279TJQA" for suit in "SH"]
    return [*faces, "JS>H", "JC>S!", "8H>D", "7S+7H", "7D!mau", "draw", "pass", "accept", "say mau", "accuse 0",
            "accuse 1", "name H", "cut", "keep none", "believe", "rescue"]  # fmt: skip


@contextmanager
def undone() -> Iterator[None]:
    """Take back what was written; not by a block of its own, in which no move can be made durable."""
    before = connection.savepoint() or ""
    yield
    connection.savepoint_rollback(before)


@pytest.mark.parametrize("variant", ["mau_mau", "crazy_eights"])
@pytest.mark.parametrize("number", [0, 1, 3])
def test_what_a_viewer_may_not_know_changes_no_byte(request: pytest.FixtureRequest, variant: str, number: int) -> None:
    callers = [request.getfixturevalue(name) for name in VIEWERS]
    players = [caller.id for caller in callers[:2]]
    compared = 0
    for moves in (0, 6):
        for seat, viewer in enumerate(callers):
            own = seat if seat < len(players) else None
            with undone():
                twin = Twin.begin(variant, players, Ordained(number))
                made = play(twin, number, moves)
                other = counterpart(twin, variant, players, made, own)
                if other is not None:
                    assert everything(viewer, twin) == everything(viewer, other)
                    compared += 1
    assert compared >= 4, "too few counterparts were found to prove anything"


def test_the_comparison_sees_a_leak(anna: Any, bert: Any) -> None:
    """The other player's own view does differ, so the test above can fail."""
    players = [anna.id, bert.id]
    twins = (Twin.begin("mau_mau", players, Ordained(number)) for number in range(20))
    pairs = ((twin, counterpart(twin, "mau_mau", players, [], 0)) for twin in twins)
    twin, other = next((a, b) for a, b in pairs if b and a.game.table.hands != b.game.table.hands)

    assert everything(anna, twin) == everything(anna, other)
    assert everything(bert, twin) != everything(bert, other)
