"""Round robins: what a withdrawal does to the standings.

    C.05 6.6 (2) 1   fewer than half of the games played: nothing by or against the player counts   without_annulled
    C.05 6.6 (2) 2   at least half: the results stand, the rest are forfeits                        with_forfeits
    both             what the public is told                                                        notice

The record itself is never changed: both give another snapshot for the standings.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from arbitro.i18n import gettext_for
from arbitro.model import Outcome, System, Tournament
from arbitro.model.tournament import PlayerRound, absent

_ = gettext_for("standings")


def results_count(played: int, due: int) -> bool:
    """C.05 6.6 (2): do the results of a player who withdrew count? From half of the games on; so in the club manual.

    >>> results_count(4, 9), results_count(5, 9), results_count(4, 8)
    (False, True, True)
    """
    return 2 * played >= due


def completed_half(tournament: Tournament, number: int) -> bool:
    """Has the player completed at least half of the games that the whole schedule gives them, rounds to come included?

    A game is completed that was played, or won because the opponent was missing.
    """
    scheduled = [r for r in tournament.rounds_of(number) if r.opponent is not None]
    cycles = {System.ROUND_ROBIN: 1, System.DOUBLE_ROUND_ROBIN: 2}.get(tournament.system, 0)
    due = max(
        len(scheduled),
        max((sum(r.opponent is not None for r in rounds) for rounds in tournament.results), default=0),
        cycles * (len(tournament.players) - 1),
    )
    return results_count(sum(r.outcome.played or r.outcome is Outcome.FORFEIT_WIN for r in scheduled), due)


def notice(name: str, counts: bool, *, club: bool = False) -> str:
    """What a withdrawal from a round robin leaves behind, for the public: by C.05 6.6, or by the club manual."""
    if counts:
        text = _("{name}: the results count, and the remaining opponents win by forfeit.")
    elif club:
        text = _("{name}: less than half of the games played, so all their results are cancelled.")
    else:
        text = _(
            "{name}: less than half of the games completed, so the results stay in the table and are rated, "
            "but count for nobody's place."
        )
    return text.format(name=name)


def without_annulled(tournament: Tournament, withdrawn: Iterable[int]) -> tuple[Tournament, dict[int, int]]:
    """The snapshot for the standings after withdrawals, and the points of those left out of it.

    Whoever completed less than half is left out with all their games; the others' unplayed games become forfeits.
    """
    gone = [number for number in withdrawn if number in tournament.index]
    out = {number: int(tournament.score(number)) for number in gone if not completed_half(tournament, number)}
    tournament = with_forfeits(tournament, [number for number in gone if number not in out])
    kept = [i for i, player in enumerate(tournament.players) if player.number not in out]
    return (
        replace(
            tournament,
            players=tuple(tournament.players[i] for i in kept),
            results=tuple(
                tuple(absent(r.round) if r.opponent in out else r for r in tournament.results[i]) for i in kept
            ),
        ),
        out,
    )


def with_forfeits(tournament: Tournament, withdrawn: Iterable[int]) -> Tournament:
    """The pending games of withdrawn players as forfeits: lost by them, won by those who were there."""
    gone = frozenset(withdrawn)
    if not gone:
        return tournament

    def decided(number: int, r: PlayerRound) -> PlayerRound:
        if r.outcome is not Outcome.PENDING or r.opponent is None:
            return r
        if number in gone:
            return r._replace(outcome=Outcome.FORFEIT_LOSS)
        return r._replace(outcome=Outcome.FORFEIT_WIN) if r.opponent in gone else r

    return replace(
        tournament,
        results=tuple(
            tuple(decided(player.number, r) for r in rounds)
            for player, rounds in zip(tournament.players, tournament.results, strict=True)
        ),
    )
