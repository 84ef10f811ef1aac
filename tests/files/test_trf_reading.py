"""What the lines of a tournament report file mean."""

from __future__ import annotations

import pytest

from arbitro.files import trf
from arbitro.i18n import speaking
from arbitro.model import (
    Colour,
    Forbidden,
    LineUp,
    Outcome,
    Points,
    Scoring,
    System,
    TeamForfeit,
    Tournament,
    team_results,
)


def player(number: int, *rounds: str, name: str = "A", points: str = "", rank: str = "") -> str:
    cells = "  ".join(rounds)
    return f"001{number:>5}      {name:33}{'':33}{points:>4} {rank:>4}  {cells}".rstrip()


def event(*lines: str) -> Tournament:
    return trf.parse("\n".join(lines), strict=True).tournament


def outcomes(tournament: Tournament, number: int) -> list[Outcome]:
    return [r.outcome for r in tournament.results[tournament.index[number]]]


# -- rounds


def test_a_blank_column_in_the_middle_is_absence_and_trailing_blanks_are_cut():
    e = event(player(1, "   2 w 1", "        ", "   2 b =", "        "), player(2, "   1 b 0", "0000 - Z", "   1 w ="))
    assert outcomes(e, 1) == [Outcome.WIN, Outcome.ABSENT, Outcome.DRAW]
    assert outcomes(e, 2) == [Outcome.LOSS, Outcome.ZERO_BYE, Outcome.DRAW]


def test_an_opponent_without_a_result_is_a_game_not_yet_finished():
    e = event(player(1, "   2 w  "), player(2, "   1 b"))
    assert outcomes(e, 1) == outcomes(e, 2) == [Outcome.PENDING]
    assert e.rounds_paired == 1
    assert e.rounds_finished == 0


def test_byes_for_the_round_to_come_keep_a_player_from_being_paired():
    e = event(player(1, "   2 w 1", "0000 - H"), player(2, "   1 b 0"), player(3, "0000 - U"))
    assert e.rounds_paired == 1
    assert e.available(2) == (2, 3)


@pytest.mark.parametrize("line", ["XXZ 1 3", "XXZ    1    3", "240 Z   2    1    3"])
def test_absences_announced_in_a_line_become_zero_point_byes_of_the_round_to_come(line: str):
    e = event(player(1, "   2 w 1"), player(2, "   1 b 0"), player(3, "0000 - U"), line)
    assert e.available(2) == (2,)
    assert outcomes(e, 3) == [Outcome.PAIRING_BYE, Outcome.ZERO_BYE]


def test_requested_byes_of_any_kind_and_round():
    e = event("142 5", player(1), player(2), player(3), "240 H 002    1", "240 F   1    2    3")
    assert outcomes(e, 1) == [Outcome.ABSENT, Outcome.HALF_BYE]
    assert outcomes(e, 2) == [Outcome.FULL_BYE]


def test_byes_of_older_files_are_understood_with_a_warning():
    file = trf.parse("\n".join([player(1, "0000 - +"), player(2, "0000 - ="), player(3, "0000 - -")]))
    assert [outcomes(file.tournament, n) for n in (1, 2, 3)] == [
        [Outcome.PAIRING_BYE],
        [Outcome.HALF_BYE],
        [Outcome.ZERO_BYE],
    ]
    assert {finding.doubt for finding in file.findings} == {trf.Doubt.OLD_SIGN}


def test_several_old_full_byes_in_a_round_are_no_pairing_allocated_byes():
    e = trf.parse("\n".join([player(1, "0000 - +"), player(2, "0000 - +")])).tournament
    assert outcomes(e, 1) == outcomes(e, 2) == [Outcome.FULL_BYE]


def test_letters_may_be_small():
    e = event(player(1, "   2 W w"), player(2, "   1 B l"), player(3, "0000 - u"))
    assert outcomes(e, 1) == [Outcome.UNRATED_WIN]
    assert outcomes(e, 3) == [Outcome.PAIRING_BYE]


def test_players_may_stand_in_any_order():
    e = event(player(2, "   1 b 0", name="Second"), player(1, "   2 w 1", name="First"))
    assert [p.name for p in e.players] == ["First", "Second"]


# -- configuration


@pytest.mark.parametrize("line", ["XXR 9", "142 9", "XXR  9  "])
def test_planned_rounds(line: str):
    assert event(line, player(1)).planned_rounds == 9


@pytest.mark.parametrize(
    ("line", "colour"),
    [("XXC white1", Colour.WHITE), ("XXC black1", Colour.BLACK), ("152 W", Colour.WHITE), ("152 B", Colour.BLACK)],
)
def test_first_colour(line: str, colour: Colour):
    assert event(line, player(1)).first_colour is colour
    assert event(player(1)).first_colour is None


def test_order_by_the_rank_field():
    e = event("XXC rank black1", player(1))
    assert e.order_by_rank and e.first_colour is Colour.BLACK


def test_scoring_of_each_dialect():
    three = Scoring.of(Points(30), Points(10))
    assert event("XXS W=3 D=1", player(1)).scoring == three
    assert event("XXS WW=3.0 WD=1.0 FW=3 FPB=3 HPB=1", player(1)).scoring == three
    assert event("BBW  3.0", "BBD  1.0", player(1)).scoring == three
    assert event("162  W 3.0    D 1.0    L 0.0", player(1)).scoring == three
    half = event("XXS PAB=0.5", player(1)).scoring
    assert half.pairing_bye == 5 and half.win == 10
    assert event("BBU  0.5", player(1)).scoring.pairing_bye == 5
    black = event("XXS BW=1.5", player(1)).scoring
    assert black.points(Outcome.WIN, Colour.BLACK) == 15
    assert black.points(Outcome.WIN, Colour.WHITE) == 10


def test_162_gives_forfeits_and_byes_what_their_symbols_say():
    s = event("162  W 3.0    D 2.0    L 1.0    A 0.5    P 2.5    X 1.5", player(1)).scoring
    assert (s.win, s.forfeit_win, s.full_bye) == (30, 30, 30)
    assert (s.draw, s.half_bye) == (20, 20)
    assert (s.loss, s.zero_bye, s.forfeit_loss) == (10, 5, 5)
    assert (s.pairing_bye, s.adjourned) == (25, 15)


def test_virtual_points_per_player():
    e = event(player(1), player(2), "XXA    1  1.0  1.0  0.5  0.0")
    assert e.acceleration == {1: (10, 10, 5)}
    assert e.pairing_score(1, 2) == 10
    assert e.virtual_points(2, 1) == 0


def test_virtual_points_for_a_range_of_players_and_rounds():
    e = event("192 FIDE_DUTCH_2026_BAKU", player(1), player(2), player(3), *[
        "250       1.0   1   2    1    2",
        "250       0.5   3   3    1    2",
    ])  # fmt: skip
    assert e.acceleration == {1: (10, 10, 5), 2: (10, 10, 5)}
    assert not e.baku  # what 250 says holds


def test_virtual_points_in_the_field_of_match_points_count_too():
    assert event(player(1), "250  1.0      001 001    1    1").acceleration == {1: (10,)}


def test_baku_by_the_code_alone():
    e = event("192 FIDE_DUTCH_BAKU", player(1))
    assert e.baku and e.system is System.DUTCH


@pytest.mark.parametrize(
    ("line", "system", "edition"),
    [
        ("192 FIDE_DUTCH_2017", System.DUTCH, "2017"),
        ("192 FIDE_DUTCH_2026", System.DUTCH, "2026"),
        ("092 FIDE_DUTCH_2025", System.DUTCH, "2026"),
        ("092 Individual: Swiss-System (FIDE Dutch)", System.DUTCH, "2017"),
        ("092 Individual: Round-Robin", System.ROUND_ROBIN, "2017"),
        ("092 Double Round Robin", System.DOUBLE_ROUND_ROBIN, "2017"),
        ("092 Swiss Dubov", System.DUBOV, "2017"),
        ("192 FIDE_BURSTEIN", System.BURSTEIN, "2026"),
    ],
)
def test_system_and_edition(line: str, system: System, edition: str):
    e = event(line, player(1))
    assert (e.system, e.editions.swiss) == (system, edition)


def test_a_bare_code_means_the_text_in_force_when_the_tournament_started():
    assert event("042 2025/06/01", "192 FIDE_DUTCH", player(1)).editions.swiss == "2017"
    assert event("042 2026/06/01", "192 FIDE_DUTCH", player(1)).editions.swiss == "2026"


def test_players_who_must_not_meet():
    e = event(player(1), player(2), player(3), "XXP 1 3", "260   1   4    2    3")
    assert e.forbidden == (Forbidden((1, 3)), Forbidden((2, 3), 1, 4))


def test_tie_breaks_time_control_and_arbiters():
    e = event("202 BH/C1,BH,SB", "212 PTS,DE", "222 5400+30", "112 Ana", "112 Bea", "172 ESP FIDE", player(1))
    assert e.info.tie_breaks == ("BH/C1", "BH", "SB")
    assert e.info.standings_criteria == ("PTS", "DE")
    assert e.info.encoded_time_control == "5400+30"
    assert e.info.deputies == ("Ana", "Bea")


# -- points off the scale


@pytest.mark.parametrize(
    "line",
    [
        "299 W         0.5  001    1",  # by the specification
        "299 W          0.5 001    1",
        "299 W 0.0  0.5 001    1",  # narrower columns of another program
        "299 W  1.0   0.5  000    1",  # every win
    ],
)
def test_points_awarded_off_the_scale(line: str):
    e = event(player(1, "   2 w 1", points="0.5"), player(2, "   1 b 0"), line)
    assert e.score(1) == 5
    again = trf.parse(trf.write(e, 26), strict=True).tournament
    assert again.results == e.results


def test_a_signed_award_changes_the_normal_points():
    e = event(player(1, "   2 w 1", points="0.5"), player(2, "   1 b 0"), "299        -0.5  001    1")
    assert e.score(1) == 5


# -- teams


TEAM_EVENT = (
    "142 3",
    "192 FIDE_TEAM_TYPEB_MP_GP",
    "352 WB",
    "362 TW 3.0   TD 1.0   TL 0.0",
    *(player(n) for n in range(1, 7)),
    f"310   1 {'First club':32} {'FC':5} {2100:>6} {'2.0':>6} {'1.5':>6} {1:>3}     1    2",
    f"310   2 {'Second club':32} {'SC':5} {'2050.5':>6} {'':>6} {'':>6} {2:>3}     3    4",
    f"310   3 {'Third club':32} {'':5} {'':>6} {'':>6} {'':>6} {'':>3}     5    6",
    "300   1   1   2    2 0000",
    "320  1.0  1.0 003 000",
    "330 +-   2   1   3",
    "250  1.0  0.5 001 001    1    1",
)  # fmt: skip


def test_a_team_event_of_trf26():
    e = event(*TEAM_EVENT)
    assert e.system is System.TEAM
    assert [team.name for team in e.teams] == ["First club", "Second club", "Third club"]
    first = e.team(1)
    assert (first.nickname, first.strength, first.players) == ("FC", 2100, (1, 2))
    assert (first.stated_match_points, first.stated_game_points, first.stated_rank) == (20, 15, 1)
    assert e.player(4).team == 2
    assert e.line_ups == (LineUp(1, 1, 2, (2, None)),)
    assert e.team_byes == (3, None)
    assert e.team_forfeits == (TeamForfeit(2, 1, 3, "+-"),)
    assert e.board_colours == "WB"
    assert (e.team_scoring.win, e.team_scoring.draw, e.team_scoring.bye_match_points) == (30, 10, 10)
    assert e.acceleration == {1: (10,)}
    assert e.game_acceleration == {1: (5,)}


def test_a_team_event_is_written_and_read_again():
    e = event(*TEAM_EVENT)
    assert trf.parse(trf.write(e, 26), strict=True).tournament == e


def test_013_is_passed_over_where_310_stands():
    e = event(player(1), player(2), f"013 {'Old':32}   1", f"310   1 {'New':32} {'':5} {'':27} {'':>3}     1    2")
    assert [team.name for team in e.teams] == ["New"]


def test_a_name_of_the_full_width_does_not_swallow_the_first_member_of_013():
    e = event(player(1), player(2), f"013 {'N' * 30 + '12'}   1    2")
    assert e.teams[0].name == "N" * 30 + "12"
    assert e.teams[0].players == (1, 2)


# -- other lines


def test_unknown_lines_are_kept_and_written_back():
    lines = ("### a remark", "802   1 FC     2.0    1.5", "ZZZ whatever")
    e = event(*lines, player(1))
    assert e.unknown_lines == lines
    for version in (16, 26):
        assert trf.write(e, version).splitlines()[-3:] == list(lines)


def test_national_ratings_are_read_and_their_lines_kept():
    line = f"ESP    1      {'Muñoz':33} 1987 ESP       12345"
    e = event(player(1), line)
    assert (e.player(1).national_rating, e.player(1).national_id) == (1987, "12345")
    assert e.unknown_lines == (line,)


def test_round_dates():
    e = event(f"132{'':88}24/05/01  24/05/02", player(1))
    assert e.info.round_dates == ("24/05/01", "24/05/02")


# -- what cannot be read


@pytest.mark.parametrize(
    ("lines", "line", "columns"),
    [
        (["", ""], 2, None),
        (["012 Only a name"], 1, None),
        (["001"], 1, (5, 8)),
        (["001    0"], 1, (5, 8)),
        (["001 abcd"], 1, (5, 8)),
        (["001    1", "001    1"], 2, (5, 8)),
        ([player(1, "   x w 1")], 1, (92, 95)),
        ([player(1, "   2 x 1"), player(2)], 1, (97, 97)),
        ([player(1, "   2 w !"), player(2)], 1, (99, 99)),
        ([player(1, "   2 w H"), player(2)], 1, (99, 99)),
        ([player(1, "0000 w 1")], 1, (99, 99)),
        ([player(1, "   2xw 1"), player(2)], 1, (96, 96)),
        ([player(1, "   1 w 1")], 1, (92, 95)),
        ([player(1, "   2 w 1", "   2 w 9"), player(2)], 1, (109, 109)),
        ([player(1), "XXR many"], 2, (5, 8)),
        ([player(1), "XXR 0"], 2, (5, 5)),
        ([player(1), "142 99999999999999999999"], 2, (5, 24)),
        ([player(1), "152 X"], 2, (5, 5)),
        ([player(1), "XXZ one"], 2, (5, 7)),
        ([player(1), "XXS W=a"], 2, (5, 7)),
        ([player(1), "BBW x"], 2, (5, 5)),
        ([player(1), "240 Q   1    1"], 2, (5, 5)),
        ([player(1), "240 H   x    1"], 2, (7, 9)),
        ([player(1), "250  a"], 2, (15, 17)),
        ([player(1), "310 abc"], 2, (5, 7)),
        ([player(1), "330 ++"], 2, (5, 6)),
        ([player(1), "352 WXB"], 2, (5, 7)),
        ([player(1), "299 nonsense"], 2, (5, 12)),
    ],
)
def test_an_error_names_line_and_columns(lines: list[str], line: int, columns: tuple[int, int] | None):
    with pytest.raises(trf.TrfError) as caught:
        trf.parse("\n".join(lines), "open.trf")
    assert (caught.value.line, caught.value.columns) == (line, columns)
    assert str(caught.value).startswith(f"open.trf, line {line}")


def test_an_error_says_what_was_found_and_what_is_right():
    with pytest.raises(trf.TrfError) as caught:
        trf.parse("\n".join([player(1, "  77 w 1"), player(2)]), "open.trf", strict=True)
    assert str(caught.value) == 'open.trf, line 1, columns 92-95: found "77", expected a pairing number from 1 to 2'


def test_an_error_speaks_spanish():
    with speaking("es"):
        with pytest.raises(trf.TrfError) as caught:
            trf.parse("001 abcd", "open.trf")
        assert str(caught.value) == (
            "open.trf, línea 1, columnas 5-8: se encontró «abcd», se esperaba un número de emparejamiento a partir de 1"
        )


def test_in_team_swiss_a_requested_bye_names_a_team_and_its_members_have_it():
    e = event(*TEAM_EVENT, "240 H   1    2")
    assert outcomes(e, 3) == outcomes(e, 4) == [Outcome.HALF_BYE]
    written = trf.write(e, 26)
    assert "240 H 001    2\n" in written
    assert trf.parse(written, strict=True).tournament == e


def test_team_events_write_who_does_not_play_and_who_finds_an_empty_board_as_signs_without_opponent():
    lines = [player(1, "   3 w 1"), player(2, "0000 - +"), player(3, "   1 b 0"), player(4, "0000 - -")]
    absent = [player(5, "0000 - -"), player(6, "0000 - -")]
    teams = TEAM_EVENT[10:13]
    found = trf.parse("\n".join([*TEAM_EVENT[:4], *lines, *absent, *teams, "240 H   1    3"]))
    e = found.tournament
    assert (found.findings, outcomes(e, 2), outcomes(e, 4)) == ((), [Outcome.FORFEIT_WIN], [Outcome.ZERO_BYE])
    assert outcomes(e, 5) == outcomes(e, 6) == [Outcome.HALF_BYE]
    rounds = team_results.team_rounds(e)
    assert [(r.match_points, r.game_points) for team in (1, 2, 3) for r in rounds[team]] == [(30, 20), (0, 0), (10, 10)]
    written = trf.write(e, 26)
    assert "240 H 001    3\n" in written
    assert trf.parse(written, strict=True).tournament == e


def test_the_bye_of_one_member_alone_stands_in_its_column():
    e = event(*TEAM_EVENT[:4], player(1, "0000 - Z"), *TEAM_EVENT[5:])
    assert outcomes(e, 1) == [Outcome.ZERO_BYE]
    assert trf.parse(trf.write(e, 26), strict=True).tournament == e


def test_a_whole_team_may_have_the_pairing_allocated_bye():
    lines = (*TEAM_EVENT[:4], player(1, "0000 - U"), player(2, "0000 - U"), *TEAM_EVENT[6:])
    assert trf.parse("\n".join(lines)).findings == ()
