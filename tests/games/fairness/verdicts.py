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
from games.rules.fairness import seal
from games.rules.legality.objections import legal_moves
from tests.games.fairness.checking import Json, checker
from tests.games.fairness.test_check_fairness import PUBLISHED_KEYS, changed, forged, rotated, signed
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


def game(*nonces: str, sealed: bool = False, over: bool = True, kind: type[Whole] = Whole) -> Whole:
    """Return a short game for three, whose last seats have nonces of the house."""
    found = kind(VARIANT, 3, nonces=nonces, sealed=sealed)
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
            case("a table that was closed before the first card", "closed", "unplayed"),
        ],
    }


def write() -> None:
    """Write all cases to the file, one event a line."""
    text = json.dumps(cases(), ensure_ascii=False).replace('{"version": ', '\n{"version": ')
    FILE.write_text(text + "\n", encoding="utf-8")
