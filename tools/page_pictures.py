"""Pictures of every page type of the desk, at 360 and 1280 px, light and dark, from a running demonstration.

    python -m tools.page_pictures http://localhost:8010 NAME PASSWORD FOLDER

Says which pages are wider than their screen or do not answer.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

DESK = "/desk/demo/a/"
PAGES = [
    "/desk/",
    "/desk/new",
    "/desk/lists",
    "/desk/bring-in",
    "/desk/offline",
    "/desk/demo/users",
    "/desk/demo/tokens",
]
PAGES += [DESK + page for page in (
    "", "players", "players/3", "import", "check-in", "ratings", "teams", "stages", "pair", "round/5", "round/5/change",
    "round/4/correct/2", "hall/5", "hall/5/20", "standings", "norms", "prizes", "incidents", "officials", "papers",
    "papers/everything", "journal", "settings",
)]  # fmt: skip


def main(url: str, name: str, password: str, folder: str) -> None:
    target = Path(folder)
    target.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for width in (360, 1280):
            for scheme in ("light", "dark"):
                page = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme, locale="es-MX")
                page.goto(f"{url}/accounts/login")
                page.fill("#id_username", name)
                page.fill("#id_password", password)
                page.click("main button.primary")
                page.wait_for_url("**/desk/")
                for path in PAGES:
                    answer = page.goto(url + path)
                    if answer is None or answer.status != 200:
                        print(f"{path}: {answer and answer.status}")
                    if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                        print(f"{path}: wider than {width} px")
                    file = path.strip("/").replace("/", "-")
                    page.screenshot(path=target / f"{file}-{width}-{scheme}.png", full_page=True)
                page.close()
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
