"""`arbitro event`: create, configure, look at and close a tournament; stages; any command by its name."""

from __future__ import annotations

import json
import sys

import click

from arbitro.cli.common import answer_no, common_options, print_json, print_table
from arbitro.cli.event.common import command, confirmable, entrant, give, plain, section_of, settings_of, who
from arbitro.i18n import gettext_for

_ = gettext_for("desk_cli")


@command.command("list", help=_("The events of this database."))
@common_options
def list_(as_json: bool) -> None:
    from arbitro.desk import store
    from arbitro.desk.models import Event

    rows = []
    for event in Event.objects.order_by("-created"):
        for section in event.sections.all():
            state = store.state_of(section.pk)
            rows.append(
                (str(section), state.settings.name, len(state.entrants), len(state.rounds), state.settings.rounds)
            )
    if as_json:
        keys = ("event", "name", "players", "rounds_paired", "rounds")
        print_json({"events": [dict(zip(keys, row, strict=True)) for row in rows]})
    else:
        right = "right"
        print_table(
            "", [_("Event"), _("Name"), (_("Players"), right), (_("Paired"), right), (_("Rounds"), right)], rows
        )


@command.command("create", help=_("Create an event with one tournament; settings as NAME=VALUE (JSON values)."))
@click.argument("name")
@click.argument("settings", nargs=-1)
@click.option("--event", "event_slug", default="", help=_("Add the tournament to this event."))
@common_options
def create(name: str, settings: tuple[str, ...], event_slug: str, as_json: bool) -> None:
    from arbitro.desk.commands import Role
    from arbitro.desk.events import create_event, create_section
    from arbitro.desk.models import Event
    from arbitro.errors import Refused

    fields = {"name": name} | settings_of(settings)
    event = Event.objects.filter(slug=event_slug).first() if event_slug else None
    if event_slug and event is None:
        raise Refused(_("There is no event {slug}.").format(slug=event_slug))
    from django.db import transaction

    with transaction.atomic():
        event = event or create_event(name)
        section = create_section(event, fields, who=who(), role=Role.OWNER)
    if as_json:
        print_json({"event": str(section)})
    else:
        click.echo(str(section))


@command.command("show", help=_("Where a tournament stands."))
@click.argument("event")
@common_options
def show(event: str, as_json: bool) -> None:
    from arbitro.desk import store
    from arbitro.desk.commands.results import sign_of

    section = section_of(event)
    state = store.state_of(section.pk)
    current = state.current
    document = {
        "event": str(section),
        "name": state.settings.name,
        "number": state.number,
        "players": len(state.entrants),
        "rounds": state.settings.rounds,
        "rounds_paired": len(state.rounds),
        "missing_results": current.missing if current else 0,
        "published": current.published if current else False,
        "closed": state.closed,
        "fide_mode": state.fide_mode,
        "boards": [
            {
                "board": n,
                "white": state.numbers.get(b.white),
                "black": state.numbers.get(b.black),
                "result": sign_of(b),
            }
            for n, b in (current.boards.items() if current else ())
        ],
    }
    if as_json:
        print_json(document)
        return
    click.echo(
        _("{name}: {players} players, round {round} of {rounds}, {missing} results missing, journal #{number}").format(
            name=state.settings.name,
            players=len(state.entrants),
            round=len(state.rounds),
            rounds=state.settings.rounds,
            missing=document["missing_results"],
            number=state.number,
        )
    )
    if current:
        names = {id: f"{state.numbers.get(id, '?')} {e.name}" for id, e in state.entrants.items()}
        rows: list[tuple[object, ...]] = [
            (n, names.get(b.white, "–"), sign_of(b), names.get(b.black, "–")) for n, b in current.boards.items()
        ]
        if current.bye:
            rows.append(("", names[current.bye], _("bye"), ""))
        print_table("", [(_("Board"), "right"), _("White"), _("Result"), _("Black")], rows)


@command.command(
    "do", help=_('Give any command with its arguments as JSON: arbitro event do EVENT bye \'{"id": 3, "round": 2}\'.')
)
@click.argument("event")
@click.argument("name")
@click.argument("arguments", default="{}")
@confirmable
def do(event: str, name: str, arguments: str, confirm: int, why: str, as_json: bool) -> None:
    from arbitro.errors import Refused

    try:
        args = json.loads(sys.stdin.read() if arguments == "-" else arguments)
        assert isinstance(args, dict)
    except (ValueError, AssertionError) as error:
        raise Refused(
            _("The arguments are one JSON object, for example {example}.").format(example='{"round": 2}')
        ) from error
    give(event, name, args, confirm, why, as_json)


@command.command("configure", help=_("Change settings: NAME=VALUE (JSON values)."))
@click.argument("event")
@click.argument("settings", nargs=-1, required=True)
@confirmable
def configure(event: str, settings: tuple[str, ...], confirm: int, why: str, as_json: bool) -> None:
    give(event, "configure", {"changes": settings_of(settings)}, confirm, why, as_json)


@command.command("check", help=_("Check the settings against the competition rules: must, should, could."))
@click.argument("event")
@common_options
def check(event: str, as_json: bool) -> None:
    from arbitro.desk import store
    from arbitro.desk.advice import competition_report

    report = competition_report(store.state_of(section_of(event).pk))
    if as_json:
        print_json({"findings": [finding.to_json() for finding in report]})
    else:
        print_table("", [_("Level"), _("Rule"), _("What")], [(f.level, f.article, f.text) for f in report])
    if any(f.level == "must" for f in report):
        answer_no()


@command.command("lots", help=_("Draw the first colour (or the numbers) from a public sentence or dice."))
@click.argument("event")
@click.argument("sentence")
@click.option("--numbers", is_flag=True, help=_("Draw pairing numbers instead of the first colour."))
@confirmable
def lots(event: str, sentence: str, numbers: bool, confirm: int, why: str, as_json: bool) -> None:
    what = "numbers" if numbers else "colour"
    give(event, "lots", {"sentence": sentence, "what": what}, confirm, why, as_json)


@command.command("keep-apart", help=_("Groups never to be paired, for example 1,4 2,7,9; without groups: none."))
@click.argument("event")
@click.argument("groups", nargs=-1)
@confirmable
def keep_apart(event: str, groups: tuple[str, ...], confirm: int, why: str, as_json: bool) -> None:
    ids = [[entrant(event, player) for player in group.split(",")] for group in groups]
    give(event, "keep-apart", {"groups": ids}, confirm, why, as_json)


@command.command("advance", help=_("Enter the best of each tournament named first into the last one (groups, final)."))
@click.argument("sources", nargs=-1, required=True)
@click.argument("target")
@click.option("--places", type=int, required=True, help=_("How many qualify from each."))
@common_options
def advance(sources: tuple[str, ...], target: str, places: int, as_json: bool) -> None:
    from arbitro.desk.commands import Role
    from arbitro.desk.stages import advance_groups

    groups = [section_of(source) for source in sources]
    entry = advance_groups(groups, section_of(target), places, who=who(), role=Role.OWNER)
    if as_json:
        print_json({"number": entry.number, "players": entry.payload["players"]})
    else:
        click.echo(f"#{entry.number} " + ", ".join(row["player"]["name"] for row in entry.payload["players"]))


plain("leave-fide-mode", "leave-fide-mode", _("Leave FIDE mode, for ever; needs a reason and --confirm 4."))
plain("close", "close-event", _("Close the tournament: the results are final."))
plain("reopen", "reopen-event", _("Reopen a closed tournament, with a reason."))
