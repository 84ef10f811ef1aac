"""What if: the tournament with assumed results for games of its last round (types C and D before the games are over).

Not here: draws for everybody, which is fore Buchholz (8.4, `Book.fore`).
"""

from __future__ import annotations

from collections.abc import Mapping

from arbitro.errors import ArbitroError
from arbitro.i18n import gettext_for
from arbitro.model import Outcome, PlayerRound, Tournament

_ = gettext_for("standings")

_RESULTS = {
    "1": Outcome.WIN, "½": Outcome.DRAW, "0.5": Outcome.DRAW, "=": Outcome.DRAW, "0": Outcome.LOSS,
    "+": Outcome.FORFEIT_WIN, "-": Outcome.FORFEIT_LOSS,
}  # fmt: skip


def parse_assumed(text: str) -> dict[int, Outcome]:
    """Assumed results by pairing number.

    >>> parse_assumed("4:1, 9:½") == {4: Outcome.WIN, 9: Outcome.DRAW}
    True
    """
    found = {}
    for word in text.replace(",", " ").split():
        number, _colon, result = word.partition(":")
        if not number.isdecimal() or result not in _RESULTS:
            raise ArbitroError(
                _("“{text}” is not an assumed result: a player and 1, ½, 0, + or -, such as 4:1").format(text=word)
            )
        found[int(number)] = _RESULTS[result]
    return found


def assuming(tournament: Tournament, results: Mapping[int, Outcome]) -> Tournament:
    """The snapshot in which these players have these results in the last round, and their opponents the opposite."""
    last = tournament.rounds_paired
    changes: dict[int, PlayerRound] = {}
    for number, outcome in results.items():
        if number not in tournament.index:
            raise ArbitroError(_("There is no player {n}.").format(n=number))
        mine = tournament.round_of(number, last)
        if mine.opponent not in tournament.index:
            raise ArbitroError(_("{n} has no game in round {round}.").format(n=number, round=last))
        assert mine.opponent is not None
        for who, assumed in ((number, outcome), (mine.opponent, outcome.opposite)):
            if who in changes and changes[who].outcome is not assumed:
                raise ArbitroError(_("Both players of a game are given, with results that do not agree."))
            changes[who] = tournament.round_of(who, last)._replace(outcome=assumed, points=None)
    return tournament.with_rounds({who: (*tournament.rounds_of(who)[: last - 1], r) for who, r in changes.items()})
