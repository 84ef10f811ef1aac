"""What an event may choose besides its Swiss system and the text (`arbitro.editions`): announced options.

system      options
dutch       listed-numbers: E.5 by the numbers on the list, absentees included
            boards-by-points: boards by points without the virtual ones (D.9)
lim         maxi: exchanges within 100 rating points (3.2, 3.8, 5.7)
team        type, score: colour preferences, primary score (C.04.6)
            leader: who meets a lone leader (club edition)
club        small-event: groups from both ends (rule 7)
            equalise-first: balance of colours before the parity of the round
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from arbitro.errors import ArbitroError
from arbitro.i18n import gettext_for
from arbitro.model import System, Tournament

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_ = gettext_for("swiss")

OPTIONS: Mapping[System, Mapping[str, tuple[str, ...]]] = {  # the values of an option; none: a switch
    System.DUTCH: {"listed-numbers": (), "boards-by-points": ()},
    System.LIM: {"maxi": ()},
    System.CLUB: {"small-event": (), "equalise-first": ()},
    System.TEAM: {
        "type": ("A", "B", "none"),
        "score": ("match", "game"),
        "leader": ("strength", "beaten", "boards", "colours"),
    },
}


def notice(system: System) -> str | None:
    """What to know before using a system: all but the Dutch one are discouraged (C.04.4; C.04.2 1.4 in 2026)."""
    if system is System.DUTCH:
        return None
    if system in (System.CLUB, System.KEIZER):
        return _(
            "This is no FIDE system: a rated event needs an authorisation beforehand and rules shown to the players."
        )
    return _(
        "FIDE discourages this system unless an endorsed program with a free checker exists for it, and none is listed"
        " (C.04.4). Declare the system in the report."
    )


def arguments(tournament: Tournament, system: System, words: Iterable[str]) -> dict[str, Any]:
    """The options `maxi` or `type=B` as the arguments of the system's functions."""
    chosen = dict(_read(system, word) for word in words)
    if system is System.TEAM and chosen:
        from arbitro.swiss.team import options_of, with_choices

        return {"options": with_choices(options_of(tournament), chosen)}
    return {name.replace("-", "_"): True for name in chosen}


def check(system: System, words: Iterable[str]) -> None:
    """Refuse options that the system does not have."""
    for word in words:
        _read(system, word)


def _read(system: System, word: str) -> tuple[str, str]:
    """One option, checked against those of the system."""
    known = OPTIONS.get(system, {})
    name, sign, given = word.partition("=")
    if name not in known:
        if not known:
            raise ArbitroError(
                _("the system {system} has no options; {option} is none").format(system=system.value, option=name)
            )
        raise ArbitroError(
            _("the system {system} has the options {known}, not {option}").format(
                system=system.value, known=", ".join(map(_form, known.items())), option=name
            )
        )
    value = next((v for v in known[name] if v.casefold() == given.casefold()), None)
    if (value is None) if known[name] else bool(sign):
        raise ArbitroError(
            _("the option is written {form}, not {given}").format(form=_form((name, known[name])), given=word)
        )
    return name, value or ""


def _form(option: tuple[str, tuple[str, ...]]) -> str:
    """How an option is written: `maxi`, `type=A|B|none`."""
    name, values = option
    return f"{name}={'|'.join(values)}" if values else name
