"""Does a tournament report file agree with itself?

    doubt               what is wrong                                             severity
    SCORE               the points field is not the sum of the results           error
    RECIPROCITY         an opponent does not name the player back                 error
    COLOUR              both sides of a game have the same colour                 error
    RESULT              the two results of a game exclude each other              error
    MISSING_OPPONENT    the opponent is not in the file                           error
    TWO_BYES            more than one pairing-allocated bye in a round            error
    EVEN_BYE            a pairing-allocated bye though the number to pair is even warning
    NO_COLOUR           a game played without a colour                            warning
    RANKS               the final ranks have a gap                                warning
    NUMBERS             the pairing numbers have a gap                              warning
    FIELD               a field that reading does not need is malformed           warning
    REFERENCE           a line names a player, team or round that does not exist  warning
    OLD_SIGN            a bye in the manner of older files (0000 with + = -)      warning

All of them are doubts: a reader that is not strict keeps them as warnings and goes on, since real files have them and
an arbiter may still need the rest; a strict one stops at the first. What cannot be read at all is a TrfError at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum

from arbitro.errors import FileError
from arbitro.files.trf.columns import PLAYER
from arbitro.frozen import NamedTuple
from arbitro.i18n import gettext_for
from arbitro.model import Outcome, System, Tournament, decimal

_ = gettext_for("files")


class TrfError(FileError):
    """A tournament report file that cannot be read: says where, what was found and what would be right."""


class Doubt(Enum):
    """What a file may be doubted for, with how grave it is when tournament files are verified."""

    SCORE = "score", "error"
    RECIPROCITY = "reciprocity", "error"
    COLOUR = "colour", "error"
    RESULT = "result", "error"
    MISSING_OPPONENT = "missing opponent", "error"
    TWO_BYES = "two byes", "error"
    EVEN_BYE = "even bye", "warning"
    NO_COLOUR = "no colour", "warning"
    RANKS = "ranks", "warning"
    NUMBERS = "numbers", "warning"
    FIELD = "field", "warning"
    REFERENCE = "reference", "warning"
    OLD_SIGN = "old sign", "warning"

    def __init__(self, label: str, severity: str) -> None:
        self.label = label
        self.severity = severity


class FileDoubt(NamedTuple):
    """One doubt about a file; `error` says where and what, and is raised by a strict reader."""

    doubt: Doubt
    error: TrfError


_SCORELESS = frozenset({Outcome.LOSS, Outcome.UNRATED_LOSS, Outcome.FORFEIT_LOSS})


def agree(one: Outcome, other: Outcome) -> bool:
    """Can these be the two sides of one game?

    Besides the normal pairs an arbiter may give a loss to both, or a draw to one and a loss to the other.
    """
    if one.opposite is other:
        return True
    if one.played != other.played or one.rated != other.rated:
        return False
    if one in _SCORELESS and other in _SCORELESS:
        return True
    draws = (Outcome.DRAW, Outcome.UNRATED_DRAW)
    return (one in draws and other in _SCORELESS) or (other in draws and one in _SCORELESS)


def examine(
    tournament: Tournament, lines: Sequence[int], path: str | None, signs: Mapping[tuple[int, int], str]
) -> Iterator[FileDoubt]:
    """Every doubt about the tournament of a file.

    `lines` are the line numbers of its players, `signs` what a bye of older files is written as, by line and round.
    """
    yield from _games(tournament, lines, path)
    yield from _scores(tournament, lines, path)
    yield from _byes(tournament, lines, path, signs)
    yield from _ranks(tournament, lines, path)
    yield from _numbers(tournament, lines, path)


def _games(tournament: Tournament, lines: Sequence[int], path: str | None) -> Iterator[FileDoubt]:
    """Both sides of every game: each names the other, with the other colour and a result that fits."""
    index = tournament.index
    results = tournament.results

    def finding(doubt: Doubt, i: int, round: int, field: int, found: str, expected: str) -> FileDoubt:
        columns = PLAYER.repetition(round)[field].columns
        return FileDoubt(doubt, TrfError(path, line=lines[i], columns=columns, found=found, expected=expected))

    for i, rounds in enumerate(results):
        number = tournament.players[i].number
        for k, r in enumerate(rounds):
            if r.opponent is None:
                continue
            j = index[r.opponent]
            theirs = results[j]
            other = theirs[k] if k < len(theirs) else None
            if other is None or other.opponent != number:
                expected = _("an opponent who names player {number} in round {round} too")
                yield finding(
                    Doubt.RECIPROCITY, i, k + 1, 0, str(r.opponent), expected.format(number=number, round=k + 1)
                )
                continue
            if j < i:
                continue
            if r.colour is other.colour and r.colour is not None:
                expected = _("the colour opposite to that of player {number} in round {round}")
                yield finding(
                    Doubt.COLOUR, i, k + 1, 1, r.colour.value, expected.format(number=r.opponent, round=k + 1)
                )
            if r.outcome.opposite is not other.outcome and not agree(r.outcome, other.outcome):
                expected = _("a result that agrees with “{result}” of player {number} in round {round}")
                yield finding(
                    Doubt.RESULT,
                    i,
                    k + 1,
                    2,
                    r.outcome.code,
                    expected.format(result=other.outcome.code, number=r.opponent, round=k + 1),
                )


def _scores(tournament: Tournament, lines: Sequence[int], path: str | None) -> Iterator[FileDoubt]:
    """The points field is the sum of the results; byes of rounds to come may be counted or not.

    In team events it informs only, and programs differ in counting the byes of the team: nothing is said there.
    """
    if tournament.teams:
        return
    scores = tournament.scores()
    with_coming = tournament.scores(max((len(rounds) for rounds in tournament.results), default=0))
    for player, line in zip(tournament.players, lines, strict=True):
        stated = player.stated_points
        if stated is None or stated in (scores[player.number], with_coming[player.number]):
            continue
        expected = _("{points}, the sum of the results").format(points=decimal(scores[player.number]))
        columns = PLAYER.field("points").columns
        yield FileDoubt(
            Doubt.SCORE, TrfError(path, line=line, columns=columns, found=decimal(stated), expected=expected)
        )


def _byes(
    tournament: Tournament, lines: Sequence[int], path: str | None, signs: Mapping[tuple[int, int], str]
) -> Iterator[FileDoubt]:
    """At most one pairing-allocated bye in a round, and only where the number of players to pair is odd.

    In a team event a whole team may have it, a board without an opponent is none, and the number of players says
    nothing. A bracket has as many as it needs.
    """
    rounds_paired = tournament.rounds_paired if tournament.system is not System.KNOCKOUT else 0
    present = [0] * (rounds_paired + 1)
    holders: list[list[int]] = [[] for _k in range(rounds_paired + 1)]
    for i, rounds in enumerate(tournament.results):
        for k, r in enumerate(rounds[:rounds_paired], 1):
            if r.opponent is not None:
                present[k] += 1
            elif r.outcome is Outcome.PAIRING_BYE:
                holders[k].append(i)
    for k in range(1, rounds_paired + 1):
        columns = PLAYER.repetition(k)[2].columns if len(holders[k]) else (0, 0)
        whose = _one_of_each_team(tournament, holders[k], k) if tournament.teams else holders[k]
        for i in whose[1:]:
            expected = _("at most one pairing-allocated bye in round {round}").format(round=k)
            found = signs.get((lines[i], k), "U")
            yield FileDoubt(
                Doubt.TWO_BYES, TrfError(path, line=lines[i], columns=columns, found=found, expected=expected)
            )
        if len(holders[k]) == 1 and present[k] % 2 == 1 and not tournament.teams:
            expected = _("no pairing-allocated bye in round {round}, where an even number of players was to be paired")
            line = lines[holders[k][0]]
            yield FileDoubt(
                Doubt.EVEN_BYE,
                TrfError(
                    path, line=line, columns=columns, found=signs.get((line, k), "U"), expected=expected.format(round=k)
                ),
            )


def _one_of_each_team(tournament: Tournament, holders: Sequence[int], round: int) -> list[int]:
    """The first of each team that has the bye: of which nobody has an opponent in this round."""
    rounds = zip(tournament.players, tournament.results, strict=True)
    playing = {p.team for p, own in rounds if len(own) >= round and own[round - 1].opponent is not None}
    first: dict[int, int] = {}
    for i in holders:
        team = tournament.players[i].team
        if team is None or team not in playing:
            first.setdefault(-i if team is None else team, i)
    return list(first.values())


def _ranks(tournament: Tournament, lines: Sequence[int], path: str | None) -> Iterator[FileDoubt]:
    """Final ranks run without a gap; players may share one (1 1 3 or 1 1 2)."""
    ranked = sorted(
        (player.stated_rank, line)
        for player, line in zip(tournament.players, lines, strict=True)
        if player.stated_rank is not None
    )
    for place, (rank, line) in enumerate(ranked, 1):
        if rank > place:
            expected = _("a rank up to {place}: the ranks before it have a gap").format(place=place)
            columns = PLAYER.field("rank").columns
            yield FileDoubt(Doubt.RANKS, TrfError(path, line=line, columns=columns, found=str(rank), expected=expected))
            return


def _numbers(tournament: Tournament, lines: Sequence[int], path: str | None) -> Iterator[FileDoubt]:
    """Start numbers run from 1 without a gap."""
    for place, (player, line) in enumerate(zip(tournament.players, lines, strict=True), 1):
        if player.number != place:
            expected = _("pairing number {number}: the numbers have a gap").format(number=place)
            columns = PLAYER.field("number").columns
            error = TrfError(path, line=line, columns=columns, found=str(player.number), expected=expected)
            yield FileDoubt(Doubt.NUMBERS, error)
            return
