"""Moves as structures with labels: of all kinds, in every variant and in mixtures of rules, in all languages."""

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final, get_args
from uuid import UUID

import pytest
from django.conf import settings

from base.http.renderers import encode
from games.api.profiles import Person
from games.api.tables.schema import MOST_CHOICES, MoveKind
from games.api.tables.table import TableContext, table_of
from games.clocks import Terms
from games.rules.commands import Move, Play
from games.rules.game import Game, Sitter
from games.rules.legality.objections import legal_moves
from games.rules.notation import parse_move, print_move
from games.rules.ruleset import RulesetError
from games.rules.variants import KEYS, load
from tests.games.api.tables.test_every_variant import OPTIONS
from tests.rules.mixtures import mixture
from tests.rules.tables import Table
from tests.rules.walks import walk

LANGUAGES: Final = [code for code, _ in settings.LANGUAGES]
PLAIN: Final = {"draw", "accept", "pass", "cut", "believe", "challenge", "rescue", "decline", "resign"}


def shown(game: Game, seat: int, language: str) -> dict[str, Any]:
    """Return the table that *seat* sees. Everybody at it is called Anna."""
    sitters = tuple(Sitter(player=f"p{number}") for number in range(len(game.sitters)))
    context = TableContext(
        id=UUID(int=1), variant="any", version=1, head=b"", deadline=None, server_time=datetime(2026, 1, 1, tzinfo=UTC),
        people={one.player: Person(one.player, "Anna", "anna", guest=False) for one in sitters}, language=language,
    )  # fmt: skip
    position = replace(game, sitters=sitters, terms=Terms().pinned(len(sitters)))
    return dict(json.loads(encode(table_of(position, seat, context))))


def rebuilt(choice: Mapping[str, Any]) -> str:
    """Return the notation of a move, written from its other fields."""
    kind = choice["kind"]
    if kind == "play":
        word = f"!{'' if choice['word_due'] else choice['word']}" if choice["word"] else ""
        parts = (("~", choice["claim"]), (">", choice["nominate"]), ("@", choice["target"]))
        return "+".join(choice["cards"]) + "".join(f"{sign}{one}" for sign, one in parts if one is not None) + word
    match kind:
        case "say":
            return f"say {choice['word']}"
        case "accuse":
            return f"accuse {choice['target']}"
        case "name":
            return f"name {choice['nominate']}"
        case "keep":
            return f"keep {' '.join(choice['cards']) or 'none'}"
        case _:
            assert kind in PLAIN
            return str(kind)


def form(game: Game, move: Move) -> tuple[Any, ...]:
    """Return the kind of a move, and which parts it has."""
    if not isinstance(move, Play):
        return (type(move), bool(getattr(move, "cards", ())))
    parts = (len(move.cards) > 1, move.claim is not None, bool(move.nominated), move.target is not None)
    return (Play, *parts, print_move(move, game.rules, game.deal).partition("!")[1:] if move.word else "")


def played(key: str) -> Iterator[Table]:
    """Yield tables of the variant *key*, with the fewest and the most seats."""
    players = load(key).players
    for seats, options in zip((players.least, players.most), OPTIONS[key], strict=True):
        yield from (Table(variant=key, seats=seats, options=options, seed=seed) for seed in range(10))


def mixed() -> Iterator[Table]:
    """Yield tables whose rules are put together by chance."""
    for seed in range(150):
        table = mixture(seed)
        with suppress(RulesetError):
            table.ruleset.fits(table.ruleset.deck[0], None, "")
            yield table


def positions(tables: Iterator[Table], steps: int) -> dict[tuple[Any, ...], tuple[Game, int]]:
    """Return the first position, and a seat, for each form of a move that is listed in games at *tables*."""
    found: dict[tuple[Any, ...], tuple[Game, int]] = {}
    for table in tables:
        for step in walk(table, steps=steps):
            for seat in range(table.seats):
                for move in legal_moves(step.game, seat):
                    found.setdefault(form(step.game, move), (step.game, seat))
    return found


@pytest.mark.parametrize("source", [*KEYS, "mixtures"])
def test_every_move_has_its_parts_and_a_label_in_every_language(source: str) -> None:
    found = positions(mixed(), 25) if source == "mixtures" else positions(played(source), 40)

    kinds = set()
    for game, seat in found.values():
        said = []
        for language in LANGUAGES:
            you = shown(game, seat, language)["you"]
            assert [one["notation"] for one in you["choices"]] == you["moves"][:MOST_CHOICES]
            listed = [*you["choices"], you["resignation"]]
            labels = [one["label"] for one in listed]
            assert len(set(labels)) == len(labels), labels
            assert all(label and not set("{}|_") & set(label) for label in labels)
            said.append(labels[-1])
            for one in listed:
                assert rebuilt(one) == one["notation"]
                assert print_move(parse_move(seat, one["notation"])) == one["notation"]
            kinds |= {one["kind"] for one in listed}
        assert len(set(said)) == len(LANGUAGES), said
    expected = {"play", "draw", "resign"}
    if source == "mixtures":
        expected = set(get_args(MoveKind)) - {"name"}
    elif source == "mau_mau":
        expected |= {"name"}
    assert kinds >= expected


def german(answer: Any) -> Any:
    """Return the body of an answer that says that it is in German."""
    assert (answer.headers["Content-Language"], "Accept-Language" in answer.headers["Vary"]) == ("de", True)
    return answer.json()


def test_every_table_has_labels_in_the_language_of_the_reader(duel: str, anna: Any, bert: Any) -> None:
    bert.speaks("de-AT")
    assert german(bert.get(f"/games/{duel}"))["you"]["resignation"]["label"] == "Aufgeben"
    table = anna.table(duel)
    mover = (anna, bert)[table["on_turn"]]
    move = mover.table(duel)["you"]["moves"][0]

    refused = mover.post(f"/games/{duel}/moves?lang=de", {"turn": 1000, "move": move}, Idempotency_Key="old")
    made = mover.post(f"/games/{duel}/moves?lang=de", {"turn": table["turn"], "move": move}, Idempotency_Key="new")

    answers = [
        german(mover.get(f"/games/{duel}/states/{table['version']}?lang=de"))["you"],
        *(one["you"] for one in german(mover.get(f"/games/{duel}/states?lang=de"))["items"][-2:]),
        german(refused)["table"]["you"],
        german(made)["table"]["you"],
    ]
    assert [you["resignation"]["label"] for you in answers] == ["Aufgeben"] * 5
    assert answers[0]["choices"][0]["label"].endswith((" legen", " wünschen", "Vom Stapel ziehen"))
    again = mover.post(f"/games/{duel}/moves?lang=fr", {"turn": table["turn"], "move": move}, Idempotency_Key="new")
    assert (again.status_code, again.headers["Idempotency-Replayed"]) == (201, "true")
    assert again.json()["table"]["you"]["resignation"]["label"] == "Abandonner"
    opened = german(anna.post("/games?lang=de", {"variant": "mau_mau", "seats": 2}))
    assert opened["you"]["resignation"] is None  # it has not begun
    for unknown in (f"/games/{duel}/moves?lang=sv", f"/games/{duel}/moves/check?lang=", "/games?lang=sv"):
        body = {"turn": 1, "move": "draw"} if "moves" in unknown else {"variant": "mau_mau", "seats": 2}
        assert anna.post(unknown, body, Idempotency_Key="k").json()["errors"]["lang"]


def test_the_etag_of_a_table_knows_its_language(duel: str, anna: Any) -> None:
    english, german = (anna.get(f"/games/{duel}?lang={language}").headers["ETag"] for language in ("en", "de"))

    assert english != german
    assert anna.get(f"/games/{duel}?lang=de", If_None_Match=english).status_code == 200
    assert anna.get(f"/games/{duel}?lang=de", If_None_Match=german).status_code == 304
    anna.speaks("de")
    assert anna.get(f"/games/{duel}", If_None_Match=german).status_code == 304
    version = anna.table(duel)["version"]
    states = [anna.get(f"/games/{duel}/states/{version}?lang={one}").headers["ETag"] for one in ("en", "de")]
    assert len(set(states)) == 2
