"""The comparison with another program that FIDE's verification asks for (questions 33 to 35), each way.

    python -m bench.proof --with PROGRAM --tournaments N [--edition E] [--folder DIR] [--jobs J]

PROGRAM is called as bbpPairings is: `PROGRAM --dutch FILE -p OUT` pairs the next round, `PROGRAM --dutch -g SETTINGS -o
OUT -s SEED` makes a random tournament. Ours to theirs: N tournaments are drawn and paired here, and the program pairs
every round again. Theirs to ours: N of its own are paired again here. Every difference is classified, its file kept.

What is done is written down tournament by tournament (`ours.jsonl`, `theirs.jsonl` in the folder): a run that is
stopped goes on where it was, and a larger N adds to it. `report.md` holds the figures and the command.
"""

from __future__ import annotations

import argparse
import json
import os
import shlex
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from arbitro.files import trf
from arbitro.model import Pair, Tournament
from arbitro.swiss.checker import check, recorded_round
from arbitro.swiss.generator import drawn, generate

WAYS = ("ours", "theirs")
PATIENCE = 600  # seconds for one call of the other program


@dataclass(frozen=True, slots=True)
class Task:
    """What is asked of a worker."""

    program: str
    edition: str
    smallest: int
    largest: int
    folder: str


def main(argv: list[str]) -> int:
    asked = _arguments().parse_args(argv)
    folder = Path(asked.folder)
    folder.mkdir(parents=True, exist_ok=True)
    smallest, _dash, largest = asked.players.partition("-")
    task = Task(asked.program, asked.edition, int(smallest), int(largest or smallest), str(folder))
    for way in WAYS if asked.way == "both" else (asked.way,):
        _run(way, task, asked.tournaments, asked.jobs)
    report = _report(folder, asked)
    (folder / "report.md").write_text(report, encoding="utf-8")
    print(report)
    return int(any(line["differences"] for way in WAYS for line in _done(folder, way).values()))


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench.proof", description=__doc__.partition("\n")[0])
    parser.add_argument("--with", dest="program", required=True, help="the other program, with its first words")
    parser.add_argument("--tournaments", type=int, default=100, help="how many each way")
    parser.add_argument("--edition", default="2017", help="text of the rules: 2017 or 2026")
    parser.add_argument("--players", default="8-120", help="sizes of the tournaments")
    parser.add_argument("--way", choices=("both", *WAYS), default="both", help="only one way: the program makes none")
    parser.add_argument("--folder", default="build/proof", help="where work is kept")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    return parser


def _run(way: str, task: Task, wanted: int, jobs: int) -> None:
    """Work off the seeds that are not done yet, each written down at once."""
    done = _done(Path(task.folder), way)
    left = [seed for seed in range(1, wanted + 1) if seed not in done]
    print(f"{way}: {len(done)} done before, {len(left)} to do", file=sys.stderr, flush=True)
    work = partial({"ours": ours_to_theirs, "theirs": theirs_to_ours}[way], task)
    with (Path(task.folder) / f"{way}.jsonl").open("a", encoding="utf-8") as log:
        for line in _mapped(work, left, jobs):
            log.write(json.dumps(line) + "\n")
            log.flush()


def _mapped(work: partial[dict[str, Any]], seeds: list[int], jobs: int) -> Iterator[dict[str, Any]]:
    if jobs == 1:
        yield from map(work, seeds)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(work, seeds, chunksize=1)


def _done(folder: Path, way: str) -> dict[int, dict[str, Any]]:
    """What was written down; a last line cut off by a crash is not."""
    path = folder / f"{way}.jsonl"
    done = {}
    for text in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        try:
            line = json.loads(text)
        except ValueError:
            continue
        done[line["seed"]] = line
    return done


# -- one tournament


def ours_to_theirs(task: Task, seed: int) -> dict[str, Any]:
    """One of our tournaments, every round paired again by the other program."""
    players = Random(f"size {seed}").randint(task.smallest, task.largest)
    event = generate(drawn(seed, players, edition=task.edition, tiebreaks=()))
    differences = []
    with TemporaryDirectory() as work:
        for k in range(1, event.rounds_paired + 1):
            recorded = recorded_round(event, k)
            boards = [*recorded.pairs] + ([Pair(recorded.bye, 0)] if recorded.bye is not None else [])
            answer = _paired(task.program, event.before_pairing(k), Path(work))
            if answer != set(boards):
                differences.append(_difference(k, set(boards), answer))
    return _line(task, "ours", seed, event, differences)


def theirs_to_ours(task: Task, seed: int) -> dict[str, Any]:
    """One tournament of the other program, every round paired again here."""
    with TemporaryDirectory() as work:
        path, wanted = Path(work) / "made.trf", Path(work) / "wanted.txt"
        wanted.write_text(_wanted(task, seed), encoding="utf-8")
        _call(task.program, "-g", str(wanted), "-o", str(path), "-s", str(seed))
        if not path.exists():
            raise SystemExit(f"{task.program} made no tournament; --way ours asks it to pair ours only")
        event = trf.read(path).tournament
    found = check(event, edition=task.edition).differences
    differences = [_difference(d.round, set(d.computed), set(d.recorded)) for d in found]
    return _line(task, "theirs", seed, event, differences)


def _wanted(task: Task, seed: int) -> str:
    """The other program's settings for one tournament: sizes as ours, rounds odd and even, one in so many away."""
    rng = Random(f"wanted {seed}")
    players = rng.randint(task.smallest, task.largest)
    wanted = {
        "PlayersNumber": players,
        "RoundsNumber": rng.randint(3, max(3, min(11, players // 2))),
        "DrawPercentage": rng.randint(0, 60),
        "ForfeitRate": rng.randint(8, 200),
        "RetiredRate": rng.randint(20, 400),
        "HalfPointByeRate": rng.randint(8, 200),
    }
    if rng.random() < 0.2:
        wanted |= {"PointsForWin": "3.0", "PointsForDraw": "1.0", "PointsForPAB": rng.choice(("3.0", "1.0"))}
    return "".join(f"{name}={value}\n" for name, value in wanted.items())


def _paired(program: str, event: Tournament, work: Path) -> set[Pair] | None:
    """The other program's next round, the bye as a pair with 0; None where it finds none."""
    source, target = work / "before.trf", work / "pairs.txt"
    source.write_text(trf.write(_stated(event), 16), encoding="utf-8")
    target.unlink(missing_ok=True)
    if not _call(program, str(source), "-p", str(target)) or not target.exists():
        return None
    rows = [line.split() for line in target.read_text(encoding="utf-8").splitlines()[1:] if line.strip()]
    return {Pair(int(white), int(black)) for white, black in rows}


def _stated(event: Tournament) -> Tournament:
    """The tournament with the points and ranks of this moment in its lines: other programs check them."""
    points = {n: event.score(n, len(event.results[event.index[n]])) for n in event.numbers}  # byes to come included
    order = sorted(event.numbers, key=lambda n: (-points[n], n))
    rank = {number: place for place, number in enumerate(order, 1)}
    players = (replace(p, stated_points=points[p.number], stated_rank=rank[p.number]) for p in event.players)
    return replace(event, players=tuple(players))


def _call(program: str, *words: str) -> bool:
    command = [*shlex.split(program), "--dutch", *words]
    done = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False)
    if done.returncode > 1:
        said = (done.stderr or done.stdout).decode(errors="replace").strip()
        raise SystemExit(f"{shlex.join(command)}: exit code {done.returncode}: {said[:300]}")
    return done.returncode == 0


def _difference(k: int, ours: set[Pair], theirs: set[Pair] | None) -> dict[str, Any]:
    return {
        "round": k,
        "kind": kind_of(ours, theirs),
        "ours": sorted(ours - (theirs or set())),
        "theirs": sorted((theirs or set()) - ours),
    }


def kind_of(ours: set[Pair], theirs: set[Pair] | None) -> str:
    """What kind of difference: no pairing at all, another bye, other opponents, or only other colours."""
    if not ours or theirs is None:
        return "no pairing"
    if {a for a, b in ours if not b} != {a for a, b in theirs if not b}:
        return "bye"
    return "colours" if {frozenset(pair) for pair in ours} == {frozenset(pair) for pair in theirs} else "opponents"


def _line(task: Task, way: str, seed: int, event: Tournament, differences: list[dict[str, Any]]) -> dict[str, Any]:
    if differences:
        kept = Path(task.folder) / "differences"
        kept.mkdir(exist_ok=True)
        (kept / f"{way}-{seed}.trf").write_text(trf.write(event, 16), encoding="utf-8")
    return {
        "seed": seed,
        "players": len(event.players),
        "rounds": event.rounds_paired,
        "accelerated": bool(event.acceleration),
        "differences": differences,
    }


# -- the report


def _report(folder: Path, asked: argparse.Namespace) -> str:
    lines = [
        f"# Comparison with {Path(shlex.split(asked.program)[0]).name}, edition {asked.edition}",
        "",
        f"`python -m bench.proof --with {shlex.quote(asked.program)} --tournaments {asked.tournaments}"
        f" --edition {asked.edition} --players {asked.players}`",
        "",
        "| way | tournaments | rounds | players | accelerated | rounds that differ | kinds |",
        "|---|---|---|---|---|---|---|",
    ]
    titles = {"ours": "ours, paired again by the other", "theirs": "the other's, paired again here"}
    examples = []
    for way in WAYS:
        done = list(_done(folder, way).values())
        found = [d | {"seed": line["seed"]} for line in done for d in line["differences"]]
        kinds = ", ".join(f"{kind} {n}" for kind, n in Counter(d["kind"] for d in found).most_common()) or "–"
        sizes = [line["players"] for line in done] or [0]
        lines.append(
            f"| {titles[way]} | {len(done):,} | {sum(line['rounds'] for line in done):,} | {min(sizes)} to {max(sizes)}"
            f" | {sum(line['accelerated'] for line in done):,} | {len(found):,} | {kinds} |"
        )
        examples += [
            f"- `{way}-{d['seed']}.trf`, round {d['round']} ({d['kind']}): here {_pairs(d['ours'])}; there"
            f" {_pairs(d['theirs'])}"
            for d in found
        ]
    if examples:
        lines += ["", "## Differences", "", *examples[:200]]
    return "\n".join(lines) + "\n"


def _pairs(pairs: list[list[int]]) -> str:
    return " ".join(f"{a}-{b}" for a, b in pairs) or "no pairing"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
