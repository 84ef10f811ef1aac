"""What an event may choose besides the name of its Swiss system: the edition of the text, and announced options.

    system      editions                          options
    dutch       2017, 2026                        listed-numbers: E.5 by the numbers on the list, absentees included
                                                  boards-by-points: boards by points without the virtual ones (D.9)
    dubov       2017 (the text of 1997), 2026     -
    burstein    2017 (the older text), 2026       -
    lim         2017 (the text of 1999), 2026     maxi: exchanges within 100 rating points (3.2, 3.8, 5.7)
    double      2026                              -
    team        2026, olympiad, burstein, club    type, score: colour preferences, primary score (C.04.6)
                                                  leader: who meets a lone leader (club edition)
    club        1974                              small-event: groups from both ends (rule 7)
                                                  equalise-first: balance of colours before the parity of the round

A system with one text only is paired by it whatever FIDE edition the event follows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from arbitro.errors import ArbitroError
from arbitro.i18n import gettext_for
from arbitro.model import System, Tournament

FIDE = ("2017", "2026")
EDITIONS: Mapping[System, tuple[str, ...]] = {
    System.DUTCH: FIDE,
    System.DUBOV: (*FIDE, "1997"),
    System.BURSTEIN: FIDE,
    System.LIM: (*FIDE, "1999"),
    System.DOUBLE: FIDE,
    System.TEAM: (*FIDE, "olympiad", "burstein", "club"),
    System.CLUB: (*FIDE, "1974"),
}
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


def known_edition(system: System, edition: str) -> str:
    """The edition, if the system has it; otherwise the known ones are named."""
    if edition not in EDITIONS[system]:
        _ = gettext_for("swiss_other")
        raise ArbitroError(
            _("the system {system} has the editions {known}, not {edition}").format(
                system=system.value, known=", ".join(EDITIONS[system]), edition=edition
            )
        )
    return edition


def notice(system: System, lang: str | None = None) -> str | None:
    """What to know before using a system: all but the Dutch one are discouraged (C.04.4; C.04.2 1.4 in 2026)."""
    _ = gettext_for("swiss_other", lang)
    if system is System.DUTCH:
        return None
    if system is System.CLUB:
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


def _read(system: System, word: str) -> tuple[str, str]:
    """One option, checked against those of the system."""
    _ = gettext_for("swiss_other")
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
