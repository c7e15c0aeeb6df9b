"""How fast the page is: `python -m tests.web.speed` prints it, with the load of the machine.

It measures the time of the main thread until the first table is on the screen of a device with an empty cache, and the
pictures a second while cards fly at a table of eight: during a game, and when the page looks back at it. Times of the
main thread are those of the processor, so that other programs do not count. Pictures that come late because the machine
is busy do count: compare with a page at rest, and with the work that a picture needs. A picture has 16.7 ms.
"""

import os
import shutil
import statistics
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from itertools import chain, pairwise
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, sync_playwright

from games.built_page import ROOT
from games.web.build import build
from tests.config.service import Service
from tests.web.hands import Hands
from tests.web.tables import as_guest, opened
from tests.web.visitor import PHONE, Visitor

_TABLES: Final = 5
"""How often the first table is opened."""
_ROUNDS: Final = 6
"""How many turns of the person at the table of eight are watched."""
_LOOKED_BACK: Final = 12_000
"""Milliseconds of the replay that are watched: the deal, and some moves."""
_POLITE: Final = 10
_FRAME_TASK: Final = "ProxyMain::BeginMainFrame"
"""What the trace calls the work of the main thread for one picture: scripts, styles, layout and painting."""
_FRAMES: Final = """(milliseconds) => new Promise((resolve) => {
    const frames = [];
    const start = performance.now();
    const note = (now) => {
        frames.push({ now, flying: document.querySelectorAll(".flight").length });
        if (performance.now() - start < milliseconds) requestAnimationFrame(note);
        else resolve(frames);
    };
    requestAnimationFrame(note);
})"""


def main() -> None:
    """Run a service and measure its page."""
    build(ROOT / "build" / "web")
    state = Path(tempfile.mkdtemp(prefix="maumau-speed-"))
    service = Service(state)
    with sync_playwright() as playwright:
        program = shutil.which("chromium") or shutil.which("google-chrome")
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        # For players the service is another machine. Here it and its bots give way to the browser.
        os.nice(_POLITE)
        service.start()
        try:
            measure(browser, (state / "address").read_text())
        finally:
            service.stop()
            shutil.rmtree(state)


def measure(browser: Browser, url: str) -> None:
    """Measure the page of a service that runs, and print what was found."""
    visitor = Visitor(browser, url, **PHONE)
    as_guest(visitor)
    address = opened(visitor, "mau_mau")
    eight = opened(visitor, "mau_mau", seats=8, bots=["clever"] * 7)
    known: Any = visitor.context.storage_state()
    for origin in known["origins"]:
        origin["localStorage"] = [kept for kept in origin["localStorage"] if kept["name"] == "session"]
    visitor.leave()

    first = [first_table(newcomer(browser, url, known), address) for _ in range(_TABLES)]
    say(f"first table: {statistics.median(first):.0f} ms of the main thread (of {len(first)}: {spread(first)})")

    context = newcomer(browser, url, known)
    page = context.new_page()
    page.goto(eight)
    page.locator(".held").first.wait_for()
    at_rest = deltas(page.evaluate(_FRAMES, 2000), is_flying=False)
    say(f"a table of eight at rest: {pictures(at_rest)}")
    session = processor_of(context, page)
    before, flying = busy(session), []
    hands = Hands(page, 1, is_touch=True)
    for _ in range(_ROUNDS):
        if hands.is_over or not hands.act():
            break
        flying += deltas(page.evaluate(_FRAMES, 4000), is_flying=True)
    say(f"while cards fly at it: {pictures(flying)}")
    say(f"main thread in that time: {(busy(session) - before) / (_ROUNDS * 40):.0f} %")

    page.goto(f"{eight}#1")
    play = page.get_by_role("button", name="Play the game")
    play.click()
    flying = deltas(page.evaluate(_FRAMES, _LOOKED_BACK), is_flying=True)
    say(f"while cards fly in its replay: {pictures(flying)}")
    page.keyboard.press("Home")
    with work_of_frames(browser) as work:  # once more, because a trace slows the browser down
        play.click()
        page.wait_for_timeout(_LOOKED_BACK)
    say(f"main thread for a picture of it: {spread(work)} ms")
    context.close()
    say(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")


def newcomer(browser: Browser, url: str, known: Any) -> BrowserContext:
    """Return a device with an empty cache, whose person has a session."""
    return browser.new_context(base_url=url, storage_state=known, service_workers="block", **PHONE)


def first_table(context: BrowserContext, address: str) -> float:
    """Open a table on a new device. Return the milliseconds of the main thread until its cards are on the screen."""
    page = context.new_page()
    session = processor_of(context, page)
    page.goto(address, wait_until="commit")
    page.locator(".held svg").first.wait_for()
    page.evaluate("() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))")
    spent = busy(session)
    context.close()
    return spent


def processor_of(context: BrowserContext, page: Page) -> CDPSession:
    """Let the browser count the time that the processor works for the main thread of a page."""
    session = context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    return session


@contextmanager
def work_of_frames(browser: Browser) -> Iterator[list[float]]:
    """Trace the browser. Fill a list with the milliseconds that the processor worked for each picture of a page."""
    session, parts, ends = browser.new_browser_cdp_session(), list[Any](), list[Any]()
    for name, kept in {"dataCollected": parts, "tracingComplete": ends}.items():
        session.on(f"Tracing.{name}", partial(list[Any].append, kept))
    config = {"includedCategories": ["cc", "devtools.timeline", "toplevel"]}
    session.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": config})
    work: list[float] = []
    yield work
    session.send("Tracing.end")
    while not ends:
        browser.contexts[0].pages[0].wait_for_timeout(50)  # events come while Playwright waits
    session.detach()
    events = chain.from_iterable(part["value"] for part in parts)
    work += [event["tdur"] / 1000 for event in events if event["name"] == _FRAME_TASK and "tdur" in event]


def busy(session: CDPSession) -> float:
    """Return the milliseconds that the main thread has worked."""
    metrics = {metric["name"]: metric["value"] for metric in session.send("Performance.getMetrics")["metrics"]}
    return float(metrics["TaskDuration"]) * 1000


def deltas(frames: list[dict[str, float]], *, is_flying: bool) -> list[float]:
    """Return the milliseconds between pictures that follow each other, of those in which cards fly or none does."""
    pairs = pairwise(frames)
    return [
        late["now"] - early["now"] for early, late in pairs if bool(early["flying"] and late["flying"]) is is_flying
    ]


def pictures(found: list[float]) -> str:
    """Return what times between pictures mean."""
    late = sum(delta > 25 for delta in found) / max(len(found), 1)
    return (
        f"{1000 / statistics.mean(found):.0f} pictures a second of {len(found)}, {late:.0%} late ({spread(found)} ms)"
    )


def spread(found: list[float]) -> str:
    """Return the middle of some numbers, what 95 % of them do not exceed, and the largest."""
    ordered = sorted(found)
    return (
        f"median {statistics.median(ordered):.0f}, 95 % {ordered[int(len(ordered) * 0.95)]:.0f}, most {ordered[-1]:.0f}"
    )


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
