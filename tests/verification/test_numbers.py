"""Start order and numbers (145 to 156)."""

from __future__ import annotations

import pytest

from arbitro.desk import store
from arbitro.desk.commands import Level
from arbitro.errors import Refused
from arbitro.standings import standings
from tests.verification.conftest import lines

FIELD = [
    {"name": "Ana", "rating": 2000, "national_rating": 2100},
    {"name": "Bea", "rating": 2050, "national_rating": 1900},
    {"name": "Cid", "national_rating": 2300},
    {"name": "Dan", "rating": 1800},
]


@pytest.mark.parametrize(
    ("word", "method", "order"),
    [
        ("rating", "FIDE", "Bea Ana Dan Cid"),
        ("nro", "NRO", "Cid Ana Bea Dan"),
        ("fidon", "FIDON", "Cid Bea Ana Dan"),
        ("national", "NIDOF", "Cid Ana Bea Dan"),
        ("hbfn", "HBFN", "Cid Ana Bea Dan"),
        ("lbfn", "LBFN", "Cid Ana Bea Dan"),
    ],
)
def test_every_method_orders_the_list_counts_in_tie_breaks_and_is_written(desk, word, method, order):  # 145, 217
    event = desk(start_order=word, federation="ESP", tiebreaks=["RTNG"])
    event("enter", players=FIELD)
    event("number")
    assert [p.name for p in event.tournament.players] == order.split()
    assert lines(event, "172") == [f"172 ESP {method}"]
    assert len(lines(event, "ESP")) == 3  # the national lines
    table = standings(event.tournament, ["RTNG"], unrated=1)
    best = max(event.tournament.strengths)
    assert table.rows[0].values["RTNG"] == best


@pytest.mark.parametrize(
    ("last", "order"), [("name", "A B C"), ("fide_id", "C A B"), ("age", "B C A"), ("entry", "B C A")]
)
def test_equals_are_ordered_as_the_settings_say(desk, last, order):  # 146
    event = desk(equal_order=last)
    rows = [("B", "30", "1970"), ("C", "10", "1990"), ("A", "20", "2000")]
    event("enter", players=[{"name": n, "rating": 2000, "fide_id": i, "birth": b} for n, i, b in rows])
    event("number")
    assert [p.name for p in event.tournament.players] == order.split()


def test_lots_order_equals_the_same_way_again(desk):  # 146
    orders = []
    for name in ("one", "two"):
        event = desk(name=name, equal_order="lots")
        event("enter", players=[{"name": n, "rating": 2000} for n in "ABCDEF"])
        event("lots", sentence="a public sentence")
        event("number")
        orders.append([p.name for p in event.tournament.players])
    assert orders[0] == orders[1] != list("ABCDEF")


def equals(desk):
    event = desk()
    event("enter", players=[{"name": n, "rating": r} for n, r in (("A", 2200), ("B", 2100), ("C", 2100), ("D", 2000))])
    event("number")
    return event


def test_numbers_are_exchanged_between_equal_ratings_only(desk):  # 148
    event = equals(desk)
    with pytest.raises(Refused, match="between equal ratings only"):
        event("number", order=[2, 1, 3, 4])
    event("configure", changes={"start_order": "hand"})
    event("number", order=[2, 1, 3, 4])
    assert event.state.numbers == {2: 1, 1: 2, 3: 3, 4: 4}


def test_numbers_by_hand_leave_the_ratings_alone(desk):  # 147, 150, 154, 155
    event = equals(desk)
    with pytest.raises(store.NeedsConfirmation, match="B 2 → 3, C 3 → 2") as question:
        event("number", order=[1, 3, 2, 4], confirm=2)
    assert question.value.level is Level.CONFIRM
    event("number", order=[1, 3, 2, 4])
    assert [p.rating for p in event.tournament.players] == [2200, 2100, 2100, 2000]
    event("edit-player", id=4, player={"rating": 2300})
    event("number")
    assert [p.name for p in event.tournament.players] == ["D", "A", "C", "B"]  # the order of the equals stays
    event("lots", sentence="x")
    event.next_round()
    event("number", order=[4, 1, 2, 3])
    assert lines(event, "### Exchange") == ["### Exchange @ Round 1: 3>4 4>3 (because)"]


def test_the_upper_group_is_counted_without_the_byes_of_round_1(desk):  # 111
    from arbitro.swiss.acceleration import virtual_points

    sizes = {}
    for swiss in ("2017", "2026"):
        event = desk(name=swiss, rounds=9, acceleration="baku", editions={"swiss": swiss})
        event("enter", players=[{"name": f"P{i}", "rating": 2500 - i} for i in range(20)])
        for id in (1, 2, 3, 4):
            event("bye", id=id, round=1)
        event("number")
        event("lots", sentence="x")
        event.next_round()
        sizes[swiss] = len(virtual_points(event.tournament, swiss))
    assert sizes == {"2017": 10, "2026": 12}  # twelve: four with a bye, and the first eight of sixteen


def test_equals_exchange_their_numbers_on_the_players_page(hall):  # 148, 149
    hall.give(
        "enter", players=[{"name": f"Player {i}", "rating": rating} for i, rating in enumerate((2200, 2100, 2100), 1)]
    )
    hall.give("number")
    assert 'id="exchange"' not in hall.owner.get(hall.url("desk-player", 1)).content.decode()
    page = hall.owner.get(hall.url("desk-player", 2)).content.decode()
    assert '<option value="3">3 Player 3</option>' in page
    assert '<option value="1">1 Player 1</option>' not in page
    assert hall.do("number", exchange=["2", "3"]).status_code == 409  # it says who moves, and asks
    assert hall.do("number", exchange=["2", "3"], confirm="3").status_code == 302
    assert hall.state.numbers == {1: 1, 2: 3, 3: 2}
    with pytest.raises(Refused, match="equal ratings only"):
        hall.give("number", exchange=[1, 2])
