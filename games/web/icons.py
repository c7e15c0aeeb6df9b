"""Draw the icons of the page as PNG from their SVG in `public`: `python -m games.web.icons`.

Run it after you changed an SVG. The PNG are kept with the sources, because a build of the page has no browser.
"""

from pathlib import Path
from typing import Final

from playwright.sync_api import sync_playwright

PUBLIC: Final = Path(__file__).parent / "public"
PICTURES: Final = {
    "app-icon-192.png": ("app-icon.svg", 192),
    "app-icon-512.png": ("app-icon.svg", 512),
    "app-icon-maskable-192.png": ("app-icon-maskable.svg", 192),
    "app-icon-maskable-512.png": ("app-icon-maskable.svg", 512),
    "apple-touch-icon.png": ("app-icon-maskable.svg", 180),
}


def main() -> None:
    """Draw all pictures."""
    with sync_playwright() as playwright, playwright.chromium.launch() as browser:
        page = browser.new_page()
        for name, (source, size) in PICTURES.items():
            page.set_viewport_size({"width": size, "height": size})
            page.set_content((PUBLIC / source).read_text())
            page.add_style_tag(content="body { margin: 0 } svg { display: block }")
            page.screenshot(path=PUBLIC / name, omit_background=True)


if __name__ == "__main__":
    main()
