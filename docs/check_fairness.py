"""Check the chance of a game, without trusting whoever dealt the cards. Needs Python 3.11 and nothing else.

    python check_fairness.py fairness.json events.ndjson [--kept kept.json] [--keys keys.json] [--ruleset ruleset.json]

`fairness.json` is the answer to `/games/{id}/fairness`. `events.ndjson` is the answer to `/games/{id}/events?limit=100`
with `Accept: application/x-ndjson`; append the further pages of a longer game (`&after=` the last version you have).
`kept.json` is what you kept yourself while you played; every field may be missing:

    {"game": "...", "commitment": "...", "seat": 1, "nonce": "...", "heads": {"12": "sha256:..."},
     "receipts": [{"game": ..., "version": ..., "head": ..., "at": ..., "kid": ..., "signature": ...}],
     "keys": {"keys": [...]}}

`keys.json` is the answer to `/keys`. Fetch it when you begin to play, or take it from somebody you trust: a house that
cheats can show you another key afterwards. Normally `fairness.json`
holds the canonical ruleset.

The program prints what it proved, what is wrong, and what it could not check. Its exit status is 0 if it checked
everything that it can check and found nothing wrong, 1 if something is wrong, 2 if the files cannot be read, and 3 if
it found nothing wrong but lacked something to check it all. It never judges the rules of play.

It shares no code with the service. It is one file so that you can read it, keep it, and trust nothing else.
"""

import argparse
import hashlib
import hmac
import json
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


class Unfair(Exception):
    """Something that cannot happen in a fair game: ``claim`` names what it breaks."""

    def __init__(self, claim: str, why: str) -> None:
        super().__init__(f"{claim}: {why}")


class Report:
    """What was found: ``faults`` are wrong, ``proved`` holds, ``unchecked`` was not looked at and why.

    ``beyond`` is what this program never looks at.
    """

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.proved: list[str] = []
        self.unchecked: list[str] = []
        self.beyond = ["Whether the moves follow the rules of play: ask for the game's record and check that."]

    def check(self, proved: str, act: Callable[[], object]) -> bool:
        """Run *act*; note what it *proved*, or the fault that it found. Returns whether there was none."""
        try:
            act()
        except Unfair as fault:
            self.faults.append(str(fault))
            return False
        except (LookupError, TypeError, ValueError, AttributeError, StopIteration) as error:
            self.faults.append(f"malformed: no service tells it so: {type(error).__name__}: {error}")
            return False
        self.proved.append(proved)
        return True

    @property
    def status(self) -> int:
        """The exit status."""
        return 1 if self.faults else 3 if self.unchecked else 0


# --- chance: HMAC-DRBG with SHA-256, NIST SP 800-90A, 10.1.2, never reseeded


def numbers(seed: str, nonces: Sequence[str], act: str) -> Iterator[int]:
    """Yield the generator's numbers of 32 bits for one random *act*, named ``<game>/<number>``."""
    joined = framed(*(nonce.encode() for nonce in nonces))
    key, value = update(bytes(32), b"\x01" * 32, framed(bytes.fromhex(seed), joined, act.encode()))
    while True:
        value = digest(key, value)
        yield int.from_bytes(value[:4], "big")
        key, value = update(key, value, b"")


def framed(*parts: bytes) -> bytes:
    """Return *parts* one after the other, each with its length in front as eight bytes, big-endian."""
    return b"".join(len(part).to_bytes(8, "big") + part for part in parts)


def update(key: bytes, value: bytes, given: bytes) -> tuple[bytes, bytes]:
    """Return key and value after the standard's update with what is *given*."""
    for mark in (b"\x00", b"\x01") if given else (b"\x00",):
        key = digest(key, value + mark + given)
        value = digest(key, value)
    return key, value


def digest(key: bytes, message: bytes) -> bytes:
    """Return the HMAC of *message*."""
    return hmac.new(key, message, hashlib.sha256).digest()


def below(bound: int, drawn: Iterator[int]) -> int:
    """Return a number below *bound*, each equally likely: numbers beyond the last multiple are *drawn* again."""
    limit = 2**32 - 2**32 % bound
    return next(number for number in drawn if number < limit) % bound


def shuffled(cards: Cards, drawn: Iterator[int]) -> Cards:
    """Return *cards* as Fisher and Yates shuffle them, from deck order on."""
    order = sorted(cards, key=DECK_ORDER.index)
    for last in range(len(order) - 1, 0, -1):
        other = below(last + 1, drawn)
        order[last], order[other] = order[other], order[last]
    return order


def commitment_of(seed: str, game: str, ruleset: str, seats: int) -> str:
    """Return the commitment to *seed* for one game: it cannot be used for another one."""
    claims = (b"maumau commitment v1", bytes.fromhex(seed), game.encode(), ruleset.encode(), str(seats).encode())
    return hashlib.sha256(framed(*claims)).hexdigest()


def house_nonce(seed: str, seat: int) -> str:
    """Return the nonce of a *seat* that has none of its own: the seed determines it."""
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
    """Return the point that 32 bytes write (RFC 8032, 5.1.3); None if they write none."""
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
    """Tell whether *signature* is that of *message* under the key *public*."""
    key = decode_point(public) if len(public) == 32 and len(signature) == 64 else None
    scalar = int.from_bytes(signature[32:], "little")
    if key is None or decode_point(signature[:32]) is None or scalar >= L:
        return False
    hashed = hashlib.sha512(signature[:32] + public + message).digest()
    challenge = int.from_bytes(hashed, "little") % L
    negated = (P - key[0], key[1], 1, P - key[3])
    return encode_point(add(times(scalar, BASE), times(challenge, negated))) == signature[:32]


# --- the ruleset: only what decides about the deck, the deal and the random acts


class Rules:
    """What a canonical ruleset says about chance, with its options set, at a table of so many seats."""

    def __init__(self, text: str, options: Json, seats: int) -> None:
        rules = json.loads(text)["rules"]
        knobs = json.loads(json.dumps({key: rules.get(key, {}) for key in ("names", *SECTIONS)}))
        for name in rules["order"]:
            switch = rules["switches"][name]
            overlay(knobs, patch(switch, options.get(name, switch["default"])))
        unknown = set(options) - set(rules["order"])
        if unknown:
            raise Unfair("ruleset", f"the game has options that the ruleset does not know: {sorted(unknown)}")
        self.names = knobs["names"]
        self._compile(knobs, seats)

    def _compile(self, knobs: Json, seats: int) -> None:
        deck, up, cut, start = knobs["deck"], knobs["up_card"], knobs["cut"], knobs["start"]
        ranks = deck["ranks"].split()
        one = [card for card in DECK_ORDER if card[0] in ranks and card != "X"] + ["X"] * deck.get("jokers", 0)
        self.deck = sorted(one * by_seats(deck["count"], seats), key=DECK_ORDER.index)
        self.hand, self.less = by_seats(knobs["deal"]["size"], seats), knobs["deal"].get("less_when_lost", False)
        self.from_dealer = up.get("source", "stock") == "dealer"
        self.refuse, self.refused = self.select(up.get("refuse", "")), up.get("refused", "under")
        self.wild_at_bottom = up.get("wild", "own_suit") == "bottom"
        self.cut, self.cutter = cut.get("kind", "none"), cut.get("cutter", "before_dealer")
        self.special = self.select(cut.get("special", ""))
        self.direction, self.dealer = start.get("direction", 1), start.get("dealer", "rotate")
        self.replenish = knobs["draw"].get("replenish", "needed")
        self.by_deals_lost = knobs["game"].get("end", "single") == "deals_lost"

    def select(self, words: str) -> set[str]:
        """Return the cards that a selector names: ranks, suits, cards, ``any``, names; a minus takes away."""
        found: set[str] = set()
        for word in words.split():
            minus, name = word.startswith("-"), word.removeprefix("-")
            parts = self.names[name[1:]].split() if name.startswith("@") else [name]
            for part in parts:
                cards = {card for card in DECK_ORDER if part in (card, "any") or (card != "X" and part in card)}
                found = found - cards if minus else found | cards
        return found


SECTIONS = ("deck", "cut", "deal", "up_card", "start", "draw", "game")


def by_seats(written: dict[str, int], seats: int) -> int:
    """Return the number for a table of *seats*: that of the largest key not above it."""
    return written[max((key for key in written if int(key) <= seats), key=int)]


def patch(switch: Json, value: Any) -> Json:
    """Return what a switch with this *value* changes."""
    if not switch.get("sets"):
        name = ("on" if value else "off") if isinstance(value, bool) else str(value)
        found: Json = switch.get("values", {}).get(name, {})
        return found
    changed: Any = value
    for key in reversed(switch["sets"].split(".")):
        changed = {key: changed}
    return dict(changed)


def overlay(knobs: Json, changed: Json) -> None:
    """Lay what is *changed* over *knobs*: ``+key`` adds to a list or a text, ``=key`` replaces a table."""
    for key, value in changed.items():
        if key.startswith("+"):
            old = knobs.get(key[1:], type(value)())
            knobs[key[1:]] = f"{old} {value}".strip() if isinstance(value, str) else old + value
        elif isinstance(value, dict) and not key.startswith("="):
            overlay(knobs.setdefault(key, {}), value)
        else:
            knobs[key.removeprefix("=")] = json.loads(json.dumps(value))


# --- the chain


def check_chain(events: list[Json], *, over: bool) -> None:
    """Check that nothing was altered, left out or put in since the hashes were told.

    When the game is *over* every event must tell what it hid.
    """
    before = bytes(32)
    for number, event in enumerate(events, 1):
        if event["version"] != number:
            raise Unfair("chain", f"version {number} should be here, not {named(event)}")
        sealed = of_hex(event["secret_digest"])
        if over and (event["salt"] is None or event["origin"] is None):
            raise Unfair("seal", f"{named(event)}: what was hidden is still not told")
        if over and opened(event) != sealed:
            raise Unfair("seal", f"{named(event)}: what was hidden is not what was sealed")
        public = {field: event[field] for field in ("version", "turn", "type", "schema", "at", "seat")}
        public["data"] = concealed(event["data"], event["private"])
        linked = hashlib.sha256(before + canonical(public) + sealed).digest()
        before = of_hex(event["hash"])
        if linked != before:
            raise Unfair("chain", f"{named(event)}: its hash does not follow from its content and the event before")


def named(event: Json) -> str:
    """Return how an *event* is called in a message."""
    return f"version {event['version']} ({event['type']})"


def opened(event: Json) -> bytes:
    """Return the digest of what was hidden of an *event*, now that it is told."""
    hidden = {field: event["data"][field] for field in event["private"]}
    return hashlib.sha256(bytes.fromhex(event["salt"]) + canonical(hidden) + of_hex(event["origin"])).digest()


def of_hex(text: str) -> bytes:
    """Return the bytes of a hash as it is told."""
    return bytes.fromhex(text.removeprefix("sha256:"))


def canonical(value: Any) -> bytes:
    """Return *value* as it is hashed: JSON with sorted keys and no blanks, in UTF-8."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def concealed(data: Json, private: list[str]) -> Json:
    """Return *data* as everybody saw it while the game ran: cards as their number, other hidden things not at all."""
    public = {field: value for field, value in data.items() if field not in private}
    lists = {field: data[field] for field in private if isinstance(data[field], list)}
    return public | {field: lengths(value) for field, value in lists.items()}


def lengths(hidden: list[Any]) -> Any:
    """Return how many cards there are: of each hand, where there are several."""
    nested = any(isinstance(part, list) for part in hidden)
    return [len(part) if isinstance(part, list) else part for part in hidden] if nested else len(hidden)


# --- before the first card: commitment, seats, nonces


class Lobby:
    """The seats before the game starts. Each method takes one type of event and raises Unfair for what cannot be."""

    def __init__(self, proof: Json) -> None:
        self.proof = proof
        self.opened: Json = {}
        self.seats: list[Json | None] = []
        self.called, self.void = "", False
        self.started = False

    def follow(self, event: Json) -> None:
        """Take the next *event*."""
        move = getattr(self, "_" + event["type"].replace("-", "_"), None)
        if (move is None) != self.started and event["type"] != "game-opened":
            when = "after the start" if self.started else "before the start"
            raise Unfair("order", f"{named(event)} cannot happen {when}")
        if move is not None:
            if self.void and event["type"] not in ("nonces-voided", "seat-forfeited"):
                raise Unfair("sealed nonces", f"{named(event)}: nonces that were opened count although a seat is gone")
            move(event["data"], event["seat"])

    def _game_opened(self, data: Json, _: None) -> None:
        if self.opened:
            raise Unfair("order", "the game is opened twice")
        self.opened, self.seats = data, [None] * data["seats"]
        self.sealed = bool(data["terms"].get("sealed"))
        if data["game"] != self.proof["game"]:
            raise Unfair("game", f"these are the events of game {data['game']}, not of {self.proof['game']}")

    def _seat_taken(self, data: Json, seat: int) -> None:
        if self.seats[seat] is not None:
            raise Unfair("seats", f"seat {seat} is taken twice")
        self.called = ""
        source, bot = data["nonce_source"], data["bot"]
        if source not in ("own", "house") or (bot and source == "own"):
            raise Unfair("nonce", f"seat {seat} has a nonce of source {source!r}")
        if (source == "own" and self.sealed) != bool(data["seal"]) or bool(data["nonce"]) == bool(data["seal"]):
            raise Unfair("nonce", f"seat {seat} must have {'a sealed' if self.sealed else 'an open'} nonce")
        self.seats[seat] = {"source": source, "seal": data["seal"], "nonce": data["nonce"]}

    def _seat_left(self, _: Json, seat: int) -> None:
        self._sitter(seat)
        self.seats[seat] = None
        self.void = self.called == "open" and bool(self._opened())

    def _seat_forfeited(self, data: Json, seat: int) -> None:
        sitter = self._sitter(seat)
        if not self.called or sitter["source"] != "own" or sitter["nonce" if self.called == "open" else "seal"]:
            raise Unfair("sealed nonces", f"seat {seat} lost its place although it did what it was asked for")
        self._seat_left(data, seat)

    def _nonces_called(self, data: Json, _: None) -> None:
        wanted = [seat for seat, one in enumerate(self.seats) if one and one["source"] == "own"]
        unsealed = [seat for seat in wanted if not (self.seats[seat] or {})["seal"]]
        due = ("seal", unsealed) if unsealed else ("open", wanted)
        if not self.sealed or None in self.seats or (data["ask"], data["seats"]) != due:
            raise Unfair("sealed nonces", "nonces are called for before every seat is taken and sealed")
        self.called = data["ask"]

    def _nonce_sealed(self, data: Json, seat: int) -> None:
        if self._sitter(seat)["seal"] or self.called == "open":
            raise Unfair("sealed nonces", f"seat {seat} changes its seal")
        self._sitter(seat)["seal"] = data["seal"]

    def _nonce_opened(self, data: Json, seat: int) -> None:
        sitter = self._sitter(seat)
        if self.called != "open" or None in self.seats or sitter["nonce"]:
            raise Unfair("sealed nonces", f"seat {seat} opens its nonce when nobody asked for it")
        if hashlib.sha256(data["nonce"].encode()).hexdigest() != sitter["seal"]:
            raise Unfair("sealed nonces", f"seat {seat} opens another nonce than it sealed")
        sitter["nonce"] = data["nonce"]

    def _nonces_voided(self, data: Json, _: None) -> None:
        if not self.void or data["seats"] != self._opened():
            raise Unfair("sealed nonces", f"the nonces of seats {data['seats']} are voided, but not for a seat gone")
        for seat in data["seats"]:
            self._sitter(seat).update(seal="", nonce="")
        self.called, self.void = "", False

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
        """The nonces by seats; None where nobody sits or none is open yet."""
        return [one["nonce"] or None if one else None for one in self.seats]

    def check_seed(self, seed: str) -> None:
        """Check, once the *seed* is told, that it was committed and that the house's nonces follow from it."""
        data = self.opened
        if commitment_of(seed, self.proof["game"], data["ruleset"], data["seats"]) != data["commitment"]:
            raise Unfair("commitment", "the seed is not the one that was committed for this game, ruleset and table")
        if data["seed"] != seed:
            raise Unfair("seed", "the events tell another seed than the proof")
        for seat, one in enumerate(self.seats):
            if one and one["source"] == "house" and one["nonce"] != house_nonce(seed, seat):
                raise Unfair("house nonce", f"the house's nonce on seat {seat} does not follow from the seed")


# --- the table: every card, from the first event of a deal to the last

KNOWN = frozenset({
    "accepted", "announced", "believed", "card-laid-blind", "card-offered", "cards-dealt", "cards-drawn", "cards-kept",
    "cards-played", "challenged", "claim-stood", "deal-began", "deal-ended", "deal-lost", "deal-scored",
    "deal-stalled", "declined", "direction-reversed", "effect-ended", "fine-set", "game-ended", "game-opened",
    "game-started", "nonce-opened", "nonce-sealed", "nonces-called", "nonces-voided", "passed", "penalty-raised",
    "seat-accused", "seat-asked", "seat-eliminated", "seat-forfeited", "seat-left", "seat-resigned", "seat-taken",
    "seat-waits", "seat-went-out", "skip-raised", "stock-cut", "stock-replenished", "stock-shuffled", "time-ran-out",
    "turn-began", "turn-skipped", "up-card-named", "up-card-put-back", "up-card-turned", "window-closed",
    "window-opened",
})  # fmt: skip
"""Every type of event of a game. One that is not here might hide a random act or move a card."""

HAS_ACT = ("game-started", "stock-shuffled", "stock-replenished", "seat-resigned")
IN_PLAY = ("card-laid-blind", "cards-drawn", "cards-played", "challenged", "claim-stood", "stock-replenished")
"""What moves cards, and happens only between the up-card and the end of a deal."""
QUIET = ("announced", "deal-stalled")
"""What may be told between a play that needs the discards as new stock, and their shuffle."""
LOOKED = 4
"""How many cards a cut looks at."""


def check_types(events: list[Json]) -> None:
    """Check that every event is of a type that is known here, and that only random acts have numbers."""
    for event in events:
        if event["type"] not in KNOWN:
            raise Unfair("event type", f"{named(event)} is of a type that is not known here")
        if "act" in event["data"] and event["type"] not in HAS_ACT:
            raise Unfair("act", f"{named(event)} is no random act")


class Table:
    """Where the cards lie. Each method takes one type of event and raises Unfair for what chance and deck forbid.

    ``due`` is what must happen next: so no random act can be left out, and none can be put in.
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
        self.turn: int | None = None
        self.ask = self.then = ""

    def follow(self, event: Json) -> None:
        """Take the next *event*."""
        kind, data = event["type"], event["data"]
        where = named(event)
        if self.over:
            raise Unfair("order", f"{where} comes after the end of the game")
        if self.due and kind not in self.due:
            raise Unfair("missing act" if "shuffled" in "".join(self.due) or "replenished" in "".join(self.due)
                         else "order", f"{where}: {' or '.join(self.due)} must come here")  # fmt: skip
        if kind in ("stock-shuffled", "up-card-put-back", "cards-dealt", "up-card-turned") and not self.due:
            raise Unfair("added act", f"{where}: the rules ask for no such thing here")
        if self.refilling and kind not in (*QUIET, "stock-replenished"):
            raise Unfair("missing act", f"{where}: the discards must be shuffled into the stock before")
        if kind in IN_PLAY and not (self.running and self.dealt):
            raise Unfair("order", f"{where}: no deal is being played")
        self.where, self.due = where, ()
        move = getattr(self, "_" + kind.replace("-", "_"), None)
        if move is not None:
            move(data, event["seat"])

    def _act(self, data: Json) -> Iterator[int]:
        """Return the numbers of the next random act, which must be the one that *data* tells."""
        self.acts += 1
        if data["act"] != self.acts:
            raise Unfair("act", f"{self.where}: random act {self.acts} should be here, not {data['act']}")
        return self.chance(self.acts)

    def _shuffle(self, data: Json, lay: Cards, claim: str) -> None:
        """Check that the cards that *lay* there, and no others, came in the order of the next random act."""
        if Counter(data["cards"]) != Counter(lay):
            raise Unfair(claim, f"{self.where}: {words(data['cards'])} were shuffled, but {words(lay)} lay there")
        follows = shuffled(lay, self._act(data))
        if data["cards"] != follows:
            raise Unfair("shuffle", f"{self.where}: from seed and nonces follows {words(follows)}, "
                                    f"not {words(data['cards'])}")  # fmt: skip

    def _game_started(self, data: Json, _: None) -> None:
        self.dealer = below(self.count, self._act(data))
        if data["dealer"] != self.dealer:
            raise Unfair("lot", f"{self.where}: the lot makes seat {self.dealer} the dealer, not {data['dealer']}")
        self.due = ("deal-began",)

    def _deal_began(self, data: Json, _: None) -> None:
        seats = [seat for seat in range(self.count) if seat not in self.gone | self.resigned]
        dealer = self._next_dealer(seats) if self.deals else self.dealer
        told = (data["deal"], data["dealer"], data["direction"], data["seats"])
        if self.running or told != (self.deals + 1, dealer, self.rules.direction, seats):
            raise Unfair("deal order", f"{self.where}: deal {self.deals + 1} is dealt by seat {dealer} to {seats}, "
                                       f"not as told: {told}")  # fmt: skip
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
        self.turn, self.ask, self.then = seat, data["ask"], ""

    def _turn_began(self, _: Json, seat: int) -> None:
        self.turn, self.ask = seat, ""

    def _stock_cut(self, data: Json, seat: int) -> None:
        places = [position - 1 for position in data["positions"]]
        run = self.rules.cut == "run"
        if (self.ask, self.turn) != ("cut", seat) or len(places) != (1 if run else LOOKED) or min(places) < 0:
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
        if (self.ask, self.turn) != ("keep", seat) or Counter(list[str](data["cards"])) - Counter(row):
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
            raise Unfair("dealt cards", f"{self.where}: one by one the stock gives {hands}, not {data['hands']}")
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
        if data["cause"] == "own-accord" and seat != self.turn:
            raise Unfair("drawn cards", f"{self.where}: seat {self.turn} is on turn, but seat {seat} draws")
        if not cards and (self.stock or (self.rules.replenish != "never" and len(self.discards) > 1)):
            raise Unfair("missing act", f"{self.where}: nothing is drawn although cards are left")
        if len(cards) > len(self.stock):
            raise Unfair("missing act", f"{self.where}: {len(cards)} cards are drawn, but {len(self.stock)} are left")
        if cards != self.stock[: len(cards)]:
            raise Unfair("drawn cards", f"{self.where}: {words(cards)} are drawn, but on top lay "
                                        f"{words(self.stock[: len(cards)])}")  # fmt: skip
        self.stock = self.stock[len(cards) :]
        self.hands[seat] += cards
        self._refill()

    def _refill(self) -> None:
        """Note whether the stock must be refilled before anything else happens."""
        self.refilling = self.rules.replenish == "at_once" and not self.stock and len(self.discards) > 1

    def _stock_replenished(self, data: Json, _: None) -> None:
        if self.rules.replenish == "never" or self.stock or len(self.discards) < 2:
            raise Unfair("added act", f"{self.where}: the stock is not to be replenished here")
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
            raise Unfair("played cards", f"{self.where}: {laid} was laid face down, not {data['card']}")
        if not data["true"]:
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
            raise Unfair("played cards", f"{self.where}: seat {seat} lays {words(cards)}, which it does not hold")
        self.hands[seat] = without(self.hands[seat], cards)

    def _seat_went_out(self, _: Json, seat: int) -> None:
        if self.hands[seat] or seat not in self.active:
            raise Unfair("played cards", f"{self.where}: seat {seat} still holds {words(self.hands[seat])}")
        self.active.remove(seat)

    def _seat_resigned(self, data: Json, seat: int) -> None:
        held = list(self.hands[seat]) if seat in self.active else []
        if self.blind and self.blind[0] == seat and seat in self.active:
            held, self.blind = [*held, self.blind[1]], None
        if (data["act"] is not None) != bool(held):
            claim = "missing act" if held else "added act"
            raise Unfair(
                claim, f"{self.where}: the hand {words(held)} of who resigns is shuffled exactly if it has cards"
            )
        if held:
            self._shuffle(data, held, "resigned hand")
        self.resigned.add(seat)
        if seat in self.active:
            self.active.remove(seat)
            self.hands[seat] = []
            self.stock += data["cards"]
        if len(self.active) > 1 and seat == self.turn and self.ask in ("cut", "keep"):
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


def words(cards: Cards) -> str:
    """Return *cards* in a line."""
    return " ".join(cards) or "nothing"


def without(cards: Cards, gone: Cards) -> Cards:
    """Return *cards* less one copy of each of those that are *gone*."""
    left = list(cards)
    for card in gone:
        left.remove(card)
    return left


# --- receipts, and what the player kept


class Keys:
    """The public keys of the house, by their thumbprints."""

    def __init__(self, sets: Sequence[Json]) -> None:
        self.by_kid = {key["kid"]: key for one in sets for key in one["keys"]}

    def signs(self, receipt: Json) -> bool | None:
        """Tell whether the signature of *receipt* is good; None where its key is not known. Raises Unfair."""
        key = self.by_kid.get(receipt["kid"])
        if key is None:
            return None
        told = canonical({"crv": key["crv"], "kty": key["kty"], "x": key["x"]})
        if hashlib.sha256(told).digest() != of_base64(key["kid"]):
            raise Unfair("key", f"the thumbprint {key['kid']} is not that of its key (RFC 7638)")
        begins, ends = key.get("valid_from"), key.get("valid_until")
        if (begins and instant(receipt["at"]) < instant(begins)) or (ends and instant(receipt["at"]) > instant(ends)):
            return False
        signed = {field: receipt[field] for field in ("at", "game", "head", "kid", "version")}
        message = b"maumau receipt v1\n" + canonical(signed)
        return verify(of_base64(key["x"]), message, of_base64(receipt["signature"]))


def instant(text: str) -> float:
    """Return the seconds of an instant by RFC 3339."""
    return datetime.fromisoformat(text).timestamp()


def of_base64(text: str) -> bytes:
    """Return the bytes of base64url without padding."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def check_receipts(report: Report, proof: Json, events: list[Json], receipts: list[Json], keys: Keys) -> None:
    """Compare every receipt with the events and with the other receipts."""
    good: dict[int, Json] = {}
    for receipt in receipts:
        name = f"receipt for version {receipt['version']}"
        signed: list[bool | None] = []

        def judge(receipt: Json = receipt, name: str = name, signed: list[bool | None] = signed) -> None:
            signed.append(keys.signs(receipt))
            if signed[0] is False:
                raise Unfair("receipt", f"{name}: the signature is not one of the house's key")
            other = good.setdefault(receipt["version"], receipt) if signed[0] else receipt
            if receipt["game"] != proof["game"]:
                raise Unfair("receipt", f"{name}: it is one of game {receipt['game']}")
            if other["head"] != receipt["head"]:
                raise Unfair("rewritten", f"{name}: the house signed two different heads")
            lies = events[receipt["version"] - 1]["hash"] if receipt["version"] <= len(events) else None
            if lies != receipt["head"]:
                proves = "the house signed another history" if signed[0] else "it tells another history"
                raise Unfair("rewritten", f"{name}: {proves} than the one shown now")

        if report.check(f"The {name} is that of the events shown now.", judge) and signed == [None]:
            report.proved.pop()
            report.unchecked.append(
                f"The signature of the {name}: the key {receipt['kid']} is not among the keys given."
            )
    final = proof.get("receipt")
    if final and final["version"] != len(events):
        report.faults.append(f"receipt: the proof's receipt is for version {final['version']}, not for the last event")


def check_kept(proof: Json, events: list[Json], kept: Json, nonces: list[str | None]) -> None:
    """Compare what the player kept with what is told now."""
    data = events[0]["data"]
    for field, told in (("game", proof["game"]), ("commitment", data["commitment"])):
        if field in kept and kept[field] != told:
            raise Unfair("kept", f"your {field} is {kept[field]}, but {told} is told now")
    for version, head in kept.get("heads", {}).items():
        if int(version) > len(events) or events[int(version) - 1]["hash"] != head:
            raise Unfair("rewritten", f"the head of version {version} is not the one that you kept")
    if "nonce" in kept and kept["nonce"] != nonces[kept["seat"]]:
        raise Unfair("kept", f"the nonce of your seat is {nonces[kept['seat']]}, not the one that you gave")


# --- all of it


def check(proof: Json, events: list[Json], kept: Json | None = None, keys: Sequence[Json] = ()) -> Report:
    """Return what can be said about a game from its *proof*, its *events* and what the player *kept*."""
    report, kept = Report(), kept or {}
    lobby = Lobby(proof)
    if not events or events[0]["type"] != "game-opened":
        report.faults.append("commitment: the first event must open the game and commit the seed")
        return report
    report.check(
        f"The {len(events)} events form an unbroken chain.", lambda: check_chain(events, over=proof["seed"] is not None)
    )
    known = report.check("Every event is of a type that is known here.", lambda: check_types(events))
    if known and report.check("Seats and nonces are in order, and the nonces were closed before the first card.",
                              lambda: check_lobby(lobby, events)):  # fmt: skip
        report.check("The proof tells the commitment and the nonces of the events.", lambda: check_beside(proof, lobby))
        check_cards(report, proof, events, lobby)
    own = sorted({"game", "commitment", "nonce", "heads"} & set(kept))
    if own:
        report.check("What you kept is what is told now: " + ", ".join(own) + ".",
                     lambda: check_kept(proof, events, kept, lobby.nonces))  # fmt: skip
    else:
        report.unchecked.append("Whether this is the game that you saw while it was played: you kept nothing of it.")
    receipts = [*kept.get("receipts", []), *([proof["receipt"]] if proof.get("receipt") else [])]
    check_receipts(report, proof, events, receipts, Keys([*([kept["keys"]] if "keys" in kept else []), *keys]))
    if not kept.get("receipts"):
        report.unchecked.append("Whether the house rewrote the game: you kept no receipt to compare it with.")
    if lobby.opened and not lobby.sealed:
        report.unchecked.append("Whether the house chose the nonce of the seat that was taken last: "
                                "the nonces were not sealed.")  # fmt: skip
    return report


def check_lobby(lobby: Lobby, events: list[Json]) -> None:
    """Follow the seats to the start of the game."""
    for event in events:
        lobby.follow(event)


def check_beside(proof: Json, lobby: Lobby) -> None:
    """Check that the *proof* tells what the events tell."""
    if proof["commitment"] != lobby.opened["commitment"]:
        raise Unfair("commitment", "the proof tells another one than the first event")
    if proof["nonces"] != lobby.nonces:
        raise Unfair("nonce", "the seats have other nonces than the proof tells")


def check_cards(report: Report, proof: Json, events: list[Json], lobby: Lobby) -> None:
    """Check commitment, deck, random acts and cards, as far as the game is over."""
    if proof["seed"] is None and any(event["type"] == "game-ended" for event in events):
        report.faults.append("seed: the game is over, but the house does not tell the seed")
        return
    if proof["seed"] is None:
        report.unchecked.append("The cards and their order: the game is not over, so the seed is not told yet.")
        return
    seed, opened_by = proof["seed"], lobby.opened
    committed = report.check(
        "The seed is the one committed in the first event, for this game, ruleset and number of seats; "
        "the house's nonces follow from it.",
        lambda: lobby.check_seed(seed),
    )
    text = proof.get("ruleset")
    if text is None:
        report.unchecked.append("The deck and the cards: the ruleset is missing (--ruleset).")
        return
    rules: list[Rules] = []

    def read() -> None:
        if "sha256:" + hashlib.sha256(text.encode()).hexdigest() != opened_by["ruleset"]:
            raise Unfair("ruleset", "this is not the ruleset that the first event names by its hash")
        rules.append(Rules(text, opened_by["options"], opened_by["seats"]))

    if report.check("The ruleset is the one that the first event names by its hash.", read) and committed:
        table = Table(rules[0], opened_by["seats"], lambda act: numbers(seed, nonces, f"{proof['game']}/{act}"))
        nonces = [nonce or "" for nonce in lobby.nonces]
        report.check("", lambda: check_table(table, proof, events, lobby))
        if report.proved[-1] == "":
            report.proved[-1] = (
                f"The deck is that of the ruleset. All {table.acts} random acts happened when they were due, once, as "
                "seed and nonces determine; every card was dealt and drawn from the top of the stock."
            )


def check_table(table: Table, proof: Json, events: list[Json], lobby: Lobby) -> None:
    """Follow the cards from the start to the end, and compare the acts that the *proof* lists."""
    started = next((place for place, event in enumerate(events) if event["type"] == "game-started"), len(events))
    for event in events[started:]:
        table.follow(event)
    if lobby.started and not table.over:
        raise Unfair("order", f"the game is over, but the events end with {named(events[-1])}")
    happened = [(event["data"]["act"], event["version"]) for event in events if event["data"].get("act") is not None]
    if [(act["act"], act["version"]) for act in proof["acts"]] != happened:
        raise Unfair("act", "the proof lists other random acts than the events")


def main(arguments: list[str]) -> int:
    """Check the files and print the findings; return the exit status."""
    parser = argparse.ArgumentParser(prog="check_fairness.py", description="Check the chance of a Mau-Mau game.")
    parser.add_argument("proof", metavar="fairness.json")
    parser.add_argument("events", metavar="events.ndjson")
    for name, what in (("kept", "what you kept while you played"), ("keys", "the house's public keys"),
                       ("ruleset", "the canonical ruleset, if fairness.json lacks it")):  # fmt: skip
        parser.add_argument(f"--{name}", metavar=f"{name}.json", help=what)
    asked = parser.parse_args(arguments)
    try:
        proof = json.loads(Path(asked.proof).read_text(encoding="utf-8"))
        if asked.ruleset:
            proof["ruleset"] = Path(asked.ruleset).read_text(encoding="utf-8")
        lines = Path(asked.events).read_text(encoding="utf-8").splitlines()
        kept = json.loads(Path(asked.kept).read_text(encoding="utf-8")) if asked.kept else None
        keys = [json.loads(Path(asked.keys).read_text(encoding="utf-8"))] if asked.keys else []
        report = check(proof, [json.loads(line) for line in lines if line], kept, keys)
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        print(f"These files cannot be checked: {type(error).__name__}: {error}", file=sys.stderr)
        return 2
    for title, found in (
        ("WRONG", report.faults),
        ("PROVED", report.proved),
        ("NOT CHECKED", report.unchecked + report.beyond),
    ):
        for line in found:
            print(f"{title}: {line}")
    return report.status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
