"""Pictures of the page's screens: `make screenshots` writes them into build/screenshots, for all sizes, light and dark.

Those in the README are in docs/static. `--readme` writes them there.
"""

import shutil
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page, sync_playwright

from games.web.build import ROOT, build
from tests.config.service import Service
from tests.web.test_play import as_guest, opened
from tests.web.visitor import Hands, Visitor

SIZES: Final[Mapping[str, dict[str, Any]]] = {
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "device_scale_factor": 2},
    "tablet": {"viewport": {"width": 820, "height": 1180}},
    "desktop": {"viewport": {"width": 1440, "height": 900}},
}
SCREENS: Final = {
    "home": "/",
    "new": "/new",
    "lobby": "/lobby",
    "variants": "/variants",
    "variant": "/v/mau_mau",
    "editor": "/v/new",
    "standings": "/standings",
    "inbox": "/inbox",
    "settings": "/settings",
}
_IN_README: Final = {("table", "phone", "light"), ("table", "desktop", "dark"), ("home", "phone", "light")}


def main() -> None:
    """Start a service and take all pictures."""
    target = ROOT / "build" / "screenshots"
    target.mkdir(parents=True, exist_ok=True)
    build(ROOT / "build" / "web")
    state = Path(tempfile.mkdtemp(prefix="maumau-screenshots-"))
    state.chmod(0o711)
    service = Service(state)
    service.start()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            for size, device in SIZES.items():
                for scheme in ("light", "dark"):
                    url = (service.state / "address").read_text()
                    visitor = Visitor(browser, url, color_scheme=scheme, **device)

                    def take(page: Page, name: str, *, size: str = size, scheme: str = scheme) -> None:
                        page.wait_for_timeout(800)  # streams stay open, so the network is never idle
                        place = target / f"{name}-{size}-{scheme}.png"
                        page.screenshot(path=place)
                        if "--readme" in sys.argv and (name, size, scheme) in _IN_README:
                            shutil.copy(place, ROOT / "docs" / "static" / place.name)
                        sys.stdout.write(f"{place}\n")

                    walk(visitor, take, is_touch=size == "phone")
                    visitor.leave()
            browser.close()
    finally:
        service.stop()
        shutil.rmtree(state)


def walk(visitor: Visitor, take: Callable[[Page, str], None], *, is_touch: bool) -> None:
    """Look at each screen as a newcomer, then as a guest who has played."""
    visitor.page.goto("/")
    take(visitor.page, "welcome")
    table = as_guest(visitor)
    hands = Hands(table, 7, is_touch=is_touch)
    for _ in range(4):
        hands.act()
        table.wait_for_timeout(1500)
    take(table, "table")
    brisk = Hands(visitor.open_tab(opened(visitor, "tschau_sepp")), 3, is_touch=is_touch)
    while not brisk.is_over:
        brisk.act()
    take(brisk.page, "end")
    brisk.page.get_by_role("link", name="Look back").click()
    brisk.page.wait_for_timeout(1000)
    take(brisk.page, "replay")
    for name, address in SCREENS.items():
        visitor.page.goto(address)
        visitor.page.wait_for_timeout(500)
        take(visitor.page, name)


if __name__ == "__main__":
    main()
