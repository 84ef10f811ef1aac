"""The running tournament: a journal of decisions, and the commands that an arbiter may give.

    settings    what the organiser decided                  state       a tournament as the desk sees it
    commands    the decisions, each with its rule           fold        how an entry changes the state
    store       the journal in the database                 snapshot    the state as the rule rooms read it
    register    the players of the rating list              backup      copies, exchange, differences
    accounts    users, roles, invitations                   integrity   the log that FIDE asks for
    tables      standings, final order, stages              importing   tournaments of other programs
    words       journal entries in words                    advice      what the settings mean

`setup()` prepares Django for use without the site. Only this room and the site know the database.
"""

from __future__ import annotations

import os

from arbitro.errors import ArbitroError
from arbitro.i18n import N_, gettext_for

_ = gettext_for("desk")


CAUSES = {  # what a database server says in English, in the reader's language
    "Connection refused": N_("no server answers there"),
    "No such file or directory": N_("no server answers there"),
    "could not translate host name": N_("there is no machine of that name"),
    "Name or service not known": N_("there is no machine of that name"),
    "password authentication failed": N_("the server does not accept this name and password"),
    "no password supplied": N_("the server asks for a password"),
    "timeout expired": N_("no answer came in time"),
    "does not exist": N_("the server has no such database or user"),
    "file is not a database": N_("the file is not a database"),
    "unable to open database file": N_("the file cannot be opened"),
    "malformed": N_("the file is damaged"),
    "readonly database": N_("the file can only be read"),
    "disk is full": N_("no space is left on the disk"),
    "no such table": N_("the file is empty, or not Arbitro's"),
    "server closed the connection": N_("the server has gone"),
    "terminating connection": N_("the server has gone"),
    "connection is closed": N_("the server has gone"),
}


def setup(database_url: str | None = None) -> None:
    """Make the database ready: configure Django with the desk's settings, bring the tables up to date."""
    import django
    from django.db import DatabaseError

    if database_url:
        os.environ["DATABASE_URL"] = database_url
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "arbitro.desk.django_settings")
    django.setup()
    from arbitro.desk.upgrade import bring_up_to_date

    try:
        _knock()
        bring_up_to_date()
    except DatabaseError as error:
        raise unusable(error) from error


def _knock() -> None:
    """Connect once past the site's pool, which keeps to itself why a server does not let it in."""
    from django.db import connection

    if pool := connection.settings_dict["OPTIONS"].pop("pool", None):
        try:
            connection.ensure_connection()
            connection.close()
        finally:
            connection.settings_dict["OPTIONS"]["pool"] = pool


def unusable(error: Exception) -> ArbitroError:
    """A database that does not answer, is none, or is damaged, in one sentence."""
    from django.conf import settings

    database = settings.DATABASES["default"]
    name = database.get("HOST") or database["NAME"]
    first = str(error).partition("\n")[0]
    said = next((_(cause) for words, cause in CAUSES.items() if words in str(error)), first)
    return ArbitroError(
        _("The database {name} cannot be used: {error}. Look at DATABASE_URL and ARBITRO_DATA.").format(
            name=name, error=said.rstrip(".?")
        )
    )
