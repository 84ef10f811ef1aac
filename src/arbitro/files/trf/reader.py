"""Read a tournament report file.

`parse` lets `Lines` read every line once, then puts the tournament together: what one line says about another (byes
asked for, points off the scale, acceleration, teams) can only be placed when all players are known. `checks` has the
last word.

Conventions where programs differ:

    a blank round column         ABSENT, cut off after the player's last entry
    opponent and no result       PENDING: paired, not finished
    0000 with + = -              byes of older files: pairing-allocated (if the only one), half-point, zero-point
    XXZ, 240 for a coming round  a bye in that round's column, so that the player is not paired
    numbers above 9999           stand one column further left, in the blank before their field
    columns counted in bytes     accepted where a name with accents makes the characters not fit
    092 with a code of 192       read as line 192
    240, 250, 299 in team Swiss  name teams: a bye is given to all members
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import field, replace
from os import PathLike, fspath

from arbitro.editions import Editions
from arbitro.files.text import decode, lines
from arbitro.files.trf import codes, player_lines, team_lines
from arbitro.files.trf.checks import Doubt, FileDoubt, examine
from arbitro.files.trf.columns import PLAYER, RECORDS
from arbitro.files.trf.lines import BB_CODES, MAX_ROUNDS, TEXTS, Acceleration, Award, Lines, trimmed
from arbitro.frozen import dataclass
from arbitro.i18n import gettext_for
from arbitro.model import (
    Forbidden,
    Info,
    Outcome,
    Player,
    PlayerRound,
    Points,
    Scoring,
    System,
    Team,
    TeamAward,
    TeamScoring,
    Tournament,
    absent,
    add_points,
)
from arbitro.model.outcome import AWARD_TYPES

_ = gettext_for("files")

VirtualPoints = dict[int, tuple[Points, ...]]


@dataclass(frozen=True, slots=True)
class TrfFile:
    """What a file holds, and what is doubtful about it."""

    tournament: Tournament
    findings: tuple[FileDoubt, ...] = ()
    said: Lines | None = field(default=None, repr=False, compare=False)  # line by line

    @property
    def warnings(self) -> list[str]:
        """One line for each doubt, in the language in use."""
        return [str(finding.error) for finding in self.findings]

    @property
    def assumptions(self) -> tuple[str, ...]:
        """What the file does not say or says otherwise, one sentence each."""
        from arbitro.files.trf.assumptions import assumed

        return tuple(assumed(self.said, self.tournament)) if self.said else ()


def read(path: str | PathLike[str], *, strict: bool = False) -> TrfFile:
    """Read a file. Raises TrfError where it is no tournament, or (strict) where it is doubtful."""
    with open(path, "rb") as file:
        return parse(file.read(), path, strict=strict)


def parse(source: str | bytes, path: str | PathLike[str] | None = None, strict: bool = False) -> TrfFile:
    """Read the text of a file; `path` is only named in errors."""
    text = decode(source) if isinstance(source, bytes) else source.removeprefix("\ufeff")
    said = Lines(fspath(path) if path is not None else None, strict)
    rows = lines(text)
    for n, line in enumerate(rows, 1):
        _line(said, n, line)
    if not said.players:
        raise said.error(len(rows), None, None, _("at least one player (a line that begins with 001)"))
    return _assembled(said)


_HANDLERS: dict[str, Callable[[Lines, int, str], None]] = {
    "001": player_lines.player_line,
    "112": Lines.deputy_line,
    "132": Lines.dates_line,
    "142": Lines.rounds_line,
    "XXR": Lines.rounds_line,
    "152": Lines.colour_line,
    "XXC": Lines.configuration_line,
    "XXF": Lines.plan_line,
    "162": Lines.points_line,
    "XXS": Lines.scoring_line,
    "202": Lines.tie_breaks_line,
    "212": Lines.tie_breaks_line,
    "240": Lines.bye_line,
    "XXZ": Lines.absent_line,
    "250": Lines.acceleration_line,
    "XXA": Lines.virtual_points_line,
    "260": Lines.forbidden_rounds_line,
    "XXP": Lines.forbidden_line,
    "299": Lines.award_line,
    "013": team_lines.old_team_line,
    "310": team_lines.team_line,
    "300": team_lines.line_up_line,
    "320": team_lines.team_byes_line,
    "330": team_lines.team_forfeit_line,
    "352": Lines.boards_line,
    "362": Lines.team_points_line,
    **dict.fromkeys(BB_CODES, Lines.bb_line),
    **dict.fromkeys(TEXTS, Lines.text_line),
}


def _line(said: Lines, n: int, line: str) -> None:
    """Let the handler of a line read it; a line that nobody knows is kept."""
    code = line[:3].upper()
    if handler := _HANDLERS.get(code):
        handler(said, n, line)
    elif line.strip():
        if team_lines.bye_remark(said, line):
            return
        national = player_lines.national_player(line) is not None
        if not (national and player_lines.national_line(said, n, line)):
            said.kept.append((n, line.rstrip()))


def _assembled(said: Lines) -> TrfFile:
    """The tournament that the lines describe."""
    order = sorted(range(len(said.players)), key=lambda i: said.players[i].number)
    line_numbers = [said.lines[i] for i in order]
    index = {said.players[i].number: k for k, i in enumerate(order)}
    results = [_rounds(said, i) for i in order]
    teams = _teams(said, index)
    if teams:
        _resolve_boards_without_opponent(said, results, line_numbers)
    else:
        _resolve_old_byes(said, results, line_numbers)
    system, editions, baku = _system(said, bool(teams))
    by_team = system is System.TEAM
    _place_byes(said, results, index, teams if by_team else [])
    scoring = _scoring(said)
    of_teams = [award for award in said.awards if by_team or (teams and award.match_points is not None)]
    for award in of_teams:
        for number in set(award.players) - {team.number for team in teams}:
            _unknown_reference(said, award.line, number)
    _place_awards(said, [award for award in said.awards if award not in of_teams], results, index, scoring)
    acceleration, game_acceleration = _virtual_points(said, [t.number for t in teams] if by_team else [*index], by_team)
    tournament = Tournament(
        players=_players(said, order, index, teams),
        results=tuple(tuple(rounds) for rounds in results),
        info=Info(
            **said.texts,
            deputies=tuple(said.deputies),
            round_dates=said.round_dates,
            tie_breaks=said.tie_breaks,
            standings_criteria=() if said.standings_criteria == ("PTS", *said.tie_breaks) else said.standings_criteria,
        ),
        system=system,
        editions=editions,
        planned_rounds=said.planned_rounds,
        scoring=scoring,
        first_colour=said.first_colour,
        plan=said.plan,
        acceleration=acceleration,
        game_acceleration=game_acceleration,
        baku=baku and not acceleration and not game_acceleration,
        forbidden=tuple(_forbidden(said, index.keys() | {team.number for team in teams})),
        order_by_rank=said.order_by_rank,
        teams=tuple(teams),
        line_ups=tuple(said.line_ups),
        team_forfeits=tuple(said.team_forfeits),
        team_byes=said.team_byes,
        team_scoring=TeamScoring(**said.team_scoring),
        team_awards=tuple(map(_team_award, of_teams)),
        board_colours=said.board_colours,
        unknown_lines=tuple(line for _n, line in said.kept),
    )
    for finding in examine(tournament, line_numbers, said.path, {(n, k): sign for n, k, sign in said.old_byes}):
        said.found(finding)
    return TrfFile(tournament, tuple(said.findings), said)


def _unknown_reference(said: Lines, n: int, number: int) -> None:
    said.doubt(Doubt.REFERENCE, n, None, str(number), _("the number of a player or team of this file"))


# -- players and their rounds


def _players(said: Lines, order: list[int], index: dict[int, int], teams: list[Team]) -> tuple[Player, ...]:
    """The players by number, with their teams and national ratings."""
    players = [said.players[i] for i in order]
    for team in teams:
        for number in team.players:
            players[index[number]] = replace(players[index[number]], team=team.number)
    for n, number, rating, identity in said.national:
        if number not in index:
            _unknown_reference(said, n, number)
            continue
        k = index[number]
        players[k] = replace(players[k], national_rating=rating, national_id=identity)
    return tuple(players)


def _rounds(said: Lines, i: int) -> list[PlayerRound]:
    """A player's rounds, now that all players are known; an opponent who is not there is left out."""
    number, n, rounds = said.players[i].number, said.lines[i], said.rounds[i]
    for k, r in enumerate(rounds):
        if r.opponent is not None and (r.opponent not in said.line_of or r.opponent == number):
            columns, found = PLAYER.repetition(k + 1)[0].columns, str(r.opponent)
            if r.opponent == number:
                raise said.error(n, columns, found, _("an opponent other than the player"))
            expected = _("a pairing number from 1 to {highest}").format(highest=max(said.line_of))
            said.doubt(Doubt.MISSING_OPPONENT, n, columns, found, expected)
            rounds[k] = r._replace(opponent=None)
        if r.colour is None and r.outcome.played:
            columns = PLAYER.repetition(k + 1)[1].columns
            said.doubt(Doubt.NO_COLOUR, n, columns, "", _("w or b in a played game"))
    return rounds


def _resolve_old_byes(said: Lines, results: list[list[PlayerRound]], line_numbers: list[int]) -> None:
    """`0000 - +` is the pairing-allocated bye of its round, or a full-point bye where there are several."""
    if not said.old_byes:
        return
    byes = Counter(r.round for rounds in results for r in rounds if r.outcome is Outcome.PAIRING_BYE)
    place = {n: i for i, n in enumerate(line_numbers)}
    for n, k, sign in said.old_byes:
        columns = PLAYER.repetition(k)[2].columns
        said.doubt(Doubt.OLD_SIGN, n, columns, sign, _("U, F, H or Z for a bye"))
        rounds = results[place[n]]
        if k > len(rounds):
            continue
        r = rounds[k - 1]
        if r.outcome is Outcome.PAIRING_BYE and byes[k] > 1:
            rounds[k - 1] = r._replace(outcome=Outcome.FULL_BYE)


def _resolve_boards_without_opponent(said: Lines, results: list[list[PlayerRound]], line_numbers: list[int]) -> None:
    """In team events `0000 - +` is a win at a board that the other team left empty; `0000 - -` is not playing."""
    place = {n: i for i, n in enumerate(line_numbers)}
    for n, k, _sign in said.old_byes:
        rounds = results[place[n]]
        if k <= len(rounds) and rounds[k - 1].outcome is Outcome.PAIRING_BYE:
            rounds[k - 1] = rounds[k - 1]._replace(outcome=Outcome.FORFEIT_WIN)


def _place_byes(said: Lines, results: list[list[PlayerRound]], index: dict[int, int], teams: list[Team]) -> None:
    """Byes asked for (XXZ, 240) into the columns of their rounds; those of teams for all their members."""
    if not said.byes:
        return
    members = {team.number: team.players for team in teams}
    coming = 1 + max(
        (r.round for rounds in results for r in rounds if r.outcome.has_opponent or r.outcome is Outcome.PAIRING_BYE),
        default=0,
    )
    furthest = max(coming, said.planned_rounds or 99)
    for n, outcome, round, numbers in said.byes:
        k = round or coming
        if k > furthest:
            expected = _("a number of rounds from 1 to {n}").format(n=furthest)
            said.doubt(Doubt.REFERENCE, n, RECORDS["240"].field("round").columns, str(k), expected)
            continue
        for given in numbers:
            if given not in (members if teams else index):
                _unknown_reference(said, n, given)
                continue
            for number in members[given] if teams else (given,):
                rounds = results[index[number]]
                rounds.extend(absent(j) for j in range(len(rounds) + 1, k + 1))
                there = rounds[k - 1]
                if there.outcome is Outcome.ABSENT or (teams and there.outcome is Outcome.ZERO_BYE):
                    rounds[k - 1] = PlayerRound(k, None, None, outcome)
                elif there.outcome is not outcome and round is not None:
                    expected = _("a bye in agreement with round {round} of player {number}")
                    said.doubt(Doubt.REFERENCE, n, None, outcome.code, expected.format(round=k, number=number))


def _team_award(award: Award) -> TeamAward:
    return TeamAward(
        type=award.type,
        match_points=award.match_points,
        game_points=award.points,
        round=award.round,
        teams=award.players,
    )


def _place_awards(
    said: Lines, awards: list[Award], results: list[list[PlayerRound]], index: dict[int, int], scoring: Scoring
) -> None:
    """Points off the scale (299) onto the rounds they are for."""
    for award in awards:
        value = award.points if award.points is not None else award.match_points or Points(0)
        for number in award.players or index:
            if number not in index:
                _unknown_reference(said, award.line, number)
                continue
            rounds = results[index[number]]
            if award.type:
                rounds[:] = [
                    r._replace(points=value)
                    if award.round in (0, r.round) and r.outcome in AWARD_TYPES[award.type]
                    else r
                    for r in rounds
                ]
            elif award.players or award.round <= len(rounds):  # a bonus or a penalty, with or without a game
                add_points(rounds, award.round, value, scoring)


# -- the event


def _scoring(said: Lines) -> Scoring:
    given = dict(said.scoring)
    standard = Scoring()
    main = [given.pop(name, getattr(standard, name)) for name in ("win", "draw", "loss")]
    return Scoring.of(*main, **given)


def _teams(said: Lines, index: dict[int, int]) -> list[Team]:
    """Teams of 310, else of 013; members who are not in the file are left out."""
    teams = []
    for n, team in said.teams or said.old_teams:
        missing = [number for number in team.players if number not in index]
        for number in missing:
            _unknown_reference(said, n, number)
        if missing:
            team = replace(team, players=tuple(number for number in team.players if number in index))
        teams.append(team)
    return teams


def _system(said: Lines, team_event: bool) -> tuple[System, Editions, bool]:
    """System, editions and Baku: a code of line 192 or 092 may name the text, otherwise the first day decides."""
    type_, start = said.texts.get("type", ""), said.texts.get("start", "")
    meaning = codes.meaning(said.texts.get("system_code", "")) or codes.meaning(type_)
    if meaning:
        edition = meaning.edition or codes.bare_edition(start)
        return meaning.system, Editions.by_default(start, swiss=edition), meaning.baku
    return codes.in_words(type_, teams=team_event), Editions.by_default(start), False


def _virtual_points(said: Lines, numbers: list[int], by_team: bool) -> tuple[VirtualPoints, VirtualPoints]:
    """Virtual points per round, by number (of match points in team Swiss), and a team's virtual game points."""
    main, game = dict(said.acceleration), VirtualPoints()
    made: dict[tuple[int, ...], tuple[tuple[Points, ...], tuple[Points, ...]]] = {}
    for number in numbers if said.accelerations else ():
        rows = tuple(k for k, row in enumerate(said.accelerations) if row.first_id <= number <= row.last_id)
        if rows not in made:
            made[rows] = _per_round([said.accelerations[k] for k in rows], by_team)
        for into, values in zip((main, game), made[rows], strict=True):
            if values:
                into[number] = values
    return main, game


def _per_round(rows: Iterable[Acceleration], by_team: bool) -> tuple[tuple[Points, ...], tuple[Points, ...]]:
    main, game = [Points(0)] * MAX_ROUNDS, [Points(0)] * MAX_ROUNDS
    for row in rows:
        for k in range(row.first_round - 1, min(row.last_round, MAX_ROUNDS)):
            if by_team:
                main[k], game[k] = row.match_points or Points(0), row.points or Points(0)
            else:  # some programs fill the field of match points in individual events
                main[k] = row.points or row.match_points or Points(0)
    return trimmed(main), trimmed(game)


def _forbidden(said: Lines, known: set[int]) -> Iterator[Forbidden]:
    for n, group in said.forbidden:
        for number in group.players:
            if number not in known:
                _unknown_reference(said, n, number)
        yield replace(group, players=tuple(number for number in group.players if number in known))
