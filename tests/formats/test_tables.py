"""Every generator, every size: proofs by exhaustion, not samples."""

from __future__ import annotations

from collections import Counter

import pytest

from arbitro.errors import Refused
from arbitro.formats.roundrobin import Double, berger, double, rest, rests
from arbitro.formats.table import Seat, alternate, entrants, letters, seat
from arbitro.formats.team_tables import hilton, molter, scheveningen, schiller, semi_scheveningen, skalitzka
from arbitro.model import Colour
from tests.formats.fairness import colours, faults, longest_run, meetings, whites

SIZES = range(2, 41)
BOARDS = range(1, 17)


def between_teams(a: Seat, b: Seat) -> int:
    return int(a.team != b.team)


@pytest.mark.parametrize("players", SIZES)
def test_a_berger_table_is_fair(players: int) -> None:  # C.05 annex I
    table = berger(players)
    assert len(table) == players - 1 + players % 2
    assert set(entrants(table)) == set(range(1, players + 1))
    assert not faults(table, lambda a, b: 1)
    assert all(len(games) == players // 2 for games in table)


@pytest.mark.parametrize("players", SIZES)
def test_odd_fields_have_equal_colours_and_even_ones_favour_the_lower_numbers(players: int) -> None:
    count = whites(berger(players))
    if players % 2:
        assert set(count.values()) == {players // 2}
    else:
        assert all(count[n] == players // 2 - (n > players // 2) for n in count)


@pytest.mark.parametrize("players", range(3, 41, 2))
def test_everybody_rests_once(players: int) -> None:
    assert sorted(rests(players)) == list(range(1, players + 1))
    assert rests(players) == tuple(rest(games, players) for games in berger(players))


@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("mode", Double)
def test_a_double_round_robin_has_both_colours_against_everyone(players: int, mode: Double) -> None:
    table = double(players, mode)
    games = Counter(game for games in table for game in games)
    assert set(games.values()) == {1}
    assert len(games) == players * (players - 1)
    allowed = (
        3 if players % 2 == 0 and players > 2 and (mode is Double.NONE or (mode is Double.EACH and players == 4)) else 2
    )
    assert not faults(table, lambda a, b: 2, run=allowed)


@pytest.mark.parametrize("boards", range(1, 41))
def test_scheveningen_is_fair_on_any_number_of_boards(boards: int) -> None:
    table = scheveningen(boards)
    assert len(table) == boards
    assert not faults(table, between_teams)
    per_round = [sum(white.team == 1 for white, _ in games) for games in table]
    if boards % 2:
        assert per_round == [(boards + 1) // 2 if r % 2 == 0 else boards // 2 for r in range(boards)]
    elif boards > 2:
        assert set(per_round) == {boards // 2}


@pytest.mark.parametrize("boards", range(2, 26, 2))
def test_semi_scheveningen_gives_both_teams_as_many_whites(boards: int) -> None:
    for games in semi_scheveningen(boards):
        assert sum(white.team == 1 for white, _black in games) == boards // 2


@pytest.mark.parametrize("boards", range(2, 41, 2))
def test_semi_scheveningen_never_crosses_the_halves(boards: int) -> None:
    table = semi_scheveningen(boards)
    half = boards // 2
    assert len(table) == half
    assert not faults(table, lambda a, b: int(a.team != b.team and (a.board <= half) is (b.board <= half)))


@pytest.mark.parametrize("teams", range(2, 9))
@pytest.mark.parametrize("boards", BOARDS)
def test_schiller_is_fair(teams: int, boards: int) -> None:
    table = schiller(teams, boards)
    assert len(table) == (teams - 1 + teams % 2) * boards
    assert {len(sequence) for sequence in colours(table).values()} == {(teams - 1) * boards}
    assert not faults(table, between_teams)


@pytest.mark.slow
@pytest.mark.parametrize("teams", range(9, 41))
def test_schiller_is_fair_for_many_teams(teams: int) -> None:
    for boards in BOARDS:
        assert not faults(schiller(teams, boards), between_teams)


@pytest.mark.parametrize("boards", range(2, 41, 2))
@pytest.mark.parametrize("balanced", [False, True])
def test_skalitzka_gives_everybody_two_games_and_both_colours(boards: int, balanced: bool) -> None:
    if balanced and boards % 4:
        with pytest.raises(Refused, match="multiple of 4"):
            skalitzka(boards, balanced=True)
        return
    table = skalitzka(boards, balanced=balanced)
    assert set(entrants(table)) == {Seat(t, b) for t in (1, 2, 3) for b in range(1, boards + 1)}
    assert all(len(games) * 2 == 3 * boards for games in table)
    assert {tuple(sorted(c.value for c in sequence)) for sequence in colours(table).values()} == {("b", "w")}
    met = Counter((white.team, black.team) for games in table for white, black in games)
    assert all(met[a, b] + met[b, a] == boards for a, b in ((1, 2), (2, 3), (3, 1)))
    if balanced:
        assert set(met.values()) == {boards // 2}
    else:
        assert met == {(1, 2): boards, (2, 3): boards, (3, 1): boards}
    assert all(abs(white.board - black.board) <= 1 for games in table for white, black in games)


@pytest.mark.parametrize("teams", range(4, 41, 2))
def test_hilton_meets_every_team_once_in_every_round(teams: int) -> None:
    table = hilton(teams)
    assert max(meetings(table).values()) == 1  # nobody meets an opponent twice
    assert longest_run(table) <= 2
    for games in table:
        assert all(white.board == black.board for white, black in games)
        met = Counter(frozenset((white.team, black.team)) for white, black in games)
        assert len(met) == teams * (teams - 1) // 2
        assert set(met.values()) == {1}
        assert len({place for game in games for place in game}) == teams * (teams - 1)
    assert all(abs(sum(c.sign for c in sequence)) == 1 for sequence in colours(table).values())


def test_alternate_gives_one_of_each_colour_in_every_two_games() -> None:
    uncoloured = tuple(tuple(sorted(game) for game in games) for games in berger(11))
    table = alternate(tuple(tuple((a, b) for a, b in games) for games in uncoloured))
    for sequence in colours(table).values():
        for k in range(0, len(sequence) - 1, 2):
            assert {sequence[k], sequence[k + 1]} == {Colour.WHITE, Colour.BLACK}


@pytest.mark.parametrize(
    "make",
    [
        lambda: berger(1),
        lambda: berger(0),
        lambda: double(1),
        lambda: rests(1),
        lambda: scheveningen(0),
        lambda: semi_scheveningen(5),
        lambda: schiller(1, 4),
        lambda: schiller(4, 0),
        lambda: skalitzka(5),
        lambda: hilton(5),
        lambda: hilton(2),
    ],
)
def test_impossible_sizes_are_refused_with_the_rule(make: object) -> None:
    with pytest.raises(Refused) as refusal:
        make()  # type: ignore[operator]
    assert refusal.value.article


def test_faults_are_found() -> None:
    assert faults((((1, 2), (1, 3)),), lambda a, b: 1) == [
        "round 1: 1 plays 2 games",
        "2 and 3 meet 0 times, not 1",
        "1 has 2 games more with one colour",
    ]
    assert "somebody has one colour 3 times running" in faults(
        (((1, 2),), ((1, 3),), ((1, 4),)), lambda a, b: int(1 in (a, b))
    )


@pytest.mark.parametrize("team", [1, 25, 26, 27, 52, 53, 702, 703])
def test_seats_are_written_and_read(team: int) -> None:
    assert seat(str(Seat(team, 7))) == Seat(team, 7)


def test_what_names_no_seat_is_refused() -> None:
    for text in ("", "7", "A", "a1", "Ñ1"):
        with pytest.raises(ValueError, match="names no seat"):
            seat(text)
    assert letters(703) == "AAA"


@pytest.mark.parametrize("teams", range(3, 22, 2))
@pytest.mark.parametrize("boards", [2, 4, 6])
def test_molter_lets_everybody_play_every_round_and_meet_every_other_team_once(teams: int, boards: int) -> None:
    table = molter(teams, boards)
    assert len(table) == teams - 1
    for games in table:
        assert len({seat for game in games for seat in game}) == 2 * len(games) == teams * boards
        assert all(abs(white.board - black.board) <= 1 for white, black in games)
    met: dict[Seat, list[int]] = {}
    for games in table:
        for white, black in games:
            met.setdefault(white, []).append(black.team)
            met.setdefault(black, []).append(white.team)
    for player, opponents in met.items():
        assert sorted(opponents) == [team for team in range(1, teams + 1) if team != player.team]
    whites = [Counter(white.team for white, _black in games) for games in table]
    assert all(set(count.values()) == {boards // 2} for count in whites)
    if boards % 4 == 0:
        against = Counter((white.team, black.team) for games in table for white, black in games)
        assert set(against.values()) == {boards // 2}
    assert longest_run(table) <= 2
    assert {sum(colour.sign for colour in sequence) for sequence in colours(table).values()} == {0}


def test_molter_for_three_teams_is_skalitzkas_idea() -> None:
    assert [set(games) for games in molter(3, 2)] == [set(games) for games in skalitzka(2)]
    between = [Counter(frozenset(seat.team for seat in game) for game in games) for games in molter(3, 4)]
    assert sum(between, Counter()) == {frozenset(pair): 4 for pair in ((1, 2), (2, 3), (1, 3))}


@pytest.mark.parametrize(("teams", "boards"), [(4, 4), (1, 2), (5, 3), (5, 0)])
def test_molter_needs_odd_teams_and_even_boards(teams: int, boards: int) -> None:
    with pytest.raises(Refused, match="Molter"):
        molter(teams, boards)
