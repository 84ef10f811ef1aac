"""Addresses: where a visitor comes from, and where others can reach the site (QR codes, invitation links).

A page that was opened as `localhost` on the arbiter's own machine must not print `localhost` on a poster.
"""

from __future__ import annotations

import io
import os
import socket
import sys
from collections.abc import Iterator
from contextlib import suppress
from ipaddress import ip_address
from urllib.parse import urlsplit, urlunsplit

from django.conf import settings
from django.http import HttpRequest

from arbitro.desk.django_settings import data_dir, hosts
from arbitro.outputs import write_whole

USUAL_PORT = 8000
ANNOUNCED = "address"
SIOCGIFADDR = 0x8915  # Linux: the address of a network card


def address_of(request: HttpRequest) -> str:
    """Where a request comes from; behind ARBITRO_PROXIES trusted proxies, what the first of them saw."""
    proxies = getattr(settings, "PROXIES", 0)
    hops = [hop.strip() for hop in request.headers.get("X-Forwarded-For", "").split(",") if hop.strip()]
    return hops[-proxies][:64] if proxies and len(hops) >= proxies else str(request.META.get("REMOTE_ADDR", ""))


def lan_address() -> str:
    """This machine's address in the local network; its own loopback address where there is no network.

    A laptop that is the hall's hotspot, or hangs at a switch without a router, has no way out but has an address.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent: the system only chooses the way out
            return str(probe.getsockname()[0])
        except OSError:
            return next((one for one in own_addresses() if not is_local(one)), "127.0.0.1")


def own_addresses() -> Iterator[str]:
    """The addresses of the network cards in the system's order, then those that the machine's name leads to."""
    if sys.platform == "linux":
        import fcntl

        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            for _number, card in socket.if_nameindex():
                with suppress(OSError):  # a card without an address
                    yield socket.inet_ntoa(fcntl.ioctl(probe, SIOCGIFADDR, card.encode().ljust(40, b"\0"))[20:24])
    with suppress(OSError):
        yield from socket.gethostbyname_ex(socket.gethostname())[2]


def is_local(host: str) -> bool:
    """Does a host name lead to the machine itself only?"""
    name = host.strip("[]").casefold()
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ip_address(name).is_loopback or ip_address(name).is_unspecified
    except ValueError:
        return False


def reachable(host: str, port: int) -> str:
    """The address of a site that listens at `host`, for others: what ARBITRO_ADDRESS says, or a server's name."""
    if os.environ.get("ARBITRO_ADDRESS"):
        return os.environ["ARBITRO_ADDRESS"].rstrip("/") + "/"
    if name := _server_name():
        return f"https://{name}/"
    shown = lan_address() if host in ("0.0.0.0", "::") else host
    shown = "localhost" if is_local(shown) else shown
    return f"http://[{shown}]:{port}/" if ":" in shown else f"http://{shown}:{port}/"


def _server_name() -> str:
    """The name of a server; its other commands have settings that know no site, and the same environment."""
    server = getattr(settings, "SERVER", os.environ.get("ARBITRO_PROFILE") == "server")
    names = getattr(settings, "HOSTS", None) or hosts(False)
    return names[0].lstrip(".") if server and names and names[0] != "*" else ""


def answers_here_only() -> bool:
    """Does the site answer this machine alone, as `arbitro serve` does when it is not told otherwise?"""
    host = os.environ.get("ARBITRO_LISTENS_AT", "")
    return host not in ("", "0.0.0.0", "::") and is_local(host) and not os.environ.get("ARBITRO_ADDRESS")


def announce(address: str) -> None:
    """Write down where the site answers, for the commands of this machine that give links."""
    write_whole(data_dir() / ANNOUNCED, address)


def site_address() -> str:
    """Where the site is found, for a command: ARBITRO_ADDRESS, or where it answered last, or its usual port here."""
    stated = os.environ.get("ARBITRO_ADDRESS", "").rstrip("/")
    if stated:
        return f"{stated}/"
    place = data_dir() / ANNOUNCED
    return place.read_text(encoding="utf-8") if place.is_file() else reachable("0.0.0.0", USUAL_PORT)


def public_uri(request: HttpRequest, path: str) -> str:
    """An absolute address of this site that others can open: as the page was reached, but never localhost."""
    if os.environ.get("ARBITRO_ADDRESS"):
        return os.environ["ARBITRO_ADDRESS"].rstrip("/") + path
    parts = urlsplit(request.build_absolute_uri(path))
    if parts.hostname and is_local(parts.hostname):
        port = f":{parts.port}" if parts.port else ""
        parts = parts._replace(netloc=f"{lan_address()}{port}")
    return urlunsplit(parts)


def terminal_code(address: str) -> str:
    """A QR code in block letters, for a phone held to the screen."""
    import segno

    out = io.StringIO()
    segno.make(address, error="l").terminal(out, compact=True)
    return out.getvalue()
