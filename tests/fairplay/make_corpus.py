"""Make the synthetic players: Stockfish at limited strength against itself, written as PGN.

    python -m tests.fairplay.make_corpus OUT.pgn --level 1600 --games 80 --seed 1

The first four moves are chosen at random among sound ones (seeded); from then on both sides play at the level
(`UCI_Elo`, at most 25,000 nodes a move). With `--help-white` White's moves come from the engine at full strength:
the helped player that the screening must find. Stockfish draws its weak moves from the clock, so a new run gives new
games of the same kind; the tests use the stored ones.
"""

from __future__ import annotations

import argparse
import random
import shutil

import chess
import chess.engine
import chess.pgn

NODES = 25_000
OPENING_PLIES = 8
LAST_MOVE = 60


def depth_of(level: int) -> int:
    """The depth at which Stockfish 15 picks its move at this level: searching on would not change the move."""
    return 1 + int(max(0.0, (level - 1346.6) / 143.4) ** (1 / 0.806))


def opening(engine: chess.engine.SimpleEngine, rng: random.Random) -> chess.Board:
    """A sound position after four moves each: every move is within 0.4 pawns of the best of six."""
    board = chess.Board()
    engine.configure({"UCI_LimitStrength": False})
    while len(board.move_stack) < OPENING_PLIES:
        lines = engine.analyse(board, chess.engine.Limit(nodes=4000), multipv=6)
        scores = [line["score"].relative.score(mate_score=10_000) for line in lines]
        board.push(rng.choice([line["pv"][0] for line, s in zip(lines, scores, strict=True) if s >= scores[0] - 40]))
    return board


def play(engine: chess.engine.SimpleEngine, level: int, rng: random.Random, *, help_white: bool) -> chess.pgn.Game:
    board = opening(engine, rng)
    while not board.is_game_over(claim_draw=True) and board.fullmove_number <= LAST_MOVE:
        if help_white and board.turn == chess.WHITE:
            engine.configure({"UCI_LimitStrength": False})
            limit = chess.engine.Limit(nodes=2 * NODES)
        else:
            engine.configure({"UCI_LimitStrength": True, "UCI_Elo": level})
            limit = chess.engine.Limit(nodes=NODES, depth=depth_of(level))
        move = engine.play(board, limit).move
        assert move is not None
        board.push(move)
    game = chess.pgn.Game.from_board(board)
    game.headers["Result"] = board.result(claim_draw=True)
    return game


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out")
    parser.add_argument("--level", type=int, required=True)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--help-white", action="store_true")
    args = parser.parse_args()
    rng = random.Random(args.seed)
    path = shutil.which("stockfish") or "/usr/games/stockfish"
    with chess.engine.SimpleEngine.popen_uci(path) as engine, open(args.out, "w", encoding="utf-8") as out:
        engine.configure({"Threads": 1, "Hash": 16})
        for number in range(1, args.games + 1):
            game = play(engine, args.level, rng, help_white=args.help_white)
            name = "Helped" if args.help_white else f"Level {args.level}"
            game.headers.update(
                {
                    "Event": "Synthetic players", "Site": "?", "Date": "????.??.??", "Round": str(number),
                    "White": name, "Black": f"Level {args.level}",
                    "WhiteElo": str(args.level), "BlackElo": str(args.level),
                }
            )  # fmt: skip
            print(game.accept(chess.pgn.StringExporter(columns=None, comments=False)), file=out, end="\n\n", flush=True)


if __name__ == "__main__":
    main()
