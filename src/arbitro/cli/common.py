"""What all commands share: JSON or text output, the common options, tables for people."""

from __future__ import annotations

import errno
import json
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from os import PathLike, fspath
from os.path import dirname, isdir, isfile
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from arbitro.cli.terminal import shows, suited
from arbitro.errors import ArbitroError, FileError, meant
from arbitro.i18n import LANGUAGES, N_, gettext_for

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from arbitro.model import Tournament

_ = gettext_for("cli")
F = TypeVar("F", bound=Callable[..., Any])
NEED_ROUNDS = ("standings", "crosstable", "rate", "norms")  # a list of players is no input for these
Columns = Sequence[str | tuple[str, str]]  # headings, or (heading, "right" | "left" | "center")


class Suggesting(click.Group):
    """A group of commands that says, of a command it does not have, which one was probably meant."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if not name.startswith("-") and self.get_command(ctx, name) is None:
            from difflib import get_close_matches

            from arbitro.texts import table

            if isfile(name):
                from arbitro.cli.strangers import whose

                raise click.UsageError(whose(name))
            sentence = _("There is no command {name}.").format(name=name)
            habits = table("words")["written"]
            word = next(iter(get_close_matches(name.casefold(), habits, n=1, cutoff=0.8)), "")
            known = self.list_commands(ctx)
            raise click.UsageError(sentence + (meant(habits.get(word, ""), known) or meant(name, known)), ctx)
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command, whose help ends with its example."""
        command = super().get_command(ctx, cmd_name)
        return command and with_example(command, f"{ctx.command_path} {cmd_name}".partition(" ")[2])


def with_example(command: click.Command, path: str) -> click.Command:
    """A command whose help ends with the example of the table; a group has none of its own."""
    spell(command)
    for option in command.params:
        if isinstance(option, click.Option) and option.default == "":
            option.show_default = False  # nothing said is nothing to show
    if not isinstance(command, click.Group):
        setattr(command, "format_epilog", lambda _ctx, formatter: _write_example(path, formatter))  # noqa: B010
    return command


ARGUMENTS = {  # the words of usage lines for what is to be written; FEN, N and the like are the same everywhere
    N_("ABOUT"), N_("ACT"), N_("ARGUMENTS"), N_("AT"), N_("BLACK"), N_("BLACK_MOVES"), N_("BOARD"), N_("BOARDS"),
    N_("CASE"), N_("CHALLENGER"), N_("CONTROL"), N_("DAY"), N_("DECISION"), N_("ENTRY"), N_("EVENT"), N_("FIELDS"),
    N_("FILE"), N_("FILES"), N_("FIRST"), N_("FOLDER"), N_("GAMES"), N_("GROUPS"), N_("IN"), N_("INCIDENT"), N_("ITEM"),
    N_("KEY"), N_("LIST"), N_("MOVES"), N_("NAME"), N_("OPPONENT"), N_("OUT"), N_("OUTPUT"), N_("PAIRS"), N_("PAPER"),
    N_("PLACE"), N_("PLAN"), N_("PLAYER"), N_("PLAYERS"), N_("RESULT"), N_("RESULTS"), N_("ROUND"), N_("SENTENCE"),
    N_("SETTINGS"), N_("SOURCES"), N_("TARGET"), N_("TEAM"), N_("TEXT"), N_("VALUE"), N_("VALUES"), N_("WHAT"),
    N_("WHITE"), N_("WHITE_MOVES"), N_("WORDS"),
}  # fmt: skip


def spell(command: click.Command) -> None:
    """The words of a usage line in the language in use."""
    command.options_metavar = _("[OPTIONS]")
    for parameter in command.params:
        if isinstance(parameter, click.Argument) and (
            parameter.metavar or not isinstance(parameter.type, click.Choice)
        ):
            parameter.metavar = _argument(parameter)
    if isinstance(command, click.Group):
        command.subcommand_metavar = _("COMMAND [ARGS]...")


def _argument(parameter: click.Argument) -> str:
    """How an argument stands in the usage line: `[FILE]...`; from its English words, whatever was spoken before."""
    given: str | None = vars(parameter).setdefault("english", parameter.metavar)
    name = (parameter.name or "").upper()
    shown = given or (name if parameter.required else f"[{name}]") + ("..." if parameter.nargs != 1 else "")
    return spoken(shown)


def spoken(usage: str) -> str:
    """The words of a usage line in the language in use: `print EVENT` is `print EVENTO` in Spanish."""
    return re.sub(r"\b[A-Z_]+\b", lambda word: _(word[0]) if word[0] in ARGUMENTS else word[0], usage)


def _write_example(path: str, formatter: click.HelpFormatter) -> None:
    """The example of a command below its help; the table is read only for it."""
    from arbitro.texts import table

    if example := table("examples").get(path):
        with formatter.section(_("Example")):
            formatter.write(f"{'':>{formatter.current_indent}}arbitro {example}\n")


def event_names(_ctx: click.Context, _parameter: click.Parameter, start: str) -> list[str]:
    """The events that a shell may complete, as EVENT and EVENT/TOURNAMENT."""
    from arbitro import desk

    desk.setup()
    from arbitro.desk.models import Section

    known = Section.objects.select_related("event").values_list("event__slug", "slug")
    names = {name for event, section in known for name in (event, f"{event}/{section}")}
    return sorted(name for name in names if name.startswith(start))


def setting_names(ctx: click.Context, parameter: click.Parameter, start: str) -> list[CompletionItem]:
    """The settings that a shell may complete, `rounds=` with its help; after the sign the values of a choice."""
    from click.shell_completion import CompletionItem

    from arbitro.desk.settings import Settings, allowed_values
    from arbitro.texts import table

    before: tuple[str, ...] = ctx.params.get(parameter.name or "") or ()
    if before[1:] and before[-1] == "=":  # bash parts a word at the sign
        name, sign, value, head = before[-2], "=", start, ""
    else:
        name, sign, value = start.partition("=")
        head = name + sign
    if sign:
        values = [one for one in allowed_values(name).split(", ") if one and " " not in one]  # those of a choice
        return [CompletionItem(head + one) for one in values if one.startswith(value)]
    helps: dict[str, dict[str, str]] = table("settings")
    names = [one for one in Settings(name="").to_json() if one.startswith(name)]
    texts = [helps[one]["help"] for one in names]
    return [CompletionItem(f"{one}=", help=_(text)) for one, text in zip(names, texts, strict=True)]


MACHINE = {  # what a machine refuses, besides what `told` says of a file
    errno.ENOSPC: N_("no space is left on the disk"),
    errno.EDQUOT: N_("this user may not fill more of the disk"),
    errno.EROFS: N_("this disk can only be read"),
    errno.EIO: N_("the disk does not answer as it should"),
    errno.ENOTDIR: N_("a part of the name is not a folder"),
    errno.EEXIST: N_("is there already"),
    errno.ENOTEMPTY: N_("the folder is not empty"),
    errno.ENAMETOOLONG: N_("the name is too long"),
    errno.EMFILE: N_("too many files are open"),
    errno.ENOMEM: N_("there is not enough memory"),
    errno.ECONNREFUSED: N_("nobody answers there"),
    errno.ETIMEDOUT: N_("no answer came in time"),
    errno.ENETUNREACH: N_("there is no way to that network"),
}


def told(error: OSError) -> str:
    """What the machine refused, in one sentence: the commonest in the user's language, others in the system's."""
    name = error.filename or ""
    match error:
        case FileNotFoundError():
            folder = dirname(name)
            if folder and not isdir(folder):
                return _("There is no folder {name}.").format(name=folder)
            return _("There is no file {name}.").format(name=name)
        case PermissionError():
            return _("{name} may not be read or written by this user.").format(name=name)
        case IsADirectoryError():
            return _("{name} is a folder, not a file.").format(name=name)
    said = _(MACHINE[error.errno]) if error.errno in MACHINE else error.strerror or str(error)
    return f"{name}: {said}" if name else said


def json_option(function: F) -> F:
    """`--json`, passed on as `as_json`."""
    return click.option("--json", "as_json", is_flag=True, help=_("Print one JSON document."))(function)


def language_option(function: F) -> F:
    """`--lang`, already read by `main`; for groups too: their help can be asked for in a language."""
    return click.option(
        "--lang", type=click.Choice(LANGUAGES), expose_value=False, help=_("Language (default: the locale).")
    )(function)


def confirmed(question: str) -> bool:
    """Yes or no, in the reader's language; the answer may always be y."""
    answer = click.prompt(f"{question} [{_('y')}/N]", default="", show_default=False)
    return answer[:1].lower() in {"y", _("y")}


def common_options(function: F) -> F:
    """`--json` (passed on as `as_json`) and `--lang`."""
    return language_option(
        click.option("--json", "as_json", is_flag=True, help=_("Print one JSON document."))(function)
    )


def _plain(value: object) -> object:
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else float(value)
    if isinstance(value, set | frozenset):
        return sorted(value)
    raise TypeError(f"{type(value).__name__} has no JSON form")


def print_json(document: object) -> None:
    """One JSON document on stdout, and nothing else; all letters arrive, on a stream without ours as \\u00f1."""
    indent = 2 if sys.stdout.isatty() else None
    text = json.dumps(document, ensure_ascii=False, indent=indent, default=_plain)
    if not shows(text, sys.stdout):
        text = json.dumps(document, indent=indent, default=_plain)
    sys.stdout.write(text)
    sys.stdout.write("\n")


def picked(record: object, *names: str, points: Iterable[str] = ()) -> dict[str, Any]:
    """Some fields and properties of a record for JSON, under their own names; points as decimals."""
    from arbitro.model.points import number
    from arbitro.records import encode

    found: dict[str, Any] = {}
    for name in names:
        value = getattr(record, name)
        found[name] = value if isinstance(value, Fraction) else encode(value)
    for name in points:
        value = getattr(record, name)
        found[name] = None if value is None else number(value)
    return found


def right(*headings: str) -> list[tuple[str, str]]:
    """Columns of numbers, for `print_table`."""
    return [(heading, "right") for heading in headings]


def print_table(title: str, columns: Columns, rows: Iterable[Sequence[object]]) -> None:
    """A table for people."""
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False)
    table = Table(title=title or None, title_justify="left", header_style="bold", box=None, pad_edge=False)
    for column in columns:
        heading, justify = (column, "left") if isinstance(column, str) else column
        table.add_column(suited(heading, console.encoding), justify=justify, no_wrap=True)  # type: ignore[arg-type]
    for row in rows:
        table.add_row(*("" if cell is None else suited(str(cell), console.encoding) for cell in row))
    if not console.is_terminal:
        console.width = max(console.width, 1000)
    with console.capture() as made:  # written by us: rich would leave with 1 where nobody reads any more
        console.print(table)
    click.echo(made.get(), nl=False)


def read_day(text: str | None) -> date | None:
    """A day that an option names, `YYYY-MM-DD`; None where it names none."""
    if text is None:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ArbitroError(_('found date "{text}", expected YYYY-MM-DD').format(text=text)) from None


def not_played(number: int, last: int) -> str:
    """That a round which an option names has not been played."""
    if not last:
        return _("No round has been played yet.")
    return _("Round {n} has not been played; the last one is {last}.").format(n=number, last=last)


def warn(warnings: Iterable[str]) -> None:
    """What is odd but no error, one line each on stderr."""
    for warning in warnings:
        click.echo(_("warning: {warning}").format(warning=warning), err=True)


def read_tournament(file: str | PathLike[str]) -> Tournament:
    """The tournament of a file in any form (`-`: the standard input); what is odd in it is said on stderr."""
    from arbitro.files.forms import parse
    from arbitro.files.gathered import gathered

    with click.open_file(fspath(file), "rb") as source:
        data = source.read()
    tournament, warnings = parse(data, file)
    if click.get_current_context().info_name in NEED_ROUNDS:
        require_rounds(tournament, data, file)
    warn(gathered(warnings))
    return tournament


def require_rounds(tournament: Tournament, data: bytes, file: str | PathLike[str]) -> None:
    """A list of players has nothing to rank, rate or check."""
    from arbitro.files.forms import form_of

    if form_of(data, file) in ("csv", "xlsx") and not tournament.rounds_paired:
        raise FileError(file, expected=_("a tournament with rounds"))


def text_of(area: str, tournament: Tournament, chosen: str | None = None) -> str:
    """The text that a command follows in an area: the chosen one, or the tournament's. Where a later one was in force
    on the first day, that is said on stderr."""
    from arbitro.editions import edition_named, unknown

    editions = tournament.editions
    if chosen is not None:
        name = edition_named(area, chosen)
        if name is None:
            raise unknown(area, chosen)
        editions = replace(editions, **{area: name})
    warn([str(old) for old in editions.outdated(tournament.info.start) if old.area == area])
    carried: str = getattr(editions, area)
    return carried


def answer_no() -> NoReturn:
    """Leave with exit code 1: done, and the answer is no."""
    raise SystemExit(1)
