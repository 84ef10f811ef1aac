"""From the desk's state to the `Tournament` that the rule rooms read.

A full build is linear in player-rounds. `follow` builds from the snapshot before when only results changed, so that one
more result costs two players' rounds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from arbitro.desk.formats import TEAM_TABLES, kind_of, usual_tiebreaks
from arbitro.desk.settings import METHODS, Settings
from arbitro.desk.state import Board, Entrant, Round, State, TeamEntry
from arbitro.model import (
    ZERO,
    Colour,
    Forbidden,
    Info,
    LineUp,
    Outcome,
    Plan,
    Player,
    PlayerRound,
    Points,
    System,
    Team,
    TeamAward,
    TeamForfeit,
    Tournament,
    absent,
    add_points,
)
from arbitro.model.rounding import mean_half_up
from arbitro.model.team_results import boards_per_match
from arbitro.model.time_text import parse
from arbitro.ratings.event import list_of
from arbitro.ratings.long_event import round_day
from arbitro.records import decode, encode
from arbitro.standings.roundrobin import completed_half
from arbitro.swiss.acceleration import is_baku
from arbitro.swiss.team import options_of

_SYSTEM_CODES = {
    System.DUTCH: "FIDE_DUTCH",
    System.DUBOV: "FIDE_DUBOV",
    System.BURSTEIN: "FIDE_BURSTEIN",
    System.DOUBLE: "FIDE_DOUBLESWISS",
    System.TEAM: "FIDE_TEAM",
}


def numbered(state: State) -> list[Entrant]:
    """The entrants that have a pairing number and take part, in its order."""
    ids = sorted(state.numbers, key=state.numbers.__getitem__)
    return [state.entrants[id] for id in ids if id in state.entrants]


def snapshot(state: State, *, for_rating: bool = False) -> Tournament:
    """The tournament as the rules see it. `for_rating` uses results corrected too late for the standings."""
    entrants = numbered(state)
    settings = state.settings
    table: dict[int, list[PlayerRound]] = {e.id: [] for e in entrants}
    for round in state.rounds:
        _add_round(state, round, table, for_rating)
    coming = len(state.rounds) + 1
    for entrant in entrants:
        _add_coming(state, entrant, coming, table[entrant.id])
    for id, round_added, added, _entry in state.points:
        if id in table:
            add_points(table[id], round_added, added, settings.scoring)
    numbers = state.numbers
    team_of = {member: team.id for team in state.teams.values() for member in team.members}
    players = tuple(replace(e.player, number=numbers[e.id], team=team_of.get(e.id)) for e in entrants)
    event = Tournament(
        players=players,
        results=tuple(tuple(table[e.id]) for e in entrants),
        info=_info(state, players),
        system=settings.system,
        editions=settings.editions,
        planned_rounds=settings.rounds,
        scoring=settings.scoring,
        first_colour=state.first_colour,
        plan=_plan(state),
        baku=settings.acceleration == "baku",
        later_ratings={numbers[e.id]: e.ratings for e in entrants if e.ratings},
        round_ratings=settings.round_ratings,
        forbidden=tuple(_forbidden(state)),
        teams=tuple(
            Team(
                number=team.id,
                name=team.name,
                players=tuple(numbers[m] for m in team.members if m in numbers),
                nickname=team.nickname,
                strength=team.strength,
                federation=team.federation,
                captain=team.captain,
            )
            for team in state.teams.values()
        ),
        line_ups=tuple(_line_ups(state)),
        team_forfeits=tuple(_team_forfeits(state)),
        team_awards=tuple(
            TeamAward(teams=(team,), round=round, match_points=Points(match), game_points=Points(game))
            for team, round, match, game in state.team_points
        ),
        team_byes=tuple(round.team_bye for round in state.rounds) if state.teams else (),
        team_scoring=settings.team_scoring,
        board_colours=settings.board_colours[: settings.team_boards],  # longer, they would say that a match has more
    )
    return _without_worth(event, left_table(state))


def _plan(state: State) -> Plan:
    """The plan of the format; a team table has the boards of the settings, if every team has players for them."""
    plan = decode(Plan, state.settings.plan, "plan")
    sizes = {sum(member in state.numbers for member in team.members) for team in state.teams.values()}
    if state.settings.system in TEAM_TABLES and plan.boards is None and state.settings.team_boards and sizes:
        return replace(plan, boards=min(state.settings.team_boards, *sizes))
    return plan


def rated(state: State, event: Tournament) -> Tournament:
    """The tournament as ratings and norms see it: `event`, with results corrected too late for the standings (D.8)."""
    late = any(board.rating_white is not None for round in state.rounds for board in round.boards.values())
    return snapshot(state, for_rating=True) if late else event


def left_table(state: State) -> list[int]:
    """The numbers of those who left a round robin: what they leave behind is told by C.05 6.6."""
    if state.settings.system not in (System.ROUND_ROBIN, System.DOUBLE_ROUND_ROBIN):
        return []
    gone = (e.id for e in state.entrants.values() if e.withdrawn_after is not None)
    return [state.numbers[id] for id in gone if id in state.numbers]


def _without_worth(event: Tournament, gone: Iterable[int]) -> Tournament:
    """C.05 6.6: games against who left before half of them stay in the table and are rated, but are worth nothing."""
    out = {number for number in gone if not completed_half(event, number)}
    if not out:
        return event
    worthless = {
        player.number: tuple(r._replace(points=ZERO) if r.opponent in out else r for r in rounds)
        for player, rounds in zip(event.players, event.results, strict=True)
        if player.number not in out
    }
    return event.with_rounds(worthless)


def follow(state: State, old_state: State, old: Tournament) -> Tournament:
    """As `snapshot(state)`, from an earlier state and its snapshot: quick when only results differ."""
    same = (
        state.entrants is old_state.entrants
        and state.numbers is old_state.numbers
        and state.settings is old_state.settings
        and state.teams is old_state.teams
        and state.line_ups is old_state.line_ups
        and state.team_points is old_state.team_points
        and state.keep_apart is old_state.keep_apart
        and state.first_colour is old_state.first_colour
        and len(state.rounds) == len(old_state.rounds)
    )
    if not same or state.points or state.points is not old_state.points or left_table(state):
        return snapshot(state)
    changed: dict[int, list[PlayerRound]] = {}
    numbers = state.numbers
    for new_round, old_round in zip(state.rounds, old_state.rounds, strict=True):
        if new_round is old_round:
            continue
        if (new_round.matches, new_round.team_bye) != (old_round.matches, old_round.team_bye):
            return snapshot(state)
        if new_round.boards is old_round.boards:
            continue
        if new_round.bye != old_round.bye or new_round.boards.keys() != old_round.boards.keys():
            return snapshot(state)
        for number, board in new_round.boards.items():
            before = old_round.boards[number]
            if board is before:
                continue
            if {board.white, board.black} != {before.white, before.black}:
                return snapshot(state)
            for id, cell in _cells(board, new_round.number, numbers, False):
                rounds = changed.setdefault(numbers[id], list(old.results[old.index[numbers[id]]]))
                rounds[new_round.number - 1] = cell
    return old.with_rounds({number: tuple(rounds) for number, rounds in changed.items()}) if changed else old


def _cells(board: Board, round: int, numbers: Mapping[int, int], for_rating: bool) -> Iterable[tuple[int, PlayerRound]]:
    white, black = numbers.get(board.white), numbers.get(board.black)
    white_outcome, black_outcome = board.white_outcome, board.black_outcome
    if for_rating and board.rating_white is not None and board.rating_black is not None:
        white_outcome, black_outcome = board.rating_white, board.rating_black
    first, second = board.points or (None, None)
    if white is not None:
        yield board.white, PlayerRound(round, black, Colour.WHITE, white_outcome, first)
    if black is not None:
        yield board.black, PlayerRound(round, white, Colour.BLACK, black_outcome, second)


def _add_round(state: State, round: Round, table: dict[int, list[PlayerRound]], for_rating: bool) -> None:
    for board in round.boards.values():
        for id, cell in _cells(board, round.number, state.numbers, for_rating):
            if id in table:
                table[id].append(cell)
    if round.bye in table:
        table[round.bye].append(PlayerRound(round.number, None, None, Outcome.PAIRING_BYE))
    for id, rounds in table.items():
        if len(rounds) < round.number:
            missed = state.entrants[id].first_round > round.number
            outcome = round.absent.get(id, Outcome.ABSENT)
            rounds.append(_missed(state, round.number) if missed else PlayerRound(round.number, None, None, outcome))


def _missed(state: State, round: int) -> PlayerRound:
    """A round before a late entry (C.04.2 C.2): nothing, a half-point bye, or what the regulations give."""
    late = state.settings.late_points
    if late and late == state.settings.scoring.draw:
        return PlayerRound(round, None, None, Outcome.HALF_BYE)
    return PlayerRound(round, None, None, Outcome.ABSENT, Points(late) if late else None)


def _add_coming(state: State, entrant: Entrant, coming: int, rounds: list[PlayerRound]) -> None:
    """Byes already asked for, and absences already known, for the round to come."""
    absence = state.absence(entrant, coming)
    if absence is not None and coming <= state.settings.rounds:
        rounds.append(PlayerRound(coming, None, None, Outcome.ZERO_BYE if absence is Outcome.ABSENT else absence))


def with_later_byes(state: State, event: Tournament) -> Tournament:
    """The byes of rounds after the next one too, for a program that goes on: those asked for, and of the withdrawn."""
    numbers, coming = state.numbers, len(state.rounds) + 1
    more = {}
    for entrant in state.entrants.values():
        if entrant.id not in numbers:
            continue
        left = entrant.excluded or entrant.withdrawn_after is not None
        later = {
            k: Outcome.ZERO_BYE if left else bye
            for k in range(coming + 1, state.settings.rounds + 1)
            if (bye := state.absence(entrant, k)) is not None and (left or bye is not Outcome.ABSENT)
        }
        if later:
            rounds = list(event.results[event.index[numbers[entrant.id]]])
            rounds += [absent(k) for k in range(len(rounds) + 1, coming + 1)]
            last = max(later) + 1
            rounds += [PlayerRound(k, None, None, later.get(k, Outcome.ABSENT)) for k in range(coming + 1, last)]
            more[numbers[entrant.id]] = tuple(rounds)
    return event.with_rounds(more) if more else event


def _forbidden(state: State) -> Iterable[Forbidden]:
    numbers = state.numbers
    for group in state.keep_apart:
        yield Forbidden(tuple(sorted(numbers[id] for id in group if id in numbers)))
    for round in state.rounds:
        for group in round.apart:
            yield Forbidden(tuple(sorted(numbers[id] for id in group if id in numbers)), round.number, round.number)


def _line_ups(state: State) -> Iterable[LineUp]:
    """Who sat where, of both teams of a match in which one of them did not sit in the order of its basic list."""
    size = state.settings.team_boards
    for round in state.rounds:
        boards: dict[int, list[Board]] = {}
        for board in round.boards.values():
            boards.setdefault(board.match, []).append(board)
        for match, (first, second) in enumerate(round.matches, 1):
            sat = {team: _seats(state.teams[team], boards.get(match, [])) for team in (first, second)}
            if any(seats != state.teams[team].members[:size] for team, seats in sat.items()):
                for team, opponent in ((first, second), (second, first)):
                    seats = tuple(None if id is None else state.numbers.get(id) for id in sat[team])
                    yield LineUp(round.number, team, opponent, seats + (None,) * (size - len(seats)))


def _seats(team: TeamEntry, boards: Iterable[Board]) -> tuple[int | None, ...]:
    """The members of a team, board by board; None where nobody sat."""
    members = set(team.members)
    return tuple(board.white if board.white in members else board.black if board.black in members else None
                 for board in boards)  # fmt: skip


def _team_forfeits(state: State) -> Iterable[TeamForfeit]:
    """Matches in which no board had two players: whoever sat there has won."""
    numbers = state.numbers
    for round in state.rounds:
        for i, (first, second) in enumerate(round.matches, 1):
            boards = [b for b in round.boards.values() if b.match == i]
            if any(b.white in numbers and b.black in numbers for b in boards):
                continue
            present = {id for b in boards for id in (b.white, b.black)}
            signs = ["+" if present & set(state.teams[team].members) else "-" for team in (first, second)]
            yield TeamForfeit(round.number, first, second, "".join(signs))


def _method(state: State, players: tuple[Player, ...]) -> str:
    """Record 172: the federation and the method; needed together with national ratings only."""
    settings = state.settings
    if settings.start_order == "rating" and not any(p.national_rating for p in players):
        return ""
    return f"{settings.federation or '   '} {METHODS[settings.start_order]}"


def _info(state: State, players: tuple[Player, ...]) -> Info:
    settings = state.settings
    code = _SYSTEM_CODES.get(settings.system, "")
    if settings.system in (System.DUTCH, System.DUBOV, System.BURSTEIN):
        code += f"_{settings.editions.swiss}"
    if settings.system is System.TEAM:  # only what is not usual: type A and match points
        code += f"_TYPE{settings.team_type.upper()}" if settings.team_type != "A" else ""
        code += "_GP" if settings.team_primary == "game" else ""
    if code and settings.acceleration == "baku":
        code += "_BAKU"
    control = parse(settings.time_control)
    return Info(
        name=settings.name,
        city=settings.city,
        federation=settings.federation,
        start=settings.start.replace("-", "/"),
        end=settings.end.replace("-", "/"),
        type=code or settings.system.value,  # TRF16 has no other line for the edition and the acceleration (C.04.2 A.3)
        chief_arbiter=settings.chief_arbiter,
        deputies=settings.deputies,
        time_control=settings.time_control,
        encoded_time_control=control.encoded if control else "",
        round_dates=tuple(time[:10].replace("-", "/") for time in settings.round_times),
        stated_players=str(len(players)),
        stated_rated=str(sum(1 for p in players if p.rating)),
        stated_teams=str(len(state.teams)),
        rating_method=_method(state, players),
        pairing_program="Arbitro",
        system_code=code,
        tie_breaks=tuple(_stated(state, players)),
    )


def _stated(state: State, players: tuple[Player, ...]) -> Iterable[str]:
    """The tie-breaks as line 202 states them: rating ones with what the unrated count as (/U1400)."""
    from arbitro.standings import parse_tiebreak

    rating = unrated_rating(state, players)
    for name in state.settings.tiebreaks:
        found = parse_tiebreak(name)
        wants = rating is not None and found.method.uses_ratings and found.unrated is None
        yield f"{name}/U{rating}" if wants else name


def unrated_rating(state: State, players: Iterable[Player]) -> int | None:
    """What unrated players count as in rating tie-breaks, by the settings; None: nothing is said (C.07 4.5)."""
    said, method = state.settings.unrated, METHODS[state.settings.start_order]
    rated = [rating for player in players if (rating := player.strength(method))]
    if said == "lowest":
        return min(rated, default=None)
    if said == "average":
        return mean_half_up(sum(rated), len(rated)) if rated else None
    return int(said) if said else None


_STARTS = {method: word for word, method in METHODS.items()}


def accelerated_ahead(event: Tournament) -> bool:
    """Has a file virtual points for rounds that are still to be paired?"""
    return any(any(values[event.rounds_paired :]) for values in event.acceleration.values())


def settings_of(event: Tournament, name: str = "") -> Settings:
    """Settings as far as a tournament file states them."""
    info = event.info
    defaults = Settings(name=name or info.name or "?")
    declared = options_of(event)
    stated = replace(
        defaults,
        city=info.city,
        federation=info.federation[:3],
        start=info.start.replace("/", "-"),
        end=info.end.replace("/", "-"),
        system=event.system,
        editions=event.editions,
        rounds=max(event.planned_rounds or 0, event.rounds_paired, 1),
        scoring=event.scoring,
        tiebreaks=info.tie_breaks,
        time_control=info.encoded_time_control or info.time_control or defaults.time_control,
        rating_list=list_of(event),
        start_order=_STARTS.get((info.rating_method.upper().split() or [""])[-1], defaults.start_order),
        round_times=tuple(str(round_day(day) or "") for day in info.round_dates),
        acceleration="baku" if is_baku(event, event.editions.swiss) or accelerated_ahead(event) else "",
        chief_arbiter=info.chief_arbiter,
        deputies=info.deputies,
        team_boards=boards_per_match(event) if event.teams else 0,
        team_scoring=event.team_scoring,
        team_type=declared.type.value,
        team_primary="game" if declared.by_game_points else "match",
        board_colours=event.board_colours or defaults.board_colours,
        plan=encode(event.plan, defaults=False),
    )
    return stated if info.tie_breaks else replace(stated, tiebreaks=usual_tiebreaks(kind_of(stated)))
