"""`arbitro case`: disciplinary cases, appeals, incidents and investigations as files with deadlines."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import date, datetime
from pathlib import Path
from typing import Any

import click

from arbitro.cli.common import Suggesting, answer_no, common_options, language_option, print_json, print_table
from arbitro.cli.reports import read_json, read_record, show_report
from arbitro.dates import add_years
from arbitro.errors import ArbitroError, cite
from arbitro.fairplay import investigation
from arbitro.fairplay.investigation import LIMITATION
from arbitro.i18n import gettext_for
from arbitro.officials import appeals, cases, incidents
from arbitro.officials.cases import Filing, Register, check_admissibility, may_read, published
from arbitro.officials.sanctions import Sanction, SanctionRegister, dsc_sanction_fault, edc_sanction_fault, in_force
from arbitro.outputs import write_whole
from arbitro.workflow import Deed, History, Procedure, act_said, perform, person_named, replay, said
from arbitro.workflow import as_json as document

_ = gettext_for("officials")

PROCEDURES = (
    "disciplinary", "corrective", "fast-track", "arbiters", "appeal", "incident", "fair-play", "fair-play-online",
)  # fmt: skip


def _procedure(name: str, deadline_min: int) -> Procedure:
    if name == "appeal":
        return appeals.appeal_procedure(deadline_min)
    others = {"incident": incidents.INCIDENT, "fair-play": investigation.OTB, "fair-play-online": investigation.ONLINE}
    table = cases.PROCEDURES | others
    if name not in table:
        raise ArbitroError(_("There is no procedure {name}; there are {all}.").format(
            name=name, all=", ".join(PROCEDURES)
        ))  # fmt: skip
    return table[name]


def _moment(text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
        if moment.tzinfo is not None:
            raise ValueError(text)
        return moment
    except (TypeError, ValueError) as error:
        raise ArbitroError(_("found {text!r}, expected a date, or a date with local time").format(text=text)) from error


def _minutes(value: Any) -> int:
    if not isinstance(value, int) or not 0 < value <= 100_000:
        raise ValueError(f"deadline_min {value!r}")
    return value


def _load(path: str) -> tuple[dict[str, Any], History]:
    data = read_json(path)
    try:
        procedure = _procedure(str(data["procedure"]), _minutes(data.get("deadline_min", 60)))
        entries = [
            Deed(str(e["act"]), _moment(e["at"]), str(e.get("by", "")), tuple(sorted(dict(e.get("facts", {})).items())))
            for e in data.get("entries", [])
        ]
        holidays = [date.fromisoformat(day) for day in data.get("holidays", [])]
    except (KeyError, TypeError, ValueError) as error:
        raise ArbitroError(_("{file} is not a case file ({reason})").format(file=path, reason=error)) from error
    return data, replay(procedure, entries, holidays)


def _show(history: History, as_json: bool, now: datetime | None = None) -> None:
    data = document(history, now)
    if as_json:
        print_json(data)
        return
    print(_("{procedure}: {state}").format(procedure=said(data["procedure"]), state=said(data["state"])))
    if data["entries"]:
        told = [(e["at"], act_said(e["act"]), said(e["by"]), ", ".join(f"{k}={v}" for k, v in e["facts"].items()))
                for e in data["entries"]]  # fmt: skip
        print_table("", (_("when"), _("act"), _("by"), ""), told)
    over = _("expired")
    limits = {d["act"]: d["latest"] + (f" ({over})" if d.get("overdue") else "") for d in data["due"]}
    waits = {a["act"]: _("after {limit}").format(limit=a["not_before"]) for a in data["possible"] if "not_before" in a}
    rows = [
        (a["act"], act_said(a["act"]), " / ".join(said(person) for person in a["by"]), ", ".join(a["needs"]),
         a["article"], limits.get(a["act"]) or waits.get(a["act"], ""))
        for a in data["possible"]
    ]  # fmt: skip
    if rows:
        columns = (_("act"), "", _("by"), _("facts"), _("article"), _("latest"))
        print_table(_("Possible next"), columns, rows)


@click.group(cls=Suggesting)
@language_option
def command() -> None: ...


@command.command("new", help=_("Start a case file."))
@click.argument("procedure", type=click.Choice(PROCEDURES))
@click.argument("file", type=click.Path(dir_okay=False))
@click.option("--deadline", "deadline_min", type=click.IntRange(min=1), default=60, help=_("Minutes for an appeal."))
@click.option("--holiday", "holidays", multiple=True, help=_("A public holiday of the appellant's country (ISO)."))
@common_options
def new(procedure: str, file: str, deadline_min: int, holidays: tuple[str, ...], as_json: bool) -> None:
    if Path(file).exists():
        raise ArbitroError(_("{file} exists already").format(file=file))
    free = [_moment(day).date().isoformat() for day in holidays]
    data = {"procedure": procedure, "deadline_min": deadline_min, "holidays": free, "entries": []}
    _write(file, data)
    _show(_load(file)[1], as_json)


def _write(path: str, data: dict[str, Any]) -> None:
    write_whole(path, json.dumps(data, ensure_ascii=False, indent=1) + "\n")


@command.command("act", help=_("Add an act to a case file; what a rule forbids is refused with its article."))
@click.argument("file", type=click.Path(exists=True, dir_okay=False))
@click.argument("act")
@click.option("--at", "at", required=True, help=_("When: 2023-06-15 or 2023-06-15T18:30."))
@click.option("--by", default="", help=_("Who acts."))
@click.option("--fact", "facts", multiple=True, help=_("KEY=VALUE, as often as needed."))
@common_options
def act(file: str, act: str, at: str, by: str, facts: tuple[str, ...], as_json: bool) -> None:
    data, history = _load(file)
    stated = {}
    for fact in facts:
        key, sign, value = fact.partition("=")
        if not sign or not key:
            raise ArbitroError(_("found {fact!r}, expected KEY=VALUE").format(fact=fact))
        stated[key] = value
    history = perform(history, act, _moment(at), person_named(by, history.procedure.act(act).by), stated)
    entry = history.entries[-1]
    data.setdefault("entries", []).append(
        {"act": entry.act, "at": entry.at.isoformat(), "by": entry.by, "facts": dict(entry.facts)}
    )
    _write(file, data)
    _show(history, as_json)


@command.command("show", help=_("State, acts done, acts possible and deadlines of a case file."))
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option("--now", help=_("A moment: deadlines before it are marked as passed."))
@common_options
def show(file: str, now: str | None, as_json: bool) -> None:
    _show(_load(file)[1], as_json, _moment(now) if now else None)


@command.command("check", help=_("Admissibility of a complaint (JSON): standing, scope, offences, limitation."))
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@common_options
def check(file: str, as_json: bool) -> None:
    show_report(check_admissibility(read_record(Filing, file)), as_json)


@command.command("sanction", help=_("Whether a body may impose a sanction (JSON)."))
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option("--body", type=click.Choice(("EDC", "DSC")), default="EDC", help=_("The body that decides."))
@click.option("--repeat", is_flag=True, help=_("Not the first offence."))
@common_options
def sanction(file: str, body: str, repeat: bool, as_json: bool) -> None:
    proposed = read_record(Sanction, file)
    fault = dsc_sanction_fault(proposed, repeat=repeat) if body == "DSC" else edc_sanction_fault(proposed)
    if as_json:
        print_json({"allowed": fault is None, "reason": fault})
    else:
        print(_("Allowed.") if fault is None else _("Not allowed: {reason}").format(reason=fault))
    if fault:
        answer_no()


@command.command("in-force", help=_("What stands against somebody on a day, by a register of sanctions (JSON)."))
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option("--person", required=True, help=_("FIDE ID."))
@click.option("--on", "day", required=True, help=_("A day: 2026-06-15."))
@click.option("--scope", type=click.Choice(("otb", "online")), default="otb", help=_("Over the board, or online."))
@common_options
def standing(file: str, person: str, day: str, scope: str, as_json: bool) -> None:
    found = in_force(read_record(SanctionRegister, file).measures, person, _moment(day).date(), scope)
    rows = [
        {"type": m.type.value, "start": m.start.isoformat(), "end": m.end.isoformat() if m.end else None,
         "body": m.body, "decision": m.decision}
        for m in found
    ]  # fmt: skip
    if as_json:
        print_json({"person": person, "free": not rows, "measures": rows})
    elif rows:
        columns = (_("sanction"), _("from"), _("until"), _("deciding body"), _("decision"))
        table = [(r["type"], r["start"], r["end"] or _("for life"), r["body"], r["decision"]) for r in rows]
        print_table(person, columns, table)
    else:
        print(_("Nothing stands against {person}.").format(person=person))
    if rows:
        answer_no()


@command.command("register", help=_("Decisions (JSON) as the public sees them, or as a reader may see them."))
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option("--reader", help=_("Who reads: party, Secretariat, EDC, DSC, ARB, FPL, federation …"))
@common_options
def register(file: str, reader: str | None, as_json: bool) -> None:
    decisions = read_record(Register, file).decisions
    if reader is None:
        shown = [public for public in map(published, decisions) if public is not None]
    else:
        full = (asdict(decision) for decision in decisions if may_read(decision, reader))
        shown = [one | {"date": one["date"].isoformat()} for one in full]
    if as_json:
        print_json({"decisions": shown, "withheld": len(decisions) - len(shown)})
        return
    rows = [(d["number"], d["date"], d["body"], d["respondent"], ", ".join(d["offences"]), d["outcome"]) for d in shown]
    columns = (_("number"), _("date"), _("deciding body"), _("respondent"), _("offences"), _("outcome"))
    print_table("", columns, rows)


@command.command("deadlines", help=_("The last days that follow from a date: appeal, review, submissions, limitation."))
@click.argument("day")
@click.option("--holiday", "holidays", multiple=True, help=_("A public holiday of the appellant's country (ISO)."))
@common_options
def deadlines(day: str, holidays: tuple[str, ...], as_json: bool) -> None:
    start = _moment(day).date()
    free = [_moment(h).date() for h in holidays]
    modes = {"otb": _("over the board"), "online": _("online")}
    rows = [
        ("appeal_edc", _("appeal to the appeal chamber or the CAS"), "Code 17", cases.edc_appeal_latest(start, free)),
        ("review", _("review of a corrective or fast-track decision"), "Code 10.21", cases.review_latest(start)),
        ("appeal_dsc", _("appeal against a decision of the DSC"), "B.06.5A 6", cases.dsc_appeal_latest(start)),
        ("copy_dsc", _("copy of a decision of the DSC"), "B.06.5A 5", cases.dsc_decision_copy_latest(start)),
        ("limit_5", _("complaint: fraud, corruption, cheating"), "Code 5.1 e", add_years(start, 5)),
        ("limit_3", _("complaint: other acts"), "Code 5.1 e", add_years(start, 3)),
        *((f"fpl_{mode}", _("Fair Play Commission ({mode})").format(mode=modes[mode]), "IV", term.last_day(start))
          for mode, term in LIMITATION.items()),
    ]  # fmt: skip
    if as_json:
        print_json(
            {"from": start.isoformat(), "latest": {key: last.isoformat() for key, _text, _article, last in rows}}
        )
    else:
        days = (_("Mon"), _("Tue"), _("Wed"), _("Thu"), _("Fri"), _("Sat"), _("Sun"))
        table = [(text, cite(article), f"{days[last.weekday()]} {last}") for _key, text, article, last in rows]
        print_table(_("From {day}").format(day=start), (_("act"), _("article"), _("latest")), table)
