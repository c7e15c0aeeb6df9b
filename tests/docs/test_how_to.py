"""The guides for developers show code that works: it is run, or held against the real thing."""

import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, ClassVar
from uuid import UUID

import pytest

from games.db import rows, run
from games.log.codec.names import KINDS
from games.log.follow import PublicEvent
from games.projections.base import Projection
from games.rules import events
from games.rules.events.words import Example, Names
from tests.config.service import ROOT


def blocks(page: str, language: str) -> list[str]:
    text = (ROOT / "docs" / "how-to" / f"{page}.md").read_text(encoding="utf-8")
    found = re.findall(rf"^( *)```{language}\n(.*?)^\1```$", text, re.DOTALL | re.MULTILINE)
    return [re.sub(rf"^{indent}", "", block, flags=re.MULTILINE) for indent, block in found]


def defined(source: str, **names: Any) -> Any:
    """Return the class that a block defines."""
    known: dict[str, Any] = {"ClassVar": ClassVar, **names}
    exec(source, known)  # noqa: S102  # it is our own page
    return list(known.values())[-1]


def test_the_event_type_that_is_shown_is_the_real_one() -> None:
    (source,) = blocks("event-type", "python")
    shown = defined(source, dataclass=dataclass, Names=Names, Example=Example)

    assert [one.name for one in fields(shown)] == [one.name for one in fields(events.FineSet)]
    assert (shown.PUBLIC, shown.EXAMPLE) == (events.FineSet.PUBLIC, events.FineSet.EXAMPLE)
    assert KINDS["fine-set"].type is events.FineSet


@pytest.mark.django_db
def test_the_projection_that_is_shown_follows_the_log() -> None:
    (registering,) = blocks("projection", "sql")
    (source,) = blocks("projection", "python")
    statement = "INSERT INTO fine VALUES (%s, %s, %s, %s)"
    shown = defined(source, Projection=Projection, Sequence=Sequence, PublicEvent=PublicEvent, run=run, _FINE=statement)
    table = "CREATE TABLE fine (generation integer, shard smallint, game uuid, cards integer)"
    run([(one, []) for one in (table, *filter(str.strip, registering.split(";")))])

    assert issubclass(shown, Projection)
    assert shown.types <= set(KINDS)
    assert [shown().catch_up(shard, generation=1) for shard in range(16)] == [0] * 16
    game, at = str(UUID(int=7)), datetime(2026, 11, 22, tzinfo=UTC)
    fined = PublicEvent(1, game, 9, "fine-set", 1, at, {"seat": 1, "cards": 2})
    shown().project([fined], shard=7, generation=1)
    assert rows("SELECT * FROM fine") == [(1, 7, UUID(game), 2)]


def settings_shown() -> list[tuple[str, str, str]]:
    """Return page, name and value of each setting that a guide shows as a line of a file."""
    found = []
    for page in sorted((ROOT / "docs" / "how-to").glob("*.md")):
        files = [*blocks(page.stem, "ini"), *re.findall(r"^ {4}\w.*$", page.read_text("utf-8"), re.MULTILINE)]
        found += [
            (page.stem, *line) for file in files for line in re.findall(r"^ *([A-Z_]+)=(.*)$", file, re.MULTILINE)
        ]
    return found


@pytest.mark.parametrize(("page", "name", "value"), settings_shown())
def test_a_setting_that_is_shown_means_the_same_to_systemd_and_to_a_shell(page: str, name: str, value: str) -> None:
    read = subprocess.run(
        ["sh", "-euc", f'{name}={value}\nprintf %s "${name}"'], capture_output=True, text=True, check=False
    )

    (meant,) = shlex.split(value) or [""]  # systemd reads quotes so, too
    assert (read.returncode, read.stdout) == (0, meant), f"{page}: {read.stderr}"


def test_a_new_language_gets_a_catalogue(tmp_path: Path) -> None:
    commands = blocks("digest-language", "sh")[0].replace(".venv/bin/python", sys.executable)
    commands = commands.replace("build", str(tmp_path)).replace("games/locale", str(tmp_path))
    commands = commands.replace("players/locale", str(tmp_path / "players"))

    done = subprocess.run(["bash", "-euc", commands], cwd=ROOT, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    assert 'msgid "A penalty of one card is live."' in (tmp_path / "it" / "LC_MESSAGES" / "django.po").read_text()
    assert 'msgid "Your password has changed"' in (tmp_path / "players/it/LC_MESSAGES/django.po").read_text()
