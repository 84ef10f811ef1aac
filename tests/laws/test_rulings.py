"""Rulings: tables of the Laws, and every incident in every condition in both languages."""

from __future__ import annotations

import itertools
import json
import re
from dataclasses import fields, replace
from enum import Enum
from typing import get_args, get_type_hints

import pytest

from arbitro.errors import ArbitroError
from arbitro.i18n import speaking
from arbitro.laws.edition import LawsEdition, Supervision, TimeClass, online_articles
from arbitro.laws.rulings import KINDS, Code, Conditions, Incident, Party, Ruling, Side, incident_from, rule
from arbitro.laws.rulings.base import row_of, rows
from arbitro.laws.rulings.draws import DrawClaim, Ground, QuickplayClaim, Reaction
from arbitro.laws.rulings.flags import FlagFall, Resignation
from arbitro.laws.rulings.illegal import Fault, IllegalMove, Noticed
from arbitro.laws.rulings.start import ReversedColours
from arbitro.laws.rulings.touch import TouchedPieces, obligation
from arbitro.laws.scores import GameResult
from arbitro.records import encode

E09, E23 = LawsEdition.E2009, LawsEdition.E2023
STD, RAP, BLZ = TimeClass.STANDARD, TimeClass.RAPID, TimeClass.BLITZ
ADE, INA = Supervision.ADEQUATE, Supervision.INADEQUATE
ALL_CONDITIONS = [Conditions(*c) for c in itertools.product(LawsEdition, TimeClass, Supervision, (False, True))]
OVER_THE_BOARD = [game for game in ALL_CONDITIONS if not game.online]


def result_of(incident: Incident | dict[str, object]) -> str | None:
    """The result of a ruling as game files write it, or who loses."""
    ending = _ruling(incident).ending
    if ending is None:
        return None
    return ending.result.value if ending.result else ending.loser and ending.loser.value


def _ruling(incident: Incident | dict[str, object]) -> Ruling:
    return rule(incident if isinstance(incident, Incident) else incident_from(incident))


# edition, class, supervision, number -> seconds for the opponent, or "loss"; by the arbiter, then by a claim
PENALTY = [
    (E23, STD, ADE, 1, 120), (E23, STD, ADE, 2, "loss"), (E23, RAP, ADE, 1, 60), (E23, RAP, INA, 1, 60),
    (E23, RAP, INA, 2, "loss"), (E23, BLZ, ADE, 1, 60), (E23, BLZ, INA, 2, "loss"),
    (E09, STD, ADE, 1, 120), (E09, STD, ADE, 2, 120), (E09, STD, ADE, 3, "loss"), (E09, RAP, ADE, 2, 120),
    (E09, RAP, INA, 1, 120), (E09, RAP, INA, 3, "loss"), (E09, BLZ, ADE, 1, 120), (E09, BLZ, INA, 1, "loss"),
]  # fmt: skip


@pytest.mark.parametrize(("edition", "time_class", "supervision", "number", "penalty"), PENALTY)
def test_the_table_of_illegal_moves(
    edition: LawsEdition, time_class: TimeClass, supervision: Supervision, number: int, penalty: int | str
) -> None:  # 7.5.5, 7.4.b, A.5.2, B.3.c
    incident = IllegalMove(
        Conditions(edition, time_class, supervision),
        number=number,
        noticed_by=Noticed.OPPONENT,
        offender=Side.WHITE,
        opponent_can_mate=True,
    )
    ruling = rule(incident)
    if penalty == "loss":
        assert ruling.result is GameResult.BLACK_WINS
        assert result_of(replace(incident, opponent_can_mate=False)) == "1/2-1/2"
    else:
        assert ruling.ending is None and ruling.seconds_for(Party.OPPONENT) == penalty


def test_after_the_deadline_an_illegal_move_stands_only_in_the_appendix() -> None:  # A.5.2
    for game in OVER_THE_BOARD:
        ruling = rule(IllegalMove(game, noticed_by=Noticed.OPPONENT, opponent_has_moved=True))
        late = ruling.code in (Code.STANDS, Code.CLAIM_REJECTED)
        assert late == game.appendix


def test_all_kinds_of_illegal_moves_cost_the_same_in_2023() -> None:  # 7.5.2-7.5.4
    assert {rule(IllegalMove(fault=fault)).seconds_for(Party.OPPONENT) for fault in Fault} == {120}


def test_the_second_illegal_move_asks_the_position() -> None:  # 7.5.5
    incident = IllegalMove(number=2, offender=Side.WHITE, fen="8/8/4k3/8/8/3K1Q2/8/8 w - - 0 1")
    assert result_of(incident) == "1/2-1/2"


def test_the_replacing_move_is_bound_by_touch_move() -> None:  # 7.5.1, 4.3
    fen = "4k3/8/8/8/8/4q3/8/R3K1BN w Q - 0 1"
    ruling = rule(IllegalMove(fen=fen, touched=("h1", "g1")))
    assert ruling.obligation is not None and ruling.obligation.moves == ("g1e3",)


def test_rook_then_king_bars_that_castling_only() -> None:  # 4.4.2
    fen = "4k3/8/8/8/8/8/6PP/R3K1NR w KQ - 0 1"
    duty = obligation(fen, ("h1", "e1"))
    assert duty.kind == "move" and "e1c1" in duty.moves and "e1g1" not in duty.moves


def test_king_then_rook_must_castle_if_legal() -> None:  # 4.4.1
    assert obligation("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", ("e1", "a1")).moves == ("e1c1",)


def test_first_enemy_with_first_own_piece() -> None:  # 4.3.3
    duty = obligation("4k3/8/8/3n4/2P1P3/8/8/4K3 w - - 0 1", ("d5", "e4"))
    assert duty.kind == "capture with" and duty.moves == ("e4d5",)


@pytest.mark.parametrize(
    ("fen", "result"),
    [
        ("8/8/8/8/3N4/2K5/n7/k7 w - - 0 1", "1-0"),
        ("8/8/8/8/3N4/8/q7/k1K5 w - - 0 1", "1/2-1/2"),
        ("8/8/8/8/5B2/8/r7/k1K5 w - - 0 1", "1/2-1/2"),
    ],
)
def test_a_flag_loses_unless_mate_is_impossible(fen: str, result: str) -> None:  # 6.9
    assert result_of(FlagFall(flagged=Side.BLACK, fen=fen)) == result


def test_resignation_against_a_bare_king() -> None:  # 5.1.2
    fen = "8/8/4k3/8/8/3K1Q2/8/8 w - - 0 1"
    assert result_of(Resignation(player=Side.WHITE, fen=fen)) == "1/2-1/2"
    assert result_of(Resignation(Conditions(E09), Side.WHITE, fen=fen)) == "0-1"


def test_a_claim_is_checked_on_the_game() -> None:  # 9.2, 9.5
    tour = ("g1f3", "g8f6", "f3g1", "f6g8")
    assert result_of(DrawClaim(moves=tour * 2)) == "1/2-1/2"
    wrong = rule(DrawClaim(Conditions(time_class=BLZ), moves=tour))
    assert wrong.result is None and wrong.seconds_for(Party.OPPONENT) == 60
    assert rule(DrawClaim(ground=Ground.FIFTY_MOVES, moves=tour)).result is None


def test_exactly_two_minutes_is_too_much_for_guideline_three() -> None:  # III.5
    assert rule(QuickplayClaim(remaining_s=120)).row == "quickplay.not_admissible"
    assert rule(QuickplayClaim(remaining_s=119, reaction=Reaction.ARBITER_REJECTS)).seconds_for(Party.OPPONENT) == 120


def test_ten_moves_by_one_player_only_is_marked_as_discretion() -> None:  # 7.3
    ruling = rule(ReversedColours(white_moves=10, black_moves=9))
    assert ruling.code is Code.CONTINUE and ruling.options


LAWS_ONLY = {"quickplay", "flag", "ending", "conduct", "clock", "draw_offer", "both_late", "impaired", "draw_agreement",
             "seats"}  # fmt: skip


def incidents():  # type: ignore[no-untyped-def]
    """Every kind of incident, with each value of its first enumeration."""
    for kind, (incident, _) in KINDS.items():
        enums = [
            (f.name, hint)
            for f in fields(incident)
            for hint in (get_type_hints(incident)[f.name], *get_args(get_type_hints(incident)[f.name]))
            if isinstance(hint, type) and issubclass(hint, Enum) and hint is not Side
        ]
        base = {"fen": "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "touched": ["e1"]} if kind == "touch" else {}
        yield kind, base
        for name, enum in enums:
            for member in enum:
                yield kind, base | {name: member.value}


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_incident_has_a_ruling_with_words_in_both_languages(kind: str) -> None:
    for found, data in incidents():
        if found != kind:
            continue
        for game in ALL_CONDITIONS:
            ruling = rule(incident_from({"kind": kind} | encode(game) | data))
            texts = []
            for lang in ("en", "es"):
                with speaking(lang):
                    document = json.loads(json.dumps(encode(ruling)))
                said = document["ruling"]
                spoken = [said["text"], said["result_text"], *said["log"], *document["discretion"]]
                spoken += [text for one in said["outcomes"] for text in (one["when"], one["result_text"])]
                assert not re.search(r"[{}]|_|1/2", " ".join(spoken)), spoken  # no machine word, no open blank
                texts.append(said["text"])
                assert all(document["discretion"]) and said["text"]
            assert texts[0] != texts[1]
            assert ruling.articles
            if game.online:  # 20: what E.04 rules is cited by E.04
                assert any(article.startswith("E.04") for article in ruling.articles) or kind in LAWS_ONLY


@pytest.mark.parametrize(
    "document",
    [
        {},
        {"kind": "nothing"},
        {"kind": "flag", "flagged": "green"},
        {"kind": "flag", "colour": "white"},
        {"kind": "illegal_move", "number": "two"},
        {"kind": "illegal_move", "touched": "e2"},
        {"kind": "flag", "flagged": "white", "fen": "nonsense"},
        {"kind": "touch"},
    ],
)
def test_a_bad_description_is_refused_in_one_sentence(document: dict[str, object]) -> None:
    with pytest.raises(ArbitroError) as error:
        rule(incident_from(document))
    assert "\n" not in str(error.value)


def test_touch_needs_no_colour_but_a_position() -> None:
    assert rule(TouchedPieces(fen="4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", touched=("e1",))).obligation is not None


def test_every_matter_has_an_article_somewhere() -> None:
    for matter, article in E23.text.articles.items():
        assert article or online_articles()[matter], matter


def test_every_row_is_whole_in_both_editions() -> None:
    for name in rows():
        for edition in LawsEdition:
            row = row_of(name, edition)
            assert row.say.strip() and set(row.matters) <= set(edition.text.articles), name
            assert not set(row.but) - {penalty.name for penalty in edition.text.penalties}, name


def test_every_enumerated_situation_has_its_row() -> None:
    named = set(rows())
    for kind, data in incidents():
        for game in ALL_CONDITIONS:
            named.discard(rule(incident_from({"kind": kind} | encode(game) | data)).row)
    told_by_more_than_one_field = {
        name for name in named if name.split(".")[0] not in ("act", "clock", "conduct", "impaired", "adjournment")
    }
    assert named - told_by_more_than_one_field == {
        "clock.stopped_disabled", "clock.wrong_setting_late", "conduct.phone_allowed", "conduct.no_appeal",
    }  # fmt: skip


FAST_2009: dict[str, object] = {"edition": "2009", "time_class": "rapid", "supervision": "inadequate"}
BARE_KING_WAITS = "8/8/4k3/8/8/3K1Q2/8/8 w - - 0 1"
QUEEN_WAITS = "8/8/4k3/3q4/8/3K4/8/8 w - - 0 1"
SITUATIONS: list[tuple[dict[str, object], dict[str, object]]] = [
    # 9.6 draws without a claim; the 2009 Laws know no such draw
    ({"kind": "flag", "unclaimed_draw": True}, {"result": "1/2-1/2"}),
    (
        {"kind": "flag", "unclaimed_draw": True, "edition": "2009", "flagged": "white", "opponent_can_mate": True},
        {"result": "0-1"},
    ),
    # A.4.d of 2009: the arbiter speaks when both flags are down
    (
        {"kind": "flag", "edition": "2009", "time_class": "rapid", "supervision": "inadequate", "both": True}
        | {"observer": "arbiter"},
        {"result": "1/2-1/2"},
    ),
    # 6.7.2: nobody there, default time not zero
    ({"kind": "arrival", "both_absent": True, "default_min": 30}, {"row": "arrival.both_absent", "result": None}),
    ({"kind": "arrival", "both_absent": True, "default_min": 0}, {"result": "-/-"}),
    ({"kind": "arrival", "default_min": 0}, {"row": "arrival.absent_at_the_start"}),
    ({"kind": "arrival", "default_min": 15}, {"row": "arrival.never"}),
    ({"kind": "arrival", "default_min": 0, "arrival": "10:01"}, {"row": "arrival.late"}),
    # 4.2, 4.4.4, 4.6
    ({"kind": "act", "act": "adjusts_as_announced"}, {"code": "ALLOWED"}),
    ({"kind": "act", "act": "adjusts_silently"}, {"code": "ENFORCE_TOUCH_MOVE"}),
    # 6.2.4: press first, move then; no move at all is 7.5.3
    ({"kind": "clock", "happening": "pressed_before_moving"}, {"illegal_move": None}),
    ({"kind": "illegal_move", "fault": "no_move"}, {"illegal_move": 1}),
    # 8.4
    (
        {"kind": "scoresheet", "event": "stops_recording", "remaining_s": 240, "increment_s": 30},
        {"row": "scoresheet.stops_recording"},
    ),
    ({"kind": "scoresheet", "event": "stops_recording", "remaining_s": 240}, {"row": "scoresheet.exempt"}),
    ({"kind": "scoresheet", "event": "stops_recording", "remaining_s": 300}, {"row": "scoresheet.stops_recording"}),
    # A.4.c of 2009 lets the arbiter intervene in rapid; B.3.b takes it back for blitz
    (FAST_2009 | {"kind": "illegal_position", "oddity": "both_kings_in_check"}, {"code": "INTERVENE"}),
    (
        FAST_2009 | {"kind": "illegal_position", "oddity": "both_kings_in_check", "time_class": "blitz"},
        {"code": "CLAIM_REQUIRED"},
    ),
    # 7.5.5, I.8: the player on move made the illegal or sealed move; the position tells what the loss becomes
    ({"kind": "illegal_move", "number": 2, "fen": BARE_KING_WAITS}, {"result": "1/2-1/2"}),
    ({"kind": "illegal_move", "number": 2, "fen": QUEEN_WAITS}, {"result": "0-1"}),
    ({"kind": "sealed_move", "sealed": "illegal", "fen": BARE_KING_WAITS}, {"result": "1/2-1/2"}),
    ({"kind": "sealed_move", "sealed": "ambiguous", "fen": QUEEN_WAITS}, {"result": "0-1"}),
    ({"kind": "sealed_move", "sealed": "ambiguous", "opponent_can_mate": True}, {"result": "sealer"}),
    # I.1.1, I.6
    ({"kind": "adjournment", "event": "changes_move_late"}, {"code": "NOT_ALLOWED"}),
    ({"kind": "adjournment", "event": "resigned_before", "by_sealer": False}, {"result": "replier"}),
    # 9.5.3: an illegal declared move makes the claim wrong, and binds the piece
    (
        {"kind": "draw_claim", "moves": [], "declared": "g1g3"},
        {"row": "draw_claim.wrong_other_move"},
    ),
    ({"kind": "draw_claim", "moves": [], "declared": "a1a5"}, {"row": "draw_claim.wrong"}),
    ({"kind": "draw_claim", "moves": []}, {"row": "draw_claim.wrong"}),
    # 11.2.3, 12.8: permission and edition decide
    ({"kind": "conduct", "event": "visitor_enters_area", "edition": "2009"}, {"code": "ALLOWED"}),
    ({"kind": "conduct", "event": "phone_by_anybody", "permission": True}, {"code": "ALLOWED"}),
]


@pytest.mark.parametrize(("incident", "wanted"), SITUATIONS)
def test_situations_and_what_follows(incident: dict[str, object], wanted: dict[str, object]) -> None:
    ruling = rule(incident_from(incident))
    said = {
        "code": ruling.code.value,
        "row": ruling.row,
        "result": result_of(incident),
        "illegal_move": ruling.illegal_move,
    }
    assert {key: said[key] for key in wanted} == wanted


def test_king_and_rook_touched_in_an_unknown_order_castle() -> None:  # 4.4.1 asks for no order, 4.4.2 does
    assert obligation("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", ("h1", "e1"), order_known=False).moves == ("e1g1",)


@pytest.mark.parametrize(
    ("incident", "new", "old"),
    [
        ({"kind": "scoresheet", "event": "keeps_sheet"}, "8.3", "8.3"),
        ({"kind": "clock", "happening": "interruption"}, "6.11.1", "6.12.a"),
        ({"kind": "act", "act": "pawn_not_placed"}, "4.6", "4.6.c"),
        ({"kind": "adjournment", "event": "draw_agreed_before"}, "I.6", "Guidelines, adjourned games 6"),
        ({"kind": "impaired", "event": "boards_differ_sheets_differ"}, "D.2.9", "E.2.8"),
    ],
)
def test_the_article_is_the_right_one_in_each_edition(incident: dict[str, object], new: str, old: str) -> None:
    assert new in rule(incident_from(incident)).articles
    assert old in rule(incident_from(incident | {"edition": "2009"})).articles


def test_a_late_player_may_be_excused_in_both_editions() -> None:  # I.10
    for edition in ("2009", "2023"):
        late = {"kind": "resumption", "event": "late", "late_min": 61, "default_min": 60, "edition": edition}
        ruling = rule(incident_from(late))
        assert result_of(late) == "latecomer" and ruling.options


def test_what_is_logged() -> None:
    log = [line.text() for line in rule(IllegalMove(number=1)).log]
    assert log[0] == "Completed illegal move number 1 of the player." and any("clocks" in line for line in log)
    with speaking("es"):
        resigned = rule(Resignation(player=Side.WHITE, opponent_can_mate=True))
        assert [line.text() for line in resigned.log] == ["El resultado y su motivo."]
    assert rule(incident_from({"kind": "act", "act": "released"})).log == ()
    breach = rule(incident_from({"kind": "conduct", "event": "distracts"}))
    assert "penalty" in encode(breach)["ruling"]["log"][0]
