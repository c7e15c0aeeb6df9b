"""Games of chance that is committed, as the service plays them, with all that a record is made of."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random

from hypothesis import strategies as st

from games.records import Entry, Record, Sitter, Tags, from_events, redact
from games.rules import commands, events
from games.rules.decide import decide
from games.rules.events import Event
from games.rules.evolve import fold
from games.rules.fairness import CommittedChance, commit
from games.rules.game import Game, Status
from games.rules.notation import Happening, happenings
from tests.rules.tables import VARIANTS, Table
from tests.rules.walks import tables, walk

GAME = "01975e0c-7c1e-7a52-9d04-0c3d5f1e2a47"


@dataclass(frozen=True, kw_only=True)
class Committed(Table):
    """A table whose chance follows from a seed, a game's id and nonces."""

    @property
    def seed_digits(self) -> str:
        return f"{self.seed:064x}"

    @property
    def commitment(self) -> str:
        return commit(self.seed_digits, game=GAME, ruleset=self.ruleset.content, seats=self.seats)

    @property
    def dice(self) -> CommittedChance:  # type: ignore[override]  # another chance than the usual one
        return CommittedChance(GAME, self.seed_digits, [f"nonce {seat}" for seat in range(self.seats)])

    def opening(self) -> list[Event]:
        ruleset = self.ruleset
        opened = events.GameOpened(
            ruleset=ruleset.content, options=ruleset.options, seats=self.seats, terms={"rated": False},
            game=GAME, commitment=self.commitment, seed=self.seed_digits,
        )  # fmt: skip
        seats = range(self.seats)
        return [opened, *(events.SeatTaken(seat=seat, bot="novice", nonce=f"nonce {seat}") for seat in seats)]

    def seated(self) -> Game:
        return fold(Game(self.ruleset), self.opening())

    def happened(self, steps: int) -> Iterator[Happening]:
        """Yield what happens in a walk of so many steps."""
        yield from (Happening(0, event) for event in self.opening())
        game = self.seated()
        for command in (commands.StartGame(), commands.DealCards()):
            decision = decide(game, command, chance=self.dice)
            yield from happenings(decision, game.turn)
            game = decision.after
        for step in walk(self, steps=steps):
            yield from happenings(step.decision, step.game.turn)

    def timed(self, steps: int) -> list[tuple[Happening, int]]:
        """Return what happens, with instants: commands come up to a minute after one another, the clock's at once."""
        random, at = Random(self.seed), 0
        found = []
        for one in self.happened(steps):
            if one.command and not one.command.full.startswith("clock "):
                at += random.randrange(60_000)
            found.append((one, at))
        return found

    def seen(self, timed: Iterable[tuple[Happening, int]], viewer: int | None, *, over: bool) -> list[Entry]:
        return [redact(one, viewer, over=over, at=at) for one, at in timed]

    def record(self, steps: int = 4_000, *, viewer: int | None = None, whole: bool = True) -> Record:
        """Return the record of a walk: of all, or as *viewer* may see it."""
        timed = self.timed(steps)
        game = fold(Game(self.ruleset), [one.event for one, _ in timed])
        known = self.seen(timed, viewer, over=whole or game.status == Status.OVER)
        return Record(tags=self.tags(game, viewer, whole=whole), lines=from_events(known))

    def tags(self, game: Game, viewer: int | None, *, whole: bool) -> Tags:
        over = game.status == Status.OVER
        return Tags(
            site="Mau-Mau", game=GAME, variant=VARIANTS[self.variant].key, ruleset=game.content, options=game.options,
            terms=game.terms, sitters=tuple(Sitter(bot="novice", nonce=f"nonce {s}") for s in range(self.seats)),
            opened="2026-11-21T11:05:16.499322Z", ended="2026-11-22T11:05:16.499322Z" if over else "",
            winners=game.winners if over else None, places=game.places if over else None,
            viewer="all" if whole else viewer, commitment=game.commitment, seed=game.seed if whole else "",
        )  # fmt: skip


@st.composite
def committed(draw: st.DrawFn, variants: tuple[str, ...] = tuple(VARIANTS)) -> Committed:
    """Any table of committed chance."""
    table = draw(tables(variants))
    return Committed(variant=table.variant, seats=table.seats, options=table.options, seed=table.seed)
