"""`arbitro event`: accounts, roles, invitations, tokens."""

from __future__ import annotations

from datetime import datetime

import click

from arbitro.cli.common import common_options, confirmed, event_names, print_json
from arbitro.cli.event.group import command
from arbitro.desk.commands import Role
from arbitro.i18n import gettext_for

_ = gettext_for("cli")
ROLES = [role.value for role in Role]
SCOPES = ["read", "results", "entries", "pair"]  # of `desk.tokens`
ROLES_OF_TOKENS = [role for role in ROLES if role != Role.OWNER.value]  # as `desk.tokens` allows


@command.command(
    "user", help=_("Create an account, give it a role in an event or a new password, end its sessions; as its owner.")
)
@click.argument("name")
@click.option("--event", "event_slug", default="", help=_("The event in which it gets the role."))
@click.option("--role", type=click.Choice(ROLES), default="owner", help=_("The role."))
@click.option("--password", default=None, help=_("Asked for if not given; for an existing account, a new one."))
@click.option("--link", is_flag=True, help=_("Say a link with which the account gets a new password, once."))
@click.option("--sessions", is_flag=True, help=_("Where the account is logged in."))
@click.option("--log-out", is_flag=True, help=_("End all sessions of the account."))
def user(
    name: str, event_slug: str, role: str, password: str | None, link: bool, sessions: bool, log_out: bool
) -> None:
    from django.contrib.auth import get_user_model

    from arbitro.desk import accounts
    from arbitro.desk.events import find_event
    from arbitro.web.addresses import site_address

    account = get_user_model().objects.filter(username=name).first()
    if account is None and (link or sessions or log_out):
        account = accounts.find_user(name)
    if account is None:
        secret = password or click.prompt(_("Password"), hide_input=True, confirmation_prompt=True)
        account = accounts.create_user(name, secret)
        click.echo(_("Account {name} created.").format(name=name))
    elif password:
        accounts.set_password(account, password)
        click.echo(_("New password for {name}; all its sessions have ended.").format(name=name))
    if event_slug:
        event = find_event(event_slug)
        accounts.set_role(event, account, Role(role), by=Role.OWNER)
        click.echo(f"{name}: {role} · {event.slug}")
    accounts.take_ownerless(account)
    if not (event_slug or link or sessions or log_out):
        for member in account.memberships.select_related("event").order_by("event__slug"):
            click.echo(f"{name}: {member.role} · {member.event.slug}")
    if link:
        click.echo(f"{site_address()}accounts/password/{accounts.password_link(account)}")
    if log_out:
        click.echo(_("Sessions ended: {n}").format(n=accounts.end_sessions(account)))
    for session in accounts.sessions(account) if sessions else ():
        click.echo(f"{session.since} {session.address} {session.browser}".strip())


@command.command("invite", help=_("Create an invitation: its secret gives a role once, until it expires."))
@click.argument("event", shell_complete=event_names)
@click.option("--role", type=click.Choice(ROLES), default="arbiter", help=_("The role."))
@click.option("--hours", type=int, default=72, show_default=True, help=_("How long it lasts."))
@common_options
def invite(event: str, role: str, hours: int, as_json: bool) -> None:
    from arbitro.desk.accounts import invite as make_invitation
    from arbitro.desk.events import find_event
    from arbitro.web.addresses import site_address

    found = find_event(event.partition("/")[0])
    secret = make_invitation(found, Role(role), by=Role.OWNER, hours=hours)
    if as_json:
        print_json({"event": found.slug, "role": role, "secret": secret, "hours": hours})
    else:
        click.echo(f"{site_address()}accounts/invitation/{secret}")


@command.command("token", help=_("Tokens with which programs act in an event: make one, list them, revoke one."))
@click.argument("event", shell_complete=event_names)
@click.option("--name", default="", help=_("Make a token: what it is for. Its secret is said this once."))
@click.option("--role", type=click.Choice(ROLES_OF_TOKENS), default="arbiter", show_default=True, help=_("The role."))
@click.option("--scope", "scopes", multiple=True, type=click.Choice(SCOPES), help=_("Only for this; may be repeated."))
@click.option("--revoke", type=int, default=None, help=_("Revoke the token with this number."))
@common_options
def token(event: str, name: str, role: str, scopes: tuple[str, ...], revoke: int | None, as_json: bool) -> None:
    from arbitro.desk import tokens
    from arbitro.desk.events import find_event

    found = find_event(event.partition("/")[0])
    if name:
        only = [tokens.Scope(scope) for scope in scopes]
        wanted = tokens.role_for(only) if only else Role(role)
        secret = tokens.make_token(found, name, wanted, by=Role.OWNER, scopes=only or [tokens.Scope.ALL])
        if as_json:
            made = {"event": found.slug, "name": name, "role": wanted.value, "scopes": list(scopes) or ["all"]}
            print_json(made | {"secret": secret})
        else:
            click.echo(secret)
        return
    if revoke is not None:
        tokens.revoke(found, revoke, by=Role.OWNER)
    listed = tokens.tokens(found)
    rows = [
        {
            "number": one.pk,
            "name": one.name,
            "role": one.role,
            "scopes": one.scopes.split(),
            "made": _when(one.made),
            "last_used": _when(one.last_used),
        }
        for one in listed
    ]
    if as_json:
        print_json({"event": found.slug, "tokens": rows})
    for one in () if as_json else listed:
        what = one.role if tokens.Scope.ALL in tokens.scopes_of(one) else ", ".join(one.scopes.split())
        used = _when(one.last_used) or _("never used")
        click.echo(f"{one.pk} {one.name} · {what} · {used}")


def _when(moment: datetime | None) -> str:
    return moment.isoformat(timespec="seconds") if moment else ""


@command.command("archive", help=_("Take an event off the site, with a copy kept: `arbitro restore` brings it back."))
@click.argument("event", shell_complete=event_names)
@click.option("--yes", is_flag=True, help=_("Do not ask."))
@common_options
def archive(event: str, yes: bool, as_json: bool) -> None:
    from arbitro.desk.events import archive as take_off
    from arbitro.desk.events import find_event

    found = find_event(event.partition("/")[0])
    if not yes and not confirmed(_("Take {event} off the site? A copy is kept.").format(event=found.slug)):
        raise click.Abort
    copy = take_off(found)
    if as_json:
        print_json({"event": found.slug, "copy": str(copy)})
    else:
        click.echo(str(copy))


@command.command("erase-contacts", help=_("Erase the contact data of a closed tournament's entries by the form."))
@click.argument("event", shell_complete=event_names)
@common_options
def erase_contacts(event: str, as_json: bool) -> None:
    from arbitro.desk.applications import erase
    from arbitro.desk.events import find_section

    found = find_section(event)
    erased = erase(found, by=Role.OWNER)
    if as_json:
        print_json({"event": found.event.slug, "erased": erased})
    else:
        click.echo(_("Entries whose contact data are erased: {n}").format(n=erased))
