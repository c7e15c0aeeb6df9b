"""Niceness: whatever else the machine has to do comes before a child that checks."""

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

    This happens before its first line and from outside, so the child cannot avoid it. The child still ends: its own
    clock and that of its parent run on while it waits, and what was not checked by then is reported as such.
    """
    with suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, child, _NICEST)
        if hasattr(os, "SCHED_IDLE"):
            os.sched_setscheduler(child, os.SCHED_IDLE, os.sched_param(0))
    with suppress(OSError):
        # Linux may schedule sessions as groups. Then niceness counts within a session only, so weigh the session too.
        group = Path(f"/proc/{child}/autogroup")
        for _ in range(_TRIES):
            try:
                group.write_text(f"{_GROUP}\n")
            except BlockingIOError:
                time.sleep(_AGAIN)
            else:
                return
