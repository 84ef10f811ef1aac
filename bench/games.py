"""Games: import of a nine-round open of 200 players, the page with all boards of a round, PGN out, a large series."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

PLAYERS, ROUNDS = 200, 9
SERIES = int(os.environ.get("ARBITRO_BENCH_GAMES", "100000"))


def run() -> None:
    """In a process of its own, on a database of its own."""
    with tempfile.TemporaryDirectory(prefix="arbitro-bench-") as folder:
        environment = os.environ | {"ARBITRO_DATA": folder, "DATABASE_URL": f"sqlite:///{folder}/bench.sqlite3"}
        environment.pop("DJANGO_SETTINGS_MODULE", None)
        environment["DJANGO_SETTINGS_MODULE"] = "arbitro.web.settings"
        subprocess.run([sys.executable, "-m", "bench.games"], env=environment, check=True)


def timed(work: Callable[[], object]) -> tuple[float, object]:
    """Seconds of processor, and the answer."""
    begin = time.process_time()
    answer = work()
    return time.process_time() - begin, answer


def measure() -> None:
    from arbitro import desk, web

    desk.setup()
    from django.test import Client

    from arbitro.desk import games, store
    from arbitro.desk.commands import Role
    from arbitro.desk.demo import game_lines, make
    from arbitro.desk.game_files import matched
    from arbitro.desk.game_statistics import game_statistics
    from arbitro.desk.games import games_for_pgn, result_of
    from arbitro.games import RecordedGame, read_pgn, write_pgn
    from arbitro.games.packing import unpack_line

    section = make(players=PLAYERS, rounds=ROUNDS, played=ROUNDS, open_boards=0, slug="bench-games")
    state = store.state_of(section.pk)
    lines = {result: [unpack_line(line) for line in known] for result, known in game_lines().items()}
    placed = []
    for paired in state.rounds:
        for number, board in paired.boards.items():
            result, forfeit = result_of(board)
            if not forfeit:
                line = lines[result][(paired.number * 100 + number) % len(lines[result])]
                head = games.headers_of(state, (paired.number, number, 0))
                placed.append(RecordedGame(line=line, clocks=(5400,) * len(line), headers=head, result=result))
    text = write_pgn(placed).encode()

    def bring_in() -> int:
        found = matched(state, read_pgn(text).games)
        keyed = [(match.key, match.game) for match in found if match.key is not None]
        games.save(section.pk, keyed, who="bench", role=Role.OWNER)
        return len(keyed)

    spent, count = timed(bring_in)
    print(f"import of {count} games ({len(text) / 1e6:.1f} MB of PGN): {spent:.2f} s of processor (aim: 3)")
    spent, _text = timed(lambda: write_pgn(games_for_pgn(store.state_of(section.pk))))
    print(f"all of them as PGN: {spent:.2f} s")
    spent, _found = timed(lambda: game_statistics(store.state_of(section.pk)))
    print(f"statistics of their moves, asked for the first time: {spent:.2f} s")
    client = Client()
    address = f"/e/{section.event.slug}/{section.slug}/round/1/boards"
    client.get(address)
    spent, page = timed(lambda: client.get(address))
    body = page.content  # type: ignore[attr-defined]
    size = len(gzip.compress(body)) / 1000
    boards = PLAYERS // 2
    print(f"round page with {boards} boards: {1000 * spent:.0f} ms (aim: 50), {size:.1f} KB packed (aim: 60)")
    scripts = Path(web.__file__).parent / "static/board"
    size = sum(len(gzip.compress((scripts / name).read_bytes())) for name in ("board.js", "viewer.js")) / 1000
    print(f"scripts of the viewer: {size:.1f} KB packed (aim: 25)")
    series(section.pk)


def series(section: int) -> None:
    """Copies of the rows of one tournament until there are as many games as in a long series."""
    from arbitro.desk import games
    from arbitro.desk.models import GameRow

    games.search()
    rows = list(GameRow.objects.filter(section_id=section))
    copies = []
    for n in range(1, SERIES // len(rows) + 1):
        copies += [
            GameRow(
                section_id=section, round=row.round, board=row.board + 200 * n, leg=0, entry=row.entry,
                white=f"{row.white} {n}", black=f"{row.black} {n}", result=row.result,
                plies=row.plies, opening=row.opening,
            )
            for row in rows
        ]  # fmt: skip
    GameRow.objects.bulk_create(copies, batch_size=500)
    questions: dict[str, Callable[[], object]] = {
        "list": games.search,
        "player": lambda: games.search(player="aguilar ana"),
        "opening": lambda: games.search(opening=["e2e4", "c7c5"]),
        "result": lambda: games.search(result="0-1"),
        "player, opening, result": lambda: games.search(player="garc", opening=["e2e4"], result="1-0"),
    }
    print(
        f"{GameRow.objects.count():,} games searched: "
        + ", ".join(f"{name} {1000 * timed(ask)[0]:.1f} ms" for name, ask in questions.items())
    )


if __name__ == "__main__":
    measure()
