"""The frame and what stands in place: places at the thumb, menus, refusals beside their form, toasts over nothing."""

from __future__ import annotations

from playwright.sync_api import expect

from arbitro.cli.site import NAME
from tests.browser.conftest import log_in

DESK = "/desk/demo/a/"


def test_an_arbiter_finds_every_place_and_is_answered_in_place(demo, open_page):
    phone = open_page("en", 360)
    log_in(phone, demo.url, NAME, demo.password())
    phone.goto(f"{demo.url}{DESK}round/5")
    expect(phone.locator("#rail")).to_be_hidden()
    phone.locator(".thumbs a").last.tap()
    expect(phone.locator("#rail")).to_be_visible()
    phone.locator("#rail a", has_text="Papers").tap()
    expect(phone.locator("h1")).to_have_text("Papers")
    expect(phone.locator(".strip li")).to_have_count(4)
    phone.goto(f"{demo.url}{DESK}import")
    phone.fill("#text", "Name;Rating;Fed;Club\nRuiz, Ana;2000;MEX;Torre\nSoto, Luis;s/e;MEX;Alfil")
    phone.locator("main form button.primary").tap()
    expect(phone.locator("#column-4")).to_be_attached()
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")  # the table scrolls, not the page

    page = open_page("en")
    log_in(page, demo.url, NAME, demo.password())
    page.goto(f"{demo.url}{DESK}players")
    page.click("summary:has-text('Never pair these')")
    page.click("button:has-text('Keep apart')")  # twice the same player: refused
    form = page.locator("form[action$='/apart']").last
    expect(form.locator(".note.error")).to_be_visible()
    expect(form.locator("button:has-text('Keep apart')")).to_be_visible()  # its fold is open again
    page.click(".head .menu summary >> nth=-1")
    expect(page.locator(".menu[open] button:has-text('Log out')")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".menu[open]")).to_have_count(0)


def test_the_toast_covers_no_field(demo, open_page):
    page = open_page("en")
    log_in(page, demo.url, NAME, demo.password())
    page.goto(f"{demo.url}{DESK}check-in")
    page.locator("#check-in button.tick").first.click()
    toast = page.locator("form.undo")
    expect(toast).to_be_visible()
    covered = page.evaluate(
        """() => { const t = document.querySelector("form.undo").getBoundingClientRect();
           return [...document.querySelectorAll("main input, main select, main button")].some(f => {
             const r = f.getBoundingClientRect();
             return r.left < t.right && r.right > t.left && r.top < t.bottom && r.bottom > t.top; }); }"""
    )
    assert not covered
    toast.locator("button").click()
    expect(page.locator("#toasts")).to_contain_text("Undone")
