"""Who wins what: every list of a plan given out, with the reason for every amount.

One prize per player: while somebody wins in several lists, whoever has the highest prize of all keeps it (of equal
ones that of the earlier list) and leaves the other lists, where the next move up. Where prizes are shared, others who
leave can make a list worth more than it was: whoever would then win more in a list that they left goes back to it.
Trophies are no money: they go to the best of their list whatever else they win. Amounts awarded and amounts that nobody
could win add up to the fund, to the cent.

Not here: how a list is divided (`sharing`), what the plan may say (`plan`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from arbitro.i18n import gettext_for, ngettext_for
from arbitro.model import Scoring, Tournament
from arbitro.model.points import UNIT
from arbitro.prizes.plan import PrizeList, PrizePlan, exact_money, money
from arbitro.prizes.sharing import Money, Placed, Share, Sharing, share
from arbitro.prizes.worksheets import Surplus, surplus, surplus_by_game
from arbitro.standings import Standings, event_year, player_group
from arbitro.standings import show as show_number

_ = gettext_for("prizes")
ngettext_ = ngettext_for("prizes")

_USUAL = Scoring()  # expectations are in points of 1, ½ and 0, whatever the event awards


@dataclass(frozen=True, slots=True)
class Award:
    """One prize of one player."""

    prize_list: str
    place: int
    amount: Money
    trophy: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class PlayerAwards:
    """All that a player wins."""

    number: int
    prizes: tuple[Award, ...]

    @property
    def total(self) -> Money:
        return sum((award.amount for award in self.prizes), Fraction(0))


@dataclass(frozen=True, slots=True)
class Unawarded:
    """Money of a list that nobody could win: fewer players than prizes."""

    prize_list: str
    amount: Money


@dataclass(frozen=True, slots=True)
class PrizeReport:
    """The result: awards in the order of the ranking, what is left, and remarks."""

    awards: tuple[PlayerAwards, ...]
    unawarded: tuple[Unawarded, ...]
    fund: Money
    currency: str
    warnings: tuple[str, ...]

    @property
    def awarded(self) -> Money:
        return sum((award.total for award in self.awards), Fraction(0))


def award_prizes(
    tournament: Tournament,
    standings: Standings,
    plan: PrizePlan,
    *,
    excluded: Iterable[int] = (),
) -> PrizeReport:
    """Give out all lists. `excluded` are players who declined or may not win; the next move up."""
    out = frozenset(excluded)
    entrants = [
        [p for p in _order(tournament, standings, prize_list) if p.number not in out] for prize_list in plan.lists
    ]
    shares = _settled(plan, entrants)
    prizes: dict[int, list[Award]] = defaultdict(list)
    for prize_list, circle, found in zip(plan.lists, entrants, shares, strict=True):
        for s in found:
            reason = _reason(prize_list, s, tournament, standings.after)
            prizes[s.number].append(Award(prize_list.name, s.place, s.amount, reason=reason))
        _trophies(prize_list, circle, prizes)
    return PrizeReport(
        tuple(PlayerAwards(row.number, tuple(prizes[row.number])) for row in standings.rows if row.number in prizes),
        tuple(
            Unawarded(prize_list.name, left)
            for prize_list, found in zip(plan.lists, shares, strict=True)
            if (left := prize_list.total - sum((s.amount for s in found), Fraction(0)))
        ),
        plan.fund,
        plan.currency,
        tuple(plan.warnings()),
    )


def _settled(plan: PrizePlan, entrants: Sequence[Sequence[Placed]]) -> list[list[Share]]:
    """The shares of every list once nobody wins twice who may win once, each player with the best they can have."""
    left: frozenset[tuple[int, int]] = frozenset()  # (player, list) that they left for a better prize
    shares = [_divide(plan, k, circle) for k, circle in enumerate(entrants)]
    seen = set()
    while plan.one_prize_per_player and left not in seen:
        conflict = _highest_conflict(shares)
        if conflict is None:  # nobody wins twice: is somebody better off where they were?
            seen.add(left)
            conflict = _regret(plan, entrants, left, shares)
            if conflict is None:
                break
        number, kept = conflict
        others = {k for k, found in enumerate(shares) if k != kept and any(s.number == number for s in found)}
        left = (left - {(number, kept)}) | {(number, k) for k in others}
        for k in others | {kept}:
            shares[k] = _divide(plan, k, [p for p in entrants[k] if (p.number, k) not in left])
    return shares


def _regret(
    plan: PrizePlan,
    entrants: Sequence[Sequence[Placed]],
    left: frozenset[tuple[int, int]],
    shares: Sequence[Sequence[Share]],
) -> tuple[int, int] | None:
    """The player who would win most by going back to a list that they left, if it is more than they have."""
    has = {s.number: s.amount for found in shares for s in found}
    best: tuple[Money, int, int] | None = None
    for number, k in sorted(left):
        circle = [p for p in entrants[k] if p.number == number or (p.number, k) not in left]
        back = next((s.amount for s in _divide(plan, k, circle) if s.number == number), Fraction(0))
        if back > has.get(number, 0) and (best is None or back > best[0]):
            best = back, number, k
    return None if best is None else best[1:]


def _divide(plan: PrizePlan, k: int, circle: Sequence[Placed]) -> list[Share]:
    """The shares of list `k` among those in the running for its money."""
    prize_list = plan.lists[k]
    return share(
        _renumbered(circle),
        prize_list.prizes,
        prize_list.sharing,
        cutoff=prize_list.cutoff,
        unit=plan.unit,
        minimum=prize_list.minimum,
    )


def _renumbered(circle: Sequence[Placed]) -> list[Placed]:
    """Ranks inside the circle: 1, 2, 2, 4 …"""
    placed: list[Placed] = []
    for k, player in enumerate(circle, 1):
        level = k > 1 and circle[k - 2].rank == player.rank
        placed.append(Placed(player.number, placed[-1].rank if level else k, player.points))
    return placed


def _highest_conflict(shares: Sequence[Sequence[Share]]) -> tuple[int, int] | None:
    """Among the players who win in several lists, the one with the highest prize, and its list."""
    won: dict[int, list[tuple[Money, int]]] = defaultdict(list)
    for k, found in enumerate(shares):
        for s in found:
            won[s.number].append((s.amount, -k))
    best: tuple[Money, int] | None = None
    winner = 0
    for number, amounts in won.items():
        if len(amounts) > 1 and (best is None or max(amounts) > best):
            best, winner = max(amounts), number
    return None if best is None else (winner, -best[1])


def _order(tournament: Tournament, standings: Standings, prize_list: PrizeList) -> list[Placed]:
    """The players of a list's circle, best first."""
    year = event_year(tournament)
    groups = [player_group(name, year) for name in prize_list.who]
    rows = [row for row in standings.rows if all(group.has(tournament.player(row.number)) for group in groups)]
    if not prize_list.by_surprise:
        level = [-row.rank if standings.by_places else row.points for row in rows]  # who is level shares
        return [Placed(row.number, row.rank, Fraction(p, UNIT)) for row, p in zip(rows, level, strict=True)]
    values = {
        row.number: found for row in rows if (found := _surprise(tournament, row.number, standings.after, prize_list))
    }
    order = sorted(values, key=lambda number: values[number].difference, reverse=True)
    differences = [values[number].difference for number in order]
    return [
        Placed(number, differences.index(difference) + 1, difference)
        for number, difference in zip(order, differences, strict=True)
    ]


def _surprise(tournament: Tournament, number: int, after: int, prize_list: PrizeList) -> Surplus | None:
    return surprise_of(tournament, number, after, game_by_game=prize_list.game_by_game)


def surprise_of(
    tournament: Tournament, number: int, after: int | None = None, *, game_by_game: bool = False
) -> Surplus | None:
    """W - We of a player over the games played against rated opponents; None without a rating or a game."""
    rating = tournament.player(number).rating
    played = [
        r
        for r in tournament.rounds_of(number)[:after]
        if r.outcome.played and r.opponent is not None and tournament.player(r.opponent).rating
    ]
    if not rating or not played:
        return None
    opponents = [tournament.player(r.opponent).rating for r in played if r.opponent is not None]
    points = Fraction(sum(_USUAL.points(r.outcome) for r in played), UNIT)
    if game_by_game:
        return surplus_by_game(rating, opponents, points)
    return surplus(rating, Fraction(sum(opponents), len(opponents)), len(played), points)


def _trophies(prize_list: PrizeList, circle: Sequence[Placed], prizes: dict[int, list[Award]]) -> None:
    """What cannot be divided goes by place (tie-break order)."""
    for place, (trophy, player) in enumerate(zip(prize_list.trophies, circle, strict=False), 1):
        reason = _("place {place}: what cannot be divided follows the tie-breaks").format(place=place)
        prizes[player.number].append(Award(prize_list.name, place, Fraction(0), trophy, reason))


def _reason(prize_list: PrizeList, s: Share, tournament: Tournament, after: int) -> str:
    """Why a player gets an amount: the places, what they are worth and how it is shared, as far as it is."""
    text = _shared(prize_list, s)
    if prize_list.by_surprise and (found := _surprise(tournament, s.number, after, prize_list)):
        text += "; " + _("W − We = {points} − {expected} = {difference}").format(
            points=show_number(found.points),
            expected=show_number(found.expected),
            difference=show_number(found.difference),
        )
    if s.amount != s.exact:
        sentence = _("{exact} before rounding and guarantee") if prize_list.minimum else _("{exact} before rounding")
        text += "; " + sentence.format(exact=exact_money(s.exact))
    return text


def _shared(prize_list: PrizeList, s: Share) -> str:
    (first, last), (own_first, own_last) = s.group, s.own_places
    facts = {
        "first": first, "last": last, "place": s.place, "pool": money(s.pool), "n": s.payees,
        "own": exact_money(s.own), "own_first": own_first, "own_last": own_last,
    }  # fmt: skip
    if first == last:
        return _("place {place}").format(**facts)
    if prize_list.sharing is Sharing.EQUAL:
        return ngettext_(
            "places {first} to {last}: {pool}, for one player",
            "places {first} to {last}: {pool} shared equally by {n}",
            s.payees,
        ).format(**facts)
    if prize_list.sharing is Sharing.TIEBREAK and own_first == own_last:
        return _("place {place} by tie-break, tied on points in places {first} to {last}").format(**facts)
    if prize_list.sharing is Sharing.TIEBREAK:
        sentence = _("{own}, an equal part of places {own_first} to {own_last}, which no tie-break separates")
        return sentence.format(**facts)
    mine = (
        _("half of {own} for place {place}")
        if own_first == own_last
        else _("half of {own}, an equal part of places {own_first} to {own_last},")
    )
    whole = ngettext_(
        "places {first} to {last}: {mine} and half of {pool}, for one player",
        "places {first} to {last}: {mine} and half of {pool} shared equally by {n}",
        s.payees,
    )
    return whole.format(mine=mine.format(**facts), **facts)
