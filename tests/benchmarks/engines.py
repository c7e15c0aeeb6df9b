"""Random playouts on our engine and on others, so that both sides of each row do the same work at each move."""

import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

from games import compiling
from tests.benchmarks import environments, playouts
from tests.benchmarks.measuring import Measure, Row, Series

InTurns: TypeAlias = Callable[[list[tuple[str, Measure]]], list[Series]]

_PLAYED: Final = "random moves: legal moves, played in place"
_DECIDED: Final = "random moves: legal moves, decided, with events"
_OBSERVED: Final = "random moves: observed, decided, with events"
_COMPILED: Final = ", compiled by mypyc"
_BY_HAND: Final = "a loop by hand"
_UNO: Final = "RLCard's uno environment"
_UNO_ROUND: Final = "RLCard's uno, its round alone"
_OPENSPIEL: Final = "OpenSpiel's crazy_eights (C++)"
_OPENSPIEL_OBSERVED: Final = "OpenSpiel's, observed (C++)"
_WORK: Final = {_PLAYED: "rollout", _DECIDED: "decide", _OBSERVED: "observe"}
"""What `playouts` calls the work of each row."""
_PEERS: Final = {
    _UNO: ("rlcard", "rlcard_uno"),
    _UNO_ROUND: ("rlcard", "rlcard_uno rules"),
    _OPENSPIEL: ("open_spiel", "openspiel_crazy_eights"),
    _OPENSPIEL_OBSERVED: ("open_spiel", "openspiel_crazy_eights observe"),
}
"""The package and the program of each peer."""
_SHORT: Final = 0.1


def measure(
    place: Path, seconds: float, step: Callable[[str], None], in_turns: InTurns, *, compiles: bool = True
) -> Iterator[Row]:
    """Compare our rules, pure and if it *compiles* also compiled, with those of peers, which are installed in *place*.

    Our `decide` makes events and leaves the game before it as it was. Neither peer does either.
    """
    missing: list[str] = []
    measures: list[tuple[str, Measure]] = [
        (work, partial(environments.own_rate, Path(sys.executable), environments.ROOT, seconds, name))
        for work, name in _WORK.items()
    ]
    measures.append((_BY_HAND, lambda: playouts.loop_rate(seconds)))
    if compiles:
        measures += _compiled(place, seconds, step, missing)
    measures += _peers(place, seconds, step, missing)
    found = {series.name: series for series in in_turns(measures)}
    for work, peer, goal in (
        (_OBSERVED, _UNO, 1.0),
        (_PLAYED, _UNO_ROUND, 2.0),
        (_DECIDED, _UNO_ROUND, None),
        (_PLAYED, _BY_HAND, None),
        (_PLAYED, _OPENSPIEL, None),
        (_PLAYED + _COMPILED, _OPENSPIEL, 1.2),
        (_OBSERVED + _COMPILED, _OPENSPIEL_OBSERVED, None),
    ):
        if work in found and (peer in found or goal):
            note = "; ".join(missing) or _NOTES.get(peer, "")
            missing.clear()
            yield Row(work, "moves/s", found[work], found.get(peer), goal, note)


def _compiled(
    place: Path, seconds: float, step: Callable[[str], None], missing: list[str]
) -> Iterator[tuple[str, Measure]]:
    """Yield the measures of our compiled rules; *missing* receives why there are none."""
    step("compiling the rules")
    project = place / "compiled"
    project.mkdir()
    try:
        compiling.build(project)
    except compiling.NotCompiled as error:
        missing.append(f"rules compiled by mypyc are missing: {error}")
        return
    for work in (_PLAYED, _OBSERVED):
        yield work + _COMPILED, partial(environments.own_rate, Path(sys.executable), project, seconds, _WORK[work])


def _peers(
    place: Path, seconds: float, step: Callable[[str], None], missing: list[str]
) -> Iterator[tuple[str, Measure]]:
    """Yield the measures of the peers that can be installed here. *missing* receives the others."""
    for name, (package, program) in _PEERS.items():
        step(f"installing {package}")
        try:
            python = environments.install(place / package, package)
            environments.rate(python, program, _SHORT)
        except environments.NoPeer as error:
            missing.append(f"{name} is missing: {error}")
        else:
            yield name, partial(environments.rate, python, program, seconds)


_NOTES: Final = {
    _BY_HAND: "a loop by hand is the limit: it changes lists in place, and knows one variant",
    _OPENSPIEL: "OpenSpiel deals and draws as moves of chance, which Python asks for; they do not count",
}
