"""The journal in the database: append, read, undo; states and snapshots cached by number.

Writing says which number it follows. If another desk was quicker, the entries between are looked at: where they concern
other boards or players the command is checked again on the new state and written; where they concern the same, a
Conflict names what the other desk did, and nothing is written.

A result acknowledged here is on disk: SQLite runs with a write-ahead log and full synchronisation, PostgreSQL with its
own. The cache is only a cache: any process can serve any tournament.
"""

from __future__ import annotations

import json
import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple, TypeVar

from django.db import DatabaseError, IntegrityError, OperationalError, connection, transaction

from arbitro.desk.announcing import announce
from arbitro.desk.chain import Break, digest, first_break, sign
from arbitro.desk.commands import COMMANDS, Caution, Draft, Level, Role, arguments
from arbitro.desk.commands.parameters import check_reason
from arbitro.desk.commands.rounds import rounds_left
from arbitro.desk.entry import VERSION, Entry, effective, rests_on
from arbitro.desk.fold import apply, replay
from arbitro.desk.models import JournalEntry, Section
from arbitro.desk.roles import ARBITERS
from arbitro.desk.roles import Conflict as Conflict
from arbitro.desk.roles import Forbidden as Forbidden
from arbitro.desk.roles import NeedsConfirmation as NeedsConfirmation
from arbitro.desk.snapshot import follow, snapshot
from arbitro.desk.state import State
from arbitro.desk.words import describe
from arbitro.errors import ArbitroError, Refused
from arbitro.i18n import current_language, gettext_for, speaking
from arbitro.model import Tournament

_ = gettext_for("desk")
COLUMNS = ("number", "kind", "payload", "who", "at", "why", "version", "touches", "remark", "digest", "signature")
PART = 500  # entries that are read at once
CLOCKS_DIFFER = timedelta(seconds=5)  # between the machines of one installation
log = logging.getLogger(__name__)
T = TypeVar("T")


class Damaged(ArbitroError):
    """A journal that is not as it was written: nothing is added to it or copied from it as if it were."""


# -- reading


def entries(section: int, after: int = 0, most: int = 2**31) -> list[Entry]:
    """The journal of a tournament after a number. Plain SQL: every page and every command asks for what is new."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT number, kind, payload, who, at, why, version, touches, remark, digest, signature"
            " FROM desk_journalentry WHERE section_id = %s AND number > %s ORDER BY number LIMIT %s",
            [section, after, most],
        )
        return [
            Entry(number, kind, json.loads(payload), who, at, why, version, json.loads(touches), *rest)
            for number, kind, payload, who, at, why, version, touches, *rest in cursor.fetchall()
        ]


def journal(section: int) -> Iterator[Entry]:
    """All of it, a part at a time: whoever looks at each entry once needs no more memory for a longer journal."""
    after = 0
    while part := entries(section, after, PART):
        yield from part
        after = part[-1].number


def last_number(section: int) -> int:
    """The number of the last entry; 0 for an empty journal."""
    if told(section) is not None:
        return state_of(section).number
    last = JournalEntry.objects.filter(section_id=section).order_by("-number").values_list("number", flat=True).first()
    return last or 0


@dataclass
class _Cached:
    state: State
    digest: str = ""  # of the last entry: a journal that was rolled back or replaced since does not fit it
    at: str = ""  # of the last entry
    broken: Break | None = None  # the first entry that is not as it was written
    tournament: Tournament | None = None
    checked: float = 0.0  # when it was last compared with the database, on the monotonic clock


_told: ContextVar[tuple[int, int] | None] = ContextVar("told", default=None)
FRESH = 1.0  # seconds for which a state that was compared is believed, within `as_of`
_cache: OrderedDict[int, _Cached] = OrderedDict()
_cache_lock = threading.RLock()
_rechecked: dict[int, float] = {}  # until when a journal that was read again is believed, on the monotonic clock
WATCHING = 25  # times as long as reading it took: a twenty-fifth of a busy desk's time, at most
CACHED_TOURNAMENTS = 64


def forget(section: int | None = None) -> None:
    """Drop the cache of a tournament, or all of it."""
    with _cache_lock:
        if section is None:
            _cache.clear()
            _rechecked.clear()
        else:
            _cache.pop(section, None)
            _rechecked.pop(section, None)


def state_of(section: int) -> State:
    """The present state: cached, brought up to date with the entries that are new."""
    return _current(section).state


def tournament_of(section: int) -> Tournament:
    """The present snapshot for the rule rooms."""
    return state_and_tournament(section)[1]


def state_and_tournament(section: int) -> tuple[State, Tournament]:
    """The present state and its snapshot, of one and the same journal number."""
    cached = _current(section)
    with _cache_lock:
        if cached.tournament is None:
            cached.tournament = snapshot(cached.state)
        return cached.state, cached.tournament


def broken(section: int) -> Break | None:
    """Where the journal is not as it was written, as far as it has been read here; None: nowhere."""
    return _current(section).broken


def recheck(section: int, found: list[Entry] | None = None) -> Break | None:
    """Check the whole journal again, from its first entry, as it has just been `found`: before a report, and wherever
    it is shown."""
    cached, began = _current(section), time.monotonic()
    cached.broken = first_break(journal(section) if found is None else found)
    _rechecked[section] = time.monotonic() + WATCHING * (time.monotonic() - began)
    return cached.broken


def watch(section: int) -> Break | None:
    """As `recheck`, for every page of the desk and every act: what has just been read is believed for a while."""
    return broken(section) if time.monotonic() < _rechecked.get(section, 0.0) else recheck(section)


def require_whole(section: int, *, anyway: bool = False) -> None:
    """Nothing is written into a damaged journal before its chief arbiter has said so in it, once (accept-damage)."""
    found = watch(section)
    if found is not None and not anyway and state_of(section).accepted_damage != found.number:
        text = _(
            "The journal is damaged: {what}; nothing was written. `arbitro event verify` checks it: restore a backup "
            "from before, or say with `arbitro event accept-damage EVENT {n} --why …` that it goes on as it is."
        )
        raise Damaged(text.format(what=found, n=found.number))


def head(section: int) -> tuple[int, str]:
    """The number and the digest of the last entry: whoever notes them can check the journal later."""
    cached = _current(section)
    return cached.state.number, cached.digest


@contextmanager
def as_of(section: int, number: int) -> Iterator[None]:
    """Within: whoever watches the journals says that this one stands at `number`, so that a state which is as new, and
    was compared with the database a moment ago, is not compared again: many pages about one result ask once."""
    token = _told.set((section, number))
    try:
        yield
    finally:
        _told.reset(token)


def told(section: int) -> int | None:
    """The number that a tournament's journal is said to have, within `as_of`."""
    said = _told.get()
    return said[1] if said is not None and said[0] == section else None


def _is_fresh(section: int, cached: _Cached) -> bool:
    compared = _told.get() is not None and time.monotonic() - cached.checked < FRESH
    return compared and cached.state.number >= (told(section) or 0)


def _current(section: int) -> _Cached:
    cached = _cache.get(section)
    if cached is not None and _is_fresh(section, cached):
        return cached
    connection.ensure_connection()  # not under the lock: while the database is away nobody waits for another's turn
    with _cache_lock:
        cached = _cache.get(section)
        if cached is not None and _is_fresh(section, cached):
            return cached
        new = entries(section, cached.state.number - 1 if cached and cached.state.number else 0)
        if cached is not None and cached.state.number:
            fits = bool(new) and new[0].digest == cached.digest
            cached, new = (cached, new[1:]) if fits else (None, entries(section))
        if cached is not None and any(entry.kind == "undo" for entry in new):
            cached, new = None, entries(section)
        cached = _all_of(new) if cached is None else _more_of(cached, new) if new else cached
        cached.checked = time.monotonic()
        _cache[section] = cached
        _cache.move_to_end(section)
        while len(_cache) > CACHED_TOURNAMENTS:
            _cache.popitem(last=False)
        return cached


def _all_of(journal: Sequence[Entry]) -> _Cached:
    """A journal read from its first entry, chain and all."""
    found = first_break(journal)
    last = journal[-1] if journal else Entry(0, "", {})
    with _readable(found):
        return _Cached(replay(journal), last.digest, last.at, found)


def _more_of(cached: _Cached, new: Sequence[Entry]) -> _Cached:
    """The new entries after those that are known."""
    found = cached.broken or first_break(new, cached.digest, cached.state.number)
    state = cached.state
    with _readable(found):
        for entry in new:
            state = apply(state, entry)
        old = cached.tournament
        tournament = follow(state, cached.state, old) if old is not None else None
    return _Cached(state, new[-1].digest, new[-1].at, found, tournament)


@contextmanager
def _readable(found: Break | None) -> Iterator[None]:
    """Entries changed by hand may be such that no state follows from them."""
    try:
        yield
    except (KeyError, IndexError, ValueError, TypeError, AttributeError) as error:
        what = str(found or error)
        raise ArbitroError(_("The journal is damaged: {what}. Restore the last backup.").format(what=what)) from error


def state_at(section: int, number: int) -> State:
    """The state as it was after a journal number: what the desk knew then."""
    return replay([entry for entry in entries(section) if entry.number <= number])


# -- writing


def prepare(state: State, name: str, args: Mapping[str, Any]) -> Draft:
    """What a command would write, with its warnings; raises Refused. Writes nothing: for previews."""
    if name not in COMMANDS:
        raise Refused(_("There is no command {name}.").format(name=name))
    return COMMANDS[name].function(state, **arguments(name, args))


def _remarked_in_english(state: State, name: str, args: Mapping[str, Any]) -> Draft:
    """The same, with the remark for the integrity log in English: reports have it so, whoever acts (`integrity`)."""
    draft = prepare(state, name, args)
    if not draft.remark or current_language() == "en":
        return draft
    with speaking("en"):
        return replace(draft, remark=prepare(state, name, args).remark)


def allowed(name: str, role: Role | None) -> bool:
    """May this role give the command?"""
    return role in (ARBITERS if name in ("undo", "redo") else COMMANDS[name].roles)


def execute(
    section: int,
    name: str,
    args: Mapping[str, Any] | None = None,
    *,
    who: str,
    role: Role | None,
    expected: int | None = None,
    confirm: int = 0,
    why: str = "",
    tell: Callable[[Caution], None] | None = None,
) -> Entry:
    """Give a command: check role, rule and confirmation, and append one entry. Returns it once it is on disk.

    `expected` is the number that the caller has seen; None follows whatever is last. `tell` hears the notes (level 1)
    of what was written.
    """
    if name in COMMANDS and not allowed(name, role):
        raise Forbidden(_("Your role does not allow this: {name}.").format(name=name))
    command = COMMANDS.get(name)
    check_reason(why)
    if command is not None and command.needs_reason and not why.strip():
        raise Refused(_("Give a reason: it stays in the journal."))
    require_whole(section, anyway=name in ("create", "accept-damage"))

    def write() -> tuple[Entry, Draft]:
        cached = _current(section)
        state = cached.state
        draft = _one_tournament(section, _remarked_in_english(state, name, args or {}))
        if name == "accept-damage" and (cached.broken is None or cached.broken.number != draft.payload["entry"]):
            raise Refused(_("That entry is not the first that is damaged: {what}.").format(what=cached.broken or "–"))
        if expected is not None:
            _merge_or_refuse(section, state, expected, draft)
        level = draft.needs(state.fide_mode)
        if level is Level.REFUSE:
            caution = next(c for c in draft.warnings if c.level is Level.REFUSE)
            raise Refused(caution.text, article=caution.article)
        if level >= Level.ACKNOWLEDGE and confirm < level:
            raise NeedsConfirmation([c for c in draft.warnings if c.level >= Level.ACKNOWLEDGE], level)
        if command is not None and command.risky and state.started:
            _copy_first(section)
        return _append(section, _Head(state.number, cached.digest, cached.at), draft, who, why), draft

    entry, draft = written(section, write)
    for caution in draft.warnings if tell else ():
        if tell and caution.level is Level.NOTE:
            tell(caution)
    return entry


def written(section: int, write: Callable[[], T]) -> T:
    """Write in a transaction, again when another process took the number meanwhile; then a copy, if one is due."""
    from arbitro.desk.backup import copy_if_due

    for _attempt in range(50):
        try:
            with transaction.atomic():
                written = write()
                transaction.on_commit(lambda: copy_if_due(section))
                return written
        except IntegrityError:
            continue  # another process took the number: look again
        except OperationalError as error:
            if "full" in str(error) or "readonly" in str(error) or "malformed" in str(error):
                forget(section)
                raise ArbitroError(
                    _("Nothing was written: {error}. All earlier entries are safe.").format(error=error)
                ) from error
            if "locked" not in str(error):
                raise
    raise Conflict(_("Too many desks write at once; nothing was written. Try again."), ())


def _one_tournament(section: int, draft: Draft) -> Draft:
    """A player is in one tournament of an event: entering one who still plays in another asks for confirmation.

    A tournament that is over, or that the player has left, does not count: stages feed each other.
    """
    if draft.kind != "enter":
        return draft
    siblings = Section.objects.filter(event__sections=section).exclude(pk=section)
    elsewhere = [(other.name, playing) for other in siblings if (playing := still_playing(state_of(other.pk)))]
    warnings = [
        Caution(
            Level.CONFIRM,
            _("{name} plays in another tournament of this event: {other}.").format(
                name=row["player"]["name"], other=other
            ),
            "C.05",
        )
        for row in draft.payload["players"]
        for other, playing in elsewhere
        if row["player"].get("fide_id", "?") in playing or row["player"]["name"].casefold() in playing
    ]
    return replace(draft, warnings=(*draft.warnings, *warnings)) if warnings else draft


def still_playing(state: State) -> set[str]:
    """FIDE ids and folded names of those who play on in a tournament; nobody once it is over."""
    current = state.current
    if state.closed or (current is not None and not current.missing and not rounds_left(state)):
        return set()
    here = [e for e in state.entrants.values() if e.withdrawn_after is None and not e.excluded]
    return {e.name.casefold() for e in here} | {e.player.fide_id for e in here if e.player.fide_id}


def _copy_first(section: int) -> None:
    """A copy of the event before a risky act. The act goes on if the copy cannot be made: the journal is safe."""
    from arbitro.desk.backup import backup_folder, save

    try:
        save(Section.objects.select_related("event").get(pk=section).event, backup_folder())
    except (OSError, DatabaseError, ArbitroError) as error:
        log.warning("no backup before a risky act: %s", error)


def _merge_or_refuse(section: int, state: State, expected: int, draft: Draft) -> None:
    """Two desks: other boards merge, the same board is a conflict. A page that has seen more than the journal holds is
    older than a restore: it knows nothing of what is true now."""
    if expected > state.number:
        raise Conflict(
            _(
                "This page has seen entry {seen}, but the journal ends at {last}: a backup was restored. Reload it."
            ).format(seen=expected, last=state.number),
            (),
        )
    mine = set(draft.touches)
    clash = [
        entry for entry in entries(section, expected) if {"*"} & (mine | {*entry.touches}) or mine & {*entry.touches}
    ]
    if clash:
        said = "; ".join(f"#{entry.number} {entry.who}: {describe(entry, state)}" for entry in clash[:3])
        raise Conflict(
            _("Another desk has decided meanwhile ({entries}); nothing of yours was written.").format(entries=said),
            clash,
        )


class _Head(NamedTuple):
    """What the next entry follows."""

    number: int
    digest: str
    at: str


def _append(section: int, last: _Head, draft: Draft, who: str, why: str) -> Entry:
    """One more entry, chained and signed."""
    now = datetime.now(UTC).isoformat(timespec="milliseconds")
    payload = json.loads(json.dumps(draft.payload))  # what a reader will get, tuples as lists
    with speaking("en"):
        remark = "; ".join(part for part in (draft.remark, _clock_gone_back(last.at, now)) if part)
    entry = Entry(last.number + 1, draft.kind, payload, who, now, why, VERSION, sorted(draft.touches), remark)
    chained = digest(last.digest, entry)
    entry = replace(entry, digest=chained, signature=sign(chained))
    JournalEntry.objects.create(section_id=section, **{name: getattr(entry, name) for name in COLUMNS})
    transaction.on_commit(lambda: announce(section, entry.number))
    return entry


def _clock_gone_back(before: str, now: str) -> str:
    """A remark where the clock of this machine is behind the last entry's."""
    try:
        back = datetime.fromisoformat(before) - datetime.fromisoformat(now) if before else timedelta()
    except (ValueError, TypeError):
        return ""
    if back <= CLOCKS_DIFFER:
        return ""
    return _("The clock has gone back: {now} after {before}").format(now=now[:19], before=before[:19])


def adopt(section: int, entry: Entry, ids: dict[int, int], *, who: str, why: str) -> Entry:
    """Write an entry of another copy of this journal as decided there; refused where it no longer fits.

    `ids` are the new ids of players whom the copy entered; they are added to it, and used for what follows.
    """
    require_whole(section)
    cached = _current(section)
    if entry.kind in ("create", "undo"):
        raise Refused(_("Undoing and creating are not merged."))
    payload = dict(entry.payload)
    if entry.kind == "enter":
        new = {row["id"]: cached.state.next_id + n for n, row in enumerate(payload["players"])}
        ids |= new
        payload["players"] = [{**row, "id": new[row["id"]]} for row in payload["players"]]
    if "ids" in payload:
        payload["ids"] = [ids.get(id, id) for id in payload["ids"]]
    if "id" in payload and entry.kind != "incident":
        payload["id"] = ids.get(payload["id"], payload["id"])
    with speaking("en"):
        remark = _("Merged: {remark}").format(remark=entry.remark or describe(entry, cached.state))
    draft = Draft(entry.kind, payload, frozenset(entry.touches), (), remark)
    try:
        apply(cached.state, replace(entry, payload=payload, number=cached.state.number + 1))
    except (KeyError, IndexError, ValueError, TypeError) as error:
        raise Refused(_("It no longer fits.")) from error
    return _append(section, _Head(cached.state.number, cached.digest, cached.at), draft, who, why)


def append_all(section: int, drafts: Iterable[Draft], *, who: str, why: str = "") -> int:
    """Write entries that are known to be right (an import, a demonstration) in one transaction.

    No role is asked: the caller has. Returns the last number.
    """
    with transaction.atomic():
        rows = JournalEntry.objects.filter(section_id=section).order_by("-number").values_list("number", "digest", "at")
        last = _Head(*(rows.first() or (0, "", "")))
        for draft in drafts:
            entry = _append(section, last, draft, who, why)
            last = _Head(entry.number, entry.digest, entry.at)
    return last.number


# -- undo and redo


def undo(
    section: int, *, who: str, role: Role | None, target: int | None = None, why: str = "", expected: int | None = None
) -> Entry:
    """Take a decision back by a new entry: the last one, or any that no later decision rests on."""
    if not allowed("undo", role):
        raise Forbidden(_("Your role does not allow this: {name}.").format(name="undo"))
    check_reason(why)
    require_whole(section)

    def write() -> Entry:
        journal = entries(section)
        counted = effective(journal)
        own = [entry.number for entry in counted if entry.kind != "create"]
        if target is None and not own:
            raise Refused(_("There is nothing to undo."))
        number = own[-1] if target is None else target
        return _take_back(section, journal, counted, number, who, role, why, expected)

    return written(section, write)


def redo(section: int, *, who: str, role: Role | None) -> Entry:
    """Give back what the last undo took, while nothing has been decided since."""
    if not allowed("redo", role):
        raise Forbidden(_("Your role does not allow this: {name}.").format(name="redo"))
    require_whole(section)

    def write() -> Entry:
        journal = entries(section)
        undone = {entry.payload["target"] for entry in journal if entry.kind == "undo"}
        if not journal or journal[-1].kind != "undo":
            raise Refused(_("There is nothing to redo."))
        live = [entry for entry in journal if entry.kind == "undo" and entry.number not in undone]
        for entry in reversed(live):
            if all(later.kind == "undo" for later in journal if later.number > entry.number):
                kinds = {e.number: e.kind for e in journal}
                if kinds[entry.payload["target"]] == "undo":
                    continue
                return _take_back(section, journal, effective(journal), entry.number, who, role, "", None)
        raise Refused(_("There is nothing to redo."))

    return written(section, write)


def require_undoable(entry: Entry, role: Role | None, why: str) -> None:
    """Who may not decide a thing may not take it back either; and some things stay."""
    if entry.kind == "create":
        raise Refused(_("The creation of a tournament is not undone."))
    if entry.kind == "leave-fide-mode":
        raise Refused(_("Leaving FIDE mode is for ever."), article="C.02.04, 45")
    if entry.kind == "close-event" and not why.strip():
        raise Refused(_("The tournament is closed; reopen it first, with a reason."))
    name = "exclude" if entry.payload.get("excluded") else entry.kind
    if name in COMMANDS and not allowed(name, role):
        raise Forbidden(_("Your role does not allow this: {name}.").format(name=f"undo {name}"))


def _take_back(
    section: int,
    journal: list[Entry],
    counted: list[Entry],
    target: int,
    who: str,
    role: Role | None,
    why: str,
    expected: int | None,
) -> Entry:
    by_number = {entry.number: entry for entry in journal}
    if target not in by_number:
        raise Refused(_("The journal has no entry {n}.").format(n=target))
    decision = by_number[target]
    while decision.kind == "undo":
        decision = by_number[decision.payload["target"]]
    require_undoable(decision, role, why)
    standing = {entry.number for entry in counted}
    if by_number[target].kind != "undo" and target not in standing:
        raise Refused(_("Entry {n} has been undone already.").format(n=target))
    since = target if by_number[target].kind != "undo" else by_number[target].payload["target"]
    if later := rests_on(counted, by_number[target], since):
        raise Refused(
            _("Entry {later} ({kind}) rests on entry {n}; undo that one first, or correct instead.").format(
                later=later.number, kind=later.kind, n=target
            )
        )
    payload = {"target": target}
    remark = _("Entry {n} ({kind}) undone").format(n=target, kind=by_number[target].kind)
    draft = Draft("undo", payload, frozenset(by_number[target].touches), (), remark)
    if expected is not None:
        _merge_or_refuse(section, replay(journal), expected, draft)
    last = journal[-1]
    entry = _append(section, _Head(last.number, last.digest, last.at), draft, who, why)
    try:
        replay([*journal, entry])
    except (KeyError, IndexError, ValueError) as error:  # the fold of a later entry needs what would be gone
        raise Refused(_("Later decisions rest on entry {n}; correct instead.").format(n=target)) from error
    return entry
