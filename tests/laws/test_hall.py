"""The decision desk: every case in every condition, only questions that matter, words in both languages."""

from __future__ import annotations

import itertools

import pytest

from arbitro.errors import ArbitroError
from arbitro.i18n import speaking
from arbitro.laws import hall
from arbitro.laws.edition import LawsEdition, Supervision, TimeClass
from arbitro.laws.rulings import Conditions, Side
from arbitro.laws.rulings.base import rows

FACTS = {"default_min": 30, "increment_s": 0, "moves_required": 40}
GAMES = [Conditions(*parts) for parts in itertools.product(LawsEdition, TimeClass, Supervision)]
E23 = Conditions()
UNSUPERVISED = Conditions(time_class=TimeClass.RAPID, supervision=Supervision.INADEQUATE)


def asked(case: str, game: Conditions = E23, side: Side | None = Side.WHITE, **known: object) -> list[str]:
    return [q.name for q in hall.next_questions(hall.case_named(case), game, known, FACTS, side)]


@pytest.mark.parametrize("game", GAMES, ids=lambda g: f"{g.edition.value}-{g.time_class.value}-{g.supervision.value}")
def test_the_table_answers_every_case_with_articles(game: Conditions) -> None:
    table = hall.table(game, FACTS)
    assert set(table["cases"]) == {c.id for c in hall.cases().values() if c.tile != "online"}
    for id, case in table["cases"].items():
        size = 2 if hall.case_named(id).who else 1
        for question in case["questions"]:
            size *= len(question["answers"])
        assert len(case["rulings"]) == size, id
    for ruling in table["rulings"]:
        assert ruling["text"]
        assert ruling["articles"] or ruling["row"].startswith("illegal_move"), ruling["row"]
        assert "{" not in ruling["text"] + ruling["other"]


def test_the_table_is_what_decide_says() -> None:
    case = hall.case_named("illegal")
    table = hall.table(UNSUPERVISED, FACTS)
    questions = hall.questions(case, UNSUPERVISED, FACTS)
    everything = itertools.product(Side, *(q.answers for q in questions))
    for place, (side, *answers) in zip(table["cases"]["illegal"]["rulings"], everything, strict=True):
        known = {q.name: value for q, (value, _label) in zip(questions, answers, strict=True)}
        ruling = hall.decide(case, UNSUPERVISED, known, FACTS, side)
        assert table["rulings"][place] == hall.told(ruling, side)


def test_only_questions_that_change_the_answer_are_asked() -> None:
    assert asked("illegal") == ["completed", "number", "position_known"]
    assert asked("illegal", completed=False) == ["completed"]
    assert asked("illegal", number=2) == ["completed", "number", "opponent_can_mate"]
    assert "opponent_has_moved" in asked("illegal", UNSUPERVISED)  # A.5.2
    assert asked("phone-rings") == ["opponent_arrived", "milder_penalty"]
    assert asked("smokes") == []


def test_a_flag_yields_no_result_without_the_mating_test() -> None:  # 6.9
    case = hall.case_named("flag")
    open_ = hall.decide(case, E23, {}, FACTS, Side.WHITE)
    assert open_.ending is None
    assert len(open_.outcomes) == 2
    told = {"opponent_can_mate": True}
    assert hall.decide(case, E23, told, FACTS, Side.WHITE).result.value == "0-1"  # type: ignore[union-attr]
    bare = {"fen": "8/8/8/8/8/8/r7/k1K5 b - - 0 1"}
    assert hall.decide(case, E23, {}, FACTS, Side.BLACK, bare).result.value == "1/2-1/2"  # type: ignore[union-attr]


def test_every_situation_of_the_room_can_be_reached_from_the_hall() -> None:
    facts = [FACTS, FACTS | {"banned_before_move": 30, "default_min": 0}]
    reached = {r["row"] for game in GAMES for given in facts for r in hall.table(game, given)["rulings"]}
    by_position = {name for name in rows() if name.startswith(("touch.", "online.", "mating.", "penalty."))}
    by_moves = {
        "draw_claim.wrong",
        "draw_claim.wrong_other_move",
        "sealed_move.legal_written",
        "sealed_move.lost_written",
    }
    by_times = {name for name in rows() if name.startswith("both_late.")} | {
        "arrival.late",
        "arrival.late_after",
        "arrival.in_time_until",
    }
    assert {*rows()} - reached <= by_position | by_moves | by_times


@pytest.mark.parametrize(
    ("words", "case"),
    [("dos manos", "two-hands"), ("teléfono suena", "phone-rings"), ("ofrece tablas", "offer"),
     ("rey ahogado", "mate-proper"), ("TWO HANDS", "two-hands"), ("cell phone", "phone-rings"), ("bandera", "flag"),
     ("captura al paso", "illegal"), ("anotar", "sheet"), ("kibitz", "spectator"), ("móvil mochila", "phone-bag")],
)  # fmt: skip
def test_the_words_people_use_find_the_case_in_both_languages(words: str, case: str) -> None:
    assert case in [one.id for one in hall.search(words)[:3]]


def test_a_sentence_is_understood() -> None:
    heard = hall.understand("illegal move, second, rapid, supervised, Black")
    assert (heard.case.id, heard.side, heard.known) == ("illegal", Side.BLACK, {"number": 2})
    assert heard.game == Conditions(time_class=TimeClass.RAPID)
    assert hall.understand("bandera, rápido").game.time_class is hall.understand("flag, rapid").game.time_class
    spanish = hall.understand("movimiento ilegal, segunda, rápidas, sin supervisión, blancas")
    assert (spanish.case.id, spanish.side, spanish.game) == ("illegal", Side.WHITE, UNSUPERVISED)
    with pytest.raises(ArbitroError, match="names a case"):
        hall.understand("xyzzy")


@pytest.mark.parametrize(
    "text", ["second illegal move, blitz, not supervised", "illegal move number 2, blitz unsupervised",
             "segunda jugada ilegal, relámpago, sin supervisión", "Jugada ilegal, segunda, relámpago sin supervisión"],
)  # fmt: skip
def test_what_is_said_without_commas_counts_too(text: str) -> None:
    heard = hall.understand(text)
    assert (heard.case.id, heard.known, heard.unheard) == ("illegal", {"number": 2}, ())
    assert heard.game == Conditions(time_class=TimeClass.BLITZ, supervision=Supervision.INADEQUATE)


def test_words_of_a_case_are_not_taken_for_conditions_and_unknown_ones_are_named() -> None:
    assert hall.understand("wrong opponents").case.id == "opponents"
    heard = hall.understand("illegal move by the white fishes")
    assert (heard.case.id, heard.side, heard.unheard) == ("illegal", Side.WHITE, ("fishes",))


def test_penalties_climb_the_scale_of_12_9_up_to_the_loss() -> None:
    assert hall.next_penalty(E23, []) == "warning"
    assert hall.next_penalty(E23, ["warning"]) == "increase opponent time"
    assert hall.next_penalty(E23, ["expulsion"]) == "declare game lost"


def test_cases_and_questions_are_said_in_spanish() -> None:
    with speaking("es"):
        assert hall.tiles()[0]["say"] == "Movimiento ilegal"
        table = hall.table(E23, FACTS)
    assert table["cases"]["illegal"]["questions"][0]["ask"] == "¿Pulsó el reloj?"
    assert table["rulings"][0]["other"] != table["rulings"][0]["text"]
