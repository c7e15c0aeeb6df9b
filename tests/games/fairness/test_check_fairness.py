"""The checker that sceptics are given: it proves honest games, and names how a house cheated."""

import ast
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy
from dataclasses import replace
from itertools import count, islice, product
from pathlib import Path
from typing import Any, Final

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from games.log.codec.names import KINDS
from games.log.hash_chain import GENESIS, link, seal
from games.log.receipts import base64url, receipt_bytes, thumbprint
from games.log.redaction import rehash
from games.rules import commands, events
from games.rules.cards import Card, Cards
from games.rules.events import Event
from games.rules.fairness import CommittedChance, NonceSource, commit
from games.rules.fairness import seal as nonce_seal
from games.rules.notation import Happening
from games.rules.variants import KEYS, load
from games.services.drafts import Draft
from tests.games.api.tables.test_every_variant import OPTIONS
from tests.games.fairness.checking import CHECKER, Json, checker, faults
from tests.games.whole import Whole

check: Final = checker()
HONEST: Final = int(os.environ.get("HONEST_GAMES", str(2 * len(KEYS))))
"""How many honest games of all variants are checked. ``HONEST_GAMES=1000`` takes minutes."""
PARTS: Final = 4


@pytest.fixture(scope="module")
def game() -> Whole:
    return Whole("mau_mau_official", 3, number=4, nonces=("tulip", "rose")).play()


def test_the_game_that_is_forged_below_holds_every_kind_of_act(game: Whole) -> None:
    kinds = {event["type"] for event in game.feed()}

    assert {"stock-cut", "stock-replenished", "seat-resigned"} <= kinds
    assert faults(game.fairness, game.feed()) == []


# --- honest games


def honest(number: int) -> Whole:
    """Return one of endlessly many games: variants, sizes of tables and options in turn."""
    key, most = [*product(KEYS, (False, True))][number % (2 * len(KEYS))]
    players = load(key).players
    seats = players.least + number // (2 * len(KEYS)) % (players.most - players.least + 1)
    return Whole(key, seats, number=number, options=OPTIONS[key][most]).play()


@pytest.mark.parametrize("part", range(PARTS))
def test_honest_games_of_all_variants_are_proved(part: int) -> None:
    for number in range(part, HONEST, PARTS):
        game = honest(number)
        report = check.check(game.fairness, game.feed())

        assert (number, report.faults) == (number, [])
        assert any(line.startswith("The deck is that of the ruleset.") for line in report.confirmed)


def test_who_resigns_during_the_cut_is_no_cheat() -> None:
    for key, number in product(("mau_mau", "mau_mau_official"), range(12)):
        if load(key).ruleset(4, OPTIONS[key][number % 2]).sections.cut.kind == "none":
            continue
        game = Whole(key, 4, number=number, options=OPTIONS[key][number % 2])
        asked = game.draft.game.table.ask
        while asked in ("cut", "keep") and len(game.draft.game.resigned) < 2:
            on_turn = game.draft.game.on_turn
            others = [seat for seat in range(4) if seat not in (on_turn, *game.draft.game.resigned)]
            game.do(commands.Resign(seat=others[0]))
            if game.draft.game.table.ask == "cut":
                game.do(commands.Cut(seat=game.draft.game.on_turn or 0))
            asked = game.draft.game.table.ask

        played = game.play()
        assert (key, number, faults(played.fairness, played.feed())) == (key, number, [])


def test_it_knows_every_type_of_event_and_no_other() -> None:
    assert set(KINDS) - {"rated", "annulled", "entrant-erased"} == check.KNOWN


def test_it_reads_rulesets_as_the_service_does() -> None:
    for key in KEYS:
        for options, seats in product(OPTIONS[key], range(load(key).players.least, load(key).players.most + 1)):
            rules, own = load(key).ruleset(seats, options), check.Rules(load(key).content.decode(), options, seats)

            assert own.deck == [str(card) for card in rules.deck]
            assert (own.hand, own.cut, own.replenish) == (rules.hand_size, rules.sections.cut.kind, rules.replenish)
            assert own.special == {str(card) for card in rules.cut_special}
            assert own.refuse == {str(card) for card in rules.refused}


def test_a_game_that_runs_is_checked_as_far_as_it_got() -> None:
    running = Whole("mau_mau", 2)

    report = check.check(running.fairness, running.feed(0))

    assert (report.faults, report.status) == ([], 3)
    assert "The cards and their order: the game is not over, so the seed is still secret." in report.unchecked
    assert not any("deck" in line for line in report.confirmed)


# --- the cheating house: each trick gives a whole chain, and tells of it what fits


class Again(Draft):
    """Shuffles again until the dealer's cards please."""

    def _chance(self) -> Any:
        return _Again(super()._chance())


class _Again:
    def __init__(self, honest: CommittedChance) -> None:
        self._honest = honest

    def shuffle(self, cards: Sequence[Card], act: int) -> Cards:
        return self._honest.shuffle(cards, act + 1000)

    def draw_dealer(self, sides: int, act: int) -> int:
        return self._honest.draw_dealer(sides, act)


class _Chosen(_Again):
    def shuffle(self, cards: Sequence[Card], act: int) -> Cards:
        return tuple(sorted(cards)) if act == 2 else self._honest.shuffle(cards, act)


class Chosen(Draft):
    """Deals chosen cards out of the right packet."""

    def _chance(self) -> Any:
        return _Chosen(super()._chance())


class _OtherDeck(_Again):
    def shuffle(self, cards: Sequence[Card], act: int) -> Cards:
        return self._honest.shuffle([max(cards), *sorted(cards)[1:]], act)


class OtherDeck(Draft):
    """Plays with two of the highest card and without the lowest."""

    def _chance(self) -> Any:
        return _OtherDeck(super()._chance())


class _FirstDealer(_Again):
    def shuffle(self, cards: Sequence[Card], act: int) -> Cards:
        return self._honest.shuffle(cards, act)

    def draw_dealer(self, sides: int, act: int) -> int:
        return (self._honest.draw_dealer(sides, act) + 1) % sides


class ChosenDealer(Draft):
    """Says who deals first."""

    def _chance(self) -> Any:
        return _FirstDealer(super()._chance())


@pytest.mark.parametrize(
    ("house", "named"),
    [(Again, "shuffle: "), (Chosen, "shuffle: "), (OtherDeck, "deck: "), (ChosenDealer, "lot: ")],
)
def test_a_house_that_plays_with_another_chance(house: type[Draft], named: str) -> None:
    game = Whole("mau_mau", 2, draft_type=house).play()

    assert_only(faults(game.fairness, game.feed()), named)


Forgery = Callable[[list[Event]], Iterable[Event]]


def forged(game: Whole, forge: Forgery) -> Whole:
    """Return *game* with its events forged before they were recorded."""
    other = Whole(game.variant, game.seats, game.number, nonces=game.nonces, sealed=game.sealed)
    other.draft = game.draft
    other.log.clear()
    other.record([Happening(0, event) for event in forge([one.event for one in game.draft.events])])
    return other


def first(happened: Sequence[Event], kind: type[Event], more: Callable[[Any], bool] = bool) -> int:
    return next(place for place, event in enumerate(happened) if isinstance(event, kind) and more(event))


def changed(kind: type[Event], change: Callable[[Any], dict[str, Any]], more: Callable[[Any], bool] = bool) -> Forgery:
    """Return what changes the first event of a *kind*."""

    def forge(happened: list[Event]) -> list[Event]:
        place = first(happened, kind, more)
        return [*happened[:place], replace(happened[place], **change(happened[place])), *happened[place + 1 :]]

    return forge


def swapped_draws(happened: list[Event]) -> list[Event]:
    """Let two seats draw each other's card."""
    one = first(happened, events.CardsDrawn, lambda event: len(event.cards) == 1)
    mine: Any = happened[one]
    other = first(
        happened, events.CardsDrawn,
        lambda event: len(event.cards) == 1 and event.seat != mine.seat and event.cards != mine.cards,
    )  # fmt: skip
    yours: Any = happened[other]
    found = list(happened)
    found[one], found[other] = replace(mine, cards=yours.cards), replace(yours, cards=mine.cards)
    return found


def without_first(kind: type[Event]) -> Forgery:
    return lambda happened: [event for place, event in enumerate(happened) if place != first(happened, kind)]


def twice(kind: type[Event]) -> Forgery:
    def forge(happened: list[Event]) -> list[Event]:
        place = first(happened, kind)
        return [*happened[: place + 1], *happened[place:]]

    return forge


def dealt_in_a_row(event: events.CardsDealt) -> dict[str, Any]:
    """Give each seat its cards in one go: the same cards leave the stock."""
    cards = iter([card for row in zip(*event.hands, strict=True) for card in row])
    return {"hands": tuple(tuple(islice(cards, len(hand))) for hand in event.hands)}


def rotated(event: events.CardsDealt) -> dict[str, Any]:
    return {"hands": (*event.hands[1:], event.hands[0])}


def a_shuffle_more(happened: list[Event]) -> list[Event]:
    """Shuffle the stock once more while the deal runs."""
    place = first(happened, events.TurnBegan)
    stock = next(event.cards for event in happened if isinstance(event, events.StockShuffled))
    return [*happened[:place], events.StockShuffled(cards=stock, act=9), *happened[place:]]


def drawn_before_the_deal(happened: list[Event]) -> list[Event]:
    """Let the cutter take the top card of the stock."""
    place = first(happened, events.StockCut)
    stock: Any = happened[first(happened, events.StockShuffled)]
    cutter: Any = happened[place]
    drawn = events.CardsDrawn(seat=cutter.seat, cards=stock.cards[:1], cause=events.Cause.FINE)
    return [*happened[:place], drawn, *happened[place:]]


def grind(_: events.SeatTaken) -> dict[str, Any]:
    return {"nonce": hashlib.sha256(b"the best of a thousand").hexdigest()}


def of_house(event: events.SeatTaken) -> bool:
    return event.nonce_source == "house"


FORGERIES: Final[dict[str, tuple[str, Forgery]]] = {
    "nonce of the house ground": ("house nonce: ", changed(events.SeatTaken, grind, of_house)),
    "nonce of the house told as own": (
        "nonce: seat 2 has",
        changed(events.SeatTaken, lambda _: {"nonce_source": NonceSource.OWN}, of_house),
    ),
    "fewer nonces": ("nonce: seat 0 must", changed(events.SeatTaken, lambda _: {"nonce": ""})),
    "commitment of another game": (
        "commitment: ",
        changed(events.GameOpened, lambda e: {
            "commitment": commit(e.seed, game="another", ruleset=e.ruleset, seats=e.seats)}),
    ),
    "seed that was not committed": ("commitment: ", changed(events.GameOpened, lambda _: {"seed": "ab" * 32})),
    "draws swapped between seats": ("drawn cards: ", swapped_draws),
    "a draw given to another seat": (
        "drawn cards: ",
        changed(events.CardsDrawn, lambda e: {"seat": (e.seat + 1) % 3}, lambda e: e.cause == "own-accord"),
    ),
    "a card from under the top": (
        "drawn cards: ",
        changed(events.CardsDrawn, lambda e: {"cards": tuple(sorted(e.cards))},
                lambda e: e.cards != tuple(sorted(e.cards))),
    ),
    "a shuffle left out": ("missing act: ", without_first(events.StockShuffled)),
    "a replenishing left out": ("missing act: ", without_first(events.StockReplenished)),
    "a hand returned without a shuffle": (
        "missing act: ", changed(events.SeatResigned, lambda _: {"act": None}, lambda e: e.act is not None)
    ),
    "a card drawn before the deal": ("order: ", drawn_before_the_deal),
    "a shuffle twice": ("order: ", twice(events.StockShuffled)),
    "a shuffle more": ("added act: ", a_shuffle_more),
    "an act with another number": ("act: ", changed(events.StockShuffled, lambda e: {"act": e.act + 1})),
    "dealt to others": ("dealt cards: ", changed(events.CardsDealt, rotated)),
    "dealt in a row": ("dealt cards: ", changed(events.CardsDealt, dealt_in_a_row)),
    "another dealer": ("deal order: ", changed(events.DealBegan, lambda e: {"dealer": (e.dealer + 1) % 3})),
    "a card less goes back": (
        "replenished stock: ", changed(events.StockReplenished, lambda e: {"cards": e.cards[1:]})
    ),
    "replenished in another order": (
        "shuffle: ", changed(events.StockReplenished, lambda e: {"cards": e.cards[::-1]})
    ),
    "another hand returned": (
        "resigned hand: ", changed(events.SeatResigned, lambda e: {"cards": e.cards[1:]}, lambda e: len(e.cards) > 1)
    ),
    "looked at other cards": ("cut: ", changed(events.StockCut, lambda e: {"cards": e.cards[::-1]})),
    "a card played that nobody held": (
        "played cards: ", changed(events.CardsPlayed, lambda _: {"cards": (Card.parse("2S"),) * 9})
    ),
    "other hands shown": ("shown hands: ", changed(events.DealEnded, lambda _: {"hands": ((),) * 3})),
    "no end": ("order: ", lambda happened: happened[:-1]),
}  # fmt: skip


@pytest.mark.parametrize("trick", FORGERIES)
def test_a_house_that_records_what_was_not_so(trick: str, game: Whole) -> None:
    named, forge = FORGERIES[trick]
    other = forged(game, forge)

    assert_only(faults(other.fairness, other.feed()), named)


@pytest.fixture(scope="module")
def sealed_game() -> Whole:
    return Whole("mau_mau", 3, nonces=("tulip", "rose"), sealed=True).play()


def test_a_sealed_game_is_proved_whoever_sat_down_last(sealed_game: Whole) -> None:
    report = check.check(sealed_game.fairness, sealed_game.feed())

    assert report.faults == []
    assert not any("sealed" in line for line in report.unchecked)


def reopened(happened: list[Event]) -> list[Event]:
    """Let a seat look at the others' nonces, leave, and come again with a better one; theirs still count."""
    call, place = first(happened, events.NoncesCalled), first(happened, events.NonceOpened)
    taken: Any = next(event for event in happened if isinstance(event, events.SeatTaken) and event.seat == 1)
    better = replace(taken, seal=nonce_seal("better"))
    opened = [
        happened[place],
        events.SeatLeft(seat=1),
        better,
        happened[call],
        events.NonceOpened(seat=1, nonce="better"),
    ]
    return [*happened[:place], *opened, *happened[place + 2 :]]


SEALED_FORGERIES: Final[dict[str, tuple[str, Forgery]]] = {
    "another nonce opened": (
        "sealed nonces: seat 0 opens another", changed(events.NonceOpened, lambda _: {"nonce": "ground"})
    ),
    "a nonce not opened": ("nonce: the game starts although seats [0]", without_first(events.NonceOpened)),
    "nobody called": ("sealed nonces: seat 0 opens its nonce although", without_first(events.NoncesCalled)),
    "a seal left out": ("nonce: seat 0 must have a sealed", changed(events.SeatTaken, lambda _: {"seal": ""})),
    "an open nonce": (
        "nonce: seat 0 must have a sealed", changed(events.SeatTaken, lambda _: {"seal": "", "nonce": "tulip"})
    ),
    "a seal changed": (
        "sealed nonces: seat 0 changes its seal",
        lambda happened: [
            *happened[:5], events.NonceSealed(seat=0, seal=nonce_seal("ground")), *happened[5:]
        ],
    ),
    "who opened loses the seat": (
        "sealed nonces: seat 0 lost",
        lambda happened: [*happened[:6], events.SeatForfeited(seat=0), *happened[6:]],
    ),
    "a full table closed": (
        "order: the table is closed although every seat is taken",
        lambda happened: [*happened[:7], events.TableClosed(cause=events.ClosingCause.EXPIRED)],
    ),
    "a table closed as empty": (
        "order: the table is closed as empty",
        lambda happened: [
            *happened[:5], events.SeatLeft(seat=0), events.TableClosed(cause=events.ClosingCause.EMPTY)
        ],
    ),
    "a closed table that goes on": (
        "order: version 8 (seat-taken) comes after the table was closed",
        lambda happened: [
            *happened[:5], events.SeatLeft(seat=0), events.TableClosed(cause=events.ClosingCause.EXPIRED), happened[1]
        ],
    ),
    "nonces that others saw still count": ("sealed nonces: version 8 (seat-taken)", reopened),
    "a nonce opened twice": ("sealed nonces: seat 0 opens its nonce although", twice(events.NonceOpened)),
}  # fmt: skip


@pytest.mark.parametrize("trick", SEALED_FORGERIES)
def test_a_house_that_cheats_with_sealed_nonces(trick: str, sealed_game: Whole) -> None:
    named, forge = SEALED_FORGERIES[trick]
    other = forged(sealed_game, forge)

    assert_only(faults(other.fairness, other.feed()), named)


def assert_only(found: list[str], named: str) -> None:
    """The trick is named, and the chain, which the house wrote itself, is not blamed."""
    assert any(fault.startswith(named) for fault in found), found
    assert not [fault for fault in found if fault.startswith(("chain: ", "seal: ", "malformed: "))], found


def rechained(feed: list[Json]) -> list[Json]:
    """Return a feed with its hashes made anew, as the house can."""
    before = GENESIS
    for version, event in enumerate(feed, 1):
        event["version"] = version
        salt, origin = bytes.fromhex(event["salt"]), check.of_hex(event["origin"])
        digest = seal(salt, {field: event["data"][field] for field in event["private_fields"]}, origin)
        before = link(before, rehash(event), digest)
        event |= {"secret_digest": f"sha256:{digest.hex()}", "hash": f"sha256:{before.hex()}"}
    return feed


def test_a_house_with_a_type_of_event_of_its_own(game: Whole) -> None:
    feed = deepcopy(game.feed())
    feed[20] = feed[20] | {"type": "stock-improved"}

    assert_only(faults(game.fairness, rechained(feed)), "event type: version 21 (stock-improved)")


def test_a_house_that_hides_an_act_in_another_event(game: Whole) -> None:
    feed = deepcopy(game.feed())
    place = next(n for n, event in enumerate(feed) if event["type"] == "turn-began")
    feed[place]["data"]["act"] = 3

    assert_only(faults(game.fairness, rechained(feed)), "act: ")


def test_a_house_that_shows_the_events_of_another_game(game: Whole) -> None:
    other = Whole("mau_mau_official", 3, number=5).play()

    assert_only(faults(game.fairness, other.feed()), "game: ")
    assert_only(faults(game.fairness | {"game": str(other.id)}, game.feed()), "game: ")


def test_a_house_that_shows_another_ruleset(game: Whole) -> None:
    text = game.fairness["ruleset"].replace(":", ": ", 1)

    assert_only(faults(game.fairness | {"ruleset": text}, game.feed()), "ruleset: ")


TAMPERED: Final[dict[str, Callable[[Json, list[Json]], object]]] = {
    "commitment: fairness.json has another": lambda document, _: document.update(commitment="00" * 32),
    "commitment: the seed is not": lambda document, _: document.update(seed="ab" * 32),
    "nonce: fairness.json has other": lambda document, _: document["nonces"].__setitem__(1, "another"),
    "act: fairness.json lists other": lambda document, _: document["acts"].pop(1),
    "commitment: the first event does not": lambda _, feed: feed.pop(0),
    "chain: version 7 ": lambda _, feed: feed[6].update(turn=9),
    "seal: version 7 (stock-shuffled): the hidden fields are still": lambda _, feed: feed[6].update(salt=None),
    "seed: the game is over, but": lambda document, _: document.update(seed=None),
    "seal: version 7 ": lambda _, feed: feed[6]["data"]["cards"].reverse(),
    "chain: version 7 is expected": lambda _, feed: feed.pop(6),
    "malformed: ": lambda _, feed: feed[6].pop("data"),
}  # fmt: skip


@pytest.mark.parametrize("named", TAMPERED)
def test_files_that_were_tampered_with(named: str, game: Whole) -> None:
    document, feed = deepcopy(game.fairness), deepcopy(game.feed())
    TAMPERED[named](document, feed)

    assert any(fault.startswith(named) for fault in faults(document, feed)), faults(document, feed)


# --- what the player kept, and receipts


KEY: Final = Ed25519PrivateKey.from_private_bytes(b"\x07" * 32)
PUBLIC: Final = KEY.public_key().public_bytes_raw()
PUBLISHED_KEYS: Final = {"keys": [{
    "kty": "OKP", "crv": "Ed25519", "x": base64url(PUBLIC), "kid": thumbprint(PUBLIC), "alg": "EdDSA", "use": "sig",
    "valid_from": "2026-01-01T00:00:00Z", "valid_until": None,
}]}  # fmt: skip


def signed(feed: list[Json], game: str, version: int, head: str | None = None) -> Json:
    receipt = {
        "game": game, "version": version, "head": head or feed[version - 1]["hash"], "at": "2026-11-21T09:00:07Z",
        "kid": thumbprint(PUBLIC),
    }  # fmt: skip
    return receipt | {"signature": base64url(KEY.sign(receipt_bytes(receipt)))}


def kept_of(game: Whole, feed: list[Json]) -> Json:
    return {
        "game": str(game.id), "commitment": game.fairness["commitment"], "seat": 1, "nonce": "rose",
        "heads": {"12": feed[11]["hash"]}, "keys": PUBLISHED_KEYS,
        "receipts": [signed(feed, str(game.id), version) for version in (5, 12, len(feed))],
    }  # fmt: skip


def found(game: Whole, feed: list[Json], kept: Json, **document: Any) -> list[str]:
    return list(check.check(game.fairness | document, feed, kept).faults)


def test_what_was_kept_and_signed_is_what_is_shown(game: Whole) -> None:
    feed = game.feed()

    report = check.check(game.fairness | {"receipt": signed(feed, str(game.id), len(feed))}, feed, kept_of(game, feed))

    assert report.faults == []
    assert any(
        line.startswith("What you kept is the same as what is shown now: commitment, game") for line in report.confirmed
    )
    assert sum(line.startswith("The receipt for version") for line in report.confirmed) == 4


def test_a_house_that_rewrites_the_whole_game_with_another_seed(game: Whole) -> None:
    """The new game is fair in itself: only what the player kept gives it away."""
    other = Whole("mau_mau_official", 3, number=4, nonces=("tulip", "rose"), seed="ab" * 32).play()
    feed, kept = other.feed(), kept_of(game, game.feed())

    assert (other.id, faults(other.fairness, feed)) == (game.id, [])
    for field, named in (
        ("commitment", "kept: your commitment"),
        ("heads", "rewritten: "),
        ("receipts", "rewritten: "),
    ):
        one = {field: kept[field], "keys": PUBLISHED_KEYS}
        assert any(fault.startswith(named) for fault in found(other, feed, one)), field


def test_a_house_that_replaces_a_nonce() -> None:
    other = Whole("mau_mau_official", 3, number=4, nonces=("tulip", "ground")).play()

    assert found(other, other.feed(), {"seat": 1, "nonce": "rose"}) == [
        "kept: the nonce of your seat is ground, not the one that you sent"
    ]


def test_two_receipts_of_one_version_prove_a_rewriting(game: Whole) -> None:
    feed = game.feed()
    receipts = [signed(feed, str(game.id), 12), signed(feed, str(game.id), 12, "sha256:" + "ab" * 32)]

    assert "rewritten: receipt for version 12: the house signed two different heads" in found(
        game, feed, {"receipts": receipts, "keys": PUBLISHED_KEYS}
    )


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"head": "sha256:" + "ab" * 32}, "receipt: receipt for version 12: the house's key did not"),
        ({"signature": base64url(b"\0" * 64)}, "receipt: receipt for version 12: the house's key did not"),
        ({"at": "2025-11-21T09:00:07Z"}, "receipt: receipt for version 12: the house's key did not"),
        ({"game": "another"}, "receipt: receipt for version 12: the house's key did not"),
    ],
)
def test_a_receipt_that_is_none(change: Json, named: str, game: Whole) -> None:
    feed = game.feed()
    receipt = signed(feed, str(game.id), 12) | change

    assert any(fault.startswith(named) for fault in found(game, feed, {"receipts": [receipt], "keys": PUBLISHED_KEYS}))


def test_a_receipt_of_another_game_or_for_an_older_head(game: Whole) -> None:
    feed = game.feed()

    assert found(game, feed, {"receipts": [signed(feed, "another", 12)], "keys": PUBLISHED_KEYS}) == [
        "receipt: receipt for version 12: it belongs to game another"
    ]
    assert found(game, feed, {"keys": PUBLISHED_KEYS}, receipt=signed(feed, str(game.id), 12)) == [
        "receipt: the receipt in fairness.json is for version 12, not for the last event"
    ]


def test_a_receipt_without_its_key_is_compared_but_not_called_signed(game: Whole) -> None:
    feed = game.feed()

    report = check.check(game.fairness, feed, {"receipts": [signed(feed, str(game.id), 12)]})

    assert report.faults == []
    assert any(line.startswith("The signature of the receipt for version 12") for line in report.unchecked)
    assert not any("receipt" in line for line in report.confirmed)


RFC_8032: Final = [
    ("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
     "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"),
    ("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
     "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"),
    ("fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
     "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"),
]  # fmt: skip


@pytest.mark.parametrize(("public", "message", "signature"), RFC_8032, ids=["test 1", "test 2", "test 3"])
def test_signatures_are_those_of_the_standard(public: str, message: str, signature: str) -> None:
    key, text, made = map(bytes.fromhex, (public, message, signature))

    assert check.verify(key, text, made)
    assert not check.verify(key, text + b"\0", made)
    for place in (0, 31, 32, 63):
        assert not check.verify(key, text, made[:place] + bytes([made[place] ^ 1]) + made[place + 1 :])
    beyond = int.from_bytes(made[32:], "little") + check.L
    assert not check.verify(key, text, made[:32] + beyond.to_bytes(32, "little"))
    assert not check.verify(key[:31], text, made)


def test_signatures_of_another_library_are_verified() -> None:
    for number in islice(count(), 20):
        key = Ed25519PrivateKey.from_private_bytes(hashlib.sha256(bytes([number])).digest())
        assert check.verify(key.public_key().public_bytes_raw(), bytes(number), key.sign(bytes(number)))


# --- as one calls it


def test_it_needs_the_standard_library_alone() -> None:
    tree = ast.parse(CHECKER.read_text(encoding="utf-8"))
    imported = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    imported |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}

    assert {name.partition(".")[0] for name in imported} <= sys.stdlib_module_names


def test_as_one_calls_it(tmp_path: Path, game: Whole) -> None:
    feed = game.feed()
    files = {"fairness": game.fairness, "kept": kept_of(game, feed), "keys": PUBLISHED_KEYS}
    (tmp_path / "events.ndjson").write_text("".join(json.dumps(event) + "\n" for event in feed), encoding="utf-8")

    def run(**changed: Any) -> "subprocess.CompletedProcess[str]":
        for name, content in (files | changed).items():
            (tmp_path / f"{name}.json").write_text(json.dumps(content), encoding="utf-8")
        command = [sys.executable, "-I", str(CHECKER), "fairness.json", "events.ndjson", "--kept", "kept.json"]
        return subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)

    sealed = Whole("mau_mau", 3, nonces=("tulip", "rose"), sealed=True).play()
    fair, foul = run(), run(fairness=game.fairness | {"seed": "00" * 32})

    assert fair.returncode == 3, fair
    assert {line.split(":")[0] for line in fair.stdout.splitlines()} == {"CONFIRMED", "NOT CHECKED", "VERDICT"}
    feed = sealed.feed()
    (tmp_path / "events.ndjson").write_text("".join(json.dumps(event) + "\n" for event in feed), encoding="utf-8")
    final = {"receipt": signed(feed, str(sealed.id), len(feed))}
    whole = run(fairness=sealed.fairness | final, kept=kept_of(sealed, feed))
    assert (whole.returncode, whole.stdout.count("NOT CHECKED: ")) == (0, 1), whole.stdout
    assert whole.stdout.splitlines()[-1].startswith("VERDICT: proved. ")
    assert foul.returncode == 1
    assert foul.stdout.startswith("WRONG: commitment: the seed is not the one that was committed")


@pytest.mark.parametrize("feed", ["", "{", "[]", "{}", '{"seed": 1}'])
def test_what_is_no_proof_is_told_so(tmp_path: Path, feed: str, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "fairness.json").write_text(feed, encoding="utf-8")

    document = str(tmp_path / "fairness.json")
    assert [check.main([document, str(tmp_path / name)]) for name in ("fairness.json", "nothing")] == [2, 2]
    assert capsys.readouterr().err.count("These files cannot be checked: ") == 2
