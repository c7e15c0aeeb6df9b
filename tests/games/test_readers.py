"""Types that are read for the first time by many threads at once, in a process of its own."""

import subprocess
import sys

_FIRST_READS = """
import sys, threading
from dataclasses import make_dataclass
from games.readers import Reader

sys.setswitchinterval(1e-6)
PARTS = 8
for number in range(20):
    inner = make_dataclass(f"Inner{number}", [(f"field{at}", int) for at in range(PARTS)])
    outer = make_dataclass(f"Outer{number}", [(f"part{at}", inner) for at in range(PARTS)])
    data = {f"part{at}": {f"field{of}": 1 for of in range(PARTS)} for at in range(PARTS)}
    begin, read = threading.Barrier(PARTS), []

    def first():
        begin.wait()
        read.append(Reader(outer)(data).part7.field7)

    threads = [threading.Thread(target=first) for _ in range(PARTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert read == [1] * PARTS, read
"""


def test_threads_may_read_the_same_type_for_the_first_time_at_once() -> None:
    done = subprocess.run([sys.executable, "-c", _FIRST_READS], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
