"""How large the tests of load are: small in every run of the suite, full with ``--full-size``."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Size:
    """What a test of load makes."""

    games: int
    """Games whose clocks are due at once."""
    bots: int
    """Tables whose bots are due at once."""
    duels: int
    """Pairs of players who load the service over HTTP at the same time."""
    polls: int
    """Long polls that arrive together."""
    seconds: float
    """How long the load lasts, and how long the broker is gone."""
    rest: int
    """Clocks that are still due when the load has ended, at least; none where the last answers may take too long."""
    late: float
    """Seconds that a clock may be late beside the time that those before it need; more where tests share the cores."""
    wait: float
    """Seconds that a move may take beside the polls."""
    races: int
    """Turns for which a move and the clock race."""
    parties: int
    """Pairs of players who play while processes are killed."""
    workers: int
    """Workers beside that of the service meanwhile."""
    kills: int
    """Processes that are killed meanwhile."""
    kill_every: float
    """Seconds between two of these kills, in the mean."""
    tables: int
    """Games that each pair of players has at once meanwhile."""
    open: int
    """Games whose deadlines are ahead while some are due."""
    examples: int
    """The requests that schemathesis makes for an operation; with the full size, besides those for each constraint."""


SMALL: Final = Size(
    games=150, bots=10, duels=2, polls=300, seconds=2, rest=0, late=20, wait=10, races=200, parties=3, workers=1,
    kills=20, kill_every=0.8, tables=2, open=20_000, examples=2,
)  # fmt: skip
FULL: Final = Size(
    games=10_000, bots=200, duels=8, polls=2_000, seconds=60, rest=1_000, late=2, wait=5, races=10_000, parties=8,
    workers=2, kills=200, kill_every=1.6, tables=4, open=1_000_000, examples=10,
)  # fmt: skip
