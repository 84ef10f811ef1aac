"""From another program: files and folders dropped on a page, both programs side by side, then over to this one."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from arbitro.files import trf
from arbitro.model import Tournament
from arbitro.standings import PRESETS, standings
from arbitro.swiss.generator import Recipe, generate
from tests.browser import measures
from tests.browser.conftest import NAME, PASSWORD, Site


def drop(page: Page, *paths: Path) -> None:
    """Drop files from the desktop on the heading of the page."""
    box = page.locator("h1").bounding_box()
    assert box
    browser = page.context.new_cdp_session(page)
    for kind in ("dragEnter", "dragOver", "drop"):
        browser.send("Input.dispatchDragEvent", {
            "type": kind, "x": box["x"] + 5, "y": box["y"] + 5,
            "data": {"items": [], "files": [str(path) for path in paths], "dragOperationsMask": 1},
        })  # fmt: skip


def begin(page: Page, site: Site) -> None:
    """The first account of an empty site."""
    page.goto(f"{site.url}/accounts/new")
    page.fill("#u", NAME)
    page.fill("#p", PASSWORD)
    page.click("main form button")
    page.wait_for_url("**/desk/")


def until(event: Tournament, k: int) -> str:
    """The file of the other program after a round, with its points and ranks."""
    known = event.after(k)
    ranks = {row.number: row.rank for row in standings(known, event.info.tie_breaks).rows}
    players = (replace(p, stated_points=known.score(p.number), stated_rank=ranks[p.number]) for p in known.players)
    return trf.write(replace(known, players=tuple(players)), 26)


def with_two_swapped(event: Tournament, k: int) -> Tournament:
    """The file of a program that exchanged the opponents of the first two boards of a round, both games drawn."""
    one, two = event.games(k)[:2]
    against = {one.white: two.black, two.black: one.white, two.white: one.black, one.black: two.white}
    rows = [
        (*rounds[: k - 1], rounds[k - 1]._replace(opponent=against[n])) if n in against else rounds
        for n, rounds in zip(event.numbers, event.after(k).results, strict=True)
    ]
    return replace(event, results=tuple(rows))


WORDS = {
    "en": ("Both programs agree in everything.", "Our engine pairs this round as the file does."),
    "es": ("Ambos programas coinciden en todo.", "Nuestro motor empareja esta ronda como el archivo."),
}


@pytest.fixture(scope="module")
def event() -> Tournament:
    return generate(Recipe(players=14, rounds=5, seed=11, tiebreaks=("BH/C1", "BH", "SB")))


def test_a_folder_dropped_on_the_page_is_sorted(site, open_page, tmp_path, event):
    folder = tmp_path / "old" / "deeper"
    folder.mkdir(parents=True)
    (folder.parent / "open.trf").write_text(until(event, 3))
    (folder / "notes.txt").write_text("Buy milk")
    (folder / "entries.csv").write_text("Name;Elo;Fed\nAna;2100;ESP\nLuis;2000;MEX\n")
    page = open_page("en")
    begin(page, site)
    page.goto(f"{site.url}/desk/bring-in")
    expect(page.locator(".drop")).to_be_visible()
    drop(page, folder.parent)
    expect(page.get_by_role("button", name="Bring it in")).to_be_focused()
    page.keyboard.press("Enter")
    names = page.locator("table.sorted td.name")
    expect(names).to_have_count(3)
    assert sorted(names.all_inner_texts()) == ["entries.csv", "notes.txt", "open.trf"]


@pytest.mark.parametrize(("lang", "width"), [("en", 1280), ("es", 360)])
def test_side_by_side_and_then_over_to_this_program(site, open_page, tmp_path, event, lang, width):
    page = open_page(lang, width)
    begin(page, site)
    file = tmp_path / "other.trf"

    def bring_in() -> None:
        page.click("form:has(textarea[name=text]) button.primary")  # looked through
        page.click("main a.button.primary")
        page.wait_for_url(re.compile(r"/desk/[^/]+/[^/]+/$"))

    file.write_text(until(event, 1))
    page.goto(f"{site.url}/desk/bring-in")
    page.set_input_files("#file", file)
    page.click("main button.primary")
    bring_in()
    desk = page.url

    def compared(text: str) -> str:
        file.write_text(text)
        page.goto(f"{desk}shadow")
        drop(page, file)
        expect(page.get_by_role("heading", name="other.trf")).to_be_visible()
        assert measures.faults(page) == []
        return page.inner_text("main")

    assert WORDS[lang][0] in compared(until(event, 1))
    assert WORDS[lang][1] in compared(until(event, 2))
    expect(page.locator(".note.warning")).to_have_count(0)
    told = compared(until(with_two_swapped(event, 2), 2))
    expect(page.locator(".note.warning")).to_have_count(1)
    first, second = event.games(2)[:2]
    for white, black in ((first.white, first.black), (first.white, second.black)):
        assert f"{white} Player {white:02d} – {black} Player {black:02d}" in told
    sentences = page.locator(".note.warning ~ p.soft").all_inner_texts()
    assert any(re.search(r"\(C\.\d+\)", sentence) for sentence in sentences), sentences
    assert not any(re.search(r"(Player \d\d) \1", sentence) for sentence in sentences), sentences

    compared(until(event, 3))
    page.locator("form[action$='bring-in'] button").click()
    bring_in()
    assert page.url != desk
    desk = page.url
    page.goto(f"{desk}standings")
    known = event.after(3)
    order = [known.player(row.number).name for row in standings(known, event.info.tie_breaks).rows]
    assert re.findall(r"Player \d\d", page.inner_text("main")) == order
    page.goto(f"{desk}pair")
    page.click("form[action$='/do/pair'] button:not([type=button])")
    expect(page.locator(".draft tbody .bd").first).to_be_visible()
    page.click("form[action$='/do/publish'] button:not([type=button])")
    page.wait_for_url("**/round/4")
    boards = re.findall(r"Player \d\d", page.inner_text("#boards"))
    pairs = {frozenset(boards[k : k + 2]) for k in range(0, len(boards), 2)}
    assert pairs == {frozenset(event.player(n).name for n in (g.white, g.black)) for g in event.games(4)}


def brought_in(page: Page, site: Site, file: Path) -> str:
    """The address of the desk of a file that is brought in."""
    page.goto(f"{site.url}/desk/bring-in")
    page.set_input_files("#file", file)
    page.click("main button.primary")
    page.click("form:has(textarea[name=text]) button.primary")  # looked through
    page.click("main a.button.primary")
    page.wait_for_url(re.compile(r"/desk/[^/]+/[^/]+/$"))
    return page.url


def test_the_list_of_a_federation_chosen_by_a_click_changes_the_standings(site, open_page, tmp_path, event):
    page = open_page("en")
    begin(page, site)
    file = tmp_path / "other.trf"
    file.write_text(until(event, 4))
    desk = brought_in(page, site, file)
    page.goto(f"{desk}settings")
    page.select_option("#tiebreak_list", "usa-swiss")
    page.click("form[data-settings] button.primary")
    sure = page.get_by_role("button", name="Yes, do it")
    sure.click()
    expect(sure).to_be_visible()  # the old list was announced (C.07 3): first to be read
    page.get_by_label("I have read what this changes.").check()
    sure.click()
    expect(page.locator("select[name=tiebreaks]").first).to_have_value("MODMED")
    page.goto(f"{desk}standings")
    heads = page.locator("main thead").first.inner_text().split()
    assert [word for word in heads if word in PRESETS["usa-swiss"]] == list(PRESETS["usa-swiss"])
    known = event.after(4)
    order = [known.player(row.number).name for row in standings(known, "usa-swiss").rows]
    assert re.findall(r"Player \d\d", page.inner_text("main")) == order
    assert order != [known.player(row.number).name for row in standings(known, event.info.tie_breaks).rows]
    silent = replace(event, info=replace(event.info, tie_breaks=()))  # a file without tie-breaks: these are kept
    file.write_text(trf.write(silent.after(4), 16))
    for width in (360, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        page.goto(f"{desk}shadow")
        page.set_input_files("#file", file)
        page.get_by_role("button", name="Compare").click()
        expect(page.locator("form[action$='bring-in'] li").first).to_contain_text("tie-breaks (MODMED,")
        assert measures.faults(page) == []
    page.get_by_role("button", name="Switch over with this file").click()
    expect(page.locator(".findings")).to_contain_text("tie-breaks (MODMED,")
    page.get_by_role("button", name="Bring it in").click()
    page.get_by_role("link", name="To the desk").click()
    page.goto(f"{page.url}standings")
    assert re.findall(r"Player \d\d", page.inner_text("main")) == order
