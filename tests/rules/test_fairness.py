"""Chance is committed: the generator is NIST's, shuffles are uniform, and the same seed gives the same game."""

import hashlib
import hmac
from collections import Counter
from itertools import permutations
from typing import Final

import pytest

from games.rules.cards import Card, deck_of, parse_cards
from games.rules.fairness import CommittedChance, Drbg, commit, house_nonce

# NIST CAVP, HMAC_DRBG.rsp, SHA-256, no reseed, COUNT = 0: two calls of 1024 bits, the second is what is returned.
VECTORS: Final = [
    pytest.param(
        "ca851911349384bffe89de1cbdc46e6831e44d34a4fb935ee285dd14b71a7488", "659ba96c601dc69fc902940805ec0ca8", "",
        "e528e9abf2dece54d47c7e75e5fe302149f817ea9fb4bee6f4199697d04d5b89d54fbb978a15b5c443c9ec21036d2460b6f73ebad0dc2aba6e624abf"
        "07745bc107694bb7547bb0995f70de25d6b29e2d3011bb19d27676c07162c8b5ccde0668961df86803482cb37ed6d5c0bb8d50cf1f50d476aa0458bd"
        "aba806f48be9dcb8",
        id="without personalization",
    ),
    pytest.param(
        "5cacc68165a2e2ee20812f35ec73a79dbf30fd475476ac0c44fc6174cdac2b55", "6f885496c1e63af620becd9e71ecb824",
        "e72dd8590d4ed5295515c35ed6199e9d211b8f069b3058caa6670b96ef1208d0",
        "f1012cf543f94533df27fedfbf58e5b79a3dc517a9c402bdbfc9a0c0f721f9d53faf4aafdc4b8f7a1b580fcaa52338d4bd95f58966a243cdcd3f446e"
        "d4bc546d9f607b190dd69954450d16cd0e2d6437067d8b44d19a6af7a7cfa8794e5fbd728e8fb2f2e8db5dd4ff1aa275f35886098e80ff844886060d"
        "a8b1e7137846b23b",
        id="with personalization",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("entropy", "nonce", "personalization", "returned"), VECTORS)
def test_the_generator_is_the_standard_one(entropy: str, nonce: str, personalization: str, returned: str) -> None:
    drbg = Drbg(bytes.fromhex(entropy), bytes.fromhex(nonce), bytes.fromhex(personalization))

    drbg.generate(128)

    assert drbg.generate(128).hex() == returned


class Bytes(Drbg):
    """A generator whose bytes are given."""

    def __init__(self, *numbers: int) -> None:
        self._numbers = list(numbers)

    def generate(self, length: int) -> bytes:
        return self._numbers.pop(0).to_bytes(length, "big")


def test_numbers_that_would_weigh_too_much_are_rejected() -> None:
    limit = 2**32 - 2**32 % 6

    assert Bytes(limit - 1).below(6) == 5
    assert Bytes(limit, 2**32 - 1, 7).below(6) == 1
    assert Bytes(2**32 - 1).below(4) == 3  # 2**32 is a multiple of four: nothing to reject


@pytest.mark.proves("K-12")
def test_every_seat_may_deal_first_and_as_often_as_any_other() -> None:
    lots = Counter(CommittedChance(f"game {number}", "ab" * 32, ["x", "y"]).draw_dealer(5, 1) for number in range(2000))

    assert set(lots) == set(range(5))
    assert chi_square(list(lots.values()), 2000 / 5) < 18.47  # 4 degrees of freedom, one in a thousand


def chi_square(counts: list[int], expected: float) -> float:
    return sum((count - expected) ** 2 / expected for count in counts)


@pytest.mark.proves("K-14")
def test_every_order_is_equally_likely() -> None:
    cards = parse_cards("7S 8S 9S TS")
    chance = CommittedChance("one", "cd" * 32, ["nonce"])
    orders = Counter(chance.shuffle(cards, act) for act in range(4800))

    assert set(orders) == set(permutations(cards))
    assert chi_square(list(orders.values()), 4800 / 24) < 49.73  # 23 degrees of freedom, one in a thousand


def test_every_card_comes_to_every_place() -> None:
    deck = deck_of(tuple("789TJQKA"), 0, 1)
    chance = CommittedChance("two", "ef" * 32, ["nonce"])
    tops = Counter(chance.shuffle(deck, act)[0] for act in range(3200))

    assert len(tops) == 32
    assert chi_square(list(tops.values()), 100) < 61.1  # 31 degrees of freedom, one in a thousand


def test_how_the_cards_lay_before_does_not_matter() -> None:
    chance = CommittedChance("game", "01" * 32, ["a"])
    deck = deck_of(tuple("789TJQKA"), 1, 2)

    assert chance.shuffle(deck, 3) == chance.shuffle(deck[::-1], 3)
    assert sorted(chance.shuffle(deck, 3)) == sorted(deck)


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(CommittedChance("games", "01" * 32, ["a", "b"]), id="game"),
        pytest.param(CommittedChance("game", "02" * 32, ["a", "b"]), id="seed"),
        pytest.param(CommittedChance("game", "01" * 32, ["b", "a"]), id="order of the nonces"),
        pytest.param(CommittedChance("game", "01" * 32, ["a", "c"]), id="one nonce"),
    ],
)
def test_everything_counts(other: CommittedChance) -> None:
    deck = deck_of(tuple("789TJQKA"), 0, 1)
    chance = CommittedChance("game", "01" * 32, ["a", "b"])

    assert chance.shuffle(deck, 1) == CommittedChance("game", "01" * 32, ["a", "b"]).shuffle(deck, 1)
    assert chance.shuffle(deck, 1) != other.shuffle(deck, 1)
    assert chance.shuffle(deck, 1) != chance.shuffle(deck, 2)


def test_an_act_is_made_as_the_documents_say() -> None:
    """Written down apart from the engine: seed, nonces in seat order, ``<game>/<n>``, deck order, Fisher-Yates."""
    deck = sorted(Card.parse(text) for text in ["KS", "7D", "AC", "9H"])
    nonces = b"\0\0\0\0\0\0\0\x05first" + b"\0\0\0\0\0\0\0\x06second"
    drbg = Drbg(
        b"\0\0\0\0\0\0\0\x20" + bytes.fromhex("0a" * 32),
        b"\0\0\0\0\0\0\0\x1b" + nonces,
        b"\0\0\0\0\0\0\0\x0a" + b"the game/7",
    )
    for last in (3, 2, 1):
        other = drbg.below(last + 1)
        deck[last], deck[other] = deck[other], deck[last]

    assert CommittedChance("the game", "0a" * 32, ["first", "second"]).shuffle(deck[::-1], 7) == tuple(deck)


def test_the_commitment_binds_the_seed_to_one_game() -> None:
    frames = [b"maumau commitment v1", b"\x00\xff", b"game", b"sha256:00", b"3"]
    expected = hashlib.sha256(b"".join(len(one).to_bytes(8, "big") + one for one in frames)).hexdigest()

    assert commit("00ff", game="game", ruleset="sha256:00", seats=3) == expected
    others = [
        commit("00fe", game="game", ruleset="sha256:00", seats=3),
        commit("00ff", game="other", ruleset="sha256:00", seats=3),
        commit("00ff", game="game", ruleset="sha256:01", seats=3),
        commit("00ff", game="game", ruleset="sha256:00", seats=4),
    ]
    assert len({expected, *others}) == 5


@pytest.mark.parametrize(
    ("nonces", "others"), [(["ab", "c"], ["a", "bc"]), (["abc"], ["ab", "c"]), (["a", "", "b"], ["", "a", "b"])]
)
def test_no_two_lists_of_nonces_are_the_same_bytes(nonces: list[str], others: list[str]) -> None:
    deck = deck_of(tuple("789TJQKA"), 0, 1)
    made, other = (CommittedChance("game", "01" * 32, some).shuffle(deck, 1) for some in (nonces, others))

    assert made != other


def test_nonces_and_personalization_are_kept_apart() -> None:
    deck = deck_of(tuple("789TJQKA"), 0, 1)

    assert CommittedChance("game", "01" * 32, ["a"]).shuffle(deck, 1) != (
        CommittedChance("ame", "01" * 32, ["ag"]).shuffle(deck, 1)
    )


def test_the_nonces_of_the_house_follow_from_the_seed() -> None:
    seed = "ab" * 32

    assert house_nonce(seed, 3) == hmac.new(b"\xab" * 32, b"nonce/3", hashlib.sha256).hexdigest()
    assert len({house_nonce(seed, seat) for seat in range(15)}) == 15
