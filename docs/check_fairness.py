"""Check that nobody tampered with the chance of a game that is over. Needs Python and nothing else.

    python check_fairness.py fairness.json [events.ndjson]

`fairness.json` is the answer to `/games/{id}/fairness`, `events.ndjson` that to `/games/{id}/events?limit=100` with
`Accept: application/x-ndjson`; longer games have more pages, to be appended (`&after=` the last version that you have).

What it proves from `fairness.json` alone:

- the seed is the one whose hash was published before anybody sat down;
- every random act, be it a lot or a shuffle, follows from that seed and from the nonces of all seats, so that no act
  was tried again until it pleased, and none was left out.

And with the events, which are the game itself as the service recorded it:

- nothing was altered, taken out or put in: the hashes form a chain, and what was hidden is what was sealed then;
- seed, nonces and acts are those of that game; the seed was committed first, the nonces closed before the first act;
- the service gave its bots the nonces that follow from the seed, so that it could not try several;
- the cards came as they were shuffled: from the top of the stock, and only the cards went in that lay there.

It shares no code with the service, so read it; the whole of it is arithmetic and bookkeeping. It is one file, however
long, so that it can be taken along and nothing else must be trusted.
"""

import hashlib
import hmac
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Json = dict[str, Any]
Cards = list[str]

RANKS, SUITS = "23456789TJQKA", "SHDC"
DECK_ORDER = [rank + suit for rank in RANKS for suit in SUITS] + ["X"]
ACTS = {
    "game-started": "lot",
    "stock-shuffled": "shuffle",
    "stock-replenished": "replenishing",
    "seat-resigned": "resigned-hand",
}


# --- chance: HMAC-DRBG with SHA-256, NIST SP 800-90A, 10.1.2, never reseeded


def numbers(entropy: bytes, nonce: bytes, personalization: bytes) -> Iterator[int]:
    """Yield the generator's numbers of 32 bits: each from a call of its own."""
    key, value = update(bytes(32), b"\x01" * 32, entropy + nonce + personalization)
    while True:
        value = digest(key, value)
        yield int.from_bytes(value[:4], "big")
        key, value = update(key, value, b"")


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
    """Return a number below *bound*, each equally likely: what would weigh too much is *drawn* again."""
    limit = 2**32 - 2**32 % bound
    return next(number for number in drawn if number < limit) % bound


def shuffled(cards: Cards, drawn: Iterator[int]) -> Cards:
    """Return *cards* as Fisher and Yates shuffle them, from deck order on."""
    order = sorted(cards, key=DECK_ORDER.index)
    for last in range(len(order) - 1, 0, -1):
        other = below(last + 1, drawn)
        order[last], order[other] = order[other], order[last]
    return order


# --- what `fairness.json` says


def check(proof: Json) -> Iterator[str]:
    """Yield what is wrong with a *proof*: nothing where all is well."""
    if proof["seed"] is None:
        yield "the seed is not told yet: the game is not over"
        return
    if hashlib.sha256(bytes.fromhex(proof["seed"])).hexdigest() != proof["commitment"]:
        yield "seed: it is not the one that was committed"
    if not all(proof["nonces"]):
        yield f"nonces: there is a seat without one: {proof['nonces']}"
    numbered = [act["act"] for act in proof["acts"]]
    if numbered != [*range(1, len(numbered) + 1)]:
        yield f"acts: they are not numbered 1, 2, 3 …: {numbered}"
    if [act["kind"] for act in proof["acts"]].count("lot") != (1 if numbered else 0):
        yield "acts: there is not one lot"
    for act in proof["acts"]:
        yield from check_act(proof, act)


def check_act(proof: Json, act: Json) -> Iterator[str]:
    """Yield what is wrong with one random *act* of a *proof*."""
    name = f"act {act['act']} ({act['kind']}, version {act['version']})"
    nonces = "".join(nonce or "" for nonce in proof["nonces"])
    drawn = numbers(bytes.fromhex(proof["seed"]), nonces.encode(), f"{proof['game']}/{act['act']}".encode())
    is_lot = act["kind"] == "lot"
    follows: Any = below(len(proof["nonces"]), drawn) if is_lot else shuffled(act["input"], drawn)
    if follows != came_of(act):
        yield f"{name}: from seed and nonces follows {follows}, not {came_of(act)}"
    if not is_lot and len(act["input"]) != act["count"]:
        yield f"{name}: {act['count']} cards are told, {len(act['input'])} went in"


def came_of(act: Json) -> Any:
    """Return a seat, for a lot, or the order of the cards."""
    return act["seat"] if act["kind"] == "lot" else act["outcome"]


# --- what the events say


def check_events(proof: Json, events: list[Json]) -> Iterator[str]:
    """Yield what is wrong with the *events* of a game, by themselves and beside its *proof*."""
    yield from check_chain(events)
    yield from check_beside(proof, events)
    table = Table()
    if events[-1]["type"] != "game-ended":
        yield f"events: the game is over, but they end with version {events[-1]['version']} ({events[-1]['type']})"
    for event in events:
        if fault := table.follow(event):
            yield f"version {event['version']} ({event['type']}): {fault}"


def check_chain(events: list[Json]) -> Iterator[str]:
    """Yield where the chain breaks, or what was hidden is not what was sealed."""
    before = bytes(32)
    for number, event in enumerate(events, 1):
        name = f"version {event['version']} ({event['type']})"
        if event["version"] != number:
            yield f"{name}: version {number} should be here"
            return
        sealed = bytes.fromhex(event["secret_digest"].removeprefix("sha256:"))
        hidden = {field: event["data"][field] for field in event["private"]}
        origin = bytes.fromhex(event["origin"].removeprefix("sha256:"))
        if hashlib.sha256(bytes.fromhex(event["salt"]) + canonical(hidden) + origin).digest() != sealed:
            yield f"{name}: what was hidden is not what was sealed"
        public = {field: event[field] for field in ("version", "turn", "type", "schema", "at", "seat")}
        public["data"] = concealed(event["data"], event["private"])
        linked = hashlib.sha256(before + canonical(public) + sealed).digest()
        before = bytes.fromhex(event["hash"].removeprefix("sha256:"))
        if linked != before:
            yield f"{name}: its hash does not follow from the event before and from its own content"


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


def check_beside(proof: Json, events: list[Json]) -> Iterator[str]:
    """Yield what is told otherwise in the *proof* than in the *events*."""
    opened = events[0]
    if opened["type"] != "game-opened":
        yield "version 1: it does not open the game, so the seed was not committed first"
        return
    for field in ("commitment", "seed"):
        if opened["data"][field] != proof[field]:
            yield f"{field}: the game was opened with another one"
    if nonces_of(events) != proof["nonces"]:
        yield "nonces: the seats were taken with others"
    yield from check_bots(proof["seed"], events)
    told = [(act["act"], act["kind"], act["version"], came_of(act)) for act in proof["acts"]]
    happened = [
        (event["data"]["act"], ACTS.get(event["type"]), event["version"], outcome(event))
        for event in events
        if event["data"].get("act") is not None
    ]
    if told != happened:
        extra = [entry for entry in happened if entry not in told] or [entry for entry in told if entry not in happened]
        yield f"acts: those of the proof are not those of the game: {extra[:1] or 'another order'}"


def check_bots(seed: str, events: list[Json]) -> Iterator[str]:
    """Yield that a bot's nonce is not HMAC-SHA256(seed, "nonce/<seat>")."""
    for event in events:
        if event["type"] == "seat-taken" and event["data"]["bot"]:
            follows = hmac.digest(bytes.fromhex(seed), f"nonce/{event['seat']}".encode(), "sha256").hex()
            if event["data"]["nonce"] != follows:
                yield f"nonces: from the seed follows another one for the bot on seat {event['seat']}"


def nonces_of(events: list[Json]) -> list[str | None]:
    """Return the nonces of the seats as they were when the game started."""
    nonces: list[str | None] = [None] * events[0]["data"]["seats"]
    for event in events:
        if event["type"] == "game-started":
            break
        if event["type"] in ("seat-taken", "seat-left"):
            nonces[event["seat"]] = event["data"].get("nonce")
    return nonces


def outcome(event: Json) -> Any:
    """Return what came of a random act."""
    return event["data"]["dealer"] if event["type"] == "game-started" else event["data"]["cards"]


class Table:
    """Where the cards lie. Each method moves those of one type of event, and returns what cannot be, or nothing."""

    def __init__(self) -> None:
        self.deck: Cards = []
        self._deal_began({}, 0)

    def follow(self, event: Json) -> str:
        """Move the cards of *event*; return what is wrong with it."""
        move = getattr(self, "_" + event["type"].replace("-", "_"), None)
        return str(move(event["data"], event["seat"])) if move else ""

    def _deal_began(self, _: Json, __: int) -> str:
        self.stock, self.discards = list(self.deck), list[str]()
        self.hands: dict[int, Cards] = {}
        self.blind: dict[int, Cards] = {}
        return ""

    def _stock_shuffled(self, data: Json, _: int) -> str:
        lay, self.stock = self.stock or data["cards"], list(data["cards"])
        self.deck = self.deck or data["cards"]
        return differs(data["cards"], lay, "shuffled")

    def _stock_cut(self, data: Json, _: int) -> str:
        places = [position - 1 for position in data["positions"]]
        run = self.stock[places[0] : places[0] + len(data["cards"])]
        lay = run if len(places) == 1 else [self.stock[place] for place in places]
        return differs(data["cards"], lay, "looked at")

    def _cards_kept(self, data: Json, seat: int) -> str:
        fault = differs(data["cards"], self.stock, "kept", part=True)
        self.stock = without(self.stock, data["cards"])
        self._hand(seat).extend(data["cards"])
        return fault

    def _cards_dealt(self, data: Json, _: int) -> str:
        dealt = [card for hand in data["hands"] for card in hand]
        top, self.stock = self.stock[: len(dealt)], self.stock[len(dealt) :]
        for seat, hand in enumerate(data["hands"]):
            self._hand(seat).extend(hand)
        return differs(dealt, top, "dealt")

    def _up_card_turned(self, data: Json, _: int) -> str:
        self.discards.append(data["card"])
        return self._off_the_top([data["card"]])

    def _up_card_put_back(self, data: Json, _: int) -> str:
        self.stock.append(data["card"])
        return differs([data["card"]], [self.discards.pop()], "put back")

    def _cards_drawn(self, data: Json, seat: int) -> str:
        self._hand(seat).extend(data["cards"])
        return self._off_the_top(data["cards"])

    def _cards_played(self, data: Json, seat: int) -> str:
        self.discards += data["cards"]
        return self._out_of_hand(data["cards"], seat)

    def _card_laid_blind(self, data: Json, seat: int) -> str:
        self.blind = {seat: [data["card"]]}
        return self._out_of_hand([data["card"]], seat)

    def _challenged(self, data: Json, _: int) -> str:
        seat, laid = next(iter(self.blind.items()))
        if not data["true"]:
            self._hand(seat).extend(self.blind.pop(seat))
        return differs([data["card"]], laid, "turned up")

    def _claim_stood(self, _: Json, seat: int) -> str:
        self.discards += self.blind.pop(seat)
        return ""

    def _stock_replenished(self, data: Json, _: int) -> str:
        *under, up_card = self.discards
        self.stock, self.discards = [*self.stock, *data["cards"]], [up_card]
        return differs(data["cards"], under, "shuffled")

    def _seat_resigned(self, data: Json, seat: int) -> str:
        hand = self._hand(seat) + self.blind.pop(seat, [])
        self.hands[seat] = []
        self.stock += data["cards"]
        return differs(data["cards"], hand, "shuffled") if data["act"] is not None else ""

    def _deal_ended(self, data: Json, _: None) -> str:
        shown = enumerate(data["hands"])
        return "; ".join(filter(None, (differs(hand, self._hand(seat), "shown") for seat, hand in shown)))

    def _hand(self, seat: int) -> Cards:
        return self.hands.setdefault(seat, [])

    def _off_the_top(self, cards: Cards) -> str:
        top, self.stock = self.stock[: len(cards)], self.stock[len(cards) :]
        return "" if cards == top else f"{cards} came off the stock, but {top} lay on top"

    def _out_of_hand(self, cards: Cards, seat: int) -> str:
        hand, self.hands[seat] = self._hand(seat), without(self._hand(seat), cards)
        return differs(cards, hand, "laid", part=True)


def differs(cards: Cards, lay: Cards, what: str, *, part: bool = False) -> str:
    """Return that other *cards* were handled than *lay* there; with *part* they need not be all of them."""
    more, less = Counter(cards) - Counter(lay), Counter(lay) - Counter(cards)
    return f"{cards} {what}, but {lay} lay there" if more or (less and not part) else ""


def without(cards: Cards, gone: Cards) -> Cards:
    """Return *cards* less one copy of each of those that are *gone*."""
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return left


def main(arguments: list[str]) -> int:
    """Check the files; print what is wrong, and return 1 if anything is, 2 if they are not what they should be."""
    if len(arguments) not in (1, 2):
        print("usage: python check_fairness.py fairness.json [events.ndjson]", file=sys.stderr)
        return 2
    try:
        return tell(*arguments)
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        print(f"These files cannot be checked: {type(error).__name__}: {error}", file=sys.stderr)
        return 2


def tell(proof_file: str, events_file: str | None = None) -> int:
    """Print what is wrong, or that all is well; return 1 if anything is wrong."""
    proof = json.loads(Path(proof_file).read_text(encoding="utf-8"))
    lines = Path(events_file).read_text(encoding="utf-8").splitlines() if events_file else []
    events = [json.loads(line) for line in lines]
    faults = [*check(proof)]
    if events and proof["seed"] is not None:
        faults += check_events(proof, events)
    for fault in faults:
        print(fault)
    if not faults:
        beside = f"; {len(events)} events are as they were sealed" if events else ""
        print(f"{len(proof['acts'])} random acts follow from the committed seed and the nonces{beside}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
