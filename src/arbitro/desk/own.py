"""What a player may do by the personal link: only for themselves, only what the organiser allows, within the limits.

    check-in    while the arbiter checks in, or where the setting allows it from the start
    bye         a half-point or zero-point bye of a round to come, and to take it back (C.05 6.7.4)
    withdraw    not paired again
    result      report the game in play; reported alike by both it is entered (`both`), or waits for the arbiter's tap
    game        hand in the moves of a finished game that nobody has handed in

Whatever would need an arbiter's confirmation is refused here with its sentence. Entries carry the player's name.
"""

from __future__ import annotations

from contextlib import suppress

from arbitro.desk import games, store
from arbitro.desk.commands.entries import bye_limits
from arbitro.desk.commands.games import game_key, start_of
from arbitro.desk.commands.reports import board_of
from arbitro.desk.entry import Entry
from arbitro.desk.roles import Role
from arbitro.desk.state import Entrant, State, TeamEntry
from arbitro.errors import Refused
from arbitro.games import RecordedGame, read_pgn, typed
from arbitro.i18n import gettext_for, speaking
from arbitro.model import Outcome, System

_ = gettext_for("desk")
BYES = (Outcome.HALF_BYE, Outcome.ZERO_BYE)


def person(state: State, me: Entrant) -> str:
    """Who did it, in the journal: in the tournament's language, whatever the phone speaks."""
    with speaking(state.settings.language):
        return _("player {name}").format(name=me.name)


def captain(state: State, team: TeamEntry) -> str:
    """The captain who did it, in the journal."""
    with speaking(state.settings.language):
        return _("captain of {team}").format(team=team.name)


def may(state: State, me: Entrant) -> frozenset[str]:
    """What this player may do now."""
    if state.closed or me.excluded or not me.confirmed:
        return frozenset()
    allowed = set(state.settings.players_may)
    if state.check_in_used:
        allowed.add("check-in")
    if me.withdrawn_after is not None:
        allowed -= {"check-in", "bye", "withdraw"}
    if me.present or state.started:
        allowed.discard("check-in")
    if state.settings.team_boards or not open_byes(state, me):  # a team's captain and arbiter decide there
        allowed.discard("bye")
    if state.settings.team_boards or len(state.rounds) >= state.settings.rounds:
        allowed.discard("withdraw")
    if game_in_play(state, me) is None:
        allowed -= {"result", "both"}
    if not games_to_hand_in(state, me):
        allowed.discard("game")
    return frozenset(allowed)


def open_byes(state: State, me: Entrant) -> list[tuple[int, list[Outcome]]]:
    """The rounds to come for which this player may still ask for a bye, with what it may be worth."""
    byes = []
    for round in range(len(state.rounds) + 1, state.settings.rounds + 1):
        kinds = []
        for kind in BYES:
            with suppress(Refused):
                if not bye_limits(state, me.name, me.byes, round, kind.name, half_allowed=me.half_byes_allowed):
                    kinds.append(kind)
        if kinds and round not in me.byes:
            byes.append((round, kinds))
    return byes


def game_in_play(state: State, me: Entrant) -> tuple[int, int] | None:
    """Round and board of the game that this player may report."""
    current = state.current
    found = board_of(current, me.id) if current is not None and current.published and not current.closed else None
    return (current.number, found[0]) if current and found and not found[1].finished else None


def games_to_hand_in(state: State, me: Entrant) -> list[tuple[int, int]]:
    """Round and board of this player's finished games whose moves nobody has brought."""
    if state.settings.system is System.DOUBLE:
        return []
    mine = ((r.number, found) for r in state.rounds if r.published and (found := board_of(r, me.id)))
    return [
        (round, n)
        for round, (n, board) in mine
        if board.finished and board.white_outcome.played and (round, n, 0) not in state.games
    ]


def _mine(section: int, id: int, deed: str) -> tuple[State, Entrant]:
    state = store.state_of(section)
    me = state.entrants[id]
    if deed not in may(state, me):
        raise Refused(_("This is not open to you now: speak to the arbiter."))
    return state, me


def _give(section: int, me: Entrant, command: str, **args: object) -> Entry:
    try:
        return store.execute(section, command, args, who=person(store.state_of(section), me), role=Role.ENTRY)
    except store.NeedsConfirmation as question:
        raise Refused(_("{text} Speak to the arbiter.").format(text=question)) from question


def check_in(section: int, id: int) -> Entry:
    _state, me = _mine(section, id, "check-in")
    return _give(section, me, "check-in", ids=[id])


def ask_for_bye(section: int, id: int, round: int, outcome: str) -> Entry:
    _state, me = _mine(section, id, "bye")
    if outcome not in (kind.name for kind in BYES):
        raise Refused(_("A requested bye is worth nothing, half a point or a point."))
    return _give(section, me, "bye", id=id, round=round, outcome=outcome)


def cancel_bye(section: int, id: int, round: int) -> Entry:
    state = store.state_of(section)
    me = state.entrants[id]
    if "bye" not in state.settings.players_may or round not in me.byes:
        raise Refused(_("This is not open to you now: speak to the arbiter."))
    return _give(section, me, "bye", id=id, round=round, outcome=None)


def withdraw(section: int, id: int) -> Entry:
    _state, me = _mine(section, id, "withdraw")
    return _give(section, me, "withdraw", id=id)


def report(section: int, id: int, round: int, result: str) -> Entry:
    """Report the game in play."""
    _state, me = _mine(section, id, "result")
    return _give(section, me, "report", id=id, round=round, result=result)


def hand_in(section: int, id: int, round: int, text: str) -> int:
    """The moves of one's own game, as PGN or as they were written down; the journal's number of them."""
    state, me = _mine(section, id, "game")
    board = dict(games_to_hand_in(state, me)).get(round)
    if board is None:
        raise Refused(_("The moves of that game are there, or it has no result yet."))
    key = game_key(state, round, board)
    return games.save(section, [(key, _read(text, start_of(state, round)))], who=person(state, me), role=Role.ENTRY)


def _read(text: str, start: str) -> RecordedGame:
    if "[" in text:
        reading = read_pgn(text.encode())
        if reading.problems or len(reading.games) != 1:
            raise Refused(
                _("This is not one game in PGN: {why}").format(why=" ".join(map(str, reading.problems)) or "–")
            )
        game = reading.games[0]
    else:
        read = typed(text, start)
        if read.stopped is not None:
            stop = read.stopped
            raise Refused(_("{number} {word}: {reason}").format(number=stop.number, word=stop.word, reason=stop.reason))
        game = read.game
    if not game.line:
        raise Refused(_("Say the moves."))
    return game
