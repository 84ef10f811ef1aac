"""Serve the site by uvicorn: one process or several, on sockets that notice vanished phones; streams let go."""

from __future__ import annotations

import gc
import socket
from collections.abc import Callable

import uvicorn

from arbitro.web.live import close_hub, descriptors

VANISHED = 45_000  # milliseconds without an answer after which a line is given up


class Server(uvicorn.Server):
    """Says when it listens; ends all streams before it waits for what is under way."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        close_hub()
        await super().shutdown(sockets)


def serve(host: str, port: int, workers: int = 1, ready: Callable[[], None] = lambda: None) -> None:
    """Serve until told to stop; `ready` is called when the first page can be asked for."""
    descriptors()
    config = uvicorn.Config(
        "arbitro.web.asgi:application",
        host=host,
        port=port,
        workers=workers,
        log_level="warning",
        access_log=False,  # the proxy has one, and /metrics counts; a line that nobody reads costs every answer
        lifespan="on",
        ws="none",
        timeout_graceful_shutdown=2,
        proxy_headers=False,  # `ARBITRO_PROXIES` says whom to believe
    )
    listening = config.bind_socket()
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # small answers must not wait for more
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, VANISHED)
    if workers == 1:
        config.load()
        Server(config, ready).run(sockets=[listening])
        return
    from uvicorn.supervisors import Multiprocess

    gc.enable()
    ready()  # the processes listen a moment later
    Multiprocess(config, [listening]).run()
