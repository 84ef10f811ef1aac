"""The integrity log: every act that can touch the pairings, derived from the journal, written into report files.

FIDE asks that manual pairing, imports, renumbering, corrections, adjournments and changed settings leave a trace in
the tournament file. Here it is a view of the journal: entries that carry a remark, and undone entries with them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction

from arbitro.desk import store
from arbitro.desk.chain import Break, Passing, fingerprint, first_break, sign
from arbitro.desk.commands.results import sign_of
from arbitro.desk.commands.rounds import can_pair_ahead, require_all_finished
from arbitro.desk.entry import Entry, effective
from arbitro.desk.events import find_section
from arbitro.desk.models import JournalEntry, Section
from arbitro.desk.snapshot import rated, snapshot, with_later_byes
from arbitro.desk.state import Board, State
from arbitro.desk.store import entries, forget, head, state_at, state_of
from arbitro.desk.tables import ranked, sentence_of_lots
from arbitro.i18n import gettext_for, speaking
from arbitro.model import Colour, Outcome, PlayerRound, Tournament
from arbitro.model import remarks as by_hand
from arbitro.ratings.long_event import month_named, month_report
from arbitro.swiss.checker import line_of, lines_for

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


# What FIDE's checkers call the acts of the journal; other acts keep the words of the log under "Remark".
_KINDS = {
    "override": "MPA", "manual": "MPA", "pair": "MPA", "configure": "Configuration", "keep-apart": "Configuration",
    "number": "Renumbering", "edit-player": "Rating", "enter": "Late entry", "reopen-event": "Configuration",
    "bye": "FPB",
}  # fmt: skip


def remarks(section: int) -> list[str]:
    """The log as report files have it, in English: `### MPA @ Round 3: 3-7 12-5 => 3-5 12-7`, the engine's first.

    What was undone is not there; a pairing thrown away, or made by hand once more, takes its MPA with it. Players have
    the numbers of the report, whatever they were then.
    """
    lines: dict[int, tuple[str, int, str]] = {}  # by entry: kind, round, the line
    now = state_of(section).numbers
    for row in effective(entries(section)):
        about = row.payload.get("round")
        if row.kind == "unpair" or (row.kind == "manual" and row.payload["on"]):
            lines = {n: line for n, line in lines.items() if line[:2] != ("MPA", about)}
        if not row.remark or (row.kind == "manual" and row.payload["on"]):
            continue
        before, after = state_at(section, row.number - 1), state_at(section, row.number)
        round = about or len(after.rounds)
        if before.fide_mode and not after.fide_mode:
            lines[-row.number] = ("", round, f"### FIDE mode exited @ {_when(round)}")
        if row.kind == "leave-fide-mode":
            continue
        kind, text = _said(row, before, after, round, {**after.numbers, **now})
        if text:
            reason = row.why or row.payload.get("why", "")
            why = f" ({reason})" if reason else ""
            lines[row.number] = (kind, round, f"### {kind} @ {_when(round)}: {text}{why}")
    return [" ".join(line.split()) for _kind, _round, line in lines.values()]


def _when(round: int) -> str:
    return f"Round {round}" if round else "before round 1"


def _said(row: Entry, before: State, after: State, round: int, numbers: Mapping[int, int]) -> tuple[str, str]:
    """The kind of an act and what it did; nothing where the end of pairing by hand will tell."""
    kind, text, payload = _KINDS.get(row.kind, "Remark"), row.remark, row.payload
    if row.kind == "remark" and payload.get("about") == "import":
        kind = "Import"
    elif row.kind == "ruling" and any("seats" in part for part in payload["rulings"]):
        kind, text = "MPA", _changed_pairs(before, after, round, numbers) or text
    elif row.kind == "ruling":
        told = [_corrected(before, after, part["result"], numbers) for part in payload["rulings"] if part["result"]]
        kind, text = told[0][0], "; ".join(line for _kind, line in told)
    elif row.kind == "result":
        kind, text = _corrected(before, after, payload, numbers)
    elif row.kind == "manual" and "made" in payload:
        teams = bool(after.rounds[round - 1].matches)
        numbered = {} if teams else {n: numbers[id] for id, n in after.numbers.items()}
        text = by_hand.renumbered(f"{payload['engine'] or 'none'} => {payload['made']}", numbered)
    elif row.kind in ("override", "manual", "pair"):
        inside = round <= len(before.rounds) and before.rounds[round - 1].manual
        text = "" if inside or row.kind == "pair" else _changed_pairs(before, after, round, numbers) or text
    elif row.kind in ("create", "configure") and (older := after.settings.editions.outdated(after.settings.start)):
        kind = "Configuration"
        text = "; ".join(f"{old.area} by the text of {old.carried}, in force {old.current}" for old in older)
    elif row.kind == "configure":
        old, new = before.settings.to_json(), after.settings.to_json()
        text = "; ".join(f"{name}: {old[name]} => {new[name]}" for name in new if new[name] != old.get(name)) or text
    elif row.kind == "number":
        kind = "Exchange" if payload.get("by_hand") else kind
        moved = [(n, after.numbers[id]) for id, n in before.numbers.items() if after.numbers.get(id, n) != n]
        text = " ".join(f"{old}>{new}" for old, new in sorted(moved)) or text
    elif row.kind == "bye":
        text = f"{numbers.get(payload['id'], payload['id'])}"
    return kind, text


def _pair(board: Board, numbers: Mapping[int, int]) -> str:
    return f"{numbers.get(board.white, board.white)}-{numbers.get(board.black, board.black)}"


def _corrected(before: State, after: State, payload: Mapping[str, Any], numbers: Mapping[int, int]) -> tuple[str, str]:
    """`Correction`, `Adjournment` of an adjourned game, `Rating` where only the report follows: before and after."""
    old, new = (state.rounds[payload["round"] - 1].boards[payload["board"]] for state in (before, after))
    if payload.get("rating_only"):
        rated = replace(new, white_outcome=Outcome[payload["white"]], black_outcome=Outcome[payload["black"]])
        return "Rating", f"{_pair(new, numbers)}: {sign_of(old)} => {sign_of(rated)}, pairings used {sign_of(old)}"
    adjourned = Outcome.ADJOURNED in (old.white_outcome, new.white_outcome)
    signs = " => ".join(sign_of(one) or "?" for one in (old, new))
    return "Adjournment" if adjourned else "Correction", f"{_pair(new, numbers)}: {signs}"


def _changed_pairs(before: State, after: State, round: int, numbers: Mapping[int, int]) -> str:
    """The pairs that an act by hand changed: as they were, then as they are."""
    old, new = (
        {_pair(board, numbers) for board in state.rounds[round - 1].boards.values()}
        if round <= len(state.rounds)
        else set()
        for state in (before, after)
    )
    gone, made = (sorted(one - other, key=lambda pair: [*map(int, pair.split("-"))]) for one, other in
                  ((old, new), (new, old)))  # fmt: skip
    return f"{' '.join(gone)} => {' '.join(made)}" if gone or made else ""


def _as_paired(white: int, black: int) -> tuple[tuple[int, int, Colour], ...]:
    return (white, black, Colour.WHITE), (black, white, Colour.BLACK)


def known_lines(section: int, state: State, event: Tournament) -> list[str]:
    """What each pairing knew otherwise than the report says: late corrections, adjourned games (C.04.2 D.1, D.8).

    At the end what the standings count, where the report has it otherwise.
    """
    lines: list[str] = []
    added = max((entry for *_points, entry in state.points), default=0)
    last = min(len(state.rounds), event.rounds_paired)
    for paired in () if can_pair_ahead(state) else state.rounds[:last]:
        lines += [
            line_of(paired.number, number, PlayerRound(paired.number, other, colour, Outcome.PENDING))
            for board in paired.boards.values()
            if board.turned and {board.white, board.black} <= state.numbers.keys()
            for number, other, colour in _as_paired(*(state.numbers[id] for id in (board.black, board.white)))
        ]
        earlier = [board for round in state.rounds[: paired.number - 1] for board in round.boards.values()]
        later = (board.entry > paired.paired_at or board.rating_white is not None for board in earlier)
        if added > paired.paired_at or any(later):
            then = state_at(section, paired.paired_at - 1)
            if then.numbers == {id: n for id, n in state.numbers.items() if id in then.numbers}:
                lines += lines_for(paired.number, snapshot(then), event)
    return lines + lines_for(last + 1, snapshot(state), event)


def report(section: int, state: State, *, for_rating: bool = True) -> Tournament:
    """The tournament for the rating officer: points and final ranks, late corrections, the log as `###` remarks.

    Not `for_rating`: results as they count in the standings, from which every round can be paired again. After the last
    round there is none while an adjourned game is open.
    """
    if len(state.rounds) >= state.settings.rounds and not state.rounds[-1].missing:
        require_all_finished(state)
    published = snapshot(state)
    event = rated(state, published) if for_rating else published
    ranks = {number: place for place, number in enumerate(ranked(state, published), 1)} if event.rounds_paired else {}
    players = tuple(
        replace(p, stated_points=published.score(p.number), stated_rank=ranks.get(p.number)) for p in event.players
    )
    lines = remarks(section)
    if (broken := store.recheck(section)) is not None:
        with speaking("en"):
            lines.append("### " + _("the journal is damaged: {what}").format(what=broken))
    lines.append(f"### {head_line(section)}")
    lines += [*left_lines(state), *decided_lines(state), *known_lines(section, state, event)]
    event = with_later_byes(state, replace(event, players=players))
    return replace(event, unknown_lines=event.unknown_lines + tuple(" ".join(line.split()) for line in lines))


_LEFT = re.compile(r"### (Withdrawn|Expelled) after round (\d+): (\d+)")


def left_lines(state: State) -> list[str]:
    """Who has left, as remarks: a report alone tells no withdrawal from a bye."""
    gone = [e for e in state.entrants.values() if e.withdrawn_after is not None and e.id in state.numbers]
    words = (("Expelled" if e.excluded else "Withdrawn", e.withdrawn_after, state.numbers[e.id]) for e in gone)
    return [f"### {word} after round {after}: {number}" for word, after, number in words]


def decided_lines(state: State) -> list[str]:
    """Places by hand or by lot, values computed elsewhere, later ratings: what no record of a report holds."""
    numbers = state.numbers
    lines = []
    if state.ranks and state.ranks_after in (None, len(state.rounds)):
        placed = {numbers[id]: place for id, place in state.ranks.items() if id in numbers}
        lines.append(by_hand.places_line(len(state.rounds), placed))
    for name, values in state.tie_values.items():
        lines.append(by_hand.values_line(name, {numbers[id]: value for id, value in values.items() if id in numbers}))
    if sentence := sentence_of_lots(state):
        lines.append(by_hand.lots_line(sentence))
    later: dict[int, dict[int, int]] = {}
    for entrant in state.entrants.values():
        for first, rating in entrant.ratings.items():
            if entrant.id in numbers:
                later.setdefault(first, {})[numbers[entrant.id]] = rating
    return lines + [by_hand.ratings_line(r, later[r], state.settings.round_ratings) for r in sorted(later)]


def left_in(event: Tournament) -> dict[int, tuple[int, bool]]:
    """Who has left by the remarks of a report: after which round, and whether expelled."""
    found = (_LEFT.fullmatch(line.strip()) for line in event.unknown_lines)
    return {int(m[3]): (int(m[2]), m[1] == "Expelled") for m in found if m and int(m[3]) in event.index}


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
    passing, number = Passing(store.journal(section.pk)), 0
    for entry in passing:
        number = entry.number
    return Checked(str(section), number, passing.digest, fingerprint(), passing.broken)


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


def report_of(path: str, *, for_rating: bool = True, month: str = "") -> Tournament:
    """The report of the tournament that `event` or `event/tournament` names; of one month, YYYY-MM, if given."""
    section = find_section(path)
    whole = report(section.pk, state_of(section.pk), for_rating=for_rating)
    return month_report(whole, month_named(month)) if month else whole
