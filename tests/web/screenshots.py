"""Pictures of the page's screens: `make screenshots` writes them into build/screenshots, for all sizes, light and dark.

`make screenshots ARGS=--readme` also puts some of them together for the README, in docs/images.
"""

import itertools
import random
import shutil
import sys
import tempfile
from collections.abc import Callable, Mapping
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any, Final

from PIL import Image, ImageChops, ImageDraw
from playwright.sync_api import Page, sync_playwright

from games.built_page import ROOT
from games.web.build import build
from tests.config.service import Service, await_that
from tests.web.hands import Hands
from tests.web.rated import Account, play_rated
from tests.web.tables import as_guest, opened
from tests.web.visitor import Visitor

SIZES: Final[Mapping[str, dict[str, Any]]] = {
    "phone": {"viewport": {"width": 390, "height": 844}, "has_touch": True, "device_scale_factor": 2},
    "tablet": {"viewport": {"width": 820, "height": 1180}},
    "desktop": {"viewport": {"width": 1440, "height": 900}},
}
SCREENS: Final = {
    "home": "/",
    "new": "/new",
    "lobby": "/lobby",
    "watch": "/watch",
    "variants": "/variants",
    "variant": "/v/mau_mau",
    "editor": "/v/new",
    "standings": "/standings",
    "inbox": "/inbox",
    "settings": "/settings",
}
_TARGET: Final = ROOT / "build" / "screenshots"
_README: Final[Mapping[str, tuple[str, ...]]] = {
    "desktop": ("table-desktop-light",),
    "phones": ("table-phone-light", "end-phone-light", "variant-phone-light", "replay-phone-dark"),
}
"""The pictures of the README, and what stands side by side in each."""
_WIDTH: Final = 1200
_GAP: Final = 24
_ROUND: Final = 20


def main() -> None:
    """Start a service and take all pictures."""
    _TARGET.mkdir(parents=True, exist_ok=True)
    build(ROOT / "build" / "web")
    state = Path(tempfile.mkdtemp(prefix="maumau-screenshots-"))
    state.chmod(0o711)
    service = Service(state)
    service.start()
    try:
        url = (service.state / "address").read_text()
        player = play_season(url)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
            for (size, device), scheme in itertools.product(SIZES.items(), ("light", "dark")):
                visitor = Visitor(browser, url, color_scheme=scheme, **device)

                def take(page: Page, name: str, *, size: str = size, scheme: str = scheme) -> None:
                    page.wait_for_timeout(800)  # streams stay open, so the network is never idle
                    place = _TARGET / f"{name}-{size}-{scheme}.png"
                    page.screenshot(path=place)
                    sys.stdout.write(f"{place}\n")
                    sys.stdout.flush()

                walk(visitor, take, player, is_touch=size == "phone")
                visitor.leave()
            browser.close()
    finally:
        service.stop()
        shutil.rmtree(state)
    if "--readme" in sys.argv:
        for name, pictures in _README.items():
            side_by_side([_TARGET / f"{one}.png" for one in pictures], ROOT / "docs" / "images" / f"{name}.webp")


def play_season(url: str) -> str:
    """Let four players play for ratings. Return the id of the first."""
    chance = random.Random(11)
    with ExitStack() as stack:
        players = [stack.enter_context(closing(Account(url, name))) for name in ("Anna", "Bert", "Carla", "Dora")]
        for host, guest in itertools.permutations(players, 2):
            for variant in ("mau_mau", "prsi"):
                play_rated(variant, host, guest, chance, moves=chance.randint(4, 7))
        await_that(lambda: len(players[0].get("leaderboards/prsi?pace=daily")["items"]) == len(players))
        return players[0].id


def walk(visitor: Visitor, take: Callable[[Page, str], None], player: str, *, is_touch: bool) -> None:
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
    for name, address in {**SCREENS, "player": f"/p/{player}"}.items():
        visitor.page.goto(address)
        visitor.page.wait_for_timeout(500)
        take(visitor.page, name)


def side_by_side(pictures: list[Path], target: Path) -> None:
    """Put pictures of one size in a row, with round corners, and store them small."""
    width = (_WIDTH - _GAP * (len(pictures) - 1)) // len(pictures)
    shots = [Image.open(picture).convert("RGBA") for picture in pictures]
    height = round(shots[0].height * width / shots[0].width)
    row = Image.new("RGBA", (_WIDTH, height))
    mask = Image.new("L", (width, height))
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, width - 1, height - 1), _ROUND, fill=255)
    for at, shot in enumerate(shots):
        small = shot.resize((width, height), Image.Resampling.LANCZOS)
        small.putalpha(ImageChops.multiply(small.getchannel("A"), mask))
        row.paste(small, (at * (width + _GAP), 0))
    target.parent.mkdir(exist_ok=True)
    row.save(target, quality=85, method=6)


if __name__ == "__main__":
    main()
