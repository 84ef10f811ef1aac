"""`arbitro ask`: small rules as questions, by name, with their article.

The questions stand in `texts/questions.toml`, with the rule function that answers each.
"""

from __future__ import annotations

import importlib
import inspect
import types
from collections.abc import Callable, Mapping
from datetime import date, datetime
from enum import Enum
from fractions import Fraction
from typing import Any, Union, get_args, get_origin, get_type_hints

import click

from arbitro import records
from arbitro.cli.common import common_options, print_json, print_table
from arbitro.errors import ArbitroError, cite
from arbitro.i18n import gettext_for
from arbitro.texts import table

_ = gettext_for("officials")


def questions() -> dict[str, Any]:
    """Every question by its name, as the table holds it."""
    return table("questions")


def function_of(question: Mapping[str, Any]) -> Callable[..., Any]:
    """The rule function that answers a question."""
    module, name = question["function"].split(":")
    function: Callable[..., Any] = getattr(importlib.import_module(f"arbitro.{module}"), name)
    return function


@click.command()
@click.argument("name", required=False)
@click.argument("facts", nargs=-1, metavar="[KEY=VALUE]...")
@common_options
def command(name: str | None, facts: tuple[str, ...], as_json: bool) -> None:
    if name is None:
        _list(as_json)
        return
    question = questions().get(name)
    if question is None:
        raise ArbitroError(_("there is no question {name}: `arbitro ask` lists them").format(name=name))
    function = function_of(question)
    if not facts and any(p.default is p.empty for p in inspect.signature(function).parameters.values()):
        _show(name, question, function, as_json)
        return
    data = dict(_pair(fact, get_type_hints(function)) for fact in facts)
    answer = function(**records.arguments(function, data, name, positional=True))
    if as_json:
        print_json({"question": name, "article": question["article"], "answer": records.encode(answer)})
    else:
        says = question.get("says", {})
        said = says.get(_key(answer))
        print(f"{_(said) if said else _words(answer, says)} ({cite(question['article'])})")


def _key(answer: Any) -> str:
    """The name under which the table has words for an answer."""
    if isinstance(answer, Enum):
        return answer.value if isinstance(answer.value, str) else answer.name.lower()
    return "none" if answer is None else answer if isinstance(answer, str) else ""


def _list(as_json: bool) -> None:
    rows = [
        (name, _(ask), cite(article))
        for name, ask, article in sorted((n, q["ask"], q["article"]) for n, q in questions().items())
    ]
    if as_json:
        print_json({"questions": [dict(zip(("name", "question", "article"), row, strict=True)) for row in rows]})
    else:
        print_table("", (_("name"), _("question"), _("article")), rows)


def _show(name: str, question: Mapping[str, Any], function: Callable[..., Any], as_json: bool) -> None:
    """What a question needs to know."""
    hints = get_type_hints(function)
    labels = question.get("with", {})
    rows = [
        (key, _(labels[key]) if key in labels else "", _choices(hints[key]), parameter.default)
        for key, parameter in inspect.signature(function).parameters.items()
    ]
    if as_json:
        keys = [{"name": key, "about": label, "values": values} for key, label, values, _default in rows]
        print_json({"question": name, "article": question["article"], "needs": keys})
        return
    table = [
        (key, label, values, _("required") if default is inspect.Parameter.empty else _words(default))
        for key, label, values, default in rows
    ]
    asked = question["ask"]
    print_table(f"{_(asked)} ({cite(question['article'])})", ("", "", "", _("default")), table)


def _pair(fact: str, hints: Mapping[str, Any]) -> tuple[str, Any]:
    key, equals, value = fact.partition("=")
    if not equals:
        raise ArbitroError(_("found {found}, expected key=value").format(found=fact))
    return key, _plain(hints.get(key, str), value)


def _plain(kind: Any, text: str) -> Any:
    """A typed value as JSON would hold it: yes and no, numbers, lists with commas, or JSON itself."""
    kind = getattr(kind, "__supertype__", kind)
    if text[:1] in ("[", "{"):
        return records.loads(text)
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        kinds = [one for one in get_args(kind) if one is not type(None)]
        return _plain(kinds[0], text)
    if origin is not None:
        return [_plain(get_args(kind)[0], part.strip()) for part in text.split(",") if part.strip()]
    if kind is bool:
        return {"yes": True, "true": True, _("yes"): True, "si": True, "no": False, "false": False}.get(text, text)
    if kind in (int, float, Fraction):
        try:
            return int(text)
        except ValueError:
            try:
                return float(text)
            except ValueError:
                return text
    return text


def _choices(kind: Any) -> str:
    """The values of an enumeration, yes or no for a truth, nothing for the rest."""
    kinds = [one for one in get_args(kind) or (kind,) if isinstance(one, type)]
    chosen = next((one for one in kinds if issubclass(one, Enum)), None)
    if chosen:
        return ", ".join(str(member.value) for member in chosen)
    return _("yes, no") if bool in kinds else ""


def _words(answer: Any, says: Mapping[str, str] = types.MappingProxyType({})) -> str:
    """An answer as people read it; the table may have words for the parts of a record."""
    match answer:
        case None:
            return _("none")
        case bool():
            return _("yes") if answer else _("no")
        case Enum():
            return _key(answer)
        case date() | datetime():
            return answer.isoformat()
        case Fraction():
            return str(answer) if answer.denominator == 1 else f"{float(answer):g}"
        case tuple() | list():
            return "; ".join(_words(one, says) for one in answer) or _("none")
        case dict():
            return ", ".join(f"{_label(key, says)} {_words(value, says)}" for key, value in answer.items())
    if hasattr(answer, "__dataclass_fields__"):
        name = getattr(answer, "text", "") or getattr(answer, "name", "")
        return name or _words(records.encode(answer), says)
    return str(answer)


def _label(key: str, says: Mapping[str, str]) -> str:
    words = says.get(key, "")
    return _(words) if words else key
