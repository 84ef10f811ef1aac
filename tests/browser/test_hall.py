"""Thirty incidents of the Manual's comments and the model exam on a phone: five taps at most, ten without network."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from arbitro.cli.site import NAME
from tests.browser.conftest import Site, log_in

DESK = "/desk/demo/a/"
# what is tapped after the tile: case, who, answers by (question, place); then what must be on the screen and on record
CASES: list[tuple[str, str, str, dict[str, str], str, str]] = [
    # tile, case, who, answers, part of the answer, article
    ("illegal", "illegal", "white", {}, "2:00", "7.5.5"),
    ("illegal", "two-hands", "black", {}, "2:00", "7.5.4"),
    ("illegal", "no-move", "white", {}, "2:00", "7.5.3"),
    ("illegal", "unpromoted", "white", {}, "queen", "7.5.2"),
    ("illegal", "illegal", "black", {"Clock pressed?": "no"}, "corrected without penalty", "7.5.1"),
    ("illegal", "took-king", "white", {}, "2:00", "1.4.1"),
    ("illegal", "illegal-position", "", {}, "intervenes at once", "3.10.3"),
    ("touch", "touched", "white", {}, "first piece touched", "4.3"),
    ("touch", "castling-touch", "black", {"Can it be played legally?": "no"}, "another king move", "4.4"),
    ("touch", "rook-first", "white", {}, "No castling on that side", "4.4"),
    ("touch", "inverted-rook", "white", {}, "is a rook", "4.4.4"),
    ("touch", "promotion-final", "black", {}, "final", "4.4.4"),
    ("touch", "adjusts", "black", {}, "touch-move applies", "4.2.1"),
    ("clock", "flag", "white", {"mate with?": "pawn, rook, queen"}, "0-1", "6.9"),
    ("clock", "flag", "black", {"mate with?": "only the king"}, "½-½", "6.9"),
    ("clock", "clock-stopped", "white", {}, "warning", "6.11.2"),
    ("clock", "clock-setting", "", {}, "right setting", "6.10.2"),
    ("clock", "clock-broken", "", {}, "replaced", "6.10.1"),
    ("clock", "clock-hand", "black", {}, "warning", "6.2.3"),
    ("draw", "repetition", "white", {"Is the claim right?": "right"}, "½-½", "9.5.2"),
    ("draw", "repetition", "black", {"Is the claim right?": "wrong"}, "2:00", "9.5.3"),
    ("draw", "fifty", "white", {"Is the claim right?": "right"}, "½-½", "9.3"),
    ("draw", "offer", "black", {}, "wrong moment", "9.1.2.1"),
    ("draw", "resigns", "white", {"mate with?": "pawn, rook, queen"}, "0-1", "5.1.2"),
    ("conduct", "phone-rings", "black", {}, "1-0", "11.3.2"),
    ("conduct", "distracts", "white", {}, "warning", "11.5"),
    ("conduct", "leaves", "black", {}, "warning", "11.2.3"),
    ("start", "late", "black", {"Arrived?": "after the default time"}, "+/-", "6.7.1"),
    ("start", "colours", "", {}, "new game", "7.3"),
    ("start", "setup", "", {}, "new one is played", "7.2.1"),
]
OFFLINE = range(10, 20)


class Phone:
    """A page on which taps are counted."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps = page, 0

    def tap(self, selector: str, text: str = "") -> None:
        found = self.page.locator(selector, has_text=text) if text else self.page.locator(selector)
        found.first.click()
        self.taps += 1

    def rule(self, tile: str, case: str, who: str, answers: dict[str, str]) -> None:
        self.taps = 0
        self.tap(f"[data-tile={tile}]")
        self.tap(f"[data-case={case}]")
        if who:
            self.tap(f".ask[aria-label='Who?'] button:nth-child({1 if who == 'white' else 2})")
        for question, answer in answers.items():
            self.tap(f".ask[aria-label*='{question}'] button", answer)


def board(page: Page, n: int) -> None:
    page.evaluate("(board) => dispatchEvent(new PopStateEvent('popstate', { state: { board } }))", n)
    expect(page.locator(".table-head .n")).to_contain_text(str(n))


def offline_by_material(page: Page, phone: Phone) -> None:
    """6.9 without network: what no pieces can mate with is said; anything else needs the line, and nothing waits."""
    page.context.set_offline(True)
    waiting = page.locator("#hall-queue .note.warn").all_inner_texts()
    board(page, 29)
    phone.rule("clock", "flag", "white", {})
    page.locator(".hall-position summary").click()
    page.get_by_role("button", name="Empty board").click()  # the stored game of the board stands there
    for piece, square in (("K", "e1"), ("k", "e8"), ("R", "a1"), ("b", "c8")):
        page.click(f"[data-piece={piece}]")
        page.click(f".hall-position [data-square={square}]")
    page.click("#hall-look")
    expect(page.locator(".answer")).to_contain_text("no mate is possible")
    expect(page.locator(".answer h2")).to_contain_text("½-½")
    page.click("[data-piece=p]")
    page.click(".hall-position [data-square=a7]")
    page.click("#hall-look")
    expect(page.locator(".hall-position .note.error")).to_contain_text("needs the network")
    assert page.locator("#hall-queue .note.warn").all_inner_texts() == waiting


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A demonstration of its own: its boards get results that other tests would miss."""
    folder = tmp_path_factory.mktemp("hall")
    made = Site(folder, "demo", "--data", str(folder))
    yield made
    made.stop()
    assert b"Traceback" not in (folder / "log").read_bytes()


@pytest.mark.slow
def test_thirty_incidents_in_at_most_five_taps_ten_of_them_without_network(demo, open_page):
    page = open_page("en", width=360)
    log_in(page, demo.url, NAME, demo.password())
    page.goto(f"{demo.url}{DESK}hall")
    page.wait_for_selector("body[data-hall=ready]")
    boards = len(page.evaluate("JSON.parse(document.getElementById('hall-data').textContent).boards") or {})
    phone = Phone(page)
    said, took = [], []
    for place, (tile, case, who, answers, part, article) in enumerate(CASES):
        page.context.set_offline(place in OFFLINE)
        board(page, place % boards + 1)
        began = time.perf_counter()
        page.fill("#clock-white", "0:18:42")
        page.fill("#clock-black", "0:07:15")
        phone.rule(tile, case, who, answers)
        answer = page.locator(".answer")
        expect(answer).to_contain_text(part)
        expect(answer).to_contain_text(article)
        said.append(answer.locator("ol li").first.inner_text())
        phone.tap("#hall-apply")
        assert phone.taps <= 5, case
        again = page.locator("#hall-anyway")
        done = page.locator(".note.ok, .note.warn")
        expect(done.first).to_be_visible()
        if again.count():  # the board has a result already: one more tap says that it is meant
            again.click()
            expect(page.locator(".note.ok")).to_be_visible()
        expect(page.locator(".log li").last).to_be_visible()
        took.append(time.perf_counter() - began)
    print(
        f"seconds per incident: mean {sum(took) / len(took):.2f}, longest {max(took):.2f} (with the typing of clocks)"
    )
    offline_by_material(page, phone)
    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#hall-queue .note.warn")).to_have_count(0, timeout=30_000)
    while page.locator("#hall-queue .anyway").count():  # boards that got a result meanwhile: the arbiter is asked
        page.locator("#hall-queue .anyway").first.click()
        page.wait_for_timeout(300)
    expect(page.locator("#hall-queue .note.error")).to_have_count(0)
    page.goto(f"{demo.url}{DESK}incidents")
    rows = page.locator("tbody tr")
    assert rows.count() >= len(CASES)
    text = page.locator("tbody").inner_text()
    for _tile, _case, _who, _answers, _part, article in CASES:
        assert article in text
    page.goto(f"{demo.url}{DESK}hall")
    kept = json.loads(page.locator("#hall-data").inner_text())
    results = {n: one["result"] for n, one in kept["boards"].items()}
    assert results["14"] == "0-1"
    assert results["15"] == "½-½"
    assert results["25"] == "1-0"
    assert results["28"] == "+/-"
    assert kept["boards"]["1"]["illegal"]["white"] >= 1


def test_a_claim_is_stepped_through_on_the_board(demo, open_page):  # 9.2
    page = open_page("es", width=360)
    log_in(page, demo.url, NAME, demo.password())
    page.goto(f"{demo.url}{DESK}hall/5/20")
    page.wait_for_selector("body[data-hall=ready]")
    page.fill("#hall-find", "triple repetición")
    page.click("[data-case=repetition]")
    page.click(".ask[aria-label='¿Quién?'] button:nth-child(1)")
    page.click(".hall-position summary")
    shown = page.locator(".hall-position chess-board")

    def judge(moves: str, declared: str = "") -> None:
        page.fill("#hall-moves", moves)
        page.fill("#hall-declared", declared)
        page.click("#hall-look")

    judge("1. Cf3 Cf6 2. Cg1 Cg8 3. Cf3 Cf6 4. Cg9")
    expect(page.locator(".hall-position .note.error")).to_contain_text("4. 'Cg9'")
    judge("1. Cf3 Cf6 2. Cg1 Cg8 3. Cf3 Cf6 4. Cg1")
    expect(page.locator(".answer")).to_contain_text("9.5.3")  # the position was there twice
    judge("1. Cf3 Cf6 2. Cg1 Cg8 3. Cf3 Cf6 4. Cg1 Cg8")
    expect(page.locator(".answer h2")).to_contain_text("½-½")
    expect(page.locator(".ask[aria-label*='reclamación'] button[aria-pressed=true]")).to_have_text("correcta")
    assert "mate" not in page.locator(".answer ol").inner_text()
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
    times = page.locator(".hall-steps [data-step]")
    expect(times).to_have_count(3)
    for n in range(3):
        times.nth(n).click()
        expect(times.nth(n)).to_have_attribute("aria-pressed", "true")
        expect(shown).to_have_attribute("fen", start)
    page.get_by_role("button", name="Posición anterior").click()
    expect(page.locator(".hall-steps span")).to_contain_text("4. Cg1")
    expect(shown).to_have_attribute("fen", "rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR")
    page.click("#hall-note")
    expect(page.locator("#hall-queue .note.ok")).to_be_visible()
    expect(page.locator(".log li").last).to_contain_text("epetición")
