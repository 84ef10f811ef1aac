"""The snapshot answers what every rule asks, for any past round."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given, settings

from arbitro.errors import ArbitroError
from arbitro.files import trf
from arbitro.model import (
    HALF,
    ONE,
    ZERO,
    Colour,
    Editions,
    Float,
    FloatRule,
    Outcome,
    Pair,
    Pairings,
    Player,
    PlayerRound,
    Points,
    Scoring,
    System,
    Title,
    Tournament,
)
from tests.files.tournaments import WORKED, tournaments

W, B = Colour.WHITE, Colour.BLACK


def event(*rows: list[tuple[int | None, Colour | None, Outcome]], **others: object) -> Tournament:
    return Tournament(
        players=tuple(Player(number=n, name=f"P{n}") for n in range(1, len(rows) + 1)),
        results=tuple(tuple(PlayerRound(k, *cell) for k, cell in enumerate(row, 1)) for row in rows),
        **others,  # type: ignore[arg-type]
    )


FOUR = event(
    [(2, W, Outcome.WIN), (3, B, Outcome.DRAW), (4, W, Outcome.FORFEIT_WIN)],
    [(1, B, Outcome.LOSS), (4, W, Outcome.WIN), (None, None, Outcome.HALF_BYE)],
    [(4, W, Outcome.WIN), (1, W, Outcome.DRAW), (None, None, Outcome.PAIRING_BYE)],
    [(3, B, Outcome.LOSS), (2, B, Outcome.LOSS), (1, B, Outcome.FORFEIT_LOSS)],
)


def test_scores_after_every_round():
    assert [FOUR.score(1, k) for k in range(4)] == [0, 10, 15, 25]
    assert FOUR.scores() == {1: 25, 2: 15, 3: 25, 4: 0}
    assert FOUR.scores(1) == {1: 10, 2: 0, 3: 10, 4: 0}


def test_opponents_are_those_met_over_the_board():
    assert FOUR.opponents(1) == (2, 3)
    assert FOUR.opponents(1, after=1) == (2,)
    assert FOUR.opponents(4) == (3, 2)


def test_colours_are_those_of_played_games():
    assert FOUR.colours(1) == (W, B)
    assert FOUR.colours(2) == (B, W)


def test_who_is_in_a_round():
    assert FOUR.rounds_paired == FOUR.rounds_finished == 3
    assert [(g.white, g.black) for g in FOUR.games(2)] == [(2, 4), (3, 1)]


def test_floats_by_the_scores_before_the_round():
    assert FOUR.float_in(1, 2) is Float.NONE  # 1 and 1
    floats = event(
        [(2, W, Outcome.WIN), (3, B, Outcome.WIN)],
        [(1, B, Outcome.LOSS), (None, None, Outcome.ZERO_BYE)],
        [(None, None, Outcome.HALF_BYE), (1, W, Outcome.LOSS)],
    )
    assert floats.float_in(1, 2) is Float.DOWN
    assert floats.float_in(3, 2) is Float.UP
    assert floats.float_in(2, 2, FloatRule.ANY_UNPLAYED) is Float.DOWN
    assert floats.float_in(2, 2, FloatRule.WORTH_MORE_THAN_LOSS) is Float.NONE
    assert floats.float_in(3, 1, FloatRule.WORTH_MORE_THAN_LOSS) is Float.DOWN


def test_virtual_points_count_for_pairing_and_for_nothing_else():
    accelerated = event(
        [(2, W, Outcome.WIN)], [(1, B, Outcome.LOSS)], acceleration={1: (Points(10), Points(10), Points(5))}
    )
    assert accelerated.pairing_score(1, 1) == 10
    assert accelerated.pairing_score(1, 2) == 20
    assert accelerated.score(1) == 10
    assert accelerated.pairing_score(2, 2) == 0


def test_byes_asked_for_do_not_count_before_their_round():
    waiting = event([(2, W, Outcome.WIN), (None, None, Outcome.FULL_BYE)], [(1, B, Outcome.LOSS)])
    assert waiting.score(1) == 10
    assert waiting.available(2) == (2,)
    assert waiting.rounds_paired == 1


def test_a_short_row_means_absence():
    late = event([(2, W, Outcome.WIN)], [(1, B, Outcome.LOSS)], [])
    assert late.round_of(3, 1).outcome is Outcome.ABSENT
    assert [r.outcome for r in late.rounds_of(3)] == [Outcome.ABSENT]
    assert late.available(2) == (1, 2, 3)


def test_an_open_game_keeps_its_round_unfinished():
    open_game = event([(2, W, Outcome.PENDING)], [(1, B, Outcome.PENDING)])
    assert (open_game.rounds_paired, open_game.rounds_finished) == (1, 0)
    assert open_game.scores() == {1: 0, 2: 0}


def test_points_off_the_scale_replace_the_usual_ones():
    odd = Tournament(
        players=(Player(number=1, name="A"),),
        results=((PlayerRound(1, None, None, Outcome.PAIRING_BYE, Points(3)),),),
    )
    assert odd.score(1) == 3


def test_the_state_before_a_pairing_knows_who_was_absent():
    before = FOUR.before_pairing(3)
    assert before.rounds_paired == 2
    assert before.available(3) == (1, 3, 4)
    assert FOUR.after(1).scores() == FOUR.scores(1)


def test_a_snapshot_does_not_change():
    with pytest.raises(FrozenInstanceError):
        FOUR.planned_rounds = 9  # type: ignore[misc]


def test_one_new_result_without_a_recount():
    FOUR.scores()
    changed = FOUR.with_rounds({4: (*FOUR.results[3][:2], PlayerRound(3, 1, B, Outcome.WIN))})
    assert changed.score(4) == 10
    assert changed.scores() == Tournament(players=changed.players, results=changed.results).scores()


@settings(max_examples=60, deadline=None)
@given(tournaments())
def test_the_past_is_the_same_seen_from_any_later_moment(e: Tournament):
    for k in range(e.rounds_paired + 1):
        then = e.after(k)
        assert then.scores(k) == e.scores(k)
        for number in e.numbers:
            assert then.opponents(number, k) == e.opponents(number, k)
            assert then.colours(number, k) == e.colours(number, k)


def test_the_worked_tournament_scores_are_those_of_its_file():
    e = trf.read(WORKED).tournament
    assert all(e.score(p.number) == p.stated_points for p in e.players)


@pytest.mark.parametrize(
    ("date", "swiss", "tiebreaks", "ratings"),
    [
        ("2022-01-01", "2017", "virtual", "2022"),
        ("2023/08/01", "2017", "2023", "2022"),
        ("2024-09-01", "2017", "2024", "2024"),
        ("2026-02-01", "2026", "2024", "2025"),
        ("2026-03-01", "2026", "2026", "2025"),
    ],
)
def test_editions_in_force(date: str, swiss: str, tiebreaks: str, ratings: str):
    texts = Editions.in_force(date)
    assert (texts.swiss, texts.tiebreaks, texts.ratings) == (swiss, tiebreaks, ratings)


def test_titles_in_the_order_of_the_start_list():  # C.04.2 B.2
    assert [t.value for t in sorted(Title, key=lambda t: t.order)][:4] == ["GM", "IM", "WGM", "FM"]


def test_swiss_systems():
    assert System.DUTCH.is_swiss and not System.ROUND_ROBIN.is_swiss


def test_birth_years():
    assert Player(number=1, name="", birth="1990/03/07").birth_year == 1990
    assert Player(number=1, name="", birth="").birth_year is None
    assert Player(number=1, name="", birth="0000/00/00").birth_year is None


def test_scoring_is_shared_by_all_answers():
    e = event([(2, W, Outcome.DRAW)], [(1, B, Outcome.DRAW)], scoring=Scoring.of(Points(30), Points(10)))
    assert e.scores() == {1: 10, 2: 10}


def test_a_round_is_paired_and_its_results_are_recorded_by_board():
    t = Tournament(players=tuple(Player(number=n, name=f"P{n}") for n in range(1, 6)), results=((),) * 5)
    t = t.with_pairings(Pairings(1, (Pair(4, 2), Pair(1, 3)), bye=5))
    assert t.boards() == ((4, 2), (1, 3))  # as paired, not by the numbers
    assert (t.rounds_paired, t.rounds_finished, t.score(5)) == (1, 0, ONE)
    t = t.with_result(1, "1-0").with_result(board=2, result="=")
    assert [t.score(n) for n in range(1, 6)] == [HALF, ZERO, HALF, ONE, ONE]
    assert t.rounds_finished == 1
    assert t.with_result(1, "-/+").score(4) == ZERO


def test_a_board_or_result_that_is_not_there_is_one_sentence():
    t = Tournament(players=tuple(Player(number=n, name=f"P{n}") for n in (1, 2)), results=((), ()))
    t = t.with_pairings(Pairings(1, (Pair(1, 2),)))
    with pytest.raises(ArbitroError, match="no board 2"):
        t.with_result(2, "1-0")
    with pytest.raises(ArbitroError, match="is not a result"):
        t.with_result(1, "9-0")
