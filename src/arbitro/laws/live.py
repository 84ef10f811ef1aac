"""A game in play: board and clock together, from the first move to the result.

    article      matter                                       function
    6.2.1        a move is made, the clock pressed            LiveGame.move
    5.1, 5.2     what ends the game on the board              LiveGame.move
    6.9          the flag                                     LiveGame.think
    5.1.2        resignation                                  LiveGame.resign
    5.2.3, 9.1   agreement                                    LiveGame.agree
    9.2, 9.3     claims                                       LiveGame.claim

A live game is a value: every act returns a new one, and a finished game accepts no further act. Illegal moves and other
incidents are not acts: ask `rulings` and set things right with the clock's own functions.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import chess

from arbitro.errors import Refused
from arbitro.i18n import gettext_for
from arbitro.laws.board import START_FEN, examine_move, position
from arbitro.laws.claims import automatic_draw, play
from arbitro.laws.clock import Clock, Ms
from arbitro.laws.edition import LawsEdition
from arbitro.laws.mating import QUICK, is_dead
from arbitro.laws.rulings import Conditions, Side, rule
from arbitro.laws.rulings.draws import DrawAgreement, Ground, check_claim
from arbitro.laws.rulings.flags import FlagFall, Resignation
from arbitro.laws.scores import EndedBy, GameResult
from arbitro.laws.timecontrol import time_class
from arbitro.model.time_control import TimeControl

_ = gettext_for("laws")


@dataclass(frozen=True, slots=True)
class LiveGame:
    """The game so far."""

    clock: Clock
    game: Conditions
    start_fen: str = START_FEN
    moves: tuple[str, ...] = ()
    result: GameResult | None = None
    ended_by: EndedBy | None = None

    @staticmethod
    def new(control: TimeControl, edition: LawsEdition = LawsEdition.E2023, fen: str = START_FEN) -> LiveGame:
        """White's clock is started."""
        carries = edition.text.delay_time_carries_over
        game = Conditions(edition, time_class(control, edition))
        clock = Clock.new(control, carries_over=carries).start()
        if position(fen).turn == chess.BLACK:
            clock = replace(clock, running=chess.BLACK, next_to_run=chess.BLACK)
        return LiveGame(clock, game, fen)

    @property
    def board(self) -> chess.Board:
        return play(position(self.start_fen), self.moves)

    def _open(self) -> None:
        if self.result is not None:
            said = _("the game is over: {result} ({reason})")
            reason = self.ended_by.text() if self.ended_by else ""
            raise Refused(said.format(result=self.result.shown, reason=reason), article="5")

    def _over(self, result: GameResult, why: EndedBy) -> LiveGame:
        return replace(self, result=result, ended_by=why, clock=self.clock.stop())

    def think(self, elapsed: Ms) -> LiveGame:
        """Time passes for the player on move; a flag that falls is seen at once."""
        self._open()
        following = replace(self, clock=self.clock.run(elapsed))
        flags = following.clock.flags
        if not flags:
            return following
        loser = Side.WHITE if flags[0] else Side.BLACK
        ruling = rule(FlagFall(self.game, loser, fen=self.board.fen()))
        # what is not decided stays a loss: 6.9 asks that mate be impossible, not unlikely
        return following._over(ruling.result or loser.opponent.wins, EndedBy.FLAG)

    def move(self, uci: str, elapsed: Ms = 0) -> LiveGame:
        """A legal move after so much thought, and the press that completes it."""
        following = self.think(elapsed)
        if following.result is not None:
            return following
        board = following.board
        examined = examine_move(board, uci)
        if not examined.legal:
            raise Refused(_("{move} is not a legal move").format(move=uci), article=examined.article)
        board.push(board.parse_uci(uci))
        following = replace(following, moves=(*following.moves, uci))
        if board.is_checkmate():
            return following._over(Side.BLACK.wins if board.turn else Side.WHITE.wins, EndedBy.CHECKMATE)
        if (draw := automatic_draw(board, self.game.edition, online=self.game.online)) is not None:
            return following._over(GameResult.DRAW, draw)
        if is_dead(board, QUICK) is True:
            return following._over(GameResult.DRAW, EndedBy.DEAD)
        return replace(following, clock=following.clock.press())

    def resign(self, player: Side) -> LiveGame:
        """5.1.2."""
        self._open()
        ruling = rule(Resignation(self.game, player, fen=self.board.fen()))
        return self._over(ruling.result or player.opponent.wins, EndedBy.RESIGNATION)

    def agree(self, *, banned_before_move: int | None = None) -> LiveGame:
        """5.2.3: both players agree to a draw; refused where the Laws or the regulations bar it."""
        self._open()
        made = len(self.moves)
        ruling = rule(DrawAgreement(self.game, (made + 1) // 2, made // 2, banned_before_move))
        if ruling.result is None:
            raise Refused(ruling.text(), article=", ".join(ruling.articles))
        return self._over(ruling.result, EndedBy.AGREEMENT)

    def claim(self, ground: Ground, move: str | None = None) -> LiveGame:
        """9.2, 9.3: a right claim ends the game; a wrong one adds time for the opponent (9.5.3)."""
        self._open()
        board = self.board
        if check_claim(ground, board, move).valid:
            return self._over(GameResult.DRAW, EndedBy.THREEFOLD if ground is Ground.REPETITION else EndedBy.FIFTY)
        seconds = self.game.law.wrong_claim_s[self.game.time_class]
        return replace(self, clock=self.clock.adjust(not board.turn, seconds * 1000, "wrong claim"))
