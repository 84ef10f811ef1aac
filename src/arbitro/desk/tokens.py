"""Tokens: what lets a program, or later a player's phone, act in one event with one role, without an account.

A token's secret is said once, when it is made; kept is a hash of it. It acts until it is revoked, or until whoever made
it is no longer a chief of the event. Its name stands in the journal as who did it. What it may do is what its role may,
or less: its scopes. Every token reads the tournaments of its event, private ones too.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection
from datetime import timedelta
from enum import Enum

from django.contrib.auth.models import User
from django.db.models import Q
from django.utils import timezone

from arbitro.desk.accounts import digest_of, require_may_name
from arbitro.desk.models import Event, Token
from arbitro.desk.plain import require_plain
from arbitro.desk.roles import CHIEFS, Forbidden, Role
from arbitro.errors import Refused
from arbitro.i18n import gettext_for

_ = gettext_for("desk")

LONGEST_NAME = 80
MOST = 100  # of one event at once
SEEN_EVERY = timedelta(minutes=1)  # how often the last use is written down at most


class Scope(Enum):
    """What a token is for."""

    READ = "read"
    RESULTS = "results"
    ENTRIES = "entries"
    PAIR = "pair"
    ALL = "all"  # everything that its role may


COMMANDS_OF = {
    Scope.READ: frozenset[str](),
    Scope.RESULTS: frozenset({"result", "forfeits", "swap-colours", "game", "game-remove", "challenge-games"}),
    Scope.ENTRIES: frozenset({
        "enter", "edit-player", "remove", "check-in", "bye", "withdraw", "team", "team-remove", "team-withdraw",
        "team-bye", "line-up",
    }),
    Scope.PAIR: frozenset({"number", "pair", "pair-all", "unpair", "publish", "close-round"}),
}  # fmt: skip


def role_for(scopes: Collection[Scope]) -> Role:
    """The least role that may do what these scopes are for."""
    if not set(scopes) - {Scope.READ}:
        return Role.VIEWER
    return Role.ENTRY if set(scopes) <= {Scope.READ, Scope.ENTRIES} else Role.ARBITER


def scopes_of(token: Token) -> list[Scope]:
    return [scope for scope in Scope if scope.value in token.scopes.split()]


def require_scope(token: Token, command: str) -> None:
    """Refuse a command that the token is not for; its role is looked at elsewhere."""
    scopes = scopes_of(token)
    if Scope.ALL not in scopes and not any(command in COMMANDS_OF[scope] for scope in scopes):
        text = _("This token is only for {scopes}: it may not give the command {command}.")
        raise Forbidden(text.format(scopes=", ".join(scope.value for scope in scopes), command=command))


def roles_for(by: Role | None) -> list[Role]:
    """The roles that a token may have: those that its maker may name others to, but no program is an owner."""
    return [role for role in Role if role is not Role.OWNER and (by is Role.OWNER or role not in CHIEFS)]


def make_token(
    event: Event,
    name: str,
    role: Role,
    *,
    by: Role | None,
    maker: User | None = None,
    scopes: Collection[Scope] = (Scope.ALL,),
) -> str:
    """A new token's secret, which is said this once."""
    require_may_name(role, by=by)
    if role not in roles_for(by):
        raise Refused(_("No program is an owner: give it the role of a chief arbiter at most."))
    require_plain(name)
    name = " ".join(name.split())
    if not 1 <= len(name) <= LONGEST_NAME:
        raise Refused(_("A token needs a name of at most {n} letters: what it is for.").format(n=LONGEST_NAME))
    if len(tokens(event)) >= MOST:
        raise Refused(_("An event has at most {n} tokens; revoke one first.").format(n=MOST))
    if not scopes:
        raise Refused(_("Say what the token is for."))
    secret = f"arbitro_{secrets.token_urlsafe(24)}"
    Token.objects.create(
        event=event, kind=Token.Kind.API, name=name, role=role.value, secret_hash=digest_of(secret), maker=maker,
        scopes=" ".join(scope.value for scope in Scope if scope in scopes), made=timezone.now(),
    )  # fmt: skip
    return secret


def tokens(event: Event, kind: str = Token.Kind.API) -> list[Token]:
    """The tokens that work, the newest first."""
    working = event.tokens.filter(kind=kind, revoked=None)
    return list(working.select_related("maker").order_by("-made", "-pk"))


def find_token(secret: str, kind: str = Token.Kind.API) -> Token | None:
    """The token behind a secret, if it works; its use is written down."""
    token = Token.objects.filter(secret_hash=digest_of(secret), kind=kind, revoked=None).first()
    if token is not None:
        now = timezone.now()
        late = Q(last_used=None) | Q(last_used__lt=now - SEEN_EVERY)
        Token.objects.filter(late, pk=token.pk).update(last_used=now)
    return token


def revoke(event: Event, token: int, *, by: Role | None) -> None:
    """End a token at once. Chief arbiters end those that they could have made."""
    found = event.tokens.filter(pk=token, revoked=None).first()
    if found is None:
        raise Refused(_("There is no token {n}, or it is revoked already.").format(n=token))
    if by is not Role.OWNER and (by not in CHIEFS or Role(found.role) in CHIEFS):
        raise Forbidden(_("Only the owner revokes tokens of owners and chief arbiters."))
    event.tokens.filter(pk=token).update(revoked=timezone.now())
