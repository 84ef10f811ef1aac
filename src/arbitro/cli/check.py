"""`arbitro check`: pair every round of tournament files again and compare.

Ranks are judged by the tie-breaks that the file states (202, 212), and a wrong one is an answer of no as a wrong pair
is. Points that contradict the results, and ranks that contradict the points where no tie-breaks are stated, are told
as doubts: many programs fill in these fields loosely. What the arbiter changed by hand and the file declares
(`### MPA`, places by hand) is told and is no fault.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import click

from arbitro.cli.common import answer_no, common_options, print_json, require_rounds, warn
from arbitro.cli.format_round import has_table
from arbitro.cli.pair import SYSTEM_NAMES
from arbitro.cli.swiss_options import option_words
from arbitro.errors import FileError
from arbitro.files.forms import content, form_of, is_heap
from arbitro.files.text import broken_archive, members
from arbitro.formats.checker import differences as table_differences
from arbitro.i18n import gettext_for, ngettext_for
from arbitro.model import System, Tournament, remarks
from arbitro.swiss.checker import as_counted, check, wrong_ranks
from arbitro.swiss.tracing import explained

_ = gettext_for("swiss")
ngettext_ = ngettext_for("swiss")

ENOUGH_FOR_PROCESSES = 8
STATING = ("trf16", "trf26", "json")  # forms that state what a pairing needs: what is assumed goes without saying


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(dir_okay=False))
@click.option("--system", type=click.Choice(SYSTEM_NAMES), help=_("Pairing system (default: the file's)."))
@click.option("--edition", help=_("Text of the rules: 2017 or 2026 (default: the file's)."))
@option_words
@click.option("--why", is_flag=True, help=_("Look for what was otherwise when a round that differs was paired."))
@click.option("-j", "--jobs", type=click.IntRange(min=1), help=_("Processes (default: one per core for many files)."))
@common_options
def command(
    files: tuple[str, ...],
    system: str | None,
    edition: str | None,
    options: tuple[str, ...],
    why: bool,
    jobs: int | None,
    as_json: bool,
) -> None:
    sources = list(_sources(files))
    if jobs is None:
        jobs = (os.cpu_count() or 1) if len(sources) >= ENOUGH_FOR_PROCESSES else 1
    reports = []
    for report in _run([(*source, system, edition, options, why) for source in sources], jobs):
        reports.append(report)
        if not as_json:
            warn(report.get("warnings", ()))
            _print(report)
    checked = sum(report["rounds"] for report in reports)
    different = sum(len(report["differences"]) for report in reports)
    misplaced = sum(len(report["ranks"]) for report in reports)
    if as_json:
        totals = {"rounds_checked": checked, "rounds_different": different, "ranks_different": misplaced}
        print_json({"files": reports, **totals})
    else:
        parts = (
            ngettext_("{n} file", "{n} files", len(reports)).format(n=len(reports)),
            ngettext_("{n} round checked", "{n} rounds checked", checked).format(n=checked),
            ngettext_("{n} different", "{n} different", different).format(n=different),
            *([ngettext_("{n} rank wrong", "{n} ranks wrong", misplaced).format(n=misplaced)] if misplaced else []),
        )
        click.echo(", ".join(parts))
    if different or misplaced:
        answer_no()


def _sources(files: tuple[str, ...]) -> Iterator[tuple[str, str | None]]:
    """Files, and the members of archives that are not one tournament themselves, as (file, member)."""
    for file in files:
        if file.lower().endswith(".zip") and (is_heap(data := Path(file).read_bytes(), file) or not members(data)):
            if not (names := sorted(name for name in members(data) if name and not name.endswith("/"))):
                raise FileError(file, expected=_("a zip archive of tournament files"))
            yield from ((file, name) for name in names)
        else:
            yield file, None


Task = tuple[str, str | None, str | None, str | None, tuple[str, ...], bool]  # file, member, system … why


def _run(tasks: list[Task], jobs: int) -> Iterator[dict[str, Any]]:
    if jobs == 1 or len(tasks) == 1:
        yield from map(check_file, tasks)
        return
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(min(jobs, len(tasks))) as pool:
        yield from pool.map(check_file, tasks, chunksize=max(1, min(16, len(tasks) // (4 * jobs))))


def check_file(task: Task) -> dict[str, Any]:
    """One file's report, as it stands in the JSON."""
    file, member, system, edition, options, why = task
    if member is None:
        name, data = file, Path(file).read_bytes()
    else:
        name = f"{file}/{member}"
        try:
            with ZipFile(file) as archive:
                data = archive.read(member)
        except broken_archive():
            raise FileError(name, expected=_("a whole part of the archive")) from None
    tournament, doubts, taken = content(data, name)
    if form_of(data, name) not in STATING:
        doubts = [*doubts, *taken]
    require_rounds(tournament, data, name)
    assumed: int | None = None
    reasons: dict[int, list[str]] = {}
    if system is None and has_table(tournament):
        rounds = tournament.rounds_paired
        found = table_differences(tournament)
        differences, by_hand = ([d for d in found if d.by_hand is told] for told in (False, True))
    else:
        chosen = System(system) if system else None
        checked = check(tournament, chosen, edition, options)
        rounds, assumed = checked.rounds, checked.assumed_rounds
        differences, by_hand = [*checked.differences], [*checked.by_hand]
        if why:
            reasons = {d.round: explained(tournament, d.round, chosen, edition, options) for d in differences}
    wrong = wrong_ranks(tournament)
    given = remarks.places(tournament.unknown_lines, tournament.rounds_paired)
    places = {str(n): place for n, place in given.items() if n not in {rank.number for rank in wrong}}
    return {
        "file": name,
        "rounds": rounds,
        "assumed_rounds": assumed,
        "differences": [
            _difference(d) | ({"why": reasons[d.round]} if d.round in reasons else {}) for d in differences
        ],
        "ranks": [
            {
                "player": rank.number,
                "stated": rank.stated,
                "computed": rank.computed,
                "shared_by": rank.shared_by,
                "decided_by": rank.decided_by,
            }
            for rank in wrong
        ],
        "standings": _standings(tournament),
        **({"by_hand": [_difference(d) for d in by_hand]} if by_hand else {}),
        **({"places_by_hand": places} if places else {}),
        **({"warnings": list(doubts)} if doubts else {}),
    }


def _difference(d: remarks.Difference) -> dict[str, Any]:
    return {
        "round": d.round,
        "recorded": [list(pair) for pair in d.recorded],
        "computed": [list(pair) for pair in d.computed],
        "impossible": d.impossible,
    }


def _standings(tournament: Tournament) -> list[dict[str, Any]]:
    """Where the file's points contradict its results, or its ranks the points although it states no tie-breaks.

    Nothing is said about files whose rank field orders the pairing (XXC rank) or is not filled in, nor about the
    players of team events, where these fields inform only.
    """
    if tournament.teams:
        return []
    tournament = as_counted(tournament)
    players = tournament.players
    wrong: list[dict[str, Any]] = []
    for player in players:
        score = tournament.score(player.number)
        if player.stated_points is not None and player.stated_points != score:
            wrong.append(
                {"player": player.number, "stated_points": player.stated_points / 10, "computed_points": score / 10}
            )
    ranks = [player.stated_rank for player in players]
    if wrong or tournament.order_by_rank or None in ranks or len(set(ranks)) < 2:
        return wrong
    if tournament.info.standings_criteria or tournament.info.tie_breaks:
        return wrong
    place = {player.number: -tournament.score(player.number) for player in players}
    order = sorted(players, key=lambda player: player.stated_rank or 0)
    for above, below in pairwise(order):
        if place[above.number] > place[below.number]:
            wrong.append({"player": below.number, "stated_rank": below.stated_rank, "ranks_above": above.number})
    return wrong


def _rank_text(wrong: dict[str, Any]) -> str:
    if wrong["shared_by"] == 1:
        return _("{file}: rank of {player}: recorded {stated}; computed {computed} (by {decided_by})")
    return _("{file}: rank of {player}: recorded {stated}; computed {computed} to {last} (by {decided_by})")


def _print(report: dict[str, Any]) -> None:
    differences, by_hand = report["differences"], report.get("by_hand", [])
    wrong = _("{file}, round {round}: recorded {recorded}; computed {computed}")
    declared = _("{file}, round {round}: by hand, as the file says: {recorded}; computed {computed}")
    for d in (*differences, *by_hand):
        recorded = ", ".join(f"{a}-{b}" for a, b in d["recorded"])
        computed = ", ".join(f"{a}-{b}" for a, b in d["computed"]) or _("no legal pairing")
        sentence = declared if d in by_hand else wrong
        click.echo(sentence.format(file=report["file"], round=d["round"], recorded=recorded, computed=computed))
        for reason in d.get("why", ()):
            click.echo(f"  {reason}")
    for s in report["standings"]:
        if "stated_points" in s:
            click.echo(
                _("{file}: player {player} has {computed} points, the file says {stated}").format(
                    file=report["file"],
                    player=s["player"],
                    computed=s["computed_points"],
                    stated=s["stated_points"],
                )
            )
        else:
            click.echo(
                _("{file}: player {player} should stand above player {other}").format(
                    file=report["file"], player=s["player"], other=s["ranks_above"]
                )
            )
    for wrong in report["ranks"]:
        click.echo(
            _rank_text(wrong).format(file=report["file"], **wrong, last=wrong["computed"] + wrong["shared_by"] - 1)
        )
    if places := report.get("places_by_hand"):
        note = _("{file}: places by hand, as the file says: {places}")
        told = ", ".join(f"{place}. {number}" for number, place in places.items())
        click.echo(note.format(file=report["file"], places=told))
    if report["assumed_rounds"] is not None:
        note = _("{file}: the file does not say how many rounds there are; {n} are taken, those that it holds")
        click.echo(note.format(file=report["file"], n=report["assumed_rounds"]))
    as_paired = report["rounds"] - len(by_hand)
    if as_paired and not differences and not report["standings"] and not report["ranks"]:
        click.echo(
            ngettext_(
                "{file}: {n} round, paired as the rules pair it",
                "{file}: {n} rounds, paired as the rules pair them",
                as_paired,
            ).format(file=report["file"], n=as_paired)
        )
