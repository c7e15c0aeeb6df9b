"""What a newcomer is told when something first matters: a sentence for each thing that a ruleset has."""

from games.digest.speech import Speech
from games.digest.summary import RuleLine, rule_lines
from games.rules.ruleset import Ruleset


def explanations(rules: Ruleset, s: Speech) -> list[RuleLine]:
    """Return the lines of the rules that are about cards or moves, those about the fewest cards first."""
    lines = rule_lines(rules, s)
    about_moves: dict[tuple[str, ...], list[str]] = {}
    for line in lines:
        if line.moves:
            about_moves.setdefault(line.moves, []).append(line.text)
    of_cards = sorted((line for line in lines if line.cards), key=lambda line: len(line.cards))
    of_moves = [RuleLine(" ".join(texts), moves=moves) for moves, texts in about_moves.items()]
    return [*of_cards, *of_moves]
