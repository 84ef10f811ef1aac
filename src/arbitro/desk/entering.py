"""Entering players from the register by their FIDE id."""

from __future__ import annotations

from typing import Any

from arbitro.desk.models import RegisteredPlayer, Section
from arbitro.desk.store import state_of
from arbitro.errors import Refused
from arbitro.i18n import gettext_for


def player_of_register(fide_id: str, section: Section) -> dict[str, Any]:
    """A player of the rating list as an entry for a tournament: the rating is that of its list."""
    _ = gettext_for("desk")
    found = RegisteredPlayer.objects.filter(fide_id=fide_id).first()
    if found is None:
        raise Refused(
            _("The register has no player {id}; import the rating list, or enter the name.").format(id=fide_id)
        )
    return as_entry(found, state_of(section.pk).settings.rating_list.value)


def as_entry(found: RegisteredPlayer, rating_list: str) -> dict[str, Any]:
    """The fields of an entry. Rapid and blitz fall back to the standard rating where the list has none."""
    ratings = {name: getattr(found, name) for name in ("standard", "rapid", "blitz") if getattr(found, name)}
    entry: dict[str, Any] = {
        "name": found.name,
        "fide_id": found.fide_id,
        "rating": ratings.get(rating_list) or ratings.get("standard", 0),
        "ratings": ratings,
    }
    if found.federation:
        entry["federation"] = found.federation
    if found.sex:
        entry["sex"] = {"F": "w", "f": "w", "w": "w", "M": "m", "m": "m"}.get(found.sex, "")
    if found.title:
        entry["title"] = found.title
    if found.birth_year:
        entry["birth"] = str(found.birth_year)
    if found.k:
        entry["k"] = found.k
    return entry
