"""An arbiter's event from the first account to the rating report, by clicks, taps and keys in a real browser.

A nine-round Swiss with 40 players: a late entry, a withdrawal, two byes, a forfeit, a correction after the next
pairing, an undo; a visitor's page follows without reloading; at the end `arbitro check` pairs every round again.
"""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import NAME, PASSWORD, Site

ROUNDS = 9
IMPORTED = 37  # two are typed, one comes late
POST_THE_REST = """async (results) => {
  const form = document.getElementById("results");
  for (const [board, result] of Object.entries(results)) {
    const body = new FormData(form);
    body.set("result", `${board} ${result}`);
    await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
  }
}"""


class Arbiter:
    """What an arbiter does, in the words of the pages' addresses, so that it works in every language."""

    def __init__(self, page: Page, site: Site, phone: bool) -> None:
        self.page, self.site, self.phone = page, site, phone
        self.rng = random.Random(11)
        self.desk = ""

    def go(self, path: str) -> None:
        self.page.goto(f"{self.site.url}{self.desk}{path}")

    def command(self, name: str) -> None:
        """The button of a command on this page."""
        self.page.click(f"form[action$='/do/{name}'] button:not([type=button])")

    def confirm(self) -> None:
        self.page.click("main form button:not([type=button])")

    def create(self, name: str) -> None:
        page = self.page
        page.goto(f"{self.site.url}/accounts/login")
        page.click("a[href='/accounts/new']")
        page.fill("#u", NAME)
        page.fill("#p", PASSWORD)
        page.click("main form button")
        page.click("a[href='/desk/new']")
        page.fill("#name", name)
        page.fill("#city", "Oaxaca")
        page.fill("#federation", "MEX")
        page.fill("#rounds", str(ROUNDS))
        page.fill("#prize_amounts", "500, 300, 200")
        page.fill("#prize_currency", "MXN")
        expect(page.locator("#advice .findings li").first).to_be_visible()
        page.click("form[data-settings] button.primary")
        page.wait_for_url("**/players")
        self.desk = page.url.removeprefix(self.site.url).removesuffix("players")

    def enter(self) -> None:
        page = self.page
        for name, rating in (("Robledo, Inés", "2310"), ("Zúñiga, Tomás", "1490")):
            page.fill("#who", name)
            page.keyboard.press("Escape")
            page.fill("#rating", rating)
            page.fill("#fed", "MEX")
            with page.expect_navigation():
                page.press("#fed", "Enter")
        lines = [f"Jugador{i:02d}, Nombre{i:02d}, {2280 - 20 * i}, MEX, {5100000 + i}" for i in range(1, IMPORTED + 1)]
        self.go("import")
        page.fill("#text", "\n".join(lines))
        page.click("main form button.primary")
        expect(page.locator("#column-1")).to_have_value("surname")
        expect(page.locator("#column-5")).to_have_value("fide_id")
        page.click("button[value=enter]")
        page.wait_for_url("**/players")
        assert page.locator("tbody tr").count() == IMPORTED + 2
        self.command("number")
        self.go("pair")
        page.fill("#sentence", "Se oye el mar desde la sala")
        self.command("lots")
        expect(page.locator("form[action$='/do/pair'] button")).to_be_visible()

    def pair_and_publish(self, number: int) -> None:
        self.go("pair")
        self.command("pair")
        expect(self.page.locator(".draft tbody .bd").first).to_be_visible()
        self.command("publish")
        self.page.wait_for_url(f"**/round/{number}")

    def boards(self) -> list[int]:
        rows = self.page.locator("#boards tr[data-board]:not(.done)").evaluate_all(
            "rows => rows.filter(row => row.querySelector('.res')).map(row => row.dataset.board)"
        )
        return [int(n) for n in rows]

    def draw_result(self) -> str:
        return self.rng.choices(["1-0", "½-½", "0-1"], [45, 30, 25])[0]

    def tap(self, board: int, result: str) -> None:
        button = self.page.locator(f"#board-{board} button[value='{board} {result}']")
        if self.phone:
            button.tap()
        else:
            button.click()
        expect(self.page.locator(f"#board-{board}.done [aria-pressed=true][value='{board} {result}']")).to_be_visible()
        expect(self.page.locator(f"#board-{board} .wait")).to_have_count(0)

    def type(self, board: int, result: str) -> None:
        key = {"1-0": " 1", "½-½": "=", "0-1": " 0", "+/-": "+", "-/+": "-"}[result]
        self.page.locator("#key").press_sequentially(f"{board}{key}")
        expect(self.page.locator(f"#board-{board}.done")).to_be_visible()
        expect(self.page.locator(f"#board-{board} .wait")).to_have_count(0)
        expect(self.page.locator("#key")).to_have_value("")

    def results(self, by_hand: int) -> None:
        """Some results as an arbiter enters them, the rest by the same forms at once; then the round is closed."""
        page = self.page
        boards = self.boards()
        for board in boards[:by_hand]:
            (self.tap if self.phone else self.type)(board, self.draw_result())
        page.evaluate(POST_THE_REST, {str(board): self.draw_result() for board in boards[by_hand:]})
        page.reload()
        assert page.locator("#boards tr[data-board]:not(.done)").count() == 0
        self.command("close-round")
        expect(page.locator("form[action$='/do/close-round']")).to_have_count(0)

    def entrant(self, name: str) -> None:
        self.go("players")
        self.page.click(f"td.name a:has-text('{name}')")

    def late_entry(self) -> None:
        self.go("players")
        self.page.fill("#who", "Tarde, Luz")
        self.page.keyboard.press("Escape")
        self.page.fill("#rating", "1320")
        with self.page.expect_navigation():
            self.page.press("#rating", "Enter")
        assert self.page.locator("tbody tr").count() == 40

    def bye(self, name: str, round: int) -> None:
        self.entrant(name)
        self.page.select_option("#bye-round", str(round))
        self.command("bye")
        expect(self.page.locator("form.undo")).to_be_visible()

    def withdraw(self, name: str) -> None:
        self.entrant(name)
        self.command("withdraw")
        expect(self.page.locator("form[action$='/do/return']")).to_be_visible()

    def forfeit(self, board: int) -> None:
        self.page.goto(self.page.locator(f"#board-{board} .res a").evaluate("link => link.href"))
        self.page.check("input[name=result][value='+/-']")
        self.command("result")
        expect(self.page.locator(f"#board-{board} .other")).to_have_text(re.compile(r"\+/-"))

    def correct(self, round: int, board: int) -> None:
        """The players handed in the wrong result; it is known only when the next round is being played."""
        page = self.page
        self.go(f"round/{round}")
        before = page.locator(f"#board-{board} td.r b").inner_text()
        after = "0-1" if before == "1-0" else "1-0"
        page.click(f"#board-{board} a.correct")
        expect(page.locator(".note.warning")).to_contain_text("D.8")
        page.check(f"input[name=result][value='{after}']")
        page.fill("#why", "both sheets say so")
        self.command("result")
        page.wait_for_url(f"**/round/{round}")
        expect(page.locator(f"#board-{board} td.r b")).to_have_text(after)

    def undo(self, board: int) -> None:
        """A slip of the finger, taken back in the bar at the bottom."""
        self.tap(board, "1-0")
        with self.page.expect_navigation():
            self.page.click("form.undo button")
        expect(self.page.locator(f"#board-{board}")).not_to_have_class(re.compile("done"))


def play(arbiter: Arbiter, visitor: Page) -> None:
    page = arbiter.page
    arbiter.create("Abierto de la Playa")
    arbiter.enter()
    public = f"{arbiter.site.url}{arbiter.desk.replace('/desk/', '/e/', 1)}"
    for number in range(1, ROUNDS + 1):
        if number == 2:
            arbiter.late_entry()
            arbiter.bye("Jugador05", 2)
            arbiter.bye("Jugador11", 3)
        if number == 3:
            arbiter.withdraw("Zúñiga")
        arbiter.pair_and_publish(number)
        if number == 1:
            visitor.goto(f"{public}round/1")
            visitor.evaluate("document.body.dataset.kept = 'yes'")
            arbiter.tap(1, "1-0")
            expect(visitor.locator("#live .result").first).to_contain_text("1", timeout=5000)
            assert visitor.evaluate("document.body.dataset.kept") == "yes", "the visitor's page was reloaded"
        if number == 4:
            arbiter.forfeit(2)
        if number == 5:
            arbiter.correct(4, 1)
            arbiter.go("round/5")
            arbiter.undo(3)
        arbiter.results(by_hand=6 if number == 1 else 1)
    arbiter.go("")
    page.click("details.ask summary")
    arbiter.command("close-event")
    expect(page.locator(".note.success")).to_be_visible()
    arbiter.go("prizes")
    assert page.locator("#awards tbody tr").count() >= 3
    expect(page.locator("#awards tfoot")).to_contain_text("1000")
    arbiter.go("journal")
    page.click("a[href*='before=']")
    expect(page.locator("tr.gone").first).to_be_visible()
    visitor.goto(f"{public}standings")
    assert visitor.locator("#live tbody tr").count() >= 39


def check_report(arbiter: Arbiter) -> None:
    page = arbiter.page
    arbiter.go("")
    with page.expect_download() as download:
        page.click("a[href$='/trf']")
    path = arbiter.site.folder / "report.trf"
    download.value.save_as(path)
    done = subprocess.run(
        [sys.executable, "-c", "from arbitro.cli import main; main()", "check", "--json", str(path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    answer = json.loads(done.stdout)
    assert (answer["rounds_checked"], answer["rounds_different"]) == (ROUNDS, 0)
    assert answer["files"][0]["standings"] == []


COMBINATIONS = [
    pytest.param("es", 360, id="es-360"),
    pytest.param("en", 1280, id="en-1280", marks=pytest.mark.slow),
    pytest.param("es", 1280, id="es-1280", marks=pytest.mark.slow),
    pytest.param("en", 360, id="en-360", marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("lang", "width"), COMBINATIONS)
def test_a_whole_event(site, open_page, lang, width):
    page, visitor = open_page(lang, width), open_page(lang, width)
    arbiter = Arbiter(page, site, phone=width < 600)
    play(arbiter, visitor)
    assert page.locator("html").get_attribute("lang") == lang
    check_report(arbiter)
