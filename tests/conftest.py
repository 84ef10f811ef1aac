"""What all tests share: they run in English, and none leaves another language behind."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

from arbitro.i18n import current_language

os.environ["ARBITRO_FIDE_LIST"] = "off"  # no test looks for a list on the internet

# The quick run draws the same examples each time, so that it says the same of the same tree; the long one draws anew.
# No test asserts times.
settings.register_profile("same", derandomize=True, deadline=None)
settings.register_profile("anew", deadline=None)


def pytest_configure(config: pytest.Config) -> None:
    settings.load_profile("same" if "not slow" in config.getoption("markexpr") else "anew")


@pytest.fixture(autouse=True)
def _english(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whatever language a test speaks ends with it: the order of the tests changes nothing."""
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.setenv("LANGUAGE", "en")
    yield
    assert current_language() == "en"
