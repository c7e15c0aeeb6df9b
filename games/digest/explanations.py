"""What a newcomer is told when something first matters: a sentence for each thing that a ruleset has."""

from collections.abc import Iterator

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
    return [*of_cards, *of_moves, *_rare_moves(rules, s)]


def _rare_moves(rules: Ruleset, s: Speech) -> Iterator[RuleLine]:
    """Yield what the summary leaves out: moves that are rare, so nobody needs to know them before."""
    sections = rules.sections
    if rules.speaks and sections.say.window in ("until_next_act", "accusation"):
        sentence = s.ngettext(
            "Somebody has not said their word. You can accuse them: then they draw a card.",
            "Somebody has not said their word. You can accuse them: then they draw {count} cards.",
            rules.fine,
        )
        yield RuleLine(sentence.format(count=rules.fine), moves=("accuse",))
    if any(chain.rescue for chain in sections.chain.values()):
        rescue = s.gettext("You have drawn a card that saves you: play it at once, and you need not draw the rest.")
        yield RuleLine(rescue, moves=("rescue",))
    if sections.cut.kind != "none":
        cut = s.gettext("You cut the stock before the deal. You may keep special cards that you find there.")
        yield RuleLine(cut, moves=("cut", "keep"))
    if sections.up_card.wild in ("dealer", "first"):
        yield RuleLine(s.gettext("The first card fits on any other, so you nominate a suit for it."), moves=("name",))
