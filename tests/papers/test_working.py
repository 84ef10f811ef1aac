"""The arbiter's working papers: check-list, lists to tick, appeal form, absence log."""

from __future__ import annotations

import pytest

from arbitro.desk.snapshot import snapshot
from arbitro.desk.state import State
from arbitro.errors import Refused
from arbitro.officials.checklists import Phase, checklist
from arbitro.papers import make
from arbitro.papers.blocks import Document, Fields, Table, Ticks
from arbitro.papers.catalogue import draw, find
from arbitro.swiss.lists import check_list
from tests.papers import pdf
from tests.papers.conftest import Desk, settings
from tests.papers.test_lists import column, context, table


@pytest.mark.parametrize("round", [1, 5, 9])
def test_the_check_list_shows_what_the_pairing_saw(swiss: State, round: int) -> None:
    found = table(swiss, "check-list", round=str(round))
    seen = check_list(snapshot(swiss).before_pairing(round), "2017")
    assert column(found, "No.") == [str(row.number) for row in seen]
    assert column(found, "Colour due") == [row.due for row in seen]
    assert column(found, "Opponents") == [", ".join(map(str, row.opponents)) for row in seen]
    groups = [str(row[0]) for row in found.rows if len(row) == 1]
    assert len(groups) == len({row.points for row in seen})
    assert len(seen) == 2 * len(swiss.round(round).boards) + (swiss.round(round).bye is not None)


def test_the_check_list_speaks_of_white_and_black_in_spanish(swiss: State) -> None:
    english, spanish = (draw(context(swiss, lang, round="4"), find("check-list")) for lang in ("en", "es"))
    assert isinstance(english, Document) and isinstance(spanish, Document)
    letters = str.maketrans({"W": "B", "B": "N", "w": "b", "b": "n"})
    one, other = (next(b for b in paper.blocks if isinstance(b, Table)) for paper in (english, spanish))
    pairs = [(a, b) for a, b in zip(one.rows, other.rows, strict=True) if len(a) > 1]
    assert all(tuple(str(c).translate(letters) for c in a[2:4]) == b[2:4] for a, b in pairs)


def test_the_check_list_is_for_the_next_round_once_all_results_are_in(in_play: State, swiss: State) -> None:
    assert draw(context(in_play), find("check-list")).title == "Checklist before round 3"  # type: ignore[union-attr]
    desk = Desk(**settings())
    desk("enter", players=[{"name": f"P {i}", "rating": 2000 - i} for i in range(6)])
    desk("number")
    desk("lots", sentence="a public sentence")
    desk("pair")
    desk("publish")
    for board in (1, 2, 3):
        desk("result", board=board, result="1-0")
    paper = draw(desk.context(), find("check-list"))
    assert paper.title == "Checklist before round 2"  # type: ignore[union-attr]
    with pytest.raises(Refused, match="from 1 to 2"):
        make(desk.context(round="3"), "check-list")


def test_other_systems_have_no_check_list(norm: State) -> None:
    with pytest.raises(Refused):
        make(context(norm), "check-list")


def test_every_duty_of_the_arbiter_can_be_ticked(swiss: State) -> None:
    paper = draw(context(swiss), find("arbiter-lists"))
    assert isinstance(paper, Document)
    ticks = [block for block in paper.blocks if isinstance(block, Ticks)]
    expected = [len(checklist(phase, {"rated", "titles", "swiss"})) for phase in Phase]
    assert [len(block.items) for block in ticks] == expected
    assert pdf.has(make(context(swiss, "es"), "arbiter-lists").data, "(Leyes 8.7)")


def test_the_appeal_form_has_the_deposit_and_the_time_limit_of_the_regulations() -> None:  # C.05 10.4
    desk = Desk(**settings(stated={"appeals": {"deposit": 50, "deadline_min": 30}}))
    paper = draw(desk.context(), find("appeal"))
    assert isinstance(paper, Document)
    fields = dict(row for block in paper.blocks if isinstance(block, Fields) for row in block.rows)
    assert fields["Deposit"] == "50 EUR" and fields["Time limit"] == "30 minutes"
    assert pdf.pages(make(desk.context(), "appeal").data) == 2


def test_the_absence_log_is_one_page(swiss: State) -> None:
    assert pdf.pages(make(context(swiss), "absences").data) == 1
