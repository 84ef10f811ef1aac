"""The rating-list desk (116 to 144): lists side by side, fetched or brought in, and checks that change nothing."""

from __future__ import annotations

import re
import threading
import zipfile
from datetime import date
from http.server import BaseHTTPRequestHandler, HTTPServer
from io import BytesIO
from pathlib import Path

import pytest

from arbitro.desk import rating_lists
from arbitro.desk.models import RegisteredPlayer
from arbitro.desk.rating_lists import add, begin, differences, fetch, in_force, kept, look_daily, sequence, update, work
from arbitro.errors import FileError, Refused
from arbitro.i18n import speaking
from arbitro.model import Title

HEAD = (
    "ID Number      Name                                                         Fed Sex Tit  WTit OTit           FOA "
    "SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag"
)
NOVEMBER = [("501", "Ruiz, Ana", "ESP", "IM", 2410, 2350, 0), ("502", "Soto, Luis", "MEX", "", 0, 1900, 1850)]


def text_list(*rows: tuple[str, str, str, str, int, int, int]) -> bytes:
    """A list as FIDE publishes it."""
    lines = [HEAD]
    for id, name, federation, title, standard, rapid, blitz in rows:
        line = f"{id:15}{name:61}{federation:4}{'F':4}{title:5}{'':5}{'':15}{'':4}"
        lines.append(
            line + f"{standard or '':<6}{0:<4}{20:<3}{rapid or '':<6}{0:<4}{20:<3}{blitz or '':<6}{0:<4}{20:<3}1990  "
        )
    return ("\n".join(lines) + "\n").encode("latin-1")


def zipped(*rows: tuple[str, str, str, str, int, int, int]) -> bytes:
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("players_list_foa.txt", text_list(*rows))
    return packed.getvalue()


@pytest.fixture
def lists(db, tmp_path, monkeypatch) -> Path:
    monkeypatch.setenv("ARBITRO_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("ARBITRO_FIDE_LIST", "off")
    return tmp_path


def file_of(folder: Path, data: bytes, name: str = "list.txt") -> Path:
    path = folder / name
    path.write_bytes(data)
    return path


def test_lists_of_several_months_and_kinds_stay_side_by_side(lists):  # 117, 120, 122
    counts = []
    add(file_of(lists, text_list(*NOVEMBER)), month="2026-11", progress=counts.append)
    add(file_of(lists, text_list(("501", "Ruiz, Ana", "ESP", "FM", 2390, 0, 0))), month="2026-10")
    add(file_of(lists, b"id,name,rating\n501,Ana Ruiz,2450\n", "own.csv"), "mexico", "2026-10")
    assert [str(one) for one in kept()] == ["fide 2026-11", "fide 2026-10", "mexico 2026-10"]
    assert counts == [2]
    assert RegisteredPlayer.objects.get(fide_id="501").standard == 2410  # an older list is no new register
    assert str(in_force("fide", date(2026, 10, 31))) == "fide 2026-10"
    assert str(in_force("fide", date(2026, 12, 1))) == "fide 2026-11"
    for name, month in (("Mexico!", "2026-10"), ("mexico", "2026-13"), ("standard", "2026-10")):
        with pytest.raises(Refused):
            add(file_of(lists, b"id,name,rating\n501,Ana Ruiz,2450\n", "own.csv"), name, month)


def single_list(month: str, *rows: tuple[str, str, int]) -> bytes:
    """A list of one kind of chess, whose heading names the month and not the kind."""
    lines = [f"{'ID Number':15}{'Name':33}{'Fed':4}{'Sex':4}{'Tit':5}{month:6}{'Gms':4}{'K':3}B-day Flag"]
    lines += [f"{id:15}{name:33}{'ESP':4}{'F':4}{'':5}{rating:<6}{0:<4}{20:<3}1990  " for id, name, rating in rows]
    return ("\n".join(lines) + "\n").encode("latin-1")


def test_lists_of_one_kind_of_chess_stay_side_by_side(desk, lists):
    for kind, rating in (("standard", 2400), ("rapid", 2300), ("blitz", 2200)):
        add(file_of(lists, single_list("OCT26", ("501", "Ruiz, Ana", rating)), f"{kind}_oct26frl.txt"))
    assert [str(one) for one in kept()] == ["fide-blitz 2026-10", "fide-rapid 2026-10", "fide-standard 2026-10"]
    assert RegisteredPlayer.objects.get(fide_id="501").standard == 2400  # the others are no register
    event = desk(start="2026-10-14", end="2026-10-15", rating_list="blitz")
    event("enter", players=[{"name": "Ruiz, Ana", "fide_id": "501", "rating": 2100, "federation": "ESP", "k": 20}])
    (ana,) = differences(event.state, date(2026, 10, 14))
    assert (ana.source, ana.changes["rating"]) == ("blitz 2026-10", (2100, 2200))
    assert not rating_lists.outdated(date(2026, 10, 20))
    nameless = file_of(lists, single_list("OCT26", ("501", "Ruiz, Ana", 2399)), "download.txt")
    with pytest.raises(Refused, match=r"download.txt holds one kind of chess: name the list fide-standard"):
        add(nameless)
    assert str(add(nameless, "fide-rapid")) == "fide-rapid 2026-10"


def test_a_list_of_another_body_fills_the_national_rating_and_takes_no_title(desk, lists):
    sheet = b'id,name,rating,fideid\n77,"Ruiz, Ana",2450,501\n501,"Otra, Eva",1700,777\n'
    add(file_of(lists, sheet, "own.csv"), "mexico", "2026-10")
    event = desk(start="2026-11-14", end="2026-11-15", rating_lists=("mexico", "standard"))
    ana = {"name": "Ruiz, Ana", "fide_id": "501", "rating": 2400, "title": "FM", "federation": "ESP", "k": 20}
    event("enter", players=[ana, {"name": "Paz, Ida", "fide_id": "77"}])
    (found,) = differences(event.state, date(2026, 11, 14))
    assert (found.changes, found.national) == ({"national_rating": (0, 2450)}, "mexico 2026-10")
    event("edit-player", **update(found, ["national_rating"]))
    player = event.state.entrants[1].player
    assert (player.rating, player.national_rating, player.title.value) == (2400, 2450, "FM")


def test_a_list_that_is_not_here_is_no_setting(desk, lists):
    add(file_of(lists, b"id,name,rating\n501,Ana Ruiz,2450\n", "own.csv"), "mexico", "2026-10")
    event = desk()
    with pytest.raises(Refused, match=r"no list called mexco here. Did you mean mexico\?"):
        event("configure", changes={"rating_lists": ["mexco", "standard"]})
    with pytest.raises(Refused, match=r"Did you mean rapid\?"):
        desk(name="New", rating_lists=["rapd"])
    event("configure", changes={"rating_lists": ["mexico", "standard"]})
    assert event.state.settings.rating_lists == ("mexico", "standard")


def test_the_month_is_the_one_that_the_list_states(lists):
    october = file_of(lists, single_list("OCT26", ("501", "Ruiz, Ana", 2400)), "standard.txt")
    with pytest.raises(Refused, match=r"standard.txt is the list of 2026-10, not of 2026-11"):
        add(october, month="2026-11")
    assert kept() == []
    assert str(add(october)) == "fide-standard 2026-10"


def test_errors_name_the_file_as_its_user_does(lists):
    wrong = file_of(lists, b"an error page", "upload.txt")
    with pytest.raises(FileError, match=r"^my list.txt, line 1: "):
        add(wrong, called="my list.txt")


def test_a_sequence_is_proposed_and_can_be_changed(desk, lists):  # 118, 123 to 126
    add(file_of(lists, b"id,name,rating\n501,Ana Ruiz,2450\n", "own.csv"), "mexico", "2026-10")
    event = desk()
    assert sequence(event.state.settings) == ("standard", "rapid", "blitz")
    event("configure", changes={"rating_list": "rapid"})
    assert sequence(event.state.settings) == ("rapid", "standard", "blitz")
    event("configure", changes={"rating_lists": ["mexico", "standard"]})
    assert sequence(event.state.settings) == ("mexico", "standard")


def entered(desk, lists, **settings):
    """Ana with an old rating and title, Luis without a standard rating, Eva who is on no list."""
    add(file_of(lists, text_list(*NOVEMBER)), month="2026-11")
    event = desk(start="2026-11-14", end="2026-11-15", **settings)
    event("enter", players=[
        {"name": "Ruiz, Ana", "fide_id": "501", "rating": 2400, "title": "FM", "federation": "ESP", "k": 20},
        {"name": "Soto, Luis", "fide_id": "502", "federation": "MEX", "k": 20},
        {"name": "Gil, Eva", "rating": 1500},
    ])  # fmt: skip
    return event


def test_a_check_names_old_and_new_and_changes_nothing(desk, lists):  # 127 to 129, 133, 142, 143
    event = entered(desk, lists)
    before = event.state.number
    ana, luis = differences(event.state, date(2026, 11, 16))
    assert ana.changes == {"rating": (2400, 2410), "title": (Title.FM, Title.IM)}
    assert ana.source == "standard 2026-11"
    assert dict(luis.offers) == {"rapid 2026-11": 1900, "blitz 2026-11": 1850}
    assert event.state.number == before


def test_whoever_is_chosen_is_updated_and_keeps_the_source(desk, lists):  # 116, 134, 144
    event = entered(desk, lists)
    assert not any(e.source for e in event.state.entrants.values())  # all were typed
    ana, luis = differences(event.state, date(2026, 11, 16))
    event("edit-player", **update(ana, ["rating"]))
    event("edit-player", **update(luis, [], "rapid 2026-11"))
    one, two, _eva = event.state.entrants.values()
    assert (one.player.rating, one.player.title.value, one.source) == (2410, "FM", "standard 2026-11")
    assert (two.player.rating, two.source) == (1900, "rapid 2026-11")
    (left,) = differences(event.state, date(2026, 11, 16))
    assert list(left.changes) == ["title"]
    event("edit-player", id=1, player={"rating": 2500})
    assert event.state.entrants[1].source == ""  # typed again
    assert event.state.entrants[1].player.rating == 2500


def test_ratings_by_hand_and_later(desk, lists):  # 130 to 132
    event = entered(desk, lists)
    event("number")
    event("edit-player", id=3, player={"rating": 1600})
    assert event.state.entrants[3].player.rating == 1600
    event("enter", players=[{"name": "Sin, Elo"}])
    assert event.state.entrants[4].player.rating == 0


def test_the_list_in_force_at_the_start_counts_and_in_long_events_todays(desk, lists):  # 137, 141
    event = entered(desk, lists)
    add(file_of(lists, text_list(("501", "Ruiz, Ana", "ESP", "IM", 2433, 0, 0))), month="2026-12")
    assert differences(event.state, date(2026, 12, 20))[0].changes["rating"] == (2400, 2410)
    event("configure", changes={"long_event": "yes"})
    assert differences(event.state, date(2026, 12, 20))[0].changes["rating"] == (2400, 2433)
    assert not rating_lists.outdated(date(2026, 12, 20))
    assert rating_lists.outdated(date(2027, 1, 2))


@pytest.fixture
def server(lists, monkeypatch):
    """A place that offers a list, put there on a day."""

    class Offer(BaseHTTPRequestHandler):
        data, stamp, asked = zipped(*NOVEMBER), "Sun, 01 Nov 2026 00:00:00 GMT", 0

        def do_HEAD(self) -> None:
            Offer.asked += 1
            self.send_response(200)
            self.send_header("Last-Modified", Offer.stamp)
            self.send_header("Content-Length", str(len(Offer.data)))
            self.end_headers()

        def do_GET(self) -> None:
            self.do_HEAD()
            self.wfile.write(Offer.data)

        def log_message(self, *_args: object) -> None: ...

    served = HTTPServer(("127.0.0.1", 0), Offer)
    thread = threading.Thread(target=served.serve_forever, daemon=True)
    thread.start()
    monkeypatch.setenv("ARBITRO_FIDE_LIST", f"http://127.0.0.1:{served.server_port}/players_list.zip")
    yield Offer
    served.shutdown()
    served.server_close()


def test_fides_list_is_fetched(server, monkeypatch):  # 119, 121
    assert str(fetch()) == "fide 2026-11"
    assert RegisteredPlayer.objects.count() == 2
    server.data = b"an error page"
    with pytest.raises(Exception, match=r"not a rating list|heading"):
        fetch()
    monkeypatch.setenv("ARBITRO_FIDE_LIST", "http://127.0.0.1:9/players_list.zip")
    with speaking("es"):
        begin("fide", fetch).join()
    assert work().what.startswith("http://127.0.0.1:9/players_list.zip: sin respuesta. ¿Hay internet?")
    assert RegisteredPlayer.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_once_a_day_a_newer_list_is_looked_for_and_tournaments_are_checked(
    desk, server, lists, monkeypatch
):  # 135, 139
    event = entered(desk, lists)
    server.stamp, server.data = "Tue, 01 Dec 2026 00:00:00 GMT", zipped(("501", "Ruiz, Ana", "ESP", "IM", 2433, 0, 0))
    thread = look_daily(now=1e9, then=rating_lists.check_all)
    assert thread is not None
    thread.join()
    assert [str(one) for one in kept()] == ["fide 2026-12", "fide 2026-11"]
    assert work().state == "done"
    assert rating_lists.found_by_itself(event.section.pk, event.state) == 2
    event("configure", changes={"check_ratings": False})  # 138
    assert rating_lists.found_by_itself(event.section.pk, event.state) == 0
    asked = server.asked
    assert look_daily(now=1e9 + 3600) is None
    assert server.asked == asked
    monkeypatch.setenv("ARBITRO_FIDE_LIST", "http://127.0.0.1:9/nothing.zip")
    thread = look_daily(now=1e9 + 90_000)  # offline: silent
    assert thread is not None
    thread.join()
    assert work().state == "done"


@pytest.mark.django_db
def test_a_new_site_without_internet_is_told_nothing(lists, monkeypatch):
    monkeypatch.setenv("ARBITRO_FIDE_LIST", "http://127.0.0.1:9/nothing.zip")
    look_daily(now=1e9).join()
    assert work().state == ""


def test_the_pages_show_ticks_and_take_over_only_these(hall, lists):  # 128, 136, 138, 141 to 144
    add(file_of(lists, text_list(*NOVEMBER)), month="2020-01")
    rows = [
        {"name": "Ruiz, Ana", "fide_id": "501", "rating": 2400, "title": "FM"},
        {"name": "Soto, Luis", "fide_id": "502", "title": "CM"},
    ]
    hall.give("enter", players=rows)
    assert b"Are they current?" in hall.owner.get(hall.url("desk-ratings")).content
    page = hall.owner.get(hall.url("desk-ratings") + "?check=1").content.decode()
    assert 'value="1:rating"' in page
    assert not re.search(r'name="tick"[^>]*checked', page)  # nothing changes but by a tick
    assert 'value="1:title"' in page
    assert "Title." not in page
    assert "1900 · rapid 2020-01" in page
    fields = {"tick": ["1:rating"], "offer-2": "rapid 2020-01"}
    assert hall.owner.post(hall.url("desk-update-ratings"), fields).status_code == 302
    ana, luis = (hall.state.entrants[id] for id in (1, 2))
    assert (ana.player.rating, ana.player.title.value, luis.player.rating) == (2410, "FM", 1900)
    assert hall.owner.post(hall.url("desk-choose-lists"), {"lists": "rapid, standard"}).status_code == 302
    assert hall.state.settings.rating_lists == ("rapid", "standard")
    hall.owner.post(hall.url("desk-choose-lists"), {"check": "off"})
    assert b"not checked" in hall.owner.get(hall.url("desk-ratings")).content
    stranger = hall.person("eva")
    assert stranger.get("/desk/lists").status_code == 200
    assert stranger.post("/desk/lists", {"action": "fetch"}).status_code == 403


@pytest.mark.django_db(transaction=True)
def test_a_list_is_brought_in_by_a_page(hall, lists):  # 117, 120
    from django.core.files.uploadedfile import SimpleUploadedFile

    upload = SimpleUploadedFile("players_list.zip", zipped(*NOVEMBER))
    answer = hall.owner.post("/desk/lists", {"file": upload, "name": "fide", "month": "2026-11"})
    assert answer.status_code == 302
    for thread in threading.enumerate():
        if thread.name == "rating-list":
            thread.join()
    page = hall.owner.get("/desk/lists").content.decode()
    assert "fide@2026-11.zip" in page
    assert "Brought in: fide 2026-11" in page


def test_a_mistyped_list_is_refused_with_the_nearest_name(hall, lists):
    sheet = file_of(lists, b"id,name,rating\n501,Ana Ruiz,2450\n", "own.csv")
    add(sheet, "mexico", "2026-10")
    for name, meant in (("mexcio", "mexico"), ("fide-rapd", "fide-rapid")):
        with pytest.raises(Refused, match=f"Did you mean {meant}"):
            add(sheet, name, "2026-10")
    add(sheet, "mexico2", "2026-10")  # a second list of the same body
    page = hall.owner.post(hall.url("desk-choose-lists"), {"lists": "mexcio standard"}, follow=True)
    assert "Did you mean mexico?" in page.content.decode()
    assert hall.state.settings.rating_lists == ()
    hall.owner.post(hall.url("desk-choose-lists"), {"lists": "mexico standard"})
    assert hall.state.settings.rating_lists == ("mexico", "standard")


def test_rating_tie_breaks_of_a_long_event_are_advised_against_where_one_looks(hall):  # 210
    hall.start(4)
    hall.give("configure", changes={"start": "2026-01-01", "end": "2026-03-20", "tiebreaks": ["ARO", "BH"]})
    for page in ("desk-section", "desk-standings", "desk-ties", "desk-ratings", "desk-settings"):
        assert "advised against in long events: ARO" in hall.owner.get(hall.url(page)).content.decode(), page
    hall.give("configure", changes={"end": "2026-01-20"})
    assert "advised against" not in hall.owner.get(hall.url("desk-section")).content.decode()
