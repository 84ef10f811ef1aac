"""Late entries: the bye that the regulations give for the rounds they missed, on the site and in the file."""

from __future__ import annotations

import pytest

from arbitro.desk.integrity import report
from arbitro.files.trf import write
from arbitro.model import Outcome, show


@pytest.mark.parametrize(
    ("points", "outcome", "score", "written"),
    [("½", Outcome.HALF_BYE, "½", "0000 - H"), ("0", Outcome.ABSENT, "0", ""), ("1", Outcome.ABSENT, "1", "")],
)
def test_a_missed_round_is_the_bye_of_the_regulations(hall, points, outcome, score, written):  # C.04.2 C.2
    hall.give("configure", changes={"late_points": points, "half_byes": 2})
    hall.start(8)
    hall.finish_round()
    hall.give("enter", players=[{"name": "Late, Luis", "rating": 2000}])
    hall.next_round()
    number = next(n for id, n in hall.state.numbers.items() if hall.state.entrants[id].name == "Late, Luis")
    file = report(hall.section.pk, hall.state)
    assert file.round_of(number, 1).outcome is outcome
    assert show(file.score(number, 1)) == score
    line = next(line for line in write(file, version=16).splitlines() if "Late, Luis" in line)
    assert ("0000 - H" in line) is bool(written)
