"""The data of the arbiters' forms FA1, FA2, IA1, IA2, IA3 and APR: fields, and what is still missing.

The printed forms survive only by name; the fields are those that the articles ask for. A form is filled from plain
values; `fill` names every empty field. Not here: whether the norm or application is valid (`arbiters`, `categories`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from arbitro.errors import ArbitroError
from arbitro.i18n import gettext_for
from arbitro.records import decode
from arbitro.texts import table

_ = gettext_for("officials")


@dataclass(frozen=True, slots=True)
class Form:
    """A form: what it is for, its fields in order, and those that may stay empty."""

    purpose: str
    fields: Mapping[str, str]
    optional: tuple[str, ...] = ()


@cache
def forms() -> dict[str, Form]:
    """The forms by their names."""
    return {name: decode(Form, form, name) for name, form in table("arbiter_forms").items()}


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
    form = forms().get(name)
    if form is None:
        raise ArbitroError(_("There is no form {name}; there are {all}.").format(name=name, all=", ".join(forms())))
    unknown = sorted(set(values) - set(form.fields))
    if unknown:
        raise ArbitroError(_("Form {name} has no field {field}.").format(name=name, field=unknown[0]))
    rows = tuple((key, _(label), values.get(key)) for key, label in form.fields.items())
    missing = tuple(key for key in form.fields if key not in form.optional and values.get(key) in (None, "", []))
    return FilledForm(name, _(form.purpose), rows, missing)
