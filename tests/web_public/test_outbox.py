"""What is told to the world outside: webhooks, phones and the stream of changes, whoever wrote the entry."""

from __future__ import annotations

import hmac
import json
import socket
import threading
import time
from datetime import datetime, timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from django.test import Client
from django.utils.translation import override

from arbitro.desk import store
from arbitro.errors import Refused
from arbitro.web import outbox, push, webhooks
from arbitro.web.models import Delivery, Told
from tests.web_public.conftest import Open
from tests.web_public.server import PREPARE, RESULT, environment, run, worker
from tests.web_public.test_follow import Service


class Receiver:
    """A program that takes letters."""

    def __init__(self) -> None:
        self.letters: list[tuple[dict[str, str], bytes]] = []
        self.answers: list[int] = []  # the next ones; then 200
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.letters.append((dict(self.headers), body))
                self.send_response(receiver.answers.pop(0) if receiver.answers else 200)
                self.send_header("Location", "http://127.0.0.1:9/elsewhere")
                self.end_headers()

            def log_message(self, *_words: object) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.host = f"127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def changes(self) -> list[dict[str, object]]:
        return [json.loads(body)["change"] for _headers, body in self.letters]


@pytest.fixture
def receiver(monkeypatch):
    made = Receiver()
    monkeypatch.setenv("ARBITRO_WEBHOOK_HOSTS", made.host)
    yield made
    made.server.shutdown()
    made.server.server_close()


def first_open(hall) -> int:
    boards = store.state_of(hall.section.pk).round(3).boards
    return next(n for n, board in boards.items() if not board.finished)


def test_letters_are_signed_tell_what_everybody_sees_and_are_told_once(hall, receiver):
    hook = webhooks.add(hall.section.event, f"http://{receiver.host}/hook?x=1", ["result", "publish", "close", "undo"])
    board = first_open(hall)
    hall("result", board=board, result="1-0")
    for other, seats in store.state_of(hall.section.pk).round(3).boards.items():
        if not seats.finished:
            hall("result", board=other, result="½-½")
    hall("close-round")
    hall("pair")
    outbox.work()
    outbox.work()
    assert receiver.changes()[0] | {"at": "", "number": 0} == {
        "number": 0, "kind": "result", "at": "", "round": 3, "board": board, "result": "1-0", "pairs": None,
        "undone": None, **{side: receiver.changes()[0][side] for side in ("white", "black")},
    }  # fmt: skip
    assert receiver.changes()[-1]["kind"] == "close"  # the draft of round 4 is nobody's news
    hall("publish")
    outbox.work()
    told = receiver.changes()[-1]
    assert told["kind"] == "publish" and len(told["pairs"]) == len(store.state_of(hall.section.pk).round(4).boards)
    numbers = [change["number"] for change in receiver.changes()]
    assert numbers == sorted(set(numbers))
    for headers, body in receiver.letters:
        expected = hmac.new(hook.secret.encode(), body, "sha256").hexdigest()
        assert headers["X-Arbitro-Signature"] == f"sha256={expected}" and headers["Content-Type"] == "application/json"
    store.undo(hall.section.pk, target=told["number"], who="t", role=store.Role.OWNER, why="t")
    outbox.work()
    assert receiver.changes()[-1]["kind"] == "undo" and receiver.changes()[-1]["undone"] == told["number"]


def test_a_letter_without_receipt_is_tried_again_in_order_and_given_up_at_last(hall, receiver):
    hook = webhooks.add(hall.section.event, f"http://{receiver.host}/", ["result"])
    boards = store.state_of(hall.section.pk).round(3).boards
    receiver.answers = [500]
    for board in [n for n, seats in boards.items() if not seats.finished][:2]:
        hall("result", board=board, result="1-0")
    outbox.work()
    assert len(receiver.letters) == 1 and hook.deliveries.filter(due__isnull=False).count() == 2  # the second waits
    first = hook.deliveries.order_by("pk").first()
    assert (first.tries, first.status) == (1, 500)
    for status in (302, 404, 500, 503, 500, 500, 500, 500):
        receiver.answers = [status]
        Delivery.objects.filter(pk=first.pk, due__isnull=False).update(due=first.at)
        webhooks.deliver_due()
    first.refresh_from_db()
    assert first.due is None and first.tries == len(webhooks.AGAIN) + 1  # given up, and the second has arrived
    assert not hook.deliveries.filter(due__isnull=False).exists()
    assert receiver.changes()[-1]["number"] > receiver.changes()[0]["number"]


@pytest.mark.parametrize(
    "url",
    [
        "",
        "ftp://x.org/",
        "https://",
        "http://u:p@x.org/",
        "http://x.org:99999/",
        "http://a b.org/",
        "http://ñ.org/",
        "//x",
    ],
)
def test_an_address_is_whole(hall, url):
    with pytest.raises(Refused):
        webhooks.add(hall.section.event, url, ["result"])


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1:{port}", "localhost:{port}", "[::1]", "[::ffff:127.0.0.1]:{port}", "10.0.0.1", "192.168.1.1", "0.0.0.0",
     "169.254.169.254", "100.64.0.1", "[fd00::1]", "[fe80::1]", "224.0.0.1", "2130706433:{port}", "0x7f.1:{port}"],
)  # fmt: skip
def test_no_letter_goes_to_an_address_inside_unless_the_machines_owner_allows_it(hall, receiver, monkeypatch, host):
    monkeypatch.delenv("ARBITRO_WEBHOOK_HOSTS")
    url = f"http://{host.format(port=receiver.server.server_port)}/"
    with override("en"):
        letter = webhooks.test(webhooks.add(hall.section.event, url, ["result"]))
    assert receiver.letters == [] and letter.status == 0 and letter.due is None
    assert "inside a network" in letter.trouble


def test_private_tournaments_tell_nobody_and_without_hooks_nothing_is_kept(hall, receiver):
    hall("result", board=first_open(hall), result="1-0")
    outbox.work()
    assert not Told.objects.exists()
    webhooks.add(hall.section.event, f"http://{receiver.host}/", ["result"])
    hall("configure", changes={"public": False})
    hall("result", board=first_open(hall), result="1-0")
    outbox.work()
    assert receiver.letters == []
    later = Open(hall.section.event, name="Second")  # a tournament that is made after the webhook
    outbox.work()
    later.enter(4)
    later.play_round(("1-0",))
    outbox.work()
    assert receiver.letters and {json.loads(body)["tournament"] for _h, body in receiver.letters} == {
        later.section.slug
    }


def test_the_page_adds_tries_and_removes(hall, receiver, django_user_model):
    from arbitro.desk.accounts import set_role

    owner = django_user_model.objects.create_user("ana")
    set_role(hall.section.event, owner, store.Role.OWNER, by=store.Role.OWNER)
    client = Client(headers={"accept-language": "en"})
    client.force_login(owner)
    address = f"/desk/{hall.section.event.slug}/webhooks"
    assert "whole address" in client.post(address, {"url": "x", "kind": "result"}).content.decode()
    assert "wants to hear" in client.post(address, {"url": "https://x.org/"}).content.decode()
    client.post(address, {"url": f"http://{receiver.host}/", "kind": ["result", "close"]})
    hook = hall.section.event.webhooks.get()
    page = client.post(address, {"test": hook.pk}, follow=True).content.decode()
    assert "has arrived: 200" in page and hook.secret in page and receiver.changes() == [{"kind": "test"}]
    receiver.answers = [404]
    assert "not received: 404" in client.post(address, {"test": hook.pk}, follow=True).content.decode()
    client.post(address, {"remove": hook.pk})
    assert not hall.section.event.webhooks.exists() and not Delivery.objects.exists()


HOOK = """
import sys
from arbitro import desk
desk.setup()
from arbitro.desk.models import Event
from arbitro.web import webhooks
webhooks.add(Event.objects.get(), sys.argv[1], ["result"])
"""


def wait_for(found) -> None:
    for _attempt in range(300):
        if found():
            return
        time.sleep(0.1)
    raise AssertionError("nothing came")


def test_a_round_is_announced_ten_minutes_before_and_not_at_other_times(hall):
    for minutes, round in ((12, 0), (9, 3), (5, 0), (-5, 0)):
        begins = datetime.now() + timedelta(minutes=minutes)
        hall("configure", changes={"round_times": ["", "", f"{begins:%Y-%m-%d %H:%M}"]})
        assert push.begins_soon(hall.section.pk) == round, minutes


def test_a_round_published_at_the_last_moment_is_announced_by_its_pairing(hall):
    begins = datetime.now() + timedelta(minutes=9)
    hall("configure", changes={"round_times": ["", "", f"{begins:%Y-%m-%d %H:%M}"]})
    told = Told.objects.create(section=hall.section, number=0)
    outbox.tell(hall.section, 0)
    told.refresh_from_db()
    assert told.begun == 3


def test_what_another_process_writes_reaches_phones_webhooks_and_the_stream(tmp_path, receiver):
    """The command line writes into the database of a running site; nobody at the site does anything."""
    service = Service()
    env = environment(tmp_path) | {"ARBITRO_WEBHOOK_HOSTS": receiver.host, "ARBITRO_PUSH_HOSTS": service.host}
    run(PREPARE, env=env)
    run(HOOK, f"http://{receiver.host}/", env=env)
    with worker(env, lifespan="on") as site:
        base = "/api/tournaments/demo/a"
        now = json.loads(site.get(base).text)["number"]
        pair = next(pair for pair in json.loads(site.get(f"{base}/rounds/2").text)["pairs"] if not pair["result"])
        follow = f"/e/demo/a/player/{pair['white']}/follow"
        assert site.post(follow, {"subscription": service.subscription()}, "") == 200
        begins = datetime.now() + timedelta(minutes=9, seconds=30)
        times = f"{{'round_times': ['', '{begins:%Y-%m-%d %H:%M:%S}']}}"
        now = int(run(RESULT, "configure", f"{{'changes': {times}}}", env=env))
        wait_for(lambda: service.letters)  # once, by the clock, whoever published
        with socket.create_connection(("127.0.0.1", site.port), timeout=30) as line:
            line.sendall(f"GET {base}/changes.ndjson?after={now} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
            lines = (row for row in line.makefile("rb") if row.startswith(b"{"))
            number = run(RESULT, "result", f"{{'round': 2, 'board': {pair['board']}, 'result': '0-1'}}", env=env)
            told = json.loads(next(lines))
        assert (told["number"], told["kind"], told["result"]) == (int(number), "result", "0-1")
        assert told["white"] == pair["white"]
        wait_for(lambda: receiver.letters and len(service.letters) > 1)
        assert receiver.changes() == [told]
        assert [letter["body"] for letter in service.letters] == [
            "La ronda empieza en diez minutos.", "Ronda 2: su resultado ya está, 0-1",
        ]  # fmt: skip
    service.server.shutdown()
    service.server.server_close()
