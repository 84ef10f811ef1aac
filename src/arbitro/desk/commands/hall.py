"""What is decided at a board: a ruling with all that follows from it, absences, the clocks that were read.

article       command       what it writes
Laws, C.05    ruling        one entry: the incident, clock times, penalty, result; or only a note
C.05 10       appeal-decision   what the committee decided, and what it does to the game
6.7.1         forfeits      everybody who was not at the board by the default time
A.4, B.2      hall-round    supervision of the round's games, and when they really began
6.7           arrival       who was not at the board, and when they came
6.10          clock-check   what a clock showed and how many moves were made
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from fractions import Fraction
from typing import Annotated, Any

from arbitro.desk.advice import appeals_of
from arbitro.desk.commands.base import Draft, command, entrant, require_open, round_number, seats_at
from arbitro.desk.commands.parameters import BoardNumber, LastRound, PlayerId, Says, Takes
from arbitro.desk.commands.results import Unchanged, swap_colours
from arbitro.desk.commands.results import result as give_result
from arbitro.desk.commands.seats import RESEATS, reseated
from arbitro.desk.hall import clock_corrections, conditions, facts, hall_of, illegal_moves
from arbitro.desk.roles import ARBITERS, ENTRY_DESK
from arbitro.desk.state import ClockCheck, Incident, State
from arbitro.errors import ArbitroError, Refused
from arbitro.i18n import N_, gettext_for
from arbitro.laws import hall
from arbitro.laws.duties import clock_seconds, seconds_of
from arbitro.laws.rulings import Code, Ruling, Side
from arbitro.laws.rulings.illegal import losing_number
from arbitro.model.outcome import ALIASES
from arbitro.officials.appeals import deposit_returned

_ = gettext_for("desk")

PENALTIES_IN_TIME = {"increase opponent time": "opponent", "reduce offender time": "offender"}
PENALTY_S = 120  # what a penalty in time usually is
SIDES = (("", ""), ("white", "white"), ("black", "black"))
SWAPS = {"reversed_colours.continue", "reversed_colours.continue_one", "reversed_colours.over"}
Text = Annotated[str, Says(help=N_("In words."))]
Clock = Annotated[str, Says(help=N_("What the clock shows before, as 1:05:30."))]


@command("ruling", ARBITERS, help=N_("Rule on what happened at a board, and write down all that follows."))
def ruling(
    state: State,
    *,
    board: BoardNumber,
    case: Annotated[str, Says(help=N_("The case, as in arbitro ruling --cases."))],
    round: LastRound = None,
    side: Annotated[str, Says(Takes.CHOICE, N_("Whom it concerns."), choices=SIDES)] = "",
    answer: Annotated[Sequence[str], Says(help=N_("An answer, as completed=false."))] = (),
    fen: Annotated[str, Says(help=N_("The position."))] = "",
    moves: Annotated[str, Says(help=N_("The moves of the game."))] = "",
    declared: Annotated[str, Says(help=N_("The move that was written down: declared with a claim, or sealed."))] = "",
    touched: Annotated[Sequence[str], Says(help=N_("A square that was touched, in order."))] = (),
    white_clock: Clock = "",
    black_clock: Clock = "",
    penalty: Annotated[str, Says(help=N_("A penalty of 12.9, as warning."))] = "",
    seconds: Annotated[int, Says(help=N_("How much a penalty in time is."))] = PENALTY_S,
    result: Annotated[str, Says(help=N_("The result, where the arbiter sets it."))] = "",
    other: Annotated[int | None, Says(help=N_("The other board, where players of two boards changed seats."))] = None,
    ran: Annotated[str, Says(help=N_("The wrong setting that the clock ran with, as 90+0."))] = "",
    made: Annotated[int, Says(help=N_("Moves completed by White, for a clock that was set wrongly."))] = 0,
    text: Text = "",
    note: Annotated[bool, Says(help=N_("Only write it down: change nothing."))] = False,
    key: Annotated[str, Says(help=N_("The phone's own number of the ruling."))] = "",
) -> Draft:
    """One entry: the incident, what the clocks must show, the penalty, the result."""
    require_open(state)
    number = round_number(state, round)
    seats = seats_at(state.round(number), board)
    if key and any(i.key == key for i in state.incidents):
        raise Unchanged(_("This ruling is written down already."))
    found = hall.case_named(case)
    if found.who and not side:
        raise Refused(_("Say whom it concerns: White or Black."))
    if side not in ("", "white", "black"):
        raise Refused(_("Say whom it concerns: White or Black."))
    who = Side(side) if side else None
    known = hall.read_answers(answer)
    game = conditions(state, number)
    if found.kind == "illegal_move" and who:
        known.setdefault("number", min(illegal_moves(state, number, board, side) + 1, losing_number(game)))
    try:
        _board, position = hall.placed(fen, moves, touched, declared)
        decided = hall.decide(found, game, known, facts(state), who, position)
    except ArbitroError as error:
        raise Refused(str(error)) from error
    if decided.code is Code.DEPENDS and not note:
        raise Refused(decided.text())
    names = {p["name"]: p["say"] for p in hall.penalties(game)}
    if penalty and penalty not in names:
        raise Refused(_("{penalty} is not a penalty; known: {known}.").format(penalty=penalty, known=", ".join(names)))
    times = hall.seconds_for(decided, who)
    if ran and decided.row.startswith("clock.wrong_setting"):
        times = clock_corrections(state, ran, white_clock, black_clock, made)
    if who and penalty in PENALTIES_IN_TIME:
        owner = who.opponent if PENALTIES_IN_TIME[penalty] == "opponent" else who
        sign = 1 if owner is not who else -1
        times[owner.value] = times.get(owner.value, 0) + sign * seconds
    clocks = (("white", white_clock), ("black", black_clock))
    shown = {colour: clock_seconds(display) for colour, display in clocks if display}
    wanted = result or _result(decided, who, penalty)
    incident = Incident(
        id=_next_id(state),
        round=number,
        board=board,
        kind=found.id,
        text=f"{found.text}. {text.strip()}" if text.strip() else found.text,
        ruling="; ".join((decided.text(), *([names[penalty]] if penalty else []))),
        articles=decided.articles,
        entrant={"white": seats.white, "black": seats.black}.get(side),
        open=False,
        side=side,
        row=decided.row,
        illegal=decided.illegal_move,
        penalty="" if note else penalty,
        times={} if note else times,
        clocks={} if note else {colour: max(0, s + times.get(colour, 0)) for colour, s in shown.items()},
        result="" if note else wanted,
        position=fen,
        noted=note,
        key=key,
    )
    draft = None if note else _effect(state, number, board, wanted, decided, other, who)
    return _written(state, [(incident, draft)])


def _result(decided: Ruling, who: Side | None, penalty: str) -> str:
    """The sign of the result, as the desk writes it; nothing where the game goes on."""
    ended = hall.result_for(decided.ending, who)
    if ended is None and penalty == "declare game lost" and who:
        ended = who.opponent.wins
    return ended.shown if ended else ""


def _effect(
    state: State, number: int, board: int, wanted: str, decided: Ruling, other: int | None, who: Side | None
) -> Draft | None:
    """What the ruling does to the round: a result, or colours and seats as they were played (7.3, C.04.2 D.10)."""
    try:
        if wanted:
            return give_result(state, board=board, result=ALIASES.get(wanted, wanted), round=number)
        if decided.row in SWAPS:
            return swap_colours(state, board=board, round=number)
        if decided.row in RESEATS:
            return reseated(state, number, board, other, decided.row, who)
    except Unchanged:
        pass
    return None


def _next_id(state: State) -> int:
    return max((i.id for i in state.incidents), default=0) + 1


def _written(state: State, rulings: list[tuple[Incident, Draft | None]]) -> Draft:
    """One entry for incidents and what they do to their games."""
    parts: list[dict[str, Any]] = []
    touches: set[str] = set()
    for incident, draft in rulings:
        data = {k: v for k, v in asdict(incident).items() if k not in ("who", "at") or v}
        data["articles"] = list(incident.articles)
        part: dict[str, Any] = {"incident": data, "result": draft.payload if draft and draft.kind == "result" else None}
        parts.append(part | ({"seats": draft.payload["boards"]} if draft and draft.kind == "seats" else {}))
        touches.add(f"incident:{incident.id}")
        touches |= draft.touches if draft else frozenset()
    drafts = [draft for _incident, draft in rulings if draft]
    warnings = tuple(caution for draft in drafts for caution in draft.warnings)
    remark = "; ".join(draft.remark for draft in drafts if draft.remark)
    return Draft("ruling", {"rulings": parts}, frozenset(touches), warnings, remark)


DECISIONS = (("upheld", "upheld"), ("dismissed", "dismissed"))


@command("appeal-decision", ARBITERS, help=N_("Write down what the appeals committee decided, and apply it."))
def appeal_decision(
    state: State,
    *,
    decision: Annotated[str, Says(Takes.CHOICE, N_("Upheld or dismissed."), choices=DECISIONS)],
    id: Annotated[int | None, Says(help=N_("The incident that is the appeal; else the open one."))] = None,
    committee: Annotated[str, Says(help=N_("Who decided."))] = "",
    result: Annotated[str, Says(help=N_("The result, where the committee changes it."))] = "",
    reasonable: Annotated[bool, Says(help=N_("Dismissed, but the deposit goes back."))] = False,
    text: Text = "",
) -> Draft:
    """C.05 10: one entry closes the appeal; upheld, it takes the ruling back and gives the game its new result."""
    require_open(state)
    waiting = [i for i in state.incidents if i.kind == "appeal" and i.open and id in (None, i.id)]
    if len(waiting) != 1:
        raise Refused(_("Name the open appeal by the number of its incident."), article="C.05 10")
    appeal = waiting[0]
    upheld = decision == "upheld"
    if decision not in ("upheld", "dismissed"):
        raise Refused(_("An appeal is upheld or dismissed."), article="C.05 10")
    if result and not upheld:
        raise Refused(_("A dismissed appeal changes no result."), article="C.05 10")
    rules = appeals_of(state.settings)
    said = [_("Appeal upheld by {who}.") if upheld else _("Appeal dismissed by {who}.")]
    said[0] = said[0].format(who=committee.strip() or _("the appeals committee"))
    if rules.deposit:
        back = deposit_returned(decision, rules.deposit, Fraction(int(reasonable)))
        amount = f"{float(back):g}"
        said.append(_("Deposit returned: {amount} {currency}").format(amount=amount, currency=rules.currency) + ".")
    said += [text.strip()] if text.strip() else []
    draft = _changed(state, appeal, result) if result else None
    decided = replace(
        appeal, open=False, ruling=" ".join(said), articles=("11.10", "C.05 10"), result=result, who="", at=""
    )
    rulings: list[tuple[Incident, Draft | None]] = [(decided, draft)]
    overruled = next((i for i in state.incidents if i.id == appeal.about), None)
    if upheld and overruled is not None:
        told = _("{ruling} (taken back on appeal)").format(ruling=overruled.ruling)
        taken_back = replace(overruled, ruling=told, row="", noted=True, penalty="", times={}, clocks={}, illegal=None)
        rulings.append((taken_back, None))
    return _written(state, rulings)


def _changed(state: State, appeal: Incident, wanted: str) -> Draft | None:
    if appeal.board is None:
        raise Refused(_("The appeal concerns no board: there is no result to change."), article="C.05 10")
    try:
        return give_result(state, board=appeal.board, result=ALIASES.get(wanted, wanted), round=appeal.round)
    except Unchanged:
        return None


@command("forfeits", ARBITERS, help=N_("Forfeit everybody who was not at the board by the default time."))
def forfeits(state: State, *, round: LastRound = None) -> Draft:
    """6.7.1: the games of those who are noted as absent and did not come."""
    require_open(state)
    number = round_number(state, round)
    gone = {id for id, at in hall_of(state, number).arrivals.items() if not at}
    case, game, given = hall.case_named("late"), conditions(state, number), facts(state)
    rulings: list[tuple[Incident, Draft | None]] = []
    for n, seats in state.round(number).boards.items():
        missing = [side for side, id in ((Side.WHITE, seats.white), (Side.BLACK, seats.black)) if id in gone]
        if not missing or seats.finished:
            continue
        both = len(missing) == 2
        decided = hall.decide(case, game, {}, given, missing[0])
        sign = "-/-" if both else (hall.result_for(decided.ending, missing[0]) or missing[0].opponent.wins).shown
        first = _next_id(state) + len(rulings)
        names = ", ".join(state.entrants[{Side.WHITE: seats.white, Side.BLACK: seats.black}[s]].name for s in missing)
        incident = Incident(
            id=first, round=number, board=n, kind=case.id, text=f"{case.text}: {names}", ruling=decided.text(),
            articles=decided.articles, entrant=seats.white if missing[0] is Side.WHITE else seats.black, open=False,
            side=missing[0].value, row=decided.row, result=sign,
        )  # fmt: skip
        rulings.append((incident, give_result(state, board=n, result=sign, round=number)))
    if not rulings:
        raise Refused(_("Nobody is noted as absent on a board without a result."))
    return _written(state, rulings)


@command("hall-round", ARBITERS, help=N_("Say how a round is supervised and when it really began."))
def hall_round(
    state: State,
    *,
    round: LastRound = None,
    supervision: Annotated[
        str | None,
        Says(
            Takes.CHOICE, N_("Adequate or not (A.4, B.2)."), choices=(("adequate",) * 2, ("inadequate",) * 2, ("", ""))
        ),
    ] = None,
    started: Annotated[str | None, Says(help=N_("The real start, as 16:05."))] = None,
) -> Draft:
    number = round_number(state, round)
    payload: dict[str, Any] = {"round": number}
    if supervision is not None:
        if supervision not in ("", "adequate", "inadequate"):
            raise Refused(_("Supervision is adequate or inadequate."))
        payload["supervision"] = supervision
    if started is not None:
        payload["started"] = _time_of_day(started) if started else ""
    return Draft("hall", payload, frozenset({f"hall:{number}"}))


@command("arrival", ENTRY_DESK, help=N_("Note who is not at the board, or when they came."))
def arrival(
    state: State,
    *,
    id: PlayerId,
    round: LastRound = None,
    at: Annotated[str | None, Says(help=N_("When they came, as 16:12; empty: not yet."))] = "",
    here: Annotated[bool, Says(help=N_("They were there at the start after all."))] = False,
) -> Draft:
    number = round_number(state, round)
    entrant(state, id)
    time = None if here else _time_of_day(at) if at else ""
    return Draft("hall", {"round": number, "arrivals": {str(id): time}}, frozenset({f"arrival:{number}:{id}"}))


def _time_of_day(text: str) -> str:
    seconds = seconds_of(text)
    return f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}"


@command("clock-check", ENTRY_DESK, help=N_("Write down what a clock shows and how many moves were made."))
def clock_check(
    state: State,
    *,
    board: BoardNumber,
    at: Annotated[str, Says(help=N_("When it was read, as 16:30."))],
    white: Annotated[str, Says(help=N_("White's time, as 1:05:30."))],
    black: Annotated[str, Says(help=N_("Black's time, as 1:05:30."))],
    white_moves: Annotated[int, Says(help=N_("Moves completed by White."))],
    black_moves: Annotated[int, Says(help=N_("Moves completed by Black."))],
    round: LastRound = None,
) -> Draft:
    number = round_number(state, round)
    seats_at(state.round(number), board)
    if not 0 <= black_moves <= white_moves <= black_moves + 1:
        raise Refused(_("White has made as many moves as Black, or one more."))
    check = ClockCheck(board, _time_of_day(at), clock_seconds(white), clock_seconds(black), white_moves, black_moves)
    return Draft("hall", {"round": number, "checks": [asdict(check)]}, frozenset({f"clock:{number}:{board}"}))
