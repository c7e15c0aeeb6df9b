"""The rules of one game in a few lines: what its ruleset says with the options of its table.

A line about cards begins with them, as in ``7: the next player draws 2 cards``: no language has to inflect them.
"""

from collections.abc import Iterator
from typing import NamedTuple

from games.digest.speech import Speech, begun
from games.rules.cards import RANKS
from games.rules.ruleset import Ruleset
from games.rules.ruleset.selectors import OF_RANK, Faces, select


class RuleLine(NamedTuple):
    """A line of a summary."""

    text: str
    cards: tuple[str, ...] = ()
    """The cards of which it says what they do, in the notation; empty for any other line."""
    moves: tuple[str, ...] = ()
    """The kinds of moves that it is about, by the names of the commands in lower case."""


def summary(rules: Ruleset, s: Speech) -> list[str]:
    """Return the lines: the deal, what special cards do, drawing, the word, the end, points and what wins the game."""
    return [line.text for line in rule_lines(rules, s)]


def rule_lines(rules: Ruleset, s: Speech) -> list[RuleLine]:
    """Return the lines of ``summary`` with the cards that they are about."""
    sections = rules.sections
    dealing = s.ngettext("Everybody starts with a card.", "Everybody starts with {count} cards.", rules.hand_size)
    less = s.gettext("You get one card fewer for each deal that you have lost.") if sections.deal.less_when_lost else ""
    first = _sentences(dealing.format(count=rules.hand_size), less)
    return [RuleLine(first), *_specials(rules, s), *_playing(rules, s), *map(RuleLine, _ending(rules, s))]


def _specials(rules: Ruleset, s: Speech) -> Iterator[RuleLine]:
    """Yield a line for each set of special cards: cards that do the same share it, with all that they do."""
    effects: dict[Faces, list[str]] = {}
    for selector, effect in _effects(rules, s):
        if faces := select(selector) & rules.faces:
            effects.setdefault(faces, []).append(effect)
    for faces, several in effects.items():
        line = s.gettext("{cards}: {effects}.").format(cards=_cards(rules, faces, s), effects=_joined(s, *several))
        yield RuleLine(begun(line), tuple(map(str, sorted(faces))))


def _ending(rules: Ruleset, s: Speech) -> Iterator[str]:
    """Yield how a deal ends, what it counts, and what wins the game."""
    sections = rules.sections
    if sections.end.when == "first_out":
        yield s.gettext("The first player to get rid of all cards wins the deal.")
    else:
        yield s.gettext("The deal goes on until only one player still has cards; that player loses.")
    scoring = {
        "losers": s.gettext("The cards left in your hand count as points."),
        "winner": s.gettext("The winner of a deal gets the points of all cards left."),
        "minus": s.gettext("The cards left in your hand count as minus points."),
        "point": s.gettext("The winner of a deal gets a point."),
        "none": "",
    }[sections.score.to]
    if scoring:
        given = sections.score.values if sections.score.to != "point" else {}
        values = [f"{s.rank(rank)} = {given[rank]}" for rank in reversed(RANKS) if rank in given]
        # Single cards with a value of their own are not listed.
        values += ["…"] if values and any(len(card) > 1 for card in given) else []
        listed = s.gettext("Card values: {values}.").format(values=", ".join(values)) if values else ""
        yield _sentences(scoring, listed.replace("….", "…"))
    match = {
        "single": s.gettext("The game is a single deal."),
        "to": s.gettext("The game ends when somebody has {count} points; the lowest score wins."),
        "knock_out": s.gettext("Whoever reaches {count} points is out; the last player left wins the game."),
        "first_to": s.gettext("The first player to reach {count} points wins the game."),
        "deals_lost": s.gettext("Whoever has lost {count} deals is out; the last player left wins the game."),
    }[sections.game.end]
    yield match.format(count=sections.game.at)


def _effects(rules: Ruleset, s: Speech) -> Iterator[tuple[str, str]]:
    """Yield what special cards do: a selector of cards, and an effect that they have."""
    sections = rules.sections
    wild, skip, out = sections.wild, sections.skip, sections.out
    yield wild.suit, s.gettext("fits on any card, and you nominate a suit")
    yield wild.rank, s.gettext("fits on any card, and you nominate a rank")
    yield wild.plain, s.gettext("fits on any card")
    if barred := select(wild.forbidden_on) & rules.faces:
        effect = s.gettext("cannot be played on: {cards}").format(cards=_cards(rules, barred, s))
        yield " ".join(map(str, rules.wild & select(wild.forbidden))), effect

    for penalty in sections.penalty.values():
        parts = [_drawing(penalty.at, penalty.amount, s)]
        chain = sections.chain[penalty.chain]
        nothing: Faces = frozenset()
        if answers := nothing.union(*(select(answer.cards) for answer in chain.answers)) & rules.faces:
            parts.append(s.gettext("adds up when answered with: {cards}").format(cards=_cards(rules, answers, s)))
        if cancels := select(chain.cancel) & rules.faces:
            parts.append(s.gettext("can be cancelled with: {cards}").format(cards=_cards(rules, cancels, s)))
        yield penalty.cards, _joined(s, *parts)

    parts = [s.gettext("the next player misses a turn")]
    if answers := select(skip.answers) & rules.faces:
        parts.append(s.gettext("can be answered with: {cards}").format(cards=_cards(rules, answers, s)))
    yield skip.cards, _joined(s, *parts)
    again = s.gettext("you have another turn")
    turns_back = sections.reverse.two_seats == "further_turn" and rules.seats == 2
    yield sections.reverse.cards, again if turns_back else s.gettext("play changes direction")
    yield sections.follow.must, s.gettext("you must play one more card on it")
    yield sections.follow.may, s.gettext("you may play one more card on it")
    yield sections.further.cards, again

    for strike in sections.strike.values():
        yield strike.cards, _drawing(strike.at, strike.amount, s)

    yield out.illegal, s.gettext("not allowed as your last card")
    fined = s.ngettext(
        "as your last card it costs you a card", "as your last card it costs you {count} cards", out.fine
    )
    yield out.fined, fined.format(count=out.fine)


def _drawing(at: str, count: int, s: Speech) -> str:
    """Return that somebody draws: at whom a penalty or a strike of so many cards is aimed."""
    match at:
        case "next":
            drawing = s.ngettext("the next player draws a card", "the next player draws {count} cards", count)
        case "previous":
            drawing = s.ngettext("the previous player draws a card", "the previous player draws {count} cards", count)
        case "chosen":
            drawing = s.ngettext(
                "a player of your choice draws a card", "a player of your choice draws {count} cards", count
            )
        case _:
            drawing = s.ngettext("everybody else draws a card", "everybody else draws {count} cards", count)
    return drawing.format(count=count)


def _playing(rules: Ruleset, s: Speech) -> Iterator[RuleLine]:
    """Yield how you draw and play, and the words that you say."""
    draw, say = rules.sections.draw, rules.sections.say
    if draw.when == "free":
        when = s.gettext("You may draw instead of playing.")
    else:
        when = s.gettext("You draw when you cannot play.")
    if draw.count == "until_playable":
        many = s.gettext("You draw until a card fits.")
    elif draw.most > 1:
        many = s.gettext("You may draw up to {count} cards in a turn.").format(count=draw.most)
    else:
        many = ""
    then = {
        "none": s.gettext("Drawing ends your turn."),
        "drawn_only": s.gettext("You may play the drawn card at once."),
        "any": s.gettext("After drawing you may still play a card."),
    }[draw.then]
    yield RuleLine(_sentences(when, many, then), moves=("draw",))
    if rules.grouped & rules.faces:
        yield RuleLine(s.gettext("You may play several cards of the same rank together."), moves=("group",))
    if rules.blind:
        claims = s.gettext("You play cards face down and say what they are; the next player may challenge your claim.")
        yield RuleLine(claims, moves=("claim", "believe", "challenge"))

    # Words that mean nothing are not worth a line.
    if not rules.speaks or say.idle:
        return
    for is_due, words, fine, saying in (
        (say.left_one, say.words, rules.fine, s.gettext('With one card left you say "{word}".')),
        (say.at_last, say.last_words, say.last_fine, s.gettext('With your last card you say "{word}".')),
    ):
        if not is_due or not words:
            continue
        parts = [saying.format(word=words[0].word)]
        # The other words are for the cards for which no word before is right.
        right = select(words[0].card)
        for other in words[1:]:
            if faces := (select(other.card) & rules.faces) - right:
                right |= faces
                line = s.gettext('{cards}: "{word}".').format(cards=_cards(rules, faces, s), word=other.word)
                parts.append(begun(line))
        if fine:
            costs = s.ngettext("Forgetting it costs a card.", "Forgetting it costs {count} cards.", fine)
            parts.append(costs.format(count=fine))
        yield RuleLine(_sentences(*parts), moves=("say",))


def _cards(rules: Ruleset, faces: Faces, s: Speech) -> str:
    """Return *faces* as people list them: whole ranks by their name, the others card by card."""
    called: list[str] = []
    for rank in RANKS:
        same = OF_RANK[rank] & rules.faces
        if same and same <= faces:
            called.append(s.rank(rank))
        else:
            called += [s.card(str(card)) for card in sorted(same & faces)]
    jokers = [s.card(str(card)) for card in faces if not card.rank]
    return ", ".join([*called, *jokers])


def _joined(s: Speech, first: str, *others: str) -> str:
    """Return the parts of a line one after the other, separated as the language does it."""
    for other in others:
        first = s.gettext("{one}; {other}").format(one=first, other=other)
    return first


def _sentences(*parts: str) -> str:
    return " ".join(filter(None, parts))
