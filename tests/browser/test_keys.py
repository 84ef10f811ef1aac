"""Results by the keys of other programs: one digit is the result of the marked board, which then moves on."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from arbitro.swiss.generator import Recipe, generate
from tests.browser import measures
from tests.browser.conftest import Site
from tests.browser.test_switching import begin, brought_in, until


@pytest.fixture
def desk(site: Site, open_page, tmp_path: Path) -> tuple[Page, str]:
    """A round of seven boards without a result, its page, and the address of its desk."""
    page = open_page("en")
    begin(page, site)
    file = tmp_path / "open.trf"
    file.write_text(until(generate(Recipe(players=14, rounds=3, seed=5, tiebreaks=("BH",))), 1))
    url = brought_in(page, site, file)
    page.goto(f"{url}pair")
    page.click("form[action$='/do/pair'] button:not([type=button])")
    page.click("form[action$='/do/publish'] button:not([type=button])")
    page.wait_for_url("**/round/2")
    return page, url


def choose(page: Page, url: str, habit: str) -> None:
    page.goto(f"{url}settings")
    page.locator("details:has(#result_keys)").evaluate("box => { box.open = true; }")
    page.select_option("#result_keys", habit)
    page.click("form[data-settings] button.primary")
    expect(page.locator("#result_keys")).to_have_value(habit)
    page.goto(f"{url}round/2")
    expect(page.locator("#key")).to_be_focused()


def results(page: Page) -> dict[str, str]:
    """What the site has kept, board by board."""
    expect(page.locator("#boards .wait")).to_have_count(0)
    return page.locator("#boards tr[data-board]").evaluate_all(
        "rows => Object.fromEntries(rows.map(row => [row.dataset.board,"
        " row.querySelector('[aria-pressed=true]')?.value.split(' ')[1] || '']))"
    )


HABITS = {
    "123": ("1230", {"1": "1-0", "2": "0-1", "3": "½-½", "4": ""}),
    "1=3": ("12345", {"1": "1-0", "2": "½-½", "3": "0-1", "4": "+/-", "5": "-/+"}),
    "150": ("150", {"1": "1-0", "2": "½-½", "3": "0-1"}),
}


@pytest.mark.parametrize("habit", HABITS)
def test_a_digit_alone_is_a_result(desk, habit):
    page, url = desk
    choose(page, url, habit)
    typed, meant = HABITS[habit]
    marked = page.locator("#boards tr.here")
    for n, key in enumerate(typed, 1):
        expect(marked).to_have_attribute("data-board", str(n))
        page.keyboard.type(key)
        expect(page.locator("#key")).to_have_value("")
    expect(marked).to_have_attribute("data-board", str(len(typed) + 1))
    page.keyboard.type("=")  # a draw has a sign in every habit
    expect(marked).to_have_attribute("data-board", str(len(typed) + 2))
    kept = results(page)
    for board, sign in meant.items():
        more = page.locator(f"#board-{board} .r").inner_text()
        assert kept[board] == sign or sign.replace("/", " ") in more or sign in more, (board, kept, more)


def test_another_board_is_named_with_a_sign_before_it(desk):
    page, url = desk
    choose(page, url, "123")
    marked, error = page.locator("#boards tr.here"), page.locator("#key-error")
    page.keyboard.type("#5")
    page.keyboard.press("Enter")
    expect(marked).to_have_attribute("data-board", "5")
    page.keyboard.type("2")
    expect(marked).to_have_attribute("data-board", "6")
    page.keyboard.type(".3=")
    page.keyboard.type("#7 1")
    assert results(page) == {"1": "", "2": "", "3": "½-½", "4": "", "5": "0-1", "6": "", "7": "1-0"}
    page.keyboard.type("9")
    expect(error).to_have_text("“9” is not a result here.")
    page.keyboard.type("#12")
    page.keyboard.press("Enter")
    expect(error).to_have_text("There is no open board 12.")
    page.keyboard.press("Escape")
    page.keyboard.down("1")
    page.keyboard.down("1")  # held: no second result
    page.keyboard.up("1")
    assert sum(1 for sign in results(page).values() if sign) == 4
    hint = page.locator("#key-grammar")
    expect(hint).to_contain_text("#12")
    for width in (1280, 360):
        page.set_viewport_size({"width": width, "height": 800})
        assert measures.faults(page) == []


def test_no_result_takes_one_back_or_leaves_the_board_open(desk):
    page, url = desk
    choose(page, url, "123")
    marked = page.locator("#boards tr.here")
    page.keyboard.type("01")
    expect(marked).to_have_attribute("data-board", "3")
    assert results(page) == {"1": "", "2": "1-0", "3": "", "4": "", "5": "", "6": "", "7": ""}
    expect(page.locator("#key-error")).to_be_empty()
    page.keyboard.type("#2 0")
    told = page.locator("tr.fix")
    expect(told).to_contain_text("Board 2 has 1-0; it becomes –.")
    told.get_by_role("button", name="It is –").click()
    expect(page.locator("#board-2:not(.done)")).to_be_visible()
    assert results(page)["2"] == ""


def test_the_page_names_the_keys_of_each_habit(desk):
    page, url = desk
    for habit, said in (("123", "1 White 2 Black 3 draw 0 no result + - not played"),
                        ("1=3", "1 White 2 draw 3 Black 4 5 + - not played"),
                        ("150", "1 White 5 draw 0 Black + - not played"),
                        ("", "1 White = draw 0 Black + - not played")):  # fmt: skip
        choose(page, url, habit)
        assert " ".join(page.locator("#key-help").inner_text().split()) == said
        assert ("at once" in page.locator("#key-grammar").inner_text()) is bool(habit)
