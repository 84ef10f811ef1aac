"""The whole command line as a page of the manual (both languages) and as a man page, from the commands themselves.

    python -m arbitro.cli.reference es docs/es/programmer        commands.md and settings.md in Spanish

Purpose and options are those of `--help`; the example of each command stands in `texts/examples.toml`, where
`tests/docs/test_console.py` runs it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path

import click

from arbitro import __version__
from arbitro.i18n import gettext_for, speaking
from arbitro.outputs import write_whole
from arbitro.texts import table

_ = gettext_for("cli")
EXAMPLES: dict[str, str] = table("examples")
COMMON = {"--lang", "--json", "--why", "--confirm"}  # said once, with the exit codes


@dataclass(frozen=True)
class Described:
    """A command as a reader meets it."""

    path: str  # "event create"
    usage: str
    purpose: str
    options: tuple[tuple[str, str], ...]  # as `--help` writes them, the default included
    example: str


def commands() -> Iterator[Described]:
    """Every command, in the order of the help; groups are not commands."""
    from arbitro.cli.frame import LazyGroup

    root = LazyGroup("arbitro", params=[])
    yield from _below(root, click.Context(root, info_name="arbitro", show_default=True))


def _below(group: click.Group, ctx: click.Context) -> Iterator[Described]:
    for name in group.list_commands(ctx):
        command = group.get_command(ctx, name)
        assert command is not None
        below = click.Context(command, info_name=name, parent=ctx)
        if isinstance(command, click.Group):
            yield from _below(command, below)
        else:
            path = below.command_path.removeprefix("arbitro ")
            options = tuple(
                record
                for parameter in command.params
                if isinstance(parameter, click.Option) and not COMMON & set(parameter.opts)
                if (record := parameter.get_help_record(below))
            )
            purpose = " ".join((command.help or "").split())
            usage = " ".join([below.command_path, *command.collect_usage_pieces(below)])
            yield Described(path, usage, purpose, options, EXAMPLES.get(path, ""))


def page() -> str:
    """The page of the manual, in the language in use."""
    intro = _("Made from the help of the commands; the files of the examples are in the folder `examples`.")
    title, head = _("All commands"), (_("option"), _("what it does"))
    lines = [f"# {title}", "", intro]
    part = ""
    for each in commands():
        if (first := each.path.split()[0]) != part:
            part = first
            lines += ["", f"## {first}"]
        if " " in each.path:
            lines += ["", f"### {each.path}"]
        lines += ["", _plain(each.purpose), "", "```text", each.usage, "```"]
        if each.options:
            lines += ["", "| " + " | ".join(head) + " |", "|---|---|"]
            lines += [f"| {_code(names)} | {_plain(_cell(help))} |" for names, help in each.options]
        lines += ["", "```sh", f"arbitro {each.example}", "```"]
    return "\n".join(lines) + "\n"


def settings_page() -> str:
    """The table of the settings of a tournament, in the language in use."""
    from arbitro.desk.settings import Settings

    usual = Settings(name="").to_json()
    known: dict[str, dict[str, str]] = table("settings")
    title = _("Settings of a tournament")
    sentence = _("What `arbitro event create NAME setting=value …` and `arbitro event configure` take.")
    head = (_("setting"), _("what it is"), _("values"), _("default"))
    lines = [f"# {title}", "", sentence, ""]
    lines += ["| " + " | ".join(head) + " |", "|---|---|---|---|"]
    for name in usual:
        allowed = known[name].get("values") or _allowed(name)
        default = usual[name]
        shown = "" if default in ("", None, [], {}) or isinstance(default, dict) else _value(default)
        lines.append(f"| `{name}` | {_(known[name]['help'])} | {_code(allowed)} | {_code(shown)} |")
    return "\n".join(lines) + "\n"


def _allowed(name: str) -> str:
    from arbitro.desk.settings import allowed_values

    return allowed_values(name)


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def _code(text: str) -> str:
    """A cell of code; readers of Markdown differ on a bar between backticks, and agree on HTML's."""
    if "|" not in text:
        return f"`{_cell(text)}`" if text else ""
    return f"<code>{escape(' '.join(text.split())).replace('|', '&#124;')}</code>"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _plain(text: str) -> str:
    """Text of the help as Markdown."""
    return re.sub(r"([*_<{])", r"\\\1", text)


def man() -> str:
    """The man page, in the language in use."""
    lines = [f'.TH ARBITRO 1 "" "arbitro {__version__}" ""', ".SH " + _("NAME")]
    usage = " ".join(["arbitro", _("[OPTIONS]"), _("COMMAND [ARGS]...")])
    lines += ["arbitro \\- " + _("chess tournaments by the rules"), ".SH " + _("SYNOPSIS"), f"\\fB{_roff(usage)}\\fR"]
    lines += [".SH " + _("COMMANDS")]
    for each in commands():
        lines += [".SS " + _roff(each.path), _roff(each.purpose), ".PP", f"\\fB{_roff(each.usage)}\\fR"]
        for names, help in each.options:
            lines += [".TP", f"\\fB{_roff(names)}\\fR", _roff(help)]
        lines += [".PP", _("Example:"), ".PP", ".RS", f"arbitro {_roff(each.example)}", ".RE"]
    lines += [".SH " + _("EXIT STATUS"), _("0: done, or yes. 1: the answer is no. 2: bad input, said in one line.")]
    return "\n".join(lines) + "\n"


def _roff(text: str) -> str:
    text = " ".join(text.split()).replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", text)


def write(lang: str, folder: Path) -> None:
    """The generated pages of a language; options are translated when declared, so each in a process of its own."""
    from arbitro.cli.frame import teach_click

    with speaking(lang):
        teach_click(lang)
        for name, text in (("commands", page()), ("settings", settings_page())):
            write_whole(folder / f"{name}.md", text)


if __name__ == "__main__":
    write(sys.argv[1], Path(sys.argv[2]))
