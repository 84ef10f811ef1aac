"""A television in the hall: it shows a code, the desk takes it, and from then on tells it what to show."""

from __future__ import annotations

from datetime import datetime, timedelta

from playwright.sync_api import expect

from arbitro.cli.site import NAME
from tests.browser.conftest import log_in


def test_a_wall_does_what_the_desk_says_and_counts_down_to_the_default_time(demo, open_page):
    wall, desk = open_page("en", width=1920), open_page("en", width=360)
    wall.goto(f"{demo.url}/wall")
    code = wall.locator("h1").inner_text()
    log_in(desk, demo.url, NAME, demo.password())
    desk.goto(f"{demo.url}/desk/demo/a/screens")
    desk.fill("#sc", code)
    desk.click("button[name=pair]")
    expect(wall.locator(".turn.boards").first).to_be_visible()
    form = desk.locator(".wall-form").last
    form.locator("[value=boards]").uncheck()
    form.locator("[value=clock]").check()
    form.locator("button.primary").click()
    expect(wall.locator(".turn.clock")).to_be_visible()
    expect(wall.locator(".control")).to_have_text("90 min + 30 s")
    desk.fill("#st", "Doors close at 16:00")
    desk.get_by_role("button", name="Show it").click()
    expect(wall.locator(".notice")).to_have_text("Doors close at 16:00")
    assert not wall.evaluate("document.documentElement.scrollHeight > innerHeight")
    start = datetime.strptime(wall.locator(".big-clock").get_attribute("data-start"), "%Y-%m-%d %H:%M")
    wall.clock.set_fixed_time(start - timedelta(minutes=90))
    expect(wall.locator(".big-clock")).to_have_text("1:30:00")
    wall.clock.set_fixed_time(start + timedelta(minutes=5))
    expect(wall.locator(".big-clock")).to_have_text("10:00")
    expect(wall.locator("[data-when=default]")).to_be_visible()
    desk.locator(".wall-form").last.locator("[name=remove]").click()
    expect(wall.locator("h1")).to_have_text(code)
