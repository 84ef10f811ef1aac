"""What follows from games: claims, dead positions, illegal moves, first moves; a screening for the chiefs."""

from __future__ import annotations

import time

import pytest

from arbitro.desk import games, screening
from arbitro.desk.commands import Role
from arbitro.desk.game_statistics import game_statistics
from arbitro.fairplay.screening.engine import Settings
from arbitro.games import read_pgn, typed
from arbitro.games.findings import dead_since, examined, may_be_dead

DANCE = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6"
QUIET = "e4 e5 d3 d6 c3 c6 Be3 Be6 Nbd2 Nbd7 Be2 Be7 O-O O-O h3 h6 a3 a6 b4 b5 Qc2 Qc7 Rac1 Rac8"
KINGS = '[FEN "4k3/8/8/8/8/8/3p4/4K3 w - - 0 1"]\n[SetUp "1"]\n\n1. Kxd2 Kd7 2. Ke3 Kd6 1/2-1/2'


@pytest.fixture
def hall(hall):
    hall.start()
    return hall


def test_claims_and_dead_positions_are_found():
    report = examined(typed(DANCE).game)
    assert next((c.ply, c.kind) for c in report.claims if c.declared is None) == (8, "repetition")
    (dead,) = read_pgn(KINGS).games
    assert dead_since(dead) == 1
    assert dead_since(typed(DANCE).game) is None
    wall = "8/8/3k4/1p1p1p1p/1P1P1P1P/8/3K4/8 w - - 0 1"
    assert may_be_dead(wall) and not may_be_dead(wall.replace("1P1P1P1P", "1P1P1P2"))
    assert not may_be_dead("8/8/3k4/8/8/8/3KR3/8 w - - 0 1")


def test_the_round_is_examined_and_counted(hall):
    hall.give("game", board=1, moves=DANCE)
    hall.give("game", board=2, moves="e4 e5 Nf3")
    (stopped,) = read_pgn('[White "x"]\n\n1. e4 e5 2. Ke3 *').games
    (dead,) = read_pgn(KINGS).games
    games.save(hall.section.pk, [((1, 3, 0), stopped), ((1, 4, 0), dead)], who="ana", role=Role.OWNER)
    hall.give("game", board=5, moves="e4 e5 Ke3 Nc6", keep=True)
    hall.give("game", board=6, moves="a4")  # is still played: counts nowhere
    for board in (1, 2, 3, 4, 5):
        hall.give("result", board=board, result="½-½")
    page = hall.owner.get(hall.url("desk-games-check", 1)).content.decode()
    assert "third occurrence of the position was open at move 5" in page
    assert (
        "The file can be read up to 2. Ke3 (no such piece can reach e3) only." in page and "Screen the round" in page
    )  # no act of the players
    assert page.count("7.5.1") == 1 and "played: 2. Ke3 (no such piece can reach e3). After it" in page
    arbiter = hall.person("bea", Role.ARBITER)
    assert "Screen the round" not in arbiter.get(hall.url("desk-games-check", 1)).content.decode()
    assert arbiter.post(hall.url("desk-games-screen", 1)).status_code == 403
    found = game_statistics(hall.state)
    assert (("Nf3", "Nf6", "Ng1", "Ng8"), 1, 1) in [(o.moves, o.games, o.draws) for o in found.openings]
    assert found.games == 5 and all(o.games == o.white + o.draws + o.black for o in found.openings)
    assert (found.shortest, found.longest) == (((1, 2, 0), 2), ((1, 1, 0), 5))
    assert found.dead == (((1, 4, 0), 1),) and found.illegal == (((1, 5, 0), "2. Ke3"),)
    public = hall.client().get(hall.url("statistics")).content.decode()
    assert "1. Nf3 Nf6 2. Ng1 Ng8" in public and "Played on in a dead position" in public


def test_a_screening_runs_in_the_background_and_says_what_is_missing(hall, monkeypatch, tmp_path):
    monkeypatch.setattr(screening, "data_dir", lambda: tmp_path)
    with pytest.raises(Exception, match="no games with moves"):
        screening.screen_round(hall.section.pk, 1)
    hall.give("game", board=1, moves=f"{DANCE} e4 e5 d4 d5 c4 c5 b4 b5 a4 a5")
    screening.begin(hall.section.pk, 1, Settings("/nowhere/engine")).join(30)
    page = hall.owner.get(hall.url("desk-games-check", 1)).content.decode()
    assert "/nowhere/engine" in page
    assert (tmp_path / "screening" / f"{hall.section.pk}-1.json").stat().st_mode & 0o077 == 0


def test_a_screening_that_takes_long_says_that_it_lives(hall, monkeypatch, tmp_path):
    monkeypatch.setattr(screening, "data_dir", lambda: tmp_path)
    monkeypatch.setattr(screening, "BEAT", 0.01)
    hall.give("game", board=1, moves=f"{DANCE} {QUIET}")
    written, say = [], screening._say

    def hear(section, round, what):
        written.append(what)
        say(section, round, what)

    monkeypatch.setattr(screening, "_say", hear)
    screening.begin(hall.section.pk, 1, Settings(nodes=3000, lines=2)).join(60)
    assert [what.state for what in written[-2:]] == ["running", "done"]
    assert written[-2].total > 10 and written[-2].at > written[0].at
    assert screening.screened(hall.section.pk, 1).players


def test_a_screening_tells_its_progress_and_speaks_the_readers_language(hall, monkeypatch, tmp_path):
    monkeypatch.setattr(screening, "data_dir", lambda: tmp_path)
    hall.give("game", board=1, moves=f"{DANCE} {QUIET}")
    told = []
    settings = Settings(nodes=100, lines=2)
    found = screening.screen_round(hall.section.pk, 1, settings=settings, progress=lambda *n: told.append(n))
    assert told[0] == (0, told[0][1]) and len(told) >= 3 and told[-1][0] == told[-1][1] > 10  # every ten
    screening._say(hall.section.pk, 1, screening.Screened("running", at=time.time()))
    assert "The games are being read." in hall.owner.get(hall.url("desk-games-check", 1)).content.decode()
    screening._say(hall.section.pk, 1, screening.Screened("running", at=time.time() - 60))  # the server was stopped
    page = hall.owner.get(hall.url("desk-games-check", 1)).content.decode()
    assert "It broke off." in page and "Screen the round" in page
    screening._say(hall.section.pk, 1, found)
    spanish = hall.client(hall.owner_user)
    page = spanish.get(hall.url("desk-games-check", 1), headers={"accept-language": "es"}).content.decode()
    assert "nodes=20000 lines=5, y esta con nodes=100 lines=2: sus cifras no se pueden comparar" in page
    assert "Stockfish 15.1 con fuerza limitada" in page and "against itself" not in page and "too few" not in page
