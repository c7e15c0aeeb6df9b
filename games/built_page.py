"""Whether the page that is served was built from this code. Unlike the build, this needs no Node."""

from hashlib import sha256
from pathlib import Path
from typing import Final

SOURCES: Final = Path(__file__).parent / "web"
ROOT: Final = SOURCES.parents[1]
_NOT_SOURCES: Final = {"node_modules", "__pycache__", "schema.d.ts"}


def stamp_of(page: Path) -> Path:
    """Return the file that has the fingerprint from which the page in the directory *page* was built."""
    return page.with_name(f"{page.name}.stamp")


def is_built(page: Path) -> bool:
    """Return whether there is a page in the directory *page*."""
    return (page / "index.html").is_file()


def is_of_this_code(page: Path) -> bool:
    """Return whether the page was built from this code. One without a stamp came with the code, as in the image."""
    stamp = stamp_of(page)
    return not stamp.is_file() or stamp.read_text() == fingerprint()


def fingerprint() -> str:
    """Return a hash of all that the built page depends on: its sources, and the code that describes the API."""
    found = sha256()
    files = [path for path in SOURCES.rglob("*") if path.is_file() and not _NOT_SOURCES & set(path.parts)]
    described = [path for app in ("base", "config", "games", "players") for path in (ROOT / app).rglob("*.py")]
    for path in sorted({*files, *described}):
        found.update(f"{path.relative_to(ROOT)}\0".encode())
        found.update(path.read_bytes())
    return found.hexdigest()
