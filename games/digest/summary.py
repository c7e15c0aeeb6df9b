"""The rules of one game in a few lines: what its ruleset says with the options of its table.

A line about cards begins with them, as in ``7: the next player draws 2 cards``: no language has to inflect them.
"""

from collections.abc import Iterator, Sequence

from games.digest.speech import Speech
from games.rules.cards import RANKS
from games.rules.ruleset import Ruleset
from games.rules.ruleset.ending_sections import Word
from games.rules.ruleset.selectors import OF_RANK, Faces, select


def summary(rules: Ruleset, s: Speech) -> list[str]:
    """Return the lines: the deal, what special cards do, drawing, the word, the end, points and what wins the game."""
    dealt = s.ngettext("Everybody starts with a card.", "Everybody starts with {count} cards.", rules.hand_size)
    less = s.gettext("It is one less for each deal that you have lost.") if rules.sections.deal.less_when_lost else ""
    dealing = _sentences(dealt.format(count=rules.hand_size), less)
    return [dealing, *_special(rules, s), *_playing(rules, s), *_word(rules, s), *_end(rules, s)]


def _special(rules: Ruleset, s: Speech) -> Iterator[str]:
    """Yield a line for each kind of card that does something, with all that it does."""
    out = rules.sections.out
    fined = s.ngettext(
        "as your last card it costs you a card", "as your last card it costs you {count} cards", out.fine
    )
    found: dict[Faces, list[str]] = {}
    for selector, effect in (
        *_wilds(rules, s),
        *_penalties(rules, s),
        *_on_turns(rules, s),
        *_strikes(rules, s),
        (out.illegal, s.gettext("not allowed as your last card")),
        (out.fined, fined.format(count=out.fine)),
    ):
        if faces := select(selector) & rules.faces:
            found.setdefault(faces, []).append(effect)
    for faces, effects in found.items():
        line = s.gettext("{cards}: {effects}.").format(cards=_cards(rules, faces, s), effects=_joined(effects, s))
        yield line[0].upper() + line[1:]


def _wilds(rules: Ruleset, s: Speech) -> Iterator[tuple[str, str]]:
    wild = rules.sections.wild
    yield wild.suit, s.gettext("fits every card, and you name a suit")
    yield wild.rank, s.gettext("fits every card, and you name a rank")
    yield wild.plain, s.gettext("fits every card")
    if barred := _faces(rules, wild.forbidden_on):
        told = s.gettext("not to be laid on: {cards}").format(cards=_cards(rules, barred, s))
        yield " ".join(map(str, rules.wild & select(wild.forbidden))), told


def _penalties(rules: Ruleset, s: Speech) -> Iterator[tuple[str, str]]:
    for penalty in rules.sections.penalty.values():
        chain = rules.sections.chain[penalty.chain]
        if penalty.at == "previous":
            told = s.ngettext(
                "the previous player draws a card", "the previous player draws {count} cards", penalty.amount
            )
        else:
            told = s.ngettext("the next player draws a card", "the next player draws {count} cards", penalty.amount)
        parts = [told.format(count=penalty.amount)]
        if answers := _faces(rules, *(answer.cards for answer in chain.answers)):
            parts.append(s.gettext("adds up, answer with: {cards}").format(cards=_cards(rules, answers, s)))
        if cancels := _faces(rules, chain.cancel):
            parts.append(s.gettext("cancelled by: {cards}").format(cards=_cards(rules, cancels, s)))
        yield penalty.cards, _joined(parts, s)


def _on_turns(rules: Ruleset, s: Speech) -> Iterator[tuple[str, str]]:
    """Yield what cards do to the order of turns."""
    skip, follow = rules.sections.skip, rules.sections.follow
    parts = [s.gettext("the next player misses a turn")]
    if answers := _faces(rules, skip.answers):
        parts.append(s.gettext("answer with: {cards}").format(cards=_cards(rules, answers, s)))
    yield skip.cards, _joined(parts, s)
    turned = s.gettext("play turns round")
    if rules.sections.reverse.two_seats == "further_turn" and rules.seats == 2:
        turned = s.gettext("you have another turn")
    yield rules.sections.reverse.cards, turned
    yield follow.must, s.gettext("you must lay one more card on it")
    yield follow.may, s.gettext("you may lay one more card on it")
    yield rules.sections.further.cards, s.gettext("you have another turn")


def _strikes(rules: Ruleset, s: Speech) -> Iterator[tuple[str, str]]:
    for strike in rules.sections.strike.values():
        match strike.at:
            case "chosen":
                told = s.ngettext(
                    "a player of your choice draws a card",
                    "a player of your choice draws {count} cards",
                    strike.amount,
                )
            case "previous":
                told = s.ngettext(
                    "the previous player draws a card", "the previous player draws {count} cards", strike.amount
                )
            case _:
                told = s.ngettext(
                    "each of the others draws a card", "each of the others draws {count} cards", strike.amount
                )
        yield strike.cards, told.format(count=strike.amount)


def _playing(rules: Ruleset, s: Speech) -> Iterator[str]:
    draw = rules.sections.draw
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
    yield _sentences(when, many, then)
    if rules.grouped & rules.faces:
        yield s.gettext("Several cards of the same rank may be laid together.")
    if rules.blind:
        yield s.gettext("You lay cards face down and say what they are; the next player may doubt it.")


def _word(rules: Ruleset, s: Speech) -> Iterator[str]:
    say = rules.sections.say
    if not rules.speaks or say.idle:
        return
    for is_due, words, fine, told in (
        (say.left_one, say.words, rules.fine, s.gettext('With one card left you say "{word}".')),
        (say.at_last, say.last_words, say.last_fine, s.gettext('With your last card you say "{word}".')),
    ):
        if is_due and words:
            costs = s.ngettext("Forgetting it costs a card.", "Forgetting it costs {count} cards.", fine)
            yield _sentences(
                told.format(word=words[0].word),
                *_other_words(rules, words, s),
                costs.format(count=fine) if fine else "",
            )


def _other_words(rules: Ruleset, words: Sequence[Word], s: Speech) -> Iterator[str]:
    """Yield the words for cards for which the first of *words* is not right."""
    right = select(words[0].card)
    for other in words[1:]:
        if faces := (select(other.card) & rules.faces) - right:
            right |= faces
            yield s.gettext("{cards}: {effects}.").format(cards=_cards(rules, faces, s), effects=f'"{other.word}"')


def _end(rules: Ruleset, s: Speech) -> Iterator[str]:
    sections = rules.sections
    if sections.end.when == "first_out":
        yield s.gettext("Whoever gets rid of all cards first wins the deal.")
    else:
        yield s.gettext("The deal goes on until only one player has cards; that player loses it.")
    scoring = {
        "losers": s.gettext("The cards left in your hand count as points."),
        "winner": s.gettext("The winner of a deal gets the points of all cards left."),
        "minus": s.gettext("The cards left in your hand count as minus points."),
        "point": s.gettext("The winner of a deal gets a point."),
        "none": "",
    }[sections.score.to]
    values = [
        f"{s.rank(rank)} = {sections.score.values[rank]}" for rank in reversed(RANKS) if rank in sections.score.values
    ]
    if scoring:
        shown = sections.score.to != "point" and values
        values += ["…"] if any(len(card) > 1 for card in sections.score.values) else []
        listed = s.gettext("Values: {values}.").format(values=", ".join(values)) if shown else ""
        listed = listed.replace("….", "…")
        yield _sentences(scoring, listed)
    yield {
        "single": s.gettext("One deal decides the game."),
        "to": s.gettext("The game ends when somebody has {count} points; the lowest score wins."),
        "knock_out": s.gettext("Whoever reaches {count} points is out; the last one left wins the game."),
        "first_to": s.gettext("Whoever has {count} points first wins the game."),
        "deals_lost": s.gettext("Whoever has lost {count} deals is out; the last one left wins the game."),
    }[sections.game.end].format(count=sections.game.at)


def _faces(rules: Ruleset, *selectors: str) -> Faces:
    """Return the faces of the deck that one of *selectors* names."""
    found: Faces = frozenset()
    return found.union(*map(select, selectors)) & rules.faces


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


def _joined(parts: Sequence[str], s: Speech) -> str:
    """Return *parts* of a line one after the other, parted as the language does it."""
    line = parts[0]
    for part in parts[1:]:
        line = s.gettext("{one}; {other}").format(one=line, other=part)
    return line


def _sentences(*parts: str) -> str:
    return " ".join(filter(None, parts))
