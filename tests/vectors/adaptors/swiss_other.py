"""Dubov, Burstein, Lim, team and club Swiss: the vectors of these systems and the exam questions beside them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from arbitro import swiss
from arbitro.model import Outcome, Player, PlayerRound, System, Tournament, number, points
from arbitro.swiss import club, dutch, lim, upfloat
from arbitro.swiss.burstein import text2017 as burstein
from arbitro.swiss.colours import Strength, allocate, preference
from arbitro.swiss.dubov import text1997 as dubov
from arbitro.swiss.dubov import text2026 as dubov2026
from tests.engines import burstein as literal_burstein
from tests.swiss_other.make import BLACK, WHITE, colour, field, lim_sequence, unit
from tests.swiss_other.make import lim_group as pairs_by_lim
from tests.vectors.registry import Vector, adaptor

FILE = "swiss-other.json"


def met_by(pairs: Iterable[Sequence[Any]], no: Any) -> list[Any]:
    return [b if a == no else a for a, b in pairs if no in (a, b)]


# -- Burstein


def places(data: dict[str, Any]) -> list[int]:
    """The players of a group: named, or only how many."""
    players = data["players"]
    return players if isinstance(players, list) else list(range(1, players + 1))


@adaptor(FILE, "enumerate")
def burstein_rows(v: Vector) -> None:
    rows = list(literal_burstein.rows(places(v["input"])))
    expected = [r if isinstance(r, dict) else {"pairs": r} for r in v["expected"]]
    assert [[list(p) for p in row.pairs] for row in rows] == [r["pairs"] for r in expected]
    assert [row.floater for row in rows] == [r.get("floater") for r in expected]


@adaptor(FILE, "invalid-combinations")
def burstein_invalid(v: Vector) -> None:
    rows = list(literal_burstein.rows(places(v["input"])))
    barred = [i for i, row in enumerate(rows, 1) if row.floater == v["input"]["already_floater"]]
    assert barred == v["expected"]


@adaptor(FILE, "choose")
def burstein_choice(v: Vector) -> None:
    data = v["input"]
    players = places(data)
    met = data.get("played", [])
    stay = [data["already_floater"]] if "already_floater" in data else []
    units = [unit(no, due=data["prefs"].get(str(no)), met=met_by(met, no)) for no in players]
    row = burstein.pair_group(units, stay)
    assert row is not None
    assert [list(p) for p in row.pairs] == v["expected"]["pairs"]
    assert row.floater == v["expected"].get("floater")
    combination = list(literal_burstein.rows(players)).index(row) + 1
    assert combination == v["expected"].get("combination", combination)


def strengths(players: Sequence[dict[str, Any]]) -> dict[int, burstein.Strength]:
    """What orders the players of a group, by their number or their place in the list."""
    return {
        p.get("no", i): burstein.Strength(
            points(p.get("SB", 0)), points(p.get("BH", 0)), points(p.get("median", 0)), p.get("R", 0)
        )
        for i, p in enumerate(players)
    }


@adaptor(FILE, "order")
def burstein_order(v: Vector) -> None:
    players = v["input"]["players"]
    units = [
        unit(p.get("no", i), name=str(p.get("id", p.get("no"))), rating=p.get("R", 0)) for i, p in enumerate(players)
    ]
    assert [u.name for u in burstein.ordered(units, strengths(players))] == v["expected"]


# -- Lim


def incompatible(pairs: Iterable[Sequence[int]]) -> set[frozenset[int]]:
    return {frozenset(p) for p in pairs}


@adaptor(FILE, "exchange-sequence")
def lim_exchanges(v: Vector) -> None:
    data = v["input"]
    rows = lim_sequence(
        data["players"],
        incompatible(data.get("fixed_incompatible", [])),
        data.get("searching_for", 1 if data["direction"] == "down" else max(data["players"])),
        downward=data["direction"] == "down",
    )
    assert [sorted(map(list, row)) for row in rows] == [sorted(map(sorted, row)) for row in v["expected"]]


@adaptor(FILE, "pair-group")
def lim_group(v: Vector) -> None:
    data = v["input"]
    floater = next((no for key, no in data.items() if "float" in key and isinstance(no, int)), None)
    row, floaters = pairs_by_lim(
        data["players"],
        incompatible(data.get("incompatible", [])),
        downward=data.get("direction", "down") == "down",
        floater=floater,
    )
    expected: dict[str, Any] = v["expected"] if isinstance(v["expected"], dict) else {"pairs": v["expected"]}
    assert sorted(map(list, row)) == sorted(map(sorted, expected["pairs"]))
    named = next((value for key, value in expected.items() if "float" in key), [floater] if floater else [])
    assert sorted(floaters) == sorted(named if isinstance(named, list) else [named])


@adaptor(FILE, "round1")
def first_round(v: Vector) -> None:
    n, first = v["input"]["n"], colour(v["input"]["colour_of_1"])
    players = tuple(Player(number=i, name=str(i), rating=3000 - i) for i in range(1, n + 1))
    event = Tournament(players=players, results=((),) * n, first_colour=first)
    pairings = swiss.next_round(event, System(v["system"]))
    expected = v["expected"]["pairs"] if isinstance(v["expected"], dict) else v["expected"]
    assert [list(p) for p in pairings.pairs] == expected
    if isinstance(v["expected"], dict):
        assert pairings.bye == v["expected"].get("bye")


@adaptor(FILE, "group-order")
def lim_group_order(v: Vector) -> None:
    data = v["input"]
    order = lim.group_order([points(s) for s in data["scores"]], points(Fraction(data["rounds_played"], 2)))
    assert [number(s) for s in order] == v["expected"]


@adaptor(FILE, "floater")
def lim_floater(v: Vector) -> None:
    data = v["input"]
    pool = [unit(p["no"], due=p.get("due"), rating=p.get("R", 0)) for p in data["group"]]
    compatible = data.get("compatible", [p["no"] for p in data["group"] if p.get("compatible", True)])
    floated = [*data.get("floated_last_round", []), *(p["no"] for p in data["group"] if p.get("floated_last_round"))]
    chosen = lim.floaters_to_even(
        pool,
        downward=data["direction"] == "down",
        incoming=data.get("floated_in", []),
        has_opponent=lambda u: u.number in compatible,
        floated=lambda u: u.number in floated,
        maxi=data.get("maxi", False),
    )[0]
    expected = v["expected"]
    assert chosen.number == (expected["float"] if isinstance(expected, dict) else expected)


@adaptor(FILE, "colour")
def who_has_white(v: Vector) -> None:
    """The pair by name or number; the Dutch rule also names the article."""
    data, expected = v["input"], v["expected"]
    a, b = (
        unit(data[k].get("no", i), name=data[k].get("id", ""), rating=data[k].get("R", 0), history=data[k]["history"])
        for i, k in enumerate("AB", 1)
    )
    event = field([a, b], data.get("round", 2))
    if v["system"] == "lim":
        white, black, _ = lim.allocate(event, a, b, above=data.get("group") != "below-median")
    elif v["system"] == "dubov":
        white, black, _ = dubov.allocate(
            event, *(dubov.Seat(u, Fraction(str(data[k].get("ARO", 0)))) for u, k in ((a, "A"), (b, "B")))
        )
    elif v["system"] == "burstein":
        one, other = strengths([data["A"], data["B"]]).values()
        order = burstein.ordered([a, b], {a.number: one, b.number: other})
        white, black, _ = burstein.allocate(event, a, b, {u.number: i for i, u in enumerate(order)})
    else:
        higher, lower = (a, b) if a.number < b.number else (b, a)
        given = allocate(higher.wish, lower.wish, higher.games, lower.games, higher.number, WHITE)
        white, black = (higher, lower) if given.higher is WHITE else (lower, higher)
        assert given.article == expected.get("rule", given.article)
    wanted = expected.get("white_first") or [expected["white"], expected["black"]]
    assert [white.name, black.name] == [str(x) for x in wanted]


# -- Dubov


def seat(no: int, p: dict[str, Any], due: str | None = None) -> dubov.Seat:
    made = unit(
        p.get("no", no),
        name=str(p.get("id", p.get("no", no))),
        rating=p.get("R", 0),
        due=p.get("pref", due),
        history=p.get("history"),
    )
    return dubov.Seat(made, Fraction(str(p.get("ARO", 0))))


def seats(players: Iterable[dict[str, Any]], due: str | None = None, start: int = 1) -> list[dubov.Seat]:
    return [seat(i, p, due) for i, p in enumerate(players, start)]


@adaptor(FILE, "two-columns")
def dubov_columns(v: Vector) -> None:
    data = v["input"]
    white = seats([{"id": str(a), "ARO": a} for a in data["white_seekers_ARO"]], "w")
    black = seats([{"id": str(r), "R": r} for r in data["black_seekers_R"]], "b", 100)
    left, right = dubov.columns(white, black)
    assert [[float(a.aro), b.rating] for a, b in zip(left, right, strict=True)] == v["expected"]


@adaptor(FILE, "rematch-improvement")
def dubov_rematches(v: Vector) -> None:
    n, met = v["input"]["rows"], v["input"]["played_W_B"]
    white = [
        dubov.Seat(unit(i, due="w", met=[100 + b for a, b in met if a == i]), Fraction(i)) for i in range(1, n + 1)
    ]
    black = [
        dubov.Seat(unit(100 + i, due="b", rating=-i, met=[a for a, b in met if b == i]), Fraction(0))
        for i in range(1, n + 1)
    ]
    rows = dubov.pair_columns(white, black)
    assert rows is not None
    assert [[a.unit.number, b.unit.number - 100] for a, b in rows] == v["expected"]


@adaptor(FILE, "white-has-met-all-blacks")
def dubov_same_side(v: Vector) -> None:
    order = dubov.same_side_order(v["input"]["row"], v["input"]["rows"])
    assert [f"W{i}" for i in order] == v["expected"]["candidate_order"]


@adaptor(FILE, "balance")
def dubov_balance(v: Vector) -> None:
    data = v["input"]
    group = seats(data["white"], "w") + seats(data["black"], "b", 100)
    white, black, moved = dubov.balance(group)
    assert [s.unit.name for s in moved] == v["expected"]["moved"]
    rows = dubov.pair_columns(white, black)
    assert rows is not None
    assert [[a.unit.name, b.unit.name] for a, b in rows] == v["expected"]["rows"]


BARS_BYE = ("had_bye", "bye", "pab", "had_pab", "forfeit_win", "unplayed_point", "had_unplayed_point")


@adaptor(FILE, "bye")
def bye_of_the_group(v: Vector) -> None:
    players = v["input"]["lowest_group"]
    group = seats(players, start=0)
    units = [s.unit for s in group]
    if v["system"] == "burstein":
        candidates = burstein.bye_candidates(units, strengths(players))
    elif v["system"] == "lim":
        candidates = lim.bye_candidates(units)
    else:
        candidates = dubov.bye_candidates(units, {s.unit.number: s for s in group})
    barred = {str(p.get("id", p.get("no"))) for p in players if any(p.get(mark) for mark in BARS_BYE)}
    assert next(u.name for u in candidates if u.name not in barred) == str(v["expected"])


@adaptor(FILE, "upfloat-choice")
def dubov_riser(v: Vector) -> None:
    needed = colour(v["input"]["need_opposite_to"])
    best = min(seats(v["input"]["candidates"]), key=lambda s: dubov.rise_key(needed, s))
    assert best.unit.name == v["expected"]


@adaptor(FILE, "floater-order")
def dubov_floaters(v: Vector) -> None:
    group = seats(v["input"]["white_floaters"], "w") + seats(v["input"]["black_floaters"], "b", 100)
    assert [s.unit.name for s in dubov.floater_order(group)] == v["expected"]


# -- exam questions on the Dutch system


def bracket_event(data: dict[str, Any]) -> Tournament:
    """A tournament whose players all have one score, with the histories and meetings that a question gives.

    Opponents who are not in the bracket are players who have left.
    """
    histories = data.get("history") or {
        str(no): "B" if data["prefs"][str(no)] == "w" else "W" for no in data["players"]
    }
    numbers = sorted(map(int, histories))
    rounds = max(len(h) for h in histories.values())
    partners = {no: met_by(data.get("played", []), no) for no in numbers}
    gone = max(numbers) + 1
    results = []
    for no in numbers:
        line, met = [], list(partners[no])
        for k, letter in enumerate(histories[str(no)], 1):
            line.append(PlayerRound(k, met.pop(0) if met else gone, colour(letter), Outcome.DRAW))
        results.append(tuple(line))
    absent = tuple(PlayerRound(k, None, None, Outcome.ABSENT) for k in range(1, rounds + 2))
    players = tuple(Player(number=no, name=str(no)) for no in [*numbers, gone])
    return Tournament(players=players, results=(*results, absent), planned_rounds=data.get("rounds_total", rounds + 5))


@adaptor(FILE, "pair-bracket")
def dutch_bracket(v: Vector) -> None:
    data, expected = v["input"], v["expected"]
    event = bracket_event(data)
    for no, wish in expected.get("preferences", {}).items():
        found = preference(event.colours(int(no)))
        assert (found.colour, found.strength) == (colour(wish["colour"]), Strength[wish["strength"].upper()])
    pairings = dutch.made_round(event, "2017").pairings()
    assert sorted(map(list, pairings.pairs)) == sorted(expected["pairs_white_first"])
    assert pairings.bye == expected.get("downfloater")
    if "violations_x" in expected:
        due = {no: event.colours(no)[-1].other for no in data["players"]}
        assert sum(due[a] is due[b] for a, b in pairings.pairs) == expected["violations_x"]


# -- club Swiss

CLUB = "club.json"


def club_event(n: int, games: Iterable[Sequence[float]] = (), bye: int | None = None) -> Tournament:
    """Players 1 … n after one round of games [white, black, white's points, black's points]."""
    results: list[tuple[PlayerRound, ...]] = [()] * n
    outcome = {1: Outcome.WIN, 0.5: Outcome.DRAW, 0: Outcome.LOSS}
    for white, black, mine, theirs in games:
        results[int(white) - 1] = (PlayerRound(1, int(black), WHITE, outcome[mine]),)
        results[int(black) - 1] = (PlayerRound(1, int(white), BLACK, outcome[theirs]),)
    if bye is not None:
        results[bye - 1] = (PlayerRound(1, None, None, Outcome.PAIRING_BYE),)
    players = tuple(Player(number=i, name=str(i), rating=3000 - i) for i in range(1, n + 1))
    return Tournament(players=players, results=tuple(results))


@adaptor(CLUB, "swiss_round_1")
def club_first_round(v: Vector) -> None:
    pairings = club.made_round(club_event(v["input"]["players"]), "1974").pairings()
    assert [list(p) for p in pairings.pairs] == v["expected"]["pairs_white_black"]
    assert pairings.bye == v["expected"].get("bye")


@adaptor(CLUB, "swiss_group")
def club_group(v: Vector) -> None:
    data = v["input"]
    due, met = data.get("colour_due", {}), data.get("played", [])
    cards = [unit(no, due=due.get(str(no)), met=met_by(met, no)) for no in data["cards"]]
    event = field(cards, data["round"])
    made = [club.allocate(event, a, b)[:2] for a, b, _ in club.pair_cards(cards)]
    assert [[a.number, b.number] for a, b in made] == v["expected"]["pairs_white_black"]


@adaptor(CLUB, "swiss_round_2")
def club_second_round(v: Vector) -> None:
    data, expected = v["input"], v["expected"]
    event = club_event(data["players"], data["round_1"], data.get("bye_round_1"))
    pairings = club.made_round(event, "1974").pairings()
    assert sorted(map(list, pairings.pairs)) == sorted(expected["pairs_white_black"])
    assert pairings.bye == expected.get("bye")
    present = [u for u in club.field_of(event).here if u.number != pairings.bye]
    groups = {f"{number(p.score):g}": [u.number for u in p.cards] for p in club.pools(present)}
    assert groups == expected.get("groups", groups)


@adaptor(CLUB, "swiss_float")
def club_float(v: Vector) -> None:
    data = v["input"]
    names = list(data["scores"])
    no = {name: i for i, name in enumerate(names, 1)}
    units = [
        unit(no[name], name=name, score=data["scores"][name], met=[no[x] for x in met_by(data.get("played", []), name)])
        for name in names
    ]
    opponents: dict[str, str] = {}
    for made in club.pair(field(units, data["round"])).made:
        assert made.black is not None
        a, b = names[made.white - 1], names[made.black - 1]
        opponents |= {a: b, b: a}
    for key, opponent in v["expected"].items():
        assert opponents[key.removesuffix("_plays")] == opponent


@adaptor(CLUB, "pairing_rating")
def club_pairing_rating(v: Vector) -> None:
    for result, rating in v["expected"].items():
        assert club.pairing_rating(v["input"]["opponent_rating"], Outcome[result.upper()]) == rating


@adaptor("club-tables.json", "pairing_rating_after_round_1")
def club_pairing_rating_table(v: Vector) -> None:
    for result in ("win", "draw", "loss"):
        assert club.PAIRING_RATING_STEP[Outcome[result.upper()]] == v[result]


@adaptor(CLUB, "unfinished_game_pairing_score")
def club_adjourned(v: Vector) -> None:
    before = v["input"]["scores_before"]
    game = v["input"]["game"]
    likely = {"won": (Outcome.WIN, Outcome.LOSS), "lost": (Outcome.LOSS, Outcome.WIN), "draw": (Outcome.DRAW,) * 2}
    adjourned = (Outcome.ADJOURNED, Outcome.ADJOURNED)
    outcomes = next((pair for word, pair in likely.items() if word in game and "unclear" not in game), adjourned)
    rounds = 2 + max(int(s + 0.5) for s in before)
    results = []
    for i, score in enumerate(before):
        line = [PlayerRound(k, None, None, Outcome.HALF_BYE, points(0)) for k in range(1, rounds)]
        line[0] = line[0]._replace(points=points(score))
        line.append(PlayerRound(rounds, 2 - i, (WHITE, BLACK)[i], outcomes[i]))
        results.append(tuple(line))
    event = Tournament(players=(Player(number=1, name="A"), Player(number=2, name="B")), results=tuple(results))
    units = club.field_of(event).units
    assert [number(units[n].score) for n in (1, 2)] == v["expected"]["pairing_scores"]
    assert [number(event.score(n, rounds - 1)) for n in (1, 2)] == v["expected"]["official_scores"]


@adaptor(CLUB, "group_order_small_event")
def club_group_order(v: Vector) -> None:
    assert club.group_order(v["input"]["groups_high_to_low"]) == v["expected"]["pairing_order"]


@adaptor(CLUB, "absence")
def club_absence(v: Vector) -> None:
    for case, outcome in zip(v["input"]["cases"], v["expected"]["outcomes"], strict=True):
        ruling = club.after_absence(
            1 + bool(re.search("twice|two|three", case)),
            excused="excused" in case,
            late_entry="entered late" in case,
        )
        assert ruling.value == outcome


# -- the 2026 texts

EDITIONS = "editions.json"


@adaptor(EDITIONS, "burstein_2026_order_6_players_2_pairs")
def burstein_2026_order(v: Vector) -> None:
    rows = [" ".join(f"{a}-{b}" for a, b in row) for row in literal_burstein.rows_2026(6, 2)]
    assert rows == v["rows"]


@adaptor(EDITIONS, "dubov_2026_shifter_order")
def dubov_2026_shifters(v: Vector) -> None:
    for size, letters in v.data.items():
        if size.isdigit():
            names = [chr(ord("A") + i) for i in range(int(size))]
            assert dubov2026.shifter_order(names) == letters


@adaptor(EDITIONS, "team_2026_upfloater_sets")
def team_2026_sets(v: Vector) -> None:
    groups, needed = [], {"one": 1, "two": 2, "three": 3}
    profile = []
    for key, members in v["input"].items():
        if key.startswith("score_"):
            groups.append([unit(no, score=float(key.removeprefix("score_"))) for no in members])
    for part in v["input"]["needed"].split(","):
        word, _, score = part.split()
        profile += [points(score)] * needed[word]
    sets = upfloat.upfloater_sets(groups, profile)
    assert [[u.number for u in chosen] for chosen in sets] == v["order"]


@adaptor(EDITIONS, "team_2026_identifier")
def team_2026_identifier(v: Vector) -> None:
    assert upfloat.identifier(v["pairs"]) == v["identifier"]
