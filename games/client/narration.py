"""Events in words: what happened since one last looked."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from games.client.http import Json
from games.client.names import Names, counted
from games.client.notation import in_order

_ENDINGS: Final = {
    "blocked": "nobody can move any more",
    "plays-spent": "all plays are spent",
    "last-left": "only one seat is left",
    "resigned": "the others have resigned",
}
_CAUSES: Final = {"penalty": " as the penalty", "strike": " for the strike", "fine": " as a fine"}
_SERVING: Final = {
    "penalty-raised": {"cards-drawn penalty", "deal-ended"},
    "skip-raised": {"turn-skipped", "deal-ended"},
}
_ANSWERING: Final = {"accepted", "cards-played", "card-laid-blind"}
_BESIDE: Final = {"announced", "claim-stood", "deal-stalled", "direction-reversed", "stock-replenished"}
"""What may stand between a card and what it does to a live effect."""


def story(events: Iterable[Json], names: Names) -> list[str]:
    """Return a sentence for each event that a person wants to hear of; unknown types say nothing."""
    heard = list(events)
    told = [_tell(heard, place, names) for place in range(len(heard))]
    return [sentence for sentence in told if sentence]


def _tell(heard: Sequence[Json], place: int, names: Names) -> str:
    """Return the sentence for the event at *place*, in the light of what was before and comes after."""
    event, later = heard[place], heard[place + 1 :]
    match event["type"]:
        case "penalty-raised" | "skip-raised":
            return "" if _is_served_at_once(event, later) else _live(event, later, names)
        case "effect-ended":
            return "That cancels the penalty." if _is_cancelled(heard[:place]) else ""
        case "announced" if place and heard[place - 1]["type"] == "claim-stood":
            return ""  # it was said with the card
        case type_:
            return _TELLERS[type_](event, names) if type_ in _TELLERS else ""


def _is_served_at_once(event: Json, later: Sequence[Json]) -> bool:
    """Whether an effect ends before anybody may answer it: then only the end is worth a sentence."""
    ends = next((_step(other) for other in later if _step(other) in _SERVING[event["type"]] | _ANSWERING), "")
    return ends in _SERVING[event["type"]]


def _step(event: Json) -> str:
    """Return what an event is to an effect: cards are drawn for many causes."""
    return f"{event['type']} {event['data'].get('cause')}" if event["type"] == "cards-drawn" else str(event["type"])


def _is_cancelled(before: Sequence[Json]) -> bool:
    """Whether an effect that ends now was ended by a card, not served."""
    return next((event["type"] for event in reversed(before) if event["type"] not in _BESIDE), "") == "cards-played"


def _live(event: Json, later: Sequence[Json], names: Names) -> str:
    """Return the sentence for an effect that waits for an answer, and at whom it is aimed."""
    data = event["data"]
    penalty = event["type"] == "penalty-raised"
    what = f"penalty of {counted(data['cards'], 'card')}" if penalty else f"skip of {_turns(data['turns'])}"
    asked = next((other for other in later if other["type"] in {"turn-began", *_ANSWERING}), None)
    whom = data.get("aim")
    if whom is None and asked and asked["type"] == "turn-began" and asked["data"].get("ask") == "answer":
        whom = asked["seat"]
    against = "" if whom is None else f", aimed at {names[whom]}"
    return f"A {what} is live{against}{' out of turn' if data.get('aim') is not None else ''}."


def _turns(count: int) -> str:
    return "one turn" if count == 1 else f"{count} turns"


def _choices(event: Json, names: Names) -> str:
    """Return what was nominated and aimed at with cards."""
    data, aimed = event["data"], event["data"].get("target")
    named = (
        f" and {names.verb(event['seat'], 'nominate')} {names.nominated(data['nominated'])}"
        if data["nominated"]
        else ""
    )
    struck = f", and it strikes {names[aimed]}" if aimed is not None else ""
    return f"{named}{struck}{', and what was asked for stays' if data.get('keeps_demand') else ''}"


def _played(event: Json, names: Names) -> str:
    return names.does(event["seat"], "lay", f"{names.faces(event['data']['cards'])}{_choices(event, names)}")


def _laid_blind(event: Json, names: Names) -> str:
    data, seat = event["data"], event["seat"]
    laid = names.card(data["card"]) if "card" in data else "a card"
    claim = (
        f"{laid} face down, {names.verb(seat, 'claim')} that it is {names.card(data['claim'])}{_choices(event, names)}"
    )
    word = f', saying "{data["word"]}"' if data.get("word") else ""
    return names.does(seat, "lay", claim + word)


def _challenged(event: Json, names: Names) -> str:
    data, seat = event["data"], event["seat"]
    found = f"it is {names.card(data['card'])}, {'as claimed' if data['true'] else 'a lie, and goes back to its owner'}"
    missing = f" {names.does(seat, 'be', 'to miss the next turn for that')}" if data["misses"] else ""
    return f"{names.does(seat, 'challenge', 'the claim: ' + found)}{missing}"


def _offered(event: Json, names: Names) -> str:
    card = event["data"].get("card")
    return names.does(event["seat"], "may", f"lay {names.card(card) if card else 'the card just drawn'} at once")


def _drawn(event: Json, names: Names) -> str:
    cards = event["data"]["cards"]
    if not cards:
        return names.does(event["seat"], "draw", "nothing: the stock is empty")
    return names.does(event["seat"], "draw", f"{names.faces(cards)}{_CAUSES.get(event['data'].get('cause', ''), '')}")


def _cut(event: Json, names: Names) -> str:
    data, seat = event["data"], event["seat"]
    return names.does(seat, "cut", f"the stock and {names.verb(seat, 'look')} at {names.faces(data.get('cards', 0))}")


def _deal_ended(event: Json, names: Names) -> str:
    data = event["data"]
    winner, loser = data["winner"], data.get("loser")
    told = ["The deal is over."]
    if data["ending"] != "went-out" or winner is None:
        told = [f"The deal is over: {_ENDINGS.get(data['ending'], data['ending'])}."]
    left = [f"{names[seat]} ({names.faces(in_order(hand))})" for seat, hand in enumerate(data.get("hands", ())) if hand]
    told += [
        names.does(winner, "win"),
        names.does(loser, "be", "left with most"),
        f"Left in hand: {', '.join(left)}." if left else "",
    ]
    return " ".join(filter(None, told))


def _scored(event: Json, names: Names) -> str:
    pairs = zip(event["data"]["points"], event["data"]["scores"], strict=True)
    return "Points: " + ", ".join(f"{names[seat]} {new:+} ({all_})" for seat, (new, all_) in enumerate(pairs)) + "."


def _accused(event: Json, names: Names) -> str:
    right = "rightly" if event["data"]["guilty"] else "wrongly"
    return names.does(event["seat"], "accuse", f"{names[event['data']['accused']]}, {right}")


def _fined(event: Json, names: Names) -> str:
    cards: Any = event["data"]["cards"]
    return (
        names.does(event["seat"], "owe", f"{names.faces(cards)} as a fine, instead of the next turn") if cards else ""
    )


def _reversed(event: Json, _: Names) -> str:
    return f"Play turns round: {'clockwise' if event['data']['direction'] == 1 else 'counter-clockwise'} now."


def _begun(text: str) -> str:
    """Return a sentence that begins with a card with a capital."""
    return text[0].upper() + text[1:]


def _did(verb: str, rest: str = "") -> Callable[[Json, Names], str]:
    return lambda event, names: names.does(event["seat"], verb, rest)


_TELLERS: Final[Mapping[str, Callable[[Json, Names], str]]] = {
    "accepted": _did("accept", "what is due"),
    "announced": lambda event, names: names.does(event["seat"], "say", f'"{event["data"]["word"]}"'),
    "believed": _did("believe", "it"),
    "card-laid-blind": _laid_blind,
    "card-offered": _offered,
    "cards-drawn": _drawn,
    "cards-kept": lambda event, names: names.does(event["seat"], "keep", names.faces(event["data"]["cards"])),
    "cards-played": _played,
    "challenged": _challenged,
    "claim-stood": lambda event, _: "The claim stands; the card stays hidden." if event["data"]["hidden"] else "",
    "deal-began": lambda event, names: (
        f"Deal {event['data']['deal']} begins. {names.does(event['data']['dealer'], 'deal')}"
    ),
    "deal-ended": _deal_ended,
    "deal-lost": _did("lose", "the deal"),
    "deal-scored": _scored,
    "declined": _did("keep", "it in hand"),
    "direction-reversed": _reversed,
    "fine-set": _fined,
    "game-started": lambda *_: "All seats are taken: the game begins.",
    "nonce-opened": _did("open", "the nonce"),
    "nonce-sealed": _did("seal", "a new nonce"),
    "nonces-called": lambda event, _: (
        f"All seats are taken: {event['data']['ask']} your nonces now. Whoever is late loses the seat."
    ),
    "nonces-voided": lambda *_: "The opened nonces no longer count: new ones are needed.",
    "passed": _did("pass"),
    "seat-accused": _accused,
    "seat-eliminated": _did("be", "out of the game"),
    "seat-forfeited": lambda event, names: names.does(event["seat"], "lose", "the seat: the nonce came too late"),
    "seat-left": _did("leave", "the table"),
    "seat-resigned": _did("resign"),
    "seat-taken": lambda event, names: names.does(event["seat"], "sit", "down"),
    "seat-waits": _did("have", "no card left, but may be brought back until the turn comes round"),
    "seat-went-out": _did("go", "out"),
    "stock-cut": _cut,
    "stock-replenished": lambda *_: "The discards are shuffled and become the stock.",
    "time-ran-out": lambda event, names: f"{names.whose(event['seat'])} time ran out: the clock moves.",
    "turn-skipped": _did("miss", "the turn"),
    "up-card-named": lambda event, names: names.does(
        event["seat"], "name", names.nominated(event["data"]["nominated"])
    ),
    "up-card-put-back": lambda event, names: _begun(f"{names.card(event['data']['card'])} goes back under the stock."),
    "up-card-turned": lambda event, names: _begun(f"{names.card(event['data']['card'])} is turned up."),
}
