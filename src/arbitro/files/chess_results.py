"""The XML file of chess-results.com: a tournament of single players or of teams, written for its upload and read back.

    tournamentdata   name, place, days, rounds, arbiters, tie-breaks by their numbers
    rounds           days of the rounds
    players          in start order, with rank, points and tie-breaks
    teams            with rank, points and tie-breaks
    playerpairings   boards; blackno -1 is the pairing-allocated bye, -2 another unplayed round; forfeit K, unrated U
    teampairings     matches; no2 -1 is the pairing-allocated bye

The upload itself is signed with a key that chess-results gives to each program: the element `security` and the key of
the tournament are left to the program that uploads.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from os import PathLike
from xml.etree import ElementTree

from arbitro.errors import FileError
from arbitro.files.forms import Content
from arbitro.files.text import TITLES
from arbitro.i18n import gettext_for
from arbitro.model import (
    ONE,
    Colour,
    Info,
    Outcome,
    Player,
    PlayerRound,
    Points,
    Sex,
    System,
    Team,
    Title,
    Tournament,
    absent,
    decimal,
    points,
    team_results,
)
from arbitro.records import is_whole
from arbitro.standings import Row, TieBreak, parse_list, parse_tiebreak, printed, standings, team_standings
from arbitro.standings.tiebreak import NUMBERS

_ = gettext_for("files")

MOST_TIE_BREAKS = 5
SYSTEMS = {"0": System.DUTCH, "1": System.ROUND_ROBIN, "2": System.ROUND_ROBIN, "3": System.TEAM}
OF_TEAMS = ("2", "3")
ROUND_ROBINS = (System.ROUND_ROBIN, System.DOUBLE_ROUND_ROBIN)
MOST_ROUNDS, MOST_BOARDS = 99, 50
BYE, UNPAIRED = "-1", "-2"
RATED = (Outcome.WIN, Outcome.DRAW, Outcome.LOSS)
UNRATED = (Outcome.UNRATED_WIN, Outcome.UNRATED_DRAW, Outcome.UNRATED_LOSS)
FORFEITS = {Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS}
PERFORMANCES = ("TPR", "APRO", "PTP", "APPO")
WINS = ("WIN", "WON", "BWG", "BPG")
PLAIN = {"SOB": "25", "REP": "79", "KASHDAN": "92", "PS": "86", "PTS": "1", "MP": "13", "GP": "1"}


# -- writing


def write(tournament: Tournament) -> str:
    """The file of a tournament, of single players or of teams."""
    root = ElementTree.Element("chessresults")
    breaks = parse_list(tournament.info.tie_breaks)[:MOST_TIE_BREAKS]
    ElementTree.SubElement(
        ElementTree.SubElement(root, "tournamentdata"), "tournament", _head(tournament) | _numbers(breaks)
    )
    days = ElementTree.SubElement(root, "rounds")
    for k in range(1, _rounds(tournament) + 1):
        dates = tournament.info.round_dates
        day = dates[k - 1] if k <= len(dates) else ""
        ElementTree.SubElement(days, "round", {"round": str(k), "date": _day(day), "time": ""})
    players = ElementTree.SubElement(root, "players")
    for attributes in _players(tournament, breaks):
        ElementTree.SubElement(players, "player", attributes)
    if tournament.teams:
        teams = ElementTree.SubElement(root, "teams")
        for attributes in _teams(tournament, breaks):
            ElementTree.SubElement(teams, "team", attributes)
    boards = ElementTree.SubElement(root, "playerpairings")
    for attributes in (_team_boards if tournament.teams else _pairings)(tournament):
        ElementTree.SubElement(boards, "playerpairing", attributes)
    if tournament.teams:
        matches = ElementTree.SubElement(root, "teampairings")
        for attributes in _matches(tournament):
            ElementTree.SubElement(matches, "teampairing", attributes)
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def _rounds(tournament: Tournament) -> int:
    return max(tournament.planned_rounds or 0, tournament.rounds_paired)


def _day(text: str) -> str:
    return text.replace("/", "")


def _head(tournament: Tournament) -> dict[str, str]:
    info, rounds = tournament.info, _rounds(tournament)
    ratings = [player.rating for player in tournament.players if player.rating]
    over = tournament.rounds_finished == rounds > 0
    return {
        "key": "",
        "type": _type(tournament),
        "name": info.name[:160],
        "location": info.city[:80],
        "rounds": str(rounds),
        "currentround": str(tournament.rounds_paired),
        "rankinground": str(tournament.rounds_finished),
        "sortstartrank": "2",
        "from": _day(info.start),
        "to": _day(info.end),
        "ratedfide": "-",
        "ratednational": "-",
        "replay": "2" if tournament.system is System.DOUBLE_ROUND_ROBIN else "1",
        "timecontrol": (info.time_control or info.encoded_time_control)[:100],
        "ratingavg": str(round(sum(ratings) / len(ratings)) if ratings else 0),
        "endstatus": "J" if over else "N",
        "chiefarbiter": info.chief_arbiter[:120],
        "deputyarbiter": ", ".join(info.deputies),
        "federation": info.federation or "FID",
    } | (_boards_head(tournament) if tournament.teams else {})


def _type(tournament: Tournament) -> str:
    """Swiss and round robin, of single players 0 and 1, of teams 3 and 2."""
    table = tournament.system in ROUND_ROBINS
    return ("2" if table else "3") if tournament.teams else ("1" if table else "0")


def _boards_head(tournament: Tournament) -> dict[str, str]:
    pattern = team_results.board_pattern(tournament)
    return {
        "homecolor": "w" if pattern[0] == "W" else "s",
        "samecolor": "J" if len(set(pattern)) == 1 else "N",
        "playerperteam": str(team_results.boards_per_match(tournament)),
    }


def _numbers(breaks: tuple[TieBreak, ...]) -> dict[str, str]:
    """The number of each tie-break and its parameters; 0 where there is none, 5 (by hand) where it has no number."""
    found: dict[str, str] = {}
    for i in range(MOST_TIE_BREAKS):
        number, details = _numbered(breaks[i]) if i < len(breaks) else ("0", "")
        found |= {f"tb{i + 1}no": number, f"tb{i + 1}_detail": details}
    return found


def _numbered(tiebreak: TieBreak) -> tuple[str, str]:
    played, fore = "P" if tiebreak.forfeits_played else "-", "F" if tiebreak.fore else "-"
    cut = f"0,{tiebreak.high},{tiebreak.low}"
    code = tiebreak.code
    if code in ("BH", "FB"):
        return "84", f"{cut},{played},{'F' if code == 'FB' else fore}"
    if code == "SB":
        return "85", f"{cut},{played},-"
    if code == "ARO":
        return "80", f"{tiebreak.unrated or 0},{tiebreak.high},{tiebreak.low},0"
    if code == "AOB":
        return "77", fore
    if code == "DE":
        return "81", played
    if code == "KS":
        return "87", "0,50"
    if code in WINS:
        return "68", f"{WINS.index(code)},{played}"
    if code in PERFORMANCES:
        return "88", f"{PERFORMANCES.index(code)},{tiebreak.unrated or 0}"
    return PLAIN.get(code, "5"), ""


def _players(tournament: Tournament, breaks: tuple[TieBreak, ...]) -> Iterator[dict[str, str]]:
    """In start order; who is level with the line above in everything has `equal` J."""
    if tournament.teams:
        breaks = ()  # the list ranks the teams
    table = standings(tournament, [str(b) for b in breaks], after=tournament.rounds_finished, strict=False)
    rows = {row.number: row for row in table.rows}
    first_of = {row.rank: row.number for row in reversed(table.rows)}
    seats = {n: (k, team.number) for team in tournament.teams for k, n in enumerate(team.players, 1)}
    for player in tournament.players:
        board, team = seats.get(player.number, (0, 0))
        row = rows[player.number]
        last, _comma, first = player.name.partition(",")
        yield {
            "no": str(player.number),
            "id": player.national_id,
            "lastname": last.strip(),
            "firstname": first.strip(),
            "title": player.title.value,
            "rtg": str(player.rating or player.national_rating),
            "rtgfide": str(player.rating),
            "rtgnat": str(player.national_rating),
            "dob": ".".join(reversed(player.birth.split("/"))),
            "sex": player.sex.value.upper(),
            "fed": player.federation,
            "board": str(board),
            "teamno": str(team),
            "fideid": player.fide_id,
            "clubname": player.club,
            "rank": str(row.rank),
            "pts": decimal(row.points),
            "equal": "N" if first_of[row.rank] == player.number else "J",
            "kfactor": str(player.k or ""),
        } | _values(row, breaks)


def _values(row: Row, breaks: tuple[TieBreak, ...]) -> dict[str, str]:
    values = {f"tb{i + 1}": "" for i in range(MOST_TIE_BREAKS)}
    return values | {f"tb{i + 1}": printed(b, row.values[str(b)]) for i, b in enumerate(breaks) if str(b) in row.values}


def _teams(tournament: Tournament, breaks: tuple[TieBreak, ...]) -> Iterator[dict[str, str]]:
    table = team_standings(tournament, [str(b) for b in breaks], after=tournament.rounds_finished, strict=False)
    rows = {row.number: row for row in table.rows}
    first_of = {row.rank: row.number for row in reversed(table.rows)}
    for team in tournament.teams:
        row = rows[team.number]
        yield {
            "no": str(team.number),
            "teamname": team.name[:40],
            "teamshort": (team.nickname or team.name)[:25],
            "rank": str(row.rank),
            "points": decimal(row.points),
            "captain": team.captain[:70],
            "equal": "N" if first_of[row.rank] == team.number else "J",
            "federation": team.federation,
        } | _values(row, breaks)


def _matches(tournament: Tournament) -> Iterator[dict[str, str]]:
    """The matches in order, then the team with the bye."""
    for k in range(1, team_results.rounds_paired(tournament) + 1):
        matches = team_results.matches(tournament, k)
        for place, match in enumerate(matches, 1):
            points_of = (decimal(match.white_points), decimal(match.black_points)) if match.finished else ("", "")
            yield _match(k, place, match.white, str(match.black), *points_of)
        resting = tournament.team_byes[k - 1] if k <= len(tournament.team_byes) else None
        if resting is not None:
            given = team_results.team_rounds(tournament)[resting][k - 1].game_points
            yield _match(k, len(matches) + 1, resting, BYE, decimal(given), "0.0")


def _match(k: int, place: int, first: int, second: str, mine: str, theirs: str) -> dict[str, str]:
    return {
        "round": str(k), "pairing": str(place), "no1": str(first), "no2": second, "res1": mine, "res2": theirs,
    }  # fmt: skip


def _team_boards(tournament: Tournament) -> Iterator[dict[str, str]]:
    """The boards of every match; a board that one team left empty has nobody against the other's player."""
    for k in range(1, team_results.rounds_paired(tournament) + 1):
        for place, match in enumerate(team_results.matches(tournament, k), 1):
            for seat, board in enumerate(match.boards, 1):
                if board.first is not None and board.second is not None:
                    pair = (board.first, board.second)
                    white, black = pair if tournament.round_of(pair[0], k).colour is not Colour.BLACK else pair[::-1]
                    mine, theirs = tournament.round_of(white, k), tournament.round_of(black, k)
                    worth = (_worth(tournament, mine), _worth(tournament, theirs))
                    row = _pairing(k, place, white, str(black), *worth, mine)
                elif (alone := board.first if board.first is not None else board.second) is not None:
                    mine = tournament.round_of(alone, k)
                    row = _pairing(k, place, alone, UNPAIRED, _worth(tournament, mine), "0.0", mine)
                else:
                    continue
                yield row | {"board": str(seat)}


def _pairings(tournament: Tournament) -> Iterator[dict[str, str]]:
    for k in range(1, tournament.rounds_paired + 1):
        place = 0
        for white, black in _boards(tournament, k):
            place += 1
            mine, theirs = tournament.round_of(white, k), tournament.round_of(black, k)
            yield _pairing(k, place, white, str(black), _worth(tournament, mine), _worth(tournament, theirs), mine)
        for player in tournament.players:
            mine = tournament.round_of(player.number, k)
            if mine.opponent is None:
                place += 1
                nobody = BYE if mine.outcome is Outcome.PAIRING_BYE else UNPAIRED
                yield _pairing(k, place, player.number, nobody, _worth(tournament, mine), "", mine)


def _boards(tournament: Tournament, k: int) -> list[tuple[int, int]]:
    """In board order where it is known, else by the better score before the round and the better number."""
    if k <= len(tournament.paired):
        return [(pair.white, pair.black) for pair in tournament.paired[k - 1].pairs]
    games = [(game.white, game.black) for game in tournament.games(k)]

    def order(pair: tuple[int, int]) -> tuple[int, int, int]:
        scores = sorted(-tournament.score(n, k - 1) for n in pair)
        return scores[0], scores[1], min(pair)

    return sorted(games, key=order)


def _worth(tournament: Tournament, r: PlayerRound) -> str:
    if not r.outcome.finished:
        return ""
    return decimal(r.points if r.points is not None else tournament.scoring.points(r.outcome, r.colour))


def _pairing(k: int, place: int, white: int, black: str, mine: str, theirs: str, r: PlayerRound) -> dict[str, str]:
    mark = ""
    if r.outcome is Outcome.ADJOURNED:
        mark = "H"
    elif r.outcome in FORFEITS:
        mark = "K"
    elif r.opponent is not None and r.outcome.played and not r.outcome.rated:
        mark = "U"
    elif r.outcome.played and mine == theirs == "0.0":
        mark = "D"
    return {
        "round": str(k), "pairing": str(place), "board": "1", "whiteno": str(white), "blackno": black,
        "reswhite": mine, "resblack": theirs, "forfeit": mark,
    }  # fmt: skip


# -- reading


def parse(data: bytes, path: str | PathLike[str]) -> Content:
    """The tournament of a file; the rank, points and tie-breaks that it states are not needed."""
    root = _root(data, path)
    head = root.find("tournamentdata/tournament")
    if head is None or root.tag != "chessresults":
        raise FileError(path, expected=_("the XML file of chess-results (chessresults, tournamentdata)"))
    kind = head.get("type", "0").strip()
    if kind not in SYSTEMS:
        raise FileError(path, found=f'type="{kind}"', expected=_("a type of tournament from 0 to 3"))
    players = sorted((_player(one, path) for one in root.iterfind("players/player")), key=lambda p: p.number)
    numbers = [player.number for player in players]
    if not players or len(set(numbers)) < len(numbers):
        raise FileError(path, expected=_("players with different pairing numbers"))
    cells: dict[int, dict[int, PlayerRound]] = {number: {} for number in numbers}
    warnings: list[str] = []
    for one in root.iterfind("playerpairings/playerpairing"):
        for number, r in _rounds_of(one, path, empty_boards=kind in OF_TEAMS):
            if number not in cells or (r.opponent is not None and r.opponent not in cells):
                raise FileError(path, found=str(dict(one.attrib)), expected=_("the pairing numbers of the players"))
            if r.round in cells[number]:
                warnings.append(_("player {n}: round {r} stands twice; the last counts").format(n=number, r=r.round))
            cells[number][r.round] = r
    last = max((max(own) for own in cells.values() if own), default=0)
    results = tuple(tuple(cells[n].get(k, absent(k)) for k in range(1, last + 1)) for n in numbers)
    breaks, unknown = _tie_breaks(head)
    warnings += [_("the tie-break number {n} is not known here").format(n=n) for n in unknown]
    system = SYSTEMS[kind]
    if system is System.ROUND_ROBIN and head.get("replay", "1") == "2":
        system = System.DOUBLE_ROUND_ROBIN
    info = Info(
        name=head.get("name", ""),
        city=head.get("location", ""),
        federation=head.get("federation", "").strip(),
        start=_read_day(head.get("from", "")),
        end=_read_day(head.get("to", "")),
        chief_arbiter=head.get("chiefarbiter", "") or head.get("arbiter", "").strip(),
        deputies=tuple(name.strip() for name in head.get("deputyarbiter", "").split(",") if name.strip()),
        time_control=head.get("timecontrol", "").strip(),
        round_dates=tuple(_read_day(one.get("date", "")) for one in root.iterfind("rounds/round")),
        tie_breaks=breaks,
    )
    if not any(info.round_dates):
        info = replace(info, round_dates=())
    planned = _whole(head.get("rounds", ""), path) or last
    tournament = Tournament(players=tuple(players), results=results, info=info, system=system, planned_rounds=planned)
    if kind in OF_TEAMS:
        tournament = _with_teams(tournament, root, head, path)
    return Content(tournament, warnings, (_("the points are taken as 1, ½ and 0"),))


def _with_teams(
    tournament: Tournament, root: ElementTree.Element, head: ElementTree.Element, path: str | PathLike[str]
) -> Tournament:
    """The teams with their players in board order, and who had the bye of a round."""
    members: dict[int, list[tuple[int, int]]] = {}
    for one in root.iterfind("players/player"):
        seat = (_whole(one.get("board", ""), path), _whole(one.get("no", ""), path))
        members.setdefault(_whole(one.get("teamno", ""), path), []).append(seat)
    teams = tuple(
        Team(
            number=(number := _whole(one.get("no", ""), path)),
            name=one.get("teamname", "").strip() or str(number),
            nickname=one.get("teamshort", "").strip(),
            players=tuple(n for _board, n in sorted(members.get(number, []))),
            federation=one.get("federation", "").strip(),
            captain=one.get("captain", "").strip(),
        )
        for one in root.iterfind("teams/team")
    )
    numbers = {team.number for team in teams}
    if not teams or len(numbers) < len(teams):
        raise FileError(path, expected=_("teams with different numbers"))
    team_of = {n: team.number for team in teams for n in team.players}
    byes: dict[int, int] = {}
    scoring = tournament.team_scoring
    boards = min(_whole(head.get("playerperteam", ""), path), MOST_BOARDS)
    for one in root.iterfind("teampairings/teampairing"):
        if one.get("no2", "").strip() == BYE and (team := _whole(one.get("no1", ""), path)) in numbers:
            byes[_whole(one.get("round", ""), path)] = team
            given = Points(_read_points(one.get("res1", ""), path) or 0)
            worth = scoring.win if given * 2 > boards * ONE else scoring.draw
            scoring = replace(scoring, bye_game_points=given, bye_match_points=worth)
    last = max(tournament.rounds_paired, *(k for k in byes if k <= MOST_ROUNDS), 0)
    first, second = ("W", "B") if head.get("homecolor", "w").strip().lower() != "s" else ("B", "W")
    if head.get("samecolor", "").strip().upper() == "J":
        second = first
    return replace(
        tournament,
        info=replace(tournament.info, tie_breaks=tuple({"PTS": "GP"}.get(b, b) for b in tournament.info.tie_breaks)),
        teams=teams,
        team_scoring=scoring,
        players=tuple(replace(player, team=team_of.get(player.number)) for player in tournament.players),
        team_byes=tuple(byes.get(k) for k in range(1, last + 1)) if byes else (),
        board_colours="".join(first if k % 2 == 0 else second for k in range(boards)),
    )


def _root(data: bytes, path: str | PathLike[str]) -> ElementTree.Element:
    expected = _("the XML file of chess-results (chessresults, tournamentdata)")
    if b"<!DOCTYPE" in data or b"<!ENTITY" in data:  # entities may grow without end
        raise FileError(path, found="<!DOCTYPE", expected=expected)
    try:
        return ElementTree.fromstring(data)
    except ElementTree.ParseError as error:
        raise FileError(path, line=error.position[0], found=str(error), expected=expected) from None
    except (ValueError, LookupError) as error:  # an encoding that nobody knows
        raise FileError(path, found=str(error), expected=expected) from None


def _whole(text: str, path: str | PathLike[str]) -> int:
    text = text.strip()
    if text and not is_whole(text):
        raise FileError(path, found=text, expected=_("a whole number"))
    return int(text) if text else 0


def _read_day(text: str) -> str:
    """20260516 and 16.05.2026 are 2026/05/16; only a year stays one."""
    text = text.strip()
    if len(text) == 8 and text.isdigit():
        return f"{text[:4]}/{text[4:6]}/{text[6:]}"
    return "/".join(reversed(text.split(".")))


def _player(one: ElementTree.Element, path: str | PathLike[str]) -> Player:
    def text(name: str) -> str:
        return one.get(name, "").strip()

    names = [part.strip() for part in f"{text('lastname')},{text('firstname')}".split(",") if part.strip()]
    rating, national = _whole(text("rtgfide"), path), _whole(text("rtgnat"), path)
    return Player(
        number=_whole(text("no"), path),
        name=", ".join(names) or text("no"),
        sex={"m": Sex.MALE, "w": Sex.FEMALE, "f": Sex.FEMALE}.get(text("sex").lower(), Sex.UNKNOWN),
        title=TITLES.get(text("title").upper(), Title.NONE),
        rating=rating or (0 if national else _whole(text("rtg"), path)),
        national_rating=national,
        national_id=text("id"),
        federation=text("fed"),
        fide_id=text("fideid") if text("fideid").strip("0") else "",
        birth=_read_day(text("dob")),
        club=text("clubname"),
        k=_whole(text("kfactor"), path) or None,
    )


def _rounds_of(
    one: ElementTree.Element, path: str | PathLike[str], *, empty_boards: bool
) -> Iterator[tuple[int, PlayerRound]]:
    k, white, other = _whole(one.get("round", ""), path), _whole(one.get("whiteno", ""), path), one.get("blackno", "")
    if not 1 <= k <= MOST_ROUNDS:
        raise FileError(path, found=f'round="{one.get("round", "")}"', expected=_("a round from 1 to 99"))
    mark = one.get("forfeit", "").strip().upper()
    mine, theirs = (_read_points(one.get(name, ""), path) for name in ("reswhite", "resblack"))
    if other.strip() in (BYE, UNPAIRED) and empty_boards:
        yield white, PlayerRound(k, None, None, Outcome.FORFEIT_WIN if mine else Outcome.FORFEIT_LOSS)
        return
    if other.strip() in (BYE, UNPAIRED):
        byes = {10: Outcome.FULL_BYE, 5: Outcome.HALF_BYE}
        yield (
            white,
            PlayerRound(
                k, None, None, Outcome.PAIRING_BYE if other.strip() == BYE else byes.get(mine or 0, Outcome.ZERO_BYE)
            ),
        )
        return
    black = _whole(other, path)
    yield white, PlayerRound(k, black, Colour.WHITE, _outcome(mine, theirs, mark))
    yield black, PlayerRound(k, white, Colour.BLACK, _outcome(theirs, mine, mark))


def _read_points(text: str, path: str | PathLike[str]) -> int | None:
    text = text.strip()
    if not text:
        return None
    try:
        return points(text)
    except ValueError:
        raise FileError(path, found=text, expected=_("a result: 1, 0.5 or 0")) from None


def _outcome(mine: int | None, theirs: int | None, mark: str) -> Outcome:
    if mark == "H":
        return Outcome.ADJOURNED
    if mine is None or theirs is None:
        return Outcome.PENDING
    won, lost = mine > theirs, mine < theirs or mine == 0
    if mark == "K":
        return Outcome.FORFEIT_WIN if won else Outcome.FORFEIT_LOSS
    win, draw, loss = UNRATED if mark == "U" else RATED
    return win if won else loss if lost else draw


def _tie_breaks(head: ElementTree.Element) -> tuple[tuple[str, ...], list[str]]:
    """As acronyms; and the numbers that have none."""
    found: list[str] = []
    unknown: list[str] = []
    for i in range(1, MOST_TIE_BREAKS + 1):
        number = head.get(f"tb{i}no", "0").strip()
        name = NUMBERS.get(number)
        if name is not None:
            found.append(str(parse_tiebreak(_modified(name, number, head.get(f"tb{i}_detail", "").split(",")))))
        elif number not in ("", "0"):
            unknown.append(number)
    return tuple(found), unknown


def _modified(name: str, number: str, details: list[str]) -> str:
    """The acronym with what the parameters of its number say."""

    def detail(i: int) -> str:
        return details[i].strip() if i < len(details) else ""

    match number:
        case "84" | "85":
            high, low = (int(d) if d.isdigit() else 0 for d in (detail(1), detail(2)))
            name += f"/M{low}" if high else f"/C{low}" if low else ""
            name += ("/P" if detail(3) == "P" else "") + ("/F" if detail(4) == "F" else "")
        case "80":
            high, low = (int(d) if d.isdigit() else 0 for d in (detail(1), detail(2)))
            name += f"/M{low}" if high else f"/C{low}" if low else ""
            name += f"/U{detail(0)}" if detail(0).strip("0") else ""
        case "68" | "88":
            kinds = WINS if number == "68" else PERFORMANCES
            name = kinds[int(detail(0))] if detail(0).isdigit() and int(detail(0)) < len(kinds) else name
        case "77" | "81":
            name += f"/{detail(0)}" if detail(0) in ("F", "P") else ""
    return name
