"""What a digest tells of real games: in words, with the time that decisions took, and who let it run out."""

from datetime import timedelta
from itertools import pairwise
from typing import Any, Final

import pytest
from django.conf import settings

from games.digest import Line, Speech, digest, translated
from games.digest.sentences import SENTENCES
from games.log.codec.names import KINDS
from games.rules import commands
from games.rules.legality.objections import legal_moves
from games.rules.variants import KEYS, load
from tests.games.api.tables.test_every_variant import OPTIONS
from tests.games.client.positions import Position
from tests.games.whole import Whole

NAMES: Final = {f"player {seat}": name for seat, name in enumerate(("Anna", "Bert", "Cleo", "Dora"))}


def lines(heard: list[dict[str, Any]], language: str = "en", variant: str = "mau_mau", since: int = 0) -> list[Line]:
    return [
        *digest(heard, Speech(language, load(variant).sections({})["deck"].get("pack", "french"), NAMES), since=since)
    ]


def sentences(position: Position, language: str = "en") -> list[str]:
    """Return what is told of the moves made at a position, at which nobody is known by name."""
    return [line.text for line in lines(position.heard, language)]


@pytest.mark.parametrize("key", KEYS)
def test_every_game_can_be_told_in_every_language(key: str) -> None:
    seats = load(key).players.least
    whole = Whole(key, seats, options=OPTIONS[key][1 if seats == load(key).players.most else 0]).play()
    for language, _ in settings.LANGUAGES:
        for heard in (whole.feed(), whole.feed(0)):
            found = lines(heard, language, key)
            assert [line.code for line in found] == [line.code for line in lines(heard, "en", key)]
            assert not any("{" in line.text or "  " in line.text for line in found)


def test_a_digest_begins_where_it_is_asked_to() -> None:
    heard = Whole("mau_mau", 2).play().feed()
    whole = lines(heard)

    for since in (0, 7, 20, len(heard)):
        assert lines(heard, since=since) == [line for line in whole if line.version > since]


def test_what_was_told_stays_told() -> None:
    """A line depends on nothing that comes later: pages that were read stay right."""
    whole = Whole("pesten", 3, number=3).play()
    heard = whole.feed()
    ends = [event["version"] for event, after in pairwise(heard) if event["at"] != after["at"]]
    everything = lines(heard, variant="pesten")

    for end in ends[::9]:
        assert lines(heard[:end], variant="pesten") == [line for line in everything if line.version <= end]


def test_names_and_cards() -> None:
    whole = Whole("mau_mau", 2)
    seat = whole.draft.game.on_turn
    assert seat is not None
    play = next(move for move in legal_moves(whole.draft.game, seat) if isinstance(move, commands.Play | commands.Draw))
    whole.do(play)

    found = lines(whole.feed(seat))

    assert [line.text for line in found[:3]] == [
        "Anna sits down.", "Bert sits down.", "All seats are taken: the game begins."
    ]  # fmt: skip
    assert any(line.text.startswith(("Anna", "Bert")[seat]) and line.seconds == 7 for line in found)


def test_a_hidden_card_is_a_number_to_others() -> None:
    given: dict[str, Any] = {"hands": ["KS 9H", "KD 9D"], "up_card": "7C", "stock": "AH 8H"}
    seen = [sentences(Position("mau_mau", viewer=viewer, **given).do("0 draw")) for viewer in (0, 1, None)]

    assert seen == [["0 draws A♥."], ["0 draws a card."], ["0 draws a card."]]


def test_a_penalty_is_told_as_long_as_one_may_answer_it() -> None:
    hands = ["7S KS 9H", "7D KD 9D"]

    live = Position("mau_mau", hands=hands, up_card="9S", options={"seven_stack": True}).do("0 7S")
    served = Position("mau_mau", hands=hands, up_card="9S").do("0 7S")

    assert sentences(live) == ["0 plays 7♠.", "A penalty of 2 cards is live. It is aimed at 1."]
    assert sentences(live, "cs") == ["0 hraje ♠ 7.", "Hrozí trest: 2 karty. Míří na hráče 1."]
    assert sentences(served)[:1] == ["0 plays 7♠."]


def test_a_penalty_that_a_card_cancels() -> None:
    position = Position("faraon", hands=["7H KS 9H", "JS KD 9D"], up_card="8H").do("0 7H", "1 JS")

    assert "That cancels the penalty." in sentences(position)


def test_nominations() -> None:
    position = Position("mau_mau", hands=["JS KS", "KD 9D"], up_card="9C").do("0 JS>H")

    assert sentences(position)[0] == "0 plays J♠ and nominates hearts."
    assert sentences(position, "de")[0] == "0 legt ♠ Bube und wünscht sich Herz."


def decided(whole: Whole) -> list[Line]:
    return [line for line in lines(whole.feed()) if line.turn > 0]


def test_who_lets_the_time_run_out_is_moved_by_the_clock() -> None:
    whole = Whole("mau_mau", 2, pause=timedelta(seconds=90))
    seat = whole.draft.game.on_turn
    assert seat is not None

    whole.do(commands.TimeUp(seat=seat))

    first = decided(whole)[0]
    assert (first.code, first.seat, first.seconds) == ("time-ran-out", seat, 90)
    assert [line.by_clock for line in decided(whole)] == [line.seat == seat for line in decided(whole)]
    whole.do(legal_moves(whole.draft.game, 1 - seat)[0])
    assert not any(line.by_clock for line in decided(whole) if line.seat != seat)


def test_a_word_out_of_turn_answers_nothing() -> None:
    whole = Whole("mau_mau", 3, number=5).play()
    words = [line for line in lines(whole.feed()) if line.code == "seat-accused"]

    assert all(line.seconds is None for line in words)
    assert {line.seconds for line in lines(whole.feed())} >= {None, 7}


def test_when_another_resigns_the_time_of_a_decision_runs_on() -> None:
    whole = Whole("mau_mau", 3)
    seat = whole.draft.game.on_turn
    assert seat is not None
    whole.do(commands.Resign(seat=(seat + 1) % 3))
    assert whole.draft.game.on_turn == seat

    whole.do(legal_moves(whole.draft.game, seat)[0])

    assert [line.seconds for line in decided(whole) if line.seconds is not None] == [14]


def test_which_events_are_not_worth_a_line_by_themselves() -> None:
    assert KINDS.keys() - SENTENCES.keys() - {"rated", "annulled", "entrant-erased"} == {
        "cards-dealt", "deal-stalled", "effect-ended", "game-opened", "seat-asked", "stock-shuffled", "turn-began",
        "window-closed", "window-opened",
    }  # fmt: skip


@pytest.mark.parametrize(("language", "clever"), [("en", "Clever"), ("de", "Schlaukopf")])
def test_bots_have_names_in_the_language_of_the_reader(language: str, clever: str) -> None:
    speech = Speech(language, "french", NAMES)
    for seat, taken in enumerate(("player 0", "clever", "expert", "clever")):
        speech.seats({"player": taken if " " in taken else "", "bot": "" if " " in taken else taken}, seat)

    expert = translated("Expert", language)
    assert [speech.seat(seat) for seat in range(4)] == ["Anna", f"{clever} 1", expert, f"{clever} 2"]
