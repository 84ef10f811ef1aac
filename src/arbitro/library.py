"""The library: a whole tournament in a few lines of Python. `import arbitro` offers all of it, loaded when first used.

    read, write                  tournament files: TRF16, TRF26, JSON, lists of players
    Tournament.new               from players; immutable, every change gives a new one
    pair, Tournament.why         the next round, and the reason for a board
    Tournament.with_…            pairings, results, byes, withdrawals
    Tournament.standings         ranks and tie-breaks, printable
    rate, norms                  rating changes and title norms of an event
    rule, can_mate               what the Laws say about an incident; whether a side can still mate

Errors that a user can cause are `ArbitroError`: one sentence. The rule rooms do the work; this is their door for
programs, as the command line and the site are for people.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from arbitro import model
from arbitro.editions import Editions
from arbitro.errors import ArbitroError
from arbitro.i18n import gettext_for
from arbitro.model import Colour, Info, Outcome, Pairings, Player, PlayerRound, RatingList, System, Title, show
from arbitro.standings import Standings, printed
from arbitro.standings import standings as rank

if TYPE_CHECKING:
    from arbitro.laws import Ruling, Verdict
    from arbitro.ratings.event import PlayerRating
    from arbitro.titles import PlayerNorm

_ = gettext_for("library")

BYES = {"half": Outcome.HALF_BYE, "zero": Outcome.ZERO_BYE, "full": Outcome.FULL_BYE}


@dataclass(frozen=True, slots=True)
class Table(Standings):
    """Standings that know the players' names: `print` shows them, `rows` holds them."""

    names: Mapping[int, str] = field(default_factory=dict)

    def __str__(self) -> str:
        heads = [str(tiebreak) for tiebreak in self.tiebreaks]
        lines = [[_("Rk"), _("No."), _("Name"), _("Pts"), *heads]]
        for row in self.rows:
            values = [printed(head, row.values[head]) for head in heads]
            lines.append([str(row.rank), str(row.number), self.names[row.number], show(row.points), *values])
        widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
        return "\n".join(
            "  ".join(
                cell.ljust(width) if i == 2 else cell.rjust(width)
                for i, (cell, width) in enumerate(zip(line, widths, strict=True))
            ).rstrip()
            for line in lines
        )


@dataclass(frozen=True, kw_only=True)
class Tournament(model.Tournament):
    """A tournament at one moment, with the questions that a programmer asks. Everything of `arbitro.model.Tournament`
    is here too: `players`, `score`, `rounds_of`, `games`, `boards`, …"""

    @classmethod
    def new(
        cls,
        players: Iterable[Player],
        *,
        rounds: int,
        name: str = "",
        start: str = "",
        system: System | str = System.DUTCH,
        tiebreaks: Sequence[str] = (),
        first_colour: Colour | None = None,
        editions: Editions | None = None,
        **more: Any,
    ) -> Tournament:
        """A tournament before its first round.

        Players without pairing numbers get them by rating, title and name (C.04.2 B.2). The texts are those in force on
        `start` (YYYY-MM-DD), without it those of the 2023 Manual, unless `editions` says otherwise. `first_colour` is
        the colour drawn for the top player, White if nothing is said; `more` are fields of `arbitro.model.Tournament`.
        """
        entered = tuple(players)
        if not entered:
            raise ArbitroError(_("A tournament needs at least one player."))
        if rounds < 1:
            raise ArbitroError(_("A tournament needs at least one round, not {n}.").format(n=rounds))
        numbers = [player.number for player in entered]
        if not any(numbers):
            from arbitro.swiss.general import renumbered

            entered = renumbered(entered)
        elif len(set(numbers)) < len(numbers) or min(numbers) < 1:
            raise ArbitroError(_("Pairing numbers must be different numbers from 1."))
        return cls(
            players=entered,
            results=((),) * len(entered),
            info=Info(name=name, start=start, tie_breaks=tuple(tiebreaks)),
            system=System(system),
            editions=editions or Editions.by_default(start),
            planned_rounds=rounds,
            first_colour=first_colour,
            **more,
        )

    @classmethod
    def of(cls, snapshot: model.Tournament) -> Tournament:
        """The same snapshot with the library's methods."""
        return cls(**{one.name: getattr(snapshot, one.name) for one in fields(snapshot)})

    @property
    def rounds(self) -> tuple[Pairings, ...]:
        """The rounds that are paired, each with its boards in order and the pairing-allocated bye."""
        return tuple(self._pairings(k) for k in range(1, self.rounds_paired + 1))

    @property
    def pairings(self) -> Pairings:
        """The last paired round."""
        if not self.rounds_paired:
            raise ArbitroError(_("No round is paired yet."))
        return self._pairings(self.rounds_paired)

    def _pairings(self, k: int) -> Pairings:
        bye = next((n for n in self.numbers if self.round_of(n, k).outcome is Outcome.PAIRING_BYE), None)
        return Pairings(k, self.boards(k), bye)

    def why(self, board: int | None = None, *, round: int | None = None, full: bool = False) -> str:
        """Why a board of a round (default: the last one) is paired as it is; without `board`, why the bye.

        The reason in a sentence, or with `full` the whole account. The round is paired again from what was known.
        """
        from arbitro.swiss import pair_round

        k = self.rounds_paired if round is None else round
        if not 1 <= k <= self.rounds_paired:
            raise ArbitroError(_("Round {r} is not paired.").format(r=k))
        boards = self.boards(k)
        if board is None:
            wanted: tuple[int | None, int | None] = (self._pairings(k).bye, None)
        elif 1 <= board <= len(boards):
            wanted = boards[board - 1]
        else:
            raise ArbitroError(_("Round {r} has no board {n}: there are {m}.").format(r=k, n=board, m=len(boards)))
        if not self.system.is_swiss:
            return _("The tables of the format give the pair.")
        for told in pair_round(self.before_pairing(k)).account.explained():
            if set(told.pair) == set(wanted):
                return told.text if full else told.sentence
        return _("The engine would pair this round otherwise: it was paired by hand, or by other data.")

    def with_bye(self, number: int, kind: str = "half", *, round: int | None = None) -> Self:
        """With a bye on request: `half`, `zero` or `full`, in a round to come (default: the next one)."""
        if kind not in BYES:
            raise ArbitroError(_("found “{text}”, expected one of {known}").format(text=kind, known=", ".join(BYES)))
        return self._free(number, BYES[kind], [self.rounds_paired + 1 if round is None else round])

    def without(self, number: int) -> Self:
        """With a player withdrawn: not paired in any round to come."""
        last = max(self.planned_rounds or 0, self.rounds_paired + 1)
        return self._free(number, Outcome.ZERO_BYE, range(self.rounds_paired + 1, last + 1))

    def _free(self, number: int, outcome: Outcome, rounds: Iterable[int]) -> Self:
        if number not in self.index:
            raise ArbitroError(_("There is no player {n}.").format(n=number))
        known = list(self.results[self.index[number]])
        for k in rounds:
            if k <= self.rounds_paired:
                raise ArbitroError(_("Round {r} is paired already.").format(r=k))
            known += [model.absent(i) for i in range(len(known) + 1, k + 1)]
            known[k - 1] = PlayerRound(k, None, None, outcome)
        return self.with_rounds({number: tuple(known)})

    def standings(self, *tiebreaks: str, after: int | None = None, edition: str | None = None) -> Table:
        """The ranking: `t.standings("BH/C1", "SB")`; without tie-breaks, by those that the tournament states."""
        found = rank(self, tiebreaks or self.info.tie_breaks, after=after, edition=edition)
        names = {player.number: player.name for player in self.players}
        return Table(**{one.name: getattr(found, one.name) for one in fields(found)}, names=names)

    def rate(self, rating_list: RatingList | str | None = None, *, edition: str | None = None) -> list[PlayerRating]:
        """Every player's rating change."""
        return rate(self, rating_list, edition=edition)

    def norms(self, *titles: Title | str) -> list[PlayerNorm]:
        """The norms of all players: of the titles asked for, or of those that each may still want."""
        return norms(self, *titles)

    def to_json(self) -> str:
        """The whole tournament as a JSON document; `Tournament.from_json` reads it."""
        from arbitro.files import document

        return document.dumps(self)

    @classmethod
    def from_json(cls, text: str | bytes) -> Tournament:
        """A tournament from its JSON document."""
        from arbitro.files import document

        return cls.of(document.loads(text))


def read(path: str | PathLike[str], *, form: str | None = None) -> Tournament:
    """The tournament of a file: TRF16, TRF26, JSON, players as CSV or XLSX. What is odd in it is a Python warning."""
    from arbitro.files.forms import parse

    snapshot, odd = parse(Path(path).read_bytes(), path, form)
    for sentence in odd:
        warnings.warn(sentence, stacklevel=2)
    return Tournament.of(snapshot)


def write(tournament: model.Tournament, path: str | PathLike[str], *, form: str | None = None) -> None:
    """Write a tournament; the ending says how (.trf, .trf26, .json; .csv and .xlsx hold the players), or `form`."""
    from arbitro.files.forms import encoded, form_of
    from arbitro.outputs import write_whole

    write_whole(path, encoded(tournament, form or form_of(b"", path)))


def pair(tournament: model.Tournament, *, edition: str | None = None, options: Sequence[str] = ()) -> Pairings:
    """The next round by the tournament's system. Raises NoPairing where no legal pairing exists."""
    if tournament.system.is_swiss:
        from arbitro.swiss import next_round

        return next_round(tournament, None, edition, options)
    from arbitro.formats.rounds import next_round as by_table

    return by_table(tournament)


def rate(
    tournament: model.Tournament, rating_list: RatingList | str | None = None, *, edition: str | None = None
) -> list[PlayerRating]:
    """Every player's rating after the event, in the order of the pairing numbers; the list follows from the time
    control where it is not said."""
    from arbitro.ratings.event import rate_event

    return rate_event(tournament, RatingList(rating_list) if rating_list is not None else None, edition)


def norms(tournament: model.Tournament, *titles: Title | str) -> list[PlayerNorm]:
    """The norms of all players, each with its verdict: every requirement, found and needed."""
    from arbitro.titles import norms as judged

    return judged(tournament, titles=[Title(title) for title in titles] if titles else None)


def rule(incident: Mapping[str, Any]) -> Ruling:
    """What the Laws say about an incident: `rule({"kind": "illegal_move", "number": 2})`."""
    from arbitro.laws import incident_from
    from arbitro.laws import rule as answer

    return answer(incident_from(incident))


def can_mate(fen: str, side: Colour | str) -> Verdict:
    """Whether a side (`w` or `b`) can still mate by any series of legal moves: `Winnable` with a line, `Unwinnable`
    with the proof, or `Undecided`."""
    from arbitro.laws import can_mate as ask
    from arbitro.laws import position

    return ask(position(fen), Colour(side) is Colour.WHITE)
