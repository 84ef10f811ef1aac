"""Users, their passwords and sessions, roles and invitations.

Passwords are hashed with argon2; of invitations and links for a new password only a hash is kept, and each works once.
"""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AnonymousUser, User
from django.contrib.auth.password_validation import validate_password
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import override

from arbitro.desk.models import Event, Invitation, Membership, PasswordLink, Token
from arbitro.desk.plain import require_plain
from arbitro.desk.roles import CHIEFS, Forbidden, Role
from arbitro.errors import Refused
from arbitro.i18n import current_language, gettext_for

_ = gettext_for("desk")

LONGEST_NAME = 150


def role_of(user: object, event: Event) -> Role | None:
    """A user's or a token's role in an event; None for strangers and for the public."""
    if isinstance(user, Token):
        return Role(user.role) if user.event_id == event.pk else None
    if not getattr(user, "is_authenticated", False):
        return None
    membership = Membership.objects.filter(event=event, user_id=user.pk).first()  # type: ignore[attr-defined]
    return Role(membership.role) if membership else None


def create_user(name: str, password: str) -> User:
    """A new account; weak passwords and taken names are refused."""
    users = get_user_model()
    require_plain(name)
    name = name.strip()
    if not name:
        raise Refused(_("An account needs a name."))
    if len(name) > LONGEST_NAME:
        raise Refused(_("A name has at most {n} letters.").format(n=LONGEST_NAME))
    _require_strong(users(username=name), password)
    try:
        with transaction.atomic():
            return users.objects.create_user(username=name, password=password)
    except IntegrityError as error:
        raise Refused(_("The name {name} is taken.").format(name=name)) from error


def take_ownerless(user: User) -> None:
    """What was made in the terminal before there was any account belongs to the first one."""
    if get_user_model().objects.count() == 1:
        ownerless = Event.objects.filter(members=None)
        Membership.objects.bulk_create(Membership(event=e, user=user, role=Role.OWNER.value) for e in ownerless)


def find_user(name: str) -> User:
    """An account by its name."""
    user = get_user_model().objects.filter(username=name).first() if "\x00" not in name else None
    if user is None:
        raise Refused(_("There is no account {name}.").format(name=name))
    return user


def _require_strong(user: User, password: str) -> None:
    try:
        with override(current_language()):
            validate_password(password, user)
    except ValidationError as error:
        raise Refused(" ".join(error.messages)) from error


# -- passwords and sessions


def set_password(user: User, password: str) -> None:
    """A new password: every session of the account ends, and links for another one are void."""
    _require_strong(user, password)
    with transaction.atomic():
        user.set_password(password)
        user.save(update_fields=["password"])
        PasswordLink.objects.filter(user=user, used=None).update(used=timezone.now())
        end_sessions(user)


def change_password(user: User, old: str, new: str) -> None:
    """The owner of an account changes the password, and shows that it is they by the old one."""
    if not user.check_password(old):
        raise Refused(_("The old password is not right."))
    set_password(user, new)


def resettable(owner: User, event: Event) -> set[int]:
    """Whom an owner may give a new password: members of the event who have no part in anybody else's events."""
    owned = set(Membership.objects.filter(user=owner, role=Role.OWNER.value).values_list("event_id", flat=True))
    if event.pk not in owned:
        return set()
    members = set(event.members.values_list("user_id", flat=True)) - {owner.pk}
    elsewhere = Membership.objects.filter(user_id__in=members).exclude(event_id__in=owned)
    return members - set(elsewhere.values_list("user_id", flat=True))


def password_link(user: User, *, hours: int = 24) -> str:
    """The secret of a link with which the account gets a new password, once; earlier links are void."""
    secret = secrets.token_urlsafe(24)
    now = timezone.now()
    with transaction.atomic():
        PasswordLink.objects.filter(user=user, used=None).update(used=now)
        PasswordLink.objects.create(user=user, secret_hash=digest_of(secret), expires=now + timedelta(hours=hours))
    return secret


def open_password_link(secret: str) -> PasswordLink:
    """The link behind a secret, if it is good."""
    link = PasswordLink.objects.filter(secret_hash=digest_of(secret)).select_related("user").first()
    if link is None or link.used is not None or link.expires < timezone.now():
        raise Refused(_("This link does not work, or not any more; ask for a new one."))
    return link


def use_password_link(secret: str, password: str) -> User:
    """A new password by a link; of several who try at once, one does."""
    with transaction.atomic():
        link = open_password_link(secret)
        _require_strong(link.user, password)
        if not PasswordLink.objects.filter(pk=link.pk, used=None).update(used=timezone.now()):
            raise Refused(_("This link does not work, or not any more; ask for a new one."))
        set_password(link.user, password)
        return link.user


@dataclass(frozen=True, slots=True)
class SessionOf:
    """A browser in which an account is logged in."""

    key: str
    since: str  # ISO 8601, UTC
    browser: str
    address: str


def sessions(user: User) -> list[SessionOf]:
    """Where an account is logged in, the last first."""
    open_sessions = []
    for row in Session.objects.filter(expire_date__gt=timezone.now()).iterator():
        data = row.get_decoded()
        if data.get("_auth_user_id") == str(user.pk):
            text = {name: str(data.get(name, "")) for name in ("since", "browser", "address")}
            open_sessions.append(SessionOf(row.session_key, **text))
    return sorted(open_sessions, key=lambda session: session.since, reverse=True)


def end_sessions(user: User, *keys: str) -> int:
    """Log an account out, everywhere or in the sessions named. Returns how many ended."""
    mine = {session.key for session in sessions(user)}
    ended, _rows = Session.objects.filter(pk__in=mine & set(keys) if keys else mine).delete()
    return ended


# -- roles and invitations


def has_desk(user: User | AnonymousUser) -> bool:
    """May this account use the desk at all? Those who are only viewers may not; a fresh account may make an event."""
    roles = set(Membership.objects.filter(user_id=user.pk or 0).values_list("role", flat=True))
    return roles != {Role.VIEWER.value}


def require_may_name(role: Role | None, *, by: Role | None) -> None:
    """Owners name anyone; chief arbiters name arbiters, entry desk and viewers."""
    if by is None or by not in CHIEFS or (by is Role.CHIEF and role in CHIEFS):
        raise Forbidden(_("Only the owner names owners and chief arbiters."))


def set_role(event: Event, user: User, role: Role | None, *, by: Role | None) -> None:
    """Give or take a role; whoever is a chief no longer leaves no tokens behind."""
    require_may_name(role, by=by)
    old = Membership.objects.filter(event=event, user=user).first()
    if old and Role(old.role) in CHIEFS and by is not Role.OWNER:
        raise Forbidden(_("Only the owner names owners and chief arbiters."))
    last = old is not None and old.role == Role.OWNER.value and role is not Role.OWNER
    if last and Membership.objects.filter(event=event, role=Role.OWNER.value).count() == 1:
        raise Refused(_("An event keeps at least one owner."))
    if role is not Role.OWNER:  # a chief keeps the tokens that a chief may make
        left = event.tokens.filter(maker=user, revoked=None)
        chiefs = [named.value for named in CHIEFS]
        (left.filter(role__in=chiefs) if role in CHIEFS else left).update(revoked=timezone.now())
    if role is None:
        Membership.objects.filter(event=event, user=user).delete()
    else:
        Membership.objects.update_or_create(event=event, user=user, defaults={"role": role.value})


def digest_of(secret: str) -> str:
    """What is kept of a secret."""
    return sha256(secret.encode()).hexdigest()


def invite(event: Event, role: Role, *, by: Role | None, hours: int = 72) -> str:
    """The secret of an invitation link that gives a role once, until it expires."""
    require_may_name(role, by=by)
    if not 1 <= hours <= 24 * 60:
        raise Refused(_("An invitation lasts from one hour to sixty days."))
    secret = secrets.token_urlsafe(24)
    Invitation.objects.create(
        event=event, role=role.value, secret_hash=digest_of(secret), expires=timezone.now() + timedelta(hours=hours)
    )
    return secret


def open_invitation(secret: str) -> Invitation:
    """The invitation behind a link, if it is good."""
    invitation = Invitation.objects.filter(secret_hash=digest_of(secret)).select_related("event").first()
    if invitation is None:
        raise Refused(_("This invitation does not exist."))
    if invitation.used is not None:
        raise Refused(_("This invitation has been used."))
    if invitation.expires < timezone.now():
        raise Refused(_("This invitation has expired; ask for a new one."))
    return invitation


def accept(secret: str, user: User) -> Event:
    """Use an invitation: the user gets its role, unless their own is higher. Of several at once, one gets it."""
    with transaction.atomic():
        invitation = open_invitation(secret)
        won = Invitation.objects.filter(pk=invitation.pk, used=None).update(used=timezone.now(), used_by=user)
        if not won:
            raise Refused(_("This invitation has been used."))
        order = [role.value for role in Role]
        member, created = Membership.objects.get_or_create(
            event=invitation.event, user=user, defaults={"role": invitation.role}
        )
        if not created and order.index(invitation.role) < order.index(member.role):
            member.role = invitation.role
            member.save(update_fields=["role"])
        return invitation.event


def join(secret: str, name: str, password: str) -> User:
    """A new account by an invitation: both, or neither."""
    with transaction.atomic():
        user = create_user(name, password)
        accept(secret, user)
        return user


def first_account_code() -> str:
    """What the first visitor of a site must know to become its first account: `arbitro serve` says it."""
    return hmac.digest(settings.SECRET_KEY.encode(), b"first account", "sha256").hex()[:12]
