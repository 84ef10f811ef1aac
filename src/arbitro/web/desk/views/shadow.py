"""Shadow mode: the same event in another program; its file after each round, compared, and a way to switch over."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _

from arbitro import swiss
from arbitro.desk import store
from arbitro.desk.importing import Discrepancy, compare
from arbitro.desk.tables import places
from arbitro.errors import ArbitroError, Refused
from arbitro.files.forms import content
from arbitro.files.trf import write
from arbitro.model import Tournament, remarks
from arbitro.swiss import checker, general
from arbitro.web.desk.views.common import Desk, at_desk
from arbitro.web.figures import reasons_of

LARGEST = 8 << 20


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
        return desk.render("desk/shadow.html", {"error": str(error)}, status=400)
    return desk.render("desk/shadow.html", {"name": upload.name, **_compared(desk, held.tournament)})


def _compared(desk: Desk, there: Tournament) -> dict[str, Any]:
    state, here = desk.state, store.tournament_of(desk.section.pk)
    ours = {} if state.teams or not state.rounds else places(state, here)
    by_round = {k: list(rows) for k, rows in groupby(compare(here, there, ours), key=lambda one: one.round)}
    checked = checker.check(there).differences if there.system.is_swiss and not there.teams else ()
    otherwise = {one.round: one for one in checked}
    names = {p.number: p.name for p in here.players} | {p.number: p.name for p in there.players}
    rounds = range(1, max(here.rounds_paired, there.rounds_paired) + 1)
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
        "text": write(there, 26),
    }


def _what(one: Discrepancy) -> str:
    words = {"pairing": _("pairing"), "result": _("result"), "score": _("points"), "rank": _("Rank")}
    return words.get(one.what, one.what)


def _named(text: str, names: dict[int, str]) -> str:
    """`3-7` and `3 =` with the names of the players."""

    def one(number: str) -> str:
        return f"{number} {names.get(int(number), '')}".strip() if number.isdecimal() else number

    number, blank, rest = text.partition(" ")
    return f"{one(number)}: {rest.strip() or '–'}" if blank else " – ".join(map(one, text.split("-")))


def _reasons(desk: Desk, k: int, rows: list[Discrepancy]) -> list[str]:
    """Why our engine paired as it did, for the pairs that differ: at most six."""
    if k > len(desk.state.rounds) or not any(one.what == "pairing" for one in rows):
        return []
    pairs = {frozenset(int(n) for n in one.here.split("-") if n.isdecimal()) for one in rows if one.what == "pairing"}
    reasons = reasons_of(desk.section.pk, desk.state, k)
    return [str(reasons[pair].sentence) for pair in sorted(pairs, key=sorted) if pair in reasons][:6]


def _otherwise(there: Tournament, wrong: remarks.Difference, names: dict[int, str]) -> dict[str, Any]:
    """A round of the file that our engine pairs otherwise from the file's own results: both pairings, and why."""

    def told(pairs: Any) -> list[str]:
        return [f"{a} {names[a]} – {b} {names[b]}" if b else f"{a} {names[a]} – {_('bye')}" for a, b in pairs]

    event = replace(there, first_colour=general.first_colour(there))
    try:
        account = swiss.pair_round(checker.as_known(event, wrong.round).before_pairing(wrong.round)).account
        ours = {frozenset(pair): pair for pair in wrong.computed}
        why = [
            next((str(r.sentence) for r in account.explained() if frozenset(r.pair) == frozenset(pair)), "")
            if frozenset(pair) in ours  # the same players, colours the other way round
            else account.why_not(*pair)
            for pair in wrong.recorded
            if pair[1]
        ]
    except ArbitroError as error:
        why = [str(error)]
    return {"here": told(wrong.computed), "there": told(wrong.recorded), "why": [text for text in why if text][:6]}
