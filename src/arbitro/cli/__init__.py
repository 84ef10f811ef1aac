"""The command `arbitro`: one module per command, imported only when it is called.

`COMMANDS` is the whole list; each module has a click command (or group) named `command`. What all commands share
(JSON, languages, tables, errors) is in `cli.common`. Exit codes: 0 done or yes, 1 the answer is no, 2 bad input.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys

import click

from arbitro import __version__
from arbitro.errors import ArbitroError
from arbitro.i18n import LANGUAGES, gettext_for, language_of_locale, set_language

COMMANDS: dict[str, str] = {
    # pairing
    "pair": "pair",
    "check": "check",
    "generate": "generate",
    "engine": "engine",
    "schedule": "schedule",
    "draw": "draw",
    # ranking and money
    "standings": "standings",
    "crosstable": "crosstable",
    "prizes": "prizes",
    # ratings and titles
    "rate": "rate",
    "rate-period": "rate_period",
    "norms": "norms",
    "title-check": "title_check",
    # the Laws
    "board": "board",
    "game": "game",
    "clock": "clock",
    "ruling": "ruling",
    "exam": "exam",
    # files
    "convert": "convert",
    # officials, fair play, discipline
    "officials": "officials",
    "fairplay": "fairplay",
    "case": "case",
    "online": "online",
    # the running tournament and the site
    "event": "event",
    "backup": "backup",
    "restore": "restore",
    "export": "export",
    "import": "import_",
    "register": "register",
    "print": "print_",
    "serve": "serve",
    "demo": "demo",
}


class LazyGroup(click.Group):
    """Loads a command's module when it is needed, so that `arbitro pair` starts without the site or the tables."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for name, module in COMMANDS.items() if _exists(module)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        module = COMMANDS.get(cmd_name)
        if module is None or not _exists(module):
            return None
        command: click.Command = importlib.import_module(f"arbitro.cli.{module}").command
        return command


def _exists(module: str) -> bool:
    return importlib.util.find_spec(f"arbitro.cli.{module}") is not None


def _language(argv: list[str]) -> str:
    """`--lang es`, `--lang=es`, or the locale; read before anything else so that help is in the right language."""
    for i, word in enumerate(argv):
        if word == "--":
            break
        if word.startswith("--lang="):
            return word.removeprefix("--lang=")
        if word == "--lang" and i + 1 < len(argv):
            return argv[i + 1]
    return language_of_locale()


def main(argv: list[str] | None = None) -> None:
    """Run the command; every error becomes one line on stderr and an exit code."""
    argv = sys.argv[1:] if argv is None else argv
    set_language(_language(argv))
    _ = gettext_for("cli")

    @click.group(
        cls=LazyGroup,
        help=_("Chess tournaments by the rules: pair, rank, rate, award, print, publish, and say why."),
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
    )
    @click.version_option(__version__, prog_name="arbitro", help=_("Show the version and leave."))
    @click.option("--lang", type=click.Choice(LANGUAGES), expose_value=False, help=_("Language (default: the locale)."))
    def arbitro() -> None: ...

    try:
        code = arbitro(args=argv, prog_name="arbitro", standalone_mode=False)
        sys.exit(code if isinstance(code, int) else 0)
    except ArbitroError as error:
        click.echo(str(error), err=True)
        sys.exit(error.exit_code)
    except click.UsageError as error:
        hint = f" ({_('help')}: {error.ctx.command_path} --help)" if error.ctx else ""
        click.echo(f"{error.format_message()}{hint}", err=True)
        sys.exit(2)
    except click.ClickException as error:
        click.echo(error.format_message(), err=True)
        sys.exit(2)
    except click.Abort:
        click.echo(_("Stopped."), err=True)
        sys.exit(130)
    except OSError as error:
        name = f"{error.filename}: " if error.filename else ""
        click.echo(f"{name}{error.strerror or error}", err=True)
        sys.exit(2)
