"""The list that a round is paired from: what an arbiter pins up so that players can pair the next round themselves.

    all systems     score, colours, colour due, floats of the last two rounds, opponents met, who may have the bye
    dubov           rating and average rating of the opponents (C.04.4.1 9: published after each round), rises so far
    burstein        Sonneborn-Berger, Buchholz, median (3.2); by the text of 2026 the Index
    lim             on which side of the median the score lies (2.2)
    team            the secondary score (C.04.6)

The order is that in which the system ranks players of one score. The Dutch system has a check-list besides
(`check_list`): colours due as WWW … A (`colours.symbol`), floats of the last and of the round before, opponents met;
`[X]`: barred from the pairing-allocated bye, `*`: topscorer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from arbitro.i18n import gettext_for
from arbitro.model import Colour, Float, Pairings, System, Tournament, decimal, number, show
from arbitro.swiss.account import Where
from arbitro.swiss.colours import Preference, Strength, symbol
from arbitro.swiss.dutch.state import field_of
from arbitro.swiss.dutch.texts import TEXTS
from arbitro.swiss.units import Unit, of_players

_ = gettext_for("swiss")

ARROW = {Float.DOWN: "▼", Float.UP: "▲", Float.NONE: ""}
FLOAT_LETTER = {Float.DOWN: "D", Float.UP: "U", Float.NONE: " "}

Row = dict[str, Any]
Listed = tuple[Sequence[Unit], Callable[[Unit], Row]]  # who, in which order; what this system lists otherwise


class PairingList(NamedTuple):
    """A row per player or team; `headings` names what rows hold, in the language in use."""

    headings: Mapping[str, str]
    rows: list[Row]


def pairing_list(tournament: Tournament, system: System, edition: str, **arguments: Any) -> PairingList:
    """Everyone who is to be paired in the next round, as the system sees them."""
    units, own = _LISTS[system](tournament, edition, **arguments)
    rows = [{k: v for k, v in (_row(unit) | own(unit)).items() if v is not None} for unit in units]
    for row in rows:
        row |= {key: _(row[key]) for key in ("side",) if key in row}
    keys = list(rows[0]) if rows else []
    return PairingList({key: heading for key, heading in _headings().items() if key in keys}, rows)


def _row(unit: Unit) -> Row:
    return {
        "number": unit.number,
        "name": unit.name,
        "score": number(unit.score),
        "colours": "".join("W" if c is Colour.WHITE else "B" for c in unit.games),
        "due": symbol(unit.wish),
        "float": ARROW[unit.last_float],
        "float_before": ARROW[unit.floats[-2]] if len(unit.floats) > 1 else "",
        "may_have_bye": unit.may_have_bye,
        "met": list(unit.opponents),
    }


def _headings() -> dict[str, str]:
    return {
        "number": _("No."),
        "name": _("Name"),
        "score": _("Points"),
        "rating": _("Rating"),
        "average_opposition": _("Opponents’ average"),
        "sonneborn_berger": _("Sonneborn-Berger"),
        "buchholz": _("Buchholz"),
        "median": _("Median"),
        "side": _("Side of the median"),
        "secondary": _("Other score"),
        "colours": _("Colours"),
        "due": _("Colour due"),
        "float": _("Float"),
        "float_before": _("Float before"),
        "rises": _("Rises"),
        "may_have_bye": _("May have the bye"),
        "met": _("Met"),
    }


# -- the systems


def _dubov(tournament: Tournament, edition: str) -> Listed:
    from arbitro.swiss.dubov import TEXTS

    text = TEXTS.of(edition)
    field = text.field_of(tournament)
    averages = {u.number: round(float(text.average_opposition(field, u)), 1) for u in field.here}
    return field.here, lambda u: {
        "rating": u.rating,
        "average_opposition": averages[u.number],
        "rises": len(text.rises(field, u)),
    }


def _burstein(tournament: Tournament, edition: str) -> Listed:
    from arbitro.swiss.burstein import TEXTS

    listed: Listed = TEXTS.of(edition).listed(tournament)
    return listed


def _lim(tournament: Tournament, edition: str, **_options: Any) -> Listed:
    from arbitro.swiss.lim import median_score

    field = of_players(tournament, edition)
    median = median_score(field)

    def side(unit: Unit) -> Row:
        if unit.score == median:
            return {"side": Where.MEDIAN.value}
        return {"side": Where.ABOVE.value if unit.score > median else Where.BELOW.value}

    return field.here, side


def _double(tournament: Tournament, edition: str) -> Listed:
    return of_players(tournament, edition).here, lambda _unit: {"due": None}  # no colour criterion


def _club(tournament: Tournament, edition: str, **_options: Any) -> Listed:
    from arbitro.swiss.club import due, field_of

    return field_of(tournament).here, lambda u: {"rating": u.rating, "due": _letter(due(u)) or "A"}


def _keizer(tournament: Tournament, edition: str) -> Listed:
    from arbitro.swiss.keizer import ranking

    here = {unit.number: unit for unit in of_players(tournament).here}
    return [here[n] for n in ranking(tournament) if n in here], lambda u: {"rating": u.rating, "due": None}


def _letter(colour: Colour | None) -> str:
    return "" if colour is None else "W" if colour is Colour.WHITE else "B"


def _team(tournament: Tournament, edition: str, options: Any = None) -> Listed:
    from arbitro.swiss.team import field_of, options_of, wish_of

    chosen = options or options_of(tournament)
    field = field_of(tournament, chosen)

    def wishing(unit: Unit) -> Row:
        wish = wish_of(field, unit, chosen.type)
        letter = _letter(wish.colour)
        due = "A" if not letter else f"({letter if wish.strength is Strength.STRONG else letter.lower()})"
        return {"rating": unit.rating, "secondary": number(unit.secondary), "due": due}

    return field.here, wishing


def _dutch(tournament: Tournament, edition: str, **_choices: bool) -> Listed:
    return of_players(tournament, edition).here, lambda _unit: {}


_LISTS: dict[System, Callable[..., Listed]] = {
    System.DUTCH: _dutch,
    System.DUBOV: _dubov,
    System.BURSTEIN: _burstein,
    System.LIM: _lim,
    System.TEAM: _team,
    System.DOUBLE: _double,
    System.CLUB: _club,
    System.KEIZER: _keizer,
}


# -- the check-list of the Dutch system


class CheckRow(NamedTuple):
    """One player's line."""

    number: int
    points: str
    colours: str
    due: str
    last_float: str
    earlier_float: str
    opponents: tuple[int, ...]
    bye_barred: bool
    topscorer: bool


def check_list(tournament: Tournament, edition: str = "2017") -> list[CheckRow]:
    """The players to be paired in rank order, as the pairing sees them."""
    return [
        CheckRow(
            p.number,
            show(p.score),
            "".join("W" if c is Colour.WHITE else "B" for c in p.games),
            symbol(p.wish),
            ARROW[p.last_float],
            ARROW[p.earlier_float],
            tournament.opponents(p.number),
            not p.may_have_bye,
            p.topscorer,
        )
        for p in field_of(tournament, TEXTS.of(edition)).players
    ]


def check_list_tabs(tournament: Tournament, edition: str, pairings: Pairings | None, program: str) -> str:
    """The check-list in bbpPairings' columns, with tabs: who may have the bye, floats, the new opponent, those met.

    A column is as wide as its widest cell, blank lines part the scores, the last line names the program.
    """
    played = tournament.rounds_paired
    now = {} if pairings is None else {pair.white: f"({pair.black}W)" for pair in pairings.pairs}
    if pairings is not None:
        now |= {pair.black: f"({pair.white}B)" for pair in pairings.pairs}
        now |= {pairings.bye: "(bye)"} if pairings.bye is not None else {}
    heads = ["ID", "Pts", "-" * (played + 1), "Pref", "C2", "C14", "C16", "Cur", ""]
    table = [[*heads, *(f"R{k}" for k in range(1, played + 1))]]
    groups = [""]
    for p in field_of(tournament, TEXTS.of(edition)).players:
        met = [str(r.opponent or "") if r.outcome.played else "" for r in tournament.rounds_of(p.number)]
        games = "".join("W" if c is Colour.WHITE else "B" for c in p.games)
        floats = [FLOAT_LETTER[p.last_float], FLOAT_LETTER[p.earlier_float]]
        bye = "Y" if p.may_have_bye else "N"
        table.append(
            [str(p.number), decimal(p.score), games, _due(p.wish), bye, *floats, now.get(p.number, ""), "", *met]
        )
        groups.append(decimal(p.score))
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines = []
    for k, row in enumerate(table):
        if not k or groups[k] != groups[k - 1]:
            lines.append("")
        lines.append("".join(f"{cell:>{width}}\t" for cell, width in zip(row, widths, strict=True)))
    return "\n".join([*lines, "", "", program])


def _due(wish: Preference) -> str:
    letter = _letter(wish.colour)
    match wish.strength:
        case Strength.ABSOLUTE:
            return f"{letter} "
        case Strength.STRONG:
            return f"({letter})"
        case Strength.MILD:
            return f"{letter.lower()} "
    return "A "
