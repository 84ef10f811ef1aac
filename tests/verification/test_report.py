"""The report of an event in which a lot happened (217), and the usual points (70)."""

from __future__ import annotations

from arbitro.desk.integrity import report
from arbitro.files import trf
from arbitro.i18n import speaking
from arbitro.model import Outcome, Scoring
from tests.verification.conftest import lines


def test_the_report_says_all_that_happened(desk):  # 217
    event = desk(
        rounds=5, federation="ESP", start_order="fidon", tiebreaks=["BH/C1", "SB"], time_control="5400+30",
        acceleration="baku", start="2026-05-01", end="2026-05-05",
    )  # fmt: skip
    people = [{"name": f"Player {i}", "rating": 2500 - 10 * i, "national_rating": 2000 + i} for i in range(1, 13)]
    event("enter", players=people)
    event("number")
    event("keep-apart", groups=[[1, 2]])
    event("bye", id=5, round=3)
    event("lots", sentence="x")
    event.next_round()
    event("result", board=1, result="½-0")
    event("result", board=2, result="+/-")
    event.finish_round()
    event.next_round()
    event.finish_round("½-½")
    event("withdraw", id=12)
    event("leave-fide-mode")
    said = {code: lines(event, code) for code in ("142", "172", "192", "202", "212", "222", "240", "260", "ESP", "###")}
    assert said["142"] == ["142 5"]
    assert said["172"] == ["172 ESP FIDON"]
    assert said["192"] == ["192 FIDE_DUTCH_2026_BAKU"]
    assert (said["202"], said["212"]) == (["202 BH/C1,SB"], ["212 PTS,BH/C1,SB"])
    assert said["222"] == ["222 5400+30"]
    assert said["240"][0].startswith("240 H 003    5") and len(said["240"]) == 4
    assert [line.split()[-2:] for line in said["260"]] == [["1", "2"]]
    assert len(said["ESP"]) == 12
    assert "### FIDE mode exited @ Round 2" in said["###"]
    text = trf.write(report(event.section.pk, event.state), version=26)
    again = trf.parse(text).tournament
    outcomes = {r.outcome for rounds in again.results for r in rounds[:1]}
    assert {Outcome.DRAW, Outcome.LOSS, Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS, Outcome.WIN} <= outcomes
    assert again.scores() == event.tournament.scores()


def _acted(desk, language: str) -> list[str]:
    event = desk(name=language, rounds=3)
    event.start(4)
    event.finish_round("½-½")
    with speaking(language):
        event("points", id=1, points="-½")
        event("tie-values", name="LOT", values={"1": 1})
        event("ranks", ids=[4, 3, 2])
        event("enter", players=[{"name": "Late", "rating": 2000}])
        event("exclude", id=4)
    return [line for line in lines(event) if not line.startswith("### journal")]


def test_remarks_are_english_whoever_acts(desk):  # 113
    english = _acted(desk, "en")
    assert len(english) > 5
    assert _acted(desk, "es") == english


def test_a_win_is_worth_1_a_draw_a_half_unless_said_otherwise(desk):  # 70
    event = desk(rounds=3)
    assert event.state.settings.scoring == Scoring()
    event.start(4)
    event("result", board=1, result="1-0")
    event("result", board=2, result="½-½")
    assert sorted(event.tournament.scores().values()) == [0, 5, 5, 10]
    assert lines(event, "162") == []
