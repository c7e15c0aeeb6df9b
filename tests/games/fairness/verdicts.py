"""The cases that both checkers must judge alike: docs/check_fairness.py, and the code of the page in games/web.

They are in ``verdicts.json``. To write them anew:

    .venv/bin/python manage.py shell -c "from tests.games.fairness.verdicts import write; write()"
"""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from msgspec import to_builtins

from games.api.tables.feed import feed
from games.rules import commands, events
from games.rules.events import Event
from games.rules.fairness import NonceAsk, seal
from games.rules.legality.objections import legal_moves
from tests.games.fairness.checking import Json, checker
from tests.games.fairness.test_check_fairness import PUBLISHED_KEYS, changed, first, forged, rotated, signed
from tests.games.whole import Whole

FILE: Final = Path(__file__).with_name("verdicts.json")
VARIANT: Final = "mau_mau"
CALLED: Final = 5
"""The version at which the nonces of a sealed table for three are called."""


class Stopped(Whole):
    """A game whose seat 1 looks at the nonce of seat 0, leaves, and comes again; seat 0 then gives another one."""

    again = "violet"

    def open_nonces(self, own: Sequence[str]) -> None:
        first, second, last = own[0], own[1], self.again
        for command in (
            commands.OpenNonce(seat=0, nonce=first),
            commands.LeaveSeat(seat=1),
            commands.TakeSeat(seat=1, player="player 1", nonce="", seal=seal(second)),
            commands.SealNonce(seat=0, seal=seal(last)),
            commands.OpenNonce(seat=0, nonce=last),
            commands.OpenNonce(seat=1, nonce=second),
        ):
            self.draft.handle(command)


class SealedAgain(Stopped):
    """The same, but seat 0 gives the nonce that everybody knows."""

    again = "tulip"


def game(
    *nonces: str, sealed: bool = False, over: bool = True, kind: type[Whole] = Whole, options: Json | None = None
) -> Whole:
    """Return a short game for three, whose last seats have nonces of the house."""
    found = kind(VARIANT, 3, nonces=nonces, sealed=sealed, options=options or {})
    for _ in range(8):
        seat = found.draft.game.on_turn
        assert seat is not None
        found.do(found.random.choice(legal_moves(found.draft.game, seat)))
    for seat in (2, 1) if over else ():
        found.do(commands.Resign(seat=seat))
    return found


def shown_by_api(whole: Whole, *, over: bool = True) -> Json:
    """Return what the API tells of a game, but for its ruleset, which is the same for all."""
    shown: list[Json] = to_builtins(feed(whole.log, None if over else 0, over=over))
    last = signed(shown, str(whole.id), len(shown))
    fairness = whole.fairness | {"head": last["head"], "receipt": last}
    return {"fairness": {name: value for name, value in fairness.items() if name != "ruleset"}, "events": shown}


def closed(happened: Sequence[Event]) -> Iterable[Event]:
    """Let the first player sit down and leave, so that the table is closed."""
    return [*happened[:2], events.SeatLeft(seat=0), events.TableClosed(cause=events.ClosingCause.EMPTY)]


def resealed(happened: list[Event]) -> Iterable[Event]:
    """Let seat 1 seal the nonce that it opens only when that of seat 0 is open."""
    place = first(happened, events.NonceOpened) + 1
    sealed = events.NonceSealed(seat=1, seal=seal("rose"))
    return [*earlier_seal(happened)[:place], sealed, *happened[place:]]


def earlier_seal(happened: Sequence[Event]) -> list[Event]:
    """Let seat 1 sit down with the seal of another nonce."""
    forge = changed(events.SeatTaken, lambda _: {"seal": seal("iris")}, lambda event: event.seat == 1)
    return list(forge(list(happened)))


def taken_late(happened: list[Event]) -> Iterable[Event]:
    """Let seat 1 sit down with an open nonce when that of seat 0 is open."""
    seat, call, opened = (first(happened, kind) for kind in (events.SeatTaken, events.NoncesCalled, events.NonceOpened))
    called = events.NoncesCalled(ask=NonceAsk.OPEN, seats=(0,))
    taken = events.SeatTaken(seat=1, player="player 1", nonce="rose")
    return [*happened[: seat + 1], *happened[seat + 2 : call], called, happened[opened], taken, *happened[opened + 2 :]]


def without_options(happened: list[Event]) -> Iterable[Event]:
    """Tell of a table without options, whose ruleset is not what was dealt by."""
    return changed(events.GameOpened, lambda _: {"options": {}})(happened)


def renamed(sealed: Whole) -> Json:
    """Return what the API would tell if it hashed other nonces in fields whose names look like those of counts."""
    other = forged(sealed, lambda happened: changed(events.NonceOpened, lambda _: {"nonce": "iris"},
                                                    lambda event: event.seat == 1)(earlier_seal(happened)))  # fmt: skip
    shown = shown_by_api(other)
    for event in shown["events"]:
        if event["seat"] == 1 and event["type"] in ("seat-taken", "nonce-opened"):
            name, value = ("seal", seal("rose")) if event["type"] == "seat-taken" else ("nonce", "rose")
            event["data"] |= {f"{name}_count": event["data"][name], name: value}
    shown["fairness"]["nonces"][1] = "rose"
    return shown


def cases() -> Json:
    """Return all games, and what each checker must say of them with what the player kept."""
    sealed, ordinary = game("tulip", "rose", sealed=True), game("tulip", "rose")
    games = {
        "sealed": shown_by_api(sealed),
        "ordinary": shown_by_api(ordinary),
        "of the house": shown_by_api(game()),
        "dealt to others": shown_by_api(forged(sealed, changed(events.CardsDealt, rotated))),
        "another nonce": shown_by_api(game("iris", "rose")),
        "another sealed nonce": shown_by_api(game("iris", "rose", sealed=True)),
        "running": shown_by_api(game("tulip", "rose", sealed=True, over=False), over=False),
        "stopped": shown_by_api(game("tulip", "rose", sealed=True, kind=Stopped)),
        "sealed again": shown_by_api(game("tulip", "rose", sealed=True, kind=SealedAgain)),
        "closed": shown_by_api(forged(ordinary, closed)),
        "renamed": renamed(sealed),
        "resealed": shown_by_api(forged(sealed, resealed)),
        "late": shown_by_api(forged(sealed, taken_late)),
        "larger deck": shown_by_api(forged(game("tulip", "rose", sealed=True, options={"deck": 36}), without_options)),
        "larger hands": shown_by_api(forged(game("tulip", "rose", sealed=True, options={"deal": 6}), without_options)),
    }
    games["no receipt"] = games["sealed"] | {
        "fairness": {name: value for name, value in games["sealed"]["fairness"].items() if name != "receipt"}
    }

    def case(name: str, of: str, reason: str, versions: Iterable[int] = (), **kept: Any) -> Json:
        shown = games[of]["events"]
        receipts = [signed(shown, str(sealed.id), version or len(shown)) for version in versions]
        return {"name": name, "game": of, "kept": kept | ({"receipts": receipts} if receipts else {}), "reason": reason}

    early, late = (CALLED, 0), (0,)
    own: Json = {"seat": 0, "nonce": "tulip"}
    again = next(event["version"] for event in games["stopped"]["events"] if event["type"] == "nonce-sealed") + 1
    return {
        "verdicts": checker().VERDICTS,
        "ruleset": ordinary.fairness["ruleset"],
        "keys": PUBLISHED_KEYS,
        "games": games,
        "cases": [
            case("a sealed table, with the own nonce and a receipt kept", "sealed", "proved", early, **own),
            case("a sealed table without the receipt from before", "sealed", "receipt", late, **own),
            case("a sealed table without any receipt", "sealed", "receipt", (), **own),
            case("a sealed table, with receipts whose key nobody knows", "sealed", "key", early, **own)
            | {"keys": {"keys": []}},
            case("a table that was stopped before it began", "stopped", "stopped", (again, 0), seat=0, nonce="violet"),
            case("a nonce that was sealed again after it was open", "sealed again", "reused", (again, 0), **own),
            case("an ordinary table, with the own nonce kept", "ordinary", "unsealed", late, **own),
            case("an ordinary table, with the nonce alone", "ordinary", "unsealed", (), **own),
            case("a nonce that was lost", "sealed", "lost", early, seat=0),
            case("a nonce that was lost at an ordinary table", "ordinary", "lost", late, seat=0),
            case("a player who gave no nonce", "sealed", "house", early, seat=2),
            case("a game of others", "sealed", "stranger"),
            case("an ordinary game of others", "ordinary", "stranger"),
            case("a game in which nobody gave a nonce", "of the house", "nobody", late, seat=0),
            case("a deal that was altered, and recorded anew", "dealt to others", "wrong", early, **own),
            case("a nonce that was altered", "another nonce", "wrong", late, **own),
            case("a sealed nonce that was altered", "another sealed nonce", "wrong", late, **own),
            case("a nonce that was called one of the house", "sealed", "wrong", early, seat=2, nonce="tulip"),
            case("a game that was rewritten", "another nonce", "wrong", seat=1, nonce="rose")
            | {"kept": {"seat": 1, "nonce": "rose", "receipts": [signed(ordinary.feed(), str(ordinary.id), 12)]}},
            case("a running game", "running", "running", early, **own),
            case("a running game of others", "running", "running"),
            case("counts of what is not hidden, hashed in its place", "renamed", "wrong", early, **own),
            case("a nonce that was sealed when others were open", "resealed", "wrong", early, **own),
            case("a seat that was taken when nonces were open", "late", "wrong", (CALLED - 1, 0), **own),
            case("a deck that is not that of the ruleset", "larger deck", "wrong", early, **own),
            case("hands that are larger than the ruleset says", "larger hands", "wrong", early, **own),
            case("a game whose end has no receipt", "no receipt", "key", early, **own),
            case("a table that was closed before the first card", "closed", "unplayed"),
        ],
    }


def write() -> None:
    """Write all cases to the file, one event a line."""
    text = json.dumps(cases(), ensure_ascii=False).replace('{"version": ', '\n{"version": ')
    FILE.write_text(text + "\n", encoding="utf-8")
