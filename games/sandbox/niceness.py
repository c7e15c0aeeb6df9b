"""Giving way: whatever else the machine has to do comes before a child that judges."""

import os
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

_NICEST: Final = 19
_GROUP: Final = 10
"""Where the kernel groups processes by session, and weighs groups: a tenth of what any busy session gets."""
_TRIES: Final = 5
_AGAIN: Final = 0.11
"""Seconds: whoever is not root may weigh one group in a tenth of a second."""


def give_way(child: int) -> None:
    """Let *child*, the first of a session of its own, run where nothing else wants to, as far as this system can.

    Before its first line, and from outside, so it cannot fail to. It still comes to an end, since two clocks run on
    while it waits: its own, and that of whoever waits for it. What was not judged by then is told so.
    """
    with suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, child, _NICEST)
        if hasattr(os, "SCHED_IDLE"):
            os.sched_setscheduler(child, os.SCHED_IDLE, os.sched_param(0))
    with suppress(OSError):
        _weigh_group(Path(f"/proc/{child}/autogroup"))


def _weigh_group(group: Path) -> None:
    """Weigh the session, where there are such groups: inside its own a process gives way to nobody else."""
    for _ in range(_TRIES):
        try:
            group.write_text(f"{_GROUP}\n")
        except BlockingIOError:
            time.sleep(_AGAIN)
        else:
            return
