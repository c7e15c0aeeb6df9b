"""How much of the machine a check may use."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a child may use."""

    cpu: int
    """Seconds of the processor."""
    wall: float
    """Seconds until it is killed, whatever it does."""
    memory: int = 256 << 20
    """Bytes of its address space."""
    output: int = 4 << 20
    """Bytes that it may write."""
    gives_way: bool = True
    """Whether it runs only while nothing else on the machine wants to."""


QUICK: Final = Bounds(cpu=10, wall=25)
"""While a caller waits."""
PATIENCE: Final = QUICK.cpu + 2.0
"""Seconds that a caller waits for the child to become free: longer than the dearest check of another author."""
THOROUGH: Final = Bounds(cpu=40, wall=120)
"""For a queue of its own: on a busy machine a nice child must wait, too."""
