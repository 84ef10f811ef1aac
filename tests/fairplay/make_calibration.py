"""Make the shipped calibration and the stored evaluations from the corpus of synthetic players.

    python -m tests.fairplay.make_calibration CACHE.db CORPUS_DIR

Reads CORPUS_DIR/LEVEL.pgn (`make_corpus`), evaluates what CACHE.db does not hold, fits the calibration on every
second game of each level and writes `calibration.json`, the games and their evaluations. The tests use the other
half: no game is judged by a scale that it helped to make.
"""

from __future__ import annotations

import gzip
import sys
from pathlib import Path

import arbitro.fairplay.screening as package
from arbitro.fairplay.screening import cache, calibration, model, turns, work
from arbitro.fairplay.screening.engine import Settings
from tests.fairplay.corpus import DATA, LEVELS, seen

SOURCE = "Stockfish 15.1 at limited strength (UCI_Elo 1350 to 2350) against itself"


def main() -> None:
    store, folder = cache.FileCache(sys.argv[1]), Path(sys.argv[2])
    settings = Settings()
    groups: dict[float, list[model.Choice]] = {}
    evaluations = {}
    for name in (*map(str, LEVELS), "helped"):
        text = (folder / f"{name}.pgn").read_text(encoding="utf-8")
        DATA.joinpath(f"{name}.pgn.gz").write_bytes(gzip.compress(text.encode(), mtime=0))
        with (folder / f"{name}.pgn").open(encoding="utf-8") as source:
            games = turns.read(source)
        wanted = games.turns
        found = work.evaluate(turns.wanted(wanted), settings, cache=store).evaluations
        evaluations |= found
        if name != "helped":
            groups[int(name)] = model.choices([t for t in wanted if seen(t.game)], found)
    fitted = calibration.fit(groups, settings=settings.key, source=SOURCE)
    path = Path(package.__file__).with_name("calibration.json")
    path.write_text(calibration.to_json(fitted), encoding="utf-8")
    lines = "".join(f"{position}\t{cache.encode(evaluations[position])}\n" for position in sorted(evaluations))
    DATA.joinpath("evaluations.tsv.gz").write_bytes(gzip.compress(lines.encode(), mtime=0))


if __name__ == "__main__":
    main()
