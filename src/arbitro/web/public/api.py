"""The JSON API: what the public pages show, for programs. OpenAPI at /api/openapi.json, a page about it at /api/docs.

Reading needs no account; nothing private is in it. Writing goes through the same commands as the site, with a session
and its CSRF token or with a token of the event (`Authorization: Bearer …`), which also reads a private tournament.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from inspect import signature
from typing import Annotated, Any, Literal, get_type_hints

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe
from ninja import Field, NinjaAPI, Path, Query, Schema
from ninja.errors import AuthenticationError, HttpError
from ninja.errors import ValidationError as WrongParameters
from ninja.security import HttpBearer, SessionAuth
from pydantic import BaseModel, ConfigDict, ValidationError, create_model

from arbitro import __version__
from arbitro.desk import store
from arbitro.desk.accounts import role_of
from arbitro.desk.commands import COMMANDS
from arbitro.desk.models import Section, Token
from arbitro.desk.snapshot import left_table
from arbitro.desk.state import State
from arbitro.desk.tables import withdrawn_of
from arbitro.desk.tokens import find_token, require_scope
from arbitro.errors import ArbitroError, Refused
from arbitro.formats import places_of
from arbitro.i18n import current_language, speaking
from arbitro.model import number as as_number
from arbitro.standings import standings
from arbitro.web.addresses import address_of
from arbitro.web.figures import reasons_of
from arbitro.web.middleware import status_of
from arbitro.web.models import spend
from arbitro.web.public.pages import Page, find, may_see
from arbitro.web.public.rows import pairing_rows
from arbitro.web.public.tables import left_out

RoundNumber = Annotated[int, Path(ge=1, le=200)]
WRONG_TOKENS = {"tries": 30, "seconds": 900}  # from one address; right ones are never held up


class TokenAuth(HttpBearer):
    """A token of an event stands where the request has its user; a wrong one is refused, whatever else is sent."""

    def __call__(self, request: HttpRequest) -> Token | None:
        return self.authenticate(request, "") if "Authorization" in request.headers else None

    def authenticate(self, request: HttpRequest, token: str) -> Token:
        scheme, _space, secret = request.headers["Authorization"].partition(" ")
        found = find_token(secret.strip()) if scheme.casefold() == "bearer" else None
        if found is None:
            spend(f"token:{address_of(request)}", **WRONG_TOKENS)
            raise HttpError(401, _("This token does not work, or not any more; ask for a new one."))
        request.user = found  # type: ignore[assignment]
        return found


class SessionOfTheSite(SessionAuth):
    """Whoever is logged in, with the CSRF token; a program without either is asked for a token, not for a cookie."""

    def _get_key(self, request: HttpRequest) -> str | None:
        return super()._get_key(request) if request.user.is_authenticated else None


by_token, by_session = TokenAuth(), SessionOfTheSite()


def reader(request: HttpRequest) -> bool:
    """Reading needs no token; one that is sent must be right."""
    by_token(request)
    return True


class Told(NinjaAPI):
    """The API, whose description names every answer: also those that any address may give."""

    def get_openapi_schema(self, **options: Any) -> Any:
        document = super().get_openapi_schema(**options)
        problem = {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
        for path, methods in document["paths"].items():
            for told in methods.values():
                kinds = next((kinds for end, kinds in PLAIN.items() if path.endswith(end)), ("application/json",))
                content: Json = {kind: {"schema": {}} for kind in kinds}
                told["responses"].setdefault(200, {"description": "OK", "content": content})
                for status, words in USUAL.items():
                    told["responses"].setdefault(status, {"description": words, "content": problem})
        return document


PGN, JSON = "application/x-chess-pgn", "application/json"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
FILES = ("text/plain", "text/csv", JSON, "application/xml", "application/zip", PGN, XLSX)
PLAIN = {".pgn": (PGN,), ".ndjson": ("application/x-ndjson",), "/files/{form}": FILES}  # by how an address ends
USUAL = {401: "Unauthorized", 404: "Not Found", 422: "Unprocessable Content", 429: "Too Many Requests"}
api = Told(title="Arbitro", version=__version__, urls_namespace="api", docs_url=None, auth=reader)


class Problem(Schema):
    detail: str


class TournamentOut(Schema):
    event: str
    tournament: str
    name: str
    city: str
    start: str
    end: str
    system: str
    rounds: int
    rounds_published: int
    players: int
    number: int
    closed: bool


class PlayerOut(Schema):
    number: int
    name: str
    title: str
    rating: int
    federation: str
    fide_id: str
    club: str
    points: float
    withdrawn: bool


class PairOut(Schema):
    board: int
    white: int | None
    black: int | None
    result: str


class RoundOut(Schema):
    round: int
    pairs: list[PairOut]
    bye: int | None
    missing: int


class StandingOut(Schema):
    rank: int
    number: int
    name: str
    points: float
    withdrawn: bool
    tiebreaks: dict[str, float]


class ReasonOut(Schema):
    pair: list[int]
    bracket: str
    sentence: str
    text: str
    criteria: list[str]


class CommandIn(Schema):
    arguments: dict[str, Any] = Field(default_factory=dict)
    expected: int | None = None
    confirm: int = 0
    why: str = ""


class EntryOut(Schema):
    number: int
    kind: str
    payload: dict[str, Any]
    at: str


@api.exception_handler(ArbitroError)
def refused(request: HttpRequest, error: ArbitroError) -> Any:
    """A rule that forbids is an answer with one sentence."""
    return api.create_response(request, {"detail": str(error)}, status=status_of(error))


@api.exception_handler(AuthenticationError)
def unknown(request: HttpRequest, error: AuthenticationError) -> Any:
    """Nobody has said who they are."""
    text = _("This needs a token of the event, in the header Authorization: Bearer …")
    return api.create_response(request, {"detail": text}, status=401)


@api.exception_handler(Http404)
def absent(request: HttpRequest, error: Http404) -> Any:
    """Nothing is there, or nothing that whoever asks may see."""
    text = _("There is no such tournament, round or player here, or it is not public.")
    return api.create_response(request, {"detail": text}, status=404)


@csrf_exempt
def nowhere(request: HttpRequest) -> HttpResponse:
    """An address that the API does not have: the same kind of answer, not a page."""
    text = _("The API has no address {path}; those that it has are at {reference}.")
    return api.create_response(
        request, {"detail": text.format(path=request.path, reference=reverse("api-docs"))}, status=404
    )


@api.exception_handler(WrongParameters)
def unreadable(request: HttpRequest, error: WrongParameters) -> Any:
    """A parameter or a body that cannot be read: one sentence that names the place."""
    first = error.errors[0]
    place = ".".join(str(part) for part in first["loc"])
    return api.create_response(request, {"detail": f"{place}: {first['msg']}"}, status=422)


def page_of(request: HttpRequest, event: str, tournament: str) -> Page:
    """A tournament that whoever asks may see."""
    return Page(request, find(request, event, tournament))


def _summary(section: Section, state: State) -> dict[str, Any]:
    settings = state.settings
    return {
        "event": section.event.slug,
        "tournament": section.slug,
        "name": settings.name,
        "city": settings.city,
        "start": settings.start,
        "end": settings.end,
        "system": settings.system.value,
        "rounds": settings.rounds,
        "rounds_published": sum(r.published for r in state.rounds),
        "players": len(state.entrants),
        "number": state.number,
        "closed": state.closed,
    }


@api.get("/tournaments", response=list[TournamentOut])
def tournaments(request: HttpRequest) -> Any:
    """The public tournaments and those that a token is for, newest first."""
    sections = Section.objects.select_related("event").order_by("-event__created", "place")[:200]
    states = [(section, store.state_of(section.pk)) for section in sections]
    return [_summary(section, state) for section, state in states if may_see(request, section, state)]


@api.get("/tournaments/{event}/{tournament}", response={200: TournamentOut, 404: Problem})
def tournament(request: HttpRequest, event: str, tournament: str) -> Any:
    section = find(request, event, tournament)
    return _summary(section, store.state_of(section.pk))


@api.get("/tournaments/{event}/{tournament}/players", response={200: list[PlayerOut], 404: Problem})
def players(request: HttpRequest, event: str, tournament: str) -> Any:
    """The start list with the points so far."""
    page = page_of(request, event, tournament)
    scores, gone = page.tournament.scores(), withdrawn_of(page.state)
    return [
        {
            "number": p.number,
            "name": p.name,
            "title": p.title.value,
            "rating": p.rating,
            "federation": p.federation,
            "fide_id": p.fide_id,
            "club": p.club,
            "points": as_number(scores[p.number]),
            "withdrawn": p.number in gone,
        }
        for p in page.tournament.players
    ]


@api.get("/tournaments/{event}/{tournament}/rounds/{round}", response={200: RoundOut, 404: Problem})
def one_round(request: HttpRequest, event: str, tournament: str, round: RoundNumber) -> Any:
    """Pairings and results of a published round."""
    page = page_of(request, event, tournament)
    if round > len(page.state.rounds):
        raise Http404
    current = page.state.round(round)
    rows = [
        {
            "board": row["board"],
            "white": row["white"]["number"] if row["white"] else None,
            "black": row["black"]["number"] if row["black"] else None,
            "result": row["result"],
        }
        for row in pairing_rows(page, round)
    ]
    return {
        "round": round,
        "pairs": rows,
        "bye": page.state.numbers.get(current.bye) if current.bye else None,
        "missing": current.missing,
    }


@api.get("/tournaments/{event}/{tournament}/rounds/{round}/reasons", response={200: list[ReasonOut], 404: Problem})
def reasons_of_round(
    request: HttpRequest,
    event: str,
    tournament: str,
    round: RoundNumber,
    lang: Literal["en", "es"] | None = None,
) -> Any:
    """Why the round is paired as it is; in the language asked for, or the request's."""
    page = page_of(request, event, tournament)
    if round > len(page.state.rounds):
        raise Http404
    with speaking(lang or current_language()):
        reasons = reasons_of(page.section.pk, page.state, round).values()
    return [
        {
            "pair": [n for n in reason.pair if n is not None],
            "bracket": reason.bracket,
            "sentence": reason.sentence,
            "text": reason.text,
            "criteria": list(reason.criteria),
        }
        for reason in reasons
    ]


@api.get("/tournaments/{event}/{tournament}/standings", response={200: list[StandingOut], 404: Problem, 422: Problem})
def ranked(
    request: HttpRequest,
    event: str,
    tournament: str,
    tiebreaks: Annotated[str, Query(max_length=200)] = "",
    after: Annotated[int | None, Query(ge=0, le=200)] = None,
) -> Any:
    """The ranking, with the tournament's tie-breaks or others, after any round."""
    page = page_of(request, event, tournament)
    if after is not None and after > page.tournament.rounds_paired:
        raise Http404
    if tiebreaks:
        edition = page.state.settings.editions.tiebreaks
        gone = left_table(page.state)
        places = places_of(page.tournament, after)
        rows = standings(page.tournament, tiebreaks, edition=edition, after=after, withdrawn=gone, places=places).rows
    else:
        rows = page.figures.ranking(after).rows
    out, withdrawn = left_out(page), withdrawn_of(page.state)
    return [
        {
            "rank": row.rank,
            "number": row.number,
            "name": page.tournament.player(row.number).name,
            "points": as_number(row.points),
            "withdrawn": row.number in withdrawn,
            "tiebreaks": {
                name: float(value) for name, value in row.values.items() if isinstance(value, int | float | Fraction)
            },
        }
        for row in rows
        if row.number not in out
    ]


@cache
def arguments_of(name: str) -> type[BaseModel]:
    """What a command takes, read off its signature: a program's mistakes are refused before the desk sees them."""
    function = COMMANDS[name].function
    hints = get_type_hints(function)
    fields: dict[str, Any] = {
        parameter.name: (hints[parameter.name], ... if parameter.default is parameter.empty else parameter.default)
        for parameter in signature(function).parameters.values()
        if parameter.name != "state"
    }
    return create_model(name, __config__=ConfigDict(extra="forbid", protected_namespaces=()), **fields)


def _checked(name: str, arguments: dict[str, Any]) -> dict[str, Any]:
    try:
        arguments_of(name)(**arguments)
    except ValidationError as error:
        first = error.errors()[0]
        raise Refused(f"{'.'.join(map(str, first['loc']))}: {first['msg']}") from error
    return arguments


@api.post(
    "/tournaments/{event}/{tournament}/commands/{name}",
    response={200: EntryOut, 401: Problem, 403: Problem, 404: Problem, 409: Problem, 422: Problem, 429: Problem},
    auth=[by_token, by_session],
)
def command(request: HttpRequest, event: str, tournament: str, name: str, body: CommandIn) -> Any:
    """Give a command of the desk, as the site does; needs a role: a token's, or a session's with its CSRF token."""
    section = find(request, event, tournament)
    if name not in COMMANDS or name == "create":
        raise Http404
    if not store.allowed(name, role := role_of(request.user, section.event)):
        raise store.Forbidden(_("Your role does not allow this."))
    user: object = request.user
    if isinstance(user, Token):
        require_scope(user, name)
    entry = store.execute(
        section.pk,
        name,
        _checked(name, body.arguments),
        who=request.user.get_username(),
        role=role,
        expected=body.expected,
        confirm=body.confirm,
        why=body.why,
    )
    return {"number": entry.number, "kind": entry.kind, "payload": dict(entry.payload), "at": entry.at}


# -- a page about the API, made from its own OpenAPI description

Json = dict[str, Any]
Parameter = tuple[str, str, bool]  # name, type, must it be there?


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


def _fields(schema: Json) -> list[Parameter]:
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


def _commands() -> list[tuple[str, list[Parameter]]]:
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
