"""Live pages in a real browser: seven tabs share one line; a line that died unnoticed is called late, and mends."""

from __future__ import annotations

import contextlib
import select
import socket
import threading
import time
import urllib.request
from collections.abc import Iterator

from playwright.sync_api import expect

from arbitro.cli.site import NAME
from tests.browser.conftest import log_in
from tests.browser.test_desk import open_boards, pressed
from tests.web_public.server import environment, run

HIDE = """Object.defineProperty(document, "hidden", { configurable: true, get: () => HIDDEN });
document.dispatchEvent(new Event("visibilitychange"));"""


def listeners(url: str) -> int:
    figures = urllib.request.urlopen(f"{url}/metrics", timeout=20).read().decode()
    return int(figures.split("\narbitro_listeners ")[1].split()[0])


def settles(measure, wanted) -> int:
    end = time.monotonic() + 20
    while (found := measure()) != wanted and time.monotonic() < end:
        time.sleep(0.1)
    return found


def test_seven_tabs_share_one_line_and_the_desk_does_not_wait(demo, open_page):
    """Plain HTTP allows a browser six lines to a host: seven streams would leave none for a result."""
    desk = open_page("en")
    log_in(desk, demo.url, NAME, demo.password())
    before = settles(lambda: listeners(demo.url), 0)
    desk.goto(f"{demo.url}/desk/demo/a/round/5")
    tabs = [desk.context.new_page() for _tab in range(6)]
    names = ("screen/demo/a/pairings", "screen/demo/a/standings", "screen/demo/a/clock")
    pages = ("e/demo/a/round/5", "e/demo/a/standings", "e/demo/a/")
    for tab, address in zip(tabs, (*names, *pages), strict=True):
        tab.goto(f"{demo.url}/{address}")
        expect(tab.locator("html")).to_have_attribute("data-live", "on")
    assert settles(lambda: listeners(demo.url), before + 1) == before + 1
    board = open_boards(desk)[0]
    desk.bring_to_front()
    desk.keyboard.type(f"{board} 1")
    expect(pressed(desk, board)).to_have_text("1")
    on_the_public_page = tabs[3].locator(f"#b{board} .result")
    expect(on_the_public_page).to_contain_text("1-0")
    with desk.expect_navigation():
        desk.keyboard.press("Control+z")
    expect(on_the_public_page).not_to_contain_text("1-0")
    for tab in (desk, *tabs):
        tab.evaluate(HIDE.replace("HIDDEN", "true"))
    assert settles(lambda: listeners(demo.url), before) == before
    tabs[4].evaluate(HIDE.replace("HIDDEN", "false"))
    assert settles(lambda: listeners(demo.url), before + 1) == before + 1


SEVEN = """
from arbitro import desk
desk.setup()
from arbitro.desk.demo import make
for group in "abcdefg":
    make(players=6, rounds=3, played=1, seed=3, slug=f"hall-{group}")
"""
LAST = """
from arbitro import desk
desk.setup()
from arbitro.desk import store
from arbitro.desk.commands import Role
from arbitro.desk.models import Section
section = Section.objects.get(event__slug="hall-g").pk
board = next(n for n, b in store.state_of(section).rounds[-1].boards.items() if not b.finished)
store.execute(section, "result", {"board": board, "result": "1-0"}, who="t", role=Role.OWNER)
print(board)
"""


def test_seven_tournaments_in_seven_tabs_share_one_line(site, open_page):
    """An open of seven groups, a tab for each: the eighth page is not kept waiting, and each hears of its own."""
    env = environment(site.folder)
    run(SEVEN, env=env)
    first = open_page("en")
    tabs = [first, *(first.context.new_page() for _tab in range(6))]
    for group, tab in zip("abcdefg", tabs, strict=True):
        tab.goto(f"{site.url}/e/hall-{group}/a/round/1")
        expect(tab.locator("html")).to_have_attribute("data-live", "on")
    assert settles(lambda: listeners(site.url), 1) == 1
    board = run(LAST, env=env)
    expect(tabs[6].locator(f"#b{board} .result")).to_contain_text("1-0")
    for tab in tabs:
        expect(tab.locator("html")).to_have_attribute("data-live", "on")


class Line:
    """A way to the site that can die without a word: what is open then says nothing any more, and nothing new comes."""

    def __init__(self, port: int) -> None:
        self.target = port
        self.dead = False
        self.ended = False
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port = self.listening.getsockname()[1]
        self.held: list[socket.socket] = []
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self) -> None:
        with contextlib.suppress(OSError):
            while not self.ended:
                near, _address = self.listening.accept()
                if self.dead:
                    self.held.append(near)  # never answered
                else:
                    far = socket.create_connection(("127.0.0.1", self.target))
                    threading.Thread(target=self.carry, args=(near, far), daemon=True).start()

    def carry(self, near: socket.socket, far: socket.socket) -> None:
        with near, far, contextlib.suppress(OSError):
            while not self.ended:
                if self.dead:
                    self.held += [near.dup(), far.dup()]  # open for ever
                    return
                for ready in select.select([near, far], [], [], 0.1)[0]:
                    data = ready.recv(65536)
                    if not data:
                        return
                    (far if ready is near else near).sendall(data)

    def close(self) -> None:
        self.ended = True
        self.listening.close()
        for end in self.held:
            end.close()


@contextlib.contextmanager
def line_to(port: int) -> Iterator[Line]:
    line = Line(port)
    try:
        yield line
    finally:
        line.close()


def test_a_line_that_died_without_a_word_is_called_late_and_mends(demo, open_page):
    """A phone that slept: its line looks open. The page says as of when it is true, and comes back by itself."""
    phone = open_page("en", 360)
    phone.clock.install()
    with line_to(demo.port) as line:
        phone.goto(f"http://localhost:{line.port}/e/demo/a/round/5")
        root = phone.locator("html")
        expect(root).to_have_attribute("data-live", "on")
        heard = phone.evaluate("new Date().toTimeString().slice(0, 5)")
        line.dead = True
        phone.clock.fast_forward("01:30")
        phone.clock.run_for(6_000)
        expect(root).to_have_attribute("data-live", "off")
        expect(phone.get_by_text(f"As of {heard}")).to_be_visible()
        for _try in range(3):  # each try to open the line anew leaves the time of the last word as it was
            phone.clock.fast_forward("05:00")
            phone.clock.run_for(6_000)
        expect(phone.get_by_text(f"As of {heard}")).to_be_visible()
        line.dead = False
        for _try in range(40):
            phone.clock.run_for(6_000)
            if root.get_attribute("data-live") == "on":
                break
            time.sleep(0.25)
        expect(root).to_have_attribute("data-live", "on")
        expect(phone.get_by_text("As of ")).not_to_be_visible()
