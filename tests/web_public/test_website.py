"""The public pages as files: every link leads to a file, nothing needs a server, nothing private is in them."""

from __future__ import annotations

import re

import pytest

from arbitro.errors import ArbitroError
from arbitro.i18n import speaking
from arbitro.web.website import website

from .conftest import PRIVATE, Open


def test_the_pages_stand_by_themselves(hall: Open) -> None:
    with speaking("es"):
        files = dict(website(hall.url("section"), "es"))
    pages = {name: data.decode() for name, data in files.items() if name.endswith(".html")}
    assert {"index.html", "standings.html", "standings-after-2.html", "table.html", "round-3.html"} <= pages.keys()
    assert {"player-1.html", "round-2-board-1.html", "round-2.pgn", "report.trf"} <= files.keys()
    for name, text in pages.items():
        assert text.startswith("\n<!doctype html>"), name
        assert not re.findall("<form.*| hx-.*|<script src=.*(?:public|web)/.*", text), name
        for target in re.findall(r' (?:href|src)="([^"]*)"', text):
            assert target.partition("#")[0] in files or target.startswith("#"), (name, target)
        assert not any(word in text for word in PRIVATE), name
    assert "Clasificación" in pages["standings.html"] and "data-go=" in pages["round-2-board-1.html"]
    assert b"@font-face" in files["static/web/arbitro.css"] and any(name.endswith(".woff2") for name in files)


def test_a_tournament_that_is_not_public_is_refused(hall: Open) -> None:
    hall("configure", changes={"public": False})
    with pytest.raises(ArbitroError, match="not public"):
        list(website(hall.url("section"), "en"))
