"""One vocabulary: what outcomes, results, systems, roles, lists and time controls are called in the language in use.

    outcome(Outcome.HALF_BYE)     half-point bye            also by the member's name, "HALF_BYE"
    result("1-0 unrated")         White wins, not rated     the sign as the desk writes it
    result_sign("1-0 unrated")    1-0 (not rated)           for a table
    system(System.DUTCH)          Swiss system (Dutch)      `with_article` adds where it stands in the rulebook
    role("entry")                 entry desk
    rating_list("rapid")          rapid
    colour("w")                   White
    time_control([(40, 5400, 30), (None, 1800, 30)])        40 moves in 90 min + 30 s, then 30 min + 30 s

Keys are names and values of the model's enumerations, so that every room can use the words; docs/terms.md says why a
word was chosen. A journal entry is said in words by `desk.words`. Not here: sentences.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from fractions import Fraction
from types import MappingProxyType

from arbitro.i18n import N_, gettext_for

_ = gettext_for("words")

Real = int | Fraction


def _table(words: dict[str, str]) -> Mapping[str, str]:
    return MappingProxyType(words)


OUTCOMES = _table(
    {
        "WIN": N_("win"),
        "DRAW": N_("draw"),
        "LOSS": N_("loss"),
        "UNRATED_WIN": N_("win, not rated"),
        "UNRATED_DRAW": N_("draw, not rated"),
        "UNRATED_LOSS": N_("loss, not rated"),
        "ADJUDICATED_WIN": N_("win by the arbiter's decision"),
        "ADJUDICATED_DRAW": N_("draw by the arbiter's decision"),
        "ADJUDICATED_LOSS": N_("loss by the arbiter's decision"),
        "ADJOURNED": N_("adjourned"),
        "PENDING": N_("in progress"),
        "FORFEIT_WIN": N_("win by forfeit"),
        "FORFEIT_LOSS": N_("loss by forfeit"),
        "PAIRING_BYE": N_("pairing-allocated bye"),
        "FULL_BYE": N_("full-point bye"),
        "HALF_BYE": N_("half-point bye"),
        "ZERO_BYE": N_("zero-point bye"),
        "ABSENT": N_("not paired"),
    }
)

RESULTS = _table(
    {
        "1-0": N_("White wins"),
        "½-½": N_("draw"),
        "0-1": N_("Black wins"),
        "+/-": N_("White wins by forfeit"),
        "-/+": N_("Black wins by forfeit"),
        "-/-": N_("loss by forfeit for both"),
        "0-0": N_("loss for both"),
        "½-0": N_("draw for White, loss for Black"),
        "0-½": N_("loss for White, draw for Black"),
        "1-0 unrated": N_("White wins, not rated"),
        "½-½ unrated": N_("draw, not rated"),
        "0-1 unrated": N_("Black wins, not rated"),
        "1-0 adjudicated": N_("White wins by the arbiter's decision"),
        "½-½ adjudicated": N_("draw by the arbiter's decision"),
        "0-1 adjudicated": N_("Black wins by the arbiter's decision"),
        "adjourned": N_("adjourned"),
        "": N_("no result"),
    }
)

REMARKS = _table(
    {
        "unrated": N_("not rated"),
        "adjudicated": N_("by the arbiter's decision"),
        "adjourned": N_("adjourned"),
    }
)

SYSTEMS = _table(
    {
        "dutch": N_("Swiss system (Dutch)"),
        "dubov": N_("Swiss system (Dubov)"),
        "burstein": N_("Swiss system (Burstein)"),
        "lim": N_("Swiss system (Lim)"),
        "team": N_("Swiss system for teams"),
        "double": N_("Swiss system with two games a round"),
        "club": N_("club Swiss system"),
        "keizer": N_("Keizer system"),
        "round-robin": N_("round robin"),
        "double-round-robin": N_("double round robin"),
        "knockout": N_("knock-out"),
        "match": N_("match"),
        "scheveningen": N_("Scheveningen system"),
        "semi-scheveningen": N_("semi-Scheveningen system"),
        "schiller": N_("Schiller system"),
        "skalitzka": N_("Skalitzka system"),
        "hilton": N_("Hilton system"),
        "molter": N_("Molter system"),
        "other": N_("another system"),
    }
)
SYSTEM_ARTICLES = _table(
    {
        "dutch": "C.04.3",
        "dubov": "C.04.4.1",
        "burstein": "C.04.4.2",
        "lim": "C.04.4.3",
        "double": "C.04.5",
        "team": "C.04.6",
        "round-robin": "C.05, Annex 1",
        "double-round-robin": "C.05, Annex 1",
    }
)

ROLES = _table(
    {
        "owner": N_("owner"),
        "chief": N_("chief arbiter"),
        "arbiter": N_("arbiter"),
        "entry": N_("entry desk"),
        "organiser": N_("organiser"),
        "viewer": N_("viewer"),
    }
)

LISTS = _table({"standard": N_("standard"), "rapid": N_("rapid"), "blitz": N_("blitz")})
COLOURS = _table({"w": N_("White"), "b": N_("Black")})


def outcome(what: Enum | str) -> str:
    """A player's outcome of a round."""
    return _(OUTCOMES[what if isinstance(what, str) else what.name])


def bye() -> str:
    """Any bye, in a word."""
    return _("bye")


def result(sign: str) -> str:
    """What the sign of a result means; an unknown one stays as it is."""
    return _(RESULTS[sign]) if sign in RESULTS else sign


def result_sign(sign: str) -> str:
    """A result as a table shows it: the sign, with a remark where it does not tell all."""
    first, _blank, remark = sign.partition(" ")
    if first in REMARKS:
        return _(REMARKS[first])
    return f"{first} ({_(REMARKS[remark])})" if remark in REMARKS else sign


def system(what: Enum | str, *, with_article: bool = False) -> str:
    """A pairing system."""
    value = _value(what)
    article = SYSTEM_ARTICLES.get(value) if with_article else None
    return f"{_(SYSTEMS[value])}, {article}" if article else _(SYSTEMS[value])


def label(text: str) -> str:
    """A word that stands by itself, in a field or a choice: with a capital."""
    return text[:1].upper() + text[1:]


def role(what: Enum | str) -> str:
    """What a person may do at the desk; an unknown role stays as it is."""
    value = _value(what)
    return _(ROLES[value]) if value in ROLES else value


def rating_list(what: Enum | str) -> str:
    """Standard, rapid or blitz: a rating list, or the pace of its games."""
    return _(LISTS[_value(what)])


def colour(what: Enum | str) -> str:
    """White or Black."""
    return _(COLOURS[_value(what)])


def time_control(periods: Iterable[tuple[int | None, Real, Real]], *, delay: bool = False) -> str:
    """A time control: moves (None: all the rest), seconds and increment (or delay) of each period."""
    parts = []
    for moves, seconds, increment in periods:
        minutes, rest = divmod(seconds, 60)
        time = " ".join([f"{minutes} min"] * bool(minutes) + [f"{_decimal(rest)} s"] * bool(rest)) or "0 s"
        more = _("{time}, {n} s delay") if delay else "{time} + {n} s"
        text = more.format(time=time, n=_decimal(increment)) if increment else time
        parts.append(_("{moves} moves in {time}").format(moves=moves, time=text) if moves else text)
    return _(", then ").join(parts)


def _decimal(number: Real) -> str:
    return f"{float(number):g}".replace(".", _("."))


def _value(what: Enum | str) -> str:
    return what if isinstance(what, str) else str(what.value)
