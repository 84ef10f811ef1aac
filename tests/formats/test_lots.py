"""Lots that anyone can check: fixed for ever, fair, and honest about forgeries."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbitro.errors import ArbitroError
from arbitro.formats import lots


def test_a_draw_can_be_repeated_with_sha256_alone() -> None:
    names = ["Ana", "Bruno", "Carla", "Diego", "Eva"]
    seed = lots.seed_of_sentence("  Hoy  llueve en Monterrey ")
    assert seed == "Hoy llueve en Monterrey"
    hat, expected = list(names), []
    for k in range(1, 6):
        digest = sha256(f"{seed}/{k}".encode()).hexdigest()
        expected.append(hat.pop(int(digest, 16) % len(hat)))
    assert list(lots.draw(names, seed).result) == expected


def test_the_stream_never_changes() -> None:
    assert lots.draw(["Ana", "Beto", "Carla"], "Hoy llueve en Monterrey").result == ("Beto", "Ana", "Carla")


@settings(deadline=None)
@given(st.lists(st.text(min_size=1, max_size=6), unique=True, min_size=1, max_size=30), st.text(min_size=1))
def test_everybody_leaves_the_hat_once(names: list[str], seed: str) -> None:
    drawn = lots.draw(names, seed)
    assert sorted(drawn.result) == sorted(names)
    assert lots.draw(drawn.entries, drawn.seed) == drawn
    assert drawn.numbers[drawn.result[0]] == 1


def test_all_orders_are_about_equally_likely() -> None:
    count = Counter(lots.draw("ABC", f"seed {k}").result for k in range(6000))
    assert set(count) == set(permutations("ABC"))
    assert all(850 < n < 1150 for n in count.values())


def test_dice_are_read_in_any_spelling() -> None:
    assert (
        lots.seed_of_dice("3516") == lots.seed_of_dice("3, 5, 1, 6") == lots.seed_of_dice("3-5-1-6") == "dice 3 5 1 6"
    )
    assert not lots.enough_dice("dice 3 5", 5)  # 120 orders, 36 throws
    assert lots.enough_dice("dice 3 5", 4)
    assert any("few dice" in line for line in lots.protocol(lots.draw("ABCDE", "dice 3 5")))


@pytest.mark.parametrize("throws", ["0", "7", "3 x", "", "  ,"])
def test_what_is_on_no_die_is_refused(throws: str) -> None:
    with pytest.raises(ArbitroError):
        lots.seed_of_dice(throws)


def test_empty_sentences_hats_and_repeated_names_are_refused() -> None:
    with pytest.raises(ArbitroError, match="empty"):
        lots.seed_of_sentence("  \n ")
    with pytest.raises(ArbitroError, match="empty"):
        lots.draw([], "x")
    with pytest.raises(ArbitroError, match="Twice in the draw: Ana"):
        lots.draw(["Ana", "Beto", "Ana"], "x")


def test_accents_typed_in_two_ways_are_one_sentence() -> None:
    assert lots.seed_of_sentence("Cancio\u0301n") == lots.seed_of_sentence("Canci\u00f3n")


def test_bytes_that_are_no_text_do_no_harm() -> None:
    assert lots.seed_of_sentence("a\udcff b") == "a? b"
    assert lots.draw(["Ana", "Beto"], "\udcff").result
