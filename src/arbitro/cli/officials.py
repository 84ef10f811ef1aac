"""`arbitro officials`: arbiters' titles, categories and appointments, checks of an event, forms and checklists.
`arbitro online`: the set-up of an online or hybrid event, what differs, and rulings."""

from __future__ import annotations

from typing import Any

import click

from arbitro import words
from arbitro.cli.common import Suggesting, answer_no, common_options, language_option, print_json, print_table
from arbitro.cli.reports import read_json, read_record, show_report
from arbitro.dates import parse_date
from arbitro.errors import cite
from arbitro.i18n import gettext_for, ngettext_for
from arbitro.officials import applications, appointments, arbiters, categories, training
from arbitro.officials.appointments import suggested_arbiters, suggested_school_arbiters
from arbitro.officials.checklists import Phase
from arbitro.officials.checklists import checklist as items_of
from arbitro.officials.competition import EventSettings, check_event
from arbitro.officials.expiry import ArbiterFile, expiries
from arbitro.officials.forms import fill
from arbitro.officials.licences import LICENCES_2013
from arbitro.officials.licences import fees as fee_table
from arbitro.officials.online import OnlineEvent, check_online, differences, flag_fall_result

ngettext_ = ngettext_for("officials")

_ = gettext_for("officials")

KINDS = ("fa", "ia", "upgrade", "lecturer", "appointments")
PHASES = ("before_event", "before_round", "during_round", "after_round", "after_event")
FEATURES = ("rated", "titles", "swiss", "team", "school", "disabled", "online")


@click.group(cls=Suggesting)
@language_option
def command() -> None: ...


@command.command("check", help=_("Check an application, an upgrade, a lecturer or the arbiters of an event (JSON)."))
@click.argument("kind", type=click.Choice(KINDS))
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option("--open", "open_only", is_flag=True, help=_("Only what is not met or not stated."))
@common_options
def check(kind: str, file: str, open_only: bool, as_json: bool) -> None:
    checks: dict[str, tuple[type[Any], Any]] = {
        "fa": (arbiters.Application, applications.check_fa_application),
        "ia": (arbiters.Application, applications.check_ia_application),
        "upgrade": (categories.Upgrade, categories.check_upgrade),
        "lecturer": (training.Trainee, training.check_lecturer),
        "appointments": (appointments.Appointment, appointments.check_appointments),
    }
    record, function = checks[kind]
    show_report(function(read_record(record, file)), as_json, all_lines=not open_only)


@command.command("event-check", help=_("Check the settings of an event (JSON): what must, should and could be better."))
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option("--open", "open_only", is_flag=True, help=_("Only what is not met or not stated."))
@common_options
def event_check(file: str, open_only: bool, as_json: bool) -> None:
    show_report(check_event(read_record(EventSettings, file)), as_json, all_lines=not open_only)


@command.command("norm", help=_("Which arbiter norms an event gives (JSON), and how many certificates."))
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@common_options
def norm(file: str, as_json: bool) -> None:
    event = read_record(arbiters.NormEvent, file)
    fa, ia = arbiters.fa_norm_route(event), arbiters.ia_norm_route(event)
    limit: int | str | None = "unspecified"
    if event.level is not None and event.players is not None:
        try:
            limit = arbiters.certificate_limit(event.level, event.system, event.players)
        except LookupError:
            limit = "unspecified"
    if as_json:
        print_json({"fa_route": fa, "ia_route": ia, "certificates": limit})
    else:
        words: dict[object, object] = {None: _("no limit"), "unspecified": _("not stated by the rules")}
        rows = [
            (_("FIDE Arbiter norm"), (fa or _("no norm")).removeprefix("ARB-T")),
            (_("International Arbiter norm"), (ia or _("no norm")).removeprefix("ARB-T")),
            (_("certificates"), words.get(limit, limit)),
        ]
        print_table(event.name, ("", _("article")), rows)
    if fa is None and ia is None:
        answer_no()


@command.command("form", help=_("Fill a form (FA1, FA2, IA1, IA2, IA3, APR) from JSON; empty fields are named."))
@click.argument("name")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@common_options
def form(name: str, file: str, as_json: bool) -> None:
    filled = fill(name.upper(), read_json(file))
    if as_json:
        print_json(filled.as_json())
    else:
        rows = [(label, "" if value is None else value) for _key, label, value in filled.rows]
        print_table(f"{filled.name}: {filled.purpose}", (_("field"), ""), rows)
        if filled.missing:
            print(_("Still empty: {fields}").format(fields=", ".join(filled.missing)))
    if filled.missing:
        answer_no()


@command.command("checklist", help=_("The arbiter's checklist for a phase of the event."))
@click.option("--phase", type=click.Choice(PHASES), help=_("The phase (default: all)."))
@click.option("--with", "features", type=click.Choice(FEATURES), multiple=True, help=_("What the event has."))
@common_options
def checklist(phase: str | None, features: tuple[str, ...], as_json: bool) -> None:
    items = items_of(Phase(phase) if phase else None, features)
    if as_json:
        keys = ("key", "phase", "text", "article", "level")
        print_json({"items": [{key: str(getattr(item, key)) for key in keys} for item in items]})
        return
    levels = {"must": _("must"), "should": _("should"), "could": _("could")}
    phases = {"before_event": _("before the event"), "before_round": _("before a round"),
              "during_round": _("during a round"), "after_round": _("after a round"),
              "after_event": _("after the event")}  # fmt: skip
    rows = [("☐", phases[i.phase.value], levels[i.level.value], i.text, cite(i.article)) for i in items]
    print_table("", ("", _("phase"), _("level"), _("what"), _("article")), rows)


@command.command("expiry", help=_("What runs out in an arbiter's file (JSON), and when: norms, seminar, activity."))
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option("--on", "day", required=True, help=_("The day to look from: 2026-06-15."))
@common_options
def expiry(file: str, day: str, as_json: bool) -> None:
    today = parse_date(day)
    record = read_record(ArbiterFile, file)
    found = expiries(record)
    if as_json:
        print_json({"name": record.name, "on": today.isoformat(), "expiries": [e.as_json(today) for e in found]})
    else:
        over = _("expired")
        rows = [
            (e.last_day, over if e.passed(today) else _days_left((e.last_day - today).days), e.what,
             cite(e.article))
            for e in found
        ]  # fmt: skip
        print_table(record.name, (_("last day"), "", _("what"), _("article")), rows)
    if any(e.passed(today) for e in found):
        answer_no()


@command.command("staff", help=_("How many arbiters general practice suggests."))
@click.argument("players", type=click.IntRange(min=1))
@click.option("--school", is_flag=True, help=_("A school event: one for 30 players."))
@click.option("--rooms", type=click.IntRange(min=1), default=1, help=_("How many rooms are played in."))
@common_options
def staff(players: int, school: bool, rooms: int, as_json: bool) -> None:
    suggested = suggested_arbiters(players)
    least, most = max(suggested.arbiters_min, rooms), max(suggested.arbiters_max, rooms)
    if school:
        least = most = suggested_school_arbiters(players, rooms)
    if as_json:
        print_json({"chief": 1, "deputy": 1, "arbiters_min": least, "arbiters_max": most})
    else:
        arbiters = words.count(most, "arbiter", shown="" if least == most else f"{least}-{most}")
        print(_("A chief arbiter, a deputy, and {arbiters}.").format(arbiters=arbiters))


@command.command("fees", help=_("The fees and licences that the texts name."))
@common_options
def fees(as_json: bool) -> None:
    licences = {f"{title} {category or ''}".strip(): eur for (title, category), eur in LICENCES_2013.items()}
    if as_json:
        keys = ("name", "eur", "payer", "article", "refunded")
        print_json({"fees": [{k: getattr(fee, k) for k in keys} for fee in fee_table()], "licences_2013": licences})
        return
    print_table(_("Fees in euros"), (_("fee"), ("€", "right"), _("payer"), _("article")),
                [(fee.name, fee.eur, fee.payer, cite(fee.article)) for fee in fee_table()])  # fmt: skip
    title = _("Licences of 2013 in euros (today's amounts: FIDE's financial regulations)")
    print(title)
    print_table("", (_("rank"), ("€", "right")), licences.items())


def _days_left(n: int) -> str:
    return ngettext_("{n} day left", "{n} days left", n).format(n=n)


# -- online and hybrid events


@click.group(cls=Suggesting)
@language_option
def online() -> None: ...


@online.command("check", help=_("Check the set-up of an online or hybrid event (JSON)."))
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option("--open", "open_only", is_flag=True, help=_("Only what is not met or not stated."))
@common_options
def check_online_event(file: str, open_only: bool, as_json: bool) -> None:
    show_report(check_online(read_record(OnlineEvent, file)), as_json, all_lines=not open_only)


@online.command("differences", help=_("What differs from over-the-board play."))
@common_options
def what_differs(as_json: bool) -> None:
    rows = differences()
    if as_json:
        print_json({"differences": rows})
    else:
        columns = ("", _("over the board"), _("supervised"), _("hybrid"), _("articles"))
        print_table("", columns, [tuple(row.values()) for row in rows])


@online.command("flag", help=_("The result after a flag fall: a draw only if the opponent cannot mate at all."))
@click.argument("fen")
@click.argument("fell", type=click.Choice(("white", "black")))
@common_options
def flag(fen: str, fell: str, as_json: bool) -> None:
    result = flag_fall_result(fen, fell)
    if as_json:
        print_json({"result": result, "article": "E.04 4.5"})
    else:
        print(result or _("Not decided within the budget: the arbiter judges."))
