"""`arbitro schedule`: the fixed tables, for every format that has one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from arbitro import words
from arbitro.cli.common import (
    Suggesting,
    common_options,
    language_option,
    print_json,
    print_table,
    read_tournament,
    right,
)
from arbitro.formats import knockout as brackets
from arbitro.formats import playoff as playoffs
from arbitro.formats import roundrobin, team_tables
from arbitro.formats import varma as envelopes
from arbitro.formats.stages import seeding_order
from arbitro.formats.table import letters, snake
from arbitro.formats.teams import legal_line_ups
from arbitro.i18n import gettext_for
from arbitro.model import Double, Team

_ = gettext_for("formats")


@click.group(cls=Suggesting)
@language_option
def command() -> None: ...


def _up_to(most: int) -> click.IntRange:
    """A size; a table beyond it would fill the memory before it filled a wall."""
    return click.IntRange(max=most)


def _plain(entrant: object) -> int | str:
    return entrant if isinstance(entrant, int) else str(entrant)


def _document(table: Sequence[Sequence[tuple[object, object]]]) -> list[list[list[int | str]]]:
    return [[[_plain(white), _plain(black)] for white, black in games] for games in table]


def _show(
    title: str,
    table: Sequence[Sequence[tuple[object, object]]],
    *,
    resting: Sequence[int] = (),
    name: Callable[[Any], str] = str,
) -> None:
    """A table for people: one line per round, White first."""
    click.echo(title)
    print_table(
        "",
        [*right(_("Round")), _("Games (White first)"), *right(*([_("Rests")] if resting else ()))],
        [
            (r, "  ".join(f"{name(white)}-{name(black)}" for white, black in games), *resting[r - 1 : r])
            for r, games in enumerate(table, 1)
        ],
    )


@command.command(help=_("Round robin by the Berger tables for N players."))
@click.argument("players", type=_up_to(1000), metavar="N")
@click.option(
    "--double",
    "mode",
    type=click.Choice(["none", "first", "each"]),
    help=_("Double round robin; exchange the last two rounds of no cycle, the first, or each."),
)
@common_options
def berger(players: int, mode: str | None, as_json: bool) -> None:
    if mode is None:
        table = roundrobin.berger(players)
    else:
        table = roundrobin.double(players, Double(mode))
    resting = [rest for games in table if (rest := roundrobin.rest(games, players)) is not None]
    if as_json:
        print_json({"rounds": _document(table), "rests": resting})
        return
    _show(_("Berger table for {n} players").format(n=players), table, resting=resting)


@command.command(help=_("Varma envelopes for N players, 9 to 24: numbers that do not meet in the last three rounds."))
@click.argument("players", type=int, metavar="N")
@click.option("--printed", is_flag=True, help=_("The row for 11-12 players as printed, with its error."))
@common_options
def varma(players: int, printed: bool, as_json: bool) -> None:
    sheets = envelopes.groups(players, printed=printed)
    latest = {name: envelopes.latest_meeting(players, numbers) for name, numbers in sheets.items()}
    table = roundrobin.berger(players)
    if as_json:
        groups = {name: list(numbers) for name, numbers in sheets.items()}
        print_json({"rounds": _document(table), "groups": groups, "latest_meeting": latest})
        return
    click.echo(_("Varma envelopes for {n} players").format(n=players))
    print_table(
        "",
        [_("Envelope"), _("Numbers"), *right(_("Last meeting: round"))],
        [(name, ", ".join(map(str, numbers)), latest[name] or "") for name, numbers in sheets.items()],
    )
    if max(latest.values()) > len(table) - envelopes.LAST_ROUNDS:
        click.echo(_("Warning: numbers of one envelope meet in the last three rounds."))


@command.command(help=_("Scheveningen: two teams of N boards, everyone against everyone of the other team."))
@click.argument("boards", type=_up_to(400), metavar="N")
@common_options
def scheveningen(boards: int, as_json: bool) -> None:
    _team_table(_("Scheveningen, {n} boards").format(n=boards), team_tables.scheveningen(boards), as_json)


@command.command("semi-scheveningen", help=_("Semi-Scheveningen: upper halves and lower halves of N boards."))
@click.argument("boards", type=_up_to(400), metavar="N")
@common_options
def semi_scheveningen(boards: int, as_json: bool) -> None:
    _team_table(_("Semi-Scheveningen, {n} boards").format(n=boards), team_tables.semi_scheveningen(boards), as_json)


@command.command(help=_("Schiller: T teams of M players, everyone against all players of the other teams."))
@click.argument("teams", type=_up_to(40), metavar="T")
@click.argument("players", type=_up_to(20), metavar="M")
@common_options
def schiller(teams: int, players: int, as_json: bool) -> None:
    _team_table(
        _("Schiller, {t} teams of {m}").format(t=teams, m=players), team_tables.schiller(teams, players), as_json
    )


@command.command(help=_("Skalitzka: three teams of N boards (even) in two rounds."))
@click.argument("boards", type=_up_to(400), metavar="N")
@click.option("--balanced", is_flag=True, help=_("Balance the colours between the teams (a multiple of 4 boards)."))
@common_options
def skalitzka(boards: int, balanced: bool, as_json: bool) -> None:
    title = _("Skalitzka, three teams of {n} boards (A, a, 1)").format(n=boards)
    _team_table(title, team_tables.skalitzka(boards, balanced=balanced), as_json, name=team_tables.symbol)


@command.command(help=_("Hilton (jamboree): N teams (even) with N-1 boards, three rounds."))
@click.argument("teams", type=_up_to(200), metavar="N")
@common_options
def hilton(teams: int, as_json: bool) -> None:
    table = team_tables.hilton(teams)
    if as_json:
        print_json({"rounds": _document(table)})
        return
    click.echo(_("Hilton table for {n} teams (White first)").format(n=teams))
    print_table(
        "",
        [*right(_("Board")), *(_("Round {r}").format(r=r) for r in (1, 2, 3))],
        [
            (
                b,
                *(
                    "  ".join(letters(w) + letters(x) for w, x in team_tables.board_games(teams, b, r))
                    for r in (1, 2, 3)
                ),
            )
            for b in range(1, teams)
        ],
    )


@command.command(help=_("Molter: T teams (odd) of B boards (even) in T-1 rounds; nobody rests."))
@click.argument("teams", type=_up_to(60), metavar="T")
@click.argument("boards", type=_up_to(60), metavar="B")
@common_options
def molter(teams: int, boards: int, as_json: bool) -> None:
    _team_table(
        _("Molter, {t} teams of {b} boards").format(t=teams, b=boards), team_tables.molter(teams, boards), as_json
    )


@command.command(help=_("Knock-out bracket for N entrants; the strongest have the byes."))
@click.argument("entries", type=_up_to(1 << 16), metavar="N")
@common_options
def knockout(entries: int, as_json: bool) -> None:
    stages = brackets.bracket(entries)
    byes = brackets.byes(entries)
    if as_json:
        groups = [[n for n in group if n <= entries] for group in brackets.groups(entries)]
        print_json({"rounds": _document(stages), "byes": list(byes), "groups": groups})
        return
    rows = []
    number = 0
    for stage, matches in enumerate(stages, 1):
        for first, second in matches:
            number += 1
            rows.append((stage, number, f"{first}-{second}"))
    click.echo(_("Knock-out of {n} entrants (W3: winner of match 3)").format(n=entries))
    print_table("", [*right(_("Stage"), _("Match")), _("Entries")], rows)
    if len(brackets.groups(entries)) > 1:
        bye = _("bye")
        click.echo(_("The same first stage in groups of eight"))
        print_table(
            "",
            [*right(_("Group")), _("Entries")],
            [
                (i, "  ".join(f"{a}-{b if b <= entries else bye}" for a, b in brackets.group_matches(group)))
                for i, group in enumerate(brackets.groups(entries), 1)
            ],
        )
    if byes:
        click.echo(_("Byes in the first stage: {numbers}").format(numbers=", ".join(map(str, byes))))


@command.command("match", help=_("Match of N games between 1 and 2; colours alternate."))
@click.argument("games", type=click.IntRange(1, 1000), metavar="N")
@common_options
def match_(games: int, as_json: bool) -> None:
    table = [[(1, 2) if game % 2 else (2, 1)] for game in range(1, games + 1)]
    if as_json:
        print_json({"rounds": _document(table)})
        return
    _show(_("Match of {games}").format(games=words.count(games, "game")), table)


@command.command(help=_("Belgrade: N players into G groups of equal strength by a snake."))
@click.argument("players", type=_up_to(1 << 16), metavar="N")
@click.argument("groups", type=int, metavar="G")
@click.option("--file", type=click.Path(path_type=Path), help=_("Name the N strongest players of a tournament file."))
@common_options
def belgrade(players: int, groups: int, file: Path | None, as_json: bool) -> None:
    order: Sequence[int | str] = range(1, players + 1)
    if file is not None:
        order = [player.name for player in seeding_order(read_tournament(file).players)[:players]]
    sections = snake(order, groups)
    if as_json:
        print_json({"groups": [list(group) for group in sections]})
        return
    click.echo(_("{n} players in {g} groups").format(n=players, g=groups))
    print_table(
        "",
        [*right(_("Group")), _("Numbers")],
        [(i, ", ".join(map(str, group))) for i, group in enumerate(sections, 1)],
    )


@command.command("line-ups", help=_("Every line-up that N players may form for B boards in their board order."))
@click.argument("players", type=_up_to(20), metavar="N")
@click.argument("boards", type=_up_to(20), metavar="B")
@common_options
def line_ups(players: int, boards: int, as_json: bool) -> None:
    found = legal_line_ups(Team(number=1, name="", players=tuple(range(1, players + 1))), boards)
    if as_json:
        print_json({"line_ups": [list(line_up) for line_up in found]})
    else:
        click.echo("\n".join(" ".join(map(str, line_up)) for line_up in found))


@command.command(help=_("Play-off of N tied players by the template for limited time."))
@click.argument("tied", type=_up_to(1000), metavar="N")
@click.option("--short", is_flag=True, help=_("Four players: no time for matches of two games."))
@common_options
def playoff(tied: int, short: bool, as_json: bool) -> None:
    scheme = playoffs.scheme(tied, time_for_two_games=not short)
    playing = tuple(range(1, tied - len(scheme.dropped) + 1))
    if scheme.format is playoffs.Format.KNOCKOUT:
        parts = [brackets.bracket(len(playing))]
    elif scheme.format is playoffs.Format.MATCH:
        parts = [(((1, 2),),)]
    else:
        parts = [playoffs.round_robin(section) for section in playoffs.sections(playing)]
    if as_json:
        print_json(
            {
                "format": scheme.format.value,
                "legs": [{"name": leg.name, "games": leg.games} for leg in scheme.legs],
                "if_level": [level.step.value for level in scheme.if_level],
                "still_level": [level.players for level in scheme.if_level],
                "winners": scheme.winners.value if scheme.winners else None,
                "sections": [list(section) for section in scheme.sections],
                "dropped": list(scheme.dropped),
                "pause_before_min": playoffs.PAUSE_BEFORE,
                "pause_between_min": playoffs.PAUSE_BETWEEN,
                "rounds": _document(parts[0]) if len(parts) == 1 else [_document(part) for part in parts],
            }
        )
        return
    words = {
        "match": _("match"),
        "round robin": _("round robin"),
        "knock-out": _("knock-out"),
        "sections": _("round robins in sections, whose winners meet"),
        "sudden death": _("sudden death"),
        "sudden-death round robin": _("sudden-death round robin"),
        "sudden-death knock-out": _("sudden-death knock-out"),
        "fewest moves in the games won": _("fewest moves in the games won"),
    }
    legs = ", ".join(f"{leg.games} × {words.get(leg.name, leg.name)}" for leg in scheme.legs)
    click.echo(_("{n} tied: {format}; {legs}").format(n=tied, format=words[scheme.format.value], legs=legs))
    for players, step in scheme.if_level:
        if players is None:
            click.echo(_("If level: {step}").format(step=words[step.value]))
        else:
            click.echo(_("If {n} are still level: {step}").format(n=players, step=words[step.value]))
    if scheme.winners:
        click.echo(_("Winners of the sections: {step}").format(step=words[scheme.winners.value]))
    if any(leg.draw_is_black for leg in scheme.legs) or scheme.if_level:
        click.echo(_("In sudden death White must win: a draw sends Black through."))
    if scheme.dropped:
        click.echo(
            _("Out, with a prize share fixed beforehand: {places}").format(places=", ".join(map(str, scheme.dropped)))
        )
    click.echo(
        _("Pauses: at least {before} minutes after the last game, {between} between the stages.").format(
            before=playoffs.PAUSE_BEFORE, between=playoffs.PAUSE_BETWEEN
        )
    )
    for i, part in enumerate(parts, 1):
        _show(_("Section {i} (places by tie-break)").format(i=i), part)


def _team_table(
    title: str,
    table: Sequence[Sequence[tuple[object, object]]],
    as_json: bool,
    *,
    name: Callable[[Any], str] = str,
) -> None:
    if as_json:
        print_json({"rounds": _document(table)})
        return
    _show(title, table, name=name)
