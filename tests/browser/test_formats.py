"""Team events and matches of two games: entered, paired, played and watched in a real browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NAME, PASSWORD, Site


def new_tournament(page: Page, site: Site, system: str, players: int, **fields: str) -> str:
    """The first account, a tournament of a system, its players; gives the desk's address."""
    page.goto(f"{site.url}/accounts/new")
    page.fill("#u", NAME)
    page.fill("#p", PASSWORD)
    page.click("main form button")
    return another(page, site, system, players, **fields)


def another(page: Page, site: Site, system: str, players: int, **fields: str) -> str:
    page.goto(f"{site.url}/desk/new")
    page.fill("#name", "Liga")
    choose(page, system)
    for field, value in fields.items():
        page.fill(f"#{field}", value)
    page.click("form[data-settings] button.primary")
    page.wait_for_url("**/players")
    desk = page.url.removesuffix("players")
    page.goto(f"{desk}import")
    page.fill(
        "#text", "\n".join(f"Jugador{i:02d}, N, {2300 - 10 * i}, MEX, {5100000 + i}" for i in range(1, players + 1))
    )
    page.click("main form button.primary")
    page.click("button[value=enter]")
    page.wait_for_url("**/players")
    return desk


def choose(page: Page, system: str) -> None:
    """A format, and its fields."""
    if page.input_value("#system") == system:
        return
    with page.expect_response("**/desk/new/format"):
        page.select_option("#system", system)
    expect(page.locator(".htmx-request, .htmx-swapping")).to_have_count(0)


def give(page: Page, command: str) -> None:
    page.click(f"form[action$='/do/{command}'] button:not([type=button])")


def start(page: Page, desk: str) -> None:
    """Start list, first colour, pairing, publishing."""
    page.goto(f"{desk}players")
    give(page, "number")
    page.goto(f"{desk}pair")
    page.fill("#sentence", "Se oye el mar")
    give(page, "lots")
    give(page, "pair")
    give(page, "publish")
    page.wait_for_url("**/round/1")


@pytest.mark.parametrize(("lang", "width"), [("es", 360), pytest.param("en", 1280, marks=pytest.mark.slow)])
def test_a_league_from_the_teams_to_the_table(site, open_page, lang, width):
    page, visitor = open_page(lang, width), open_page(lang, width)
    desk = new_tournament(page, site, "team", 9, rounds="3", team_boards="2")
    page.goto(f"{desk}teams")
    for t in range(4):
        page.fill("#tn", f"Club {t}")
        for i in (2 * t + 1, 2 * t + 2):
            page.check(f"label:has-text('Jugador{i:02d}') input")
        page.click("form:has(#tn) button.primary")
        expect(page.locator(f"#team-{t + 1}")).to_contain_text(f"Club {t}")
    page.locator("#team-1 summary", has_text=re.compile("captain,|capitán,")).click()
    page.locator("#team-1 [data-order] [data-move=up]").last.click()  # the second player to the first board, and back
    page.locator("#team-1 [data-order] [data-move=up]").last.click()
    page.select_option("#add-1", index=1)
    page.click("#team-1 form[action$='/do/team'] button.primary")
    expect(page.locator("#team-1 > ol li")).to_have_count(3)
    page.click("#team-1 form[action$='/do/line-up'] summary")
    page.select_option("#l1-1", index=2)
    page.select_option("#l1-2", index=3)
    page.click("#team-1 form[action$='/do/line-up'] button")
    expect(page.locator("#team-1 .mark.good")).to_be_visible()
    start(page, desk)
    expect(page.locator("#boards tr.match")).to_have_count(2)
    expect(page.locator("#boards")).not_to_contain_text("Jugador01")  # he rests: the line-up says so
    public = desk.replace("/desk/", "/e/")
    visitor.goto(f"{public}round/1")
    score = visitor.locator("tr.match .result").first
    expect(score).to_have_text("0 : 0")
    page.click("#board-1 button[value='1 1-0']")
    expect(score).to_have_text(re.compile("1 : 0|0 : 1"), timeout=5000)
    for board in (2, 3, 4):
        page.click(f"#board-{board} button[value='{board} ½-½']")
        expect(page.locator(f"#board-{board}.done")).to_be_visible()
    visitor.goto(f"{public}standings")
    expect(visitor.locator("table.standings").first.locator("tbody tr")).to_have_count(4)
    assert not visitor.evaluate("document.documentElement.scrollWidth > innerWidth")
    visitor.goto(f"{public}teams")
    expect(visitor.locator("main section")).to_have_count(4)


def test_matches_of_two_games_by_keyboard_and_by_tap(site, open_page):
    page = open_page("en")
    desk = new_tournament(page, site, "double", 6, rounds="3")
    start(page, desk)
    page.keyboard.type("1 3")
    expect(page.locator("#board-1 button[aria-pressed=true]")).to_have_text("1½")
    page.keyboard.type("2=")
    expect(page.locator("#board-2 button[aria-pressed=true]")).to_have_text("1")
    page.click("#board-3 button[value='3 0-2']")
    expect(page.locator("#board-3 button[aria-pressed=true]")).to_have_attribute("value", "3 0-2")
    expect(page.locator("form.undo")).to_contain_text("0-2")
    page.goto(f"{desk.replace('/desk/', '/e/')}round/1")
    expect(page.locator("#b1 .result")).to_have_text("1½-½")
    a_knock_out_shows_its_tie_break_at_once(page, another(page, site, "knockout", 4))


def a_knock_out_shows_its_tie_break_at_once(page: Page, desk: str) -> None:
    """The bracket of the round page follows each result, names the tie-break of a drawn pair, and pairs it."""
    give(page, "number")
    page.goto(f"{desk}pair")
    give(page, "pair")
    give(page, "publish")
    page.wait_for_url("**/round/1")
    page.click("#board-1 button[value='1 ½-½']")
    expect(page.locator("#bracket .m").first).to_contain_text("level: next rapid, game 1")
    expect(page.locator("#level .tied")).to_contain_text("when all games of the round are finished")
    page.click("#board-2 button[value='2 1-0']")
    expect(page.locator("#bracket .w")).to_have_count(1)
    expect(page.locator("#level .tied")).not_to_contain_text("when all games")
    page.click("#round-end button.primary:has-text('rapid, game 1')")
    expect(page.locator("h1")).to_contain_text("Round 2")


FAMILIES = {  # players (of each team), and what the form is told
    "round-robin": (4, {}),
    "scheveningen": (4, {"team_boards": "2"}),
    "round-robin-teams": (4, {"team_boards": "2"}),
    "match": (2, {"games": "2"}),
    "keizer": (4, {"rounds": "2"}),
}


@pytest.mark.slow
def test_every_family_of_formats_is_created_and_played_to_its_end(site, open_page):
    page = open_page("es")
    page.goto(f"{site.url}/accounts/new")
    page.fill("#u", NAME)
    page.fill("#p", PASSWORD)
    page.click("main form button")
    for system, (players, fields) in FAMILIES.items():
        page.goto(f"{site.url}/desk/new")
        page.fill("#name", system)
        choose(page, system)
        assert page.locator("#rounds").count() == (system == "keizer")
        assert page.locator("#acceleration").count() == 0
        for field, value in fields.items():
            page.fill(f"#{field}", value)
        page.click("form[data-settings] button.primary")
        page.wait_for_url("**/players")
        desk = page.url.removesuffix("players")
        page.goto(f"{desk}import")
        team = "team_boards" in fields
        lines = [f"Jugador{i:02d}; {2300 - 10 * i}; {'Alfil' if i % 2 else 'Torre'}" for i in range(players)]
        page.fill("#text", "\n".join(["Nombre; Elo; " + ("Equipo" if team else "Club"), *lines]))
        page.click("main form button.primary")
        page.click("button[value=enter]")
        page.wait_for_url("**/teams" if team else "**/players")
        play_to_the_end(page, desk, ahead=system == "round-robin")
        page.goto(desk)
        page.locator("details:has(form[action$='/do/close-event']) > summary").click()
        give(page, "close-event")
        expect(page.locator("main .note.success")).to_be_visible()


def play_to_the_end(page: Page, desk: str, ahead: bool) -> None:
    """Numbers, lots, and round after round by clicks, until nothing is left to pair."""
    for _step in range(40):
        page.goto(f"{desk}pair")
        if page.locator("#sentence").count():
            page.fill("#sentence", "Se oye el mar")
            give(page, "lots")
        elif page.locator("form[action$='/do/number']").count():
            give(page, "number")
        elif ahead and page.locator("form[action$='/do/pair-all']").count():
            give(page, "pair-all")
            for round in (1, 2, 3):
                page.goto(f"{desk}round/{round}")
                enter_results(page)
        elif page.locator("form[action$='/do/pair']").count():
            give(page, "pair")
            give(page, "publish")
            page.wait_for_url("**/round/*")
            enter_results(page)
        else:
            return
    raise AssertionError("it never ends")


def enter_results(page: Page) -> None:
    for name in [row.get_attribute("id") for row in page.locator("#boards tr[data-board]:not(.done)").all()]:
        page.locator(f"#{name} button[name=result]").first.click()
        expect(page.locator(f"#{name}.done .by")).to_have_count(1)  # saved, not only waiting to be sent
