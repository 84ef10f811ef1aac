"""The tournaments whose pages and papers are kept: how each is made, and what is looked at."""

from __future__ import annotations

from dataclasses import dataclass, field

PUBLIC = ["", "players", "round/1", "round/2", "standings", "standings/1", "table", "player/1", "player/1/why/2"]
DESK = ["", "players", "players/1", "pair", "round/2", "journal", "settings"]


@dataclass(frozen=True)
class World:
    """A tournament at ADDRESS (event/tournament)."""

    name: str
    address: str
    lines: tuple[str, ...]
    public: list[str] = field(default_factory=lambda: PUBLIC)
    desk: list[str] = field(default_factory=lambda: DESK)
    pages: list[str] = field(default_factory=list)  # addresses from the root
    languages: tuple[str, ...] = ("en",)
    papers: tuple[str, ...] | None = ()  # which papers are kept; None: all


def _played(settings: str, *more: str, players: str = "players.csv", rounds: int = 2, results: str = "") -> list[str]:
    return [
        f"event create Club city=Oaxaca start=2026-05-04 end=2026-05-10 {settings}",
        f"event enter-file club {players}",
        *more,
        "event start-list club",
        "event lots club 'a public sentence'",
        *[f"play club {results}"] * rounds,
    ]


TEAMS = [
    f"event team club 'Equipo {name}' id:{2 * i + 1} id:{2 * i + 2} --captain 'Capitán {name}'"
    for i, name in enumerate("ABCD")
]
DEMO_DESK = [
    *DESK[:3], "import", "check-in", "apart", "teams", "pair", "round/5", "round/4/correct/2",
    "norms", "prizes", "incidents", "officials", "papers", "journal", "settings", "trf",
]  # fmt: skip
TEAM_PAPERS = (
    "teams", "team-pairings", "team-standings", "team-crosstable", "board-prizes", "match-protocols", "line-ups",
)  # fmt: skip
CLOSED_PAPERS = ("crosstable", "it1", "it2", "it3", "certificates", "wall-chart", "schedule")
DEMO_PUBLIC = [
    *PUBLIC, "round/5", "player/5", "teams", "statistics", "calendar.ics", "feed.atom", "report.trf", "games.pgn",
]  # fmt: skip
DEMO_PAGES = [
    "/", "/e/demo/", "/exam?seed=3", "/api/docs", "/desk/", "/desk/new", "/desk/demo/users", "/desk/demo/add",
    "/accounts/login", "/screen/demo/a/pairings", "/screen/demo/a/standings", "/screen/demo/a/clock",
]  # fmt: skip
WORLDS = [
    World(
        "demo",
        "demo/a",
        ("demo",),
        public=DEMO_PUBLIC,
        desk=DEMO_DESK,
        pages=DEMO_PAGES,
        languages=("en", "es"),
        papers=None,
    ),
    World(
        "robin",
        "club/club",
        tuple(_played("system=round-robin rounds=7", rounds=7)),
        papers=CLOSED_PAPERS,
    ),
    World(
        "teams",
        "club/club",
        tuple(_played("system=team rounds=3 team_boards=2 board_colours=WB", *TEAMS, rounds=2)),
        public=[*PUBLIC, "teams"],
        desk=[*DESK, "teams", "prizes"],
        papers=TEAM_PAPERS,
    ),
    World("knockout", "club/club", tuple(_played("system=knockout rounds=3", rounds=2, results="1-0,0-1"))),
    World("double", "club/club", tuple(_played("system=double rounds=5", rounds=2, results="2-0,1-1,½-1½"))),
    World("club", "club/club", tuple(_played("system=club rounds=5 --confirm 4", rounds=2))),
]
