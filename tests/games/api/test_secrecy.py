"""The secrecy law: two games that differ only in what a viewer may not know answer him with identical bytes."""

import json
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
from games.rules.refusal_reasons import IllegalMove
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
class OrdainedGame:
    """A game in the log, made with ordained chance."""

    id: UUID
    chance: Ordained

    @classmethod
    def begin(cls, variant: str, players: list[str], chance: Ordained) -> "OrdainedGame":
        game, pinned, terms = cls(uuid7(), chance), variants.load(variant), Terms(clock="fast")
        rules = pinned.ruleset(len(players), {})
        draft = rigged(game.id, Game(rules), chance)
        draft.emit(GameOpened(ruleset=pinned.hash, options={}, seats=len(players), terms=terms.pinned(len(players)),
                              commitment="", seed=SEED))  # fmt: skip
        for seat, player in enumerate(players):
            draft.handle(TakeSeat(seat=seat, player=player, nonce=f"nonce {seat}"))
        draft.handle(StartGame())
        with transaction.atomic():
            row = store.open_stream(game.id, ruleset=pinned.hash, variant=pinned.key, visibility="public")
            write(row, draft, CommandContext(actor=players[0]))
        return game

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


def play(game: OrdainedGame, number: int, moves: int) -> list[Move]:
    """Make random moves; return them."""
    random, made = Random(number), list[Move]()
    for _ in range(moves):
        position = game.game
        if position.on_turn is None or position.deals > 1:
            break
        made.append(random.choice(legal_moves(position, position.on_turn)))
        game.move(made[-1])
    return made


def hidden_places(game: OrdainedGame, seat: int | None) -> list[int]:
    """Return the places in the shuffled deck of the cards that *seat* has not seen."""
    deal = game.game.table
    unseen = [*deal.stock, *(card for one, hand in enumerate(deal.hands) if one != seat for card in hand)]
    return [place for place, card in enumerate(shuffled(game)[0]) if card in unseen]


def shuffled(game: OrdainedGame) -> list[Cards]:
    """Return the orders that the stock was shuffled into."""
    events = (event_of(one) for one in read(game.id))
    return [event.cards for event in events if isinstance(event, StockShuffled)]


def counterpart(
    game: OrdainedGame, variant: str, players: list[str], made: list[Move], seat: int | None
) -> OrdainedGame | None:
    """Return a game of other hidden cards in which the same happened before *seat*'s eyes; None if none is found."""
    order = shuffled(game)[0]
    if len(shuffled(game)) > 1:
        return None
    places, random = hidden_places(game, seat), Random(game.chance.number)
    for _ in range(40):
        one, other = random.sample(places, 2)
        swapped = list(order)
        swapped[one], swapped[other] = swapped[other], swapped[one]
        with transaction.atomic():
            try:
                candidate = OrdainedGame.begin(variant, players, Ordained(game.chance.number, tuple(swapped)))
                for move in made:
                    candidate.move(move)
            except IllegalMove:
                transaction.set_rollback(True)
                continue
            if differs(game, candidate, seat):
                return candidate
            transaction.set_rollback(True)
    return None


def differs(one: OrdainedGame, other: OrdainedGame, seat: int | None) -> bool:
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
_SECONDS = re.compile(r'"(?:seconds|spent)":\d+|\(\d+\.\d{3} s\)')


def alike(answer: Any, game: OrdainedGame) -> str:
    """Return a text, or the JSON of something, with the ids, times and hashes of the game made alike."""
    text = (answer if isinstance(answer, str) else json.dumps(answer)).replace(str(game.id), "GAME")
    return _SECONDS.sub("SECONDS", _TIME.sub("TIME", _HASH.sub("HASH", _SIGNATURE.sub("SIGNATURE", text))))


def seen(answer: Any, game: OrdainedGame, tagged: bool) -> tuple[Any, ...]:  # noqa: FBT001
    """Return an answer with the ids, times and hashes of the game made alike."""
    assert answer.status_code < 500, answer.content
    text = alike(answer.content.decode(), game)
    headers = {name: value for name, value in answer.headers.items() if name != "X-Request-Id"}
    headers["Content-Length"] = str(len(text))  # without the digits of the times
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


def everything(viewer: Any, game: OrdainedGame) -> list[tuple[Any, ...]]:
    """Return all that *viewer* can learn of a game: table, feed, refusals; only the table's ETag has no times in it."""
    where = f"/games/{game.id}"
    table = viewer.table(str(game.id))
    answers = [seen(viewer.get(f"{where}{query}"), game, tagged=True) for query in ("", "?since=0", "?since=9&lang=cs")]
    listed = viewer.get("/me/games?limit=100&lang=cs").json()["items"]
    answers.append(("listed", [alike(one, game) for one in listed if one["id"] == str(game.id)]))
    for query in ("", "?limit=100", "?after=5&limit=3", "?after=100000"):
        answers.append(seen(viewer.get(f"{where}/events{query}"), game, tagged=False))  # noqa: PERF401
    answers += [seen(viewer.get(f"{where}/{path}"), game, tagged=False) for path in past(table["version"])]
    answers.append(seen(viewer.get(f"{where}/events", Accept="application/x-ndjson"), game, tagged=False))
    for move in attempts():
        checked = viewer.checks(str(game.id), move, table["turn"])
        answers.append(seen(checked, game, tagged=True))
        if move not in (table["you"] or {"moves": []})["moves"]:
            answers.append(seen(viewer.moves(str(game.id), move, table["turn"], key=f"k{move}"), game, tagged=True))
    return answers


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
                game = OrdainedGame.begin(variant, players, Ordained(number))
                made = play(game, number, moves)
                other = counterpart(game, variant, players, made, own)
                if other is not None:
                    assert everything(viewer, game) == everything(viewer, other)
                    compared += 1
    assert compared >= 4, "too few counterparts were found to prove anything"


def test_the_comparison_sees_a_leak(anna: Any, bert: Any) -> None:
    """The other player's own view does differ, so the test above can fail."""
    players = [anna.id, bert.id]
    games = (OrdainedGame.begin("mau_mau", players, Ordained(number)) for number in range(20))
    pairs = ((game, counterpart(game, "mau_mau", players, [], 0)) for game in games)
    game, other = next((a, b) for a, b in pairs if b and a.game.table.hands != b.game.table.hands)

    assert everything(anna, game) == everything(anna, other)
    assert everything(bert, game) != everything(bert, other)
