"""The rules of one game in a few lines: what its ruleset says with the options of its table.

A line about cards begins with them, as in ``7: the next player draws 2 cards``: no language has to inflect them. What
every variant does if its ruleset says nothing else is not said, and ``unsaid`` lists the keys that no line speaks of.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from games.digest.card_effects import effects, joined, named
from games.digest.speech import Speech, begun
from games.rules.cards import RANKS
from games.rules.ruleset import Ruleset
from games.rules.ruleset.ending_sections import Word
from games.rules.ruleset.selectors import EVERYTHING, NOTHING, OF_RANK, Faces, select


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
    return [
        *_dealing(rules, s),
        *_specials(rules, s),
        *_drawing(rules, s),
        *_playing(rules, s),
        *_saying(rules, s),
        *_ending(rules, s),
        *_scoring(rules, s),
        *_winning(rules, s),
    ]


def _dealing(rules: Ruleset, s: Speech) -> Iterator[RuleLine]:
    """Yield what happens before the first turn: the deal, the cut and the first card that is turned up."""
    sections, cards = rules.sections, len(rules.deck)
    dealing = s.ngettext("Everybody starts with a card.", "Everybody starts with {count} cards.", rules.hand_size)
    deck = s.ngettext("The deck has {count} card.", "The deck has {count} cards.", cards)
    less = s.gettext("You get one card fewer for each deal that you have lost.") if sections.deal.less_when_lost else ""
    back = s.gettext("Play goes counter-clockwise.") if sections.start.direction == -1 else ""
    yield _line(dealing.format(count=rules.hand_size), less, deck.format(count=cards), back)

    cut = sections.cut
    cutter = {
        "before_dealer": s.gettext("The player before the dealer cuts the deck."),
        "left": s.gettext("The dealer's left neighbour cuts the deck."),
    }[cut.cutter]
    keeping = {
        "none": "",
        "four": s.gettext("They look at four cards, and may keep any of: {cards}."),
        "run": s.gettext("They may keep up to three cards in a row from there, any of: {cards}."),
    }[cut.kind]
    if keeping:
        keeping = keeping.format(cards=named(rules, rules.cut_special & rules.faces, s))
        yield _line(cutter, keeping, moves=("cut", "keep"))

    first, wild = sections.up_card, (select(sections.wild.suit) - rules.refused) & rules.faces
    source = s.gettext("The dealer turns up one of their own cards as the first card.")
    effect = {
        "none": "",
        "dealer": s.gettext("The first card has its effect, as if the dealer had played it."),
        "first": s.gettext("The first card has its effect, as if the first player had played it."),
    }[first.effect]
    asking = {
        "own_suit": "",
        "dealer": s.gettext("If the first card is one of these, the dealer nominates a suit for it: {cards}."),
        "first": s.gettext("If the first card is one of these, the first player nominates a suit for it: {cards}."),
        "bottom": s.gettext("If the first card is one of these, the bottom card of the stock shows its suit: {cards}."),
    }[first.wild]
    asked = asking.format(cards=named(rules, wild, s)) if wild else ""
    if first.source == "dealer" or effect or asked:
        moves = ("name",) if asked and first.wild != "bottom" else ()
        yield _line(source if first.source == "dealer" else "", effect, asked, moves=moves)


def _specials(rules: Ruleset, s: Speech) -> Iterator[RuleLine]:
    """Yield a line for each set of special cards: cards that do the same share it, with all that they do."""
    done: dict[Faces, list[str]] = {}
    for cards, effect in effects(rules, s):
        if faces := cards & rules.faces:
            done.setdefault(faces, []).append(effect)
    for faces, several in done.items():
        line = s.gettext("{cards}: {effects}.").format(cards=named(rules, faces, s), effects=joined(s, *several))
        yield RuleLine(begun(line), tuple(map(str, sorted(faces))))


def _drawing(rules: Ruleset, s: Speech) -> Iterator[RuleLine]:
    """Yield how you draw: when, how many cards, and what you may do then."""
    draw, most = rules.sections.draw, ""
    when = {
        "free": s.gettext("You may draw instead of playing."),
        "unable": s.gettext("You draw only when you cannot play."),
    }[draw.when]
    until = s.gettext("You draw until a card fits.") if draw.count == "until_playable" else ""
    if draw.most > 1 and (draw.count == "one" or draw.when == "free"):
        most = s.gettext("You may draw up to {count} cards in a turn.").format(count=draw.most)
    then = {
        "none": s.gettext("Drawing ends your turn."),
        "drawn_only": s.gettext("After that you may play only the drawn card."),
        "any": s.gettext("After that you may play any card that fits."),
    }[draw.then]
    spent = s.gettext("You may pass only when you can draw no more.") if draw.passing == "spent" else ""
    never = s.gettext("The played cards never become a new stock.") if draw.replenish == "never" else ""
    yield _line(when, until, most, then, spent, never, moves=("draw",))


def _playing(rules: Ruleset, s: Speech) -> Iterator[RuleLine]:
    """Yield the special ways to play: several cards together, face down, and at once when they are drawn."""
    out, blind, acting = rules.sections.out, rules.sections.blind, EVERYTHING - rules.plain
    if grouped := frozenset(card for card in rules.grouped & rules.faces if card.rank):
        group = s.gettext("You may play several cards of the same rank together, if the first fits.")
        not_in, each = "", ""
        if others := rules.faces - grouped:
            not_in = s.gettext("None of them may be: {cards}.").format(cards=named(rules, others, s))
        if acting & grouped <= rules.each:
            each = s.gettext("Each of them has its effect.") if acting & grouped else ""
        elif counted := acting & grouped & rules.each:
            each = s.gettext("They have their effect once, but each of these has its own: {cards}.")
            each = each.format(cards=named(rules, counted, s))
        else:
            each = s.gettext("They have their effect once.")
        yield _line(group, not_in, each, moves=("group",))
    if together := rules.together & rules.faces:
        line = s.gettext(
            'If you hold only these cards and have said "{word}", you may play all of them together: {cards}.'
        )
        yield _line(line.format(word=out.together_word, cards=named(rules, together, s)), moves=("group",))
    if rules.blind:
        claims = s.gettext("You play cards face down and say what they are; the next player may challenge your claim.")
        truth = s.ngettext(
            "Whoever challenges a true claim draws a card and misses a turn.",
            "Whoever challenges a true claim draws {count} cards and misses a turn.",
            blind.truth_fine,
        )
        lie = s.ngettext(
            "If the claim was false, its player takes the card back and draws a card.",
            "If the claim was false, its player takes the card back and draws {count} cards.",
            blind.lie_fine,
        )
        fines = truth.format(count=blind.truth_fine), lie.format(count=blind.lie_fine)
        yield _line(claims, *fines, moves=("claim", "believe", "challenge"))
    for chain in rules.sections.chain.values():
        if saving := select(chain.rescue) & rules.faces:
            rescue = s.gettext(
                "If one of these is among the first {count} that you draw as a penalty, you may play it at once and "
                "draw no more: {cards}."
            )
            yield _line(rescue.format(count=chain.rescue_among, cards=named(rules, saving, s)), moves=("rescue",))


def _saying(rules: Ruleset, s: Speech) -> Iterator[RuleLine]:
    """Yield the words that you say, and what silence costs."""
    say = rules.sections.say
    # Words that mean nothing are not worth a line.
    if not rules.speaks or say.idle:
        return
    binds = s.gettext("If you say it before you play, you must play.") if say.binds else ""
    if say.left_one:
        late = s.gettext("You may still say it until the next player has moved.")
        forgotten = s.ngettext("Forgetting it costs a card.", "Forgetting it costs {count} cards.", rules.fine)
        if say.window == "accusation":
            forgotten = s.ngettext(
                "If somebody accuses you of forgetting it, you draw a card.",
                "If somebody accuses you of forgetting it, you draw {count} cards.",
                rules.fine,
            )
        needless = s.ngettext(
            "Saying it when it is not due costs a card.",
            "Saying it when it is not due costs {count} cards.",
            say.needless_fine,
        )
        yield _line(
            *_words(rules, s.gettext('With one card left you say "{word}".'), say.words, s),
            late if say.window == "until_next_act" else "",
            forgotten.format(count=rules.fine) if rules.fine else "",
            s.gettext("It also costs your next turn.") if say.blocks else "",
            needless.format(count=say.needless_fine) if say.needless_fine else "",
            binds,
            moves=("say",),
        )
        if say.window == "accusation":
            wrong = s.ngettext(
                "A wrong accusation costs a card.", "A wrong accusation costs {count} cards.", say.false_accusation
            )
            yield _line(
                s.gettext("You may accuse a player who has forgotten the word, until the next one has played."),
                wrong.format(count=say.false_accusation) if say.false_accusation else "",
                moves=("accuse",),
            )
    if say.at_last:
        costs = s.ngettext("Forgetting it costs a card.", "Forgetting it costs {count} cards.", say.last_fine)
        yield _line(
            *_words(rules, s.gettext('With your last card you say "{word}".'), say.last_words, s),
            s.gettext("Without it you do not win."),
            costs.format(count=say.last_fine) if say.last_fine else "",
            "" if say.left_one else binds,
            moves=("say",),
        )


def _words(rules: Ruleset, saying: str, words: Iterable[Word], s: Speech) -> Iterator[str]:
    """Yield *saying* with the first of *words*, and which other words are right: for some cards, as well, or never."""
    first, *others = words
    yield saying.format(word=first.word)
    right, also, never = select(first.card), list[str](), list[str]()
    for word in others:
        faces = select(word.card) & rules.faces
        if faces - right:
            line = s.gettext('{cards}: "{word}".').format(cards=named(rules, faces - right, s), word=word.word)
            yield begun(line)
        else:
            (also if faces else never).append(word.word)
        right |= faces
    if also:
        yield s.gettext("Also right: {words}.").format(words=", ".join(also))
    if never:
        yield s.gettext("Not right: {words}.").format(words=", ".join(never))


def _ending(rules: Ruleset, s: Speech) -> Iterator[RuleLine]:
    """Yield how a deal ends, and what becomes of the effect of a last card."""
    end, out = rules.sections.end, rules.sections.out
    when = {
        "first_out": s.gettext("The first player to get rid of all cards wins the deal."),
        "last_left": s.gettext("The deal goes on until only one player still has cards; that player loses."),
    }[end.when]
    plays, dropped, served, returns = "", "", "", ""
    if end.plays:
        plays = s.ngettext(
            "The deal also ends when {count} card has been played.",
            "The deal also ends when {count} cards have been played.",
            end.plays,
        ).format(count=end.plays)
    if out.effect == "drop" and rules.faces - rules.plain:
        dropped = s.gettext("The card with which you go out has no effect.")
    elif out.pending == "serve" and end.when == "first_out" and any(rules.penalty[card] for card in rules.faces):
        served = s.gettext("A penalty for the last card is still drawn.")
    if back := rules.returns & rules.faces:
        returns = s.gettext(
            "You are out only when your turn comes again. Until then a penalty for one of these brings you back: "
            "{cards}."
        ).format(cards=named(rules, back, s))
    yield _line(when, plays, dropped, served, returns)


def _scoring(rules: Ruleset, s: Speech) -> Iterator[RuleLine]:
    """Yield what a deal counts."""
    score = rules.sections.score
    counting = {
        "losers": s.gettext("The cards left in your hand count as points."),
        "winner": s.gettext("The winner of a deal gets the points of all cards left."),
        "minus": s.gettext("The cards left in your hand count as minus points."),
        "point": s.gettext("The winner of a deal gets a point."),
        "none": "",
    }[score.to]
    values = ""
    if score.to not in ("none", "point") and score.values:
        values = s.gettext("Card values: {values}.").format(values=", ".join(_values(rules, s)))
    if counting:
        yield _line(counting, values)
    if score.to == "losers" and (of_last_card := [*_of_last_card(rules, s)]):
        yield _line(*of_last_card)


def _values(rules: Ruleset, s: Speech) -> Iterator[str]:
    """Yield the value of each rank, the highest rank first, or its least and its greatest one; then that of a joker."""
    for rank in reversed(RANKS):
        if values := sorted({rules.values[card] for card in OF_RANK[rank] & rules.faces}):
            yield f"{s.rank(rank)} = {'…'.join(map(str, dict.fromkeys((values[0], values[-1]))))}"
    for joker in (card for card in rules.faces if not card.rank):
        yield f"{s.card(str(joker))} = {rules.values[joker]}"


def _of_last_card(rules: Ruleset, s: Speech) -> Iterator[str]:
    """Yield what the winner gets, and by what the last card multiplies points."""
    score, seen = rules.sections.score, NOTHING
    if won := score.winner:
        gets = s.ngettext(
            "The winner of a deal gets {count} point.", "The winner of a deal gets {count} points.", abs(won)
        )
        yield gets.format(count=won)
    for faces, points in rules.bonus:
        if last := (faces & rules.faces) - seen:
            gets = s.ngettext(
                "The winner gets {count} point for the last card: {cards}.",
                "The winner gets {count} points for the last card: {cards}.",
                abs(points),
            )
            yield gets.format(count=points, cards=named(rules, last, s))
        seen |= faces
    seen, multiplied = NOTHING, dict[tuple[int, bool, bool], Faces]()
    for faces, one in rules.times:
        same = 0 if one.each else one.times, one.each, one.winner_too and won != 0
        multiplied[same] = multiplied.get(same, NOTHING) | (faces & rules.faces) - seen
        seen |= faces
    for (count, each, winner_too), last in multiplied.items():
        times = s.gettext("The points of the losers are multiplied by {count} if the last card is one of: {cards}.")
        if each:
            times = s.gettext(
                "The points of the losers are doubled for one of these as the last card, tripled for two played "
                "together, and so on: {cards}."
            )
        if last:
            yield times.format(count=count, cards=named(rules, last, s))
        if last and winner_too:
            yield s.gettext("So are those of the winner.")


def _winning(rules: Ruleset, s: Speech) -> Iterator[RuleLine]:
    """Yield what wins the game, and who begins and deals its next deal."""
    game, start, score = rules.sections.game, rules.sections.start, rules.sections.score
    # Where a score of just this number becomes 0, only a greater one ends something.
    beyond = game.at == score.reset_at
    more = s.gettext("Whoever has more than {count} points is out; the last player left wins the game.")
    reaches = s.gettext("Whoever reaches {count} points is out; the last player left wins the game.")
    over = {
        "single": s.gettext("The game is a single deal."),
        "to": s.gettext("The game ends when somebody has {count} points; the lowest score wins."),
        "knock_out": more if beyond else reaches,
        "first_to": s.gettext("The first player to reach {count} points wins the game."),
        "deals_lost": s.gettext("Whoever has lost {count} deals is out; the last player left wins the game."),
    }[game.end].format(count=game.at + (beyond and game.end == "to"))
    reset = s.gettext("A score of exactly {count} becomes 0.").format(count=score.reset_at)
    first = s.gettext("The winner of a deal begins the next one.") if start.first == "winner" else ""
    deals = {
        "rotate": "",
        "loser": s.gettext("The player with the most points in hand deals next."),
        "before_winner": s.gettext("The player before the winner deals next, so the winner begins."),
    }[start.dealer]
    yield _line(over, reset if score.reset_at and score.to != "none" else "")
    if game.end != "single" and (first or deals):
        yield _line(first, deals)


def _line(*sentences: str, moves: tuple[str, ...] = ()) -> RuleLine:
    return RuleLine(" ".join(filter(None, sentences)), moves=moves)
