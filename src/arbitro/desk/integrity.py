"""The integrity log: every act that can touch the pairings, derived from the journal, written into report files.

FIDE asks that manual pairing, imports, renumbering, corrections, adjournments and changed settings leave a trace in
the tournament file. Here it is a view of the journal: entries that carry a remark, and undone entries with them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.db import transaction

from arbitro.desk import store
from arbitro.desk.chain import Break, fingerprint, first_break, sign
from arbitro.desk.events import find_section
from arbitro.desk.models import JournalEntry, Section
from arbitro.desk.snapshot import snapshot
from arbitro.desk.state import State
from arbitro.desk.store import entries, forget, head, state_at, state_of
from arbitro.desk.tables import ranked
from arbitro.i18n import gettext_for
from arbitro.model import Tournament
from arbitro.swiss.checker import lines_for

_ = gettext_for("desk")


@dataclass(frozen=True, slots=True)
class LogLine:
    """One line of the log."""

    number: int
    at: str
    who: str
    text: str
    why: str


def log(section: int) -> list[LogLine]:
    """The log of a tournament, oldest first."""
    rows = JournalEntry.objects.filter(section_id=section).exclude(remark="").order_by("number")
    return [LogLine(row.number, row.at, row.who, row.remark, row.why) for row in rows]


def known_lines(section: int, state: State, event: Tournament) -> list[str]:
    """What each pairing knew otherwise than the report says: late corrections, adjourned games (C.04.2 D.1, D.8)."""
    found: list[str] = []
    for paired in state.rounds:
        earlier = [board for round in state.rounds[: paired.number - 1] for board in round.boards.values()]
        if any(board.entry > paired.paired_at or board.rating_white is not None for board in earlier):
            then = state_at(section, paired.paired_at - 1)
            if then.numbers == {id: n for id, n in state.numbers.items() if id in then.numbers}:
                found += lines_for(paired.number, snapshot(then), event)
    return found


def report(section: int, state: State, *, for_rating: bool = True) -> Tournament:
    """The tournament for the rating officer: points and final ranks, late corrections, the log as `###` remarks.

    Not `for_rating`: results as they count in the standings, from which every round can be paired again.
    """
    event = snapshot(state, for_rating=for_rating)
    ranks = {number: place for place, number in enumerate(ranked(state, event), 1)} if event.rounds_paired else {}
    players = tuple(
        replace(p, stated_points=event.score(p.number), stated_rank=ranks.get(p.number)) for p in event.players
    )
    lines = [f"### {line.at[:16]} {line.text}" + (f" ({line.why})" if line.why else "") for line in log(section)]
    if not state.fide_mode:
        lines.insert(0, "### " + _("not in FIDE mode"))
    if (broken := store.broken(section)) is not None:
        lines.append("### " + _("the journal is damaged: {what}").format(what=broken))
    lines.append(f"### {head_line(section)}")
    lines += known_lines(section, state, event)
    event = replace(event, players=players)
    return replace(event, unknown_lines=event.unknown_lines + tuple(" ".join(line.split()) for line in lines))


@dataclass(frozen=True, slots=True)
class Checked:
    """A journal that has been checked entry by entry."""

    event: str
    number: int
    digest: str  # of the last entry
    key: str  # fingerprint of this installation's key
    broken: Break | None

    def to_json(self) -> dict[str, object]:
        found = self.broken
        damage = {"number": found.number, "text": str(found)} if found else None
        return {"event": self.event, "number": self.number, "digest": self.digest, "key": self.key, "broken": damage}


def verified(section: Section) -> Checked:
    """Check a journal from its first entry."""
    journal = entries(section.pk)
    last = journal[-1] if journal else None
    digest = last.digest if last else ""
    return Checked(str(section), last.number if last else 0, digest, fingerprint(), first_break(journal))


def sign_anew(section: Section) -> None:
    """After the key was changed: sign what another key has signed, up to the first digest that does not follow."""
    with transaction.atomic():
        journal = entries(section.pk)
        broken = first_break(journal, ours=False)
        good = journal[: broken.number - 1] if broken and broken.digest else journal
        for entry in good:
            row = JournalEntry.objects.filter(section=section, number=entry.number)
            row.update(signature=sign(entry.digest))
    forget(section.pk)


def head_line(section: int) -> str:
    """The number and digest of the last entry and the key's fingerprint, for reports and pages."""
    number, digest = head(section)
    return f"journal {number} {digest} key {fingerprint()}"


def report_of(path: str, *, for_rating: bool = True) -> Tournament:
    """The report of the tournament that `event` or `event/tournament` names."""
    section = find_section(path)
    return report(section.pk, state_of(section.pk), for_rating=for_rating)
