"""What a ruling is: what to do, who gets how much time, the result, the articles, and what is left to the arbiter.

Sentences are kept as keys and spoken in the reader's language at the end (`Ruling.text`). A ruling never guesses: what
the Laws leave to the arbiter stands in `options`, with what he may weigh.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

import chess

from arbitro.errors import ArbitroError
from arbitro.i18n import gettext_for
from arbitro.laws.board import position
from arbitro.laws.edition import DIFFERENCES, Differences, LawsEdition, Supervision, TimeClass, article
from arbitro.laws.mating import ARBITER, Undecided, Winnable, can_mate

_ = gettext_for("laws")
N_ = gettext_for("laws", "en")  # marks a sentence for translation, changes nothing

DRAW = "1/2-1/2"


class Player(Enum):
    """A colour, as incidents name it."""

    WHITE = "white"
    BLACK = "black"

    @property
    def opponent(self) -> Player:
        return Player.BLACK if self is Player.WHITE else Player.WHITE

    @property
    def colour(self) -> chess.Color:
        return self is Player.WHITE

    @property
    def wins(self) -> str:
        return "1-0" if self is Player.WHITE else "0-1"


class Party(Enum):
    """Who is meant, where colours are not known or do not matter."""

    OFFENDER = "offender"
    OPPONENT = "opponent"
    BOTH = "both"
    WHITE = "white"
    BLACK = "black"


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
    """A sentence with its blanks: the key is English, the reader hears his language."""

    key: str
    blanks: Mapping[str, object] = field(default_factory=dict)

    def text(self, lang: str | None = None) -> str:
        _ = gettext_for("laws", lang)
        return _(self.key).format(**{name: _spoken(value, lang) for name, value in self.blanks.items()})


def _spoken(value: object, lang: str | None) -> object:
    return value.text(lang) if isinstance(value, Say) else value


def say(key: str, **blanks: object) -> Say:
    return Say(key, blanks)


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
class Ruling:
    """The answer to an incident."""

    code: Code
    say: Say
    articles: tuple[str, ...] = ()
    result: str | None = None  # None: the game goes on
    times: tuple[TimeChange, ...] = ()
    obligation: Obligation | None = None
    options: tuple[Say, ...] = ()  # what the Laws leave to the arbiter, and what to weigh
    facts: Mapping[str, object] = field(default_factory=dict)  # the machine's answers: allowed, valid, counts …

    @property
    def discretion(self) -> bool:
        """Whether the arbiter has a choice here."""
        return bool(self.options)

    def seconds_for(self, party: Party) -> int:
        return sum(change.seconds for change in self.times if change.party is party)

    @property
    def log(self) -> tuple[Say, ...]:
        """What the arbiter writes down: counts, times, results, penalties, and every choice that was his (Preface)."""
        lines = []
        if self.facts.get("counts_as_illegal") and "illegal_moves" in self.facts:
            lines.append(say(N_("Completed illegal move number {n} of the player."), n=self.facts["illegal_moves"]))
        if self.code in RESTORING:
            lines.append(say(N_("The position that was set up again, and the number of the move.")))
        if self.times or self.code in RESTORING:
            lines.append(say(N_("Both clocks and move counters, before and after.")))
        if self.code is Code.DISCRETIONARY_PENALTY:
            lines.append(say(N_("The breach, and the penalty that was imposed.")))
        elif self.options:
            lines.append(say(N_("What was left to the arbiter, what he decided, and why.")))
        if self.result is not None:
            lines.append(say(N_("The result and its reason.")))
        return tuple(lines)

    def text(self, lang: str | None = None) -> str:
        """The ruling in words."""
        return self.say.text(lang)

    def options_text(self, lang: str | None = None) -> list[str]:
        return [option.text(lang) for option in self.options]


@dataclass(frozen=True, slots=True)
class Conditions:
    """The game in which the incident happened."""

    edition: LawsEdition = LawsEdition.E2023
    time_class: TimeClass = TimeClass.STANDARD
    supervision: Supervision = Supervision.ADEQUATE
    online: bool = False

    @property
    def law(self) -> Differences:
        return DIFFERENCES[self.edition]

    @property
    def is_2009(self) -> bool:
        return self.edition is LawsEdition.E2009

    @property
    def fast(self) -> bool:
        return self.time_class is not TimeClass.STANDARD

    @property
    def appendix(self) -> bool:
        """Rapid or blitz without adequate supervision: Appendix A.5 (2009: A.4, B.3) instead of the full rules."""
        return self.fast and self.supervision is Supervision.INADEQUATE

    def cite(self, *matters: str) -> tuple[str, ...]:
        """Articles by matter, in this edition; matters without an article there are left out."""
        return tuple(dict.fromkeys(a for m in matters if (a := article(m, self.edition))))


@dataclass(frozen=True, slots=True)
class Incident:
    """Something that happened. Subclasses say what; `game` says in which game."""

    game: Conditions = field(default_factory=Conditions)


# ---------------------------------------------------------------- what the Laws leave open

PENALTIES: dict[LawsEdition, tuple[tuple[str, str], ...]] = {
    LawsEdition.E2023: (
        ("warning", N_("a warning")),
        ("increase opponent time", N_("more time for the opponent")),
        ("reduce offender time", N_("less time for the offender")),
        ("increase opponent points", N_("more points for the opponent, up to the maximum of the game")),
        ("reduce offender points", N_("fewer points for the offender")),
        ("declare game lost", N_("loss of the game (the arbiter also sets the opponent's score)")),
        ("fine", N_("a fine, if it was announced in advance")),
        ("exclusion from rounds", N_("exclusion from one or more rounds")),
        ("expulsion", N_("expulsion from the event")),
    ),
    LawsEdition.E2009: (
        ("warning", N_("a warning")),
        ("increase opponent time", N_("more time for the opponent")),
        ("reduce offender time", N_("less time for the offender")),
        ("declare game lost", N_("loss of the game")),
        ("reduce offender points", N_("fewer points for the offender")),
        ("increase opponent points", N_("more points for the opponent, up to the maximum of the game")),
        ("expulsion", N_("expulsion from the event")),
    ),
}


def penalty_options(game: Conditions) -> tuple[Say, ...]:
    """12.9 (2009: 13.4): what the arbiter may impose, mildest first."""
    return tuple(say(text) for _, text in PENALTIES[game.edition])


def penalty(game: Conditions, key: str, *matters: str, facts: Mapping[str, object] | None = None) -> Ruling:
    """A breach that is punished at the arbiter's discretion."""
    return Ruling(
        Code.DISCRETIONARY_PENALTY,
        say(key),
        game.cite(*matters, "penalties"),
        options=penalty_options(game),
        facts=facts or {},
    )


def answer(game: Conditions, code: Code, key: str, /, *matters: str, **facts: object) -> Ruling:
    """A plain answer without result or time."""
    return Ruling(code, say(key), game.cite(*matters), facts=facts)


# ---------------------------------------------------------------- losses that become draws


@dataclass(frozen=True, slots=True)
class Mating:
    """Whether the opponent of the loser can mate by any series of legal moves; None: not decided."""

    possible: bool | None
    line: tuple[str, ...] = ()


def on_move(fen: str | None) -> Player | None:
    """Who is on move in a position; None without one."""
    if fen is None:
        return None
    return Player.WHITE if position(fen).turn else Player.BLACK


def mating_chance(told: bool | None, fen: str | None, side: Player | None) -> Mating:
    """What the incident says, else what the position says; neither: taken as possible."""
    if told is not None:
        return Mating(told)
    if fen is None:
        return Mating(True)
    board = position(fen)
    if side is None:
        raise ArbitroError(_("name the player too: a position (fen) alone does not say who would have to mate"))
    verdict = can_mate(board, side.colour, ARBITER)
    if isinstance(verdict, Winnable):
        return Mating(True, tuple(move.uci() for move in verdict.line))
    return Mating(None if isinstance(verdict, Undecided) else False)


NOT_DECIDED = N_(
    "It is not decided whether the opponent can still mate: the loss stands unless mate is shown to be impossible."
)


def loss_or_draw(
    game: Conditions,
    loser: Player | None,
    mating: Mating,
    *,
    lost: str,
    drawn: str,
    matters: tuple[str, ...],
    facts: Mapping[str, object] | None = None,
) -> Ruling:
    """A loss, or a draw if the opponent cannot mate by any series of legal moves (5.1.2, 6.9, 7.5.5, A.5.3, I.8)."""
    extra = dict(facts or {})
    if mating.line:
        extra["helpmate"] = list(mating.line)
    if mating.possible is None:
        return Ruling(
            Code.ARBITER_DISCRETION, say(NOT_DECIDED), game.cite(*matters), options=(say(NOT_DECIDED),), facts=extra
        )
    if not mating.possible:
        return Ruling(Code.GAME_OVER, say(drawn), game.cite(*matters), result=DRAW, facts=extra)
    result = loser.opponent.wins if loser else "offender_loses"
    return Ruling(Code.GAME_OVER, say(lost), game.cite(*matters), result=result, facts=extra)
