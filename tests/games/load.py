"""Load over HTTP: players who sign in, play and read through the real server, each as fast as it answers."""

import threading
import time
from random import Random
from types import TracebackType
from typing import Final, Self

from games.client.http import Refused
from tests.benchmarks.duel import Duel
from tests.benchmarks.service import Player

_BUSY: Final = {429, 503}


class Load:
    """So many duels at once at the server of *url*, from the beginning of its block until ``stop``."""

    def __init__(self, url: str, duels: int) -> None:
        self.moves: list[float] = []
        """The seconds that the answer to each move took."""
        self.reads: list[float] = []
        self.refused = 0
        """Requests that the server was too busy for."""
        self._faults: list[BaseException] = []
        self._stopped = threading.Event()
        self._threads = [threading.Thread(target=self._play, args=[url, seed]) for seed in range(duels)]
        self._begun = time.monotonic()

    def __enter__(self) -> Self:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    @property
    def lasted(self) -> float:
        """Seconds since it began."""
        return time.monotonic() - self._begun

    def stop(self) -> None:
        """Send no more, and wait for the last answers; raise what ended a player."""
        self._stopped.set()
        for thread in self._threads:
            thread.join()
        if self._faults:
            raise self._faults[0]

    def summary(self) -> str:
        """Return how much it was and how it was answered, for a person."""
        kinds = {"moves": self.moves, "reads": self.reads}
        slowest = ", ".join(f"{len(all_)} {name}, the slowest in {max(all_):.2f} s" for name, all_ in kinds.items())
        return f"{slowest}; {self.refused} refused as busy"

    def _play(self, url: str, seed: int) -> None:
        players: list[Player] = []
        try:
            players += [Player(url), Player(url)]
            duel = Duel((players[0], players[1]), Random(seed))
            while not self._stopped.is_set():
                try:
                    self._step(duel)
                except Refused as refused:
                    if refused.status not in _BUSY:
                        raise
                    self.refused += 1
                    self._stopped.wait(1)
        except BaseException as fault:  # noqa: BLE001 - it is raised where the load is stopped
            self._faults.append(fault)
        finally:
            for player in players:
                player.http.close()

    def _step(self, duel: Duel) -> None:
        """Make a move, in a new game where the last one is over, and let both look."""
        if duel.is_over:
            duel.open()
        self.moves.append(duel.make(duel.choose()))
        for player in duel.players:
            begun = time.monotonic()
            player.get(f"/games/{duel.game}")
            self.reads.append(time.monotonic() - begun)
