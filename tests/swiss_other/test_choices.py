"""Editions and options: which there are, what they change, and what is refused."""

from __future__ import annotations

import pytest

from arbitro import swiss
from arbitro.editions import names
from arbitro.errors import ArbitroError
from arbitro.i18n import speaking
from arbitro.model import Info, Outcome, Player, PlayerRound, System, Tournament, points
from arbitro.swiss import team
from arbitro.swiss.checker import check
from arbitro.swiss.choices import OPTIONS, arguments
from arbitro.swiss.generator import Recipe, generate
from tests.swiss_other.make import BLACK, WHITE

SWISS = swiss.SYSTEMS


def with_a_full_bye_at_the_bottom() -> Tournament:
    """Five players after a round of two matches worth two points to everybody; 5 asked for a full-point bye."""
    players = tuple(Player(number=i, name=f"P{i}", rating=2500 - 10 * i) for i in range(1, 6))
    games = {1: (3, WHITE), 3: (1, BLACK), 2: (4, BLACK), 4: (2, WHITE)}
    first_round = {n: PlayerRound(1, other, colour, Outcome.DRAW, points(2)) for n, (other, colour) in games.items()}
    first_round[5] = PlayerRound(1, None, None, Outcome.FULL_BYE)
    return Tournament(players=players, results=tuple((first_round[p.number],) for p in players), planned_rounds=9)


@pytest.mark.parametrize(
    ("system", "edition", "barred"),
    [
        (System.DUBOV, "2017", False),  # C.04.1 d: only the bye and a forfeit win
        (System.LIM, "2017", False),
        (System.BURSTEIN, "2017", True),  # C.04.4.2 4.1: a point without playing
        (System.DUBOV, "2026", True),  # the texts of 2026: as many points as a win, without playing
        (System.LIM, "2026", True),
        (System.DOUBLE, "2026", True),
        (System.CLUB, "2017", False),  # only another bye
    ],
)
def test_a_full_point_bye_bars_the_pairing_bye_where_the_text_says_so(
    system: System, edition: str, barred: bool
) -> None:
    bye = swiss.next_round(with_a_full_bye_at_the_bottom(), system, edition).bye
    assert (bye != 5) is barred


@pytest.mark.parametrize("system", SWISS)
def test_unknown_editions_are_refused_by_name(system: System) -> None:
    t = generate(Recipe(players=16, rounds=1, seed=1, system=system))
    with pytest.raises(ArbitroError, match=f"“blue” is not an edition; there are {names(system.value)[0]}"):
        swiss.next_round(t, system, "blue")
    for edition in names(system.value):
        assert swiss.next_round(t, system, edition).pairs


@pytest.mark.parametrize("system", SWISS)
def test_unknown_options_are_refused_with_the_known_ones(system: System) -> None:
    t = generate(Recipe(players=16, rounds=1, seed=1, system=system))
    known = "|".join(OPTIONS.get(system, {})) or "no options"
    with pytest.raises(ArbitroError, match=known):
        swiss.next_round(t, system, options=["nonsense"])
    with speaking("es"), pytest.raises(ArbitroError, match="opciones"):
        swiss.next_round(t, system, options=["nonsense"])


def test_an_option_is_a_switch_or_has_one_of_its_values() -> None:
    t = Tournament(players=(), results=(), info=Info(system_code="FIDE_TEAM_TYPEB_GP_MP"))
    assert arguments(t, System.LIM, ["maxi"]) == {"maxi": True}
    assert arguments(t, System.CLUB, ["small-event", "equalise-first"]) == {"small_event": True, "equalise_first": True}
    assert arguments(t, System.TEAM, []) == {}
    assert arguments(t, System.TEAM, ["type=a"]) == {"options": team.Options(team.Type.A, by_game_points=True)}
    chosen = arguments(t, System.TEAM, ["score=match", "leader=beaten"])["options"]
    assert (chosen.type, chosen.by_game_points, chosen.leader) == (team.Type.B, False, team.LeaderRule.BEATEN)
    for system, word in ((System.LIM, "maxi=100"), (System.TEAM, "type=C"), (System.TEAM, "type")):
        with pytest.raises(ArbitroError, match="is written"):
            arguments(t, system, [word])


@pytest.mark.parametrize(
    ("system", "options"),
    [(System.LIM, ("maxi",)), (System.CLUB, ("small-event",)), (System.TEAM, ("type=B", "score=game"))],
)
def test_what_is_generated_with_an_option_is_checked_with_it(system: System, options: tuple[str, ...]) -> None:
    t = generate(Recipe(players=60, rounds=6, seed=4, system=system, edition="2026", options=options))
    assert check(t, options=options).differences == ()
    assert check(t).differences
