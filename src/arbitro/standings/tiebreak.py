"""The names of tie-breaks: the list of C.07 4.6 with modifiers, and how people write them.

    NAME[:MP|:GP][/Cn|/Mn|/L+n|/L-n|/Kx|/Ux|/Dx][/P][/F][/R]      as in the records 202 and 212 of TRF26

    /C1 /C2    cut the lowest (13.1, 13.2)            /P   forfeited games count as played
    /M1 /M2    cut lowest and highest (13.3, 13.4)    /F   fore: the last round's games as draws
    /L+1 /L-2  move Koya's limit by half points       /R   reversed order
    /K4        the divisor of SSSC                    /U1400  the rating of unrated players
    /D350      TPR: no opponent counts as further away than 350 points (2009, 5c1); not in TRF26

Case does not matter; BHC1, BH-C1 and AROC are understood, and the numbers of Swiss-Manager (37, 84/C1).
Type A may stand several times in a list (4.3).
Not here: how a value is computed.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import NamedTuple

from arbitro.errors import ArbitroError, Refused
from arbitro.i18n import gettext_for, ngettext_for
from arbitro.texts import table

_ = gettext_for("standings")
ngettext_ = ngettext_for("standings")


class Type(Enum):
    """What a tie-break is computed from (4.3)."""

    A = "games among the tied"
    B = "own results"
    C = "opponents' results"
    D = "data known before the games"
    BC = "own and opponents' results"
    BD = "own results and data known before"
    CC = "opponents' opponents' results"

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class Method:
    """One line of the list in 4.6."""

    code: str
    name: str
    type: Type
    about: str = ""  # what is added up, in a sentence
    can_cut: bool = False  # a sum of values (13)
    uses_ratings: bool = False
    team_only: bool = False
    lower_is_better: bool = False
    of_opponents: bool = False  # the Buchholz family
    decimals: int = 0  # of the usual printed form
    follows: str = ""  # the text that it is read by in every edition (`edition.OWN_TEXTS`); "": the event's edition


METHODS: dict[str, Method] = {
    code: Method(code, **row | {"type": Type[row["type"]]}) for code, row in table("tiebreaks")["method"].items()
}

# The board tie-breaks that follow in an extended direct encounter of two teams (12.3.1; codes of 2026).
AFTER_ENCOUNTER: dict[str, tuple[str, ...]] = {
    "EDE": (),
    "EDEBT": ("BC", "TBR"),
    "EDEBB": ("BC", "BBE"),
    "EDET": ("TBR",),
    "EDEB": ("BBE",),
}

_ALIASES = {
    "SNO": "TPN", "POINTS": "PTS", "BUC": "BH", "BUCHHOLZ": "BH", "HARKNESS": "MEDIAN", "SONNEBORN": "SB",
    "MPVGP": "MPvGP", "CUMULATIVE": "CUM",
}  # fmt: skip
NUMBERS: dict[str, str] = table("tiebreaks")["number"]
NEAR_NUMBERS: dict[str, str] = table("tiebreaks")["near"]


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A tie-break with its modifiers, ready to be computed."""

    code: str
    score: str = ""  # "MP" or "GP" where a team score was named
    low: int = 0
    high: int = 0
    limit: int = 0  # half points above (+) or below (-) Koya's 50 %
    divisor: Fraction | None = None
    unrated: int | None = None
    widest: int | None = None  # rating differences beyond it count as it
    forfeits_played: bool = False
    fore: bool = False
    reversed: bool = False

    @property
    def method(self) -> Method:
        return METHODS[self.code]

    @property
    def for_teams_only(self) -> bool:
        """Does it rank teams alone: its method knows only teams, or it names match points or game points?"""
        return self.method.team_only or bool(self.score)

    @property
    def ascending(self) -> bool:
        """Does the smaller value rank higher?"""
        return self.method.lower_is_better != self.reversed

    @property
    def title(self) -> str:
        """Its name in words, with what is cut: Buchholz without the lowest."""
        name = _(self.method.name)
        if self.score:
            name = (_("{name} by match points") if self.score == "MP" else _("{name} by game points")).format(name=name)
        if self.low and self.high:
            return _("{name} without the highest and the lowest").format(name=name)
        if self.low:
            return ngettext_("{name} without the lowest", "{name} without the {n} lowest", self.low).format(
                name=name, n=self.low
            )
        return name

    @property
    def about(self) -> str:
        """What is added up, in a sentence."""
        return _(self.method.about) if self.method.about else ""

    def __str__(self) -> str:
        parts = [self.code + (f":{self.score}" if self.score else "")]
        if self.low and self.high:
            parts.append(f"M{self.low}")
        elif self.low:
            parts.append(f"C{self.low}")
        if self.limit:
            parts.append(f"L{self.limit:+d}")
        if self.divisor is not None:
            parts.append(f"K{self.divisor}")
        if self.unrated is not None:
            parts.append(f"U{self.unrated}")
        if self.widest is not None:
            parts.append(f"D{self.widest}")
        parts += [letter for letter, on in (("P", self.forfeits_played), ("F", self.fore), ("R", self.reversed)) if on]
        return "/".join(parts)


# Lists that rulebooks recommend, by name.
PRESETS: dict[str, tuple[str, ...]] = {name: tuple(codes) for name, codes in table("tiebreaks")["preset"].items()}


class Offered(NamedTuple):
    """A preset to choose from: its name, its title, its tie-breaks, whose list it is, and where it was read."""

    name: str
    title: str
    codes: tuple[str, ...]
    federation: str = ""
    source: str = ""


def offered_lists(form: str = "", federation: str = "") -> list[Offered]:
    """The presets for a form (`swiss`, `table`, `team-swiss`, `team-table`; all), those of the federation first."""
    lists = [
        Offered(name, _(title), PRESETS[name], about.get("federation", ""), about.get("source", ""))
        for name, about in table("tiebreaks")["list"].items()
        for title in [about["name"]]
        if form in ("", about["form"])
    ]
    return sorted(lists, key=lambda one: not (federation and one.federation == federation))


def suggestions(name: str) -> list[str]:
    """The valid acronyms nearest to a wrong one, or the lists by name.

    >>> suggestions("BUH")[0], suggestions("usa-swis")[0]
    ('BH', 'usa-swiss')
    """
    if "-" in name and (lists := difflib.get_close_matches(name.lower(), PRESETS, n=3, cutoff=0.6)):
        return lists
    return difflib.get_close_matches(name.upper(), METHODS, n=3, cutoff=0.4) or ["BH", "SB", "DE"]


def parse_tiebreak(text: str) -> TieBreak:
    """A tie-break from its acronym.

    >>> parse_tiebreak("bh/c1"), str(parse_tiebreak("BHM2")), str(parse_tiebreak("ks/l+1"))
    (TieBreak(code='BH', score='', low=1, high=0, limit=0, divisor=None, unrated=None, widest=None, \
forfeits_played=False, fore=False, reversed=False), 'BH/M2', 'KS/L+1')

    Raises ArbitroError that names the nearest valid acronyms.
    """
    head, *modifiers = re.split(r"[/#]", text.strip().upper())
    name, _colon, score = head.partition(":")
    if _colon and score not in ("MP", "GP"):
        raise ArbitroError(_("“{text}”: after the colon stands MP or GP").format(text=text))
    name, joined = _base(name)
    if name.isdecimal():
        sentence = _("Swiss-Manager's {number} is not known here; near to it: {names}")
        if name not in NEAR_NUMBERS:
            sentence = _("Swiss-Manager's {number} is not known here, nor anything near to it")
        raise ArbitroError(sentence.format(number=name, names=NEAR_NUMBERS.get(name)))
    if name not in METHODS:
        raise ArbitroError(
            _("“{text}” is not a tie-break of C.07; did you mean {names}?").format(
                text=text.strip(), names=", ".join(suggestions(name))
            )
        )
    found: dict[str, object] = {}
    for modifier in [*joined, *modifiers]:
        found |= _modifier(modifier, text)
    tiebreak = TieBreak(name, score, **found)  # type: ignore[arg-type]
    if (tiebreak.low or tiebreak.high) and not tiebreak.method.can_cut:
        raise Refused(
            _("{code} is not a sum of values: it cannot be cut").format(code=tiebreak.code), article="C.07 13"
        )
    if tiebreak.limit and tiebreak.code != "KS":
        raise Refused(_("only KS has a limit that can be moved"), article="C.07 13.5")
    if tiebreak.widest is not None and tiebreak.code != "TPR":
        raise Refused(_("only TPR can count rating differences up to a limit"), article="C.06 2009, 5c1")
    return tiebreak


def _base(name: str) -> tuple[str, list[str]]:
    """The acronym and a modifier that was written onto it: BHC1, BH-M2, AROC."""
    name, _slash, cut = NUMBERS.get(name, _ALIASES.get(name, name)).partition("/")
    if cut:
        return name, [cut]
    if name in METHODS:
        return name, []
    if name == "AROC":
        return "ARO", ["C1"]
    if match := re.fullmatch(r"([A-Z]+?)[- ]?([CM]\d)", name):
        base = _ALIASES.get(match[1], match[1])
        if base in METHODS:
            return base, [match[2]]
    return name, []


def _modifier(modifier: str, text: str) -> dict[str, object]:
    if match := re.fullmatch(r"([CM])(\d{1,3})", modifier):
        n = int(match[2])
        return {"low": n, "high": n if match[1] == "M" else 0}
    if match := re.fullmatch(r"L([+-]?\d{1,3})", modifier):
        return {"limit": int(match[1])}
    if (match := re.fullmatch(r"K(\d{1,6}(?:\.\d{1,6})?)", modifier)) and Fraction(match[1]) > 0:
        return {"divisor": Fraction(match[1])}
    if match := re.fullmatch(r"U(\d{1,5})", modifier):
        return {"unrated": int(match[1])}
    if match := re.fullmatch(r"D(\d{1,5})", modifier):
        return {"widest": int(match[1])}
    if modifier in ("P", "F", "R"):
        return {{"P": "forfeits_played", "F": "fore", "R": "reversed"}[modifier]: True}
    raise ArbitroError(
        _("“{text}”: unknown modifier {modifier}; there are C1, C2, M1, M2, L+1, L-1, K4, U1400, D350, P, F, R").format(
            text=text, modifier=f"/{modifier}"
        )
    )


def parse_list(text: str | Iterable[str]) -> tuple[TieBreak, ...]:
    """An ordered list, `"BH/C1,BH,SB"`, the acronyms one by one, or the name of a preset."""
    return tuple(parse_tiebreak(word) for word in words_of(text))


def words_of(text: str | Iterable[str]) -> tuple[str, ...]:
    """The acronyms of a list as they were written."""
    if not isinstance(text, str):
        return tuple(text)
    preset = PRESETS.get(text.strip().lower())
    return preset or tuple(word for word in re.split(r"[,;]", text) if word.strip())


def faults_of_list(tiebreaks: Sequence[TieBreak]) -> tuple[Refused, ...]:
    """What is wrong with a list before the start: 4.3, a repetition (4.5 is refused where the ratings are needed)."""
    faults = []
    seen: set[TieBreak] = set()
    for tiebreak in tiebreaks:
        if tiebreak in seen and tiebreak.method.type is not Type.A:
            faults.append(Refused(_("{code} stands twice in the list").format(code=tiebreak), article="C.07 4.3"))
        seen.add(tiebreak)
    return tuple(faults)
