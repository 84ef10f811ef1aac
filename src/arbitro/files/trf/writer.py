"""Write a tournament report file, TRF16 or TRF26, column by column as `columns` has it.

TRF16 says with the pairing programs' extensions (XXR XXC XXS XXA XXP) what TRF26 says with its own lines; both have the
plan of a format in a line of ours, XXF. What TRF16 cannot hold at all is named by `losses`. Lines that the reader did
not understand are written back at the end.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from arbitro.errors import ArbitroError
from arbitro.files.trf import codes
from arbitro.files.trf.columns import PLAYER, RECORDS, Field
from arbitro.files.trf.lines import MAX_ROUNDS
from arbitro.files.trf.player_lines import national_player
from arbitro.i18n import gettext_for
from arbitro.model import (
    Colour,
    Forbidden,
    Outcome,
    Player,
    PlayerRound,
    Points,
    Scoring,
    System,
    Team,
    TeamScoring,
    Tournament,
    decimal,
    remarks,
    team_results,
)
from arbitro.model.outcome import AWARD_TYPES
from arbitro.model.plan import NO_PLAN
from arbitro.records import encode

_ = gettext_for("files")

BYES_FOR_THE_EYE = {Outcome.PAIRING_BYE: "PAB", Outcome.FULL_BYE: "FPB", Outcome.HALF_BYE: "HPB"}

_CONTROL = dict.fromkeys([*range(32), 127, 0x85, 0x2028, 0x2029], " ")


def write(tournament: Tournament, version: int = 16, *, crlf: bool = False) -> str:
    """The file, with LF line ends or CRLF ones. Raises ArbitroError where a value does not fit its columns."""
    if version not in (16, 26):
        raise ArbitroError(_("TRF version {version}: 16 and 26 are known").format(version=version))
    stated = _absences_to_come(tournament)
    rows = _trf16(stated) if version == 16 else _trf26(stated)
    end = "\r\n" if crlf else "\n"
    return "".join(f"{row}{end}" for row in rows)


def _absences_to_come(tournament: Tournament) -> Tournament:
    """Who is known to be absent from a round not paired yet has a bye of no points there: a blank means "pair me"."""
    paired = tournament.rounds_paired
    changed = {
        player.number: (
            *rounds[:paired],
            *rounds[paired:-1],
            rounds[-1]._replace(outcome=Outcome.ZERO_BYE) if rounds[-1].outcome is Outcome.ABSENT else rounds[-1],
        )
        for player, rounds in zip(tournament.players, tournament.results, strict=True)
        if len(rounds) > paired
    }
    return tournament.with_rounds(changed) if changed else tournament


def losses(tournament: Tournament, version: int = 16) -> list[str]:
    """What a file of this version cannot hold, one sentence each."""
    lost = []
    if any(player.club for player in tournament.players):
        lost.append(_("the players' clubs"))
    if any(player.ratings or player.k is not None for player in tournament.players):
        lost.append(_("the players' further ratings and K factors"))
    if any(len(player.name) > PLAYER.field("name").width for player in tournament.players):
        lost.append(_("names longer than 33 characters"))
    outcomes = {r.outcome for rounds in tournament.results for r in rounds}
    if outcomes & {Outcome.ADJUDICATED_WIN, Outcome.ADJUDICATED_DRAW, Outcome.ADJUDICATED_LOSS}:
        lost.append(_("that the arbiter decided a game"))
    if version == 16:
        info = tournament.info
        if tournament.baku:
            lost.append(_("Baku acceleration (192)"))
        if any((group.first_round, group.last_round) != (1, 999) for group in tournament.forbidden):
            lost.append(_("the rounds in which players may not meet (260)"))
        if (
            info.rating_method
            or info.pairing_program
            or info.tie_breaks
            or info.standings_criteria
            or info.encoded_time_control
        ):
            lost.append(_("coded information (172, 182, 202, 212, 222)"))
        if any(player.national_rating or player.national_id for player in tournament.players):
            lost.append(_("national ratings and numbers"))
        if (
            tournament.line_ups
            or tournament.team_forfeits
            or tournament.board_colours
            or tournament.team_scoring != TeamScoring()
            or any(team.nickname or team.strength or team.stated_rank for team in tournament.teams)
        ):
            lost.append(_("teams beyond their names and members (300, 310, 320, 330, 352, 362)"))
    if any(line.startswith("801") for line in tournament.unknown_lines):
        lost.append(_("line 801 anew: it is written back as it came and may be out of date"))
    return lost


# -- lines


def _short_date(date: str) -> str:
    """132 has eight columns: YY/MM/DD, whatever the century is written as."""
    return date[2:] if len(date) == 10 and date[:4].isdigit() else date


class _Line:
    """A line under construction: text is put at columns."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.text = code

    def put(self, field: Field, value: str, *, left: bool = False) -> None:
        """A number may use the blank before its field (10000 in four columns), text is cut to its width."""
        if left:
            value = value[: field.width].ljust(field.width)
        elif len(value) > field.width:
            if len(value) != field.width + 1:
                sentence = _("line {code}: “{value}” does not fit columns {first}-{last}")
                raise ArbitroError(sentence.format(code=self.code, value=value, first=field.first, last=field.last))
            field = Field(field.name, field.first - 1, field.last)
        else:
            value = value.rjust(field.width)
        start = field.first - 1
        self.text = self.text.ljust(start)[:start] + value

    def __str__(self) -> str:
        return self.text.rstrip()


def _clean(text: str) -> str:
    return text.translate(_CONTROL).strip()


def _text(code: str, value: str) -> str:
    return f"{code} {_clean(value)}".rstrip()


def _round(round: int) -> str:
    return f"{round:03d}"


def _player_line(
    player: Player, rounds: Sequence[PlayerRound], cells: dict[tuple[object, ...], str], adjourned: str
) -> str:
    points = "" if player.stated_points is None else decimal(player.stated_points)
    rank = "" if player.stated_rank is None else str(player.stated_rank)
    rating = str(player.rating) if player.rating else ""
    if len(rating) > 4 or len(points) > 5 or len(rank) > 4 or not 1 <= player.number <= 99999:
        sentence = _("player {number}: number, rating, points or rank do not fit a line 001")
        raise ArbitroError(sentence.format(number=player.number))
    head = (
        f"001{player.number:>5} {player.sex.value:1}{player.title.value:>3} {_clean(player.name)[:33]:33} {rating:>4} "
        f"{_clean(player.federation)[:3]:3} {_clean(player.fide_id)[:11]:>11} {_clean(player.birth)[:10]:10}"
        f"{points:>5} {rank:>4} "
    )
    parts = [head]
    for r in rounds:
        key = (r.opponent, r.colour, r.outcome)
        cell = cells.get(key)
        if cell is None:
            cell = cells[key] = _cell(r, adjourned)
        parts.append(cell)
    return "".join(parts).rstrip()


def _cell(r: PlayerRound, adjourned: str) -> str:
    """One round in ten columns: a blank or a fifth digit, four for the opponent, colour and result."""
    if r.outcome is Outcome.ABSENT and r.opponent is None:
        return " " * 10
    if r.outcome.has_opponent and r.opponent is None and r.outcome not in (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS):
        raise ArbitroError(_("round {round}: a game without an opponent cannot be written").format(round=r.round))
    colour = r.colour.value if r.colour else "-"
    opponent = "0000" if r.opponent is None else str(r.opponent)
    result = adjourned if r.outcome is Outcome.ADJOURNED else r.outcome.code
    return f"{opponent:>5} {colour} {result} "


def _points(value: Points) -> str:
    return decimal(value)


def _head(tournament: Tournament, kind: str) -> Iterator[str]:
    info = tournament.info
    yield _text("012", info.name)
    for code, value in (
        ("022", info.city),
        ("032", info.federation),
        ("042", info.start),
        ("052", info.end),
        ("062", info.stated_players),
        ("072", info.stated_rated),
        ("082", info.stated_teams),
        ("092", kind),
        ("102", info.chief_arbiter),
        *(("112", deputy) for deputy in info.deputies),
        ("122", info.time_control),
    ):
        if value:
            yield _text(code, value)
    if tournament.plan != NO_PLAN:
        yield f"XXF {json.dumps(encode(tournament.plan, defaults=False), ensure_ascii=False)}"
    if any(info.round_dates):
        line = _Line("132")
        for k, date in enumerate(info.round_dates, 1):
            line.put(RECORDS["132"].repetition(k)[0], _short_date(_clean(date)), left=True)
        yield str(line)


def _trf16(tournament: Tournament) -> Iterator[str]:
    yield from _head(tournament, codes.type_of(tournament))
    if tournament.planned_rounds is not None:
        yield f"XXR {tournament.planned_rounds}"
    first = {Colour.WHITE: "white1", Colour.BLACK: "black1", None: ""}[tournament.first_colour]
    words = [word for word in (first, "rank" if tournament.order_by_rank else "") if word]
    if words:
        yield f"XXC {' '.join(words)}"
    if tournament.scoring != Scoring():
        yield _xxs(tournament.scoring)
    cells: dict[tuple[object, ...], str] = {}
    for player, rounds in zip(tournament.players, tournament.results, strict=True):
        yield _player_line(player, rounds, cells, "*")
    for team in tournament.teams:
        line = _Line("013")
        line.put(RECORDS["013"].field("name"), _clean(team.name), left=True)
        for k, number in enumerate(team.players, 1):
            line.put(RECORDS["013"].repetition(k)[0], str(number))
        yield str(line)
    for number, values in sorted(tournament.acceleration.items()):
        line = _Line("XXA")
        line.put(RECORDS["XXA"].field("number"), str(number))
        for k, value in enumerate(values, 1):
            line.put(RECORDS["XXA"].repetition(k)[0], _points(value))
        yield str(line)
    for group in tournament.forbidden:
        yield f"XXP {' '.join(map(str, group.players))}".rstrip()
    places = {team.number: k for k, team in enumerate(tournament.teams, 1)}  # 013 has no numbers
    of_teams = (replace(one, teams=tuple(places.get(n, n) for n in one.teams)) for one in tournament.team_awards)
    yield from _awards(replace(tournament, team_awards=tuple(of_teams)))  # an extension, as the lines above are
    if byes := {round: places[team] for round, team in enumerate(tournament.team_byes, 1) if team in places}:
        yield remarks.team_byes_line(byes)
    yield from tournament.unknown_lines


def _xxs(scoring: Scoring) -> str:
    """All codes whose value is not the standard one that a reader would take."""
    words = [
        ("WW", scoring.win),
        ("BW", scoring.black_win),
        ("WD", scoring.draw),
        ("BD", scoring.black_draw),
        ("WL", scoring.loss),
        ("BL", scoring.black_loss),
        ("FW", scoring.forfeit_win),
        ("FL", scoring.forfeit_loss),
        ("PAB", scoring.pairing_bye),
        ("FPB", scoring.full_bye),
        ("HPB", scoring.half_bye),
        ("ZPB", scoring.zero_bye),
    ]
    return "XXS " + " ".join(f"{code}={_points(value)}" for code, value in words if value is not None)


def _scoring_162(scoring: Scoring) -> str | None:
    """Line 162, or None where it cannot say this scoring."""
    fits = (
        scoring.forfeit_win == scoring.full_bye == scoring.win
        and scoring.half_bye == scoring.draw
        and scoring.forfeit_loss == scoring.zero_bye
        and (scoring.black_win, scoring.black_draw, scoring.black_loss) == (None, None, None)
    )
    if not fits:
        return None
    return _symbols(
        "162",
        (
            ("W", scoring.win),
            ("D", scoring.draw),
            ("L", scoring.loss),
            ("A", scoring.zero_bye),
            ("P", scoring.pairing_bye),
            ("X", scoring.adjourned),
        ),
    )


def _symbols(code: str, values: Sequence[tuple[str, Points]]) -> str:
    line = _Line(code)
    for k, (symbol, value) in enumerate(values, 1):
        symbol_field, points_field = RECORDS[code].repetition(k)
        line.put(symbol_field, symbol)
        line.put(points_field, _points(value))
    return str(line)


def _trf26(tournament: Tournament) -> Iterator[str]:
    info = tournament.info
    yield from _head(tournament, info.type)
    if tournament.planned_rounds is not None:
        yield f"142 {tournament.planned_rounds}"
    if tournament.first_colour:
        yield f"152 {tournament.first_colour.value.upper()}"
    if tournament.order_by_rank:
        yield "XXC rank"
    if tournament.scoring != Scoring():
        yield _scoring_162(tournament.scoring) or _xxs(tournament.scoring)
    for code, value in (
        ("172", info.rating_method),
        ("182", info.pairing_program),
        ("192", codes.code(tournament)),
        ("202", ",".join(info.tie_breaks)),
        ("212", ",".join(info.standings_criteria or (("PTS", *info.tie_breaks) if info.tie_breaks else ()))),
        ("222", info.encoded_time_control),
        ("352", tournament.board_colours),
    ):
        if value:
            yield _text(code, value)
    if tournament.team_scoring != TeamScoring():
        worth = tournament.team_scoring
        yield _symbols("362", (("TW", worth.win), ("TD", worth.draw), ("TL", worth.loss)))
    cells: dict[tuple[object, ...], str] = {}
    wanted = _requested_byes(tournament)
    columns = tournament.rounds_paired if wanted is not None else MAX_ROUNDS
    for player, rounds in zip(tournament.players, tournament.results, strict=True):
        yield _player_line(player, rounds[:columns], cells, "?")
    yield from _national_lines(tournament)
    byes = _past_team_byes(tournament) | (wanted or {})
    for (round, type_), numbers in sorted(byes.items()):
        yield _with_ids("240", {"type": type_, "round": _round(round)}, numbers)
    yield from _accelerations(tournament)
    yield from (_forbidden(group) for group in tournament.forbidden)
    yield from _awards(tournament)
    yield from (_team_line(team) for team in tournament.teams)
    yield from _team_rounds(tournament)
    renewed = bool(tournament.teams) and any(line.startswith("802") for line in tournament.unknown_lines)
    yield from _for_the_eye(tournament) if renewed else ()
    yield from (line for line in tournament.unknown_lines if not (renewed and line.startswith("802")))


def _with_ids(code: str, values: dict[str, str], ids: Sequence[int], *, zeros: bool = False) -> str:
    record = RECORDS[code]
    line = _Line(code)
    for field in record.fields:
        line.put(field, values.get(field.name, ""))
    for k, number in enumerate(ids, 1):
        line.put(record.repetition(k)[0], f"{number:04d}" if zeros and number == 0 else str(number))
    return str(line)


def _requested_byes(tournament: Tournament) -> dict[tuple[int, str], list[int]] | None:
    """Byes asked for in rounds that are not paired yet, for line 240: the players by round and type.

    In team Swiss the line names teams. None where a bye is not one of a whole team: it stands in its column then.
    """
    wanted: dict[tuple[int, str], list[int]] = {}
    for player, rounds in zip(tournament.players, tournament.results, strict=True):
        for r in rounds[tournament.rounds_paired :]:
            if r.outcome is not Outcome.ABSENT:
                wanted.setdefault((r.round, r.outcome.code), []).append(player.number)
    if tournament.system is not System.TEAM:
        return wanted
    by_team: dict[tuple[int, str], list[int]] = {}
    for key, numbers in wanted.items():
        teams = [team for team in tournament.teams if team.players and set(team.players) <= set(numbers)]
        if {number for team in teams for number in team.players} != set(numbers):
            return None
        by_team[key] = [team.number for team in teams]
    return by_team


def _past_team_byes(tournament: Tournament) -> dict[tuple[int, str], list[int]]:
    """Full- and half-point byes that whole teams had: line 240 must name them in team events."""
    byes: dict[tuple[int, str], list[int]] = {}
    for team in tournament.teams if tournament.system is System.TEAM else ():
        for k in range(1, tournament.rounds_paired + 1):
            outcomes = {tournament.round_of(number, k).outcome for number in team.players if number in tournament.index}
            if len(outcomes) == 1 and outcomes <= {Outcome.FULL_BYE, Outcome.HALF_BYE}:
                byes.setdefault((k, outcomes.pop().code), []).append(team.number)
    return byes


def _accelerations(tournament: Tournament) -> Iterator[str]:
    """250: runs of players with the same virtual points, runs of rounds with the same value."""
    team_event = tournament.system is System.TEAM
    match = tournament.acceleration if team_event else {}
    game = tournament.game_acceleration if team_event else tournament.acceleration
    numbers = [team.number for team in tournament.teams] if team_event else tournament.numbers
    for (match_values, game_values), run in groupby(
        sorted(numbers), key=lambda number: (match.get(number, ()), game.get(number, ()))
    ):
        members = list(run)
        rounds = max(len(match_values), len(game_values))
        values = [
            (match_values[k] if k < len(match_values) else 0, game_values[k] if k < len(game_values) else 0)
            for k in range(rounds)
        ]
        for (match_value, game_value), ks in groupby(range(rounds), key=lambda k: values[k]):
            span = list(ks)
            if match_value or game_value:
                fields = {
                    "match_points": _points(Points(match_value)) if team_event else "",
                    "points": _points(Points(game_value)),
                    "first_round": _round(span[0] + 1),
                    "last_round": _round(span[-1] + 1),
                    "first_id": str(members[0]),
                    "last_id": str(members[-1]),
                }
                yield _with_ids("250", fields, ())


def _forbidden(group: Forbidden) -> str:
    rounds = {"first_round": _round(group.first_round), "last_round": _round(group.last_round)}
    return _with_ids("260", rounds, group.players)


def _national_lines(tournament: Tournament) -> Iterator[str]:
    """National ratings and numbers under the federation's code; a line that the file came with stands for itself."""
    record, code = RECORDS["NRS"], _clean(tournament.info.federation)
    kept = set(map(national_player, tournament.unknown_lines))
    for player in tournament.players:
        if len(code) != 3 or player.number in kept or not (player.national_rating or player.national_id):
            continue
        line = _Line(code)
        line.put(record.field("number"), str(player.number))
        line.put(record.field("rating"), str(player.national_rating or ""))
        line.put(record.field("fide_id"), _clean(player.national_id)[:11])
        yield str(line)


def _awards(tournament: Tournament) -> Iterator[str]:
    """299: points off the scale; where no letter stands for an outcome, the difference to the normal ones is added."""
    for award in tournament.team_awards:
        fields = {
            "type": award.type,
            "match_points": "" if award.match_points is None else _points(award.match_points),
            "points": "" if award.game_points is None else _points(award.game_points),
            "round": _round(award.round),
        }
        yield _with_ids("299", fields, award.teams)
    given: dict[tuple[int, str, int], list[int]] = {}
    for player, rounds in zip(tournament.players, tournament.results, strict=True):
        for r in rounds:
            if r.points is not None:
                type_ = _TYPES.get(r.outcome, "")
                value = r.points if type_ else r.points - tournament.scoring.points(r.outcome, r.colour)
                given.setdefault((r.round, type_, value), []).append(player.number)
    for (round, type_, value), numbers in sorted(given.items()):
        fields = {"type": type_, "points": _points(Points(value)), "round": _round(round)}
        yield _with_ids("299", fields, numbers)


_TYPES = {outcome: type_ for type_, outcomes in AWARD_TYPES.items() for outcome in outcomes}


def _team_line(team: Team) -> str:
    record = RECORDS["310"]
    line = _Line("310")
    line.put(record.field("number"), str(team.number))
    line.put(record.field("name"), _clean(team.name), left=True)
    line.put(record.field("nickname"), _clean(team.nickname), left=True)
    for name, value in (
        ("strength", str(team.strength) if team.strength else ""),
        ("match_points", "" if team.stated_match_points is None else _points(team.stated_match_points)),
        ("game_points", "" if team.stated_game_points is None else _points(team.stated_game_points)),
        ("rank", "" if team.stated_rank is None else str(team.stated_rank)),
    ):
        line.put(record.field(name), value)
    for k, number in enumerate(team.players, 1):
        line.put(record.repetition(k)[0], str(number))
    return str(line)


def _for_the_eye(tournament: Tournament) -> Iterator[str]:
    """802, where the file had it: what each team has now, and its matches."""
    record = RECORDS["802"]
    scores = team_results.team_scores(tournament)
    for number, rounds in team_results.team_rounds(tournament).items():
        line = _Line("802")
        line.put(record.field("number"), str(number))
        line.put(record.field("nickname"), _clean(tournament.team(number).nickname), left=True)
        line.put(record.field("match_points"), _points(scores[number].match_points))
        line.put(record.field("game_points"), _points(scores[number].game_points))
        for k, r in enumerate(rounds, 1):
            opponent, colour, points, forfeit = record.repetition(k)
            line.put(opponent, str(r.opponent) if r.opponent else BYES_FOR_THE_EYE.get(r.outcome, "ZPB"))
            line.put(colour, r.colour.value if r.colour else "")
            line.put(points, _points(r.game_points))
            unplayed = r.outcome in (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS)
            line.put(forfeit, "f" if unplayed and r.opponent else "")
        yield str(line)


def _team_rounds(tournament: Tournament) -> Iterator[str]:
    for line_up in tournament.line_ups:
        fields = {
            "round": _round(line_up.round),
            "team": str(line_up.team),
            "opponent": str(line_up.opponent),
        }
        yield _with_ids("300", fields, [number or 0 for number in line_up.boards], zeros=True)
    worth = tournament.team_scoring
    standard = TeamScoring()
    if tournament.team_byes or (worth.bye_match_points, worth.bye_game_points) != (
        standard.bye_match_points,
        standard.bye_game_points,
    ):
        line = _Line("320")
        line.put(RECORDS["320"].field("match_points"), _points(worth.bye_match_points))
        line.put(
            RECORDS["320"].field("game_points"), "" if worth.bye_game_points is None else _points(worth.bye_game_points)
        )
        for k, team in enumerate(tournament.team_byes, 1):
            line.put(RECORDS["320"].repetition(k)[0], _round(team or 0))
        yield str(line)
    for forfeit in tournament.team_forfeits:
        fields = {
            "result": forfeit.result,
            "round": _round(forfeit.round),
            "white": str(forfeit.first),
            "black": str(forfeit.second),
        }
        yield _with_ids("330", fields, ())
