"""Build the documentation: `python -m docs.build`. If there is a warning, the build fails and the old site stays."""

import argparse
import json
import shutil
import sys
from pathlib import Path
from typing import Final

from sphinx.cmd.build import main as sphinx

ROOT: Final = Path(__file__).resolve().parents[1]
GONE: Final = ("404", "410")
"""Answers of other sites that show for certain that a page is missing. Other errors may come from the network."""


def main() -> None:
    """Build the site, and check the links to other sites."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "build" / "docs")
    parser.add_argument("--offline", action="store_true", help="do not check links to other sites")
    asked = parser.parse_args()
    folder: Path = asked.folder
    work = folder.with_name(f"{folder.name}.new")
    shutil.rmtree(work, ignore_errors=True)
    site, doctrees = work / "site", ["-d", str(work / "doctrees")]
    if sphinx(["-q", "-n", "-W", "--keep-going", "-b", "html", *doctrees, str(ROOT / "docs"), str(site)]):
        sys.exit("The documentation was not built.")
    if not asked.offline:
        sphinx(["-Q", "-b", "linkcheck", *doctrees, str(ROOT / "docs"), str(work / "links")])
        report_links(work / "links" / "output.json")
    shutil.rmtree(folder, ignore_errors=True)
    site.rename(folder)
    shutil.rmtree(work)
    print(f"Built {folder / 'index.html'}")


def report_links(report: Path) -> None:
    """Print how many links could not be checked. Exit with the dead links, if there are any."""
    links = [json.loads(line) for line in report.read_text(encoding="utf-8").splitlines()]
    dead = [link for link in links if link["status"] == "broken" and link["info"].startswith(GONE)]
    if unknown := [link for link in links if link["status"] in ("broken", "timeout") and link not in dead]:
        print(f"Links to other sites that could not be checked: {len(unknown)}. The first is {unknown[0]['uri']}")
    if dead:
        sys.exit("\n".join(f"{link['filename']}:{link['lineno']}: {link['uri']}: {link['info']}" for link in dead))


if __name__ == "__main__":
    main()
