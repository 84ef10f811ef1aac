"""`arbitro event games`: the moves of a tournament as files. Bring PGN in, write it, see which boards lack moves."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from arbitro.cli.common import Columns, answer_no, common_options, language_option, print_json, print_table, right
from arbitro.cli.event.group import DeskGroup, command, section_of, who
from arbitro.i18n import gettext_for, ngettext_for
from arbitro.outputs import write_whole

_ = gettext_for("cli")
ngettext_ = ngettext_for("cli")


@command.group("games", cls=DeskGroup, help=_("The moves of the games: bring PGN files in, write them, list them."))
def games() -> None: ...


@games.command(
    "import", help=_("Bring the games of PGN files in; those whose board is not sure are listed, not placed.")
)
@click.argument("event")
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--round", "round_", type=int, help=_("The round of the files, where they do not say it."))
@common_options
def import_(event: str, files: tuple[Path, ...], round_: int | None, as_json: bool) -> None:
    from arbitro.desk import store
    from arbitro.desk.commands import Role
    from arbitro.desk.game_files import matched
    from arbitro.desk.games import save
    from arbitro.games import read_pgn

    section = section_of(event)
    reports: list[dict[str, Any]] = []
    for file in files:
        reading = read_pgn(file.read_bytes())
        found = matched(store.state_of(section.pk), reading.games, round_)
        placed = [(match.key, match.game) for match in found if match.key is not None and not match.same]
        number = save(section.pk, placed, who=who(), role=Role.OWNER) if placed else None
        doubts = [match for match in found if match.key is None]
        reports.append(
            {
                "file": str(file),
                "entry": number,
                "placed": [{"round": r, "board": b, "leg": leg} for (r, b, leg), _game in placed],
                "same": sum(match.same for match in found),
                "doubts": [
                    {
                        "game": match.number,
                        "white": match.game.headers.get("White", "?"),
                        "black": match.game.headers.get("Black", "?"),
                        "why": match.doubt,
                        "boards": [{"round": r, "board": b, "leg": leg} for r, b, leg in match.candidates],
                    }
                    for match in doubts
                ],
                "problems": [str(problem) for problem in reading.problems],
            }
        )
    if as_json:
        print_json({"files": reports})
    else:
        for report in reports:
            _print(report)
    if any(report["doubts"] or report["problems"] for report in reports):
        answer_no()


def _print(report: dict[str, Any]) -> None:
    n = len(report["placed"])
    click.echo(f"{report['file']}: " + ngettext_("{n} game placed", "{n} games placed", n).format(n=n))
    for doubt in report["doubts"]:
        click.echo(f"  {doubt['game']} {doubt['white']} - {doubt['black']}: {doubt['why']}")
    for problem in report["problems"]:
        click.echo(f"  {problem}")


@games.command("follow", help=_("Follow the PGN of electronic boards while it grows: a file, a folder or an address."))
@click.argument("event")
@click.argument("place")
@click.option("--once", is_flag=True, help=_("Read it once."))
@language_option
def follow(event: str, place: str, once: bool) -> None:
    from contextlib import suppress

    from arbitro.desk import feeds

    def tell(looked: feeds.Looked) -> None:
        for round, board, _leg in looked.changed:
            click.echo(_("round {r}, board {b}").format(r=round, b=board))
        for round, board, _leg in looked.asked:
            text = _("round {r}, board {b}: the tournament has other moves; choose on the page Games")
            click.echo(text.format(r=round, b=board), err=True)
        if looked.trouble:
            click.echo(looked.trouble, err=True)

    section = section_of(event)
    if once:
        tell(feeds.look(section.pk, place, feeds.read_place(place)))
        return
    click.echo(_("{place} is followed; Ctrl+C ends it.").format(place=place), err=True)
    with suppress(KeyboardInterrupt):
        feeds.follow(section.pk, place, tell)


@games.command("screen", help=_("Screen the players of a round from its stored games: an indication, never a verdict."))
@click.argument("event")
@click.option("--round", "round_", type=int, required=True, help=_("The round."))
@click.option("--engine", default="", help=_("The UCI engine (default: stockfish)."))
@click.option("--nodes", type=click.IntRange(min=100), default=20_000, help=_("Nodes for each position."))
@click.option("--scheduler", default="", help=_("Address of a Dask scheduler."))
@common_options
def screen(event: str, round_: int, engine: str, nodes: int, scheduler: str, as_json: bool) -> None:
    from arbitro.desk.screening import screen_round
    from arbitro.fairplay.screening.engine import Settings

    settings = Settings(engine, nodes)
    screening = screen_round(section_of(event).pk, round_, settings=settings, scheduler=scheduler)
    players, notes = screening.lines(), list(screening.notes())
    if as_json:
        print_json({"players": players, "notes": notes})
        return
    rows = [(p["player"], p["rating"] or "-", p["compared"], p["agreement"], p["z"], p["advice"]) for p in players]
    columns: Columns = [_("player"), *right(_("rating"), _("Moves"), _("agreement %"), "z"), _("advice")]
    print_table("", columns, [["-" if cell is None else cell for cell in row] for row in rows])
    for note in notes:
        click.echo(note)


@games.command("export", help=_("Write the games as PGN: all, of a round, of a player."))
@click.argument("event")
@click.option("--round", "round_", type=int, help=_("Of this round only."))
@click.option("--player", type=int, help=_("Of the player with this pairing number only."))
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help=_("Write to this file."))
@language_option
def export(event: str, round_: int | None, player: int | None, output: Path | None) -> None:
    from arbitro.desk import store
    from arbitro.desk.commands.base import round_number
    from arbitro.desk.games import games_for_pgn
    from arbitro.errors import Refused
    from arbitro.games import write_pgn

    state = store.state_of(section_of(event).pk)
    if round_ is not None:
        round_number(state, round_)
    if player is not None and player not in state.numbers.values():
        raise Refused(_("There is no player {name}; use a pairing number, or id:7.").format(name=player))
    id = state.by_number(player).id if player is not None else None
    text = write_pgn(games_for_pgn(state, round=round_, player=id))
    if output is None:
        click.echo(text, nl=False)
    else:
        write_whole(output, text)


@games.command("list", help=_("Games by player, first moves and result; of one tournament, or of all (EVENT is -)."))
@click.argument("event")
@click.option("--player", default="", help=_("The beginning of a name."))
@click.option("--opening", default="", help=_("The first moves: 'e4 c5'."))
@click.option("--result", default="", help=_("1-0, 0-1 or 1/2-1/2."))
@click.option("--most", type=click.IntRange(1, 100_000), default=100, show_default=True, help=_("At most so many."))
@common_options
def list_(event: str, player: str, opening: str, result: str, most: int, as_json: bool) -> None:
    from arbitro.desk.games import search
    from arbitro.errors import Refused
    from arbitro.games import typed
    from arbitro.games.pgn import RESULTS

    result = result.replace("½", "1/2")
    if result and result not in RESULTS:
        raise Refused(_("{result} is not a result: use 1-0, 0-1 or 1/2-1/2.").format(result=result))
    read = typed(opening)
    if read.stopped is not None:
        raise Refused(f"{read.stopped.number} {read.stopped.word}: {read.stopped.reason}")
    sections = None if event == "-" else [section_of(event).pk]
    records = search(sections, player=player, opening=read.game.line, result=result, most=most)
    rows = [
        (str(g.section), g.round, g.board, g.white_name, g.black_name, g.result, (g.plies + 1) // 2) for g in records
    ]
    if as_json:
        keys = ("event", "round", "board", "white", "black", "result", "moves")
        print_json({"games": [dict(zip(keys, row, strict=True)) for row in rows]})
    elif not rows:
        click.echo(_("No game was found."))
    else:
        columns: Columns = [
            _("Event"),
            *right(_("Round"), _("Board")),
            _("White"),
            _("Black"),
            _("Result"),
            *right(_("Moves")),
        ]
        print_table("", columns, rows)
