"""What special cards do, in the words of the short rules: each effect with the cards that have it.

A list of cards stands at the end of its words, as in ``cannot be played on: 7, Ace``: no language has to inflect it.
"""

from collections.abc import Iterator

from games.digest.speech import Speech
from games.rules.cards import RANKS
from games.rules.ruleset import Ruleset
from games.rules.ruleset.effect_sections import Chain
from games.rules.ruleset.selectors import NOTHING, OF_RANK, Faces, select


def effects(rules: Ruleset, s: Speech) -> Iterator[tuple[Faces, str]]:
    """Yield what special cards do: cards, which the deck need not have, and an effect of theirs."""
    sections = rules.sections
    yield from _wild(rules, s)
    yield from _penalties(rules, s)

    skip, parts = sections.skip, [s.gettext("the next player misses a turn")]
    if answers := select(skip.answers) & rules.faces:
        parts.append(s.gettext("can be answered only with: {cards}").format(cards=named(rules, answers, s)))
        parts += [s.gettext("the missed turns add up")] if skip.adds_up else []
    yield rules.skip, joined(s, *parts)

    again = s.gettext("you have another turn")
    turns_back = sections.reverse.two_seats == "further_turn" and rules.seats == 2
    yield rules.reverse, again if turns_back else s.gettext("play changes direction")
    yield from _follows(rules, s)
    yield rules.further, again

    for strike in sections.strike.values():
        yield select(strike.cards), _drawing(strike.at, strike.amount, s)

    # A card on which not only its suit and its rank fit.
    asks_nothing = frozenset(card for card in rules.faces if not card.rank and not rules.nominates[card])
    frees = select(sections.wild.frees) | (asks_nothing if sections.wild.joker_demand == "any" else NOTHING)
    yield frees, s.gettext("any card may be played on it")
    yield asks_nothing - frees, s.gettext("the next card must fit what lies below it")

    yield rules.refused, s.gettext("cannot be the first card")
    yield rules.illegal_last, s.gettext("not allowed as your last card")
    fine = sections.out.fine
    fined = s.ngettext("as your last card it costs you a card", "as your last card it costs you {count} cards", fine)
    yield rules.fined_last, fined.format(count=fine)


def named(rules: Ruleset, faces: Faces, s: Speech) -> str:
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


def joined(s: Speech, first: str, *others: str) -> str:
    """Return the parts of a line one after the other, separated as the language does it."""
    for other in others:
        first = s.gettext("{one}; {other}").format(one=first, other=other)
    return first


def _wild(rules: Ruleset, s: Speech) -> Iterator[tuple[Faces, str]]:
    """Yield where wild cards do not fit, that they fit elsewhere, and what one nominates."""
    wild = rules.sections.wild
    suit, rank = select(wild.suit), select(wild.rank) - select(wild.suit)
    plain = select(wild.plain) - suit - rank
    on_rank, on_suit = {
        "any": ("", ""),
        "serve": (s.gettext("on a nominated rank only if it fits"), s.gettext("on a nominated suit only if it fits")),
        "never": (s.gettext("not on a nominated rank"), s.gettext("not on a nominated suit")),
    }[wild.cross]
    for faces, crossing, nominates in (
        (suit, on_rank if rank & rules.faces else "", s.gettext("you nominate a suit")),
        (rank, on_suit if suit & rules.faces else "", s.gettext("you nominate a rank")),
        (plain, "", ""),
    ):
        barred, tame = select(wild.forbidden_on) & rules.faces, select(wild.tame_on) & rules.faces
        not_on = s.gettext("cannot be played on: {cards}").format(cards=named(rules, barred, s)) if barred else ""
        for some, exception in ((faces & select(wild.forbidden), not_on), (faces - select(wild.forbidden), "")):
            ordinary = tame - (barred if exception else NOTHING)
            as_any = s.gettext("is an ordinary card on: {cards}").format(cards=named(rules, ordinary, s))
            exceptions = [*filter(None, (exception, as_any if ordinary else "", crossing))]
            fits = s.gettext("fits on any other card") if exceptions else s.gettext("fits on any card")
            yield some, joined(s, *exceptions, fits, *filter(None, (nominates,)))


def _penalties(rules: Ruleset, s: Speech) -> Iterator[tuple[Faces, str]]:
    """Yield who draws for which cards, what answers or cancels that, and whether they still play."""
    for penalty in rules.sections.penalty.values():
        chain = rules.sections.chain[penalty.chain]
        parts = [_drawing(penalty.at, penalty.amount, s)]
        if answers := ", ".join(_answers(rules, chain, s)):
            parts.append(s.gettext("can be answered only with: {cards}").format(cards=answers))
            parts.append(s.gettext("the cards add up"))
        if cancels := select(chain.cancel) & rules.faces:
            parts.append(s.gettext("can be cancelled with: {cards}").format(cards=named(rules, cancels, s)))
        if penalty.at == "next":
            after = {
                "full_turn": s.gettext("whoever draws still plays"),
                "end_turn": s.gettext("whoever draws misses a turn"),
            }
            parts.append(after[chain.after])
        yield select(penalty.cards), joined(s, *parts)


def _answers(rules: Ruleset, chain: Chain, s: Speech) -> Iterator[str]:
    """Yield the cards that answer a penalty, those apart that do so only on some cards."""
    for answer in chain.answers:
        cards, on = select(answer.cards) & rules.faces, select(answer.on) & rules.faces
        if cards and on == rules.faces:
            yield named(rules, cards, s)
        elif cards and on:
            on_some = s.gettext("{cards} (on: {up_cards})")
            yield on_some.format(cards=named(rules, cards, s), up_cards=named(rules, on, s))


def _follows(rules: Ruleset, s: Speech) -> Iterator[tuple[Faces, str]]:
    """Yield after which cards one plays one more, what one draws who cannot, and whether such a last card wins."""
    follow = rules.sections.follow
    must = {
        ("one", False): s.gettext("you must play one more card on it, or draw one if you cannot"),
        ("one", True): s.gettext("you must play one more card on it, or draw one"),
        ("until", False): s.gettext("you must play one more card on it, and draw until you can"),
        ("until", True): s.gettext("you must play one more card on it, or draw until one fits"),
    }[follow.unable, follow.able_may_draw]
    yield rules.must_follow, must
    last = {
        "cannot_win": s.gettext("you cannot win with it, nor with the card that you draw for it"),
        "may_win": s.gettext("you cannot win with it, but with the card that you draw for it"),
        "wins": s.gettext("you win if it is your last card"),
    }[follow.last]
    yield rules.must_follow - rules.illegal_last - rules.fined_last, last
    yield rules.may_follow, s.gettext("you may play one more card on it")


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
