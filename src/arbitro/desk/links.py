"""Personal links: one secret address for each player or captain of a tournament, without an account.

make_links    new secrets, said this once (QR codes, badges, slips); the older link of the same person ends
links         those that work, with their last use
revoke_links  end some, or all
find_link     whose link a secret is, while it is still about the same person
"""

from __future__ import annotations

import secrets
from collections.abc import Collection

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from arbitro.desk import store
from arbitro.desk.accounts import digest_of
from arbitro.desk.entry import effective
from arbitro.desk.models import Section, Token
from arbitro.desk.roles import ENTRY_DESK, Forbidden, Role
from arbitro.desk.state import State
from arbitro.desk.tokens import find_token
from arbitro.i18n import gettext_for

_ = gettext_for("desk")
Kind = Token.Kind


def names_of(state: State, kind: Kind) -> dict[int, str]:
    """Who may have a link, by entrant's id or team's number; a captain's is of the team and its captain."""
    if kind is Kind.CAPTAIN:
        return {id: " · ".join(filter(None, (team.name, team.captain))) for id, team in state.teams.items()}
    return {id: entrant.name for id, entrant in state.entrants.items() if not entrant.excluded}


def make_links(
    section: Section, holders: Collection[int], kind: Kind, *, by: Role | None, maker: User | None = None
) -> dict[int, str]:
    """A new secret for each holder, said this once; an older link of theirs ends."""
    _require(by)
    names = names_of(store.state_of(section.pk), kind)
    chosen = [holder for holder in holders if holder in names]
    made = {holder: secrets.token_urlsafe(18) for holder in chosen}
    now = timezone.now()
    with transaction.atomic():
        _working(section, kind, chosen).update(revoked=now)
        Token.objects.bulk_create(
            Token(
                event_id=section.event_id, section=section, holder=holder, kind=kind, name=names[holder],
                role=Role.VIEWER.value, secret_hash=digest_of(secret), maker=maker, made=now,
            )
            for holder, secret in made.items()
        )  # fmt: skip
    return made


def links(section: Section, kind: Kind) -> dict[int, Token]:
    """The links that work, by holder; those of entries that nobody has confirmed yet are no holder's."""
    names = names_of(store.state_of(section.pk), kind)
    by_name = {name: id for id, name in names.items()}
    found = section.links.filter(kind=kind, revoked=None).order_by("pk")
    held = ((by_name.get(link.name) if kind is Kind.CAPTAIN else link.holder, link) for link in found)
    return {holder: link for holder, link in held if holder in names}


def revoke_links(section: Section, kind: Kind, holders: Collection[int], *, by: Role | None) -> int:
    """End links at once; how many they were."""
    _require(by)
    return _working(section, kind, holders).update(revoked=timezone.now())


def _working(section: Section, kind: Kind, holders: Collection[int]) -> QuerySet[Token]:
    """The links of these people. Numbers of teams change when lots are drawn: a captain's is found by name."""
    names = names_of(store.state_of(section.pk), kind)
    whose = Q(name__in=[names.get(id) for id in holders]) if kind is Kind.CAPTAIN else Q(holder__in=holders)
    return section.links.filter(whose, kind=kind, revoked=None)


def _require(by: Role | None) -> None:
    if by not in ENTRY_DESK:
        raise Forbidden(_("Your role does not allow this."))


def find_link(secret: str, kind: Kind) -> Token | None:
    """The link behind a secret, if it works and its holder is still whom it was made for."""
    found = find_token(secret, kind)
    if found is None or found.section_id is None:
        return None
    if found.holder is None:
        return found  # of an entry that nobody has confirmed yet
    names = names_of(store.state_of(found.section_id), kind)
    if kind is Kind.CAPTAIN:
        found.holder = next((id for id, name in names.items() if name == found.name), None)
        return found if found.holder is not None else None
    name = names.get(found.holder)
    return found if name == found.name or (name is not None and _renamed(found)) else None


def _renamed(link: Token) -> bool:
    """Is it the same player under a corrected name? An undone entry frees its id for somebody else."""
    entered = [
        entry.at
        for entry in effective(store.entries(link.section_id or 0))
        if entry.kind == "enter" and any(row["id"] == link.holder for row in entry.payload["players"])
    ]
    return bool(entered) and entered[-1] <= link.made.isoformat()
