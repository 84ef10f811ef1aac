"""Where no legal pairing exists: the players named stand in the way, and the exceptions offered mend it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arbitro.errors import NoPairing
from arbitro.files import trf
from arbitro.i18n import speaking
from arbitro.model import Forbidden, Player, Tournament
from arbitro.swiss import dutch, next_round
from arbitro.swiss.dutch.alternatives import impossible
from arbitro.swiss.dutch.state import Field
from arbitro.swiss.impossible import Bar, Obstacle
from tests.engines import dutch as literal
from tests.swiss.fields import fields

EASY = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example, HealthCheck.filter_too_much]
CROWDED = st.sampled_from(["2017", "2026"]).flatmap(lambda edition: fields(edition, 7))


class WithException(literal.Literal):
    """The literal engine, with one exception granted."""

    def __init__(self, field: Field, granted: Obstacle) -> None:
        self.granted = granted
        if granted.bar in (Bar.HAD_BYE, Bar.HAD_WIN):
            players = [p._replace(may_have_bye=True) if p.number in granted.players else p for p in field.players]
            field = replace(field, players=tuple(players))
        super().__init__(field)

    def meet(self, a: int, b: int) -> bool:
        return {self.players[a].number, self.players[b].number} == set(self.granted.players) or super().meet(a, b)


def event_of(field: Field) -> Tournament:
    """A tournament with the field's players; it knows nothing of the rounds that the field was made up with."""
    numbers = sorted(p.number for p in field.players)
    return Tournament(players=tuple(Player(number=n, name=str(n)) for n in numbers), results=((),) * len(numbers))


@settings(max_examples=300, deadline=None, suppress_health_check=EASY)
@given(CROWDED)
def test_every_exception_offered_leaves_a_legal_pairing(field: Field) -> None:
    if dutch.pair(field) is not None:
        return
    case = impossible(event_of(field), field)
    assert case.missing >= 2 and len(case.groups) - len(case.few) == case.missing
    assert {n for against, _a, _b in case.obstacles() for n in against.players} <= set(case.error().blockers)
    granted = case.exceptions()
    assert granted
    for exception in granted if case.missing == 2 else ():
        engine = WithException(field, exception)
        assert engine.can_complete(engine.everybody, engine.odd), exception


ANA_AND_BEA = (
    "001    1      Ana                               2100                             1.0    1     2 w 1\n"
    "001    2      Bea                               2000                             0.0    2     1 b 0\n"
    "XXR 3\n"
)


def test_a_rematch_is_named_and_offered() -> None:
    with pytest.raises(NoPairing) as caught:
        next_round(trf.parse(ANA_AND_BEA).tournament)
    assert str(caught.value) == (
        "No legal pairing exists: 1 and 2 may not meet one another, nor anybody else; 1 and 2 met in round 1 (C.1)."
    )
    assert set(caught.value.blockers) == {1, 2}
    assert caught.value.options == (
        "let 1 and 2 meet again: they met in round 1 (C.1)",
        "end the tournament with the rounds played",
    )


def test_the_arbiters_own_ban_is_named_and_offered() -> None:
    event = trf.parse(ANA_AND_BEA).tournament.before_pairing(1)
    with pytest.raises(NoPairing) as caught:
        next_round(replace(event, forbidden=(Forbidden((1, 2)),)))
    assert caught.value.options[0] == "let 1 and 2 meet, whom you keep apart"


def test_a_bye_is_offered_only_to_whom_it_helps() -> None:
    rows = [
        "001    1      Ana                               2100                             1.0    1  0000 - U  0000 - Z"
        "  0000 - Z",
        "001    2      Bea                               2000                             2.0    2     3 w 1     3 b +"
        "  0000 - Z",
        "001    3      Cai                               1900                             1.0    3     2 b 0     2 w -"
        "  0000 - U",
    ]
    with pytest.raises(NoPairing) as caught, speaking("es"):
        next_round(trf.parse("\n".join([*rows, "XXR 5", ""])).tournament)
    byes = [option for option in caught.value.options if "bye" in option]
    assert byes == [  # Ana's would leave Bea and Cai, who have met
        "dar el bye por segunda vez a 3 (C.2)",
        "dar el bye a 2 tras una victoria sin jugar (C.2)",
    ]
