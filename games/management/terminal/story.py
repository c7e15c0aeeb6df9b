"""Events in words: what happened since one last looked."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from games.management.terminal.choices import GLYPHS, SUITS
from games.management.terminal.http import Json

_ENDINGS: Final = {
    "blocked": "nobody can move any more",
    "plays-spent": "all plays are spent",
    "last-left": "only one seat is left",
    "resigned": "the others have resigned",
}
_CAUSES: Final = {"penalty": " as the penalty", "strike": " as the penalty", "fine": " as a fine"}


class Names:
    """What the seats are called by who reads; ``you`` is the reader's own seat."""

    def __init__(self, seats: Sequence[Json], you: int | None) -> None:
        self._names = [_name(seat) for seat in seats]
        self._you = you

    def __getitem__(self, seat: int) -> str:
        return "you" if seat == self._you else self.formal(seat)

    def formal(self, seat: int) -> str:
        """Return the name of a seat, also of one's own."""
        return self._names[seat] if 0 <= seat < len(self._names) else f"seat {seat}"

    def whose(self, seat: int) -> str:
        """Return the owner of something, at the beginning of a sentence."""
        return "Your" if seat == self._you else f"{self.formal(seat)}'s"

    def does(self, seat: int | None, verb: str, rest: str = "") -> str:
        """Return a sentence, such as ``You lay 7♠.`` or ``clever-1 lays 7♠.``."""
        if seat is None:
            return ""
        mine = seat == self._you
        shown = _FIRST.get(verb, verb) if mine else _THIRD.get(verb, f"{verb}s")
        who = "You" if mine else self.formal(seat)
        return f"{who} {shown}{f' {rest}' if rest else ''}."


_SERVING: Final = {
    "penalty-raised": {"cards-drawn penalty", "deal-ended"},
    "skip-raised": {"turn-skipped", "deal-ended"},
}
_ANSWERING: Final = {"accepted", "cards-played"}
_FIRST: Final = {"be": "are"}
_THIRD: Final = {"be": "is", "go": "goes", "pass": "passes", "miss": "misses"}


def story(events: Iterable[Json], names: Names) -> list[str]:
    """Return a sentence for each event that a person wants to hear of; unknown types say nothing."""
    heard = list(events)
    told = (
        _TELLERS[event["type"]](event, names)
        for place, event in enumerate(heard)
        if event["type"] in _TELLERS and not _is_served_at_once(event, heard[place + 1 :])
    )
    return [sentence for sentence in told if sentence]


def face(card: str) -> str:
    """Return a card with its suit as a glyph: ``7♠``, ``10♥``; ``Joker`` for a joker."""
    rank, suit = card[0], card[1:]
    return {"T": "10", "X": "Joker"}.get(rank, rank) + GLYPHS.get(suit, "")


def nominated(value: str) -> str:
    """Return a suit or a rank in words."""
    return SUITS.get(value, f"the rank {value}")


def _is_served_at_once(event: Json, later: Sequence[Json]) -> bool:
    """Whether an effect ends before anybody may answer it: then only the end is worth a sentence."""
    if event["type"] not in _SERVING:
        return False
    ends = next((_step(other) for other in later if _step(other) in _SERVING[event["type"]] | _ANSWERING), "")
    return ends in _SERVING[event["type"]]


def _step(event: Json) -> str:
    """Return what an event is to an effect: cards are drawn for many causes."""
    return f"{event['type']} {event['data'].get('cause')}" if event["type"] == "cards-drawn" else str(event["type"])


def _name(seat: Json) -> str:
    if seat["bot"]:
        return f"{seat['bot']}-{seat['seat']}"
    return str(seat["player"]["name"]) if seat["player"] else f"seat {seat['seat']}"


def _faces(cards: Any) -> str:
    if isinstance(cards, int):
        return "a card" if cards == 1 else f"{cards} cards"
    return " ".join(map(face, cards))


def _turns(count: int) -> str:
    return "one turn" if count == 1 else f"{count} turns"


def _played(event: Json, names: Names) -> str:
    data = event["data"]
    called = f" and nominate{'' if names[event['seat']] == 'you' else 's'} {nominated(data['nominated'])}"
    aimed = data.get("target")
    struck = f", and it strikes {names[aimed]}" if aimed is not None else ""
    return names.does(event["seat"], "lay", f"{_faces(data['cards'])}{called if data['nominated'] else ''}{struck}")


def _drawn(event: Json, names: Names) -> str:
    cards = event["data"]["cards"]
    if not cards:
        return names.does(event["seat"], "draw", "nothing: the stock is empty")
    return names.does(event["seat"], "draw", f"{_faces(cards)}{_CAUSES.get(event['data'].get('cause', ''), '')}")


def _deal_ended(event: Json, names: Names) -> str:
    winner = event["data"]["winner"]
    if winner is not None and event["data"]["ending"] == "went-out":
        return f"The deal is over. {names.does(winner, 'win')}"
    why = _ENDINGS.get(event["data"]["ending"], event["data"]["ending"])
    return f"The deal is over: {why}." + (f" {names.does(winner, 'win')}" if winner is not None else "")


def _scored(event: Json, names: Names) -> str:
    pairs = zip(event["data"]["points"], event["data"]["scores"], strict=True)
    return "Points: " + ", ".join(f"{names[seat]} {new:+} ({all_})" for seat, (new, all_) in enumerate(pairs)) + "."


def _accused(event: Json, names: Names) -> str:
    right = "rightly" if event["data"]["guilty"] else "wrongly"
    return names.does(event["seat"], "accuse", f"{names[event['data']['accused']]}, {right}")


def _raised(event: Json, _: Names) -> str:
    return f"A penalty of {_faces(event['data']['cards'])} is live."


def _reversed(event: Json, _: Names) -> str:
    return f"Play turns round: {'clockwise' if event['data']['direction'] == 1 else 'counter-clockwise'} now."


def _did(verb: str, rest: str = "") -> Callable[[Json, Names], str]:
    return lambda event, names: names.does(event["seat"], verb, rest)


_TELLERS: Final[Mapping[str, Callable[[Json, Names], str]]] = {
    "accepted": _did("accept", "what is due"),
    "announced": lambda event, names: names.does(event["seat"], "say", f'"{event["data"]["word"]}"'),
    "cards-drawn": _drawn,
    "cards-kept": lambda event, names: names.does(event["seat"], "keep", _faces(event["data"]["cards"]) or "nothing"),
    "cards-played": _played,
    "deal-began": lambda event, names: (
        f"Deal {event['data']['deal']} begins. {names.does(event['data']['dealer'], 'deal')}"
    ),
    "deal-ended": _deal_ended,
    "deal-scored": _scored,
    "direction-reversed": _reversed,
    "game-started": lambda *_: "All seats are taken: the game begins.",
    "passed": _did("pass"),
    "penalty-raised": _raised,
    "seat-accused": _accused,
    "seat-eliminated": _did("be", "out of the game"),
    "seat-left": _did("leave", "the table"),
    "seat-resigned": _did("resign"),
    "seat-taken": lambda event, names: names.does(event["seat"], "sit", "down"),
    "seat-went-out": _did("go", "out"),
    "skip-raised": lambda event, _: f"A skip of {_turns(event['data']['turns'])} is live.",
    "stock-cut": _did("cut", "the stock"),
    "stock-replenished": lambda *_: "The discards are shuffled and become the stock.",
    "time-ran-out": lambda event, names: f"{names.whose(event['seat'])} time ran out: the clock moves.",
    "turn-skipped": _did("miss", "the turn"),
    "up-card-named": lambda event, names: names.does(event["seat"], "name", nominated(event["data"]["nominated"])),
    "up-card-put-back": lambda event, _: f"{face(event['data']['card'])} goes back under the stock.",
    "up-card-turned": lambda event, _: f"{face(event['data']['card'])} is turned up.",
}
