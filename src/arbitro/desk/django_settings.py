"""Django's settings for the desk alone: the database and the accounts. The site's settings build on these.

DATABASE_URL        postgres://user:password@host:port/name, or sqlite:///path; default: a file in ARBITRO_DATA
ARBITRO_DATA        where the database, backups and uploads live; default: ~/.local/share/arbitro
ARBITRO_SECRET_KEY  signing key; default: made once and kept in ARBITRO_DATA
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from arbitro.errors import ArbitroError
from arbitro.i18n import gettext_for
from arbitro.outputs import PRIVATE, private_folder, write_whole

_ = gettext_for("desk")

SHORTEST_KEY = 32  # letters


def data_dir() -> Path:
    """Where this installation keeps its files; made when first asked for, for its owner alone."""
    path = Path(os.environ.get("ARBITRO_DATA") or Path.home() / ".local" / "share" / "arbitro").expanduser()
    try:
        return private_folder(path)
    except OSError as error:
        sentence = _("{path} cannot be made or opened ({error}): name a folder of yours in ARBITRO_DATA.")
        raise ArbitroError(sentence.format(path=path, error=error.strerror)) from error


def secret_key() -> str:
    """The signing key: from the environment, or made once and kept readable for the owner alone."""
    if os.environ.get("ARBITRO_SECRET_KEY"):
        return os.environ["ARBITRO_SECRET_KEY"]
    path = data_dir() / "secret-key"
    if not path.exists():
        write_whole(path, secrets.token_urlsafe(64), mode=PRIVATE)
    path.chmod(PRIVATE)
    try:
        key = path.read_text(encoding="ascii").strip()
    except UnicodeDecodeError:
        key = ""
    if len(key) < SHORTEST_KEY:
        raise ArbitroError(
            _(
                "{path} is empty or damaged. Bring it back from a backup of the folder; or remove it, and a new key is "
                "made: everybody logs in again, and `arbitro event verify --accept` signs the journals anew."
            ).format(path=path)
        )
    return key


def _private_file(path: str) -> str:
    """A database file that only the owner may read; its log and its copies have the same rights."""
    if path and not path.startswith((":", "file:")):
        file = Path(path)
        if file.parent.is_dir():
            if not file.exists():
                file.touch(mode=PRIVATE)
            elif file.is_file() and file.stat().st_uid == os.getuid():
                for each in (file, Path(f"{path}-wal"), Path(f"{path}-shm")):
                    if each.exists():
                        each.chmod(PRIVATE)
    return path


def database(url: str) -> dict[str, Any]:
    """Django's entry for a database URL; SQLite with write-ahead log and full durability."""
    parts = urlsplit(url)
    if parts.scheme in ("postgres", "postgresql"):
        options = dict(parse_qsl(parts.query))
        try:
            port = str(parts.port or options.pop("port", ""))
        except ValueError:
            port = "?"
        if port == "?" or not (parts.path.lstrip("/") or "service" in options):
            raise ArbitroError(
                _("DATABASE_URL needs the name of a database, and a port in digits: postgres://user@host:5432/name")
            )
        return {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": unquote(parts.path.lstrip("/")),
            "USER": unquote(parts.username or ""),
            "PASSWORD": unquote(parts.password or ""),
            "HOST": options.pop("host", "") or unquote(parts.hostname or ""),
            "PORT": port,
            "OPTIONS": options,
            "CONN_MAX_AGE": 600,
            "CONN_HEALTH_CHECKS": True,
        }
    if url and not url.startswith("sqlite:///"):
        shown = f"{parts.scheme}://…" if parts.scheme else url
        raise ArbitroError(_("DATABASE_URL is postgres://… or sqlite:///path, not {url}.").format(url=shown))
    path = url.removeprefix("sqlite:///") if url else str(data_dir() / "arbitro.sqlite3")
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": _private_file(path),
        "CONN_MAX_AGE": 600,
        "OPTIONS": {
            "timeout": 30,
            "transaction_mode": "IMMEDIATE",
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
        },
    }


def hosts(server: bool) -> list[str]:
    """The names that the site answers to (ARBITRO_HOSTS); a server must have one."""
    names = [name.strip() for name in os.environ.get("ARBITRO_HOSTS", "").split(",") if name.strip()]
    if server and not names:
        raise ArbitroError(
            _("ARBITRO_PROFILE=server needs ARBITRO_HOSTS: the names of the site, separated by commas (chess.example).")
        )
    return names


SECRET_KEY = secret_key()
DATABASES = {"default": database(os.environ.get("DATABASE_URL", ""))}
INSTALLED_APPS = ["django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions", "arbitro.desk"]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
USE_TZ = True
TIME_ZONE = "UTC"
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
