"""The site of the documentation: built without a warning, complete, and readable without the internet."""

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest
from django.core.management import get_commands
from django.test import Client
from pytest_django.fixtures import Settings

from docs.build import report_links
from docs.generate import PAGES
from games.rules.ruleset.schema import Sections
from games.rules.variants import KEYS
from tests.config.service import ROOT

READS_ENVIRONMENT = re.compile(r"""(?:environment\.\w+|os\.environ\.get)\(\s*"([A-Z_]+)\"""")
HAS_CHILDREN = {"BEAT_SCHEDULE", "WEB_SOCKET", "DATABASE_URL", "DJANGO_SETTINGS_MODULE"}
"""What one process of ours tells another, or what the page names as a setting already."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("docs") / "site"
    command = [sys.executable, "-W", "ignore", "-m", "docs.build", "--offline", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder


def pages(site: Path) -> Iterator[tuple[Path, str]]:
    for page in site.rglob("*.html"):
        yield page.relative_to(site), page.read_text(encoding="utf-8")


@pytest.mark.slow
def test_every_page_is_built_and_needs_no_other_site_and_no_inline_code(site: Path) -> None:
    built = dict(pages(site))

    assert {
        Path(f"{path.relative_to(ROOT / 'docs').with_suffix('')}.html") for path in (ROOT / "docs").rglob("*.md")
    } <= set(built)
    for page, text in built.items():
        assert re.findall(r'<(?:script|img|iframe)[^>]+src="(?:https?:)?//', text) == [], page
        assert (
            re.findall(r'<link[^>]+rel="(?:stylesheet|preload|icon|preconnect)"[^>]+href="(?:https?:)?//', text) == []
        ), page
        assert re.findall(r'<script>|<style| style="| on[a-z]+="', text) == [], page
    for sheet in site.rglob("*.css"):
        assert re.findall(r"url\(['\"]?(?:https?:)?//|@import", sheet.read_text(encoding="utf-8")) == [], sheet


@pytest.mark.slow
def test_the_service_shows_the_site(site: Path, client: Client, settings: Settings) -> None:
    settings.DOCS_ROOT = site

    page = client.get("/docs/")

    assert page.status_code == 200
    assert page.headers["Content-Type"] == "text/html"
    assert "script-src 'self'" in page.headers["Content-Security-Policy"]
    links = re.findall(r'(?:href|src)="([^"#?]+)', page.content.decode())
    for link in {link for link in links if "://" not in link}:
        assert client.get(f"/docs/{link}").status_code == 200, link
    unchanged = client.get("/docs/searchindex.js", headers={"If-Modified-Since": "Fri, 01 Jan 2100 00:00:00 GMT"})
    assert (unchanged.status_code, unchanged.content) == (304, b"")


@pytest.mark.slow
def test_a_reader_of_the_repository_is_sent_to_the_site(site: Path) -> None:
    marks = {
        page.relative_to(ROOT / "docs"): re.findall(
            r"^(.*)<!-- generated: ", page.read_text(encoding="utf-8"), re.MULTILINE
        )
        for page in (ROOT / "docs").rglob("*.md")
        if "adr" not in page.parts
    }

    assert sum(map(len, marks.values())) == len(PAGES)
    for page, sentences in marks.items():
        built = (site / page.with_suffix(".html")).read_text(encoding="utf-8")
        assert "This part is generated" not in built
        assert "The site has a list here" not in built
        if page.parent.name == "reference":
            assert all(
                f"run `make docs`, and open `build/docs/{page.with_suffix('.html')}`" in one for one in sentences
            )


def test_every_command_and_variant_has_its_chapter() -> None:
    commands = re.findall(r"^## (\w+)$", PAGES["commands"](), re.MULTILINE)
    ours = [
        name for name, app in get_commands().items() if str(app).split(".")[0] in {"base", "config", "games", "players"}
    ]

    assert sorted(commands) == sorted(ours)
    assert re.findall(r"^`(\w+)`, \d+ to \d+ players$", PAGES["variants"](), re.MULTILINE) == list(KEYS)


def test_every_variable_that_the_code_reads_has_its_line() -> None:
    files = [
        ROOT / "manage.py",
        *(path for part in ("base", "config", "games", "players") for path in (ROOT / part).rglob("*.py")),
    ]
    read = {name for path in files for name in READS_ENVIRONMENT.findall(path.read_text(encoding="utf-8"))}
    page = (ROOT / "docs" / "reference" / "settings.md").read_text(encoding="utf-8") + PAGES["settings"]()

    assert {"SECRET_KEY", "PORT", "DATA"} <= read
    assert {name for name in read - HAS_CHILDREN if f"`{name}" not in page} == set()
    assert re.findall(r"^\| `(\w+)` \|  \|", PAGES["settings"](), re.MULTILINE) == [], "no meaning is told"


def test_every_key_of_a_ruleset_has_a_meaning() -> None:
    keys = PAGES["ruleset-keys"]()

    sections = re.findall(r"^### `(\w+)", keys, re.MULTILINE)
    assert sections == [one.name for one in fields(Sections)]
    assert re.findall(r"^\|.*\|  \|$", keys, re.MULTILINE) == []


def test_every_endpoint_is_listed_once() -> None:
    listed = re.findall(r"^### `([A-Z]+ /\S*)`$", PAGES["endpoints"](), re.MULTILINE)

    assert len(listed) == len(set(listed)) > 50
    assert "POST /games/{game}/moves" in listed


def test_only_a_page_that_is_gone_is_a_dead_link(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = tmp_path / "output.json"
    line = '{{"filename": "a.md", "lineno": 3, "status": "broken", "uri": "https://x.example/", "info": "{}"}}\n'
    report.write_text(line.format("HTTPSConnectionPool: no route") + line.format("503 Server Error"))

    report_links(report)

    assert capsys.readouterr().out.startswith("Links to other sites that could not be checked: 2. ")
    report.write_text(line.format("404 Client Error: Not Found"))
    with pytest.raises(SystemExit, match=r"a.md:3: https://x.example/: 404"):
        report_links(report)
