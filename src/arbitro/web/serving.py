"""Serve the site by uvicorn: one process or several, on sockets that notice vanished phones, with streams that let go.

Before it serves, the tables are brought up to date under a lock, so that several servers may start at once; a server
whose program is older than the database says so instead of writing what it does not understand.
"""

from __future__ import annotations

import gc
import socket
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import uvicorn
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.utils.translation import gettext as _

from arbitro.desk.django_settings import data_dir
from arbitro.errors import ArbitroError
from arbitro.web.live import close_hub, descriptors

if TYPE_CHECKING:
    from collections.abc import Iterator

LOCK = 0x617262  # the number of our advisory lock
VANISHED = 45_000  # milliseconds without an answer after which a line is given up


class Server(uvicorn.Server):
    """Ends all streams before it waits for what is under way."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        close_hub()
        await super().shutdown(sockets)


def serve(host: str, port: int, workers: int = 1) -> None:
    """Serve until told to stop."""
    descriptors()
    config = uvicorn.Config(
        "arbitro.web.asgi:application",
        host=host,
        port=port,
        workers=workers,
        log_level="warning",
        lifespan="on",
        timeout_graceful_shutdown=2,
        proxy_headers=False,  # `ARBITRO_PROXIES` says whom to believe
    )
    listening = config.bind_socket()
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # small answers must not wait for more
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, VANISHED)
    if workers == 1:
        config.load()
        gc.collect()
        gc.freeze()  # the program itself is never garbage: thousands of listeners are not held up by looking at it
        Server(config).run(sockets=[listening])
        return
    from uvicorn.supervisors import Multiprocess

    Multiprocess(config, [listening]).run()


def bring_up_to_date() -> None:
    """Bring the tables up to date; one server at a time does it, the others wait. Refuses a newer database."""
    with _alone():
        loader = MigrationLoader(connection)
        newer = sorted(
            f"{app} {name}"
            for app, name in loader.applied_migrations
            if app in ("desk", "web") and (app, name) not in loader.disk_migrations
        )
        if newer:
            text = _("This program is older than its database ({names}): update it, or restore a backup of before.")
            raise ArbitroError(text.format(names=", ".join(newer)))
        if any(key not in loader.applied_migrations for key in loader.graph.nodes):
            call_command("migrate", verbosity=0, interactive=False)


@contextmanager
def _alone() -> Iterator[None]:
    """Nobody else brings the tables up to date meanwhile."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_lock(%s)", [LOCK])
            try:
                yield
            finally:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK])
        return
    with (data_dir() / "starting.lock").open("w") as file:
        _lock(file)
        yield


def _lock(file: Any) -> None:
    try:
        import fcntl
    except ImportError:  # Windows: a laptop has one server
        return
    fcntl.flock(file, fcntl.LOCK_EX)
