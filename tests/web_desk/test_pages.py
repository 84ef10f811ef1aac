"""The arbiter's pages by their forms: what a click does, what is asked first, what is never lost."""

from __future__ import annotations

import html
import io
import json
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from arbitro.desk import store
from arbitro.desk.commands import Role
from arbitro.papers import print_paper
from arbitro.prizes import parse_plan, write_plan
from arbitro.standings.tiebreak import offered_lists
from arbitro.web import urls
from arbitro.web.desk.frame import TABS

FORM = {
    "name": "Torneo Ñandú", "city": "Oaxaca", "federation": "MEX", "start": "2026-12-01", "end": "2026-12-05",
    "system": "dutch", "rounds": "9", "time_control": "5400+30", "edition": "manual", "acceleration": "",
    "team_boards": "0", "tiebreaks": "bh/c1, BH; SB", "default_time": "15", "half_byes": "1", "chief_arbiter": "Ana",
    "organiser": "", "deputies": "Luis\nMarta", "round_times": "", "keep_apart_shown": "1", "keep_apart": ["club"],
}  # fmt: skip


def htmx(client, url, **fields):
    return client.post(url, fields, headers={"HX-Request": "true"})


def typed(client, url, **fields):
    """A result as the page's script sends it."""
    return client.post(url, fields, headers={"Accept": "application/json"})


def test_create_keeps_what_was_typed_when_it_is_refused(hall):
    answer = hall.owner.post(reverse("desk-new"), FORM | {"tiebreaks": "NONSENSE", "prize_amounts": "10"})
    assert answer.status_code == 400
    page = answer.content.decode()
    assert 'value="Torneo Ñandú"' in page
    assert "Luis" in page


def test_create_takes_every_field_of_the_form(hall):
    answer = hall.owner.post(
        reverse("desk-new"), FORM | {"prize_amounts": "500, 300", "prize_currency": "MXN", "confirm": "2"}
    )
    assert answer.status_code == 302
    _desk, event, section, _players = answer["Location"].strip("/").split("/")
    assert event == "torneo-nandu"
    from arbitro.desk.events import find_section

    made = store.state_of(find_section(f"{event}/{section}").pk).settings
    assert (made.rounds, made.tiebreaks, made.deputies) == (9, ("BH/C1", "BH", "SB"), ("Luis", "Marta"))
    assert made.keep_apart == ("club",)
    assert "prizes = [500, 300]" in made.prizes


@pytest.mark.parametrize(("control", "list_"), [("5400+30", "standard"), ("900+10", "rapid"), ("3 min + 2 s", "blitz")])
def test_the_time_control_chooses_the_rating_list(hall, control, list_):
    answer = hall.owner.post(reverse("desk-advice"), FORM | {"time_control": control})
    assert list_ in answer.content.decode()


def test_every_page_marks_its_place_in_the_rail(hall):
    hall.start()
    wants = {page.name: page.pattern.converters for page in urls.desk}
    for name, place in TABS.items():
        if name in ("desk-teams", "desk-papers", "desk-games-upload"):
            continue
        page = hall.owner.get(hall.url(name, *(1 for _ in wants.get(name, ())))).content.decode()
        rail = page.partition('id="rail"')[2].partition("</nav>")[0]
        marked = re.findall(r'aria-current="page"><svg.*?#i-([a-z]+)', rail)
        assert marked == [place], name


def test_the_papers_page_lists_what_can_be_printed(hall):
    hall.start()
    assert hall.owner.get(hall.url("desk-papers")).status_code == 200
    assert hall.owner.get(hall.url("desk-paper", "no-such-paper")).status_code == 404


def test_a_tapped_result_answers_with_its_row(hall):
    hall.start()
    answer = typed(hall.owner, hall.url("desk-board", 1), result="3 1-0", expected=hall.state.number).json()
    assert (answer["state"], answer["number"]) == ("saved", hall.state.number)
    assert 'id="board-3"' in answer["row"]
    assert "1 of 6" in answer["progress"]
    assert "<form" in answer["undo"]


def test_without_scripts_a_result_goes_back_to_the_round(hall):
    hall.start()
    answer = hall.owner.post(hall.url("desk-board", 1), {"result": "3 1-0", "expected": hall.state.number})
    assert answer["Location"] == hall.url("desk-round", 1)
    answer = hall.owner.post(hall.url("desk-board", 1), {"result": "3 0-1", "expected": hall.state.number})
    assert answer.status_code == 409
    assert "Are you sure?" in answer.content.decode()


def test_two_arbiters_on_one_board_one_is_told_and_nothing_is_lost(hall):
    hall.start()
    luis = hall.person("luis", Role.ARBITER)
    seen = hall.state.number
    first = typed(hall.owner, hall.url("desk-board", 1), result="2 1-0", expected=seen)
    second = typed(luis, hall.url("desk-board", 1), result="2 0-1", expected=seen)
    assert (first.status_code, second.status_code) == (200, 409)
    told = second.json()
    assert (told["state"], told["insist"]) == ("conflict", 2)
    assert "ana" in told["note"]
    assert store.entries(hall.section.pk)[-1].payload["white"] == "WIN"
    other_board = typed(luis, hall.url("desk-board", 1), result="3 ½-½", expected=seen)
    assert other_board.status_code == 200
    insisted = typed(luis, hall.url("desk-board", 1), result="2 0-1", confirm="2")
    assert insisted.status_code == 200
    kinds = [(e.who, e.payload["white"]) for e in store.entries(hall.section.pk) if e.payload.get("board") == 2]
    assert kinds == [("ana", "WIN"), ("luis", "LOSS")]


def test_both_arbiters_agreeing_is_no_conflict(hall):
    hall.start()
    seen = hall.state.number
    typed(hall.owner, hall.url("desk-board", 1), result="2 1-0", expected=seen)
    again = typed(hall.person("luis", Role.ARBITER), hall.url("desk-board", 1), result="2 1-0", expected=seen)
    assert again.status_code == 200


def test_the_undo_bar_offers_the_last_act_and_takes_it_back(hall):
    hall.start()
    hall.do("result", board=1, result="1-0", round=1)
    page = hall.owner.get(hall.url("desk-round", 1)).content.decode()
    target = re.search(r'name="target" value="(\d+)"', page)[1]
    answer = hall.owner.post(hall.url("desk-undo"), {"target": target, "next": hall.url("desk-round", 1)})
    assert answer["Location"] == hall.url("desk-round", 1)
    assert not hall.state.rounds[0].boards[1].finished
    hall.owner.post(hall.url("desk-redo"))
    assert hall.state.rounds[0].boards[1].finished


def test_the_undo_bar_goes_after_ten_seconds(hall, monkeypatch):
    hall.start()
    hall.do("result", board=1, result="1-0", round=1)
    from arbitro.web.desk.views import common

    now = common.time.time()
    monkeypatch.setattr(common.time, "time", lambda: now + 11)
    assert 'class="undo toast"' not in hall.owner.get(hall.url("desk-round", 1)).content.decode()


def test_no_page_offers_to_undo_what_a_later_decision_rests_on(hall):
    hall.start()
    hall.do("result", board=1, result="1-0", round=1)
    assert 'class="undo toast"' in hall.owner.get(hall.url("desk-round", 1)).content.decode()
    hall.give("result", board=1, result="0-1", round=1)  # another desk
    assert 'class="undo toast"' not in hall.owner.get(hall.url("desk-round", 1)).content.decode()
    page = hall.owner.get(hall.url("desk-journal")).content.decode()
    offered = [int(n) for n in re.findall(r'name="target" value="(\d+)"', page)]
    assert offered
    for number in offered:
        assert hall.owner.post(hall.url("desk-undo"), {"target": number}).status_code == 302
        hall.owner.post(hall.url("desk-redo"))
    others = {entry.number for entry in store.entries(hall.section.pk)} - set(offered)
    assert hall.owner.post(hall.url("desk-undo"), {"target": min(others - {1})}).status_code == 422


def test_a_correction_says_its_consequence_before_it_is_saved(hall):
    hall.start()
    hall.finish_round()
    hall.next_round()
    page = hall.owner.get(hall.url("desk-correct", 1, 1)).content.decode()
    assert "later pairings use the correction" in page
    answer = hall.do("result", round=1, board=1, result="0-1", confirm=3, why="wrong slip")
    assert answer.status_code == 302
    assert store.entries(hall.section.pk)[-1].why == "wrong slip"


def test_what_cannot_be_taken_back_is_read_and_confirmed_on_one_page(hall):
    hall.start()
    number = hall.state.number
    first = hall.do("unpair")
    box = '<input type="checkbox" name="confirm" value="4" required autofocus>'
    assert (first.status_code, box in first.content.decode()) == (409, True)
    assert hall.do("unpair").status_code == 409  # not ticked
    named = hall.do("unpair", confirm=3)  # from a page that has named the consequences: nothing to tick
    assert (named.status_code, box in named.content.decode()) == (409, False)
    assert hall.state.number == number
    assert hall.do("unpair", confirm=4).status_code == 302
    assert not hall.state.rounds


def test_a_reason_is_asked_where_the_rules_want_one(hall):
    hall.start()
    assert hall.do("exclude", id=1).status_code == 422
    assert hall.do("exclude", id=1, why="left angry").status_code == 409
    assert hall.do("exclude", id=1, why="left angry", confirm=3).status_code == 302
    assert hall.state.entrants[1].excluded


def test_two_players_change_places_by_hand_with_a_reason(hall):
    hall.start()
    hall.finish_round()
    hall.give("pair")
    hall.give("manual", on=True)
    draft = hall.state.current
    a, b = draft.boards[1].white, draft.boards[2].white
    url = hall.url("desk-pair")
    question = hall.owner.post(url, {"a": a, "b": b, "why": "a mistake in the hall"})
    assert question.status_code == 409
    fields = dict(re.findall(r'name="(args|next|confirm|expected)" value="([^"]*)"', question.content.decode()))
    args = json.loads(fields["args"].replace("&quot;", '"'))
    answer = hall.do("override", args=json.dumps(args), confirm=4, why="a mistake in the hall")
    assert answer.status_code == 302
    assert {hall.state.current.boards[1].white, hall.state.current.boards[2].white} == {a, b}
    assert "by hand" in hall.owner.get(url).content.decode()


def test_the_settings_say_what_is_fixed(hall):
    hall.start()
    page = hall.owner.get(hall.url("desk-settings")).content.decode()
    assert "C.04.1 a" in page
    assert hall.owner.post(hall.url("desk-settings"), {"rounds": "7"}).status_code == 400
    assert hall.owner.post(hall.url("desk-settings"), {"city": "Puebla"}).status_code == 302
    assert hall.state.settings.city == "Puebla"
    question = hall.owner.post(hall.url("desk-settings"), {"tiebreaks": "SB"})
    assert question.status_code == 409


def test_the_checklists_are_ticked_by_round(hall):
    hall.start()
    page = hall.owner.get(hall.url("desk-officials")).content.decode()
    assert 'value="1:clocks"' in page
    hall.do("tick", item="1:clocks", done="on")
    assert "1:clocks" in hall.state.ticks


def test_prizes_from_two_fields(hall):
    hall.owner.post(hall.url("desk-prizes"), {"prize_amounts": "100"})
    assert 'id="awards"' not in hall.owner.get(hall.url("desk-prizes")).content.decode()  # nobody is there to win
    hall.start()
    answer = hall.owner.post(hall.url("desk-prizes"), {"prize_amounts": "100 50.50", "prize_currency": "EUR"})
    assert answer.status_code == 302
    assert "150.50 EUR" in hall.owner.get(hall.url("desk-prizes")).content.decode()
    assert hall.owner.post(hall.url("desk-prizes"), {"prize_amounts": "many"}).status_code == 400
    assert hall.owner.post(hall.url("desk-prizes"), {"prizes": "nonsense = ["}).status_code == 400


def test_prizes_by_form_name_the_list_each_comes_from(hall):
    hall.start()
    hall.finish_round()
    sent = {
        "list_name": ["", "Under 2000", ""], "list_kind": ["", "R{}", "women"], "list_value": ["", "-1999", ""],
        "list_amounts": ["500, 300", "100", ""], "list_sharing": ["tiebreak", "hort", "hort"],
        "list_trophies": ["", "Cup", ""], "currency": "MXN", "one_prize": "on",
    }  # fmt: skip
    assert hall.owner.post(hall.url("desk-prizes"), sent).status_code == 302
    plan = parse_plan(hall.state.settings.prizes)
    assert [(one.name, one.who, one.total) for one in plan.lists] == [
        ("General", (), 800), ("Under 2000", ("R-1999",), 100)
    ]  # fmt: skip
    page = hall.owner.get(hall.url("desk-prizes")).content.decode()
    assert "133.34 MXN" in page  # six players lead: 800 between them, and the list is named
    assert re.search(r'<td class="of">General<br>', page)
    assert re.search(r'<option value="R\{\}" selected', page)
    assert hall.owner.get(hall.url("desk-prizes") + "?format=toml").content.decode() == hall.state.settings.prizes
    assert parse_plan(write_plan(plan)) == plan
    wrong = sent | {"list_amounts": ["much", "", ""]}
    assert hall.owner.post(hall.url("desk-prizes"), wrong).status_code == 400


def test_a_list_of_any_program_is_read_with_its_columns(hall):
    text = "Apellidos;Nombre;Elo;Fed\nRuiz;Ana;2105;MEX\nSoto;Luis;1990;MEX\nRuiz;Ana;2105;MEX\n"
    page = hall.owner.post(hall.url("desk-import"), {"text": text}).content.decode()
    assert "2 new players" in page
    assert "further up in the list" in page
    rows = '"2105","Ruiz, Ana"\r\n"1990","Soto, Luis"\r\n'
    wrong = hall.owner.post(hall.url("desk-import"), {"rows": rows, "column": ["", "rating"]})
    assert wrong.status_code == 400
    fields = {"rows": rows, "column": ["rating", "name"], "action": "enter"}
    assert hall.owner.post(hall.url("desk-import"), fields).status_code == 302
    assert {e.name: e.player.rating for e in hall.state.entrants.values()} == {"Ruiz, Ana": 2105, "Soto, Luis": 1990}


def test_one_bad_cell_refuses_no_list_and_doubles_stand_side_by_side(hall):
    text = "Torneo del barrio\n\nNombre;Elo;Fed;Nac\nRuiz, Ana;s/e;MEX;2001\nSoto, Luis;1990;MEX;1999\nTotal;2;;\n"
    page = hall.owner.post(hall.url("desk-import"), {"text": text}).content.decode()
    assert re.search(r'name="header" value="3" checked', page)
    assert re.search(r'name="cell-4-1" value="s/e"', page)
    rows = re.search(r"<textarea name=\"rows\"[^>]*>([^<]*)<", page)[1].replace("&quot;", '"')
    sent = {"rows": rows, "header": "3", "header_was": "3", "column": ["name", "rating", "federation", "birth"]}
    sent |= {"skip": "6", "cell-4-1": "1850"}
    assert hall.owner.post(hall.url("desk-import"), sent | {"action": "enter"}).status_code == 302
    assert {e.name: e.player.rating for e in hall.state.entrants.values()} == {"Ruiz, Ana": 1850, "Soto, Luis": 1990}
    again = {"rows": '"Soto, Luis","2010"\r\n"Ruiz, Ana","1"\r\n', "column": ["name", "rating"]}
    page = hall.owner.post(hall.url("desk-import"), again).content.decode()
    assert "2 players appear twice" in page
    hall.owner.post(hall.url("desk-import"), again | {"double-1": "update", "action": "enter"})
    assert {e.name: e.player.rating for e in hall.state.entrants.values()} == {"Ruiz, Ana": 1850, "Soto, Luis": 2010}


def test_a_cell_that_no_player_can_have_is_mended_in_the_page(hall):
    text = "Nombre;Elo;Nac\nRuiz, Ana;2105;31/02/2001\nSoto, Luis;21050;1999\n-, -;1800;1990\n"
    page = hall.owner.post(hall.url("desk-import"), {"text": text}).content.decode()
    assert re.findall(r'name="cell-([0-9-]+)" value="([^"]*)"', page) == [
        ("2-2", "31/02/2001"), ("3-1", "21050"), ("4-0", "-, -")
    ]  # fmt: skip
    rows = re.search(r"<textarea name=\"rows\"[^>]*>([^<]*)<", page)[1].replace("&quot;", '"')
    sent = {"rows": rows, "header": "1", "header_was": "1", "column": ["name", "rating", "birth"], "action": "enter"}
    assert hall.owner.post(hall.url("desk-import"), sent | {"cell-2-2": "28/02/2001"}).status_code == 302
    assert [(e.name, e.player.rating, e.player.birth) for e in hall.state.entrants.values()] == [
        ("Ruiz, Ana", 2105, "2001/02/28"), ("Soto, Luis", 0, "1999")
    ]  # fmt: skip


def test_a_list_with_a_column_of_teams_makes_the_teams(hall):
    hall.owner.post(hall.url("desk-settings"), {"system": "team", "team_boards": "2"})
    text = "Jugador,Elo,Equipo\nA,2100,Alfil\nB,2000,Torre\nC,1900,Alfil\nD,1800,Torre\n"
    page = hall.owner.post(hall.url("desk-import"), {"text": text}).content.decode()
    rows = re.search(r"<textarea name=\"rows\"[^>]*>([^<]*)<", page)[1]
    sent = {"rows": rows, "header": "1", "header_was": "1", "column": ["name", "rating", "team"], "action": "enter"}
    assert hall.owner.post(hall.url("desk-import"), sent)["Location"].endswith("/teams")
    assert [(t.name, t.members, t.strength) for t in hall.state.teams.values()] == [
        ("Alfil", (1, 3), 2000), ("Torre", (2, 4), 1900)
    ]  # fmt: skip


def test_a_workbook_is_read(hall):
    book = Workbook()
    book.active.append(["Jugador", "Elo", "Club"])
    book.active.append(["Ruiz, Ana", 2105, "Ateneo"])
    out = io.BytesIO()
    book.save(out)
    upload = SimpleUploadedFile("list.xlsx", out.getvalue())
    page = hall.owner.post(hall.url("desk-import"), {"file": upload}).content.decode()
    assert "Ruiz, Ana" in page
    assert "Ateneo" in page


def test_late_players_of_a_list_are_asked_about(hall):
    hall.start()
    for _round in range(3):
        hall.finish_round()
        hall.next_round()
    fields = {"rows": '"Late, Lou","1500"\r\n', "column": ["name", "rating"], "action": "enter"}
    question = hall.owner.post(hall.url("desk-import"), fields)
    assert question.status_code == 409
    assert b"chief arbiter answers" in question.content


def test_a_file_that_is_too_large_is_refused(hall):
    upload = SimpleUploadedFile("big.csv", b"name\n" + b"x" * (4 * 1024 * 1024 + 1))
    answer = hall.owner.post(hall.url("desk-import"), {"file": upload})
    assert answer.status_code == 400
    assert b"4 MB" in answer.content


FUZZ = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


@FUZZ
@given(st.binary(max_size=400) | st.text(max_size=200).map(lambda t: t.encode("utf-8", "replace")), st.sampled_from([
    "a.csv", "a.xlsx", "a.txt", "", "☃.xlsm"]))  # fmt: skip
def test_no_upload_breaks_the_page(hall, data, name):
    prefix = b"PK\x03\x04" if name.endswith("x") and len(data) % 2 else b""
    upload = SimpleUploadedFile(name or "x", prefix + data)
    answer = hall.owner.post(hall.url("desk-import"), {"file": upload})
    assert answer.status_code in (200, 400)


@FUZZ
@given(st.text(max_size=200), st.lists(st.sampled_from(["name", "rating", "k", "birth", "", "bogus"]), max_size=5))
def test_no_columns_break_the_page(hall, rows, columns):
    answer = hall.owner.post(hall.url("desk-import"), {"rows": rows, "column": columns or ["name"], "action": "look"})
    assert answer.status_code in (200, 400)


def test_the_keys_of_results_follow_the_settings(hall):
    hall.start()
    page = hall.owner.get(hall.url("desk-round", 1)).content.decode()
    assert "&quot;0&quot;: &quot;0-1&quot;" in page and "&quot;5&quot;" in page and "data-once" not in page
    answer = hall.owner.get(hall.url("desk-settings")).content.decode()
    assert 'name="result_keys"' in answer
    hall.give("configure", changes={"result_keys": "123"})
    page = hall.owner.get(hall.url("desk-round", 1)).content.decode()
    assert "&quot;2&quot;: &quot;0-1&quot;" in page and "<kbd>3</kbd>" in page and "&quot;0&quot;: &quot;&quot;" in page
    hall.give("configure", changes={"result_keys": "1=3"})
    page = hall.owner.get(hall.url("desk-round", 1)).content.decode()
    assert "&quot;3&quot;: &quot;0-1&quot;" in page and "&quot;2&quot;: &quot;\\u00bd" in page


def test_a_list_of_tie_breaks_is_chosen_by_its_name(hall):
    hall.give("configure", changes={"federation": "FRA"})
    page = html.unescape(hall.owner.get(hall.url("desk-settings")).content.decode())
    offered = re.findall(r'<option value="([a-z0-9-]+)"[^>]*>[^<]*: BH', page)
    assert offered[:2] == ["fra-youth", "fra-youth-unrated"] and "2019-swiss" in offered  # the federation's first
    post = {"name": "Open", "tiebreaks": ["SB"], "tiebreak_list": "fra-youth", "expected": hall.state.number}
    assert hall.owner.post(hall.url("desk-settings"), post).status_code in (200, 302)
    assert hall.state.settings.tiebreaks == ("BH/C1", "BH", "TPR")


@pytest.mark.parametrize("one", [one for one in offered_lists("swiss") if one.federation], ids=lambda one: one.name)
def test_the_list_of_a_federation_ranks_the_players(hall, one):
    hall.start(6)
    hall.give("configure", changes={"federation": one.federation})
    page = html.unescape(hall.owner.get(hall.url("desk-settings")).content.decode())
    offered = page.partition('id="tiebreak_list"')[2].partition("</select>")[0]
    assert re.findall(r'<option value="([a-z0-9-]+)"', offered)[0].startswith(one.federation.lower())
    assert f'title="{one.source}">' in page or not one.source
    post = {"name": "Open", "tiebreak_list": one.name, "expected": hall.state.number, "confirm": "4"}
    assert hall.owner.post(hall.url("desk-settings"), post).status_code in (200, 302)
    assert hall.state.settings.tiebreaks == one.codes
    heads = html.unescape(hall.owner.get(hall.url("desk-standings")).content.decode())
    assert [code for code in one.codes if not re.search(rf"<th[^>]*>\s*(<[^>]*>\s*)*{re.escape(code)}\b", heads)] == []


KEYS = st.sampled_from([
    "id", "ids", "players", "boards", "round", "board", "result", "on", "changes", "groups", "order", "name",
    "outcome", "white", "item",
])  # fmt: skip
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 2000) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=6,
)
COMMAND = st.sampled_from([
    "enter", "edit-player", "remove", "check-in", "bye", "withdraw", "return", "number", "team", "line-up",
    "override", "manual", "result", "incident", "tick", "configure", "keep-apart", "lots", "remark",
])  # fmt: skip


@FUZZ
@given(COMMAND, JSON)
def test_no_damaged_form_breaks_the_site_or_the_journal(hall, command, args):
    if not hall.state.entrants:
        hall.start(4)
    answer = hall.do(command, args=json.dumps(args), confirm="4", why="fuzz")
    assert answer.status_code < 500
    for name in ("desk-section", "desk-players", "desk-journal", "desk-officials", "desk-incidents"):
        assert hall.owner.get(hall.url(name)).status_code == 200, (command, args, name)


FIELDS = st.sampled_from([
    "id", "round", "board", "result", "outcome", "item", "name", "rating", "members", "ids", "expected", "confirm",
    "target", "a", "b", "text",
])  # fmt: skip


@FUZZ
@given(st.dictionaries(FIELDS, st.text(max_size=12), max_size=5), COMMAND)
def test_no_field_breaks_the_site(hall, fields, command):
    if not hall.state.entrants:
        hall.start(4)
    assert hall.do(command, **fields).status_code < 500
    for name in ("desk-pair", "desk-undo", "desk-incidents", "desk-prizes", "desk-settings"):
        assert hall.owner.post(hall.url(name), fields).status_code < 500


REGULATIONS = {
    "stated_shown": "1", "appeals_deadline_min": "30", "appeals_deposit": "50,50", "appeals_currency": "MXN",
    "appeals_members": "Ruiz, MEX\nSoto, ESP\nVega, CUB\n", "stated_smoking": "outside", "stated_dress": "decent",
    "stated_draw_restriction": "not before move 30", "stated_media": "", "stated_supervision": "",
    "stated_line_up_time": "",
}  # fmt: skip


def test_a_new_tournament_is_asked_for_in_words_and_nobody_is_blamed_yet(hall):
    page = hall.owner.get(reverse("desk-new")).content.decode()
    assert "90 min + 30 s" in page  # a time control to choose, not 5400+30
    assert "Buchholz without the lowest (BH/C1)" in page
    assert "5 for up to 32 players" in page
    assert must(page) == 0


def must(page: str) -> int:
    return page.count('class="mark bad"')


def test_what_the_regulations_must_state_can_be_stated_on_the_form(hall):
    silent = hall.owner.post(reverse("desk-advice"), FORM).content.decode()
    told = hall.owner.post(reverse("desk-advice"), FORM | REGULATIONS).content.decode()
    assert must(silent) >= 3
    assert must(told) == 0
    hall.owner.post(hall.url("desk-settings"), {"name": "Open", **REGULATIONS})
    assert hall.state.settings.stated["appeals"]["deadline_min"] == 30
    assert hall.state.settings.stated["smoking"] == "outside"
    page = hall.owner.get(hall.url("desk-settings")).content.decode()
    assert "Vega, CUB" in page
    assert 'value="50.5"' in page
    wrong = hall.owner.post(hall.url("desk-settings"), {"name": "Open", **REGULATIONS, "appeals_deposit": "much"})
    assert wrong.status_code == 400


def test_what_the_form_does_not_ask_about_stays(hall):
    hall.give("configure", changes={"stated": {"leaving_area": True, "appeals": {"minutes_to_next_pairing": 90}}})
    hall.owner.post(hall.url("desk-settings"), REGULATIONS)
    stated = hall.state.settings.stated
    assert stated["leaving_area"] is True
    assert stated["appeals"]["minutes_to_next_pairing"] == 90
    assert stated["dress"] == "decent"


def test_colours_that_were_recorded_the_wrong_way_round(hall):
    hall.start()
    board = hall.state.rounds[0].boards[1]
    hall.give("result", board=1, result="1-0")
    assert "sat the other way round" in hall.owner.get(hall.url("desk-correct", 1, 1)).content.decode()
    question = hall.do("swap-colours", round=1, board=1)
    assert question.status_code == 409
    assert hall.do("swap-colours", round=1, board=1, confirm=2).status_code == 302
    turned = hall.state.rounds[0].boards[1]
    assert (turned.white, turned.black) == (board.black, board.white)
    assert "0-1" in hall.owner.get(hall.url("desk-round", 1)).content.decode()


def test_a_full_point_bye_can_be_chosen_and_is_asked_about(hall):
    hall.start(6)
    page = hall.owner.get(hall.url("desk-player", 6)).content.decode()
    assert '<option value="FULL_BYE">a full point</option>' in page
    asked = hall.owner.post(hall.url("desk-do", "bye"), {"id": "6", "round": "2", "outcome": "FULL_BYE"})
    assert asked.status_code == 409
    assert "full-point bye" in asked.content.decode()


def test_two_players_are_never_paired(hall):
    hall.give("enter", players=[{"name": f"Player {i}", "rating": 2400 - 10 * i} for i in range(1, 7)])
    url = hall.url("desk-apart")
    assert hall.owner.post(url, {"a": 1, "b": 4}).status_code == 302
    assert hall.state.keep_apart == ((1, 4),)
    assert "Player 1 – Player 4" in hall.owner.get(hall.url("desk-players")).content.decode()
    assert hall.owner.post(url, {"a": 2, "b": 2}).status_code == 422
    assert hall.owner.post(url, {"drop": "0"}).status_code == 302
    assert hall.state.keep_apart == ()


def test_a_remark_is_written_into_the_journal(hall):
    hall.start()
    assert hall.do("remark", about="round 1", text="The lights went out").status_code == 302
    assert "The lights went out" in hall.owner.get(hall.url("desk-journal")).content.decode()


def double(hall) -> None:
    hall.give("configure", changes={"system": "double", "rounds": 3})
    hall.start(4)


def test_a_match_of_two_games_has_its_own_results(hall):
    double(hall)
    page = hall.owner.get(hall.url("desk-round", 1)).content.decode()
    assert 'value="1 1½-½"' in page
    assert 'value="1-0"' not in page
    row = typed(hall.owner, hall.url("desk-board", 1), result="1 1½-½").json()["row"]
    assert re.search(r'value="1 1½-½"[^>]+aria-pressed="true"', row)
    assert "1½-½" in hall.owner.get(hall.url("desk-journal")).content.decode()
    assert typed(hall.owner, hall.url("desk-board", 1), result="2 1-0").status_code == 422
    other = hall.owner.get(hall.url("desk-correct", 1, 2)).content.decode()
    assert 'value="2-0"' in other
    assert "adjudicated" not in other


def teams(hall) -> None:
    hall.give("configure", changes={"system": "team", "rounds": 3, "team_boards": 2, "board_colours": "WB"})
    hall.give("enter", players=[{"name": f"Player {i}", "rating": 2400 - 10 * i} for i in range(1, 10)])
    for t in range(4):
        fields = {"name": f"Club {t}", "members": [2 * t + 1, 2 * t + 2]}
        assert hall.do("team", **fields).status_code == 302
    hall.give("number")
    hall.give("lots", sentence="x")


def test_teams_are_entered_and_line_ups_handed_in(hall):
    teams(hall)
    assert hall.do("team", id=1, name="Club 0", members=[1, 2, 9]).status_code == 302
    page = hall.owner.get(hall.url("desk-teams")).content.decode()
    assert "handed in" not in page
    assert hall.do("line-up", team=1, boards=[2, 9]).status_code == 302
    page = hall.owner.get(hall.url("desk-teams")).content.decode()
    assert page.count("handed in") == 1
    assert re.search(r'id="l1-1"[^>]*>.*?value="2" selected', page, re.DOTALL)
    assert hall.do("line-up", team=1, boards=[9, 2]).status_code == 422
    hall.next_round()
    boards = hall.state.rounds[0].boards.values()
    assert 9 in {id for board in boards for id in (board.white, board.black)}
    assert 1 not in {id for board in boards for id in (board.white, board.black)}


def test_a_round_of_teams_is_shown_by_matches_with_the_reasons(hall):
    teams(hall)
    hall.give("pair")
    draft = hall.owner.get(hall.url("desk-pair")).content.decode()
    assert draft.count('<tr class="match">') == 2
    assert "C.04.6" in draft
    hall.give("manual", on=True)
    a, b = hall.state.current.matches[0][0], hall.state.current.matches[1][0]
    question = hall.owner.post(hall.url("desk-pair"), {"a": a, "b": b, "why": "the hall is small"})
    assert question.status_code == 409
    args = re.search(r'name="args" value="([^"]*)"', question.content.decode())[1].replace("&quot;", '"')
    assert hall.do("override", args=args, confirm=4, why="the hall is small").status_code == 302
    assert {hall.state.current.matches[0][0], hall.state.current.matches[1][0]} == {a, b}
    hall.give("manual", on=False)
    hall.give("publish")
    page = hall.owner.get(hall.url("desk-round", 1)).content.decode()
    assert page.count('<tr class="match">') == 2


def test_a_team_rests_withdraws_and_comes_back(hall):
    teams(hall)
    assert hall.do("team-bye", team=2, round=1, outcome="HALF_BYE").status_code == 302
    assert "bye R1" in hall.owner.get(hall.url("desk-teams")).content.decode()
    assert hall.do("team-bye", team=2, round=1).status_code == 302
    assert hall.do("team-withdraw", team=2).status_code == 302
    assert "withdrawn" in hall.owner.get(hall.url("desk-teams")).content.decode()
    assert hall.do("team-return", team=2).status_code == 302
    assert hall.do("team-remove", team=2).status_code == 302
    assert "Club 1" not in hall.owner.get(hall.url("desk-teams")).content.decode()
    assert "Club 0" in hall.owner.get(hall.url("desk-journal")).content.decode()


def test_the_end_is_one_click(hall):
    """A closed tournament offers everything in one file."""
    hall.give("configure", changes={"rounds": 1})
    hall.start(4)
    hall.finish_round()
    hall.give("close-round")
    hall.give("close-event")
    page = hall.owner.get(hall.url("desk-section")).content.decode()
    link = re.search(r'action="([^"]+/papers/everything)"', page)
    assert link
    assert "Prepare the file" in hall.owner.get(link[1]).content.decode()  # made in the background, see tests/browser


def test_results_are_never_broken_over_two_lines():
    from arbitro.web.templatetags.arbitro import unbroken

    assert unbroken("Board 3: 1½-½ <b>") == 'Board 3: <span class="nowrap">1½-½</span> &lt;b&gt;'
    assert unbroken("a +/- b") == 'a <span class="nowrap">+/-</span> b'
    assert unbroken("2026-11-15") == "2026-11-15"


def checked(hall):
    from arbitro.files import trf
    from arbitro.swiss.checker import check

    text = hall.owner.get(hall.url("desk-trf")).content
    return check(trf.parse(text, "report.trf").tournament), text.decode()


@pytest.mark.parametrize("late", [False, True])
def test_a_report_with_a_late_correction_is_paired_again_from_what_was_known(hall, late):
    """C.04.2 D.8: the pairing that was made stays; during the next round a correction counts, later for rating only."""
    hall.start()
    hall.finish_round()
    hall.give("close-round")
    hall.next_round()
    if late:
        hall.finish_round("0-1")
        hall.give("close-round")
        hall.next_round()
    page = hall.url("desk-correct", 1, 2)
    assert "D.8" in hall.owner.get(page).content.decode()
    assert hall.do("result", round=1, board=2, result="0-1", confirm=3, why="both sheets").status_code == 302
    for _round in range(2):
        hall.finish_round("½-½")
        hall.give("close-round")
        hall.next_round()
    answer, text = checked(hall)
    assert "### known for round 2: round 1, " in text
    assert ("### known for round 3: " in text) is late
    assert (answer.rounds, answer.differences) == (len(hall.state.rounds), ())
    without, _text = checked_without_remarks(text)
    assert without.differences
    printed = print_paper(hall.section.pk, "trf16", {}).data.decode()
    remarks = [[line for line in report.splitlines() if "known for round" in line] for report in (text, printed)]
    assert remarks[0] == remarks[1]


def checked_without_remarks(text: str):
    from arbitro.files import trf
    from arbitro.swiss.checker import check

    bare = "\n".join(line for line in text.splitlines() if "known for round" not in line)
    return check(trf.parse(bare.encode(), "report.trf").tournament), bare


def test_an_adjourned_game_was_a_draw_for_the_pairing(hall):
    hall.start()
    hall.give("result", board=1, result="adjourned")
    hall.finish_round()
    hall.give("close-round")
    hall.next_round()
    assert hall.url("desk-correct", 1, 1) in hall.owner.get(hall.url("desk-section")).content.decode()
    hall.finish_round()
    hall.next_round()
    page = hall.owner.get(hall.url("desk-correct", 1, 1)).content.decode()  # however late: it corrects nothing
    assert "its result counts in the standings" in page
    assert "rating only" not in page
    assert 'name="everywhere"' not in page
    assert hall.do("result", round=1, board=1, result="1-0", confirm=3).status_code == 302
    assert hall.state.round(1).boards[1].rating_white is None
    hall.finish_round()
    answer, text = checked(hall)
    assert "ADJOURNED" in text
    assert answer.differences == ()


def test_the_journal_speaks_the_readers_language(hall):
    """Settings and items of checklists are named as the pages name them, not as the program does."""
    hall.start()
    hall.give("configure", changes={"round_times": ["2026-12-01 10:00"]})
    hall.give("tick", item="1:clocks")
    page = hall.owner.get(hall.url("desk-journal"), headers={"accept-language": "es"}).content.decode()
    assert "Ajustes cambiados: horas de las rondas" in page
    assert "1:clocks" not in page
    assert "(ronda 1)" in page
    wrong = hall.do("edit-player", id=1, name="Player 1", rating="strong")
    assert "rating: strong is not a number" in wrong.content.decode()


def test_what_is_too_large_is_told_in_the_house_style(hall):
    answer = hall.owner.post(hall.url("desk-do", "remark"), {"text": "x" * (3 * 1024 * 1024)})
    assert answer.status_code == 400
    assert "too large" in answer.content.decode()


def test_the_reason_of_a_board_is_told_when_it_is_asked_for(hall):
    hall.start(12)
    for board in range(1, 7):
        hall.give("result", round=1, board=board, result="1-0")
    hall.give("pair")
    page = hall.owner.get(hall.url("desk-pair")).content.decode()
    assert 'href="?why=2#draft-2"' in page and page.count('class="reason"') == 0
    asked = hall.owner.get(f"{hall.url('desk-pair')}?why=2").content.decode()
    assert asked.count('class="reason"') == 1 and 'id="why-2">' in asked
    part = hall.owner.get(f"{hall.url('desk-pair')}?why=2", headers={"HX-Request": "true"}).content.decode()
    assert 'class="reason"' in part and "<html" not in part
