"""Ends what a run of tests has left, in whatever way the run ended: `python warden.py FOLDER`.

`pytest_plugin` starts this beside the run, and holds the other end of its standard input. The kernel closes that when
the run dies, even of `kill -9`. All processes of the run inherit `TEST_RUN`, the folder below which all its files lie.
"""

import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from shutil import rmtree
from typing import Final

import psutil

RUN: Final = "TEST_RUN"
"""The variable with the folder of the run, for all its processes."""
IN_ORDER: Final = b"in order\n"
"""What the run says before its end, unless it is killed."""
PREFIX: Final = "maumau-"
"""How the names of all folders begin that tests make."""
_LEAVE_SECONDS: Final = 15.0
"""How long processes that were asked to end may take, before they count as left. Those of the service have ten seconds,
also when their parent was killed."""
_SERVER_SECONDS: Final = 10.0
"""How long a server may take to remove its shared memory."""
_END_SECONDS: Final = 30.0
_PAUSE: Final = 0.2


def main() -> None:
    """Wait for the end of the run, then end what is left. If the run ended in order, print what its tests have left."""
    folder, forks = Path(sys.argv[1]), []
    is_in_order = False
    for line in sys.stdin.buffer:
        if line == IN_ORDER:
            is_in_order = True
        else:  # a fork of the run: its environment is that of before the run
            with suppress(psutil.Error):
                forks.append(psutil.Process(int(line)))
    left = []
    if is_in_order:
        psutil.wait_procs(processes(folder, forks), timeout=_LEAVE_SECONDS)
        left += [_described(process) for process in processes(folder, forks)]
        left += [f"the folder {path}" for path in sorted(folder.glob(f"{PREFIX}*")) if path.is_dir()]
    end(folder, forks)
    with suppress(BrokenPipeError):
        sys.stdout.write("".join(f"{one}\n" for one in left))
        sys.stdout.flush()


def processes(folder: Path, forks: Sequence[psutil.Process] = ()) -> set[psutil.Process]:
    """Return the processes of the run, and all below them: PostgreSQL and Chromium overwrite their environment."""
    found = {one for one in forks if one.is_running()}
    for one in psutil.process_iter():
        with suppress(psutil.Error):  # it has ended, or belongs to somebody else
            named = one.environ().get(RUN, "")
            if named == str(folder) or named.startswith(f"{folder}/"):
                found.add(one)
    for one in list(found):
        with suppress(psutil.Error):
            found.update(one.children(recursive=True))
    return {one for one in found if _is_alive(one)}


def end(folder: Path, forks: Sequence[psutil.Process] = ()) -> None:
    """Kill all processes of the run, and remove its folder with what is mounted there."""
    begun = time.monotonic()
    while (left := processes(folder, forks)) and time.monotonic() - begun < _END_SECONDS:
        for one in left:
            with suppress(psutil.Error):
                if one.name() != "postgres" or time.monotonic() - begun > _SERVER_SECONDS:
                    one.kill()
                elif (parent := one.parent()) is None or parent.name() != "postgres":
                    one.send_signal(signal.SIGQUIT)  # it ends its own processes at once
                    one.send_signal(signal.SIGCONT)
        psutil.wait_procs(left, timeout=_PAUSE)
    for mounted in psutil.disk_partitions(all=True):
        if folder in Path(mounted.mountpoint).parents:
            subprocess.run(["umount", "-l", mounted.mountpoint], check=False)
    while folder.exists() and time.monotonic() - begun < _END_SECONDS:
        rmtree(folder, ignore_errors=True)
        time.sleep(_PAUSE if folder.exists() else 0)


def _is_alive(process: psutil.Process) -> bool:
    try:
        return process.status() not in {psutil.STATUS_ZOMBIE, psutil.STATUS_DEAD}
    except psutil.Error:
        return False


def _described(process: psutil.Process) -> str:
    with suppress(psutil.Error):
        return f"the process {process.pid}: {' '.join(process.cmdline())[:200]}"
    return f"the process {process.pid}"


if __name__ == "__main__":
    main()
