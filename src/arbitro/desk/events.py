"""Events and their tournaments: create, find, list. A player is in one tournament of an event only."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from arbitro.desk.commands.base import Caution
from arbitro.desk.entry import player_to_json
from arbitro.desk.formats import Format, usual
from arbitro.desk.models import Event, Membership, Section
from arbitro.desk.plain import require_plain
from arbitro.desk.roles import Role
from arbitro.desk.store import execute, state_of, still_playing
from arbitro.errors import Refused
from arbitro.formats.stages import seeding_order
from arbitro.formats.table import letters, snake
from arbitro.i18n import gettext_for
from arbitro.model import System

_ = gettext_for("desk")

LONGEST_NAME = 200


def slug_of(name: str) -> str:
    """A name for addresses: `Torneo Ñandú 2026` becomes `torneo-nandu-2026`."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")[:70] or "event"


def _free(slug: str, taken: set[str]) -> str:
    candidate, n = slug, 2
    while candidate in taken:
        candidate, n = f"{slug}-{n}", n + 1
    return candidate


def create_event(name: str, owner: User | None = None, slug: str = "") -> Event:
    """A new event; its maker becomes the owner."""
    name = _checked_name(name)
    wanted = slug or slug_of(name)
    for _attempt in range(20):  # the same name may be created at once at another desk
        taken = set(Event.objects.filter(slug__startswith=wanted).values_list("slug", flat=True))
        with suppress(IntegrityError), transaction.atomic():
            event = Event.objects.create(name=name, slug=_free(wanted, taken))
            if owner is not None:
                Membership.objects.create(event=event, user=owner, role=Role.OWNER.value)
            return event
    raise Refused(gettext_for("desk")("This name is being used by somebody else; choose another."))


def first_account() -> User | None:
    """Who owns what is made in the terminal: the first account of the site; nobody before there is one."""
    return User.objects.order_by("pk").first()


def _checked_name(name: str) -> str:
    """The name of an event or a tournament: not empty, not too long, nothing hidden in it."""
    require_plain(name)
    name = " ".join(name.split())
    if not name:
        raise Refused(_("An event needs a name."))
    if len(name) > LONGEST_NAME:
        raise Refused(_("A name has at most {n} letters.").format(n=LONGEST_NAME))
    return name


def create_section(
    event: Event,
    settings: Mapping[str, Any],
    *,
    who: str,
    role: Role | None,
    name: str = "",
    slug: str = "",
    confirm: int = 0,
    tell: Callable[[Caution], None] | None = None,
) -> Section:
    """A new tournament of an event, with its first journal entry; `confirm` and `tell` as of `store.execute`."""
    with transaction.atomic():
        title = _checked_name(name.strip() or str(settings.get("name", "")))
        taken = set(event.sections.values_list("slug", flat=True))
        section = Section.objects.create(
            event=event,
            name=title,
            slug=_free(slug or slug_of(title), taken),
            place=event.sections.count() + 1,
        )
        execute(section.pk, "create", {"settings": dict(settings)}, who=who, role=role, confirm=confirm, tell=tell)
        return section


def find_event(slug: str) -> Event:
    """An event by its slug, or a refusal that names the known ones."""
    event = Event.objects.filter(slug=slug).first()
    if event is None:
        known = ", ".join(Event.objects.order_by("-created").values_list("slug", flat=True)[:8])
        raise Refused(_("There is no event {slug}; known: {known}.").format(slug=slug, known=known or "–"))
    return event


def find_section(path: str) -> Section:
    """A tournament by `event` or `event/tournament`; an event with one tournament needs no second part."""
    event_slug, _sep, section_slug = path.partition("/")
    event = find_event(event_slug or path)
    sections = list(event.sections.all())
    if section_slug:
        sections = [s for s in sections if s.slug == section_slug]
    if len(sections) != 1:
        names = ", ".join(f"{event.slug}/{s.slug}" for s in event.sections.all())
        raise Refused(_("Name one tournament: {names}.").format(names=names or "–"))
    return sections[0]


def playing_elsewhere(section: Section) -> dict[str, Section]:
    """Who still plays in another tournament of the event, by FIDE ID and by folded name."""
    others = section.event.sections.exclude(pk=section.pk)
    return {known: other for other in reversed(others) for known in still_playing(state_of(other.pk))}


# -- groups, and events that are over


def divide(section: Section, groups: int, *, who: str, role: Role | None) -> list[Section]:
    """The players of a tournament into groups of equal strength (Belgrade), each a round robin of its own.

    The tournament itself is then empty, for the stage that follows.
    """
    state = state_of(section.pk)
    if state.started or state.settings.team_boards:
        raise Refused(_("Groups are formed of players, before round 1."))
    players = seeding_order([replace(e.player, number=e.id) for e in state.entrants.values()])
    parts = snake(players, groups)
    if any(len(part) < 2 for part in parts):
        raise Refused(_("{n} players cannot form {g} groups.").format(n=len(players), g=groups))
    settings = state.settings
    made = []
    with transaction.atomic():
        execute(section.pk, "remove", {"ids": sorted(state.entrants)}, who=who, role=role, confirm=3)
        for letter, part in zip(map(letters, range(1, groups + 1)), parts, strict=True):
            name = _("{name}, group {letter}").format(name=settings.name, letter=letter)
            changed = settings.to_json() | usual(Format(System.ROUND_ROBIN)) | {"name": name, "prizes": ""}
            group = create_section(section.event, changed, who=who, role=role, confirm=4)
            group.feeds = section
            group.save(update_fields=["feeds"])
            rows = [player_to_json(player) for player in part]
            execute(group.pk, "enter", {"players": rows}, who=who, role=role, confirm=3)
            made.append(group)
    return made


def archive_folder() -> Path:
    from arbitro.desk.backup import backup_folder

    return backup_folder().parent / "archive"


def archive(event: Event) -> Path:
    """Take an event off the site; its copy stays in the archive, from which it can be restored."""
    from arbitro.desk.backup import save

    copy = save(event, archive_folder())
    event.delete()
    return copy


def archived() -> list[Path]:
    """The copies of events that were taken off the site, the newest first."""
    return sorted(archive_folder().glob("*.arbitro"), key=lambda path: path.stat().st_mtime, reverse=True)
