"""One vocabulary: every member of the model's enumerations has its word, in both languages."""

from __future__ import annotations

import pytest

from arbitro import words
from arbitro.desk.commands.results import RESULTS
from arbitro.desk.roles import Role
from arbitro.i18n import speaking
from arbitro.model import Colour, Outcome, RatingList, System
from arbitro.model.time_text import in_words


@pytest.mark.parametrize("lang", ["en", "es"])
def test_every_member_has_a_word(lang: str):
    with speaking(lang):
        assert len({words.outcome(outcome) for outcome in Outcome}) == len(Outcome)
        assert len({words.system(system) for system in System}) == len(System)
        assert len({words.role(role) for role in Role}) == len(Role)
        assert all(words.rating_list(kind) for kind in RatingList)
        assert words.colour(Colour.WHITE) != words.colour(Colour.BLACK)


def test_every_result_that_the_desk_takes_has_its_words():
    assert set(RESULTS) <= set(words.RESULTS)


def test_a_decision_of_the_arbiter_is_called_the_same_everywhere():
    assert words.result("1-0 adjudicated") == "White wins by the arbiter's decision"
    assert words.result_sign("1-0 adjudicated") == "1-0 (by the arbiter's decision)"
    assert words.outcome(Outcome.ADJUDICATED_WIN) == "win by the arbiter's decision"
    with speaking("es"):
        assert words.result_sign("1-0 unrated") == "1-0 (no valorada)"
        assert words.result_sign("adjourned") == "aplazada"


def test_systems_may_name_their_article():
    assert words.system(System.DUTCH, with_article=True) == "Swiss system (Dutch), C.04.3"
    assert words.system(System.CLUB, with_article=True) == words.system(System.CLUB) == "club Swiss system"


@pytest.mark.parametrize(
    ("text", "english", "spanish"),
    [
        ("5400+30", "90 min + 30 s", "90 min + 30 s"),
        ("40/5400+30:1800+30", "40 moves in 90 min + 30 s, then 30 min + 30 s",
         "40 movimientos en 90 min + 30 s, luego 30 min + 30 s"),
        ("1500d10", "25 min, 10 s delay", "25 min, 10 s de demora"),
        ("", "", ""),
        ("by agreement", "by agreement", "by agreement"),
    ],
)  # fmt: skip
def test_time_controls_in_words(text: str, english: str, spanish: str):
    assert in_words(text) == english
    with speaking("es"):
        assert in_words(text) == spanish
