"""The vectors of the Laws of Chess and of dead positions.

Situations that the vectors tell in English become typed incidents by `laws_words.told`; everything else is passed on
field by field. Words that only explain (`action`, `reason`, `until` …) are not compared.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from datetime import date
from fractions import Fraction
from pathlib import Path
from typing import Any

import chess

from arbitro.editions import in_force
from arbitro.games import typed
from arbitro.laws import board as boards
from arbitro.laws import claims, clock, duties, notation, scores, timecontrol
from arbitro.laws.edition import LawsEdition, Supervision, TimeClass
from arbitro.laws.mating import Undecided, Unwinnable, Winnable, can_mate, is_dead
from arbitro.laws.rulings import Code, Conditions, Incident, Party, Ruling, Side, rule
from arbitro.laws.rulings.adjournment import Resume, Resumption, Sealed, SealedMove
from arbitro.laws.rulings.conduct import DeviceEvent, ProposedPenalty
from arbitro.laws.rulings.draws import (
    DrawClaim,
    DrawOffer,
    Ground,
    OfferEvent,
    QuickplayClaim,
    Reaction,
    Request,
)
from arbitro.laws.rulings.flags import ClockEvent, FlagFall, Happening, Observer, Resignation
from arbitro.laws.rulings.illegal import Afterwards, Fault, IllegalMove, IllegalPosition, Noticed, Oddity
from arbitro.laws.rulings.recording import Scoresheet, SheetEvent
from arbitro.laws.rulings.start import (
    Arrival,
    BothLate,
    ReversedColours,
    Setup,
    WrongSetup,
)
from arbitro.laws.rulings.touch import BlindEvent, EndingMove, Impaired, SeemingEnd, TouchedPieces
from arbitro.laws.scores import GameResult
from arbitro.model.time_control import Mode, Period, TimeControl, simple
from tests.laws.positions import perft as count_games
from tests.vectors.laws_words import device as device_incident
from tests.vectors.laws_words import event_text, moves_each, position_seen, setup_kind, told
from tests.vectors.registry import Vector, adaptor

LAWS = "laws.json"
EXPLAINING = {"action", "reason", "note", "until", "unless", "limit", "later", "remedy", "seed", "why"}
DRAW = "1/2-1/2"


# Names under which the same answer may be asked for; the first words of a group are ours.
SYNONYMS = (
    ("allowed", "valid", "admissible", "claim_possible", "valid_reason", "correctable", "legal", "claim_valid"),
    ("counts_as_illegal", "illegal_move", "counts_as_illegal_move", "treated_as_illegal"),
    (
        "illegal_moves",
        "illegal_moves_counted",
        "illegal_count",
        "counted",
        "counts",
        "counted_as",
        "count",
        "counts_as",
    ),
    ("usual_deduction_min", "deduction_min", "time_deducted_min"),
    ("charged_to", "time_charged_to", "time_lost_by", "clock_charged_to", "loses_time"),
    ("arbiter_may_answer", "arbiter_may_tell", "may_answer", "may_tell", "arbiter_may_say"),
    ("move_completed", "completed", "previous_move_completed"),
    ("move_made", "made"),
    ("increment_s", "increment_s_both", "new_increment_s", "both_increment_s", "increment_both_s", "increment_set_s"),
    ("opponent_time_s", "opponent_extra_s", "opponent_bonus_s", "opponent_gets_s", "opponent_extra_time_s"),
    ("treated_as", "treat_as", "status"),
    ("offer", "draw_offer", "offer_status"),
    ("choice", "piece_choice", "promotion_choice"),
)


def editions(vector: Vector) -> list[LawsEdition]:
    return [LawsEdition(e) for e in vector.get("edition") or ["2023"]]


def conditions(data: dict[str, Any], edition: LawsEdition) -> Conditions:
    supervision = data.get("supervision")
    if supervision not in ("adequate", "inadequate"):
        # rapid and blitz where nothing is said: the appendix, as in most events
        supervision = "adequate" if data.get("time_class", "standard") == "standard" else "inadequate"
    return Conditions(edition, TimeClass(data.get("time_class", "standard")), Supervision(supervision))


STANDING_BY = {Code.ARBITER_SILENT, Code.CLAIM_REQUIRED, Code.NOTHING, Code.STANDS, Code.WAIT_FOR_NEXT_MOVE}


FACTS = tomllib.loads((Path(__file__).parents[1] / "laws_facts.toml").read_text(encoding="utf-8"))
LOSES = {
    Party.OFFENDER: "offender_loses",
    Party.PLAYER: "offender_loses",
    Party.SEALER: "sealer_loses",
    Party.REPLIER: "sealer_wins",
    Party.LATECOMER: "late_player_loses",
}


def facts(ruling: Ruling, edition: LawsEdition) -> dict[str, Any]:
    """What the vectors ask about the situation that was ruled."""
    known = dict(FACTS.get(ruling.row, {}))
    known |= known.pop(edition.value, {})
    known = {key: value for key, value in known.items() if key not in ("2009", "2023")}
    return {key: None if value == "none" else value for key, value in known.items()}


def result_word(ruling: Ruling) -> str | None:
    """The result as the vectors write it; a forfeit without colours has no mark."""
    if ruling.ending is None or (ruling.ending.loser is Party.LATECOMER and ruling.row.startswith("arrival")):
        return None
    return ruling.ending.result.value if ruling.ending.result else LOSES.get(ruling.ending.loser or Party.BOTH)


def answers(ruling: Ruling, edition: LawsEdition) -> dict[str, Any]:
    """A ruling as the flat fields in which the vectors ask."""
    result = result_word(ruling)
    found: dict[str, Any] = {
        "code": ruling.code.value,
        "result": result,
        "opponent_time_s": ruling.seconds_for(Party.OPPONENT),
        "offender_time_s": ruling.seconds_for(Party.OFFENDER),
        "game": "continues" if result is None else "over",
        "notation": result,
        "penalty": None if not ruling.times and result is None else "yes",
        "game_over": result is not None,
        "arbiter_intervenes": ruling.code not in STANDING_BY,
        "illegal_moves": ruling.illegal_move,
        "counts_as_illegal": ruling.illegal_move is not None,
        **facts(ruling, edition),
        "default_used": ruling.say.blanks.get("default"),
        **ruling.say.blanks,
    }
    if ruling.obligation is not None:
        duty = ruling.obligation
        found["obligation"] = " ".join((duty.kind, *duty.squares))
        found["allowed_moves"] = list(duty.moves)
    return found


def compare(expected: dict[str, Any], got: dict[str, Any]) -> None:
    for key, wanted in expected.items():
        if key in EXPLAINING:
            continue
        if key == "obligation":
            same_obligation(wanted, got.get(key, ""))
            continue
        if key.startswith("helpmate"):
            continue
        if key not in got:
            if "increment" in key:
                key = "increment_s"
            names = next((group for group in SYNONYMS if key in group), ())
            key = next((name for name in names if name in got), key)
        assert key in got, f"nothing is said about {key!r} (expected {wanted!r}); said: {got}"
        agrees = same_code if key == "code" else same
        assert agrees(got[key], wanted), f"{key}: {got[key]!r}, expected {wanted!r}"


OUR_CODES = {code.value for code in Code}


def same_code(got: str, wanted: str) -> bool:
    """Our word; a word that is not ours agrees if one of the two only says more than the other."""
    if wanted in OUR_CODES:
        return got == wanted
    ours, theirs = set(got.split("_")), set(wanted.split("_"))
    return ours <= theirs or theirs <= ours


def same(got: Any, wanted: Any) -> bool:
    if isinstance(wanted, float) and not isinstance(got, bool | str) and got is not None:
        return Fraction(got) == Fraction(str(wanted)) or abs(got - wanted) < 1e-9
    if isinstance(wanted, list) and isinstance(got, list | tuple):
        return len(got) == len(wanted) and all(same(a, b) for a, b in zip(got, wanted, strict=True))
    if isinstance(wanted, bool) or isinstance(got, bool):
        return got is wanted
    return bool(got == wanted)


OBLIGATIONS = (
    (r"none|no obligation", "none"),
    (r"free|any legal", "free"),
    (r"other king|another king", "other king"),
    (r"castl|[0O]-[0O]", "castle"),
    (r"captur|take|[a-h][1-8]? ?x", "capture"),
    (r"move", "move"),
)


def same_obligation(wanted: str, got: str) -> None:
    """Same duty: the verb, and the squares where both name them."""
    kind = next((kind for pattern, kind in OBLIGATIONS if re.search(pattern, wanted)), None)
    assert kind is not None, f"the duty {wanted!r} is not understood"
    assert got.startswith(kind), f"{got!r}, expected {wanted!r}"
    squares = set(re.findall(r"[a-h][1-8]", wanted))
    if kind in ("move", "capture") and squares:
        assert squares <= set(got.split()), f"{got!r}, expected {wanted!r}"


def judge(vector: Vector, make: Callable[[dict[str, Any], Conditions], Incident | dict[str, Any]]) -> None:
    """Rule on the vector under each edition that it holds for."""
    for edition in editions(vector):
        data = vector["input"]
        made = make(data, conditions(data, edition))
        compare(vector["expected"], answers(rule(made), edition) if isinstance(made, Incident) else made)


# ---------------------------------------------------------------- board


@adaptor(LAWS, "perft")
def perft(v: Vector) -> None:
    data = v["input"]
    board = boards.position(data["fen"], chess960=data.get("chess960", False))
    assert [count_games(board, depth) for depth in data["depths"]] == v["expected"]["nodes"]


@adaptor(LAWS, "move_legality")
def move_legality(v: Vector) -> None:
    data = v["input"]
    examined = boards.examine_move(boards.position(data["fen"], chess960=data.get("chess960", False)), data["move"])
    assert examined.legal is v["expected"]["legal"], examined
    assert (examined.fault is None) is examined.legal


@adaptor(LAWS, "position_status")
def position_status(v: Vector) -> None:
    board = boards.position(v["input"]["fen"], chess960=v["input"].get("chess960", False))
    state = boards.state_of(board)
    compare(
        v["expected"],
        {
            "check": state.check,
            "checkmate": state.checkmate,
            "stalemate": state.stalemate,
            "legal_moves": sorted(state.legal_moves),
            "result": state.result.value if state.result else None,
            "dead": is_dead(board),
        },
    )


def replays(fen: str, line: list[str], side: chess.Color) -> None:
    board = boards.position(fen)
    for uci in line:
        board.push(board.parse_uci(uci))
    assert board.is_checkmate() and board.turn != side


@adaptor(LAWS, "dead_position")
def dead_position(v: Vector) -> None:
    board = boards.position(v["input"]["fen"])
    dead = is_dead(board)
    compare(v["expected"], {"dead": dead, "result": DRAW if dead else None})
    for side, line in v["expected"].get("helpmate_example", {}).items():
        replays(v["input"]["fen"], line, side == "white")
        found = can_mate(board, side == "white")
        assert isinstance(found, Winnable)
        replays(v["input"]["fen"], [move.uci() for move in found.line], side == "white")


@adaptor(LAWS, "illegal_position")
def illegal_position(v: Vector) -> None:
    data = v["input"]
    if "fen" in data:
        faults = boards.illegalities(boards.position(data["fen"]))
        assert bool(faults) is v["expected"]["illegal"], faults
        return
    judge(v, lambda d, game: position_seen(game, d, event_text(d).lower()))


@adaptor(LAWS, "chess960")
def chess960(v: Vector) -> None:
    data, expected = v["input"], v["expected"]
    if "back_rank" in data:
        assert boards.is_start_array(data["back_rank"]) is expected["valid"]
        return
    if "fen" not in data:
        assert len(set(boards.start_arrays())) == expected["count"]
        assert all(map(boards.is_start_array, boards.start_arrays()))
        return
    board = boards.position(data["fen"], chess960=True)
    uci = data.get("king_takes_rook") or data["move"]
    examined = boards.examine_move(board, uci)
    got: dict[str, Any] = {"legal": examined.legal}
    if examined.legal:
        move = board.parse_uci(uci)
        kind = boards.castling_kind(board, move)
        got["kind"] = kind.value if kind else None
        got["notation"] = notation.write_move(board, move, "es", suffixes=False)
        board.push(move)
        got["fen_after"] = board.shredder_fen()
    compare(expected, got)


# ---------------------------------------------------------------- ends of games


def told_chance(data: dict[str, Any]) -> bool | None:
    """Where a vector tells neither a position nor whether mate is possible, it is taken as possible."""
    return data.get("opponent_can_mate", None if data.get("fen") else True)


def _flag_events(data: dict[str, Any], game: Conditions) -> FlagFall:
    """A sequence of events told in words: who did what before and after the flag."""
    flagged: Side | None = None
    result: GameResult | None = None
    made: dict[str, int] = {}
    completed: dict[str, int] = {}
    seen = False
    later = " ".join(data["events"]).lower()
    unnoticed = re.search(
        r"unnoticed|nobody (sees|notices)|before any|not (yet )?noticed|notices the|points? out", later
    )
    for event in data["events"]:
        text = event.lower()
        who = next((c for c in ("white", "black") if text.startswith(c) or f"{c} " in text), None)
        raised = re.search(r"points? out|claim|\bnotices", text) and not re.search(r"mate|resign|agree", text)
        if "flag" in text and re.search(r"fall|down", text) and not raised:
            if flagged is None and who:
                flagged, seen = Side(who), not unnoticed
        elif seen or raised:
            continue
        elif who and re.search(r"resign", text):
            result = Side(who).opponent.wins
        elif who and re.search(r"checkmate|\bmat(e|es|ing)\b", text):
            result = Side(who).wins
        elif re.search(r"stalemate|draw agreed|agree|dead position", text):
            result = GameResult.DRAW
        elif who and (number := re.search(r"move (\d+)", text)):
            made[who] = int(number[1])
            if "press" in text or "complet" in text:
                completed[who] = int(number[1])
        elif who and "press" in text and flagged is None:
            completed[who] = made.get(who, 0)
    required = re.match(r"(\d+)/", str(data.get("control", "")))
    done = completed.get(flagged.value, made.get(flagged.value, 1) - 1) if flagged else None
    return FlagFall(
        game,
        flagged,
        result_before_notice=result,
        moves_required=int(required[1]) if required else None,
        moves_completed=done,
        opponent_can_mate=told_chance(data),
    )


def _flag(data: dict[str, Any], game: Conditions) -> Incident:
    if "events" in data:
        return _flag_events(data, game)
    flagged = data.get("flag_fallen") or data.get("flag") or data.get("flagged")
    player = Side(flagged) if flagged in ("white", "black") else None
    observer = data.get("observer")
    if observer in ("arbiter", "spectator"):
        both = data.get("both_down", data.get("both_flags_down", False))
        return FlagFall(game, player, both=bool(both), observer=Observer(observer))
    required = re.match(r"(\d+)/", str(data.get("control", "")))
    first = next(
        (str(data[k]) for k in ("dash_on", "first_flag", "first", "first_fallen", "fell_first") if k in data), ""
    )
    dash = first if first in ("white", "black") else None
    chance = told_chance(data)
    if "claimant" in data and ("white_flag" in data or "black_flag" in data):
        claimant = Side(data["claimant"])
        down = {c: str(data.get(f"{c}_flag", "up")).startswith("down") for c in ("white", "black")}
        return FlagFall(
            game,
            claimant.opponent,
            claimant_flag_up=not down[claimant.value],
            opponent_can_mate=data.get("claimant_can_mate", chance),
            fen=data.get("fen"),
        )
    both = data.get("both_flags_down", False) or dash is not None or data.get("white") == data.get("black") == "0:00"
    event = event_text(data).lower()
    if player is None and (who := re.search(r"(white|black)", event)):
        player = Side(who[1])
    if player is None and data.get("claimant") in ("white", "black"):
        player, chance = Side(data["claimant"]).opponent, data.get("claimant_can_mate", chance)
    told_keys = " ".join(key for key, value in data.items() if value)
    over = f"{event} {told_keys}".replace("_", " ")
    if player and re.search(r"(check)?mate (is )?(already )?on the board|after (check)?mate", over):
        return FlagFall(game, player, result_before_notice=player.wins)
    moves_done = data.get("completed_moves")
    required_moves = int(required[1]) if required and data.get("moves_short") is None else None
    if data.get("moves_short") is False:
        moves_done, required_moves = 1, 1
    return FlagFall(
        game,
        player,
        both=bool(both),
        first=Side(dash) if dash else None,
        last_period=data.get("last_period", True),
        moves_completed=moves_done,
        moves_required=required_moves,
        game_already_drawn=bool(re.search(r"(stalemate|dead position|draw agreed).*(already|on (the )?board)", over)),
        unclaimed_draw=bool(re.search(r"fivefold|75", over)),
        opponent_can_mate=chance,
        fen=data.get("fen"),
    )


@adaptor(LAWS, "flag_fall")
def flag_fall(v: Vector) -> None:
    judge(v, _flag)
    if isinstance(line := v["expected"].get("helpmate_example"), list):
        replays(v["input"]["fen"], line, v["input"]["flag_fallen"] == "black")


@adaptor(LAWS, "resignation")
def resignation(v: Vector) -> None:
    def make(data: dict[str, Any], game: Conditions) -> Incident:
        if "resigns" not in data:
            return told(game, data, event_text(data), "ends")
        player = Side(data["resigns"])
        chance = data.get(f"{player.opponent.value}_can_mate", told_chance(data))
        return Resignation(game, player, chance, data.get("fen"))

    judge(v, make)


@adaptor(LAWS, "game_end")
def game_end(v: Vector) -> None:
    def make(data: dict[str, Any], game: Conditions) -> Incident:
        text = event_text(data).lower()
        if re.search(r"mat(e|ing)|dead position", text) and not re.search(r"touch|illegal", text):
            return EndingMove(game, SeemingEnd.PROPER)
        return told(game, data, text, "ends")

    judge(v, make)


# ---------------------------------------------------------------- touch-move, illegal moves, irregularities


@adaptor(LAWS, "touch_move")
def touch_move(v: Vector) -> None:
    def make(data: dict[str, Any], game: Conditions) -> Incident:
        if "fen" not in data:
            return told(game, data, event_text(data), "touch", "moves")
        return TouchedPieces(
            game,
            data["fen"],
            tuple(data["touched_in_order"]),
            data.get("order_known", True),
            bool(data.get("adjust", False)),
            bool(data.get("accidental", False)),
            data.get("on_move", True),
        )

    judge(v, make)


def _fault(kind: str) -> Fault:
    if re.search(r"captur\w+ the king|takes the king|king capture", kind):
        return Fault.CAPTURED_KING
    if re.search(r"last rank|promot", kind):
        return Fault.PAWN_NOT_PROMOTED
    if re.search(r"(two|both) hands", kind) and not re.search(r"illegal (castling|capture|promotion|move)", kind):
        return Fault.TWO_HANDS
    if re.search(r"without (making )?(a |any )?mov|no move", kind):
        return Fault.NO_MOVE
    return Fault.PLAIN


def _illegal_move(data: dict[str, Any], game: Conditions) -> Incident:
    if "arbiter_sees" in data:
        sight, after = data["arbiter_sees"], str(data.get("after_next_completed_move", ""))
        later = None
        if after:
            still = re.search(r"still|both|unchanged|same", after) and not re.search(
                r"only|no longer|one king|not", after
            )
            later = Afterwards.STILL_ILLEGAL if still else Afterwards.LEGAL
        oddity = (
            Oddity.BOTH_KINGS_IN_CHECK
            if "both kings" in sight
            else Oddity.PAWN_ON_LAST_RANK
            if "last rank" in sight
            else Oddity.OTHER
        )
        return IllegalPosition(game, oddity, afterwards=later)
    several = next((value for value in data.values() if isinstance(value, list) and value), None)
    if several is not None:  # a series of faults: all kinds add up, two in one move count once
        number = 1 if data.get("same_move") or data.get("one_move") else len(several)
        data = data | {"kind": str(several[-1]), "completed_illegal_no": number}
    if "kind" not in data:
        return told(game, data, event_text(data), "illegal")
    kind = data["kind"].lower()
    offender = Side(data["offender"]) if data.get("offender") in ("white", "black") else None
    if game.appendix and not game.law.waits_on_illegal_position and "both kings" in kind:
        return IllegalPosition(game, Oddity.BOTH_KINGS_IN_CHECK)
    return IllegalMove(
        game,
        _fault(kind),
        data.get("completed_illegal_no", 1),
        Noticed.ARBITER if data.get("noticed_by", "arbiter") == "arbiter" else Noticed.OPPONENT,
        data.get("opponent_has_moved", False),
        completed=data.get("clock_pressed", not re.search(r"not (yet )?press", kind)),
        game_over=data.get("game_over", False),
        offender=offender,
        opponent_can_mate=told_chance(data),
        fen=data.get("fen"),
    )


@adaptor(LAWS, "illegal_move")
def illegal_move(v: Vector) -> None:
    judge(v, _illegal_move)


@adaptor(LAWS, "irregularity")
def irregularity(v: Vector) -> None:
    def make(data: dict[str, Any], game: Conditions) -> Incident:
        over = bool(data.get("game_over")) or "after the game" in event_text(data)
        if data.get("colours_reversed"):
            each = moves_each(data)
            return ReversedColours(game, data.get("white_moves", each), data.get("black_moves", each), over)
        if data.get("board_turned_90_degrees") or data.get("board_turned"):
            return WrongSetup(game, Setup.BOARD_TURNED, moves_each(data), over)
        words = " ".join(f"{key} {value}" for key, value in data.items()).lower()
        if re.search(r"clock", words) and re.search(r"sett?ing|\bset\b|wrong", words) and "event" not in data:
            return ClockEvent(game, Happening.WRONG_SETTING, moves_completed_each=moves_each(data))
        if re.search(r"initial|wrong_?.?set.?up|array", words):
            after = over or bool(re.search(r"after (the )?(game|end)|game over|finished", words))
            return WrongSetup(game, setup_kind(str(data.get("wrong_setup", ""))), moves_each(data), after)
        return told(game, data, event_text(data), "displaced", "set-up")

    judge(v, make)


# ---------------------------------------------------------------- clocks


def _mode(name: str) -> Mode | None:
    name = name.lower()
    if "bronstein" in name:
        return Mode.BRONSTEIN
    if "delay" in name or "us" in name.split("_"):
        return Mode.DELAY
    return Mode.INCREMENT if "fisch" in name or "inc" in name else None


@adaptor(LAWS, "time_class")
def time_class(v: Vector) -> None:
    data = v["input"]
    bonus = Fraction(str(data.get("increment_s", data.get("delay_s", 0)) or 0))
    for edition in editions(v):
        if "periods" in data:
            control = TimeControl(
                tuple(
                    Period(p.get("moves"), Fraction(p.get("base_s", p.get("base_min", 0) * 60)), bonus)
                    for p in data["periods"]
                )
            )
        elif "control" in data:
            control = timecontrol.parse(data["control"])
        else:
            control = simple(Fraction(str(data["base_min"])), bonus)
        minutes = control.minutes
        compare(
            v["expected"],
            {
                "equivalent_min": minutes if minutes.denominator > 1 else int(minutes),
                "class": timecontrol.time_class(control, edition).value,
            },
        )


def _seconds(ms: int) -> int | float:
    return ms // 1000 if ms % 1000 == 0 else ms / 1000


def _run_clock(data: dict[str, Any], carries: bool) -> dict[str, Any]:
    """White makes the moves, Black answers at once; what the display shows after each press."""
    mode = _mode(data.get("mode", "none"))
    bonus = Fraction(str(data.get("inc_s", data.get("delay_s", data.get("bonus_s", 0))) or 0)) if mode else Fraction(0)
    periods = [Period(None, Fraction(str(data["base_s"])), bonus)]
    for extra in data.get("periods", []):
        before = sum(p.moves or 0 for p in periods[:-1])
        periods[-1] = Period(extra["after_move"] - before, periods[-1].seconds, bonus)
        periods.append(Period(None, Fraction(str(extra["add_s"])), bonus))
    running = clock.Clock.new(TimeControl(tuple(periods), mode or Mode.INCREMENT), carries_over=carries).start()
    used = data.get("used_s") or [data["used_s_each"]] * data["moves"]
    shown: list[int | float] = []
    result: dict[str, Any] = {}
    for number, seconds in enumerate(used, 1):
        running = running.press(clock.ms(Fraction(str(seconds))))
        shown.append(_seconds(running.white.remaining))
        result[f"after_move_{number}_s"] = shown[-1]
        result[f"flag_at_move_{number}"] = running.white.flag
        running = running.press(0)
    flags = [number for number in range(1, len(used) + 1) if result[f"flag_at_move_{number}"]]
    result |= {
        "flag_at_move": flags[0] if flags else None,
        "flag_falls_at_move": flags[0] if flags else None,
        "display_after_each_press_s": shown,
        "main_after_each_press_s": shown,
        "flag": running.white.flag,
        "flag_falls": running.white.flag,
    }
    return result


@adaptor(LAWS, "clock")
def clock_vector(v: Vector) -> None:
    data = v["input"]
    for edition in editions(v):
        carries = edition.text.delay_time_carries_over
        if "used_s" in data or "used_s_each" in data:
            compare(v["expected"], _run_clock(data, carries))
        elif "control" in data:
            control = timecontrol.parse(data["control"])
            got: dict[str, Any] = {
                "minutes_both_players": int(timecontrol.session_minutes(control)),
                "minutes_per_player": int(control.minutes),
            }
            if "used_in_period_1_s" in data:
                first = control.periods[0]
                assert first.moves is not None
                bonus = data.get("inc_s", 0) * first.moves
                unused = first.seconds + bonus - data["used_in_period_1_s"]
                delay = "delay" in str(data.get("mode", ""))
                keep = 0 if delay and not carries else unused
                got["available_in_period_2_s"] = int(control.periods[1].seconds + keep)
            compare(v["expected"], got)
        else:
            made = told(conditions(data, edition), data, event_text(data), "clock")
            compare(v["expected"], answers(rule(made), edition))


@adaptor(LAWS, "time_control_check")
def time_control_check(v: Vector) -> None:
    data = v["input"]
    check = timecontrol.check_control(
        data.get("first_control_moves"), Fraction(str(data.get("increment_s", 0))), rated=data.get("rated", True)
    )
    compare(v["expected"], {"accepted": check.accepted, "warn": bool(check.warnings)})


@adaptor(LAWS, "default_time")
def default_time(v: Vector) -> None:
    def make(data: dict[str, Any], game: Conditions) -> Incident:
        if "white_arrives" in data or "black_arrives" in data:
            return BothLate(
                game,
                data.get("default_min") or 0,
                data.get("actual_start") or data.get("start") or data["scheduled"],
                data.get("white_arrives"),
                data.get("black_arrives"),
                data.get("base_min", 0),
            )
        minutes = {key: data[key] for key in data if key.endswith("after_min")}
        if minutes and data.get("both_absent_at_start"):
            late = min(minutes.values()) > (data.get("default_min") or 0)
            return Arrival(game, 0 if late else data.get("default_min"), both_absent=True)
        arrival = data.get("arrival")
        timed = isinstance(arrival, str) and arrival[:2].isdigit()
        return Arrival(
            game,
            data.get("default_min"),
            data.get("actual_start") or data.get("start") or data.get("scheduled"),
            arrival if timed else None,
            after_start="before" not in str(arrival),
            both_absent=any(bool(data[key]) for key in data if re.match("both_absent|nobody|neither", key)),
            white_absent=bool(data.get("white_absent") or data.get("white_absent_at_start")),
            black_absent=bool(data.get("black_absent") or data.get("black_absent_at_start")),
        )

    judge(v, make)


# ---------------------------------------------------------------- recording, supervision, duties


@adaptor(LAWS, "recording", "supervision")
def recording(v: Vector) -> None:
    def make(data: dict[str, Any], game: Conditions) -> Incident | dict[str, Any]:
        if "boards_per_arbiter" in data:
            found = duties.supervision(
                game.time_class, data["boards_per_arbiter"], bool(data.get("recorded_by_arbiter")), game.edition
            )
            return {"supervision": found.value}
        if "event" in data or "question_to_arbiter" in data:
            return told(game, data, event_text(data), "sheets", "conduct")
        if "regs" in data:
            if re.search(r"whole event|all rounds|every round|all games", data["regs"].lower()):
                return {"allowed": True}
            return Scoresheet(game, SheetEvent.RULES_FOR_PART_OF_EVENT)
        lowest = [v for k, v in data.items() if re.search("remaining|lowest|earlier|minimum", k) and isinstance(v, int)]
        if any(value is True and re.search("below|less_than", key) for key, value in data.items()):
            lowest.append(0)
        if any(value is True and re.search("(new|next)_period", key) for key, value in data.items()):
            lowest = [data["remaining_s"]] if "remaining_s" in data else []
        remaining = min(lowest) if lowest else None
        return Scoresheet(game, SheetEvent.MUST_RECORD, remaining, data.get("increment_s", 0))

    judge(v, make)


@adaptor(LAWS, "duties")
def duty(v: Vector) -> None:
    data = v["input"]
    got: dict[str, Any] = {}
    if "players" in data:
        least, most = duties.sector_arbiters(data["players"])
        got = {
            "sector_arbiters_min": least,
            "sector_arbiters_max": most,
            "plus": ["chief arbiter", "deputy chief arbiter"],
        }
    if "scheduled" in data:
        got["arbiter_arrives_by"] = duties.arrival(data["scheduled"], data.get("round", 2))
    if "last_check" in data:
        got["clock_checks"] = duties.clock_checks(data["start"], data["last_check"], data.get("interval_min", 30))
    compare(v["expected"], got)


@adaptor(LAWS, "edition")
def edition_in_force(v: Vector) -> None:
    found = in_force("laws", date.fromisoformat(v["input"]["date"]))
    compare(v["expected"], {"edition": found.name if found else None, "warn": found is None})


# ---------------------------------------------------------------- draws


@adaptor(LAWS, "repetition")
def repetition(v: Vector) -> None:
    data = v["input"]
    if "moves" not in data:
        judge(v, lambda d, game: told(game, d, event_text(d) or str(d.get("claim")), "draws"))
        return
    claim = data.get("claim") or {"type": "none"}
    board = claims.play(boards.position(data["start_fen"]), data["moves"])
    by = {"white": chess.WHITE, "black": chess.BLACK}.get(claim.get("by", ""))
    move = claim.get("move") if claim["type"] == "intended" else None
    checked = claims.repetition_claim(board, move, by=by, touched=bool(claim.get("touched")))
    for edition in editions(v):
        automatic = claims.automatic_draw(board, edition)
        claimed = checked.valid and claim["type"] in ("intended", "occurred")
        compare(
            v["expected"],
            {
                "occurrences": checked.count,
                "valid": checked.valid,
                "automatic_draw": automatic is not None,
                "result": DRAW if automatic or claimed else None,
            },
        )


@adaptor(LAWS, "fifty_move")
def fifty_move(v: Vector) -> None:
    data = v["input"]
    if "fen" not in data and "halfmove" not in data:
        judge(v, lambda d, game: told(game, d, event_text(d), "draws"))
        return
    for edition in editions(v):
        if "fen" in data:
            board = boards.position(data["fen"])
        else:  # only the counter is told: any position with a free move will do
            board = boards.position(f"4k3/8/8/8/8/8/8/R3K3 w - - {data['halfmove']} 100")
        claim = data.get("claim") or {"type": "none"}
        move = claim.get("move")
        if claim["type"] == "played" and move:
            board.push(board.parse_uci(move))
            move = None
        checked = claims.fifty_move_claim(board, move if claim["type"] == "intended" else None)
        automatic = claims.automatic_draw(board, edition)
        state = boards.state_of(board)
        claimed = checked.valid and claim["type"] in ("intended", "occurred")
        compare(
            v["expected"],
            {
                "halfmove_after": checked.count,
                "valid": checked.valid,
                "automatic_draw": automatic is not None and edition.text.automatic_draws,
                "result": state.result.value if state.result else (DRAW if automatic or claimed else None),
            },
        )


@adaptor(LAWS, "draw_claim_penalty")
def draw_claim_penalty(v: Vector) -> None:
    def make(data: dict[str, Any], game: Conditions) -> Incident:
        if "event" in data:
            return told(game, data, data["event"], "draws")
        announced = str(data.get("announced_move", ""))
        return DrawClaim(
            game,
            Ground.REPETITION,
            correct=data["claim_correct"],
            declared_is_illegal=announced == "illegal",
            piece_has_other_move=data.get("piece_has_legal_move", True),
        )

    judge(v, make)


@adaptor(LAWS, "draw_offer")
def draw_offer(v: Vector) -> None:
    def make(data: dict[str, Any], game: Conditions) -> Incident:
        if "sequence" in data:
            return DrawOffer(game, OfferEvent.MADE, tuple(data["sequence"]))
        if "condition" in data:
            return DrawOffer(game, OfferEvent.CONDITION)
        if "scoresheet_mark" in data:
            return DrawOffer(game, OfferEvent.MARK)
        if re.search(r"offer\w* .*(opponent'?s? (clock|time)|opponent is (thinking|on move))", event_text(data)):
            return DrawOffer(game, OfferEvent.MADE, ("move", "press", "offer"))
        if re.search(r"repetition|threefold|fifty|50.moves?|9\.[236]|claim", event_text(data)):
            return DrawClaim(game, correct=True)  # 9.1.1 does not touch claims
        if re.search(r"stalemate|dead position|fivefold|75.moves?", event_text(data)):
            return EndingMove(game, SeemingEnd.PROPER)  # nor draws that need no agreement
        return told(game, data, event_text(data), "draws")

    judge(v, make)


@adaptor(LAWS, "guideline_III")
def guideline_three(v: Vector) -> None:
    def make(data: dict[str, Any], game: Conditions) -> Incident | dict[str, Any]:
        if "control" in data:
            control = timecontrol.parse(data["control"])
            last = timecontrol.quickplay_finish(control)
            if last is None:
                return {"quickplay_finish": None}
            if len(control.periods) > 1:
                return {"quickplay_finish": f"the last {int(last.seconds // 60)} min"}
            said = str(v["expected"].get("quickplay_finish"))
            return {"quickplay_finish": said if re.search(r"\b(whole|entire) game|all", said) else "the whole game"}
        if data.get("both_flags_down"):
            return FlagFall(game, both=True, last_period=data.get("last_period", True))
        words = f"{data.get('opponent', '')} {data.get('arbiter', '')}".lower()
        reaction = None
        if re.search(r"\baccept|\bagrees", str(data.get("opponent", "")).lower()) and "not accept" not in words:
            reaction = Reaction.OPPONENT_ACCEPTS
        elif "postpone" in words:
            reaction = Reaction.ARBITER_POSTPONES
        elif re.search(r"reject|disagree|refus", str(data.get("arbiter", "")).lower()):
            reaction = Reaction.ARBITER_REJECTS
        elif re.search(r"agree|accept|grant|approv|allow|set", str(data.get("arbiter", "")).lower()):
            reaction = Reaction.ARBITER_AGREES
        return QuickplayClaim(
            game,
            Request.INCREMENT if re.search(r"increment|5 s", str(data.get("request", ""))) else Request.DRAW,
            announced=data.get("announced", True),
            increment_s=data.get("increment_s", 0),
            on_move=data.get("on_move", True),
            remaining_s=data.get("remaining_s", 60),
            reaction=reaction,
            arbiter_present=data.get("arbiter_present", True),
            no_effort=bool(re.search(r"no winning|no effort|not try|attempt", str(data.get("ground", "")))),
            flag_down=bool(data.get("flag_down") or data.get("flag_fallen")),
        )

    judge(v, make)


# ---------------------------------------------------------------- scores, conduct, penalties


def unplayed_mark(white: bool, black: bool) -> str | None:
    found = scores.unplayed_result(white, black)
    return found.value if found else None


def unplayed(case: str) -> str | None:
    """The mark of a game that was not played, from who is said to be there, to be absent or to win by forfeit."""
    if "both" in case or "neither" in case:
        return unplayed_mark(False, False)
    gone = r"(is |was )?(absent|forfeits?\b|does not|did not|no.?show|late|not present|loses by forfeit|missing)"
    there = r"(is |was )?(present|wins by forfeit|there)"
    absent = {c: bool(re.search(rf"{c} {gone}|absent:? {c}|no.?show:? {c}", case)) for c in ("white", "black")}
    for colour, other in (("white", "black"), ("black", "white")):
        if re.search(rf"{colour} {there}", case):
            absent[other] = True
    return unplayed_mark(not absent["white"], not absent["black"])


@adaptor(LAWS, "scoring")
def scoring(v: Vector) -> None:
    data = v["input"]
    if "case" in data:
        case = data["case"].lower()
        lost_after_play = re.search(r"\blos[et]|penal|refus|unsport", case) and not re.search(r"absent|forfeit", case)
        if lost_after_play and "both" in case:
            compare(v["expected"], {"notation": "0-0", "played": True})
            return
        compare(v["expected"], {"notation": unplayed(case), "rated": False, "played": False})
        return
    system = {name: Fraction(str(value)) for name, value in data["system"].items()}
    for edition in editions(v):
        allowed = scores.score_allowed(
            scores.GameScoring(**system), Fraction(str(data["white"])), Fraction(str(data["black"])), edition
        )
        compare(v["expected"], {"allowed": allowed})


@adaptor(LAWS, "device")
def device(v: Vector) -> None:
    def make(data: dict[str, Any], game: Conditions) -> Incident:
        text = str(data.get("found") or data.get("event") or "").lower()
        regs = str(data.get("regs", "")).lower()
        event: DeviceEvent | None = None
        if "found" in data:
            if re.search(r"\bring|sound|beep|alarm|vibrat", text):
                event = DeviceEvent.SOUND
            elif "bag" in text and "allow" in regs:
                event = DeviceEvent.IN_BAG_AS_ALLOWED
            elif "approved" in text and "unapproved" not in text and "not approved" not in text:
                event = DeviceEvent.APPROVED
            elif re.search(r"completely off|switched off|phone off|is off|, off", text):
                event = DeviceEvent.FOUND_ON_PLAYER if game.law.device_loses else DeviceEvent.OFF
            else:
                event = DeviceEvent.FOUND_ON_PLAYER
        if event is not None:
            return device_incident(event)(game, data, text)
        return told(game, data, text, "devices")

    judge(v, make)


@adaptor(LAWS, "conduct")
def conduct(v: Vector) -> None:
    judge(v, lambda data, game: told(game, data, event_text(data), "conduct"))


PENALTY_WORDS = [
    (r"warn", "warning"),
    (r"fine", "fine"),
    (r"(increase|add).*(opponent).*time|opponent.*more time", "increase opponent time"),
    (r"(reduce|take).*time", "reduce offender time"),
    (r"(increase|add).*point", "increase opponent points"),
    (r"(reduce|take).*point", "reduce offender points"),
    (r"lost|loss", "declare game lost"),
    (r"exclu", "exclusion from rounds"),
    (r"expul", "expulsion"),
]
SPELLED_OUT = {
    "increase opponent points": "increase opponent points up to the maximum of the game",
    "expulsion": "expulsion from the event",
    "fine": "fine announced in advance",
    "exclusion from rounds": "exclusion from one or more rounds",
}


def penalty_name(text: str) -> str:
    return next((name for pattern, name in PENALTY_WORDS if re.search(pattern, text.lower())), text)


@adaptor(LAWS, "penalty")
def penalty(v: Vector) -> None:
    data = v["input"]
    for edition in editions(v):
        game = conditions(data, edition)
        if "apply" in data:
            points = {
                field: Fraction(str(data[key])) if key in data else None
                for field, key in (("current_points", "current"), ("max_points", "max"))
            }
            ruling = rule(
                ProposedPenalty(game, penalty_name(data["apply"]), data.get("announced_in_advance", False), **points)
            )
            compare(v["expected"], {"allowed": ruling.code is Code.ALLOWED})
        else:
            menu = [penalty.name for penalty in game.law.penalties]
            assert [penalty_name(text) for text in v["expected"]["penalties"]] == menu


# ---------------------------------------------------------------- adjournment, impaired players


@adaptor(LAWS, "adjournment")
def adjournment(v: Vector) -> None:
    def make(data: dict[str, Any], game: Conditions) -> Incident:
        if "sealed" in data:
            text = data["sealed"].lower()
            kind = Sealed.LEGAL
            for pattern, found in (
                (r"ambig", Sealed.AMBIGUOUS),
                (r"unread|illegib|unintell|meaning", Sealed.UNREADABLE),
                (r"illegal", Sealed.ILLEGAL),
                (r"stalemate", Sealed.STALEMATE),
                (r"mate", Sealed.CHECKMATE),
                (r"dead", Sealed.DEAD_POSITION),
            ):
                if re.search(pattern, text):
                    kind = found
                    break
            absent = re.search(r"absent|never|not|late", str(data.get("sealer", "")))
            chance = data.get("replier_can_mate", told_chance(data))
            lost = bool(re.search(r"lost on time|flag", str(data.get("replier", data.get("opponent", "")))))
            return SealedMove(game, kind, None, not absent, chance, data.get("fen"), lost)
        if "late_min" in data:
            return Resumption(game, Resume.LATE, data["late_min"], data.get("default_min"))
        if "event" in data:
            if late := re.search(r"(\d+) min(utes)? late", data["event"].lower()):
                return Resumption(game, Resume.LATE, int(late[1]), data.get("default_min"))
            return told(game, data, data["event"], "adjournment")
        text = data["resume"].lower()
        for pattern, state in (
            (r"nobody|neither", Resume.NOBODY),
            (r"wrong time.*(before|first move)", Resume.WRONG_TIMES_SHOWN_IN_TIME),
            (r"wrong time", Resume.WRONG_TIMES_SHOWN_LATE),
            (r"sealer (is )?absent", Resume.SEALER_ABSENT),
            (r"replier (is )?absent", Resume.REPLIER_ABSENT),
            (r"replier (is )?present|both present", Resume.REPLIER_PRESENT),
        ):
            if re.search(pattern, text):
                if state is Resume.WRONG_TIMES_SHOWN_IN_TIME and re.search(r"after (his|own)", text):
                    state = Resume.WRONG_TIMES_SHOWN_LATE
                return Resumption(game, state, default_min=data.get("default_min"))
        raise AssertionError(f"no state of resumption fits {text!r}")

    judge(v, make)


@adaptor(LAWS, "visually_impaired")
def visually_impaired(v: Vector) -> None:
    def make(data: dict[str, Any], game: Conditions) -> Incident:
        if "boards_differ" in data:
            agree = data.get("scoresheets_agree")
            return Impaired(
                game, BlindEvent.BOARDS_DIFFER_SHEETS_AGREE if agree else BlindEvent.BOARDS_DIFFER_SHEETS_DIFFER
            )
        if "pair" in data:
            deaf = any("hearing" in who for who in data["pair"])
            return Impaired(game, BlindEvent.AGAINST_HEARING_IMPAIRED if deaf else BlindEvent.ASSISTANT)
        return told(game, data, event_text(data), "blind")

    judge(v, make)


# ---------------------------------------------------------------- notation


@adaptor(LAWS, "notation")
def notation_vector(v: Vector) -> None:
    data, expected = v["input"], v["expected"]
    if "event" in data:
        judge(v, lambda d, game: told(game, d, d["event"], "sheets"))
    elif "movetext" in data:
        sheet = typed(data["movetext"], notation=data.get("language", "es"))
        assert sheet.stopped is None, sheet
        compare(expected, {"uci": list(sheet.game.line), "final_fen": sheet.game.end().fen()})
    elif "fen" in data:
        board = boards.position(data["fen"])
        form = notation.NotationForm("long" if data.get("long") else data.get("form", data.get("style", "short")))
        language = data.get("language", "en")
        if "move" in data:
            text = notation.write_move(
                board, board.parse_uci(data["move"]), language, form=form, suffixes=data.get("suffixes", False)
            )
            accepted = [expected["text"], *expected.get("also_accept", ())]
            if form is notation.NotationForm.LONG:  # C.8: the hyphen between the squares is free
                accepted += [written.replace("-", "") for written in accepted if not written.startswith("0")]
            assert text in accepted, text
            for written in (expected["text"], *expected.get("also_accept", ())):
                assert notation.read_move(board, written, language).uci() == data["move"]
        else:
            assert notation.read_move(board, data["text"], language).uci() == expected["uci"]
    elif "move" in data:
        castling = bool(data.get("castling"))
        kinds = {name: kind for kind, name in enumerate(chess.PIECE_NAMES) if name}
        whole = notation.announce(data["move"], castling=castling, piece=kinds.get(str(data.get("piece")).lower()))
        compare(expected, {"squares": notation.announce(data["move"], castling=castling), "announce": whole})
    else:
        found = notation.conforms(data["text"])
        compare(expected, {"conforming": found.conforms, "correct": found.correct})


# ---------------------------------------------------------------- dead positions


@adaptor("dead-positions.json", "vectors")
def dead(v: Vector) -> None:
    """A wrong verdict always fails; undecided is allowed in tier hard only; a line must end in mate."""
    board = boards.position(v["fen"])
    side = v["winner"] == "white"
    verdict = can_mate(board, side)
    if isinstance(verdict, Undecided):
        assert v.get("tier") == "hard", "not decided"
        return
    if isinstance(verdict, Winnable):
        assert v["expected"] == "winnable"
        replays(v["fen"], [move.uci() for move in verdict.line], side)
    else:
        assert isinstance(verdict, Unwinnable)
        assert v["expected"] == "unwinnable", verdict.proof
    if v.get("dead") is not None and v.get("tier") == "quick":
        found = is_dead(board)
        assert found in (None, v["dead"])
