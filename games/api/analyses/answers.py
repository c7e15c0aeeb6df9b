"""From what is stored of an analysis to the answer, in the language of the reader."""

from collections.abc import Mapping, Sequence
from typing import Any

from games import store
from games.api.analyses.schema import AnalysedDecision, Analysis, AnalysisStatus, ChanceInterval, ExpertMove
from games.api.header import Header
from games.api.tables.choices import choice_of
from games.api.tables.schema import MoveChoice
from games.digest import Due, Speech
from games.rules.cards import Card
from games.rules.game import Game
from games.rules.notation import parse_move
from games.services import analyses

NONE = Analysis(status=AnalysisStatus.NONE, deals=None, total=None, done=0, left_out=0, decisions=[], created_at=None)


def analysis_of(found: analyses.Analysis | None, seen: Header, language: str, *, after: int) -> Analysis:
    """Return the analysis that was *found* of a game, with its decisions after the version *after*."""
    if found is None:
        return NONE
    moves = [move for move in found.moves if move["version"] > after]
    row = store.find(seen.id) if moves else None
    speech = None if row is None else _speech(store.game_of(row), seen.names, language)
    return Analysis(
        status=AnalysisStatus(found.status),
        deals=found.deals,
        total=found.total,
        done=len(found.moves),
        left_out=found.left_out,
        decisions=[] if speech is None else [_decision(move, speech) for move in moves],
        created_at=found.created_at,
    )


def _speech(game: Game, names: Mapping[str, str], language: str) -> Speech:
    speech = Speech(language, game.rules.sections.deck.pack, names)
    for seat, sitter in enumerate(game.sitters):
        if sitter:
            speech.seats({"player": sitter.player, "bot": sitter.bot}, seat)
    return speech


def _decision(stored: Mapping[str, Any], speech: Speech) -> AnalysedDecision:
    offered = None if stored["offered"] is None else Card.parse(stored["offered"])
    due = Due(penalty=stored["penalty"], skip=stored["skip"], offered=offered)

    def choice(written: Sequence[str]) -> MoveChoice:
        notation, in_words = written
        return choice_of(parse_move(stored["seat"], in_words), notation, speech, due)

    return AnalysedDecision(
        version=stored["version"],
        seat=stored["seat"],
        by_clock=stored["by_clock"],
        played=choice(stored["played"]),
        value=stored["value"],
        interval=_interval(stored),
        worse=stored.get("worse", False),
        best=[
            ExpertMove(
                move=choice(one["move"]),
                value=one["value"],
                interval=_interval(one),
                played=one["move"] == stored["played"],
            )
            for one in stored["best"]
        ],
    )


def _interval(stored: Mapping[str, Any]) -> ChanceInterval | None:
    """Return the interval that is stored beside a value; None from before there were intervals."""
    found = stored.get("interval")
    return found and ChanceInterval(low=found[0], high=found[1])
