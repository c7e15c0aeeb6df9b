"""Rulesets that no variant is: mechanisms put together by chance, since each may be switched on anywhere."""

import hashlib
import json
from copy import deepcopy
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from games.rules.ruleset import Ruleset
from games.rules.ruleset.options import merge
from games.rules.variants import from_bytes, publish
from tests.rules.tables import Table

BASE: Final[dict[str, Any]] = {
    "key": "mixture",
    "name": "Mixture",
    "paragraphs": {},
    "players": {"least": 2, "most": 6},
    "deck": {"ranks": "2 3 7 8 9 T J Q K A", "jokers": 1, "count": {"2": 1, "5": 2}},
    "deal": {"size": {"2": 4}},
    "score": {"values": {"A": 11, "T": 10, "X": 20, "QH": 5}},
    "say": {"words": [{"word": "mau", "card": "any -J"}, {"word": "mau-mau", "card": "J"}]},
    "chain": {"low": {}, "high": {}},
}

MECHANISMS: Final[tuple[tuple[dict[str, Any], ...], ...]] = (
    ({"cut": {"kind": "four", "special": "7 8 J A"}}, {"cut": {"kind": "run", "cutter": "left", "special": "7 8 J A"}}),
    ({"deal": {"less_when_lost": True}},),
    ({"up_card": {"source": "dealer"}},),
    ({"up_card": {"refuse": "7 8 J A X"}}, {"up_card": {"refuse": "Q X", "refused": "back"}}),
    ({"up_card": {"effect": "dealer"}}, {"up_card": {"effect": "first"}}, {"start": {"first": "winner"}}),
    ({"up_card": {"wild": "dealer"}}, {"up_card": {"wild": "first"}}, {"up_card": {"wild": "bottom"}}),
    ({"start": {"direction": -1}},),
    ({"start": {"dealer": "loser"}}, {"start": {"dealer": "before_winner"}}),
    ({"wild": {"suit": "J"}}, {"wild": {"suit": "J X"}}, {"wild": {"suit": "A", "rank": "J", "cross": "serve"}}),
    ({"wild": {"rank": "Q", "cross": "never"}}, {"wild": {"rank": "Q"}}),
    ({"wild": {"plain": "X"}}, {"wild": {"plain": "X", "joker_demand": "below"}}),
    ({"wild": {"tame_on": "7"}}, {"wild": {"forbidden_on": "J 7", "forbidden": "J"}}, {"wild": {"forbidden_on": "7"}}),
    ({"wild": {"frees": "X JS"}},),
    (
        {"draw": {"count": "until_playable"}},
        {"draw": {"most": 3, "then": "any", "passing": "spent"}, "end": {"stalled_by": "empty_stock"}},
    ),
    ({"draw": {"when": "free"}},),
    ({"draw": {"then": "none"}}, {"draw": {"passing": "sent"}}, {"draw": {"then": "any"}}),
    ({"draw": {"replenish": "at_once"}}, {"draw": {"replenish": "never"}}),
    ({"group": {"cards": "any -X", "each": "2 8"}}, {"group": {"cards": "9 T K"}}, {"blind": {"on": True}}),
    ({"penalty": {"two": {"cards": "2", "amount": 2, "chain": "low"}}},),
    ({"penalty": {"three": {"cards": "3 X", "amount": 3, "chain": "low"}}},),
    (
        {"penalty": {"king": {"cards": "KS", "amount": 5, "chain": "high", "at": "previous"}}},
        {"penalty": {"king": {"cards": "KS KH", "amount": 5, "chain": "high"}}},
    ),
    ({"chain": {"low": {"answers": [{"cards": "2 3"}]}}}, {"chain": {"low": {"answers": [{"cards": "3", "on": "2"}]}}}),
    ({"chain": {"high": {"answers": [{"cards": "KS KH"}]}}},),
    ({"chain": {"low": {"cancel": "QH"}}}, {"chain": {"high": {"cancel": "QH"}}}),
    ({"chain": {"low": {"rescue": "2 QH", "rescue_among": 2}}},),
    ({"chain": {"low": {"after": "full_turn"}}}, {"chain": {"high": {"after": "full_turn"}}}),
    ({"skip": {"cards": "8"}}, {"skip": {"cards": "8", "answers": "8", "adds_up": True}}),
    ({"reverse": {"cards": "T"}}, {"reverse": {"cards": "T", "two_seats": "further_turn"}}),
    ({"follow": {"must": "A"}}, {"follow": {"must": "A", "unable": "until"}}, {"follow": {"may": "A 9"}}),
    ({"follow": {"last": "may_win"}}, {"follow": {"last": "wins"}}, {"follow": {"able_may_draw": True}}),
    (
        {"strike": {"nine": {"cards": "9", "amount": 1, "at": "previous"}}},
        {"strike": {"nine": {"cards": "9", "amount": 2, "at": "others"}}},
        {"strike": {"nine": {"cards": "9", "amount": 1, "at": "chosen"}}},
    ),
    ({"further": {"cards": "TH"}},),
    ({"say": {"left_one": True, "fine": 1}}, {"say": {"left_one": True, "fine": 2, "blocks": True}}),
    ({"say": {"at_last": True, "last_fine": 1, "last_words": [{"word": "mau"}]}},),
    ({"say": {"window": "until_next_act"}}, {"say": {"window": "accusation"}}, {"say": {"window": "auto"}}),
    ({"say": {"fine_as_dealt": True}}, {"say": {"binds": True}}, {"say": {"idle": True, "fine": 0}}),
    ({"say": {"needless": "fined", "needless_fine": 2}}, {"say": {"needless": "fined_above_one"}}),
    ({"out": {"illegal": "7 8"}}, {"out": {"fined": "7 8", "fine": 2}}),
    ({"out": {"pending": "serve"}}, {"out": {"together": "J", "together_word": "mau-mau"}}, {"out": {"returns": "2"}}),
    ({"end": {"when": "last_left"}}, {"end": {"plays": 30}}, {"end": {"stalled_by": "empty_stock"}}),
    ({"score": {"to": "losers"}}, {"score": {"to": "minus"}}, {"score": {"to": "winner"}}, {"score": {"to": "point"}}),
    ({"score": {"times": [{"last": "J", "each": True, "winner_too": True}]}}, {"score": {"winner": -10}}),
    (
        {"game": {"end": "deals_lost", "at": 2}},
        {"score": {"to": "losers"}, "game": {"end": "knock_out", "at": 60}},
        {"score": {"to": "point"}, "game": {"end": "first_to", "at": 2}},
        {"score": {"to": "losers"}, "game": {"end": "to", "at": 60}},
    ),
)
"""What may be put together: at most one of each row."""


@dataclass(frozen=True, kw_only=True)
class Mixture(Table):
    """A table at which a mixture is played."""

    rules: dict[str, Any] = field(default_factory=dict)

    @property
    def ruleset(self) -> Ruleset:
        return from_bytes(publish(deepcopy(self.rules), "", [])).ruleset(self.seats)


def mixture(seed: int, *, most: int = 14) -> Mixture:
    """Return the mixture that *seed* stands for, of at most *most* mechanisms; it may contradict itself."""
    rng, rules = Random(seed), deepcopy(BASE)
    for row in sorted(rng.sample(range(len(MECHANISMS)), rng.randint(1, most))):
        merge(rules, rng.choice(MECHANISMS[row]))
    name = hashlib.sha256(json.dumps(rules, sort_keys=True).encode()).hexdigest()[:8]
    return Mixture(variant=f"mixture {seed} {name}", seats=rng.randint(2, 6), seed=seed, rules=rules)
