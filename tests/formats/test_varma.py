"""The restricted draw of C.05 annex II, and the search for fields that the annex does not serve."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbitro.errors import Refused
from arbitro.formats import varma
from arbitro.formats.lots import Lots
from arbitro.formats.roundrobin import berger
from arbitro.formats.varma import Entrant
from arbitro.i18n import speaking

CODES = ("ARG", "BOL", "CHI", "CUB", "ECU", "ESP", "FRA", "MEX", "PER", "URU", "USA", "VEN")


def field(sizes: dict[str, int]) -> list[Entrant]:
    return [Entrant(f"{code} {i:02}", code) for code, size in sizes.items() for i in range(size)]


def random_field(k: int) -> list[Entrant]:
    """The k-th field of the sweep: 9 to 24 players, federations of one to four."""
    lots = Lots(f"field {k}")
    players = 9 + lots.below(16)
    sizes: dict[str, int] = {}
    for n in range(players):
        sizes[f"F{n:02}"] = 1 + lots.below(3)
        if sum(sizes.values()) >= players:
            sizes[f"F{n:02}"] -= sum(sizes.values()) - players
            break
    return field({code: size for code, size in sizes.items() if size})


def check(drawn: varma.RestrictedDraw, entrants: list[Entrant]) -> None:
    """Every rule of the annex, from the record of the draw."""
    n = len(entrants)
    envelopes = {name: set(numbers) for name, numbers in varma.groups(n).items()}
    assert sorted(drawn.numbers.values()) == list(range(1, n + 1))
    assert [step.entrant for step in drawn.steps] == list(varma.order(entrants))  # 2
    sizes = Counter(entrant.side for entrant in entrants)
    order = [step.entrant for step in drawn.steps]
    for a, b in pairwise(order):
        assert (-sizes[a.side], a.federation, a.name) < (-sizes[b.side], b.federation, b.name)
    for step in drawn.steps:
        if step.eligible:  # 3: the first of a federation chooses an envelope with room for all
            assert step.envelope in step.eligible
            assert all(len(envelopes[name]) >= sizes[step.entrant.side] for name in step.eligible)
        assert step.number in envelopes[step.envelope]
        envelopes[step.envelope].remove(step.number)
    used = {}
    for step in drawn.steps:  # 3: team-mates draw from the same envelope
        assert used.setdefault(step.entrant.side, step.envelope) == step.envelope
    assert drawn.late == ()
    federation = {number: entrant.side for entrant, number in drawn.numbers.items()}
    for games in berger(n)[-3:]:
        assert all(federation[white] != federation[black] for white, black in games)


def sweep(first: int, last: int) -> int:
    """Draw these seeds; how many the envelopes served (the others have no room for their federations)."""
    served = 0
    for k in range(first, last):
        entrants = random_field(k)
        try:
            drawn = varma.draw(entrants, f"seed {k}")
        except Refused:
            continue
        check(drawn, entrants)
        served += 1
    return served


def test_ten_thousand_draws_keep_every_rule() -> None:
    count = sweep(0, 10_000)
    extra = 10_000
    while count < 10_000:
        count += sweep(extra, extra + 500)
        extra += 500
    assert count >= 10_000


def test_the_printed_row_for_twelve_breaks_its_own_purpose() -> None:
    assert varma.latest_meeting(12, varma.groups(12, printed=True)["C"]) == 11
    assert varma.latest_meeting(12, varma.groups(12)["C"]) <= 8


@pytest.mark.parametrize("players", range(9, 25))
def test_envelopes_are_a_partition_that_keeps_apart(players: int) -> None:
    envelopes = varma.groups(players)
    assert sorted(n for numbers in envelopes.values() for n in numbers) == list(range(1, players + 1))
    last_allowed = len(berger(players)) - 3
    assert all(varma.latest_meeting(players, numbers) <= last_allowed for numbers in envelopes.values())


@pytest.mark.parametrize("players", [2, 8, 25, 40])
def test_the_tables_serve_nine_to_twenty_four(players: int) -> None:
    with pytest.raises(Refused, match="9 to 24"):
        varma.groups(players)


def test_an_unlucky_envelope_is_not_offered() -> None:
    # 3 + 3 + 2 + 2: if the first federation took room from both large envelopes, somebody would be left out
    drawn = [varma.draw(field({"ARG": 3, "BOL": 3, "CHI": 2, "CUB": 2}), f"try {k}") for k in range(50)]
    assert all(d.late == () for d in drawn)


def test_a_federation_too_large_for_the_envelopes_is_named() -> None:
    entrants = field({"MEX": 4} | dict.fromkeys(CODES[:6], 1))
    with pytest.raises(Refused, match=r"4 players of MEX.*annex II"):
        varma.draw(entrants, "seed")
    assert varma.restricted_draw(entrants, "seed").late == ()


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(1, 9), min_size=2, max_size=10), st.text(max_size=8))
def test_the_search_says_truly_who_meets_late(sizes: list[int], seed: str) -> None:
    entrants = field(dict(zip(CODES, sizes, strict=False)))
    drawn = varma.search(entrants, seed)
    n = len(entrants)
    assert sorted(drawn.numbers.values()) == list(range(1, n + 1))
    federation = {number: entrant.side for entrant, number in drawn.numbers.items()}
    met = [
        (r, federation[w])
        for r, games in list(enumerate(berger(n), 1))[-3:]
        for w, b in games
        if federation[w] == federation[b]
    ]
    assert sorted((m.round, m.first.federation) for m in drawn.late) == sorted(met)
    if max(sizes) * 3 <= n:
        assert not met


def test_impossible_fields_are_proved_impossible() -> None:
    drawn = varma.search(field({"ESP": 6, "FRA": 4}), "seed")
    assert drawn.late
    assert drawn.proved
    assert "No numbers exist" in varma.protocol(drawn)[-1]


def test_same_seed_same_draw() -> None:
    entrants = random_field(7)
    assert varma.restricted_draw(entrants, "x") == varma.restricted_draw(list(reversed(entrants)), "x")


def test_twice_in_the_draw_is_refused() -> None:
    with pytest.raises(Refused, match="Twice"):
        varma.draw([Entrant("Ana", "MEX")] * 2 + field({"ESP": 8}), "x")


def test_players_without_a_federation_have_no_compatriots() -> None:
    stateless = [Entrant(f"Nobody {i}", "") for i in range(8)]
    entrants = [Entrant("Ana", "MEX"), Entrant("Beto", "MEX"), *stateless]
    drawn = varma.restricted_draw(entrants, "hola")
    assert drawn.steps  # the envelopes serve: nobody is one of eight
    check(drawn, entrants)
    assert [step.entrant.name for step in drawn.steps[:3]] == ["Ana", "Beto", "Nobody 0"]
    assert all(step.eligible for step in drawn.steps if not step.entrant.federation)
    assert "Nobody 0 chooses among the envelopes" in "\n".join(varma.protocol(drawn))
    many = varma.search([Entrant(f"N {i}", "") for i in range(40)], "hola")
    assert (many.late, many.proved) == ((), True)


def test_a_draw_needs_names() -> None:
    with pytest.raises(Refused, match="no name"):
        varma.restricted_draw([Entrant("", "MEX"), Entrant("B", "MEX")], "hola")
    with speaking("es"), pytest.raises(Refused, match="anexo II"):
        varma.draw([Entrant("A", "MEX")], "hola")
