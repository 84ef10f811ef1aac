"""The tied placed by hand and by values from elsewhere, ratings of a long event, and the mark outside FIDE mode."""

from __future__ import annotations

import re
from urllib.parse import urlencode

from playwright.sync_api import Page, expect

from arbitro.cli.site import NAME
from tests.browser.conftest import log_in

EVENT = {
    "name": "Long league", "system": "dutch", "rounds": "3", "start": "2026-09-01", "end": "2026-11-30",
    "tiebreaks": "WIN", "time_control": "5400+30", "half_byes": "1", "default_time": "15", "team_boards": "0",
}  # fmt: skip
POST = """async ([address, fields]) => {
  const token = document.querySelector("[name=csrfmiddlewaretoken]").value;
  const body = new URLSearchParams(fields + "&csrfmiddlewaretoken=" + token);
  return (await fetch(address, { method: "POST", body })).url;
}"""


def post(page: Page, address: str, **fields: str) -> str:
    return page.evaluate(POST, [address, urlencode(fields)])


def long_event(page: Page, url: str) -> str:
    """Four players after a drawn first round; gives the desk's address."""
    page.goto(f"{url}/desk/new")
    desk = post(page, f"{url}/desk/new", **EVENT).removesuffix("players")
    for k in range(4):
        post(page, f"{desk}do/enter", name=f"Player {k + 1}", rating=str(2200 - 10 * k))
    for command, fields in (("number", {}), ("lots", {"sentence": "x"}), ("pair", {}), ("publish", {})):
        post(page, f"{desk}do/{command}", **fields)
    for board in "12":
        post(page, f"{desk}do/result", board=board, result="½-½")
    return desk


def test_ties_and_ratings_of_a_long_event(demo, open_page):
    page = open_page("en", 360)
    log_in(page, demo.url, NAME, demo.password())
    desk = long_event(page, demo.url)
    places = page.locator("table.standings td.rank")
    names = page.locator("table.standings td.name a")

    page.goto(f"{desk}standings")
    expect(places).to_have_text(["1", "", "", ""])
    page.click("a[href$='/standings/ties']")
    for k, name in enumerate(("Player 3", "Player 1", "Player 4", "Player 2")):
        page.select_option(f"#p1-{k}", label=name)
    page.fill("#why1", "play-off")
    page.click("form.tie button.primary")
    expect(page.locator(".note.warning")).to_contain_text("no longer follow from the tie-breaks: 1 Player 3")
    page.click("main form button")
    expect(page.get_by_role("button", name="Take these places back")).to_be_visible()
    page.goto(f"{desk}standings")
    expect(names).to_have_text(["Player 3", "Player 1", "Player 4", "Player 2"])
    expect(places).to_have_text(["1", "2", "3", "4"])
    page.goto(f"{desk}standings/ties")
    page.fill("#why-back", "a protest")
    page.get_by_role("button", name="Take these places back").click()
    expect(page.locator("form.tie")).to_be_visible()

    page.fill("#column", "EXT")
    for number, value in ((1, "1"), (2, "7,5"), (3, "3"), (4, "3")):
        page.fill(f"#v{number}", value)
    page.get_by_role("button", name="Use these values").click()
    page.click("main form button")
    expect(page.locator("a[href='?column=EXT#values']")).to_be_visible()
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{desk}standings")
    expect(places).to_have_text(["1", "2", "", "4"])
    expect(page.locator("table.standings tr").first).to_contain_text("EXT")
    expect(page.locator("table.standings tbody tr").first).to_contain_text(re.compile("Player 2.*7.5"))

    page.goto(f"{desk}ratings")
    page.fill("#later-2", "2345")
    page.get_by_role("button", name="Use these ratings").click()
    expect(page.locator("#later tr", has_text="Player 2").locator(".mark")).to_have_text("given")
    expect(page.locator("#later-2")).to_have_value("2345")

    mark = page.locator(".head .mark.bad")
    expect(mark).to_have_count(0)
    post(page, f"{desk}do/leave-fide-mode", confirm="4", why="a friendly rule")
    page.set_viewport_size({"width": 360, "height": 800})
    for address in (desk, f"{desk}standings", f"{desk}ratings", desk.replace("/desk/", "/e/")):
        page.goto(address)
        expect(mark).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        box = mark.bounding_box()
        assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= 360
    page.goto(f"{desk}ratings")
    page.mouse.wheel(0, 600)
    expect(mark).to_be_in_viewport()  # the second line of the head stays
