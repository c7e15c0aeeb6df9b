"""Repeat tests in other orders under load, and say which runs failed: ``python -m tests.gate.flaky PATH …``.

All other options go to pytest: paths, ``--gate`` for all of `make test`, ``--part=NAME``, or ``--times=FILE``.
"""

import argparse
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Final

_PYTEST: Final = (sys.executable, "-m", "pytest", "-q", "-n", "2", "--dist", "loadfile", "--no-loadscope-reorder")
_BUSY: Final = """
import os, sys, threading
threading.Thread(target=lambda: os._exit(len(sys.stdin.read()))).start()
while True:
    pass
"""
"""It ends with the process that holds its standard input."""
_SHOWN: Final = 200
"""Lines of a run that failed."""


@contextmanager
def _busy_loops(number: int) -> Iterator[None]:
    loops = [subprocess.Popen([sys.executable, "-c", _BUSY], stdin=subprocess.PIPE) for _ in range(number)]
    try:
        yield
    finally:
        for loop in loops:
            loop.communicate()


def main() -> int:
    """Return 1 if any run failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=10, help="how many (10)")
    parser.add_argument("--quiet", action="store_true", help="without the two busy loops")
    given, tests = parser.parse_known_args()
    failed = 0
    for number in range(1, given.runs + 1):
        seed, begun = random.randrange(2**32), time.monotonic()
        with nullcontext() if given.quiet else _busy_loops(2):
            command = [*_PYTEST, f"--randomly-seed={seed}", *tests]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
        failed += done.returncode != 0
        shown = "\n".join(done.stdout.splitlines()[-_SHOWN if done.returncode else -1 :])
        sys.stdout.write(f"run {number}, seed {seed}, {time.monotonic() - begun:.0f} s: {shown}\n{done.stderr}")
        sys.stdout.flush()
    sys.stdout.write(f"{failed} of {given.runs} runs failed\n")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
