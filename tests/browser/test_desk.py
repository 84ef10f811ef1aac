"""Results by keyboard and by tap, two arbiters at once, type-ahead, and accessibility of the main pages."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from importlib.resources import files

import pytest
from playwright.sync_api import Page, expect

from arbitro.cli.site import NAME
from tests.browser import measures
from tests.browser.conftest import log_in

AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
DESK = "/desk/demo/a/"
PUBLIC = "/e/demo/a/"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


def open_boards(page: Page) -> list[str]:
    return page.locator("#boards tr[data-board]:not(.done)").evaluate_all("rows => rows.map(row => row.dataset.board)")


def pressed(page: Page, board: str):
    return page.locator(f"#board-{board} [aria-pressed=true]")


def test_results_by_keyboard_alone(demo, open_page):
    """One grammar: a result key and Enter, or a sign, for the marked board; a number first for another."""
    page = open_page("en")
    log_in(page, demo.url, NAME, demo.password())
    page.goto(f"{demo.url}{DESK}round/5")
    marked, keys, error = page.locator("#boards tr.here"), page.locator("#key"), page.locator("#key-error")
    expect(keys).to_be_focused()
    first, second, third, fourth, fifth = open_boards(page)[:5]
    before = page.locator("#progress .entered").inner_text()
    expect(marked).to_have_attribute("data-board", first)
    page.keyboard.type("0")
    page.keyboard.press("Enter")
    expect(pressed(page, first)).to_have_text("0")
    expect(marked).to_have_attribute("data-board", second)
    page.keyboard.press("Enter")  # nothing typed: nothing happens
    page.keyboard.type("1")
    expect(marked).to_have_attribute("data-board", second)
    page.keyboard.press("Enter")
    expect(pressed(page, second)).to_have_text("1")
    page.keyboard.type("=")
    expect(pressed(page, third)).to_have_text("½")
    page.keyboard.type(f"{fifth} 1")
    expect(pressed(page, fifth)).to_have_text("1")
    page.keyboard.type(fourth)
    page.keyboard.press("Enter")
    expect(marked).to_have_attribute("data-board", fourth)
    expect(page.locator("#key-names")).to_contain_text(f"{fourth}  ")
    expect(page.locator("#progress .entered")).not_to_have_text(before)
    expect(page.locator("form.undo")).to_be_visible()
    page.keyboard.type("99 1")
    expect(error).to_have_text("There is no open board 99.")
    expect(keys).to_have_attribute("aria-invalid", "true")
    page.keyboard.type(f"{fourth} 7")  # what was wrong is selected: typing replaces it
    expect(error).to_have_text("“7” is not a result here.")
    page.keyboard.press("Escape")
    expect(error).to_be_empty()
    page.keyboard.press("ArrowUp")
    expect(marked).to_have_attribute("data-board", str(int(fourth) - 1))
    expect(keys).to_be_focused()


KEPT = """async (wanted) => {
  const keys = (await (await caches.open("arbitro-desk")).keys()).map(({ url }) => url.split("?")[0]);
  return wanted.every((end) => keys.some((url) => url.endsWith(end)));
}"""


def test_results_without_network_wait_and_none_is_lost_or_doubled(demo, open_page):
    """Typed offline, reloaded offline, sent when the line is back; another arbiter was on one board meanwhile."""
    ana, luis = open_page("en"), open_page("en")
    ana.add_init_script("delete window.SharedWorker")  # it would go on hearing when the page is set offline
    for page in (ana, luis):
        log_in(page, demo.url, NAME, demo.password())
        page.goto(f"{demo.url}{DESK}round/5")
    ana.wait_for_function(KEPT, arg=["/desk/offline", "/round/5", "/offline_page.js"])
    first, second, third, fourth = open_boards(ana)[:4]
    hall = f"{demo.url}{DESK}hall/5/{fourth}"
    ana.goto(hall)
    ana.wait_for_function(KEPT, arg=[f"/hall/5/{fourth}", "/hall/5/table", "/hall.js"])
    ana.goto(f"{demo.url}{DESK}round/5")
    leaving = []
    ana.on("dialog", lambda dialog: (leaving.append(dialog.type), dialog.accept()))
    ana.context.set_offline(True)
    ana.keyboard.type(f"{first} 1")
    ana.keyboard.type(f"{second} 0")
    ana.keyboard.type(f"{second}=")  # thought better of it before it was sent
    ana.keyboard.type(f"{third} 0")
    expect(ana.locator(f"#board-{first} .chip")).to_have_text("waiting for the network")
    expect(ana.locator("#queue > p")).to_contain_text("3 results")
    luis.click(f"#board-{third} button[value='{third} 1-0']")
    expect(pressed(luis, third)).to_have_text("1")
    ana.reload()  # from what the worker keeps
    assert leaving == ["beforeunload"]
    expect(ana.locator(".lamp")).to_have_text(re.compile(r"no network · \d+:\d\d"))
    for board, sign in ((first, "1"), (second, "½"), (third, "0")):
        expect(pressed(ana, board)).to_have_text(sign)
        expect(ana.locator(f"#board-{board} .res")).to_have_class(re.compile("wait"))
    url, context = ana.url, ana.context
    ana.close()  # and a closed tab
    ana = context.new_page()
    ana.goto(url)
    expect(ana.locator("#queue > p")).to_contain_text("3 results")
    ana.goto(f"{demo.url}{DESK}journal")  # never opened here: a page of ours, not the browser's
    expect(ana.locator("h1")).to_have_text("No network")
    expect(ana.locator("#waits li")).to_have_text([f"Round 5, board {first}: 1-0", f"Round 5, board {second}: ½-½",
                                                   f"Round 5, board {third}: 0-1"])  # fmt: skip
    expect(ana.locator("#kept a", has_text="Round 5").first).to_be_visible()
    ana.goto(hall)
    ana.wait_for_selector("body[data-hall=ready]")  # the table of rulings has been read
    for step in ("[data-tile=conduct]", "[data-case=phone-rings]", ".ask[aria-label='Who?'] button:nth-child(2)"):
        ana.locator(step).click()
    ana.locator("#hall-apply").click()
    expect(ana.locator(".table-head .n small")).to_have_text("1-0")
    ana.reload()  # the ruling waits too, and is still shown
    expect(ana.locator("#hall-queue .note.warn")).to_be_visible()
    expect(ana.locator(".table-head .n small")).to_have_text("1-0")
    ana.goto(url)
    context.set_offline(False)
    expect(pressed(luis, first)).to_have_text("1")
    expect(pressed(luis, second)).to_have_text("½")
    expect(ana.locator(f"#board-{third} .chip")).to_have_text("two results")
    expect(ana.locator(f"#board-{third} + .fix .clash")).to_contain_text("Another desk has decided")
    expect(ana.locator("#queue > p")).to_be_hidden()
    ana.reload()  # undecided, it is still there
    ana.locator(f"#board-{third} + .fix button.insist").click()
    expect(pressed(luis, third)).to_have_text("0")  # heard by the stream: it is written
    ana.goto(hall)
    expect(ana.locator("#hall-queue .note")).to_have_count(0)
    expect(pressed(luis, fourth)).to_have_text("1")
    ana.goto(f"{demo.url}{DESK}journal")
    written = ana.locator("tbody tr").all_inner_texts()
    count = {
        board: sum(f"board {board}:" in text and "ound 5" in text for text in written[:8])
        for board in (first, second, third)
    }
    assert count == {first: 1, second: 1, third: 2}


SEND = """(action) => {
  const form = Object.assign(document.createElement("form"), { method: "post", action });
  document.querySelector("main").append(form);
  form.requestSubmit();
}"""


def test_a_result_typed_again_overwrites_and_ctrl_z_takes_it_back(demo, open_page):
    page = open_page("en")
    log_in(page, demo.url, NAME, demo.password())
    page.goto(f"{demo.url}{DESK}round/5")
    board = page.locator("#boards tr.done").first.get_attribute("data-board")
    before = page.locator(f"#board-{board} [aria-pressed=true]").inner_text()
    key, sign = ("0", "0") if before != "0" else ("1", "1")
    page.keyboard.type(f"{board} {key}")
    expect(page.locator(f"#board-{board} + .fix .clash")).to_be_visible()
    expect(pressed(page, board)).to_have_count(2)
    page.evaluate(SEND, page.url.replace("/round/5", "/do/close-round"))  # nothing is closed over two results
    expect(page.locator("#queue > p")).to_contain_text(f"not accepted: board {board}.")
    page.keyboard.type(f"{board} {key}")
    expect(page.locator(f"#board-{board} [aria-pressed=true]")).to_have_text(sign)
    expect(page.locator("form.undo")).to_be_visible()
    with page.expect_navigation():
        page.keyboard.press("Control+z")
    expect(page.locator(f"#board-{board} [aria-pressed=true]")).to_have_text(before)


def test_two_arbiters_on_one_board(demo, open_page):
    """Both see the board open; one is quicker, the other is told, and decides what stands."""
    ana, luis = open_page("en"), open_page("es", 360)
    for page in (ana, luis):
        log_in(page, demo.url, NAME, demo.password())
        page.add_init_script("delete window.SharedWorker")  # each page has its own stream …
        page.route("**/stream", lambda route: route.abort())  # … and they do not hear of each other
        page.goto(f"{demo.url}{DESK}round/5")
    board = open_boards(ana)[0]
    ana.click(f"#board-{board} button[value$=' 1-0']")
    expect(ana.locator(f"#board-{board} [aria-pressed=true]")).to_have_text("1")
    luis.tap(f"#board-{board} button[value$=' 0-1']")
    clash = luis.locator(f"#board-{board} + .fix .clash")
    expect(clash).to_contain_text(NAME)
    expect(pressed(luis, board)).to_have_text(["1", "0"])  # what the other desk wrote is shown beside it
    clash.locator("button.insist").tap()
    expect(luis.locator(f"#board-{board} [aria-pressed=true]")).to_have_text("0")
    expect(luis.locator("form.undo")).to_contain_text("0-1")  # written, not only on its way
    ana.goto(f"{demo.url}{DESK}journal")
    expect(ana.locator("tbody tr").nth(0)).to_contain_text("0-1")
    expect(ana.locator("tbody tr").nth(1)).to_contain_text("1-0")


def test_an_arbiters_page_follows_the_others(demo, open_page):
    ana, luis = open_page("en"), open_page("en")
    for page in (ana, luis):
        log_in(page, demo.url, NAME, demo.password())
        page.goto(f"{demo.url}{DESK}round/5")
    board = open_boards(ana)[0]
    ana.click(f"#board-{board} button[value$=' ½-½']")
    expect(luis.locator(f"#board-{board} [aria-pressed=true]")).to_have_text("½", timeout=5000)
    expect(luis.locator("#progress .entered")).to_have_text(ana.locator("#progress .entered").inner_text())
    expect(luis.locator("#boards tr.here")).to_have_attribute("data-board", open_boards(luis)[0])  # the mark goes on


def test_a_search_filters_while_it_is_typed(demo, open_page):
    page = open_page("en")
    log_in(page, demo.url, NAME, demo.password())
    for path in ("players", "norms"):
        page.goto(f"{demo.url}{DESK}{path}")
        rows = page.locator("#listed table").last.locator("tbody tr")
        name = rows.nth(3).locator("a").first.inner_text()
        page.locator("#q").press_sequentially(name)
        expect(rows).to_have_count(1)
        expect(rows).to_contain_text(name)
        expect(page.locator("#q")).to_be_focused()
        assert page.url.endswith(path)  # nothing was sent by Enter


SLOWLY = """() => {
  const send = window.fetch;
  window.fetch = (...all) => new Promise((answer) => setTimeout(() => answer(send(...all)), 2000));
}"""


def test_a_refresh_does_not_swallow_the_answer_to_a_slow_result(demo, open_page):
    """While one result is on its way, another desk's comes in and the table is fetched: the undo bar is still right."""
    ana, luis = open_page("en"), open_page("en")
    for page in (ana, luis):
        log_in(page, demo.url, NAME, demo.password())
        page.goto(f"{demo.url}{DESK}round/5")
    mine, other = open_boards(ana)[:2]
    ana.evaluate(SLOWLY)
    ana.click(f"#board-{mine} button[value$=' ½-½']")
    luis.click(f"#board-{other} button[value$=' 0-1']")
    expect(ana.locator("form.undo")).to_contain_text(f"board {mine}: ½-½")
    expect(ana.locator(f"#board-{other} [aria-pressed=true]")).to_have_text("0")
    expect(ana.locator(f"#board-{mine} [aria-pressed=true]")).to_have_text("½")


def test_check_in_is_one_tap_and_keeps_its_place(demo, open_page):
    page = open_page("es", 360)
    log_in(page, demo.url, NAME, demo.password())
    page.goto(f"{demo.url}{DESK}check-in")
    button = page.locator("#check-in button.tick").nth(30)
    name = button.get_attribute("id")
    button.scroll_into_view_if_needed()
    button.tap()
    expect(page.locator(f"#{name}")).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("scrollY") > 300
    page.locator(f"#{name}").tap()
    expect(page.locator(f"#{name}")).to_have_attribute("aria-pressed", "false")


def test_all_papers_are_prepared_in_the_background_and_can_be_cancelled(demo, open_page):
    page = open_page("en")
    log_in(page, demo.url, NAME, demo.password())
    page.goto(f"{demo.url}{DESK}papers")
    page.click("form[action$='/papers/everything'] button")
    expect(page.locator("#work progress")).to_be_visible()
    page.wait_for_function("Number(document.querySelector('#work progress').value) >= 1")
    page.click("#work button[value=cancel]")
    expect(page.locator("#work button[value=begin]")).to_be_visible()


@pytest.mark.slow
def test_all_papers_come_in_one_file(demo, open_page):
    page = open_page("es")
    log_in(page, demo.url, NAME, demo.password())
    page.goto(f"{demo.url}{DESK}papers")
    page.click("form[action$='/papers/everything'] button")
    with page.expect_download(timeout=300_000) as coming:
        page.locator("#work a[download]").click(timeout=300_000)
    assert zipfile.is_zipfile(coming.value.path())


@pytest.mark.slow
def test_the_public_pages_come_as_a_website(demo, open_page):
    page = open_page("es")
    log_in(page, demo.url, NAME, demo.password())
    page.goto(f"{demo.url}{DESK}papers")
    page.click("form[action$='/papers/website'] button")
    with page.expect_download(timeout=300_000) as coming:
        page.locator("#work a[download]").click(timeout=300_000)
    names = zipfile.ZipFile(coming.value.path()).namelist()
    assert names[0] == "index.html" and "round-1-board-1.html" in names


def test_the_advice_follows_the_form(demo, open_page):
    page = open_page("en")
    log_in(page, demo.url, NAME, demo.password())
    page.goto(f"{demo.url}/desk/new")
    expect(page.locator("#advice")).to_contain_text("Rated as standard")
    page.fill("#time_control", "15+10")
    page.press("#time_control", "Tab")
    expect(page.locator("#advice")).to_contain_text("Rated as rapid")
    rounds, expected = page.locator("#rounds"), page.locator("#expected")
    expected.fill("24")  # the rounds follow while it is typed
    expect(rounds).to_have_value("5")
    expected.fill("140")
    expect(rounds).to_have_value("9")
    rounds.fill("9")  # one's own now, though it is what stood there
    expected.fill("24")
    expect(page.locator("#advice")).to_contain_text("24 entrants")
    expect(rounds).to_have_value("9")


def test_pages_work_without_scripts(demo, chromium):
    context = chromium.new_context(java_script_enabled=False, locale="en-GB")
    page = context.new_page()
    log_in(page, demo.url, NAME, demo.password())
    page.goto(f"{demo.url}{DESK}round/5")
    row = page.locator("#boards tr[data-board]:not(.done)").last
    board = row.get_attribute("data-board")
    row.locator("button[value$=' 1-0']").click()
    expect(page.locator(f"#board-{board} [aria-pressed=true]")).to_have_text("1")
    page.click("form.undo button")
    expect(page.locator(f"#board-{board} [aria-pressed=true]")).to_have_count(0)
    context.close()


MAIN_PAGES = ["/accounts/login", "/desk/new", f"{DESK}players", f"{DESK}pair", f"{DESK}round/5", f"{DESK}norms",
              f"{DESK}incidents", f"{DESK}settings", PUBLIC, f"{PUBLIC}standings"]  # fmt: skip
ALL_PAGES = [
    *MAIN_PAGES,
    "/",
    "/desk/",
    "/desk/demo/users",
    f"{PUBLIC}round/5",
    f"{PUBLIC}table",
    f"{PUBLIC}player/1",
    f"{PUBLIC}players",
    f"{PUBLIC}statistics",
    f"{PUBLIC}standings/1",
    f"{PUBLIC}player/1/why/3",
    "/exam?seed=3",
    "/api/docs",
    "/screen/demo/a/pairings",
    "/screen/demo/a/clock",
]
ALL_PAGES += [DESK + page for page in (
             "", "players/3", "import", "check-in", "round/4", "round/4/correct/2", "prizes", "officials", "papers",
             "journal")]  # fmt: skip


@pytest.mark.parametrize(
    ("width", "dark", "paths"),
    [
        pytest.param(360, True, MAIN_PAGES, id="phone-dark"),
        pytest.param(1280, False, ALL_PAGES, id="desktop-light-all", marks=pytest.mark.slow),
        pytest.param(360, True, ALL_PAGES, id="phone-dark-all", marks=pytest.mark.slow),
        pytest.param(1280, True, ALL_PAGES, id="desktop-dark-all", marks=pytest.mark.slow),
    ],
)
def test_the_pages_are_accessible(demo, open_page, width, dark, paths):
    """axe-core finds no serious violation of WCAG 2.2 AA; nothing is wider than the screen, cut or too small."""
    page = open_page("en", width, dark)
    log_in(page, demo.url, NAME, demo.password())
    faults = []
    for path in paths:
        answer = page.goto(f"{demo.url}{path}")
        assert answer.status == 200, path
        page.evaluate(AXE)
        found = page.evaluate("tags => axe.run(document, { runOnly: tags })", RULES)
        faults += [
            f"{path}: {v['id']}: {v['nodes'][0]['html'][:160]}"
            for v in found["violations"]
            if v["impact"] in ("serious", "critical")
        ]
        faults += [f"{path}: {fault}" for fault in measures.faults(page)]
    assert faults == []


def test_an_arbiters_page_is_light(demo, open_page):
    """A first visit to the page that is used most takes under 100 KB, packed: page, scripts, styles, fonts, icons."""
    page = open_page("en")
    log_in(page, demo.url, NAME, demo.password())
    page.goto(f"{demo.url}{DESK}round/5")
    page.evaluate("() => document.fonts.ready.then(() => true)")
    sizes = page.evaluate(
        """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
           .map(r => [r.name, r.encodedBodySize])"""
    )
    largest = {url: max(size for other, size in sizes if other == url) for url, _size in sizes}  # kept for later, too
    assert any(url.endswith(".woff2") for url in largest)
    assert 40_000 < sum(largest.values()) < 100_000


REGISTER = """
from arbitro import desk
desk.setup()
from arbitro.desk.register import fold, replace_all
names = [("1503014", "Carlsen, Magnus", 2830), ("2016192", "Nakamura, Hikaru", 2800), ("5100017", "Cardoso, Ana", 2100)]
replace_all([(i, n, fold(n), "NOR", "m", "", 1990, r, r, r, 10) for i, n, r in names])
"""


def test_three_letters_and_enter_enter_a_player(site, open_page):
    environment = os.environ | {"ARBITRO_DATA": str(site.folder)}
    environment.pop("DJANGO_SETTINGS_MODULE", None)
    subprocess.run([sys.executable, "-c", REGISTER], env=environment, check=True)
    page = open_page("en")
    page.goto(f"{site.url}/accounts/new")
    page.fill("#u", "ana")
    page.fill("#p", "the-rook-on-the-seventh")
    page.click("main form button")
    page.goto(f"{site.url}/desk/new")
    page.fill("#name", "Open")
    page.click("form[data-settings] button.primary")
    page.wait_for_url("**/players")
    expect(page.locator("#who")).to_be_focused()
    page.keyboard.type("car")
    expect(page.locator("#found .option")).to_have_count(2)
    page.keyboard.press("Enter")
    expect(page.locator("tbody tr")).to_have_count(1)
    expect(page.locator("tbody tr").first).to_contain_text("Carlsen, Magnus")
    expect(page.locator("tbody tr").first).to_contain_text("2830")
    page.keyboard.type("car")
    expect(page.locator("#found .option")).to_have_count(2)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("tbody tr")).to_have_count(2)
    expect(page.locator("tbody")).to_contain_text("Cardoso, Ana")
    page.keyboard.type("nakam")  # quicker than the answer: Enter waits for it
    page.keyboard.press("Enter")
    expect(page.locator("tbody")).to_contain_text("Nakamura, Hikaru")
    page.keyboard.type("Carreño, Nuevo")
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    expect(page.locator("tbody tr")).to_have_count(4)
    expect(page.locator("tbody")).to_contain_text("Carreño, Nuevo")
