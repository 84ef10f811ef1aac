"""Pictures of every page type of the site, at 360 and 1280 px, light and dark, and what is wrong with them by measure.

    python -m tools.page_pictures FOLDER                  every page, in Spanish, whose labels are the longer ones
    python -m tools.page_pictures FOLDER en round pair    in English, the pages whose name has one of these words

Makes a site in FOLDER/site once: the demonstration, a round robin, a team event, a knock-out, long names and scripts,
a thousand players, an empty event. Sheets of four looks a page lie in FOLDER/sheets. Says which pages do not answer,
are wider than their screen, cut a label, have small targets or more than one green button.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from tests.browser.conftest import ARGUMENTS, Site, log_in
from tests.browser.measures import faults

from arbitro.cli.site import NAME

LOOKS = [(width, scheme) for width in (360, 1280) for scheme in ("light", "dark")]
TALLEST = 2600  # px of a picture: a thousand rows look alike
LONG = [
    ("Fernández de Córdoba y Álvarez de Toledo, María de los Ángeles Guadalupe", "WGM", 2288, "ESP", "Club Deportivo"),
    ("Wickramasinghe Mudiyanselage, Thilakarathne Bandara Sahan Dulanjana", "", 2230, "SRI", "Colombo"),
    ("Παπαδοπούλου-Χατζηκωνσταντίνου, Αικατερίνη", "WFM", 2155, "GRE", "Σκακιστικός Όμιλος Θεσσαλονίκης"),
    ("Рождественская-Преображенская, Александра", "FM", 2140, "SRB", "Шахматный клуб имени Михаила Чигорина"),
    ("Þorsteinsdóttir, Guðrún Ólafía", "", 2099, "ISL", "Taflfélag Reykjavíkur og nágrennis"),
    ("Nguyễn Thị Thanh An, Đỗ Hoàng Minh Thơ", "WIM", 2077, "VIE", "Thành phố Hồ Chí Minh"),
    ("Li, Wu", "", 1990, "CHN", "X"),
    ("Szczepańska-Brzęczyszczykiewicz, Wacława", "WCM", 1902, "POL", "Klub Szachowy Wrocław-Krzyki im. Rubinsteina"),
    ("Krishnamoorthy Venkatasubramanian, Ramanathan", "", 0, "IND", ""),
]
DESK = (
    "", "players", "players/3", "import", "check-in", "links", "entries", "ratings", "pair", "round/5", "round/4",
    "round/5/change", "round/4/correct/2", "hall/5", "hall/5/20", "hall/5/absent", "hall/5/clocks",
    "hall/5/fair-play", "hall/appeals", "hall/chess960", "screens", "games/", "games/5/18",
    "games/check/4", "standings", "standings/3", "standings/ties", "table", "shadow",
    "norms", "prizes", "incidents", "officials", "papers", "papers/everything", "papers/website", "journal", "settings",
    "stages",
)  # fmt: skip
PUBLIC = (
    "", "players", "round/5", "round/5?by=name", "round/5/boards", "round/4/board/2?ply=31", "games", "standings",
    "standings/3", "table", "enter", "player/3", "player/3/why/5", "versus", "statistics",
    "widget/standings", "round/9",
)  # fmt: skip
ALONE = (
    "/", "/e/demo/", "/exam", "/laws/", "/laws/9.2", "/help/", "/help/search?q=bye", "/api/docs", "/wall",
    "/screen/demo/a/pairings", "/screen/demo/a/standings", "/screen/demo/a/clock", "/accounts/login", "/accounts/new",
    "/accounts/me", "/desk/", "/desk/new", "/desk/lists", "/desk/bring-in", "/desk/offline", "/desk/demo/users",
    "/desk/demo/series", "/desk/demo/tokens", "/desk/demo/webhooks", "/desk/demo/add", "/desk/demo/remove",
    "/no-such-page", "/desk/none/a/", "/e/demo/a/player/999",
)  # fmt: skip
OTHERS = {  # the other events: the pages of the desk and the public ones that differ; a point is the first page
    "robin": (". players pair round/3 standings table settings", ". round/3 standings table player/1"),
    "liga": (
        ". players teams pair round/2 standings table links?of=captains settings prizes papers",
        ". round/2 standings teams teams/1 table player/1",
    ),
    "copa": (". pair round/1 round/2 standings settings", ". round/2 standings player/1"),
    "long": (
        ". players players/1 check-in pair round/1 standings norms hall/1/1 games/ journal",
        ". players round/1 standings table player/1",
    ),
    "big": (
        "players check-in round/5 standings norms table journal hall/5",
        ". players round/5 round/5/boards standings table statistics",
    ),
    "nuevo": (
        ". players pair teams standings norms prizes incidents games/ papers journal check-in links entries officials "
        "screens table",
        ". players standings games statistics versus table",
    ),
}


@dataclass(frozen=True)
class View:
    """A page, and what is done on it before the picture: ("click" | "type", what)."""

    name: str
    path: str
    acts: tuple[tuple[str, str], ...] = ()


ROUND = "/desk/demo/a/round/5"
LIST = "Nombre;Elo;Fed;Club\nRuiz, Ana;2000;MEX;Torre\nSoto, Luis;s/e;MEX;Alfil"
ACTED = [
    View("act-results-typed", ROUND, (("type", "21="), ("type", "22 1"))),
    View("act-results-wrong", ROUND, (("type", "99 1"),)),
    View("act-results-more", ROUND, (("click", "#boards tr:not(.done) .res > :last-child"),)),
    View("act-offline", ROUND, (("offline", ""), ("type", "23 1"))),
    View("act-draft-reason", "/desk/long/long/pair", (("click", ".draft .y"),)),
    View("act-more", "/desk/demo/a/", (("click", ".thumbs a:last-child"),)),
    View("act-public-more", "/e/demo/a/", (("click", ".thumbs a:last-child"),)),
    View("act-person", "/desk/demo/a/", (("click", ".head .menu:last-of-type summary"),)),
    View("act-tournaments", "/desk/liga/liga/", (("click", ".head .menu.left summary"),)),
    View("act-players-more", "/desk/demo/a/players", (("click", ".acts .menu summary"),)),
    View("act-player-typed", "/desk/nuevo/nuevo/players", (("fill #who", "Ruiz"),)),
    View("act-import", "/desk/nuevo/nuevo/import", (("fill #text", LIST), ("click", "main form button.primary"))),
    View("act-check-in", "/desk/long/long/check-in", (("click", "#check-in button.tick"),)),
    View("act-incident", "/desk/demo/a/hall/5/20", (("click", ".tiles button"), ("click", ".hall-list button"))),
    View("act-new-team", "/desk/new", (("select #system", "team"),)),
    View("act-new-knockout", "/desk/new", (("select #system", "knockout"),)),
    View(
        "act-login-wrong",
        "/accounts/login",
        (("fill #id_username", "x"), ("fill #id_password", "y"), ("click", "main button.primary")),
    ),
]


def views(links: dict[str, str]) -> list[View]:
    """Every view: its name is its address."""
    paths = [*ALONE, *(f"/desk/demo/a/{page}" for page in DESK), *(f"/e/demo/a/{page}" for page in PUBLIC)]
    for slug, (desk, public) in OTHERS.items():
        section = "a" if slug == "big" else slug
        for place, pages in (("desk", desk), ("e", public)):
            paths += [f"/{place}/{slug}/{section}/{'' if page == '.' else page}" for page in pages.split()]
    found = [View(path.strip("/").translate(str.maketrans("/?=", "---")) or "home", path) for path in paths]
    return [*found, *(View(name, path) for name, path in links.items()), *ACTED]


def make_world(folder: Path) -> dict[str, str]:
    """The other events, beside the demonstration; gives the secret addresses."""
    os.environ["ARBITRO_DATA"] = str(folder)
    from arbitro import desk

    desk.setup()
    from django.contrib.auth.models import User
    from tests.golden.harness import command, play

    from arbitro.desk import demo
    from arbitro.desk.commands import Role
    from arbitro.desk.links import Kind, make_links
    from arbitro.desk.models import Section

    work = folder.parent / "work"
    work.mkdir(exist_ok=True)

    def run(line: str) -> dict[str, Any]:
        answer = command(shlex.split(line), work, as_json=False)
        if answer["code"]:
            print(line, answer)
        return answer

    owner = User.objects.get(username=NAME)
    demo.make(owner, players=1000, slug="big", name="Festival de mil")
    rows = [f'"Jugador{i:02d} Pérez, Nombre {i}",{2400 - 11 * i},MEX,Club {i % 8}' for i in range(1, 33)]
    head = "name,rating,federation,club"
    for name, many in (("ten", 10), ("thirty", 32), ("sixteen", 16)):
        (work / f"{name}.csv").write_text("\n".join([head, *rows[:many]]), encoding="utf-8")
    named = [f'"{name}",{title},{rating},{fed},"{club}"' for name, title, rating, fed, club in LONG]
    (work / "long.csv").write_text("\n".join(["name,title,rating,federation,club", *named]), encoding="utf-8")
    place = "city=Oaxaca start=2026-11-14 end=2026-11-20 federation=MEX"
    run(f"event create Robin {place} system=round-robin")
    run(f"event create Liga {place} system=team rounds=5 team_boards=4")
    run(f"event create Copa {place} system=knockout")
    run(f"event create Long {place} rounds=5")
    run(f"event create Nuevo {place} rounds=7 team_boards=0")
    for slug, file in (("robin", "ten"), ("liga", "thirty"), ("copa", "sixteen"), ("long", "long")):
        run(f"event enter-file {slug} {file}.csv")
    for t in range(8):
        members = " ".join(f"id:{4 * t + i}" for i in (1, 2, 3, 4))
        run(f"event team liga 'Peña Ajedrecística {t + 1}' {members} --captain 'Ana Ruiz'")
    for slug in ("robin", "liga", "copa", "long"):
        run(f"event start-list {slug}")
    for slug in ("liga", "long"):
        run(f"event lots {slug} 'Llueve en la plaza'")
    for slug, rounds, results in (
        ("robin", 3, "1-0,=,0-1"),
        ("liga", 2, "1-0,=,0-1"),
        ("copa", 1, "1-0,0-1,1-0,="),
        ("long", 1, "1-0,="),
    ):
        for _ in range(rounds):
            play(work, slug, results)
    run("event pair copa --publish")
    run("event pair long")
    for slug in ("robin", "liga", "copa", "long", "nuevo"):
        run(f"event user {NAME} --event {slug}")
    links = {}
    for slug, name, kind, holder in (
        ("demo", "a", Kind.PLAYER, 3),
        ("nuevo", "nuevo", Kind.PLAYER, 1),
        ("liga", "liga", Kind.CAPTAIN, 1),
    ):
        section = Section.objects.get(event__slug=slug, slug=name)
        for secret in make_links(section, [holder], kind, by=Role.OWNER, maker=owner).values():
            links[f"link-{slug}-{kind}"] = f"/{'captain' if kind is Kind.CAPTAIN else 'me'}/{secret}"
    return links


def act(page: Page, acts: tuple[tuple[str, str], ...]) -> None:
    for verb, what in acts:
        kind, _, place = verb.partition(" ")
        if kind == "click":
            page.locator(what).locator("visible=true").first.click(timeout=4000)
        elif kind == "fill":
            page.locator(place).first.fill(what)
        elif kind == "select":
            page.select_option(place, what)
        elif kind == "offline":
            page.context.set_offline(True)
        else:
            page.keyboard.type(what, delay=20)
        page.wait_for_timeout(700)


def take(
    browser: Browser, url: str, password: str, lang: str, width: int, scheme: str, wanted: list[View], target: Path
) -> None:
    def fresh() -> Page:
        return browser.new_context(
            viewport={"width": width, "height": 800},
            color_scheme="dark" if scheme == "dark" else "light",
            locale={"en": "en-GB", "es": "es-MX"}[lang],
            has_touch=width < 600,
            service_workers="block",
            reduced_motion="reduce",
        ).new_page()

    page, stranger = fresh(), fresh()
    log_in(page, url, NAME, password)
    for view in wanted:
        on = page if view.path.startswith(("/desk", "/accounts/me")) else stranger
        try:
            answer = on.goto(url + view.path)
            if answer is None or answer.status != 200:
                print(f"{view.name}: {answer and answer.status}")
            act(on, view.acts)
            for fault in faults(on):
                print(f"{view.name} {width} {scheme}: {fault}")
            high = min(on.evaluate("document.documentElement.scrollHeight"), TALLEST)
            on.screenshot(
                path=target / f"{view.name}-{width}-{scheme}.png",
                full_page=not view.acts,
                **({} if view.acts else {"clip": {"x": 0, "y": 0, "width": width, "height": max(high, 800)}}),
            )
        except Exception as error:  # a page that fails must not hide the others
            print(f"{view.name} {width}: {str(error)[:200]}")
        on.context.set_offline(False)
    page.context.close()
    stranger.context.close()


def sheet(browser: Browser, name: str, target: Path) -> None:
    """The four looks of a page side by side."""
    page = browser.new_page(viewport={"width": 1880, "height": 400})
    body = "".join(
        f"<img width={270 if width == 360 else 630} src='file://{(target / f'{name}-{width}-{scheme}.png').resolve()}'>"
        for width, scheme in LOOKS
    )
    file = target / "sheet.html"
    file.write_text(f"<body style='margin:8px;display:flex;gap:8px;align-items:start;background:#667'>{body}", "utf-8")
    page.goto(f"file://{file.resolve()}", wait_until="load")
    page.screenshot(path=target / "sheets" / f"{name}.png", full_page=True)
    page.close()


def main(place: str, lang: str = "es", *words: str) -> None:
    target = Path(place)
    folder = target / "site"
    folder.mkdir(parents=True, exist_ok=True)
    (target / "sheets").mkdir(exist_ok=True)
    site = Site(folder, "demo", "--data", str(folder), "--lang", lang)
    kept = target / "links.json"
    try:
        if not kept.exists():
            kept.write_text(json.dumps(make_world(folder)))
        links = json.loads(kept.read_text())
        wanted = [view for view in views(links) if not words or any(word in view.name for word in words)]
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=ARGUMENTS)
            for width, scheme in LOOKS:
                take(browser, site.url, site.password(), lang, width, scheme, wanted, target)
            for view in wanted:
                sheet(browser, view.name, target)
            browser.close()
    finally:
        site.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
