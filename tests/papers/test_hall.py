"""What lies on the tables: slips, plates, score sheets, protocols, charts, cards, certificates."""

from __future__ import annotations

import pytest

from arbitro.desk.snapshot import snapshot
from arbitro.desk.state import State
from arbitro.errors import Refused
from arbitro.model import Outcome, show
from arbitro.papers import Context, make
from arbitro.papers.badges import qr
from arbitro.papers.blocks import Document, Layout, Table
from arbitro.papers.catalogue import draw, find
from arbitro.papers.hall import stacked
from arbitro.standings import standings
from tests.papers import pdf


def context(state: State, lang: str = "en", **options: str) -> Context:
    return Context(state, snapshot(state), {"lang": lang, **options})


def layout(state: State, name: str, **options: str) -> Layout:
    paper = draw(context(state, **options), find(name))
    assert isinstance(paper, Layout)
    return paper


@pytest.mark.parametrize("per_page", [1, 2, 3, 4, 6, 8, 10, 12, 15, 18, 24, 30])
def test_slips_fill_as_few_pages_as_they_need(swiss: State, per_page: int) -> None:
    made = make(context(swiss, per_page=str(per_page)), "result-slips")
    assert pdf.pages(made.data) == -(-len(swiss.round(9).boards) // per_page)
    assert pdf.cut_or_overlapping(made.data) == []


def test_every_slip_names_both_players_and_the_board(swiss: State) -> None:
    made = make(context(swiss, round="2"), "result-slips")
    for board in swiss.round(2).boards.values():
        assert pdf.has(made.data, swiss.entrants[board.white].name)
        assert pdf.has(made.data, swiss.entrants[board.black].name)


def test_cut_piles_are_in_board_order() -> None:
    slips = [{"board": str(n)} for n in range(1, 11)] + [None, None]
    pages = stacked(slips, 4)  # three pages
    piles = [[pages[page * 4 + place] for page in range(3)] for place in range(4)]
    assert [slip["board"] for pile in piles for slip in pile if slip] == [str(n) for n in range(1, 11)]


def test_boards_of_team_matches_are_numbered_as_lists_and_slips_do(teams: State) -> None:
    last = teams.rounds[-1]
    labels = [last.label(board) for board in last.boards]
    assert layout(teams, "board-numbers").data["numbers"] == labels and labels[4] == "2.1"


def test_board_numbers_run_from_first_to_last(swiss: State) -> None:
    assert layout(swiss, "board-numbers").data["numbers"] == [str(n) for n in range(1, 16)]
    made = make(context(swiss, first="7", last="9"), "board-numbers")
    assert pdf.pages(made.data) == 2


def test_plates_have_name_federation_and_a_code_that_leads_to_the_player(swiss: State) -> None:
    plates = layout(swiss, "name-plates", url="https://example.org/e/rosa/a").data["plates"]
    assert (
        len(plates) == 30 and plates[0]["federation"] and plates[0]["qr"] == qr("https://example.org/e/rosa/a/player/1")
    )
    assert layout(swiss, "name-plates").data["plates"][0]["qr"].startswith("<svg")
    assert pdf.pages(make(context(swiss, last="5"), "name-plates").data) == 3


def test_there_is_a_score_sheet_for_each_player_of_the_round(swiss: State) -> None:
    made = make(context(swiss), "scoresheets")
    assert pdf.pages(made.data) == len(swiss.round(9).boards)  # both sheets of a board on one page
    assert "60" in pdf.text(made.data).split()


def test_empty_score_sheets_before_the_first_round() -> None:
    assert pdf.pages(make(context(State()), "scoresheets").data) == 1


def test_protocols_have_one_page_for_each_match_with_both_captains(teams: State) -> None:
    made = make(context(teams, round="1"), "match-protocols")
    assert pdf.pages(made.data) == 3
    for team in teams.teams.values():
        assert pdf.has(made.data, f"Captain of {team.name}")


def test_line_up_forms_show_the_basic_list(teams: State) -> None:
    made = make(context(teams), "line-ups")
    assert pdf.pages(made.data) == 6
    first = next(iter(teams.teams.values()))
    assert all(pdf.has(made.data, teams.entrants[id].name) for id in first.members)


def test_the_time_sheet_expects_what_the_clocks_should_show(swiss: State) -> None:
    paper = draw(context(swiss), find("time-sheet"))
    assert isinstance(paper, Document)
    table = next(block for block in paper.blocks if isinstance(block, Table))
    assert [band for band, _span in table.bands][1:3] == ["16:30 (dif 150)", "17:00 (dif 120)"]
    assert len(table.rows) == len(swiss.round(9).boards)


def test_the_wall_chart_has_running_totals_and_circles_points_without_play(in_play: State) -> None:
    data = layout(in_play, "wall-chart").data
    bye = in_play.round(1).bye
    assert bye is not None
    row = data["rows"][in_play.numbers[bye] - 1]
    assert row["cells"][0] == {"top": "–", "total": "1", "circled": True}
    assert len(row["cells"]) == 9
    gone = [r for r in data["rows"] if r["gone"]]
    assert len(gone) == 1


def test_pairing_cards_follow_the_games(swiss: State) -> None:
    event = snapshot(swiss)
    card = layout(swiss, "pairing-cards").data["cards"][0]
    _colours, opponents, _names, results, totals = (column.split("\n") for column in card["columns"])
    assert totals == [show(event.score(1, k)) for k in range(1, 10)]
    assert opponents[0] == str(event.round_of(1, 1).opponent)
    assert all(results[r.round - 1] == "½" for r in event.rounds_of(1) if r.outcome is Outcome.DRAW)


def test_certificates_for_the_first_three_and_for_categories(swiss: State) -> None:
    event = snapshot(swiss)
    order = standings(event, swiss.settings.tiebreaks, edition=swiss.settings.editions.tiebreaks).order
    made = make(context(swiss, "es", categories="women"), "certificates")
    assert pdf.pages(made.data) == 4
    surname, _comma, first = event.player(order[0]).name.partition(", ")
    assert (
        pdf.has(made.data, f"{first} {surname}")
        and pdf.has(made.data, "Primer puesto")
        and pdf.has(made.data, "Mujeres")
    )


@pytest.mark.parametrize("lang", ["en", "es"])
def test_the_poster_shows_the_way_to_the_public_pages(swiss: State, lang: str) -> None:
    address = "http://192.168.1.7:8000/e/rosa/a/"
    assert layout(swiss, "poster", url=address).data["qr"] == qr(address)
    made = make(context(swiss, lang, url=address), "poster")
    assert pdf.pages(made.data) == 1
    assert pdf.has(made.data, "192.168.1.7:8000/e/rosa/a")
    assert pdf.cut_or_overlapping(made.data) == []


def test_there_is_no_poster_without_an_address(swiss: State) -> None:
    with pytest.raises(Refused, match="address"):
        make(context(swiss), "poster")
