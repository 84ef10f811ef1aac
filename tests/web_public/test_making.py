"""Pages made for the front: parts that are kept say what they would say if made anew; many ask the database once."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from arbitro.desk import store
from arbitro.web import kept
from arbitro.web.making import Maker


def scope(path: str, language: str = "en", *, part: bool = False) -> dict[str, object]:
    headers = [(b"host", b"localhost"), (b"accept-language", language.encode())]
    headers += [(b"hx-request", b"true")] if part else []
    return {"type": "http", "method": "GET", "scheme": "http", "path": path, "query_string": b"", "headers": headers,
            "client": ("127.0.0.1", 1), "server": ("localhost", 80), "root_path": ""}  # fmt: skip


@pytest.fixture
def make(hall):
    maker = Maker()
    base = f"/e/{hall.event.slug}/{hall.section.slug}/"

    def page(path: str, language: str = "en") -> str:
        number = store.last_number(hall.section.pk)
        status, _headers, body, _again = maker(scope(base + path, language), hall.section.pk, number)
        assert status == 200
        return body.decode()

    return page


def test_parts_that_are_kept_are_as_if_made_anew(hall, make):
    open_boards = [n for n, board in store.state_of(hall.section.pk).rounds[-1].boards.items() if not board.finished]
    acts = [
        ("result", {"board": open_boards[0], "result": "1-0"}),
        ("edit-player", {"id": 2, "player": {"name": "Renamed, Ana"}}),
        ("configure", {"changes": {"name": "Another name"}}),
        ("result", {"board": open_boards[1], "result": "½-½"}),
        ("withdraw", {"id": 3}),
    ]
    paths = [*(f"player/{n}" for n in range(1, 14)), "round/3", "standings"]
    seen = []
    for name, arguments in acts:
        hall(name, **arguments)
        for path in paths:
            with_kept = [make(path), make(path, "es")]
            kept._texts.clear()
            assert with_kept == [make(path), make(path, "es")], (name, path)
            seen += with_kept
    assert any("Renamed, Ana</a>" in text for text in seen)
    assert any("Another name" in text for text in seen)


def test_a_page_made_again_is_as_if_made_anew(hall):
    pk, base, maker = hall.section.pk, f"/e/{hall.event.slug}/{hall.section.slug}/", Maker()
    boards = [n for n, board in store.state_of(pk).rounds[-1].boards.items() if not board.finished]
    acts = [
        ("result", {"board": boards[0], "result": "1-0"}),
        ("tick", {"item": "lights"}),
        ("edit-player", {"id": 2, "player": {"name": "Renamed, Ana", "rating": 2222}}),
        ("result", {"board": boards[1], "result": "0-1"}),
        ("withdraw", {"id": 3}),
        ("configure", {"changes": {"name": "Another name"}}),
        ("result", {"board": boards[0], "result": "½-½"}),
    ]
    asked = [scope(f"{base}player/{n}", language, part=True) for n in range(1, 13) for language in ("en", "es")]
    before = [maker(one, pk, store.last_number(pk)) for one in asked]
    made, moved = 0, 0
    for name, arguments in acts:
        hall(name, **arguments)
        number = store.last_number(pk)
        for i, one in enumerate(asked):
            again = before[i][3] and maker.again(before[i][3], pk, number)
            kept._texts.clear()
            anew = maker(one, pk, number)
            assert again in (None, anew[2]), (name, one["path"])
            made += again is not None
            moved += again is not None and again != before[i][2]
            before[i] = anew
    assert made > len(asked)  # most entries concern few players
    assert moved  # somebody else's result moves one's rank
    assert maker(scope(f"{base}player/1"), pk, number)[3] is None  # a whole page names the journal's number
    hall("configure", changes={"public": False})
    assert maker.again(before[0][3], pk, store.last_number(pk)) is None


def test_many_cards_after_one_result_ask_the_database_once(hall, make):
    make("player/1")
    number = store.last_number(hall.section.pk)
    maker = Maker()
    with CaptureQueriesContext(connection) as asked:
        for n in range(2, 13):
            maker(scope(f"/e/{hall.event.slug}/{hall.section.slug}/player/{n}"), hall.section.pk, number)
    assert len(asked) == 0
    board = next(n for n, one in store.state_of(hall.section.pk).rounds[-1].boards.items() if not one.finished)
    white = store.state_of(hall.section.pk).rounds[-1].boards[board].white
    before = make(f"player/{white}")
    hall("result", board=board, result="1-0")
    assert make(f"player/{white}") != before


def test_a_state_that_was_not_compared_lately_is_read_again(hall, make, monkeypatch):
    make("player/1")
    monkeypatch.setattr(store, "FRESH", 0.0)
    with CaptureQueriesContext(connection) as asked:
        make("player/1")
    assert len(asked) > 1
