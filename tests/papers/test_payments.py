"""Prizes, the payment sheet with its deductions, and receipts."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from arbitro.desk.state import State
from arbitro.errors import Refused
from arbitro.i18n import speaking
from arbitro.papers import make
from arbitro.papers.blocks import Document, Fields, Table
from arbitro.papers.catalogue import draw, find
from arbitro.papers.context import cash
from arbitro.words import decimals
from tests.papers import pdf
from tests.papers.conftest import PRIZES
from tests.papers.test_lists import column, context, table

TAX = """
[[deduction]]
name = "Tax"
percent = 19
above = 300
"""


@pytest.fixture
def taxed(swiss: State) -> State:
    return replace(swiss, settings=replace(swiss.settings, prizes=PRIZES + TAX))


def amounts(found: Table, head: str) -> list[Fraction]:
    return [Fraction(cell) for cell in column(found, head)]


def test_the_payment_sheet_takes_the_tax_off_and_adds_up(taxed: State) -> None:
    found = table(taxed, "payments")
    gross, tax, net = (amounts(found, head) for head in ("Prize", "Tax", "To be paid"))
    assert all(g - t == n for g, t, n in zip(gross, tax, net, strict=True))
    assert all(
        t == (round(g * 19) / Fraction(100) if g > 300 else 0) for g, t in zip(gross[:-1], tax[:-1], strict=True)
    )
    assert (gross[-1], tax[-1], net[-1]) == (sum(gross[:-1]), sum(tax[:-1]), sum(net[:-1])) and gross[-1] == 2700
    names = column(found, "Name")
    assert names[:-1] == [name for name in column(table(taxed, "prizes"), "Name") if name]


def test_amounts_are_written_as_the_reader_writes_them() -> None:
    amounts = (Fraction(199, 2), Fraction(9999), Fraction(1_250_000))
    with speaking("en"):
        assert [cash(amount) for amount in amounts] == ["99.50", "9999.00", "1,250,000.00"]
    with speaking("es"):
        assert [cash(amount) for amount in amounts] == ["99,50", "9999,00", "1\u202f250\u202f000,00"]
        assert cash(Fraction(12_500), 0) == "12\u202f500" and decimals("-4.3") == "−4,3"


def test_held_prizes_are_named_and_get_no_receipt(taxed: State) -> None:
    first = table(taxed, "payments").rows[0]
    number = next(str(taxed.numbers[e.id]) for e in taxed.entrants.values() if e.name == first[1])
    held = table(taxed, "payments", hold=number)
    assert held.rows[0][-1] == "held" and [row[-1] for row in held.rows[1:]] == [""] * (len(held.rows) - 1)
    assert pdf.has(make(context(taxed, hold=number), "payments").data, f"checks are over: {first[-2]} EUR")
    receipts = draw(context(taxed, hold=number), find("receipts"))
    assert isinstance(receipts, Document)
    winners = [dict(block.rows)["Paid to"] for block in receipts.blocks if isinstance(block, Fields)]
    assert first[1] not in winners and len(winners) == len(held.rows) - 2
    with pytest.raises(Refused, match="pairing numbers"):
        make(context(taxed, hold="nobody"), "payments")


def test_a_plan_that_holds_pays_nobody_yet(taxed: State) -> None:
    waiting = replace(taxed, settings=replace(taxed.settings, prizes="hold = true\n" + PRIZES))
    assert {row[-1] for row in table(waiting, "payments").rows[:-1]} == {"held"}
    with pytest.raises(Refused, match="No prize can be paid"):
        make(context(waiting), "receipts")


def test_a_receipt_says_which_prizes_it_is_for(swiss: State) -> None:
    receipts = draw(context(swiss), find("receipts"))
    assert isinstance(receipts, Document)
    prizes = [dict(block.rows)["For"] for block in receipts.blocks if isinstance(block, Fields)]
    assert prizes[0] == "General: First place, Torneo de la Rosa"
    assert prizes[-1] == "Best woman: First place, Torneo de la Rosa"


def test_a_receipt_states_gross_deductions_and_net(taxed: State) -> None:
    made = make(context(taxed, "es"), "receipts")
    sheet = table(taxed, "payments")
    assert pdf.pages(made.data) == -(-(len(sheet.rows) - 1) // 3)
    for row in sheet.rows[:-1]:
        assert pdf.has(made.data, str(row[1])) and pdf.has(
            made.data, f"Importe recibido {str(row[-2]).replace('.', ',')} EUR"
        )


def test_without_a_plan_there_is_nothing_to_pay(norm: State) -> None:
    for name in ("prizes", "payments", "receipts"):
        with pytest.raises(Refused):
            make(context(norm), name)
