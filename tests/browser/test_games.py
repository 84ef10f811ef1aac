"""Games on the pages: typed from a scoresheet, walked by keys and by ear, followed while they grow."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from arbitro.cli.site import NAME
from tests.browser.conftest import Site, log_in
from tests.browser.test_desk import AXE, RULES
from tests.papers import pdf

DESK, PUBLIC = "/desk/demo/a/", "/e/demo/a/"
OPENING = "e4 e5 Cf3 Cc6 Ab5 a6 Axc6 dc6 0-0 Ag4 h3 Ah5 d3 Dd6"


@pytest.fixture(scope="module")
def tournament(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A demonstration of its own: its boards get games."""
    folder = tmp_path_factory.mktemp("games")
    made = Site(folder, "demo", "--data", str(folder))
    yield made
    made.stop()
    assert b"Traceback" not in (folder / "log").read_bytes(), (folder / "log").read_text()[-3000:]


def accessible(page: Page) -> None:
    """No serious violation of WCAG 2.2 AA, and nothing wider than the screen."""
    page.evaluate(AXE)
    found = page.evaluate("tags => axe.run(document, { runOnly: tags })", RULES)
    faults = [f"{v['id']}: {v['nodes'][0]['html'][:200]}" for v in found["violations"]]
    assert faults == [], page.url
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url


def test_a_game_is_typed_from_a_scoresheet_and_replayed_by_keys_and_by_ear(tournament, open_page):
    desk = open_page("es")
    log_in(desk, tournament.url, NAME, tournament.password())
    desk.goto(f"{tournament.url}{DESK}round/5")
    desk.locator("#board-3 .sheet-mark").click()
    sheet, told, board = desk.locator("#moves"), desk.locator("#told"), desk.locator("chess-board")
    expect(sheet).to_be_focused()
    sheet.fill("")
    expect(told).to_contain_text("0 movimientos")

    # as fast as it can be read; half a move is written out where only one legal move begins so
    desk.keyboard.type(f"{OPENING} Ae3 Cf ")
    expect(sheet).to_have_value(f"{OPENING} Ae3 Cf6 ")
    expect(told).to_have_text("8 movimientos leídos.")
    expect(board.get_by_role("gridcell", name="f6 caballo negro")).to_be_visible()
    expect(board.locator("[data-square=a1] rect")).to_have_class("sq-d")

    # what cannot be played stops there, with the reason and the board
    desk.keyboard.type("Dz5 Ae7")
    expect(told).to_contain_text("9. Dz5: no es un movimiento en notación algebraica.")
    expect(desk.locator("#table .stop")).to_contain_text("Dz5")
    sheet.fill(f"{OPENING} Ae3 Cf6 ? Cd7 Cc4")  # one place is unreadable: what lets the sheet go on is offered
    expect(told).to_contain_text("ilegible")
    desk.locator("#readings button", has_text="Cbd2?").click()
    expect(sheet).to_have_value(re.compile(r"Cf6 Cbd2\? Cd7"))
    expect(told).to_have_text("10 movimientos leídos.")

    # a move that cannot be played: what it was perhaps is a button, and two taps on the board put another in its place
    sheet.fill(f"{OPENING.replace('Ab5', 'Ad5')} Ae3")
    expect(told).to_contain_text("3. Ad5")
    desk.locator("#readings button", has_text="Ab5?").click()
    expect(sheet).to_have_value(f"{OPENING.replace('Ab5', 'Ab5?')} Ae3")
    expect(told).to_have_text("8 movimientos leídos.")
    sheet.fill("e4 e5 Cf3 Cc6 Ae5 d6")
    expect(told).to_contain_text("3. Ae5")
    board.locator("[data-square=f1]").click()
    board.locator("[data-square=c4]").click()
    expect(sheet).to_have_value("e4 e5 Cf3 Cc6 Ac4 d6")
    expect(told).to_have_text("3 movimientos leídos.")

    # two taps on the board write a move, too
    sheet.fill(f"{OPENING} Ae3 1:20 Cf6 1:18:30 Cbd2?")
    expect(told).to_have_text("9 movimientos leídos.")
    board.locator("[data-square=e8]").click()
    expect(board.locator(".target")).to_have_count(4)
    board.locator("[data-square=c8]").click()
    expect(sheet).to_have_value(re.compile(r"Cbd2\? 0-0-0 $"))
    expect(told).to_have_text("9 movimientos leídos.")

    # the opponent's sheet says something else
    desk.locator(".both summary").click()
    desk.locator("#second").fill("e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 bxc6")
    expect(desk.locator("#differences")).to_contain_text("1 diferencia. La segunda planilla termina antes de 5.")
    expect(desk.locator("#differences tbody tr")).to_have_text("4…dxc6bxc6")
    accessible(desk)
    desk.get_by_role("button", name="Guardar", exact=True).click()
    expect(desk.locator("form.undo")).to_be_visible()
    expect(sheet).to_have_value(re.compile(r"^1\. e4 e5 2\. Cf3 .* 8\. Ae3 1:20:00 Cf6 1:18:30 9\. Cbd2\? O-O-O$"))

    # a visitor on a phone finds it from the round, and walks through it by keys
    phone = open_page("en", 360, dark=True)
    phone.goto(f"{tournament.url}{PUBLIC}round/5")
    phone.locator("#b3 a.game").click()
    phone.wait_for_selector("html[data-viewer=ready]")
    said, grid = phone.locator("#said"), phone.get_by_role("grid")
    expect(grid).to_have_accessible_name("Position after 9… O-O-O")
    expect(phone.locator(".side.black .clk")).to_have_text("1:18:30")
    accessible(phone)
    phone.keyboard.press("ArrowLeft")
    expect(said).to_have_text("9., white knight b1 d2")
    assert phone.url.endswith("?ply=17")
    phone.keyboard.press("ArrowRight")
    expect(said).to_have_text("9…, black king castles long")
    phone.locator("[data-go=first]").focus()
    phone.keyboard.press("Enter")
    expect(said).to_have_text("Start position")
    phone.locator(".moves [data-ply='7']").click()
    expect(said).to_have_text("4., white bishop b5 c6, takes black knight")
    phone.locator("[data-go=play]").click()  # goes on by itself, until a key or a tap says otherwise
    expect(phone.locator("[data-go=play]")).to_have_accessible_name("Stop")
    expect(said).to_have_text("5., white king castles short")
    phone.keyboard.press("ArrowRight")
    expect(phone.locator("[data-go=play]")).to_have_accessible_name("Play")
    phone.locator(".moves [data-ply='7']").click()
    expect(said).to_have_text("4., white bishop b5 c6, takes black knight")

    # the same position as a screen reader has it: every square has its name, arrows go from one to the next
    tree = grid.aria_snapshot()
    assert tree.count("- row ") == 8 and tree.count("- gridcell ") == 64
    for square in ("c6 white bishop", "e1 white king", "a6 black pawn", "e3"):
        assert f'gridcell "{square}"' in tree
    phone.get_by_role("gridcell", name="e1 white king").focus()
    phone.keyboard.press("ArrowUp")
    expect(phone.get_by_role("gridcell", name="e2")).to_be_focused()
    phone.locator("[data-go=flip]").focus()
    phone.keyboard.press("Space")
    expect(phone.locator(".front")).to_have_class(re.compile("turned"))
    assert re.findall(r"[a-h]8", grid.get_by_role("row").last.aria_snapshot())[-8:] == [
        f"{file}8" for file in "hgfedcba"
    ]

    # a shared address opens at its move; the board grows under the reader's eyes
    other = open_page("en")
    other.goto(f"{tournament.url}{PUBLIC}round/5/board/3?ply=7")
    other.wait_for_selector("html[data-viewer=ready]")
    expect(other.locator(".moves [aria-current]")).to_have_text("Bxc6")
    other.keyboard.press("Home")
    expect(other.get_by_role("grid")).to_have_accessible_name("Start position")
    other.keyboard.press("f")
    expect(other).to_have_url(re.compile(r"\?ply=0&flip$"))
    expect(other.locator("[data-share]")).to_have_attribute("data-share", re.compile(r"\?ply=0&flip$"))
    other.reload()
    expect(other.locator(".front")).to_have_class(re.compile("turned"))
    other.wait_for_selector("html[data-viewer=ready]")
    other.keyboard.press("f")
    other.keyboard.press("End")
    expect(other.get_by_role("grid")).to_have_accessible_name("Position after 9… O-O-O")
    sheet.fill(f"{OPENING} Ae3 1:20 Cf6 1:18:30 Cbd2? 0-0-0 De2")
    desk.get_by_role("button", name="Guardar", exact=True).click()
    expect(other.get_by_role("grid")).to_have_accessible_name("Position after 10. Qe2")
    expect(other.locator("#said")).to_have_text("10., white queen d1 e2")
    expect(phone.locator(".moves [data-ply='19']")).to_have_count(1)  # looks back: stays where it is
    expect(phone.get_by_role("grid")).to_have_accessible_name("Position after 4. Bxc6")

    # all boards of the round, and the game as a file
    other.goto(f"{tournament.url}{PUBLIC}round/5/boards")
    expect(other.locator(".minis a[href='board/3'] use").first).to_be_attached()
    accessible(other)
    with other.expect_download() as download:
        other.goto(f"{tournament.url}{PUBLIC}round/5/board/3")
        other.locator("a[href$='/board/3.pgn']").click()
    assert "9. Nbd2 O-O-O 10. Qe2" in Path(download.value.path()).read_text()


@pytest.mark.parametrize("pause", [15, pytest.param(200, marks=pytest.mark.slow)])
def test_forty_moves_are_typed_as_fast_as_anybody_types(tournament, open_page, pause):
    """Five keys a second are a practised typist; the quick run types ten times as fast. No key is lost or refused."""
    desk = open_page("es")
    log_in(desk, tournament.url, NAME, tournament.password())
    san = desk.request.get(f"{tournament.url}{PUBLIC}round/4/board/1.pgn").text().rpartition("]\n\n")[2]
    plain = re.sub(r"\{[^}]*\}|\d+\.+|[x+#-]|1-0|0-1|1/2-1/2|\*", " ", re.sub("[x+-]", "", san).replace("O", "0"))
    words = plain.translate(str.maketrans("KQRBN", "RDTAC")).split()[:80]
    assert len(words) == 80
    text = "".join(words)  # no signs, and no space between the moves
    assert len(text) <= 5 * 50  # keys of forty moves at five a second: well below a minute
    desk.goto(f"{tournament.url}{DESK}games/5/28")
    sheet, told = desk.locator("#moves"), desk.locator("#told")
    sheet.fill("")
    expect(told).to_contain_text("0 movimientos")
    desk.keyboard.type(text, delay=pause)
    expect(told).to_have_text("40 movimientos leídos.")
    expect(sheet).to_have_value(text)
    # half words, typed on without waiting for what they become
    sheet.fill("")
    expect(told).to_contain_text("0 movimientos")
    desk.keyboard.type("e4e5Cf Cc Ab5a6 Aa4Cf ", delay=pause)
    expect(sheet).to_have_value(re.compile("^e4e5Cf3 Cc6 Ab5a6 Aa4Cf6 $"))
    expect(told).to_have_text("4 movimientos leídos.")


def tagged(white: str, black: str, result: str, moves: str) -> str:
    tags = {"Event": "x", "Round": "5", "White": white, "Black": black, "Result": result}
    return "".join(f'[{name} "{value}"]\n' for name, value in tags.items()) + f"\n{moves} {result}\n\n"


def test_a_round_is_uploaded_and_an_electronic_board_followed(tournament, open_page, tmp_path):
    desk = open_page("en", 360)
    log_in(desk, tournament.url, NAME, tournament.password())
    old = desk.request.get(f"{tournament.url}{PUBLIC}round/4.pgn").text()
    heads = re.findall(r'\[White "(.+)"\]\n\[Black "(.+)"\]\n\[Result "(.+)"\]', old)
    text = "".join(tagged(white, black, result, "1. a3 a6 2. h3 h6") for white, black, result in heads)
    desk.goto(f"{tournament.url}{DESK}games/")
    accessible(desk)
    file = {"name": "round-4.pgn", "mimeType": "application/x-chess-pgn", "buffer": text.replace('"5"', '"4"').encode()}
    desk.locator("#file").set_input_files(file)
    desk.get_by_role("button", name="Bring the games in").click()
    # one board of the round had no moves, a forfeit; the others have: nothing is overwritten
    expect(desk.locator("p.note").first).to_contain_text("1 game was placed.")
    expect(desk.locator("fieldset")).to_have_count(len(heads) - 1)
    accessible(desk)
    desk.locator("fieldset select").first.select_option(index=1)
    desk.get_by_role("button", name="Place them").click()
    expect(desk.locator("#toasts")).to_contain_text("1 game placed.")

    desk.goto(f"{tournament.url}{DESK}round/4")  # a phone marks the boards whose game is stored
    expect(desk.locator("#boards .sheet-mark.on").first).to_be_visible()

    # a board in play whose moves come from an electronic board
    desk.goto(f"{tournament.url}{DESK}games/5/29")
    names = desk.locator("h1").inner_text().split(" – ")
    desk.get_by_role("button", name="Take the moves of this board out").click()
    expect(desk.locator("form.undo")).to_be_visible()
    feed = tmp_path / "games.pgn"
    feed.write_text(tagged(*names, "*", "1. e4 e5 2. Nf3"))
    environment = os.environ | {"ARBITRO_DATA": str(tournament.folder), "PYTHONUNBUFFERED": "1"}
    for name in ("DATABASE_URL", "DJANGO_SETTINGS_MODULE", "ARBITRO_SECRET_KEY"):  # the demonstration's own
        environment.pop(name, None)
    words = ["event", "games", "follow", "demo/a", str(feed)]
    arguments = [sys.executable, "-c", "from arbitro.cli import main; main()", *words]
    follower = subprocess.Popen(arguments, env=environment, stdout=subprocess.PIPE)
    try:
        assert follower.stdout is not None and follower.stdout.readline()  # it has read the board
        visitor, wall = open_page("en", 360), open_page("es")
        visitor.goto(f"{tournament.url}{PUBLIC}round/5/board/29")
        visitor.wait_for_selector("html[data-viewer=ready]")
        expect(visitor.get_by_role("grid")).to_have_accessible_name("Position after 2. Nf3")
        wall.goto(f"{tournament.url}{PUBLIC}round/5/boards")
        knight = wall.locator(".minis a[href='board/29'] use[href='#p-n'][x='90'][y='90']")
        expect(knight).to_have_count(0)
        feed.write_text(tagged(*names, "*", "1. e4 e5 2. Nf3 Nc6 {[%clk 1:25:10]} 3. Bb5"))
        expect(visitor.get_by_role("grid")).to_have_accessible_name("Position after 3. Bb5")
        expect(visitor.locator("#said")).to_have_text("3., white bishop f1 b5")
        expect(visitor.locator(".side.black .clk")).to_have_text("1:25:10")
        expect(visitor.locator(".moves tbody tr").last).to_have_text("3Bb5")
        expect(knight).to_have_count(1)
        feed.write_text(tagged(*names, "1-0", "1. e4 e5 2. Nf3 Nc6 {[%clk 1:25:10]} 3. Bb5 a6"))
        expect(visitor.get_by_role("grid")).to_have_accessible_name("Position after 3… a6")
        desk.goto(f"{tournament.url}{DESK}games/")
        proposals = desk.locator("[aria-labelledby=proposals]")
        expect(proposals.get_by_role("button", name="Enter 1-0")).to_be_visible()  # proposed, not entered

        # the board tells another story: both versions are shown, and one tap chooses
        feed.write_text(tagged(*names, "1-0", "1. e4 c5 2. Nf3 Nc6"))
        asked = desk.locator("form.warning", has_text="other moves from 1… on")
        expect(asked).to_contain_text("1… e5 Nf3 Nc6 Bb5 a6", timeout=20_000)  # the open page hears it by itself
        expect(asked).to_contain_text("1… c5 Nf3 Nc6")
        accessible(desk)
        asked.get_by_role("button", name="Take the electronic board's").click()
        expect(desk.locator("form.undo")).to_be_visible()
        expect(asked).to_have_count(0)
        expect(desk.get_by_text("The journal is damaged")).to_have_count(0)
    finally:
        follower.terminate()
        follower.wait(10)


def test_a_game_of_fifty_moves_is_two_pages_on_paper(tournament, open_page):
    """With its diagrams and the time left, on letter paper, the shorter one."""
    page = open_page("es")
    page.goto(f"{tournament.url}{PUBLIC}round/3/board/2")
    page.wait_for_selector("html[data-viewer=ready]")
    assert page.locator(".moves tbody tr:not(.every)").count() >= 45
    margin = dict.fromkeys(("top", "bottom", "left", "right"), "1cm")
    assert pdf.pages(page.pdf(format="Letter", margin=margin)) == 2


def test_a_game_can_be_read_without_scripts(tournament, open_page):
    page = open_page("en")
    log_in(page, tournament.url, NAME, tournament.password())
    page.goto(f"{tournament.url}{DESK}games/5/4")
    shuffle = "Nf3 Nf6 Ng1 Ng8 " * 5
    page.locator("#moves").fill(shuffle)
    page.locator("button[value=save]").click()
    expect(page.locator("form.undo")).to_be_visible()
    plain = page.context.browser.new_context(java_script_enabled=False)
    try:
        reader = plain.new_page()
        reader.goto(f"{tournament.url}{PUBLIC}round/5/board/4?ply=1")
        picture = reader.locator("chess-board svg")
        expect(picture).to_have_attribute("aria-label", re.compile(r"^Position after 1\. Nf3\. White: Ke1 Qd1 Ra1 Rh1"))
        expect(reader.locator(".every svg")).to_have_count(1)
        expect(reader.locator(".every svg")).to_be_visible()
        reader.locator("[data-go=on]").click()
        expect(reader.locator("chess-board svg")).to_have_attribute("aria-label", re.compile("^Position after 1… Nf6"))
    finally:
        plain.close()
