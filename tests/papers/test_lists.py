"""What stands in the lists: names, points, order, as the rule rooms have them."""

from __future__ import annotations

import re

import pytest

from arbitro.desk.snapshot import snapshot
from arbitro.desk.state import State
from arbitro.errors import Refused
from arbitro.model import Outcome, System, show
from arbitro.papers import Context, make
from arbitro.papers.blocks import Document, Fields, Table, breakable
from arbitro.papers.catalogue import draw, find
from arbitro.papers.lists import by_name
from arbitro.papers.teams import turned
from arbitro.standings import crosstable, standings
from tests.papers import pdf
from tests.papers.conftest import Desk, settings


def context(state: State, lang: str = "en", **options: str) -> Context:
    return Context(state, snapshot(state), {"lang": lang, **options})


def table(state: State, name: str, which: int = 0, **options: str) -> Table:
    paper = draw(context(state, **options), find(name))
    assert isinstance(paper, Document)
    return [block for block in paper.blocks if isinstance(block, Table)][which]


def column(found: Table, head: str) -> list[str]:
    k = [c.head for c in found.columns].index(head)
    return [str(row[k]) for row in found.rows if len(row) > 1]


def test_the_start_list_is_in_the_order_of_pairing_numbers(swiss: State) -> None:
    assert column(table(swiss, "start-list"), "No.") == [str(n) for n in range(1, 31)]


def test_the_list_by_name_does_not_mind_accents(swiss: State) -> None:
    names = column(table(swiss, "start-list-names"), "Name")
    assert names == sorted(names, key=by_name) and len(names) == 30
    assert sorted(["Zúñiga", "Zuloaga", "Álvarez", "Alonso"], key=by_name) == ["Alonso", "Álvarez", "Zuloaga", "Zúñiga"]


def test_the_list_by_federation_counts_its_players(swiss: State) -> None:
    found = table(swiss, "start-list-federations")
    heads = [str(row[0]) for row in found.rows if len(row) == 1]
    assert sum(int(re.search(r"\((\d+)\)", head)[1]) for head in heads) == 30  # type: ignore[index]


@pytest.mark.parametrize("round", [1, 5, 9])
def test_pairings_stand_board_by_board_with_the_points_before_the_round(swiss: State, round: int) -> None:
    found = table(swiss, "pairings", round=str(round))
    event = snapshot(swiss)
    for row, (n, board) in zip(found.rows, sorted(swiss.round(round).boards.items()), strict=True):
        assert row[0] == n
        assert row[3] == swiss.entrants[board.white].name and row[9] == swiss.entrants[board.black].name
        assert row[5] == show(event.score(swiss.numbers[board.white], round - 1))


def test_the_list_for_the_wall_names_every_player_of_the_round_once(swiss: State) -> None:
    round = swiss.round(4)
    seated = [swiss.entrants[id].name for b in round.boards.values() for id in (b.white, b.black)]
    if round.bye is not None:
        seated.append(swiss.entrants[round.bye].name)
    assert column(table(swiss, "pairings-names", round="4"), "Player") == sorted(seated, key=by_name)


def test_byes_stand_below_the_pairings(in_play: State) -> None:
    text = pdf.text(make(context(in_play, round="1"), "pairings").data)
    bye = in_play.round(1).bye
    assert bye is not None
    assert re.search(rf"{re.escape(in_play.entrants[bye].name)}.*pairing-allocated bye", text)


def test_a_round_in_play_says_how_many_results_are_missing(in_play: State) -> None:
    missing = in_play.round(3).missing
    assert missing and pdf.has(make(context(in_play), "results").data, f"Results still missing: {missing}.")


def test_standings_are_those_of_the_rule_room(swiss: State) -> None:
    expected = standings(snapshot(swiss), swiss.settings.tiebreaks, edition=swiss.settings.editions.tiebreaks)
    found = table(swiss, "standings-long")
    assert column(found, "No.") == [str(row.number) for row in expected.rows]
    assert column(found, "Points") == [show(row.points) for row in expected.rows]
    printed = pdf.text(make(context(swiss), "standings-long").data)
    places = [printed.index(snapshot(swiss).player(row.number).name) for row in expected.rows]
    assert places == sorted(places)


def test_standings_after_an_earlier_round_do_not_know_later_ones(swiss: State) -> None:
    event = snapshot(swiss)
    found = table(swiss, "standings", after="3")
    numbers = [int(n) for n in column(found, "No.")]
    assert column(found, "Points") == [show(event.score(n, 3)) for n in numbers]


def test_standings_of_a_round_in_play_are_those_before_it(in_play: State) -> None:
    paper = draw(context(in_play), find("standings"))
    assert isinstance(paper, Document) and paper.subtitle.startswith("after round 2 of 9")


def test_categories_have_places_of_their_own(swiss: State) -> None:
    paper = draw(context(swiss, categories="women,R1-1999"), find("standings-categories"))
    assert isinstance(paper, Document)
    tables = [block for block in paper.blocks if isinstance(block, Table)]
    assert len(tables) == 2
    assert all(found.rows[0][0] == 1 for found in tables)
    women = [e for e in swiss.entrants.values() if e.player.sex.value == "w"]
    marks = {True: "", False: " (withdrawn)"}
    assert set(column(tables[0], "Name")) == {e.name + marks[e.withdrawn_after is None] for e in women}


def test_the_swiss_cross_table_has_a_column_for_each_round(swiss: State) -> None:
    event, settings = snapshot(swiss), swiss.settings
    expected = crosstable(event, standings(event, settings.tiebreaks, edition=settings.editions.tiebreaks))
    found = table(swiss, "crosstable")
    bye = {"-H": "(½)", "-U": "(1)", "-F": "(1)", "-Z": "(0)", "-": "–"}
    for k in range(1, 10):
        cells = [line.cells[k - 1] for line in expected.rows]
        assert column(found, f"R{k}") == [bye.get(cell, cell.replace("-", "−")) for cell in cells]


def test_the_spanish_cross_table_names_the_colours_in_spanish(swiss: State) -> None:
    english, spanish = (
        draw(context(swiss, lang), find("crosstable")).blocks[0].rows  # type: ignore[union-attr]
        for lang in ("en", "es")
    )
    letters = str.maketrans({"w": "b", "b": "n"})
    assert [[str(cell).translate(letters) for cell in row[6:15]] for row in english] == [
        list(row[6:15]) for row in spanish
    ]


def test_a_player_who_left_a_round_robin_early_is_last_in_the_cross_table_as_in_the_standings() -> None:  # C.05 6.6
    desk = Desk(**settings(system=System.ROUND_ROBIN, rounds=5, prizes=""))
    desk("enter", players=[{"name": f"Liga {i}", "rating": 2000 - i} for i in range(6)])
    desk("number")
    for k in range(5):
        desk("pair")
        desk("publish")
        for board, seats in list(desk.state.rounds[-1].boards.items()):
            if not seats.finished:  # who has left loses by forfeit at once
                result = "1-0" if seats.white == 1 else "0-1" if seats.black == 1 else "½-½"
                desk("result", board=board, result=result)
        desk("close-round")
        if k == 1:
            desk("withdraw", id=1)
    names = column(table(desk.state, "crosstable"), "Name")
    assert names[-1] == "Liga 0 (withdrawn)" and column(table(desk.state, "standings"), "Name") == names[:-1]


def test_the_round_robin_cross_table_is_square_with_a_cross_on_the_diagonal(norm: State) -> None:
    found = table(norm, "crosstable")
    assert [found.rows[k][6 + k] for k in range(10)] == ["×"] * 10
    assert column(found, "Pts")[0] == "9"
    by_rounds = table(norm, "crosstable", style="swiss")
    assert "R9" in [c.head for c in by_rounds.columns]


def test_a_double_round_robin_shows_both_games_in_one_cell() -> None:
    desk = Desk(**settings(system=System.DOUBLE_ROUND_ROBIN, rounds=6, prizes=""))
    desk("enter", players=[{"name": f"Doble {i}", "rating": 2000 - i} for i in range(4)])
    desk("number")
    for _round in range(6):
        desk("pair")
        desk("publish")
        for board in list(desk.state.rounds[-1].boards):
            desk("result", board=board, result="½-½")
        desk("close-round")
    found = table(desk.state, "crosstable")
    assert [found.rows[0][k] for k in range(4, 8)] == ["×", "½½", "½½", "½½"]
    assert pdf.has(make(context(desk.state), "crosstable").data, "½½")


def test_statistics_count_every_board_once(swiss: State) -> None:
    found = table(swiss, "statistics")
    total = found.rows[-1]
    boards = [board for round in swiss.rounds for board in round.boards.values()]
    assert total[1] == len(boards) == sum(int(x) for x in total[2:])
    assert total[3] == sum(board.white_outcome is Outcome.DRAW for board in boards)


def test_the_prize_list_gives_out_the_fund(swiss: State) -> None:
    made = make(context(swiss), "prizes")
    assert pdf.has(made.data, "Awarded: 2700 EUR of a fund of 2700 EUR.")


def test_the_schedule_has_every_round_with_day_and_time(swiss: State) -> None:
    text = pdf.text(make(context(swiss, "es"), "schedule").data)
    assert "10 de marzo de 2026" in text and text.count("16:00") == 9
    assert "90 min + 30 s" in text


def test_excluded_players_are_in_no_list(swiss: State) -> None:
    from dataclasses import replace

    out = replace(swiss.entrants[3], excluded=True)
    state = swiss.with_entrant(out)
    for name in ("start-list", "standings", "crosstable"):
        assert out.name not in column(table(state, name), "Name")


def test_matches_are_printed_with_their_boards_and_the_score(teams: State) -> None:
    found = table(teams, "team-pairings", round="2")
    heads = [str(row[0]) for row in found.rows if len(row) == 1]
    assert len(heads) == 3 and all(re.search(r"Equipo . \(\d\) – Equipo . \(\d\)   [\d½]+ – [\d½]+", h) for h in heads)
    assert len(found.rows) == 3 + 12


def test_team_standings_add_up(teams: State) -> None:
    found = table(teams, "team-standings")
    games = [float(value.replace("½", ".5") or 0) for value in column(found, "GP")]
    assert sum(games) == 3 * 3 * 4  # three rounds of three matches on four boards
    assert sum(int(value) for value in column(found, "MP")) == 3 * 3 * 2


def test_board_prizes_rank_by_percentage(teams: State) -> None:
    for board in range(4):
        percents = [int(value) for value in column(table(teams, "board-prizes", board), "%")]
        assert percents == sorted(percents, reverse=True) and len(percents) == 6


def test_results_are_turned_for_the_second_team() -> None:
    assert [turned(r) for r in ("1-0", "½-½", "+/-", "0-1 unrated", "")] == ["0-1", "½-½", "-/+", "1-0 unrated", ""]


def test_long_words_can_be_broken_in_a_cell() -> None:
    assert breakable("Ana María") == "Ana María"
    assert breakable("x" * 30).replace("\u200b", "") == "x" * 30 and "\u200b" in breakable("x" * 30)


@pytest.mark.parametrize(("option", "value"), [("round", "10"), ("round", "x"), ("paper", "a3"), ("after", "12")])
def test_wrong_options_are_refused_in_words(swiss: State, option: str, value: str) -> None:
    with pytest.raises(Refused, match=option):
        make(context(swiss, **{option: value}), "standings" if option == "after" else "pairings")


def test_the_report_of_the_chief_arbiter_holds_incidents_and_appeals(in_play: State) -> None:
    text = pdf.squeezed(make(context(in_play), "arbiter-report").data)
    assert "Aphonerang" in text and "11.3.2" in text and "Againsttherulingonboard1" in text
    assert "wasexcluded" not in text and "withdrewafterround2" in text


@pytest.mark.parametrize("name", ["start-list", "start-list-names", "standings", "standings-long"])
def test_lists_can_have_the_columns_of_swiss_manager(name: str, swiss: State) -> None:
    """The same players and values; its own order, and the club of everybody in the standings."""
    own, its = (draw(context(swiss, layout=layout), find(name)) for layout in ("own", "swiss-manager"))
    tables = [block for paper in (own, its) for block in paper.blocks if isinstance(block, Table)]
    heads = [[column.head for column in table.columns] for table in tables]
    if name.startswith("start"):
        assert heads[1] == ["No.", "Title", "Name", "FIDE ID", "Fed.", "Rtg", "Club"]
    else:
        assert heads[1] == [*heads[0][:6], "Club", *heads[0][6:]] and heads[1][6:8] == ["Club", "Points"]
    assert [row[heads[1].index("Name")] for row in tables[1].rows] == [
        row[heads[0].index("Name")] for row in tables[0].rows
    ]
    clubs = {row[heads[1].index("Club")] for row in tables[1].rows}
    assert clubs == {entrant.player.club for entrant in swiss.entrants.values()} and len(clubs) > 1


def test_the_regulations_say_what_the_settings_say(swiss: State) -> None:
    text = pdf.squeezed(make(context(swiss), "regulations").data)
    for words in ("9roundsareplayed", "morethan15minutes", "BH/C1", "General:1200,800,500EUR", "IARuiz,Marta"):
        assert words in text


def test_it1_shows_the_games_and_the_performance(norm: State) -> None:
    paper = draw(context(norm), find("it1"))
    assert isinstance(paper, Document)
    fields = dict(row for block in paper.blocks if isinstance(block, Fields) for row in block.rows)
    assert fields["Average rating of the opponents (Ra)"] == 2540
    assert fields["Score"] == "9 points in 9 games" and fields["Surname"] == "Maestro J"
    games = next(block for block in paper.blocks if isinstance(block, Table))
    assert len(games.rows) == 9


def test_without_a_norm_there_is_no_certificate(swiss: State) -> None:
    with pytest.raises(Refused, match="norm"):
        make(context(swiss), "it1")


def fields_of(state: State, name: str) -> dict[str, object]:
    paper = draw(context(state), find(name))
    assert isinstance(paper, Document)
    return dict(row for block in paper.blocks if isinstance(block, Fields) for row in block.rows)


def test_norm_reports_are_made_for_the_arbiters_who_can_earn_the_norm(swiss: State) -> None:  # B.06.1 2.9
    made = make(context(swiss), "ia1")
    assert pdf.pages(made.data) == 1
    assert pdf.has(made.data, "Sol, Iván") and not pdf.has(made.data, "Arbiter Ruiz, Marta")
    assert fields_of(swiss, "ia1")["Title"] == "FA"
    nobody = fields_of(swiss, "fa1")  # the chief arbiter is IA, the deputy FA: an empty form
    assert nobody["Arbiter"] == "" and nobody["Event"] == "Torneo de la Rosa"


def test_a_norm_report_names_the_article_and_the_level(swiss: State, norm: State, teams: State) -> None:
    found = fields_of(swiss, "fa1")  # 30 rated players of several federations, nine rounds
    assert (found["Article of the norm"], found["Level"]) == ("B.06.1 3.8.1", "international")
    assert fields_of(norm, "ia1")["Article of the norm"] == "B.06.1 4.8.3"  # a player made a norm: one was possible
    assert fields_of(teams, "fa1")["Article of the norm"] == ""  # which division it is the tournament cannot know
    assert pdf.has(make(context(swiss), "fa1").data, "at most 2 certificates (B.06.1 2.7)")


def test_an_untitled_chief_arbiter_is_told_who_signs(swiss: State) -> None:  # B.06.1 2.8
    desk = Desk(**settings(chief_arbiter="NA Gil, Ana", deputies=("NA Paz, Luis",), prizes=""))
    made = make(desk.context(), "fa1")
    assert pdf.pages(made.data) == 2
    assert pdf.has(made.data, "A supervisor with the title IA, FA or IO signs") and pdf.has(
        made.data, "signs for nobody"
    )


def test_teams_are_ranked_in_the_report_and_win_the_certificates(teams: State) -> None:
    order = column(table(teams, "team-standings"), "Team")
    report = draw(context(teams), find("arbiter-report"))
    assert isinstance(report, Document)
    tables = [block for block in report.blocks if isinstance(block, Table)]
    assert order in [[str(row[2]) for row in found.rows] for found in tables]
    assert "GP" in [c.head for c in table(teams, "team-standings").columns]
    assert len({c.head for c in table(teams, "team-standings").columns}) == len(table(teams, "team-standings").columns)
    assert pdf.has(make(context(teams), "certificates").data, order[0])


def test_the_settings_are_checked_line_by_line_the_musts_first(swiss: State) -> None:
    found = table(swiss, "settings-check")
    assert column(found, "Grade") == sorted(column(found, "Grade"), key=["must", "should", "could"].index)
    assert "Time limit for appeals" in column(found, "Matter")
    text = pdf.squeezed(make(context(swiss, "es"), "settings-check").data)
    assert "Plazoparaapelar" in text and "Leyes9.1.1" in text and "Laws" not in text


def test_the_rating_report_ranks_by_the_results_that_it_holds(in_play: State) -> None:
    from arbitro.papers import preflight, rating_report

    report = rating_report(context(in_play))
    points = [report.score(p.number) for p in sorted(report.players, key=lambda p: p.stated_rank or 0)]
    assert points == sorted(points, reverse=True)
    assert "RANK" not in {finding.kind.name for finding in preflight(report)}
