"""The Laws as a book: every article says something, in both languages and editions, and finds its neighbours."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arbitro.errors import ArbitroError
from arbitro.i18n import speaking
from arbitro.laws import reference
from arbitro.laws.edition import LawsEdition

E09, E23 = LawsEdition.E2009, LawsEdition.E2023
DATA = Path(__file__).parents[1] / "data" / "vectors"


@pytest.mark.parametrize("edition", LawsEdition)
@pytest.mark.parametrize("lang", ["en", "es"])
def test_every_article_is_told_in_our_words(edition: LawsEdition, lang: str) -> None:
    with speaking(lang):
        for article in reference.articles(edition):
            assert article.sentences, article.number
            for number in (*article.related, *article.elsewhere):
                assert number


def test_an_article_knows_the_other_edition_and_its_neighbours() -> None:
    article = reference.article("7.5.5", E23)
    assert article.elsewhere == ("7.4.b",)
    assert "6.2.1" in reference.article("5.1.1", E23).related
    assert reference.article("9.2.2.1", E23).number == "9.2.2"  # a part of an article is its nearest whole
    with pytest.raises(ArbitroError, match="no article"):
        reference.article("99.1", E09)


@pytest.mark.parametrize(
    ("number", "part"),
    [
        ("6.9", "loses"),
        ("7.5.3", "illegal"),
        ("9.2", "third"),
        ("9.3", "50"),
        ("12.9", "expulsion"),
        ("11.3.2", "device"),
    ],
)
def test_an_article_begins_with_what_it_says_itself(number: str, part: str) -> None:
    assert part in reference.article(number, E23).sentences[0]


def test_articles_and_terms_are_found_by_words_of_either_language() -> None:
    assert "9.3" not in [a.number for a in reference.search("envelope", E23)]
    assert {a.chapter for a in reference.search("envelope", E23)} == {"I"}
    assert "6.9" in [a.number for a in reference.search("bandera", E23)]
    with speaking("es"):
        assert ("ahogado", "stalemate") in [row[:2] for row in reference.glossary()]
        assert [row[0] for row in reference.glossary()] == sorted(
            (row[0] for row in reference.glossary()), key=reference.folded
        )


def test_other_regulations_open_at_the_nearest_article_that_has_words() -> None:
    for text, number in {
        "C.04.2 D.8": "C.04.2 D.8", "C.05 6.7.1": "C.05 6.7", "C.02.04, 65": "C.02.04", "Laws 11.3.2.1": "11.3.2",
        "C.04.1 c, 83": "C.04.1 c", "C.05 9.2": "C.05 9.2", "B.06.5 3.1": "B.06", "A.1, B.1": "A.1, B.1",
    }.items():  # fmt: skip
        found = reference.cited(text)
        assert found is not None, text
        assert found.number == number
        assert found.sentences
    assert reference.cited("C.08 1") is None  # no part of appendix C of the Laws
    assert reference.cited("good practice") is None
    assert reference.article("C.04.2 D.8", E23).chapter == "C.04.2"


def test_the_manual_comments_articles_that_exist_in_both_languages() -> None:
    english = reference.comments(E23)
    assert {*english} <= {a.number for a in reference.articles(E23)}
    assert "45" in reference.article("6.7.1", E23).comment  # 15:15 and half an hour
    with speaking("es"):
        assert all(text != english[number] for number, text in reference.comments(E23).items())
    assert reference.comments(E09) == {}


def test_worked_cases_are_cases_of_the_test_set_and_are_ruled_as_it_says() -> None:
    vectors = json.loads((DATA / "laws.json").read_text(encoding="utf-8"))["vectors"]
    known = {v["input"].get("fen") for v in vectors}
    results = {
        v["input"]["fen"]: v["expected"]["result"]
        for v in vectors
        if "flag_fallen" in v["input"] and "fen" in v["input"]
    }
    shown = [(a, one) for a in reference.articles(E23) for one in a.worked]
    assert len(shown) > 10
    for article, one in shown:
        assert one.fen in known
        assert one.ruling.articles
        if article.number == "6.9":
            assert one.ruling.result is not None
            assert one.ruling.result.value == results[one.fen]
