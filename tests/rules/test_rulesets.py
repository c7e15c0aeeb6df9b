"""Rulesets are data: what they may say, what is refused with key and reason, and what options change."""

import re
import tomllib
from copy import deepcopy
from pathlib import Path
from typing import Any, Final

import pytest

from games.rules.cards import parse_cards
from games.rules.ruleset import Ruleset, RulesetError
from games.rules.ruleset.options import merge
from games.rules.ruleset.selectors import EVERYTHING, NOTHING, select
from games.rules.variants import KEYS, Variant, from_bytes, load, publish, read_folder
from tests.rules.tables import VARIANTS

PLAIN: Final[dict[str, Any]] = {
    "key": "plain",
    "name": "Plain",
    "paragraphs": {},
    "players": {"least": 2, "most": 4},
    "deck": {"ranks": "7 8 9 T J Q K A", "count": {"2": 1}},
    "deal": {"size": {"2": 5}},
    "options": {
        "wilds": {
            "default": "none",
            "paragraph": "X-1",
            "values": {"none": {}, "jacks": {"wild": {"+suit": "J"}}, "more": {"wild": {"+suit": "J Q"}}},
        },
        "most": {"default": 1, "paragraph": "X-2", "sets": "draw.most", "least": 1, "most": 5},
        "big": {"default": False, "paragraph": "X-3", "values": {"off": {}, "on": {"deal": {"size": {"2": 7}}}}},
    },
}


def variant(**changes: Any) -> Variant:
    """Return the plain variant with *changes* laid over its file."""
    rules = deepcopy(PLAIN)
    merge(rules, changes)
    return from_bytes(publish(rules, "", []))


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        pytest.param({"wilds": {}}, "wilds", id="unknown section"),
        pytest.param({"draw": {"cuont": "one"}}, "draw.cuont", id="unknown key"),
        pytest.param({"draw": {"count": "two"}}, "draw.count", id="unknown value"),
        pytest.param({"end": {"plays": "1"}}, "end.plays", id="text for a number"),
        pytest.param({"end": {"plays": True}}, "end.plays", id="flag for a number"),
        pytest.param({"options": {"most": {"default": 0}}}, "draw.most", id="no draw"),
        pytest.param({"wild": 3}, "wild", id="number for a table"),
        pytest.param({"players": {"most": 16}}, "players", id="sixteen seats"),
        pytest.param({"players": {"least": 4, "most": 3}}, "players", id="least above most"),
        pytest.param({"deck": {"ranks": "7 8 1"}}, "deck.ranks", id="no such rank"),
        pytest.param({"deck": {"ranks": "7 7"}}, "deck.ranks", id="a rank twice"),
        pytest.param({"deck": {"jokers": 9}}, "deck.jokers", id="jokers"),
        pytest.param({"deal": {"size": {"2": 0}}}, "deal.size", id="no cards"),
        pytest.param({"wild": {"suit": "J Z"}}, "wild.suit", id="bad selector"),
        pytest.param({"skip": {"answers": "8"}}, "skip.answers", id="answer that skips nothing"),
        pytest.param({"penalty": {"a": {"cards": "7", "amount": 2, "chain": "b"}}}, "penalty.a.chain", id="no chain"),
        pytest.param(
            {"penalty": {"a": {"cards": "7", "amount": 0, "chain": "b"}}, "chain": {"b": {}}},
            "penalty.a.amount",
            id="nothing",
        ),
        pytest.param({"penalty": {"a": {"amount": 2, "chain": "b"}}}, "penalty.a.cards", id="missing key"),
        pytest.param(
            {"strike": {name: {"cards": "9", "amount": 1, "at": "others"} for name in "ab"}},
            "strike.b.cards",
            id="two strikes of one card",
        ),
        pytest.param(
            {"chain": {"b": {"answers": [{"cards": "Z"}, {"cards": "7"}]}}},
            "chain.b.answers[0].cards",
            id="bad selector in a list",
        ),
        pytest.param(
            {"say": {"words": [{"word": "mau", "card": "Z"}], "last_words": [{"word": "mau"}]}},
            "say.words[0].card",
            id="bad selector of a word that comes again",
        ),
        pytest.param({"score": {"times": [{"last": "J Z"}]}}, "score.times[0].last", id="bad selector of a factor"),
        pytest.param({"score": {"values": {"any": 1}}}, "score.values.any", id="a value of no rank and no card"),
        pytest.param({"deck": {"count": {"02": 2}}}, "deck.count", id="a number of seats in two ways"),
        pytest.param({"names": {"trick": "7 Z"}}, "names.trick", id="bad word of a name that nobody uses"),
        pytest.param({"chain": {"b": {"answers": {}}}}, "chain.b.answers", id="table for a list"),
        pytest.param({"up_card": {"refuse": "any"}}, "up_card.refuse", id="no up-card left"),
        pytest.param({"say": {"left_one": True}}, "say.words", id="no word"),
        pytest.param({"say": {"at_last": True}}, "say.last_words", id="no last word"),
        pytest.param({"game": {"end": "to", "at": 100}}, "game.end", id="several deals without points"),
        pytest.param(
            {"game": {"end": "to", "at": 9}, "score": {"to": "minus"}}, "game.end", id="scores that only sink"
        ),
        pytest.param({"game": {"end": "to"}, "score": {"to": "losers"}}, "game.at", id="to nothing"),
        pytest.param({"chain": {"b": {"rescue": "7"}}}, "chain.b.rescue", id="a rescue among no cards"),
        pytest.param(
            {"chain": {"b": {"rescue": "J", "rescue_among": 3}}, "options": {"wilds": {"default": "jacks"}}},
            "chain.b.rescue",
            id="a rescue that would have to nominate",
        ),
        pytest.param(
            {
                "penalty": {name: {"cards": "7", "amount": 2, "chain": "b"} for name in ("a", "b")},
                "chain": {"b": {}},
            },
            "penalty.b.cards",
            id="two penalties of one card",
        ),
        pytest.param(
            {"penalty": {"a": {"cards": "7", "amount": 2, "chain": "b"}}, "chain": {"b": {}}, "skip": {"cards": "7"}},
            "penalty.a.cards",
            id="a penalty that skips too",
        ),
        pytest.param(
            {
                "players": {"least": 2, "most": 3},
                "deck": {"ranks": "7 8 9 T"},
                "deal": {"size": {"2": 2}},
                "penalty": {"a": {"cards": "7", "amount": 13, "chain": "b"}},
                "chain": {"b": {}},
            },
            "penalty.a.amount",
            id="a penalty that nobody can serve",
        ),
        pytest.param({"penalty": {"a": {"cards": "7", "amount": 21, "chain": "b"}}}, "penalty.a.amount", id="21 cards"),
        pytest.param({"follow": {"must": "A", "may": "K A"}}, "follow.may", id="may and must"),
        pytest.param({"out": {"illegal": "8", "fined": "8"}}, "out.fined", id="illegal and fined"),
        pytest.param({"wild": {"suit": "J", "forbidden_on": "any"}}, "wild.forbidden_on", id="a wild never played"),
        pytest.param({"start": {"first": "winner"}, "up_card": {"effect": "dealer"}}, "start.first", id="two firsts"),
        pytest.param(
            {"up_card": {"source": "dealer"}, "deal": {"size": {"2": 1}}}, "up_card.source", id="no card left"
        ),
        pytest.param({"cut": {"kind": "run"}}, "cut.special", id="a cut for nothing"),
        pytest.param({"cut": {"kind": "four", "special": "any -2"}}, "cut.special", id="a cut without end"),
        pytest.param({"say": {"idle": True, "fine": 1}}, "say.idle", id="a fine for an idle word"),
        pytest.param({"say": {"needless_fine": 1}}, "say.needless_fine", id="a fine for what is refused"),
        pytest.param({"say": {"needless": "fined"}}, "say.needless", id="needless where none is needed"),
        pytest.param({"say": {"window": "accusation"}}, "say.window", id="a charge where nothing is due"),
        pytest.param({"say": {"fine": -1}}, "say.fine", id="a negative fine"),
        pytest.param({"out": {"together": "J"}}, "out.together_word", id="no word to win together"),
        pytest.param(
            {"out": {"together": "J", "together_word": "mau"}},
            "out.together_word",
            id="an unknown word to win together",
        ),
        pytest.param({"blind": {"on": True}, "group": {"cards": "any"}}, "blind.on", id="blind groups"),
        pytest.param(
            {"out": {"returns": "7"}, "score": {"to": "losers", "times": [{"last": "J", "times": 2}]}},
            "out.returns",
            id="a winning card that is not known",
        ),
        pytest.param(
            {"game": {"end": "first_to", "at": 2}, "score": {"to": "losers"}}, "game.end", id="first to cards"
        ),
        pytest.param({"options": {"most": {"default": 1001, "most": 2000}}}, "draw.most", id="too many draws"),
        pytest.param({"draw": {"passing": "spent"}}, "end.stalled_by", id="passes that never count"),
        pytest.param({"end": {"plays": -1}}, "end.plays", id="fewer than no plays"),
        pytest.param({"score": {"values": {"A": 10001}}}, "score.values.A", id="too many points"),
        pytest.param({"names": {"trick": "7 -8"}}, "names.trick", id="a name that takes away"),
        pytest.param({"names": {"trick": 3}}, "names", id="a name for a number"),
        pytest.param({"skip": {"cards": "@trick"}}, "skip.cards", id="an unknown name"),
        pytest.param({"paragraphs": {"no_reason": "X-1"}}, "paragraphs.no_reason", id="an unknown refusal"),
        pytest.param({"options": {"big": {"about": 3}}}, "options.big.about", id="broken option"),
        pytest.param({"name": 3}, "name", id="broken header"),
    ],
)
def test_what_cannot_be_is_refused_with_its_place(changes: dict[str, Any], place: str) -> None:
    with pytest.raises(RulesetError) as refusal:
        variant(**changes).ruleset(3)

    assert refusal.value.place == place
    assert re.fullmatch(r'["A-Z0-9].*[.?]', refusal.value.why), "a sentence says what to write instead"


def test_a_broken_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(RulesetError, match=str(tmp_path)):
        read_folder(tmp_path)
    (tmp_path / "ruleset.toml").write_text("key = ", encoding="utf-8")
    with pytest.raises(RulesetError, match=str(tmp_path)):
        read_folder(tmp_path)


@pytest.mark.parametrize(
    "options", [{"wild": "jacks"}, {"wilds": "aces"}, {"wilds": True}, {"most": 6}, {"most": 0}, {"big": 1}]
)
def test_unknown_options_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(RulesetError) as refusal:
        variant().ruleset(3, options)

    assert refusal.value.place == next(iter(options))


@pytest.mark.proves("K-126")
def test_a_table_is_refused_that_the_decks_cannot_serve() -> None:
    assert variant().ruleset(4).hand_size == 5
    with pytest.raises(RulesetError, match=r"K-126"):
        variant(deal={"size": {"2": 8}}).ruleset(4)
    assert len(variant(deck={"count": {"4": 2}}, deal={"size": {"2": 8}}).ruleset(4).deck) == 64


@pytest.mark.proves("K-126")
def test_the_cutter_needs_three_cards_more() -> None:
    """Five seats with six cards each and an up-card take thirty-one of thirty-two; the cutter could keep three."""
    mau_mau = load("mau_mau")
    assert len(mau_mau.ruleset(5, {"deal": 6}).deck) == 32
    with pytest.raises(RulesetError, match=r"K-126"):
        mau_mau.ruleset(5, {"deal": 6, "cut": "four_cuts"})
    assert len(mau_mau.ruleset(5, {"deal": 6, "cut": "four_cuts", "deck": 36}).deck) == 36


SEATS: Final = {
    "101": (2, 6), "crazy_eights": (2, 15), "faraon": (2, 5), "haft_khabis": (2, 10), "macau": (2, 6),
    "mau_mau": (2, 10), "mau_mau_official": (2, 6), "mau_mau_two_deck": (4, 8), "neuner": (2, 10),
    "pesten": (2, 12), "prsi": (2, 10), "puque": (2, 5), "switch": (2, 7), "tschau_sepp": (2, 8),
}  # fmt: skip


@pytest.mark.proves(
    "K-1", "MM-1", "CE-1", "FA-1", "HK-1", "MC-1", "NE-2", "OF-1", "PU-2", "RU-1", "SW-1", "TD-1", "TS-2"
)
@pytest.mark.parametrize("key", KEYS)
def test_a_variant_seats_so_many(key: str) -> None:
    variant, (least, most) = load(key), SEATS[key]
    assert (variant.players.least, variant.players.most) == (least, most)
    for seats in range(least, most + 1):
        assert variant.ruleset(seats).seats == seats
    for seats in (least - 1, most + 1, 0, -1):
        with pytest.raises(RulesetError, match="players"):
            variant.ruleset(seats)


@pytest.mark.proves("PR-52")
def test_a_group_of_claims_is_refused() -> None:
    for options in ({"quick": True}, {"blind": True}):
        assert load("prsi").ruleset(3, options).options == options
    with pytest.raises(RulesetError, match=r"group\.cards"):
        load("prsi").ruleset(3, {"quick": True, "blind": True})


@pytest.mark.proves("K-8", "MM-2", "CE-2")
def test_the_number_of_decks_follows_from_the_seats() -> None:
    assert [len(load("mau_mau").ruleset(seats).deck) for seats in (2, 5, 6, 10)] == [32, 32, 64, 64]
    assert [len(load("crazy_eights").ruleset(seats).deck) for seats in (2, 5, 6, 15)] == [52, 52, 104, 104]


def wilds(**options: Any) -> str:
    return " ".join(map(str, sorted(variant().ruleset(3, options).wild)))


def test_an_option_changes_its_key_and_nothing_else() -> None:
    before, after = variant().ruleset(3), variant().ruleset(3, {"most": 4})

    assert (before.sections.draw.most, after.sections.draw.most) == (1, 4)
    assert wilds() == ""
    assert wilds(wilds="jacks") == "JS JH JD JC"
    assert after.hand_size == before.hand_size == 5
    assert variant().ruleset(3, {"big": True}).hand_size == 7


def test_options_keep_only_what_was_changed() -> None:
    assert variant().ruleset(3, {"big": False, "most": 2}).options == {"most": 2}


def test_patches_merge_add_and_replace() -> None:
    sections: dict[str, Any] = {"wild": {"suit": "J"}, "list": [1], "deal": {"size": {"2": 5}}}

    merge(sections, {"wild": {"+suit": "Q"}, "+list": [2], "deal": {"size": {"4": 4}}, "+new": "8"})

    assert sections == {"wild": {"suit": "J Q"}, "list": [1, 2], "deal": {"size": {"2": 5, "4": 4}}, "new": "8"}


def test_an_equals_sign_replaces_a_table() -> None:
    sections: dict[str, Any] = {"values": {"A": 11, "K": 4}}

    merge(sections, {"=values": {"A": 1}})

    assert sections == {"values": {"A": 1}}


def test_a_patch_leaves_the_file_as_it_is() -> None:
    plain = variant()
    assert plain.ruleset(3, {"wilds": "more"}).wild

    assert plain.ruleset(3).wild == NOTHING


@pytest.mark.parametrize(
    ("words", "cards"),
    [
        ("", ""), ("7S", "7S"), ("X", "X"), ("J", "JS JH JD JC"), ("7 -7S", "7H 7D 7C"), ("7S QH 7S", "7S QH"),
        ("any -S -H -D -C", "X"), ("J -any QH", "QH"), ("C -2 -3 -4 -5 -6 -7 -8 -9 -T", "JC QC KC AC"),
    ],
)  # fmt: skip
def test_selectors(words: str, cards: str) -> None:
    assert select(words) == frozenset(parse_cards(cards))


@pytest.mark.parametrize("words", ["Z", "10", "7s", "--7", "any,", "?", "1S"])
def test_bad_selectors(words: str) -> None:
    with pytest.raises(ValueError, match="is not a rank, suit or card"):
        select(words)


def test_everything_is_every_face() -> None:
    assert select("any") == EVERYTHING == frozenset(parse_cards("X")) | select("S H D C")


@pytest.mark.parametrize("key", KEYS)
def test_every_option_is_a_paragraph_and_every_value_a_sound_ruleset(key: str) -> None:
    for name, option in VARIANTS[key].options.items():
        assert option.paragraph.partition("-")[2].isdecimal()
        assert option.about
        for value in option.choices or (option.least, option.most):
            assert isinstance(VARIANTS[key].ruleset(VARIANTS[key].players.least, {name: value}), Ruleset)


@pytest.mark.parametrize("key", KEYS)
def test_a_variant_is_known_by_its_bytes(key: str) -> None:
    one = load(key)

    assert from_bytes(one.content) is from_bytes(bytes(one.content))
    assert Variant(one.content).hash == one.hash
    assert tomllib.loads((Path(read_folder.__globals__["FOLDER"]) / key / "ruleset.toml").read_text())["key"] == one.key


def test_a_name_stands_for_its_words() -> None:
    named = variant(names={"trick": "7 8"}, up_card={"refuse": "@trick A"}, follow={"must": "any -@trick"}).ruleset(3)

    assert named.refused == select("7 8 A")
    assert named.must_follow == select("any -7 -8")
