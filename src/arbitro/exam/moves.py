"""Questions on moves, positions and their penalties: a situation is drawn, the room's own rules answer it."""

from __future__ import annotations

import random

import chess

from arbitro.exam.questions import CLASS_NAMES, SUPERVISION_NAMES, Question, choices, random_position, raw
from arbitro.i18n import N_
from arbitro.laws.board import MoveFault, examine
from arbitro.laws.claims import occurrences
from arbitro.laws.edition import LawsEdition, Supervision, TimeClass
from arbitro.laws.mating import QUICK, Undecided, Winnable, can_mate
from arbitro.laws.rulings import Conditions, Party, rule
from arbitro.laws.rulings.base import say, written
from arbitro.laws.rulings.draws import DrawClaim
from arbitro.laws.rulings.illegal import Fault, IllegalMove
from arbitro.laws.rulings.recording import must_record
from arbitro.laws.rulings.touch import TouchedPieces, obligation

DOMAIN = "laws"  # of the sentences marked here

WHITE_WINS, BLACK_WINS = say(N_("White wins")), say(N_("Black wins"))
DRAWN, GOES_ON = say(N_("The game is drawn")), say(N_("The game goes on"))


def touch_move(rng: random.Random) -> Question:
    """4.3: which move do the touched pieces allow?"""
    while True:
        board = random_position(rng, (12, 40))
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
    right = written(board, rng.choice(duty.moves))
    ask = N_(
        "The player on move deliberately touches the piece on {first} and then the piece on {second}. "
        "Which of these moves may be played?"
    )
    return Question(
        say(ask, first=names[0], second=names[1]),
        right,
        choices(right, *(written(board, uci) for uci in rng.sample(others, 3))),
        rule(TouchedPieces(Conditions(), board.fen(), names)).say,
        ("4.3",),
        fen=board.fen(),
        marked=names,
    )


_PIECES = {"N": chess.KNIGHT, "B": chess.BISHOP, "R": chess.ROOK, "Q": chess.QUEEN, "P": chess.PAWN}
_ARMIES = ("", "N", "B", "NN", "BN", "R", "P")


def _ending(rng: random.Random, winner: str, loser: str) -> chess.Board | None:
    board = chess.Board.empty()
    squares = rng.sample(range(8, 56), 2 + len(winner) + len(loser))
    pieces = [(chess.KING, True), (chess.KING, False)]
    pieces += [(_PIECES[letter], True) for letter in winner] + [(_PIECES[letter], False) for letter in loser]
    for square, (kind, colour) in zip(squares, pieces, strict=True):
        board.set_piece_at(square, chess.Piece(kind, colour))
    board.turn = rng.random() < 0.5
    return board if board.is_valid() and any(board.generate_legal_moves()) else None


def flag_fall(rng: random.Random) -> Question:
    """6.9: the flag falls; can the opponent mate by any series of legal moves?"""
    while True:
        board = _ending(rng, rng.choice(_ARMIES), rng.choice(("Q", "R", "B", "N", "P", "RP", "BP")))
        if board is None:
            continue
        verdict = can_mate(board, chess.WHITE, QUICK)
        if not isinstance(verdict, Undecided):
            break
    if isinstance(verdict, Winnable):
        answer, short, n = WHITE_WINS, "1-0", len(verdict.line)
        reasoning = say(
            N_(
                "White can mate by some series of legal moves, however unlikely; "
                "one of them has length {n} (half-moves)."
            ),
            n=n,
        )
    else:
        answer, short = DRAWN, "1/2-1/2"
        reasoning = say(N_("No series of legal moves lets White mate, so the loss on time becomes a draw."))
    if rng.random() < 0.3:
        ask = say(N_("Black's flag falls in this position, in the last period. Write the result (1-0, 0-1 or ½-½)."))
        return Question(ask, answer, (), reasoning, ("6.9",), short, board.fen(), points=3)
    ask = say(N_("Black's flag falls in this position, in the last period. What is the result?"))
    offered = choices(answer, WHITE_WINS, DRAWN, BLACK_WINS, GOES_ON)
    return Question(ask, answer, offered, reasoning, ("6.9",), fen=board.fen())


_FAULTS = {
    Fault.PLAIN: N_("makes an illegal move and presses the clock"),
    Fault.NO_MOVE: N_("presses the clock without having made a move"),
    Fault.TWO_HANDS: N_("castles with both hands and presses the clock"),
    Fault.PAWN_NOT_PROMOTED: N_("leaves the pawn on the last rank and presses the clock"),
}


def illegal_move(rng: random.Random) -> Question:
    """7.5: the penalty, by class and count."""
    fault = rng.choice(list(_FAULTS))
    game = Conditions(LawsEdition.E2023, rng.choice(list(TimeClass)), rng.choice(list(Supervision)))
    number = rng.choice((1, 1, 2))
    ruling = rule(IllegalMove(game, fault, number, opponent_can_mate=True))
    lost = say(N_("The player loses the game"))
    more = {s: say(N_("The opponent gets {seconds} seconds more and play goes on"), seconds=s) for s in (60, 120, 180)}
    answer = lost if ruling.ending else more[ruling.seconds_for(Party.OPPONENT)]
    ask = N_(
        "In {time_class} ({supervision} supervision) a player {act}. It is this player's completed illegal "
        "move number {number}; the opponent has not replied and has mating material. What follows?"
    )
    return Question(
        say(
            ask,
            time_class=CLASS_NAMES[game.time_class],
            supervision=SUPERVISION_NAMES[game.supervision],
            act=say(_FAULTS[fault]),
            number=number,
        ),
        answer,
        choices(answer, lost, *more.values(), say(N_("Only a warning"))),
        ruling.say,
        ruling.articles,
    )


def repetition(rng: random.Random) -> Question:
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
    why = N_(
        "The same player is on move, the pieces stand alike and the same moves are possible {n} "
        "times; after a double step of a pawn, en passant is looked at."
    )
    offered = choices(*(raw(n) for n in (count, 1, 2, 3, 4, 5)))
    return Question(
        say(N_("How many times has the present position appeared in this game? {game}"), game=game),
        raw(count),
        () if rng.random() < 0.4 else offered,
        say(why, n=count),
        ("9.2.2",),
        str(count),
        board.fen(),
    )


_CASTLING_FAULTS = {
    MoveFault.CASTLING_IN_CHECK: N_("No: the king is in check"),
    MoveFault.CASTLING_CROSSES_ATTACK: N_("No: the king would cross an attacked square"),
    MoveFault.CASTLING_INTO_ATTACK: N_("No: the king would arrive on an attacked square"),
    MoveFault.CASTLING_BLOCKED: N_("No: a piece stands between king and rook"),
    None: N_("Yes"),
}


def castling(rng: random.Random) -> Question:
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
    why = N_(
        "Castling is barred while the king's square, a square it crosses or its target is "
        "attacked, or a piece stands between; an attack on the rook or on b1 does not matter."
    )
    return Question(
        say(N_("Neither king nor rooks have moved. May White castle on {side}?"), side=side),
        answer,
        choices(answer, *(say(key) for key in _CASTLING_FAULTS.values())),
        say(why),
        ("3.8.2",),
        fen=board.fen(),
    )


def wrong_claim(rng: random.Random) -> Question:
    """9.5.3: what does a wrong draw claim cost?"""
    game = Conditions(time_class=rng.choice(list(TimeClass)))
    ruling = rule(DrawClaim(game, correct=False))
    seconds = ruling.seconds_for(Party.OPPONENT)
    ask = N_("In {time_class} a claim of threefold repetition proves wrong. How many seconds does the opponent get?")
    return Question(
        say(ask, time_class=CLASS_NAMES[game.time_class]),
        raw(seconds),
        () if rng.random() < 0.5 else choices(*(raw(s) for s in (seconds, 0, 60, 120, 180))),
        ruling.say,
        ruling.articles,
        str(seconds),
    )


def recording(rng: random.Random) -> Question:
    """8.4: must the player write?"""
    game = Conditions(time_class=rng.choice((TimeClass.STANDARD, TimeClass.STANDARD, TimeClass.RAPID)))
    remaining, bonus = rng.choice((60, 240, 299, 300, 420)), rng.choice((0, 10, 29, 30))
    duty = must_record(game, remaining, bonus)
    yes, no = say(N_("Yes, every move")), say(N_("No, until the end of the period"))
    never = say(N_("No, in this kind of game nobody must"))
    answer = yes if duty else (no if game.time_class is TimeClass.STANDARD else never)
    ask = N_(
        "In {time_class} with {bonus} seconds per move a player has {left} seconds left, the "
        "lowest in this period. Must the player write the moves?"
    )
    why = N_(
        "A player is exempt who has less than five minutes at some stage of the period with less than 30 "
        "seconds per move; in rapid and blitz nobody must write."
    )
    return Question(
        say(ask, time_class=CLASS_NAMES[game.time_class], bonus=bonus, left=remaining),
        answer,
        choices(answer, yes, no, never, say(N_("Only the player's own moves"))),
        say(why),
        ("8.1", "8.4", "A.2"),
    )


def en_passant(rng: random.Random) -> Question:
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
    yes, late = say(N_("Yes")), say(N_("No: the double step was not the last move"))
    exposed = say(N_("No: the white king would be in check"))
    answer = yes if examined.legal else exposed if examined.fault is MoveFault.KING_LEFT_IN_CHECK else late
    last = say(N_("Black has just played the double step.") if just_now else N_("Black's last move was with the king."))
    why = N_(
        "En passant is possible only at once after the double step, and never if the player's own king "
        "would be in check."
    )
    return Question(
        say(
            N_("{last} May White capture en passant with the pawn on {square}?"),
            last=last,
            square=chess.square_name(white),
        ),
        answer,
        choices(answer, yes, late, exposed, say(N_("No: en passant is only for Black"))),
        say(why),
        ("3.7.4", "3.9.2"),
        fen=board.fen(en_passant="fen"),
    )


def legality(rng: random.Random) -> Question:
    """3: which of these moves is legal?"""
    while True:
        board = random_position(rng, (15, 50))
        pseudo = [m for m in board.pseudo_legal_moves if not board.is_legal(m)]
        legal = list(board.legal_moves)
        if len(pseudo) >= 3:
            break
    right = raw(rng.choice(legal).uci())
    return Question(
        say(
            N_("{side} is on move. Which of these moves is legal?"),
            side=say(N_("White") if board.turn else N_("Black")),
        ),
        right,
        choices(right, *(raw(m.uci()) for m in rng.sample(pseudo, 3))),
        say(N_("No move may leave or put the player's own king in check.")),
        ("3.9.2",),
        fen=board.fen(),
    )
