"""A player's day on a phone beside an arbiter's: enter, check in, be notified, ask why, play, report, ask for a bye."""

from __future__ import annotations

import json
import re
from datetime import datetime, timedelta

from playwright.sync_api import Page, expect

from arbitro.cli.site import NAME
from tests.browser.conftest import Site, log_in

OTHERS = "Robledo, Inés, 2310, MEX\nZúñiga, Tomás, 1490, MEX\nVega, Leo, 1700, MEX"
STREAM = 20_000  # ms until the stream has told an open page
KEPT = """async (page) => (await (await caches.open("arbitro-public")).keys()).some(({ url }) => url === page)"""

SHOWN = """async ([title, body, url]) => {
  const shown = await (await navigator.serviceWorker.ready).getNotifications();
  return shown.some((one) => one.title === title && one.body === body && one.data === url);
}"""
TONES = """{
  window.heard = [];
  const connect = AudioNode.prototype.connect;
  AudioNode.prototype.connect = function (...to) {
    if (this instanceof GainNode && this.gain.value > 0) window.heard.push(this.context);
    return connect.apply(this, to);
  };
}"""  # what is loud enough to be heard
SETTLED = """() => document.body.dispatchEvent(
  new CustomEvent("htmx:afterSettle", { detail: { target: document.getElementById("live") } }))"""


def push(page: Page, site: str, letter: dict[str, str]) -> None:
    """A letter as a push service brings it to the browser: the worker gets it, whether a page listens or not."""
    found: list[dict[str, str]] = []
    line = page.context.new_cdp_session(page)
    line.on("ServiceWorker.workerRegistrationUpdated", lambda told: found.extend(told["registrations"]))
    line.send("ServiceWorker.enable")
    page.wait_for_function("async () => Boolean((await navigator.serviceWorker.ready).active)")
    while not any(one["scopeURL"] == f"{site}/" for one in found):
        page.wait_for_timeout(50)
    ours = next(one["registrationId"] for one in found if one["scopeURL"] == f"{site}/")
    line.send("ServiceWorker.deliverPushMessage", {"origin": site, "registrationId": ours, "data": json.dumps(letter)})


class Arbiter:
    """What the arbiter does meanwhile."""

    def __init__(self, page: Page, site: Site) -> None:
        self.page, self.site, self.desk = page, site, ""

    def go(self, path: str) -> None:
        self.page.goto(f"{self.site.url}{self.desk}{path}")

    def command(self, name: str) -> None:
        with self.page.expect_navigation():
            self.page.click(f"form[action$='/do/{name}'] button:not([type=button])")

    def check_in(self, name: str, present: str) -> None:
        self.page.locator("main form button", has_text=name).click()
        expect(self.page.locator("#present")).to_have_text(present)

    def create(self) -> None:
        log_in(self.page, self.site.url, NAME, self.site.password())
        self.page.goto(f"{self.site.url}/desk/new")
        self.page.fill("#name", "Abierto del Puerto")
        self.page.fill("#city", "Veracruz")
        self.page.fill("#rounds", "3")
        self.page.click("form[data-settings] button.primary")
        self.page.wait_for_url("**/players")
        self.desk = self.page.url.removeprefix(self.site.url).removesuffix("players")

    def open_the_form(self) -> None:
        self.go("entries")
        self.page.check("input[name=open]")
        self.page.fill("#fee", "200")
        self.page.fill("#consents", "Acepto las bases.")
        self.page.click("button[value=form]")
        expect(self.page.locator(".mark.good", has_text=re.compile("open|abiert"))).to_be_visible()

    def confirm_the_entry(self) -> None:
        self.go("entries")
        self.page.click("button[value=paid]")
        expect(self.page.locator("button[value=unpaid]")).to_be_visible()
        self.page.click("button[value=take]")
        expect(self.page.locator("button[value=take]")).to_have_count(0)

    def enter_the_others(self) -> None:
        self.go("import")
        self.page.fill("#text", OTHERS)
        self.page.click("main form button.primary")
        self.page.click("button[value=enter]")
        self.page.wait_for_url("**/players")
        self.command("number")

    def link_of(self, name: str) -> str:
        self.go("players")
        self.page.click(f"main tbody a:has-text('{name}')")
        self.page.click("form[action$='/links'] button")
        address = self.page.locator(".slip code").inner_text()
        assert self.page.locator(".slip svg").count() == 1
        return f"{self.site.url}{address[address.index('/me/') :]}"


def test_a_players_day(demo, open_page):
    arbiter = Arbiter(open_page("en"), demo)
    phone, other = open_page("es", width=360), open_page("en", width=360)
    phone.context.grant_permissions(["notifications"], origin=demo.url)
    phone.add_init_script(TONES)
    arbiter.create()
    arbiter.open_the_form()
    public = f"{demo.url}{arbiter.desk.replace('/desk/', '/e/', 1)}"

    # enter
    phone.goto(public)
    phone.tap(f"a[href$='{arbiter.desk.replace('/desk/', '/e/', 1)}enter']")
    phone.tap("a[href$='?by_hand=1']")
    phone.fill("#name", "Marín, Eva")
    phone.fill("#mail", "eva@example.org")
    phone.check("input[name=agreed]")
    phone.tap("form button.primary")
    phone.wait_for_url("**/me/**")
    mine = phone.url
    expect(phone.locator(".note.success")).to_contain_text("inscripción ha llegado")
    arbiter.confirm_the_entry()
    arbiter.enter_the_others()

    # check in
    arbiter.go("check-in")
    arbiter.check_in("Robledo", "1/4")
    phone.reload()
    expect(phone.locator(".note.success")).to_contain_text("ha confirmado su inscripción")
    phone.tap("button[value=check-in]")
    expect(phone.locator(".mark.good", has_text="presencia")).to_be_visible()
    phone.tap("h1")  # a page that was touched may sound
    arbiter.go("check-in")
    arbiter.check_in("Zúñiga", "3/4")
    arbiter.check_in("Vega", "4/4")

    # the pairing is out: told by the page itself, without a push service
    arbiter.go("pair")
    arbiter.page.fill("#sentence", "Se oye el mar desde la sala")
    arbiter.command("lots")
    arbiter.command("pair")
    arbiter.command("publish")
    arbiter.page.wait_for_url("**/round/1")
    told = phone.locator(".toast.notice")
    expect(told).to_contain_text(re.compile("Ronda 1, tablero [12]"), timeout=STREAM)
    expect(phone.locator(".next")).to_contain_text("Veracruz")
    width = phone.evaluate("document.documentElement.scrollWidth")
    assert width <= 360, width

    # followed: the page sounds, the button stays pressed, and the worker shows a letter of the push service
    phone.wait_for_function("window.heard.length && window.heard.every((sound) => sound.state === 'running')")
    phone.goto(phone.locator("a[href*='/player/']").first.evaluate("(a) => a.href"))
    phone.tap("button[data-follow]")
    phone.reload()
    expect(phone.locator("button[data-follow]")).to_have_attribute("aria-pressed", "true")
    push(phone, demo.url, {"title": "Abierto del Puerto", "body": "Ronda 1, tablero 1", "url": phone.url})
    phone.wait_for_function(SHOWN, arg=["Abierto del Puerto", "Ronda 1, tablero 1", phone.url])
    phone.goto(mine)

    # ask why
    phone.tap(".next a[href*='/why/']")
    expect(phone.locator("main")).to_contain_text("5.2.5")
    phone.goto(mine)

    # play and report; the opponent says the same
    opponent = phone.locator(".next .vs a").inner_text()
    link = arbiter.link_of(opponent)
    phone.tap(".picks button >> nth=0")
    expect(phone.get_by_text("Usted comunica")).to_be_visible()
    arbiter.go("round/1")
    expect(arbiter.page.locator("#reports")).to_contain_text("one player reports")
    other.goto(link)
    other.tap(".picks button >> nth=2")
    expect(other.locator(".picks")).to_have_count(0)
    entered = arbiter.page.locator("#boards tr.done")  # it arrives by itself
    expect(entered).to_contain_text("both players", timeout=STREAM)
    expect(arbiter.page.locator("#reports form")).to_have_count(0)
    expect(phone.locator(".toast.notice").last).to_contain_text("resultado", timeout=STREAM)
    expect(phone.locator("#card .headline dd").first).to_have_text("1")  # all of the page is new, without a reload
    expect(phone.locator("#hand-in")).to_be_visible()
    expect(phone.locator("button[data-share]:visible")).to_have_count(1)

    # what is being typed stays while results come in; what is refused too
    phone.locator("summary", has_text="PGN").click()
    phone.fill("#moves", "1. e4 e5 2. Nf3 Qx7")
    phone.evaluate("document.querySelector('#live h1').dataset.old = 'yes'")
    arbiter.go("journal")
    arbiter.page.locator("summary", has_text="remark").click()
    arbiter.page.fill("#remark", "The sea is heard.")
    arbiter.command("remark")
    expect(phone.locator("#live h1[data-old]")).to_have_count(0, timeout=STREAM)
    expect(phone.locator("#moves")).to_have_value("1. e4 e5 2. Nf3 Qx7")
    phone.locator("form", has=phone.locator("#moves")).locator("button").tap()
    expect(phone.locator(".note.error")).to_contain_text("Qx7")
    expect(phone.locator("#moves")).to_have_value("1. e4 e5 2. Nf3 Qx7")
    phone.fill("#moves", "1. e4 e5 2. Nf3")
    phone.locator("form", has=phone.locator("#moves")).locator("button").tap()
    expect(phone.locator("#hand-in")).to_have_count(0)

    # ask for a bye; the arbiter finds it in the journal
    phone.locator("summary", has_text="Pedir un bye").click()
    phone.locator("form", has=phone.locator("input[name=round][value='2']")).locator("button[value=HALF_BYE]").click()
    expect(phone.locator("button", has_text="Cancelar el bye")).to_be_visible()
    arbiter.go("journal")
    expect(arbiter.page.locator("main")).to_contain_text("Marín, Eva: bye in round 2")

    # without network the last known page is there
    phone.wait_for_function(KEPT, arg=mine)
    phone.context.set_offline(True)
    phone.reload()
    expect(phone.locator("h1")).to_contain_text("Marín, Eva")
    phone.context.set_offline(False)


def test_the_round_rings_once_ten_minutes_before(demo, open_page):
    base, asking = f"{demo.url}/api/tournaments/demo/a", open_page("en").request
    pair = next(p for p in asking.get(f"{base}/rounds/5").json()["pairs"] if not p["result"])
    begins = datetime.fromisoformat(asking.get(f"{base}/times").json()[4]["start"])
    for minutes, then in ((5, 0), (11, 1)):
        phone = open_page("en", width=360)
        notice = phone.locator(".toast.notice")
        phone.clock.install(time=begins - timedelta(minutes=minutes))
        phone.goto(f"{demo.url}/e/demo/a/player/{pair['white']}")
        phone.tap("button[data-follow]")
        for _entry in range(3):  # entries of others while one waits
            phone.evaluate(SETTLED)
        phone.clock.run_for(90_000)
        expect(notice).to_have_count(then)
        phone.evaluate(SETTLED)
        phone.clock.run_for(1000)
        expect(notice).to_have_count(then)
