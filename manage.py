#!/usr/bin/env python
"""Django's command line; without DJANGO_SETTINGS_MODULE it speaks to the embedded service."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line


def main() -> None:
    """Run the command that is asked for."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(f"{error}")


if __name__ == "__main__":
    main()
