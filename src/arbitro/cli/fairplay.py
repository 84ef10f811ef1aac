"""`arbitro fairplay`: protection levels, complaints, searches, and the statistical screening of games."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from arbitro.cli.common import Suggesting, answer_no, common_options, language_option, print_json, print_table
from arbitro.cli.reports import read_json, read_record, record_of
from arbitro.dates import parse_date
from arbitro.errors import ArbitroError, FileError
from arbitro.fairplay import complaints, levels, statistics
from arbitro.fairplay.conduct import Search, check_search, draw_random_checks
from arbitro.fairplay.statistics import Mode
from arbitro.i18n import gettext_for
from arbitro.outputs import write_whole

if TYPE_CHECKING:
    from arbitro.fairplay.screening.turns import Games

_ = gettext_for("fairplay")

MODES = ("otb", "online")


@click.group(cls=Suggesting)
@language_option
def command() -> None: ...


@command.command("level", help=_("The protection level of an event (JSON), its duties and what is still missing."))
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@common_options
def level(file: str, as_json: bool) -> None:
    data = read_json(file)
    start = data.pop("start", None)
    measures = record_of(levels.Measures, data.pop("measures", {}), file, "measures")
    event = record_of(levels.Event, data, file)
    found = levels.protection_level(event)
    duties = levels.check_measures(found, measures)
    waiver = levels.waiver(found, parse_date(str(start))) if start else None
    breaches = [line.key for line in duties if line.breach]
    if as_json:
        keys = [f.name for f in fields(levels.DutyLine)]
        print_json({
            "level": found.label, "duties": [{k: getattr(line, k) for k in keys} for line in duties],
            "breaches": breaches,
            "waiver": {"authority": waiver[0], "latest": waiver[1].isoformat()} if waiver else None,
        })  # fmt: skip
    else:
        names = {"standard": _("standard"), "enhanced": _("enhanced"), "maximum": _("maximum")}
        words = {"must": _("must"), "strongly recommended": _("strongly recommended"), "encouraged": _("encouraged"),
                 "recommended": _("recommended"), "optional": _("optional")}  # fmt: skip
        rows = [
            ("✗" if line.breach else "✓" if line.done else "·", words[line.duty.value], line.text) for line in duties
        ]
        title = _("Protection level: {level}").format(level=names[found.label])
        print_table(title, ("", _("duty"), ""), rows)
        if waiver:
            authorities = {"national_federation": _("the national federation"),
                           "FIDE_QC": _("FIDE's Qualification Commission")}  # fmt: skip
            print(_("A waiver is for {authority}, by {day}.").format(authority=authorities[waiver[0]], day=waiver[1]))
    if breaches:
        answer_no()


@command.command("complaint", help=_("Whether a complaint (JSON) is admissible, what it lacks, where it goes."))
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@common_options
def complaint(file: str, as_json: bool) -> None:
    filed = read_record(complaints.Complaint, file)
    verdict = complaints.admissibility(filed)
    missing = complaints.missing_content(filed)
    duties = complaints.chief_arbiter_duties() if filed.kind is complaints.ComplaintKind.ITC else ()
    if as_json:
        print_json({"verdict": verdict.value, "missing": list(missing), "chief_arbiter": list(duties)})
    else:
        words = {"admissible": _("admissible"), "incomplete": _("complaint incomplete"),
                 "inadmissible": _("inadmissible"),
                 "manifestly_unfounded": _("manifestly unfounded")}  # fmt: skip
        print(words[verdict.value])
        for text in missing:
            print(_("missing: {text}").format(text=text))
        for text in duties:
            print(_("chief arbiter: {text}").format(text=text))
    if verdict is not complaints.Verdict.ADMISSIBLE:
        answer_no()


@command.command("form", help=_("What a complaint form (ITC, PTC; JSON) still lacks."))
@click.argument("kind", type=click.Choice(("ITC", "PTC"), case_sensitive=False))
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@common_options
def form(kind: str, file: str, as_json: bool) -> None:
    chosen = complaints.ComplaintKind(kind.upper())
    data = read_json(file)
    unknown = sorted(set(data) - set(complaints.FORMS[chosen]))
    if unknown:
        known = ", ".join(complaints.FORMS[chosen])
        raise FileError(file, found=unknown[0], expected=_("one of the fields {known}").format(known=known))
    missing = complaints.missing_fields(chosen, data)
    if as_json:
        print_json({"form": chosen.value, "missing": list(missing), "complete": not missing})
    else:
        print("\n".join(_("missing: {text}").format(text=text) for text in missing) or _("The form is complete."))
    if missing:
        answer_no()


@command.command("search", help=_("Whether a search of a player (JSON) keeps the rules."))
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@common_options
def search(file: str, as_json: bool) -> None:
    faults = check_search(read_record(Search, file))
    if as_json:
        print_json({"ok": not faults, "faults": [{"rule": f.rule, "text": f.text} for f in faults]})
    else:
        print("\n".join(f"✗ {fault.text}" for fault in faults) or _("The search keeps the rules."))
    if faults:
        answer_no()


@command.command("draw", help=_("Draw players for a random check; a lot drawn in the hall keeps it unforeseen."))
@click.argument("event")
@click.option("--round", "round_number", type=click.IntRange(min=1), required=True, help=_("The round."))
@click.option("--players", type=click.IntRange(min=1), required=True, help=_("How many players there are."))
@click.option(
    "--without", "absent", type=int, multiple=True, help=_("A number that does not play, as often as needed.")
)
@click.option("--number", type=click.IntRange(min=1), default=2, help=_("How many are checked."))
@click.option("--lot", required=True, help=_("Drawn in the hall after the round began: dice, a number called out."))
@common_options
def draw(
    event: str, round_number: int, players: int, absent: tuple[int, ...], number: int, lot: str, as_json: bool
) -> None:
    playing = [n for n in range(1, players + 1) if n not in absent]
    drawn = draw_random_checks(playing, number, event=event, round_number=round_number, lot=lot)
    if as_json:
        print_json({"event": event, "round": round_number, "lot": lot, "drawn": list(drawn)})
    else:
        print(_("To be checked: {numbers}").format(numbers=", ".join(map(str, drawn))))


@command.command("z", help=_("What a z-score means and allows: rarity, thresholds, actions."))
@click.argument("z", type=float)
@click.option("--mode", type=click.Choice(MODES), default="otb", help=_("Over the board, or online."))
@click.option("--players", type=click.IntRange(min=1), default=100, help=_("How many players there are."))
@click.option(
    "--evidence",
    type=click.Choice(("none", "observational", "physical")),
    default="none",
    help=_("What there is besides the number."),
)
@click.option("--singled-out", is_flag=True, help=_("The player was singled out before the event."))
@common_options
def z_score(z: float, mode: str, players: int, evidence: str, singled_out: bool, as_json: bool) -> None:
    if not abs(z) < 30:
        raise ArbitroError(_("found {z}, expected a z-score between -30 and 30").format(z=z))
    kind = statistics.Evidence(evidence)
    actions = statistics.actions_allowed(test="full", z=z, evidence=kind, players=players, singled_out=singled_out)
    document = {
        "z": z,
        "one_in": statistics.one_in(z),
        "presumption": statistics.presumes_cheating(z, statistics.Mode(mode)),
        "support": statistics.usable_as_support(z, kind is not statistics.Evidence.NONE),
        "actions": [action.value for action in actions],
        "without_evidence": statistics.outcome_without_evidence(z),
        "disqualify_on_the_spot": statistics.may_disqualify_on_the_spot(z),
    }
    if as_json:
        print_json(document)
        return
    yes, no = _("yes"), _("no")
    words = {"discreet": _("discreet"), "orange": _("orange alert"), "intrusive": _("intrusive")}
    print_table("", ("", ""), [
        (_("one in"), f"{document['one_in']:,.0f}".replace(",", "\u202f")),
        (_("presumption of cheating (the player may rebut it)"), yes if document["presumption"] else no),
        (_("usable as support of other evidence"), yes if document["support"] else no),
        (_("actions on site"), ", ".join(words[action.value] for action in actions)),
        (_("disqualification on the spot"), no),
    ])  # fmt: skip


def _read_games(files: tuple[str, ...], first_move: int, book: str | None) -> Games:
    """All PGN files as one: games are numbered through."""
    from arbitro.fairplay.screening.turns import Games, read

    whole = Games((), {}, {}, ())
    offset = 0
    for path in files:
        try:
            with open(path, encoding="utf-8-sig", errors="replace") as source:
                part = read(source, first_move=first_move, book=book, label=path)
        except ValueError as error:
            raise FileError(path, expected=_("games in PGN ({reason})").format(reason=error)) from error
        turns = tuple(replace(turn, game=turn.game + offset) for turn in part.turns)
        offset += max((turn.game for turn in part.turns), default=0)
        counts = dict(whole.games)
        for name, number in part.games.items():
            counts[name] = counts.get(name, 0) + number
        whole = Games(whole.turns + turns, whole.ratings | part.ratings, counts, whole.problems + part.problems)
    if not whole.games:
        raise FileError(files[0], expected=_("games in PGN"))
    return whole


def _progress() -> Callable[[int, int], None] | None:
    """A bar on stderr, where stderr is a terminal."""
    if not sys.stderr.isatty():
        return None
    width = 40

    def show(done: int, total: int) -> None:
        filled = width * done // total if total else width
        click.echo(f"\r[{'#' * filled}{'.' * (width - filled)}] {done}/{total}", nl=done >= total, err=True)

    return show


def engine_options(function: Any) -> Any:
    """The options of everything that starts an engine."""
    options = (
        click.option("--engine", default="", help=_("The UCI engine (default: stockfish).")),
        click.option("--nodes", type=click.IntRange(min=100), default=20_000, help=_("Nodes for each position.")),
        click.option("--lines", type=click.IntRange(2, 20), default=5, help=_("Lines (MultiPV).")),
        click.option("--first-move", type=click.IntRange(min=1), default=9, help=_("First move that is compared.")),
        click.option("--book", type=click.Path(exists=True, dir_okay=False), help=_("A Polyglot opening book.")),
        click.option("-j", "--jobs", type=click.IntRange(min=0), default=0, help=_("Engines (default: one a core).")),
        click.option("--scheduler", default="", help=_("Address of a Dask scheduler.")),
        click.option("--cache", type=click.Path(dir_okay=False), help=_("A file that keeps evaluations.")),
    )
    for option in reversed(options):
        function = option(function)
    return function


@command.command("screen", help=_("Screen the players of a PGN with an engine: an indication, never a verdict."))
@click.argument("files", type=click.Path(exists=True, dir_okay=False), nargs=-1, required=True)
@engine_options
@click.option("--mode", type=click.Choice(MODES), default="otb", help=_("Over the board, or online."))
@click.option("--ratings", type=click.Path(exists=True, dir_okay=False), help=_("JSON: rating by player."))
@click.option("--calibration", type=click.Path(exists=True, dir_okay=False), help=_("A calibration (default: ours)."))
@click.option("--player", help=_("Only this player."))
@common_options
def screen(
    files: tuple[str, ...], engine: str, nodes: int, lines: int, first_move: int, book: str | None, jobs: int,
    scheduler: str, cache: str | None, mode: str, ratings: str | None, calibration: str | None, player: str | None,
    as_json: bool,
) -> None:  # fmt: skip
    from arbitro.fairplay.screening import calibration as calibrations
    from arbitro.fairplay.screening import report
    from arbitro.fairplay.screening.cache import FileCache
    from arbitro.fairplay.screening.engine import Settings

    games = _read_games(files, first_move, book)
    known = {}
    if ratings:
        known = {str(name): rating for name, rating in read_json(ratings).items()}
        if not all(type(rating) is int and 0 < rating < 4000 for rating in known.values()):
            raise FileError(ratings, expected=_("a rating for every name"))
    scale = (
        calibrations.from_json(Path(calibration).read_text(encoding="utf-8", errors="replace")) if calibration else None
    )
    if player is not None:
        if player not in games.games:
            raise ArbitroError(_("There is no player {name} in the games.").format(name=player))
        games = type(games)(
            tuple(t for t in games.turns if t.player == player), games.ratings, {player: games.games[player]},
            games.problems,
        )  # fmt: skip
    found = report.screen(
        games, Settings(engine, nodes, lines), ratings=known, calibration=scale,
        cache=FileCache(cache) if cache else None, workers=jobs, scheduler=scheduler, progress=_progress(),
    )  # fmt: skip
    if found.positions and sum(found.missing.values()) == found.positions:
        raise ArbitroError(next(iter(found.missing)))
    advice = [report.advise(line.compared, line.z, Mode(mode)) for line in found.players]
    notes = report.notes(
        found.calibration, found.missing, found.problems, settings=found.settings, calibrated_with=found.calibrated_with
    )
    if as_json:
        print_json({
            "players": [line.as_json() | {"advice": text} for line, text in zip(found.players, advice, strict=True)],
            "positions": found.positions, "computed": found.computed, "missing": found.missing,
            "problems": list(found.problems), "settings": found.settings, "calibration": found.calibration,
            "notes": list(notes),
        })  # fmt: skip
        return

    def cell(value: object) -> object:
        return "-" if value is None else value

    rows = [
        (line.player, cell(line.rating), line.games, line.compared, cell(line.agreement), cell(line.equal_top),
         cell(line.loss), cell(line.performance), "-" if line.low is None else f"{line.low}-{line.high}", cell(line.z),
         text)
        for line, text in zip(found.players, advice, strict=True)
    ]  # fmt: skip
    heads = (_("player"), (_("rating"), "right"), (_("games"), "right"), (_("moves"), "right"),
             (_("agreement %"), "right"), (_("equal %"), "right"), (_("loss cp"), "right"),
             (_("performance"), "right"), (_("interval"), "right"), ("z", "right"), _("advice"))  # fmt: skip
    print_table("", heads, rows)
    for note in notes:
        print(note)


@command.command("calibrate", help=_("Make a calibration from rated games of players who are above suspicion."))
@click.argument("files", type=click.Path(exists=True, dir_okay=False), nargs=-1, required=True)
@engine_options
@click.option("-o", "--out", type=click.Path(dir_okay=False), required=True, help=_("Where to write it."))
@click.option("--source", default="", help=_("What the games are, for the reports."))
@common_options
def calibrate(
    files: tuple[str, ...], engine: str, nodes: int, lines: int, first_move: int, book: str | None, jobs: int,
    scheduler: str, cache: str | None, out: str, source: str, as_json: bool,
) -> None:  # fmt: skip
    from arbitro.fairplay.screening import calibration, model, work
    from arbitro.fairplay.screening.cache import FileCache
    from arbitro.fairplay.screening.engine import Settings
    from arbitro.fairplay.screening.turns import wanted

    games = _read_games(files, first_move, book)
    settings = Settings(engine, nodes, lines)
    outcome = work.evaluate(
        wanted(games.turns), settings, cache=FileCache(cache) if cache else None, workers=jobs, scheduler=scheduler,
        progress=_progress(),
    )  # fmt: skip
    if outcome.missing and not outcome.evaluations:
        raise ArbitroError(next(iter(outcome.missing.values())))
    played = model.choices(games.turns, outcome.evaluations)
    fitted = calibration.fit_rated(
        played, games.ratings, settings=settings.key, source=source or ", ".join(Path(f).name for f in files)
    )
    write_whole(out, calibration.to_json(fitted))
    levels = [(round(level.rating), round(level.sensitivity, 3)) for level in fitted.levels]
    if as_json:
        print_json({"out": out, "levels": levels, "missing": len(outcome.missing)})
    else:
        print_table(out, ((_("rating"), "right"), (_("sensitivity"), "right")), levels)
