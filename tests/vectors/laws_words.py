"""Situations that the Laws' vectors tell in English, read by keywords into typed incidents.

`told` is the one entry: subjects name groups of patterns, the first pattern that fits makes the incident.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from arbitro.laws.rulings import Conditions, Incident, Side
from arbitro.laws.rulings.adjournment import Adjournment, Resume, Resumption, Session
from arbitro.laws.rulings.conduct import Conduct, ConductEvent, Device, DeviceEvent
from arbitro.laws.rulings.draws import (
    DrawAgreement,
    DrawClaim,
    DrawOffer,
    MissedDraw,
    OfferEvent,
)
from arbitro.laws.rulings.flags import ClockEvent, FlagFall, Happening, Observer
from arbitro.laws.rulings.illegal import Fault, IllegalMove, IllegalPosition, Oddity
from arbitro.laws.rulings.recording import Scoresheet, SheetEvent
from arbitro.laws.rulings.start import (
    Displaced,
    Displacement,
    Setup,
    WrongSetup,
)
from arbitro.laws.rulings.touch import (
    Act,
    ActOfMoving,
    BlindEvent,
    EndingMove,
    Impaired,
    SeemingEnd,
    TouchedPieces,
)
from arbitro.laws.scores import GameResult

UNPRESSED = re.compile(r"not (yet )?press|before (he )?press|unpressed|without pressing")

Maker = Callable[[Conditions, dict[str, Any], str], Incident]


def _act(act: Act) -> Maker:
    def make(game: Conditions, _data: dict[str, Any], text: str) -> Incident:
        named = [p for p in ("queen", "rook", "bishop", "knight") if p in text]
        wanted = max if act is Act.PROMOTION_PIECE_NOT_YET_PLACED else min
        piece = wanted(named, key=text.index, default="queen")  # named first: at the board; last: what he would like
        return ActOfMoving(
            game, act, piece=piece, side="queen side" if re.search(r"c1|c8|queen ?side", text) else "king side"
        )

    return make


def _clock(happening: Happening) -> Maker:
    def make(game: Conditions, data: dict[str, Any], text: str) -> Incident:
        ill = (
            bool(re.search(r"(?<!without )(?<!no )\b(disab|ill\b|illness|medical)", text))
            and "without disab" not in text
        )
        return ClockEvent(game, happening, ill, data.get("moves_completed_each", 0))

    return make


def _conduct(event: ConductEvent) -> Maker:
    def make(game: Conditions, data: dict[str, Any], text: str) -> Incident:
        regs = str(data.get("regs", "")).lower()
        if event is ConductEvent.PERSISTENT_REFUSAL and "both" in f"{data.get('by', '')} {text}":
            return Conduct(game, ConductEvent.PERSISTENT_REFUSAL_BOTH)
        return Conduct(
            game,
            event,
            permission=bool(
                re.search(r"with (the )?(arbiter'?s? )?(permission|leave|consent)|permission (given|granted)", text)
            )
            or data.get("permission") is True,
            notice_required=bool(re.search(r"notif|notice|report|tell|must ask|requir|permission", regs)),
            appeals_barred=bool(re.search(r"no appeal|bar|final|exclude|not allowed|forbid", regs)),
            ruling_under=str(data.get("ruling_under", "")),
        )

    return make


def _sheet(event: SheetEvent) -> Maker:
    def make(game: Conditions, data: dict[str, Any], text: str) -> Incident:
        signed = re.search(r"signed (1-0|0-1|1/2-1/2)", text)
        return Scoresheet(
            game,
            event,
            data.get("remaining_s"),
            data.get("increment_s", 0),
            GameResult(signed[1]) if signed else None,
            data.get("request_no", 1),
        )

    return make


def _offer(event: OfferEvent) -> Maker:
    return lambda game, _data, _text: DrawOffer(game, event)


def _agreement(game: Conditions, data: dict[str, Any], text: str) -> Incident:
    at = re.search(r"(?:at|on|after) move (\d+)", text) or re.search(r"after (\d+) moves", text)
    if at:
        made = int(at[1])
    elif re.search(r"before (both|any|each|either|black|white)|(black|white) (has made )?(none|no move)", text):
        made = 0
    else:
        made = 1
    ban = data.get("no_agreed_draw_before_move", data.get("no_agreed_draw_before"))
    never = ban in ("inf", "never", "always")
    return DrawAgreement(
        game,
        made,
        made,
        banned_before_move=None if never else ban,
        banned_always=never,
        arbiter_consents=bool(re.search(r"with (the )?(arbiter|consent)|arbiter (consents|agrees)", text)),
    )


def _claim(**fields: Any) -> Maker:
    return lambda game, data, text: DrawClaim(
        game, agreement_allowed=data.get("agreement_allowed", True) is not False, **fields
    )


def _ending(ending: SeemingEnd) -> Maker:
    return lambda game, _data, text: EndingMove(game, ending, clock_pressed=not UNPRESSED.search(text))


def _displaced(how: Displacement) -> Maker:
    return lambda game, _data, _text: Displaced(game, how)


def device(event: DeviceEvent) -> Maker:
    def make(game: Conditions, data: dict[str, Any], text: str) -> Incident:
        offender = Side(data["offender"]) if data.get("offender") in ("white", "black") else None
        away = " ".join(str(data.get(k, "")) for k in ("white", "black", "opponent")).lower()
        regs = str(data.get("regs", "")).lower()
        chance = next((data[key] for key in data if key.startswith("opponent_can")), None)
        if chance is None and re.search(
            r"(can|could) ?not (mate|win|checkmate)|(bare|lone) king|only a king", f"{text} {away}"
        ):
            chance = False
        return Device(
            game,
            event,
            offender,
            opponent_arrived=not re.search(r"not yet arrived|not (yet )?(there|present)|absent", f"{away} {text}"),
            milder_penalty=bool(re.search(r"fine|milder|lesser|warning|less severe", regs)),
            opponent_can_mate=chance,
        )

    return make


def _blind(event: BlindEvent) -> Maker:
    return lambda game, _data, _text: Impaired(game, event)


def _session(event: Session) -> Maker:
    return lambda game, _data, _text: Adjournment(game, event)


def _resume(event: Resume) -> Maker:
    def make(game: Conditions, data: dict[str, Any], _text: str) -> Incident:
        return Resumption(game, event, data.get("late_min"), data.get("default_min"))

    return make


def _illegal(fault: Fault = Fault.PLAIN, **fields: Any) -> Maker:
    def make(game: Conditions, data: dict[str, Any], text: str) -> Incident:
        earlier = next((v for k, v in data.items() if re.match("earlier|previous|prior", k) and isinstance(v, int)), 0)
        known = {
            "completed": not UNPRESSED.search(text),
            "number": data.get("completed_illegal_no", earlier + 1),
            "position_known": not re.search(r"cannot be (determined|identified|re)|not identif", text),
            "opponent_can_mate": data.get("opponent_can_mate", True),
        }
        return IllegalMove(game, fault, **known | fields)

    return make


def position_seen(game: Conditions, data: dict[str, Any], text: str) -> Incident:
    kind = f"{data.get('kind', '')} {text}".lower()
    odd = Oddity.OTHER
    if "other than" not in kind:
        if "both kings" in kind:
            odd = Oddity.BOTH_KINGS_IN_CHECK
        elif "last rank" in kind:
            odd = Oddity.PAWN_ON_LAST_RANK
    return IllegalPosition(
        game,
        odd,
        saw_the_cause=bool(
            re.search(
                r"saw the (illegal )?move|(he|arbiter) (saw|has seen)|sees (also )?the (illegal )?move"
                r"|and the move that caused|saw it",
                text,
            )
        ),
        claimed=bool(re.search(r"player claims|claim is made|opponent claims|is claimed", text))
        or data.get("claimed") is True,
    )


def _setup(game: Conditions, data: dict[str, Any], text: str) -> Incident:
    return WrongSetup(
        game, setup_kind(text), moves_each(data), game_over=bool(re.search("after the game|finished|game over", text))
    )


def _agreed_claim(game: Conditions, data: dict[str, Any], _text: str) -> Incident:
    banned = any("draw" in key and ("before" in key or "ban" in key) for key in data)
    allowed = data.get("agreement_allowed", not banned) is not False
    return DrawClaim(game, opponent_agrees=True, agreement_allowed=allowed)


def _touch_event(**fields: Any) -> Maker:
    return lambda game, _data, _text: TouchedPieces(game, **fields)


def _clock_piece_missing(game: Conditions, data: dict[str, Any], text: str) -> Incident:
    return _clock(Happening.STOPPED_PIECE_MISSING)(game, data, text)


def _illegal_ending(game: Conditions, _data: dict[str, Any], text: str) -> Incident:
    return EndingMove(game, SeemingEnd.ILLEGAL_MATING_MOVE, clock_pressed=not UNPRESSED.search(text))


def _walked(game: Conditions, _data: dict[str, Any], _text: str) -> Incident:
    return EndingMove(game, SeemingEnd.WALKED_AWAY)


def _played_before_claim(game: Conditions, _data: dict[str, Any], _text: str) -> Incident:
    return DrawClaim(game, touched=True)


def _unwritten_claim(game: Conditions, _data: dict[str, Any], _text: str) -> Incident:
    return DrawClaim(game, written_down=False)


def _early(game: Conditions, _data: dict[str, Any], _text: str) -> Incident:
    return Adjournment(game, Session.ADJOURNS_EARLY)


def _other_notes(game: Conditions, _data: dict[str, Any], _text: str) -> Incident:
    return Scoresheet(game, SheetEvent.OTHER_NOTES)


def _stops_recording(game: Conditions, data: dict[str, Any], text: str) -> Incident:
    left = re.search(r"(\d+) min", text)
    bonus = re.search(r"(\d+) ?s\w* (increment|bonus|per move)", text)
    remaining = data.get("remaining_s", int(left[1]) * 60 if left else None)
    return Scoresheet(
        game, SheetEvent.STOPS_RECORDING, remaining, data.get("increment_s", int(bonus[1]) if bonus else 0)
    )


def _move_count(game: Conditions, data: dict[str, Any], text: str) -> Incident:
    after = "flag" in text or data.get("flag_fallen") or data.get("flag_down")
    return Conduct(game, ConductEvent.ASKS_MOVE_COUNT_AFTER_FLAG if after else ConductEvent.ASKS_MOVE_COUNT)


def _flag_seen(game: Conditions, _data: dict[str, Any], _text: str) -> Incident:
    return FlagFall(game, observer=Observer.ARBITER)


Events = list[tuple[str, Maker]]

# By subject: an adaptor tries its own subjects first, then the others in this order.
EVENTS: dict[str, Events] = {
    "moves": [
        (r"upside.?down|inverted|boca abajo", _act(Act.INVERTED_ROOK)),
        (r"stops? .*clock.*(ask|queen|piece)|not at hand|not available|piece (is )?missing", _clock_piece_missing),
        (
            r"promot.*(not (yet )?(touched|placed|reached)|in (the |his )?hand|before .*touch|(is|still) held)"
            r"|(holds|picks up|takes) (a|the) (queen|rook|bishop|knight)",
            _act(Act.PROMOTION_PIECE_NOT_YET_PLACED),
        ),
        (
            r"promot.*(touch\w*|placed on|put on|released on|already on|reached) (the )?(promotion |arrival )?square"
            r".*(wants|changes?|instead|prefers|replac|says)",
            _act(Act.PROMOTION_PIECE_TOUCHED_SQUARE),
        ),
        (
            r"promot.*(touch|final|replac|changes? (his )?mind|wants (a|to change))",
            _act(Act.PROMOTION_PIECE_TOUCHED_SQUARE),
        ),
        (r"promot.*captur|captur.*promot", _act(Act.PROMOTION_CAPTURES)),
        (
            r"promot.*(pawn.*(not |never |without )|without|remov\w* .*pawn|pawn .*remov|any order|directly|first)",
            _act(Act.PAWN_NOT_PLACED),
        ),
        (r"castling.*rook (is )?released|rook (is )?released.*castling", _act(Act.CASTLING_ROOK_RELEASED)),
        (r"king (is |has been )?released.*(illegal|not legal|not allowed)", _act(Act.CASTLING_KING_RELEASED_ILLEGAL)),
        (r"king (is |has been )?released", _act(Act.CASTLING_KING_RELEASED)),
        (r"captur.*(still on the board|not (yet )?removed|not off)", _act(Act.CAPTURE_ENEMY_STILL_ON_BOARD)),
        (
            r"(one|left|right) hand.*clock.*(other|right|left) hand|(wrong|other|opposite|different) hand"
            r"|hand that did not|not the hand|pressed with (his )?(left|right)",
            _act(Act.OTHER_HAND_ON_CLOCK),
        ),
        (r"hover|(finger|hand) (on|over|near)|keeps .*(finger|hand)|rests? .*(finger|hand)", _act(Act.HOVERING)),
        (r"asks .*for a (queen|rook|bishop|knight).*(promot|wants|takes)", _clock_piece_missing),
        (r"released? (on|the)|lets? go", _act(Act.RELEASED)),
    ],
    "ends": [
        (r"illegal.*mat|mat\w+.*illegal|illegal.*(stalemat|dead)|(stalemat|dead).*illegal", _illegal_ending),
        (r"(king captur|captur\w* the king|takes the king)", _ending(SeemingEnd.ILLEGAL_MATING_MOVE)),
        (
            r"(not movable|cannot move|unmovable|immovable|pinned|no legal move).*touch.*mate",
            _ending(SeemingEnd.PROPER),
        ),
        (r"touch.*(not movable|cannot move|immovable|pinned|no legal move).*mate", _ending(SeemingEnd.PROPER)),
        (r"touch.*(mate|dead)", _ending(SeemingEnd.TOUCHED_OTHER_PIECE_FIRST)),
        (r"walks away|leaves (the hall |the board )?(without (resign|a word|telling)|silently)", _walked),
        (
            r"tips|tipped|handshake|shak\w+ hands|offers? (his|a) hand|stops the clocks? without a word|lays? down"
            r"|ambiguous resign|signs? the score",
            _ending(SeemingEnd.AMBIGUOUS_RESIGNATION),
        ),
        (r"mat(e|ing).*(not pressed|without press|not press)", _clock(Happening.ENDING_MOVE_NOT_PRESSED)),
    ],
    "draws": [
        (
            r"(75|fivefold).*(nobody notic|not notic|unnotic|missed|overlook)|nobody noticed|unnoticed.*(75|fivefold)",
            lambda game, _d, _t: MissedDraw(game),
        ),
        (
            r"withdraw.*claim|claim.*withdraw|(takes?|taking) back .*claim|claim.*(takes?|taken) back|revok.*claim",
            _claim(wants_to_withdraw=True),
        ),
        (r"claim(ed|s|ant)? .*(\bagree|accept)", _agreed_claim),
        (
            r"touch(ed|es) a piece.*claim|claims? .*after touching"
            r"|touch.*then claims (a )?(draw|threefold|three|fifty|50)",
            _claim(touched=True),
        ),
        (
            r"not on move.*claim|claim.*(not on move|not to move|opponent'?s? (clock|time|turn|move))"
            r"|on (the|his) opponent'?s? (clock|time|turn)",
            _claim(by_player_on_move=False),
        ),
        (
            r"already played|played (on the board )?before claim|after (making|playing) the move"
            r"|(plays|makes) (his |the |a )?move.*(then|and) claims",
            _played_before_claim,
        ),
        (r"not (written|declared|recorded)|without (writing|declaring)|claim\w* (orally|verbally)", _unwritten_claim),
        (r"refus\w* (to )?(replay|help|check|reconstruct)", _conduct(ConductEvent.REFUSES_TO_RECONSTRUCT)),
        (r"withdraw|takes? (it|the offer|his offer) back|retract", _offer(OfferEvent.WITHDRAWN)),
        (r"draw offered.*after sealing|offer.*after sealing|non-sealer", _session(Session.OFFER_AFTER_SEALING)),
        (
            r"(repeat|again and again|every move|each move|too often|five times).*offer"
            r"|offer.*(repeat|every move|each move|again|five times|too often)",
            _offer(OfferEvent.REPEATED),
        ),
        (
            r"touches a piece|touch.*(declin|intent|to (move|capture))|(refus|declin|reject)\w*"
            r"|says no|opponent (makes|plays|answers with|replies with) (a |his |the )?(next )?move"
            r"|opponent (moves|presses)|without answering",
            _offer(OfferEvent.OPPONENT_TOUCHES),
        ),
        (r"draw (is )?agreed|agrees? (to |on )?(a )?draw|agreed draw", _agreement),
        (r"game ends|checkmat|game (is )?over|flag falls", _offer(OfferEvent.GAME_ENDS)),
    ],
    "displaced": [
        (
            r"displac.*(not identif|unidentif|not known|unknown)|cannot be (identified|determined|re)",
            _displaced(Displacement.FOUND_UNKNOWN),
        ),
        (
            r"(found|discover\w*|noticed) .*displaced|displaced.*(found|discover|noticed)",
            _displaced(Displacement.FOUND),
        ),
        (
            r"(deliberate|intention|on purpose).*(displac|knock)|(displac|knock).*(deliberate|intention|on purpose)",
            _displaced(Displacement.DELIBERATE),
        ),
        (
            r"(displac|knock).*(second|third|fourth|repeat|again|more than once|several times)"
            r"|(second|third|fourth|repeated\w*|several times) .*(displac|knock)",
            _displaced(Displacement.REPEATED),
        ),
        (r"accident.*(displac|knock)|(displac|knock).*(accident|first time)", _displaced(Displacement.ACCIDENTAL)),
        (
            r"\ba on move.*(knock|displac|tip)|\bb (knock|displac)|(opponent|player not on move) (knock|displac)"
            r"|not on move.*(knock|displac)",
            _displaced(Displacement.BY_OPPONENT),
        ),
        (r"displac|knocks? over|knocks? down|adjusts wrongly", _displaced(Displacement.BY_PLAYER_ON_MOVE)),
    ],
    "illegal": [
        (
            r"restarts? \w+ clock by mistake|starts? (the )?(opponent|other|offender)\S* clock",
            _illegal(opponent_restarted_clock=True),
        ),
        (
            r"illegal (move|position).*(after|signed|game (is |was )?over|finished|ended)|after (both|the) .*sign",
            _illegal(game_over=True),
        ),
        (r"both kings (are )?in check|illegal position|pawn (still )?on (its|the) last rank(?!.*press)", position_seen),
        (
            r"(first|one)\b.*(second|then|another|later|next|and one)\b|(second|another) (completed )?illegal"
            r"|two (different )?(kinds|illegal moves)",
            _illegal(number=2),
        ),
        (r"(two|both) (faults|breaches|infringements|irregularities).*(one|same|single) move|in one move", _illegal()),
        (r"illegal (castling|capture|promotion).*(two|both) hands", _illegal()),
        (r"(castling|promotion|capture).*(two|both) hands|(two|both) hands", _illegal(Fault.TWO_HANDS)),
        (
            r"press\w* .*without (making |having made |a |any )*mov|without (making )?(a |any )?mov\w+.*press"
            r"|press\w* .*no move",
            _illegal(Fault.NO_MOVE),
        ),
        (r"(captures?|takes|captured) the king|king captured", _illegal(Fault.CAPTURED_KING)),
        (r"pawn .*last rank.*press|pawn left|not replac|without promot", _illegal(Fault.PAWN_NOT_PROMOTED)),
        (r"illegal", _illegal()),
    ],
    "touch": [
        (
            r"(touch|mov)\w* .*(claims?|complain\w*) (that |the |a )?.*(opponent|breach|violat|infring|touch.?move|4\.)"
            r"|another piece.*(touches|touched|touching) .*claim"
            r"|(touch.?move|breach|violat|broke|infring).*(touches|touched|touching|moved|moves) .*claim"
            r"|claims? .*(touch.?move|breach|violat).*after (touching|moving|having)|forfeit.*claim",
            _act(Act.CLAIM_AFTER_TOUCHING),
        ),
        (
            r"touch-?move (violation|breach|offen)|(violation|breach) of (art(icle)?\.? ?4|touch)|touch.?move.*nobody"
            r"|touch\w* (one|a) piece and (moves|plays) another",
            _touch_event(seen_by_arbiter_only=True),
        ),
        (
            r"opponent (is )?(away|absent|not at).*(adjust|compongo)"
            r"|(adjust|compongo).*opponent (is )?(away|absent|not at)",
            _act(Act.OPPONENT_AWAY_ADJUST),
        ),
        (
            r"not on move .*(adjust|touch|compongo)|(adjust|touch)\w* .*(opponent'?s|not his) (turn|move|clock|time)"
            r"|(adjust|compongo).*not on move",
            _touch_event(on_move=False),
        ),
        (r"(adjust|touch)\w* .*(without (saying|announc|warn)|silently|says nothing)", _act(Act.ADJUSTS_SILENTLY)),
        (r"adjust|compongo|j'adoube", _act(Act.ADJUSTS_AS_ANNOUNCED)),
        (r"assistant", _act(Act.ASSISTANT_MOVES)),
    ],
    "devices": [
        (r"ring|sound|beep|alarm", device(DeviceEvent.SOUND)),
        (r"(opens?|uses?|touches|takes|access).*\bbag|\bbag .*without", device(DeviceEvent.BAG_OPENED)),
        (r"late player.*(device|phone)|arriv\w+ .*(device|phone)", device(DeviceEvent.LATE_PLAYER_BRINGS)),
        (r"refus\w+ .*(inspect|search|scan)", device(DeviceEvent.INSPECTION_REFUSED)),
        (r"(device|phone|watch)\b.*(found|on the player|pocket)", device(DeviceEvent.FOUND_ON_PLAYER)),
    ],
    "blind": [
        (
            r"slip|tongue|announces? (it )?wrong|announc.*(differs|wrong|incorrect)",
            lambda game, data, text: _blind(
                BlindEvent.SLIP_AFTER_CLOCK
                if re.search(r"after .*(start|press|clock)|clock (already|was|has been) start", text)
                else BlindEvent.SLIP_BEFORE_CLOCK
            )(game, data, text),
        ),
        (
            r"(new hole|placed|puts?|inserted).*(not (yet )?announc|without announc|before announc|but .*no announc)"
            r"|not (yet )?announc",
            _blind(BlindEvent.PLACED_NOT_ANNOUNCED),
        ),
        (
            r"(captured|enemy) (piece|man) (is )?(not (yet )?removed|still)",
            _blind(BlindEvent.PLACED_NOT_ANNOUNCED),
        ),
        (r"new hole.*announc|announc.*new hole|announced", _blind(BlindEvent.PLACED_AND_ANNOUNCED)),
        (
            r"feels|without (lifting|taking|removing)|not (lifted|taken|out)"
            r"|touches .*(finger|(with)?in (its|the) hole)|still in (its|the) hole|remains in",
            _blind(BlindEvent.FELT_ONLY),
        ),
        (r"(out of|from) (its|the) (securing )?(hole|aperture)|lifts a piece", _blind(BlindEvent.LIFTED_OUT_OF_HOLE)),
        (r"new hole", _blind(BlindEvent.PLACED_NOT_ANNOUNCED)),
        (
            r"two boards|second board (demand|request)|(demands|asks for|wants) (a )?(special|second|two)",
            _blind(BlindEvent.WANTS_TWO_BOARDS),
        ),
        (r"opponent.*assistant", _blind(BlindEvent.OPPONENT_ASSISTANT)),
        (r"assistant", _blind(BlindEvent.ASSISTANT)),
    ],
    "adjournment": [
        (
            r"position (cannot|can not|could not|not) be|position .*lost|neither .*position",
            _session(Session.POSITION_LOST),
        ),
        (r"times? .*(cannot|can not|not known|unknown|lost)", _session(Session.TIMES_LOST)),
        (r"envelope (is |has been )?(lost|missing|disappear)", _session(Session.ENVELOPE_LOST)),
        (r"warned to seal|(plays?|makes?|executes?) (a|his|the) move on the board", _session(Session.PLAYED_ON_BOARD)),
        (r"adjourns? .*before the end|adjourns? early|early adjourn|before the end of the session", _early),
        (
            r"(change|alter|correct)\w* (his |the )?(sealed|mind).*after .*stop|after .*stop\w*.*(change|alter)",
            _session(Session.CHANGES_MOVE_LATE),
        ),
        (r"(change|alter|correct)\w* (his |the )?(sealed|mind)", _session(Session.CHANGES_MOVE)),
        (r"open\w* the envelope|envelope .*open", _resume(Resume.OPEN_WITHOUT_REPLIER)),
        (r"(draw|agree).*(before|prior to) (the )?resum", _session(Session.DRAW_AGREED_BEFORE)),
        (
            r"resign.*(before|prior to) (the )?resum",
            lambda game, _d, text: Adjournment(
                game,
                Session.RESIGNED_BEFORE,
                True
                if re.search(r"(?<!non-)sealer", text)
                else False
                if re.search(r"replier|non-sealer", text)
                else None,
            ),
        ),
        (r"draw offered|offers? (a )?draw|non-sealer", _session(Session.OFFER_AFTER_SEALING)),
        (
            r"(written|stand|data|contents?) .*envelope|envelope .*(shows?|data|written)",
            _session(Session.ENVELOPE_DATA),
        ),
    ],
    "sheets": [
        (r"both (players )?.*(exempt|stopped|not record)|neither player", _sheet(SheetEvent.FLAG_BOTH_EXEMPT)),
        (r"only one player|one player (is )?(exempt|stopped|not record)", _sheet(SheetEvent.FLAG_ONE_EXEMPT)),
        (r"no (complete|full|up.to.date) (score)?sheet|neither sheet", _sheet(SheetEvent.NO_COMPLETE_SHEET)),
        (r"(cannot|can not|not|do not|unable to) (prove|show)", _sheet(SheetEvent.OVERSTEP_NOT_PROVEN)),
        (r"sheets? signed|signed (1-0|0-1|1/2)|both (players )?sign", _sheet(SheetEvent.SIGNED_WRONG_RESULT)),
        (r"reply before writing|plays his reply|repl\w+ before (writ|record)", _sheet(SheetEvent.REPLY_BEFORE_WRITING)),
        (
            r"(writ|record|not)(es|ing|ten|e|ed|s)?\b(?!.*\b(no|without a|not a) claim).*(claim|9\.2|9\.3|\bseal)",
            _sheet(SheetEvent.WRITES_FOR_CLAIM),
        ),
        (
            r"two moves (behind|without)|two (consecutive )?moves .*(without|unrecorded)|without (writing|recording) "
            r"(his|the|own) (previous|last)|next move .*before (writ|record)",
            _sheet(SheetEvent.TWO_MOVES_BEHIND),
        ),
        (
            r"(writ|record|note)\w* .*(in advance|before (mak|play|he|mov|execut)|first,? then)|in advance",
            _sheet(SheetEvent.WRITES_IN_ADVANCE),
        ),
        (r"\bhid(es|ing)|covers .*sheet|not visible|cannot see", _sheet(SheetEvent.HIDES_SHEET)),
        (r"(keeps?|takes? (home|away)|tears|destroys) .*sheet|(property|owner)", _sheet(SheetEvent.KEEPS_SHEET)),
        (r"(notes|comments|evaluat|remark|plans?\b).*sheet|sheet.*(notes|comments|evaluat|remark)", _other_notes),
        (r"descriptive|other notation|not algebraic|another notation", _sheet(SheetEvent.OTHER_NOTATION)),
        (r"arbiter'?s? score ?sheet", _sheet(SheetEvent.ASKS_FOR_ARBITERS_SHEET)),
        (r"electronic", _sheet(SheetEvent.ELECTRONIC_SHEET)),
        (r"(asks?|requests?|wants) .*(for )?a score ?sheet", _sheet(SheetEvent.ASKS_FOR_A_SHEET)),
        (r"stops (recording|writing)|does not (record|write)|refus\w+ to (record|write)", _stops_recording),
    ],
    "clock": [
        (r"(one|left|right|other|wrong|opposite) hand|hand that did not", _act(Act.OTHER_HAND_ON_CLOCK)),
        (r"hover|finger on|keeps .*(finger|hand)", _act(Act.HOVERING)),
        (
            r"mat(e|ing)\b.*(not |without )press|(ends|ending) the game.*(not |without )press",
            _clock(Happening.ENDING_MOVE_NOT_PRESSED),
        ),
        (r"not at hand|not available|piece (is )?missing", _clock(Happening.STOPPED_PIECE_MISSING)),
        (r"toilet|bathroom|restroom|smok|coffee", _clock(Happening.STOPPED_FOR_TOILET)),
        (
            r"(stop|paus)\w* the clocks?.*(illegal|irregular|displac|claim|offer)",
            _clock(Happening.STOPPED_IRREGULARITY),
        ),
        (r"(stop|paus)\w* the clocks?.*(disturb|annoy|noise|distract)", _clock(Happening.STOPPED_DISTURBED)),
        (r"(stop|paus)\w* the clocks?.*(\bill\b|illness|unwell|sick|faint|medical)", _clock(Happening.STOPPED_ILL)),
        (r"fire alarm|power cut|evacuat", _clock(Happening.INTERRUPTION)),
        (r"(stop|paus)\w* the clocks?", _clock(Happening.STOPPED_WITHOUT_REASON)),
        (
            r"next move without having pressed|without (having )?press\w+ .*previous"
            r"|makes? (his )?next move .*not press",
            _clock(Happening.NEXT_MOVE_WITHOUT_PRESS),
        ),
        (r"without (disab|being disab)\w*.*assistant", _clock(Happening.ASSISTANT)),
        (r"disab.*assistant|assistant.*disab", _clock(Happening.ASSISTANT_DISABLED)),
        (r"assistant", _clock(Happening.ASSISTANT)),
        (
            r"press\w* (the clock |his clock )?.*without (making |having made |a |any )*mov|no move",
            _illegal(Fault.NO_MOVE),
        ),
        (r"press\w* (the|his) (clock )?before (making|mov|he|play)", _clock(Happening.PRESSED_BEFORE_MOVING)),
        (
            r"(hits|lifts|knocks|bangs|violent|picks up|slams|throws|strikes|forc).*clock",
            _clock(Happening.ROUGH_HANDLING),
        ),
        (r"defect|clock (fails|breaks|stops working)|malfunction", _clock(Happening.DEFECTIVE)),
        (
            r"wrong(ly)? set|wrong setting|incorrect(ly)? set|setting .*(wrong|incorrect)",
            _clock(Happening.WRONG_SETTING),
        ),
        (r"display|monitor|screen", _clock(Happening.CLAIM_FROM_DISPLAY)),
        (
            r"press\w* .*after (the |his )?opponent|opponent (has )?(already )?(moved|replie[sd]|answers).*press"
            r"|still press|press(es)? (it )?(later|now)|forg\w+ to press.*press",
            _clock(Happening.PRESSES_AFTER_OPPONENT_MOVED),
        ),
        (r"(sees|notices).*(forg|not pressed)|has not pressed", _clock(Happening.FORGETS_TO_PRESS)),
        (r"(made|makes|released).*(not|without|before) press", _clock(Happening.MADE_NOT_PRESSED)),
    ],
    "conduct": [
        (r"(flag).*(number of moves|how many moves|move count)", _conduct(ConductEvent.ASKS_MOVE_COUNT_AFTER_FLAG)),
        (r"how many moves.*flag|move count after", _conduct(ConductEvent.ASKS_MOVE_COUNT_AFTER_FLAG)),
        (r"how many moves|number of moves|move count", _move_count),
        (
            r"(not|has|had|did).*press.*clock\b.*\?|not pressed (the|his) clock|has not pressed|forgot to press",
            _conduct(ConductEvent.ARBITER_SEES_CLOCK_NOT_PRESSED),
        ),
        (
            r"(castle|castling|en passant|rule|law|article|explain|promot|claim)\w*.*\?"
            r"|asks .*(law|rule|article|explain|castl|en passant|promot)|explanation of",
            _conduct(ConductEvent.ASKS_ABOUT_LAW),
        ),
        (r"opponent has (made|moved|played)|arbiter (tells|informs)", _conduct(ConductEvent.ARBITER_SEES_MOVE_MADE)),
        (r"arbiter (sees|observes|notices).*flag", _flag_seen),
        (r"persist|(third|fourth) warning|(repeated|continued) refusal", _conduct(ConductEvent.PERSISTENT_REFUSAL)),
        (r"refus\w+ to (continue|go on|play on|resume)", _conduct(ConductEvent.REFUSES_TO_CONTINUE)),
        (r"refus\w+ (to )?(help|reconstruct|replay)", _conduct(ConductEvent.REFUSES_TO_RECONSTRUCT)),
        (r"refus\w+ .*(inspect|search|scan)", device(DeviceEvent.INSPECTION_REFUSED)),
        (r"appeal", _conduct(ConductEvent.APPEAL)),
        (r"(leaves?|leaving|goes out of) .*(venue|building|premises)", _conduct(ConductEvent.LEAVES_VENUE)),
        (
            r"not on (the )?move .*(leaves?|leaving)|(leaves?|leaving) .*not on (the )?move"
            r"|(leaves?|leaving) .*opponent is (thinking|on move)",
            _conduct(ConductEvent.LEAVES_AREA_NOT_ON_MOVE),
        ),
        (
            r"(leaves?|leaving) .*(playing )?(area|hall|room|board)|on (the )?move .*(leaves?|leaving)",
            _conduct(ConductEvent.LEAVES_AREA_ON_MOVE),
        ),
        (
            r"(spectator|visitor|captain|journalist|parent|coach|photographer).*enter|enters? the (playing )?area",
            _conduct(ConductEvent.VISITOR_ENTERS_AREA),
        ),
        (
            r"(spectator|player of another game|player in another game|someone|neighbour|(an)?other player|captain)\b"
            r".*(sees|notices|observes)",
            _conduct(ConductEvent.SPECTATOR_SEES_IRREGULARITY),
        ),
        (r"spectator", _conduct(ConductEvent.SPECTATOR_INTERFERES)),
        (r"finished (his|their|the) game|finished player|has finished", _conduct(ConductEvent.FINISHED_PLAYER)),
        (r"\bnotes\b|sources of information", _conduct(ConductEvent.USES_NOTES)),
        (r"analy[sz]", _conduct(ConductEvent.ANALYSES)),
        (r"advice|advises|information", _conduct(ConductEvent.ADVICE)),
        (r"smok.*(designated|set aside|permitted|allowed)", _conduct(ConductEvent.SMOKES_IN_AREA)),
        (r"smok|vap", _conduct(ConductEvent.SMOKES)),
        (r"phone|mobile", _conduct(ConductEvent.PHONE_BY_ANYBODY)),
        (r"unreasonable|improper (claim|offer)", _conduct(ConductEvent.UNREASONABLE_CLAIMS)),
        (r"distract|disturb|annoy|noise|talks", _conduct(ConductEvent.DISTRACTS)),
        (r"disrepute|insult|drunk|alcohol|cheat|offen[cd]", _conduct(ConductEvent.DISREPUTE)),
    ],
    "set-up": [(r"initial position|set.?up|wrong position|starting position|board (is )?(turned|placed)", _setup)],
}


def told(game: Conditions, data: dict[str, Any], text: str, *first: str) -> Incident:
    """The incident that a situation in words describes; the subjects of `first` are tried before the others."""
    lowered = text.lower()
    for subject in (*first, *(subject for subject in EVENTS if subject not in first)):
        for pattern, make in EVENTS[subject]:
            if re.search(pattern, lowered):
                return make(game, data, lowered)
    raise AssertionError(f"no incident fits the words {text!r}")


def event_text(data: dict[str, Any]) -> str:
    return str(data.get("event") or data.get("question_to_arbiter") or "")


def setup_kind(text: str) -> Setup:
    text = text.lower()
    if "queen" in text and "king" in text:
        return Setup.KING_AND_QUEEN
    if "king" in text:
        return Setup.KING
    if "rook" in text:
        return Setup.ROOK
    if re.search(r"board|turned|corner", text):
        return Setup.BOARD_TURNED
    return Setup.PIECES


def moves_each(data: dict[str, Any]) -> int:
    for key in ("moves_completed_each", "moves_made_by_each", "moves_each"):
        if key in data:
            return int(data[key])
    return 0
