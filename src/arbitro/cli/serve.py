"""`arbitro serve`: the site, by uvicorn in one process. Several machines: DATABASE_URL and any number of workers."""

from __future__ import annotations

import os

import click

from arbitro.i18n import gettext_for

_ = gettext_for("desk_cli")


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
def command(host: str, port: int, db: str, workers: int) -> None:
    run(host, port, db, workers)
