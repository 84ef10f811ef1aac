"""A tournament snapshot: every player's norms, and what is still possible.

What the file does not tell is asked for or assumed: the host is the federation of the event; opponents' titles and
ratings are those of the entry list, or in events of more than 30 days those of the month (1.1.4); the exemption of
1.4.3d is counted round by round, others (1.4.3a-c) and the championships of 1.4.1b are named by the caller. In a round
robin the opponents to come are those not met yet. Federations outside FIDE are those of `NOT_IN_FIDE`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from arbitro.model import Outcome, Player, PlayerRound, Points, Sex, Title, Tournament, Worth
from arbitro.ratings.long_event import Months
from arbitro.ratings.submission import NOT_IN_FIDE
from arbitro.titles import events
from arbitro.titles.forecast import Outlook, Unmet, outlook
from arbitro.titles.rules import NORM_TITLES, TitleRules, rules_of
from arbitro.titles.search import best_norm, with_last_round_absent
from arbitro.titles.verdict import Event, Format, How, NormEvent, NormGame, NormVerdict, judge

_SCORE = {Worth.WIN: Points(10), Worth.DRAW: Points(5), Worth.LOSS: Points(0)}
_OPEN = (Outcome.PENDING, Outcome.ADJOURNED)
_CYCLES = {Format.ROUND_ROBIN: 1, Format.DOUBLE_ROUND_ROBIN: 2}
OWN_FEDERATION_ONLY = ("1.4.3a", "1.4.3b")  # exemptions for players of the federation that registers the event


@dataclass(frozen=True, slots=True)
class PlayerNorm:
    """One player and one title: the verdict on what was played, and the outlook if rounds are left."""

    number: int
    name: str
    title: Title
    verdict: NormVerdict
    outlook: Outlook

    @property
    def achieved(self) -> bool:
        return self.verdict.achieved


def titles_for(player: Player) -> tuple[Title, ...]:
    """The titles above the one that a player holds; women's titles for women."""
    above = NORM_TITLES[: NORM_TITLES.index(player.title)] if player.title in NORM_TITLES else NORM_TITLES
    return above if player.sex is Sex.FEMALE else tuple(t for t in above if t in (Title.GM, Title.IM))


def rules_for(tournament: Tournament, edition: str | None = None) -> TitleRules:
    """1.5.4: the text that the tournament follows, unless another edition is asked for."""
    return rules_of(edition or tournament.editions.titles)


def norm_event(tournament: Tournament, *, event: Event = Event.NORMAL, exemption: str | None = None) -> NormEvent:
    """What norms need to know of an event. Without a word on exemptions, 1.4.3d is looked at."""
    format = events.format_of(tournament.system)
    if exemption is None:
        exempt = (
            format is Format.SWISS
            and bool(tournament.info.federation)
            and events.exempt_swiss(events.foreign_players(tournament, tournament.info.federation))
        )
        exemption = "1.4.3d" if exempt else ""
    return NormEvent(
        rounds=tournament.planned_rounds or tournament.rounds_paired,
        format=format,
        event=event,
        federations_exempt=exemption,
        players=len(tournament.players),
    )


def event_for(event: NormEvent, tournament: Tournament, player: Player) -> NormEvent:
    """1.4.3a, b: the event as it is for a player; championships exempt only the players of their own federation."""
    host = tournament.info.federation
    if event.federations_exempt in OWN_FEDERATION_ONLY and host and player.federation != host:
        return replace(event, federations_exempt="")
    return event


def norm_games(tournament: Tournament, number: int, months: Months | None = None) -> list[NormGame]:
    """A player's rounds as norms see them, open games left out."""
    return [_norm_game(tournament, r, months) for r in tournament.rounds_of(number) if r.outcome not in _OPEN]


def games_to_come(
    tournament: Tournament, number: int, event: NormEvent, months: Months | None = None
) -> tuple[list[NormGame], int]:
    """The opponents of open and coming rounds as far as they are known, and how many rounds are left to play.

    Rounds in which the player has asked not to be paired are not left to play.
    """
    known = [_norm_game(tournament, r, months) for r in tournament.rounds_of(number) if r.outcome in _OPEN]
    coming = range(tournament.rounds_paired + 1, event.rounds + 1)
    recorded = tournament.results[tournament.index[number]]
    away = sum(r.round in coming and r.outcome.requested for r in recorded)
    left = len(known) + len(coming) - away
    cycles = _CYCLES.get(event.format)
    if cycles is None or not coming:
        return known[:left], left
    met = Counter(r.opponent for r in tournament.rounds_of(number))
    unmet = [
        opponent.number
        for opponent in tournament.players
        for _ in range(cycles - met[opponent.number])
        if opponent.number != number
    ]
    rounds = (PlayerRound(k, opponent, None, Outcome.PENDING) for k, opponent in zip(coming, unmet, strict=False))
    known += [_norm_game(tournament, r, months) for r in rounds]
    return known, len(known)


def _how(outcome: Outcome) -> How:
    if outcome in _OPEN or outcome in (Outcome.WIN, Outcome.DRAW, Outcome.LOSS):
        return How.PLAYED
    if outcome is Outcome.FORFEIT_WIN:
        return How.FORFEIT_WIN
    if outcome is Outcome.FORFEIT_LOSS:
        return How.FORFEIT_LOSS
    if outcome is Outcome.PAIRING_BYE:
        return How.BYE
    return How.PENALTY if outcome.played else How.REQUESTED_BYE


def _norm_game(tournament: Tournament, r: PlayerRound, months: Months | None) -> NormGame:
    how = _how(r.outcome)
    if r.opponent is None or r.opponent not in tournament.index:
        return NormGame(round=r.round, how=how)
    opponent = tournament.player(r.opponent) if months is None else months.player(r.opponent, r.round)
    return NormGame(
        round=r.round,
        title=opponent.title,
        rating=opponent.rating,
        federation=opponent.federation,
        score=_SCORE.get(r.outcome.worth, Points(0)),
        how=how,
        opponent=r.opponent,
        in_fide=opponent.federation not in NOT_IN_FIDE,
        no_points_against_rated=not opponent.rating and not _points_against_rated(tournament, r.opponent),
    )


def _points_against_rated(tournament: Tournament, number: int) -> int:
    return sum(
        _SCORE.get(r.outcome.worth, 0)
        for r in tournament.rounds_of(number)
        if r.outcome.played and r.opponent is not None and tournament.player(r.opponent).rating
    )


def norms(
    tournament: Tournament,
    *,
    numbers: Iterable[int] | None = None,
    titles: Iterable[Title] | None = None,
    edition: str | None = None,
    event: Event = Event.NORMAL,
    exemption: str | None = None,
    months: Months | None = None,
) -> list[PlayerNorm]:
    """The norms of all or some players: the best of all allowed sets of games, or the verdict on all of them."""
    rules = rules_for(tournament, edition)
    frame = norm_event(tournament, event=event, exemption=exemption)
    asked = tuple(titles) if titles is not None else None
    chosen = [tournament.player(number) for number in numbers] if numbers is not None else tournament.players
    return [
        player_norm(tournament, player, title, event_for(frame, tournament, player), rules, months)
        for player in chosen
        for title in (asked if asked is not None else titles_for(player))
    ]


def player_norm(
    tournament: Tournament,
    player: Player,
    title: Title,
    event: NormEvent,
    rules: TitleRules,
    months: Months | None = None,
) -> PlayerNorm:
    """One player and one title."""
    games = norm_games(tournament, player.number, months)
    known, left = games_to_come(tournament, player.number, event, months)
    variants = [games]
    if left == 0 and (absent := with_last_round_absent(games)) is not None:
        variants.append(absent)
    verdicts = [
        verdict
        for variant in variants
        if (left == 0 or not event.format.predetermined)
        and (verdict := best_norm(title, player.federation, variant, event, rules)) is not None
    ]
    if verdicts:
        verdict = max(verdicts, key=lambda v: (v.counts_as, not v.missing_game, v.games, v.performance))
    else:
        verdict = judge(title, player.federation, games, event, rules)
    ahead = outlook(
        title,
        player.federation,
        games,
        event,
        rules,
        known=known,
        rounds_left=left,
        unmet=_unmet(tournament, player, rules),
    )
    return PlayerNorm(player.number, player.name, title, verdict, ahead)


def _unmet(tournament: Tournament, player: Player, rules: TitleRules) -> Unmet:
    met = {r.opponent for r in tournament.rounds_of(player.number)} | {player.number}
    ratings = (p.rating or rules.unrated for p in tournament.players if p.number not in met)
    return Unmet(tuple(sorted(ratings, reverse=True)))
