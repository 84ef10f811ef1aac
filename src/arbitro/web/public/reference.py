"""A page about the API, made from its own OpenAPI description: nothing is loaded from another host."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from arbitro.desk.commands import COMMANDS
from arbitro.web.public.api import api, arguments_of

Json = dict[str, Any]
Field = tuple[str, str, bool]  # name, type, must it be there?


def _named(schema: Json) -> str:
    """The name that a schema points to; nothing for one that stands here."""
    return str(schema["$ref"]).rsplit("/", 1)[-1] if "$ref" in schema else ""


def _type(schema: Json) -> str:
    """A type in a few signs: `integer`, `[PlayerOut]`, `string | null`."""
    if "$ref" in schema:
        return _named(schema)
    if "anyOf" in schema:
        return " | ".join(map(_type, schema["anyOf"]))
    if "enum" in schema:
        return " | ".join(map(str, schema["enum"]))
    if schema.get("type") == "array":
        return f"[{_type(schema.get('items', {}))}]"
    if isinstance(schema.get("additionalProperties"), dict):
        return f"{{string: {_type(schema['additionalProperties'])}}}"
    return str(schema.get("type", "any"))


def _fields(schema: Json) -> list[Field]:
    needed = set(schema.get("required", []))
    return [(name, _type(part), name in needed) for name, part in schema.get("properties", {}).items()]


def _operation(method: str, path: str, told: Json, known: Json) -> Json:
    """One end point for the page: parameters, body, answers."""
    body = told.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    return {
        "method": method.upper(),
        "path": path,
        "text": told.get("description") or told.get("summary", ""),
        "parameters": [
            (p["name"], p["in"], _type(p["schema"]), p.get("required", False)) for p in told.get("parameters", [])
        ],
        "body": _fields(known.get(_named(body), body)),
        "answers": [
            (status, _type(content.get("schema", {})))
            for status, answer in told["responses"].items()
            for content in answer.get("content", {}).values()
        ],
    }


def _commands() -> list[tuple[str, list[Field]]]:
    """The commands of the desk with their arguments."""
    return [(name, _fields(arguments_of(name).model_json_schema())) for name in COMMANDS if name != "create"]


@require_safe
def reference(request: HttpRequest) -> HttpResponse:
    """What programs may ask and give."""
    document = api.get_openapi_schema()
    known = document["components"]["schemas"]
    context = {
        "operations": [
            _operation(method, path, told, known)
            for path, methods in document["paths"].items()
            for method, told in methods.items()
        ],
        "records": [(name, _fields(schema)) for name, schema in known.items() if name.endswith("Out")],
        "commands": _commands(),
    }
    return render(request, "public/reference.html", context)
