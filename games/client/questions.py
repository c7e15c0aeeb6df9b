"""The questions that complete a chosen move, part by part: cards, claim, nomination, target, word."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from games.client.notation import RANKS, SUITS, is_play, normalize, split, with_case

_QUESTIONS: Final = {
    "cards": "Which cards, in this order? The last one lies on top.",
    "claim": "Which card do you claim it is?",
    "nominated": "What do you nominate?",
    "target": "Whom does it strike?",
    "say": "Which word?",
    "accuse": "Whom do you accuse?",
    "keep": "Which cards do you keep?",
    "name": "Which suit?",
}


@dataclass(frozen=True, slots=True)
class Question:
    """A question about one part of a move. ``answers`` are the legal parts, each with its sign, such as ``>H``.

    If ``part`` is a verb, the answers are whole moves.
    """

    part: str
    answers: tuple[str, ...]
    is_honest: bool = False
    """Whether the first answer claims the truth."""

    @property
    def text(self) -> str:
        """The question for a person."""
        return _QUESTIONS.get(self.part, "Which of these?")

    @property
    def values(self) -> tuple[str, ...]:
        """The answers without their signs."""
        if self.part == "cards":
            return self.answers
        return tuple(each[1:] if self.part in _PARTS else each.partition(" ")[2] for each in self.answers)

    @property
    def keys(self) -> tuple[str, ...]:
        """What to type for each answer: the number of a seat, the value of a rank, else the place in the list."""
        if self.part == "target":
            return self.values
        if self.part == "nominated" and not SUITS.keys() >= set(self.values):
            return tuple(str(RANKS.index(value) + 2) for value in self.values)
        return tuple(map(str, range(1, len(self.answers) + 1)))


_PARTS: Final = ("claim", "nominated", "target")


def question(move: str, legal: Iterable[str]) -> Question | None:
    """Return the first question that *move* leaves open among the *legal* moves.

    None if the move is complete, or if no legal move begins like it.
    """
    moves = list(legal)
    if not is_play(move):
        alike = tuple(other for other in moves if other.startswith(f"{move} "))
        return Question(move, alike) if alike and move not in moves else None
    parts = split(move)
    plays = [other for other in map(split, moves) if parts.leads_to(other)]
    # The same play may ask for less with its word than without it, so those with the same word count if there are any.
    plays = [other for other in plays if other.word == parts.word] or plays
    if not plays or any(other[:4] == parts[:4] for other in plays):
        return None
    if parts.is_open:
        return Question("cards", tuple(sorted({other.cards for other in plays}, key=lambda text: (len(text), text))))
    for name in _PARTS:
        if not getattr(parts, name):
            answers = tuple(dict.fromkeys(getattr(other, name) for other in plays))
            if answers != ("",):
                truth = f"~{parts.cards}"
                return Question(name, tuple(sorted(answers, key=lambda each: each != truth)), truth in answers)
    return None


def answer(move: str, asked: Question, text: str) -> str | None:
    """Return *move* with the answer *text* filled in: its key, its value, or the part itself. None for anything else.

    >>> asked = Question("nominated", (">S", ">H"))
    >>> answer("JC", asked, "2"), answer("JC", asked, "s"), answer("JC", asked, "x")
    ('JC>H', 'JC>S', None)
    """
    given = with_case(normalize(text)).lstrip("~>@")
    found = None
    for each, value, key in zip(asked.answers, asked.values, asked.keys, strict=True):
        if given in {value, value.lower(), each} or given.upper() in {value, key}:
            found = each
            break
    if found is None and asked.part == "nominated" and given == "1" and ">A" in asked.answers:
        found = ">A"
    if found is None and asked.part == "cards":
        # Cards may be typed with or without the first one, and in any order between the first and the last.
        first, cards = split(move).cards.removesuffix("+"), given.upper().replace("+", " ").split()
        found = (_matching(asked, cards) if cards[:1] == [first] else None) or _matching(asked, [first, *cards])
    if found is None:
        return None
    return str(split(move)._replace(**{asked.part: found})) if is_play(move) else found


def _matching(asked: Question, cards: list[str]) -> str | None:
    """Return the answer that plays these cards, the last of them on top."""
    for each in asked.answers:
        group = each.split("+")
        if sorted(group) == sorted(cards) and group[-1] == cards[-1]:
            return each
    return None
