"""Every sentence has its Spanish, and the compiled catalogues are the ones that the sources say."""

from tools import messages


def test_every_sentence_is_translated():
    assert messages.check() == []
