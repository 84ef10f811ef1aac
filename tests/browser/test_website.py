"""The public pages as a folder opened without a server: icons are drawn, nothing is asked for elsewhere."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser import measures
from tests.browser.conftest import Site

PAGES = ["index", "players", "player-1", "round-5", "round-5-boards", "games", "round-5-board-1", "standings", "table"]
EMPTY = "() => [...document.querySelectorAll('svg.i use')].filter(e => !e.getBBox().width).map(e => e.outerHTML)"


@pytest.fixture(scope="module")
def folder(demo: Site, tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("website") / "pages"
    environment = os.environ | {"ARBITRO_DATA": str(demo.folder), "LANGUAGE": "en"}
    for name in ("DATABASE_URL", "DJANGO_SETTINGS_MODULE"):
        environment.pop(name, None)
    command = [sys.executable, "-c", "from arbitro.cli import main; main()", "website", "demo", str(made)]
    subprocess.run(command, env=environment, check=True, capture_output=True)
    return made


@pytest.mark.parametrize("width", [360, 1280])
def test_the_folder_needs_no_server(folder, open_page, width):
    page = open_page("en", width)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    icons = 0
    for name in PAGES:
        page.goto((folder / f"{name}.html").as_uri())
        page.wait_for_load_state("networkidle")
        assert page.evaluate(EMPTY) == [], name
        icons += page.locator("svg.i use").count()
        assert measures.faults(page) == [], name
    assert icons > 20
    assert [url for url in asked if not url.startswith((folder.as_uri(), "data:"))] == []


def test_a_game_is_replayed_from_the_folder(folder, open_page):
    page = open_page("en")
    page.goto((folder / "round-1-board-1.html").as_uri())
    board = page.locator("chess-board")
    page.click("[data-go=play]")
    assert page.evaluate(EMPTY) == []  # now the sign of a pause
    page.click("[data-go=play]")
    page.click("[data-go=last]")
    last = board.get_attribute("fen")
    page.keyboard.press("ArrowLeft")
    expect(board).not_to_have_attribute("fen", last or "")


def test_no_icon_without_its_link_is_left(folder, open_page):
    page = open_page("en")
    page.goto((folder / "player-1.html").as_uri())
    alone = page.locator("td > svg.i")  # the sign that asked the server for the reasons of a pairing
    assert alone.count() == 0
