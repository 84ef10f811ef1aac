"""`arbitro serve`: the site, by uvicorn in one process; several machines: DATABASE_URL and any number of workers.
`arbitro demo`: the site with a tournament in play, in a folder of its own that can be thrown away."""

from __future__ import annotations

import os
from pathlib import Path

import click

from arbitro.i18n import gettext_for

_ = gettext_for("desk_cli")
NAME, PASSWORD = "arbiter", "queen-takes-pawn"


def run(host: str, port: int, db: str, workers: int) -> None:
    """Bring the tables up to date and serve."""
    if db:
        os.environ["DATABASE_URL"] = db
    os.environ["DJANGO_SETTINGS_MODULE"] = "arbitro.web.settings"
    import django
    import uvicorn
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0, interactive=False)
    click.echo(f"http://{'localhost' if host in ('127.0.0.1', '0.0.0.0') else host}:{port}/")
    config = uvicorn.Config(
        "arbitro.web.asgi:application",
        host=host,
        port=port,
        workers=workers,
        log_level="warning",
        lifespan="off",
        timeout_graceful_shutdown=2,
    )
    if workers == 1:
        uvicorn.Server(config).run()
        return
    from socket import IPPROTO_TCP, TCP_NODELAY

    from uvicorn.supervisors import Multiprocess

    listening = config.bind_socket()
    listening.setsockopt(IPPROTO_TCP, TCP_NODELAY, 1)  # workers inherit it; small answers must not wait for more
    Multiprocess(config, [listening]).run()


@click.command(help=_("Serve the site."))
@click.option("--host", default="127.0.0.1", show_default=True, help=_("0.0.0.0 lets phones in the hall in."))
@click.option("--port", type=int, default=8000, show_default=True)
@click.option("--db", default="", help=_("Database URL; default: a file in the data folder."))
@click.option("--workers", type=click.IntRange(1, 64), default=1, show_default=True)
@click.option("--lang", type=click.Choice(["en", "es"]), expose_value=False)
def serve(host: str, port: int, db: str, workers: int) -> None:
    run(host, port, db, workers)


@click.command(help=_("Serve the site with a demonstration tournament; log in as arbiter."))
@click.option("--host", default="127.0.0.1", show_default=True, help=_("0.0.0.0 lets phones in the hall in."))
@click.option("--port", type=int, default=8000, show_default=True)
@click.option("--data", type=click.Path(file_okay=False, path_type=Path), default=None, help=_("Where its files live."))
@click.option("--lang", type=click.Choice(["en", "es"]), expose_value=False)
def demo(host: str, port: int, data: Path | None) -> None:
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
