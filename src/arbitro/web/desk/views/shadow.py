"""Shadow mode: the same event in another program; its file after each round, compared, and a way to switch over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import chain, count, groupby
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _

from arbitro import swiss
from arbitro.desk import store
from arbitro.desk.events import LONGEST_NAME
from arbitro.desk.importing import Discrepancy, compare, is_another
from arbitro.desk.models import Event
from arbitro.desk.snapshot import snapshot
from arbitro.desk.sorting import stranger
from arbitro.desk.switching import switch
from arbitro.desk.tables import places
from arbitro.errors import ArbitroError, Refused
from arbitro.files.forms import content
from arbitro.files.trf import write
from arbitro.model import Tournament, remarks
from arbitro.swiss import checker, general, tracing
from arbitro.web.desk.views.common import Desk, at_desk

LARGEST = 8 << 20
MOST_REASONS = 6  # of a round
MOST_TRIES = 300  # of earlier results, looking for one that was another when a round was paired


class Called(int):
    """A pairing number that is spoken with the player's name: the engine counts with it, its sentences name people."""

    name: str

    @classmethod
    def of(cls, number: int, name: str) -> Called:
        made = cls(number)
        made.name = name
        return made

    def __str__(self) -> str:
        return f"{int(self)} {self.name}"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


def called(event: Tournament) -> Tournament:
    """The same tournament, whose numbers are spoken with names."""
    return replace(event, players=tuple(replace(p, number=Called.of(p.number, p.name)) for p in event.players))


@at_desk
def shadow(desk: Desk) -> HttpResponse:
    """A file of the other program against the tournament here, round by round."""
    upload = desk.request.FILES.get("file")
    if desk.request.method != "POST" or upload is None:
        return desk.render("desk/shadow.html")
    if (upload.size or 0) > LARGEST:
        raise Refused(_("The file is larger than {n} MB.").format(n=LARGEST >> 20))
    data = upload.read()
    try:
        held = content(data, upload.name or "")
    except ArbitroError as error:
        told = stranger(upload.name or "", data)
        return desk.render("desk/shadow.html", {"error": f"{upload.name}: {told}" if told else str(error)}, status=400)
    if is_another(store.tournament_of(desk.section.pk), held.tournament):
        told = _("{file} is another tournament: most of its players are not in this one.").format(file=upload.name)
        return desk.render("desk/shadow.html", {"error": told}, status=400)
    return desk.render("desk/shadow.html", {"name": upload.name, **_compared(desk, held.tournament)})


def _compared(desk: Desk, there: Tournament) -> dict[str, Any]:
    state, here = desk.state, store.tournament_of(desk.section.pk)
    ours = {} if state.teams or not state.rounds else places(state, here)
    by_round = {k: list(rows) for k, rows in groupby(compare(here, there, ours), key=lambda one: one.round)}
    checked = checker.check(there).differences if there.system.is_swiss and not there.teams else ()
    otherwise = {one.round: one for one in checked}
    names = {p.number: p.name for p in here.players} | {p.number: p.name for p in there.players}
    rounds = range(1, max(here.rounds_paired, there.rounds_paired) + 1)
    over = switch(there, here, state.settings)
    return {
        "players": [(d.here, d.there) for d in by_round.get(0, [])],
        "rounds": [
            {
                "number": k,
                "here": k <= here.rounds_paired,
                "there": k <= there.rounds_paired,
                "rows": [(_what(d), _named(d.here, names), _named(d.there, names)) for d in by_round.get(k, [])],
                "otherwise": k in otherwise and _otherwise(there, otherwise[k], names),
                "reasons": _reasons(desk, k, by_round.get(k, [])),
            }
            for k in rounds
        ],
        "agree": not by_round and not otherwise and here.rounds_paired == there.rounds_paired,
        "tiebreaks": there.info.tie_breaks,
        "ranks": any(d.what == "rank" for rows in by_round.values() for d in rows),
        "over": over,
        "text": write(over.tournament, 26),
        "new_name": _free_name(there.info.name or state.settings.name),
    }


def _free_name(name: str) -> str:
    """A name for the event that goes on here, told apart from the one that was compared and from all others."""
    first = _("{name} (switched over)").format(name=name[: LONGEST_NAME - 40])
    taken = set(Event.objects.filter(name__startswith=first).values_list("name", flat=True))
    return next(one for one in chain([first], (f"{first} {n}" for n in count(2))) if one not in taken)


def _what(one: Discrepancy) -> str:
    words = {"pairing": _("pairing"), "result": _("result"), "score": _("points"), "rank": _("Rank")}
    return words.get(one.what, one.what)


def _named(text: str, names: Mapping[int, str]) -> str:
    """`3-7` and `3 =` with the names of the players."""

    def one(number: str) -> str:
        return f"{number} {names.get(int(number), '')}".strip() if number.isdecimal() else number

    number, blank, rest = text.partition(" ")
    return f"{one(number)}: {rest.strip() or '–'}" if blank else " – ".join(map(one, text.split("-")))


def _reasons(desk: Desk, k: int, rows: list[Discrepancy]) -> list[str]:
    """Why our engine paired as it did, for the pairs that differ, as the desk knew things then."""
    pairs = {frozenset(int(n) for n in one.here.split("-") if n.isdecimal()) for one in rows if one.what == "pairing"}
    if not pairs or k > len(desk.state.rounds) or not desk.state.settings.system.is_swiss:
        return []
    state = store.state_at(desk.section.pk, desk.state.round(k).paired_at - 1)
    try:
        reasons = swiss.pair_round(called(snapshot(state)), options=state.settings.options).account.explained()
    except ArbitroError:
        return []
    return [one.sentence for one in reasons if frozenset(filter(None, one.pair)) in pairs][:MOST_REASONS]


def _otherwise(there: Tournament, wrong: remarks.Difference, names: Mapping[int, str]) -> dict[str, Any]:
    """A round of the file that our engine pairs otherwise from the file's own results: both pairings, and why."""

    def told(pairs: Any) -> list[str]:
        return [f"{a} {names[a]} – {b} {names[b]}" if b else f"{a} {names[a]} – {_('bye')}" for a, b in pairs]

    event = called(replace(there, first_colour=general.first_colour(there)))
    try:
        account = swiss.pair_round(checker.as_known(event, wrong.round).before_pairing(wrong.round)).account
        ours = {frozenset(pair): pair for pair in wrong.computed}
        why = [
            next((r.sentence for r in account.explained() if frozenset(r.pair) == frozenset(pair)), "")
            if frozenset(pair) in ours  # the same players, colours the other way round
            else account.why_not(*(event.player(n).number for n in pair if n))
            for pair in wrong.recorded
            if pair[1]
        ]
    except ArbitroError as error:
        why = [str(error)]
    cause = tracing.trace(event, wrong.round, tries=MOST_TRIES)
    causes = cause.sentences(lambda n: f"{int(n)} {names[n]}") if cause else ()
    sentences = [*causes, *(text for text in why if text)][:MOST_REASONS]
    return {"here": told(wrong.computed), "there": told(wrong.recorded), "why": sentences}
