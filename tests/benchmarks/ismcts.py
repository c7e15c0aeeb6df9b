"""A match of `expert` against OpenSpiel's ISMCTS bot in Crazy Eights: two seats, both engines in lock step.

`python -m tests.benchmarks.ismcts --deals 50 --seconds 1` plays each deal twice, with the seats swapped, and prints how
often `expert` won. Both bots think for the same time about each decision; choices without an alternative take none.
"""

import argparse
import sys
import time
from collections.abc import Sequence
from importlib import import_module
from random import Random
from typing import Any, Final

from games.bots import expert
from games.bots.budget import Budget
from games.bots.memory import Memory
from games.bots.remembering import remember
from games.management.bot_matches import Score
from games.rules.commands import Move
from games.rules.observation import observe, seen_by
from tests.rules.openspiel import DEALER, DRAW, NOMINATE, Twins, move_of
from tests.rules.tables import Table

SEATS: Final = 2
DEALT: Final = 7
"""Cards of a hand at first."""
EXPLORES: Final = 50.0
"""The bot's constant of exploration: about the spread of its returns, which are points."""


def owners(history: Sequence[Any]) -> list[int | None]:
    """Return for each step of OpenSpiel's *history* the seat that got the card that chance dealt; None for others."""
    after_dealer = (history[0].action - DEALER + 1) % SEATS
    found: list[int | None] = [None]
    for place, step in enumerate(history[1:], 1):
        if step.player >= 0:
            found.append(None)
        elif place <= SEATS * DEALT:
            found.append((after_dealer + place - 1) % SEATS)
        else:
            before = history[place - 1]
            found.append(before.player if before.player >= 0 else None)  # else it is an up-card
    return found


def resampled(state: Any, viewer: int, rng: Random) -> Any:
    """Return a state that *viewer* cannot tell from *state*: its history with other cards in the hidden places.

    All layouts that agree with what was played are as likely. A card that the other seat played came to it before.
    """
    history = state.full_history()
    again = {step.action: place for place, step in enumerate(history) if _is_put_back(history, place)}
    while True:
        cards = _laid_out(history, viewer, rng)
        if all(place > again.get(card, 0) for place, card in cards.items()):
            break
    other = state.get_game().new_initial_state()
    for place, step in enumerate(history):
        other.apply_action(cards.get(place, step.action))
    return other


def _is_put_back(history: Sequence[Any], place: int) -> bool:
    """Return whether step *place* turned up an eight, which went back into the stock."""
    dealt = place > SEATS * DEALT and history[place].player < 0 and history[place - 1].player < 0
    return dealt and place + 1 < len(history) and history[place + 1].player < 0


def _laid_out(history: Sequence[Any], viewer: int, rng: Random) -> dict[int, int]:
    """Return a card for each step that gave the other seat one, as *viewer* may imagine it.

    An eight that was turned up and put back may lie in a place where it cannot have been before.
    """
    held_by = owners(history)
    free: list[int] = []
    """Steps that gave the other seat a card that it has not played."""
    cards: dict[int, int] = {}
    seen: set[int] = set()
    for place, step in enumerate(history[1:], 1):
        if held_by[place] == 1 - viewer:
            free.append(place)
        elif held_by[place] == viewer:
            seen.add(step.action)
        elif step.player == 1 - viewer and step.action < DRAW:
            chosen = free.pop(rng.randrange(len(free)))
            cards[chosen] = step.action
            seen.add(step.action)
        elif step.player < 0 and not _is_put_back(history, place):
            seen.add(step.action)  # the up-card

    unseen = [card for card in range(DRAW) if card not in seen]
    return cards | dict(zip(free, rng.sample(unseen, len(free)), strict=True))


class Peer:
    """OpenSpiel's Python bot, which thinks for *seconds* and not for a number of simulations."""

    def __init__(self, game: Any, seconds: float, rng: Random) -> None:
        numpy: Any = import_module("numpy")
        ismcts: Any = import_module("open_spiel.python.algorithms.ismcts")
        mcts: Any = import_module("open_spiel.python.algorithms.mcts")
        state = numpy.random.RandomState(rng.getrandbits(32))
        self._bot = ismcts.ISMCTSBot(
            game, mcts.RandomRolloutEvaluator(1, state), EXPLORES, max_simulations=1, random_state=state,
            use_observation_string=True, allow_inconsistent_action_sets=True,
        )  # fmt: skip
        self._bot.set_resampler(lambda state, viewer: resampled(state, viewer, rng))
        self._seconds = seconds
        self.simulations = self.searches = 0

    def step(self, state: Any) -> int:
        """Return the action that the bot chooses: the one visited most, as in its ``run_search``."""
        legal: list[int] = state.legal_actions()
        if len(legal) == 1:
            return legal[0]
        bot, until = self._bot, time.monotonic() + self._seconds
        bot.reset()
        root = bot.create_new_node(state)
        self.searches += 1
        while time.monotonic() < until or not root.child_info:
            bot.run_simulation(bot.sample_root_state(state))
            self.simulations += 1
        return max(legal, key=lambda action: root.child_info[action].visits if action in root.child_info else -1)


def play(number: int, seat: int, seconds: float) -> tuple[float, Peer]:
    """Return what an expert at *seat* wins in deal *number* (a tie counts half), and its peer."""
    game = import_module("pyspiel").load_game("crazy_eights", {"players": SEATS})
    rng = Random(number)
    twins = Twins(Table(variant="crazy_eights", seats=SEATS, seed=number), game.new_initial_state())
    peer, memory, known = Peer(game, seconds, rng), Memory(seat), 0
    while moves := twins.compared():
        if twins.now.on_turn == seat:
            seen = [seen_by(seat, event) for event in twins.happened[known:]]
            memory, known = remember(memory, seen, twins.now.rules), len(twins.happened)
            move = expert.choose(observe(twins.now, seat), memory, rng, Budget(seconds))
        else:
            move = _move_of(peer, twins.state, 1 - seat)
        twins.play(move, moves)
    mine, other = twins.now.points[seat], twins.now.points[1 - seat]
    return 0.5 if mine == other else float(mine > other), peer


def _move_of(peer: Peer, state: Any, seat: int) -> Move:
    """Return the move of *seat* that the peer chooses in *state*: an eight needs two actions of it."""
    actions, after = [peer.step(state)], state.clone()
    after.apply_action(actions[0])
    if not after.is_terminal() and after.current_player() == seat and after.legal_actions()[0] >= NOMINATE:
        actions.append(peer.step(after))
    return move_of(seat, actions, due=False)


def main(arguments: Sequence[str] | None = None) -> None:
    """Play and print. Exits with a message where OpenSpiel cannot be imported."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.ismcts", description=main.__doc__)
    parser.add_argument("--deals", type=int, default=50, help="each is played twice (default 50)")
    parser.add_argument("--seconds", type=float, default=1.0, help="of thinking for each decision (default 1)")
    parser.add_argument("--first", type=int, default=0, help="number of the first deal (default 0)")
    asked = parser.parse_args(arguments)
    score, simulations, searches = Score(), 0, 0
    for number in range(asked.first, asked.first + asked.deals):
        for seat in range(SEATS):
            won, peer = play(number, seat, asked.seconds)
            score.add(Score(1, won))
            simulations, searches = simulations + peer.simulations, searches + peer.searches
        low, high = score.interval()
        sys.stdout.write(f"{score.games} games: expert won {score.share:.1%}, 95 % interval {low:.1%} to {high:.1%}\n")
        sys.stdout.flush()
    sys.stdout.write(f"OpenSpiel's bot made {simulations / max(1, searches):,.0f} simulations a search\n")


if __name__ == "__main__":
    main()
