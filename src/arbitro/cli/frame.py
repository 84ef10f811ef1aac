"""The frame of the command `arbitro`: a module is imported only when one of its commands is called.

`texts/commands.toml` is the whole list: the module of each command, where the module has several the name of its click
command there (else `command`), and its help. What all commands share (JSON, languages, tables, errors) is in
`cli.common`. Exit codes: 0 done or yes, 1 the answer is no, 2 bad input, 130 stopped, 141 nobody reads any more.
"""

from __future__ import annotations

import gettext
import importlib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import pairwise
from typing import Any

import click

from arbitro import __version__
from arbitro.cli.common import Suggesting, language_option, spell, told, with_example
from arbitro.cli.terminal import suit
from arbitro.errors import ArbitroError, FileError
from arbitro.i18n import LANGUAGES, LOCALE_DIR, N_, current_language, gettext_for, language_of_locale, speaking
from arbitro.texts import table

_ = gettext_for("cli")

COMMANDS: dict[str, dict[str, str]] = table("commands")
EXTRAS = {  # packages that only some commands need, by the part of Arbitro that brings them
    "site": {"django", "django_htmx", "ninja", "markdown", "psycopg", "uvicorn", "argon2", "pydantic"},
    "papers": {"typst", "segno"},
    "federation": {"polars"},
    "fairplay": {"dask", "distributed"},
}


UNREAD = 141  # as a shell tells of a program that wrote to a closed pipe: 128 and the number of SIGPIPE


class Unread(Exception):
    """Whoever read the output has left (`arbitro … | head`); click would leave with 1, which is an answer of ours."""


@contextmanager
def _while_read() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError as error:
        raise Unread from error


class LazyGroup(Suggesting):
    """Loads a command's module when it is needed, so that `arbitro pair` starts without the site or the tables."""

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        with _while_read():
            return super().make_context(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        with _while_read():
            return super().invoke(ctx)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            word = table("words")["written"].get(cmd_name, cmd_name)
            if word in ("help", "version"):
                raise click.UsageError(_("Write arbitro --{word}.").format(word=word))
            return None
        return with_example(self._loaded(cmd_name), cmd_name)

    def _loaded(self, cmd_name: str) -> click.Command:
        module, _colon, name = COMMANDS[cmd_name]["module"].partition(":")
        try:
            command: click.Command = getattr(importlib.import_module(f"arbitro.cli.{module}"), name or "command")
        except ModuleNotFoundError as error:
            if (error.name or "arbitro").split(".")[0] == "arbitro":
                raise
            return _uninstalled(cmd_name, error.name or "")
        help = COMMANDS[cmd_name]["help"]
        command.name, command.help = cmd_name, _(help)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of the commands, for which no module is loaded."""
        limit = formatter.width - 6 - max(map(len, COMMANDS))
        helps = {name: entry["help"] for name, entry in COMMANDS.items()}
        shown = [(name, click.Command(name, help=_(help)).get_short_help_str(limit)) for name, help in helps.items()]
        with formatter.section(_("Commands")):
            formatter.write_dl(shown)


def _needs(package: str) -> str:
    """Which part of Arbitro (an extra) has the package that is missing, as a sentence."""
    extra = next((name for name, packages in EXTRAS.items() if package.split(".")[0] in packages), "all")
    sentence = _('This needs {package}, which is not installed: pip install "arbitro[{extra}]"')
    return sentence.format(package=package, extra=extra)


def _uninstalled(name: str, package: str) -> click.Command:
    """What stands for a command whose part of Arbitro is not installed."""
    sentence = _needs(package)

    @click.command(name=name, help=sentence, context_settings={"ignore_unknown_options": True})
    @click.argument("words", nargs=-1)
    def missing(words: tuple[str, ...]) -> None:
        raise ArbitroError(sentence)

    return missing


def _language(argv: list[str]) -> str:
    """`--lang es`, `--lang=es`, or the locale; read before anything else so that help is in the right language."""
    asked = ""
    for word, following in pairwise([*argv, ""]):
        if word == "--":
            break
        if word.startswith("--lang="):
            asked = word.removeprefix("--lang=")
        elif word == "--lang":
            asked = following
        if asked:
            break
    return asked if asked in LANGUAGES else language_of_locale()


def ngettext_(singular: str, plural: str) -> tuple[str, str]:
    """Marks a sentence of click that depends on a count; the others stand in `texts/click.toml`."""
    return singular, plural


PLURALS = (
    ngettext_("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"),
    ngettext_("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
    ngettext_("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."),
    ngettext_("Takes {nargs} values but 1 was given.", "Takes {nargs} values but {len} were given."),
    ngettext_("{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
)


KINDS = {  # what a value is, in the help and in a refusal: click's own names are a programmer's
    click.types.StringParamType: N_("text"),
    click.types.IntParamType: N_("number"),
    click.IntRange: N_("number"),
    click.types.FloatParamType: N_("number"),
    click.FloatRange: N_("number"),
}


def teach_click(lang: str) -> None:
    """Let click speak a language: it looks its sentences up in the gettext domain of the process, and names the kinds
    of values by their classes."""
    os.environ["LANGUAGE"] = lang
    gettext.bindtextdomain("cli", LOCALE_DIR)
    gettext.textdomain("cli")
    for kind, name in KINDS.items():
        setattr(kind, "name", _(name))  # noqa: B010


def main(argv: list[str] | None = None) -> None:
    """Run the command; every error becomes one line on stderr and an exit code."""
    argv = sys.argv[1:] if argv is None else argv
    with speaking(_language(argv)):
        teach_click(current_language())
        suit(sys.stdout, sys.stderr)
        try:
            try:
                _run(argv)
            finally:
                if sys.stdout is not None:
                    sys.stdout.flush()
        except (Unread, BrokenPipeError):
            _fall_silent()
            sys.exit(UNREAD)
        except OSError as error:  # a full disk behind the standard output
            click.echo(told(error), err=True)
            _fall_silent()
            sys.exit(2)


def _fall_silent() -> None:
    """What is still to be written goes nowhere: Python would complain of it when it ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):  # a stream that is no file
            stream.flush()
        with suppress(OSError, ValueError):
            os.dup2(nowhere, stream.fileno())


def _man(ctx: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if wanted:
        from arbitro.cli.reference import man

        click.echo(man(), nl=False)
        ctx.exit()


def _instead(error: Exception, argv: list[str]) -> str:
    """A better sentence for a file that no command of ours reads, or that another one does."""
    if not isinstance(error, FileError | FileNotFoundError):
        return ""
    from arbitro.cli.strangers import pointed

    asked = {following for word, following in pairwise(argv) if word == "--lang"}
    words = [word for word in argv if not word.startswith("-") and word not in asked]
    return pointed(error, words)


def _run(argv: list[str]) -> None:
    @click.group(
        cls=LazyGroup,
        help=_("Chess tournaments by the rules: pair, rank, rate, award, print, publish, and say why."),
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110, "show_default": True},
    )
    @click.version_option(__version__, prog_name="arbitro", help=_("Show the version and leave."))
    @click.option(
        "--man", is_flag=True, is_eager=True, expose_value=False, callback=_man, help=_("Print the manual page (roff).")
    )
    @language_option
    def arbitro() -> None: ...

    spell(arbitro)
    try:
        code = arbitro(args=argv, prog_name="arbitro", standalone_mode=False)
        sys.exit(code if isinstance(code, int) else 0)
    except Unread:
        raise
    except ArbitroError as error:
        click.echo(_instead(error, argv) or str(error), err=True)
        for option in getattr(error, "options", ()):  # what the rules leave to the arbiter when no pairing exists
            click.echo(f"  - {option}", err=True)
        sys.exit(error.exit_code)
    except click.UsageError as error:
        message = error.format_message()
        if error.ctx and not isinstance(error, click.exceptions.NoArgsIsHelpError):  # which is the help itself
            sentence = _("{message} (help: {command} --help)")
            message = sentence.format(message=message, command=error.ctx.command_path)
        click.echo(message, err=True)
        sys.exit(2)
    except click.ClickException as error:
        click.echo(error.format_message(), err=True)
        sys.exit(2)
    except click.Abort:
        click.echo(_("Stopped."), err=True)
        sys.exit(130)
    except OSError as error:
        click.echo(_instead(error, argv) or told(error), err=True)
        sys.exit(2)
    except Exception as error:
        if os.environ.get("ARBITRO_TRACEBACK"):
            raise
        if isinstance(error, ModuleNotFoundError) and (error.name or "arbitro").split(".")[0] != "arbitro":
            click.echo(_needs(error.name or ""), err=True)
            sys.exit(2)
        sentence = _("This is a defect of Arbitro: {error} (ARBITRO_TRACEBACK=1 shows where)")
        click.echo(sentence.format(error=f"{type(error).__name__}: {error}"), err=True)
        sys.exit(2)
