"""Bring the tables of a database up to date: one process at a time does it, the others wait.

So several servers may start at once on an empty database, and upgrade together. A program that is older than the
database says so instead of writing what it does not understand.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from arbitro.desk.django_settings import data_dir
from arbitro.errors import ArbitroError
from arbitro.i18n import gettext_for
from arbitro.outputs import PRIVATE

_ = gettext_for("desk")
LOCK = 0x617262  # the number of our advisory lock
OWN = ("desk", "web")


def bring_up_to_date() -> None:
    """Apply what is missing; refuses a database that is newer than this program."""
    with _alone():
        loader = MigrationLoader(connection)
        ours = {key for key in loader.applied_migrations if key[0] in OWN and key[0] in loader.migrated_apps}
        newer = sorted(f"{app} {name}" for app, name in ours - set(loader.disk_migrations))
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
    path = data_dir() / "starting.lock"
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT, PRIVATE), "w") as file:
        _lock(file)
        yield


def _lock(file: IO[str]) -> None:
    try:
        import fcntl
    except ImportError:  # Windows: a laptop has one server
        return
    fcntl.flock(file, fcntl.LOCK_EX)
