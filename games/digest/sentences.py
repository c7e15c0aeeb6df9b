"""One sentence an event, or a few: what a person wants to hear of it."""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from games.digest.speech import Speech
from games.rules.cards import BY_TEXT
from games.rules.fairness import NonceAsk

PublicEvent: TypeAlias = Mapping[str, Any]


def sentence(event: PublicEvent, speech: Speech) -> str:
    """Return what happened in words; nothing for an event that is not worth any."""
    say = SENTENCES.get(event["type"])
    return say(event, speech) if say else ""


def aimed(seat: int, speech: Speech) -> str:
    """Return the sentence that says at whom a live effect is aimed."""
    return speech.gettext("It is aimed at {seat}.").format(seat=speech.seat(seat))


def _seated(words: Callable[[Speech], str]) -> "Callable[[PublicEvent, Speech], str]":
    """Return the entry of an event whose sentence names only its seat."""
    return lambda event, s: words(s).format(seat=s.seat(event["seat"]))


def _played(event: PublicEvent, s: Speech) -> str:
    data, who, cards = event["data"], s.seat(event["seat"]), s.cards(event["data"]["cards"])
    if data["nominated"]:
        laid = s.gettext("{seat} lays {cards} and nominates {nominated}.")
    else:
        laid = s.gettext("{seat} lays {cards}.")
    nominated = s.nominated(data["nominated"]) if data["nominated"] else ""
    kept = s.gettext("What was asked for stays.") if data.get("keeps_demand") else ""
    return " ".join(filter(None, (laid.format(seat=who, cards=cards, nominated=nominated), _struck(data, s), kept)))


def _struck(data: PublicEvent, s: Speech) -> str:
    return "" if data["target"] is None else s.gettext("It strikes {seat}.").format(seat=s.seat(data["target"]))


def _laid_blind(event: PublicEvent, s: Speech) -> str:
    data, who = event["data"], s.seat(event["seat"])
    card = s.cards([data["card"]] if "card" in data else 1)
    told = [
        s.gettext("{seat} lays {card} face down and claims that it is {claim}.").format(
            seat=who, card=card, claim=s.card(data["claim"])
        )
    ]
    if data["nominated"]:
        what = s.nominated(data["nominated"])
        told.append(s.gettext("{seat} nominates {nominated}.").format(seat=who, nominated=what))
    told.append(_struck(data, s))
    if data["word"]:
        told.append(_said(who, data["word"], s))
    return " ".join(filter(None, told))


def _said(who: str, word: str, s: Speech) -> str:
    return s.gettext('{seat} says "{word}".').format(seat=who, word=word)


def _challenged(event: PublicEvent, s: Speech) -> str:
    data, who = event["data"], s.seat(event["seat"])
    if data["true"]:
        told = s.gettext("{seat} doubts the claim: it is {card}, as was claimed.")
    else:
        told = s.gettext("{seat} doubts the claim: it is {card}, which goes back to its owner.")
    missing = s.gettext("For that {seat} misses the next turn.").format(seat=who) if data["misses"] else ""
    return " ".join(filter(None, (told.format(seat=who, card=s.card(data["card"])), missing)))


def _offered(event: PublicEvent, s: Speech) -> str:
    card, who = event["data"].get("card"), s.seat(event["seat"])
    if card is None:
        return s.gettext("{seat} may lay the card just drawn at once.").format(seat=who)
    return s.gettext("{seat} may lay {card} at once.").format(seat=who, card=s.cards([card]))


def _drawn(event: PublicEvent, s: Speech) -> str:
    data, who = event["data"], s.seat(event["seat"])
    if not data["cards"]:
        return s.gettext("{seat} draws nothing: the stock is empty.").format(seat=who)
    match data["cause"]:
        case "penalty":
            told = s.gettext("{seat} draws {cards} as the penalty.")
        case "strike":
            told = s.gettext("{seat} draws {cards} for the strike.")
        case "fine":
            told = s.gettext("{seat} draws {cards} as a fine.")
        case _:
            told = s.gettext("{seat} draws {cards}.")
    return told.format(seat=who, cards=s.cards(data["cards"]))


def _kept(event: PublicEvent, s: Speech) -> str:
    cards, who = event["data"]["cards"], s.seat(event["seat"])
    if not cards:
        return s.gettext("{seat} keeps none of these cards.").format(seat=who)
    return s.gettext("{seat} keeps {cards}.").format(seat=who, cards=s.cards(cards))


def _accused(event: PublicEvent, s: Speech) -> str:
    if event["data"]["guilty"]:
        told = s.gettext("{seat} rightly charges {accused} with a missing word.")
    else:
        told = s.gettext("{seat} wrongly charges {accused} with a missing word.")
    return told.format(seat=s.seat(event["seat"]), accused=s.seat(event["data"]["accused"]))


def _fined(event: PublicEvent, s: Speech) -> str:
    cards, who = event["data"]["cards"], s.seat(event["seat"])
    if not cards:
        return ""
    return s.gettext("{seat} owes {cards} as a fine, instead of the next turn.").format(seat=who, cards=s.cards(cards))


def _deal_ended(event: PublicEvent, s: Speech) -> str:
    data, told = event["data"], [_ending(event["data"]["ending"], s)]
    if data["winner"] is not None:
        told.append(s.gettext("{seat} wins.").format(seat=s.seat(data["winner"])))
    if data.get("loser") is not None:
        told.append(s.gettext("{seat} is left with most.").format(seat=s.seat(data["loser"])))
    left = []
    for seat, hand in enumerate(data["hands"]):
        if hand:
            cards = map(s.card, sorted(hand, key=BY_TEXT.__getitem__))
            left.append(f"{s.seat(seat)} ({', '.join(cards)})")
    if left:
        told.append(s.gettext("Left in hand: {hands}.").format(hands=", ".join(left)))
    return " ".join(told)


def _ending(ending: str, s: Speech) -> str:
    match ending:
        case "blocked":
            return s.gettext("The deal is over: nobody can move any more.")
        case "plays-spent":
            return s.gettext("The deal is over: all plays are spent.")
        case "last-left":
            return s.gettext("The deal is over: only one seat is left.")
        case "resigned":
            return s.gettext("The deal is over: the others have resigned.")
        case _:
            return s.gettext("The deal is over.")


def _scored(event: PublicEvent, s: Speech) -> str:
    pairs = zip(event["data"]["points"], event["data"]["scores"], strict=True)
    points = ", ".join(f"{s.seat(seat)} {new:+} ({all_})" for seat, (new, all_) in enumerate(pairs))
    return s.gettext("Points: {points}.").format(points=points)


def _game_ended(event: PublicEvent, s: Speech) -> str:
    winners = [s.seat(seat) for seat in event["data"]["winners"]]
    if len(winners) == 1:
        return s.gettext("The game is over. {seat} wins it.").format(seat=winners[0])
    return s.gettext("The game is over. Its winners: {seats}.").format(seats=", ".join(winners))


def _begun(text: str) -> str:
    """Return a sentence that may begin with a card with a capital; a name keeps the letters that its owner chose."""
    return text[0].upper() + text[1:]


SENTENCES: Final[Mapping[str, Callable[[PublicEvent, Speech], str]]] = {
    "accepted": _seated(lambda s: s.gettext("{seat} accepts what is due.")),
    "announced": lambda event, s: _said(s.seat(event["seat"]), event["data"]["word"], s),
    "believed": _seated(lambda s: s.gettext("{seat} believes it.")),
    "card-laid-blind": _laid_blind,
    "card-offered": _offered,
    "cards-drawn": _drawn,
    "cards-kept": _kept,
    "cards-played": _played,
    "challenged": _challenged,
    "claim-stood": lambda event, s: (
        s.gettext("The claim stands; the card stays hidden.") if event["data"]["hidden"] else ""
    ),
    "deal-began": lambda event, s: s.gettext("Deal {deal} begins; {seat} deals.").format(
        deal=event["data"]["deal"], seat=s.seat(event["data"]["dealer"])
    ),
    "deal-ended": _deal_ended,
    "deal-lost": _seated(lambda s: s.gettext("{seat} loses the deal.")),
    "deal-scored": _scored,
    "declined": _seated(lambda s: s.gettext("{seat} keeps it in hand.")),
    "direction-reversed": lambda event, s: (
        s.gettext("Play turns round: clockwise now.")
        if event["data"]["direction"] == 1
        else s.gettext("Play turns round: counter-clockwise now.")
    ),
    "fine-set": _fined,
    "game-ended": _game_ended,
    "game-started": lambda _, s: s.gettext("All seats are taken: the game begins."),
    "nonce-opened": _seated(lambda s: s.gettext("{seat} opens the nonce.")),
    "nonce-sealed": _seated(lambda s: s.gettext("{seat} seals a new nonce.")),
    "nonces-called": lambda event, s: (
        s.gettext("All seats are taken: the sealed nonces are to be opened now.")
        if event["data"]["ask"] == NonceAsk.OPEN
        else s.gettext("All seats are taken: new nonces are to be sealed now.")
    ),
    "nonces-voided": lambda _, s: s.gettext("The opened nonces no longer count: new ones are needed."),
    "passed": _seated(lambda s: s.gettext("{seat} passes.")),
    "penalty-raised": lambda event, s: s.ngettext(
        "A penalty of a card is live.", "A penalty of {count} cards is live.", event["data"]["cards"]
    ).format(count=event["data"]["cards"]),
    "seat-accused": _accused,
    "seat-eliminated": _seated(lambda s: s.gettext("{seat} is out of the game.")),
    "seat-forfeited": _seated(lambda s: s.gettext("{seat} did not give the nonce in time and loses the seat.")),
    "seat-left": _seated(lambda s: s.gettext("{seat} leaves the table.")),
    "seat-resigned": _seated(lambda s: s.gettext("{seat} resigns.")),
    "seat-taken": _seated(lambda s: s.gettext("{seat} sits down.")),
    "seat-waits": _seated(lambda s: s.gettext("{seat} has no card left, but may still be brought back.")),
    "seat-went-out": _seated(lambda s: s.gettext("{seat} goes out.")),
    "skip-raised": lambda event, s: s.ngettext(
        "A skip of a turn is live.", "A skip of {count} turns is live.", event["data"]["turns"]
    ).format(count=event["data"]["turns"]),
    "stock-cut": lambda event, s: s.gettext("{seat} cuts the stock and looks at {cards}.").format(
        seat=s.seat(event["seat"]), cards=s.cards(event["data"].get("cards", 0))
    ),
    "stock-replenished": lambda _, s: s.gettext("The discards are shuffled and become the stock."),
    "time-ran-out": _seated(lambda s: s.gettext("Time is up for {seat}: the clock moves.")),
    "turn-skipped": _seated(lambda s: s.gettext("{seat} misses the turn.")),
    "up-card-named": lambda event, s: s.gettext("{seat} nominates {nominated}.").format(
        seat=s.seat(event["seat"]), nominated=s.nominated(event["data"]["nominated"])
    ),
    "up-card-put-back": lambda event, s: _begun(
        s.gettext("{card} goes back under the stock.").format(card=s.card(event["data"]["card"]))
    ),
    "up-card-turned": lambda event, s: _begun(
        s.gettext("{card} is turned up.").format(card=s.card(event["data"]["card"]))
    ),
}
"""How each type of event is told that can be told by itself; the others are silent."""
