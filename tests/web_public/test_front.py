"""The front before Django: the same pages, never stale for those who know, never for those with a session."""

from __future__ import annotations

import contextlib
import json
import re
import subprocess
import sys
import threading
import time
from pathlib import Path

import psycopg
import pytest

from arbitro.web.desk.accounts import FREE_TRIES
from arbitro.web.front import answer_of, journal_of, preferences, visit_of
from tests.postgres import server as postgres
from tests.web_public.server import PREPARE, RESULT, Worker, environment, run, worker

BASE = "/e/demo/a"
SERIES = """
from arbitro import desk
desk.setup()
from arbitro.desk.models import Event
from arbitro.web.models import Series
Series.objects.create(event=Event.objects.get(slug="demo"), name="Liga de primavera", slug="liga")
"""
EXAMPLES = Path(__file__).parents[2] / "examples"


def until(condition, seconds: float = 20.0) -> None:
    """Wait for something that must come; how long it takes is the benchmark's business."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.02)


def scope(path: str = f"{BASE}/standings", method: str = "GET", **headers: str) -> dict[str, object]:
    sent = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return {"type": "http", "method": method, "path": path, "query_string": b"", "headers": sent, "scheme": "http"}


@pytest.mark.parametrize(
    ("path", "kept", "of"),
    [
        ("/e/demo/a/", True, ("demo", "a")),
        ("/e/demo/a/standings", True, ("demo", "a")),
        ("/screen/demo/a/clock", True, ("demo", "a")),
        ("/api/tournaments/demo/a/rounds/1", True, ("demo", "a")),
        ("/api/tournaments/demo/a", True, ("demo", "a")),
        ("/", True, None),
        ("/e/demo/", True, None),
        ("/api/tournaments", True, None),
        ("/e/demo/a/versus", True, None),  # tells of all tournaments
        ("/e/demo/a/enter", False, None),  # places go without an entry of the journal
        ("/e/demo/a/stream", False, None),
        ("/desk/", False, None),
        ("/accounts/login", False, None),
        ("/static/web/arbitro.css", False, None),
    ],
)
def test_which_pages_are_kept(path, kept, of):
    assert journal_of(path) == (kept, of)


def test_a_visitor_with_a_session_goes_to_django():
    assert visit_of(scope()) is not None
    assert visit_of(scope(cookie="theme=dark; csrftoken=x")) is not None
    assert visit_of(scope(cookie="sessionid=abc")) is None
    assert visit_of(scope(cookie='odd="; sessionid=abc')) is None
    assert visit_of(scope(cookie="messages=abc")) is None
    assert visit_of(scope(cookie="theme=<script>")) is None
    assert visit_of(scope(authorization="Basic x")) is None
    assert visit_of(scope(method="POST")) is None


def test_language_and_theme_are_chosen_as_django_chooses_them():
    assert preferences(b"", b"en-GB,en;q=0.9") == (True, "en", "auto")
    assert preferences(b"", b"es-MX,es;q=0.8,en;q=0.5") == (True, "es", "auto")
    assert preferences(b"", b"fr") == (True, "es", "auto")
    assert preferences(b"django_language=en; theme=dark", b"es") == (True, "en", "dark")


def test_different_visitors_have_different_pages():
    keys = [
        visit_of(scope(**headers)).key
        for headers in (
            {"accept_language": "en"},
            {"accept_language": "es"},
            {"accept_language": "en", "cookie": "theme=dark"},
            {"accept_language": "en", "hx_request": "true"},
            {"accept_language": "en", "host": "other.example"},
            {"accept_language": "en", "x_forwarded_proto": "https"},
        )
    ]
    assert len(set(keys)) == len(keys)
    assert visit_of(scope(accept_language="en-US")).key == visit_of(scope(accept_language="en-GB,de")).key


def test_only_plain_good_answers_are_kept():
    assert answer_of(1, 200, [(b"content-type", b"text/html")], b"x").keep
    assert not answer_of(1, 404, [], b"x").keep
    assert not answer_of(1, 302, [(b"location", b"/")], b"").keep
    assert not answer_of(1, 200, [(b"set-cookie", b"a=b")], b"x").keep


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    env = environment(tmp_path_factory.mktemp("front"))
    run(PREPARE, env=env)
    with worker(env) as made:
        yield made, env


def test_the_kept_page_is_djangos_page(site):
    made, _env = site
    for path in ("/", f"{BASE}/", f"{BASE}/standings", f"{BASE}/player/1", "/screen/demo/a/clock", "/api/tournaments"):
        kept, again = made.get(path), made.get(path)
        direct = made.get(path, Cookie="sessionid=nobody")
        assert kept.status == again.status == direct.status == 200
        assert kept.text == again.text == direct.text, path
        small = made.get(path, Accept_Encoding="gzip")
        assert small.text == kept.text
        assert len(small.body) <= len(kept.body)
        assert "Content-Security-Policy" in kept.headers
        head = made.get(path, method="HEAD")
        assert head.status == 200
        assert not head.body


def test_unchanged_pages_are_304_until_the_journal_moves(site):
    made, env = site
    first = made.get(f"{BASE}/standings")
    unchanged = made.get(f"{BASE}/standings", If_None_Match=first.headers["ETag"])
    assert unchanged.status == 304 and not unchanged.body
    for name in ("ETag", "Cache-Control", "Vary"):
        assert unchanged.headers[name] == first.headers[name]
    number = run(RESULT, "tick", "{'item': 'lights'}", env=env)
    answer = made.get(f"{BASE}/standings", If_None_Match=first.headers["ETag"], X_Journal=number)
    assert answer.status == 200
    assert answer.headers["ETag"] != first.headers["ETag"]


def test_what_is_on_is_told_though_no_journal_has_moved(site):
    made, env = site
    assert "Liga de primavera" not in made.get("/").text
    run(SERIES, env=env)
    until(lambda: "Liga de primavera" in made.get("/").text)


def test_a_private_tournament_leaves_the_front(site):
    made, env = site
    assert made.get(f"{BASE}/standings").status == 200
    assert made.get(f"{BASE}/player/1", HX_Request="true").status == 200
    number = run(RESULT, "configure", "{'changes': {'public': False}}", env=env)
    assert made.get(f"{BASE}/standings", X_Journal=number).status == 404
    assert made.get(f"{BASE}/player/1", HX_Request="true", X_Journal=number).status == 404
    until(lambda: made.get(f"{BASE}/").status == 404)
    until(lambda: "demostración" not in made.get("/").text)
    number = run(RESULT, "configure", "{'changes': {'public': True}}", env=env)
    assert made.get(f"{BASE}/standings", X_Journal=number).status == 200


def test_wrong_numbers_of_the_journal_do_no_harm(site):
    made, _env = site
    for told in ("0", "999999999", "-1", "x", "9" * 40):
        assert made.get(f"{BASE}/standings", X_Journal=told).status == 200


def open_board(made: Worker) -> int:
    rounds = made.get("/api/tournaments/demo/a").text
    assert '"rounds_published": 2' in rounds or '"rounds_published":2' in rounds
    text = made.get(f"{BASE}/round/2").text
    return int(re.findall(r'<tr id="b(\d+)">(?:(?!</tr>).)*<td class="result"><span class="soft">', text)[-1])


def seen(made: Worker, board: int) -> bool:
    row = re.search(rf'<tr id="b{board}">(?:(?!</tr>).)*</tr>', made.get(f"{BASE}/round/2").text)
    return bool(row and "1-0" in row[0])


def test_a_result_is_told_by_the_stream_and_is_on_the_page(site):
    made, env = site
    board = open_board(made)
    with made.stream(f"{BASE}/stream") as numbers:
        first = next(numbers)
        number = int(run(RESULT, "result", f"{{'board': {board}, 'result': '1-0'}}", env=env))
        assert number == first + 1
        assert next(numbers) == number
    page = made.get(f"{BASE}/round/2", X_Journal=str(number), HX_Request="true").text
    assert re.search(rf'<tr id="b{board}">(?:(?!</tr>).)*1-0', page)


def test_cards_made_again_are_djangos_in_each_language(site):
    """After another result most cards are the same, and are not sent again; those that changed are as Django says."""
    made, env = site
    board = open_board(made)
    asked = [(f"{BASE}/player/{n}", language) for n in range(1, 15) for language in ("en", "es")]
    before = [made.get(path, HX_Request="true", Accept_Language=language) for path, language in asked]
    number = run(RESULT, "result", f"{{'board': {board}, 'result': '0-1'}}", env=env)
    statuses = set()
    for (path, language), old in zip(asked, before, strict=True):
        told = {"X_Journal": number, "HX_Request": "true", "Accept_Language": language}
        new = made.get(path, **told)
        direct = made.get(path, Cookie="sessionid=nobody", **told)
        assert new.text == direct.text, (path, language)
        again = made.get(path, If_None_Match=old.headers["ETag"], **told)
        assert (again.status == 304) == (new.text == old.text), (path, language)
        statuses.add(again.status)
    assert statuses == {200, 304}


def test_scripts_and_styles_come_packed_with_an_address_of_their_own(site):
    made, _env = site
    links = re.findall(r'"(/static/[^"]+)"', made.get(f"{BASE}/").text)
    links = [link.partition("#")[0] for link in links if not re.search(r"\.(woff2|png)\b", link)]  # packed as they are
    assert len(links) >= 4
    for link in links:
        assert re.search(r"\?v=[0-9a-f]+$", link), link
        answer = made.get(link, Accept_Encoding="gzip")
        assert answer.status == 200
        assert "immutable" in answer.headers["Cache-Control"]
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert made.get(link, If_None_Match=answer.headers["ETag"]).status == 304
        assert len(made.get(link).body) > len(answer.body) or len(answer.body) < 700
        assert "immutable" not in made.get(f"{link}0").headers["Cache-Control"]
    for wrong in ("/static/", "/static/none.css", "/static/../settings.py", "/static/%2e%2e/settings.py"):
        assert made.get(wrong).status == 404, wrong


@pytest.mark.postgres
def test_two_workers_on_one_postgresql_see_each_others_results(tmp_path):
    """A result entered through one process is told by the stream of the other and is on its pages."""
    with postgres() as url:
        env = environment(tmp_path, url) | {"ARBITRO_POOL": "2", "DJANGO_SETTINGS_MODULE": "arbitro.web.settings"}
        run(PREPARE, env=env)
        with worker(env) as one, worker(env) as two:
            board = open_board(one)
            assert not seen(one, board)
            assert not seen(two, board)
            with one.stream(f"{BASE}/stream") as first, two.stream(f"{BASE}/stream") as second:
                assert next(first) == next(second)
                number = int(run(RESULT, "result", f"{{'board': {board}, 'result': '1-0'}}", env=env))
                assert next(first) == next(second) == number
            until(lambda: seen(one, board) and seen(two, board))
            for made in (one, two):
                fresh = made.get(f"{BASE}/standings", X_Journal=str(number))
                assert f"-{number}-" in fresh.headers["ETag"]
            for _visit in range(150):  # connections are given back: the server allows sixty
                assert one.get(f"{BASE}/", Cookie="sessionid=nobody").status == 200
            logins_wait_without_a_connection(url, one)


def logins_wait_without_a_connection(url: str, made: Worker) -> None:
    """Eight wrong logins that are made to wait up to sixteen seconds: the process has two connections, for others."""
    assert [made.log_in("nobody", "wrong") for _try in range(FREE_TRIES[0])] == [400] * FREE_TRIES[0]

    def try_on() -> None:
        with contextlib.suppress(OSError):  # the server stops before it has answered
            made.log_in("nobody", "wrong")

    for _login in range(8):
        threading.Thread(target=try_on, daemon=True).start()
    with psycopg.connect(url, autocommit=True) as line:
        until(lambda: line.execute("SELECT count(*) FROM web_try").fetchone() == (3 * (FREE_TRIES[0] + 8),))
    assert made.get(f"{BASE}/", Cookie="sessionid=nobody").status == 200


WITH_ACCOUNT = """
import os
os.environ["DJANGO_SETTINGS_MODULE"] = "arbitro.web.settings"
from arbitro import desk
desk.setup()
from arbitro.desk.accounts import create_user
create_user("ana", "the-rook-on-the-seventh")
"""


def test_wrong_passwords_are_counted_by_all_workers_together(tmp_path):
    """Six tries, three at each process: the answers come slower, and the right password still opens."""
    env = environment(tmp_path) | {"DJANGO_SETTINGS_MODULE": "arbitro.web.settings"}
    run(WITH_ACCOUNT, env=env)
    with worker(env) as one, worker(env) as two:
        tries = [made.log_in("ana", "wrong-password") for _i in range(3) for made in (one, two)]
        assert tries == [400] * 6  # slower from the sixth on, but nobody is shut out
        assert two.log_in("ana", "the-rook-on-the-seventh") == 200
        assert two.log_in("luis", "wrong-password") == 400


MAKE_TOKEN = """
from arbitro import desk
desk.setup()
from arbitro.desk.commands import Role
from arbitro.desk.models import Event
from arbitro.desk.tokens import make_token
print(make_token(Event.objects.get(), "an example", Role.ARBITER, by=Role.OWNER))
"""


def test_the_clients_of_the_examples_read_and_write(site):
    made, env = site
    token = run(MAKE_TOKEN, env=env)
    base = "/api/tournaments/demo/a"
    last = json.loads(made.get(base).text)["rounds_published"]
    pairs = json.loads(made.get(f"{base}/rounds/{last}").text)["pairs"]
    boards = [pair["board"] for pair in pairs if pair["result"]][:2]
    for board in boards:  # as if nobody had entered them
        number = run(RESULT, "result", f"{{'board': {board}, 'result': ''}}", env=env)
    address = f"http://127.0.0.1:{made.port}"
    for client, board in zip((["sh", "client.sh"], [sys.executable, "client.py"]), boards, strict=True):
        asked = [client[0], str(EXAMPLES / client[1]), address, "demo/a"]
        read = subprocess.run(asked, capture_output=True, text=True, timeout=60)
        assert read.returncode == 0 and "1" in read.stdout, read.stderr
        write = subprocess.run(
            [*asked, str(board), "1-0"], capture_output=True, text=True, timeout=60, env=env | {"ARBITRO_TOKEN": token}
        )
        assert write.returncode == 0 and ("entry" in write.stdout or "number" in write.stdout), write.stderr
    after = json.loads(made.get(f"{base}/rounds/{last}", X_Journal=str(int(number) + 2)).text)["pairs"]
    assert [pair["result"] for pair in after if pair["board"] in boards] == ["1-0", "1-0"]
