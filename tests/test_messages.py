"""Every sentence has its Spanish, and the compiled catalogues are the ones that the sources say."""

from tools import messages


def test_every_sentence_is_translated():
    assert messages.check() == []


def test_sentences_speak_with_one_voice():
    assert messages.voice() == []


def test_sentences_of_tables_are_found_under_the_named_keys_only() -> None:
    table = {"act": {"say": "One.", "do": "nothing", "options": ["Two.", "Three."], "2009": {"say": "Four."}}}
    assert list(messages.in_table(table, frozenset({"say", "options"}))) == ["One.", "Two.", "Three.", "Four."]
