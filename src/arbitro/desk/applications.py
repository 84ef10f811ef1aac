"""Entries by the public form: written down with a personal link, confirmed by the organiser, paid, erased afterwards.

    apply       whoever enters, checked by the tournament's own rules (`admission`); beyond the places one waits
    take        the organiser confirms: the player is entered, and the same link becomes the player's own
    decide      back to the waiting list, or refused
    totals      what was paid and what is owed
    erase       contact data and consents go when the event is over; what the journal needs stays there

Contact data are for the owner, the chief arbiter and the entry desk (`MAY_SEE`).
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.utils import timezone

from arbitro.desk import store
from arbitro.desk.accounts import digest_of
from arbitro.desk.admission import Admission, amount_of, fee_of, objections
from arbitro.desk.commands.entries import Known
from arbitro.desk.commands.parameters import check_player, decoded
from arbitro.desk.models import Application, Section, Token
from arbitro.desk.plain import require_plain
from arbitro.desk.roles import CHIEFS, Forbidden, Role
from arbitro.desk.state import State
from arbitro.errors import Refused
from arbitro.i18n import gettext_for
from arbitro.model import Player

_ = gettext_for("desk")
Status = Application.Status
MAY_SEE = CHIEFS | {Role.ENTRY}
CONTACT = ("mail", "phone", "guardian", "note")
LONGEST = 300  # letters of a contact field
MOST = 5000  # of one tournament


def admission_of(state: State) -> Admission:
    """What the organiser has stated about entries."""
    return decoded(Admission, state.settings.entry, "entry")


def year_of(state: State, today: str) -> int:
    return int((state.settings.start or today)[:4])


def free_places(section: Section, state: State, admission: Admission) -> int | None:
    """How many may still enter; None: any number. Entries that nobody has looked at hold their places, and nobody
    passes those who wait."""
    if not admission.places:
        return None
    playing = sum(e.confirmed and e.withdrawn_after is None for e in state.entrants.values())
    before = section.applications.filter(status__in=(Status.NEW, Status.WAITING)).count()
    return max(0, admission.places - playing - before)


def apply(
    section: Section, player: Mapping[str, Any], contact: Mapping[str, str], agreed: Sequence[str], today: str
) -> str:
    """Enter by the form: the secret of the personal link, said this once."""
    require_plain([dict(player), dict(contact), list(agreed)])
    check_player(player)
    who, state = decoded(Player, player, ""), store.state_of(section.pk)
    admission = admission_of(state)
    if not who.name.strip():
        raise Refused(_("A player needs a name."))
    if found := objections(admission, who, today):
        raise Refused(" ".join(found))
    if [*agreed] != [*admission.consents]:
        raise Refused(_("Agree to every line, or speak to the organiser."))
    if not (contact.get("mail") or contact.get("phone")):
        raise Refused(_("Give a mail address or a telephone number: the organiser answers there."))
    if who in Known(state) or _applied(section, who):
        raise Refused(_("{name} is entered already.").format(name=who.name))
    if section.applications.count() >= MOST:
        raise Refused(_("The entry form is closed."))
    store.prepare(state, "enter", {"players": [player]})  # what the desk would refuse is refused here
    secret, now = secrets.token_urlsafe(18), timezone.now()
    fee, free = fee_of(admission, who, year_of(state, today)), free_places(section, state, admission)
    with transaction.atomic():
        link = Token.objects.create(
            event_id=section.event_id, section=section, kind=Token.Kind.PLAYER, name=who.name, role=Role.VIEWER.value,
            secret_hash=digest_of(secret), made=now,
        )  # fmt: skip
        Application.objects.create(
            section=section,
            link=link,
            status=Status.WAITING if free == 0 else Status.NEW,
            player=dict(player),
            contact={name: contact.get(name, "")[:LONGEST] for name in CONTACT if contact.get(name)},
            agreed=list(agreed),
            fee="" if fee is None else str(fee),
            at=now,
        )
    return secret


def _applied(section: Section, who: Player) -> bool:
    waiting = section.applications.filter(status__in=(Status.NEW, Status.WAITING)).values_list("player", flat=True)
    return any(
        (who.fide_id and row.get("fide_id") == who.fide_id)
        or (row.get("name", "").casefold() == who.name.casefold() and row.get("birth", "") == who.birth)
        for row in waiting
    )


def _require(by: Role | None) -> None:
    if by not in MAY_SEE:
        raise Forbidden(_("Your role does not allow this."))


def application_of(section: Section, id: int) -> Application:
    application = section.applications.filter(pk=id).select_related("link").first()
    if application is None:
        raise Refused(_("There is no such entry."))
    return application


def take(section: Section, id: int, *, who: str, by: Role | None, confirm: int = 0) -> Application:
    """Confirm an entry: one `enter` in the journal; the link of the form is the player's from now on."""
    _require(by)
    application = application_of(section, id)
    if application.status == Status.TAKEN:
        raise Refused(_("{name} is entered already.").format(name=application.player["name"]))
    entry = store.execute(section.pk, "enter", {"players": [application.player]}, who=who, role=by, confirm=confirm)
    row = entry.payload["players"][0]
    application.status, application.entrant = Status.TAKEN, row["id"]
    application.save()
    if application.link is not None:
        Token.objects.filter(pk=application.link.pk).update(
            holder=row["id"], name=row["player"]["name"], made=timezone.now()
        )
    return application


def decide(section: Section, id: int, status: str, *, by: Role | None) -> None:
    """To the waiting list, or refused; one who was taken is removed or withdraws in the list of players."""
    _require(by)
    application = application_of(section, id)
    if application.status == Status.TAKEN or status not in (Status.WAITING, Status.REFUSED, Status.NEW):
        raise Refused(_("An entry that was confirmed is changed in the list of players."))
    section.applications.filter(pk=id).update(status=status)


def pay(section: Section, id: int, paid: bool, *, by: Role | None) -> None:
    """Mark a fee as paid, or not."""
    _require(by)
    section.applications.filter(pk=application_of(section, id).pk).update(paid=paid)


def totals(applications: Sequence[Application]) -> tuple[Decimal, Decimal]:
    """What was paid, and what those who play or may play still owe."""
    sums = {True: Decimal(0), False: Decimal(0)}
    for one in applications:
        if one.paid or one.status in (Status.NEW, Status.TAKEN):
            sums[one.paid] += amount_of(one.fee) or Decimal(0)
    return sums[True], sums[False]


def erase(section: Section, *, by: Role | None) -> int:
    """Forget the contact data of a tournament that is over, and the entries that came to nothing; how many."""
    if by not in CHIEFS:
        raise Forbidden(_("Your role does not allow this."))
    if not store.state_of(section.pk).closed:
        raise Refused(_("Contact data are erased when the tournament is closed."))
    with transaction.atomic():
        unused = section.applications.exclude(status=Status.TAKEN)
        Token.objects.filter(application__in=unused).update(revoked=timezone.now(), name="–")
        n = section.applications.count()
        unused.delete()
        section.applications.update(contact={}, agreed=[], player={})
    return n
