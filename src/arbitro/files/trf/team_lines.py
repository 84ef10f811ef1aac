"""Lines about teams in a tournament report file: who they are, who played, who had no opponent."""

from __future__ import annotations

import re

from arbitro.files.trf.checks import Doubt
from arbitro.files.trf.columns import RECORDS
from arbitro.files.trf.lines import DECIMAL, MAX_ROUNDS, Lines, is_number
from arbitro.i18n import gettext_for
from arbitro.model import LineUp, Team, TeamForfeit, remarks

_ = gettext_for("files")


def old_team_line(said: Lines, n: int, line: str) -> None:
    name = RECORDS["013"].field("name").of(line)
    players = tuple(number for number in said.ids(n, line, "013") if number)
    said.old_teams.append((n, Team(number=len(said.old_teams) + 1, name=name, players=players)))


def team_line(said: Lines, n: int, line: str) -> None:
    record = RECORDS["310"]
    number = said.integer(n, line, record.field("number"), _("a team number from 1"), low=1)
    if any(team.number == number for _n, team in said.teams):
        found = record.field("number").of(line)
        raise said.error(n, record.field("number").columns, found, _("a team number not used before"))
    strength, rank = record.field("strength").of(line), record.field("rank").of(line)
    if strength and not DECIMAL.fullmatch(strength) and not is_number(strength):
        said.doubt(Doubt.FIELD, n, record.field("strength").columns, strength, _("a rating"))
        strength = ""
    if rank and not is_number(rank):
        said.doubt(Doubt.FIELD, n, record.field("rank").columns, rank, _("a rank"))
        rank = ""
    said.teams.append(
        (
            n,
            Team(
                number=number,
                name=record.field("name").of(line),
                nickname=record.field("nickname").of(line),
                strength=int(re.split("[.,]", strength)[0] or 0),
                stated_match_points=said.decimal(n, line, record.field("match_points")),
                stated_game_points=said.decimal(n, line, record.field("game_points")),
                stated_rank=int(rank or 0) or None,
                players=tuple(number for number in said.ids(n, line, "310") if number),
            ),
        )
    )


def line_up_line(said: Lines, n: int, line: str) -> None:
    record = RECORDS["300"]
    said.line_ups.append(
        LineUp(
            said.integer(n, line, record.field("round"), _("a round from 1"), low=1),
            said.integer(n, line, record.field("team"), _("a team number from 1"), low=1),
            said.integer(n, line, record.field("opponent"), _("a team number from 1")),
            tuple(number or None for number in said.ids(n, line, "300")),
        )
    )


def team_byes_line(said: Lines, n: int, line: str) -> None:
    record = RECORDS["320"]
    match_points = said.decimal(n, line, record.field("match_points"))
    game_points = said.decimal(n, line, record.field("game_points"))
    if match_points is not None:
        said.team_scoring["bye_match_points"] = match_points
    if game_points is not None:
        said.team_scoring["bye_game_points"] = game_points
    byes = []
    for k in range(1, record.repetitions(line) + 1):
        field = record.repetition(k)[0]
        text = field.of(line)
        byes.append(said.integer(n, line, field, _("a team number, or 000")) or None if text else None)
    said.team_byes = tuple(byes)


def bye_remark(said: Lines, line: str) -> bool:
    """Our own remark of TRF16 about the teams that had the bye; False where the line is another one."""
    byes = remarks.team_byes(line)
    if byes and not said.team_byes and max(byes) <= MAX_ROUNDS:
        said.team_byes = tuple(byes.get(round) for round in range(1, max(byes) + 1))
    return bool(byes)


def team_forfeit_line(said: Lines, n: int, line: str) -> None:
    record = RECORDS["330"]
    result = record.field("result").of(line)
    if result not in ("+-", "-+", "--"):
        raise said.error(n, record.field("result").columns, result, _("+-, -+ or --"))
    said.team_forfeits.append(
        TeamForfeit(
            said.integer(n, line, record.field("round"), _("a round from 1"), low=1),
            said.integer(n, line, record.field("white"), _("a team number from 1"), low=1),
            said.integer(n, line, record.field("black"), _("a team number from 1"), low=1),
            result,
        )
    )
