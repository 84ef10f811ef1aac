"""Doubtful files: a warning, or an error when reading is strict."""

from __future__ import annotations

import pytest

from arbitro.files import trf
from arbitro.files.trf import Doubt
from tests.files.test_trf_reading import player

CASES = [
    ([player(1, "   2 w 1", points="2.0"), player(2, "   1 b 0")], Doubt.SCORE),
    ([player(1, "   2 w 1"), player(2, "   3 b 0"), player(3, "   2 w 1")], Doubt.RECIPROCITY),
    ([player(1, "   2 w 1"), player(2)], Doubt.RECIPROCITY),
    ([player(1, "   2 w 1"), player(2, "   1 w 0")], Doubt.COLOUR),
    ([player(1, "   2 w 1"), player(2, "   1 b 1")], Doubt.RESULT),
    ([player(1, "   2 w 1"), player(2, "   1 b -")], Doubt.RESULT),
    ([player(1, "   2 w +"), player(2, "   1 b +")], Doubt.RESULT),
    ([player(1, "   2 w W"), player(2, "   1 b 0")], Doubt.RESULT),
    ([player(1, "   7 w 1"), player(2)], Doubt.MISSING_OPPONENT),
    ([player(1, "0000 - U"), player(2, "0000 - U")], Doubt.TWO_BYES),
    ([player(1, "   2 - 1"), player(2, "   1 b 0")], Doubt.NO_COLOUR),
    ([player(1, rank="1"), player(2, rank="3")], Doubt.RANKS),
    ([player(1), player(3)], Doubt.NUMBERS),
    (["001    1 x"], Doubt.FIELD),
    (["001    1  XYZ"], Doubt.FIELD),
    ([player(1, points="abc")], Doubt.FIELD),
    ([player(1, rank="abc")], Doubt.FIELD),
    ([player(1), "XXZ 5"], Doubt.REFERENCE),
    ([player(1), "XXP 1 5"], Doubt.REFERENCE),
    ([player(1), f"013 {'Team':32}   1    5"], Doubt.REFERENCE),
    (["142 3", player(1), "240 H   9    1"], Doubt.REFERENCE),
]


@pytest.mark.parametrize(("lines", "doubt"), CASES, ids=lambda value: value.label if isinstance(value, Doubt) else "")
def test_a_doubt_is_a_warning_and_an_error_in_strict_reading(lines: list[str], doubt: Doubt):
    text = "\n".join(lines)
    file = trf.parse(text, "open.trf")
    assert doubt in {finding.doubt for finding in file.findings}
    assert all(warning.startswith("open.trf, line ") for warning in file.warnings)
    with pytest.raises(trf.TrfError):
        trf.parse(text, "open.trf", strict=True)


@pytest.mark.parametrize(
    "cells",
    [
        ("   2 w 1", "   1 b 0"),
        ("   2 w =", "   1 b ="),
        ("   2 w +", "   1 b -"),
        ("   2 w -", "   1 b -"),  # both forfeited
        ("   2 w 0", "   1 b 0"),  # both lose by decision
        ("   2 w =", "   1 b 0"),  # ½-0 by decision
        ("   2 w D", "   1 b D"),
        ("   2 - +", "   1 - -"),  # a forfeit may be without colours
    ],
)
def test_games_that_agree(cells: tuple[str, str]):
    assert trf.parse("\n".join([player(1, cells[0]), player(2, cells[1])])).findings == ()


def test_shared_ranks_leave_no_gap():
    for ranks in (("1", "1", "3"), ("1", "1", "2"), ("1", "2", "2")):
        text = "\n".join(player(n, rank=rank) for n, rank in enumerate(ranks, 1))
        assert trf.parse(text).findings == ()


def test_the_points_of_a_bye_to_come_may_be_in_the_points_field_or_not():
    for stated in ("1.0", "1.5"):
        lines = [player(1, "   2 w 1", "0000 - H", points=stated), player(2, "   1 b 0", points="0.0")]
        assert trf.parse("\n".join(lines)).findings == ()


def test_an_opponent_who_is_not_in_the_file_is_left_out_of_the_tournament():
    event = trf.parse("\n".join([player(1, "   7 w 1"), player(2)])).tournament
    assert event.results[0][0].opponent is None
    assert event.score(1) == 10


def test_a_doubt_about_a_bye_shows_the_sign_of_the_file():
    file = trf.parse("\n".join([player(1, "0000 - +"), player(2, "   3 w 1"), player(3)]))
    found = {finding.doubt: finding.error.found for finding in file.findings}
    assert (found[Doubt.OLD_SIGN], found[Doubt.EVEN_BYE]) == ("+", "+")
