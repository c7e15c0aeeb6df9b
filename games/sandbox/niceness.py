"""Niceness: everything else on the machine comes before a child that checks."""

import os
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

_NICEST: Final = 19
_GROUP: Final = 10
"""If the kernel groups processes by session and weighs the groups: about a tenth of what a busy session gets."""
_TRIES: Final = 5
_AGAIN: Final = 0.11
"""Seconds. A user other than root may weigh one group in a tenth of a second."""


def give_way(child: int) -> None:
    """Let *child*, which leads a session of its own, run only when nothing else wants to, as far as this system can.

    The parent does this from outside, so the child cannot avoid it. The child still ends: its own clock and that of its
    parent run on while it waits, and the report says what was not checked.
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
