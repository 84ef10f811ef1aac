"""The fold: how each kind of journal entry changes the state. Pure, total and quick; nothing is decided here.

What may be written is decided by the commands; an entry that is in the journal holds all it needs (a pairing holds its
pairs), so a replay computes no rule again. `undo` entries take another entry out of the fold.

    replay(entries)              the state after all of them, O(entries)
    apply(state, entry)          one more; undo and redo need the whole journal (see `effective`)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from arbitro.desk.entry import Entry, effective, player_from_json
from arbitro.desk.settings import Settings
from arbitro.desk.state import (
    Board,
    Challenge,
    ClockCheck,
    Entrant,
    GameKey,
    HallRound,
    Incident,
    Remark,
    ReportedResult,
    Round,
    State,
    TeamEntry,
    round_from_payload,
)
from arbitro.errors import ArbitroError
from arbitro.i18n import gettext_for
from arbitro.model import Colour, Outcome, Points, System

_ = gettext_for("desk")


def replay(entries: Sequence[Entry], start: State | None = None) -> State:
    """The state after these entries. `start` must be a state before any entry that they undo."""
    state = start or State()
    for kind, run in groupby(effective(entries), key=lambda entry: entry.kind):
        if kind == "result":
            state = _results(state, run)
        else:
            for entry in run:
                state = apply(state, entry)
    if entries:
        state = replace(state, number=entries[-1].number)
    return state


def apply(state: State, entry: Entry) -> State:
    """One more entry (not an undo)."""
    if entry.kind not in FOLDS:
        raise ArbitroError(
            _("Entry {n} ({kind}) was written by a newer version of the program; update arbitro.").format(
                n=entry.number, kind=entry.kind
            )
        )
    return replace(FOLDS[entry.kind](state, entry), number=entry.number)


Fold = Callable[[State, Entry], State]
FOLDS: dict[str, Fold] = {}


def _fold(kind: str) -> Callable[[Fold], Fold]:
    def register(function: Fold) -> Fold:
        FOLDS[kind] = function
        return function

    return register


# -- set-up


@_fold("create")
def _create(state: State, entry: Entry) -> State:
    settings = Settings.from_json(entry.payload["settings"])
    return State(settings=settings, fide_mode=entry.payload.get("fide_mode", True))


@_fold("configure")
def _configure(state: State, entry: Entry) -> State:
    settings = state.settings.with_changes(entry.payload["changes"])
    return replace(state, settings=settings, fide_mode=state.fide_mode and entry.payload.get("fide_mode", True))


@_fold("leave-fide-mode")
def _leave_fide_mode(state: State, entry: Entry) -> State:
    return replace(state, fide_mode=False)


@_fold("accept-damage")
def _accept_damage(state: State, entry: Entry) -> State:
    return replace(state, accepted_damage=entry.payload["entry"])


@_fold("lots")
def _lots(state: State, entry: Entry) -> State:
    payload = entry.payload
    new = replace(state, lots=(*state.lots, payload["protocol"]))
    if payload.get("first_colour"):
        new = replace(new, first_colour=Colour(payload["first_colour"]))
    if payload.get("numbers"):
        new = replace(new, numbers={int(id): n for id, n in payload["numbers"].items()})
    return _with_teams_in_order(new, payload["teams"]) if payload.get("teams") else new


def _with_teams_in_order(state: State, order: Sequence[int]) -> State:
    """Teams get the numbers 1, 2, 3 … in this order of their old ones (before round 1 only)."""
    new = {old: i for i, old in enumerate(order, 1)}
    return replace(
        state,
        teams={new[old]: replace(state.teams[old], id=new[old]) for old in order},
        line_ups={(round, new[team]): boards for (round, team), boards in state.line_ups.items()},
        next_team=len(order) + 1,
    )


@_fold("keep-apart")
def _keep_apart(state: State, entry: Entry) -> State:
    return replace(state, keep_apart=tuple(tuple(group) for group in entry.payload["groups"]))


# -- entries


@_fold("enter")
def _enter(state: State, entry: Entry) -> State:
    entrants = dict(state.entrants)
    next_id = state.next_id
    for data in entry.payload["players"]:
        entrants[data["id"]] = Entrant(
            id=data["id"],
            player=player_from_json(data["player"]),
            present=data.get("present", False),
            first_round=data.get("first_round", 1),
            byes={int(r): Outcome[o] for r, o in data.get("byes", {}).items()},
            family=data.get("family", ""),
            half_byes_allowed=data.get("half_byes_allowed", True),
            source=data.get("source", ""),
            confirmed=data.get("confirmed", True),
        )
        next_id = max(next_id, data["id"] + 1)
    new = replace(state, entrants=entrants, next_id=next_id)
    if "numbers" in entry.payload:
        new = replace(new, numbers={int(id): n for id, n in entry.payload["numbers"].items()})
    for team in entry.payload.get("teams", ()):
        new = _with_team_data(new, team)
    return new


@_fold("edit-player")
def _edit_player(state: State, entry: Entry) -> State:
    old = state.entrants[entry.payload["id"]]
    changes = dict(entry.payload.get("entrant", {}))
    if "player" in entry.payload:
        changes["player"] = player_from_json(entry.payload["player"])
    return state.with_entrant(replace(old, **changes))


@_fold("remove")
def _remove(state: State, entry: Entry) -> State:
    gone = set(entry.payload["ids"])
    return replace(
        state,
        entrants={id: e for id, e in state.entrants.items() if id not in gone},
        numbers={},
        teams={
            id: replace(team, members=tuple(m for m in team.members if m not in gone))
            for id, team in state.teams.items()
        },
        line_ups={key: boards for key, boards in state.line_ups.items() if not gone & set(boards)},
        keep_apart=tuple(group for group in state.keep_apart if not gone & set(group)),
    )


@_fold("check-in")
def _check_in(state: State, entry: Entry) -> State:
    present = entry.payload["present"]
    entrants = dict(state.entrants)
    for id in entry.payload["ids"]:
        entrants[id] = replace(entrants[id], present=present)
    return replace(state, entrants=entrants)


@_fold("bye")
def _bye(state: State, entry: Entry) -> State:
    entrant = state.entrants[entry.payload["id"]]
    return state.with_entrant(replace(entrant, byes=_with_bye(entrant.byes, entry)))


def _with_bye(byes: Mapping[int, Outcome], entry: Entry) -> dict[int, Outcome]:
    """The byes with one more, or without the one that is taken back."""
    others = {round: outcome for round, outcome in byes.items() if round != entry.payload["round"]}
    name = entry.payload["outcome"]
    return others if name is None else {**others, entry.payload["round"]: Outcome[name]}


@_fold("withdraw")
def _withdraw(state: State, entry: Entry) -> State:
    entrant = state.entrants[entry.payload["id"]]
    for number, n, *present in entry.payload.get("forfeits", ()):
        round = state.round(number)
        white, black = (Outcome.FORFEIT_WIN if here else Outcome.FORFEIT_LOSS for here in present)
        lost = replace(round.boards[n], white_outcome=white, black_outcome=black, entry=entry.number)
        state = state.with_round(replace(round, boards={**round.boards, n: lost}))
    return state.with_entrant(
        replace(
            entrant, withdrawn_after=entry.payload["after"], excluded=entry.payload.get("excluded", entrant.excluded)
        )
    )


@_fold("return")
def _return(state: State, entry: Entry) -> State:
    entrant = state.entrants[entry.payload["id"]]
    byes = dict(entrant.byes)
    for missed in entry.payload["missed"]:
        byes.setdefault(missed, Outcome.ZERO_BYE)
    return state.with_entrant(replace(entrant, withdrawn_after=None, excluded=False, byes=byes))


@_fold("number")
def _number(state: State, entry: Entry) -> State:
    numbers = {int(id): n for id, n in entry.payload["numbers"].items()}
    by_hand = entry.payload.get("by_hand", state.order_by_hand)
    new = replace(state, numbers=numbers, order_by_hand=by_hand)
    return _with_teams_in_order(new, entry.payload["teams"]) if entry.payload.get("teams") else new


@_fold("ratings")
def _ratings(state: State, entry: Entry) -> State:
    """Later ratings of a long event: all from one round on; 0 takes one back."""
    for id, rating in entry.payload["ratings"].items():
        entrant = state.entrants[int(id)]
        later = {**entrant.ratings, entry.payload["round"]: rating}
        state = state.with_entrant(replace(entrant, ratings={r: value for r, value in later.items() if value}))
    return state


@_fold("ranks")
def _ranks(state: State, entry: Entry) -> State:
    ranks = {int(id): rank for id, rank in entry.payload["ranks"].items()}
    return replace(state, ranks=ranks, ranks_after=entry.payload.get("after"))


@_fold("tie-values")
def _tie_values(state: State, entry: Entry) -> State:
    values = {int(id): value for id, value in entry.payload["values"].items()}
    others = {name: old for name, old in state.tie_values.items() if name != entry.payload["name"]}
    return replace(state, tie_values=others | ({entry.payload["name"]: values} if values else {}))


# -- teams


def _with_team(state: State, team: TeamEntry) -> State:
    return replace(state, teams={**state.teams, team.id: team})


@_fold("team")
def _team(state: State, entry: Entry) -> State:
    return _with_team_data(state, entry.payload["team"])


def _with_team_data(state: State, stated: Mapping[str, Any]) -> State:
    data = dict(stated)
    data["members"] = tuple(data.get("members", ()))
    id = data["id"]
    team = replace(state.teams[id], **data) if id in state.teams else TeamEntry(**data)
    return replace(_with_team(state, team), next_team=max(state.next_team, id + 1))


@_fold("team-remove")
def _team_remove(state: State, entry: Entry) -> State:
    gone = entry.payload["team"]
    return replace(
        state,
        teams={id: team for id, team in state.teams.items() if id != gone},
        line_ups={key: boards for key, boards in state.line_ups.items() if key[1] != gone},
    )


@_fold("team-withdraw")
def _team_withdraw(state: State, entry: Entry) -> State:
    return _with_team(state, replace(state.teams[entry.payload["team"]], withdrawn_after=entry.payload["after"]))


@_fold("team-return")
def _team_return(state: State, entry: Entry) -> State:
    team = state.teams[entry.payload["team"]]
    byes = dict.fromkeys(entry.payload["missed"], Outcome.ZERO_BYE) | dict(team.byes)
    return _with_team(state, replace(team, withdrawn_after=None, byes=byes))


@_fold("team-bye")
def _team_bye(state: State, entry: Entry) -> State:
    team = state.teams[entry.payload["team"]]
    return _with_team(state, replace(team, byes=_with_bye(team.byes, entry)))


@_fold("points")
def _points(state: State, entry: Entry) -> State:
    id, round, added = (entry.payload[name] for name in ("id", "round", "points"))
    return replace(state, points=(*state.points, (id, round, added, entry.number)))


@_fold("team-points")
def _team_points(state: State, entry: Entry) -> State:
    names = ("team", "round", "match_points", "game_points")
    team, round, match, game = (entry.payload[name] for name in names)
    return replace(state, team_points=(*state.team_points, (team, round, match, game)))


@_fold("line-up")
def _line_up(state: State, entry: Entry) -> State:
    payload = entry.payload
    key = (payload["round"], payload["team"])
    new = replace(state, line_ups={**state.line_ups, key: tuple(payload["boards"])})
    if "pairs" not in payload:
        return new
    old = new.round(payload["round"])  # paired already: the match is seated anew
    places = [n for n, board in old.boards.items() if board.match == payload["match"]]
    seated = round_from_payload(payload, entry.number).boards
    return new.with_round(replace(old, boards={**old.boards, **dict(zip(places, seated.values(), strict=True))}))


# -- rounds


@_fold("pair")
def _pair(state: State, entry: Entry) -> State:
    return _with_rounds(state, [round_from_payload(entry.payload, entry.number)], entry.payload.get("rounds"))


@_fold("pair-all")
def _pair_all(state: State, entry: Entry) -> State:
    rounds = [replace(round_from_payload(data, entry.number), published=True) for data in entry.payload["rounds"]]
    return _with_rounds(state, rounds, entry.payload["rounds"][0].get("rounds"))


def _with_rounds(state: State, rounds: Sequence[Round], needed: int | None) -> State:
    """With rounds paired; a table tells with the first how many there are."""
    settings = replace(state.settings, rounds=needed) if needed else state.settings
    if settings.system is System.KNOCKOUT:  # drawn matches add games: nobody can know beforehand how many
        settings = replace(settings, rounds=max(settings.rounds, rounds[-1].number))
    return replace(state, rounds=(*state.rounds, *rounds), settings=settings)


@_fold("decide")
def _decide(state: State, entry: Entry) -> State:
    plan = state.settings.plan
    awarded = [*plan.get("awarded", ()), [entry.payload["winner"], entry.payload["loser"]]]
    new = replace(state, settings=replace(state.settings, plan={**plan, "awarded": awarded}))
    protocol = entry.payload.get("protocol")
    return replace(new, lots=(*new.lots, protocol)) if protocol else new


@_fold("unpair")
def _unpair(state: State, entry: Entry) -> State:
    gone = len(state.rounds)
    games = {key: game for key, game in state.games.items() if key[0] != gone} if state.games else state.games
    return replace(state, rounds=state.rounds[:-1], games=games)


@_fold("override")
def _override(state: State, entry: Entry) -> State:
    payload = entry.payload
    old = state.round(payload["round"])
    if "matches" in payload:
        return state.with_round(_matches_by_hand(old, entry))
    boards = dict(old.boards)
    for change in payload["boards"]:
        boards[change["board"]] = Board(
            change["white"],
            change["black"],
            by_hand=True,
            breach=change.get("breach", ""),
            entry=entry.number,
            match=boards[change["board"]].match,
        )
    return state.with_round(replace(old, boards=boards, bye=payload.get("bye", old.bye)))


def _matches_by_hand(old: Round, entry: Entry) -> Round:
    """Other teams meet: the boards of the round anew; `keep` names a board that stays as it was."""
    boards: dict[int, Board] = {}
    for n, row in enumerate(entry.payload["boards"], 1):
        if "keep" in row:
            boards[n] = old.boards[row["keep"]]
        else:
            white, black = (Outcome[name] for name in row.get("outcomes", ("PENDING", "PENDING")))
            breach = row.get("breach", "")
            boards[n] = Board(row["white"], row["black"], white, black, by_hand=True, breach=breach, match=row["match"])
    matches = tuple((first, second) for first, second in entry.payload["matches"])
    return replace(old, boards=boards, matches=matches, team_bye=entry.payload["team_bye"])


@_fold("manual")
def _manual(state: State, entry: Entry) -> State:
    return state.with_round(replace(state.round(entry.payload["round"]), manual=entry.payload["on"]))


@_fold("publish")
def _publish(state: State, entry: Entry) -> State:
    return state.with_round(replace(state.round(entry.payload["round"]), published=entry.payload.get("on", True)))


@_fold("close-round")
def _close_round(state: State, entry: Entry) -> State:
    return state.with_round(replace(state.round(entry.payload["round"]), closed=entry.payload.get("on", True)))


@_fold("result")
def _result(state: State, entry: Entry) -> State:
    old = state.rounds[entry.payload["round"] - 1]
    boards = dict(old.boards)
    boards[entry.payload["board"]] = _board_after(boards[entry.payload["board"]], entry)
    return state.with_round(replace(old, boards=boards))


def _board_after(board: Board, entry: Entry) -> Board:
    payload = entry.payload
    white, black = Outcome[payload["white"]], Outcome[payload["black"]]
    if payload.get("rating_only"):
        return replace(board, rating_white=white, rating_black=black, entry=entry.number)
    if payload.get("swap"):  # the colours were recorded the wrong way round (C.04.2 D.8)
        board = replace(
            board,
            white=board.black,
            black=board.white,
            turned=not board.turned,
            rating_white=board.rating_black,
            rating_black=board.rating_white,
        )
    awarded = payload.get("points")
    points = (Points(awarded[0]), Points(awarded[1])) if awarded else None
    return replace(board, white_outcome=white, black_outcome=black, points=points, entry=entry.number)


def _results(state: State, entries: Iterable[Entry]) -> State:
    """Many results in a row, each table of boards copied once: a replay is linear in the entries."""
    boards: dict[int, dict[int, Board]] = {}
    last = state.number
    for entry in entries:
        round, board = entry.payload["round"], entry.payload["board"]
        if round not in boards:
            boards[round] = dict(state.rounds[round - 1].boards)
        boards[round][board] = _board_after(boards[round][board], entry)
        last = entry.number
    for round, changed in boards.items():
        state = state.with_round(replace(state.rounds[round - 1], boards=changed))
    return replace(state, number=last)


# -- the rest of the day


@_fold("challenge")
def _challenge(state: State, entry: Entry) -> State:
    return replace(state, challenges=(*state.challenges, Challenge(**entry.payload)))


@_fold("challenge-games")
def _challenge_games(state: State, entry: Entry) -> State:
    p = entry.payload
    matches = list(state.challenges)
    last = max(i for i, m in enumerate(matches) if (m.challenger, m.opponent) == (p["challenger"], p["opponent"]))
    matches[last] = replace(matches[last], games=p["games"])
    return replace(state, challenges=tuple(matches))


@_fold("incident")
def _incident(state: State, entry: Entry) -> State:
    data = dict(entry.payload)
    data["articles"] = tuple(data.get("articles", ()))
    incident = Incident(**{"who": entry.who, "at": entry.at} | data)
    others = tuple(i for i in state.incidents if i.id != incident.id)
    return replace(state, incidents=tuple(sorted((*others, incident), key=lambda i: i.id)))


@_fold("ruling")
def _ruling(state: State, entry: Entry) -> State:
    """Incidents with what they did to their games, in one entry."""
    for part in entry.payload["rulings"]:
        state = _incident(state, replace(entry, payload=part["incident"]))
        if part.get("result"):
            state = _result(state, replace(entry, payload=part["result"]))
        if part.get("seats"):
            state = _as_they_sat(state, entry, part["incident"]["round"], part["seats"])
    return state


def _as_they_sat(state: State, entry: Entry, round: int, rows: Iterable[Mapping[str, Any]]) -> State:
    """Boards on which other players sat than were paired, with what was written for them."""
    old = state.round(round)
    boards = dict(old.boards)
    for row in rows:
        white, black = (Outcome[name] for name in row.get("outcomes", ("PENDING", "PENDING")))
        rated = [Outcome[name] for name in row.get("rated", ())]
        boards[row["board"]] = Board(
            row["white"],
            row["black"],
            white,
            black,
            entry=entry.number,
            rating_white=rated[0] if rated else None,
            rating_black=rated[1] if rated else None,
            by_hand=True,
            breach=row.get("breach", ""),
            match=old.boards[row["board"]].match,
            points=(Points(row["points"][0]), Points(row["points"][1])) if "points" in row else None,
        )
    return state.with_round(replace(old, boards=boards))


@_fold("hall")
def _hall(state: State, entry: Entry) -> State:
    """What is noted in the hall: supervision, start, arrivals, clocks."""
    data = entry.payload
    old = state.hall.get(data["round"], HallRound())
    new = replace(old, **{name: data[name] for name in ("supervision", "started") if name in data})
    arrivals = {int(id): at for id, at in data.get("arrivals", {}).items()}
    merged = {id: at for id, at in {**old.arrivals, **arrivals}.items() if at is not None}
    checks = tuple(ClockCheck(**check) for check in data.get("checks", ()))
    new = replace(new, arrivals=merged, checks=(*old.checks, *checks))
    return replace(state, hall={**state.hall, data["round"]: new})


@_fold("game")
def _game(state: State, entry: Entry) -> State:
    """The moves of one or more boards."""
    rows = entry.payload["games"]
    new = {(row["round"], row["board"], row.get("leg", 0)): {**row, "entry": entry.number} for row in rows}
    return replace(state, games={**state.games, **new}, games_before=_games_before(state, new))


@_fold("game-remove")
def _game_remove(state: State, entry: Entry) -> State:
    gone = {(key[0], key[1], key[2]) for key in entry.payload["games"]}
    left = {key: game for key, game in state.games.items() if key not in gone}
    return replace(state, games=left, games_before=_games_before(state, gone))


def _games_before(state: State, keys: Iterable[GameKey]) -> dict[GameKey, tuple[int, ...]]:
    """A record that is replaced or taken out stays known by its entry."""
    known = state.games_before
    return {**known, **{key: (*known.get(key, ()), state.games[key]["entry"]) for key in keys if key in state.games}}


@_fold("report")
def _report(state: State, entry: Entry) -> State:
    p, key = entry.payload, (entry.payload["round"], entry.payload["board"])
    said = {**state.reports.get(key, {}), p["id"]: ReportedResult(p["white"], p["result"])}
    state = _result(state, replace(entry, payload=p["entered"])) if "entered" in p else state  # both said so
    return replace(state, reports={**state.reports, key: said})


@_fold("tick")
def _tick(state: State, entry: Entry) -> State:
    ticks = dict(state.ticks)
    if entry.payload["done"]:
        told = f"{entry.who} {entry.at}".strip()
        ticks[entry.payload["item"]] = f"{told} · {entry.payload['note']}" if entry.payload.get("note") else told
    else:
        ticks.pop(entry.payload["item"], None)
    return replace(state, ticks=ticks)


@_fold("close-event")
def _close_event(state: State, entry: Entry) -> State:
    return replace(state, closed=True)


@_fold("reopen-event")
def _reopen_event(state: State, entry: Entry) -> State:
    return replace(state, closed=False)


@_fold("remark")
def _remark(state: State, entry: Entry) -> State:
    line = Remark(entry.number, entry.at, entry.who, entry.payload["about"], entry.payload["text"])
    return replace(state, remarks=(*state.remarks, line))
