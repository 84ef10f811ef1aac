"""What stands between an event and its rating."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from bench._open import open_tournament

from arbitro.i18n import speaking
from arbitro.model import Info, RatingList, System, Tournament
from arbitro.ratings.submission import Facts, Objection, ObjectionKind, deadlines, objections
from arbitro.ratings.texts import objection_text

EVENT = open_tournament(10, 5)


def with_info(**facts: object) -> Tournament:
    return replace(EVENT, info=replace(Info(start="2023/05/01", end="2023/05/05"), **facts))  # type: ignore[arg-type]


def kinds(event: Tournament, rating_list: RatingList = RatingList.STANDARD, **facts: object) -> set[ObjectionKind]:
    return {objection.kind for objection in objections(event, rating_list, Facts(**facts))}  # type: ignore[arg-type]


def test_an_event_in_order_has_no_problems() -> None:
    assert kinds(with_info(encoded_time_control="5400+30"), registered=date(2023, 4, 28), announced=True) == set()


def test_a_match_of_unknown_length_is_told() -> None:  # 6.2
    match = replace(open_tournament(2, 4), system=System.MATCH, planned_rounds=None)
    assert ObjectionKind.MATCH_LENGTH in kinds(match)
    assert ObjectionKind.MATCH_LENGTH not in kinds(replace(match, planned_rounds=6))
    assert ObjectionKind.MATCH_LENGTH not in kinds(EVENT)


def test_one_player_without_a_fide_id_is_named() -> None:
    players = (replace(EVENT.players[0], fide_id=""), *EVENT.players[1:])
    (objection,) = objections(replace(EVENT, players=players), RatingList.STANDARD)
    assert (objection.kind, objection.players) == (ObjectionKind.NO_FIDE_ID, (1,))
    assert objection_text(objection).endswith("(players 1)")


@pytest.mark.parametrize(
    ("control", "rating_list", "kind"),
    [
        ("120+1", RatingList.BLITZ, ObjectionKind.TOO_FAST),
        ("900+10", RatingList.STANDARD, ObjectionKind.OTHER_LIST),
        ("25/5400:1800", RatingList.STANDARD, ObjectionKind.SHORT_FIRST_CONTROL),
    ],
)
def test_time_controls(control: str, rating_list: RatingList, kind: ObjectionKind) -> None:
    assert kind in kinds(with_info(encoded_time_control=control), rating_list)


def test_a_day_has_twelve_hours_or_so_many_rounds() -> None:  # 3.1
    days = ("23/05/01",) * 3 + ("23/05/02",) * 2
    assert ObjectionKind.LONG_DAY in kinds(with_info(encoded_time_control="7200+30", round_dates=days))
    many = with_info(encoded_time_control="900+10", round_dates=("23/05/01",) * 16)
    assert ObjectionKind.MANY_ROUNDS in kinds(many, RatingList.RAPID)


def test_long_late_hybrid_and_unannounced_events() -> None:
    assert kinds(with_info(end="2023/05/31")) == {ObjectionKind.LONG_EVENT}
    assert kinds(with_info(end="2023/05/30")) == set()
    assert kinds(EVENT, registered=date(2023, 4, 29)) == {ObjectionKind.LATE_REGISTRATION}
    assert kinds(EVENT, registered=date(2023, 4, 2), norms=True) == {ObjectionKind.LATE_REGISTRATION}
    assert kinds(EVENT, hybrid=True) == {ObjectionKind.HYBRID_APPROVAL, ObjectionKind.HYBRID_GAMES}
    assert kinds(EVENT, announced=False) == {ObjectionKind.NOT_ANNOUNCED}


def test_deadlines() -> None:
    (found,) = deadlines(with_info(end="2023/05/30"))
    assert found is not None
    assert (found.in_force, found.rated_in) == (date(2023, 5, 1), date(2023, 7, 1))
    assert (found.last.list_date, found.last.closing) == (date(2023, 8, 1), date(2023, 7, 29))
    assert deadlines(replace(EVENT, info=Info())) == ()


@pytest.mark.parametrize("lang", ["en", "es"])
def test_every_finding_has_a_sentence(lang: str) -> None:
    from arbitro.ratings.submission import Objection

    with speaking(lang):
        assert len({objection_text(Objection(kind)) for kind in ObjectionKind}) == len(ObjectionKind)


def test_a_hybrid_event_is_registered_a_week_ahead() -> None:  # 0.2, online regulations
    def hybrid(day: date) -> set[ObjectionKind]:
        return kinds(EVENT, registered=day, hybrid=True, hybrid_approved=True, games_kept=True)

    assert hybrid(date(2023, 4, 24)) == set()
    assert hybrid(date(2023, 4, 25)) == {ObjectionKind.HYBRID_WEEK}
    assert hybrid(date(2023, 4, 29)) == {ObjectionKind.LATE_REGISTRATION}


def test_players_of_a_federation_outside_fide_are_named() -> None:  # 10.1
    players = (replace(EVENT.players[0], federation="NON"), *EVENT.players[1:])
    (objection,) = objections(replace(EVENT, players=players), RatingList.STANDARD)
    assert (objection.kind, objection.players) == (ObjectionKind.NOT_IN_FIDE, (1,))
    with speaking("es"):
        assert objection_text(objection).startswith("10.1: los jugadores de federaciones ajenas")


def test_every_finding_has_its_sentence_in_spanish() -> None:
    for kind in ObjectionKind:
        english = objection_text(Objection(kind))
        with speaking("es"):
            spanish = objection_text(Objection(kind))
        assert spanish != english and spanish.startswith(f"{kind.article}: ")
