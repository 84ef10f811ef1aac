"""A damaged file gives a tournament or a TrfError with a line number; nothing else ever."""

from __future__ import annotations

from contextlib import suppress

from hypothesis import example, given, settings
from hypothesis import strategies as st

from arbitro.errors import ArbitroError
from arbitro.files import document, trf
from arbitro.model import Tournament
from tests.files.mangling import mangled

CODES = [
    "001", "012", "013", "132", "142", "152", "162", "172", "192", "202", "212", "222", "240", "250", "260", "299",
    "300", "310", "320", "330", "352", "362", "802", "ESP", "XXR", "XXC", "XXS", "XXZ", "XXA", "XXP", "BBW", "BBU",
]  # fmt: skip


def tournament_or_error(data: bytes) -> Tournament | None:
    try:
        return trf.parse(data, "mangled.trf").tournament
    except trf.TrfError as error:
        assert error.line is not None and error.line >= 1
        assert str(error).startswith(f"mangled.trf, line {error.line}")
        return None


def read_all(count: int, seed: int) -> int:
    """How many of the mangled files still are tournaments; each of those can be used, stored and written."""
    alive = 0
    for i, data in enumerate(mangled(count, seed)):
        event = tournament_or_error(data)
        if event is None:
            continue
        alive += 1
        if i % 10 == 0:
            event.scores()
            for k in range(1, event.rounds_paired + 1):
                event.games(k)
            assert document.loads(document.dumps(event)) == event
            with suppress(ArbitroError):  # doubtful as it is, it may not fit the columns
                trf.parse(trf.write(event, 26 if i % 20 else 16))
    return alive


def test_twenty_thousand_mangled_files():
    alive = read_all(20_000, seed=2)
    assert 2000 < alive < 18_000


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=400))
@example(b"")
@example(b"\xff\xfe")
def test_any_bytes(data: bytes):
    tournament_or_error(data)
    tournament_or_error(b"001    1\n" + data)


@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(CODES),
            st.text(" 0123456789.+-=WDLwbHFUZ", max_size=120),
        ),
        max_size=8,
    )
)
def test_any_columns_after_a_known_code(lines: list[tuple[str, str]]):
    tournament_or_error("\n".join(["001    1", "001    2", *(f"{code} {text}" for code, text in lines)]).encode())
