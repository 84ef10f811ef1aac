"""`arbitro event`: accounts, roles, invitations."""

from __future__ import annotations

import click

from arbitro.cli.common import common_options, print_json
from arbitro.cli.event.group import command
from arbitro.i18n import gettext_for

_ = gettext_for("desk_cli")


@command.command("user", help=_("Create an account, or give it a role in an event."))
@click.argument("name")
@click.option("--event", "event_slug", default="")
@click.option("--role", type=click.Choice(["owner", "chief", "arbiter", "entry", "viewer"]), default="owner")
@click.option("--password", default=None, help=_("Asked for when it is not given."))
def user(name: str, event_slug: str, role: str, password: str | None) -> None:
    from django.contrib.auth import get_user_model

    from arbitro.desk.accounts import create_user, set_role
    from arbitro.desk.commands import Role
    from arbitro.desk.models import Event
    from arbitro.errors import Refused

    account = get_user_model().objects.filter(username=name).first()
    if account is None:
        secret = password or click.prompt(_("Password"), hide_input=True, confirmation_prompt=True)
        account = create_user(name, secret)
        click.echo(_("Account {name} created.").format(name=name))
    if event_slug:
        event = Event.objects.filter(slug=event_slug).first()
        if event is None:
            raise Refused(_("There is no event {slug}.").format(slug=event_slug))
        set_role(event, account, Role(role), by=Role.OWNER)
        click.echo(f"{name}: {role} · {event.slug}")


@command.command("invite", help=_("Create an invitation: its secret gives a role once, until it expires."))
@click.argument("event")
@click.option("--role", type=click.Choice(["owner", "chief", "arbiter", "entry", "viewer"]), default="arbiter")
@click.option("--hours", type=int, default=72, show_default=True)
@common_options
def invite(event: str, role: str, hours: int, as_json: bool) -> None:
    from arbitro.desk.accounts import invite as make_invitation
    from arbitro.desk.commands import Role
    from arbitro.desk.events import find_event

    found = find_event(event.partition("/")[0])
    secret = make_invitation(found, Role(role), by=Role.OWNER, hours=hours)
    if as_json:
        print_json({"event": found.slug, "role": role, "secret": secret, "hours": hours})
    else:
        click.echo(secret)
