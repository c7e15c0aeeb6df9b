"""The table drawn for a plain terminal: in colour where there is one, in the same words where there is none."""

from datetime import datetime

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from games.management.terminal.choices import Choice, Question, in_order, split
from games.management.terminal.http import Json
from games.management.terminal.story import Names, face, nominated

_VERBS = {
    "draw": "draw from the stock",
    "accept": "accept what is due",
    "pass": "pass",
    "believe": "believe it",
    "challenge": "challenge it",
    "rescue": "lay the card just drawn",
    "decline": "do not lay it",
}


def card(code: str) -> Text:
    """Return a card with its suit as a glyph, in the colour of the suit."""
    return Text(face(code), style="bold red" if code[1:] in {"H", "D"} else "bold")


def cards(codes: list[str]) -> Text:
    """Return cards with blanks between."""
    return Text("  ").join(map(card, codes))


def table(shown: Json, names: Names) -> RenderableType:
    """Return the table as its viewer sees it: seats, middle, time, hand."""
    parts: list[RenderableType] = [Text(), _head(shown), Padding(_seats(shown, names), (0, 0, 0, 1)), *_middle(shown)]
    if shown["you"] and shown["status"] == "playing":
        parts.append(Text("your hand  ").append_text(cards(in_order(shown["you"]["hand"]))))
    return Group(*parts)


def menu(choices: list[Choice]) -> RenderableType:
    """Return the legal moves, numbered."""
    lines = Table.grid(padding=(0, 2))
    for number, choice in enumerate(choices, 1):
        note = f"{number}! announces, {number} stays silent"
        lines.add_row(f"{number:>3}", _label(choice), Text(note if choice.may_announce else "", style="yellow"))
    return lines


def answers(asked: Question, names: Names) -> RenderableType:
    """Return a question about a play with its numbered answers."""
    lines = Table.grid(padding=(0, 2))
    for number, each in enumerate(asked.answers, 1):
        lines.add_row(f"{number:>3}", _answer(asked.part, each[1:], names), Text(each[1:], style="dim"))
    return Group(Text(asked.text), lines)


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
    options = " ".join(f"{name}={value}" for name, value in shown["ruleset"]["options"].items())
    place = f"deal {shown['deal']}, turn {shown['turn']}"
    head = Text(shown["ruleset"]["key"], style="bold")
    return head.append("   ".join(["", *filter(None, [options]), place]), style="not bold dim")


def _seats(shown: Json, names: Names) -> Table:
    lines = Table(box=None, header_style="dim", pad_edge=False)
    for heading, justify in (("", "left"), ("seat", "right"), ("who", "left"), ("cards", "right"), ("points", "right")):
        lines.add_column(heading, justify="left" if justify == "left" else "right")
    lines.add_column("")
    for seat in shown["seats"]:
        acts = seat["seat"] == shown["on_turn"]
        row = ("→" if acts else "", str(seat["seat"]), names[seat["seat"]], str(seat["cards"]), str(seat["score"]))
        lines.add_row(*row, _condition(shown, seat), style="bold" if acts else "")
    return lines


def _condition(shown: Json, seat: Json) -> str:
    said = {
        "deals": seat["seat"] == shown["dealer"],
        "has announced": seat["announced"] and seat["cards"] == 1,
        "out": seat["out"],
        "has resigned": seat.get("resigned"),
        "eliminated": seat.get("eliminated"),
        "absent": seat.get("absent"),
        f"{seat['lost']} deals lost": seat["lost"],
    }
    return ", ".join(word for word, holds in said.items() if holds)


def _middle(shown: Json) -> list[RenderableType]:
    if shown["up_card"] is None:
        return []
    up = Text("up-card    ").append_text(card(shown["up_card"]))
    if shown["nominated"]:
        up.append(f"   nominated: {nominated(shown['nominated'])}", style="bold magenta")
    for live, text in ((shown["penalty"], "penalty: {} cards"), (shown["skip"], "skip: {} turns")):
        if live:
            up.append(f"   live {text.format(live)}", style="bold yellow")
    way = "clockwise" if shown["direction"] == 1 else "counter-clockwise"
    piles = f"stock      {shown['stock']}   discards {shown['discards']}   {way}"
    left = time_left(shown["deadline"], shown["server_time"])
    return [up, Text(f"{piles}{f'   time left {left}' if left else ''}")]


def _label(choice: Choice) -> Text:
    parts = [split(move) for move in choice.moves]
    if parts[0].cards in _VERBS or " " in choice.text or choice.text == "cut":
        return Text(_VERBS.get(choice.text, choice.text))
    label = Text("lay ").append_text(cards(choice.text.split("+"))).append(f"  {choice.text}", style="dim")
    return label.append(" and nominate", style="dim") if any(part.nominated for part in parts) else label


def _answer(part: str, value: str, names: Names) -> str:
    if part == "nominated":
        return nominated(value)
    return names[int(value)] if part == "target" else face(value)
