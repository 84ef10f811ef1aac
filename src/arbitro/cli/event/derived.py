"""Commands of the desk as commands of `arbitro event`: their options are those of their signatures.

What must be said becomes an argument, in order; what may be said, an option; a choice, a flag for each of its words.
`giving` has the commands that people write in a shorter way.
"""

from __future__ import annotations

from typing import Any

import click

from arbitro.cli.common import event_names, setting_names
from arbitro.cli.event.group import command, confirmable, entrant, give, settings_of
from arbitro.desk.commands import COMMANDS, Parameter, Takes, parameters
from arbitro.i18n import gettext_for

_ = gettext_for("cli")

NAMES = {"start-list": "number", "close": "close-event", "reopen": "reopen-event"}  # where the word is another
DERIVED = (
    "configure", "leave-fide-mode", "accept-damage", "lots", "keep-apart", "close", "reopen",
    "remove", "check-in", "bye", "withdraw", "return", "exclude", "start-list",
    "team", "team-remove", "team-withdraw", "team-return", "team-bye", "line-up", "points", "team-points",
    "unpair", "publish", "close-round", "swap-colours", "manual", "pair-by-hand", "ranks", "tie-values", "ratings",
    "incident", "remark", "tick", "ruling", "appeal-decision", "forfeits", "hall-round", "arrival", "clock-check",
    "game", "game-remove", "report", "challenge", "challenge-games",
)  # fmt: skip
_TYPES: dict[Takes, type[int] | None] = {Takes.NUMBER: int, Takes.TEAM: int}
_WORDS = (Takes.SETTINGS, Takes.GROUPS)  # written as any number of words


def _declare(name: str) -> None:
    desk_name = NAMES.get(name, name)
    taken = parameters(desk_name)

    def act(event: str, confirm: int, why: str, as_json: bool, **words: Any) -> None:
        args = {p.name: read(event, p, words[p.name]) for p in taken if words[p.name] is not None}
        give(event, desk_name, args, confirm, why, as_json)

    function = confirmable(act)
    for parameter in reversed(taken):
        function = declare(parameter)(function)
    function = click.argument("event", shell_complete=event_names)(function)
    command.command(name, help=COMMANDS[desk_name].help)(function)


def declare(parameter: Parameter) -> Any:
    """The click argument or option (or flags) of a parameter; not said, its value is None."""
    kind, word = parameter.kind, parameter.word
    if kind is Takes.CHOICE and not parameter.required:
        return _flags(parameter)
    if kind is Takes.FLAG:
        return click.option(f"--{parameter.off or word}", parameter.name, is_flag=True, help=parameter.help)
    type: Any = click.Choice([c for c, _value in parameter.choices]) if parameter.choices else _TYPES.get(kind)
    if parameter.required:
        many = parameter.many or kind in _WORDS
        metavar = word.replace("-", "_").upper() + ("..." if many else "")
        return click.argument(
            parameter.name,
            type=type,
            nargs=-1 if many else 1,
            required=kind is not Takes.GROUPS,
            metavar=metavar,
            shell_complete=setting_names if kind is Takes.SETTINGS else None,
        )
    several = parameter.many and kind is Takes.TEXT
    return click.option(f"--{word}", parameter.name, type=type, multiple=several, default=None, help=parameter.help)


def _flags(parameter: Parameter) -> Any:
    def add(function: Any) -> Any:
        words = [word for word, _value in parameter.choices if word]
        for n, word in enumerate(words):
            help = parameter.help if n == 0 else _("Instead of --{word}.").format(word=words[0])
            option = click.option(f"--{word}", parameter.name, flag_value=word, default=None, help=help)
            function = option(function)
        return function

    return add


def read(event: str, parameter: Parameter, said: Any) -> Any:
    """The value of a parameter from what was typed."""
    match parameter.kind:
        case Takes.CHOICE:
            return dict(parameter.choices)[said]
        case Takes.FLAG:
            return not said if parameter.off else said
        case Takes.SETTINGS:
            return settings_of(said)
        case Takes.GROUPS:
            return [[entrant(event, name) for name in group.split(",")] for group in said]
        case Takes.PLAYER if parameter.many:
            names = said.split(",") if isinstance(said, str) else said
            return [None if name == "-" else entrant(event, name) for name in names]
        case Takes.PLAYER:
            return entrant(event, said)
    return list(said) if parameter.many else said


for _name in DERIVED:
    _declare(_name)
