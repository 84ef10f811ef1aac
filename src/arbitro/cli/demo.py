"""`arbitro demo`: the site with a tournament in play, in a folder of its own that can be thrown away."""

from __future__ import annotations

import os
from pathlib import Path

import click

from arbitro.cli.serve import run
from arbitro.i18n import gettext_for

_ = gettext_for("desk_cli")
NAME, PASSWORD = "arbiter", "queen-takes-pawn"


@click.command(help=_("Serve the site with a demonstration tournament; log in as arbiter."))
@click.option("--host", default="127.0.0.1", show_default=True, help=_("0.0.0.0 lets phones in the hall in."))
@click.option("--port", type=int, default=8000, show_default=True)
@click.option("--data", type=click.Path(file_okay=False, path_type=Path), default=None, help=_("Where its files live."))
@click.option("--lang", type=click.Choice(["en", "es"]), expose_value=False)
def command(host: str, port: int, data: Path | None) -> None:
    folder = data or Path(os.environ.get("ARBITRO_DATA") or Path.home() / ".local" / "share" / "arbitro-demo")
    os.environ["ARBITRO_DATA"] = str(folder)
    os.environ["DJANGO_SETTINGS_MODULE"] = "arbitro.web.settings"
    os.environ.pop("DATABASE_URL", None)
    from arbitro import desk

    desk.setup()
    from django.contrib.auth import get_user_model

    from arbitro.desk.accounts import create_user
    from arbitro.desk.demo import make

    user = get_user_model().objects.filter(username=NAME).first() or create_user(NAME, PASSWORD)
    section = make(user)
    address = f"http://localhost:{port}"
    click.echo(_("Public page:   {url}").format(url=f"{address}/e/{section.event.slug}/{section.slug}/"))
    click.echo(
        _("Arbiter's desk: {url}  ({name} / {password})").format(url=f"{address}/desk/", name=NAME, password=PASSWORD)
    )
    run(host, port, "", 1)
