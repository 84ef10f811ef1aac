"""Take the pictures of the site again that the README and the documentation show: docs/img/site.

    python -m tools.pictures

Starts the demonstration on a free port and looks at it with Debian's Chromium, as the browser tests do.
"""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright
from tests.browser.conftest import ARGUMENTS, Site, log_in

from arbitro.cli.site import NAME

WHERE = Path(__file__).parent.parent / "docs/img/site"
DESK, PUBLIC = "/desk/demo/a/", "/e/demo/a/"


@dataclass(frozen=True)
class Picture:
    """A page at one size, in one theme; `press` is typed first, `click` pressed."""

    name: str
    path: str
    width: int = 1280
    height: int = 800
    dark: bool = False
    press: str = ""
    click: str = ""


FIRST = [
    Picture("results-desktop", f"{DESK}round/5", press="19="),
    Picture("results-phone", f"{DESK}round/5", 360, 780, dark=True),
    Picture("standings-desktop-light", f"{PUBLIC}standings"),
    Picture("now-phone-light", PUBLIC, 360, 780),
    Picture("player-phone-dark", f"{PUBLIC}player/58", 360, 780, dark=True),
    Picture("why-phone-light", f"{PUBLIC}player/2/why/5", 360, 780),
    Picture("papers-desktop", f"{DESK}papers"),
    Picture("screen-pairings", "/screen/demo/a/pairings", 1920, 1080),
]
DRAFT = Picture("draft-desktop", f"{DESK}pair", click="#draft-2 .y")


def take(browser: Browser, site: Site, picture: Picture) -> None:
    context = browser.new_context(
        viewport={"width": picture.width, "height": picture.height},
        locale="en-GB",
        color_scheme="dark" if picture.dark else "light",
        has_touch=picture.width < 600,
    )
    page = context.new_page()
    if picture.path.startswith("/desk/"):
        log_in(page, site.url, NAME, site.password())
    page.goto(f"{site.url}{picture.path}", wait_until="load")
    if picture.press:
        page.keyboard.type(picture.press)
    if picture.click:
        page.evaluate("place => document.querySelector(place).click()", picture.click)  # without scrolling there
    page.wait_for_timeout(900)
    page.screenshot(path=WHERE / f"{picture.name}.png")
    context.close()


def finish_the_round(page: Page, site: Site) -> None:
    """Draw what is still being played, and pair the next round."""
    log_in(page, site.url, NAME, site.password())
    page.goto(f"{site.url}{DESK}round/5")
    for board in page.locator("#boards tr[data-board]:not(.done)").evaluate_all("all => all.map(r => r.dataset.board)"):
        page.keyboard.type(f"{board}=")
    page.wait_for_function("!document.querySelector('#boards tr[data-board]:not(.done)')")
    page.wait_for_timeout(2000)
    page.reload()
    page.click("#round-end button.primary")
    page.wait_for_url("**/pair")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = Site(Path(folder), "demo", "--data", folder)
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=ARGUMENTS)
        try:
            for picture in FIRST:
                take(browser, site, picture)
            finish_the_round(browser.new_page(), site)
            take(browser, site, DRAFT)
        finally:
            browser.close()
            site.stop()


if __name__ == "__main__":
    main()
