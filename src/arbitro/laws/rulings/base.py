"""What a ruling is: what to do, who gets how much time, the result, the articles, and what is left to the arbiter.

Constant rulings stand in `rulings.toml`, one row per situation; `ruled` makes a ruling of a row. Sentences are kept as
keys and spoken in the reader's language at the end (`Ruling.text`). A ruling never guesses: what the Laws leave to the
arbiter stands in `options`, and where one more fact decides, both outcomes stand in `outcomes`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Annotated, Any

import chess

from arbitro.errors import ArbitroError
from arbitro.i18n import N_, current_language, gettext_for
from arbitro.laws.board import position
from arbitro.laws.edition import LawsEdition, LawsText, Supervision, TimeClass, online_articles
from arbitro.laws.mating import ARBITER, Undecided, Winnable, can_mate
from arbitro.laws.notation import write_move, write_moves
from arbitro.laws.scores import GameResult
from arbitro.records import Between, decode, load

_ = gettext_for("laws")

Count = Annotated[int, Between(0)]
DRAW = GameResult.DRAW


class Side(Enum):
    """A colour, as incidents name it."""

    WHITE = "white"
    BLACK = "black"

    @property
    def opponent(self) -> Side:
        return Side.BLACK if self is Side.WHITE else Side.WHITE

    @property
    def colour(self) -> chess.Color:
        return self is Side.WHITE

    @property
    def wins(self) -> GameResult:
        return GameResult.WHITE_WINS if self is Side.WHITE else GameResult.BLACK_WINS


class Party(Enum):
    """Who is meant, where colours are not known or do not matter."""

    OFFENDER = "offender"
    OPPONENT = "opponent"
    PLAYER = "player"  # whose flag fell, who resigned or did not come back
    BOTH = "both"
    WHITE = "white"
    BLACK = "black"
    SEALER = "sealer"  # who sealed a move
    REPLIER = "replier"  # who must reply to it
    LATECOMER = "latecomer"


LOSES: Mapping[Party, str] = {
    Party.OFFENDER: N_("the offender loses"),
    Party.OPPONENT: N_("the opponent loses"),
    Party.PLAYER: N_("the player loses"),
    Party.SEALER: N_("the player who sealed loses"),
    Party.REPLIER: N_("the player who sealed wins"),
    Party.LATECOMER: N_("the player who was not there in time loses"),
}


class Code(Enum):
    """The machine's word for what is to be done."""

    NOTHING = "NOTHING"
    RESTORE = "RESTORE"
    STANDS = "STANDS"
    CLAIM_REQUIRED = "CLAIM_REQUIRED"
    CLAIM_REJECTED = "CLAIM_REJECTED"
    AUTO_QUEEN = "AUTO_QUEEN"
    RESTORE_PROMOTION_CHOICE_FREE = "RESTORE_PROMOTION_CHOICE_FREE"
    DISCRETIONARY_PENALTY = "DISCRETIONARY_PENALTY"
    CORRECT_NO_PENALTY = "CORRECT_NO_PENALTY"
    ARBITER_DISCRETION = "ARBITER_DISCRETION"
    GAME_OVER = "GAME_OVER"
    DEPENDS = "DEPENDS"
    RESULT_STANDS = "RESULT_STANDS"
    CONTINUE = "CONTINUE"
    CONTINUE_NEXT_PERIOD = "CONTINUE_NEXT_PERIOD"
    CONTINUE_UNLESS_ARBITER = "CONTINUE_UNLESS_ARBITER"
    WAIT_FOR_NEXT_MOVE = "WAIT_FOR_NEXT_MOVE"
    INTERVENE = "INTERVENE"
    ENFORCE_TOUCH_MOVE = "ENFORCE_TOUCH_MOVE"
    ILLEGAL_MOVE = "ILLEGAL_MOVE"
    ARBITER_CALLS_FLAG = "ARBITER_CALLS_FLAG"
    ARBITER_SILENT = "ARBITER_SILENT"
    NEW_GAME = "NEW_GAME"
    TRANSFER_BOARD = "TRANSFER_BOARD"
    PAUSE_CALL_ARBITER = "PAUSE_CALL_ARBITER"
    LAST_IDENTIFIABLE_POSITION = "LAST_IDENTIFIABLE_POSITION"
    SUPPLY_PIECE = "SUPPLY_PIECE"
    REPLACE_CLOCK = "REPLACE_CLOCK"
    CORRECT_SETTING = "CORRECT_SETTING"
    CORRECT_TIMES = "CORRECT_TIMES"
    STOP_AND_UPDATE = "STOP_AND_UPDATE"
    UPDATE_ON_OWN_TIME = "UPDATE_ON_OWN_TIME"
    RECONSTRUCT = "RECONSTRUCT"
    NEXT_MOVE_STARTS_PERIOD = "NEXT_MOVE_STARTS_PERIOD"
    EXPLAIN_AND_ALLOW = "EXPLAIN_AND_ALLOW"
    PLAY_DECLARED_MOVE = "PLAY_DECLARED_MOVE"
    FORFEIT = "FORFEIT"
    ALLOW_HAND_IN = "ALLOW_HAND_IN"
    ALLOWED = "ALLOWED"
    NOT_ALLOWED = "NOT_ALLOWED"
    CLOCK_RUNS = "CLOCK_RUNS"
    WARN = "WARN"
    ADJUST_TO_SCORES = "ADJUST_TO_SCORES"
    ROLL_BACK_TO_AGREEMENT = "ROLL_BACK_TO_AGREEMENT"
    SEALER_DECLARES_MOVE = "SEALER_DECLARES_MOVE"
    START_REPLIER_CLOCK = "START_REPLIER_CLOCK"
    OPEN_AND_PLAY = "OPEN_AND_PLAY"
    REPLIER_MAY_SEAL = "REPLIER_MAY_SEAL"
    BOARD_MOVE_IS_SEALED = "BOARD_MOVE_IS_SEALED"
    CHARGE_REST_OF_SESSION = "CHARGE_REST_OF_SESSION"
    SET_INCREMENT = "SET_INCREMENT"
    POSTPONE = "POSTPONE"
    CLARIFY = "CLARIFY"
    PLATFORM = "PLATFORM"


RESTORING = {
    Code.RESTORE, Code.RESTORE_PROMOTION_CHOICE_FREE, Code.AUTO_QUEEN, Code.LAST_IDENTIFIABLE_POSITION, Code.NEW_GAME,
    Code.TRANSFER_BOARD, Code.REPLACE_CLOCK, Code.CORRECT_SETTING, Code.CORRECT_TIMES, Code.RECONSTRUCT,
    Code.ROLL_BACK_TO_AGREEMENT, Code.SET_INCREMENT,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Say:
    """A sentence with its blanks: the key is English, readers hear their language."""

    key: str
    blanks: Mapping[str, object] = field(default_factory=dict)

    def text(self) -> str:
        return _(self.key).format(**{name: _spoken(value) for name, value in self.blanks.items()})


def _spoken(value: object) -> object:
    return value.text() if isinstance(value, Say) else value


def say(key: str, **blanks: object) -> Say:
    return Say(key, blanks)


@dataclass(frozen=True, slots=True)
class Written(Say):
    """Moves in the reader's own notation, with numbers if there are several."""

    fen: str = chess.STARTING_FEN
    moves: tuple[str, ...] = ()

    def text(self) -> str:
        board = chess.Board(self.fen)
        moves = [chess.Move.from_uci(uci) for uci in self.moves]
        if len(moves) == 1:
            return write_move(board, moves[0], current_language())
        return write_moves(moves, current_language(), start=board)


def written(board: chess.Board, *moves: str) -> Say:
    return Written("", {}, board.fen(), moves)


@dataclass(frozen=True, slots=True)
class TimeChange:
    """Seconds added to (or taken from) a player's clock."""

    party: Party
    seconds: int


@dataclass(frozen=True, slots=True)
class Obligation:
    """What the player on move must now play."""

    kind: str  # none, free, move, capture, capture with, castle, other king move
    squares: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ending:
    """How the game ends: a result, or, where colours are not told, who loses."""

    result: GameResult | None = None
    loser: Party | None = None

    def text(self) -> str:
        return self.result.shown if self.result else _(LOSES[self.loser]) if self.loser else ""


@dataclass(frozen=True, slots=True)
class Alternative:
    """What follows if a question is answered in one way."""

    when: Say
    ending: Ending


@dataclass(frozen=True, slots=True)
class Ruling:
    """The answer to an incident."""

    row: str  # the situation in `rulings.toml`
    code: Code
    say: Say
    articles: tuple[str, ...] = ()
    ending: Ending | None = None  # None: the game goes on
    times: tuple[TimeChange, ...] = ()
    obligation: Obligation | None = None
    options: tuple[Say, ...] = ()  # what the Laws leave to the arbiter, and what to weigh
    outcomes: tuple[Alternative, ...] = ()  # what follows from each answer, where one more fact decides
    illegal_move: int | None = None  # which completed illegal move of the player this is
    line: tuple[str, ...] = ()  # a series of legal moves that mates (UCI), where one decided

    @property
    def result(self) -> GameResult | None:
        """The result, where the game ends and the colours are known."""
        return self.ending.result if self.ending else None

    def seconds_for(self, party: Party) -> int:
        return sum(change.seconds for change in self.times if change.party is party)

    @property
    def log(self) -> tuple[Say, ...]:
        """What the arbiter writes down: counts, times, results, penalties, and every decision (Preface)."""
        lines = []
        if self.illegal_move is not None:
            lines.append(say(N_("Completed illegal move number {n} of the player."), n=self.illegal_move))
        if self.code in RESTORING:
            lines.append(say(N_("The position that was set up again, and the number of the move.")))
        if self.times or self.code in RESTORING:
            lines.append(say(N_("Both clocks and move counters, before and after.")))
        if self.code is Code.DISCRETIONARY_PENALTY:
            lines.append(say(N_("The breach, and the penalty that was imposed.")))
        elif self.options:
            lines.append(say(N_("What was left to the arbiter, the decision, and why.")))
        if self.ending is not None:
            lines.append(say(N_("The result and its reason.")))
        return tuple(lines)

    def text(self) -> str:
        """The ruling in words."""
        return self.say.text()


@dataclass(frozen=True, slots=True)
class Conditions:
    """The game in which the incident happened."""

    edition: LawsEdition = LawsEdition.E2023
    time_class: TimeClass = TimeClass.STANDARD
    supervision: Supervision = Supervision.ADEQUATE
    online: bool = False

    @property
    def law(self) -> LawsText:
        return self.edition.text

    @property
    def fast(self) -> bool:
        return self.time_class is not TimeClass.STANDARD

    @property
    def appendix(self) -> bool:
        """Rapid or blitz without adequate supervision: Appendix A.5 (2009: A.4, B.3) instead of the full rules."""
        return self.fast and self.supervision is Supervision.INADEQUATE

    def cite(self, *matters: str) -> tuple[str, ...]:
        """Articles by matter: online those of the Online Chess Regulations where they rule it, else of the edition."""
        found = []
        for matter in matters:
            if self.online and (article := online_articles().get(matter)):
                found.append(f"E.04 {article}")
            elif article := self.law.articles[matter]:
                found.append(article)
        return tuple(dict.fromkeys(found))


@dataclass(frozen=True, slots=True)
class Incident:
    """Something that happened. Subclasses say what; `game` says in which game."""

    game: Conditions = field(default_factory=Conditions)


# ---------------------------------------------------------------- constant rulings


@dataclass(frozen=True, slots=True)
class Row:
    """A situation as `rulings.toml` writes it."""

    say: str
    do: Code = Code.NOTHING
    matters: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    penalty: bool = False  # a breach punished at the arbiter's discretion (12.9)
    but: tuple[str, ...] = ()  # penalties that are not open here
    result: GameResult | None = None
    loser: Party | None = None


@cache
def rows() -> dict[str, dict[str, Any]]:
    """Every situation by its name, `kind.situation`, as it stands in the file."""
    table = load(Path(__file__).with_name("rulings.toml"))
    return {f"{kind}.{name}": row for kind, situations in table.items() for name, row in situations.items()}


@cache
def row_of(name: str, edition: LawsEdition) -> Row:
    """A situation as an edition rules it."""
    row = dict(rows()[name])
    by_edition = row.pop("editions", {})
    return decode(Row, row | by_edition.get(edition.value, {}), name)


def penalty_options(game: Conditions, but: tuple[str, ...] = ()) -> tuple[Say, ...]:
    """12.9 (2009: 13.4): what the arbiter may impose, mildest first."""
    return tuple(say(penalty.say) for penalty in game.law.penalties if penalty.name not in but)


def ruled(
    game: Conditions,
    name: str,
    /,
    *,
    also: tuple[str, ...] = (),
    ending: Ending | None = None,
    times: tuple[TimeChange, ...] = (),
    obligation: Obligation | None = None,
    illegal_move: int | None = None,
    line: tuple[str, ...] = (),
    **blanks: object,
) -> Ruling:
    """The ruling of a row in this game; `also` names further matters, `blanks` fill the sentence."""
    row = row_of(name, game.edition)
    matters = (*row.matters, *also, *(("penalties",) if row.penalty else ()))
    options = penalty_options(game, row.but) if row.penalty else tuple(say(option) for option in row.options)
    if ending is None and (row.result or row.loser):
        ending = Ending(row.result, row.loser)
    code = Code.DISCRETIONARY_PENALTY if row.penalty and row.do is Code.NOTHING else row.do
    return Ruling(
        name, code, say(row.say, **blanks), game.cite(*matters), ending, times, obligation, options,
        illegal_move=illegal_move, line=line,
    )  # fmt: skip


# ---------------------------------------------------------------- losses that become draws


@dataclass(frozen=True, slots=True)
class Mating:
    """Whether the opponent of the loser can mate by any series of legal moves; None: not decided."""

    possible: bool | None
    line: tuple[str, ...] = ()
    searched: bool = True  # a position was examined


def on_move(fen: str | None) -> Side | None:
    """Who is on move in a position; None without one."""
    if fen is None:
        return None
    return Side.WHITE if position(fen).turn else Side.BLACK


def mating_chance(told: bool | None, fen: str | None, side: Side | None) -> Mating:
    """What the incident says, else what the position says; neither: not known."""
    if told is not None:
        return Mating(told)
    if fen is None:
        return Mating(None, searched=False)
    board = position(fen)
    if side is None:
        raise ArbitroError(_("name the player too: a position (fen) alone does not say who would have to mate"))
    verdict = can_mate(board, side.colour, ARBITER)
    if isinstance(verdict, Winnable):
        return Mating(True, tuple(move.uci() for move in verdict.line))
    return Mating(None if isinstance(verdict, Undecided) else False)


CAN_MATE = N_("The opponent can mate by some series of legal moves.")
CANNOT_MATE = N_("No series of legal moves lets the opponent mate.")


def loss_or_draw(
    game: Conditions,
    loser: Side | None,
    mating: Mating,
    *,
    lost: str,
    drawn: str,
    also: tuple[str, ...] = (),
    party: Party = Party.OFFENDER,
    illegal_move: int | None = None,
) -> Ruling:
    """A loss, or a draw if the opponent cannot mate by any series of legal moves (5.1.2, 6.9, 7.5.5, A.5.3, I.8).

    Without a position, or where it decides nothing, both outcomes with the question that decides between them.
    """
    loss = Ending(loser.opponent.wins) if loser else Ending(loser=party)
    if mating.possible is not None:
        if mating.possible:
            return ruled(game, lost, also=also, ending=loss, illegal_move=illegal_move, line=mating.line)
        return ruled(game, drawn, also=also, ending=Ending(DRAW), illegal_move=illegal_move)
    row = row_of(lost, game.edition)
    question = ruled(game, "mating.not_decided" if mating.searched else "mating.question")
    return Ruling(
        lost, Code.DEPENDS, question.say, game.cite(*row.matters, *also),
        outcomes=(Alternative(say(CAN_MATE), loss), Alternative(say(CANNOT_MATE), Ending(DRAW))),
        illegal_move=illegal_move,
    )  # fmt: skip
