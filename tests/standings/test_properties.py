"""What must hold in every event, whatever its results."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbitro.model import Colour, Outcome, PlayerRound, Tournament
from arbitro.standings import EDITIONS, METHODS, explain, standings
from arbitro.standings.cuts import cut, kept_sum
from arbitro.standings.edition import LowCut
from arbitro.standings.ranking import ground_of
from arbitro.standings.tiebreak import parse_tiebreak
from tests.standings.events import recomputed, round_robin, tournaments

INDIVIDUAL = [code for code, method in METHODS.items() if not method.team_only and code not in ("DE", "PTS")]
CUT = [f"{code}/{m}" for code in INDIVIDUAL if METHODS[code].can_cut for m in ("C1", "C2", "M1")]
ALL = [*INDIVIDUAL, *CUT, "KS/L+1", "KS/L-2", "BH/P", "SB/P", "AOB/F"]


def renamed(event: Tournament, new: dict[int, int], order: list[int]) -> Tournament:
    """The same event with other pairing numbers and in another order."""
    return replace(
        event,
        players=tuple(replace(event.players[i], number=new[event.players[i].number], name="X") for i in order),
        results=tuple(
            tuple(r._replace(opponent=None if r.opponent is None else new[r.opponent]) for r in event.results[i])
            for i in order
        ),
    )


@given(event=tournaments(), data=st.data(), edition=st.sampled_from(sorted(EDITIONS)))
@settings(max_examples=60, deadline=None)
def test_renaming_and_reordering_players_changes_no_value(event: Tournament, data: st.DataObject, edition: str) -> None:
    numbers = list(event.numbers)
    new = dict(zip(numbers, data.draw(st.permutations(numbers)), strict=True))
    order = data.draw(st.permutations(range(len(numbers))))
    codes = [code for code in ALL if code not in ("TPN", "KEIZER")]  # these two are made of the numbers
    before = standings(event, codes, edition=edition)
    after = standings(renamed(event, new, order), codes, edition=edition)
    for row in before.rows:
        twin = after.row(new[row.number])
        assert (row.rank, row.points, row.values) == (twin.rank, twin.points, twin.values)


@given(event=tournaments(), data=st.data())
@settings(max_examples=40, deadline=None)
def test_keizer_points_do_not_depend_on_the_order_of_the_players(event: Tournament, data: st.DataObject) -> None:
    order = data.draw(st.permutations(range(len(event.players))))
    turned = renamed(event, {number: number for number in event.numbers}, order)
    points = [{row.number: row.values["KEIZER"] for row in standings(t, ["KEIZER"]).rows} for t in (event, turned)]
    assert points[0] == points[1]


@given(event=tournaments(max_players=10, max_rounds=6), edition=st.sampled_from(sorted(EDITIONS)))
@settings(max_examples=60, deadline=None)
def test_the_breakdown_adds_up_to_the_value(event: Tournament, edition: str) -> None:
    ranking = standings(event, ALL, edition=edition)
    number = event.numbers[0]
    for shown in explain(event, number, ALL, edition=edition):
        assert shown.value == ranking.row(number).values[shown.tiebreak]
        if shown.formula in ("sum", "mean") and shown.terms:
            assert recomputed(shown) == shown.value, shown
        if shown.tiebreak == "PTP" and shown.terms:
            scored = sum((t.value for t in shown.terms), Fraction(0))
            won = sum(
                Fraction({Outcome.WIN: 2, Outcome.DRAW: 1}.get(r.outcome, 0), 2)
                for r in event.rounds_of(number)
                if r.played
            )
            assert scored >= won


@given(seed=st.integers(0, 10**6), players=st.integers(3, 9), cycles=st.integers(1, 2))
@settings(max_examples=60, deadline=None)
def test_buchholz_of_a_round_robin_is_what_the_others_scored(seed: int, players: int, cycles: int) -> None:
    """Everybody meets everybody: BH = cycles times all points but one's own; SB adds up pair by pair."""
    event = round_robin(random.Random(seed), players, cycles)
    rows = standings(event, ["BH", "SB"]).rows
    total = sum(row.points for row in rows)
    assert total == cycles * players * (players - 1) // 2 * 10
    for row in rows:
        assert row.values["BH"] == Fraction(cycles * (total - row.points), 10)
    assert sum(r.values["BH"] for r in rows) == cycles * (players - 1) * Fraction(total, 10)  # type: ignore[misc]


@given(event=tournaments())
@settings(max_examples=60, deadline=None)
def test_after_a_round_of_draws_fore_buchholz_is_buchholz(event: Tournament) -> None:
    """8.4: if all games of the last round really are draws, nothing has to be assumed."""
    size = len(event.players) // 2 * 2
    k = event.rounds_paired + 1
    results = []
    for i, player in enumerate(event.players):
        partner = i + 1 if i % 2 == 0 else i - 1
        opponent = event.players[partner].number if i < size else None
        outcome = Outcome.DRAW if opponent is not None else Outcome.PAIRING_BYE
        colour = None if opponent is None else Colour.WHITE if i % 2 == 0 else Colour.BLACK
        results.append((*event.rounds_of(player.number), PlayerRound(k, opponent, colour, outcome)))
    drawn = replace(event, results=tuple(results))
    for row in standings(drawn, ["BH", "FB", "BH/C1", "FB/C1"]).rows:
        assert row.values["FB"] == row.values["BH"]
        assert row.values["FB/C1"] == row.values["BH/C1"]


@given(
    event=tournaments(), low=st.integers(0, 3), high=st.integers(0, 3), rule=st.sampled_from(LowCut), by=st.booleans()
)
@settings(max_examples=80, deadline=None)
def test_the_quick_sum_is_the_sum_of_what_the_cuts_leave(
    event: Tournament, low: int, high: int, rule: LowCut, by: bool
) -> None:
    ground, _ = ground_of(event)
    for code in ("BH", "SB"):
        for i, parts in enumerate(map(ground.summands(parse_tiebreak(code)), range(len(ground.numbers)))):
            kept, down, up = cut(parts, low, high, rule, by_weight=by)
            assert sorted([*kept, *down, *up]) == list(range(len(parts.values)))
            met = ground.primary_book.all_met[i]
            quick = kept_sum(parts, low, high, rule, by_weight=by, all_met=met)
            assert quick == sum(parts.values[k] for k in kept)


@given(event=tournaments())
@settings(max_examples=40, deadline=None)
def test_ranks_are_places_and_ties_are_shared_only_at_the_end(event: Tournament) -> None:
    rows = standings(event, ["BH/C1", "DE", "SB"]).rows
    assert [row.points for row in rows] == sorted((row.points for row in rows), reverse=True)
    for k, row in enumerate(rows, 1):
        assert row.rank <= k
        if row.rank == k:
            continue
        above = rows[k - 2]
        assert above.rank == row.rank
        assert (above.points, above.values["BH/C1"]) == (row.points, row.values["BH/C1"])


@given(
    event=tournaments(max_players=14),
    edition=st.sampled_from(sorted(EDITIONS)),
    seed=st.integers(0, 10**6),
    predetermined=st.booleans(),
)
@settings(max_examples=60, deadline=None)
def test_one_more_result_gives_what_a_recount_gives(
    event: Tournament, edition: str, seed: int, predetermined: bool
) -> None:
    """Values taken over from the snapshot before are those of a snapshot that knows nothing of it."""
    rng = random.Random(seed)
    codes = [c for c in ALL if not (predetermined and edition == "2026" and parse_tiebreak(c).method.of_opponents)]
    outcomes = [Outcome.WIN, Outcome.DRAW, Outcome.LOSS, Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS, Outcome.PENDING]
    for _ in range(4):
        standings(event, codes, edition=edition, predetermined=predetermined)
        number = rng.choice(event.numbers)
        k = rng.randint(1, max(event.rounds_paired, 1))
        rounds = event.rounds_of(number)
        if not rounds:
            continue
        mine = rounds[k - 1]
        changes = {}
        if mine.opponent is None:
            changes[number] = mine._replace(outcome=rng.choice([Outcome.ZERO_BYE, Outcome.HALF_BYE, Outcome.FULL_BYE]))
        else:
            outcome = rng.choice(outcomes)
            changes[number] = mine._replace(outcome=outcome)
            other = event.round_of(mine.opponent, k)
            changes[mine.opponent] = other._replace(outcome=outcome.opposite)
        event = event.with_rounds(
            {n: (*event.rounds_of(n)[: k - 1], r, *event.rounds_of(n)[k:]) for n, r in changes.items()}
        )
        recounted = replace(event)
        for after in (None, max(k - 1, 0)):
            options = {"edition": edition, "predetermined": predetermined, "after": after}
            assert standings(event, codes, **options) == standings(recounted, codes, **options)  # type: ignore[arg-type]


@given(event=tournaments(), seed=st.integers(0, 1000))
@settings(max_examples=40, deadline=None)
def test_lots_leave_no_shared_place_and_repeat(event: Tournament, seed: int) -> None:
    first, again = (standings(event, ["BH"], lots=seed) for _ in range(2))
    assert first == again
    assert [row.rank for row in first.rows] == list(range(1, len(event.players) + 1))


@pytest.mark.parametrize("edition", sorted(EDITIONS))
def test_everything_played_makes_no_difference_between_editions(edition: str) -> None:
    """Without unplayed rounds BH is the same in all texts."""
    event = round_robin(random.Random(3), 8)
    event = replace(event, system=event.system.DUTCH)
    assert [r.values for r in standings(event, ["BH", "SB", "PS"], edition=edition).rows] == [
        r.values for r in standings(event, ["BH", "SB", "PS"]).rows
    ]
