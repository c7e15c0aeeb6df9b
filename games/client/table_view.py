"""The table for a plain terminal. It needs no colours: the words say the same."""

from datetime import datetime

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from games.client.effects import goal
from games.client.http import Json
from games.client.menu_view import card, cards, hand
from games.client.names import Names, counted
from games.client.notation import sorted_hand
from games.client.rulebook import option_text


def table(shown: Json, names: Names) -> RenderableType:
    """Return the table as its viewer sees it: rules, seats, piles, the time left and the viewer's cards."""
    options = " ".join(f"{name}={option_text(value)}" for name, value in shown["ruleset"]["options"].items())
    place = ", ".join(filter(None, [f"deal {shown['deal']}", goal(shown), f"turn {shown['turn']}"]))
    head = Text(shown["ruleset"]["key"], style="bold")
    head.append("   ".join(["", *filter(None, [options]), place]), style="not bold dim")
    parts: list[RenderableType] = [Text(), head, Padding(_seats(shown, names), (0, 0, 0, 1))]
    parts += _piles(shown, names)
    if (you := shown["you"]) and shown["status"] == "playing":
        drawn = you["drawn"] if you.get("drawn") and not you.get("offered") else None
        parts += [Text("your hand  ").append_text(hand(sorted_hand(you["hand"]), names))] if you["hand"] else []
        for title, codes in (
            ("just drawn", [drawn] if drawn else []),
            ("offered", [you["offered"]] if you.get("offered") else []),
            ("looked at", you.get("looked") or []),
        ):
            parts += [Text(f"{title:<11}").append_text(cards(codes, names))] if codes else []
    return Group(*parts)


def time_left(deadline: str | None, server_time: str) -> str:
    """Return the time until *deadline* in the two largest units, or nothing without a deadline.

    >>> time_left("2026-01-03T00:30:00Z", "2026-01-01T00:00:00Z")
    '2 d 0 h'
    """
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
        lines.add_row(str(place), names.label(seat), str(shown["seats"][seat]["score"]), style=style)
    return lines


def console(*, stderr: bool = False) -> Console:
    """Return a console with colours on a terminal and plain text in a pipe. It never interprets what it prints."""
    return Console(stderr=stderr, highlight=False, markup=False, emoji=False)


def _seats(shown: Json, names: Names) -> Table:
    lines = Table(box=None, header_style="dim", pad_edge=False)
    for heading, justify in (("", "left"), ("seat", "right"), ("who", "left"), ("cards", "right"), ("points", "right")):
        lines.add_column(heading, justify="left" if justify == "left" else "right")
    lines.add_column("")
    goal_end, goal_at = shown["goal"]["end"], shown["goal"]["at"]
    for seat in shown["seats"]:
        number, is_on_turn = seat["seat"], seat["seat"] == shown["on_turn"]
        points = f"{seat['score']} of {goal_at}" if goal_end in {"to", "knock_out", "first_to"} else f"{seat['score']}"
        lost = f"{seat['lost']} of {goal_at} deals" if goal_end == "deals_lost" else counted(seat["lost"], "deal")
        may_announce = any(window["seat"] == number for window in shown.get("windows", ()))
        condition = {
            "deals": number == shown["dealer"],
            "has announced": seat["announced"] and seat["cards"],
            "one card, no word yet": may_announce and not seat["announced"],
            "waits to be out": seat.get("waiting"),
            "out": seat["out"],
            "has resigned": seat.get("resigned"),
            "eliminated": seat.get("eliminated"),
            "absent": seat.get("absent"),
            f"{lost} lost": seat["lost"],
        }
        row = ("→" if is_on_turn else "", str(number), names.label(number), str(seat["cards"]), points)
        notes = ", ".join(words for words, holds in condition.items() if holds)
        lines.add_row(*row, notes, style="bold" if is_on_turn else "")
    return lines


def _piles(shown: Json, names: Names) -> list[RenderableType]:
    """Return the up-card with its demand and live effects, an open claim, and the piles. Empty between deals."""
    if shown["up_card"] is None:
        return []
    up = Text("up-card    ").append_text(card(shown["up_card"], names))
    # The demand is printed only if the up-card alone does not show it.
    demand, claim = shown.get("demand"), shown.get("claim")
    if shown["nominated"]:
        up.append(f"   nominated: {names.nominated(shown['nominated'])}", style="bold magenta")
    elif demand and f"{demand['rank'] or ''}{demand['suit'] or ''}" != shown["up_card"]:
        wanted = [names.suit(demand["suit"])] if demand["suit"] else []
        wanted += [names.rank(demand["rank"])] if demand["rank"] else []
        up.append(f"   asked for: {' or '.join(wanted) or 'any card'}", style="bold magenta")
    # A live effect is aimed at the seat that must answer it, or while a claim is open at the seat that made the claim.
    struck = shown["on_turn"] if shown.get("ask") in {"answer", "rescue"} else claim["seat"] if claim else None
    against = "" if struck is None else f" against {names[struck]}"
    for effect, unit in (("penalty", "card"), ("skip", "turn")):
        if shown[effect]:
            up.append(f"   live {effect}: {counted(shown[effect], unit)}{against}", style="bold yellow")
    lines: list[RenderableType] = [up]
    if claim:
        played = names.does(claim["seat"], "have", "played a card face down and").rstrip(".")
        claimed = f"{names.verb(claim['seat'], 'claim')} that it is {names.card(claim['card'])}"
        lines.append(Text("claim      ").append(f"{played} {claimed}", style="bold magenta"))
    direction = "clockwise" if shown["direction"] == 1 else "counter-clockwise"
    piles = f"stock      {shown['stock']}   discards {shown['discards']}   {direction}"
    left = time_left(shown["deadline"], shown["server_time"])
    return [*lines, Text(f"{piles}{f'   time left {left}' if left else ''}")]
