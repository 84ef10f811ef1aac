"""The Dutch system, the handling rules and Baku acceleration: vectors to the public functions of `arbitro.swiss`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from arbitro.errors import NoPairing
from arbitro.files import trf
from arbitro.formats.length import rounds_for_one_leader
from arbitro.model import (
    Colour,
    Float,
    Outcome,
    Pair,
    Player,
    PlayerRound,
    Points,
    Scoring,
    Title,
    Tournament,
    points,
)
from arbitro.swiss import acceleration, colours, dutch, general
from arbitro.swiss.dutch import criteria
from arbitro.swiss.dutch.account import account_of
from arbitro.swiss.dutch.bracket import PairedBracket
from arbitro.swiss.dutch.state import Contender, Field, field_of, is_topscorer, rank_order
from arbitro.swiss.dutch.texts import TEXTS
from tests.engines import dutch as literal
from tests.engines import dutch_order as order
from tests.swiss.late import with_late_entry
from tests.vectors.catalogue import walk
from tests.vectors.registry import Vector, adaptor, enumerator

DUTCH, WORKED, EDITIONS = "swiss-dutch.json", "swiss-worked-tournament.json", "editions.json"
LETTERS = {"W": Colour.WHITE, "B": Colour.BLACK, "w": Colour.WHITE, "b": Colour.BLACK}
FLOATS = {"D": Float.DOWN, "U": Float.UP, "-": Float.NONE, "down": Float.DOWN, "up": Float.UP, None: Float.NONE}


def letter(colour: Colour) -> str:
    return "W" if colour is Colour.WHITE else "B"


def games(history: str) -> tuple[Colour, ...]:
    return tuple(LETTERS[x] for x in history if x in LETTERS)


def compacted(history: str, white: str = "W", black: str = "B") -> str:
    """A history as D.5 has it, in the letters that it came in."""
    gap = next((x for x in history if x not in (white, black)), "=")
    signs = {white: Colour.WHITE, black: Colour.BLACK}
    back = {Colour.WHITE: white, Colour.BLACK: black}
    rounds = tuple(
        PlayerRound(k, 2, signs[x], Outcome.DRAW) if x in signs else PlayerRound(k, None, None, Outcome.HALF_BYE)
        for k, x in enumerate(history, 1)
    )
    players = tuple(Player(number=n, name=str(n)) for n in (1, 2))
    played = "".join(back[c] for c in Tournament(players=players, results=(rounds, ())).colours(1))
    return played.rjust(len(history), gap)


# -- colours


@adaptor(DUTCH, "colour_history_normalise")
def normalise(v: Vector) -> None:
    if "history" in v["input"]:
        assert compacted(v["input"]["history"]) == v["expected"]["normalised"]
    else:
        found = [compacted(h) for h in v["input"]["histories"]]
        assert found == v["expected"]["normalised"]
        assert (len(set(found)) == 1) == v["expected"]["all_equivalent"]


@adaptor("swiss-other.json", "history-compaction")
def compaction(v: Vector) -> None:
    assert compacted(v["input"]["history"].replace("-", "=")) == v["expected"].replace("-", "=")


@adaptor(EDITIONS, "colour_history_compaction")
def compaction_2026(v: Vector) -> None:
    for history, expected in v.data.items():
        if history not in ("rule", "status", "note"):
            assert compacted(history) == expected


@adaptor(DUTCH, "colour_history_compare")
def compare(v: Vector) -> None:
    first, second = (games(h) for h in v["input"]["histories"])
    colour = colours.alternate_difference(first, second)
    assert (colour is not None) == v["expected"]["e3_decides"]
    assert (None if colour is None else [letter(colour), letter(colour.other)]) == v["expected"]["colours"]


def check_preference(history: str, expected: dict[str, Any]) -> None:
    wish = colours.preference(games(history))
    assert wish.strength.name.lower() == expected["strength"]
    wanted = expected["colour"]
    assert (letter(wish.colour) if wish.colour else None) == (wanted and wanted[0].upper())
    assert wish.difference == expected["colour_difference"]
    assert colours.symbol(wish) == expected.get("checklist_symbol", expected.get("symbol", colours.symbol(wish)))


@adaptor(DUTCH, "colour_preference")
def preference(v: Vector) -> None:
    given, expected = v["input"], v["expected"]
    if "colour_received" in given:
        wish = colours.preference(games(given["history_before"] + given["colour_received"]))
        assert wish.strength.name.lower() == expected["next_strength"]
        assert letter(wish.colour or Colour.WHITE) == expected["next_colour"]
    else:
        check_preference(given["history"], expected)


@adaptor(WORKED, "colour preference from played colours")
def worked_preference(v: Vector) -> None:
    check_preference(v["input"]["colours_played"], v["expected"])


def allocated(a: dict[str, Any], b: dict[str, Any], first: str) -> tuple[int, int, str]:
    """White, Black and the article, for two players given by number, points and colours."""
    one, two = rank_order(
        [
            Contender(
                number=(n := x.get("no") or x["number"]),
                order=n,
                score=points(x.get("score", x.get("points", 0))),
                games=(g := games(x.get("history", x.get("colours", "")))),
                wish=colours.preference(g),
            )
            for x in (a, b)
        ]
    )
    found = colours.allocate(one.wish, two.wish, one.games, two.games, one.number, LETTERS[first])
    white, black = (one, two) if found.higher is Colour.WHITE else (two, one)
    return white.number, black.number, found.article


@adaptor(DUTCH, "colour_allocation")
def allocation(v: Vector) -> None:
    white, black, article = allocated(v["input"]["a"], v["input"]["b"], v["input"]["initial_colour"])
    assert (white, black, article) == tuple(v["expected"][k] for k in ("white", "black", "decided_by"))


@adaptor(WORKED, "colour allocation")
def worked_allocation(v: Vector) -> None:
    white, black, article = allocated(*v["input"]["players"], "W")
    assert (white, black) == (v["expected"]["white"], v["expected"]["black"])
    assert v["expected"]["rule"].startswith(article)


@adaptor(DUTCH, "colour_estimates")
def estimates(v: Vector) -> None:
    given, expected = v["input"], v["expected"]
    white = given.get("prefer_white", given.get("white_total", 0))
    black = given.get("prefer_black", given.get("black_total", 0))
    none = given.get("no_preference", 0)
    assert criteria.unmet_preferences(white, black, none, given["max_pairs"]) == expected["x"]
    if "z" in expected:
        mild = given["white_mild"] if white > black else given["black_mild"]
        assert criteria.unmet_strong_preferences(white, black, none, given["max_pairs"], mild) == expected["z"]


@adaptor(WORKED, "minimum unfulfilled colour preferences x")
def worked_estimates(v: Vector) -> None:
    given = v["input"]
    white, black = given["want_white"], given["want_black"]
    assert criteria.unmet_preferences(white, black, given["no_preference"], given["max_pairs"]) == v["expected"]["x"]
    assert v["expected"]["majority"] == (None if white == black else "white" if white > black else "black")


# -- definitions


def psd_of(pairs: Sequence[tuple[int, int]], floaters: Sequence[int], lowest: int) -> object:
    """The pairing score differences that the marks of pairs and downfloaters add up to."""
    marks: criteria.Marks = []
    for a, b in pairs:
        higher, lower = (Contender(k, score) for k, score in enumerate(sorted((a, b), reverse=True)))
        marks += criteria.pair_marks_2017(higher, lower)
    for score in floaters:
        marks += criteria.float_marks_2017(Contender(0, score), lowest, 10)
    return criteria.value_of(marks)[criteria.C.SCORES]


@adaptor(DUTCH, "psd")
def psd(v: Vector) -> None:
    given, expected = v["input"], v["expected"]
    if "lowest_score_in_bracket" in given:
        low = points(given["lowest_score_in_bracket"])
        assert psd_of([], [low], low) == (low - points(expected["artificial_value"]),)
        for key, difference in expected.items():
            if floater := re.fullmatch(r"sd_of_an?_([\d.]+)_downfloater", key):
                assert psd_of([], [points(floater[1])], low) == (points(difference),)
    elif "psd" in given:
        assert "".join(chr(ord("A") + points(x) // 5) for x in given["psd"]) == expected["letters"]
    else:
        found = []
        for k in ("1", "2"):
            if f"psd_{k}" in given:
                found.append(tuple(points(x) for x in given[f"psd_{k}"]))
            else:
                c = given[f"candidate_{k}"]
                pairs = [(points(a), points(b)) for a, b in c["pairs"]]
                found.append(psd_of(pairs, [points(x) for x in c["downfloaters"]], points(given["lowest_score"])))
                assert list(found[-1]) == [points(x) for x in expected[f"psd_{k}"]]
        assert expected["better"] == (0 if found[0] == found[1] else 1 if found[0] < found[1] else 2)


@adaptor(DUTCH, "topscorer")
def topscorer(v: Vector) -> None:
    given = v["input"]
    win = points(given.get("win", 1))
    found = is_topscorer(points(given["score"]), given["pairing_round"] - 1, given["total_rounds"], win)
    assert found == v["expected"]["topscorer"]


@adaptor(WORKED, "topscorer threshold")
def worked_topscorer(v: Vector) -> None:
    played = v["input"]["rounds_played"]
    for score, expected in v["expected"].items():
        assert is_topscorer(points(score), played, played + 1, 10) == expected


def two_players(mine: Outcome, theirs: Outcome | None, scores: tuple[Any, Any]) -> Tournament:
    """Two rounds: points of round 1 as given, then the meeting (or absence) in question; 3 and 4 play each other."""
    first = [PlayerRound(1, None, None, Outcome.HALF_BYE, points(s or 0)) for s in scores]
    if theirs is None:
        second = [PlayerRound(2, None, None, mine), PlayerRound(2, None, None, Outcome.ABSENT)]
    else:
        second = [PlayerRound(2, 2, Colour.WHITE, mine), PlayerRound(2, 1, Colour.BLACK, theirs)]
    others = [
        tuple(PlayerRound(k, 7 - n, colour if k == 1 else colour.other, Outcome.DRAW) for k in (1, 2))
        for n, colour in ((3, Colour.WHITE), (4, Colour.BLACK))
    ]
    return Tournament(
        players=tuple(Player(number=n, name=str(n)) for n in range(1, 5)),
        results=(*zip(first, second, strict=True), *others),
    )


KINDS_OF_ROUND = (
    ("pairing-allocated|PAB", Outcome.PAIRING_BYE),
    ("forfeit win|win by forfeit|won by forfeit", Outcome.FORFEIT_WIN),
    ("forfeit", Outcome.FORFEIT_LOSS),
    ("half-point|HPB", Outcome.HALF_BYE),
    ("full-point|FPB", Outcome.FULL_BYE),
    ("zero-point|ZPB|absen", Outcome.ZERO_BYE),
    ("win|won", Outcome.WIN),
    ("draw|drew", Outcome.DRAW),
    ("loss|lost|played", Outcome.LOSS),
)


def outcome_named(text: str) -> Outcome:
    """What happened to a player in a round, told in words."""
    return next(outcome for words, outcome in KINDS_OF_ROUND if re.search(words, text))


@adaptor(DUTCH, "floats")
def floats(v: Vector) -> None:
    given = v["input"]
    edition = edition_of(given.get("edition", "2017"))
    told = next((given[key] for key in ("event", "kind", "reason") if key in given), None)
    if given["score_b"] is None and told is not None:
        kinds: list[tuple[Outcome, Outcome | None]] = [(outcome_named(told), None)]
    elif given["score_b"] is None:
        kinds = [(Outcome.PAIRING_BYE, None), (Outcome.HALF_BYE, None)]
    elif given["played"]:
        kinds = [(Outcome.WIN, Outcome.LOSS), (Outcome.DRAW, Outcome.DRAW)]
    else:
        kinds = [(Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS)]
    for mine, theirs in kinds:
        event = two_players(mine, theirs, (given["score_a"], given["score_b"]))
        known = {p.number: p for p in field_of(event, TEXTS[edition]).players}
        expected = v["expected"]["floats"]
        assert [known[n].last_float for n in range(1, len(expected) + 1)] == [FLOATS[x] for x in expected]


@adaptor(DUTCH, "pab_eligibility")
def bye(v: Vector) -> None:
    outcome = outcome_named(v["input"]["earlier_event"])
    opponent = 2 if outcome.has_opponent else None
    tournament = Tournament(
        players=(Player(number=1, name="A"), Player(number=2, name="B")),
        results=((PlayerRound(1, opponent, None, outcome),), (PlayerRound(1, None, None, Outcome.PAIRING_BYE),)),
    )
    edition = edition_of(v["input"].get("edition", "2017"))
    assert general.may_have_bye(tournament, 1, edition) != v["expected"]["barred_from_pab"]


# -- order


@adaptor(DUTCH, "transpositions")
def transpositions(v: Vector) -> None:
    given, expected = v["input"], v["expected"]
    found = [list(t) for t in order.transpositions(given["S2"], given["N1"])]
    if "count" in expected:
        assert len(found) == expected["count"]
        assert found[: len(expected["first"])] == expected["first"]
        assert found[-1] == expected["last"]
        for key, position in expected.get("positions", {}).items():
            assert found[position - 1] == [int(x) for x in key.split("-")]
    else:
        everything = [list(t) for t in order.transpositions(given["S2"], len(given["S2"]))]
        assert everything == expected["all_orders_of_S2"]
        assert found == expected["effective"]
        assert [[x for x in given["S2"] if x not in t] for t in found] == expected["remainders"]


@adaptor("laws.json", "dutch2009")
def dutch_2009(v: Vector) -> None:
    given, expected = v["input"], v["expected"]
    if "S1" in given:  # D.2: the printed table leaves the first of S1 and the last of S2 where they are
        size = 2 if any(word in key for key in (*given, *expected) for word in ("two", "pair")) else 1
        found = order.exchanges(given["S1"][1:], given["S2"][:-1], size)
        listed = [[*down, *up] for down, up in found]
        for wanted in expected.values():
            named = [list(map(int, re.findall(r"\d+", str(item)))) for item in wanted]
            assert listed[: len(named)] == named
    elif "S2" in given:
        found = ["".join(map(str, t)) for t in order.transpositions(given["S2"], len(given["S2"]))]
        assert found[1 : 1 + len(expected["first_transpositions"])] == expected["first_transpositions"]
    elif "colour_history" in given:
        assert compacted(given["colour_history"], "B", "N") == expected["treated_as"]
    else:
        white, black, size = given["want_white"], given["want_black"], given["bracket_size"]
        assert size - size // 2 == expected["q"]  # the older text (2009) counts pairs rounded up
        assert criteria.unmet_preferences(white, black, size - white - black, size // 2) == expected["x"]


@adaptor(DUTCH, "exchange_comparisons")
def exchange_comparison(v: Vector) -> None:
    x, y = ((tuple(v["input"][k]["S1_to_S2"]), tuple(v["input"][k]["S2_to_S1"])) for k in ("x", "y"))
    first, rule = order.first_exchange(x, y)
    assert "xy"[first] == v["expected"]["first"]
    assert rule[0] == v["expected"]["decided_by"][0]


@adaptor(DUTCH, "exchange_orders")
def exchange_order(v: Vector) -> None:
    given, expected = v["input"], v["expected"]
    size = given["size"]
    found = order.exchanges(given["S1"], given["S2"], None if size == "all" else size)
    listed = [[list(a), list(b)] for a, b in found]
    if "count" in expected:
        assert len(found) == expected["count"]
    for key, wanted in expected.items():
        if key.startswith("first_"):
            assert listed[: len(wanted)] == wanted
        elif key == "order_S1out_S2in":
            assert listed == wanted
        elif key == "last":
            assert listed[-1] == wanted
        elif key == "count_including_original":
            assert len(found) + 1 == wanted
        elif key == "resulting_S1_S2":
            both = [
                [
                    sorted({*given["S1"], *come} - set(out)),
                    sorted({*given["S2"], *out} - set(come)),
                ]
                for out, come in [((), ()), *found]
            ]
            assert both == wanted


@adaptor(DUTCH, "mdp_exchanges")
def mdp_exchanges(v: Vector) -> None:
    scores = [points(x) for x in v["input"]["mdp_scores_by_bsn"]]
    assert [list(s) for s in order.moved_down_sets(scores, v["input"]["M1"])] == v["expected"]["order_of_new_S1"]


@adaptor(DUTCH, "candidate_orders")
def candidate_orders(v: Vector) -> None:
    given, expected = v["input"], v["expected"]
    if "homogeneous_bracket_bsn" in given:
        found = [
            {"pairs": [list(p) for p in pairs], **({"unpaired": list(left)} if left else {})}
            for pairs, left in order.homogeneous(given["homogeneous_bracket_bsn"], given["max_pairs"])
        ]
        assert len(found) == expected["count"]
        wanted = expected.get("distinct_candidates_in_order", found)
        assert found[: len(wanted)] == wanted
    elif "S1_after_exchange" in given:
        pairs = list(zip(given["S1_after_exchange"], given["S2_transposed"], strict=True))
        members = sorted({*given["S1_after_exchange"], *given["S2_transposed"]})
        walk_through = [pairs for pairs, _ in order.homogeneous(members, len(pairs))]
        assert (tuple(pairs) not in walk_through) == expected["skip"]
        assert tuple(map(tuple, expected["same_as"])) in walk_through
    else:
        scores = [1] * len(given["mdps"])
        found_pairs = [
            [list(p) for p in pairs]
            for pairs, _ in order.heterogeneous(scores, given["residents"], given["max_pairs"], given["M1"])
        ]
        assert found_pairs == expected["candidates"]


# -- handling rules


@adaptor(DUTCH, "late_entries")
def late_entries(v: Vector) -> None:
    given, expected = v["input"], v["expected"]
    if "late_entry_gets_number" in given:
        for old, new in expected["old_to_new"].items():
            assert general.number_after_entry(int(old), given["late_entry_gets_number"]) == new
        first = LETTERS[given["initial_colour"]]
        for new in expected["had_opposite_of_initial_colour_in_round_1"]:
            assert colours.by_number(new - 1, first) is first.other
    elif "absent_round_1" in given:
        count = max([*given["numbers"], *given["absent_round_1"]]) * 2
        tournament = Tournament(
            players=tuple(Player(number=n, name=str(n)) for n in range(1, count + 1)),
            results=tuple(
                (PlayerRound(1, None, None, Outcome.ABSENT),) if n in given["absent_round_1"] else ()
                for n in range(1, count + 1)
            ),
        )
        places = general.numbers_for_colour(tournament, 1, tournament.available(1))
        first = LETTERS[given["initial_colour"]]
        for number, wanted in expected["colour_round_1_of_upper_half_player"].items():
            assert letter(colours.by_number(places[int(number)], first)) == wanted
    elif "new_entry_number" in given:
        for key, new in expected.items():
            assert general.number_after_entry(int(key.split("_")[1]), given["new_entry_number"]) == new
    else:
        allowed = general.may_renumber(given["last_round_paired"], late_entry="late" in given["event"].lower())
        assert allowed == expected["renumbering_allowed"]


@adaptor(DUTCH, "initial_order")
def initial_order(v: Vector) -> None:
    players = [
        Player(number=i, name=p["name"], rating=p["rating"] or 0, title=Title(p.get("title") or ""))
        for i, p in enumerate(v["input"]["players"])
    ]
    assert [p.name for p in general.start_order(players)] == v["expected"]["order"]
    titles = [t.value for t in Title]
    assert titles == v["expected"].get("title_order", titles)


@adaptor(DUTCH, "rounds_needed")
def rounds_needed(v: Vector) -> None:
    assert rounds_for_one_leader(v["input"]["players"]) == v["expected"]["rounds_for_single_leader_in_theory"]


@adaptor(DUTCH, "handling")
def handling_rules(v: Vector) -> None:
    given, expected = v["input"], v["expected"]
    if given.get("game") == "adjourned":
        event = two_players(Outcome.ADJOURNED, Outcome.ADJOURNED, tuple(given["score_before"]))
        scores = {p.number: p.score for p in field_of(event, TEXTS["2017"]).players}
        (wanted,) = expected.values()  # scores_for_pairing_round_4
        assert [scores[1], scores[2]] == [points(x) for x in wanted]
    elif "status" in expected:
        status = general.status_after_absence(
            notice=given["notice"], reason_before_next_pairing=given["valid_reason_before_next_pairing_published"]
        )
        assert status.value == expected["status"]
    elif "paired" in expected:
        half = "half" in str(given.get("tournament_rule"))
        event = two_players(Outcome.HALF_BYE if half else Outcome.ZERO_BYE, None, (0, 0))
        assert (1 in event.available(2)) == expected["paired"]
        assert event.score(1, 2) == points(expected["points"])
    elif "A_B_may_be_paired_again" in expected:
        event = two_players(Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS, (1, 1))
        known = [p for p in field_of(event, TEXTS["2017"]).players if p.number < 3]
        assert (not known[0].opponents) == expected["A_B_may_be_paired_again"]
        assert bool(known[0].games) == expected["colour_counts"]
        assert all(p.last_float is Float.DOWN for p in known) == expected["downfloat_each"]
    elif "repair" in expected:
        met = "already played" in given["error"]
        outcomes = (Outcome.WIN, Outcome.LOSS) if met else (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS)
        event = two_players(*outcomes, (0, 0))
        assert general.may_change_published(event, [Pair(1, 2)]) == expected["repair"]
    else:
        event = two_players(Outcome.PAIRING_BYE, None, (0, 0))
        event = replace(event, scoring=Scoring.of(points(given.get("win", 1)), points(0.5), points(0)))
        r = event.round_of(1, 2)
        assert event.points_of(r) == points(expected["bye_points"])
        assert (r.opponent, r.colour) == (expected["opponent"], expected["colour"])


@adaptor(DUTCH, "board_order")
def board_order(v: Vector) -> None:
    scores = {int(n): points(s) for n, s in v["input"]["scores"].items()}
    found = general.board_order([Pair(*p) for p in v["input"]["pairs"]], scores)
    assert [list(p) for p in found] == v["expected"]["order"]


@adaptor(DUTCH, "corrections")
def corrections(v: Vector) -> None:
    text = v["input"]["reported"]
    reported = (
        general.Reported.IN_TIME
        if text.startswith("within")
        else general.Reported.DURING_NEXT_ROUND
        if "before the end" in text
        else general.Reported.LATER
    )
    assert general.effect_of_correction(reported).value == v["expected"]["effect"]


# -- acceleration


def edition_of(name: str) -> str:
    return "2017" if name == "2017" else "2026"


def baku_event(count: int, rounds_planned: int = 9, first: Colour = Colour.WHITE) -> Tournament:
    return Tournament(
        players=tuple(Player(number=n, name=str(n)) for n in range(1, count + 1)),
        results=((),) * count,
        planned_rounds=rounds_planned,
        baku=True,
        first_colour=first,
    )


def with_points(event: Tournament, number: int, score: Any, round: int) -> Tournament:
    """The event before a round, one player with a score."""
    results = []
    for player in event.players:
        value = points(score) if player.number == number else Points(0)
        rest = [PlayerRound(k, None, None, Outcome.PAIRING_BYE, Points(0)) for k in range(2, round)]
        first = [PlayerRound(1, None, None, Outcome.PAIRING_BYE, value)] if round > 1 else []
        results.append(tuple(first + rest))
    return replace(event, results=tuple(results))


def pairing_score(group: str, score: Any, round: int, total: int = 9, edition: str = "2017") -> int:
    event = with_points(baku_event(8, total), 1 if group == "GA" else 8, score, round)
    return next(p.score for p in field_of(event, TEXTS[edition]).players if p.number == (1 if group == "GA" else 8))


@adaptor(DUTCH, "baku")
def baku(v: Vector) -> None:
    given, expected = v["input"], v["expected"]
    if "late_entry_number" in given:
        event = baku_event(given["players_round_1"])
        last = acceleration.closing_number(event)
        assert last == given["GA_round_1"]
        played = replace(
            event, results=tuple((PlayerRound(1, None, None, Outcome.PAIRING_BYE),) for _ in event.players)
        )
        later = with_late_entry(played, Player(number=given["late_entry_number"], name="late"))
        virtual = acceleration.virtual_points(later, "2017")
        assert acceleration.closing_number(later) == expected["last_GA_player_new_number"]
        assert len(virtual) == expected["GA_size"]
        entered = virtual.get(given["late_entry_number"], (0,) * given["enters_round"])[given["enters_round"] - 1]
        assert entered == points(expected[f"virtual_points_of_late_entry_round_{given['enters_round']}"])
    elif "virtual_points_of_GA_by_round" in expected:
        found = acceleration.schedule(given["rounds"], edition_of(given.get("edition", "2017")))
        assert list(found) == [points(x) for x in expected["virtual_points_of_GA_by_round"]]
    elif "pairing_score" in expected:
        edition = edition_of(given.get("edition", "2017"))
        found_score = pairing_score(
            given["group"], given["real_points"], given["round"], given.get("rounds", 9), edition
        )
        assert found_score == points(expected["pairing_score"])
    elif "colour_of_higher_player_by_board" in expected:
        event = baku_event(given["players"], first=LETTERS[given["initial_colour"]])
        found_pairs = dutch.made_round(event, "2017").pairings().pairs
        found_colours = ["W" if p.white < p.black else "B" for p in found_pairs]
        assert found_colours == expected["colour_of_higher_player_by_board"]
        alternates = all(a != b for a, b in pairwise(found_colours))
        assert alternates == expected.get("alternates", alternates)
    elif isinstance(given["players"], list):
        assert [acceleration.group_size(n) for n in given["players"]] == expected["GA"]
    else:
        size = acceleration.group_size(given["players"])
        assert (size, size // 2) == (expected["GA"], expected.get("Q", size // 2))
        last = acceleration.closing_number(baku_event(given["players"]))
        assert last == expected.get("last_GA_number", last)


@adaptor(EDITIONS, "baku_schedule")
def baku_schedule(v: Vector) -> None:
    def listed(full: list[int] | None, half: list[int] | None) -> list[int]:
        values = [0] * v["rounds"]
        for span, value in ((full, 10), (half, 5)):
            if span:
                for k in range(span[0], span[1] + 1):
                    values[k - 1] = value
        return values

    found = acceleration.schedule(v["rounds"], "2026")
    assert list(found) == listed(v["full"], v["half"])
    assert sum(1 for x in found if x) == v["accelerated"]
    if v.get("seed_2016_rule", "not applicable") != "not applicable":
        assert list(acceleration.schedule(v["rounds"], "2017")) == listed([1, 3], [4, 5])


@adaptor("swiss-other.json", "ga-size")
def ga_size(v: Vector) -> None:
    n = v["input"]["n"]
    found = [acceleration.group_size(x) for x in n] if isinstance(n, list) else acceleration.group_size(n)
    assert found == v["expected"]


@adaptor("swiss-other.json", "virtual-points")
def virtual(v: Vector) -> None:
    event = baku_event(8, v["input"]["rounds_total"])
    given = acceleration.virtual_points(event, "2017").get(1 if v["input"]["group"] == "GA" else 8, ())
    found = [given[k - 1] if k <= len(given) else 0 for k in v["input"]["rounds"]]
    assert found == [points(x) for x in v["expected"]]


@adaptor("swiss-other.json", "pairing-score")
def pairing_scores(v: Vector) -> None:
    found = [pairing_score(c["group"], c["score"], c["round"]) for c in v["input"]["cases"]]
    assert found == [points(x) for x in v["expected"]]


@adaptor("swiss-other.json", "round1-dutch")
def first_round(v: Vector) -> None:
    event = baku_event(v["input"]["n"], first=LETTERS[v["input"]["initial_colour"]])
    found = dutch.made_round(event, "2017").pairings()
    pairs = [list(p) for p in found.pairs]
    expected = v["expected"]
    assert len(pairs) == expected["boards"]
    assert pairs[: len(expected["first"])] == expected["first"]
    assert pairs[-1] == expected["last"]
    assert found.bye == expected["bye"]
    for key, wanted in expected.items():
        if key.startswith("board_"):
            assert pairs[int(key.removeprefix("board_")) - 1] == wanted


# -- whole rounds from a state


def field_from(given: dict[str, Any]) -> Field:
    """The state that a vector gives: scores, colours, opponents, floats."""
    k, total = given["round"], given["total_rounds"]
    apart = [set(pair) for pair in given.get("forbidden_pairs", ())]
    players = []
    for p in given["players"]:
        own, score = games(p.get("colours", "")), points(p["score"])
        marks = p.get("floats", "")
        players.append(
            Contender(
                number=p["no"],
                score=score,
                games=own,
                wish=colours.preference(own),
                opponents=frozenset(p.get("opponents", ())),
                forbidden=frozenset(n for pair in apart if p["no"] in pair for n in pair if n != p["no"]),
                last_float=FLOATS[marks[k - 2] if len(marks) >= k - 1 >= 1 else "-"],
                earlier_float=FLOATS[marks[k - 3] if len(marks) >= k - 2 >= 1 else "-"],
                may_have_bye=not p.get("pab_barred", False),
                topscorer=is_topscorer(score, k - 1, total, 10),
                unplayed=p.get("colours", "").count("="),
                order=p["no"],
                place=p["no"],
            )
        )
    edition = edition_of(given.get("edition", "2017").removeprefix("dutch-"))
    return Field(rank_order(players), k, TEXTS[edition], LETTERS[given["initial_colour"]])


LITERAL = 12  # players up to which the literal engine is asked too


def check_round(field: Field, expected: dict[str, Any]) -> None:
    answers = [dutch.pair(field)]
    if len(field.players) <= LITERAL:
        answers.append(literal.pair(field))
    for paired in answers:
        assert (paired is not None) == expected["possible"]
        if paired is None:
            continue
        answer = dutch.with_colours(field, paired)
        assert [list(p) for p in answer.pairs] == expected["boards_white_black"]
        assert answer.bye == expected.get("pairing_allocated_bye")
        if "brackets" not in expected:
            continue
        for bracket, wanted in zip(paired.told(), expected["brackets"], strict=True):
            assert bracket.kind == ("rejected" if "rejected" in wanted["kind"] else wanted["kind"])
            found = account_of(field, bracket)
            assert sorted(found.mdps) == sorted(wanted["mdps"])
            assert sorted(found.residents) == sorted(wanted["residents"])
            assert (found.max_pairs, len(found.mdps) - len(found.limbo)) == (wanted["max_pairs"], wanted["m1"])
            numbers = [[field.players[a].number, field.players[b].number] for a, b in bracket.pairs]
            assert sorted(numbers) == sorted(wanted["pairs"])
            assert sorted(found.floaters) == sorted(wanted["unpaired"])


@adaptor(DUTCH, "comment_cases")
def comment_cases(v: Vector) -> None:
    check_round(field_from(v["input"]), v["expected"])


@adaptor(DUTCH, "derived_rounds")
def derived_rounds(v: Vector) -> None:
    check_round(field_from(v["input"]), v["expected"])


# -- whole rounds from a file


@adaptor(EDITIONS, "pair_next_round")
def pair_next_round(v: Vector) -> None:
    event = trf.parse(v["trf"]).tournament
    for name, expected in v["expected"].items():
        editions = ["2017", "2026"] if "both" in name else [name.removeprefix("dutch-")]
        listed = name.startswith("literal")  # E.5 by the numbers on the list, the reading not chosen by default
        if listed:
            editions = [e for e in ("2017", "2026") if e in name] or ["2017", "2026"]
        for edition in editions:
            if isinstance(expected, str):
                assert "no legal pairing" in expected
                with pytest.raises(NoPairing):
                    dutch.made_round(event, edition).pairings()
                continue
            found = dutch.made_round(event, edition, listed_numbers=listed).pairings()
            pairs = [list(p) for p in found.pairs] + ([[found.bye, 0]] if found.bye else [])
            assert sorted(pairs) == sorted(expected), edition


# -- the worked tournament


RESULTS = {
    "1-0": (Outcome.WIN, Outcome.LOSS),
    "0-1": (Outcome.LOSS, Outcome.WIN),
    "1/2-1/2": (Outcome.DRAW, Outcome.DRAW),
    "1/2": (Outcome.DRAW, Outcome.DRAW),
    "1-0 forfeit": (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS),
    "1F-0F": (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS),
    "0-1 forfeit": (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_WIN),
    "0F-1F": (Outcome.FORFEIT_LOSS, Outcome.FORFEIT_WIN),
    None: (Outcome.PENDING, Outcome.PENDING),
}

Board = tuple[int, int, str | None]


AWAY = {0: Outcome.ZERO_BYE, 5: Outcome.HALF_BYE, 10: Outcome.FULL_BYE}  # by points


def event_from(
    players: list[int],
    played: list[tuple[list[Board], int | None]],
    total: int,
    first: Colour = Colour.WHITE,
    away: Sequence[Mapping[int, Outcome]] = (),
) -> Tournament:
    """A tournament from its published rounds; whoever is on no board and has no bye is absent (`away`: as what)."""
    results: dict[int, list[PlayerRound]] = {n: [] for n in players}
    for k, (boards, holder) in enumerate(played, 1):
        here: dict[int, PlayerRound] = {}
        for white, black, result in boards:
            mine, theirs = RESULTS[result]
            here[white] = PlayerRound(k, black, Colour.WHITE, mine)
            here[black] = PlayerRound(k, white, Colour.BLACK, theirs)
        if holder is not None:
            here[holder] = PlayerRound(k, None, None, Outcome.PAIRING_BYE)
        for n in players:
            absence = away[k - 1].get(n, Outcome.ZERO_BYE) if away else Outcome.ZERO_BYE
            results[n].append(here.get(n, PlayerRound(k, None, None, absence)))
    return Tournament(
        players=tuple(Player(number=n, name=str(n), rating=2310 - 10 * n) for n in players),
        results=tuple(tuple(results[n]) for n in players),
        planned_rounds=total,
        first_colour=first,
    )


@adaptor(DUTCH, "worked_tournament")
def worked_tournament(v: Vector) -> None:
    played = [
        ([(w, b, r) for w, b, r in x["boards_white_black_result"]], x["pairing_allocated_bye"])
        for x in v["expected"]["rounds"]
    ]
    first = LETTERS[v["input"].get("initial_colour", "W")[0]]
    event = event_from(list(range(1, v["input"]["players"] + 1)), played, v["input"]["total_rounds"], first)
    for k, (boards, holder) in enumerate(played, 1):
        found = dutch.made_round(event.before_pairing(k), "2017").pairings()
        assert [tuple(p) for p in found.pairs] == [(w, b) for w, b, _ in boards]
        assert found.bye == holder


FAMILIES = (  # kinds that go on to say which round and bracket they are about
    "bracket pairing",
    "colour allocation",
    "full round pairing",
    "sequential transpositions",
    "topscorer threshold",
)


def round_meant(v: Vector) -> int:
    """The round that a vector of the worked tournament is about: it says so in its kind."""
    found = re.search(r"round (\d+)", f"{v['kind']} {v['input'].get('base', '')}")
    assert found is not None
    return int(found[1])


@enumerator(WORKED)
def worked_vectors(file: str, document: dict[str, Any]) -> Iterator[Vector]:
    """One vector per round, per unit vector and per diagnostic; the list of misprints is no vector."""
    for r in document.get("rounds", []):
        yield Vector(file, "round", f"round-{r['round']}", r, document)
    for v in walk(file, {"unit_vectors": document.get("unit_vectors", [])}):
        family = next((name for name in FAMILIES if v.kind.startswith(name)), v.kind)
        yield Vector(file, family, v.id, v.data, document)
    for i, x in enumerate(document.get("diagnostics", []), 1):
        yield Vector(file, "diagnostics", f"diagnostic-{i}", x, document)


def worked_event(document: dict[str, Any]) -> Tournament:
    played = [
        ([(p["white"], p["black"], p["result"]) for p in r["pairings"]], r["bye"]["player"] if r["bye"] else None)
        for r in document["rounds"]
    ]
    first = Colour.BLACK if str(document.get("initial_colour", "")).lower().startswith("b") else Colour.WHITE
    away = [
        {x["player"]: AWAY[points(x.get("points") or 0)] for x in r.get("absent") or ()} for r in document["rounds"]
    ]
    numbers = [p["number"] for p in document["players"]]
    return event_from(numbers, played, document["rounds_total"], first, away)


def worked_field(document: dict[str, Any], k: int) -> Field:
    return field_of(worked_event(document).before_pairing(k), TEXTS["2017"])


@adaptor(WORKED, "round")
def worked_round(v: Vector) -> None:
    field = worked_field(v.document, v["round"])
    known = {p.number: p for p in field.players}
    for row in v["state_before"]:
        if row["player"] not in known:
            continue
        p = known[row["player"]]
        assert p.score == points(row["points"])
        assert "".join(letter(c) for c in p.games) == row["colours"].replace("=", "").replace("-", "")
        assert colours.symbol(p.wish) == row["preference"]
        assert (p.last_float, p.earlier_float) == (FLOATS[row["float_last"]], FLOATS[row["float_before_last"]])
        assert p.opponents == frozenset(row["opponents"])
        assert p.may_have_bye != row["pab_forbidden"]
    paired = dutch.pair(field)
    assert paired is not None
    answer = dutch.with_colours(field, paired)
    assert [tuple(p) for p in answer.pairs] == [(p["white"], p["black"]) for p in v["pairings"]]
    assert answer.bye == (v["bye"]["player"] if v["bye"] else None)
    for p in v["pairings"]:
        one, two = rank_order([known[p["white"]], known[p["black"]]])
        article = colours.allocate(one.wish, two.wish, one.games, two.games, one.place, field.first_colour).article
        assert p["colour_rule"].startswith(article)
    standing = [b for b in paired.brackets if b.kind != "rejected"]
    if v["brackets"]:
        for bracket, wanted in zip(standing, v["brackets"], strict=True):
            check_bracket(field, bracket, wanted)
    if v.get("scores_after") and all(p["result"] for p in v["pairings"]):
        scores = worked_event(v.document).scores(v["round"])
        assert scores == {int(n): points(s) for n, s in v["scores_after"].items()}


def check_bracket(field: Field, bracket: PairedBracket, wanted: dict[str, Any]) -> None:
    found = account_of(field, bracket)
    assert found.score == points(wanted["score"])
    assert list(found.mdps) == wanted["moved_down"]
    assert list(found.residents) == wanted["residents"]
    assert (found.max_pairs, len(found.mdps) - len(found.limbo)) == (wanted["max_pairs"], wanted["m1"])
    wishes = [field.players[v].wish.colour for v in (*bracket.mdps, *bracket.residents)]
    counted = (wishes.count(Colour.WHITE), wishes.count(Colour.BLACK), found.x)
    assert counted == tuple(wanted[k] for k in ("want_white", "want_black", "x"))
    pairs = {frozenset(field.players[x].number for x in pair) for pair in bracket.pairs}
    assert pairs == {frozenset(p) for p in wanted["pairs"]}
    assert list(found.floaters) == wanted["downfloaters"]
    articles = criteria.ARTICLES_2017
    assert {articles[c].replace(".", ""): n for c, n in found.failures.items()} == wanted["failures"]
    generation = wanted["generation"]
    partners = {field.players[a].number: field.players[b].number for a, b in bracket.pairs}
    assert [partners[n] for n in found.mdps if n in partners] == generation["moved_down_opponents"]
    assert list(found.s1) == generation["s1_original"]
    assert list(found.s2) == generation["s2_original"]
    assert list(found.leaving) == generation["exchange_s1_to_s2"]
    assert list(found.entering) == generation["exchange_s2_to_s1"]
    used = [field.players[a].number for a, _b in sorted(bracket.pairs) if a not in bracket.mdps]
    assert used == generation["s1_used"]
    assert [partners[n] for n in used][: len(generation["s2_used"])] == generation["s2_used"]


@adaptor(WORKED, "diagnostics")
def worked_diagnostics(v: Vector) -> None:
    """The pairs that a typical defect would change are the right ones here."""
    for change in v["changes"]:
        found = set(dutch.made_round(worked_event(v.document).before_pairing(change["round"]), "2017").pairings().pairs)
        assert {tuple(p) for p in change["correct"]} <= found
        assert not {tuple(p) for p in change["wrong"]} <= found


@adaptor(WORKED, "sequential transpositions")
def worked_transpositions(v: Vector) -> None:
    known = {p.number: p for p in worked_field(v.document, round_meant(v)).players}
    given, expected = v["input"], v["expected"]
    s1, s2 = given["s1"], given["s2"]
    first_perfect = None
    walked = list(order.transpositions(s2, len(s1)))
    for row in expected["rows"]:
        opponents = walked[row["order"]]
        assert list(opponents) == row["s2"]
        pairs = [(known[a], known[b]) for a, b in zip(s1, opponents, strict=True)]
        left = [x for x in s2 if x not in opponents]
        assert left == row["floater"]
        met = [[a.number, b.number] for a, b in pairs if b.number in a.opponents]
        assert met == row["already_met"]
        absolute = colours.Strength.ABSOLUTE
        both = [
            [a.number, b.number]
            for a, b in pairs
            if a.wish.strength is b.wish.strength is absolute and a.wish.colour is b.wish.colour
        ]
        assert both == row["both_absolute_same_colour"]
        value = criteria.value_of([m for a, b in pairs for m in criteria.colour_marks(a, b)])
        assert value[criteria.C.PREFERENCE] == row["colour_clashes"]
        repeated = [x for x in left if known[x].last_float is Float.DOWN]
        assert repeated == row["repeated_downfloat"]
        perfect = (
            not met
            and not both
            and value[criteria.C.PREFERENCE] <= given["colour_clashes_allowed"]  # type: ignore[operator]
            and not value[criteria.C.STRONG_PREFERENCE]
            and not repeated
        )
        assert perfect == row["perfect"]
        if perfect and first_perfect is None:
            first_perfect = row["order"]
            wanted = expected.get("pairs") or expected["pairs_unordered"]
            assert [[a.number, b.number] for a, b in pairs] == wanted
            assert left == [expected["floater"]]
    assert first_perfect == expected["first_perfect_order"]


@adaptor(WORKED, "bracket pairing")
def worked_hypothesis(v: Vector) -> None:
    before = worked_field(v.document, round_meant(v))
    known = {p.number: p for p in before.players}
    for a, b in v["input"]["extra_met"]:
        known[a] = known[a]._replace(opponents=known[a].opponents | {b})
        known[b] = known[b]._replace(opponents=known[b].opponents | {a})
    field = replace(before, players=rank_order(list(known.values())))
    paired = dutch.pair(field)
    assert paired is not None
    bracket = next(
        b for b in paired.brackets if {field.players[x].number for x in b.residents} >= {*v["input"]["bracket"]}
    )
    found = account_of(field, bracket)
    pairs = [sorted(field.players[x].number for x in pair) for pair in bracket.pairs]
    assert pairs == v["expected"]["pairs"]
    assert list(found.floaters) == v["expected"]["downfloaters"]
    articles = criteria.ARTICLES_2017
    failures = {articles[c].replace(".", ""): n for c, n in found.failures.items()}
    assert v["expected"]["failures"].items() <= failures.items()  # it names those that its text discusses


@adaptor(WORKED, "full round pairing")
def worked_not_last(v: Vector) -> None:
    k = round_meant(v)
    event = replace(worked_event(v.document), planned_rounds=k if v["input"].get("last_round") else k + 1)
    found = dutch.made_round(event.before_pairing(k), "2017").pairings()
    assert [list(p) for p in found.pairs] == v["expected"]["pairings"]
    assert found.bye == v["expected"]["bye"]
