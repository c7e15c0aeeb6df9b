"""`manage.py` without Django, and before a command handles Ctrl-C."""

import os
import signal
import subprocess
import sys

from tests.config.service import ROOT


def test_a_python_without_django_is_told_what_to_do() -> None:
    done = subprocess.run(
        [sys.executable, "-S", "manage.py", "doctor"],  # -S: without the packages of the environment
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 1
    assert done.stderr == ("Django is not installed for this Python. Run `make up` once, then use .venv/bin/python.\n")


def test_ctrl_c_while_play_loads_ends_it_without_a_traceback() -> None:
    process = subprocess.Popen(
        [sys.executable, "-X", "importtime", "manage.py", "play", "--url", "http://127.0.0.1:1"],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    for line in process.stderr:  # Django is being imported, and the command does not handle Ctrl-C yet
        if "django" in line:
            break
    process.send_signal(signal.SIGINT)
    errors = process.communicate(timeout=120)[1]

    assert process.returncode == 0
    assert "KeyboardInterrupt" not in errors
