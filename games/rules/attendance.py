"""Whether the players of a game are there: the turns that they missed, and which of them are absent."""

from dataclasses import replace
from typing import Final

from games.rules.events import AbsencePolicy
from games.rules.valueclass import valueclass

RUNNING: Final = 2
"""A player who misses so many turns running is absent."""
AMONG: Final = 3
"""So is a player who misses so many turns among the last ``RECENT`` ones."""
RECENT: Final = 10


@valueclass(frozen=True, slots=True)
class Attendance:
    """Whether the player of one seat is there. Turns are those of the rule book."""

    turns: int = 0
    """How many turns the seat has had."""
    missed: tuple[int, ...] = ()
    """The numbers of its last turns that were missed, from 1. Those before the player last came back do not count."""
    policy: AbsencePolicy | None = None
    """What plays this turn, and the next ones, in place of the player; None for a player who is there."""
    cover: AbsencePolicy | None = None
    """What plays this turn because the player is on vacation; None otherwise."""
    since: int = 0
    """The decision that was due when the player became absent."""
    away: int = 0
    """How many turns have begun since then."""
    returning: bool = False
    """Whether the player came back in a turn that the policy still plays."""

    @property
    def is_absent(self) -> bool:
        """Whether the player counts as absent. A player who came back does not, even if the policy plays this turn."""
        return self.policy is not None and not self.returning

    @property
    def played_by(self) -> AbsencePolicy | None:
        """What plays this turn in place of the player; None if the player does."""
        return self.policy or self.cover

    @property
    def misses(self) -> int:
        """How many turns were missed among the last ``RECENT``."""
        return sum(turn > self.turns - RECENT for turn in self.missed) if self.missed else 0

    @property
    def has_missed_too_many(self) -> bool:
        """Whether the last turns that were missed make a player absent."""
        running = self.missed[-RUNNING:]
        return self.misses >= AMONG or (len(running) == RUNNING and running[-1] - running[0] == RUNNING - 1)

    def begun(self) -> "Attendance":
        """Return the attendance when a turn of the seat begins."""
        if self.returning:
            return Attendance(self.turns + 1)
        away = self.away if self.policy is None else self.away + 1
        return Attendance(self.turns + 1, self.missed, self.policy, None, self.since, away)

    def after_miss(self) -> "Attendance":
        """Return the attendance after the turn that runs was missed. A turn is missed once, by the player alone."""
        if self.played_by is not None or self.missed[-1:] == (self.turns,):
            return self
        return replace(self, missed=(*self.missed, self.turns)[-AMONG:])

    def absent(self, policy: AbsencePolicy, since: int) -> "Attendance":
        """Return the attendance of a player who is absent *since* that decision, or whose policy changes."""
        return replace(self, policy=policy, since=since if self.policy is None else self.since, returning=False)

    def returned(self, *, in_turn: bool) -> "Attendance":
        """Return the attendance of a player who came back. A turn that runs, *in_turn*, is still the policy's."""
        return replace(self, missed=(), returning=True) if in_turn else Attendance(self.turns)
