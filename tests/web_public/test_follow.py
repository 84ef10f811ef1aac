"""Following a player: letters to a real push endpoint on a socket, the installable page, the calendar."""

from __future__ import annotations

import base64
import json
import os
import threading
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.utils.translation import override
from py_vapid import Vapid02

from arbitro.desk import store
from arbitro.web import push
from arbitro.web.models import Follower


class Service:
    """A push service with one browser behind it."""

    def __init__(self) -> None:
        self.letters: list[dict[str, str]] = []
        self.authorization = ""
        self.status = 201
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = os.urandom(16)
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                plain = http_ece.decrypt(body, private_key=service.key, auth_secret=service.auth, version="aes128gcm")
                service.letters.append(json.loads(plain))
                service.authorization = self.headers["Authorization"]
                self.send_response(service.status)
                self.end_headers()

            def log_message(self, *_words: object) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.host = f"127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def subscription(self) -> dict[str, object]:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        keys = {"p256dh": point, "auth": self.auth}
        text = {name: base64.urlsafe_b64encode(value).rstrip(b"=").decode() for name, value in keys.items()}
        return {"endpoint": f"http://{self.host}/send/1", "keys": text}


@pytest.fixture
def service(monkeypatch):
    made = Service()
    monkeypatch.setenv("ARBITRO_PUSH_HOSTS", made.host)
    yield made
    made.server.shutdown()
    made.server.server_close()


def follow(visitor, hall, number, subscription, **more):
    body = json.dumps({"subscription": subscription, **more})
    return visitor.post(hall.url("follow", number), body, content_type="application/json")


def tell(hall) -> None:
    """What the site does after the last entry, here and now: a test's own thread sees the test's database."""
    push._tell(hall.section.pk, store.entries(hall.section.pk)[-1])


@pytest.fixture(autouse=True)
def _keep_the_connection(monkeypatch):
    monkeypatch.setattr(push.connection, "close", lambda: None)


def test_a_phone_is_told_of_the_pairing_and_of_the_result(hall, visitor, service):
    assert follow(visitor, hall, 1, service.subscription()).json()["key"] == push.public_key()
    current = store.state_of(hall.section.pk).round(3)
    for board in current.boards:
        if not current.boards[board].finished:
            hall("result", board=board, result="1-0")
    hall("close-round")
    hall("pair")
    tell(hall)
    assert service.letters == []  # a draft is nobody's news
    hall("publish")
    tell(hall)
    letter = service.letters[-1]
    assert letter["body"].startswith("Round 4, board ") and "against" in letter["body"]
    assert letter["url"] == hall.url("player", 1)
    assert Vapid02.verify(service.authorization)
    state = store.state_of(hall.section.pk)
    push._tell(hall.section.pk, replace(store.entries(hall.section.pk)[-1], kind="soon"))
    assert service.letters.pop()["body"] == "The round begins in ten minutes."
    mine = next(n for n, b in state.round(4).boards.items() if state.by_number(1).id in (b.white, b.black))
    for board in state.round(4).boards:
        hall("result", board=board, result="½-½")
        tell(hall)
    assert [said["body"] for said in service.letters[1:]] == ["Round 4: your result is in, ½-½"]
    assert mine


def test_whoever_asked_for_a_bye_is_told_that_they_rest(hall):
    state = store.state_of(hall.section.pk)
    published = [entry for entry in store.entries(hall.section.pk) if entry.kind == "publish"]
    asked = state.by_number(2).id  # a half-point bye in round 2
    with override("en"):
        assert push.news(state, published[0], asked).startswith("Round 1, board ")
        assert push.news(state, published[1], asked) == "Round 2: you have a bye"
        assert push.news(state, published[1], 999) == ""  # somebody whose entry was undone


def test_a_browser_that_is_gone_is_forgotten_and_one_may_stop(hall, visitor, service):
    follow(visitor, hall, 2, service.subscription())
    follow(visitor, hall, 2, service.subscription())
    assert Follower.objects.count() == 1
    service.status = 410
    push.send(Follower.objects.get(), {"title": "x"})
    assert not Follower.objects.exists()
    follow(visitor, hall, 2, service.subscription())
    follow(visitor, hall, 2, service.subscription(), follow=False)
    assert not Follower.objects.exists()


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://127.0.0.1:9/x",
        "https://169.254.169.254/",
        "https://fcm.googleapis.com.evil.org/",
        "http://fcm.googleapis.com/",
        "x",
        5,
    ],
)
def test_the_site_knocks_only_at_push_services(hall, visitor, service, endpoint):
    assert follow(visitor, hall, 1, service.subscription() | {"endpoint": endpoint}).status_code == 422
    assert not Follower.objects.exists()


@pytest.mark.parametrize(
    "body", ["", "[", "[]", "5", '{"subscription": 5}', '{"subscription": {"endpoint": "x", "keys": 5}}']
)
def test_nonsense_is_refused(hall, visitor, body):
    answer = visitor.post(hall.url("follow", 1), body, content_type="application/json")
    assert answer.status_code == 422


def test_the_page_of_a_player_is_an_application(hall, visitor):
    page = visitor.get(hall.url("player", 1)).content.decode()
    assert f'rel="manifest" href="{hall.url("player-app", 1)}"' in page
    made = visitor.get(hall.url("player-app", 1)).json()
    assert made["start_url"] == hall.url("player", 1)
    assert made["display"] == "standalone" and any(icon["sizes"] == "512x512" for icon in made["icons"])
    assert visitor.get("/worker.js")["Content-Type"].startswith("text/javascript")


def test_the_calendar_has_the_halls_time_and_the_length_of_a_round(hall, visitor):
    hall("configure", changes={"time_zone": "America/Mexico_City", "time_control": "5400+30"})
    text = visitor.get(hall.url("calendar")).content.decode()
    assert "DTSTART:20260501T220000Z" in text  # 16:00 in Mexico
    assert "DTEND:20260502T020000Z" in text  # two players with 90 minutes and 60 moves of 30 seconds
    hall("configure", changes={"time_control": "300+3"})
    assert "DTEND:20260501T221600Z" in visitor.get(hall.url("calendar")).content.decode()
