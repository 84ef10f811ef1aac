"""Reading and writing tournament report files lose nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbitro.editions import Editions
from arbitro.files import document, trf
from arbitro.model import Colour, Outcome, Player, PlayerRound, Tournament
from arbitro.swiss import next_round
from arbitro.swiss.generator import Recipe, generate
from tests.files.tournaments import WORKED, oracle_files, team_tournaments, tournaments

FILES = list(oracle_files())


def known_lines(data: bytes) -> list[str]:
    return sorted(line.rstrip() for line in data.decode().splitlines() if line.strip())


def without_code(event: Tournament) -> Tournament:
    """TRF26 always names its system by a code; TRF16 has no such line."""
    return replace(event, info=replace(event.info, system_code=""))


def assert_identities(data: bytes) -> None:
    event = trf.parse(data, strict=True).tournament
    written = trf.write(event)
    assert trf.parse(written, strict=True).tournament == event
    assert document.loads(document.dumps(event)) == event
    assert trf.write(document.loads(document.dumps(event))) == written
    newer = trf.parse(trf.write(event, 26), strict=True).tournament
    assert without_code(newer) == event
    assert trf.write(newer) == written


def test_every_oracle_file_is_read_without_a_warning_and_written_back_line_by_line():
    assert len(FILES) == 1320
    for name, data in FILES:
        file = trf.parse(data, name)
        assert file.warnings == [], name
        assert sorted(trf.write(file.tournament).splitlines()) == known_lines(data), name


def test_the_worked_tournament_is_read_without_a_warning_and_written_back():
    file = trf.read(WORKED, strict=True)
    assert file.warnings == []
    assert sorted(trf.write(file.tournament).splitlines()) == known_lines(WORKED.read_bytes())
    assert_identities(WORKED.read_bytes())


@pytest.mark.parametrize("data", [pytest.param(data, id=name) for name, data in FILES[::40]])
def test_trf16_to_json_and_to_trf26_and_back_are_the_identity(data: bytes):
    assert_identities(data)


@pytest.mark.slow
def test_trf16_to_json_and_to_trf26_and_back_are_the_identity_on_the_whole_oracle():
    for _name, data in FILES:
        assert_identities(data)


@settings(max_examples=150, deadline=None)
@given(tournaments(), st.sampled_from([16, 26]))
def test_a_written_tournament_is_read_again(event: Tournament, version: int):
    file = trf.parse(trf.write(event, version).encode(), strict=True)
    assert without_code(file.tournament) == without_code(_holdable(event, version))
    assert trf.losses(event, version) == []


@settings(max_examples=60, deadline=None)
@given(team_tournaments(), st.sampled_from([16, 26]))
def test_a_written_team_tournament_is_read_again(event: Tournament, version: int):
    file = trf.parse(trf.write(event, version), strict=True)
    assert without_code(file.tournament) == without_code(_holdable(event, version))


@settings(max_examples=60, deadline=None)
@given(st.one_of(tournaments(), team_tournaments()))
def test_trf16_to_trf26_to_trf16_is_the_identity(event: Tournament):
    old = trf.write(event, 16)
    assert trf.write(trf.parse(trf.write(trf.parse(old).tournament, 26)).tournament, 16) == old


def _holdable(event: Tournament, version: int) -> Tournament:
    """XXS has no value for an adjourned game; a reader takes that of a draw. Texts follow the first day, but for the
    Swiss one that a code names. Who is absent from a round that nobody has played yet is written as a bye of no points:
    a blank column would have them paired, as it has before a bye of a later round."""
    paired = event.rounds_paired
    results = tuple((*rounds[:-1], _bye(rounds[-1])) if len(rounds) > paired else rounds for rounds in event.results)
    event = replace(event, results=results)
    event = replace(event, editions=Editions.by_default(event.info.start, swiss=event.editions.swiss))
    fits_162 = event.scoring.half_bye == event.scoring.draw and event.scoring.forfeit_loss == event.scoring.zero_bye
    if version == 26 and fits_162:
        return event
    return replace(event, scoring=replace(event.scoring, adjourned=event.scoring.draw))


def _bye(entry: PlayerRound) -> PlayerRound:
    return entry._replace(outcome=Outcome.ZERO_BYE) if entry.outcome is Outcome.ABSENT else entry


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
def test_line_ends_and_encodings(ends: str, encoding: str):
    text = f"012 Torneo de Año Nuevo{ends}001    1      Muñoz, José{ends}"
    event = trf.parse(text.encode(encoding)).tournament
    assert event.info.name == "Torneo de Año Nuevo"
    assert event.players[0].name == "Muñoz, José"


def test_columns_counted_in_bytes_are_understood():
    head = f"001    1      {'Muñoz Ñíguez, José':33}".encode()[:47]  # 33 bytes for the name, fewer characters
    line = head + b" 2100 ESP     2200015 1990/03/07  0.5    1  0000 - H\n001    2"
    event = trf.parse(line).tournament
    assert event.players[0].rating == 2100
    assert event.players[0].name == "Muñoz Ñíguez, José"
    assert event.results[0][0].outcome.code == "H"


def test_numbers_above_9999_use_the_blank_before_their_field():
    results: list[tuple[PlayerRound, ...]] = [()] * 9999
    results.append((PlayerRound(1, 10001, Colour.WHITE, Outcome.WIN),))
    results.append((PlayerRound(1, 10000, Colour.BLACK, Outcome.LOSS),))
    people = tuple(Player(number=n, name=f"P{n}") for n in range(1, 10002))
    event = Tournament(players=people, results=tuple(results))
    written = trf.write(event)
    assert written.splitlines()[10000].startswith("00110000 ")
    assert trf.parse(written, strict=True).tournament == event


@pytest.mark.parametrize("version", [16, 26])
def test_who_is_known_to_be_absent_from_a_round_to_come_is_not_paired_by_who_reads_the_file(version: int):
    """Late entries of a tournament whose coming round is being paired: a blank column would mean that they are here."""
    event = generate(Recipe(players=12, rounds=5, seed=4, late_entries=3, draws=0.3))
    late = [n for n, rounds in zip(event.numbers, event.results, strict=True) if rounds[0].outcome is Outcome.ABSENT]
    assert late
    for k in range(1, 4):
        before = event.before_pairing(k)
        again = trf.parse(trf.write(before, version)).tournament
        assert again.available(k) == before.available(k)
        assert set(next_round(again).pairs) == set(next_round(before).pairs)
