"""The table drawn for a plain terminal: in colour where there is one, in the same words where there is none."""

from datetime import datetime

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from games.client.effects import goal
from games.client.http import Json
from games.client.menu_view import card, cards, hand
from games.client.names import Names, counted
from games.client.notation import in_order
from games.client.rulebook import shown as value_of


def table(shown: Json, names: Names) -> RenderableType:
    """Return the table as its viewer sees it: seats, middle, time, hand."""
    parts: list[RenderableType] = [Text(), _head(shown), Padding(_seats(shown, names), (0, 0, 0, 1))]
    parts += _middle(shown, names)
    if shown["you"] and shown["status"] == "playing":
        parts += _own(shown["you"], names)
    return Group(*parts)


def time_left(deadline: str | None, server_time: str) -> str:
    """Return the time until the deadline, in the two largest units; empty without a deadline."""
    if deadline is None:
        return ""
    left = datetime.fromisoformat(deadline) - datetime.fromisoformat(server_time)
    seconds = max(0, int(left.total_seconds()))
    units = [(seconds // 86400, "d"), (seconds // 3600 % 24, "h"), (seconds // 60 % 60, "min"), (seconds % 60, "s")]
    first = next((index for index, (count, _) in enumerate(units) if count), len(units) - 1)
    return " ".join(f"{count} {unit}" for count, unit in units[first : first + 2])


def result(shown: Json, names: Names) -> RenderableType:
    """Return the places and the points of a game that is over."""
    lines = Table(box=None, header_style="dim")
    for heading in ("place", "who", "points"):
        lines.add_column(heading, justify="left" if heading == "who" else "right")
    places = shown["result"]["places"]
    for place, seat in sorted((place, seat) for seat, place in enumerate(places)):
        style = "bold" if shown["you"] and seat == shown["you"]["seat"] else ""
        lines.add_row(str(place), names[seat], str(shown["seats"][seat]["score"]), style=style)
    return lines


def console(*, stderr: bool = False) -> Console:
    """Return where all is printed: with colours on a terminal, plain in a pipe."""
    return Console(stderr=stderr, highlight=False, markup=False, emoji=False)


def _head(shown: Json) -> Text:
    options = " ".join(f"{name}={value_of(value)}" for name, value in shown["ruleset"]["options"].items())
    place = ", ".join(filter(None, [f"deal {shown['deal']}", goal(shown), f"turn {shown['turn']}"]))
    head = Text(shown["ruleset"]["key"], style="bold")
    return head.append("   ".join(["", *filter(None, [options]), place]), style="not bold dim")


def _seats(shown: Json, names: Names) -> Table:
    lines = Table(box=None, header_style="dim", pad_edge=False)
    for heading, justify in (("", "left"), ("seat", "right"), ("who", "left"), ("cards", "right"), ("points", "right")):
        lines.add_column(heading, justify="left" if justify == "left" else "right")
    lines.add_column("")
    for seat in shown["seats"]:
        acts = seat["seat"] == shown["on_turn"]
        row = ("→" if acts else "", str(seat["seat"]), names[seat["seat"]], str(seat["cards"]), _points(shown, seat))
        lines.add_row(*row, _condition(shown, seat), style="bold" if acts else "")
    return lines


def _condition(shown: Json, seat: Json) -> str:
    owing = any(window["seat"] == seat["seat"] for window in shown.get("windows", ()))
    said = {
        "deals": seat["seat"] == shown["dealer"],
        "has announced": seat["announced"] and seat["cards"],
        "one card, no word yet": owing and not seat["announced"],
        "waits to be out": seat.get("waiting"),
        "out": seat["out"],
        "has resigned": seat.get("resigned"),
        "eliminated": seat.get("eliminated"),
        "absent": seat.get("absent"),
        f"{_lost(shown, seat)} lost": seat["lost"],
    }
    return ", ".join(word for word, holds in said.items() if holds)


def _points(shown: Json, seat: Json) -> str:
    """Return the score, and where points end the game of how many."""
    of = f" of {shown['goal']['at']}" if shown["goal"]["end"] in {"to", "knock_out", "first_to"} else ""
    return f"{seat['score']}{of}"


def _lost(shown: Json, seat: Json) -> str:
    if shown["goal"]["end"] == "deals_lost":
        return f"{seat['lost']} of {shown['goal']['at']} deals"
    return counted(seat["lost"], "deal")


def _middle(shown: Json, names: Names) -> list[RenderableType]:
    if shown["up_card"] is None:
        return []
    up = Text("up-card    ").append_text(card(shown["up_card"], names))
    if asked := _asked_for(shown, names):
        up.append(f"   {asked}", style="bold magenta")
    for live in _live(shown, names):
        up.append(f"   {live}", style="bold yellow")
    way = "clockwise" if shown["direction"] == 1 else "counter-clockwise"
    piles = f"stock      {shown['stock']}   discards {shown['discards']}   {way}"
    left = time_left(shown["deadline"], shown["server_time"])
    return [up, *_claim(shown, names), Text(f"{piles}{f'   time left {left}' if left else ''}")]


def _asked_for(shown: Json, names: Names) -> str:
    """Return what the next card must fit, where the up-card alone does not say it."""
    if shown["nominated"]:
        return f"nominated: {names.nominated(shown['nominated'])}"
    demand = shown.get("demand")
    if demand is None or f"{demand['rank'] or ''}{demand['suit'] or ''}" == shown["up_card"]:
        return ""
    wanted = [names.suit(demand["suit"])] if demand["suit"] else []
    wanted += [names.rank(demand["rank"])] if demand["rank"] else []
    return f"asked for: {' or '.join(wanted) or 'any card'}"


def _live(shown: Json, names: Names) -> list[str]:
    """Return the live effects, and whom they meet."""
    ask, claim = shown.get("ask"), shown.get("claim")
    struck = shown["on_turn"] if ask in {"answer", "rescue"} else claim["seat"] if claim else None
    against = "" if struck is None else f" against {names[struck]}"
    found = (("penalty", "card"), ("skip", "turn"))
    return [f"live {name}: {counted(shown[name], unit)}{against}" for name, unit in found if shown[name]]


def _claim(shown: Json, names: Names) -> list[RenderableType]:
    claim = shown.get("claim")
    if not claim:
        return []
    laid = names.does(claim["seat"], "have", "laid a card face down and").rstrip(".")
    said = f"{names.verb(claim['seat'], 'claim')} that it is {names.card(claim['card'])}"
    return [Text("claim      ").append(f"{laid} {said}", style="bold magenta")]


def _own(you: Json, names: Names) -> list[RenderableType]:
    """Return what only the player sees."""
    lines: list[RenderableType] = []
    for title, codes in (
        ("your hand", in_order(you["hand"])),
        ("just drawn", [you["drawn"]] if you.get("drawn") and not you.get("offered") else []),
        ("offered", [you["offered"]] if you.get("offered") else []),
        ("looked at", you.get("looked") or []),
    ):
        if codes:
            lines.append(Text(f"{title:<11}").append_text((hand if title == "your hand" else cards)(codes, names)))
    return lines
