"""The hall: a ruling is one entry with incident, clocks, penalty and result; all of it is undone together."""

from __future__ import annotations

import json
import re

import pytest

from arbitro.desk import store
from arbitro.desk.commands import Role
from arbitro.desk.commands.results import Unchanged, sign_of
from arbitro.desk.integrity import log, remarks
from arbitro.errors import Refused
from arbitro.laws.hall import cases
from arbitro.model import Outcome
from arbitro.web.citations import cited
from arbitro.web.desk.views.hall import judged


def apply(hall, client=None, **body):
    answer = (client or hall.owner).post(
        hall.url("desk-hall-apply", 1), json.dumps(body), content_type="application/json"
    )
    return answer.status_code, answer.json() if answer.headers["Content-Type"] == "application/json" else {}


def test_illegal_moves_of_every_kind_are_counted_together_and_the_second_loses(hall):  # 7.5.5
    hall.start()
    status, said = apply(hall, board=1, case="two-hands", side="white", white_clock="0:18:42", black_clock="0:07:15")
    assert status == 200
    first = hall.state.incidents[0]
    assert (first.illegal, first.times, first.clocks) == (1, {"black": 120}, {"white": 1122, "black": 555})
    assert said["boards"]["1"]["illegal"] == {"white": 1, "black": 0}
    assert apply(hall, board=1, case="no-move", side="white")[0] == 422  # the position decides (7.5.5)
    status, said = apply(hall, board=1, case="no-move", side="white", answer=["opponent_can_mate=true"])
    assert status == 200
    board = hall.state.rounds[0].boards[1]
    assert sign_of(board) == "0-1"
    assert hall.state.incidents[1].result == "0-1"
    assert hall.state.incidents[1].entrant == board.white
    store.undo(hall.section.pk, who="ana", role=Role.OWNER)
    assert not hall.state.rounds[0].boards[1].finished
    assert len(hall.state.incidents) == 1


def test_the_same_ruling_from_a_phone_is_written_once(hall):
    hall.start()
    for _again in range(2):
        assert apply(hall, board=2, case="flag", side="black", answer=["opponent_can_mate=true"], key="k1")[0] == 200
    assert len(hall.state.incidents) == 1
    with pytest.raises(Unchanged):
        hall.give("ruling", board=2, case="flag", side="black", answer=["opponent_can_mate=true"], key="k1")


def test_what_is_applied_is_judged_where_the_moves_lead(hall):  # 6.9, 9.2, I.8
    hall.start()
    rook = {"fen": "8/8/8/8/k7/8/1r6/2K5 w - - 0 1"}
    assert judged(hall.state, 1, rook | {"moves": "Kxb2", "case": "flag", "side": "white"})["result"] == "1/2-1/2"
    assert apply(hall, board=1, case="flag", side="white", moves="Kxb2", **rook)[0] == 200
    assert sign_of(hall.state.rounds[0].boards[1]) == "½-½"
    back = {"moves": "Kd1 Rb8 Kc1 Rb2 Kd1 Rb8 Kc1 Rb2", "case": "repetition", "side": "white"}
    told = judged(hall.state, 1, rook | back)
    assert (told["row"], "mating" in told) == ("draw_claim.right", False)  # no mate is asked for in a claim
    assert [(s["count"], s["first"]) for s in told["steps"]][::4] == [(1, 0), (2, 0), (3, 0)]
    assert apply(hall, board=2, **back, **rook)[0] == 200
    assert hall.state.incidents[-1].row == "draw_claim.right"
    early = back | {"moves": "Kd1 Rb8 Kc1 Rb2 Kd1 Rb8 Kc1", "side": "black"}
    assert judged(hall.state, 1, rook | early)["row"] == "draw_claim.wrong"
    assert judged(hall.state, 1, rook | early | {"declared": "Rb2"})["row"] == "draw_claim.right"
    sealed = rook | {"case": "sealed", "side": "white"}
    assert judged(hall.state, 1, sealed | {"declared": "Kxb2"})["row"] == "sealed_move.dead_position"
    assert judged(hall.state, 1, sealed | {"declared": "Qh5"})["row"].startswith("sealed_move.lost")


def test_only_a_note_changes_nothing_but_the_record(hall):
    hall.start()
    assert apply(hall, board=1, case="phone-rings", side="black", note=True, text="In the bag")[0] == 200
    assert not hall.state.rounds[0].boards[1].finished
    noted = hall.state.incidents[0]
    assert noted.noted
    assert "In the bag" in noted.text
    assert "noted only" in hall.owner.get(hall.url("desk-incidents")).content.decode()


def test_a_penalty_of_the_scale_gives_time_or_the_game(hall):  # 12.9
    hall.start()
    apply(hall, board=1, case="distracts", side="white", penalty="warning")
    apply(hall, board=1, case="distracts", side="white", penalty="increase opponent time", black_clock="5:00")
    assert hall.state.incidents[1].clocks == {"black": 420}
    apply(hall, board=1, case="distracts", side="white", penalty="declare game lost")
    assert sign_of(hall.state.rounds[0].boards[1]) == "0-1"
    assert apply(hall, board=1, case="distracts", side="white", penalty="flogging")[0] == 422


def test_a_result_that_stands_is_replaced_only_when_confirmed(hall):
    hall.start()
    hall.give("result", board=1, result="1-0")
    status, said = apply(hall, board=1, case="phone", side="white")
    assert (status, said["confirm"]) == (409, 2)
    assert apply(hall, board=1, case="phone", side="white", confirm=2)[0] == 200
    assert sign_of(hall.state.rounds[0].boards[1]) == "0-1"


def test_reversed_colours_after_ten_moves_are_recorded_as_played(hall):  # 7.3
    hall.start()
    before = hall.state.rounds[0].boards[3]
    answers = ["white_moves=12", "black_moves=12", "game_over=false"]
    assert apply(hall, board=3, case="colours", answer=answers, confirm=4)[0] == 200
    after = hall.state.rounds[0].boards[3]
    assert (after.white, after.black) == (before.black, before.white)


def test_everybody_absent_at_the_default_time_is_forfeited_in_one_entry(hall):  # 6.7.1
    hall.start()
    boards = hall.state.rounds[0].boards
    hall.give("arrival", id=boards[1].white)
    hall.give("arrival", id=boards[2].white)
    hall.give("arrival", id=boards[2].black)
    hall.give("arrival", id=boards[3].black)
    hall.give("arrival", id=boards[3].black, at="16:10")
    hall.give("forfeits")
    assert [sign_of(hall.state.rounds[0].boards[n]) for n in (1, 2)] == ["-/+", "-/-"]
    assert not hall.state.rounds[0].boards[3].finished
    with pytest.raises(Refused):
        hall.give("forfeits")


def test_supervision_of_a_round_changes_the_rulings(hall):  # A.4, A.5
    hall.give("configure", changes={"rating_list": "rapid", "time_control": "900+5"})
    hall.start()

    def asked() -> list[str]:
        answer = hall.owner.get(hall.url("desk-hall-table", 1)).json()
        case = answer["cases"]["illegal"]
        return answer["rulings"][case["rulings"][0]]["articles"]

    assert "A.5.2" in asked()
    hall.owner.post(hall.url("desk-hall-note", 1), {"supervision": "adequate", "started": "16:05"})
    assert hall.state.hall[1].started == "16:05"
    assert "A.5.2" not in asked()
    assert "adequately supervised" in hall.owner.get(hall.url("desk-hall", 1)).content.decode()


def test_a_position_is_judged_with_its_witness(hall):  # 6.9
    hall.start()
    told = judged(hall.state, 1, {"case": "flag", "side": "black", "fen": "8/8/8/8/8/1N6/r7/k1K5 b - - 0 1"})
    assert told["result"] == "1-0"
    assert told["mating"]
    bare = judged(hall.state, 1, {"case": "flag", "side": "black", "fen": "8/8/8/8/8/8/r7/k1K5 b - - 0 1"})
    assert bare["result"] == "1/2-1/2"


def test_a_claim_is_checked_on_the_moves(hall):  # 9.2
    hall.start()
    moves = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8"
    told = judged(hall.state, 1, {"case": "repetition", "side": "white", "moves": moves})
    assert told["result"] == "1/2-1/2"
    assert [step["count"] for step in told["steps"]][-1] == 3
    wrong = judged(hall.state, 1, {"case": "repetition", "side": "white", "moves": moves[:25]})
    assert wrong["times"] == {"black": 120}


def test_who_may_not_rule_is_told_so(hall):
    hall.start()
    entry = hall.person("eva", Role.ENTRY)
    assert apply(hall, entry, board=1, case="smokes", side="white")[0] in (403, 422)
    assert hall.state.incidents == ()


def test_every_article_on_the_pages_opens_in_our_words(hall):
    client = hall.client()
    index = client.get("/laws/").content.decode()
    for number in ("7.5.5", "6.9", "A.5.2", "C.05 9.2"):
        assert f">{number}</a>" in index
        page = client.get(f"/laws/{number}")
        assert page.status_code == 200
        assert f"<h1>{number}" in page.content.decode()
    assert "7.4.b" in client.get("/laws/7.5.5").content.decode()
    assert client.get("/laws/99.9").status_code == 404
    assert ">I.2</a>" in client.get("/laws/?q=envelope").content.decode()


def test_who_is_absent_is_tapped_and_forfeited_on_the_page(hall):
    hall.start()
    boards = hall.state.rounds[0].boards
    page = hall.url("desk-hall-absent", 1)
    hall.owner.post(page, {"id": boards[1].black})
    hall.owner.post(page, {"id": boards[2].black})
    hall.owner.post(page, {"came": boards[2].black, "now": "16:07"})
    assert hall.state.hall[1].arrivals == {boards[1].black: "", boards[2].black: "16:07"}
    assert "Forfeit the 1 player who did not come" in hall.owner.get(page).content.decode()
    hall.owner.post(page, {"forfeit": "1"})
    assert sign_of(hall.state.rounds[0].boards[1]) == "+/-"
    hall.owner.post(page, {"here": boards[2].black})
    assert boards[2].black not in hall.state.hall[1].arrivals


def test_the_clock_sheet_marks_what_is_off_and_who_is_in_trouble(hall):  # 6.10, 8.4
    hall.start()
    hall.give("hall-round", started="16:00")
    page = hall.url("desk-hall-clocks", 1)
    reading = {"board": "1", "white": "1:20:00", "black": "1:20:00", "moves": "10", "turn": "white", "at": "16:30"}
    assert hall.owner.post(page, reading).status_code == 302
    shown = hall.owner.get(page).content.decode()
    assert "1:20:00" in shown
    assert 'class="mark bad"' not in shown  # 2 * (90 min + 11 * 30 s) - 30 min = 161 min; both show 160
    hall.owner.post(page, reading | {"board": "2", "white": "0:04:00", "black": "1:20:00"})
    shown = hall.owner.get(page).content.decode()
    assert 'class="mark bad"' in shown
    assert "goes on writing" in shown
    ran = {"wrong": "90", "white": "1:00:00", "black": "1:00:00", "moves": "10"}
    assert "1:05:30" in hall.owner.get(page, ran).content.decode()  # 11 increments of 30 seconds were missing
    assert "is not a time control" in hall.owner.get(page, {"wrong": "x", "white": "", "black": ""}).content.decode()


def test_an_appeal_is_lodged_in_time_and_decided(hall):  # C.05 10
    members = [{"name": "Ruiz", "federation": "MEX"}, {"name": "Soto"}, {"name": "Vega"}]
    hall.give("configure", changes={"stated": {"appeals": {"deadline_min": 30, "deposit": 50, "members": members}}})
    hall.start()
    apply(hall, board=1, case="phone", side="white")
    page, ruling = hall.url("desk-appeals"), hall.state.incidents[0]
    assert "Deposit: 50 EUR" in hall.owner.get(page).content.decode()
    assert hall.owner.post(page, {"id": ruling.id, "reasons": "It was off"}).status_code == 422  # no deposit
    hall.owner.post(page, {"id": ruling.id, "reasons": "It was off", "appellant": "player", "deposit": "on"})
    appeal = hall.state.incidents[1]
    assert (appeal.kind, appeal.open) == ("appeal", True)
    assert "Ruiz, Soto, Vega" in hall.owner.get(page).content.decode()
    hall.owner.post(page, {"id": appeal.id, "decision": "upheld", "why": "A watch"})
    decided = hall.state.incidents[1]
    assert not decided.open
    assert "50 EUR" in decided.ruling


def test_fair_play_records_are_seen_by_the_chief_only(hall):
    hall.start()
    page = hall.url("desk-hall-fair-play", 1)
    hall.owner.post(page, {"lot": "the dice show 5 3", "many": "2"})
    hall.owner.post(page, {"complaint": "1", "text": "Number 3 looks at a phone"})
    assert len(hall.state.incidents) == 2
    again = hall.state.incidents[0].text
    hall.owner.post(page, {"lot": "the dice show 5 3", "many": "2"})
    assert hall.state.incidents[2].text == again  # whoever repeats the draw gets the same players
    arbiter = hall.person("luis", Role.ARBITER)
    assert arbiter.get(page).status_code == 403
    for name in ("desk-incidents", "desk-journal", "desk-section"):
        assert "looks at a phone" not in arbiter.get(hall.url(name)).content.decode()
    assert "looks at a phone" in hall.owner.get(hall.url("desk-incidents")).content.decode()
    refused = hall.owner.post(page, {"search": "1", "ground": "random", "player": "w", "searcher": "m", "witness": "w"})
    assert refused.status_code == 422


def test_a_start_position_of_chess960_by_a_sentence(hall):
    hall.start()
    page = hall.url("desk-chess960")
    first = hall.owner.get(page, {"sentence": "seven rooks"}).content.decode()
    assert "SHA-256" in first
    assert first.count('class="pc w"') == 8
    again = hall.owner.get(page, {"sentence": "seven  rooks"}).content.decode()  # blanks make no difference
    assert again.count(first.split("<code>")[1].split("</code>")[0]) == 1


def test_penalties_and_illegal_moves_stand_on_the_round_and_in_the_list_of_players(hall):
    hall.start()
    apply(hall, board=1, case="two-hands", side="white")
    apply(hall, board=1, case="distracts", side="white", penalty="warning")
    player = hall.state.rounds[0].boards[1].white
    assert "7.5 1:0" in hall.owner.get(hall.url("desk-round", 1)).content.decode()
    listed = hall.owner.get(hall.url("desk-players")).content.decode()
    assert "12.9 × 1" in listed
    assert "next: more time for the opponent" in listed
    shown = hall.owner.get(hall.url("desk-player", player)).content.decode()
    assert "illegal moves: 1" in shown


def test_what_was_written_in_one_language_is_read_in_the_other(hall):
    hall.start()
    apply(hall, board=1, case="two-hands", side="white", text="Castled")
    spanish = hall.client(hall.owner_user)
    page = spanish.get(hall.url("desk-incidents"), headers={"accept-language": "es"}).content.decode()
    assert "Jugó con las dos manos. Castled" in page
    assert "recibe 120 segundos" in page


def test_every_article_that_a_desk_page_shows_opens_it(hall):
    hall.start()
    hall.give("ruling", board=1, case="two-hands", side="white")
    hall.give("incident", round=1, board=2, text="A word", articles=["C.05 9.2"])
    hall.finish_round()
    hall.next_round()
    names = "section players pair check-in incidents norms journal officials appeals chess960 standings settings"
    pages = [hall.url(f"desk-{name}") for name in names.split()]
    pages += [hall.url(name, 2) for name in ("desk-round", "desk-hall", "desk-hall-absent", "desk-hall-clocks")]
    pages += [hall.url("desk-change", 2), hall.url("desk-correct", 1, 1), hall.url("desk-player", 1)]
    links, plain = set(), set()
    for page in pages:
        text = hall.owner.get(page).content.decode()
        links |= set(re.findall(r'class="(?:article|mark warn)" href="(/laws/[^"]+)"', text))
        plain |= set(re.findall(r'<span class="article">\s*([^<]*?)\s*</span>', text))
    assert len(links) > 12
    assert plain <= {"good practice"}
    for link in links:
        assert hall.owner.get(link).status_code == 200, link


def test_an_article_has_its_comment_rulings_worked_cases_and_exam_questions(hall):
    text = hall.owner.get("/laws/6.9").content.decode()
    for heading in ("The Manual's comment", "Rulings under it", "Worked cases", "Exam questions"):
        assert heading in text, heading
    assert "<svg" in text
    table = hall.owner.get(hall.url("desk-hall-table", 1)) if hall.start() is None else None
    assert "look at the board" in table.json()["comments"]["6.9"]
    refused = str(cited("Publish round 1 first. (C.04.2 D.10) 2.1 against 1.5 <b>"))
    assert 'href="/laws/C.04.2%20D.10"' in refused
    assert "2.1 against 1.5 &lt;b&gt;" in refused


def seats_of(hall, *boards):
    return [(b.white, b.black) for b in (hall.state.rounds[-1].boards[n] for n in boards)]


def test_wrong_opponents_after_ten_moves_are_written_down_as_they_sat_in_one_entry(hall):  # C.04.2 D.10, 7.3
    hall.start()
    (w1, b1), (w2, b2) = seats_of(hall, 1, 2)
    assert apply(hall, board=1, case="opponents", answer=["moves_each=9"])[0] == 200  # the right games begin anew
    assert seats_of(hall, 1, 2) == [(w1, b1), (w2, b2)]
    ten = {"board": 1, "case": "opponents", "answer": ["moves_each=10"]}
    status, said = apply(hall, **ten)
    assert (status, "other board" in said["said"]) == (422, True)
    status, said = apply(hall, **ten, other=2)
    assert (status, said["confirm"]) == (409, 3)
    assert apply(hall, **ten, other=2, confirm=4)[0] == 200
    assert seats_of(hall, 1, 2) == [(w1, b2), (w2, b1)]
    assert all(hall.state.rounds[-1].boards[n].by_hand for n in (1, 2))
    assert any(remark.startswith("### MPA @ Round 1: ") for remark in remarks(hall.section.pk))
    assert "as they sat" in [line.text for line in log(hall.section.pk)][-1]
    store.undo(hall.section.pk, who="ana", role=Role.OWNER)
    assert seats_of(hall, 1, 2) == [(w1, b1), (w2, b2)]
    hall.give("result", board=1, result="1-0")
    assert apply(hall, **ten, other=2, confirm=4)[0] == 422  # the result belongs to somebody else


def test_games_at_each_others_tables_exchange_boards_with_their_results(hall):
    hall.start()
    before = seats_of(hall, 1, 3)
    hall.give("result", board=1, result="0-1")
    assert apply(hall, board=1, case="tables", other=3, confirm=4)[0] == 200
    assert seats_of(hall, 3, 1) == before
    assert sign_of(hall.state.rounds[0].boards[3]) == "0-1"
    assert not hall.state.rounds[0].boards[1].finished


def test_a_clock_that_ran_with_a_wrong_setting_gets_what_was_missing(hall):  # 6.10.2
    hall.start()
    read = {"white_clock": "1:00:00", "black_clock": "0:50:00", "ran": "90", "made": 20}
    answer = hall.owner.post(
        hall.url("desk-hall-ask", 1), json.dumps({"case": "clock-setting", **read}), content_type="application/json"
    )
    assert answer.json()["times"] == {"white": 630, "black": 630}  # twenty moves and the first bonus
    assert apply(hall, board=1, case="clock-setting", **read)[0] == 200
    assert hall.state.incidents[-1].clocks == {"white": 4230, "black": 3630}


def test_two_of_a_team_on_each_others_boards_lose_in_the_match_and_are_rated(hall):  # C.05 7
    hall.give("configure", changes={"team_boards": 2, "system": "team", "rounds": 2})
    for team in "ABCD":
        hall.give("enter", players=[{"name": f"{team}{n}", "rating": 2000 - 10 * n} for n in (1, 2)])
        members = [e.id for e in hall.state.entrants.values() if e.name[0] == team]
        args = {"name": team, "members": members}
        store.execute(hall.section.pk, "team", args, who="ana", role=Role.OWNER)
    hall.give("number")
    hall.give("lots", sentence="a public sentence")
    hall.next_round()
    names = {id: e.name for id, e in hall.state.entrants.items()}
    one = hall.state.rounds[0].boards[1]
    order = {"board": 1, "case": "team-order", "side": "white", "other": 2, "answer": ["game_over=true"], "confirm": 4}
    assert apply(hall, **order)[0] == 422  # the results are what is rated
    hall.give("result", board=1, result="1-0")
    hall.give("result", board=2, result="=")
    assert apply(hall, **order | {"other": 3})[0] == 422  # of another match
    assert apply(hall, **order)[0] == 200
    boards, team = hall.state.rounds[0].boards, names[one.white][0]
    assert (names[boards[1].white], names[boards[2].black]) == (f"{team}2", f"{team}1")
    assert (boards[1].white_outcome, boards[2].black_outcome) == (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_LOSS)
    assert (boards[1].rating_white, boards[2].rating_white) == (Outcome.WIN, Outcome.DRAW)


def test_an_upheld_appeal_changes_the_result_and_takes_the_ruling_back_in_one_entry(hall):  # C.05 10
    hall.start()
    apply(hall, board=1, case="two-hands", side="white")
    apply(hall, board=1, case="no-move", side="white", answer=["opponent_can_mate=true"])
    page, ruling = hall.url("desk-appeals"), hall.state.incidents[1]
    hall.owner.post(page, {"id": ruling.id, "reasons": "It was a move", "appellant": "player"})
    appeal = hall.state.incidents[2]
    assert appeal.about == ruling.id
    decision = {"id": appeal.id, "decision": "dismissed", "result": "=", "committee": "Ruiz, Soto, Vega"}
    assert hall.owner.post(page, decision).status_code == 422  # a dismissed appeal changes nothing
    before, upheld = hall.state.number, decision | {"decision": "upheld", "result": "½-½", "text": "A film"}
    asked = hall.owner.post(page, upheld).content.decode()  # the game has a result: the arbiter is asked once
    assert "it becomes ½-½" in asked
    assert 'name="confirm"' in asked
    hall.owner.post(page, upheld | {"confirm": "3"})
    assert hall.state.number == before + 1
    board, (_first, overruled, decided) = hall.state.rounds[0].boards[1], hall.state.incidents
    assert sign_of(board) == "½-½"
    assert "Ruiz, Soto, Vega" in decided.ruling
    assert "A film" in decided.ruling
    assert (overruled.illegal, overruled.noted, overruled.who) == (None, True, "ana")
    assert "taken back" in overruled.ruling
    assert "Appeal upheld" in hall.owner.get(hall.url("desk-journal")).content.decode()
    store.undo(hall.section.pk, who="ana", role=Role.OWNER)
    assert sign_of(hall.state.rounds[0].boards[1]) == "0-1"
    assert hall.state.incidents[2].open


def test_those_who_did_not_come_get_a_letter_and_the_hall_its_calls_in_both_languages(hall):  # 6.7.1, C.05 6.5
    hall.give("configure", changes={"default_time": 30})
    hall.start()
    hall.give("hall-round", started="16:05")
    white = hall.state.rounds[0].boards[2].white
    page = hall.url("desk-hall-absent", 1)
    text = hall.owner.get(page).content.decode()
    assert "Round 1 begins in 1 minute." in text
    assert "La ronda 1 empieza en 5 minutos." in text
    assert "16:35" in text
    assert "textarea" not in text
    assert hall.owner.get(hall.url("desk-paper", "no-show") + "?round=1").status_code == 422
    hall.give("arrival", id=white)
    text = hall.owner.get(page).content.decode()
    assert "you were not at board 2 in round 1 of Open" in text
    assert "el tiempo de incomparecencia terminó a las 16:35" in text
    letter = hall.owner.get(hall.url("desk-paper", "no-show") + "?round=1")
    assert letter.headers["Content-Type"] == "application/pdf"


def test_a_procedure_is_gone_through_step_by_step_and_kept_with_the_board(hall):  # Guidelines I and III, Appendix D
    hall.start()
    for name, steps in (("adjournment", 13), ("quickplay", 11), ("impaired", 11)):
        page = hall.owner.get(hall.url("desk-hall-procedure", 1, 2, name)).content.decode()
        assert f"{steps} steps left" in page
    page = hall.url("desk-hall-procedure", 1, 2, "adjournment")
    tick = {"item": "board:1:2:adjournment:custody", "done": "on", "note": "Safe of the hotel", "next": page}
    hall.owner.post(hall.url("desk-do", "tick"), tick)
    text = hall.owner.get(page).content.decode()
    assert "12 steps left" in text
    assert "Safe of the hotel" in text
    assert "Safe" not in hall.owner.get(hall.url("desk-hall-procedure", 1, 3, "adjournment")).content.decode()
    assert "board 2: The arbiter has compared" in hall.owner.get(hall.url("desk-journal")).content.decode()
    for link in set(re.findall(r'href="([^"]+(?:\?case=|sealed-move)[^"]*)"', text)):
        assert hall.owner.get(link).status_code == 200, link
    assert set(re.findall(r"\?case=([\w-]+)", text)) <= set(cases())
    assert hall.owner.get(hall.url("desk-hall-procedure", 1, 2, "castling")).status_code == 422


def test_the_stored_game_of_a_board_is_what_its_questions_start_from(hall):  # 9.2
    hall.start()
    moves = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8"
    hall.give("game", round=1, board=1, moves=moves)
    games = hall.owner.get(hall.url("desk-hall-games", 1)).json()
    game = games["1"]
    assert (game["count"], game["moves"]) == (8, moves)
    assert game["shown"].startswith("1. Nf3 Nf6 2. Ng1")
    said = judged(hall.state, 1, {"case": "repetition", "side": "white", "fen": game["start"], "moves": game["moves"]})
    assert said["steps"][-1]["count"] == 3
    assert said["result"] == "1/2-1/2"
    assert set(games) == {"1"}


def test_no_position_is_shown_before_the_sentence_is_said(hall):
    hall.start()
    page = hall.owner.get(hall.url("desk-chess960")).content.decode()
    assert "SHA-256" not in page
    assert "start960" not in page
    assert hall.url("desk-hall-absent", 1) in page  # the way back to the hall
    assert "SHA-256" in hall.owner.get(hall.url("desk-chess960") + "?sentence=la reina").content.decode()


def test_nobody_is_forfeited_while_the_default_time_runs(hall):  # 6.7.1
    hall.start()
    white = hall.state.rounds[0].boards[1].white
    hall.give("arrival", round=1, id=white, at="")
    button = re.compile(r'name="forfeit" value="1" +(disabled)?')
    for day, disabled in (("2999-01-01", "disabled"), ("2020-01-01", None)):
        hall.give("configure", changes={"round_times": [f"{day} 10:00"] * 5})
        page = hall.owner.get(hall.url("desk-hall-absent", 1)).content.decode()
        assert button.search(page)[1] == disabled, day


def test_the_clock_sheet_tells_differences_as_clocks_do(hall):  # 6.10
    hall.start()
    hall.give("hall-round", round=1, started="10:00")
    hall.give(
        "clock-check", round=1, board=1, at="10:30", white="1:05:30", black="0:03:10", white_moves=22, black_moves=22
    )
    page = hall.owner.get(hall.url("desk-hall-clocks", 1)).content.decode()
    assert re.search(r"−\d:\d\d:\d\d", page)
    assert not re.search(r"-\d+ s<", page)


def test_a_spanish_page_names_the_laws_in_spanish(hall):
    page = hall.owner.get(hall.url("desk-settings"), headers={"accept-language": "es"}).content.decode()
    assert "Leyes 9.1.1" in page and "Laws 9" not in page
