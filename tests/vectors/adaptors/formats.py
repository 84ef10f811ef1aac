"""Vectors of the formats room: fixed tables, draws, knock-outs, and the clocks and quotas of the club edition."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from arbitro.errors import Refused
from arbitro.formats import club, knockout, roundrobin, teams, varma
from arbitro.formats.table import Seat, entrants, letters, snake
from arbitro.formats.team_tables import (
    board_games,
    hilton,
    read_table,
    scheveningen,
    schiller,
    semi_scheveningen,
    skalitzka,
    symbol,
)
from arbitro.model import (
    Colour,
    LineUp,
    Outcome,
    Player,
    PlayerRound,
    System,
    Team,
    Tournament,
    team_results,
)
from arbitro.standings.roundrobin import results_count
from tests.formats.fairness import colours, faults, longest_run, meetings, whites
from tests.vectors.registry import Vector, adaptor, enumerator


def written(games: Any) -> list[str]:
    return [f"{white}-{black}" for white, black in games]


def rounds_of(table: Any) -> list[list[str]]:
    return [written(games) for games in table]


def subset(found: dict[str, Any], expected: dict[str, Any]) -> None:
    """Compare all that the vector says with what we found under the same names."""
    keys = found.keys() & expected.keys()
    assert {key: found[key] for key in keys} == {key: expected[key] for key in keys}


# -- berger.json


@enumerator("berger.json")
def berger_vectors(file: str, document: dict[str, Any]) -> Iterator[Vector]:
    for case in document.get("vectors", []):
        yield Vector(file, "round_robin", case["id"], case, document)
    for size, table in document.get("tables", {}).items():
        yield Vector(file, "table", f"BER-TABLE-{size}", {"size": int(size), **table}, document)
    double = document.get("double_round_robin", {})
    for players, runs in double.get("longest_same_colour_run", {}).items():
        yield Vector(file, "runs", f"BER-RUN-{players}", {"players": int(players), "runs": runs}, document)
    for name, case in double.items():
        if found := re.fullmatch(r"printed_(\d+)_players_mode_(\w+)", name):
            data = {"players": int(found[1]), "mode": found[2], "rounds": case["rounds"]}
            yield Vector(file, "double", f"BER-DOUBLE-{found[1]}-{found[2]}", data, document)
    for name, sequences in double.get("four_players", {}).items():
        if name.startswith("colours_"):
            data = {"players": len(sequences), "mode": name.removeprefix("colours_"), "colours": sequences}
            yield Vector(file, "double_colours", f"BER-FOUR-{data['mode']}", data, document)


@adaptor("berger.json", "round_robin")
def berger_case(vector: Vector) -> None:
    players = vector["players"]
    table = roundrobin.berger(players)
    count = whites(table)
    found = {
        "rounds": len(table),
        "whites_by_number": [count[number] for number in range(1, players + 1)],
        "first_round": written(table[0]),
        "last_round": written(table[-1]),
        "games": sum(len(games) for games in table),
        "rest_order": list(roundrobin.rests(players)),
    }
    subset(found, vector.data)
    assert not faults(table, lambda a, b: 1)


@adaptor("berger.json", "table")
def berger_table(vector: Vector) -> None:
    assert rounds_of(roundrobin.berger(vector["size"])) == vector["rounds"]
    for players in vector["players"]:
        shown = [[game for game in games if max(map(int, game.split("-"))) <= players] for games in vector["rounds"]]
        assert rounds_of(roundrobin.berger(players)) == shown


@adaptor("berger.json", "runs")
def berger_runs(vector: Vector) -> None:
    for mode, run in vector["runs"].items():
        assert longest_run(roundrobin.double(vector["players"], roundrobin.Double(mode))) == run, mode


@adaptor("berger.json", "double")
def berger_double(vector: Vector) -> None:
    assert rounds_of(roundrobin.double(vector["players"], roundrobin.Double(vector["mode"]))) == vector["rounds"]


@adaptor("berger.json", "double_colours")
def berger_double_colours(vector: Vector) -> None:
    found = colours(roundrobin.double(vector["players"], roundrobin.Double(vector["mode"])))
    for number, sequence in vector["colours"].items():
        assert "".join(colour.value.upper() for colour in found[int(number)]) == sequence


# -- varma.json


@enumerator("varma.json")
def varma_vectors(file: str, document: dict[str, Any]) -> Iterator[Vector]:
    for case in document.get("vectors", []):
        kind = "check" if "check" in case else case["id"].removeprefix("VAR-").lower()
        for key, name in (
            ("expected_federation_order", "order"),
            ("expected_eligible_groups", "eligible"),
            ("expected_groups", "groups"),
        ):
            kind = name if key in case else kind
        if str(case.get("expected", "")).startswith("error"):
            kind = "error"
        yield Vector(file, kind, case["id"], case, document)
    for name, printed in (("tables", False), ("tables_printed", True)):
        for players, table in document.get(name, {}).items():
            data = {"players": int(players), "printed": printed, "groups": table}
            yield Vector(file, "table", f"VAR-{name.upper()}-{players}", data, document)
    for players, rounds in document.get("group_meeting_rounds", {}).items():
        data = {"players": int(players), "rounds": rounds}
        yield Vector(file, "meeting_rounds", f"VAR-MEET-{players}", data, document)


@adaptor("varma.json", "check")
def varma_check(vector: Vector) -> None:
    players = vector["players"]
    for printed, key in ((True, "latest_found_printed"), (False, "latest_found_corrected")):
        envelopes = varma.groups(players, printed=printed)
        assert sorted(number for numbers in envelopes.values() for number in numbers) == list(range(1, players + 1))
        assert max(varma.latest_meeting(players, numbers) for numbers in envelopes.values()) == vector[key]
    assert vector["latest_allowed_round"] == len(roundrobin.berger(players)) - varma.LAST_ROUNDS


@adaptor("varma.json", "order")
def varma_order(vector: Vector) -> None:
    field = [varma.Entrant(f"{code} {i}", code) for code, size in vector["input"] for i in range(size)]
    assert list(dict.fromkeys(e.federation for e in varma.order(field))) == vector["expected_federation_order"]


@adaptor("varma.json", "eligible")
def varma_eligible(vector: Vector) -> None:
    found = varma.eligible(varma.groups(vector["players"]), vector["federation_size"])
    assert list(found) == vector["expected_eligible_groups"]


@adaptor("varma.json", "error")
def varma_error(vector: Vector) -> None:
    assert not varma.eligible(varma.groups(vector["players"]), vector["federation_size"])
    field = [varma.Entrant(f"own {i}", "AAA") for i in range(vector["federation_size"])]
    field += [varma.Entrant(f"other {i}", f"F{i:02}") for i in range(vector["players"] - len(field))]
    with pytest.raises(Refused, match="annex II"):
        varma.draw(field, "any seed")


@adaptor("varma.json", "groups")
def varma_groups(vector: Vector) -> None:
    assert {k: list(v) for k, v in varma.groups(vector["players"]).items()} == vector["expected_groups"]


@adaptor("varma.json", "table")
def varma_table(vector: Vector) -> None:
    found = varma.groups(vector["players"], printed=vector["printed"])
    assert {k: list(v) for k, v in found.items()} == vector["groups"]


@adaptor("varma.json", "meeting_rounds")
def varma_meeting_rounds(vector: Vector) -> None:
    table = roundrobin.berger(vector["players"])
    found = {
        name: {
            f"{min(game)}-{max(game)}": r
            for r, games in enumerate(table, 1)
            for game in games
            if set(game) <= set(numbers)
        }
        for name, numbers in varma.groups(vector["players"]).items()
    }
    if "latest" in vector["rounds"]:
        latest = max(r for meeting in found.values() for r in meeting.values())
        assert {"latest": latest, "of": len(table)} == vector["rounds"]
    else:
        assert found == vector["rounds"]


# -- scheveningen.json


@enumerator("scheveningen.json")
def scheveningen_vectors(file: str, document: dict[str, Any]) -> Iterator[Vector]:
    def cases(section: dict[str, Any]) -> list[dict[str, Any]]:
        return [*section.get("vectors", []), *([section["vector"]] if "vector" in section else [])]

    for name in ("scheveningen", "semi_scheveningen", "schiller", "skalitzka", "hilton"):
        for case in cases(document.get(name, {})):
            yield Vector(file, name, case["id"], case, document)
    for boards, table in document.get("scheveningen", {}).get("tables", {}).items():
        yield Vector(file, "table", f"SCH-TABLE-{boards}", {"boards": int(boards), **table}, document)
    for size, table in document.get("hilton", {}).get("tables_corrected", {}).items():
        yield Vector(file, "hilton_table", f"HILTON-{size}", {"teams": int(size), **table}, document)


def once_between_teams(a: Seat, b: Seat) -> int:
    return int(a.team != b.team)


@adaptor("scheveningen.json", "scheveningen")
def scheveningen_case(vector: Vector) -> None:
    boards = vector["boards"]
    table = scheveningen(boards)
    count = whites(table)
    found = {
        "rounds": len(table),
        "games": sum(len(games) for games in table),
        "whites_team_A_per_round": [sum(white.team == 1 for white, _ in games) for games in table],
        "whites_A": [count[Seat(1, i)] for i in range(1, boards + 1)],
        "whites_B": [count[Seat(2, i)] for i in range(1, boards + 1)],
    }
    subset(found, vector.data)
    assert not faults(table, once_between_teams)


@adaptor("scheveningen.json", "table")
def scheveningen_table(vector: Vector) -> None:
    assert rounds_of(scheveningen(vector["boards"])) == vector["rounds"]


@adaptor("scheveningen.json", "semi_scheveningen")
def semi_case(vector: Vector) -> None:
    table = semi_scheveningen(vector["boards"])
    assert len(table) == vector["rounds"]
    for key, value in vector.data.items():
        if key.startswith("round_"):
            assert written(table[int(key.removeprefix("round_")) - 1]) == value


@adaptor("scheveningen.json", "schiller")
def schiller_case(vector: Vector) -> None:
    teams, players = vector["teams"], vector["players_per_team"]
    tables = [schiller(teams, players)]
    if "example_schedule" in vector.data:
        tables.append(read_table("\n".join(" ".join(games) for games in vector["example_schedule"])))
    for table in tables:
        assert len(table) == vector["rounds"]
        assert len(entrants(table)) == teams * players
        assert {len(sequence) for sequence in colours(table).values()} == {vector["games_per_player"]}
        assert not faults(table, once_between_teams)


@adaptor("scheveningen.json", "skalitzka")
def skalitzka_case(vector: Vector) -> None:
    balanced = vector["round_1"][3:4] == ["c-C"]  # the second block reversed
    table = skalitzka(vector["boards"], balanced=balanced)
    for r, games in enumerate(table, 1):
        assert [f"{symbol(white)}-{symbol(black)}" for white, black in games] == vector[f"round_{r}"]


@adaptor("scheveningen.json", "hilton")
def hilton_case(vector: Vector) -> None:
    teams = vector["teams"]
    table = hilton(teams)
    found = {"boards": teams - 1, "rounds": len(table), "games": sum(len(games) for games in table)}
    subset(found, vector.data)
    for games in table:
        met = Counter(frozenset((white.team, black.team)) for white, black in games)
        assert len(met) == teams * (teams - 1) // 2
        assert set(met.values()) == {1}
    assert longest_run(table) <= 2


@adaptor("scheveningen.json", "hilton_table")
def hilton_table(vector: Vector) -> None:
    teams = vector["teams"]
    assert vector["boards"] == teams - 1
    for row in vector["rows"]:
        for r in (1, 2, 3):
            found = [letters(white) + letters(black) for white, black in board_games(teams, row["board"], r)]
            assert found == row[f"R{r}"]
    assert longest_run(hilton(teams)) <= 2


# -- laws.json: the annexes of the 2009 edition


@adaptor("laws.json", "berger")
def laws_berger(vector: Vector) -> None:
    sizes = vector["input"]["players"]
    for players in sizes if isinstance(sizes, list) else [sizes]:
        shown = [
            [game for game in games if max(map(int, game.split("-"))) <= players]
            for games in vector["expected"]["rounds"]
        ]
        assert rounds_of(roundrobin.berger(players)) == shown


@adaptor("laws.json", "scheveningen")
def laws_scheveningen(vector: Vector) -> None:
    assert rounds_of(scheveningen(vector["input"]["boards"])) == vector["expected"]["rounds"]


@adaptor("laws.json", "belgrade")
def laws_belgrade(vector: Vector) -> None:
    found = snake(range(1, vector["input"]["players"] + 1), vector["input"]["groups"])
    assert [list(group) for group in found] == vector["expected"]["groups"]


@adaptor("laws.json", "wimbledon")
def laws_wimbledon(vector: Vector) -> None:
    entries = vector["input"]["players"]
    expected = vector["expected"]
    found = knockout.groups(entries)
    if "groups" in expected:
        assert [list(group) for group in found] == expected["groups"]
    roman = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII", "XIII", "XIV", "XV", "XVI")
    matches = {name: [list(m) for m in knockout.group_matches(g)] for name, g in zip(roman, found, strict=False)}
    if "round1" in expected:
        assert matches == expected["round1"]
    if "round2_rule" in expected:
        rule = [f"W{a}-W{b}" for a, b in knockout.first_round(len(next(iter(matches.values()))))]
        assert ", ".join(rule) == expected["round2_rule"]
    # the groups are only another view of the bracket: strongest against weakest
    pairs = {frozenset(match) for group in matches.values() for match in group}
    assert pairs == {frozenset((a, b)) for a, b in knockout.first_round(knockout.size_for(entries))}


# -- competition.json


@adaptor("competition.json", "round_robin_withdrawal")
def round_robin_withdrawal(vector: Vector) -> None:
    kept = results_count(vector["input"]["games_played"], vector["input"]["games_total"])
    assert ("keep" if kept else "annul") == vector["expected"]


@adaptor("competition.json", "wrong_board_order")
def wrong_board_order(vector: Vector) -> None:
    games, expected = vector["input"]["games"], vector["expected"]
    first = [int(a.rstrip("AB")) for a, _b, _result in games]
    second = [int(b.rstrip("AB")) + 100 for _a, b, _result in games]
    orders = [vector["input"].get("order_A", sorted(first)), [n + 100 for n in vector["input"]["order_B"]]]
    results = {}
    for board, (a, b, (_, _, result)) in enumerate(zip(first, second, games, strict=True)):
        mine = {"1-0": Outcome.WIN, "0-1": Outcome.LOSS}.get(result, Outcome.DRAW)
        colour = Colour.BLACK if board % 2 else Colour.WHITE
        results[a] = (PlayerRound(1, b, colour, mine),)
        results[b] = (PlayerRound(1, a, colour.other, mine.opposite),)
    everyone = [n for order in orders for n in order]
    event = Tournament(
        players=tuple(Player(number=n, name=str(n)) for n in everyone),
        results=tuple(results.get(n, ()) for n in everyone),
        system=System.ROUND_ROBIN,
        teams=tuple(Team(number=k, name="AB"[k - 1], players=tuple(order)) for k, order in enumerate(orders, 1)),
        line_ups=(LineUp(1, 1, 2, tuple(first)), LineUp(1, 2, 1, tuple(second))),
    )
    (match,) = team_results.matches(event, 1)
    found = teams.judged(event, match)
    assert list(found.boards) == expected["wrong_boards"]
    for score, key in (((match.white_points, match.black_points), "rating_score"), (found.counted, "match_score")):
        assert "-".join(f"{p / 10:g}" for p in score) == expected[key]


@adaptor("competition.json", "line_ups")
def line_ups(vector: Vector) -> None:
    data = vector["input"]
    team = Team(number=1, name="", players=tuple(range(1, data["players"] + 1)))
    found = teams.legal_line_ups(team, data["boards"])
    assert ["".join(map(str, line)) for line in found] == vector["expected"]


@adaptor("competition.json", "team_presence")
def team_presence(vector: Vector) -> None:
    data = vector["input"]
    assert teams.team_may_start(int(data["level"][-1]), data["boards"], data["present"]) == vector["expected"]


# -- club.json and club-tables.json


@adaptor("club.json", "round_robin_colours", "round_robin_second_cycle")
def club_round(vector: Vector) -> None:
    given = vector["input"]
    table = roundrobin.berger(given["players"])
    if given.get("cycle", 1) == 2:
        table = roundrobin.double(given["players"], roundrobin.Double.NONE)[len(table) :]
    games = table[given["round"] - 1]
    assert {"white": [white for white, _ in games], "black": [black for _, black in games]} == vector["expected"]


@adaptor("club.json", "round_robin_byes")
def club_byes(vector: Vector) -> None:
    found = {
        "bye_by_round": list(roundrobin.rests(vector["input"]["players"])),
        "points_each": roundrobin.scoring(club=True).pairing_bye // 10,
    }
    assert found == vector["expected"]


CLUB_WITHDRAWAL = {
    False: "cancel all his results",
    True: "keep results, remaining opponents win by default",
}


@adaptor("club.json", "round_robin_withdrawal")
def club_withdrawal(vector: Vector) -> None:
    due = vector["input"]["games_each"]
    for played in vector["input"]["cases"]:
        assert CLUB_WITHDRAWAL[results_count(played, due)] == vector["expected"][str(played)]


@adaptor("club.json", "round_robin_property")
def club_property(vector: Vector) -> None:
    total = 0
    for players in vector["input"]["players_even"]:
        table = roundrobin.berger(players)
        total += sum(len(games) for games in table)
        met = meetings(table)
        once = len(met) == players * (players - 1) // 2 and set(met.values()) == {1}
        assert once is vector["expected"]["all_pairs_once"]
        count = Counter(whites(table).values())
        assert count == {players // 2: players // 2, players // 2 - 1: players // 2}
        assert all(whites(table)[number] == players // 2 for number in range(1, players // 2 + 1))
    assert total == vector["expected"]["total_pairs"]


@adaptor("club.json", "proportional_time")
def club_proportional_time(vector: Vector) -> None:
    given = vector["input"]
    for side in ("white", "black"):
        found = club.proportional_time(
            Fraction(given[f"{side}_minutes"]), given["irregularity_at"], given["moves_played"]
        )
        assert abs(found - Fraction(vector["expected"][f"{side}_minutes"])) <= Fraction(1, 2)


@adaptor("club.json", "clock_start")
def club_clock_start(vector: Vector) -> None:
    given = vector["input"]
    found = [
        club.clock_start(minutes, flag=given["flag"], extra=given.get("extra_minutes", 0))
        for minutes in given["minutes"]
    ]
    assert found == vector["expected"]["start"]


def last_move(case: str) -> club.LastMove:
    for word, move in (
        ("stalemate", club.LastMove.STALEMATE),
        ("mate", club.LastMove.MATE),
        ("threefold", club.LastMove.REPETITION),
        ("repetition", club.LastMove.REPETITION),
    ):
        if word in case:
            return move
    return club.LastMove.ORDINARY


@adaptor("club.json", "flag_and_move")
def club_flag(vector: Vector) -> None:
    for case, expected in zip(vector["input"]["cases"], vector["expected"]["result"], strict=True):
        pressed = "pressed" in case and "before clock pressed" not in case
        found = club.flag_falls(last_move(case), released="not released" not in case, clock_pressed=pressed)
        assert found.value == expected, case


@adaptor("club.json", "clocks_without_enough")
def club_few_clocks(vector: Vector) -> None:
    assert list(club.clocks_after_two_hours(vector["input"]["moves_made"])) == vector["expected"]["gets_clock"]
    then = f"{club.late_clock().moves} moves in the first hour on the clock"
    assert then == vector["expected"].get("then", then)
    assert club.late_clock().minutes == 60


@adaptor("club.json", "team_event_as_tournament")
def club_team_event(vector: Vector) -> None:
    found = [
        club.team_event_participants(case["final_games"], case["preliminary_games"] if case["count_preliminary"] else 0)
        for case in vector["input"]["cases"]
    ]
    assert found == vector["expected"]["participants"]


@adaptor("club.json", "international_quota")
def club_quota(vector: Vector) -> None:
    found = [club.quota(participants) for participants in vector["input"]["participants"]]
    assert found == vector["expected"]["max_from_one_federation"]


@adaptor("club-tables.json", "clock_settings")
def club_clock_settings(vector: Vector) -> None:
    for row in vector["rows"]:
        if row["start"] is None:
            assert row["flag"] == club.clock_practice(club.Practice.DUTCH).flag
            continue
        practice = club.Practice.AMERICAN if row["practice"] == "USA" else club.Practice.USUAL
        extra = club.clock_practice(practice).extra
        minutes = int(Fraction(row["hours_each"]) * 60)
        assert club.clock_start(minutes, extra=extra) == row["start"]
        assert row["flag"].lstrip("0") == club.FLAG
        assert club.minutes_allowed(row["start"], row["flag"]) == row["minutes_allowed"]


@adaptor("club-tables.json", "time_controls")
def club_time_controls(vector: Vector) -> None:
    expected = []
    for row in vector.data:
        if "moves_per_hour_max" in row:
            assert row["moves_per_hour_max"] == club.MOST_MOVES_PER_HOUR
            continue
        stages = row.get("stages") or [row]
        expected.append((row["use"], tuple(club.Control(stage["moves"], stage["minutes"]) for stage in stages)))
    assert tuple(expected) == club.TIME_CONTROLS
    assert len(club.usual_controls()) == len(expected)


@adaptor("club-tables.json", "round_robin")
def club_round_robin(vector: Vector) -> None:
    for size, table in vector["tables"].items():
        found = roundrobin.berger(int(size))
        assert [[list(game) for game in games] for games in found] == table["rounds"]
        assert list(roundrobin.rests(int(size) - 1)) == table["byes_if_odd"]
        second = roundrobin.double(int(size), roundrobin.Double.NONE)[len(found) :]
        assert [[(black, white) for white, black in games] for games in second] == [list(games) for games in found]
