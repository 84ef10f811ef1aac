"""A real server on a free port and Debian's Chromium, for tests that click and type."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

NAME, PASSWORD = "ana", "the-rook-on-the-seventh"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.xdist_group("browser"))


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class Site:
    """`arbitro serve` in a folder of its own."""

    def __init__(self, folder: Path, *command: str) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"http://localhost:{self.port}"
        environment = os.environ | {"ARBITRO_DATA": str(folder)}
        for name in ("DATABASE_URL", "DJANGO_SETTINGS_MODULE"):
            environment.pop(name, None)
        self.log = (folder / "log").open("wb")
        arguments = [sys.executable, "-c", "from arbitro.cli import main; main()", *command, "--port", str(self.port)]
        self.process = subprocess.Popen(arguments, env=environment, stdout=self.log, stderr=self.log)
        for _attempt in range(600):
            assert self.process.poll() is None, (folder / "log").read_text()
            try:
                urllib.request.urlopen(f"{self.url}/accounts/login", timeout=5).close()
                return
            except OSError:
                time.sleep(0.1)
        raise AssertionError("the site does not answer")

    def password(self) -> str:
        """What the demonstration says when it starts: (name / password)."""
        return (self.folder / "log").read_text().split(" / ")[1].split(")")[0]

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)
        self.log.close()


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """An empty site."""
    made = Site(tmp_path, "serve")
    yield made
    made.stop()
    assert b"Traceback" not in (tmp_path / "log").read_bytes(), (tmp_path / "log").read_text()[-3000:]


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The demonstration."""
    folder = tmp_path_factory.mktemp("demo")
    made = Site(folder, "demo", "--data", str(folder))
    yield made
    made.stop()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    assert path, "Chromium is missing: apt install chromium (make test does it as root)"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def open_page(chromium: Browser) -> Iterator[Callable[..., Page]]:
    """A page of a browser of its own, in a language and at a width; an error of a script fails the test."""
    contexts, errors = [], []

    def make(lang: str = "en", width: int = 1280, dark: bool = False) -> Page:
        context = chromium.new_context(
            viewport={"width": width, "height": 800},
            locale={"en": "en-GB", "es": "es-MX"}[lang],
            has_touch=width < 600,
            color_scheme="dark" if dark else "light",
            accept_downloads=True,
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda said: errors.append(said.text) if "Content Security Policy" in said.text else None)
        return page

    yield make
    for context in contexts:
        context.close()
    assert errors == []


def log_in(page: Page, url: str, name: str, password: str) -> None:
    page.goto(f"{url}/accounts/login")
    page.fill("#id_username", name)
    page.fill("#id_password", password)
    page.click("main button.primary")
    page.wait_for_url("**/desk/")
