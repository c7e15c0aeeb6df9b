"""Events in words. The table session prints what has happened since the player's last visit."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from games.client.http import Json
from games.client.names import Names, counted
from games.client.notation import sorted_hand

_ENDINGS: Final = {
    "blocked": "nobody can move any more",
    "plays-spent": "all plays are spent",
    "last-left": "only one seat is left",
    "resigned": "the others have resigned",
    "abandoned": "the game was abandoned",
}
_PROPOSALS: Final = {
    "pause": "a pause",
    "resume": "to end the pause",
    "extend": "more time for this turn",
    "abandon": "to abandon the game",
}
_OUTCOMES: Final = {
    "accepted": "The proposal is accepted.",
    "rejected": "The proposal is rejected.",
    "expired": "The proposal has expired.",
    "moot": "The proposal has no effect any more.",
}
_CAUSES: Final = {"penalty": " as the penalty", "strike": " for the strike", "fine": " as a fine"}
_SERVING: Final = {
    "penalty-raised": {"cards-drawn penalty", "deal-ended"},
    "skip-raised": {"turn-skipped", "deal-ended"},
}
_ANSWERING: Final = {"accepted", "cards-played", "card-laid-blind"}
_BESIDE: Final = {"announced", "claim-stood", "deal-stalled", "direction-reversed", "stock-replenished"}
"""Events that may come between a card and its change to a live effect."""


def narrate(events: Iterable[Json], names: Names) -> list[str]:
    """Return a sentence for each event that matters to a player. Unknown types are left out.

    Some sentences depend on the events before and after.
    """
    known, sentences = list(events), list[str]()
    for place, event in enumerate(known):
        match event["type"]:
            case "penalty-raised" | "skip-raised":
                sentences.append(_live_effect(event, known[place + 1 :], names))
            case "effect-ended":
                # An effect that a card ended was cancelled. Otherwise it was served, which has a sentence of its own.
                before = (other["type"] for other in reversed(known[:place]) if other["type"] not in _BESIDE)
                if next(before, "") == "cards-played":
                    sentences.append("That cancels the penalty.")
            case "announced" if place and known[place - 1]["type"] == "claim-stood":
                pass  # the sentence about the card has the word already
            case type_ if type_ in _SENTENCES:
                sentences.append(_SENTENCES[type_](event, names))
            case _:
                pass
    return [sentence for sentence in sentences if sentence]


def _cards(event: Json) -> list[str] | int:
    """Return the cards of *event* if the player may see them, and otherwise their number."""
    cards: list[str] | int = event["data"].get("cards", event["data"]["cards_count"])
    return cards


def _live_effect(event: Json, later: Sequence[Json], names: Names) -> str:
    """Return the sentence for an effect that waits for an answer, and the seat at which it is aimed."""
    # If the effect is served before anybody may answer it, only the serving is worth a sentence.
    steps = (
        f"{other['type']} {other['data'].get('cause')}" if other["type"] == "cards-drawn" else str(other["type"])
        for other in later
    )
    serving = _SERVING[event["type"]]
    if next((step for step in steps if step in serving | _ANSWERING), "") in serving:
        return ""
    data = event["data"]
    if event["type"] == "penalty-raised":
        what = f"penalty of {counted(data['cards'], 'card')}"
    else:
        what = "skip of one turn" if data["turns"] == 1 else f"skip of {data['turns']} turns"
    asked = next((other for other in later if other["type"] in {"turn-began", *_ANSWERING}), None)
    whom = data.get("aim")
    if whom is None and asked and asked["type"] == "turn-began" and asked["data"].get("ask") == "answer":
        whom = asked["seat"]
    against = "" if whom is None else f", aimed at {names[whom]}"
    return f"A {what} is live{against}{' out of turn' if data.get('aim') is not None else ''}."


def _nomination(event: Json, names: Names) -> str:
    """Return the end of the sentence about a play: the nomination, the target, and whether the demand stays."""
    data, aimed = event["data"], event["data"].get("target")
    named = (
        f" and {names.verb(event['seat'], 'nominate')} {names.nominated(data['nominated'])}"
        if data["nominated"]
        else ""
    )
    struck = f", and it strikes {names[aimed]}" if aimed is not None else ""
    return f"{named}{struck}{', and the demand stays' if data.get('keeps_demand') else ''}"


def _laid_blind(event: Json, names: Names) -> str:
    data, seat = event["data"], event["seat"]
    played = names.card(data["card"]) if "card" in data else "a card"
    claims = f"{names.verb(seat, 'claim')} that it is {names.card(data['claim'])}{_nomination(event, names)}"
    word = f', saying "{data["word"]}"' if data.get("word") else ""
    return names.does(seat, "play", f"{played} face down, {claims}{word}")


def _challenged(event: Json, names: Names) -> str:
    data, seat = event["data"], event["seat"]
    found = (
        f"it is {names.card(data['card'])}, {'as claimed' if data['truthful'] else 'a lie, and goes back to its owner'}"
    )
    missing = f" {names.does(seat, 'be', 'to miss the next turn for that')}" if data["misses"] else ""
    return f"{names.does(seat, 'challenge', 'the claim: ' + found)}{missing}"


def _deal_ended(event: Json, names: Names) -> str:
    data = event["data"]
    winner, loser = data["winner"], data.get("loser")
    why = ""
    if data["ending"] != "went-out" or winner is None:
        why = f": {_ENDINGS.get(data['ending'], data['ending'])}"
    left = [
        f"{names[seat]} ({names.faces(sorted_hand(hand))})" for seat, hand in enumerate(data.get("hands", ())) if hand
    ]
    sentences = [
        f"The deal is over{why}.",
        names.does(winner, "win"),
        names.does(loser, "be", "left with most"),
        f"Left in hand: {', '.join(left)}." if left else "",
    ]
    return " ".join(filter(None, sentences))


def _absent(event: Json, names: Names) -> str:
    played = {"bot": ": a bot plays now", "remove": " and must leave at the next turn"}
    return names.does(
        event["seat"], "be", f"absent{played.get(event['data']['policy'], ': the clock moves from now on')}"
    )


def _left(event: Json, names: Names) -> str:
    match event["data"].get("leaving"):
        case "without-loss":
            return names.does(event["seat"], "leave", "without loss")
        case "removed":
            return names.does(event["seat"], "be", "absent, and out of the game")
        case _:
            return names.does(event["seat"], "resign")


def _card_moved(rest: str) -> Callable[[Json, Names], str]:
    def sentence(event: Json, names: Names) -> str:
        text = f"{names.card(event['data']['card'])} {rest}"
        return text[0].upper() + text[1:]

    return sentence


def _seat_did(verb: str, rest: str = "") -> Callable[[Json, Names], str]:
    return lambda event, names: names.does(event["seat"], verb, rest)


def _paused(event: Json, names: Names) -> str:
    match event["data"]["reason"]:
        case "vacation":
            return f"{names.does(event['seat'], 'be', 'on vacation')} The clock stands still."
        case "moderator":
            return "A moderator stops the clock."
        case _:
            return "The clock stands still."


_SENTENCES: Final[Mapping[str, Callable[[Json, Names], str]]] = {
    "accepted": _seat_did("accept", "what is due"),
    "announced": lambda event, names: names.does(event["seat"], "say", f'"{event["data"]["word"]}"'),
    "believed": _seat_did("believe", "it"),
    "card-laid-blind": _laid_blind,
    "card-offered": lambda event, names: names.does(
        event["seat"],
        "may",
        f"play {names.card(event['data']['card']) if event['data'].get('card') else 'the card just drawn'} at once",
    ),
    "cards-drawn": lambda event, names: names.does(
        event["seat"],
        "draw",
        f"{names.faces(_cards(event))}{_CAUSES.get(event['data'].get('cause', ''), '')}"
        if event["data"]["cards_count"]
        else "nothing: the stock is empty",
    ),
    "cards-kept": lambda event, names: names.does(event["seat"], "keep", names.faces(_cards(event))),
    "cards-played": lambda event, names: names.does(
        event["seat"], "play", f"{names.faces(event['data']['cards'])}{_nomination(event, names)}"
    ),
    "challenged": _challenged,
    "claim-stood": lambda event, _: "The claim stands; the card stays hidden." if event["data"]["hidden"] else "",
    "clock-paused": _paused,
    "clock-resumed": lambda event, names: (
        names.does(event["seat"], "be", "back from vacation")
        if event["data"]["reason"] == "vacation"
        else "The pause is over."
    ),
    "deadline-moved": lambda event, names: (
        "The server's clock was set back: the turn begins anew."
        if event["data"]["cause"] == "clock-set-back"
        else f"{names.does(event['seat'], 'have', 'quiet hours then')} The deadline moves to their end."
    ),
    "deal-began": lambda event, names: (
        f"Deal {event['data']['deal']} begins. {names.does(event['data']['dealer'], 'deal')}"
    ),
    "deal-ended": _deal_ended,
    "deal-lost": _seat_did("lose", "the deal"),
    "deal-scored": lambda event, names: (
        "Points: "
        + ", ".join(
            f"{names[seat]} {new:+} ({total})"
            for seat, (new, total) in enumerate(zip(event["data"]["points"], event["data"]["scores"], strict=True))
        )
        + "."
    ),
    "declined": _seat_did("keep", "it in hand"),
    "direction-reversed": lambda event, _: (
        f"Play changes direction: {'clockwise' if event['data']['direction'] == 1 else 'counter-clockwise'} now."
    ),
    "fine-set": lambda event, names: (
        names.does(event["seat"], "owe", f"{names.faces(event['data']['cards'])} as a fine, instead of the next turn")
        if event["data"]["cards"]
        else ""
    ),
    "game-abandoned": lambda event, _: (
        "Nobody has moved for 60 days: the game is closed."
        if event["data"]["cause"] == "idle"
        else "The players abandon the game."
    ),
    "game-started": lambda *_: "All seats are taken: the game begins.",
    "nonce-opened": _seat_did("open", "the nonce"),
    "nonce-sealed": _seat_did("seal", "a new nonce"),
    "nonces-called": lambda event, _: (
        f"All seats are taken: {event['data']['ask']} your nonces now. Whoever is late loses their seat."
    ),
    "nonces-voided": lambda *_: "The opened nonces no longer count: new ones are needed.",
    "passed": _seat_did("pass"),
    "proposal-made": lambda event, names: names.does(event["seat"], "propose", _PROPOSALS[event["data"]["kind"]]),
    "proposal-settled": lambda event, _: _OUTCOMES[event["data"]["outcome"]],
    "seat-absent": _absent,
    "seat-accused": lambda event, names: names.does(
        event["seat"],
        "accuse",
        f"{names[event['data']['accused']]}, {'rightly' if event['data']['guilty'] else 'wrongly'}",
    ),
    "seat-covered": _seat_did("be", "on vacation: this turn is played for them"),
    "seat-eliminated": _seat_did("be", "out of the game"),
    "seat-forfeited": lambda event, names: names.does(event["seat"], "lose", "the seat: the nonce came too late"),
    "seat-left": _seat_did("leave", "the table"),
    "seat-resigned": _left,
    "seat-returned": _seat_did("be", "back"),
    "seat-taken": lambda event, names: names.does(event["seat"], "sit", "down"),
    "seat-waits": _seat_did("have", "no card left, but may be brought back until the turn comes round"),
    "seat-went-out": _seat_did("go", "out"),
    "stock-cut": lambda event, names: names.does(
        event["seat"],
        "cut",
        f"the stock and {names.verb(event['seat'], 'look')} at {names.faces(_cards(event))}",
    ),
    "stock-replenished": lambda *_: "The discards are shuffled and become the stock.",
    "table-closed": lambda event, _: (
        "Not every seat was taken in time: the table is closed."
        if event["data"]["cause"] == "expired"
        else "Everybody has left: the table is closed."
    ),
    "time-extended": _seat_did("get", "more time for this turn"),
    "time-ran-out": lambda event, names: f"{names.whose(event['seat'])} time ran out: the clock moves.",
    "turn-skipped": _seat_did("miss", "the turn"),
    "up-card-named": lambda event, names: names.does(
        event["seat"], "name", names.nominated(event["data"]["nominated"])
    ),
    "up-card-put-back": _card_moved("goes back under the stock."),
    "up-card-turned": _card_moved("is turned up."),
    "vote-cast": lambda event, names: names.does(event["seat"], "agree" if event["data"]["agrees"] else "disagree"),
}
