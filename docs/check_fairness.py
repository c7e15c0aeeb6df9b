"""Check that the cards of a game were shuffled and dealt fairly, without trusting the service that dealt them.

This program needs Python 3.11 or later and nothing else:

    python3 check_fairness.py fairness.json events.ndjson [--kept kept.json] [--keys keys.json] [--ruleset ruleset.json]

`fairness.json` is the answer to `GET /games/{id}/fairness`. Normally it contains the canonical ruleset.
`events.ndjson` is the answer to `GET /games/{id}/events?limit=100` with `Accept: application/x-ndjson`. For a longer
game, append the next pages (`&after=` and the last version that you have). Send an access token with both requests.
`kept.json` is what you kept yourself while you played. You may leave out any field:

    {"game": "...", "commitment": "...", "seat": 1, "nonce": "...", "heads": {"5": "sha256:..."},
     "receipts": [{"game": ..., "version": ..., "head": ..., "at": ..., "kid": ..., "signature": ...}],
     "keys": {"keys": [...]}}

At a sealed table, keep the receipt of the table when it asks you to open your nonce: it fixes the seed and all seals.

`keys.json` is the answer to `GET /keys`. Save it when you begin to play, or get it from somebody whom you trust: a
service that cheats can show you another key afterwards.

The program prints what is wrong, what it has confirmed, and what it could not check. The last line is the verdict with
its reason: `proved`, `as far as you can know` or `not proved`. The exit status is

0  if the verdict is `proved`: it has checked everything that it can check, and nothing is wrong,
1  if something is wrong,
2  if it cannot read the files, or if one of them holds an error answer of the service,
3  if nothing is wrong, but something was missing that it needs to check everything.

It does not check whether the moves follow the rules of play.

It shares no code with the service. It is one file, so that you can read all of it and need not trust anything else.
Here, *the house* is whoever runs the service.
"""

import argparse
import hashlib
import hmac
import json
import re
import sys
from base64 import urlsafe_b64decode
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

Json = dict[str, Any]
Cards = list[str]

RANKS, SUITS = "23456789TJQKA", "SHDC"
DECK_ORDER = [rank + suit for rank in RANKS for suit in SUITS] + ["X"]


STRANGE = (LookupError, TypeError, ValueError, AttributeError, StopIteration, ArithmeticError, RecursionError)
"""What Python raises if the files contain something that the service never writes."""
MOST_SEATS, MOST_CARDS = 64, 10_000
"""More than any table has. Larger numbers would only keep this program busy."""


class Unfair(Exception):
    """Something that cannot happen in a fair game. ``claim`` names the claim that it disproves."""

    def __init__(self, claim: str, why: str) -> None:
        super().__init__(f"{claim}: {why}")


PROVED, AS_FAR, NOT_PROVED = "proved", "as far as you can know", "not proved"
VERDICTS = {
    "wrong": (NOT_PROVED, "Something is wrong that cannot happen in a fair game."),
    "running": (NOT_PROVED, "The game is not over, so the seed is still secret."),
    "unplayed": (NOT_PROVED, "The table was closed before a card was dealt."),
    "unread": (NOT_PROVED, "The ruleset is missing, so the cards could not be checked."),
    "nobody": (NOT_PROVED, "No seat gave a nonce of its own, so the service could choose every card."),
    "stranger": (NOT_PROVED, "No nonce is known to be yours, so you must trust the players who gave theirs."),
    "house": (NOT_PROVED, "Your seat gave no nonce of its own, so you must trust the players who gave theirs."),
    "lost": (NOT_PROVED, "You did not keep your nonce, so you cannot know whether it counted."),
    "unsealed": (AS_FAR, "Your nonce is in, but the service could see it before it chose the seed or the last nonce."),
    "receipt": (AS_FAR, "You kept no receipt from before you opened your nonce, so the game may have changed then."),
    "key": (AS_FAR, "The signature of a receipt could not be checked, so it may not be from the service."),
    "reused": (AS_FAR, "A seat sealed a nonce that had been open before, so others could choose theirs to match it."),
    "stopped": (AS_FAR, "Nonces were opened and voided, so somebody may have stopped the game because of its cards."),
    "proved": (PROVED, "The seed was fixed before your nonce was known, and every card follows from seed and nonces."),
}
"""Each verdict by its reason, the gravest first. The page of the service gives the same ones."""


class Report:
    """The result: ``faults`` are wrong, ``confirmed`` claims are true, ``unchecked`` claims could not be checked.

    ``beyond`` lists what this program never checks.
    """

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.confirmed: list[str] = []
        self.unchecked: list[str] = []
        self._gaps: set[str] = set()
        self.beyond = ["Whether the moves follow the rules of play: ask for the game's record and check that."]

    def check(self, claim: str, act: Callable[[], object]) -> bool:
        """Run *act*. Note the *claim* if it finds no fault, otherwise the fault. Return whether there was none."""
        try:
            act()
        except Unfair as fault:
            self.faults.append(str(fault))
            return False
        except STRANGE as error:
            self.faults.append(f"malformed: the service never writes this: {type(error).__name__}: {error}")
            return False
        self.confirmed.append(claim)
        return True

    def leave(self, gap: str, claim: str) -> None:
        """Note a *claim* that could not be checked. *gap* names the verdict that this allows at best."""
        self._gaps.add(gap)
        self.unchecked.append(claim)

    @property
    def reason(self) -> str:
        """The name of the gravest reason for the verdict: a key of ``VERDICTS``."""
        found = self._gaps | ({"wrong"} if self.faults else {"proved"})
        return next(reason for reason in VERDICTS if reason in found)

    @property
    def status(self) -> int:
        """The exit status."""
        return 1 if self.faults else 3 if self.unchecked else 0


# --- random numbers: HMAC-DRBG with SHA-256, NIST SP 800-90A, 10.1.2, never reseeded


def numbers(seed: str, nonces: Sequence[str], act: str) -> Iterator[int]:
    """Yield the 32-bit numbers of the generator of one random *act*, which is named ``<game>/<number>``."""
    joined = framed(*(nonce.encode() for nonce in nonces))
    key, value = update(bytes(32), b"\x01" * 32, framed(bytes.fromhex(seed), joined, act.encode()))
    while True:
        value = digest(key, value)
        yield int.from_bytes(value[:4], "big")
        key, value = update(key, value, b"")


def framed(*parts: bytes) -> bytes:
    """Return *parts* joined, each with its length in front as eight bytes, big-endian."""
    return b"".join(len(part).to_bytes(8, "big") + part for part in parts)


def update(key: bytes, value: bytes, given: bytes) -> tuple[bytes, bytes]:
    """Return key and value after the update function of the standard with the *given* data."""
    for mark in (b"\x00", b"\x01") if given else (b"\x00",):
        key = digest(key, value + mark + given)
        value = digest(key, value)
    return key, value


def digest(key: bytes, message: bytes) -> bytes:
    """Return the HMAC of *message*."""
    return hmac.new(key, message, hashlib.sha256).digest()


def below(bound: int, drawn: Iterator[int]) -> int:
    """Return a number below *bound*. All are equally likely, because numbers above the last multiple are skipped."""
    limit = 2**32 - 2**32 % bound
    return next(number for number in drawn if number < limit) % bound


def shuffled(cards: Cards, drawn: Iterator[int]) -> Cards:
    """Return *cards* after a Fisher-Yates shuffle that begins with deck order."""
    order = sorted(cards, key=DECK_ORDER.index)
    for last in range(len(order) - 1, 0, -1):
        other = below(last + 1, drawn)
        order[last], order[other] = order[other], order[last]
    return order


def commitment_of(seed: str, game: str, ruleset: str, seats: int) -> str:
    """Return the commitment to *seed* for one game. It is different for every other game."""
    claims = (b"maumau commitment v1", bytes.fromhex(seed), game.encode(), ruleset.encode(), str(seats).encode())
    return hashlib.sha256(framed(*claims)).hexdigest()


def house_nonce(seed: str, seat: int) -> str:
    """Return the nonce of a *seat* that has none of its own. It follows from the seed."""
    return hmac.digest(bytes.fromhex(seed), f"nonce/{seat}".encode(), "sha256").hex()


# --- signatures: Ed25519, RFC 8032, 5.1.7

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)
Point = tuple[int, int, int, int]


def add(one: Point, other: Point) -> Point:
    """Return the sum of two points in extended coordinates (RFC 8032, 5.1.4)."""
    a = (one[1] - one[0]) * (other[1] - other[0]) % P
    b = (one[1] + one[0]) * (other[1] + other[0]) % P
    c, d = 2 * one[3] * other[3] * D % P, 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(scalar: int, point: Point) -> Point:
    """Return *point* added to itself *scalar* times."""
    found = (0, 1, 1, 0)
    while scalar:
        if scalar & 1:
            found = add(found, point)
        point, scalar = add(point, point), scalar >> 1
    return found


def decode_point(written: bytes) -> Point | None:
    """Return the point that 32 bytes encode (RFC 8032, 5.1.3), or None if they encode none."""
    y = int.from_bytes(written, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT % P
    if (x * x - square) % P or (not x and sign):
        return None
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


def encode_point(point: Point) -> bytes:
    """Return the 32 bytes of *point* (RFC 8032, 5.1.2)."""
    inverse = pow(point[2], P - 2, P)
    x, y = point[0] * inverse % P, point[1] * inverse % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


BASE_Y = 4 * pow(5, P - 2, P) % P
BASE = decode_point(BASE_Y.to_bytes(32, "little")) or (0, 1, 1, 0)


def verify(public: bytes, message: bytes, signature: bytes) -> bool:
    """Return whether *signature* is that of *message* under the key *public*."""
    key = decode_point(public) if len(public) == 32 and len(signature) == 64 else None
    scalar = int.from_bytes(signature[32:], "little")
    if key is None or decode_point(signature[:32]) is None or scalar >= L:
        return False
    hashed = hashlib.sha512(signature[:32] + public + message).digest()
    challenge = int.from_bytes(hashed, "little") % L
    negated = (P - key[0], key[1], 1, P - key[3])
    return encode_point(add(times(scalar, BASE), times(challenge, negated))) == signature[:32]


# --- the ruleset: only what matters for the deck, the deal and the random acts


class Rules:
    """The parts of a canonical ruleset that this program needs, for one number of seats and with the options set."""

    def __init__(self, text: str, options: Json, seats: int) -> None:
        rules = strict(text)["rules"]
        sections = json.loads(json.dumps({key: rules.get(key, {}) for key in ("names", *SECTIONS)}))
        for name in rules["order"]:
            option = rules["options"][name]
            overlay(sections, patch(option, options.get(name, option["default"])))
        unknown = set(options) - set(rules["order"])
        if unknown:
            raise Unfair("ruleset", f"the game has options that the ruleset does not know: {sorted(unknown)}")
        self.names = sections["names"]
        self._compile(sections, seats)

    def _compile(self, sections: Json, seats: int) -> None:
        deck, up, cut, start = sections["deck"], sections["up_card"], sections["cut"], sections["start"]
        ranks = deck["ranks"].split()
        jokers, packs = deck.get("jokers", 0), by_seats(deck["count"], seats)
        if not whole(jokers, 0, MOST_CARDS) or not whole(packs, 0, MOST_CARDS // (52 + jokers)):
            raise Unfair("ruleset", f"no deck has {packs} packs with {jokers} jokers each")
        one = [card for card in DECK_ORDER if card[0] in ranks and card != "X"] + ["X"] * jokers
        self.deck = sorted(one * packs, key=DECK_ORDER.index)
        self.hand, self.less = by_seats(sections["deal"]["size"], seats), sections["deal"].get("less_when_lost", False)
        self.from_dealer = up.get("source", "stock") == "dealer"
        self.refuse, self.refused = self.select(up.get("refuse", "")), up.get("refused", "under")
        self.wild_at_bottom = up.get("wild", "own_suit") == "bottom"
        self.cut, self.cutter = cut.get("kind", "none"), cut.get("cutter", "before_dealer")
        self.special = self.select(cut.get("special", ""))
        self.direction, self.dealer = start.get("direction", 1), start.get("dealer", "rotate")
        self.replenish = sections["draw"].get("replenish", "needed")
        self.by_deals_lost = sections["game"].get("end", "single") == "deals_lost"
        self._compile_draws(sections)

    def _compile_draws(self, sections: Json) -> None:
        """Read how many cards a seat must draw because of plays and announcements."""
        say, out, blind = sections["say"], sections["out"], sections["blind"]
        self.word_fine = self.hand if say.get("fine_as_dealt", False) else say.get("fine", 0)
        self.fine_waits, self.server_speaks = say.get("blocks", False), say.get("window", "with_play") == "auto"
        self.false_fine, self.needless_fine = say.get("false_accusation", 0), say.get("needless_fine", 0)
        self.last_fine, self.out_fine = say.get("last_fine", 0), out.get("fine", 0)
        self.fined_last = self.select(out.get("fined", ""))
        self.truth_fine, self.lie_fine = blind.get("truth_fine", 1), blind.get("lie_fine", 1)
        self.each = self.select(sections["group"].get("each", ""))
        self.strikes = [(self.select(one["cards"]), one["amount"], one["at"]) for one in sections["strike"].values()]
        self.penalty = {card: (one["amount"], one.get("needs_stock", False))
                        for one in sections["penalty"].values() for card in self.select(one["cards"])}  # fmt: skip
        self.rescue_among = {
            name: chain.get("rescue_among", 0) if chain.get("rescue", "") else 0
            for name, chain in sections["chain"].items()
        }

    def penalty_of(self, cards: Cards, *, stocked: bool) -> int:
        """Return how many cards another seat must draw as a penalty for these *cards* together."""
        every, once = 0, 0
        for card in cards:
            amount, needs_stock = self.penalty.get(card, (0, False))
            amount = amount if stocked or not needs_stock else 0
            every, once = (every + amount, once) if card in self.each else (every, max(once, amount))
        return every + once

    def strike_of(self, cards: Cards) -> tuple[int, str]:
        """Return how many cards each seat draws at once because of *cards*, and which seats these are."""
        for faces, amount, at in self.strikes:
            laid = [card for card in cards if card in faces]
            if laid:
                times = sum(card in self.each for card in laid) + any(card not in self.each for card in laid)
                return amount * times, at
        return 0, ""

    def select(self, words: str) -> set[str]:
        """Return the cards that a selector means: ranks, suits, cards, ``any``, ``@names``; a minus takes away."""
        found: set[str] = set()
        for word in words.split():
            minus, name = word.startswith("-"), word.removeprefix("-")
            parts = self.names[name[1:]].split() if name.startswith("@") else [name]
            for part in parts:
                cards = {card for card in DECK_ORDER if part in (card, "any") or (card != "X" and part in card)}
                found = found - cards if minus else found | cards
        return found


SECTIONS = ("deck", "cut", "deal", "up_card", "start", "draw", "game", "say", "out", "blind", "group", "strike",
            "penalty", "chain")  # fmt: skip


def by_seats(written: dict[str, int], seats: int) -> int:
    """Return the number for a table of *seats*: the one with the largest key that is not above *seats*."""
    return written[max((key for key in written if int(key) <= seats), key=int)]


def patch(option: Json, value: Any) -> Json:
    """Return the changes that an option with this *value* makes."""
    if not option.get("sets"):
        name = ("on" if value else "off") if isinstance(value, bool) else str(value)
        found: Json = option.get("values", {}).get(name, {})
        return found
    changed: Any = value
    for key in reversed(option["sets"].split(".")):
        changed = {key: changed}
    return dict(changed)


def overlay(sections: Json, changed: Json) -> None:
    """Apply the changes to *sections*: ``+key`` adds to a list or a text, ``=key`` replaces a table."""
    for key, value in changed.items():
        if key.startswith("+"):
            old = sections.get(key[1:], type(value)())
            sections[key[1:]] = f"{old} {value}".strip() if isinstance(value, str) else old + value
        elif isinstance(value, dict) and not key.startswith("="):
            overlay(sections.setdefault(key, {}), value)
        else:
            sections[key.removeprefix("=")] = json.loads(json.dumps(value))


# --- reading: JSON that every program reads in the same way


def strict(text: str) -> Any:
    """Return the value of the JSON *text*. Raises ValueError if a name occurs twice, and for NaN and infinity."""

    def once(pairs: list[tuple[str, Any]]) -> Json:
        names = [name for name, _ in pairs]
        if len(set(names)) < len(names):
            raise ValueError(f"a name occurs twice in {sorted(names)}")
        return dict(pairs)

    def refused(name: str) -> None:
        raise ValueError(f"{name} is not a number")

    return json.loads(text, object_pairs_hook=once, parse_constant=refused)


def whole(value: Any, least: int, most: int) -> bool:
    """Return whether *value* is an integer from *least* to *most*. Neither ``true`` nor ``1.0`` is one."""
    return type(value) is int and least <= value <= most


def check_shapes(events: list[Json]) -> None:
    """Check the types of all numbers, so that the code below cannot confuse them, for example ``true`` with 1."""
    seats = events[0]["data"]["seats"]
    if not whole(seats, 1, MOST_SEATS):
        raise Unfair("malformed", f"no table has {seats} seats")
    for event in events:
        numbers = {name: event["data"][name] for name in NUMBERS if event["data"].get(name) is not None}
        if not all(whole(one, -MOST_CARDS, MOST_CARDS) for one in numbers.values()):
            raise Unfair("malformed", f"version {event['version']}: {numbers} are not all integers")
        by_seat = [event["seat"], *(numbers.get(name) for name in SEATS)]
        if not all(seat is None or whole(seat, 0, seats - 1) for seat in by_seat):
            raise Unfair("malformed", f"version {event['version']}: a seat that the table does not have: {by_seat}")


SEATS = ("dealer", "winner", "loser", "accused", "target", "aim", "resume")
NUMBERS = ("act", "deal", "direction", "turns", *SEATS)
"""Fields that hold one integer, including those that name a seat."""

# --- the chain


def check_chain(events: list[Json], *, over: bool) -> None:
    """Check that no event was changed, left out or inserted since the hashes were published.

    When the game is *over*, every event must show its hidden fields.
    """
    before = bytes(32)
    for number, event in enumerate(events, 1):
        if event["version"] != number or type(event["version"]) is not int:
            raise Unfair("chain", f"version {number} is expected here, not {named(event)}")
        sealed = of_hex(event["secret_digest"])
        hidden = sorted([*HIDDEN.get(event["type"], []), *["command"] * (over and event["command"] is not None)])
        if event["private_fields"] != hidden and (over or event["private_fields"]):
            raise Unfair("seal", f"{named(event)}: {event['private_fields']} was hidden, but this type hides {hidden}")
        if over and (event["salt"] is None or event["origin"] is None):
            raise Unfair("seal", f"{named(event)}: the hidden fields are still not shown")
        if over and opened(event) != sealed:
            raise Unfair("seal", f"{named(event)}: the hidden fields do not match their digest")
        if "command" in event["private_fields"] and not agree(event["command"], event["data"]["command"]):
            raise Unfair("seal", f"{named(event)}: the command shown now differs from the one shown during the game")
        public = {field: event[field] for field in ("version", "turn", "type", "schema", "at", "seat", "command")}
        public["data"] = concealed(event["data"], event["private_fields"])
        linked = hashlib.sha256(before + canonical(public) + sealed).digest()
        before = of_hex(event["hash"])
        if linked != before:
            raise Unfair("chain", f"{named(event)}: the hash does not follow from the event and the event before it")


HIDDEN = {
    "card-laid-blind": ["card"], "card-offered": ["card"], "cards-dealt": ["hands"], "cards-drawn": ["cards"],
    "cards-kept": ["cards"], "game-opened": ["seed"], "seat-resigned": ["cards"], "stock-cut": ["cards"],
    "stock-replenished": ["cards"], "stock-shuffled": ["cards"],
}  # fmt: skip
"""The fields that are hidden while a game runs, by type of event. All other fields are shown at once."""


def named(event: Json) -> str:
    """Return the name of an *event* in messages."""
    return f"version {event['version']} ({event['type']})"


def agree(shown: str, full: str) -> bool:
    """Return whether *full* is the command that was *shown* with ``?`` for hidden cards and with words written out."""
    verb, keep, cards = full.partition(" keep ")
    hidden = verb + keep + re.sub(FACE, "?", cards) if keep else re.sub(f"(?:{FACE})(?=~)", "?", full)
    return re.sub("![a-z-]*", "!", shown) == re.sub("![a-z-]*", "!", hidden)


FACE = "[2-9TJQKA][SHDC]|X"


def opened(event: Json) -> bytes:
    """Return the digest of the fields of an *event* that were hidden and are shown now."""
    hidden = {field: event["data"][field] for field in event["private_fields"]}
    salt = of_hex("sha256:" + event["salt"])
    return hashlib.sha256(salt + canonical(hidden) + of_hex(event["origin"])).digest()


def of_hex(text: str) -> bytes:
    """Return the 32 bytes of a hash that is written as ``sha256:`` and hexadecimal digits.

    Other lengths are refused. Otherwise different parts could give the same bytes when they are joined for a hash.
    """
    found = bytes.fromhex(text.removeprefix("sha256:"))
    if len(found) != 32 or not text.startswith("sha256:"):
        raise Unfair("seal", f"{text} is not a hash of 32 bytes")
    return found


def canonical(value: Any) -> bytes:
    """Return *value* as the service hashes it: JSON with sorted keys and no blanks, in UTF-8."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def logged(event: Json) -> Json:
    """Return an *event* with the data that were hashed. There a number stands in place of a list that is hidden.

    The feed has the number of cards in a field of its own, such as ``cards_count``, beside the list that you may see.
    """
    data = dict(event["data"])
    for field in [f"{name}_count" for name in HIDDEN.get(event["type"], []) if f"{name}_count" in data]:
        name, count = field.removesuffix("_count"), data.pop(field)
        cards = data.get(name, [[]] * len(count) if isinstance(count, list) else None)
        if cards is None:
            data[name] = count
            continue
        if isinstance(count, list):
            cards = data[name] = [part or number for part, number in zip(cards, count, strict=True)]
            is_right = [len(part) if isinstance(part, list) else part for part in cards] == count
        else:
            is_right = len(cards) == count
        if not is_right:
            raise Unfair("seal", f"{named(event)}: {field} is not the number of cards in {name}")
    return {**event, "data": data}


def concealed(data: Json, private: list[str]) -> Json:
    """Return *data* as everybody saw it while the game ran: numbers of cards, and no other hidden fields."""
    public = {field: value for field, value in data.items() if field not in private}
    lists = {field: data[field] for field in private if isinstance(data[field], list)}
    return public | {field: lengths(value) for field, value in lists.items()}


def lengths(hidden: list[Any]) -> Any:
    """Return the number of cards. For a list of hands, return the number for each hand."""
    nested = any(isinstance(part, list) for part in hidden)
    return [len(part) if isinstance(part, list) else part for part in hidden] if nested else len(hidden)


# --- before the first card: commitment, seats, nonces


class Lobby:
    """The seats before the game starts. Each method takes one type of event, and raises Unfair if it is impossible."""

    def __init__(self, evidence: Json) -> None:
        self.evidence = evidence
        self.opened: Json = {}
        self.seats: list[Json | None] = []
        self.called, self.void = "", False
        self.started = self.closed = False
        self.known: set[str] = set()
        """Nonces that were opened and voided."""
        self.reused: list[int] = []
        self.voided = 0
        """How often nonces were voided."""
        self.version = self.called_at = 0
        """The versions of the last event, and of the last call to open the nonces."""

    def follow(self, event: Json) -> None:
        """Apply the next *event*."""
        self.version = event["version"]
        move = getattr(self, "_" + event["type"].replace("-", "_"), None)
        if (move is None) != self.started and event["type"] != "game-opened":
            when = "after the start" if self.started else "before the start"
            raise Unfair("order", f"{named(event)} cannot happen {when}")
        if move is not None:
            if self.closed:
                raise Unfair("order", f"{named(event)} comes after the table was closed")
            if self.void and event["type"] not in ("nonces-voided", "seat-forfeited"):
                raise Unfair("sealed nonces", f"{named(event)}: open nonces still count although a seat is empty")
            move(event["data"], event["seat"])

    def _game_opened(self, data: Json, _: None) -> None:
        if self.opened:
            raise Unfair("order", "the game is opened twice")
        self.opened, self.seats = data, [None] * data["seats"]
        self.sealed = bool(data["terms"].get("sealed"))
        if data["game"] != self.evidence["game"]:
            raise Unfair("game", f"these are the events of game {data['game']}, not of {self.evidence['game']}")

    def _seat_taken(self, data: Json, seat: int) -> None:
        if self.seats[seat] is not None:
            raise Unfair("seats", f"seat {seat} is taken twice")
        self.called = ""
        source, bot = data["nonce_source"], data["bot"]
        if source not in ("own", "house") or (bot and source == "own"):
            raise Unfair("nonce", f"seat {seat} has a nonce of source {source!r}")
        if (source == "own" and self.sealed) != bool(data["seal"]) or bool(data["nonce"]) == bool(data["seal"]):
            raise Unfair("nonce", f"seat {seat} must have {'a sealed' if self.sealed else 'an open'} nonce")
        self.seats[seat] = {
            "source": source, "seal": data["seal"], "nonce": data["nonce"], "player": data["player"],
        }  # fmt: skip

    def _seat_left(self, _: Json, seat: int) -> None:
        sitter = self._sitter(seat)
        if self.sealed and sitter["source"] == "own" and sitter["nonce"]:
            self.known.add(sitter["nonce"])
        self.seats[seat] = None
        self.void = self.called == "open" and bool(self._opened())

    def _seat_forfeited(self, data: Json, seat: int) -> None:
        sitter = self._sitter(seat)
        if not self.called or sitter["source"] != "own" or sitter["nonce" if self.called == "open" else "seal"]:
            raise Unfair("sealed nonces", f"seat {seat} lost its place although it answered in time")
        self._seat_left(data, seat)

    def _nonces_called(self, data: Json, _: None) -> None:
        wanted = [seat for seat, one in enumerate(self.seats) if one and one["source"] == "own"]
        unsealed = [seat for seat in wanted if not (self.seats[seat] or {})["seal"]]
        due = ("seal", unsealed) if unsealed else ("open", wanted)
        if not self.sealed or None in self.seats or (data["ask"], data["seats"]) != due:
            raise Unfair("sealed nonces", "nonces are asked for before every seat is taken and sealed")
        self.called, self.called_at = data["ask"], self.version

    def _nonce_sealed(self, data: Json, seat: int) -> None:
        if self._sitter(seat)["seal"] or self.called == "open":
            raise Unfair("sealed nonces", f"seat {seat} changes its seal")
        self._sitter(seat)["seal"] = data["seal"]

    def _nonce_opened(self, data: Json, seat: int) -> None:
        sitter = self._sitter(seat)
        if self.called != "open" or None in self.seats or sitter["nonce"]:
            raise Unfair("sealed nonces", f"seat {seat} opens its nonce although nobody asked for it")
        if hashlib.sha256(data["nonce"].encode()).hexdigest() != sitter["seal"]:
            raise Unfair("sealed nonces", f"seat {seat} opens another nonce than the one that it sealed")
        sitter["nonce"], sitter["opened_at"] = data["nonce"], self.version
        if data["nonce"] in self.known:
            self.reused.append(seat)

    def _nonces_voided(self, data: Json, _: None) -> None:
        if not self.void or data["seats"] != self._opened():
            raise Unfair("sealed nonces", f"the nonces of seats {data['seats']} are voided, but no seat became empty")
        self.voided += 1
        for seat in data["seats"]:
            self.known.add(self._sitter(seat)["nonce"])
            self._sitter(seat).update(seal="", nonce="")
        self.called, self.void = "", False

    def _table_closed(self, data: Json, _: None) -> None:
        if None not in self.seats:
            raise Unfair("order", "the table is closed although every seat is taken")
        if data["cause"] == "empty" and any(one and one["player"] for one in self.seats):
            raise Unfair("order", "the table is closed as empty although a player sits there")
        self.closed = True

    def _game_started(self, _: Json, __: None) -> None:
        missing = [seat for seat, one in enumerate(self.seats) if not one or not one["nonce"]]
        if missing:
            raise Unfair("nonce", f"the game starts although seats {missing} have given no nonce")
        self.started = True

    def _opened(self) -> list[int]:
        return [seat for seat, one in enumerate(self.seats) if one and one["source"] == "own" and one["nonce"]]

    def _sitter(self, seat: int) -> Json:
        sitter = self.seats[seat]
        if sitter is None:
            raise Unfair("seats", f"nobody sits on seat {seat}")
        return sitter

    @property
    def nonces(self) -> list[str | None]:
        """The nonces by seat. None for a seat that is empty or whose nonce is not open yet."""
        return [one["nonce"] or None if one else None for one in self.seats]

    def check_seed(self, seed: str) -> None:
        """Check that the *seed* is the committed one and that the house's nonces follow from it."""
        data = self.opened
        if commitment_of(seed, self.evidence["game"], data["ruleset"], data["seats"]) != data["commitment"]:
            raise Unfair("commitment", "the seed is not the one that was committed for this game, ruleset and table")
        if data["seed"] != seed:
            raise Unfair("seed", "the events have another seed than fairness.json")
        for seat, one in enumerate(self.seats):
            if one and one["source"] == "house" and one["nonce"] != house_nonce(seed, seat):
                raise Unfair("house nonce", f"the house's nonce for seat {seat} does not follow from the seed")


# --- the table: every card, from the first event of a deal to the last

KNOWN = frozenset({
    "accepted", "announced", "believed", "card-laid-blind", "card-offered", "cards-dealt", "cards-drawn", "cards-kept",
    "cards-played", "challenged", "claim-stood", "clock-paused", "clock-resumed", "deadline-moved", "deal-began",
    "deal-ended", "deal-lost", "deal-scored", "deal-stalled", "declined", "direction-reversed", "effect-ended",
    "fine-set", "game-abandoned", "game-ended", "game-opened", "game-started", "nonce-opened", "nonce-sealed",
    "nonces-called", "nonces-voided", "passed", "penalty-raised", "proposal-made", "proposal-settled", "seat-absent",
    "seat-accused", "seat-asked", "seat-covered", "seat-eliminated", "seat-forfeited", "seat-left", "seat-resigned",
    "seat-returned",
    "seat-taken", "seat-waits", "seat-went-out", "skip-raised", "stock-cut", "stock-replenished", "stock-shuffled",
    "table-closed", "time-extended", "time-ran-out", "turn-began", "turn-skipped", "up-card-named", "up-card-put-back",
    "up-card-turned", "vote-cast", "window-closed",
    "window-opened",
})  # fmt: skip
"""All types of events of a game. Another type could hide a random act or move a card."""

HAS_ACT = ("game-started", "stock-shuffled", "stock-replenished", "seat-resigned")
IN_PLAY = ("card-laid-blind", "cards-drawn", "cards-played", "challenged", "claim-stood", "stock-replenished")
"""Events that move cards, and happen only between the up-card and the end of a deal."""
OF_CLOCK = (
    "clock-paused", "clock-resumed", "deadline-moved", "proposal-made", "proposal-settled", "time-extended",
    "vote-cast",
)  # fmt: skip
"""Events about the time to think. They may come at any time and move no card."""
QUIET = ("announced", "deal-stalled")
"""Events that may come between the play that empties the stock and the shuffle of the discards."""
LOOKED = 4
"""How many cards a cut looks at."""


def check_types(events: list[Json]) -> None:
    """Check that this program knows the type of every event, and that only random acts have numbers."""
    for event in events:
        if event["type"] not in KNOWN:
            raise Unfair("event type", f"{named(event)} has a type that this program does not know")
        if "act" in event["data"] and event["type"] not in HAS_ACT:
            raise Unfair("act", f"{named(event)} is not a random act")


class Table:
    """The place of every card. Each method takes one type of event, and raises Unfair if it is impossible.

    ``due`` lists the types of events of which one must come next, so no random act can be left out or inserted.
    """

    def __init__(self, rules: Rules, seats: int, chance: Callable[[int], Iterator[int]]) -> None:
        self.rules, self.count, self.chance = rules, seats, chance
        self.acts, self.deals, self.dealer = 0, 0, 0
        self.lost, self.gone, self.resigned = [0] * seats, set[int](), set[int]()
        self.winner: int | None = None
        self.loser: int | None = None
        self.due: tuple[str, ...] = ("game-started",)
        self.over = self.running = self.refilling = self.dealt = False
        self._clear(())

    def _clear(self, seats: Sequence[int]) -> None:
        self.active = list(seats)
        self.stock, self.discards = list[str](), list[str]()
        self.hands: list[Cards] = [[] for _ in range(self.count)]
        self.blind: tuple[int, str] | None = None
        self.looked: Cards = []
        self.on_turn: int | None = None
        self.ask = self.then = ""
        self.draws = Draws(self)

    def follow(self, event: Json) -> None:
        """Apply the next *event*."""
        kind, data = event["type"], event["data"]
        where = named(event)
        if self.over:
            raise Unfair("order", f"{where} comes after the end of the game")
        if kind in OF_CLOCK:
            return
        if kind == "game-abandoned":
            self.refilling, self.due = False, ("effect-ended", "deal-ended", "game-ended")
            return
        if self.due and kind not in self.due:
            raise Unfair("missing act" if "shuffled" in "".join(self.due) or "replenished" in "".join(self.due)
                         else "order", f"{where}: {' or '.join(self.due)} must come here")  # fmt: skip
        if kind in ("stock-shuffled", "up-card-put-back", "cards-dealt", "up-card-turned") and not self.due:
            raise Unfair("added act", f"{where}: this event is not due")
        if self.refilling and kind not in (*QUIET, "stock-replenished"):
            raise Unfair("missing act", f"{where}: first the discards must be shuffled into the stock")
        if kind in IN_PLAY and not (self.running and self.dealt):
            raise Unfair("order", f"{where}: no deal is running")
        self.where, self.due = where, ()
        if self.dealt:
            self.draws.follow(kind, data, event["seat"], where)
        move = getattr(self, "_" + kind.replace("-", "_"), None)
        if move is not None:
            move(data, event["seat"])

    def _act(self, data: Json) -> Iterator[int]:
        """Return the numbers of the next random act. *data* must have its number."""
        self.acts += 1
        if data["act"] != self.acts:
            raise Unfair("act", f"{self.where}: random act {self.acts} is expected here, not {data['act']}")
        return self.chance(self.acts)

    def _shuffle(self, data: Json, lay: Cards, claim: str) -> None:
        """Check that exactly the cards that *lay* there were shuffled, into the order of the next random act."""
        if Counter(data["cards"]) != Counter(lay):
            raise Unfair(claim, f"{self.where}: {words(data['cards'])} were shuffled, but {words(lay)} lay there")
        follows = shuffled(lay, self._act(data))
        if data["cards"] != follows:
            raise Unfair("shuffle", f"{self.where}: seed and nonces give the order {words(follows)}, "
                                    f"not {words(data['cards'])}")  # fmt: skip

    def _game_started(self, data: Json, _: None) -> None:
        self.dealer = below(self.count, self._act(data))
        if data["dealer"] != self.dealer:
            raise Unfair("lot", f"{self.where}: seat {self.dealer} is drawn as the dealer, not seat {data['dealer']}")
        self.due = ("deal-began",)

    def _deal_began(self, data: Json, _: None) -> None:
        seats = [seat for seat in range(self.count) if seat not in self.gone | self.resigned]
        dealer = self._next_dealer(seats) if self.deals else self.dealer
        shown = (data["deal"], data["dealer"], data["direction"], data["seats"])
        if self.running or shown != (self.deals + 1, dealer, self.rules.direction, seats):
            raise Unfair("deal order", f"{self.where}: seat {dealer} must deal deal {self.deals + 1} to {seats}, "
                                       f"but the event has {shown}")  # fmt: skip
        self._clear(seats)
        self.deals, self.dealer, self.running, self.dealt = self.deals + 1, dealer, True, False
        self.due, self.then = ("stock-shuffled",), "deck"

    def _next_dealer(self, seats: list[int]) -> int:
        if self.rules.by_deals_lost and self.loser is None and self.dealer in seats:
            return self.dealer
        if self.rules.dealer == "loser" and self.loser in seats:
            return self.loser or 0
        if self.rules.dealer == "before_winner" and self.winner is not None:
            return self._after(self.winner, -self.rules.direction, seats)
        return self._after(self.dealer, self.rules.direction, seats)

    def _after(self, seat: int, step: int, seats: Sequence[int]) -> int:
        seat = (seat + step) % self.count
        while seats and seat not in seats:
            seat = (seat + step) % self.count
        return seat

    def _stock_shuffled(self, data: Json, _: None) -> None:
        whole = self.then == "deck"
        self._shuffle(data, self.rules.deck if whole else self.stock, "deck" if whole else "shuffled cards")
        self.stock = list(data["cards"])
        if self.then == "up":
            self.due = ("up-card-turned",)
        elif self.then == "cut" or (whole and self.rules.cut != "none"):
            self.due, self.then = ("seat-asked",), "ask-cut"
        else:
            self.due = ("cards-dealt",)

    def _seat_asked(self, data: Json, seat: int) -> None:
        if self.then == "ask-cut":
            side = 1 if self.rules.cutter == "left" else -self.rules.direction
            if (data["ask"], seat) != ("cut", self._after(self.dealer, side, self.active)):
                raise Unfair("deal order", f"{self.where}: another seat must cut")
        elif data["ask"] == "keep" and "keep" not in (self.ask, self.then.removeprefix("ask-")):
            raise Unfair("deal order", f"{self.where}: there is nothing to keep")
        elif data["ask"] == "cut" and self.ask != "cut":
            raise Unfair("added act", f"{self.where}: there is nothing to cut")
        self.on_turn, self.ask, self.then = seat, data["ask"], ""

    def _turn_began(self, _: Json, seat: int) -> None:
        self.on_turn, self.ask = seat, ""

    def _stock_cut(self, data: Json, seat: int) -> None:
        places = [position - 1 for position in data["positions"]]
        run = self.rules.cut == "run"
        if (self.ask, self.on_turn) != ("cut", seat) or len(places) != (1 if run else LOOKED) or min(places) < 0:
            raise Unfair("deal order", f"{self.where}: this cut is not due")
        lay = self.stock[places[0] : places[0] + LOOKED] if run else [self.stock[place] for place in places]
        if data["cards"] != lay:
            raise Unfair("cut", f"{self.where}: {words(lay)} lay there, not {words(data['cards'])}")
        special = [card in self.rules.special for card in lay]
        self.looked, self.ask = lay, ""
        if all(special) and len(special) == LOOKED:
            self.due, self.then = ("stock-shuffled",), "cut"
        elif special[0] if run else any(special):
            self.due, self.then = ("seat-asked",), "ask-keep"
        else:
            self.due, self.then = ("stock-shuffled",), "deal"

    def _cards_kept(self, data: Json, seat: int) -> None:
        row: Cards = list(self.looked)
        if self.rules.cut == "run":
            row = row[: next((n for n, card in enumerate(row) if card not in self.rules.special), len(row))]
            row = row[: len(data["cards"])]
        row = [card for card in row if card in self.rules.special]
        if (self.ask, self.on_turn) != ("keep", seat) or Counter(list[str](data["cards"])) - Counter(row):
            raise Unfair("cut", f"{self.where}: {words(data['cards'])} cannot be kept from {words(self.looked)}")
        self.stock = without(self.stock, data["cards"])
        self.hands[seat] += data["cards"]
        self.due, self.then, self.ask = ("stock-shuffled",), "deal", ""

    def _cards_dealt(self, data: Json, _: None) -> None:
        order, seat = list[int](), self.dealer
        for _seat in self.active:
            seat = self._after(seat, self.rules.direction, self.active)
            order.append(seat)
        sizes = {seat: self._size(seat) for seat in order}
        hands: list[Cards] = [[] for _ in range(self.count)]
        for number in range(max(sizes.values())):
            for seat in order:
                if number < sizes[seat]:
                    hands[seat].append(self.stock.pop(0))
        if data["hands"] != hands:
            raise Unfair("dealt cards", f"{self.where}: the stock gives the hands {hands}, not {data['hands']}")
        self.hands = [held + dealt for held, dealt in zip(self.hands, hands, strict=True)]
        self.due = ("up-card-turned",)

    def _size(self, seat: int) -> int:
        less = self.lost[seat] if self.rules.less else 0
        return max(1, self.rules.hand - less) - (self.rules.from_dealer and seat == self.dealer)

    def _up_card_turned(self, data: Json, _: None) -> None:
        if [data["card"]] != self.stock[:1]:
            raise Unfair("up-card", f"{self.where}: {words(self.stock[:1])} lay on top")
        self.discards.append(self.stock.pop(0))
        self.dealt = True
        self.draws.lay(None, [data["card"]], None)
        if data["card"] in self.rules.refuse and self.stock:
            if self.rules.refused != "back":
                self.due = ("up-card-turned",)
            elif not set(self.stock) <= self.rules.refuse:
                self.due = ("up-card-put-back",)

    def _up_card_put_back(self, data: Json, _: None) -> None:
        if data["card"] != self.discards.pop():
            raise Unfair("up-card", f"{self.where}: another card lay there")
        self.stock.append(data["card"])
        self.due, self.then = ("stock-shuffled",), "up"

    def _up_card_named(self, data: Json, _: None) -> None:
        if self.rules.wild_at_bottom and self.stock[-1:] and data["nominated"] != self.stock[-1][1:]:
            raise Unfair("up-card", f"{self.where}: {self.stock[-1]} is the bottom card of the stock")

    def _cards_drawn(self, data: Json, seat: int) -> None:
        cards = data["cards"]
        if seat not in self.active:
            raise Unfair("drawn cards", f"{self.where}: seat {seat} is no longer in the deal")
        if data["cause"] == "own-accord" and seat != self.on_turn:
            raise Unfair("drawn cards", f"{self.where}: seat {self.on_turn} is on turn, but seat {seat} draws")
        if not cards and self.more:
            raise Unfair("missing act", f"{self.where}: nothing is drawn although cards are left")
        if len(cards) > len(self.stock):
            raise Unfair("missing act", f"{self.where}: {len(cards)} cards are drawn, but {len(self.stock)} are left")
        if cards != self.stock[: len(cards)]:
            raise Unfair("drawn cards", f"{self.where}: {words(cards)} are drawn, but "
                                        f"{words(self.stock[: len(cards)])} lay on top")  # fmt: skip
        self.draws.take(seat, data["cause"], len(cards))
        self.stock = self.stock[len(cards) :]
        self.hands[seat] += cards
        self._refill()
        if self.rules.replenish == "needed" and self.draws.short:
            self.due = ("stock-replenished",)

    @property
    def more(self) -> bool:
        """Whether another card can be drawn."""
        return bool(self.stock) or (self.rules.replenish != "never" and len(self.discards) > 1)

    def after(self, seat: int, step: int) -> int:
        """Return the next seat of the deal after *seat*, in the direction of *step*."""
        return self._after(seat, step, self.active)

    def _refill(self) -> None:
        """Note whether the stock must be replenished before anything else happens."""
        self.refilling = self.rules.replenish == "at_once" and not self.stock and len(self.discards) > 1

    def _stock_replenished(self, data: Json, _: None) -> None:
        if self.rules.replenish == "never" or self.stock or len(self.discards) < 2:
            raise Unfair("added act", f"{self.where}: the stock must not be replenished here")
        *under, up_card = self.discards
        self._shuffle(data, under, "replenished stock")
        self.stock, self.discards, self.refilling = list(data["cards"]), [up_card], False
        if self.rules.replenish == "needed":
            self.due = ("cards-drawn",)

    def _cards_played(self, data: Json, seat: int) -> None:
        self._out_of_hand(data["cards"], seat)
        self.discards += data["cards"]
        self._refill()

    def _card_laid_blind(self, data: Json, seat: int) -> None:
        self._out_of_hand([data["card"]], seat)
        self.blind = seat, data["card"]

    def _challenged(self, data: Json, _: int) -> None:
        seat, laid = self._laid_blind()
        if data["card"] != laid:
            raise Unfair("played cards", f"{self.where}: {laid} was played face down, not {data['card']}")
        if not data["truthful"]:
            self.hands[seat].append(laid)
            self.blind = None

    def _claim_stood(self, _: Json, __: int) -> None:
        self.discards.append(self._laid_blind()[1])
        self.blind = None
        self._refill()

    def _laid_blind(self) -> tuple[int, str]:
        if self.blind is None:
            raise Unfair("played cards", f"{self.where}: no card lies face down")
        return self.blind

    def _card_offered(self, data: Json, seat: int) -> None:
        if self.hands[seat][-1:] != [data["card"]]:
            raise Unfair("drawn cards", f"{self.where}: {data['card']} is not the card just drawn")

    def _out_of_hand(self, cards: Cards, seat: int) -> None:
        if Counter(cards) - Counter(self.hands[seat]):
            raise Unfair("played cards", f"{self.where}: seat {seat} plays {words(cards)}, which it does not hold")
        self.hands[seat] = without(self.hands[seat], cards)

    def _seat_went_out(self, _: Json, seat: int) -> None:
        if self.hands[seat] or seat not in self.active:
            raise Unfair("played cards", f"{self.where}: seat {seat} still holds {words(self.hands[seat])}")
        self.active.remove(seat)

    def _seat_resigned(self, data: Json, seat: int) -> None:
        in_deal = self.running and seat in self.active
        held = list(self.hands[seat]) if in_deal else []
        if self.blind and self.blind[0] == seat and in_deal:
            held, self.blind = [*held, self.blind[1]], None
        if (data["act"] is not None) != bool(held):
            claim = "missing act" if held else "added act"
            raise Unfair(
                claim, f"{self.where}: a hand is shuffled when its seat resigns if it has cards; this is {words(held)}"
            )
        if held:
            self._shuffle(data, held, "resigned hand")
        self.resigned.add(seat)
        if in_deal:
            self.active.remove(seat)
            self.hands[seat] = []
            self.stock += data["cards"]
        if len(self.active) > 1 and seat == self.on_turn and self.ask in ("cut", "keep"):
            self.due, self.then = (("seat-asked",), "ask-cut") if self.ask == "cut" else (("stock-shuffled",), "deal")

    def _deal_ended(self, data: Json, _: None) -> None:
        for seat, (shown, held) in enumerate(zip(data["hands"], self.hands, strict=True)):
            if Counter(shown) != Counter(held):
                raise Unfair("shown hands", f"{self.where}: seat {seat} holds {words(held)}, not {words(shown)}")
        self.running = self.refilling = self.dealt = False
        self.winner, self.loser = data["winner"], data["loser"]

    def _deal_lost(self, _: Json, seat: int) -> None:
        self.lost[seat] += 1

    def _seat_eliminated(self, _: Json, seat: int) -> None:
        self.gone.add(seat)

    def _game_ended(self, _: Json, __: None) -> None:
        if self.running:
            raise Unfair("order", f"{self.where}: a deal still runs")
        self.over = True


class Draws:
    """How many cards each draw must have, and who must draw. This follows from the events before and the ruleset.

    The table passes it each event after the up-card. It does not check which seat must draw a penalty that nobody
    accepted, nor whether a fine or a strike was left out. These follow from the rules of play.
    """

    def __init__(self, table: Table) -> None:
        self.table, self.rules = table, table.rules
        self.direction = self.rules.direction
        self.penalty, self.chain, self.taken = 0, "", 0
        self.serving: int | None = None
        """The seat that accepted the live penalty."""
        self.answered = True
        """Whether an event since the penalty was raised may have ended it without a draw."""
        self.dropped = 0
        """A penalty that ended although nobody drew it. Only the end of the deal allows this."""
        self.skip, self.misses = 0, -1
        self.fines = [0] * table.count
        """The fine that waits for the next turn of each seat."""
        self.window = -1
        self.excuses: list[tuple[int, int]] = []
        """Fines that are due at once: seat and cards."""
        self.laid: tuple[int | None, Cards, int | None] = (None, [], None)
        """The seat of the last play, its cards, and the seat that it chose as a target."""
        self.struck: set[int] = set()
        self.claim: tuple[int, str, int | None] | None = None
        self.drawing: tuple[int, str] | None = None
        """Seat and cause of the draw that is not complete yet."""
        self.left: set[int] = set()
        """How many of its cards may still be due, for each rule that it may follow. 0 means that it may be complete."""
        self.replenished = False

    @property
    def short(self) -> bool:
        """Whether more cards must be drawn, and can be drawn."""
        return bool(self.left) and 0 not in self.left and self.table.more

    def follow(self, kind: str, data: Json, seat: int, where: str) -> None:
        """Apply the next event. Raises Unfair if a draw is missing."""
        self.where = where
        if kind == "stock-replenished":
            self.replenished = True
            return
        if kind == "cards-drawn":
            return  # The table calls ``take`` after it has compared the cards with the stock.
        if self.short:
            raise Unfair("drawn cards", f"{where}: {self._one_of(self.left)} more cards must be drawn first")
        if self.dropped and kind != "deal-ended":
            raise Unfair("drawn cards", f"{where}: a penalty of {self.dropped} cards ended, but nobody drew them")
        move = getattr(self, "_" + kind.replace("-", "_"), None)
        if move is not None:
            move(data, seat)
        self.left, self.replenished = set(), False
        self.drawing = None

    def take(self, seat: int, cause: str, count: int) -> None:
        """Let *seat* draw *count* cards. Raises Unfair if another number is due."""
        goes_on = (seat, cause) == self.drawing and self.replenished
        if self.short and not goes_on:
            raise Unfair("drawn cards", f"{self.table.where}: seat {self.drawing and self.drawing[0]} must draw "
                                        f"{self._one_of(self.left)} more cards first")  # fmt: skip
        wanted = self.left - {0} if goes_on else set()
        if not wanted or 0 in self.left:
            wanted |= self._wanted(seat, cause) - {0}
        in_stock = len(self.table.stock)
        self.left = {due - count for due in wanted if min(due, in_stock) == count}
        if not self.left:
            due = self._one_of(wanted) if wanted else "none"
            raise Unfair("drawn cards", f"{self.table.where}: seat {seat} draws {count} cards with the cause {cause}, "
                                        f"but {due} are due and the stock has {in_stock}")  # fmt: skip
        if not goes_on:
            self._note(seat, cause, {one + count for one in self.left})
        if cause == "penalty":
            self.penalty, self.taken = self.penalty - count, self.taken + count
        self.drawing, self.replenished = (seat, cause), False

    @staticmethod
    def _one_of(numbers: set[int]) -> str:
        return " or ".join(map(str, sorted(numbers)))

    def _note(self, seat: int, cause: str, amounts: set[int]) -> None:
        """Note that *seat* has begun this draw, so that the same cause does not count twice."""
        if cause == "strike":
            self.struck.add(seat)
        if cause == "fine":
            used = next((one for one in self.excuses if one[0] == seat and one[1] in amounts), None)
            if used:
                self.excuses.remove(used)

    def _wanted(self, seat: int, cause: str) -> set[int]:
        """Return the numbers of cards of which *seat* may have to draw one."""
        if cause == "own-accord":
            return {1}
        if cause == "penalty":
            return self._penalty_due(seat)
        if cause == "strike":
            return self._strike_due(seat)
        if cause == "fine":
            return self._fines_due(seat)
        raise Unfair("drawn cards", f"{self.table.where}: there is no cause {cause!r}")

    def _penalty_due(self, seat: int) -> set[int]:
        if self.serving is None:
            return {self.penalty}
        if seat != self.serving:
            raise Unfair("drawn cards", f"{self.table.where}: seat {self.serving} accepted the penalty, "
                                        f"but seat {seat} draws")  # fmt: skip
        return {1} if self.penalty and self.taken < self.rules.rescue_among.get(self.chain, 0) else {self.penalty}

    def _strike_due(self, seat: int) -> set[int]:
        by, cards, target = self.laid
        amount, at = self.rules.strike_of(cards)
        whom = {seat}
        if by is not None and target is not None:
            whom = {target}
        elif by is not None and at != "others":
            whom = {self.table.after(by, -self.direction)}
        if seat not in whom or (at == "others" and seat == by) or seat in self.struck:
            raise Unfair("drawn cards", f"{self.table.where}: {words(cards)} does not make seat {seat} draw")
        return {amount}

    def _fines_due(self, seat: int) -> set[int]:
        table, due = self.table, {cards for one, cards in self.excuses if one == seat}
        if self.fines[seat]:
            due.add(self.fines[seat])
        silent = len(table.hands[seat]) == 1 and seat in (table.on_turn, self.window)
        if silent and not (self.rules.fine_waits or self.rules.server_speaks):
            due.add(self.rules.word_fine)
        return due

    def lay(self, seat: int | None, cards: Cards, target: int | None) -> None:
        """Note which *seat* played which *cards*, and the *target* that it chose. *seat* is None for the up-card."""
        self.laid, self.struck, self.answered = (seat, cards, target), set(), True
        if seat is not None:
            self.serving = None

    def _cards_played(self, data: Json, seat: int) -> None:
        self.rescued = self.serving is not None
        self.lay(seat, data["cards"], data["target"])
        self._last_card(seat, data["cards"])

    rescued = False

    def _last_card(self, seat: int, cards: Cards) -> None:
        if len(self.table.hands[seat]) == len(cards) or not self.table.hands[seat]:
            fined = self.rules.out_fine if cards[-1] in self.rules.fined_last else 0
            self.excuses += [(seat, fined), (seat, self.rules.last_fine)]

    def _card_laid_blind(self, data: Json, seat: int) -> None:
        self.claim = seat, data["claim"], data["target"]

    def _claim_stood(self, _: Json, __: int) -> None:
        if self.claim is None:
            raise Unfair("played cards", f"{self.where}: no card lies face down")
        seat, card, target = self.claim
        self.rescued, self.claim = False, None
        self.lay(seat, [card], target)
        if not self.table.hands[seat]:
            self.excuses.append((seat, self.rules.last_fine))
            self.excuses.append((seat, self.rules.out_fine if card in self.rules.fined_last else 0))
        self.table.on_turn = seat

    def _challenged(self, data: Json, seat: int) -> None:
        if data["truthful"]:
            self.excuses.append((seat, self.rules.truth_fine))
            self.misses = seat if data["misses"] else -1
        elif self.claim:
            self.excuses.append((self.claim[0], self.rules.lie_fine))
            self.answered, self.claim = True, None

    def _seat_accused(self, data: Json, seat: int) -> None:
        guilty = data["guilty"]
        if guilty and data["accused"] != self.window:
            raise Unfair("fine", f"{self.where}: seat {data['accused']} cannot be accused now")
        self.excuses.append((data["accused"], self.rules.word_fine) if guilty else (seat, self.rules.false_fine))

    def _announced(self, _: Json, seat: int) -> None:
        self.excuses.append((seat, self.rules.needless_fine))

    def _fine_set(self, data: Json, seat: int) -> None:
        if not data["cards"]:
            if not self.fines[seat] or self.drawing != (seat, "fine"):
                raise Unfair("fine", f"{self.where}: the fine of seat {seat} is not paid")
        elif data["cards"] != self.rules.word_fine or not self.rules.fine_waits:
            raise Unfair("fine", f"{self.where}: the ruleset has no fine of {data['cards']} cards that waits")
        self.fines[seat] = data["cards"]

    def _penalty_raised(self, data: Json, _: Any) -> None:
        before = 0 if self.rescued else self.penalty
        amount = before + self.rules.penalty_of(self.laid[1], stocked=bool(self.table.stock))
        if data["cards"] != amount:
            raise Unfair("penalty", f"{self.where}: {words(self.laid[1])} makes the penalty {amount} cards, "
                                    f"not {data['cards']}")  # fmt: skip
        self.penalty, self.chain, self.taken = amount, data["chain"], 0
        self.serving, self.answered = None, False

    def _accepted(self, _: Json, seat: int) -> None:
        self.serving = seat if self.penalty else None

    def _effect_ended(self, _: Json, __: Any) -> None:
        if self.penalty and self.table.more and not self.answered:
            self.dropped = self.penalty
        self.penalty, self.chain, self.taken, self.serving, self.skip = 0, "", 0, None, 0

    def _turn_began(self, data: Json, seat: int) -> None:
        if self.serving is not None and self.penalty and self.table.more:
            raise Unfair("drawn cards", f"{self.where}: seat {self.serving} accepted a penalty and has not drawn it")
        if self.fines[seat] and data["ask"] == "play" and data["resume"] is None:
            raise Unfair("fine", f"{self.where}: the fine of seat {seat} is not paid")
        self.excuses = []

    def _seat_asked(self, _: Json, __: int) -> None:
        self.excuses = []

    def _window_opened(self, _: Json, seat: int) -> None:
        self.window = seat

    def _window_closed(self, _: Json, __: int) -> None:
        self.window = -1

    def _seat_resigned(self, _: Json, seat: int) -> None:
        self.answered = True
        self.serving = None if self.serving == seat else self.serving
        self.claim = None if self.claim and self.claim[0] == seat else self.claim
        self.window = -1 if self.window == seat else self.window
        self.misses = -1 if self.misses == seat else self.misses

    def _skip_raised(self, data: Json, _: Any) -> None:
        self.skip = data["turns"]

    def _turn_skipped(self, _: Json, seat: int) -> None:
        if not self.skip and self.misses != seat:
            raise Unfair("skipped turn", f"{self.where}: nothing takes the turn of seat {seat} away")
        self.skip, self.misses = max(0, self.skip - 1), -1 if self.misses == seat else self.misses

    def _direction_reversed(self, data: Json, _: Any) -> None:
        self.direction = data["direction"]


def words(cards: Cards) -> str:
    """Return *cards* as text."""
    return " ".join(cards) or "nothing"


def without(cards: Cards, gone: Cards) -> Cards:
    """Return *cards* without one copy of each card in *gone*."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return left


# --- receipts, and what the player kept


class Keys:
    """The public keys of the house, by their ids."""

    def __init__(self, sets: Sequence[Json]) -> None:
        self.by_kid = {key["kid"]: key for one in sets for key in one["keys"]}

    def signs(self, receipt: Json) -> bool | None:
        """Return whether the signature of *receipt* is good, or None if its key is unknown. Raises Unfair."""
        key = self.by_kid.get(receipt["kid"])
        if key is None:
            return None
        jwk = canonical({"crv": key["crv"], "kty": key["kty"], "x": key["x"]})
        if hashlib.sha256(jwk).digest() != of_base64(key["kid"]):
            raise Unfair("key", f"the id {key['kid']} is not the thumbprint of its key (RFC 7638)")
        # `at` is the time of the event. A key may sign it again later, when the key before has been retired.
        ends = key.get("valid_until")
        if ends and instant(receipt["at"]) > instant(ends):
            return False
        if not strong(of_base64(key["x"])):
            raise Unfair("key", f"the key {key['kid']} is weak: anybody can sign with it")
        signed = {field: receipt[field] for field in ("at", "game", "head", "kid", "version")}
        message = b"maumau receipt v1\n" + canonical(signed)
        return verify(of_base64(key["x"]), message, of_base64(receipt["signature"]))


def strong(public: bytes) -> bool:
    """Return whether only the owner of the key *public* can sign with it: it is not a point of small order."""
    point = decode_point(public) if len(public) == 32 else None
    return point is not None and encode_point(times(8, point)) != (1).to_bytes(32, "little")


def instant(text: str) -> float:
    """Return the Unix time of an RFC 3339 time, which must have a zone."""
    at = datetime.fromisoformat(text)
    if at.tzinfo is None:
        raise ValueError(f"{text} has no time zone")
    return at.timestamp()


def of_base64(text: str) -> bytes:
    """Return the bytes of base64url without padding."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def check_receipts(report: Report, evidence: Json, events: list[Json], receipts: list[Any], keys: Keys) -> None:
    """Compare every receipt with the events and with the other receipts."""
    good: dict[int, Json] = {}
    for receipt in receipts:
        version = receipt.get("version") if isinstance(receipt, dict) else None
        name = f"receipt for version {version}"
        signed: list[bool | None] = []

        def compare(receipt: Any = receipt, name: str = name, signed: list[bool | None] = signed) -> None:
            signed.append(signature_of(receipt, name, keys))
            other = good.setdefault(receipt["version"], receipt) if signed[0] else receipt
            if receipt["game"] != evidence["game"]:
                raise Unfair("receipt", f"{name}: it belongs to game {receipt['game']}")
            if other["head"] != receipt["head"]:
                raise Unfair("rewritten", f"{name}: the house signed two different heads")
            check_head(receipt, name, events, "the house signed" if signed[0] else "it has")

        if report.check(f"The {name} belongs to the events shown now.", compare) and signed == [None]:
            report.confirmed.pop()
            report.leave("key", f"The signature of the {name}: you gave no key {receipt['kid']} (--keys).")
    final = evidence.get("receipt")
    if not final:
        report.leave("key", "Whether the house stands by the last event: fairness.json has no receipt of it.")
    if isinstance(final, dict) and final.get("version") != len(events):
        found = f"the receipt in fairness.json is for version {final.get('version')}, not for the last event"
        report.faults.append(f"receipt: {found}")


def signature_of(receipt: Json, name: str, keys: Keys) -> bool | None:
    """Return True for a good signature, and None if its key is unknown. Raises Unfair for a bad one."""
    if not whole(receipt["version"], 1, sys.maxsize):
        raise Unfair("receipt", f"{name}: there is no such version")
    good = keys.signs(receipt)
    if good is False:
        raise Unfair("receipt", f"{name}: the house's key did not make this signature")
    return good


def check_head(receipt: Json, name: str, events: list[Json], who: str) -> None:
    """Check that the *receipt* has the head that the events show now for its version."""
    version = receipt["version"]
    if version > len(events):
        raise Unfair("rewritten", f"{name}: the events shown now end at version {len(events)}. Unless you left out a "
                                  "page of them, events were removed")  # fmt: skip
    if events[version - 1]["hash"] != receipt["head"]:
        raise Unfair("rewritten", f"{name}: {who} another history than the one shown now")


def check_kept(evidence: Json, events: list[Json], kept: Json, lobby: Lobby) -> None:
    """Compare what the player kept with what is shown now."""
    data = events[0]["data"]
    for field, shown in (("game", evidence["game"]), ("commitment", data["commitment"])):
        if field in kept and kept[field] != shown:
            raise Unfair("kept", f"your {field} is {kept[field]}, but the one shown now is {shown}")
    for version, head in kept.get("heads", {}).items():
        number = int(version)
        if number < 1 or number > len(events) or events[number - 1]["hash"] != head:
            raise Unfair("rewritten", f"the head of version {version} is not the one that you kept")
    if "nonce" in kept:
        check_own_nonce(kept["nonce"], kept["seat"], lobby)


def check_own_nonce(nonce: str, seat: int, lobby: Lobby) -> None:
    """Check that the *nonce* that the player kept is the one of their *seat*, open or sealed."""
    sitter = lobby.seats[seat] if whole(seat, 0, len(lobby.seats) - 1) else None
    if sitter is None:
        raise Unfair("kept", f"nobody sits on your seat {seat}")
    if sitter["source"] != "own":
        raise Unfair("kept", f"seat {seat} has no nonce of its own in the events, but you sent one")
    shown = sitter["nonce"]
    if shown and shown != nonce:
        raise Unfair("kept", f"the nonce of your seat is {shown}, not the one that you sent")
    if not shown and sitter["seal"] not in ("", hashlib.sha256(nonce.encode()).hexdigest()):
        raise Unfair("kept", "the seal of your seat is not the seal of the nonce that you kept")


# --- all of it


def check(evidence: Json, events: list[Json], kept: Json | None = None, keys: Sequence[Json] = ()) -> Report:
    """Check a game by its *evidence* (fairness.json), its *events* and what the player *kept*."""
    report, kept = Report(), kept or {}
    lobby = Lobby(evidence)
    if not events or events[0]["type"] != "game-opened":
        report.faults.append("commitment: the first event does not open the game and commit the seed")
        return report
    shown, events = events, list[Json]()
    if not report.check("", lambda: events.extend(map(logged, shown))):
        return report
    if not report.check("", lambda: check_shapes(events)):
        return report
    report.confirmed.clear()
    report.check(
        f"The {len(events)} events form an unbroken chain.",
        lambda: check_chain(events, over=evidence["seed"] is not None),
    )
    known = report.check("This program knows the type of every event.", lambda: check_types(events))
    if known and report.check("The seats were taken in order, and all nonces were fixed before the first card.",
                              lambda: check_lobby(lobby, events)):  # fmt: skip
        report.check("fairness.json and the events have the same commitment and the same nonces.",
                     lambda: check_beside(evidence, lobby))  # fmt: skip
        check_cards(report, evidence, events, lobby)
    report_kept(report, evidence, events, kept, lobby)
    receipts = [*kept.get("receipts", []), *([evidence["receipt"]] if evidence.get("receipt") else [])]
    check_receipts(report, evidence, events, receipts, Keys([*([kept["keys"]] if "keys" in kept else []), *keys]))
    if not kept.get("receipts"):
        report.leave("receipt", "Whether the house rewrote the game: you kept no receipt.")
    if lobby.opened:
        report_choice(report, kept, lobby)
    return report


def report_kept(report: Report, evidence: Json, events: list[Json], kept: Json, lobby: Lobby) -> None:
    """Compare what the player kept, and report what they did not keep."""
    own = sorted({"game", "commitment", "nonce", "heads"} & set(kept))
    if "nonce" in kept and "seat" not in kept:
        kept = {name: value for name, value in kept.items() if name != "nonce"}
        own.remove("nonce")
        report.leave("stranger", "Whether your nonce counted: you did not keep the number of your seat.")
    if own:
        report.check("What you kept is the same as what is shown now: " + ", ".join(own) + ".",
                     lambda: check_kept(evidence, events, kept, lobby))  # fmt: skip
    if not set(own) - {"game"}:
        report.leave("lost", "Whether this is the game that you played: you kept nothing of it.")


def report_choice(report: Report, kept: Json, lobby: Lobby) -> None:
    """Report what the house could choose within the rules of the protocol."""
    sources = [one["source"] if one else None for one in lobby.seats]
    number: Any = kept.get("seat")
    own = lobby.seats[number] if whole(number, 0, len(sources) - 1) else None
    if "own" not in sources:
        report.leave("nobody", "Whether the house chose the seed: no seat had a nonce of its own.")
    elif own is None:
        report.leave("stranger", "Whether you can rely on the nonces: you did not keep one of your own with its seat.")
    elif own["source"] == "house":
        report.leave("house", "Whether the house chose the seed to suit the other nonces: your seat had none.")
    elif "nonce" not in kept:
        report.leave("lost", "Whether your nonce counted: you did not keep it.")
    elif lobby.sealed and own["nonce"] and not was_seen(kept, range(lobby.called_at, own["opened_at"])):
        report.leave("receipt", "Whether the house changed the game when it knew your nonce: you kept neither a "
                                "receipt nor a head from between the call for the nonces and yours.")  # fmt: skip
    if not lobby.sealed:
        report.leave("unsealed", "Whether the house chose the nonce of the seat that was taken last, or the seed to "
                                 "suit the nonce of whoever opened the table: the nonces were not sealed.")  # fmt: skip
    if lobby.voided:
        report.leave("stopped", f"Whether the house stopped the game to start it again: nonces were opened and voided "
                                f"{lobby.voided} times before it began.")  # fmt: skip
    if lobby.reused:
        report.leave("reused", f"Whether somebody chose a nonce to match those of seats {sorted(lobby.reused)}: these "
                               "seats sealed a nonce again that had been open before.")  # fmt: skip


def was_seen(kept: Json, versions: range) -> bool:
    """Return whether the player kept the head, or a receipt, of one of these *versions*."""
    heads, receipts = kept.get("heads"), kept.get("receipts")
    known = [one.get("version") for one in receipts if isinstance(one, dict)] if isinstance(receipts, list) else []
    return any(version in known or (isinstance(heads, dict) and str(version) in heads) for version in versions)


def check_lobby(lobby: Lobby, events: list[Json]) -> None:
    """Follow the seats to the start of the game."""
    for event in events:
        lobby.follow(event)


def check_beside(evidence: Json, lobby: Lobby) -> None:
    """Check that the *evidence* agrees with the events."""
    if evidence["commitment"] != lobby.opened["commitment"]:
        raise Unfair("commitment", "fairness.json has another commitment than the first event")
    if evidence["nonces"] != lobby.nonces:
        raise Unfair("nonce", "fairness.json has other nonces than the events")


def check_cards(report: Report, evidence: Json, events: list[Json], lobby: Lobby) -> None:
    """Check commitment, deck, random acts and cards if the game is over."""
    over = evidence.get("status") == "over" or any(event["type"] == "game-ended" for event in events)
    if evidence["seed"] is None and over:
        report.faults.append("seed: the game is over, but the house does not show the seed")
        return
    if evidence["seed"] is None:
        report.leave("running", "The cards and their order: the game is not over, so the seed is still secret.")
        return
    if lobby.closed:
        report.check("The seed is the one committed in the first event. The table was closed, and no card was dealt.",
                     lambda: lobby.check_seed(evidence["seed"]))  # fmt: skip
        report.leave("unplayed", "The cards: the table was closed before a card was dealt.")
        return
    if not lobby.started:
        report.faults.append("order: the seed is shown, but the events end before the game starts")
        return
    seed, opened_by = evidence["seed"], lobby.opened
    committed = report.check(
        "The seed is the one committed in the first event, for this game, ruleset and number of seats; "
        "the house's nonces follow from it.",
        lambda: lobby.check_seed(seed),
    )
    text = evidence.get("ruleset")
    if text is None:
        report.leave("unread", "The deck and the cards: the ruleset is missing (--ruleset).")
        return
    rules: list[Rules] = []

    def read() -> None:
        if "sha256:" + hashlib.sha256(text.encode()).hexdigest() != opened_by["ruleset"]:
            raise Unfair("ruleset", "this ruleset does not have the hash that the first event names")
        rules.append(Rules(text, opened_by["options"], opened_by["seats"]))

    if report.check("The ruleset is the one that the first event names by its hash.", read) and committed:
        table = Table(rules[0], opened_by["seats"], lambda act: numbers(seed, nonces, f"{evidence['game']}/{act}"))
        nonces = [nonce or "" for nonce in lobby.nonces]
        report.check("", lambda: check_table(table, evidence, events))
        if report.confirmed[-1] == "":
            report.confirmed[-1] = (
                f"The deck is that of the ruleset. All {table.acts} random acts happened once, when they were due, and "
                "with the result that follows from seed and nonces. Every card was dealt and drawn from the top of the "
                "stock, and each draw had the right number of cards."
            )


def check_table(table: Table, evidence: Json, events: list[Json]) -> None:
    """Follow the cards from the start to the end, and compare the acts that the *evidence* lists."""
    started = next((place for place, event in enumerate(events) if event["type"] == "game-started"), len(events))
    for event in events[started:]:
        table.follow(event)
    if not table.over:
        raise Unfair("order", f"the game is over, but the events end with {named(events[-1])}")
    happened = [(event["data"]["act"], event["version"]) for event in events if event["data"].get("act") is not None]
    if [(act["act"], act["version"]) for act in evidence["acts"]] != happened:
        raise Unfair("act", "fairness.json lists other random acts than the events")


KEPT = {"game", "commitment", "seat", "nonce", "heads", "receipts", "keys"}
"""The names that kept.json may have. Others are refused: otherwise a misspelt name would never be checked."""


def main(arguments: list[str]) -> int:
    """Check the files, print the result, and return the exit status."""
    about = "Check that the cards of a Mau-Mau game were shuffled and dealt fairly."
    parser = argparse.ArgumentParser(prog="check_fairness.py", description=about)
    parser.add_argument("evidence", metavar="fairness.json")
    parser.add_argument("events", metavar="events.ndjson")
    for name, what in (("kept", "what you kept while you played"), ("keys", "the house's public keys"),
                       ("ruleset", "the canonical ruleset, if fairness.json does not contain it")):  # fmt: skip
        parser.add_argument(f"--{name}", metavar=f"{name}.json", help=what)
    asked = parser.parse_args(arguments)
    try:
        evidence = strict(Path(asked.evidence).read_text(encoding="utf-8"))
        lines = Path(asked.events).read_text(encoding="utf-8").split("\n")
        events = [strict(line) for line in lines if line.strip()]
        kept = strict(Path(asked.kept).read_text(encoding="utf-8")) if asked.kept else None
        if not isinstance(kept, dict | None) or set(kept or {}) - KEPT:
            raise ValueError(f"{asked.kept} may contain only {', '.join(sorted(KEPT))}")
        keys = [strict(Path(asked.keys).read_text(encoding="utf-8"))] if asked.keys else []
        for path, answers in ((asked.evidence, [evidence]), (asked.events, events), (asked.keys, keys)):
            for problem in filter(is_problem, answers):
                error = f"{path} holds an error answer ({problem['status']} {problem['code']}), no evidence."
                print(printable(f"{error} Download it again, with a valid access token."), file=sys.stderr)
                return 2
        if asked.ruleset:
            evidence["ruleset"] = Path(asked.ruleset).read_text(encoding="utf-8")
        report = check(evidence, events, kept, keys)
    except (OSError, *STRANGE) as error:
        print(printable(f"These files cannot be checked: {type(error).__name__}: {error}"), file=sys.stderr)
        return 2
    for title, found in (
        ("WRONG", report.faults),
        ("CONFIRMED", report.confirmed),
        ("NOT CHECKED", report.unchecked + report.beyond),
    ):
        for line in found:
            print(printable(f"{title}: {line}"))
    verdict, why = VERDICTS[report.reason]
    print(printable(f"VERDICT: {verdict}. {why}"))
    return report.status


def is_problem(answer: Any) -> bool:
    """Return whether *answer* is a problem document (RFC 9457), which the service sends in place of what it refuses."""
    return (
        isinstance(answer, dict)
        and not {"game", "version", "keys"} & set(answer)  # otherwise a house could call its evidence an error
        and whole(answer.get("status"), 400, 599)
        and isinstance(answer.get("code"), str)
    )


def printable(line: str) -> str:
    """Return *line* in ASCII without control characters, so that the house cannot imitate this program."""
    return "".join(sign if " " <= sign <= "~" else ascii(sign)[1:-1] for sign in line[:MOST_CARDS])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
