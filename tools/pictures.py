"""Take the pictures of the manual again, in both languages: docs/img and docs/es/img.

    make pictures               all of them
    python -m tools.pictures hall papers        these only

Plays the first event of the manual on an empty site, with the players of `examples/players.csv`, looks at the
demonstration, and prints papers of the tournaments that the tests print; Debian's Chromium takes the pictures, as in
the browser tests, and packs them as WebP.
"""

from __future__ import annotations

import base64
import csv
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import django
from playwright.sync_api import Browser, Page, sync_playwright
from tests.browser.conftest import ARGUMENTS, Site, log_in

from arbitro.cli.site import NAME
from arbitro.desk.snapshot import snapshot
from arbitro.papers import Context
from arbitro.papers.catalogue import picture as picture_of_paper

ROOT = Path(__file__).parent.parent
DESK, PUBLIC = "/desk/demo/a/", "/e/demo/a/"
FOLDERS = {"en": ROOT / "docs/img", "es": ROOT / "docs/es/img"}
WORDS = {
    "en": {"name": "Club open", "sentence": "It rains on the square", "incident": "illegal"},
    "es": {"name": "Abierto del club", "sentence": "Llueve en la plaza", "incident": "ilegal"},
}
PACK = """async data => {
  const image = new Image();
  image.src = data;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.width, image.height];
  canvas.getContext('2d').drawImage(image, 0, 0);
  return canvas.toDataURL('image/webp', 0.8);
}"""


SHOWN = """() => [...document.images].every(one => one.complete || one.getBoundingClientRect().top > innerHeight)"""


@dataclass(frozen=True)
class Picture:
    """A page of the demonstration at one size, in one theme; `press` is typed first, `click` pressed."""

    name: str
    path: str
    width: int = 1040
    height: int = 680
    dark: bool = False
    press: str = ""
    click: str = ""


PAPERS = {  # by the tournament that is printed
    "swiss": ("pairings", "standings-long"),
    "norm": ("it1",),
    "in_play": ("arbiter-report", "pairing-cards"),
    "teams": ("result-slips",),
}
PHONE = (360, 720)
DEMO = [
    Picture("results-demo", f"{DESK}round/5", press="19="),
    Picture("results-phone", f"{DESK}round/5", *PHONE),
    Picture("now-phone", PUBLIC, *PHONE),
    Picture("player-phone", f"{PUBLIC}player/58", *PHONE, dark=True),
    Picture("why-phone", f"{PUBLIC}player/2/why/5", *PHONE),
    Picture("sums", f"{PUBLIC}standings/3"),
    Picture("papers", f"{DESK}papers"),
    Picture("prizes", f"{DESK}prizes"),
    Picture("journal", f"{DESK}journal"),
    Picture("hall-phone", f"{DESK}hall/5/18", *PHONE),
    Picture("game", f"{PUBLIC}round/4/board/2?ply=31", height=800),
    Picture("game-phone", f"{PUBLIC}round/4/board/2?ply=31", *PHONE, dark=True),
    Picture("boards", f"{PUBLIC}round/5/boards"),
    Picture("scoresheet", f"{DESK}games/5/18"),
    Picture("screen", "/screen/demo/a/pairings", 1280, 720),
]


class Camera:
    """Takes the pictures of one language."""

    def __init__(self, browser: Browser, lang: str, wanted: set[str]) -> None:
        self.browser, self.lang, self.wanted = browser, lang, wanted
        self.darkroom = browser.new_page()

    def page(self, width: int = 1040, height: int = 680, dark: bool = False) -> Page:
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            locale={"en": "en-GB", "es": "es-MX"}[self.lang],
            color_scheme="dark" if dark else "light",
            has_touch=width < 600,
        )
        return context.new_page()

    def take(self, page: Page, name: str) -> None:
        if self.wanted and name not in self.wanted:
            return
        page.wait_for_timeout(900)
        page.wait_for_function(SHOWN)
        self.keep(name, page.screenshot())

    def keep(self, name: str, png: bytes) -> None:
        shot = base64.b64encode(png).decode()
        packed = base64.b64decode(self.darkroom.evaluate(PACK, f"data:image/png;base64,{shot}").partition(",")[2])
        file = FOLDERS[self.lang] / f"{name}.webp"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(packed)
        print(f"{self.lang} {name}: {len(packed) // 1024} KB")


def demonstration(camera: Camera, site: Site) -> None:
    for picture in DEMO:
        if camera.wanted and picture.name not in camera.wanted:
            continue
        page = camera.page(picture.width, picture.height, picture.dark)
        if picture.path.startswith("/desk/"):
            log_in(page, site.url, NAME, site.password())
        page.goto(f"{site.url}{picture.path}", wait_until="load")
        if picture.press:
            page.keyboard.type(picture.press)
        if picture.click:
            page.evaluate("place => document.querySelector(place).click()", picture.click)  # without scrolling there
        camera.take(page, picture.name)
        page.context.close()


def first_event(camera: Camera, site: Site) -> None:
    """The chapter “Your first event”, step by step."""
    page, words = camera.page(), WORDS[camera.lang]
    page.goto(f"{site.url}/accounts/new")
    page.fill("#u", "ana")
    page.fill("#p", "the-rook-on-the-seventh")
    camera.take(page, "first-account")
    page.click("main form button")
    page.click("a[href='/desk/new']")
    page.fill("#name", words["name"])
    page.fill("#expected", "12")
    page.wait_for_function("() => document.querySelector('#rounds').value === '5'")
    page.locator("#expected").blur()
    camera.take(page, "new-tournament")
    page.click("form[data-settings] button.primary")
    page.wait_for_url("**/players")
    desk = page.url.removesuffix("players")
    page.goto(f"{desk}import")
    with (ROOT / "examples/players.csv").open(encoding="utf-8") as file:
        page.fill("#text", "\n".join("\t".join(row) for row in csv.reader(file)))
    page.click("main form button.primary")
    page.wait_for_selector("#column-1")
    camera.take(page, "import")
    page.click("button[value=enter]")
    page.wait_for_url("**/players")
    camera.take(page, "players")
    page.goto(f"{desk}check-in")
    camera.take(page, "check-in")
    page.goto(f"{desk}players")
    press(page, "number")
    page.goto(f"{desk}pair")
    page.fill("#sentence", words["sentence"])
    camera.take(page, "colour")
    press(page, "lots")
    press(page, "pair")
    page.wait_for_selector(".draft tbody .bd")
    camera.take(page, "draft")
    press(page, "publish")
    page.wait_for_url("**/round/1")
    for typed in ("1 1", "2=", "3 0", "4 1"):
        page.locator("#key").press_sequentially(typed)
        page.wait_for_selector(f"#board-{typed[0]}.done")
    camera.take(page, "results")
    for typed in ("5 1", "6="):
        page.locator("#key").press_sequentially(typed)
        page.wait_for_selector(f"#board-{typed[0]}.done")
    page.wait_for_timeout(1500)
    page.reload()
    press(page, "close-round")
    page.goto(f"{desk}standings")
    camera.take(page, "standings")
    page.context.close()


def papers(camera: Camera) -> None:
    """The first page of papers, small enough for three in a row."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.django_settings")
    django.setup()
    from tests.papers import conftest as cases

    for case, names in PAPERS.items():
        state = getattr(cases, case).__wrapped__()
        for name in names:
            if camera.wanted and f"papers/{name}" not in camera.wanted:
                continue
            ctx = Context(state, snapshot(state), {"lang": camera.lang}, slug="manual")
            camera.keep(f"papers/{name}", picture_of_paper(ctx, name))


def press(page: Page, command: str) -> None:
    """The button of a command on this page."""
    with page.expect_navigation():
        page.click(f"form[action$='/do/{command}'] button:not([type=button])")


def main() -> None:
    wanted = set(sys.argv[1:])
    stories: list[tuple[Callable[[Camera, Site], None], str]] = [(first_event, "serve"), (demonstration, "demo")]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=ARGUMENTS)
        for lang in FOLDERS:
            camera = Camera(browser, lang, wanted)
            papers(camera)
            for story, command in stories:
                with tempfile.TemporaryDirectory() as folder:
                    place = ["--data", folder] if command == "demo" else []
                    site = Site(Path(folder), command, "--lang", lang, *place)
                    try:
                        story(camera, site)
                    finally:
                        site.stop()
        browser.close()


if __name__ == "__main__":
    main()
