"""Sharing prizes: to the cent, whatever the ties."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from arbitro.prizes import Placed, Sharing, share
from arbitro.prizes.sharing import rounded

AMOUNTS = st.lists(st.integers(0, 500_000).map(lambda cents: Fraction(cents, 100)), min_size=1, max_size=12)
UNITS = st.sampled_from([Fraction(1, 100), Fraction(1), Fraction(5), Fraction(1, 2)])


@st.composite
def rankings(draw: st.DrawFn) -> list[Placed]:
    """Players in order with ties on points, and ties that no tie-break resolved."""
    scores = sorted(draw(st.lists(st.integers(0, 8), min_size=1, max_size=20)), reverse=True)
    ranks: list[int] = []
    for k, score in enumerate(scores, 1):
        level = k > 1 and score == scores[k - 2] and draw(st.booleans())
        ranks.append(ranks[-1] if level else k)
    return [Placed(k, rank, Fraction(score, 2)) for k, (rank, score) in enumerate(zip(ranks, scores, strict=True), 1)]


@given(players=rankings(), prizes=AMOUNTS, system=st.sampled_from(Sharing), cutoff=st.booleans(), unit=UNITS)
@settings(deadline=None)
def test_every_group_is_paid_to_the_cent(
    players: list[Placed], prizes: list[Fraction], system: Sharing, cutoff: bool, unit: Fraction
) -> None:
    prizes.sort(reverse=True)
    found = share(players, prizes, system, cutoff=cutoff, unit=unit)
    assert sum(s.amount for s in found) == sum(prizes[: len(players)])
    assert all(s.amount > 0 for s in found)
    if cutoff:
        assert all(players[s.number - 1].rank <= len(prizes) for s in found)


@given(players=rankings(), prizes=AMOUNTS)
@settings(deadline=None)
def test_hort_is_the_mean_of_the_other_two(players: list[Placed], prizes: list[Fraction]) -> None:
    prizes.sort(reverse=True)
    tiny = Fraction(1, 10**9)

    def exact(system: Sharing) -> dict[int, Fraction]:
        found = {s.number: s.exact for s in share(players, prizes, system, unit=tiny)}
        return {player.number: found.get(player.number, Fraction(0)) for player in players}

    equal, by_place, hort = (exact(system) for system in (Sharing.EQUAL, Sharing.TIEBREAK, Sharing.HORT))
    assert all(2 * hort[n] == equal[n] + by_place[n] for n in hort)


@given(players=rankings(), prizes=AMOUNTS, minimum=st.integers(1, 300).map(Fraction), system=st.sampled_from(Sharing))
@settings(deadline=None)
def test_a_guarantee_reaches_everybody_who_is_paid(
    players: list[Placed], prizes: list[Fraction], minimum: Fraction, system: Sharing
) -> None:
    prizes.sort(reverse=True)
    plain = share(players, prizes, system)
    found = share(players, prizes, system, minimum=minimum)
    total = sum((s.amount for s in plain), Fraction(0))
    assert sum((s.amount for s in found), Fraction(0)) == total
    if total >= minimum * len(found):
        assert all(s.amount >= minimum for s in found)


@given(amounts=AMOUNTS, unit=UNITS)
def test_rounding_moves_nobody_by_more_than_a_unit(amounts: list[Fraction], unit: Fraction) -> None:
    thirds = [amount / 3 for amount in amounts]
    found = rounded(thirds, unit)
    assert sum(found) == sum(thirds)
    assert all(abs(a - b) <= unit for a, b in zip(found, thirds, strict=True))


def test_three_share_a_hundred() -> None:
    players = [Placed(k, k, Fraction(5)) for k in (1, 2, 3)]
    found = share(players, [Fraction(100)], Sharing.EQUAL, cutoff=False)
    assert [float(s.amount) for s in found] == [33.34, 33.33, 33.33]


def test_players_level_after_all_tie_breaks_share_their_places() -> None:
    players = [Placed(1, 1, Fraction(5)), Placed(2, 2, Fraction(4)), Placed(3, 2, Fraction(4))]
    found = share(players, [Fraction(300), Fraction(200)], Sharing.TIEBREAK)
    assert [s.amount for s in found] == [300, 100, 100]
