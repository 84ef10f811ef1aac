"""Pairing by hand: checked against the absolute criteria, marked for good, compared with the engine.

rule                  command
C.04.2 D.10           override   a published pairing changes only to avoid a second meeting
C.04.3 C.1-C.3        override   absolute criteria are checked; a breach needs a second confirmation and stays marked
C.04.6 C1, C2         override   the same for teams: no second match, no second bye; colour limits are not for teams
verification 65-69    manual     pairing by hand has a start and an end, and is compared with the engine
verification 63       pair-by-hand   a whole round, also where no legal pairing exists
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, NamedTuple

from arbitro.desk.commands.base import Caution, Draft, Level, command, require_open, seats_at
from arbitro.desk.commands.parameters import LastRound, Says, Takes
from arbitro.desk.commands.rounds import (
    FORFEITED,
    differences,
    engines_pairs,
    last_round,
    pairs_of,
    pairs_teams,
    require_ready,
    seats,
)
from arbitro.desk.roles import CHIEFS
from arbitro.desk.snapshot import snapshot
from arbitro.desk.state import Board, Round, State
from arbitro.errors import Refused, cite
from arbitro.i18n import N_, gettext_for, ngettext_for
from arbitro.model import Colour, Outcome, Pair, System, Tournament
from arbitro.model.remarks import written
from arbitro.model.team_results import team_rounds
from arbitro.swiss.colours import preference
from arbitro.swiss.general import may_change_published, may_have_bye

ngettext_ = ngettext_for("desk")

_ = gettext_for("desk")

STARTS = (("start", True), ("end", False))
BARS_TEAM_BYE = (Outcome.PAIRING_BYE, Outcome.FORFEIT_WIN, Outcome.FULL_BYE)


class Breach(NamedTuple):
    """An absolute criterion that a pair breaks."""

    article: str
    text: str

    def __str__(self) -> str:
        return f"{self.text} ({cite(self.article)})" if self.article else self.text


def before_round(state: State, round: Round) -> Tournament:
    """What the rules knew when a round was paired."""
    return snapshot(replace(state, rounds=state.rounds[: round.number - 1]))


def breaches(state: State, event: Tournament, board: Board) -> list[Breach]:
    """The absolute criteria that a board breaks (C.04.3 C.1, C.3; forbidden pairs); `event` is what went before."""
    white, black = state.numbers[board.white], state.numbers[board.black]
    broken = []
    if black in event.opponents(white):
        broken.append(Breach("C.04.3 C.1", _("they have met before")))
    if any({board.white, board.black} <= set(group) for group in state.keep_apart):
        broken.append(Breach("", _("they must be kept apart")))
    for number, colour in ((white, Colour.WHITE), (black, Colour.BLACK)):
        history = event.colours(number)
        name = event.player(number).name
        if history[-2:] == (colour, colour):
            broken.append(Breach("C.04.1 g", _("{name} has the same colour a third time running").format(name=name)))
        if abs(sum(c.sign for c in history) + colour.sign) > 2:
            broken.append(Breach("C.04.1 f", _("{name}'s colours differ by more than two").format(name=name)))
    return broken


def _both_reversed(state: State, event: Tournament, board: Board) -> bool:
    """Would changing the colours please both players? (verification 68)"""
    white, black = (preference(event.colours(state.numbers[id])).colour for id in (board.white, board.black))
    return white is Colour.BLACK and black is Colour.WHITE


@command(
    "override",
    CHIEFS,
    needs_reason=True,
    risky=True,
    help=N_("Pair boards of the last round by hand: BOARD:WHITE-BLACK, for example 3:7-12; teams: MATCH:TEAM-TEAM."),
)
def override(
    state: State,
    *,
    boards: Annotated[Sequence[Mapping[str, int]], Says(Takes.BOARDS, N_("BOARD:WHITE-BLACK."))] = (),
    matches: Annotated[Sequence[Mapping[str, int]], Says(Takes.BOARDS, N_("MATCH:TEAM-TEAM."))] = (),
    bye: Annotated[int | None, Says(Takes.PLAYER, N_("Who has the bye then."))] = None,
    round: LastRound = None,
) -> Draft:
    """Pair some boards by hand: `boards` are {board, white, black} with entrant ids; the same players sit again.

    In a round of teams `matches` are {match, white, black} with team numbers (white: the first-named) and `bye` is a
    team; who sits follows from the line-ups.
    """
    require_open(state)
    current = last_round(state, round)
    if current.closed:
        raise Refused(_("Round {round} is closed.").format(round=current.number))
    if not current.manual:
        raise Refused(_("Start the pairing by hand first."), article="C.02.04, 65")
    changes = matches if current.matches else boards
    if (boards if current.matches else matches) or not changes:
        teams = _("Name the matches that change: the teams of a round are paired as units.")
        raise Refused(teams if current.matches else _("Name the boards that change."), article="C.04.2 D.10")
    what = "match" if current.matches else "board"
    if any(set(change) != {what, "white", "black"} for change in changes):
        raise Refused(_("Each change names {what}, white and black.").format(what=what))
    return (_override_matches if current.matches else _override_boards)(state, current, changes, bye)


def _override_boards(state: State, current: Round, changes: Sequence[Mapping[str, int]], bye: int | None) -> Draft:
    event = before_round(state, current)
    new = dict(current.boards)
    new_bye = bye if bye is not None else current.bye
    for change in changes:
        old = seats_at(current, change["board"])
        if old.finished:
            raise Refused(_("Board {b} has a result.").format(b=change["board"]))
        new[change["board"]] = Board(change["white"], change["black"], by_hand=True, match=old.match)
    before = sorted([*(id for b in current.boards.values() for id in (b.white, b.black)), current.bye or 0])
    after = sorted([*(id for b in new.values() for id in (b.white, b.black)), new_bye or 0])
    if before != after:
        raise Refused(_("The same players must sit on the changed boards, each once."))
    warnings: list[Caution] = []
    rows = []
    for n in dict.fromkeys(change["board"] for change in changes):
        board = new[n]
        faults = breaches(state, event, board)
        breach = "; ".join(map(str, faults))
        rows.append({"board": n, "white": board.white, "black": board.black, "breach": breach})
        warnings += _faults(_("Board {n}").format(n=n), faults)
        if _both_reversed(state, event, board):
            text = _("Board {b}: both players get the colour that they are not due.").format(b=n)
            warnings.append(Caution(Level.ACKNOWLEDGE, text, "C.04.3 E"))
    warnings += _table_broken(state, current, new)
    if bye is not None and bye != current.bye:
        person = state.entrants[bye]
        if not may_have_bye(event, state.numbers[bye], state.settings.editions.swiss):
            warnings.append(_no_bye(person.name, "C.04.3 C.2"))
    if current.published:
        pairs = [Pair(state.numbers[b.white], state.numbers[b.black]) for b in current.boards.values()]
        warnings.append(_published(may_change_published(event, pairs)))
    boards = [new[n] for n in dict.fromkeys(change["board"] for change in changes)]
    names = ", ".join(f"{state.entrants[board.white].name} - {state.entrants[board.black].name}" for board in boards)
    return _draft(current, {"boards": rows, "bye": new_bye}, warnings, names)


def _table_broken(state: State, current: Round, boards: Mapping[int, Board]) -> list[Caution]:
    """In a round robin: who would meet too often, the rest of the table being played as it stands (101)."""
    if state.settings.system not in (System.ROUND_ROBIN, System.DOUBLE_ROUND_ROBIN):
        return []
    from arbitro.formats.rounds import table_of

    event = snapshot(state.with_round(replace(current, boards=boards)))
    meetings = Counter(
        frozenset((game.white, game.black)) for n in range(1, current.number + 1) for game in event.games(n)
    )
    for pairs in table_of(event)[current.number :]:
        meetings.update(map(frozenset, pairs))
    most = 2 if state.settings.system is System.DOUBLE_ROUND_ROBIN else 1
    names = [" - ".join(event.player(n).name for n in sorted(pair)) for pair, n in meetings.items() if n > most]
    text = _("With the rest of the table these would meet too often: {names}.").format(names="; ".join(sorted(names)))
    return [Caution(Level.CONFIRM, text, "C.05 annex 1")] if names else []


def _override_matches(state: State, current: Round, changes: Sequence[Mapping[str, int]], bye: int | None) -> Draft:
    """Other teams meet. The boards of the changed matches are made anew; the others keep theirs, results and all."""
    matches = list(current.matches)
    new_bye = bye if bye is not None else current.team_bye
    changed = dict.fromkeys(change["match"] for change in changes)
    for change in changes:
        if not 1 <= change["match"] <= len(matches):
            raise Refused(_("Round {r} has no match {m}.").format(r=current.number, m=change["match"]))
        matches[change["match"] - 1] = (change["white"], change["black"])
    if any(b.match in changed and b.finished and b.white and b.black for b in current.boards.values()):
        raise Refused(_("A match that has results stays as it is."), article="C.04.2 D.10")
    before = sorted([*(team for match in current.matches for team in match), current.team_bye or 0])
    if before != sorted([*(team for match in matches for team in match), new_bye or 0]):
        raise Refused(_("The same teams must play in the changed matches, each once."))
    past = team_rounds(before_round(state, current))
    met = {(team, r.opponent) for team, rounds in past.items() for r in rounds if r.outcome.played}
    again = Breach("C.04.6 C1", _("they have met before"))
    swiss = state.settings.system.is_swiss
    faults = {n: [again] if swiss and pair in met else [] for n, pair in enumerate(matches, 1)}
    warnings = [caution for n in changed for caution in _faults(_("Match {n}").format(n=n), faults[n])]
    new_rest = bye is not None and bye != current.team_bye
    if swiss and bye is not None and new_rest and any(r.outcome in BARS_TEAM_BYE for r in past[bye]):
        warnings.append(_no_bye(state.teams[bye].name, "C.04.6 C2"))
    if current.published:
        warnings.append(_published(any(swiss and match in met for match in current.matches)))
    rows = _boards_of_matches(state, current, matches, {n: "; ".join(map(str, faults[n])) for n in changed})
    payload = {"boards": rows, "matches": [list(match) for match in matches], "team_bye": new_bye}
    names = ", ".join(" - ".join(state.teams[team].name for team in matches[n - 1]) for n in changed)
    return _draft(current, payload, warnings, names)


def _boards_of_matches(
    state: State, current: Round, matches: Sequence[tuple[int, int]], changed: Mapping[int, str]
) -> list[dict[str, Any]]:
    """Every board of the round, in order; `changed` are the matches made anew, with what they break."""
    rows: list[dict[str, Any]] = []
    for n, (first, second) in enumerate(matches, 1):
        if n not in changed:
            rows += [{"keep": number} for number, board in current.boards.items() if board.match == n]
            continue
        for white, black in seats(state, current.number, first, second, current.absent):
            row: dict[str, Any] = {"white": white or 0, "black": black or 0, "match": n, "breach": changed[n]}
            if white is None or black is None:
                row["outcomes"] = FORFEITED[white is not None, black is not None]
            rows.append(row)
    return rows


def _faults(where: str, faults: Iterable[Breach]) -> list[Caution]:
    return [Caution(Level.TWO_STEPS, f"{where}: {fault.text}.", fault.article or "C.04.3 C") for fault in faults]


def _no_bye(name: str, article: str) -> Caution:
    return Caution(Level.TWO_STEPS, _("{name} may not have the bye again.").format(name=name), article)


def _published(second_meeting: bool) -> Caution:
    """C.04.2 D.10: what everyone has seen changes only where two meet again."""
    if second_meeting:
        text = _("The published pairing has a second meeting: it may change.")
        return Caution(Level.CONFIRM, text, "C.04.2 D.10")
    return Caution(Level.REFUSE, _("A published pairing changes only to avoid a second meeting."), "C.04.2 D.10")


def _draft(current: Round, payload: Mapping[str, Any], warnings: Sequence[Caution], names: str) -> Draft:
    text = _("The pairing will differ from the engine's; papers will show it.")
    return Draft(
        "override",
        {"round": current.number, **payload},
        warnings=(*warnings, Caution(Level.CONFIRM, text, "C.04.2 A.5")),
        remark=_("Round {round} paired by hand: {names}").format(round=current.number, names=names),
    )


@command("manual", CHIEFS, help=N_("Start or end pairing by hand; the end compares with the engine."))
def manual(
    state: State, *, on: Annotated[bool, Says(Takes.CHOICE, word="what", choices=STARTS)], round: LastRound = None
) -> Draft:
    """Start or end pairing by hand; at the end the engine's pairing is compared and the difference logged."""
    require_open(state)
    current = last_round(state, round)
    if current.manual == on:
        raise Refused(_("Pairing by hand has already been started.") if on else _("It has not been started."))
    if on:
        return Draft(
            "manual",
            {"round": current.number, "on": True},
            remark=_("Round {round}: pairing by hand started").format(round=current.number),
        )
    engine, made = engines_pairs(state, current), frozenset(pairs_of(state, current).values())
    gone, new = written(engine - made), written(made - engine)
    different = differences(state, current)
    payload = {"round": current.number, "on": False, "different": different, "engine": gone, "made": new}
    if not gone and not new:
        return Draft("manual", payload)
    text = _("The engine's pairs: {engine}. By hand: {made}.").format(engine=gone or "–", made=new or "–")
    return Draft(
        "manual",
        payload,
        warnings=(Caution(Level.CONFIRM, text, "C.02.04, 69"),),
        remark=ngettext_(
            "Round {round}: pairing by hand ended, {n} board differs from the engine's",
            "Round {round}: pairing by hand ended, {n} boards differ from the engine's",
            len(different),
        ).format(round=current.number, n=len(different)),
    )


@command(
    "pair-by-hand",
    CHIEFS,
    needs_reason=True,
    risky=True,
    help=N_("Make the whole next round by hand: WHITE,BLACK for each board, for example 1,4 2,3 --bye 5."),
)
def pair_by_hand(
    state: State,
    *,
    pairs: Annotated[Sequence[Sequence[int]], Says(Takes.GROUPS, N_("White and Black of each board, with a comma."))],
    bye: Annotated[int | None, Says(Takes.PLAYER, N_("Who has the bye."))] = None,
) -> Draft:
    """Make the next round by hand, also where no legal pairing exists: a draft in which pairing by hand is open."""
    require_ready(state)
    if pairs_teams(state):
        raise Refused(_("Teams are paired first; then their matches are changed by hand."))
    coming = len(state.rounds) + 1
    playing = {e.id for e in state.playing(coming) if e.id in state.numbers}
    seated = [id for pair in pairs for id in pair] + ([bye] if bye is not None else [])
    if any(len(pair) != 2 for pair in pairs) or len(set(seated)) != len(seated) or set(seated) != playing:
        left = ", ".join(state.entrants[id].name for id in sorted(playing - set(seated))) or "–"
        text = _("Seat everyone who plays in round {round}, each once. Not seated: {names}.")
        raise Refused(text.format(round=coming, names=left))
    event = snapshot(state)
    warnings: list[Caution] = []
    breaks: dict[str, str] = {}
    for n, (white, black) in enumerate(pairs, 1):
        faults = breaches(state, event, Board(white, black))
        breaks |= {str(n): "; ".join(map(str, faults))} if faults else {}
        warnings += _faults(_("Board {n}").format(n=n), faults)
    if bye is not None and not may_have_bye(event, state.numbers[bye], state.settings.editions.swiss):
        warnings.append(_no_bye(state.entrants[bye].name, "C.04.3 C.2"))
    text = _("The whole round is made by hand; papers and the report will show it.")
    absent = {e.id: state.absence(e, coming) for e in state.entrants.values() if e.id in state.numbers}
    payload = {
        "round": coming,
        "pairs": [list(pair) for pair in pairs],
        "bye": bye,
        "absent": {str(id): outcome.name for id, outcome in absent.items() if outcome is not None},
        "by_hand": True,
        "breaches": breaks,
    }
    remark = _("Round {round} made by hand").format(round=coming)
    return Draft("pair", payload, warnings=(*warnings, Caution(Level.CONFIRM, text, "C.02.04, 63")), remark=remark)
