"""Users, roles and invitations. Passwords are hashed with argon2; of an invitation only a hash is kept."""

from __future__ import annotations

import secrets
from datetime import timedelta
from hashlib import sha256

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import override

from arbitro.desk.commands.base import CHIEFS, Role
from arbitro.desk.models import Event, Invitation, Membership
from arbitro.desk.store import Forbidden
from arbitro.errors import Refused
from arbitro.i18n import current_language, gettext_for


def role_of(user: object, event: Event) -> Role | None:
    """A user's role in an event; None for strangers and for the public."""
    if not getattr(user, "is_authenticated", False):
        return None
    membership = Membership.objects.filter(event=event, user_id=user.pk).first()  # type: ignore[attr-defined]
    return Role(membership.role) if membership else None


def create_user(name: str, password: str) -> AbstractBaseUser:
    """A new account; weak passwords and taken names are refused."""
    _ = gettext_for("desk")
    users = get_user_model()
    name = name.strip()
    if not name:
        raise Refused(_("An account needs a name."))
    try:
        with override(current_language()):
            validate_password(password, users(username=name))
    except ValidationError as error:
        raise Refused(" ".join(error.messages)) from error
    try:
        with transaction.atomic():
            return users.objects.create_user(username=name, password=password)
    except IntegrityError as error:
        raise Refused(_("The name {name} is taken.").format(name=name)) from error


def set_role(event: Event, user: AbstractBaseUser, role: Role | None, *, by: Role | None) -> None:
    """Give or take a role. Owners name anyone; chief arbiters name arbiters, entry desk and viewers."""
    _ = gettext_for("desk")
    if by is None or by not in CHIEFS or (by is Role.CHIEF and role in CHIEFS):
        raise Forbidden(_("Only the owner names owners and chief arbiters."))
    old = Membership.objects.filter(event=event, user=user).first()
    if old and old.role == Role.OWNER.value and role is not Role.OWNER:
        if by is not Role.OWNER:
            raise Forbidden(_("Only the owner names owners and chief arbiters."))
        if Membership.objects.filter(event=event, role=Role.OWNER.value).count() == 1:
            raise Refused(_("An event keeps at least one owner."))
    if role is None:
        Membership.objects.filter(event=event, user=user).delete()
    else:
        Membership.objects.update_or_create(event=event, user=user, defaults={"role": role.value})


def _hash(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()


def invite(event: Event, role: Role, *, by: Role | None, hours: int = 72) -> str:
    """The secret of an invitation link that gives a role once, until it expires."""
    _ = gettext_for("desk")
    if by is None or by not in CHIEFS or (by is Role.CHIEF and role in CHIEFS):
        raise Forbidden(_("Only the owner names owners and chief arbiters."))
    if not 1 <= hours <= 24 * 60:
        raise Refused(_("An invitation lasts from one hour to sixty days."))
    secret = secrets.token_urlsafe(24)
    Invitation.objects.create(
        event=event, role=role.value, secret_hash=_hash(secret), expires=timezone.now() + timedelta(hours=hours)
    )
    return secret


def open_invitation(secret: str) -> Invitation:
    """The invitation behind a link, if it is good."""
    _ = gettext_for("desk")
    invitation = Invitation.objects.filter(secret_hash=_hash(secret)).select_related("event").first()
    if invitation is None:
        raise Refused(_("This invitation does not exist."))
    if invitation.used_by_id is not None:
        raise Refused(_("This invitation has been used."))
    if invitation.expires < timezone.now():
        raise Refused(_("This invitation has expired; ask for a new one."))
    return invitation


def accept(secret: str, user: AbstractBaseUser) -> Event:
    """Use an invitation: the user gets its role, unless their own is higher."""
    with transaction.atomic():
        invitation = open_invitation(secret)
        order = [role.value for role in Role]
        member, created = Membership.objects.get_or_create(
            event=invitation.event, user=user, defaults={"role": invitation.role}
        )
        if not created and order.index(invitation.role) < order.index(member.role):
            member.role = invitation.role
            member.save(update_fields=["role"])
        invitation.used_by = user
        invitation.save(update_fields=["used_by"])
        return invitation.event
