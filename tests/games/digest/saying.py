"""Every sentence that digests are made of, in every language and for every pack, as a text to proof-read.

The texts are kept in ``tests/games/digest/said/``. After a change of a sentence or a translation write them anew, and
read what has changed:

    python -m tests.games.digest.saying
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import django
from django.conf import settings

from games.digest import Due, Speech, label, translated
from games.digest.sentences import aimed, sentence
from games.digest.summary import summary
from games.rules.cards import parse_cards
from games.rules.commands import Accept, Rescue
from games.rules.events import (
    AbandonCause,
    AbsencePolicy,
    ClosingCause,
    Leaving,
    PauseReason,
    ProposalKind,
    ProposalOutcome,
)
from games.rules.notation import parse_move
from games.rules.refusal_reasons import Reason
from games.rules.ruleset.basing import changed
from games.rules.variants import KEYS, from_bytes, load, publish

FOLDER: Final = Path(__file__).parent / "said"
PACKS: Final = ("french", "german", "swiss")
SUITS: Final = "SHDC"

_OPTIONS: Final[tuple[tuple[str, int | None, dict[str, Any]], ...]] = (
    ("101", None, {"cover_card": "9", "starter": "winner"}),
    ("prsi", 4, {"blind": True, "leaf_king": True, "heart_ten": True, "play_on": True}),
    ("prsi", None, {"quick": True, "return_by_7h": True, "upcard_ober": "bottom_suit", "score": "to_100"}),
    ("pesten", 2, {"last_pest": "draw_2"}),
    ("crazy_eights", 2, {"draw": "until_playable", "use_special_cards": True, "score": "winner_collects"}),
    ("faraon", 2, {"rescue": True, "faraon_universal": True}),
    ("macau", None, {"cross_nomination": "never", "joker_demand": "any"}),
    ("mau_mau", None, {"announce": "at_last", "cut": "four_cuts", "ace_last_wins": True, "score": "to_100"}),
)
_OWN: Final = {
    "key": "own",
    "name": "What only custom variants say",
    "group": {"each": ""},
    "chain": {"sevens": {"answers": [{"cards": "7"}, {"cards": "KS", "on": "7S"}]}},
    "follow": {"must": "9", "unable": "until", "able_may_draw": True},
}
"""Changes of Faraón."""


def written(language: str) -> str:
    """Return all that is said in *language*."""
    parts = [f"# {dict(settings.LANGUAGES)[language]}: `python -m tests.games.digest.saying` writes this file.\n"]
    for pack in PACKS:
        parts += [f"\n## With a {pack.title()} pack\n\n", *(f"{line}\n" for line in _of_pack(language, pack))]
    parts += ["\n## Whatever the pack\n\n", *(f"{line}\n" for line in _of_all(language))]
    parts += ["\n## Labels of moves\n\n", *(f"{line}\n" for line in _labels(language))]
    parts += ["\n## Refusals\n\n", *(f"{translated(reason.sentence, language)}\n" for reason in Reason)]
    parts += ["\n## Summaries of rules\n", *(f"{line}\n" for line in _summaries(language))]
    return "".join(parts)


def _summaries(language: str) -> Iterator[str]:
    """Yield the summary of each variant, and of those options that say something else."""
    tables = ((load(key), seats, options) for key, seats, options in (*((key, None, {}) for key in KEYS), *_OPTIONS))
    own = from_bytes(publish(changed(load("faraon").rules, _OWN), "", []))
    for variant, seats, options in (*tables, (own, None, dict[str, Any]())):
        rules = variant.ruleset(seats or max(3, variant.players.least), options)
        yield from ("", f"### {variant.name}{f' {options}' if options else ''}", "")
        yield from summary(rules, Speech(language, rules.sections.deck.pack, {}))


def _of_pack(language: str, pack: str) -> Iterator[str]:
    """Yield what depends on the pack: each card in both forms, each suit and each rank that may be nominated."""
    speech = talking(language, pack)
    for card in (*(rank + suit for suit in SUITS for rank in "79TJQKA"), "X"):
        laid, turned = sentences(speech, "cards-played", cards=[card]), sentences(speech, "up-card-turned", card=card)
        yield " ".join([*laid, *turned])
    for asked in (*SUITS, *"79TJQKA"):
        yield from sentences(speech, "cards-played", cards=["JS"], nominated=asked)
    hands = [[], ["JS", "7H", "TH"], ["KD", "X"]]
    yield from sentences(speech, "up-card-put-back", card="QH")
    yield from sentences(speech, "cards-drawn", cards=["JC", "KH", "AD", "X"], cause="draw")
    yield from sentences(speech, "cards-kept", cards=["KS", "QH"])
    yield from sentences(speech, "stock-cut", cards=["KS", "9S"])
    yield from sentences(speech, "card-offered", card="QD")
    yield from sentences(speech, "card-laid-blind", card="JD", claim="QD", nominated="S", target=2, word="")
    yield from sentences(speech, "challenged", card="QC", truthful=True, misses=False)
    yield from sentences(speech, "challenged", card="KC", truthful=False, misses=True)
    yield from sentences(speech, "up-card-named", nominated="D")
    yield from sentences(speech, "deal-ended", ending="went-out", winner=0, loser=2, hands=hands)


def _of_all(language: str) -> Iterator[str]:
    """Yield what no pack changes: each sentence, and each number in each of its forms."""
    speech = talking(language, "french")
    for plain in (
        "seat-taken", "game-started", "accepted", "believed", "declined", "deal-lost", "passed", "seat-eliminated",
        "seat-left", "seat-returned", "seat-waits", "seat-went-out", "stock-replenished", "time-ran-out",
        "turn-skipped", "nonce-sealed", "nonce-opened", "nonces-voided", "seat-forfeited",
    ):  # fmt: skip
        yield from sentences(speech, plain, bot="", player="anna")
    for ask in ("open", "seal"):
        yield from sentences(speech, "nonces-called", ask=ask)
    yield from sentences(speech, "deadline-moved", deadline="2026-11-25T06:00:00.000000Z", cause="quiet-hours")
    yield from sentences(speech, "deadline-moved", deadline="2026-11-25T06:00:00.000000Z", cause="clock-set-back")
    yield from sentences(speech, "time-extended", seconds=86_400)
    for why in PauseReason:
        yield from sentences(speech, "clock-paused", reason=why, until="2026-12-01T08:00:00.000000Z")
        yield from sentences(speech, "clock-resumed", reason=why)
    for what in ProposalKind:
        yield from sentences(speech, "proposal-made", proposal=1, kind=what, expires="2026-11-25T06:00:00.000000Z")
    for agrees in (True, False):
        yield from sentences(speech, "vote-cast", proposal=1, agrees=agrees)
    for outcome in ProposalOutcome:
        yield from sentences(speech, "proposal-settled", proposal=1, kind="pause", outcome=outcome)
    for end in AbandonCause:
        yield from sentences(speech, "game-abandoned", cause=end)
    for closing in ClosingCause:
        yield from sentences(speech, "table-closed", cause=closing)
    for kind, unit in (("penalty-raised", "cards"), ("skip-raised", "turns"), ("cards-drawn", "cards")):
        yield " ".join(line for n in (1, 2, 5, 22) for line in sentences(speech, kind, **{unit: n, "cause": "draw"}))
    for cause in ("penalty", "strike", "fine"):
        yield from sentences(speech, "cards-drawn", cards=1, cause=cause)
        yield from sentences(speech, "cards-drawn", cards=3, cause=cause)
    yield from sentences(speech, "cards-drawn", cards=0, cause="draw")
    yield from (aimed(2, speech), speech.gettext("That cancels the penalty."), speech.gettext("Former player"))
    yield from sentences(speech, "fine-set", cards=1)
    yield from sentences(speech, "fine-set", cards=2)
    yield from sentences(speech, "cards-played", cards=["2S"], target=2)
    yield from sentences(speech, "cards-played", cards=["X"], keeps_demand=True)
    yield from sentences(speech, "card-laid-blind", claim="9H", nominated="", target=None, word="mau")
    yield from sentences(speech, "claim-stood", hidden=True)
    yield from sentences(speech, "announced", word="mau")
    yield from sentences(speech, "card-offered")
    yield from sentences(speech, "cards-kept", cards=[])
    yield from sentences(speech, "stock-cut", cards=2)
    yield from sentences(speech, "seat-accused", accused=2, guilty=True)
    yield from sentences(speech, "seat-accused", accused=2, guilty=False)
    yield from sentences(speech, "direction-reversed", direction=1)
    yield from sentences(speech, "direction-reversed", direction=-1)
    yield from sentences(speech, "deal-began", deal=2, dealer=0)
    for policy in AbsencePolicy:
        yield from sentences(speech, "seat-absent", policy=policy)
    for covers in ("draw-pass", "bot"):
        yield from sentences(speech, "seat-covered", policy=covers)
    for leaving in Leaving:
        yield from sentences(speech, "seat-resigned", leaving=leaving)
    for ending in ("went-out", "blocked", "plays-spent", "last-left", "resigned", "abandoned"):
        yield from sentences(speech, "deal-ended", ending=ending, winner=0, hands=[])
    yield from sentences(speech, "deal-scored", points=[-5, 0, 12], scores=[10, 0, 40])
    yield from sentences(speech, "game-ended", winners=[1])
    yield from sentences(speech, "game-ended", winners=[0, 2])
    yield from sentences(speech, "game-ended", winners=[])


def _labels(language: str) -> Iterator[str]:
    """Yield the label of each kind of move, on buttons as wide as they get."""
    speech = talking(language, "german")
    for move in (
        *("draw", "pass", "believe", "challenge", "decline", "resign", "cut", "keep none", "keep JS 7H", "name H"),
        *("say mau", "accuse 2", "7S", "7S+7D", "JC>H", "JC>7", "JC>H!mau", "2S@2", "2S@2!mau", "7C!mau", "X"),
        *("KD~9C", "KD~QC>H!mau"),
    ):
        yield label(parse_move(0, move), speech, Due())
    for due in (Due(penalty=1), Due(penalty=2), Due(penalty=5), Due(skip=1), Due(skip=2), Due(skip=5)):
        yield label(Accept(seat=0), speech, due)
    yield label(Rescue(seat=0), speech, Due(offered=parse_cards("7H")[0]))


def talking(language: str, pack: str) -> Speech:
    """Return the speech of a game in which Anna, Bert and Cleo sit."""
    speech = Speech(language, pack, {"anna": "Anna", "bert": "Bert", "cleo": "Cleo"})
    for seat, player in enumerate(("anna", "bert", "cleo")):
        speech.seats({"bot": "", "player": player}, seat)
    return speech


def sentences(speech: Speech, kind: str, /, **data: Any) -> list[str]:
    """Return the line for an event of Bert's."""
    whole = {"nominated": "", "target": None, **data}
    return [sentence({"type": kind, "seat": 1, "data": whole}, speech)]


def main() -> None:
    """Write the file of each language."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")
    django.setup()
    FOLDER.mkdir(exist_ok=True)
    for language, _ in settings.LANGUAGES:
        (FOLDER / f"{language}.md").write_text(written(language), encoding="utf-8")


if __name__ == "__main__":
    main()
