"""The sentences of click itself, so that help and usage errors speak the user's language too.

Click looks its sentences up in the gettext domain of the process; `install` makes that ours. Only the sentences that
our commands can show are listed; one that click rewords later falls back to English.
"""

from __future__ import annotations

import gettext
import os

from arbitro.i18n import LOCALE_DIR

DOMAIN = "cli"


def install(lang: str) -> None:
    """Let click speak a language (once, at the start of the command)."""
    os.environ["LANGUAGE"] = lang
    gettext.bindtextdomain(DOMAIN, str(LOCALE_DIR))
    gettext.textdomain(DOMAIN)


def N_(sentence: str) -> str:  # noqa: N802 - gettext's own name for a sentence that is only marked
    return sentence


def ngettext_(singular: str, plural: str) -> tuple[str, str]:
    return singular, plural


SENTENCES = (
    N_("Usage:"),
    N_("Options"),
    N_("Commands"),
    N_("Positional arguments"),
    N_("Show this message and exit."),
    N_("%(prog)s, version %(version)s"),
    N_("default: {default}"),
    N_("required"),
    N_("Missing command."),
    N_("Missing argument"),
    N_("Missing option"),
    N_("Missing parameter"),
    N_("Invalid value: {message}"),
    N_("Invalid value for {param_hint}: {message}"),
    N_("No such option {name!r}."),
    N_("No such option: {name}"),
    N_("No such command {name!r}."),
    N_("Option {name!r} does not take a value."),
    N_("Could not open file {filename!r}: {message}"),
    N_("Choose from:\n\t{choices}"),
    N_("{value!r} is not a valid {number_type}."),
    N_("{value} is not in the range {range}."),
    N_("{name} {filename!r} does not exist."),
    N_("{name} {filename!r} is a file."),
    N_("{name} {filename!r} is a directory."),
    N_("{name} {filename!r} is not readable."),
    N_("{name} {filename!r} is not writable."),
    N_("file"),
    N_("directory"),
    N_("path"),
    N_("Do you want to continue?"),
    ngettext_("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"),
    ngettext_("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
    ngettext_("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."),
    ngettext_("{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
)
