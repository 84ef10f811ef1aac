"""The pre-pairing check-list: what an arbiter verifies before a round is paired (C.04.3, practical use).

Columns: player, points, colours played, colour due (WWW … A, see `colours.symbol`), floats of the last and of the
round before, and the opponents met. `[X]`: barred from the pairing-allocated bye. `*`: topscorer.
"""

from __future__ import annotations

from typing import NamedTuple

from arbitro.model import Colour, Float, Tournament, show
from arbitro.swiss.colours import symbol
from arbitro.swiss.dutch.state import field_of

_ARROW = {Float.DOWN: "▼", Float.UP: "▲", Float.NONE: ""}


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
            _ARROW[p.last_float],
            _ARROW[p.earlier_float],
            tournament.opponents(p.number),
            not p.may_have_bye,
            p.topscorer,
        )
        for p in field_of(tournament, edition).players
    ]


def check_list_text(tournament: Tournament, edition: str = "2017") -> str:
    """The check-list in plain columns."""
    rows = check_list(tournament, edition)
    width = max((len(r.colours) for r in rows), default=0)
    lines = [f"{'ID':>5} {'Pts':>5} {'W/B':<{max(3, width)}} {'Pref':<4} -1R -2R  Met"]
    for r in rows:
        mark = ("*" if r.topscorer else "") + ("[X]" if r.bye_barred else "")
        met = " ".join(map(str, r.opponents))
        lines.append(
            f"{r.number:>5} {r.points:>5} {r.colours:<{max(3, width)}} {r.due:<4} {r.last_float:^3} "
            f"{r.earlier_float:^3}  {met} {mark}".rstrip()
        )
    return "\n".join([*lines, ""])
