"""A tournament file as the desk would see it, so that it can be printed without a database."""

from __future__ import annotations

from dataclasses import replace

from arbitro.desk.settings import Settings
from arbitro.desk.state import Board, Entrant, Round, State, TeamEntry
from arbitro.model import Outcome, Pair, Tournament
from arbitro.model.team_results import matches
from arbitro.swiss.handling import board_order


def settings_of(event: Tournament) -> Settings:
    """Settings as far as a file states them."""
    info = event.info
    defaults = Settings(name=info.name or "?")
    dates = tuple(date.replace("/", "-") for date in info.round_dates)
    return replace(
        defaults,
        city=info.city,
        federation=info.federation[:3],
        start=info.start.replace("/", "-"),
        end=info.end.replace("/", "-"),
        system=event.system,
        editions=event.editions,
        rounds=max(event.planned_rounds or 0, event.rounds_paired, 1),
        scoring=event.scoring,
        tiebreaks=info.tie_breaks or defaults.tiebreaks,
        time_control=info.encoded_time_control or info.time_control,
        chief_arbiter=info.chief_arbiter,
        deputies=info.deputies,
        round_times=dates,
        team_boards=len(event.board_colours) if event.teams else 0,
        team_scoring=event.team_scoring,
        board_colours=event.board_colours or defaults.board_colours,
    )


def state_of(event: Tournament) -> State:
    """Players keep their pairing numbers as ids; boards are in the order of C.04.2 D.9."""
    entrants = {p.number: Entrant(p.number, replace(p, number=0)) for p in event.players}
    return State(
        settings=settings_of(event),
        entrants=entrants,
        numbers={n: n for n in event.numbers},
        rounds=tuple(_round(event, k) for k in range(1, event.rounds_paired + 1)),
        first_colour=event.first_colour,
        teams={
            t.number: TeamEntry(t.number, t.name, t.players, t.nickname, t.federation, t.captain, t.strength)
            for t in event.teams
        },
        line_ups={(line_up.round, line_up.team): line_up.boards for line_up in event.line_ups},
    )


def _round(event: Tournament, k: int) -> Round:
    met = matches(event, k) if event.teams else ()
    match_of = {frozenset((g.white, g.black)): n for n, match in enumerate(met, 1) for g in match.games}
    games = [game for match in met for game in match.games]
    others = {Pair(g.white, g.black): g for g in event.games(k) if frozenset((g.white, g.black)) not in match_of}
    order = board_order(others, {n: event.pairing_score(n, k) for n in event.numbers})
    games += [others[pair] for pair in order]
    boards = {
        n: Board(
            g.white, g.black, g.white_outcome, g.black_outcome, match=match_of.get(frozenset((g.white, g.black)), 0)
        )
        for n, g in enumerate(games, 1)
    }
    cells = {n: event.round_of(n, k).outcome for n in event.numbers}
    seated = {n for game in games for n in (game.white, game.black)}
    byes = [n for n, outcome in cells.items() if outcome is Outcome.PAIRING_BYE]
    return Round(
        k,
        boards,
        bye=byes[0] if byes and not event.teams else None,
        absent={n: outcome for n, outcome in cells.items() if n not in seated and outcome is not Outcome.PAIRING_BYE},
        matches=tuple((match.white, match.black) for match in met),
        team_bye=event.team_byes[k - 1] if k <= len(event.team_byes) else None,
        published=True,
        closed=all(board.finished for board in boards.values()),
    )
