"""Words that seats say or forget, and what these cost: fines, windows and accusations (kernel, section 9)."""

from games.rules.commands import Accuse
from games.rules.decide.drawing import draw_cards
from games.rules.decide.execution import Execution
from games.rules.edition import FIRST
from games.rules.events import Cause, FineSet, SeatAccused, WindowClosed, WindowOpened
from games.rules.legality.announcements import has_announced, is_early, is_late, is_on_time


def say(run: Execution, seat: int, word: str) -> None:
    """Carry out a word that *seat* says apart from a play (K-91)."""
    if run.rules.server_speaks:
        return  # accepted, and nothing happens (K-94)
    late = is_late(run.rules, run.deal, seat, word) or (run.edition > FIRST and is_on_time(run.rules, run.deal, seat))
    if late or is_early(run.rules, run.deal, seat, word):
        run.announced(seat, word, early=not late)
    else:
        say_needlessly(run, seat, word)


def say_needlessly(run: Execution, seat: int, word: str) -> None:
    """Fine *seat*, which is on turn, for a word that nothing asks for (A5)."""
    run.announced(seat, word, early=False)
    draw_cards(run, seat, run.rules.sections.say.needless_fine, Cause.FINE)


def accuse(run: Execution, charge: Accuse) -> None:
    """Let the accused seat pay if it owes its word, and else the accuser (K-99)."""
    guilty = run.deal.window == charge.accused
    run.emit(SeatAccused(seat=charge.seat, accused=charge.accused, guilty=guilty))
    if guilty:
        draw_cards(run, charge.accused, run.rules.fine, Cause.FINE)
    else:
        draw_cards(run, charge.seat, run.rules.sections.say.false_accusation, Cause.FINE)


def check_word(run: Execution, seat: int) -> None:
    """Fine *seat*, whose turn ends with one card, for a word that was due and not said, or open its window.

    (K-88, K-96 to K-100)
    """
    deal, say = run.deal, run.rules.sections.say
    if say.idle or not say.left_one:
        return
    if say.window == "auto":
        words = run.rules.right_words(deal.hands[seat][0], last=False)
        run.announced(seat, words[0], early=False)
    elif say.window == "until_next_act":
        run.emit(WindowOpened(seat=seat))
    elif not has_announced(run.rules, deal, seat):
        if say.window == "accusation":
            run.emit(WindowOpened(seat=seat))
        else:
            _fine(run, seat)


def close_window(run: Execution, seat: int, *, drawing: bool = False) -> None:
    """Let an act of *seat* close the window of another seat, which pays if it was silent (K-97 to K-99)."""
    deal, silent = run.deal, run.deal.window
    if silent is None or silent == seat:
        return
    window = run.rules.sections.say.window
    if drawing and window == "accusation":
        return
    owes = window == "until_next_act" and len(deal.hands[silent]) == 1
    if owes and not has_announced(run.rules, deal, silent):
        _fine(run, silent)
    run.emit(WindowClosed(seat=silent))


def _fine(run: Execution, seat: int) -> None:
    """Let *seat* draw the fine now, or set it to take the place of its next turn (K-28)."""
    if run.rules.sections.say.blocks:
        run.emit(FineSet(seat=seat, cards=run.rules.fine))
    else:
        draw_cards(run, seat, run.rules.fine, Cause.FINE)
