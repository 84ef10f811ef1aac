"""Answers that stay open and tell lines as they come (games in play, changes for programs): told outside Django.

Django would keep a thread, and with it a file or a connection of the database, for as long as the reader stays. Here
its view is asked in a thread of the front's pool and says who may read what; the lines are told by the event loop, and
a reader costs what a listener of `live` costs.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import cast

from django.http import StreamingHttpResponse
from django.http.response import HttpResponseBase

from arbitro.web.live import Receive, Send, hub
from arbitro.web.making import headers_of


async def tell(response: HttpResponseBase, receive: Receive, send: Send) -> None:
    """Send an answer of Django until it ends or the reader leaves."""
    await send({"type": "http.response.start", "status": response.status_code, "headers": headers_of(response)})
    try:
        if isinstance(response, StreamingHttpResponse) and response.is_async:
            await _until_gone(cast(AsyncIterator[bytes], response), receive, send)
            return
        await send({"type": "http.response.body", "body": b"".join(cast("list[bytes]", response))})
    finally:
        response.close()


async def _until_gone(lines: AsyncIterator[bytes], receive: Receive, send: Send) -> None:
    async def telling() -> None:
        async for line in lines:
            await send({"type": "http.response.body", "body": line, "more_body": True})
        await send({"type": "http.response.body", "body": b""})

    async def staying() -> None:
        while (await receive())["type"] != "http.disconnect":
            pass

    with hub().counted():
        both = {asyncio.create_task(telling()), asyncio.create_task(staying())}
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in both:
                task.cancel()
            await asyncio.gather(*both, return_exceptions=True)
