"""What the form of each format asks, and what follows from a format that nobody stated."""

from __future__ import annotations

import re

from django.urls import reverse

from arbitro.desk import store
from arbitro.desk.formats import KINDS, asked, draws_numbers, usual_scoring, usual_team_scoring, usual_tiebreaks
from arbitro.desk.snapshot import snapshot
from arbitro.desk.tables import table
from arbitro.files import trf
from arbitro.formats import finished
from arbitro.model import System
from arbitro.model.team_results import team_scores
from tests.web_desk.test_formats import Play, create


def shown(hall, **typed: str) -> str:
    fields = {"expected": "", "rounds_advised": "9", "rounds": "9"} | typed
    return hall.owner.post(reverse("desk-format"), fields).content.decode()


def test_a_form_that_leaves_the_teams_forgets_their_boards(hall):
    for name, kind in KINDS.items():
        page = shown(hall, system=name, team_boards="4", board_colours="WBWB", line_up_minutes="30", match_win="2")
        assert ('name="team_boards"' in page) == kind.teams, name
        assert f'value="{name}" selected' in page


def test_a_knock_out_asks_for_no_tie_breaks_and_a_ladder_for_nothing_of_a_table(hall):
    for name in ("knockout", "knockout-teams", "match", "ladder"):
        assert 'name="tiebreaks"' not in shown(hall, system=name), name
    ladder = shown(hall, system="ladder")
    assert "as many as the table has" not in ladder
    assert 'name="expected"' in ladder and 'id="expected"' not in ladder
    for name in ("ladder", "double"):
        assert "Points and pairing options" not in shown(hall, system=name), name
    for name, kind in KINDS.items():
        rests = 'name="points_bye"' in shown(hall, system=name)
        of_matches = kind.system in (System.KNOCKOUT, System.MATCH) or "matches_of_teams" in asked(kind)
        assert rests == ("scoring" in asked(kind) and not of_matches), name


def test_a_team_swiss_speaks_of_the_byes_of_teams(hall):
    page = shown(hall, system="team")
    assert "Half-point byes per team" in page and "per player" not in page
    assert "match_bye_match_points" in page
    assert "Half-point byes per player" in shown(hall, system="dutch")


def test_a_level_match_of_two_is_drawn_unless_the_form_says_what_is_played(hall):
    """What the form shows at first is what happens."""
    page = shown(hall, system="match")
    first = page[page.index('id="ladder"') :].partition("</option>")[0]
    assert "the match is drawn" in first
    for chosen, over in (("usual", True), ("full", False)):
        play = Play(hall, create(hall, KINDS["match"], games="2", ladder=chosen, plan_shown="1"))
        play.enter(2)
        play.do("number")
        for _game in range(2):
            play.do("pair")
            play.do("publish")
            play.do("result", board=1, result="½-½")
        assert finished(snapshot(play.state)) == over, chosen


def test_teams_that_meet_player_by_player_are_told_apart_by_what_means_something_there():
    """Nobody has an encounter to compare where a round is no match."""
    for name, expected in {
        "scheveningen": ("MP",),
        "semi-scheveningen": ("MP",),
        "schiller": ("MP",),
        "hilton": ("MP", "TBR"),
        "skalitzka": ("GP", "EDE", "EMGSB"),
        "round-robin-teams": ("GP", "EDE", "EMGSB"),
    }.items():
        assert usual_tiebreaks(KINDS[name]) == expected, name


def test_a_rest_in_any_table_is_worth_nothing():
    for kind in KINDS.values():
        drawn = draws_numbers(kind.system)
        assert (usual_scoring(kind.system).pairing_bye == 0) == drawn, kind.name
        assert (usual_team_scoring(kind.system).bye_match_points == 0) == drawn, kind.name


def test_who_rests_in_a_schiller_table_scores_only_what_was_played(hall):
    play = Play(hall, create(hall, KINDS["schiller"], team_boards="2"))
    play.enter(6)
    for team in range(3):
        play.do("team", name=f"Club {team}", members=[2 * team + 1, 2 * team + 2])
    play.do("lots", sentence="the sea is heard", what="numbers")
    play.do("pair-all")
    play.results()
    games = sum(len(round.boards) for round in play.state.rounds)
    state, event = store.state_and_tournament(play.section.pk)
    assert sum(row.points for row in table(state, event).rows) == 10 * games
    assert sum(team.game_points for team in team_scores(event).values()) == 10 * games


def test_the_way_to_round_1_of_a_table_draws_the_numbers(hall):
    play = Play(hall, create(hall, KINDS["round-robin"]))
    play.enter(4)
    page = hall.owner.get(reverse("desk-section", args=play.slugs)).content.decode()
    assert "Draw the numbers" in page
    assert "Create the start list" not in page
    assert "round 0" not in page


def test_the_round_that_is_on_is_named_where_all_are_paired(hall):
    play = Play(hall, create(hall, KINDS["round-robin"]))
    play.enter(4)
    play.do("lots", sentence="the sea is heard", what="numbers")
    cell = reverse("desk-section", args=play.slugs) + r'.*?<td class="num">4</td>\s*<td class="num">([^<]*)</td>'
    assert re.search(cell, hall.owner.get("/desk/").content.decode(), re.S)[1] == "0/–"
    public = reverse("section", args=play.slugs)
    assert 'class="later"' not in hall.owner.get(public + "standings").content.decode()
    play.do("pair-all")
    page = hall.owner.get(reverse("desk-section", args=play.slugs)).content.decode()
    assert "round 1 of 3" in page
    assert re.search(cell, hall.owner.get("/desk/").content.decode(), re.S)[1] == "1/3"
    seen = hall.owner.get(public).content.decode()
    links = set(re.findall(rf'href="({public}round/\d)"[^>]*>(?:<svg.*?</svg>)?Rounds?<', seen))
    assert links == {f"{public}round/1"}
    first, second = (reverse("desk-round", args=[*play.slugs, n]) for n in (1, 2))
    onward = f'class="btn go button primary" href="{second}"'
    assert onward not in hall.owner.get(first).content.decode()
    for board in play.state.round(1).boards:
        play.do("result", round=1, board=board, result="1-0")
    assert onward in hall.owner.get(first).content.decode()


def test_a_tournament_with_an_adjourned_game_is_not_offered_to_be_closed(hall):
    play = Play(hall, create(hall, KINDS["round-robin"]))
    play.enter(4)
    play.do("lots", sentence="the sea is heard", what="numbers")
    play.do("pair-all")
    play.do("result", round=1, board=1, result="adjourned")
    play.results()
    last = hall.owner.get(reverse("desk-round", args=[*play.slugs, 3])).content.decode()
    assert "?close" not in last
    assert reverse("desk-correct", args=[*play.slugs, 1, 1]) in last
    play.do("result", round=1, board=1, result="1-0")
    assert "?close" in hall.owner.get(reverse("desk-round", args=[*play.slugs, 3])).content.decode()


def test_who_left_a_table_early_is_named_once(hall):
    play = Play(hall, create(hall, KINDS["round-robin"]))
    play.enter(6)
    play.do("lots", sentence="the sea is heard", what="numbers")
    play.do("pair-all")
    play.do("withdraw", id=1)
    page = hall.owner.get(reverse("desk-standings", args=play.slugs)).content.decode()
    note = re.search(r'<p class="note">(.*?)</p>', page, re.S)[1]
    assert note.count("Player00") == 1, note


def test_teams_are_counted_where_teams_are_paired(hall):
    play = Play(hall, create(hall, KINDS["team"], team_boards="2"))
    play.enter(8)
    for team in range(4):
        play.do("team", name=f"Club {team}", members=[2 * team + 1, 2 * team + 2])
    play.do("number")
    play.do("lots", sentence="the sea is heard")
    page = hall.owner.get(reverse("desk-pair", args=play.slugs)).content.decode()
    assert "4 teams will be paired." in page
    play.do("team-bye", team=1, round=1)
    assert "3 teams will be paired." in hall.owner.get(reverse("desk-pair", args=play.slugs)).content.decode()


def test_the_bye_of_a_team_is_a_drawn_match_on_the_boards_that_are_played(hall):
    play = Play(hall, create(hall, KINDS["team"], team_boards="2"))
    play.enter(6)
    for team in range(3):
        play.do("team", name=f"Club {team}", members=[2 * team + 1, 2 * team + 2])
    play.do("number")
    play.do("lots", sentence="the sea is heard")
    play.do("pair")
    play.do("publish")
    play.results()
    resting = team_scores(snapshot(play.state))[play.state.rounds[0].team_bye]
    assert (resting.match_points, resting.game_points) == (10, 10)


def test_the_file_of_a_knock_out_with_byes_raises_no_doubt(hall):
    play = Play(hall, create(hall, KINDS["knockout"]))
    play.enter(6)
    play.do("number")
    play.do("pair")
    play.do("publish")
    play.results()
    file = hall.owner.get(reverse("desk-trf", args=play.slugs)).content
    assert file.count(b"0000 - U") == 2
    assert trf.parse(file, "cup.trf").warnings == []


def test_a_player_of_a_table_has_no_half_point_byes_to_ask_for(hall):
    for name, there in (("dutch", True), ("round-robin", False), ("team", False)):
        play = Play(hall, create(hall, KINDS[name]))
        play.enter(2)
        page = hall.owner.get(reverse("desk-player", args=[*play.slugs, 1])).content.decode()
        assert ("May ask for half-point byes" in page) == there, name
        play.do("edit-player", id=1, name="Player00", fixed_board="2")
        assert play.state.entrants[1].half_byes_allowed
