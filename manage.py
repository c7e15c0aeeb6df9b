#!/usr/bin/env python
"""The command line of Django. Without DJANGO_SETTINGS_MODULE it uses the embedded service."""

import os
import signal
import sys


def main() -> None:
    """Run the command that the arguments name."""
    if sys.argv[1:2] in (["up"], ["play"]):  # the command itself handles Ctrl-C only after a second or two
        signal.signal(signal.SIGINT, _stop)
    try:
        from django.core.exceptions import ImproperlyConfigured  # noqa: PLC0415  # after Ctrl-C is handled
        from django.core.management import execute_from_command_line  # noqa: PLC0415  # as above
    except ModuleNotFoundError as error:
        if error.name != "django":
            raise
        sys.exit("Django is not installed for this Python. Run `make up` once, then use .venv/bin/python.")

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(f"{error}")


def _stop(*_: object) -> None:
    os.write(sys.stdout.fileno(), b"stopped before it began\n")
    os._exit(0)


if __name__ == "__main__":
    main()
