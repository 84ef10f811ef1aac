"""`arbitro engine`: a drop-in for programs that call bbpPairings or JaVaFo, with their options and exit codes.

    [--dutch] FILE -p [OUT]          pair the next round
    [--dutch] FILE -c                pair every round again and report, in bbpPairings' columns
    [--dutch] -g [CONFIG] -o OUT     make a random tournament; -s SEED repeats one
    … -l [OUT]                       with -p: the check-list as well (default: beside the file, as .list)
    -r                               which program and version this is

A name without a folder is written beside the file that is read. The text of the rules is the one asked for
(`--edition`, ARBITRO_EDITION), else the one of the file's code or date, else the newest. -w and -q (choices of other
programs' algorithms) are accepted and ignored.
"""

from __future__ import annotations

import os
import sys

from arbitro import __version__, swiss
from arbitro.cli import PAIRED
from arbitro.cli.terminal import suit
from arbitro.editions import names
from arbitro.errors import ArbitroError, NoPairing
from arbitro.files import trf
from arbitro.files.trf import Doubt
from arbitro.i18n import gettext_for, language_of_locale, speaking
from arbitro.model import Pair, Pairings, Scoring, System, Tournament, points
from arbitro.records import is_whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from arbitro.model.remarks import Difference

_ = gettext_for("swiss")

OK, NO_PAIRING, DEFECT, BAD_REQUEST, TOO_LARGE, FILE_PROBLEM = range(6)

CONTRADICTIONS = (Doubt.SCORE, Doubt.RECIPROCITY, Doubt.RESULT, Doubt.MISSING_OPPONENT)  # no round is paired from these
SYSTEMS = {f"--{name}": name for name in PAIRED}


class Request:
    """What the command line asks for."""

    system: str | None = None
    file: str | None = None
    action: str | None = None  # -p, -c or -g
    value: str | None = None  # what follows -p or -g
    output: str | None = None
    seed: int | None = None
    check_list: str | None = None  # "" for the usual name
    edition: str | None = None
    release: bool = False  # -r: which program this is


def alone(words: list[str]) -> int:
    """Answer without the frame, in the language of the locale."""
    with speaking(language_of_locale()):
        suit(sys.stdout, sys.stderr)
        return answer(words)


def answer(words: list[str]) -> int:
    """Do what the words ask; what stops it is one line on stderr, and the answer is the exit code."""
    try:
        return run(parse(words))
    except NoPairing as error:
        return _told(error, NO_PAIRING)
    except ArbitroError as error:
        return _told(error, BAD_REQUEST)
    except OSError as error:
        return _told(_machine(error), FILE_PROBLEM)
    except MemoryError:
        return TOO_LARGE
    except Exception as error:
        if os.environ.get("ARBITRO_TRACEBACK"):
            raise
        return _told(f"{type(error).__name__}: {error}", DEFECT)


def _machine(error: OSError) -> str:
    """What the machine refused, as the other commands say it; loaded only then."""
    from arbitro.cli.common import told

    return told(error)


def _told(error: object, code: int) -> int:
    print(error, file=sys.stderr)
    return code


def parse(words: list[str]) -> Request:
    """Options may stand in any order; a word after -p, -g or -l that is no option belongs to it."""
    request = Request()
    rest = list(words)

    def value() -> str | None:
        return rest.pop(0) if rest and not rest[0].startswith("-") else None

    def required(option: str) -> str:
        found = value()
        if found is None:
            raise ArbitroError(_("{option} needs a value").format(option=option))
        return found

    while rest:
        word = rest.pop(0)
        if word in SYSTEMS:
            request.system = SYSTEMS[word]
        elif word == "--edition":
            request.edition = required(word)
        elif word in ("-p", "-g"):
            request.action, request.value = word, value()
        elif word == "-c":
            request.action = word
        elif word == "-o":
            request.output = required(word)
        elif word == "-s":
            text = required(word)
            if not is_whole(text):
                raise ArbitroError(_("the seed {text} is not a number").format(text=text))
            request.seed = int(text)
        elif word == "-l":
            request.check_list = value() or ""
        elif word == "-r":
            request.release = True
        elif word in ("-w", "-q"):
            if word == "-q" and rest and rest[0].isdigit():
                rest.pop(0)
        elif word.startswith("-"):
            raise ArbitroError(_("unknown option {word}").format(word=word))
        elif request.file is None:
            request.file = word
        else:
            raise ArbitroError(_("one file at a time: {first}, {second}").format(first=request.file, second=word))
    return request


def run(request: Request) -> int:
    """Do it; the answer is the exit code."""
    if request.action == "-g":
        return _generate(request)
    if request.release:
        print(f"arbitro {__version__}")
        if request.file is None and request.action is None:
            return OK
    if request.file is None or request.action is None:
        raise ArbitroError(_("give a file and -p or -c, or -g and -o"))
    file = trf.read(request.file)
    tournament, contradictions = file.tournament, [one.error for one in file.findings if one.doubt in CONTRADICTIONS]
    if contradictions and request.action == "-p":
        raise contradictions[0]
    for contradiction in contradictions:
        _told(contradiction, OK)
    request.edition = request.edition or os.environ.get("ARBITRO_EDITION") or _text_of(tournament)
    system = System(request.system) if request.system else None
    if request.action == "-c":
        return _check(tournament, request, system)
    pairings = None
    try:
        pairings = swiss.next_round(tournament, system, request.edition)
    except NoPairing:
        if request.value:
            _write("", _beside(request.value, request.file))  # an empty file says so to programs that read it
        raise
    finally:
        if request.check_list is not None:
            _list(tournament, request, pairings)
    _write(javafo_form(pairings), _beside(request.value, request.file))
    return OK


def _text_of(tournament: Tournament) -> str | None:
    """None where the file names a text by its code or first day, else the newest: it pairs what is played now."""
    info = tournament.info
    return None if info.system_code or info.start else names("swiss")[-1]


def _beside(name: str | None, base: str) -> str | None:
    """A name without a folder belongs beside the file that is read."""
    return os.path.join(os.path.dirname(base), name) if name and not os.path.dirname(name) else name


def _list(tournament: Tournament, request: Request, pairings: Pairings | None) -> None:
    """The check-list, which is a by-product: what goes wrong with it is told and stops nothing."""
    from arbitro.swiss.lists import check_list_tabs

    assert request.file is not None
    path = _beside(request.check_list, request.file) or os.path.splitext(request.file)[0] + ".list"
    edition = swiss.edition_of(tournament, System.DUTCH, request.edition)
    try:
        _write(check_list_tabs(tournament, edition, pairings, f"arbitro {__version__}"), path)
    except OSError as error:
        _told(_machine(error), OK)


def javafo_form(pairings: Pairings) -> str:
    """The number of pairs, one `white black` line each, the bye as `player 0`."""
    lines = [f"{white} {black}" for white, black in pairings.pairs]
    if pairings.bye is not None:
        lines.append(f"{pairings.bye} 0")
    return "\n".join([str(len(lines)), *lines, ""])


def _write(text: str, path: str | None) -> None:
    if path is None:
        sys.stdout.write(text)
    else:
        from arbitro.outputs import write_whole

        write_whole(path, text)


def _check(tournament: Tournament, request: Request, system: object) -> int:
    from arbitro.swiss.checker import check

    checked = check(tournament, system, request.edition)  # type: ignore[arg-type]
    differences = {d.round: d for d in (*checked.differences, *checked.by_hand)}
    name = os.path.splitext(os.path.basename(request.file or ""))[0]
    for k in range(1, checked.rounds + 1):
        print(f"{name}: Round #{k}")
        if d := differences.get(k):
            print(*(_impossible(k) if d.impossible else _columns(tournament, d)), sep="\n", end="\n\n")
    print()
    return OK


def _impossible(k: int) -> Iterator[str]:
    yield f"No valid pairing exists for round {k}."


def _columns(tournament: Tournament, d: Difference) -> Iterator[str]:
    """The pairs that differ, ours and the file's side by side, in the order of the boards."""
    from itertools import zip_longest

    from arbitro.swiss.general import board_order

    scores = {number: tournament.pairing_score(number, d.round) for number in tournament.numbers}

    def lines(pairs: tuple[Pair, ...]) -> list[str]:
        boards = board_order([pair for pair in pairs if pair.black], scores)
        return [f"{a:3} - {b:3}" for a, b in (*boards, *(pair for pair in pairs if not pair.black))]

    yield f"  Checker pairings{'':8}Tournament pairings "
    for ours, theirs in zip_longest(lines(d.computed), lines(d.recorded), fillvalue=""):
        yield f"    {ours:9}{'':16}{theirs}"


def _generate(request: Request) -> int:
    """Config keys as those programs have them; a rate N means one in N."""
    from random import Random

    from arbitro.swiss.generator import Recipe, generate

    if request.output is None:
        raise ArbitroError(_("-g needs -o and a file to write"))
    seed = request.seed if request.seed is not None else Random().randrange(1 << 32)
    rng = Random(seed)
    config = _config(request.value)

    def one_in(key: str) -> float:
        every = config.get(key, 0)
        return 1 / every if every > 1 else 0

    tournament = generate(
        Recipe(
            players=int(config.get("playersnumber", rng.randint(15, 215))),
            rounds=int(config.get("roundsnumber", rng.randint(5, 15))),
            seed=seed,
            system=System(request.system or "dutch"),
            edition=request.edition or os.environ.get("ARBITRO_EDITION") or names("swiss")[-1],
            draws=config.get("drawpercentage", 30) / 100,
            forfeits=one_in("forfeitrate"),
            withdrawals=one_in("retiredrate"),
            half_point_byes=one_in("halfpointbyerate"),
            highest_rating=int(config.get("highestrating", 2600)),
            lowest_rating=int(config.get("lowestrating", 1400)),
            scoring=_scoring(config),
        )
    )
    _write(trf.write(tournament, 16), request.output)
    return OK


def _scoring(config: dict[str, float]) -> Scoring | None:
    """PointsForWin and its like; None if the config has none of them."""
    given = {}
    for key, value in config.items():
        if key.startswith("pointsfor"):
            try:
                given[key.removeprefix("pointsfor")] = points(value)
            except ValueError:
                raise ArbitroError(_("{key}: {value} is not a number of tenths").format(key=key, value=value)) from None
    if not given:
        return None
    others = {"pab": "pairing_bye", "zpb": "zero_bye", "forfeitloss": "forfeit_loss"}
    return Scoring.of(
        given.get("win", points(1)),
        given.get("draw", points(0.5)),
        given.get("loss", points(0)),
        **{name: given[key] for key, name in others.items() if key in given},
    )


def _config(path: str | None) -> dict[str, float]:
    """`Key=value` lines; the rest is passed over."""
    found: dict[str, float] = {}
    if path is not None:
        with open(path, encoding="utf-8") as source:
            for line in source:
                key, separator, text = line.partition("=")
                if separator and not line.lstrip().startswith("#"):
                    try:
                        found[key.strip().lower()] = float(text)
                    except ValueError:
                        raise ArbitroError(
                            _("{path}: {key} is {value}, not a number").format(
                                path=path, key=key.strip(), value=text.strip()
                            )
                        ) from None
    return found
