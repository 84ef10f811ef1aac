"""The manual in the program: F1 opens the chapter of the page in the reader's language, search finds, a phone reads."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from arbitro.cli.site import NAME
from arbitro.web import manual
from tests.browser.conftest import log_in

ROOT = Path(__file__).parents[2]
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def test_f1_opens_the_chapter_and_search_finds_another(demo, open_page):
    page = open_page("es", 360)
    log_in(page, demo.url, NAME, demo.password())
    page.goto(f"{demo.url}/desk/demo/a/prizes")
    with page.context.expect_page() as opened:
        page.keyboard.press("F1")
    help = opened.value
    expect(help.locator("article h1")).to_have_text("Premios")
    expect(help.locator("article img").first).to_have_attribute("src", "/help/img/es/prizes.webp")
    help.fill("#q", "contraseña perdida")
    help.press("#q", "Enter")
    help.click("article a:has-text('Cuentas y una contraseña perdida')")
    expect(help.locator("article h1")).to_have_text("Cuentas y una contraseña perdida")
    help.goto(f"{demo.url}/help/help/messages")
    expect(help.locator("article table").first).to_be_visible()
    for name in ("help/glossary", "programmer/settings", "start/install"):
        help.goto(f"{demo.url}/help/{name}", wait_until="domcontentloaded")
        assert help.evaluate(SIDEWAYS) == 0


@pytest.mark.slow
def test_every_page_of_the_manual_reads_at_360_px(demo, open_page):
    page = open_page("es", 360)
    wide = {}
    for name in manual.pages("es"):
        page.goto(f"{demo.url}/help/{name}", wait_until="domcontentloaded")
        if over := page.evaluate(SIDEWAYS):
            wide[name] = over
    assert wide == {}


@pytest.fixture(scope="module")
def built(tmp_path_factory) -> Path:
    """The manual as `make docs` builds it, opened from its folder."""
    folder = tmp_path_factory.mktemp("manual")
    for config, place in (("mkdocs.yml", folder), ("mkdocs.es.yml", folder / "es")):
        command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-q", "-f", config, "-d", str(place)]
        subprocess.run(command, cwd=ROOT, check=True)
    return folder


@pytest.mark.slow
def test_the_site_of_the_manual_reads_at_360_px_and_asks_no_other_host(built, open_page):
    page, asked, wide = open_page("en", 360), set(), {}
    page.on("request", lambda request: asked.add(request.url.split("://")[0]))
    for file in sorted(built.rglob("*.html")):
        page.goto(file.as_uri())
        if over := page.evaluate(SIDEWAYS):
            wide[str(file.relative_to(built))] = over
    assert (wide, asked) == ({}, {"file"})


@pytest.mark.slow
def test_the_site_of_the_manual_is_walked_and_searched_from_a_folder(built, open_page):
    page = open_page("es", 1280)
    page.goto((built / "index.html").as_uri())
    page.click("text=Español")
    page.click("[role=main] a:has-text('su primer torneo')")
    expect(page.locator("h1")).to_have_text("Su primer torneo en 15 minutos")
    page.click(".bs-sidebar a:has-text('8. Recoja los resultados')")
    page.click("[data-bs-target='#mkdocs_search_modal']")
    page.fill("#mkdocs-search-query", "contrasena perdida")
    page.click("#mkdocs-search-results a:has-text('Cuentas y una contraseña perdida')")
    expect(page.locator("h1")).to_have_text("Cuentas y una contraseña perdida")
