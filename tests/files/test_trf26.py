"""Lines of TRF26 in every form, and files as other programs write them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arbitro.errors import ArbitroError
from arbitro.files import trf
from arbitro.model import Info, Outcome, Player, Points, Title, Tournament, team_results
from tests.files.test_trf_reading import event, outcomes, player

GAMES = (player(1, "   2 w 1", "   3 b 0"), player(2, "   1 b 0", "0000 - H"), player(3, "0000 - U", "   1 w 1"))


def awarded(*lines: str) -> dict[int, list[Points | None]]:
    found = trf.parse("\n".join([*GAMES, *lines])).tournament
    return {n: [r.points for r in found.results[found.index[n]]] for n in (1, 2, 3)}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("299          -1.0  002    1", {1: [None, -10], 2: [None, None], 3: [None, None]}),  # a penalty
        ("299           1.0  001    1", {1: [20, None], 2: [None, None], 3: [None, None]}),  # a blank type is a bonus
        ("299           0.5         3", {1: [None, None], 2: [None, None], 3: [15, 15]}),  # a blank round: all of them
        ("299           0.5  000    3", {1: [None, None], 2: [None, None], 3: [15, 15]}),
        ("299 W         2.0         1", {1: [20, None], 2: [None, None], 3: [None, None]}),  # a letter replaces
        ("299 W         2.0", {1: [20, None], 2: [None, None], 3: [None, 20]}),  # of all players
        ("299 H   0.0   1.0  002    2", {1: [None, None], 2: [None, 10], 3: [None, None]}),
        ("299 -  0.0  1.5", {1: [None, None], 2: [None, None], 3: [None, None]}),  # nobody lost by forfeit
        ("299 L  0.0  1.5", {1: [None, 15], 2: [15, None], 3: [None, None]}),
    ],
)
def test_points_off_the_scale_in_every_form(line: str, expected: dict[int, list[int | None]]) -> None:  # 299
    assert awarded(line) == expected


def test_a_bonus_without_a_game_counts_in_its_round() -> None:  # 299
    assert awarded("299           1.0  003    2")[2] == [None, None, Points(10)]


def test_an_unknown_letter_of_points_off_the_scale_is_refused_by_name() -> None:  # 299
    with pytest.raises(ArbitroError, match=r'line 4, column.*"Q".*one of W D L F H Z [+] - or nothing'):
        awarded("299 Q         1.0  001    2")


def test_points_off_the_scale_are_written_as_they_are_read() -> None:
    for line in ("299          -1.0  002    1", "299           1.0  001    3", "299 W         2.0         1"):
        before = trf.parse("\n".join([*GAMES, line])).tournament
        after = trf.parse(trf.write(before, 26)).tournament
        assert after.results == before.results


def test_an_adjourned_game_is_a_question_mark() -> None:
    found = event(player(1, "   2 w ?"), player(2, "   1 b ?"), "162  X 0.0")
    assert outcomes(found, 1) == outcomes(found, 2) == [Outcome.ADJOURNED]
    written = trf.write(found, 26)
    assert "2 w ?" in written and "1 b ?" in written
    assert trf.parse(written).tournament.results == found.results
    assert "2 w *" in trf.write(found, 16)


def test_national_ratings_are_written_from_the_players() -> None:
    people = (Player(number=1, name="Olmo, Nora", rating=2105), Player(number=2, name="Rios, Teo", national_rating=1620,
              national_id="20311"))  # fmt: skip
    before = Tournament(players=people, results=((), ()), info=Info(federation="ESP", rating_method="ESP FIDON"))
    text = trf.write(before, 26)
    assert "ESP    2                                        1620" in text and "172 ESP FIDON" in text
    after = trf.parse(text).tournament
    assert after.players[1].national_rating == 1620 and after.players[1].national_id == "20311"
    assert after.unknown_lines == () and trf.write(after, 26) == text


def test_a_national_line_with_more_to_say_is_kept_as_it_stands() -> None:  # class and origin
    line = "ESP    1     1A                                 1620 RIO       20311"
    before = trf.parse("\n".join(["032 ESP", player(1), line])).tournament
    assert before.players[0].national_rating == 1620
    assert trf.write(before, 26).count("ESP    1") == 1 and line in trf.write(before, 26)


def test_the_standings_criteria_are_points_and_the_tie_breaks() -> None:  # 212
    before = Tournament(players=(Player(number=1, name="A"),), results=((),), info=Info(tie_breaks=("BH", "DE")))
    text = trf.write(before, 26)
    assert "212 PTS,BH,DE" in text
    read = trf.parse(text).tournament.info
    assert (read.tie_breaks, read.standings_criteria) == (("BH", "DE"), ())
    other = replace(before, info=replace(before.info, standings_criteria=("STD", "PTS", "BH")))
    assert trf.parse(trf.write(other, 26)).tournament.info.standings_criteria == ("STD", "PTS", "BH")


def test_match_points_of_teams_in_every_spacing() -> None:  # 362
    lines = [
        player(1),
        player(2),
        "310   1 One                              ONE                              1",
        "310   2 Two",
    ]
    for line in ("362 TW 3.0   TD 1.0   TL 0.0", "362 TW3.0 TD1.0", "362  TW 3.0    TD 1.0"):
        worth = trf.parse("\n".join([*lines, line])).tournament.team_scoring
        assert (worth.win, worth.draw, worth.loss) == (30, 10, 0)


def test_report_files_may_end_their_lines_with_carriage_returns() -> None:
    found = event(*GAMES)
    text = trf.write(found, 26, crlf=True)
    assert text.count("\r\n") == text.count("\n") and trf.parse(text).tournament.results == found.results


TEAMS = (
    "192 FIDE_TEAM",
    player(1, "   3 w 1"), player(2, "   4 b ="), player(3, "   1 b 0"), player(4, "   2 w ="),
    "310   1 One" + " " * 60 + "   1    2",
    "310   2 Two" + " " * 60 + "   3    4",
)  # fmt: skip


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("299 W   1.0   3.5  001    1", {1: (10, 35), 2: (0, 5)}),
        ("299     -1.0", {1: (10, 15), 2: (-10, 5)}),
        ("299          -1.0  000    2", {1: (20, 15), 2: (0, -5)}),
        ("299 L   0.5   0.0", {1: (20, 15), 2: (5, 0)}),
    ],
)
def test_points_off_the_scale_of_teams(line: str, expected: dict[int, tuple[int, int]]) -> None:  # 299
    found = trf.parse("\n".join([*TEAMS, line])).tournament
    scores = team_results.team_scores(found)
    assert {n: (s.match_points, s.game_points) for n, s in scores.items()} == expected
    for version in (16, 26):
        again = trf.parse(trf.write(found, version)).tournament
        assert again.team_awards == found.team_awards and not again.unknown_lines


# -- in the wild


def test_comments_with_one_sign_are_passed_over() -> None:
    found = trf.parse("\n".join(["# made by hand", "#", "# 1 2 3", "### Import @ Round 1: 1-2 => 2-1", *GAMES]))
    assert found.warnings == [] and len(found.tournament.players) == 3


def test_a_board_without_an_opponent_or_a_result_is_no_game() -> None:
    teams = ["013 One                             1", "013 Two                             2    3"]
    lines = [player(1, "   2 w 1"), player(2, "   1 b 0"), player(3, "0000 - *"), *teams]
    assert outcomes(trf.parse("\n".join(lines)).tournament, 3) == []


def test_an_older_bye_is_named_by_the_sign_that_the_file_has() -> None:
    found = trf.parse("\n".join([player(1, "   2 w 1"), player(2, "   1 b 0"), player(3, "0000 - +")]))
    (warning,) = found.warnings
    assert 'found "+"' in warning


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("28. 07. 2005", "2005/07/28"),
        ("24-09-2010", "2010/09/24"),
        ("2023/05/01", "2023/05/01"),
        ("May", "May"),
        ("26.09.24", "2024/09/26"),
        ("sabado 12 de mayo de 2010", "2010/05/12"),
        ("3 juillet 2019", "2019/07/03"),
    ],
)
def test_days_written_the_other_way_round_are_understood(written: str, read: str) -> None:
    found = trf.parse("\n".join([f"042 {written}", f"052 {written}", *GAMES]))
    assert (found.tournament.info.start, found.tournament.info.end) == (read, read)
    assert any(f"{written} is read as" in line for line in found.assumptions) == (written != read)
    assert any("a day such as" in line for line in found.warnings) == (written == "May")


@pytest.mark.parametrize("written", ["24-09-2010", "2010-09-24", "2010.09.24"])
def test_a_birthday_written_otherwise_is_understood(written: str) -> None:
    line = f"001    1      {'Ana':33} 2100 ESP             {written}"
    assert trf.parse(line).tournament.players[0].birth == "2010/09/24"


def test_an_honorary_title_is_taken_for_the_title() -> None:
    found = trf.parse("001    1 w WH Ana                               2100")
    assert found.tournament.players[0].title is Title.WGM
    assert any("WH" in line for line in found.assumptions)


def test_what_the_file_does_not_say_is_told() -> None:
    found = trf.parse("\n".join([*GAMES, "777 something else"]))
    text = "\n".join(found.assumptions)
    for words in ("number of rounds", "system", "points", "tie-breaks", "initial colour", "edition", "line 4", "777"):
        assert words in text
    full = ["042 2026/10/03", "142 5", "152 B", "162  W 3.0    D 1.0", "192 FIDE_DUTCH_2026", "202 BH"]
    assert trf.parse("\n".join([*full, *GAMES])).assumptions == ()


def test_a_bye_of_a_later_round_leaves_the_next_one_to_be_paired():
    found = trf.parse(
        "012 Open\n142 5\n192 FIDE_DUTCH_2026\n152 W\n"
        + "".join(f"001 {i:>4} m    Player {i}".ljust(80) + f" 0.0 {i:>4}\n" for i in range(1, 5))
        + "240 H 003    1\n240 Z 001    2\n"
    ).tournament
    assert found.available(1) == (1, 3, 4)
    byes = [line for line in trf.write(found, 26).splitlines() if line[:3] == "240"]
    assert byes == [
        "240 Z 001    2",
        "240 H 003    1",
    ]


def test_what_teams_have_is_written_anew_for_the_eye():
    old = (
        "802   1 NORTH    9.0    9.0   2 b  9.0     3 w  9.0 ",
        "801 whatever it says",
    )
    found = event(
        player(1, "   3 w 1", "   5 b 1"),
        player(2, "   4 b 1", "   6 w ="),
        player(3, "   1 b 0", "0000 - U"),
        player(4, "   2 w 0", "0000 - U"),
        player(5, "0000 - U", "   1 w 0"),
        player(6, "0000 - U", "   2 b ="),
        f"310   1 {'North':32} NORTH{'':26}   1    2",
        f"310   2 {'South':32} SOUTH{'':26}   3    4",
        f"310   3 {'East':32} EAST {'':26}   5    6",
        "320  1.0  1.0 003 002",
        *old,
    )
    lines = trf.write(found, 26).splitlines()
    assert [line for line in lines if line.startswith("80")] == [
        "802   1 NORTH    4.0    3.5   2 w  2.0     3 b  1.5",
        "802   2 SOUTH    1.0    1.0   1 b  0.0   PAB    1.0",
        "802   3 EAST     1.0    1.5 PAB    1.0     1 w  0.5",
        "801 whatever it says",
    ]
    assert any("801" in text for text in trf.losses(found, 26))


def test_the_bye_of_a_team_is_one_and_a_board_without_an_opponent_is_none() -> None:
    teams = ["310   1 One" + " " * 60 + "   1    2", "310   2 Two" + " " * 60 + "   3    4"]
    third = "310   3 Three" + " " * 58 + "   5    6"
    games = [player(1, "   3 w 1"), player(2, "0000 - U"), player(3, "   1 b 0"), player(4)]
    byes = [player(5, "0000 - U"), player(6, "0000 - U")]
    assert trf.parse("\n".join(["192 FIDE_TEAM", *games, *byes, *teams, third])).warnings == []
    lone = [player(7, "0000 - U"), "310   4 Four" + " " * 59 + "   7"]
    (warning,) = trf.parse("\n".join(["192 FIDE_TEAM", *games, *byes, *teams, third, *lone])).warnings
    assert "line 11" in warning and "at most one pairing-allocated bye" in warning
