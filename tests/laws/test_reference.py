"""The Laws as a book: every article says something, in both languages and editions, and finds its neighbours."""

from __future__ import annotations

import pytest

from arbitro.errors import ArbitroError
from arbitro.i18n import speaking
from arbitro.laws import reference
from arbitro.laws.edition import LawsEdition

E09, E23 = LawsEdition.E2009, LawsEdition.E2023


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


def test_articles_and_terms_are_found_by_words_of_either_language() -> None:
    assert "9.3" not in [a.number for a in reference.search("envelope", E23)]
    assert {a.chapter for a in reference.search("envelope", E23)} == {"I"}
    with speaking("es"):
        assert ("ahogado", "stalemate") in [row[:2] for row in reference.glossary()]
        assert [row[0] for row in reference.glossary()] == sorted(
            (row[0] for row in reference.glossary()), key=reference.folded
        )
