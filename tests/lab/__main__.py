"""`make lab`: stand up the service on thirteen hosts of this machine, let each part fail, and print what it cost."""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

import django

from tests.lab import configuration
from tests.lab.requirements import install_packages, missing_packages, missing_rights

_AS_PART: Final = "MAUMAU_LAB"
"""Names the folder of the lab to the process that has namespaces of its own."""
_END_SECONDS: Final = 10.0


def main() -> None:
    """Run the lab in namespaces of its own. Nothing of it is left when this ends, however it ends."""
    parser = argparse.ArgumentParser(prog="make lab", description=__doc__)
    parser.add_argument(
        "--only", action="append", metavar="WORDS", help="only the failures whose names contain this; may be repeated"
    )
    parser.add_argument("--short", action="store_true", help="the shortened run of `make test`")
    parser.add_argument("--stay", action="store_true", help="stand up, and wait for Ctrl-C in place of failures")
    parser.add_argument("--write", action="store_true", help="write the table into docs/explanation/failures.md")
    asked = parser.parse_args()
    if _AS_PART in os.environ:
        os.environ.update(configuration.service_environment(values := configuration.new_secrets()))
        os.environ["DATABASE_URL"] = configuration.direct_url(values)
        django.setup()
        from tests.lab.run import run  # noqa: PLC0415  # it needs the settings

        sys.exit(run(Path(os.environ[_AS_PART]), values, asked))
    if reason := missing_rights():
        sys.exit(f"The lab cannot run: {reason}")
    if packages := missing_packages():
        install_packages(packages)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    folder = Path(tempfile.mkdtemp(prefix="maumau-lab-"))
    folder.chmod(0o755)
    try:
        sys.exit(_inside(folder))
    finally:
        until = time.monotonic() + _END_SECONDS
        while folder.exists() and time.monotonic() < until:  # the last processes may still write there
            shutil.rmtree(folder, ignore_errors=True)


def _inside(folder: Path) -> int:
    """Run this program again, with a network, mounts and processes of its own. Return its exit status."""
    with subprocess.Popen(
        ["setpriv", "--pdeathsig", "KILL", "unshare", "--net", "--mount", "--pid", "--fork", "--kill-child",
         "--mount-proc", sys.executable, "-m", "tests.lab", *sys.argv[1:]],
        env={**os.environ, _AS_PART: str(folder)},
    ) as lab:  # fmt: skip
        try:
            while True:
                try:
                    return lab.wait()
                except KeyboardInterrupt:  # the lab has got it too, and ends in order
                    pass
        finally:
            if lab.poll() is None:
                lab.kill()


if __name__ == "__main__":
    main()
