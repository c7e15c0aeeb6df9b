"""Cards, the menu and the questions for a plain terminal. Each line shows the key to type."""

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from games.client.effects import describe
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
    "must-follow": "You must play one more card.",
    "may-follow": "You may play one more card, or pass.",
    "name": "Name the suit that the up-card asks for.",
    "cut": "You cut the cards before they are dealt.",
    "keep": "You may keep special cards of those that you looked at.",
    "believe": "Do you believe the claim?",
    "rescue": "You may play the card just drawn.",
}
_COLUMN: Final = 8
"""More answers than this are shown in several columns."""


def card(code: str, names: Names) -> Text:
    """Return a card in the colour of its suit."""
    return Text(names.face(code), style="bold red" if code[1:] in {"H", "D"} else "bold")


def cards(codes: Sequence[str], names: Names) -> Text:
    """Return cards in the order given, with blanks between."""
    return Text("  ").join(card(code, names) for code in codes)


def hand(codes: Sequence[str], names: Names) -> Text:
    """Return sorted cards. If suits are words, they are grouped by suit, as in ``leaves 7 King  bells 10``."""
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
    """Return the numbered choices. If it is not an ordinary turn, a line above says what the player must do."""
    lines = Table.grid(padding=(0, 2))
    for number, choice in enumerate(choices, 1):
        word = due_word(choice, shown["you"]["moves"])
        said = f'says "{word}"' if word else "announces"
        note = f"{number}! {said}, {number} stays silent" if choice.may_announce else ""
        label = _play(choice, shown, names) if is_play(choice.text) else Text(_other_move(choice.text, shown, names))
        lines.add_row(f"{number:>3}", label, Text(note, style="yellow"))
    if shown["you"]["seat"] != shown["on_turn"]:
        may_speak = any(choice.text.startswith("say") for choice in choices)
        head = "There is still time for a word." if may_speak else ""
    elif shown.get("ask") != "answer":
        head = _ASKED.get(shown.get("ask", ""), "")
    elif shown["penalty"]:
        head = f"A penalty of {counted(shown['penalty'], 'card')} is aimed at you: answer it, or accept it."
    else:
        head = "You are to miss a turn: answer, or accept it."
    return Group(*([Text(head, style="bold")] if head else []), lines)


def answers(asked: Question, names: Names) -> RenderableType:
    """Return a question about a move with its answers, and the key of each."""
    shown = []
    for place, value in enumerate(asked.values):
        match asked.part:
            case "nominated" | "name":
                label = Text(names.nominated(value))
            case "target" | "accuse":
                label = Text(names[int(value)])
            case "claim":
                label = card(value, names).append("" if place or not asked.is_honest else " (the truth)")
            case "cards" | "keep" if value != "none":
                label = cards(value.replace("+", " ").split(), names)
            case _:
                label = Text(value)
        shown.append(label)
    # Answers that are their own keys, such as seats, need no list.
    if all(key == label.plain for key, label in zip(asked.keys, shown, strict=True)):
        return Group(Text(asked.text), Text("  ".join(["", *asked.keys])))
    columns = -(-len(shown) // _COLUMN)
    lines = Table.grid(padding=(0, 2))
    for place in range(0, len(shown), columns):
        cells: list[RenderableType] = []
        for key, value, label in [*zip(asked.keys, asked.values, shown, strict=True)][place : place + columns]:
            # A suit, rank or claimed card may be typed too; T is shown as 10 already.
            may_type = asked.part in {"nominated", "name", "claim"} and value not in {"T", key}
            cells += [f"{key:>3}", label, Text(value if may_type else "", style="dim")]
        lines.add_row(*cells)
    return Group(Text(asked.text), lines)


def _play(choice: Choice, shown: Json, names: Names) -> Text:
    """Return a play in words: its cards, how to type it, what it leaves open, and its effects."""
    label = Text("play ").append_text(cards([code for code in choice.text.split("+") if code], names))
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
    effects = describe(shown["you"].get("effects", {}).get(choice.text, {}))
    return label.append(f" · {effects}", style="dim") if effects else label


def _other_move(move: str, shown: Json, names: Names) -> str:
    """Return in words a move that does not play cards of the hand."""
    verb, _, rest = move.partition(" ")
    match verb:
        case "accept" if shown["penalty"]:
            return f"accept: draw {counted(shown['penalty'], 'card')}"
        case "accept":
            return "accept: miss the turn"
        case "believe" if shown.get("claim"):
            return f"believe that it is {names.card(shown['claim']['card'])}"
        case "rescue" if shown["you"].get("offered"):
            return f"play {names.card(shown['you']['offered'])}"
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
