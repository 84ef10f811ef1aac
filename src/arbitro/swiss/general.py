"""General handling rules (C.04.1, C.04.2): numbers, entries, absences, corrections, boards, byes.

    article          function                       what it says
    C.04.1 d, 2026   may_have_bye                   who may have the pairing-allocated bye
    B.2              start_order                    strength, title, name
    B.3              renumbered, may_renumber       pairing numbers and when they are frozen
    C.3              number_after_entry             a late entry takes their place and shifts the numbers below
    D.2              status_after_absence           absent without notice
    D.4              (Scoring.zero_bye)             a known absence scores nothing unless the rules differ
    D.8              effect_of_correction           what a late correction still changes
    D.9              board_order                    the order in which pairs are published
    D.10             may_change_published           when a published pairing may be changed
    C.04.3 E.5       numbers_for_colour             late entries do not exist until they take part
    C.04.3 E         first_colour                   the drawn colour, or the one that round 1 shows

Not here: colours (`colours`), virtual points (`acceleration`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from enum import Enum

from arbitro.editions import Editions, Texts, edition_named
from arbitro.frozen import dataclass
from arbitro.model import Colour, Outcome, Pair, Player, PlayerRound, Tournament

FROZEN_FROM_ROUND = 4  # B.3: no new numbers once this round is paired


@dataclass(frozen=True, slots=True)
class GeneralText:
    """What the texts of C.04.1 and C.04.2 say differently."""

    name: str
    win_without_play_bars_bye: bool  # any round without play worth a win, not only a bye or a forfeit


TEXTS = Texts("swiss", {"2017": GeneralText("2017", False), "2026": GeneralText("2026", True)})


def text_of(edition: str) -> GeneralText:
    """The general rules that go with a text; a system's own text (1974, olympiad …) comes with those of the Manual."""
    return TEXTS[edition_named("swiss", edition) or Editions().swiss]


# -- start list and pairing numbers


def start_order(players: Iterable[Player], last_key: Callable[[Player], object] | None = None) -> tuple[Player, ...]:
    """B.2: strength, then title (GM, IM, WGM, FM, WIM, CM, WFM, WCM, none), then name or the announced key."""
    key = last_key or (lambda player: player.name.casefold())
    return tuple(sorted(players, key=lambda player: (-player.rating, player.title.order, key(player))))


def renumbered(players: Iterable[Player], last_key: Callable[[Player], object] | None = None) -> tuple[Player, ...]:
    """B.3: the start order with pairing numbers 1, 2, 3 …"""
    return tuple(replace(player, number=i) for i, player in enumerate(start_order(players, last_key), 1))


def may_renumber(last_round_paired: int, *, late_entry: bool = False) -> bool:
    """B.3: numbers may be corrected until round 4 is paired; a late entry may take their place at any time (C.3)."""
    return late_entry or last_round_paired < FROZEN_FROM_ROUND


def number_after_entry(number: int, new_entry: int) -> int:
    """C.3: a player's number once a late entry has taken the number `new_entry`."""
    return number + 1 if number >= new_entry else number


def ranking_numbers(tournament: Tournament) -> Mapping[int, int]:
    """What orders players of one score: the pairing number, or the file's rank field where it says so (XXC rank)."""
    if not tournament.order_by_rank:
        return {number: number for number in tournament.numbers}
    return {p.number: p.stated_rank if p.stated_rank is not None else p.number for p in tournament.players}


# -- who takes part, who may have the bye


def kept_apart(tournament: Tournament, k: int) -> dict[int, frozenset[int]]:
    """Whom each player (or team) must not meet in a round, whatever the rules allow (XXP, TRF26 260)."""
    apart: dict[int, frozenset[int]] = {}
    for rule in tournament.forbidden:
        if rule.first_round <= k <= rule.last_round:
            for number in rule.players:
                apart[number] = apart.get(number, frozenset()) | frozenset(rule.players) - {number}
    return apart


def to_be_paired(tournament: Tournament, k: int) -> tuple[int, ...]:
    """Who is paired in a round: nobody withdrawn (D.3), absent with notice (D.4) or not yet arrived (C.2)."""
    return tournament.available(k)


def may_have_bye(tournament: Tournament, number: int, edition: str = "2017") -> bool:
    """C.04.1 d: nobody twice, and nobody who won by forfeit; 2026 bars every round without play worth a win."""
    text = text_of(edition)
    return not any(bars_bye(tournament, r, text) for r in tournament.rounds_of(number))


def bars_bye(tournament: Tournament, r: PlayerRound, text: GeneralText) -> bool:
    """Does this round keep a player from the pairing-allocated bye? A half-point bye never does.

    2017: an earlier pairing-allocated bye or a forfeit win. 2026: also as many points as a win, got without playing.
    """
    if r.outcome.played:
        return False
    if r.outcome is Outcome.PAIRING_BYE or r.outcome is Outcome.FORFEIT_WIN:
        return True
    return text.win_without_play_bars_bye and tournament.points_of(r) >= tournament.scoring.win


def numbers_for_colour(tournament: Tournament, k: int, present: Collection[int]) -> Mapping[int, int]:
    """E.5: places 1, 2, 3 … among those who take part in this round or took part in an earlier one.

    A late entry, or anyone never paired so far, does not exist yet for the parity of the numbers.
    """
    here = set(present)
    order = ranking_numbers(tournament)
    known = [
        player.number
        for player, rounds in zip(tournament.players, tournament.results, strict=True)
        if player.number in here
        or any(r.opponent is not None or r.outcome is Outcome.PAIRING_BYE for r in rounds[: k - 1])
    ]
    known.sort(key=order.__getitem__)
    return {number: i for i, number in enumerate(known, 1)}


def first_colour(tournament: Tournament) -> Colour:
    """The colour drawn for the top number: as recorded, else as round 1 shows it, else White."""
    if tournament.first_colour is not None:
        return tournament.first_colour
    order = ranking_numbers(tournament)
    places = numbers_for_colour(tournament, 2, ())
    for number in sorted(tournament.numbers, key=order.__getitem__):
        r = tournament.round_of(number, 1)
        if r.opponent is not None and r.colour is not None and order[number] < order.get(r.opponent, 0):
            return r.colour if places[number] % 2 else r.colour.other
    return Colour.WHITE


# -- boards


def board_key(higher: int, lower: int, rank: int) -> tuple[int, int, int]:
    """D.9: what sorts boards: the higher-ranked player's score, the sum of both scores, their initial rank."""
    return -higher, -higher - lower, rank


def board_order(
    pairs: Iterable[Pair], score: Mapping[int, int], order: Mapping[int, int] | None = None
) -> tuple[Pair, ...]:
    """D.9: by the higher-ranked player's score, the sum of both scores, then their initial rank."""
    rank = order or {number: number for number in score}

    def key(pair: Pair) -> tuple[int, int, int]:
        a, b = pair
        mine, theirs = score[a], score[b]
        if mine < theirs or (mine == theirs and rank[a] > rank[b]):
            a, mine, theirs = b, theirs, mine
        return board_key(mine, theirs, rank[a])

    return tuple(sorted(pairs, key=key))


# -- absences, corrections, published pairings


class AfterAbsence(Enum):
    """What an absence makes of a player."""

    ACTIVE = "stays in the tournament"
    WITHDRAWN = "withdrawn"


def status_after_absence(*, notice: bool, reason_before_next_pairing: bool) -> AfterAbsence:
    """D.2: whoever is absent without notice is withdrawn, unless they give a valid reason before the next pairing."""
    return AfterAbsence.ACTIVE if notice or reason_before_next_pairing else AfterAbsence.WITHDRAWN


class Reported(Enum):
    """When a wrong result, colour or rating was reported (D.8)."""

    IN_TIME = "within the announced time"
    DURING_NEXT_ROUND = "after the next pairing, before the end of that round"
    LATER = "after the end of the next round"


class Correction(Enum):
    """What a correction still changes."""

    NEXT_PAIRING = "used for standings and for pairing the next round"
    LATER_PAIRINGS = "pairing already made stands; used for later pairings"
    RATING_ONLY = "corrected only after the tournament, for rating only"


def effect_of_correction(reported: Reported) -> Correction:
    """D.8: the later the report, the less it changes."""
    return {
        Reported.IN_TIME: Correction.NEXT_PAIRING,
        Reported.DURING_NEXT_ROUND: Correction.LATER_PAIRINGS,
        Reported.LATER: Correction.RATING_ONLY,
    }[reported]


def may_change_published(tournament: Tournament, pairs: Sequence[Pair]) -> bool:
    """D.10: a published pairing is changed only if two players would meet a second time."""
    return any(pair.black in tournament.opponents(pair.white) for pair in pairs)
