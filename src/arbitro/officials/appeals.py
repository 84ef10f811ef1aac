"""Appeals at an event (C.05 10): the committee, the appeal as a procedure, deposit and deadline.

    article      function
    C.05 10.2    check_committee      odd number of votes, from 21 years, no two of a federation, no party to the matter
    C.05 10.3    may_appeal           the player or his delegate, against any decision of CA, CO or assistants
    C.05 10.4    appeal_procedure     in writing, with the deposit, in time; decision; what happens to the deposit
    (derived)    deadline_ok          the time limit ends before the next round is paired

Not here: incidents that lead to a decision (`incidents`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from arbitro.dates import Term
from arbitro.i18n import gettext_for
from arbitro.officials.checks import Requirement, need
from arbitro.records import is_whole
from arbitro.workflow import Deed, History, Procedure, procedure

_ = gettext_for("officials")

MINIMUM_AGE = 21
MINIMUM_MEMBERS, RESERVES = 3, 2
APPELLANTS = ("player", "captain", "head of delegation", "delegate")


@dataclass(frozen=True, slots=True)
class CommitteeMember:
    """A member or reserve of the appeals committee. None: not stated."""

    name: str = ""
    federation: str = ""
    age: int | None = None
    reserve: bool = False
    involved: bool = False  # a party, or of a party's federation where that matters


@dataclass(frozen=True, slots=True)
class AppealRules:
    """What the regulations say about appeals. None: not stated."""

    written: bool | None = None
    deadline_min: int | None = None  # after the end of the round or game
    deposit: Fraction | None = None
    currency: str = "EUR"
    allowed: bool = True
    members: tuple[CommitteeMember, ...] = ()
    minutes_to_next_pairing: int | None = None


def appellants() -> dict[str, str]:
    """Who may appeal (C.05 10.3), by name, in the reader's language."""
    return {name: _(name) for name in APPELLANTS}


def votes(members: Sequence[CommitteeMember], involved: Collection[str] = ()) -> tuple[CommitteeMember, ...]:
    """Who votes: members without a conflict of interest, reserves filling the places of those who stand aside."""
    fit = [m for m in members if not m.involved and m.name not in involved and m.federation not in involved]
    seats = sum(not m.reserve for m in members)
    regular = [m for m in fit if not m.reserve]
    return (*regular, *[m for m in fit if m.reserve][: max(0, seats - len(regular))])


def odd_votes(voters: int) -> bool:
    """C.05 10.2: an odd number of votes."""
    return voters % 2 == 1


def check_committee(members: Sequence[CommitteeMember], *, international: bool = False) -> list[Requirement]:
    """C.05 10.2: the committee, elected or named before round 1."""
    regular = [m for m in members if not m.reserve]
    reserves, seats = len(members) - len(regular), len(regular)
    rows = [
        need("APP-2.votes", seats, _("odd"), odd_votes(seats)),
        need("APP-2.members", seats, f">= {MINIMUM_MEMBERS}", seats >= MINIMUM_MEMBERS),
        need("APP-2.reserves", reserves, f">= {RESERVES}", reserves >= RESERVES),
    ]
    rows += [
        need("APP-2.age", m.age, f">= {MINIMUM_AGE}", m.age >= MINIMUM_AGE, who=m.name or "?")
        for m in members
        if m.age is not None
    ]
    federations = [m.federation for m in members if m.federation]
    if international:
        different = len(set(federations)) == len(federations)
        rows.append(need("APP-2.federations", ", ".join(federations), _("all different"), different))
    return rows


def deadline_ok(deadline_min: int, minutes_to_next_pairing: int) -> bool:
    """An appeal must be decided before the next round is paired, so its time limit ends before that."""
    return deadline_min < minutes_to_next_pairing


def check_appeals(rules: AppealRules, *, rounds_a_day: int = 1, international: bool = False) -> list[Requirement]:
    """C.05 10: what the regulations must fix before the event."""
    if not rules.allowed:
        return []
    limit, deposit = rules.deadline_min, rules.deposit
    gap = rules.minutes_to_next_pairing
    if gap is None:
        gap = 12 * 60 if rounds_a_day < 2 else 4 * 60  # overnight, or between two rounds of a day
    amount = None if deposit is None else f"{float(deposit):g} {rules.currency}"
    rows = [
        need("APP-4.written", rules.written),
        need("APP-4.deadline", None if limit is None else f"{limit} min", _("stated"), limit is not None),
        need("APP-4.deposit", amount, _("stated"), deposit is not None),
    ]
    if limit is not None:
        rows.append(need("APP-5", f"{limit} min", f"< {gap} min", deadline_ok(limit, gap)))
    if rules.members:
        rows += check_committee(rules.members, international=international)
    else:
        rows.append(need("APP-2", 0, f">= {MINIMUM_MEMBERS}", False))
    return rows


def may_appeal(appellant: str, against: str, also: Collection[str] = ()) -> bool:
    """C.05 10.3: player, captain, head of delegation or another delegate named in the regulations, against a decision
    of the chief arbiter, the chief organiser or their assistants."""
    return appellant in {*APPELLANTS, *also} and against in ("chief arbiter", "chief organiser", "arbiter", "organiser")


def odd_committee(history: History, entry: Deed) -> str:
    """C.05 10.2: refused where the number of votes is even, or no number."""
    voters = str(entry.fact("voters"))
    return "" if is_whole(voters) and odd_votes(int(voters)) else _("the number of votes must be odd")


_NOT_IN_WRITING = frozenset(
    {"no", "not", "none", "n", "false", "0", "oral", "orally", "verbal", "verbally", "falso", "sin", "oralmente"}
)


def in_writing_with_deposit(history: History, entry: Deed) -> str:
    """C.05 10.4: refused where the appeal is not in writing, or its deposit is no amount of money."""
    said = re.findall(r"\w+", str(entry.fact("written")).casefold())
    if not said or said[0] in _NOT_IN_WRITING:
        return _("the appeal must be in writing")
    paid = re.search(r"\d+(?:[.,]\d+)?", str(entry.fact("deposit")))
    return "" if paid and Fraction(paid[0].replace(",", ".")) > 0 else _("the deposit must be paid: state the amount")


def appeal_procedure(deadline_min: int) -> Procedure:
    """C.05 10 as a procedure, with the event's own time limit."""
    guards = {"appeal": in_writing_with_deposit, "seat": odd_committee}
    return procedure("appeal", {"deadline": Term(minutes=deadline_min)}, guards, {"appellant": APPELLANTS})


def deposit_returned(state: str, deposit: Fraction, reasonable_share: Fraction = Fraction(0)) -> Fraction:
    """C.05 10.4: back if the appeal is upheld; all or part of it if the committee finds the appeal reasonable."""
    if state == "upheld":
        return deposit
    return deposit * reasonable_share if state == "dismissed" else Fraction(0)


def last_moment(decided: datetime, deadline_min: int) -> datetime:
    """Until when a decision may be appealed."""
    return Term(minutes=deadline_min).last_moment(decided)
