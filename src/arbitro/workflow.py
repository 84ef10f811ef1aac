"""A procedure as data: states, the acts that lead from one to the next, who may do them, by which article, until when.

    article texts differ, the shape does not: an appeal, a complaint, an investigation and a disciplinary case are each
    a `Procedure` (a table of acts) and a `History` (what was done). Everything shown is a function of the history.

    procedure   a table of acts from `texts/acts.toml`
    perform     add an act to a history, or refuse it with the article
    possible    the acts open in the present state
    due         the open acts that have a deadline, with their last moment

Not here: any particular procedure.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from types import MappingProxyType
from typing import Any

from arbitro.dates import Term
from arbitro.errors import Refused
from arbitro.i18n import gettext_for
from arbitro.texts import table

_ = gettext_for("officials")


@dataclass(frozen=True, slots=True)
class Act:
    """One act: the states it may start from, the state it leads to, who may do it ("" in `by`: nobody is named).

    With a `term` the act must be done within it, counted from the latest act named in `after` (or the last act at
    all). `late_refused` says whether a late act is refused (an appeal) or only noted (a report that is overdue).
    With `waits` it is the other way round: the act is refused until the term has run out (a decision becomes final
    when nobody can appeal any more). A `guard` reads the act with its facts and gives the reason to refuse it, or "".
    """

    name: str
    sources: tuple[str, ...]
    target: str
    by: tuple[str, ...] = ()
    article: str = ""
    term: Term | None = None
    after: tuple[str, ...] = ()
    late_refused: bool = True
    needs: tuple[str, ...] = ()  # facts that must be stated with the act
    waits: bool = False
    guard: Guard | None = None


@dataclass(frozen=True, slots=True)
class Procedure:
    """A table of acts. The first state is where every history begins; in a resting state the matter is over although
    an extraordinary act could open it again."""

    name: str
    first: str
    acts: tuple[Act, ...]
    resting: tuple[str, ...] = ()

    def act(self, name: str) -> Act:
        for act in self.acts:
            if act.name == name:
                return act
        names = ", ".join(dict.fromkeys(a.name for a in self.acts))
        sentence = _("{procedure}: there is no act {act}; there are {all}")
        raise Refused(sentence.format(procedure=_(self.name), act=name, all=names))

    @property
    def states(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys([self.first, *(a.target for a in self.acts)]))

    @property
    def final_states(self) -> tuple[str, ...]:
        """States in which the matter is over."""
        left = {source for act in self.acts for source in act.sources}
        return tuple(state for state in self.states if state not in left or state in self.resting)


def procedure(
    key: str,
    terms: Mapping[str, Term | None] = MappingProxyType({}),
    guards: Mapping[str, Guard] = MappingProxyType({}),
    persons: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
) -> Procedure:
    """A procedure of `texts/acts.toml`, with the terms that it names, the guards of its acts, and the persons for whom
    one word of the table stands."""

    def act(row: dict[str, Any]) -> Act:
        lists = {name: tuple(value) for name, value in row.items() if isinstance(value, list)}
        for name in ("by", "needs"):
            lists[name] = tuple(one for word in row.get(name, ()) for one in persons.get(word, (word,)))
        term = terms[row["term"]] if "term" in row else None
        return Act(**row | lists | {"term": term, "guard": guards.get(row["name"])})

    data = table("acts")[key]
    return Procedure(data["name"], data["first"], tuple(map(act, data["acts"])), tuple(data.get("resting", ())))


@dataclass(frozen=True, slots=True)
class Deed:
    """An act that was done: when, by whom, with which facts."""

    act: str
    at: datetime
    by: str = ""
    facts: tuple[tuple[str, Any], ...] = ()

    def fact(self, name: str) -> Any:
        return dict(self.facts).get(name)


@dataclass(frozen=True, slots=True)
class History:
    """What was done in one matter, oldest first; immutable, so that an earlier state can always be shown again."""

    procedure: Procedure
    entries: tuple[Deed, ...] = ()
    holidays: frozenset[date] = frozenset()

    @property
    def state(self) -> str:
        return self.procedure.act(self.entries[-1].act).target if self.entries else self.procedure.first

    @property
    def closed(self) -> bool:
        return self.state in self.procedure.final_states

    def last(self, *acts: str) -> Deed | None:
        """The latest entry of one of these acts (of any, if none is named)."""
        return next((e for e in reversed(self.entries) if not acts or e.act in acts), None)


Guard = Callable[[History, Deed], str]


def deadline(history: History, act: Act) -> datetime | None:
    """The last moment of an act, None where it has no limit or the limit has not begun to run."""
    start = history.last(*act.after)
    return act.term.last_moment(start.at, history.holidays) if act.term and start else None


def possible(history: History) -> tuple[Act, ...]:
    """The acts open in the present state."""
    return tuple(act for act in history.procedure.acts if history.state in act.sources)


def due(history: History) -> tuple[tuple[Act, datetime], ...]:
    """The open acts with a limit, nearest first; not those that must wait for its end."""
    dated = [(act, deadline(history, act)) for act in possible(history) if not act.waits]
    return tuple(sorted(((a, d) for a, d in dated if d is not None), key=lambda pair: pair[1]))


def perform(history: History, name: str, at: datetime, by: str = "", facts: dict[str, Any] | None = None) -> History:
    """The history with one more act; refused where the state, the person, the time or a missing fact forbids it."""
    act = history.procedure.act(name)
    entry = Deed(name, at, by, tuple(sorted((facts or {}).items())))
    why = _hindrance(history, act, entry)
    if why:
        raise Refused(why, article=act.article)
    return replace(history, entries=(*history.entries, entry))


def _hindrance(history: History, act: Act, entry: Deed) -> str:
    """Why an act cannot be done now; "" if it can."""
    if history.state not in act.sources:
        names = ", ".join(a.name for a in possible(history)) or "-"
        sentence = _("{act} is not open in the state {state}; open are: {all}")
        return sentence.format(act=act.name, state=_(history.state), all=names)
    if act.by and entry.by not in act.by:
        persons = " / ".join(_(person) for person in act.by)
        return _("{act} is for {persons}, not for {by}").format(act=act.name, persons=persons, by=entry.by or "-")
    last = history.last()
    if last and entry.at < last.at:
        sentence = _("{act} at {at} lies before {last} at {before}")
        return sentence.format(act=act.name, at=entry.at.isoformat(), last=last.act, before=last.at.isoformat())
    limit = deadline(history, act)
    if limit and act.waits and entry.at <= limit:
        return _("{act} must wait: the time limit runs until {limit}").format(act=act.name, limit=limit.isoformat())
    if limit and entry.at > limit and act.late_refused and not act.waits:
        return _("{act} came too late: the last moment was {limit}").format(act=act.name, limit=limit.isoformat())
    lacking = [fact for fact in act.needs if entry.fact(fact) in (None, "", [], False)]
    if lacking:
        return _("{act} needs {facts}").format(act=act.name, facts=", ".join(lacking))
    return act.guard(history, entry) if act.guard else ""


def replay(procedure: Procedure, entries: Collection[Deed], holidays: Collection[date] = ()) -> History:
    """A history from stored entries, each checked again."""
    history = History(procedure, (), frozenset(holidays))
    for entry in entries:
        history = perform(history, entry.act, entry.at, entry.by, dict(entry.facts))
    return history


def as_json(history: History, now: datetime | None = None) -> dict[str, Any]:
    """State, entries, open acts and deadlines; `now` adds whether a deadline has passed."""
    return {
        "procedure": history.procedure.name,
        "state": history.state,
        "closed": history.closed,
        "entries": [
            {"act": e.act, "at": e.at.isoformat(), "by": e.by, "facts": dict(e.facts)} for e in history.entries
        ],
        "possible": [
            {"act": a.name, "by": list(a.by), "article": a.article, "needs": list(a.needs)}
            | ({"not_before": d.isoformat()} if a.waits and (d := deadline(history, a)) else {})
            for a in possible(history)
        ],
        "due": [
            {"act": a.name, "latest": d.isoformat(), "article": a.article}
            | ({"overdue": now > d} if now is not None else {})
            for a, d in due(history)
        ],
    }


# -- for people: names of procedures, states and persons are English words, acts short names (`texts/procedures.toml`)


def said(word: str) -> str:
    """A procedure, a state or a person in the reader's language."""
    return _(word)


def act_said(act: str) -> str:
    """What an act is, in the reader's language."""
    return said(table("procedures")["acts"].get(act, act))


def person_named(text: str, persons: Iterable[str]) -> str:
    """The person of a procedure that a user names in English or in the language in use; unknown words stay."""
    wanted = text.strip().casefold()
    return next((p for p in persons if wanted in (p.casefold(), said(p).casefold())), text)
