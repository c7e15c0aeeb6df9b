"""What a person wants to hear of an event, in one sentence or a few."""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from games.digest import clock_sentences
from games.digest.speech import Speech, begun
from games.rules.cards import BY_TEXT
from games.rules.fairness import NonceAsk

PublicEvent: TypeAlias = Mapping[str, Any]
Sentence: TypeAlias = Callable[[PublicEvent, Speech], str]


def sentence(event: PublicEvent, speech: Speech) -> str:
    """Return the sentences of *event*; an empty text if it is not worth any."""
    say = SENTENCES.get(event["type"])
    return say(event, speech) if say else ""


def aimed(seat: int, speech: Speech) -> str:
    """Return the sentence that names the seat at which a live effect is aimed."""
    return speech.gettext("It is aimed at {seat}.").format(seat=speech.seat(seat))


def _seated(words: Callable[[Speech], str]) -> Sentence:
    """Return the entry of a type of event whose sentence names only its seat."""
    return lambda event, s: words(s).format(seat=s.seat(event["seat"]))


def _said(event: PublicEvent, s: Speech) -> str:
    return s.gettext('{seat} says "{word}".').format(seat=s.seat(event["seat"]), word=event["data"]["word"])


def _struck(event: PublicEvent, s: Speech) -> str:
    target = event["data"]["target"]
    return "" if target is None else s.gettext("It strikes {seat}.").format(seat=s.seat(target))


SENTENCES: Final[dict[str, Sentence]] = {
    "accepted": _seated(lambda s: s.gettext("{seat} accepts.")),
    "announced": _said,
    "believed": _seated(lambda s: s.gettext("{seat} believes the claim.")),
    "claim-stood": lambda event, s: (
        s.gettext("The claim stands; the card stays hidden.") if event["data"]["hidden"] else ""
    ),
    "clock-paused": clock_sentences.clock_paused,
    "clock-resumed": clock_sentences.clock_resumed,
    "deadline-moved": clock_sentences.deadline_moved,
    "deal-began": lambda event, s: s.gettext("Deal {deal} begins; {seat} deals.").format(
        deal=event["data"]["deal"], seat=s.seat(event["data"]["dealer"])
    ),
    "deal-lost": _seated(lambda s: s.gettext("{seat} loses the deal.")),
    "declined": _seated(lambda s: s.gettext("{seat} keeps the card in hand.")),
    "direction-reversed": lambda event, s: (
        s.gettext("Play changes direction: clockwise now.")
        if event["data"]["direction"] == 1
        else s.gettext("Play changes direction: counter-clockwise now.")
    ),
    "game-abandoned": clock_sentences.game_abandoned,
    "game-started": lambda _, s: s.gettext("All seats are taken: the game begins."),
    "nonce-opened": _seated(lambda s: s.gettext("{seat} opens the nonce.")),
    "nonce-sealed": _seated(lambda s: s.gettext("{seat} seals a new nonce.")),
    "nonces-called": lambda event, s: (
        s.gettext("All seats are taken: everybody must open their sealed nonce now.")
        if event["data"]["ask"] == NonceAsk.OPEN
        else s.gettext("All seats are taken: everybody must seal a new nonce now.")
    ),
    "nonces-voided": lambda _, s: s.gettext("The opened nonces no longer count: new ones are needed."),
    "passed": _seated(lambda s: s.gettext("{seat} passes.")),
    "penalty-raised": lambda event, s: s.ngettext(
        "A penalty of one card is live.", "A penalty of {count} cards is live.", event["data"]["cards"]
    ).format(count=event["data"]["cards"]),
    "proposal-made": clock_sentences.proposal_made,
    "proposal-settled": clock_sentences.proposal_settled,
    "seat-eliminated": _seated(lambda s: s.gettext("{seat} is out of the game.")),
    "seat-forfeited": _seated(lambda s: s.gettext("{seat} did not send the nonce in time and loses the seat.")),
    "seat-left": _seated(lambda s: s.gettext("{seat} leaves the table.")),
    "seat-returned": _seated(lambda s: s.gettext("{seat} is back.")),
    "seat-taken": _seated(lambda s: s.gettext("{seat} sits down.")),
    "seat-waits": _seated(lambda s: s.gettext("{seat} has no cards left, but can still be brought back.")),
    "seat-went-out": _seated(lambda s: s.gettext("{seat} goes out.")),
    "skip-raised": lambda event, s: s.ngettext(
        "A skip of one turn is live.", "A skip of {count} turns is live.", event["data"]["turns"]
    ).format(count=event["data"]["turns"]),
    "stock-cut": lambda event, s: s.gettext("{seat} cuts the stock and looks at {cards}.").format(
        seat=s.seat(event["seat"]), cards=s.cards(event["data"].get("cards", 0))
    ),
    "stock-replenished": lambda _, s: s.gettext("The discards are shuffled to make a new stock."),
    "table-closed": clock_sentences.table_closed,
    "time-extended": clock_sentences.time_extended,
    "time-ran-out": _seated(lambda s: s.gettext("{seat} has run out of time: the clock moves instead.")),
    "turn-skipped": _seated(lambda s: s.gettext("{seat} misses a turn.")),
    "up-card-named": lambda event, s: s.gettext("{seat} nominates {nominated}.").format(
        seat=s.seat(event["seat"]), nominated=s.nominated(event["data"]["nominated"])
    ),
    "up-card-put-back": lambda event, s: begun(
        s.gettext("{card} goes back under the stock.").format(card=s.card(event["data"]["card"]))
    ),
    "up-card-turned": lambda event, s: begun(
        s.gettext("{card} is turned up.").format(card=s.card(event["data"]["card"]))
    ),
    "vote-cast": clock_sentences.vote_cast,
}
"""What each type of event says by itself; the others are silent. The longer ones add themselves below."""


def _says(kind: str) -> Callable[[Sentence], Sentence]:
    """Return a decorator that makes a function the entry of a type of event."""

    def register(say: Sentence) -> Sentence:
        SENTENCES[kind] = say
        return say

    return register


@_says("cards-played")
def _played(event: PublicEvent, s: Speech) -> str:
    data, who, cards = event["data"], s.seat(event["seat"]), s.cards(event["data"]["cards"])
    if data["nominated"]:
        played = s.gettext("{seat} plays {cards} and nominates {nominated}.").format(
            seat=who, cards=cards, nominated=s.nominated(data["nominated"])
        )
    else:
        played = s.gettext("{seat} plays {cards}.").format(seat=who, cards=cards)
    kept = s.gettext("The demand stays the same.") if data.get("keeps_demand") else ""
    return " ".join(filter(None, (played, _struck(event, s), kept)))


@_says("card-laid-blind")
def _played_blind(event: PublicEvent, s: Speech) -> str:
    data, who = event["data"], s.seat(event["seat"])
    card = s.cards([data["card"]] if "card" in data else 1)
    played = s.gettext("{seat} plays {card} face down and claims that it is {claim}.").format(
        seat=who, card=card, claim=s.card(data["claim"])
    )
    nominated = ""
    if data["nominated"]:
        nominated = s.gettext("{seat} nominates {nominated}.").format(
            seat=who, nominated=s.nominated(data["nominated"])
        )
    return " ".join(filter(None, (played, nominated, _struck(event, s), _said(event, s) if data["word"] else "")))


@_says("challenged")
def _challenged(event: PublicEvent, s: Speech) -> str:
    data, who = event["data"], s.seat(event["seat"])
    if data["truthful"]:
        shown = s.gettext("{seat} challenges the claim: the card is {card}, as claimed.")
    else:
        shown = s.gettext("{seat} challenges the claim: the card is {card} and goes back to its owner.")
    missing = s.gettext("For that, {seat} misses the next turn.").format(seat=who) if data["misses"] else ""
    return " ".join(filter(None, (shown.format(seat=who, card=s.card(data["card"])), missing)))


@_says("card-offered")
def _offered(event: PublicEvent, s: Speech) -> str:
    card, who = event["data"].get("card"), s.seat(event["seat"])
    if card is None:
        return s.gettext("{seat} may play the drawn card at once.").format(seat=who)
    return s.gettext("{seat} may play {card} at once.").format(seat=who, card=s.cards([card]))


@_says("cards-drawn")
def _drawn(event: PublicEvent, s: Speech) -> str:
    data, who = event["data"], s.seat(event["seat"])
    if not data["cards"]:
        return s.gettext("{seat} draws nothing: the stock is empty.").format(seat=who)
    match data["cause"]:
        case "penalty":
            drawn = s.gettext("{seat} draws {cards} as the penalty.")
        case "strike":
            drawn = s.gettext("{seat} draws {cards} for the strike.")
        case "fine":
            drawn = s.gettext("{seat} draws {cards} as a fine.")
        case _:
            drawn = s.gettext("{seat} draws {cards}.")
    return drawn.format(seat=who, cards=s.cards(data["cards"]))


@_says("cards-kept")
def _kept(event: PublicEvent, s: Speech) -> str:
    cards, who = event["data"]["cards"], s.seat(event["seat"])
    if not cards:
        return s.gettext("{seat} keeps none of these cards.").format(seat=who)
    return s.gettext("{seat} keeps {cards}.").format(seat=who, cards=s.cards(cards))


@_says("seat-accused")
def _accused(event: PublicEvent, s: Speech) -> str:
    if event["data"]["guilty"]:
        charge = s.gettext("{seat} accuses {accused} of not saying the word, and is right.")
    else:
        charge = s.gettext("{seat} accuses {accused} of not saying the word, and is wrong.")
    return charge.format(seat=s.seat(event["seat"]), accused=s.seat(event["data"]["accused"]))


@_says("fine-set")
def _fined(event: PublicEvent, s: Speech) -> str:
    cards, who = event["data"]["cards"], s.seat(event["seat"])
    if not cards:
        return ""
    fine = s.gettext("{seat} will draw {cards} as a fine instead of taking the next turn.")
    return fine.format(seat=who, cards=s.cards(cards))


@_says("deal-ended")
def _deal_ended(event: PublicEvent, s: Speech) -> str:
    data = event["data"]
    match data["ending"]:
        case "blocked":
            sentences = [s.gettext("The deal is over: nobody can move any more.")]
        case "plays-spent":
            sentences = [s.gettext("The deal is over: the limit on plays is reached.")]
        case "last-left":
            sentences = [s.gettext("The deal is over: only one player still has cards.")]
        case "resigned":
            sentences = [s.gettext("The deal is over: the others have resigned.")]
        case "abandoned":
            sentences = [s.gettext("The deal is over: the game was abandoned.")]
        case _:
            sentences = [s.gettext("The deal is over.")]
    if data["winner"] is not None:
        sentences.append(s.gettext("{seat} wins.").format(seat=s.seat(data["winner"])))
    if data.get("loser") is not None:
        sentences.append(s.gettext("{seat} is left with the most.").format(seat=s.seat(data["loser"])))
    left = []
    for seat, hand in enumerate(data["hands"]):
        if hand:
            cards = map(s.card, sorted(hand, key=BY_TEXT.__getitem__))
            left.append(f"{s.seat(seat)} ({', '.join(cards)})")
    if left:
        sentences.append(s.gettext("Left in hand: {hands}.").format(hands=", ".join(left)))
    return " ".join(sentences)


@_says("deal-scored")
def _scored(event: PublicEvent, s: Speech) -> str:
    pairs = zip(event["data"]["points"], event["data"]["scores"], strict=True)
    points = ", ".join(f"{s.seat(seat)} {new:+} ({total})" for seat, (new, total) in enumerate(pairs))
    return s.gettext("Points: {points}.").format(points=points)


@_says("seat-absent")
def _absent(event: PublicEvent, s: Speech) -> str:
    match event["data"]["policy"]:
        case "bot":
            absent = s.gettext("{seat} is absent: a bot plays in their place.")
        case "remove":
            absent = s.gettext("{seat} is absent and must leave the game at their next turn.")
        case _:
            absent = s.gettext("{seat} is absent: the clock moves in their place.")
    return absent.format(seat=s.seat(event["seat"]))


@_says("seat-covered")
def _covered(event: PublicEvent, s: Speech) -> str:
    if event["data"]["policy"] == "bot":
        covered = s.gettext("{seat} is on vacation: a bot plays this turn.")
    else:
        covered = s.gettext("{seat} is on vacation: the clock plays this turn.")
    return covered.format(seat=s.seat(event["seat"]))


@_says("seat-resigned")
def _left(event: PublicEvent, s: Speech) -> str:
    match event["data"].get("leaving"):
        case "without-loss":
            left = s.gettext("{seat} leaves without loss, because another player is absent.")
        case "removed":
            left = s.gettext("{seat} is absent and leaves the game.")
        case _:
            left = s.gettext("{seat} resigns.")
    return left.format(seat=s.seat(event["seat"]))


@_says("game-ended")
def _game_ended(event: PublicEvent, s: Speech) -> str:
    winners = [s.seat(seat) for seat in event["data"]["winners"]]
    if len(winners) == 1:
        return s.gettext("The game is over. {seat} wins.").format(seat=winners[0])
    if not winners:
        return s.gettext("The game is over. Nobody wins.")
    return s.gettext("The game is over. Winners: {seats}.").format(seats=", ".join(winners))
