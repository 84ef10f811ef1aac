"""One vocabulary: what outcomes, results, systems, roles, lists and time controls are called in the language in use.

    outcome(Outcome.HALF_BYE)     half-point bye            also by the member's name, "HALF_BYE"
    result("1-0 unrated")         White wins, not rated     the sign as the desk writes it
    result_sign("1-0 unrated")    1-0 (not rated)           for a table
    system(System.DUTCH)          Swiss system (Dutch)      `with_article` adds where it stands in the rulebook
    count(9, "round")             9 rounds                  1 round
    role("entry")                 entry desk
    rating_list("rapid")          rapid
    colour("w")                   White
    time_control([(40, 5400, 30), (None, 1800, 30)])        40 moves in 90 min + 30 s, then 30 min + 30 s

The words stand in `texts/words.toml`; their keys are names and values of the model's enumerations, so that every room
can use them. A journal entry is said in words by `desk.words`. Not here: sentences.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from fractions import Fraction
from types import MappingProxyType

from arbitro.i18n import gettext_for, ngettext_for
from arbitro.texts import table

_ = gettext_for("words")
ngettext_ = ngettext_for("words")

Real = int | Fraction


_WORDS = table("words")
OUTCOMES: Mapping[str, str] = MappingProxyType(_WORDS["outcomes"])
RESULTS: Mapping[str, str] = MappingProxyType(_WORDS["results"])
REMARKS: Mapping[str, str] = MappingProxyType(_WORDS["remarks"])
SYSTEMS: Mapping[str, str] = MappingProxyType(_WORDS["systems"])
SYSTEM_ARTICLES: Mapping[str, str] = MappingProxyType(_WORDS["articles"])
ROLES: Mapping[str, str] = MappingProxyType(_WORDS["roles"])
LISTS: Mapping[str, str] = MappingProxyType(_WORDS["lists"])
COLOURS: Mapping[str, str] = MappingProxyType(_WORDS["colours"])


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
    article = SYSTEM_ARTICLES.get(value, "").replace("Annex", _("Annex")) if with_article else ""
    return f"{_(SYSTEMS[value])}, {article}" if article else _(SYSTEMS[value])


def count(number: int, noun: str, shown: str = "") -> str:
    """So many of a thing: `1 round`, `9 rounds`; `shown` writes the number otherwise (½). The noun is English.

    >>> count(1, "round"), count(2, "entry"), count(5, "point", shown="5½")
    ('1 round', '2 entries', '5½ points')
    """
    forms = {
        "arbiter": ngettext_("{n} arbiter", "{n} arbiters", number),
        "board": ngettext_("{n} board", "{n} boards", number),
        "entrant": ngettext_("{n} entrant", "{n} entrants", number),
        "entry": ngettext_("{n} entry", "{n} entries", number),
        "federation": ngettext_("{n} federation", "{n} federations", number),
        "game": ngettext_("{n} game", "{n} games", number),
        "half-move": ngettext_("{n} half-move", "{n} half-moves", number),
        "minute": ngettext_("{n} minute", "{n} minutes", number),
        "player": ngettext_("{n} player", "{n} players", number),
        "point": ngettext_("{n} point", "{n} points", number),
        "position": ngettext_("{n} position", "{n} positions", number),
        "round": ngettext_("{n} round", "{n} rounds", number),
        "stage": ngettext_("{n} stage", "{n} stages", number),
    }
    return forms[noun].format(n=shown or number)


def label(text: str) -> str:
    """A word that stands by itself, in a field or a choice: with a capital."""
    return text[:1].upper() + text[1:]


def role(what: Enum | str) -> str:
    """What a person may do at the desk; an unknown role stays as it is."""
    value = _value(what)
    return _(ROLES[value]) if value in ROLES else value


def rating_list(what: Enum | str) -> str:
    """Standard, rapid or blitz: a rating list, or the pace of its games; a list of one's own stays as it is."""
    value = _value(what)
    return _(LISTS[value]) if value in LISTS else value


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


def decimals(text: str) -> str:
    """A number as the reader writes it, with a true minus: `−4.3`, in Spanish `−4,3`."""
    return text.replace("-", "−").replace(".", decimal_mark())


def decimal_mark() -> str:
    """The reader's decimal mark."""
    return _(".")


def _decimal(number: Real) -> str:
    return f"{float(number):g}".replace(".", decimal_mark())


def _value(what: Enum | str) -> str:
    return what if isinstance(what, str) else str(what.value)
