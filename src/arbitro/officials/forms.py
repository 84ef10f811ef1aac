"""The data of the arbiters' forms FA1, FA2, IA1, IA2, IA3 and APR: fields, and what is still missing.

The printed forms survive only by name; the fields are those that the articles ask for. A form is filled from plain
values; `fill` names every empty field. Not here: whether the norm or application is valid (`arbiters`, `categories`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from arbitro.errors import ArbitroError
from arbitro.i18n import gettext_for
from arbitro.officials.checks import N_

_ = gettext_for("officials")

ARBITER = {
    "name": N_("arbiter"), "fide_id": N_("FIDE ID"), "federation": N_("federation"), "birth": N_("date of birth"),
    "title": N_("title"),
}  # fmt: skip
EVENT = {
    "event": N_("event"), "event_code": N_("event code"), "start": N_("first day"), "end": N_("last day"),
    "place": N_("place"), "level": N_("level"), "system": N_("system"), "rounds": N_("rounds"), "tempo": N_("tempo"),
    "players": N_("players"), "rated": N_("rated players"), "feds": N_("federations"), "role": N_("role"),
    "route": N_("article of the norm"), "assessment": N_("assessment"),
    "chief_arbiter": N_("chief arbiter, ID and title"), "chief_signature": N_("signature of the chief arbiter"),
    "federation_signature": N_("signature of the federation"),
}  # fmt: skip
NORM_OPTIONAL = {"boards": N_("boards"), "teams": N_("teams"), "supervisor": N_("supervisor and title")}
APPLICATION = {
    "seminar": N_("seminar: date, lecturer, score"), "norms": N_("list of norms"),
    "official": N_("federation official"), "official_signature": N_("signature of the official"),
    "fee_payer": N_("who pays the fee"), "date": N_("date"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Form:
    """A form: its name, what it is for, the fields it needs and those it may have."""

    name: str
    purpose: str
    fields: Mapping[str, str]
    optional: Mapping[str, str]


FORMS = {
    form.name: form
    for form in (
        Form("FA1", N_("FIDE Arbiter norm report"), ARBITER | EVENT, NORM_OPTIONAL),
        Form("IA1", N_("International Arbiter norm report"), ARBITER | EVENT, NORM_OPTIONAL),
        Form("FA2", N_("application for FIDE Arbiter"), ARBITER | APPLICATION, {}),
        Form("IA2", N_("application for International Arbiter"),
             ARBITER | APPLICATION | {"fa_award": N_("FA award")}, {}),
        Form("IA3", N_("category upgrade"), ARBITER | {
            "category": N_("current category"), "category_since": N_("since"), "target": N_("target category"),
            "events": N_("events with category, role and assessment"), "official": N_("federation official"),
            "official_signature": N_("signature of the official"), "date": N_("date"),
        }, {}),
        Form("APR", N_("lecturer trainee's participation report"), {
            "name": N_("trainee"), "fide_id": N_("FIDE ID"), "seminar": N_("seminar"), "hours": N_("hours lectured"),
            "material": N_("assessment of material and exam questions"), "lecturer": N_("lecturer"),
            "lecturer_signature": N_("signature of the lecturer"), "date": N_("date"),
        }, {}),
    )
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class FilledForm:
    """A form with its values, in the order of the form, and the fields that are still empty."""

    name: str
    purpose: str
    rows: tuple[tuple[str, str, Any], ...]  # key, label, value
    missing: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        return {
            "form": self.name, "purpose": self.purpose, "fields": {key: value for key, _label, value in self.rows},
            "missing": list(self.missing),
        }  # fmt: skip


def fill(name: str, values: Mapping[str, Any]) -> FilledForm:
    """The form with these values; unknown keys are an error, empty required fields are listed."""
    if name not in FORMS:
        raise ArbitroError(_("There is no form {name}; there are {all}.").format(name=name, all=", ".join(FORMS)))
    form = FORMS[name]
    fields = dict(form.fields) | dict(form.optional)
    unknown = sorted(set(values) - set(fields))
    if unknown:
        raise ArbitroError(_("Form {name} has no field {field}.").format(name=name, field=unknown[0]))
    rows = tuple((key, _(label), values.get(key)) for key, label in fields.items())
    missing = tuple(key for key in form.fields if values.get(key) in (None, "", []))
    return FilledForm(name, _(form.purpose), rows, missing)
