"""The national rating of 1974 (FENAMAC; formulas of the FIDE annex of 1972-73), a system of its own.

    rule     function                formula
    RAT-1    performance             Rp = Rc + D(P): an initial rating, for the first 16 games
    RAT-2a   change_per_game         Rn = Ro + K(W - We), We the sum of Table II over the games
    RAT-2b   change_by_mean          We = games x Table II of (Ro - mean of the opponents)
    RAT-3    performance_in_field    all-play-all of N: Rp = Ra + D(P)(N-1)/N
    RAT-4    field_mean              Ra = R+ - mean of the rated players' D(p)(N-1)/N; three rated at least
    RAT-5    change_in_field         We = N pe - ½
    RAT-7    old_percent, old_games, old_linear   what was used before 1961 and in Elo's first formula
    RAT-10   worksheet               the 14 columns
    RAT-11   exceptional             W - We of 3 or more in 12 to 16 rounds
    K        k_fenamac, k_uanl, k_fide_1972

Percentages are truncated (62.5 is 62), changes go to the nearest integer, an adjusted difference drops its half: so
the worked examples have it. There is no 400-point rule. Tables I and II are those of FIDE (`model.rating_tables`),
but 0 and 100 % have no difference here. Challenge matches are in `ratings.ladder`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from arbitro.errors import ArbitroError
from arbitro.i18n import gettext_for
from arbitro.model import ONE, Points
from arbitro.model.rating_tables import dp, expected_hundredths
from arbitro.model.rounding import half_away, half_dropped, half_up

_ = gettext_for("ratings")

FIRST_RATING_GAMES = 16  # RAT-1
MIN_RATED_IN_FIELD = 3  # RAT-4
K_OF_THE_WORKED_EXAMPLE = 20


# -- the tables and their rounding


def percent(score: int, games: int) -> int:
    """A score (tenths) in whole percent of the games, the rest dropped.

    >>> percent(50, 8), percent(30, 8)
    (62, 37)
    """
    return 100 * score // (games * ONE)


def table_1(whole: int) -> int | None:
    """Table I, D(P): 0 and 100 % are undetermined."""
    return dp(whole) if 0 < whole < 100 else None


def table_2(difference: int) -> int:
    """Table II: the expected percentage at a difference (own minus opponent's)."""
    return expected_hundredths(difference)


def _d(whole: int) -> int:
    difference = table_1(whole)
    if difference is None:
        sentence = _("{percent} % has no rating difference in Table I: such a score gives no performance")
        raise ArbitroError(sentence.format(percent=whole))
    return difference


# -- K


def k_fenamac(game: int, rating: int) -> int:
    """K for a player's `game`-th rated game: 45 in the first hundred (30 above 2200), 30 to the 300th, then 20.

    Above 2400 always 20.
    """
    if rating > 2400:
        return 20
    if game <= 100:
        return 30 if rating > 2200 else 45
    return 30 if game <= 300 else 20


def k_uanl(rating: int) -> int:
    """K of the university club: by strength alone."""
    return 20 if rating >= 1900 else 25 if rating >= 1700 else 30


def k_fide_1972(games_in_period: int) -> int | None:
    """K of the FIDE list of 1972: 10; None where the period's performance replaces the rating (more than 80 games).

    Exactly 80 games are not told of; they are counted with the fewer.
    """
    return 10 if games_in_period <= 80 else None


# -- formulas (1) and (2): opponents one by one, or by their mean


@dataclass(frozen=True, slots=True)
class ClubPerformance:
    """Formula (1) or (3): a performance and what it is made of."""

    percent: int
    d: int
    adjusted_d: Fraction  # in a field of N: D(P)(N-1)/N; else D(P) itself
    rating: int


def performance(mean_of_opponents: Fraction | int, score: Points, games: int) -> ClubPerformance:
    """RAT-1: Rp = Rc + D(P)."""
    whole = percent(score, games)
    d = _d(whole)
    return ClubPerformance(whole, d, Fraction(d), half_away(Fraction(mean_of_opponents) + d))


@dataclass(frozen=True, slots=True)
class ClubChange:
    """Formula (2): Rn = Ro + K(W - We)."""

    rating: int
    k: int
    score: Points
    percentages: tuple[int, ...]  # Table II, one per game or one for all
    expected: Fraction  # We

    @property
    def difference(self) -> Fraction:
        """W - We."""
        return Fraction(self.score, ONE) - self.expected

    @property
    def exact(self) -> Fraction:
        return self.k * self.difference

    @property
    def change(self) -> int:
        return half_away(self.exact)

    @property
    def new_rating(self) -> int:
        return self.rating + self.change


def change_per_game(rating: int, k: int, opponents: Sequence[int], score: Points) -> ClubChange:
    """RAT-2a: We is the sum of the expected percentages of the games."""
    percentages = tuple(table_2(rating - opponent) for opponent in opponents)
    return ClubChange(rating, k, score, percentages, Fraction(sum(percentages), 100))


def change_by_mean(rating: int, k: int, mean_of_opponents: Fraction | int, games: int, score: Points) -> ClubChange:
    """RAT-2b: We from the mean of the opponents; about two points off the long form, which a player may ask for."""
    whole = table_2(half_up(rating - Fraction(mean_of_opponents)))
    return ClubChange(rating, k, score, (whole,), Fraction(games * whole, 100))


# -- formulas (3) and (4): a round robin by the mean of its field


def performance_in_field(field_mean: Fraction | int, players: int, score: Points, games: int) -> ClubPerformance:
    """RAT-3: Rp = Ra + D(P)(N-1)/N, the adjusted difference to the nearest integer, a half dropped."""
    whole = percent(score, games)
    d = _d(whole)
    adjusted = Fraction(d * (players - 1), players)
    return ClubPerformance(whole, d, adjusted, half_away(Fraction(field_mean)) + half_dropped(adjusted))


@dataclass(frozen=True, slots=True)
class FieldMean:
    """RAT-4: the mean of a field of which some have no rating."""

    mean_rated: Fraction  # R+
    percentages: tuple[int, ...]
    d: tuple[int, ...]
    mean_adjusted_d: Fraction
    rating: int  # Ra


def field_mean(players: int, rated: Sequence[tuple[int, Points]]) -> FieldMean:
    """RAT-4: Ra from the ratings and scores of the rated players of a round robin."""
    if len(rated) < MIN_RATED_IN_FIELD:
        sentence = _("found {found} rated players, expected at least {needed} to rate a field")
        raise ArbitroError(sentence.format(found=len(rated), needed=MIN_RATED_IN_FIELD))
    mean = Fraction(sum(rating for rating, _ in rated), len(rated))
    percentages = tuple(percent(score, players - 1) for _, score in rated)
    d = tuple(_d(whole) for whole in percentages)
    adjusted = Fraction(sum(d) * (players - 1), players * len(rated))
    return FieldMean(mean, percentages, d, adjusted, half_away(mean - adjusted))


@dataclass(frozen=True, slots=True)
class FieldChange:
    """RAT-5: the short form for a round robin."""

    change: ClubChange
    difference: int  # Ro - Ra
    n_pe: Fraction


def change_in_field(rating: int, k: int, field: int, players: int, score: Points) -> FieldChange:
    """RAT-5: We = N pe - ½, as nobody is their own opponent."""
    difference = rating - field
    whole = table_2(difference)
    n_pe = Fraction(players * whole, 100)
    return FieldChange(ClubChange(rating, k, score, (whole,), n_pe - Fraction(1, 2)), difference, n_pe)


def exceptional(rounds: int, score: Fraction, expected: Fraction) -> bool | None:
    """RAT-11: 3 points or more between score and expectation in 12 to 16 rounds; None for other lengths (no figure)."""
    if not 12 <= rounds <= 16:
        return None
    return score - expected >= 3


@dataclass(frozen=True, slots=True)
class WorksheetRow:
    """RAT-10: one player's line; the fields are the 14 columns in their order. None where a column does not apply."""

    player: str
    rating: int | None
    score: Points
    percent: int
    d: int
    adjusted_d: Fraction
    performance: int
    difference: int | None
    pe: int | None
    n_pe: Fraction | None
    expected: Fraction | None
    score_minus_expected: Fraction | None
    change: Fraction | None
    new_rating: int


@dataclass(frozen=True, slots=True)
class Worksheet:
    """RAT-10: head, lines in finishing order, and the mean adjusted difference of the rated players at the foot."""

    mean_rated: Fraction
    field_mean: int
    players: int
    k: int
    rows: tuple[WorksheetRow, ...]
    mean_adjusted_d: Fraction


WORKSHEET_COLUMNS = (
    "Player", "Ro", "W", "P", "D(P)", "D(P)(N-1)/N", "Performance", "Ro - Ra", "pe", "N pe", "We", "W - We",
    "K(W - We)", "Rn",
)  # fmt: skip


def worksheet(
    entries: Sequence[tuple[str, int | None, Points]],
    k: int = K_OF_THE_WORKED_EXAMPLE,
    ks: Sequence[int] | None = None,
) -> Worksheet:
    """RAT-10: rate a round robin from (player, rating or None, score): Ra first, then everybody.

    One K for all, or `ks` in the order of the entries.
    """
    n = len(entries)
    field = field_mean(n, [(rating, score) for _, rating, score in entries if rating is not None])
    rows = []
    for (name, rating, score), own_k in sorted(
        zip(entries, ks or [k] * n, strict=True), key=lambda entry: -entry[0][2]
    ):
        result = performance_in_field(field.rating, n, score, n - 1)
        if rating is None:
            rows.append(
                WorksheetRow(
                    name, None, score, result.percent, result.d, result.adjusted_d, result.rating,
                    None, None, None, None, None, None, result.rating,
                )
            )  # fmt: skip
            continue
        short = change_in_field(rating, own_k, field.rating, n, score)
        rows.append(
            WorksheetRow(
                name, rating, score, result.percent, result.d, result.adjusted_d, result.rating,
                short.difference, short.change.percentages[0], short.n_pe, short.change.expected,
                short.change.difference, short.change.exact, short.change.new_rating,
            )
        )  # fmt: skip
    return Worksheet(field.mean_rated, field.rating, n, k, tuple(rows), field.mean_adjusted_d)


# -- RAT-7: formulas no longer used


def old_percent(score: Points, games: int) -> int:
    """Ten points for each percentage point above or below 50."""
    return 10 * (percent(score, games) - 50)


def old_games(score: Points, games: int) -> Fraction:
    """A hundred points for each game above or below half."""
    return 100 * (Fraction(score, ONE) - Fraction(games, 2))


@dataclass(frozen=True, slots=True)
class LinearChange:
    """Elo's first formula: R + 16(wins - losses) + 4 % of the sum of (opponent - own)."""

    wins_minus_losses: int
    sum_of_differences: int
    exact: Fraction
    new_rating: int


def old_linear(rating: int, games: Sequence[tuple[int, Points]]) -> LinearChange:
    """R + 16(wins - losses) + 4 % of the differences, over (opponent's rating, score)."""
    balance = sum((score == ONE) - (score == 0) for _, score in games)
    differences = sum(opponent - rating for opponent, _ in games)
    exact = Fraction(16 * balance) + Fraction(4 * differences, 100)
    return LinearChange(balance, differences, exact, half_away(rating + exact))


def team_rating(ratings: Sequence[int]) -> Fraction:
    """TEA-2: a team is paired, and rated, by the mean of its players' ratings."""
    if not ratings:
        raise ArbitroError(_("a team without rated players has no mean rating"))
    return Fraction(sum(ratings), len(ratings))
