"""Rulings that an independent reading of the text asked for: each case names its article."""

from __future__ import annotations

import pytest

from arbitro.errors import ArbitroError
from arbitro.i18n import speaking
from arbitro.laws.duties import announcements
from arbitro.laws.rulings import Party, Ruling, incident_from, rule
from arbitro.records import encode

RAPID: dict[str, object] = {"time_class": "rapid", "supervision": "inadequate"}
BARE_KING = "8/8/4k3/8/8/3K1Q2/8/8 w - - 0 1"  # Black has nothing to mate with


def ruling(kind: str, **facts: object) -> Ruling:
    return rule(incident_from({"kind": kind, **facts}))


def ends(found: Ruling) -> str:
    return found.ending.text() if found.ending else ""


# ---------------------------------------------------------------- 6.7.1


@pytest.mark.parametrize("default", [0, 1, 15, 30, 60])
@pytest.mark.parametrize("edition", ["2009", "2023"])
def test_a_player_who_did_not_arrive_loses(default: int, edition: str) -> None:  # 6.7.1
    found = ruling("arrival", default_min=default, white_absent=True, edition=edition)
    assert ends(found) == "-/+"


def test_the_deadline_runs_from_the_real_start() -> None:  # 6.7.1
    late = {"default_min": 30, "start": "19:40", "black_absent": True}
    assert ruling("arrival", **late, arrival="20:10").ending is None
    assert ends(ruling("arrival", **late, arrival="20:10:01")) == "+/-"
    assert "20:10" in ruling("arrival", **late, arrival="20:11").text()


def test_an_arrival_without_a_start_is_asked_for_it() -> None:
    with pytest.raises(ArbitroError, match="start"):
        ruling("arrival", default_min=30, arrival="20:10")


# ---------------------------------------------------------------- 5.1.2, 6.9, 7.5.5, I.8: the mating test

LOSSES: list[tuple[str, dict[str, object], str]] = [
    ("flag", {}, "flagged"),
    ("illegal_move", {"number": 2}, "offender"),
    ("resignation", {}, "player"),
    ("online", {"event": "not_back"}, "player"),
]


@pytest.mark.parametrize(("kind", "facts", "who"), LOSSES)
def test_a_loss_without_a_position_has_two_outcomes(kind: str, facts: dict[str, object], who: str) -> None:
    found = ruling(kind, **facts, **{who: "white"})
    assert found.ending is None and "?" in found.text()
    assert [one.ending.text() for one in found.outcomes] == ["0-1", "½-½"]
    assert ends(ruling(kind, **facts, **{who: "white"}, fen=BARE_KING)) == "½-½"
    assert ends(ruling(kind, **facts, **{who: "black"}, fen=BARE_KING)) == "1-0"
    assert ends(ruling(kind, **facts, **{who: "white"}, opponent_can_mate=True)) == "0-1"


def test_a_sealed_move_that_cannot_be_read_has_two_outcomes_too() -> None:  # I.8
    found = ruling("sealed_move", sealed="unreadable")
    assert [one.ending.text() for one in found.outcomes] == ["the player who sealed loses", "½-½"]


def test_without_colours_the_loser_is_named_in_words() -> None:
    with speaking("es"):
        flag = encode(ruling("flag", opponent_can_mate=True))["ruling"]
        illegal = encode(ruling("illegal_move", number=2, opponent_can_mate=True))["ruling"]
    assert (flag["result"], flag["loser"], flag["result_text"]) == (None, "player", "el jugador pierde")
    assert (illegal["result"], illegal["loser"], illegal["result_text"]) == (None, "offender", "pierde el infractor")


@pytest.mark.parametrize(
    ("fen", "move", "article"),
    [
        ("4k3/8/8/8/8/8/4B3/4K3 w - - 0 1", "Bf3", "5.2.2"),
        ("7k/5Q2/8/6K1/8/8/8/8 w - - 0 1", "Kg6", "5.2.1"),
    ],
)
def test_a_sealed_move_that_draws_names_what_draws(fen: str, move: str, article: str) -> None:  # I.10
    found = ruling("sealed_move", written=move, fen=fen)
    assert ends(found) == "½-½" and found.articles == ("I.10", article)


# ---------------------------------------------------------------- A.5.2, A.5.4


def test_an_unpromoted_pawn_after_the_reply_waits_for_the_next_move() -> None:  # A.5.4
    replied = {"fault": "pawn_not_promoted", "opponent_has_moved": True, "noticed_by": "arbiter"}
    found = ruling("illegal_move", **RAPID, **replied)
    assert found.code.value == "WAIT_FOR_NEXT_MOVE" and found.articles == ("A.5.2", "A.5.4") and not found.times
    seen = {"oddity": "pawn_on_last_rank", "saw_the_cause": True, "replied": True}
    assert ruling("illegal_position", **RAPID, **seen).code.value == "WAIT_FOR_NEXT_MOVE"
    assert ends(ruling("illegal_position", **RAPID, **seen, afterwards="still_illegal")) == "½-½"


def test_before_the_reply_the_arbiter_who_saw_it_intervenes() -> None:  # 7.5.2, A.5.2
    assert ruling("illegal_move", **RAPID, fault="pawn_not_promoted").code.value == "AUTO_QUEEN"
    seen = {"oddity": "pawn_on_last_rank", "saw_the_cause": True}
    assert ruling("illegal_position", **RAPID, **seen).code.value == "INTERVENE"


# ---------------------------------------------------------------- 6.10.2, III


def test_a_wrong_clock_is_set_right_and_no_new_game_is_played() -> None:  # 6.10.2
    found = ruling("wrong_setup", setup="clock", moves_completed_each=4)
    assert found.code.value == "CORRECT_SETTING" and "6.10.2" in found.articles
    late = ruling("wrong_setup", setup="clock", moves_completed_each=12, **RAPID)
    assert late.code.value == "STANDS" and late.articles == ("A.5.1",)


def test_an_increment_needs_the_arbiters_agreement() -> None:  # III.4
    asked = {"request": "increment", "remaining_s": 60}
    for reaction in (None, "arbiter_postpones", "arbiter_rejects"):
        found = ruling("quickplay", **asked, reaction=reaction)
        assert found.code.value != "SET_INCREMENT" and not found.times, reaction
    assert ruling("quickplay", **asked, reaction="arbiter_agrees").seconds_for(Party.OPPONENT) == 120


def test_both_flags_are_drawn_only_where_guideline_three_applies() -> None:  # III.2.2, III.3.1
    assert ends(ruling("flag", both=True)) == "½-½"
    for facts in ({"time_class": "blitz"}, {"increment_s": 30}):
        found = ruling("flag", both=True, **facts)
        assert found.ending is None and "III.3.1" not in found.articles and "III.2.2" in found.articles
    assert ends(ruling("flag", both=True, first="black", time_class="blitz", opponent_can_mate=True)) == "1-0"
    assert ends(ruling("flag", both=True, time_class="blitz", edition="2009")) == "½-½"  # 6.11 of 2009 knows no classes


# ---------------------------------------------------------------- 7.4, 7.5.4, 5.2.2


@pytest.mark.parametrize("how", ["accidental", "by_player_on_move"])
def test_pieces_displaced_by_accident_do_not_lose_the_game(how: str) -> None:  # 7.4.3
    offered = [option.text() for option in ruling("displaced", how=how).options]
    assert offered and not any("loss of the game" in option for option in offered)
    assert any("loss of the game" in option.text() for option in ruling("displaced", how="deliberate").options)


def test_a_move_with_two_hands_is_not_made_again() -> None:  # 7.5.4
    found = ruling("illegal_move", fault="two_hands")
    assert found.seconds_for(Party.OPPONENT) == 120 and found.illegal_move == 1
    assert "again" not in found.text() and "one hand" not in found.text()


# ---------------------------------------------------------------- 9.2, 9.3, I.8: moves as they are written

TOUR = ["Cf3", "Cf6", "Cg1", "Cg8"] * 2
SHUFFLE = ["Nf3", "Nf6", "Ng1", "Ng8"] * 2


@pytest.mark.parametrize("moves", [TOUR, SHUFFLE, [move.replace("C", "S") for move in TOUR]])
@pytest.mark.parametrize("language", ["en", "es"])
def test_a_claim_reads_the_moves_as_they_are_written(moves: list[str], language: str) -> None:  # 9.2
    with speaking(language):
        assert ends(ruling("draw_claim", moves=moves)) == "½-½"
        assert ends(ruling("draw_claim", moves=moves[:-1], declared=moves[-1])) == "½-½"
        wrong = ruling("draw_claim", moves=moves[:3], declared=moves[3])
    assert wrong.row == "draw_claim.wrong_declared" and wrong.obligation and wrong.obligation.moves == ("f6g8",)


def test_the_manuals_bishops_in_both_languages() -> None:  # 9.2.1.1: exam question 8, the declared move completes it
    fen = "6k1/5ppp/8/3q4/8/8/4BPPP/6K1 w - - 0 27"
    spanish = ["Af3", "Df5", "Ae4", "Dg4", "Af3", "Df5", "Ae4", "Dg4"]
    assert ruling("draw_claim", start_fen=fen, moves=spanish[:3]).row == "draw_claim.wrong"
    english = [move.replace("A", "B").replace("D", "Q") for move in spanish]
    for moves in (spanish, english):
        assert ends(ruling("draw_claim", start_fen=fen, moves=[*moves, moves[0]], declared=moves[1])) == "½-½"


def test_an_illegal_declared_move_binds_the_piece() -> None:  # 9.5.3
    assert ruling("draw_claim", moves=[], declared="Kd1").row == "draw_claim.wrong"  # the king has no other move
    found = ruling("draw_claim", moves=["e4", "e5"], declared="Ke3")
    assert found.row == "draw_claim.wrong_other_move" and found.illegal_move is None


SEALED_FEN = "6k1/5ppp/8/8/8/8/1K6/R6R w - - 0 40"


@pytest.mark.parametrize(
    ("written", "row"),
    [
        ("Ta8#", "sealed_move.checkmate"),
        ("Ra8", "sealed_move.checkmate"),
        ("Td1", "sealed_move.lost_written"),  # two rooks: ambiguous
        ("Tad1", "sealed_move.legal_written"),
        ("Tz9", "sealed_move.lost_written"),
        ("Rc3", "sealed_move.legal_written"),  # a Spanish king
    ],
)
def test_a_sealed_move_is_judged_on_the_position(written: str, row: str) -> None:  # I.8, I.10
    with speaking("es"):
        found = ruling("sealed_move", written=written, fen=SEALED_FEN, opponent_can_mate=True)
    assert found.row == row
    if row.endswith("lost_written"):
        assert ends(found) == "0-1" and written in found.text()


def test_a_sealed_stalemate_draws_and_a_lone_king_cannot_win() -> None:  # I.8, I.10
    assert ends(ruling("sealed_move", written="Kb6", fen="k7/2Q5/8/1K6/8/8/8/8 w - - 0 1")) == "½-½"
    assert ends(ruling("sealed_move", written="Ka6", fen="k7/2Q5/8/1K6/8/8/8/8 w - - 0 1")) == "½-½"
    assert ends(ruling("sealed_move", written="Kz6", fen="k7/2Q5/8/1K6/8/8/8/8 w - - 0 1")) == "½-½"
    with pytest.raises(ArbitroError, match="position"):
        ruling("sealed_move", written="Kb6")


# ---------------------------------------------------------------- E.04: online


@pytest.mark.parametrize(
    ("kind", "facts", "result", "articles"),
    [
        ("illegal_move", {"number": 2}, "", ("E.04 3.3", "E.04 8.4")),
        ("flag", {"flagged": "white", "opponent_can_mate": True}, "0-1", ("E.04 4.5",)),
        ("flag", {"flagged": "white", "fen": BARE_KING}, "½-½", ("E.04 4.5",)),
        ("device", {"offender": "white"}, "0-1", ("E.04 9.8",)),
        ("device", {"offender": "white", "edition": "2009"}, "0-1", ("E.04 9.8",)),
        ("draw_claim", {"moves": SHUFFLE}, "½-½", ("E.04 5.4.1",)),
        ("draw_claim", {"ground": "fifty_moves", "correct": True}, "½-½", ("E.04 5.4.4",)),
        ("draw_claim", {"moves": SHUFFLE[:3]}, "", ("E.04 5.4.1", "E.04 5.4.4")),
        ("arrival", {"default_min": 10, "black_absent": True}, "+/-", ("E.04 8.5",)),
        ("reversed_colours", {"white_moves": 4, "black_moves": 4}, "", ("E.04 15.2",)),
        ("resignation", {"player": "white", "fen": BARE_KING}, "0-1", ("E.04 5.2",)),
        ("touch", {}, "", ("E.04 3",)),
        ("conduct", {"event": "distracts"}, "", ("E.04 9.10", "E.04 10.9")),
        ("scoresheet", {"event": "must_record"}, "", ("E.04 3.7",)),
    ],
)
def test_online_games_are_ruled_by_their_own_regulations(
    kind: str, facts: dict[str, object], result: str, articles: tuple[str, ...]
) -> None:
    found = ruling(kind, **facts, online=True)
    assert (ends(found), found.articles) == (result, articles)
    assert not found.times  # no minutes for illegal moves or wrong claims


def test_a_platforms_draw_needs_the_mating_test() -> None:  # E.04 15.4, 4.5
    claimed = {"event": "platform_draw_but_mate_possible", "player": "white"}
    assert ends(ruling("online", **claimed, fen=BARE_KING)) == "½-½"
    assert ruling("online", **claimed, opponent_can_mate=True).row == "online.platform_draw_but_mate_possible"
    assert len(ruling("online", **claimed).outcomes) == 2


# ---------------------------------------------------------------- what the Manual's comments add


@pytest.mark.parametrize(
    ("kind", "facts", "article"),
    [
        ("clock", {"happening": "moved_twice"}, "6.2.2"),
        ("clock", {"happening": "counter_behind"}, "6.2.1"),
        ("clock", {"happening": "neighbours_clock"}, "6.5"),
        ("wrong_setup", {"setup": "electronic_board"}, "7.2.1"),
        ("draw_claim", {"scoresheet": False, "time_class": "rapid"}, "A.2"),
        ("conduct", {"event": "dress"}, "C.05 9.2"),
        ("conduct", {"event": "eats_at_board"}, "C.05 9.5"),
        ("conduct", {"event": "prearranged_result"}, "C.05 9.4"),
    ],
)
def test_situations_of_the_manuals_comments_have_rulings(kind: str, facts: dict[str, object], article: str) -> None:
    found = ruling(kind, **facts)
    assert article in found.articles


def test_the_start_is_called_out_twice_for_fewer_than_thirty_players() -> None:  # C.05 4.4
    assert announcements("16:00", 29) == ["15:55", "15:59"]
    assert announcements("16:00", 30) == []
