"""Team tie-breaks against a naive second implementation, straight from articles 10 to 14 of 2023."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from arbitro.model import (
    Colour,
    Outcome,
    Player,
    PlayerRound,
    System,
    Team,
    TeamForfeit,
    TeamScoring,
    Tournament,
    points,
)
from arbitro.model.team_results import TeamRound
from arbitro.standings import team_standings
from arbitro.standings.teams import TeamTable, team_table

UNPLAYED = {Outcome.FORFEIT_LOSS, Outcome.ZERO_BYE, Outcome.HALF_BYE}  # by choice or by fault (14.3.2 to 14.3.5)
GAMES = {Outcome.WIN, Outcome.DRAW, Outcome.LOSS}


class Part(NamedTuple):
    """One round in a sum: the opponent's total, its product with the own result, and whether 14.6 cuts it first."""

    total: Fraction
    product: Fraction
    voluntary: bool


class Naive:
    """The tie-breaks of one team event; everything is worked out anew whenever it is asked for."""

    def __init__(self, table: TeamTable) -> None:
        self.table = table
        self.rounds = dict(zip(table.teams, table.records, strict=True))
        self.drawn = {"MP": Fraction(table.scoring.draw, 10), "GP": Fraction(table.boards, 2)}

    def worth(self, record: TeamRound, kind: str) -> Fraction:
        return Fraction(record.match_points if kind == "MP" else record.game_points, 10)

    def total(self, team: int, kind: str) -> Fraction:
        return sum((self.worth(record, kind) for record in self.rounds[team]), Fraction(0))

    def for_opponents(self, team: int, kind: str) -> Fraction:
        """14.4."""
        found = Fraction(0)
        records = self.rounds[team]
        for k, record in enumerate(records):
            followed = any(later.outcome not in UNPLAYED for later in records[k + 1 :])
            left = record.outcome in UNPLAYED and not followed
            found += self.drawn[kind] if left else self.worth(record, kind)
        return found

    def parts(self, team: int, first: str, second: str) -> list[Part]:
        """12.2 with 14.5."""
        found = []
        for record in self.rounds[team]:
            met = record.outcome in GAMES
            total = self.for_opponents(record.opponent or 0, first) if met else self.total(team, first)
            found.append(Part(total, total * self.worth(record, second), record.outcome in UNPLAYED))
        return found

    def extended(self, team: int, code: str, cut: int = 0) -> Fraction:
        """EMMSB and the others; 13.1.2 cuts the weakest opponent, the worst result among equals."""
        parts = self.parts(team, f"{code[1]}P", f"{code[2]}P")
        for _ in range(min(cut, len(parts))):
            voluntary = [part for part in parts if part.voluntary]
            parts.remove(min(voluntary, key=lambda p: p.product) if voluntary else min(parts))
        return sum((part.product for part in parts), Fraction(0))

    def buchholz(self, team: int, kind: str, cut: int = 0) -> Fraction:
        parts = self.parts(team, kind, kind)
        for _ in range(min(cut, len(parts))):
            parts.remove(min([part for part in parts if part.voluntary] or parts))
        return sum((part.total for part in parts), Fraction(0))

    def boards(self, team: int) -> list[Fraction]:
        """11."""
        columns = zip(*(record.boards for record in self.rounds[team]), strict=True)
        return [Fraction(sum(column), 10) for column in columns]


def random_teams(rng: random.Random) -> Tournament:
    """Random matches; some teams forfeit, ask for byes or leave."""
    teams = list(range(1, rng.choice([4, 5, 6, 7]) + 1))
    boards = rng.choice([2, 4, 6])
    rounds = rng.choice([1, 3, 5, 7])
    win, draw = rng.choice([(2, 1), (3, 1)])
    members = {team: tuple(range((team - 1) * boards + 1, team * boards + 1)) for team in teams}
    cells: dict[int, list[PlayerRound]] = {number: [] for listed in members.values() for number in listed}
    forfeits, byes = [], []
    gone: set[int] = set()
    for k in range(1, rounds + 1):
        waiting = []
        resting: dict[int, Outcome] = {}
        for team in rng.sample(teams, len(teams)):
            if team in gone or rng.random() < 0.15:
                resting[team] = Outcome.ZERO_BYE if team in gone else rng.choice([Outcome.ZERO_BYE, Outcome.HALF_BYE])
                gone |= {team} if rng.random() < 0.3 else set()
            else:
                waiting.append(team)
        byes.append(None)
        if len(waiting) % 2:
            resting[waiting.pop()] = kind = rng.choice([Outcome.PAIRING_BYE, Outcome.FULL_BYE])
            if kind is Outcome.PAIRING_BYE:
                byes[-1] = next(team for team, outcome in resting.items() if outcome is kind)
        for a, b in list(pairwise(waiting))[::2]:
            if rng.random() < 0.15:
                forfeits.append(TeamForfeit(k, a, b, "+-"))
                resting |= dict.fromkeys((a, b), Outcome.ABSENT)
                continue
            for i, (one, other) in enumerate(zip(members[a], members[b], strict=True)):
                colour = Colour.BLACK if i % 2 else Colour.WHITE
                outcome = rng.choice([Outcome.WIN, Outcome.DRAW, Outcome.LOSS])
                cells[one].append(PlayerRound(k, other, colour, outcome))
                cells[other].append(PlayerRound(k, one, colour.other, outcome.opposite))
        for team, outcome in resting.items():
            for number in members[team]:
                cells[number].append(PlayerRound(k, None, None, outcome))
    return Tournament(
        players=tuple(Player(number=n, name=f"P{n}") for n in cells),
        results=tuple(tuple(own) for own in cells.values()),
        system=System.TEAM,
        teams=tuple(Team(number=team, name=f"T{team}", players=listed) for team, listed in members.items()),
        team_forfeits=tuple(forfeits),
        team_byes=tuple(byes),
        team_scoring=TeamScoring(win=points(win), draw=points(draw)),
        board_colours=("WB" * boards)[:boards],
    )


def test_naive_and_real_agree() -> None:
    rng = random.Random(11)
    extended = ["EMMSB", "EMGSB", "EGMSB", "EGGSB"]
    codes = [*extended, *(f"{code}/C1" for code in extended), "EMGSB/C2"]
    codes += [f"BH:{kind}{cut}" for kind in ("MP", "GP") for cut in ("", "/C1", "/C2")]
    for _ in range(150):
        event = random_teams(rng)
        table = team_table(event)
        naive = Naive(table)
        rounds, boards, win = table.rounds, table.boards, Fraction(table.scoring.win, 10)
        for primary, other in (("MP", "GP"), ("GP", "MP")):
            ranking = team_standings(event, [*codes, "SSSC", "BC", "TBR", "BBE", "MPvGP"], primary=primary)
            most = rounds * win / boards if primary == "MP" else rounds * boards / win
            for team in table.teams:
                row = ranking.row(team)
                assert row.points == naive.total(team, primary) * 10
                assert row.values["MPvGP"] == naive.total(team, other)
                for code in codes:
                    name, _, cut = code.partition("/C")
                    n = int(cut or 0)
                    wanted = naive.buchholz(team, name[3:], n) if name[:2] == "BH" else naive.extended(team, name, n)
                    assert row.values[code] == wanted, (team, code)
                schedule = naive.buchholz(team, primary) / max(int(most), 1)
                assert row.values["SSSC"] == naive.total(team, other) + schedule
                on_boards = naive.boards(team)
                assert row.values["TBR"] == tuple(on_boards)
                assert row.values["BBE"] == tuple(sum(on_boards[:n]) for n in range(boards - 1, 0, -1))
                assert row.values["BC"] == sum(n * p for n, p in enumerate(on_boards, 1))
