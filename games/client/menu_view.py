"""What may be chosen, drawn for a plain terminal: the menu and the questions, each line with the key to type."""

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from games.client.effects import said
from games.client.http import Json
from games.client.menu import Choice, due_word
from games.client.names import Names, counted
from games.client.notation import is_play, split
from games.client.questions import Question

_VERBS: Final = {
    "draw": "draw from the stock",
    "pass": "pass",
    "challenge": "challenge: have the card turned up",
    "decline": "keep it in your hand",
    "say": "say a word",
}
_ASKED: Final = {
    "must-follow": "You must lay one more card.",
    "may-follow": "You may lay one more card, or pass.",
    "name": "Name the suit that the up-card asks for.",
    "cut": "You cut the cards before they are dealt.",
    "keep": "You may keep special cards of those that you looked at.",
    "believe": "Do you believe the claim?",
    "rescue": "You may lay the card just drawn.",
}
_COLUMN: Final = 8
"""More answers than this stand in several columns."""


def card(code: str, names: Names) -> Text:
    """Return a card with its suit as a glyph, in the colour of the suit."""
    return Text(names.face(code), style="bold red" if code[1:] in {"H", "D"} else "bold")


def cards(codes: Sequence[str], names: Names) -> Text:
    """Return cards with blanks between."""
    return Text("  ").join(card(code, names) for code in codes)


def hand(codes: Sequence[str], names: Names) -> Text:
    """Return sorted cards; by suits where suits are words, as in ``leaves 7 King  bells 10``."""
    if names.has_glyphs:
        return cards(codes, names)
    suits = [[*same] for _, same in groupby(codes, key=lambda code: code[1:])]
    return Text("  ").join(
        Text(f"{names.suit(same[0][1:])} ", style="bold").append(" ".join(names.rank(code[0]) for code in same))
        if same[0][1:]
        else cards(same, names)
        for same in suits
    )


def menu(choices: Sequence[Choice], shown: Json, names: Names) -> RenderableType:
    """Return what the player is asked for, and the choices, numbered."""
    lines = Table.grid(padding=(0, 2))
    for number, choice in enumerate(choices, 1):
        note = Text(_note(number, choice, shown["you"]["moves"]), style="yellow")
        lines.add_row(f"{number:>3}", _label(choice, shown, names), note)
    asked = _asked(shown) if shown["you"]["seat"] == shown["on_turn"] else _still_open(choices)
    return Group(*([Text(asked, style="bold")] if asked else []), lines)


def answers(asked: Question, names: Names) -> RenderableType:
    """Return a question about a move with its answers, each with its key."""
    shown = [_answer(asked, place, names) for place in range(len(asked.answers))]
    if all(key == label.plain for key, label in zip(asked.keys, shown, strict=True)):
        return Group(Text(asked.text), Text("  ".join(["", *asked.keys])))
    columns = -(-len(shown) // _COLUMN)
    lines = Table.grid(padding=(0, 2))
    for place in range(0, len(shown), columns):
        cells = [(f"{asked.keys[at]:>3}", shown[at], _code(asked, at)) for at in range(place, len(shown))[:columns]]
        lines.add_row(*(cell for three in cells for cell in three))
    return Group(Text(asked.text), lines)


def _asked(shown: Json) -> str:
    """Return what is asked of the player, where it is not an ordinary turn."""
    if shown.get("ask") != "answer":
        return _ASKED.get(shown.get("ask", ""), "")
    if shown["penalty"]:
        return f"A penalty of {counted(shown['penalty'], 'card')} is aimed at you: answer it, or accept it."
    return "You are to miss a turn: answer, or accept it."


def _still_open(choices: Sequence[Choice]) -> str:
    """Return why one is asked out of turn."""
    return "There is still time for a word." if any(choice.text.startswith("say") for choice in choices) else ""


def _note(number: int, choice: Choice, legal: list[str]) -> str:
    if not choice.may_announce:
        return ""
    word = due_word(choice, legal)
    return f'{number}! says "{word}", {number} stays silent' if word else f"{number}! announces, {number} stays silent"


def _label(choice: Choice, shown: Json, names: Names) -> Text:
    if not is_play(choice.text):
        return Text(_deed(choice.text, shown, names))
    label = Text("lay ").append_text(cards([code for code in choice.text.split("+") if code], names))
    parts = [split(move) for move in choice.moves]
    if choice.text.endswith("+"):
        label.append(f" and others ({len({part.cards for part in parts})} ways)")
    if choice.is_blind:
        note = "" if choice.may_be_true else " as something else"
        return label.append(" face down").append(f"  {choice.text}{note}", style="dim")
    label.append(f"  {choice.text}", style="dim")
    if any(part.nominated for part in parts):
        label.append(" and nominate", style="dim")
    if any(part.target for part in parts):
        label.append(" and choose whom it strikes", style="dim")
    does = said(shown["you"].get("effects", {}).get(choice.text, {}))
    return label.append(f" · {does}", style="dim") if does else label


def _deed(move: str, shown: Json, names: Names) -> str:
    """Return a move that lays nothing out of the hand, in words."""
    verb, _, rest = move.partition(" ")
    match verb:
        case "accept" if shown["penalty"]:
            return f"accept: draw {counted(shown['penalty'], 'card')}"
        case "accept":
            return "accept: miss the turn"
        case "believe" if shown.get("claim"):
            return f"believe that it is {names.card(shown['claim']['card'])}"
        case "rescue" if shown["you"].get("offered"):
            return f"lay {names.card(shown['you']['offered'])}"
        case "accuse" if rest:
            return f"accuse {names[int(rest)]} of a missing word"
        case "name" if rest:
            return f"name {names.nominated(rest)}"
        case "keep" if rest:
            return f"keep {rest if rest == 'none' else '  '.join(map(names.face, rest.split()))}"
        case "say" if rest:
            return f'say "{rest}"'
        case "cut":
            return "cut at the top"
        case _:
            return _VERBS.get(move, move)


def _code(asked: Question, place: int) -> Text:
    """Return what else may be typed for an answer."""
    value = asked.values[place]
    is_said = value == "T" or asked.keys[place] == value
    return Text(value if asked.part in {"nominated", "name", "claim"} and not is_said else "", style="dim")


def _answer(asked: Question, place: int, names: Names) -> Text:
    value = asked.values[place]
    match asked.part:
        case "nominated" | "name":
            return Text(names.nominated(value))
        case "target" | "accuse":
            return Text(names[int(value)])
        case "claim":
            return card(value, names).append("" if place or not asked.is_honest else " (the truth)")
        case "cards" | "keep" if value != "none":
            return cards(value.replace("+", " ").split(), names)
        case _:
            return Text(value)
