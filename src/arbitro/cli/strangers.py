"""A file that a command cannot read: what it is by its first bytes, and which command it is for.

    kind                          goes to
    copy                          arbitro restore
    rating list                   arbitro register import
    players                       arbitro event enter-file
    tournament                    arbitro import, arbitro pair
    prize plan                    arbitro prizes
    games                         arbitro game, arbitro event games import
    pictures, documents …         nowhere: the sentence says where a tournament comes from

Looked at only after a command has refused a file, so that commands start without it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from os.path import isfile
from zipfile import ZipFile

from arbitro.errors import ArbitroError, FileError
from arbitro.files.strangers import Stranger, way_out, what_is
from arbitro.files.text import broken_archive
from arbitro.i18n import N_, gettext_for

_ = gettext_for("cli")

BEGIN = 4096
DOOR = {  # whose file it is
    "copy": N_("{name} is a copy of an event: arbitro restore {name} brings it in"),
    "list": N_("{name} is a rating list: arbitro register import {name} reads it"),
    "players": N_("{name} is a list of players; into an event: arbitro event enter-file EVENT {name}"),
    "tournament": N_(
        "{name} is a tournament file: arbitro import {name} makes an event of it, "
        "arbitro pair {name} pairs its next round"
    ),
    "plan": N_("{name} is a prize plan: arbitro prizes FILE {name} shares the prizes out in the tournament of FILE"),
    "games": N_(
        "{name} holds games: arbitro game {name} checks them, arbitro event games import EVENT {name} keeps them"
    ),
}
OWN = {  # what commands take that do not take tournaments
    "restore": ("copy",),
    "import": ("tournament",),
    "register": ("list",),
    "game": ("games",),
    "event enter-file": ("players",),
    "event games": ("games",),
    "draw": ("players", "tournament"),
    "ladder": ("players",),
    "rate-period": ("players", "list", "tournament"),
    "convert": ("players", "tournament", "games"),
    "prizes": ("tournament", "plan"),
}
ON_THE_DESK = ("pair", "standings")  # commands that `arbitro event` has too


def kind_of(path: str) -> tuple[str, Stranger]:
    """Whose file this is (a key of `DOOR`, or nothing), and what it is in words where it is nobody's."""
    with open(path, "rb") as file:
        begin = file.read(BEGIN)
    if begin.startswith(b"PK\x03\x04"):
        try:
            with ZipFile(path) as archive:
                names = archive.namelist()
        except broken_archive():
            return "", what_is(begin)
        if "event.json" in names and "SHA256SUMS" in names:
            return "copy", Stranger()
        if any(re.search(r"rating|players_list", name) for name in names):
            return "list", Stranger()
        if any(name.startswith("xl/") for name in names):
            return "players", Stranger()
        return "", what_is(begin, names or [""])
    if (what := what_is(begin)).what:
        return "", what
    first = begin.removeprefix(b"\xef\xbb\xbf").lstrip().split(b"\n")[0]
    if re.match(rb"ID.?Number\s+Name|<\?xml.*<playerslist|<playerslist", begin, re.S):
        return "list", Stranger()
    if re.match(rb"\[\w+ \"|1\.\s*\w", first):
        return "games", Stranger()
    if re.search(rb"^\[\[list\]\]", begin, re.M):
        return "plan", Stranger()
    if re.search(rb"^(012|001|132) ", begin, re.M):
        return "tournament", Stranger()
    if (re.search(rb"name|nombre|jugador|player", first, re.I) and re.search(rb"[,;\t]", first)) or _holds_players(
        path
    ):
        return "players", Stranger()
    return "", Stranger()


def _holds_players(path: str) -> bool:
    """Is it a list of players, whatever the language of its headings?"""
    from arbitro.files.forms import content, form_of

    with open(path, "rb") as file:
        data = file.read()
    try:
        return form_of(data, path) == "csv" and not content(data, path).tournament.rounds_paired
    except ArbitroError:
        return False


def door(kind: str, name: str) -> str:
    """Where a file of a kind goes."""
    sentence = DOOR[kind]
    return _(sentence).format(name=name)


def whose(name: str) -> str:
    """What to say of a file that stands where a command is expected."""
    kind, what = kind_of(name)
    if kind:
        return door(kind, name)
    told = what.what or _("a file, not a command")
    return _("{name} is {what}; what arbitro takes: arbitro --help").format(name=name, what=told)


def pointed(error: Exception, words: Sequence[str]) -> str:
    """What to say instead of a refusal: whose file it is, or what it is; nothing where the refusal says enough."""
    path = getattr(error, "path", None) if isinstance(error, FileError) else getattr(error, "filename", None)
    name = next((word for word in words if isinstance(path, str) and path.startswith(word) and len(word) > 1), "")
    command = " ".join(word for word in words[: 2 if words[0] == "event" else 1])
    if isinstance(error, FileNotFoundError):
        return perhaps_event(command, name)
    if not name or not isfile(name):
        return ""
    kind, what = kind_of(name)
    takes = OWN.get(command, ("tournament",))
    if kind in takes:
        return ""
    if kind:
        return door(kind, name)
    if told := way_out(name):
        return f"{name}: {told}"
    if not what.what:
        return ""
    if what.remedy:
        return f"{name}: {what}"
    values = {"name": name, "what": what.what, "command": command}
    if "tournament" not in takes:
        return _("{name} is {what}; what arbitro {command} takes: arbitro {command} --help").format(**values)
    if command == "print":
        return _("{name} is {what}, not a tournament; of an event of the desk: arbitro print EVENT PAPER").format(
            **values
        )
    if command in ON_THE_DESK:
        sentence = _("{name} is {what}, not a tournament; of an event of the desk: arbitro event {command} EVENT")
        return sentence.format(**values)
    sentence = _(
        "{name} is {what}, not a tournament; a file of an event of the desk: arbitro event trf EVENT -o open.trf"
    )
    return sentence.format(**values)


def perhaps_event(command: str, name: str) -> str:
    """Where to go on, if what was named as a file may be an event of the desk."""
    if not name or "." in name or "/" in name:
        return ""
    missing = _("There is no file {name}.").format(name=name)
    if command in ON_THE_DESK:
        return f"{missing} " + _("An event of the desk: arbitro event {command} {name}").format(
            command=command, name=name
        )
    if command in ("check", "rate", "norms", "crosstable", "prizes", "convert"):
        sentence = _("A file of an event of the desk: arbitro event trf {name} -o {name}.trf")
        return f"{missing} {sentence.format(name=name)}"
    return ""
