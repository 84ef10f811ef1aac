"""Teams, round robins, knock-outs and the other systems, run through the desk to their end."""

from __future__ import annotations

from contextlib import nullcontext

import pytest

from arbitro.desk import store
from arbitro.desk.commands import Level, Role
from arbitro.desk.commands.entries import withdraw
from arbitro.desk.events import create_section
from arbitro.desk.importing import settings_of
from arbitro.desk.tables import advance_groups, final_order, final_teams, table, team_table
from arbitro.errors import Refused
from arbitro.files import trf
from arbitro.model import Outcome, points
from arbitro.model.team_results import matches, team_rounds, team_scores
from arbitro.standings import team_standings
from tests.desk.conftest import Desk


def with_teams(desk, count: int, members: int = 3, **settings):
    """Teams of `members` players on two boards, the strongest team entered last."""
    cup = desk(team_boards=2, board_colours="WB", **settings)
    cup("enter", players=[{"name": f"P{i}", "rating": 1500 + 10 * i} for i in range(1, count * members + 1)])
    for i in range(count):
        first = i * members + 1
        cup("team", name=f"Team {i + 1}", members=list(range(first, first + members)))
    cup("number")
    return cup


def test_a_team_swiss_numbers_the_teams_by_strength_and_runs_to_its_end(desk):  # C.04.6
    cup = with_teams(desk, 6, system="team", rounds=3)
    assert [t.name for t in cup.state.teams.values()] == [f"Team {i}" for i in (6, 5, 4, 3, 2, 1)]
    for _ in range(3):
        cup.next_round()
        assert all(len([b for b in cup.state.rounds[-1].boards.values() if b.match == m]) == 2 for m in (1, 2, 3))
        cup.finish_round("1-0")
    met = [frozenset(match) for round in cup.state.rounds for match in round.matches]
    assert len(met) == len(set(met)) == 9
    assert sum(score.match_points for score in team_scores(cup.tournament).values()) == 9 * 20
    assert len(team_standings(cup.tournament, ["GP"]).rows) == 6


def test_teams_are_paired_and_ranked_as_their_settings_say(desk):  # C.04.6: type, primary score
    """Type B wants colours that type A does not; by game points the leaders are others."""
    found = {}
    for kind, primary in (("A", "match"), ("B", "match"), ("none", "game")):
        cup = with_teams(desk, 8, system="team", rounds=4, team_type=kind, team_primary=primary)
        for results in (("1-0", "1-0"), ("½-½", "1-0"), ("1-0", "0-1")):
            cup.next_round()
            for board in cup.state.rounds[-1].boards:
                cup("result", board=board, result=results[(board + board // 4) % 2])
        cup("pair")
        assert cup("manual", on=True) and cup("manual", on=False).payload["different"] == []
        order = [row.number for row in team_table(cup.state, cup.tournament).rows]
        score = team_scores(cup.tournament)
        of = {"match": lambda n, s=score: s[n].match_points, "game": lambda n, s=score: s[n].game_points}[primary]
        assert order == sorted(order, key=of, reverse=True)
        again = settings_of(trf.parse(trf.write(cup.tournament, 26)).tournament)
        assert (again.team_type, again.team_primary) == (kind, primary)
        found[kind] = (cup.tournament.info.system_code, cup.state.rounds[-1].matches)
    assert [code for code, _matches in found.values()] == ["FIDE_TEAM", "FIDE_TEAM_TYPEB", "FIDE_TEAM_TYPENONE_GP"]
    assert len({matches for _code, matches in found.values()}) > 1
    with pytest.raises(Refused, match="known: A, B, none"):
        with_teams(desk, 4, system="team", rounds=3, team_type="C")


@pytest.mark.parametrize(
    ("system", "boards", "sizes"),
    [("hilton", 3, (4, 4, 4, 4)), ("scheveningen", 3, (3, 4)), ("molter", 2, (3, 2, 2)), ("skalitzka", 2, (2, 2, 3))],
)
def test_a_reserve_has_no_seat_in_a_team_table_and_gets_no_points(desk, system, boards, sizes):
    cup = desk(system=system, team_boards=boards)
    cup("enter", players=[{"name": f"P{i}", "rating": 1500 + 10 * i} for i in range(1, sum(sizes) + 1)])
    members = iter(range(1, sum(sizes) + 1))
    for i, size in enumerate(sizes, 1):
        cup("team", name=f"Team {i}", members=[next(members) for _ in range(size)])
    cup("number")
    cup.next_round()
    reserves = [cup.state.numbers[m] for t in cup.state.teams.values() for m in t.members[boards:]]
    assert len(reserves) == sum(sizes) - boards * len(sizes)
    assert {cup.tournament.round_of(n, 1).outcome for n in reserves} == {Outcome.ABSENT}
    assert {cup.tournament.score(n) for n in reserves} == {0}


@pytest.mark.parametrize(
    ("order", "boards", "refused"),
    [
        ("fixed", (2, 1), "board order"),
        ("fixed", (1, 3), ""),
        ("free", (3, 1), ""),
        ("rating", (2, 1), ""),  # ten points apart
        ("rating", (4, 1), "100 points"),
        ("club", (2, 1), ""),
        ("club", (1, 3), "reserve"),
    ],
)
def test_line_ups_are_bound_as_the_regulations_state(desk, order, boards, refused):  # C.05 7
    cup = with_teams(desk, 2, system="team", rounds=1, board_order=order)
    cup("enter", players=[{"name": "Weaker", "rating": 1200}])
    cup("team", id=1, name="Team 1", members=[*cup.state.teams[1].members, 7])
    seats = [cup.state.teams[1].members[n - 1] for n in boards]
    with pytest.raises(Refused, match=refused) if refused else nullcontext():
        cup("line-up", team=1, boards=seats)
    assert bool(cup.state.line_ups) is not bool(refused)


def test_line_ups_forfeited_boards_and_a_team_that_does_not_come(desk):  # C.05 7
    cup = with_teams(desk, 4, system="team", rounds=3)
    first = cup.state.teams[1]
    with pytest.raises(Refused, match="order"):
        cup("line-up", team=1, boards=[first.members[1], first.members[0]])
    cup("line-up", team=1, boards=[first.members[1], None])
    cup.next_round()
    (mine,) = [m for m in cup.state.rounds[0].matches if 1 in m]
    other = next(team for team in mine if team != 1)
    board = next(b for b in cup.state.rounds[0].boards.values() if 0 in (b.white, b.black))
    assert Outcome.FORFEIT_WIN in (board.white_outcome, board.black_outcome)
    with pytest.raises(Refused, match="one player"):
        cup("result", board=next(n for n, b in cup.state.rounds[0].boards.items() if b is board), result="1-0")
    cup.finish_round("½-½")
    match = next(m for m in matches(cup.tournament, 1) if 1 in (m.white, m.black))
    assert {match.white_points, match.black_points} == {points("½"), points("1½")}
    assert team_scores(cup.tournament)[other].match_points == 20

    cup("line-up", team=2, boards=[None, None])
    cup.next_round()
    assert [f.result for f in cup.tournament.team_forfeits] in (["+-"], ["-+"])
    cup.finish_round("½-½")
    winner = next(t for m in cup.state.rounds[1].matches if 2 in m for t in m if t != 2)
    before = team_scores(cup.tournament, 1)
    assert team_scores(cup.tournament)[winner].match_points == before[winner].match_points + 20
    cup.next_round()
    cup.finish_round("1-0")


def test_a_round_robin_of_teams_with_drawn_numbers_and_a_rest_worth_nothing(desk):
    cup = with_teams(desk, 3, system="round-robin", rounds=3)
    cup("lots", sentence="dice 2 4 1", what="numbers")
    resting = set()
    for _ in range(3):
        cup.next_round()
        cup.finish_round("½-½")
        resting.add(cup.state.rounds[-1].team_bye)
    assert resting == {1, 2, 3}
    assert {score.match_points for score in team_scores(cup.tournament).values()} == {20}


def pairs_of(cup) -> list[set[int]]:
    return [set(match) for match in cup.state.rounds[-1].matches]


def swapped(cup) -> list[dict[str, int]]:
    """The second teams of the first two matches change places."""
    (a, b), (c, d) = cup.state.rounds[-1].matches[:2]
    return [{"match": 1, "white": a, "black": d}, {"match": 2, "white": c, "black": b}]


def test_teams_are_paired_by_hand_as_units(desk):  # C.04.2 A.5, C.04.6
    cup = with_teams(desk, 6, system="team", rounds=3)
    cup("line-up", team=1, boards=[cup.state.teams[1].members[0], None])
    cup("pair")
    cup("manual", on=True)
    with pytest.raises(Refused, match="units"):
        cup("override", boards=[{"board": 1, "white": 1, "black": 2}])
    with pytest.raises(Refused, match="white and black"):
        cup("override", matches=[{"match": 1}])
    with pytest.raises(Refused, match="same teams"):
        cup("override", matches=[{"match": 1, "white": 1, "black": 2}])
    with pytest.raises(Refused, match="no match 9"):
        cup("override", matches=[{"match": 9, "white": 1, "black": 2}])
    before = cup.state.rounds[0]
    changes = swapped(cup)
    entry = cup("override", matches=changes)
    after = cup.state.rounds[0]
    assert [(c["white"], c["black"]) for c in changes] == list(after.matches[:2])
    assert after.matches[2] == before.matches[2]
    for board in after.boards.values():
        teams = {t.id for t in cup.state.teams.values() if {board.white, board.black} & set(t.members)}
        assert teams <= set(after.matches[board.match - 1])
        assert board.by_hand == (board.match != 3)
    assert sum(0 in (b.white, b.black) for b in after.boards.values()) == 1  # the empty board stays empty
    assert cup("manual", on=False).payload["different"] == [n for n, b in after.boards.items() if b.match != 3]
    cup.undo()
    cup.undo(entry.number)
    assert cup.state.rounds[0] == before


def test_a_second_match_by_hand_takes_two_steps_and_stays_marked(desk):  # C.04.6 C1, C.04.2 D.10
    cup = with_teams(desk, 4, system="team", rounds=3)
    cup.next_round()
    cup("manual", on=True)
    with pytest.raises(Refused, match=r"D\.10"):
        cup("override", matches=swapped(cup))
    cup("manual", on=False)
    first = cup.state.rounds[0].matches
    cup.finish_round("½-½")
    cup("pair")
    cup("manual", on=True)
    again = [{"match": n, "white": a, "black": b} for n, (a, b) in enumerate(first, 1)]
    with pytest.raises(store.NeedsConfirmation, match="met before") as question:
        cup("override", matches=again, confirm=3)
    assert question.value.level is Level.TWO_STEPS
    cup("override", matches=again)
    assert all("C.04.6 C1" in board.breach for board in cup.state.rounds[1].boards.values())
    cup("manual", on=False)
    cup("publish")  # a published second meeting is what may still be put right
    cup("manual", on=True)
    cup("result", board=1, result="1-0")
    with pytest.raises(Refused, match="results stays"):
        cup("override", matches=swapped(cup))
    cup.undo()
    cup("override", matches=swapped(cup), confirm=3)
    assert not any(board.breach for board in cup.state.rounds[1].boards.values())
    cup.finish_round("1-0")
    assert len(team_rounds(cup.tournament)[1]) == 2


def test_the_bye_of_teams_by_hand(desk):
    cup = with_teams(desk, 5, system="team", rounds=3)
    cup.next_round()
    cup.finish_round("1-0")
    cup("pair")
    resting = cup.state.rounds[0].team_bye
    now = cup.state.rounds[1].team_bye
    n, match = next((n, m) for n, m in enumerate(cup.state.rounds[1].matches, 1) if resting in m)
    other = next(team for team in match if team != resting)
    change = [{"match": n, "white": now, "black": other}]
    cup("manual", on=True)
    with pytest.raises(store.NeedsConfirmation, match="may not have the bye"):
        cup("override", matches=change, bye=resting, confirm=3)
    cup("override", matches=change, bye=resting)
    assert cup.state.rounds[1].team_bye == resting
    assert cup.tournament.team_byes[1] == resting


@pytest.mark.parametrize("version", [16, 26])
def test_the_bye_of_a_team_is_in_every_report(desk, version):  # C.04.6; TRF16 has no line of its own for it
    cup = with_teams(desk, 5, system="team", rounds=3)
    for _ in range(3):
        cup.next_round()
        cup.finish_round("1-0")
    again = trf.parse(trf.write(cup.tournament, version), strict=True).tournament
    assert again.team_byes == cup.tournament.team_byes and None not in again.team_byes
    assert team_scores(again) == team_scores(cup.tournament)
    assert trf.write(again, version) == trf.write(cup.tournament, version)


def test_by_hand_nobody_sits_who_was_absent_when_the_round_was_paired(desk):  # C.04.2 C.1, D.3
    """They may have come since, or a line-up may name them: the round records them as absent."""
    cup = with_teams(desk, 5, system="team", rounds=3)
    cup("pair")
    first, _second = cup.state.rounds[0].matches[0]
    expelled, stays, *_ = cup.state.teams[first].members
    cup("exclude", id=expelled)
    cup("unpair")
    resting = 5
    named, late, _third = cup.state.teams[resting].members
    cup("line-up", team=resting, boards=[named, late])
    cup("check-in", ids=[id for id in cup.state.entrants if id != named], present=True)
    cup("pair")
    assert cup.state.rounds[0].team_bye == resting
    assert {expelled, named} == set(cup.state.rounds[0].absent)
    cup("return", id=expelled)
    cup("check-in", ids=[named], present=True)
    n, match = next((n, m) for n, m in enumerate(cup.state.rounds[0].matches, 1) if first in m)
    gone = next(team for team in match if team != first)
    cup("manual", on=True)
    cup("override", matches=[{"match": n, "white": first, "black": resting}], bye=gone)
    seated = [(b.white, b.black) for b in cup.state.rounds[0].boards.values() if b.match == n]
    assert seated[0] == (stays, 0)
    assert late in seated[1]
    assert not {expelled, named} & {id for board in seated for id in board}


def test_a_team_withdraws_and_comes_back(desk):  # C.04.2 D.2, D.3
    cup = with_teams(desk, 5, system="team", rounds=4)
    cup.next_round()
    cup.finish_round("1-0")
    cup("team-withdraw", team=2)
    with pytest.raises(Refused, match="already"):
        cup("team-withdraw", team=2)
    cup("line-up", team=2, boards=list(cup.state.teams[2].members[:2]))  # handed in all the same: of no use
    cup.next_round()
    assert all(2 not in match for match in pairs_of(cup))
    assert cup.state.rounds[1].team_bye is None
    cup.finish_round("1-0")
    score = team_scores(cup.tournament)[2]
    assert team_rounds(cup.tournament)[2][1].outcome is Outcome.ABSENT
    with pytest.raises(store.NeedsConfirmation, match="exception"):
        cup("team-return", team=2, confirm=0)
    cup("team-return", team=2)
    cup.next_round()
    assert any(2 in match for match in pairs_of(cup)) or cup.state.rounds[2].team_bye == 2
    assert team_scores(cup.tournament, 2)[2] == score
    with pytest.raises(Refused, match="not withdrawn"):
        cup("team-return", team=2)


def test_a_team_asks_for_a_bye(desk):  # C.05 6.7.4
    cup = with_teams(desk, 6, system="team", rounds=3)
    cup("team-bye", team=3, round=1)
    with pytest.raises(Refused, match=r"6\.7\.4"):
        cup("team-bye", team=3, round=2)
    with pytest.raises(Refused, match=r"6\.7\.4"):
        cup("team-bye", team=4, round=3)
    cup("team-bye", team=5, round=2, outcome="ZERO_BYE")
    cup("team-bye", team=5, round=2, outcome=None)
    cup.next_round()
    assert all(3 not in match for match in pairs_of(cup))
    cup.finish_round("1-0")
    assert team_scores(cup.tournament)[3] == (points(1), points(1))  # a drawn match: one match point, half the boards
    with pytest.raises(Refused, match="paired already"):
        cup("team-bye", team=4, round=1)
    cup.next_round()
    assert any(3 in match for match in pairs_of(cup))
    assert any(5 in match for match in pairs_of(cup))


def test_a_team_that_leaves_a_round_robin_loses_the_rest_by_forfeit(desk):  # C.05 6.6
    cup = with_teams(desk, 4, system="round-robin", rounds=3)
    cup.next_round()
    cup.finish_round("½-½")
    cup("team-withdraw", team=1)
    cup.next_round()
    (match,) = [m for m in matches(cup.tournament, 2) if 1 in (m.white, m.black)]
    assert match.forfeit in ("-+", "+-")
    cup.finish_round("½-½")
    assert team_scores(cup.tournament)[1].match_points == points(1)


def test_a_team_is_taken_off_the_list_before_the_start_only(desk):
    cup = with_teams(desk, 5, system="team", rounds=3)
    cup("team-remove", team=5)
    assert len(cup.state.teams) == 4
    assert len(cup.state.entrants) == 15
    cup.next_round()
    assert len(cup.state.rounds[0].matches) == 2
    with pytest.raises(Refused, match=r"6\.7\.1"):
        cup("team-remove", team=4)
    with pytest.raises(Refused, match="no such team"):
        cup("team-bye", team=5, round=2)


def test_a_line_up_goes_with_a_player_who_is_taken_off_the_list(desk):
    cup = with_teams(desk, 4, system="team", rounds=3)
    first, second, third = cup.state.teams[1].members
    cup("line-up", team=1, boards=[first, second])
    cup("remove", ids=[first])
    assert not cup.state.line_ups
    cup("number")
    cup.next_round()
    seated = {id for b in cup.state.rounds[0].boards.values() for id in (b.white, b.black)}
    assert {second, third} <= seated


def test_a_rest_in_a_round_robin_is_worth_nothing_and_stays_so_in_the_file(desk):
    from arbitro.files.trf import parse, write

    cup = desk(system="round-robin", rounds=5)
    assert cup.state.settings.scoring.pairing_bye == 0
    cup("enter", players=[{"name": f"P{i}"} for i in range(1, 6)])
    cup("lots", sentence="dice", what="numbers")
    for _ in range(5):
        cup.next_round()
        cup.finish_round("½-½")
    assert all(r.bye for r in cup.state.rounds)
    assert set(cup.tournament.scores().values()) == {20}
    assert set(parse(write(cup.tournament)).tournament.scores().values()) == {20}


def test_another_system_before_the_start_brings_its_usual_points(desk):
    cup = desk()
    cup("configure", changes={"system": "round-robin"})
    assert cup.state.settings.scoring.pairing_bye == 0
    cup("configure", changes={"system": "dutch"})
    assert cup.state.settings.scoring.pairing_bye == points(1)


def test_who_leaves_a_round_robin_loses_the_rest_by_forfeit(desk):
    cup = desk(system="round-robin", rounds=3)
    cup("enter", players=[{"name": f"P{i}"} for i in range(1, 5)])
    cup("number")
    cup.next_round()
    cup.finish_round("½-½")
    cup("withdraw", id=2)
    cup.next_round()
    board = next(b for b in cup.state.rounds[1].boards.values() if 2 in (b.white, b.black))
    assert {board.white_outcome, board.black_outcome} == {Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS}


def test_the_desk_says_what_a_withdrawal_from_a_round_robin_leaves(desk):  # C.05 6.6
    cup = desk(system="round-robin", rounds=3)
    cup("enter", players=[{"name": f"P{i}"} for i in range(1, 5)])
    cup("number")
    for _ in range(2):
        cup.next_round()
        early = withdraw(cup.state, id=2).warnings[0]
        cup.finish_round("½-½")
    assert (early.article, "stay in the table and are rated" in early.text) == ("C.05 6.6", True)
    assert "win by forfeit" in withdraw(cup.state, id=2).warnings[0].text


def test_a_knock_out_gives_byes_to_the_strongest_and_ranks_by_how_far_they_came(desk):
    cup = desk(system="knockout", rounds=9)
    cup("enter", players=[{"name": f"P{i}", "rating": 2400 - i} for i in range(1, 7)])
    cup("number")
    cup.next_round()
    assert {id for id, o in cup.state.rounds[0].absent.items() if o is Outcome.PAIRING_BYE} == {1, 2}
    winner = {}
    while True:
        for n, board in cup.state.rounds[-1].boards.items():
            winner[n] = min(board.white, board.black)
            cup("result", board=n, result="1-0" if winner[n] == board.white else "0-1")
        try:
            cup.next_round()
        except Exception as error:
            assert "over" in str(error)
            break
    assert [p.name for p in final_order(cup.section)][:2] == ["P1", "P2"]


def test_groups_feed_a_knock_out(desk):
    first = desk(name="Cup", system="round-robin", rounds=3)
    sections = [first.section]
    for name in ("B", "Final"):
        system = {"system": "knockout"} if name == "Final" else {"system": "round-robin"}
        sections.append(create_section(first.event, {"name": name, "rounds": 3} | system, who="ana", role=Role.OWNER))
    groups, final = sections[:2], sections[2]
    for group, section in zip("AB", groups, strict=True):
        first.section = section
        first("enter", players=[{"name": f"{group}{i}", "rating": 2400 - i} for i in range(1, 5)])
        first("number")
        for _ in range(3):
            first.next_round()
            for n, board in first.state.rounds[-1].boards.items():
                first("result", board=n, result="1-0" if board.white < board.black else "0-1")
    with pytest.raises(Refused, match="not finished"):
        advance_groups([final], groups[0], 1, who="ana", role=Role.OWNER)
    advance_groups(groups, final, 2, who="ana", role=Role.OWNER)
    entered = [e.name for e in store.state_of(final.pk).entrants.values()]
    assert sorted(entered) == ["A1", "A2", "B1", "B2"]
    first.section = final
    first("number", order=list(store.state_of(final.pk).entrants))
    first.next_round()
    met = [{first.state.entrants[b.white].name[0], first.state.entrants[b.black].name[0]} for b in
           first.state.rounds[0].boards.values()]  # fmt: skip
    assert met == [{"A", "B"}, {"A", "B"}]


def test_teams_go_on_to_the_next_stage_with_their_lists(desk):
    cup = with_teams(desk, 4, system="round-robin", rounds=3)
    rules = {"name": "Final", "system": "knockout", "rounds": 2, "team_boards": 2, "board_colours": "WB"}
    final = create_section(cup.event, rules, who="ana", role=Role.OWNER)
    with pytest.raises(Refused, match="not finished"):
        advance_groups([cup.section], final, 2, who="ana", role=Role.OWNER)
    for _ in range(3):
        cup.next_round()
        for n, board in cup.state.rounds[-1].boards.items():
            cup("result", board=n, result="1-0" if board.white > board.black else "0-1")
    best = [team.name for team, _state in final_teams(cup.section)][:2]
    assert best == ["Team 4", "Team 3"]
    entry = advance_groups([cup.section], final, 2, who="ana", role=Role.OWNER)
    there = store.state_of(final.pk)
    assert len(entry.payload["players"]) == len(there.entrants) == 6
    assert [team.name for team in there.teams.values()] == best
    assert [there.entrants[id].name for id in there.teams[1].members] == ["P10", "P11", "P12"]
    cup.section = final
    cup("number")
    cup.next_round()
    assert pairs_of(cup) == [{1, 2}]


def test_a_round_of_a_double_swiss_is_a_match_of_two_games(desk):  # C.04.5 2026
    cup = desk(system="double", rounds=3)
    cup("enter", players=[{"name": f"P{i}", "rating": 2000 - i} for i in range(1, 6)])
    cup("number")
    cup.next_round()
    with pytest.raises(Refused, match="not a result"):
        cup("result", board=1, result="1-0")
    cup("result", board=1, result="1½-½")
    cup("result", board=2, result="1-1")
    assert sorted(cup.tournament.scores().values()) == [5, 10, 10, 15, 15]
    cup("swap-colours", board=1)
    assert cup.state.rounds[0].boards[1].points == (5, 15)
    cup.next_round()


@pytest.mark.parametrize("system", ["dubov", "burstein", "lim", "club"])
def test_every_individual_swiss_system_runs_through_the_desk(desk, system):
    cup = desk(system=system, rounds=3)
    cup.start(7)
    for sign in ("1-0", "½-½"):
        cup.finish_round(sign)
        cup.next_round()
    cup.finish_round()
    cup("close-round")
    assert len({r.bye for r in cup.state.rounds}) == 3


def test_the_sites_ranking_of_a_round_robin_forgets_who_left_early(desk):  # C.05 6.6
    from arbitro.desk.tables import ranked
    from arbitro.web.figures import figures_of

    cup = desk(system="round-robin", rounds=5)
    cup("enter", players=[{"name": f"P{i}"} for i in range(1, 7)])
    cup("lots", sentence="dice 3 5", what="numbers")
    cup.next_round()
    cup.finish_round()
    gone = cup.state.rounds[0].boards[1].white
    cup("withdraw", id=gone)
    cup.next_round()
    cup.finish_round()
    table = figures_of(cup.section.pk).ranking()
    assert cup.state.numbers[gone] not in {row.number for row in table.rows}
    assert [row.number for row in table.rows] == ranked(cup.state, cup.tournament)


def test_a_club_evening_by_keizer_pairs_whoever_is_there(desk):
    club = desk(system="keizer", rounds=20)
    assert club.state.settings.tiebreaks == ("KEIZER", "WON")
    club("enter", players=[{"name": f"P{i}", "rating": 2000 - i} for i in range(1, 8)])
    club("number")
    club("bye", id=1, round=1, outcome="HALF_BYE")
    for _ in range(3):
        club.next_round()
        club.finish_round("1-0")
    first = club.state.rounds[0]
    assert len(first.boards) == 3 and first.bye is None  # six of seven were there
    assert table(club.state, club.tournament).rows[0].rank == 1
    assert len({row.values["KEIZER"] for row in table(club.state, club.tournament).rows}) > 3


@pytest.mark.django_db
@pytest.mark.parametrize("system", ["team", "round-robin", "knockout"])
def test_teams_are_entered_before_they_are_paired(system: str) -> None:
    desk = Desk(name="Teams", system=system, rounds=3, team_boards=2)
    desk("enter", players=[{"name": f"P{i}", "rating": 2000 - i} for i in range(1, 7)])
    desk("number")
    with pytest.raises(Refused, match="teams"):
        desk("pair")
