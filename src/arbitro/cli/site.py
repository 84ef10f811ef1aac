"""`arbitro serve`: the site, by uvicorn in one process; several machines: DATABASE_URL and any number of workers.
`arbitro demo`: the site with a tournament in play, in a folder of its own that can be thrown away.
`arbitro website`: the public pages of a tournament as files that need no server."""

from __future__ import annotations

import errno
import gc
import os
import secrets
import socket
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import click

from arbitro.cli.common import event_names, language_option
from arbitro.cli.terminal import shows
from arbitro.errors import ArbitroError
from arbitro.i18n import current_language, gettext_for
from arbitro.outputs import private_folder, write_whole

_ = gettext_for("cli")
NAME = "arbiter"


def run(host: str, port: int, db: str, workers: int, first: Sequence[str] = ()) -> None:
    """Bring the tables up to date and serve; the addresses are said when they answer."""
    _require_free(host, port)
    gc.disable()  # nothing that is loaded now is garbage: the first page comes a tenth sooner; `front` enables it
    os.environ["DJANGO_SETTINGS_MODULE"] = "arbitro.web.settings"
    os.environ["ARBITRO_LISTENS_AT"] = host
    from arbitro import desk

    desk.setup(db)
    from arbitro.web.addresses import announce, is_local, reachable, terminal_code
    from arbitro.web.serving import serve as serve_site

    address = reachable(host, port)
    lines = [*first, address]
    if host in ("0.0.0.0", "::") and is_local(urlsplit(address).hostname or ""):
        lines.append(_("This machine is in no network: join one, then start again to see the address for phones."))
    elif host in ("0.0.0.0", "::"):
        phones = _("Phones in the same network open this address; the firewall must let port {n} in.")
        code = terminal_code(address)
        lines += [*([code] if shows(code, sys.stdout) else []), phones.format(n=port)]
    lines += _first_account(address)
    announce(address)
    with suppress(KeyboardInterrupt):  # how a server is meant to be ended
        serve_site(host, port, workers, ready=lambda: click.echo("\n".join(lines)))
    click.echo(_("The site has stopped; what was entered is kept."))


def _require_free(host: str, port: int) -> None:
    """Refuse a port that another program uses, or that this user may not open, before anything is done."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except PermissionError:
        sentence = _("Port {n} is for the administrator: choose another with --port 8000.")
        raise ArbitroError(sentence.format(n=port)) from None
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            sentence = _("Port {n} is in use: choose another with --port {other}.")
            raise ArbitroError(sentence.format(n=port, other=port + 1)) from None
        raise ArbitroError(_("This machine has no address {host}.").format(host=host)) from None


def _first_account(address: str) -> list[str]:
    """While the site has no account: where to make the first one, with the code that nobody else knows."""
    from django.contrib.auth import get_user_model

    from arbitro.desk.accounts import first_account_code

    if get_user_model().objects.exists():
        return []
    return [_("First account: {url}").format(url=f"{address}accounts/new?code={first_account_code()}")]


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help=_("0.0.0.0 lets phones in the hall in."))
@click.option("--port", type=click.IntRange(1, 65535), default=8000, show_default=True, help=_("The port."))
@click.option("--db", default="", help=_("Database URL; default: a file in the data folder."))
@click.option("--workers", type=click.IntRange(1, 64), default=1, help=_("Processes; more than one needs PostgreSQL."))
@language_option
def serve(host: str, port: int, db: str, workers: int) -> None:
    run(host, port, db, workers)


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help=_("0.0.0.0 lets phones in the hall in."))
@click.option("--port", type=click.IntRange(1, 65535), default=8000, show_default=True, help=_("The port."))
@click.option("--data", type=click.Path(file_okay=False, path_type=Path), default=None, help=_("Where its files live."))
@language_option
def demo(host: str, port: int, data: Path | None) -> None:
    _require_free(host, port)  # before a password is drawn: the one who has the port may be this demonstration
    folder = data or Path.home() / ".local" / "share" / "arbitro-demo"
    mark = folder / "this-is-a-demonstration"
    if (folder / "arbitro.sqlite3").exists() and not mark.exists():
        raise ArbitroError(_("{folder} holds real tournaments; name another folder with --data.").format(folder=folder))
    try:
        private_folder(folder)
        mark.touch()
    except OSError as error:
        sentence = _("{path} cannot be made or opened: name a folder of yours in --data.")
        raise ArbitroError(sentence.format(path=folder)) from error
    os.environ["ARBITRO_DATA"] = str(folder)
    os.environ["DJANGO_SETTINGS_MODULE"] = "arbitro.web.settings"
    for name in ("DATABASE_URL", "ARBITRO_BACKUPS", "ARBITRO_SECRET_KEY"):
        os.environ.pop(name, None)
    from arbitro import desk

    desk.setup()
    from django.contrib.auth import get_user_model

    from arbitro.desk.accounts import create_user, set_password
    from arbitro.desk.demo import make

    password = secrets.token_urlsafe(9)  # drawn anew each time: nobody else's demonstration opens with it
    user = get_user_model().objects.filter(username=NAME).first()
    if user is None:
        user = create_user(NAME, password)
    else:
        set_password(user, password)
    section = make(user, name=_("Demonstration open"), language=current_language())
    from arbitro.web.addresses import reachable

    address = reachable(host, port)
    public = _("Public page:   {url}").format(url=f"{address}e/{section.event.slug}/{section.slug}/")
    table = _("Arbiter's desk: {url}  ({name} / {password})")
    run(host, port, "", 1, [public, table.format(url=f"{address}desk/", name=NAME, password=password)])


@click.command()
@click.argument("event", shell_complete=event_names)
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--force", is_flag=True, help=_("Write into a folder that has files already."))
@language_option
def website(event: str, folder: Path, force: bool) -> None:
    if folder.exists() and any(folder.iterdir()) and not force:
        raise ArbitroError(_("{folder} is not empty: name another one, or --force.").format(folder=folder))
    os.environ["DJANGO_SETTINGS_MODULE"] = "arbitro.web.settings"
    from arbitro import desk

    desk.setup()
    from django.urls import reverse

    from arbitro.cli.event.group import section_of
    from arbitro.desk.store import state_of
    from arbitro.web.website import website as files_of

    section = section_of(event)
    if not state_of(section.pk).settings.public:
        raise ArbitroError(_("This tournament is not public: its settings say so (public)."))
    base = reverse("section", args=[section.event.slug, section.slug])
    count = 0
    with click.progressbar(length=1, label=_("Pages"), file=sys.stderr) as bar:

        def tell(done: int, all: int) -> None:
            bar.length = all
            bar.update(done - bar.pos)

        for name, data in files_of(base, current_language(), tell):
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            write_whole(target, data)
            count += 1
    text = _("{folder}: {n} files; open {first}").format(folder=folder, n=count, first=folder / "index.html")
    click.echo(text)
