"""The question bank: makers that draw a situation and let the room's own rules answer it.

    LAWS          touch-move, flags, illegal moves, claims, castling, legality, offers, set-up, recording
    CLOCKS        classes, displays, sessions, checks, stopping
    SYSTEMS       round robins, Sonneborn-Berger, Buchholz, colours
    FAIR_PLAY     devices, inspection, conduct
    COMPETITION   default time, staff, arrival, supervision, scores
    RATINGS       which list, first control

A maker takes a random generator and returns a `Draft`. All sentences are ours.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

import chess

from arbitro.i18n import current_language, gettext_for
from arbitro.laws import duties, timecontrol
from arbitro.laws.board import MoveFault, examine
from arbitro.laws.claims import occurrences
from arbitro.laws.clock import Clock, ms
from arbitro.laws.edition import LawsEdition, Supervision, TimeClass
from arbitro.laws.mating import QUICK, Undecided, Winnable, can_mate
from arbitro.laws.notation import write_move, write_moves
from arbitro.laws.rulings import rule
from arbitro.laws.rulings.base import Conditions, Incident, Party, Player, Ruling, Say, say
from arbitro.laws.rulings.conduct import Conduct, ConductEvent, Device, DeviceEvent
from arbitro.laws.rulings.draws import DrawClaim, DrawOffer, OfferEvent, QuickplayClaim
from arbitro.laws.rulings.flags import ClockEvent, Happening
from arbitro.laws.rulings.illegal import Fault, IllegalMove
from arbitro.laws.rulings.recording import must_record
from arbitro.laws.rulings.start import ReversedColours, Setup, WrongSetup
from arbitro.laws.rulings.touch import Act, ActOfMoving, TouchedPieces, obligation
from arbitro.laws.scores import GameScoring, score_allowed
from arbitro.model import Mode
from arbitro.model.time_control import simple

N_ = gettext_for("laws", "en")


class Kind(Enum):
    """How a question is answered."""

    CHOICE = "choice"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Draft:
    """A question before it gets its number and the order of its choices."""

    ask: Say
    answer: Say
    wrong: tuple[Say, ...]
    reasoning: Say
    articles: tuple[str, ...]
    kind: Kind = Kind.CHOICE
    short_answer: str = ""
    fen: str | None = None
    marked: tuple[str, ...] = ()
    points: int = 2


WHITE_WINS, BLACK_WINS, DRAWN = N_("White wins"), N_("Black wins"), N_("The game is drawn")
GOES_ON = N_("The game goes on")
RAW = "{text}"  # a value that needs no translation: a move, a number, a time


def raw(text: object) -> Say:
    return Say(RAW, {"text": text})


@dataclass(frozen=True, slots=True)
class Written(Say):
    """Moves in the reader's own notation, with numbers if there are several."""

    fen: str = chess.STARTING_FEN
    moves: tuple[str, ...] = ()

    def text(self, lang: str | None = None) -> str:
        language = lang or current_language()
        board = chess.Board(self.fen)
        moves = [chess.Move.from_uci(uci) for uci in self.moves]
        if len(moves) == 1:
            return write_move(board, moves[0], language)
        return write_moves(moves, language, start=board)


def written(board: chess.Board, *moves: str) -> Say:
    return Written("", {}, board.fen(), moves)


def _class_name(time_class: TimeClass) -> Say:
    return say(
        {TimeClass.STANDARD: N_("standard chess"), TimeClass.RAPID: N_("rapid chess"), TimeClass.BLITZ: N_("blitz")}[
            time_class
        ]
    )


def _random_position(rng: random.Random, plies: tuple[int, int]) -> chess.Board:
    """A position from a random game that is not over."""
    while True:
        board = chess.Board()
        for _ in range(rng.randint(*plies)):
            moves = list(board.legal_moves)
            if not moves:
                break
            captures = [m for m in moves if board.is_capture(m)]
            board.push(rng.choice(captures if captures and rng.random() < 0.4 else moves))
        if any(board.generate_legal_moves()):
            return chess.Board(board.fen())


# ---------------------------------------------------------------- Laws


def touch_move(rng: random.Random) -> Draft:
    """4.3: which move do the touched pieces allow?"""
    while True:
        board = _random_position(rng, (12, 40))
        own = [s for s in chess.SQUARES if board.color_at(s) == board.turn]
        enemy = [s for s in chess.SQUARES if board.color_at(s) == (not board.turn) and s != board.king(not board.turn)]
        touched = [rng.choice(own), rng.choice(enemy)]
        if rng.random() < 0.5:
            touched.reverse()
        names = tuple(map(chess.square_name, touched))
        duty = obligation(board.fen(), names)
        others = [m.uci() for m in board.legal_moves if m.uci() not in duty.moves]
        if duty.kind in ("move", "capture", "capture with") and len(others) >= 3:
            break
    right = rng.choice(duty.moves)
    return Draft(
        say(
            N_(
                "The player on move deliberately touches the man on {first} and then the man on {second}. "
                "Which of these moves may he play?"
            ),
            first=names[0],
            second=names[1],
        ),
        written(board, right),
        tuple(written(board, uci) for uci in rng.sample(others, 3)),
        rule(TouchedPieces(Conditions(), board.fen(), names)).say,
        ("4.3",),
        fen=board.fen(),
        marked=names,
    )


_MEN = {"N": chess.KNIGHT, "B": chess.BISHOP, "R": chess.ROOK, "Q": chess.QUEEN, "P": chess.PAWN}
_ARMIES = ("", "N", "B", "NN", "BN", "R", "P")


def _ending(rng: random.Random, winner: str, loser: str) -> chess.Board | None:
    board = chess.Board.empty()
    squares = rng.sample(range(8, 56), 2 + len(winner) + len(loser))
    men = [(chess.KING, True), (chess.KING, False)]
    men += [(_MEN[letter], True) for letter in winner] + [(_MEN[letter], False) for letter in loser]
    for square, (kind, colour) in zip(squares, men, strict=True):
        board.set_piece_at(square, chess.Piece(kind, colour))
    board.turn = rng.random() < 0.5
    return board if board.is_valid() and any(board.generate_legal_moves()) else None


def flag_fall(rng: random.Random) -> Draft:
    """6.9: the flag falls; can the opponent mate by any series of legal moves?"""
    while True:
        board = _ending(rng, rng.choice(_ARMIES), rng.choice(("Q", "R", "B", "N", "P", "RP", "BP")))
        if board is None:
            continue
        verdict = can_mate(board, chess.WHITE, QUICK)
        if not isinstance(verdict, Undecided):
            break
    won = isinstance(verdict, Winnable)
    answer = say(WHITE_WINS if won else DRAWN)
    reasoning = (
        say(
            N_("White can mate by some series of legal moves, however unlikely, for example in {n} half-moves."),
            n=len(verdict.line),
        )
        if isinstance(verdict, Winnable)
        else say(N_("No series of legal moves lets White mate, so the loss on time becomes a draw."))
    )
    wrong = tuple(say(key) for key in (WHITE_WINS, DRAWN, BLACK_WINS, GOES_ON) if say(key) != answer)
    ask = say(N_("Black's flag falls in this position, in the last period. What is the result?"))
    if rng.random() < 0.3:
        return Draft(
            say(N_("Black's flag falls in this position, in the last period. Write the result (1-0, 0-1 or 1/2-1/2).")),
            answer,
            (),
            reasoning,
            ("6.9",),
            Kind.OPEN,
            "1-0" if won else "1/2-1/2",
            board.fen(),
            points=3,
        )
    return Draft(ask, answer, wrong, reasoning, ("6.9",), fen=board.fen())


_FAULTS = {
    Fault.PLAIN: N_("makes an illegal move and presses the clock"),
    Fault.NO_MOVE: N_("presses the clock without having made a move"),
    Fault.TWO_HANDS: N_("castles with both hands and presses the clock"),
    Fault.PAWN_NOT_PROMOTED: N_("leaves the pawn on the last rank and presses the clock"),
}


def illegal_move(rng: random.Random) -> Draft:
    """7.5: the penalty, by class and count."""
    fault = rng.choice(list(_FAULTS))
    game = Conditions(LawsEdition.E2023, rng.choice(list(TimeClass)), rng.choice(list(Supervision)))
    number = rng.choice((1, 1, 2))
    ruling = rule(IllegalMove(game, fault, number, opponent_can_mate=True))
    seconds = ruling.seconds_for(Party.OPPONENT)
    lost = say(N_("He loses the game"))
    more = {s: say(N_("The opponent gets {seconds} seconds more and play goes on"), seconds=s) for s in (60, 120, 180)}
    answer = lost if ruling.result else more[seconds]
    wrong = [choice for choice in (lost, *more.values(), say(N_("Only a warning"))) if choice != answer]
    return Draft(
        say(
            N_(
                "In {time_class} ({supervision} supervision) a player {act}. It is his completed illegal "
                "move number {number}; the opponent has not replied and has mating material. What follows?"
            ),
            time_class=_class_name(game.time_class),
            supervision=_supervision(game.supervision),
            act=say(_FAULTS[fault]),
            number=number,
        ),
        answer,
        tuple(wrong),
        ruling.say,
        ruling.articles,
    )


def _supervision(supervision: Supervision) -> Say:
    return say(N_("adequate") if supervision is Supervision.ADEQUATE else N_("inadequate"))


def repetition(rng: random.Random) -> Draft:
    """9.2: how often has the position appeared?"""
    board = chess.Board()
    tours = (("g1f3", "g8f6", "f3g1", "f6g8"), ("b1c3", "b8c6", "c3b1", "c6b8"))
    opening = rng.choice(((), ("e2e4", "e7e5"), ("d2d4", "d7d5")))
    for uci in opening:
        board.push_uci(uci)
    for _ in range(rng.choice((1, 2, 2, 3))):
        for uci in rng.choice(tours):
            board.push_uci(uci)
    count = occurrences(board)
    game = written(chess.Board(), *(move.uci() for move in board.move_stack))
    answer = raw(count)
    return Draft(
        say(N_("How many times has the present position appeared in this game? {game}"), game=game),
        answer,
        tuple(raw(n) for n in range(1, 6) if n != count),
        say(
            N_(
                "The same player is on move, the men stand alike and the same moves are possible {n} "
                "times; after a double step of a pawn, en passant is looked at."
            ),
            n=count,
        ),
        ("9.2.2",),
        Kind.OPEN if rng.random() < 0.4 else Kind.CHOICE,
        str(count),
        board.fen(),
    )


_CASTLING_FAULTS = {
    MoveFault.CASTLING_IN_CHECK: N_("No: the king is in check"),
    MoveFault.CASTLING_CROSSES_ATTACK: N_("No: the king would cross an attacked square"),
    MoveFault.CASTLING_INTO_ATTACK: N_("No: the king would arrive on an attacked square"),
    MoveFault.CASTLING_BLOCKED: N_("No: a man stands between king and rook"),
    None: N_("Yes"),
}


def castling(rng: random.Random) -> Draft:
    """3.8: may White castle on the given side?"""
    while True:
        board = chess.Board("4k3/pppp1ppp/8/8/8/8/PPP2PPP/R3K2R w KQ - 0 1")
        free = [s for s in chess.SQUARES if board.piece_at(s) is None]
        for _ in range(rng.randint(1, 2)):
            kind = rng.choice((chess.ROOK, chess.BISHOP, chess.KNIGHT))
            board.set_piece_at(rng.choice(free), chess.Piece(kind, chess.BLACK))
        if rng.random() < 0.3:
            board.set_piece_at(rng.choice((chess.B1, chess.F1)), chess.Piece(chess.KNIGHT, chess.WHITE))
        if not board.is_valid():
            continue
        move = chess.Move.from_uci(rng.choice(("e1g1", "e1c1")))
        examined = examine(board, move)
        if examined.fault in _CASTLING_FAULTS:
            break
    answer = say(_CASTLING_FAULTS[examined.fault])
    side = say(N_("the king's side") if move.to_square == chess.G1 else N_("the queen's side"))
    return Draft(
        say(N_("Neither king nor rooks have moved. May White castle on {side}?"), side=side),
        answer,
        tuple(say(key) for fault, key in _CASTLING_FAULTS.items() if fault is not examined.fault),
        say(
            N_(
                "Castling is barred while the king's square, a square it crosses or its target is "
                "attacked, or a man stands between; an attack on the rook or on b1 does not matter."
            )
        ),
        ("3.8.2",),
        fen=board.fen(),
    )


def wrong_claim(rng: random.Random) -> Draft:
    """9.5.3: what does a wrong draw claim cost?"""
    game = Conditions(time_class=rng.choice(list(TimeClass)))
    ruling = rule(DrawClaim(game, correct=False))
    seconds = ruling.seconds_for(Party.OPPONENT)
    return Draft(
        say(
            N_("In {time_class} a claim of three occurrences proves wrong. How many seconds does the opponent get?"),
            time_class=_class_name(game.time_class),
        ),
        raw(seconds),
        tuple(raw(s) for s in (0, 60, 120, 180) if s != seconds),
        ruling.say,
        ruling.articles,
        Kind.OPEN if rng.random() < 0.5 else Kind.CHOICE,
        str(seconds),
    )


def recording(rng: random.Random) -> Draft:
    """8.4: must the player write?"""
    game = Conditions(time_class=rng.choice((TimeClass.STANDARD, TimeClass.STANDARD, TimeClass.RAPID)))
    remaining, bonus = rng.choice((60, 240, 299, 300, 420)), rng.choice((0, 10, 29, 30))
    duty = must_record(game, remaining, bonus)
    yes, no = say(N_("Yes, every move")), say(N_("No, until the end of the period"))
    never = say(N_("No, in this kind of game nobody must"))
    answer = yes if duty else (no if game.time_class is TimeClass.STANDARD else never)
    return Draft(
        say(
            N_(
                "In {time_class} with {bonus} seconds per move a player has {left} seconds left, his "
                "lowest in this period. Must he write the moves?"
            ),
            time_class=_class_name(game.time_class),
            bonus=bonus,
            left=remaining,
        ),
        answer,
        tuple(c for c in (yes, no, never, say(N_("Only his own moves"))) if c != answer),
        say(
            N_(
                "Exempt is who has less than five minutes at some stage of the period with less than 30 "
                "seconds per move; in rapid and blitz nobody must write."
            )
        ),
        ("8.1", "8.4", "A.2"),
    )


def en_passant(rng: random.Random) -> Draft:
    """3.7.4, 3.9: is this en passant capture legal?"""
    file = rng.randrange(1, 7)
    white, black = chess.square(file, 4), chess.square(file + rng.choice((-1, 1)), 4)
    board = chess.Board.empty()
    board.set_piece_at(white, chess.Piece(chess.PAWN, chess.WHITE))
    board.set_piece_at(black, chess.Piece(chess.PAWN, chess.BLACK))
    pinned = rng.random() < 0.4
    outer = [chess.square(f, 4) for f in (0, 7) if chess.square(f, 4) not in (white, black)]
    if pinned and len(outer) == 2:
        board.set_piece_at(outer[0], chess.Piece(chess.KING, chess.WHITE))
        board.set_piece_at(outer[1], chess.Piece(chess.ROOK, chess.BLACK))
    else:
        board.set_piece_at(chess.E1, chess.Piece(chess.KING, chess.WHITE))
    board.set_piece_at(chess.G8, chess.Piece(chess.KING, chess.BLACK))
    board.turn = chess.WHITE
    just_now = rng.random() < 0.7
    board.ep_square = black + 8 if just_now else None
    move = chess.Move(white, black + 8)
    examined = examine(board, move)
    yes = say(N_("Yes"))
    late, exposed = say(N_("No: the double step was not the last move")), say(N_("No: the own king would be in check"))
    answer = yes if examined.legal else exposed if examined.fault is MoveFault.KING_LEFT_IN_CHECK else late
    last = say(N_("Black has just played the double step.") if just_now else N_("Black's last move was with the king."))
    return Draft(
        say(
            N_("{last} May White capture en passant with the pawn on {square}?"),
            last=last,
            square=chess.square_name(white),
        ),
        answer,
        tuple(c for c in (yes, late, exposed, say(N_("No: en passant is only for Black"))) if c != answer),
        say(
            N_(
                "En passant is possible only at once after the double step, and never if the own king "
                "would be in check."
            )
        ),
        ("3.7.4", "3.9.2"),
        fen=board.fen(en_passant="fen"),
    )


@dataclass(frozen=True, slots=True)
class Case:
    """A situation in words with the incident that the rulings answer."""

    ask: str
    incident: Incident


def _from_cases(cases: tuple[Case, ...]) -> Callable[[random.Random], Draft]:
    """A maker that asks for the ruling; the wrong choices are the rulings of the other cases."""

    def make(rng: random.Random) -> Draft:
        case = rng.choice(cases)
        ruling = rule(case.incident)
        others: list[Ruling] = [rule(other.incident) for other in cases if other is not case]
        wrong = list(dict.fromkeys(r.say.key for r in others if r.say.key != ruling.say.key))
        picked = [next(r.say for r in others if r.say.key == key) for key in rng.sample(wrong, min(3, len(wrong)))]
        return Draft(say(case.ask), ruling.say, tuple(picked), ruling.say, ruling.articles)

    return make


_STANDARD = Conditions()
_RAPID = Conditions(time_class=TimeClass.RAPID, supervision=Supervision.INADEQUATE)

start_cases = _from_cases(
    (
        Case(
            N_("After six moves by each it is found that the colours are reversed. What does the arbiter do?"),
            ReversedColours(_STANDARD, 6, 6),
        ),
        Case(
            N_("After fourteen moves by each it is found that the colours are reversed. What does the arbiter do?"),
            ReversedColours(_STANDARD, 14, 14),
        ),
        Case(
            N_(
                "During a standard game it is found that king and queen of one side stood the wrong way "
                "round at the start. What now?"
            ),
            WrongSetup(_STANDARD, Setup.KING_AND_QUEEN, 12),
        ),
        Case(
            N_("During the game it is found that the corner square at White's right hand is dark. What now?"),
            WrongSetup(_STANDARD, Setup.BOARD_TURNED, 8),
        ),
        Case(
            N_(
                "In a rapid game without adequate supervision, after twelve moves by each, a wrong initial "
                "position is found. What now?"
            ),
            WrongSetup(_RAPID, Setup.KING, 12),
        ),
    )
)

offer_cases = _from_cases(
    (
        Case(
            N_("A player offers a draw while his opponent is thinking. How is it judged?"),
            DrawOffer(_STANDARD, OfferEvent.MADE, ("press", "offer")),
        ),
        Case(
            N_('A player offers a draw "if your team-mate agrees too". How is it judged?'),
            DrawOffer(_STANDARD, OfferEvent.CONDITION),
        ),
        Case(N_("A player wants to take his draw offer back. May he?"), DrawOffer(_STANDARD, OfferEvent.WITHDRAWN)),
        Case(
            N_("After a draw offer the opponent touches a piece in order to move it. What about the offer?"),
            DrawOffer(_STANDARD, OfferEvent.OPPONENT_TOUCHES),
        ),
        Case(
            N_("A player touches a piece and then claims three occurrences on this move. What now?"),
            DrawClaim(_STANDARD, touched=True),
        ),
    )
)

act_cases = _from_cases(
    (
        Case(
            N_('A player puts a rook upside down on the promotion square and says "queen". Which piece is it?'),
            ActOfMoving(_STANDARD, Act.INVERTED_ROOK),
        ),
        Case(
            N_(
                "Castling: the king stands released on g1, the rook is still on h1, castling is legal. "
                "What may the player do?"
            ),
            ActOfMoving(_STANDARD, Act.CASTLING_KING_RELEASED),
        ),
        Case(
            N_("A player moves with the left hand and presses the clock with the right. What follows?"),
            ActOfMoving(_STANDARD, Act.OTHER_HAND_ON_CLOCK),
        ),
        Case(
            N_("The new queen has touched the promotion square, but the player now wants a knight. What follows?"),
            ActOfMoving(_STANDARD, Act.PROMOTION_PIECE_TOUCHED_SQUARE),
        ),
        Case(
            N_(
                "A player finds out that his opponent moved another piece than the one touched, but he has "
                "already touched a piece himself. What now?"
            ),
            ActOfMoving(_STANDARD, Act.CLAIM_AFTER_TOUCHING),
        ),
    )
)

quickplay_cases = _from_cases(
    (
        Case(
            N_(
                "Guideline III was announced. A player on move with 100 seconds and no increment claims a "
                "draw. What may the arbiter do?"
            ),
            QuickplayClaim(_STANDARD, remaining_s=100),
        ),
        Case(
            N_("Guideline III was announced. A player on move with exactly two minutes claims a draw. What now?"),
            QuickplayClaim(_STANDARD, remaining_s=120),
        ),
        Case(
            N_(
                "Guideline III was not announced. A player with 50 seconds claims a draw because the "
                "opponent cannot win by normal means. What now?"
            ),
            QuickplayClaim(_STANDARD, remaining_s=50, announced=False),
        ),
        Case(
            N_(
                "A player with 70 seconds claims that the opponent does not try to win; there is no "
                "arbiter at the venue and Guideline III was announced. What now?"
            ),
            QuickplayClaim(_STANDARD, remaining_s=70, arbiter_present=False, no_effort=True),
        ),
    )
)


def legality(rng: random.Random) -> Draft:
    """3: which of these moves is legal?"""
    while True:
        board = _random_position(rng, (15, 50))
        pseudo = [m for m in board.pseudo_legal_moves if not board.is_legal(m)]
        legal = list(board.legal_moves)
        if len(pseudo) >= 3:
            break
    right = rng.choice(legal)
    return Draft(
        say(
            N_("{side} is on move. Which of these moves is legal?"),
            side=say(N_("White") if board.turn else N_("Black")),
        ),
        raw(right.uci()),
        tuple(raw(m.uci()) for m in rng.sample(pseudo, 3)),
        say(N_("No move may leave or put the own king in check.")),
        ("3.9.2",),
        fen=board.fen(),
    )


# ---------------------------------------------------------------- clocks


def time_class(rng: random.Random) -> Draft:
    """A.1, B.1: which class?"""
    minutes, bonus = rng.choice((3, 5, 8, 9, 10, 15, 25, 30, 50, 60, 90)), rng.choice((0, 2, 3, 5, 10, 30))
    control = simple(minutes, bonus)
    found = timecontrol.time_class(control)
    return Draft(
        say(N_("What is a game with {minutes} minutes and {bonus} seconds per move?"), minutes=minutes, bonus=bonus),
        _class_name(found),
        tuple(_class_name(c) for c in TimeClass if c is not found),
        say(
            N_(
                "{minutes} minutes and sixty times {bonus} seconds make {total} minutes: blitz up to 10, "
                "rapid below 60."
            ),
            minutes=minutes,
            bonus=bonus,
            total=int(timecontrol.equivalent_minutes(control)),
        ),
        ("A.1", "B.1"),
    )


def display(rng: random.Random) -> Draft:
    """6.3.2: what does the clock show?"""
    mode = rng.choice((Mode.INCREMENT, Mode.DELAY))
    base, bonus = rng.choice((180, 300, 900)), rng.choice((2, 3, 5, 10))
    used = [rng.randint(1, 20) for _ in range(3)]
    clock = Clock.new(simple(Fraction(base, 60), bonus, mode)).start()
    for seconds in used:
        clock = clock.press(ms(seconds)).press(0)
    shown = clock.white.remaining // 1000
    others = {base - sum(used), base - sum(used) + 3 * bonus, base, shown + bonus} - {shown}
    name = say(N_("an increment") if mode is Mode.INCREMENT else N_("a simple delay"))
    return Draft(
        say(
            N_(
                "{base} seconds with {mode} of {bonus} seconds per move. White uses {used} seconds for his "
                "first three moves. How many seconds of main time has he after the third press?"
            ),
            base=base,
            mode=name,
            bonus=bonus,
            used=", ".join(map(str, used)),
        ),
        raw(shown),
        tuple(raw(n) for n in sorted(others)),
        say(
            N_(
                "The increment is on the clock before every move, the first included; with a delay only "
                "what exceeds the bonus is charged."
            )
        ),
        ("6.3.2",),
        Kind.OPEN if rng.random() < 0.5 or len(others) < 3 else Kind.CHOICE,
        str(shown),
        points=3,
    )


def session(rng: random.Random) -> Draft:
    """6.3: how long must a session be?"""
    minutes, bonus = rng.choice((60, 75, 90, 100)), rng.choice((0, 10, 30))
    total = int(timecontrol.session_minutes(simple(minutes, bonus)))
    return Draft(
        say(
            N_(
                "How many minutes do both players together have for 60 moves each with {minutes} minutes "
                "and {bonus} seconds per move?"
            ),
            minutes=minutes,
            bonus=bonus,
        ),
        raw(total),
        (),
        say(N_("Twice the minutes, plus sixty times the bonus for each player.")),
        ("6.3",),
        Kind.OPEN,
        str(total),
    )


clock_cases = _from_cases(
    (
        Case(
            N_("A player stops the clock to go to the toilet. How is it judged?"),
            ClockEvent(_STANDARD, Happening.STOPPED_FOR_TOILET),
        ),
        Case(
            N_("A player stops the clock because no queen is at hand for his promotion. What now?"),
            ClockEvent(_STANDARD, Happening.STOPPED_PIECE_MISSING),
        ),
        Case(
            N_("The clock is evidently defective. What does the arbiter do?"),
            ClockEvent(_STANDARD, Happening.DEFECTIVE),
        ),
        Case(
            N_("After eleven moves the clocks are found to be set wrongly in a standard game. What now?"),
            ClockEvent(_STANDARD, Happening.WRONG_SETTING, moves_completed_each=11),
        ),
        Case(
            N_("A player claims on the ground of what the wall display shows. What now?"),
            ClockEvent(_STANDARD, Happening.CLAIM_FROM_DISPLAY),
        ),
    )
)


# ---------------------------------------------------------------- other subjects


def round_robin(rng: random.Random) -> Draft:
    """How many rounds and games has a round robin?"""
    players = rng.randint(5, 14)
    rounds = players - 1 if players % 2 == 0 else players
    return Draft(
        say(N_("How many rounds does a single round robin of {n} players have?"), n=players),
        raw(rounds),
        tuple(raw(n) for n in {players - 1, players, players + 1, players // 2} - {rounds}),
        say(N_("One round less than players; with an odd number one player is free in every round.")),
        ("C.05",),
        Kind.OPEN if rng.random() < 0.5 else Kind.CHOICE,
        str(rounds),
    )


def sonneborn_berger(rng: random.Random) -> Draft:
    """Sonneborn-Berger of one player from his results."""
    halves = [rng.randint(0, 10) for _ in range(5)]  # opponents' scores in half points
    results = [rng.choice((0, 1, 2)) for _ in range(5)]  # in half points
    total = sum(Fraction(h, 2) * Fraction(r, 2) for h, r in zip(halves, results, strict=True))
    rows = ", ".join(
        f"{float(Fraction(h, 2)):g} ({'1' if r == 2 else '½' if r == 1 else '0'})"
        for h, r in zip(halves, results, strict=True)
    )
    return Draft(
        say(
            N_(
                "In a round robin a player met opponents with these final scores (his result in brackets): "
                "{rows}. What is his Sonneborn-Berger score?"
            ),
            rows=rows,
        ),
        raw(f"{float(total):g}"),
        (),
        say(N_("The scores of the beaten opponents and half the scores of those drawn with.")),
        ("C.07",),
        Kind.OPEN,
        f"{float(total):g}",
        points=3,
    )


def buchholz(rng: random.Random) -> Draft:
    """Buchholz, cut 1, of one player."""
    halves = sorted(rng.randint(0, 14) for _ in range(7))
    cut = Fraction(sum(halves[1:]), 2)
    rows = ", ".join(f"{h / 2:g}" for h in rng.sample(halves, len(halves)))
    return Draft(
        say(
            N_(
                "A player has met seven opponents, all games played, with these scores: {rows}. What is "
                "his Buchholz Cut 1?"
            ),
            rows=rows,
        ),
        raw(f"{float(cut):g}"),
        (),
        say(N_("The sum of the opponents' scores without the lowest one.")),
        ("C.07",),
        Kind.OPEN,
        f"{float(cut):g}",
        points=3,
    )


def colours(rng: random.Random) -> Draft:
    """C.04.3: what colour preference has this history?"""
    while True:
        history = "".join(rng.choice("WB") for _ in range(rng.randint(2, 6)))
        difference = history.count("W") - history.count("B")
        twice = history[-2:] in ("WW", "BB")
        contrary = twice and abs(difference) > 1 and (history[-1] == "W") != (difference > 0)
        if not contrary:
            break
    due = say(N_("Black") if difference > 0 or (difference == 0 and history[-1] == "W") else N_("White"))
    if twice and abs(difference) < 2:
        due = say(N_("Black") if history[-1] == "W" else N_("White"))
    absolute, strong, mild = N_("absolute, for {colour}"), N_("strong, for {colour}"), N_("mild, for {colour}")
    key = absolute if abs(difference) > 1 or twice else strong if abs(difference) == 1 else mild
    return Draft(
        say(
            N_("A player has had these colours in the Dutch system: {history}. What is his colour preference?"),
            history=history,
        ),
        say(key, colour=due),
        tuple(say(k, colour=due) for k in (absolute, strong, mild) if k != key),
        say(
            N_(
                "Absolute: difference beyond one, or twice the same colour in a row; strong: difference of "
                "one; mild: balanced, alternate."
            )
        ),
        ("C.04.3",),
    )


device_cases = _from_cases(
    (
        Case(
            N_(
                "During the game a switched-off phone is found in a player's pocket; the regulations say "
                "nothing. What follows?"
            ),
            Device(_STANDARD, DeviceEvent.FOUND_ON_PLAYER),
        ),
        Case(
            N_(
                "A phone, switched off, lies in a bag at the place that the arbiter set, as the "
                "regulations allow. What follows?"
            ),
            Device(_STANDARD, DeviceEvent.IN_BAG_AS_ALLOWED),
        ),
        Case(
            N_("A player opens the bag with his switched-off phone without asking. What follows?"),
            Device(_STANDARD, DeviceEvent.BAG_OPENED),
        ),
        Case(
            N_(
                "White's phone rings after his first move; Black has not arrived, but the default time is "
                "not over. What follows?"
            ),
            Device(_STANDARD, DeviceEvent.SOUND, Player.WHITE, opponent_arrived=False),
        ),
        Case(
            N_("A player refuses to be searched in private by an arbiter of the same sex. What follows?"),
            Device(_STANDARD, DeviceEvent.INSPECTION_REFUSED),
        ),
        Case(
            N_("A player arrives late with a phone in his pocket. What follows?"),
            Device(_STANDARD, DeviceEvent.LATE_PLAYER_BRINGS),
        ),
    )
)

conduct_cases = _from_cases(
    (
        Case(
            N_("A player on move wants to leave the playing area without asking. How is it judged?"),
            Conduct(_STANDARD, ConductEvent.LEAVES_AREA_ON_MOVE),
        ),
        Case(
            N_("A spectator sees a flag fall. What may he do?"),
            Conduct(_STANDARD, ConductEvent.SPECTATOR_SEES_IRREGULARITY),
        ),
        Case(
            N_("In time trouble a player asks the arbiter how many moves he has made. What does the arbiter do?"),
            Conduct(_STANDARD, ConductEvent.ASKS_MOVE_COUNT),
        ),
        Case(
            N_("A player refuses to play on until his appeal is heard. What now?"),
            Conduct(_STANDARD, ConductEvent.REFUSES_TO_CONTINUE),
        ),
        Case(
            N_("Both players persistently refuse to follow the arbiter's instructions. What follows?"),
            Conduct(_STANDARD, ConductEvent.PERSISTENT_REFUSAL_BOTH),
        ),
    )
)


def default_time(rng: random.Random) -> Draft:
    """6.7: until when may a player come?"""
    late, default = rng.choice((0, 5, 10, 15)), rng.choice((0, 15, 30, 60))
    deadline = duties.time_of(duties.minutes_of("16:00") + late + default)
    return Draft(
        say(
            N_(
                "The round was scheduled for 16:00 and really began {late} minutes later; the default time "
                "is {default} minutes. Until what time may a player arrive without losing (hh:mm)?"
            ),
            late=late,
            default=default,
        ),
        raw(deadline),
        (),
        say(N_("The default time runs from the real start; only who arrives after it loses.")),
        ("6.7.1",),
        Kind.OPEN,
        deadline,
    )


def staff(rng: random.Random) -> Draft:
    """How many sector arbiters?"""
    players = rng.choice((40, 60, 75, 90, 120, 150, 180))
    least, most = duties.sector_arbiters(players)
    choices = {(least, most), (least + 2, most + 2), (max(1, least - 2), max(1, most - 2)), (least + 4, most + 5)}
    return Draft(
        say(
            N_(
                "How many sector arbiters, beside the chief arbiter and a deputy, does a tournament of {n} "
                "players need?"
            ),
            n=players,
        ),
        raw(f"{least}-{most}"),
        tuple(raw(f"{a}-{b}") for a, b in sorted(choices - {(least, most)})),
        say(N_("One arbiter for 20 to 25 players, rounded up.")),
        ("12",),
    )


def supervision(rng: random.Random) -> Draft:
    """A.4, B.2: do the Competition Rules apply in full?"""
    kind = rng.choice((TimeClass.RAPID, TimeClass.BLITZ))
    games, recorded = rng.randint(1, 5), rng.random() < 0.6
    found = duties.supervision(kind, games, recorded)
    wrong = Supervision.INADEQUATE if found is Supervision.ADEQUATE else Supervision.ADEQUATE
    who = say(N_("the arbiter records them") if recorded else N_("nobody records them"))
    return Draft(
        say(
            N_(
                "In {kind} each arbiter watches {n} games and {who}. Is the supervision adequate for the "
                "full Competition Rules?"
            ),
            kind=_class_name(kind),
            n=games,
            who=who,
        ),
        _supervision(found),
        (_supervision(wrong),),
        say(
            N_(
                "At most three games per arbiter in rapid, one in blitz, and each recorded by the arbiter "
                "or an assistant."
            )
        ),
        ("A.4", "B.2"),
    )


def scores(rng: random.Random) -> Draft:
    """10.2: is this score possible?"""
    scoring = rng.choice(
        (GameScoring(), GameScoring(Fraction(3), Fraction(1)), GameScoring(Fraction(3), Fraction(2), Fraction(1)))
    )
    values = sorted(scoring.values)
    white, black = rng.choice(values), rng.choice(values)
    ok = score_allowed(scoring, white, black)
    system = "-".join(f"{float(v):g}" for v in (scoring.win, scoring.draw, scoring.loss))
    yes, no = say(N_("Yes")), say(N_("No"))
    return Draft(
        say(
            N_(
                "The regulations score {system} for win, draw and loss, 0 for a forfeit. May the arbiter "
                "decide {white} for White and {black} for Black?"
            ),
            system=system,
            white=f"{float(white):g}",
            black=f"{float(black):g}",
        ),
        yes if ok else no,
        (no if ok else yes,),
        say(
            N_("Only scores of the system, and together never more than in a normal game ({most})."),
            most=f"{float(scoring.maximum):g}",
        ),
        ("10.2",),
    )


def rating_list(rng: random.Random) -> Draft:
    """Which rating list?"""
    minutes, bonus = rng.choice((5, 10, 12, 20, 45, 60, 90)), rng.choice((0, 3, 5, 10, 15, 30))
    control = simple(minutes, bonus)
    found = timecontrol.time_class(control)
    return Draft(
        say(
            N_(
                "For which rating list does a game with {minutes} minutes and {bonus} seconds per move "
                "count, if it is rated?"
            ),
            minutes=minutes,
            bonus=bonus,
        ),
        _class_name(found),
        tuple(_class_name(c) for c in TimeClass if c is not found),
        say(
            N_(
                "{minutes} minutes and sixty times {bonus} seconds make {total} minutes: blitz up to 10, "
                "rapid below 60."
            ),
            minutes=minutes,
            bonus=bonus,
            total=int(timecontrol.equivalent_minutes(control)),
        ),
        ("B.02",),
    )


def first_control(rng: random.Random) -> Draft:
    """Rated games: how many moves in the first control?"""
    moves = rng.choice((20, 24, 29, 30, 36, 40))
    ok = timecontrol.check_control(moves, 30).accepted
    yes, no = say(N_("Yes")), say(N_("No"))
    return Draft(
        say(N_("May a rated tournament set its first time control at move {n}?"), n=moves),
        yes if ok else no,
        (no if ok else yes,),
        say(N_("The first control of a rated game has at least 30 moves.")),
        ("B.02",),
    )


LAWS: tuple[Callable[[random.Random], Draft], ...] = (
    touch_move,
    flag_fall,
    illegal_move,
    repetition,
    castling,
    act_cases,
    wrong_claim,
    recording,
    en_passant,
    start_cases,
    offer_cases,
    legality,
    quickplay_cases,
    flag_fall,
    illegal_move,
)
CLOCKS: tuple[Callable[[random.Random], Draft], ...] = (time_class, display, session, clock_cases)
SYSTEMS: tuple[Callable[[random.Random], Draft], ...] = (round_robin, sonneborn_berger, buchholz, colours)
FAIR_PLAY: tuple[Callable[[random.Random], Draft], ...] = (device_cases, conduct_cases)
COMPETITION: tuple[Callable[[random.Random], Draft], ...] = (default_time, staff, supervision, scores)
RATINGS: tuple[Callable[[random.Random], Draft], ...] = (rating_list, first_control)
