"""What the parts of `arbitro event` share: the group, the database, giving a command and saying what was written."""

from __future__ import annotations

import getpass
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from arbitro.cli.common import Suggesting, answer_no, common_options, print_json, print_table, right
from arbitro.i18n import gettext_for
from arbitro.records import is_whole

if TYPE_CHECKING:
    from arbitro.desk.commands import Caution
    from arbitro.desk.importing import Discrepancy
    from arbitro.desk.models import Event, Section
    from arbitro.desk.roles import NeedsConfirmation

_ = gettext_for("cli")
F = TypeVar("F", bound=Callable[..., Any])


class DeskCommand(click.Command):
    """A command that finds the database ready; its help needs none."""

    def invoke(self, ctx: click.Context) -> Any:
        from arbitro import desk

        desk.setup()
        from django.db import DatabaseError

        try:
            return super().invoke(ctx)
        except DatabaseError as error:
            raise desk.unusable(error) from error


class DeskGroup(Suggesting):
    """A group of such commands."""

    command_class = DeskCommand


@click.group(cls=DeskGroup)
def command() -> None: ...


def section_of(path: str) -> Section:
    """The tournament that EVENT names."""
    from arbitro.desk.events import find_section

    return find_section(path)


def say_owner(event: Event) -> None:
    """Who will find a new event on the site, on stderr."""
    owner = event.members.filter(role="owner").select_related("user").first()
    if owner is None:
        sentence = _("On the site it will belong to the first account: arbitro serve says how to make it.")
        click.echo(sentence, err=True)
    else:
        click.echo(_("On the site it belongs to {name}.").format(name=owner.user.username), err=True)


def print_differences(differences: Sequence[Discrepancy], names: Mapping[int, str]) -> None:
    """What two sides say differently, with the names of the players."""
    what = {"player": _("player"), "pairing": _("pairing"), "result": _("result"), "score": _("points"),
            "rank": _("Rank")}  # fmt: skip

    def named(text: str) -> str:
        number, _blank, rest = text.partition(" ")
        known = rest and is_whole(number) and names.get(int(number), "")
        return f"{number} {known}: {rest}" if known and known != rest else text

    rows = [(d.round or "", what.get(d.what, d.what), named(d.here), named(d.there)) for d in differences]
    print_table("", [*right(_("Round")), _("What"), _("Here"), _("There")], rows)


def who() -> str:
    """In whose name the journal is written: the user of this machine."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "cli"


def to_write_in(path: str) -> Section:
    """The tournament that a command is about to write in; damage that was accepted is said again each time."""
    from arbitro.desk import store

    section = section_of(path)
    if (found := store.broken(section.pk)) and store.state_of(section.pk).accepted_damage == found.number:
        click.echo(_("The journal is damaged: {what}. It goes on, as was decided.").format(what=found), err=True)
    return section


def give(path: str, name: str, args: dict[str, Any], confirm: int, why: str, as_json: bool) -> None:
    """Give one command and say what was written."""
    give_all(path, [(name, args)], confirm, why, as_json)


def give_all(path: str, commands: Sequence[tuple[str, dict[str, Any]]], confirm: int, why: str, as_json: bool) -> None:
    """Give commands one after the other and say what was written; as JSON one document, whatever happens."""
    from arbitro.desk import store
    from arbitro.desk.commands import Role
    from arbitro.desk.words import describe

    section = to_write_in(path)
    written: list[dict[str, Any]] = []
    try:
        for name, args in commands:
            notes: list[Caution] = []
            entry = store.execute(
                section.pk, name, args, who=who(), role=Role.OWNER, confirm=confirm, why=why, tell=notes.append
            )
            said = [str(note) for note in notes]
            written.append({"number": entry.number, "kind": entry.kind, "payload": entry.payload, "at": entry.at,
                            "notes": said})  # fmt: skip
            if not as_json:
                what = describe(entry, store.state_of(section.pk))
                click.echo("\n  ".join([f"#{entry.number} {what}", *said]))
    except store.NeedsConfirmation as question:
        unanswered(question)
    finally:
        if as_json and written:
            print_json(written[0] if len(commands) == 1 else {"entries": written})


def unanswered(question: NeedsConfirmation) -> NoReturn:
    """Say what a command warns of and how it is confirmed; the answer is no."""
    text = _("{text} Say --confirm {level} to go on.")
    click.echo(text.format(text=str(question), level=int(question.level)), err=True)
    answer_no()


def confirmable(function: F) -> F:
    """The options of every command that writes: --confirm, --why, --json, --lang."""
    function = click.option(
        "--confirm", type=click.IntRange(0, 4), default=0, help=_("Confirm warnings up to a level.")
    )(function)
    function = click.option("--why", default="", help=_("The reason, kept in the journal."))(function)
    return common_options(function)


def entrant(path: str, name: str) -> int:
    """An entrant id from what was typed: a pairing number, the whole name where one only has it, or id:7."""
    from arbitro.desk import store
    from arbitro.errors import Refused

    state = store.state_of(section_of(path).pk)
    if name.startswith("id:") and is_whole(name[3:]):
        return int(name[3:])
    for id, number in state.numbers.items():
        if is_whole(name) and int(name) == number:
            return id
    named = [e.id for e in state.entrants.values() if e.name.casefold() == name.casefold()]
    if len(named) == 1:
        return named[0]
    raise Refused(_("There is no player {name}; use a pairing number, the whole name, or id:7.").format(name=name))


def settings_of(words: Sequence[str]) -> dict[str, Any]:
    """NAME=VALUE pairs; values are JSON, or else plain text (lists of words may have commas)."""
    from arbitro.errors import FileError, Refused
    from arbitro.records import loads

    fields: dict[str, Any] = {}
    for word in words:
        key, sign, value = word.partition("=")
        if not sign:
            raise Refused(_("{text}: settings are written NAME=VALUE.").format(text=word))
        try:
            fields[key] = loads(value)
        except FileError:
            fields[key] = value.split(",") if key in ("tiebreaks", "keep_apart", "rating_lists") else value
    return fields
