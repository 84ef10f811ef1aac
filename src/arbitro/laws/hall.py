"""The hall's decision desk: from what people say happened to a ruling, with only the questions that change the answer.

    tiles()                                  six tiles and their cases, as the page shows them
    questions(case, game, facts)             what could be asked, from the fields of the incident
    next_questions(case, game, known, …)     what still changes the answer, the rest as known or as usual
    decide(case, game, known, …)             the ruling
    table(game, facts)                       all of it worked out as plain data, for a phone without network
    search(text), understand(text)           cases by the words people use, in both languages

Cases, questions and words stand in `hall.toml`. `facts` is what the tournament settles by itself (default time, bonus,
moves of the period); `known` what the arbiter has answered; "?" means: not known.
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, get_type_hints

import chess

from arbitro.errors import ArbitroError
from arbitro.i18n import LANGUAGES, N_, current_language, gettext_for, speaking
from arbitro.laws.board import position as position_of
from arbitro.laws.edition import LawsEdition, Supervision, TimeClass
from arbitro.laws.notation import play_written, split_moves
from arbitro.laws.rulings import KINDS, incident_from, rule
from arbitro.laws.rulings.base import Code, Conditions, Ending, Incident, Party, Ruling, Say, Side, say
from arbitro.laws.rulings.illegal import losing_number
from arbitro.laws.scores import GameResult
from arbitro.records import decode, encode, load

_ = gettext_for("laws")

UNKNOWN = "?"


@dataclass(frozen=True, slots=True)
class Case:
    """Something that happens in a hall, as people name it."""

    id: str
    say: str
    kind: str
    find: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    who: bool = True  # is a player to be named?
    other: bool = False  # is a second board part of it?
    usual: bool = True
    tile: str = ""

    @property
    def text(self) -> str:
        return _(self.say)

    @property
    def takes_position(self) -> bool:
        """Can a position (or the touched pieces on it) decide it?"""
        return bool({"fen", "moves"} & {f.name for f in fields(KINDS[self.kind][0])})


@dataclass(frozen=True, slots=True)
class Question:
    """A field of an incident as a question; the answers as (value, label), the usual one by its place."""

    name: str
    ask: str
    article: str
    answers: tuple[tuple[Any, Say], ...]
    usual: int = 0


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question as `hall.toml` writes it."""

    ask: str
    matter: str = ""
    answers: tuple[Any, ...] = ()
    label: tuple[str, ...] = ()
    from_: int | str = 0
    upto: str = ""
    usual: str = ""


@cache
def _data() -> dict[str, Any]:
    data: dict[str, Any] = load(Path(__file__).with_name("hall.toml"))
    return data


@cache
def cases() -> dict[str, Case]:
    """Every case by its id."""
    found = (
        decode(Case, row, f"hall.toml {tile}", given={"tile": tile})
        for tile, data in _data()["tile"].items()
        for row in data["cases"]
    )
    return {case.id: case for case in found}


def case_named(id: str) -> Case:
    """The case with an id; an unknown one is refused."""
    if id not in cases():
        raise ArbitroError(_("there is no case called {id!r}").format(id=id[:40]))
    return cases()[id]


@cache
def _asked(kind: str, name: str) -> _Asked:
    table = _data()["question"]
    row = dict(table.get(f"{kind}.{name}") or table[name])
    row["from_"] = row.pop("from", 0)
    return decode(_Asked, row, f"hall.toml {name}")


def questions(case: Case, game: Conditions, facts: Mapping[str, Any]) -> tuple[Question, ...]:
    """Everything that could be asked about a case, in order; what the case or the tournament settles is left out."""
    asked = _data()["kind"][case.kind].get("fields", ())
    return tuple(_question(case.kind, name, game, facts) for name in asked if name not in {*case.facts, *facts})


def _question(kind: str, name: str, game: Conditions, facts: Mapping[str, Any]) -> Question:
    asked = _asked(kind, name)
    article = next(iter(game.cite(asked.matter)), "") if asked.matter else ""
    answers: tuple[tuple[Any, Say], ...]
    usual = 0
    if asked.answers:
        answers = tuple(zip(asked.answers, map(say, asked.label), strict=True))
    elif asked.upto:
        answers = tuple((n, say(N_("number {n}"), n=n)) for n in range(1, losing_number(game) + 1))
    elif asked.from_:
        n = _threshold(asked.from_, game, facts)
        answers = ((n - 1, say(N_("fewer than {n}"), n=n)), (n, say(N_("{n} or more"), n=n))) if n else ()
        usual = int(asked.usual == "from" and bool(n))
    else:
        answers = ((True, say(N_("yes"))), (False, say(N_("no"))))
        usual = int(_default(kind, name) is False)
    return Question(name, asked.ask, article, answers, usual)


def _default(kind: str, name: str) -> object:
    return next(f.default for f in fields(KINDS[kind][0]) if f.name == name)


def _threshold(named: int | str, game: Conditions, facts: Mapping[str, Any]) -> int:
    """The number from which a count matters."""
    match named:
        case int():
            return named
        case "setup_claims_until":
            return game.law.setup_claims_until
        case "agreement":
            return max(game.law.moves_before_agreement, facts.get("banned_before_move") or 0)
        case "adjournment":
            limit = game.law.adjournment_late_min
            return (facts.get("default_min") or 0 if limit is None else limit) + 1
    return facts.get(named) or 0


@lru_cache(maxsize=4096)
def _typed(kind: str, name: str, value: Any) -> Any:
    return decode(get_type_hints(KINDS[kind][0], include_extras=True)[name], value, name)


def _before(
    case: Case, game: Conditions, facts: Mapping[str, Any], side: Side | None, position: Mapping[str, Any] | None
) -> Incident:
    """The incident before anything is answered."""
    taken = {f.name for f in fields(KINDS[case.kind][0])}
    given: dict[str, Any] = {name: value for name, value in facts.items() if name in taken} | dict(case.facts)
    field = _data()["kind"][case.kind].get("side", "")
    if side is not None and field:
        given |= {field.format(side.value): True} if "{}" in field else {field: side.value}
    given |= {name: value for name, value in (position or {}).items() if name in taken and value}
    return incident_from({"kind": case.kind, **encode(game), **given})


def _answered(incident: Incident, case: Case, asked: Iterable[Question], known: Mapping[str, Any]) -> Incident:
    """The incident with its answers; what was not answered is as usual."""
    values = {q.name: known.get(q.name, q.answers[q.usual][0]) for q in asked if q.answers}
    typed = {name: _typed(case.kind, name, value) for name, value in values.items() if value != UNKNOWN}
    return replace(incident, **typed)


def placed(fen: str, moves: str, touched: Sequence[str] = (), written: str = "") -> tuple[chess.Board, dict[str, Any]]:
    """The board after the moves (from the position, else from the usual start), and what of it `decide` takes."""
    played = split_moves(moves)
    board = play_written(position_of(fen or chess.STARTING_FEN), played)
    place = {"touched": list(touched), "moves": played, "declared": written, "written": written}
    if fen or played:
        place |= {"fen": board.fen()} | ({"start_fen": fen} if fen and played else {})
    return board, place


def decide(
    case: Case,
    game: Conditions,
    known: Mapping[str, Any],
    facts: Mapping[str, Any],
    side: Side | None = None,
    position: Mapping[str, Any] | None = None,
) -> Ruling:
    """The ruling on a case. `position`: fen, touched, moves, declared, written."""
    before = _before(case, game, facts, side, position)
    return rule(_answered(before, case, questions(case, game, facts), known))


def next_questions(
    case: Case, game: Conditions, known: Mapping[str, Any], facts: Mapping[str, Any], side: Side | None = None
) -> tuple[Question, ...]:
    """The questions whose answer changes the ruling, with the others as known or as usual."""
    before, asked = _before(case, game, facts, side, None), questions(case, game, facts)

    def ruling(**more: Any) -> Ruling:
        return rule(_answered(before, case, asked, {**known, **more}))

    now = ruling()
    return tuple(q for q in asked if any(ruling(**{q.name: value}) != now for value, _label in q.answers))


def result_for(ending: Ending | None, side: Side | None) -> GameResult | None:
    """The result of a game whose ending names a player only by what they did."""
    if ending is None or ending.result or side is None:
        return ending.result if ending else None
    return side.wins if ending.loser in (Party.OPPONENT, Party.REPLIER) else side.opponent.wins


def seconds_for(ruling: Ruling, side: Side | None) -> dict[str, int]:
    """Seconds added to each clock, by colour."""
    found: dict[str, int] = {}
    for change in ruling.times:
        owners = {
            Party.WHITE: (Side.WHITE,),
            Party.BLACK: (Side.BLACK,),
            Party.BOTH: tuple(Side),
            Party.OPPONENT: (side.opponent,) if side else (),
        }.get(change.party, (side,) if side else ())
        for owner in owners:
            found[owner.value] = found.get(owner.value, 0) + change.seconds
    return found


# ---------------------------------------------------------------- as plain data


def tiles(online: bool = False) -> list[dict[str, Any]]:
    """The tiles with their cases; those of online play only where it is one."""
    return [
        {
            "id": name,
            "say": Say(data["say"]).text(),
            "icon": data["icon"],
            "cases": [
                {"id": c.id, "say": c.text, "find": _words_of(c), "usual": c.usual, "who": c.who, "other": c.other}
                for c in cases().values()
                if c.tile == name
            ],
        }
        for name, data in _data()["tile"].items()
        if online or name != "online"
    ]


def told(ruling: Ruling, side: Side | None) -> dict[str, Any]:
    """A ruling as a page shows it, in the reader's language, with the sentence in the other one beside it."""
    result = result_for(ruling.ending, side)
    other = next(lang for lang in LANGUAGES if lang != current_language())
    with speaking(other):
        elsewhere = ruling.text()
    return {
        "row": ruling.row,
        "code": ruling.code.value,
        "text": ruling.text(),
        "other": elsewhere,
        "result": result.value if result else "",
        "ends": ruling.ending.text() if ruling.ending else "",
        "times": seconds_for(ruling, side),
        "articles": list(ruling.articles),
        "options": [option.text() for option in ruling.options],
        "penalty": ruling.code is Code.DISCRETIONARY_PENALTY,
        "outcomes": [{"when": one.when.text(), "ends": one.ending.text()} for one in ruling.outcomes],
        "illegal": ruling.illegal_move,
        "log": [line.text() for line in ruling.log],
    }


def table(game: Conditions, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Every case with its questions and the ruling for each combination of answers, in the reader's language.

    `rulings` of a case are places in the list of all rulings, in the order of the product of who and the answers.
    """
    leaves: list[dict[str, Any]] = []
    places: dict[tuple[str, Side | None], int] = {}
    worked = {}
    for case in cases().values():
        if case.tile == "online" and not game.online:
            continue
        asked = [q for q in questions(case, game, facts) if q.answers]
        sides: tuple[Side | None, ...] = tuple(Side) if case.who else (None,)
        before = {side: _before(case, game, facts, side, None) for side in sides}
        made = []
        for side, *known in itertools.product(sides, *([value for value, _label in q.answers] for q in asked)):
            answers = dict(zip((q.name for q in asked), known, strict=True))
            ruling = rule(_answered(before[side], case, asked, answers))
            key = (repr(ruling), side)
            if key not in places:
                places[key] = len(leaves)
                leaves.append(told(ruling, side))
            made.append(places[key])
        worked[case.id] = {
            "questions": [_plain(q) for q in asked],
            "rulings": made,
            "position": case.takes_position,
        }
    return {"cases": worked, "rulings": leaves, "penalties": penalties(game), "lost": losing_number(game)}


def _plain(question: Question) -> dict[str, Any]:
    return {
        "name": question.name,
        "ask": _(question.ask),
        "article": question.article,
        "answers": [[value, label.text()] for value, label in question.answers],
        "usual": question.usual,
    }


def penalties(game: Conditions) -> list[dict[str, str]]:
    """12.9 (2009: 13.4): the scale of penalties, mildest first."""
    return [{"name": penalty.name, "say": _(penalty.say)} for penalty in game.law.penalties]


def next_penalty(game: Conditions, earlier: Iterable[str]) -> str:
    """12.9: what comes next for a player who has had these; equal breaches get the next step of the scale."""
    names = [penalty.name for penalty in game.law.penalties]
    worst = max((names.index(name) for name in earlier if name in names), default=-1)
    return names[min(worst + 1, names.index("declare game lost"))]


# ---------------------------------------------------------------- words


def folded(text: str) -> str:
    """A text without accents and capitals, words apart by one blank."""
    bare = "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
    return " ".join(re.findall(r"[\w½]+", bare))


@cache
def _words(id: str) -> str:
    case = cases()[id]
    said = []
    for lang in LANGUAGES:
        with speaking(lang):
            said.append(_(case.say))
    return folded(" ".join((*said, case.find)))


def _words_of(case: Case) -> str:
    return _words(case.id)


def search(text: str) -> list[Case]:
    """Cases in which every word of the text begins some word, the usual ones first."""
    wanted = folded(text).split()
    if not wanted:
        return []
    fitting = [c for c in cases().values() if all(f" {word}" in f" {_words_of(c)}" for word in wanted)]
    return sorted(fitting, key=lambda c: not c.usual)


@dataclass(frozen=True, slots=True)
class Understood:
    """What a sentence was taken to say."""

    case: Case
    game: Conditions
    known: Mapping[str, Any]
    side: Side | None
    unheard: tuple[str, ...]


@cache
def _meanings() -> dict[str, tuple[str, str]]:
    """Phrases and what they settle, the longest first: `not supervised` before `supervised`."""
    found: dict[str, tuple[str, str]] = {}
    for key, said in _data()["word"].items():
        name, _dot, value = key.partition(".")
        found |= {folded(word): (name, value) for word in said}
    return dict(sorted(found.items(), key=lambda one: -len(one[0])))


def understand(text: str) -> Understood:
    """`illegal move, second, rapid, supervised`: what happened, and what is known about it, in any order."""
    settled: dict[str, str] = {}
    rest = []
    for part in filter(None, map(folded, text.split(","))):
        if part not in _meanings() and search(part):
            rest.append(part)
            continue
        for phrase, (name, value) in _meanings().items():
            if f" {phrase} " in f" {part} ":
                settled[name] = value
                part = f" {part} ".replace(f" {phrase} ", " ").strip()
        rest += [part] if part else []
    found = next(iter(search(" ".join(rest))), None) or _nearest(rest)
    if found is None:
        raise ArbitroError(
            _("nothing in {text!r} names a case; try a word such as “illegal move”").format(text=text[:60])
        )
    heard = f" {_words_of(found)}"
    unheard = tuple(word for word in " ".join(rest).split() if len(word) > 3 and f" {word}" not in heard)
    game = Conditions(
        LawsEdition(settled.pop("edition", LawsEdition.E2023.value)),
        TimeClass(settled.pop("time_class", TimeClass.STANDARD.value)),
        Supervision(settled.pop("supervision", Supervision.ADEQUATE.value)),
    )
    who = settled.pop("who", "")
    known = {name: _read(value) for name, value in settled.items()}
    return Understood(found, game, known, Side(who) if who else None, unheard)


def _nearest(parts: list[str]) -> Case | None:
    """The case that shares most words with what was said, if it shares any."""
    wanted = {word for part in parts for word in part.split() if len(word) > 3}
    best = max(cases().values(), key=lambda c: (len(wanted & {*_words_of(c).split()}), c.usual))
    return best if wanted & {*_words_of(best).split()} else None


def _read(value: str) -> Any:
    return {"true": True, "false": False}.get(value, int(value) if value.isdecimal() and len(value) < 10 else value)


def read_answers(given: Iterable[str]) -> dict[str, Any]:
    """Answers as `completed=false`, `number=2`, `correct=?`."""
    answers = {}
    for one in given:
        name, equals, value = one.partition("=")
        if not equals:
            raise ArbitroError(_("{text!r} is not an answer; write it as completed=false").format(text=one[:40]))
        answers[name] = _read(value)
    return answers
