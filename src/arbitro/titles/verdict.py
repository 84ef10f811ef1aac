"""One set of games judged for one title: every requirement of B.01 1.4 with what was found and what was needed.

    article     requirement                                      id in `failed`
    1.4.1       number of games                                  1.4.1a (or b, c)
    1.4.3       two federations other than one's own             1.4.3
    1.4.4       own federation at most 3/5, any one 2/3          1.4.4-own, 1.4.4-one
    1.4.5a      half the opponents hold a title                  1.4.5a
    1.4.5b-e    a third hold the title sought or a higher one    1.4.5b … 1.4.5e
    1.4.5f      double round robin of six players                1.4.5f
    1.4.8       performance                                      1.4.8
    1.4.8a      average of the opponents                         1.4.8a
    1.4.8b      35 %                                             1.4.8b

1.4.2 says which games are no part of it (`excluded`), 1.4.6 and 1.4.7 how the average is made (`adjusted`).
Not here: which games to leave out (`search`), the event (`events`), a whole tournament (`tournament`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from arbitro.model import ONE, ZERO, Points, Title
from arbitro.model.rounding import half_up, mean_half_up
from arbitro.ratings.initial import percent, table_dp
from arbitro.titles.rules import (
    MIN_GAMES,
    MIN_SCORE,
    TITLE_HOLDERS,
    Limits,
    TitleRules,
    games_toward_title,
    level_of,
    limits,
    minimum_score,
)

FIDE_FLAG = "FID"  # 1.4.2a: counts as an opponent, not as a federation


class How(Enum):
    """How a game ended, as far as 1.4.1c and 1.4.2c care."""

    PLAYED = "played"
    FORFEIT_WIN = "forfeit_win"
    FORFEIT_LOSS = "forfeit_loss"  # the player's own absence
    PENALTY = "arbiter_penalty"  # decided otherwise than by play
    BYE = "bye"  # the pairing-allocated bye
    REQUESTED_BYE = "requested_bye"
    LAST_ROUND_ABSENT = "opponent_absent_last_round"  # judged as a loss against the absent opponent


@dataclass(frozen=True, slots=True, kw_only=True)
class NormGame:
    """A round of the player who seeks a norm. `rating` 0 is unrated; `opponent` tells opponents apart."""

    round: int
    title: Title = Title.NONE
    rating: int = 0
    federation: str = ""
    score: Points = ZERO
    how: How = How.PLAYED
    opponent: int | str | None = None
    in_fide: bool = True  # 1.4.2a
    no_points_against_rated: bool = False  # 1.4.2b: an unrated opponent who scores nothing against the rated

    @property
    def key(self) -> tuple[str, int | str]:
        """Who the opponent is; without a name every round has another."""
        return ("opponent", self.opponent) if self.opponent is not None else ("round", self.round)


class Format(Enum):
    """The formats of 1.4.2e, as far as norms differ between them."""

    SWISS = "swiss"
    ROUND_ROBIN = "round_robin"
    DOUBLE_ROUND_ROBIN = "double_round_robin"
    SCHEVENINGEN = "scheveningen"
    SCHILLER = "schiller"
    KNOCKOUT = "knockout"
    MATCH = "match"
    OTHER = "other"

    @property
    def predetermined(self) -> bool:
        """1.4.1e: are all pairings known beforehand? Then all scheduled rounds count."""
        return self not in (Format.SWISS, Format.KNOCKOUT)


class Event(Enum):
    """Events for which 1.4.1b asks for fewer games."""

    NORMAL = "normal"
    TEAM_CHAMPIONSHIP = "world or continental team championship"  # 7 games of 7, 8 or 9 rounds
    WORLD_CUP = "World Cup or Women's World Championship"  # 8 games count as 9


@dataclass(frozen=True, slots=True, kw_only=True)
class NormEvent:
    """What the event adds to a player's games."""

    rounds: int
    format: Format = Format.SWISS
    event: Event = Event.NORMAL
    federations_exempt: str = ""  # the article (1.4.3a-d) that waives 1.4.3 and 1.4.4
    players: int | None = None  # for 1.4.5f

    @property
    def short_team_championship(self) -> bool:
        """1.4.1b: a world or continental team championship of seven, eight or nine rounds."""
        return self.event is Event.TEAM_CHAMPIONSHIP and 7 <= self.rounds <= 9

    @property
    def federations_irrelevant(self) -> bool:
        return bool(self.federations_exempt) or self.short_team_championship or self.event is Event.WORLD_CUP


class Exclusion(Enum):
    """Why a game is no part of a norm (1.4.2)."""

    NOT_IN_FIDE = "1.4.2a", "federation outside FIDE"
    UNRATED_WITHOUT_POINTS = "1.4.2b", "unrated and without a point against the rated players"
    NOT_BY_PLAY = "1.4.2c", "not decided by play"

    def __init__(self, article: str, label: str) -> None:
        self.article = article
        self.label = label


def excluded(game: NormGame, format: Format) -> Exclusion | None:
    """1.4.2: the reason why a game is no part of a norm, or None."""
    if game.how not in (How.PLAYED, How.LAST_ROUND_ABSENT):
        return Exclusion.NOT_BY_PLAY
    if not game.in_fide:
        return Exclusion.NOT_IN_FIDE
    round_robin = format in (Format.ROUND_ROBIN, Format.DOUBLE_ROUND_ROBIN)
    if round_robin and not game.rating and game.no_points_against_rated:
        return Exclusion.UNRATED_WITHOUT_POINTS
    return None


@dataclass(frozen=True, slots=True)
class Raised:
    """1.4.6c: the one opponent whose rating was raised to the floor. `from_rating` 0 is unrated."""

    opponent: tuple[str, int | str]
    from_rating: int
    to_rating: int


def adjusted(games: Sequence[NormGame], title: Title, rules: TitleRules) -> tuple[list[int], Raised | None]:
    """1.4.6: the ratings that count, game by game, after one opponent, the lowest, was raised to the floor."""
    ratings = [game.rating or rules.unrated for game in games]
    floor = level_of(title).floor
    if not ratings or min(ratings) >= floor:
        return ratings, None
    lowest = min(range(len(games)), key=lambda i: (ratings[i], games[i].rating > 0, i))
    key = games[lowest].key
    raised = [floor if game.key == key else rating for game, rating in zip(games, ratings, strict=True)]
    return raised, Raised(key, games[lowest].rating, floor)


def average(ratings: Sequence[int]) -> int:
    """1.4.7: the mean, half up."""
    return mean_half_up(sum(ratings), len(ratings))


@dataclass(frozen=True, slots=True)
class Requirement:
    """One line of a verdict. `at_least` False means at most; `waived` names the article that lifts it.

    `unknown` counts what nobody said: it is not fulfilled.
    """

    id: str
    article: str
    found: Fraction | int
    needed: Fraction | int
    at_least: bool = True
    waived: str = ""
    unknown: int = 0

    @property
    def met(self) -> bool:
        if self.waived:
            return True
        return self.found >= self.needed if self.at_least else self.found <= self.needed


@dataclass(frozen=True, slots=True, kw_only=True)
class NormVerdict:
    """A set of games judged for a title."""

    title: Title
    games: int
    opponents: int
    score: Points
    sum_adjusted: int
    average_exact: Fraction
    average: int  # Ra
    raised: Raised | None
    percent: int
    dp: int
    performance: int  # Rp
    score_needed: Points | None  # None: the average is too low for any score
    title_holders: int
    holders_sought: int
    other_federations: int
    own_federation: int
    one_federation: int  # the most from any one federation
    limits: Limits
    requirements: tuple[Requirement, ...]
    counts_as: int  # games toward the 27; 0 if it is no norm
    missing_game: bool = False  # 1.4.1c: one such norm per application
    rounds: tuple[int, ...] = ()
    ignored_wins: tuple[int, ...] = ()  # 1.4.1f
    rounds_up_to: int = 0  # 1.4.1e
    conditional: bool = False  # rests on 1.4.1f although all pairings were known beforehand

    @property
    def achieved(self) -> bool:
        return all(requirement.met for requirement in self.requirements)

    @property
    def failed(self) -> tuple[str, ...]:
        return tuple(requirement.id for requirement in self.requirements if not requirement.met)

    @property
    def normal_foreigners(self) -> bool:
        """1.4.3e: are the federation rules met without an exemption?"""
        rules = [r for r in self.requirements if r.article in ("1.4.3", "1.4.4")]
        return all((r.found >= r.needed) if r.at_least else (r.found <= r.needed) for r in rules)


def minimum_games(event: NormEvent, games: Sequence[NormGame]) -> tuple[int, str]:
    """1.4.1a-c: how many games a norm needs here, and by which article.

    1.4.1c: in nine rounds eight will do if a forfeit by the opponent or a pairing-allocated bye took the ninth; not if
    the player stayed away or asked for the bye.
    """
    if event.short_team_championship:
        return 7, "1.4.1b"
    if event.event is Event.WORLD_CUP:
        return 8, "1.4.1b"
    if event.rounds == MIN_GAMES and any(game.how in (How.FORFEIT_WIN, How.BYE) for game in games):
        return MIN_GAMES - 1, "1.4.1c"
    return MIN_GAMES, "1.4.1a"


def judge(
    title: Title,
    federation: str,
    games: Sequence[NormGame],
    event: NormEvent,
    rules: TitleRules,
) -> NormVerdict:
    """Judge all of these games, those that 1.4.2 excludes left out, for one title."""
    counted = [game for game in games if excluded(game, event.format) is None]
    least, least_article = minimum_games(event, games)
    return judge_counted(title, federation, counted, event, rules, least, least_article)


def judge_counted(
    title: Title,
    federation: str,
    counted: Sequence[NormGame],
    event: NormEvent,
    rules: TitleRules,
    least: int,
    least_article: str,
) -> NormVerdict:
    """As `judge`, for games of which none is excluded and with the number of games already known."""
    level = level_of(title)
    n = len(counted)
    ratings, raised = adjusted(counted, title, rules)
    score = Points(sum(game.score for game in counted))
    exact = Fraction(sum(ratings), n) if n else Fraction(0)
    mean = half_up(exact)
    whole = percent(score, n) if n else 0
    dp = table_dp(whole)
    opponents = {game.key: game for game in counted}
    mix = limits(len(opponents))
    holders = sum(game.title in TITLE_HOLDERS for game in opponents.values())
    sought = sum(game.title in level.holders for game in opponents.values())
    federations = Counter(
        game.federation for game in opponents.values() if game.federation and game.federation != FIDE_FLAG
    )
    own = federations.get(federation, 0)
    others = sum(1 for name in federations if name != federation)
    one = max(federations.values(), default=0)
    waived = event.federations_exempt or ("1.4.1b" if event.federations_irrelevant else "")
    requirements = [
        Requirement(least_article, "1.4.1", n, least),
        Requirement("1.4.3", "1.4.3", others, mix.other_federations, waived=waived),
        Requirement("1.4.4-own", "1.4.4", own, mix.own_federation, at_least=False, waived=waived),
        Requirement("1.4.4-one", "1.4.4", one, mix.one_federation, at_least=False, waived=waived),
        Requirement("1.4.5a", "1.4.5a", holders, mix.title_holders),
        Requirement(level.holders_article, level.holders_article, sought, mix.holders_sought),
        Requirement("1.4.8a", "1.4.8a", mean, level.average),
        Requirement("1.4.8", "1.4.8", mean + dp, level.performance),
        Requirement("1.4.8b", "1.4.8b", Fraction(score, n * ONE) if n else Fraction(0), MIN_SCORE),
    ]
    if event.format is Format.DOUBLE_ROUND_ROBIN and event.players is not None:
        requirements.append(Requirement("1.4.5f", "1.4.5f", event.players, 6))
    needed = minimum_score(title, n, mean) if n else None
    achieved = all(requirement.met for requirement in requirements)
    eight_as_nine = n == 8 and (least_article == "1.4.1c" or event.event is Event.WORLD_CUP)
    base = 9 if eight_as_nine else n
    return NormVerdict(
        title=title,
        games=n,
        opponents=len(opponents),
        score=score,
        sum_adjusted=sum(ratings),
        average_exact=exact,
        average=mean,
        raised=raised,
        percent=whole,
        dp=dp,
        performance=mean + dp,
        score_needed=needed,
        title_holders=holders,
        holders_sought=sought,
        other_federations=others,
        own_federation=own,
        one_federation=one,
        limits=mix,
        requirements=tuple(requirements),
        counts_as=games_toward_title(n, score, needed, base=base) if achieved and needed is not None else 0,
        missing_game=achieved and n == 8 and least_article == "1.4.1c",
        rounds=tuple(game.round for game in counted),
        rounds_up_to=max((game.round for game in counted), default=0),
    )


@dataclass(frozen=True, slots=True)
class Aggregate:
    """A norm judged from totals alone, as arbiters do on paper: federations are not looked at."""

    average_exact: Fraction
    average: int
    score_needed: Points | None
    limits: Limits
    titles_and_rating_met: bool


def judge_totals(
    title: Title,
    games: int,
    score: Points,
    average_exact: Fraction,
    lowest: int | None,
    holders: Sequence[Title],
    other_title_holders: int = 0,
) -> Aggregate:
    """1.4.5 to 1.4.8 from the average before the adjustment, the lowest opponent and the opponents' titles."""
    level = level_of(title)
    raise_by = max(0, level.floor - lowest) if lowest is not None else 0
    exact = average_exact + Fraction(raise_by, games)
    mean = half_up(exact)
    needed = minimum_score(title, games, mean)
    mix = limits(games)
    sought = sum(holder in level.holders for holder in holders)
    titled = sum(holder in TITLE_HOLDERS for holder in holders) + other_title_holders
    met = needed is not None and score >= needed and sought >= mix.holders_sought and titled >= mix.title_holders
    return Aggregate(exact, mean, needed, mix, met)
