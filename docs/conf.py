"""The configuration with which Sphinx builds the documentation (`make docs`)."""

import hashlib
import os
import re
import sys
from pathlib import Path
from typing import Any, Final

import django
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

HERE: Final = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"  # so that the pages are the same on every machine
django.setup()

from docs.generate import PAGES  # noqa: E402  # it reads the settings

project = "Mau-Mau"
project_copyright = ""
extensions = ["myst_parser"]
exclude_patterns = ["README.md"]
nitpicky = True
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 4
suppress_warnings = ["myst.xref_ambiguous"]
html_theme = "furo"
html_title = "Mau-Mau"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
pygments_style = "tango"
linkcheck_timeout = 10
linkcheck_retries = 2

_MARK: Final = re.compile(r"^.*<!-- generated: ([\w-]+) -->$", re.MULTILINE)
_INLINE: Final = re.compile(r"<(script|style)>(.*?)</\1>", re.DOTALL)
_STYLE: Final = re.compile(r' style="([^"]*)"')


def fill_in(_app: Sphinx, page: str, source: list[str]) -> None:
    """Replace each line that ends with `<!-- generated: NAME -->` by what the function of that name returns."""

    def text(mark: re.Match[str]) -> str:
        if mark[1] not in PAGES:
            raise ExtensionError(f"{page}: docs/generate has no {mark[1]!r}.")
        return PAGES[mark[1]]()

    source[0] = _MARK.sub(text, source[0])


def move_inline_code(app: Sphinx, failure: Exception | None) -> None:
    """Move inline scripts and styles into files, because the service's Content-Security-Policy forbids them inline."""
    if failure or app.builder.name != "html":
        return
    static = Path(app.outdir) / "_static"
    styles: dict[str, str] = {}

    def name(style: re.Match[str]) -> str:
        return f' data-style="{styles.setdefault(style[1], str(len(styles)))}"'

    for page in Path(app.outdir).rglob("*.html"):
        up = "../" * (len(page.relative_to(app.outdir).parts) - 1)

        def link(found: re.Match[str], up: str = up) -> str:
            kind, code = found[1], found[2].strip()
            ending = "js" if kind == "script" else "css"
            file = f"inline-{hashlib.sha256(code.encode()).hexdigest()[:12]}.{ending}"
            (static / file).write_text(code, encoding="utf-8")
            address = f"{up}_static/{file}"
            return (
                f'<script src="{address}"></script>' if ending == "js" else f'<link rel="stylesheet" href="{address}">'
            )

        text = _INLINE.sub(link, page.read_text(encoding="utf-8"))
        page.write_text(_STYLE.sub(name, text), encoding="utf-8")
    with (static / "site.css").open("a", encoding="utf-8") as sheet:
        sheet.writelines(f'[data-style="{number}"] {{ {style} }}\n' for style, number in styles.items())


def setup(app: Sphinx) -> dict[str, Any]:
    """Register both functions. Sphinx calls this."""
    app.connect("source-read", fill_in)
    app.connect("build-finished", move_inline_code)
    return {"parallel_read_safe": True}
