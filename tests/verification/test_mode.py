"""FIDE mode (40 to 46) and the warnings that nobody can weaken (218 to 221)."""

from __future__ import annotations

import os

import pytest

from arbitro.desk import backup, store
from arbitro.desk.commands import COMMANDS, Level, Role
from arbitro.desk.importing import import_tournament, looked_at
from arbitro.desk.integrity import report
from arbitro.errors import Refused
from arbitro.files.trf import parse, write
from tests.verification.conftest import lines


def test_an_event_begins_in_fide_mode_and_every_way_out_takes_two_steps(desk):  # 40 to 43
    event = desk()
    assert event.state.fide_mode
    event.start(4)
    with pytest.raises(store.NeedsConfirmation) as question:
        event("leave-fide-mode", confirm=3)
    assert question.value.level is Level.TWO_STEPS
    with pytest.raises(Refused):  # what is outside the rules does not leave it by the way
        event("keep-apart", groups=[[1, 2]])
    assert event.state.fide_mode


def test_the_exit_stands_in_the_report_with_its_round(desk):  # 44
    event = desk()
    event.start(4)
    event("leave-fide-mode")
    assert "### FIDE mode exited @ Round 1" in lines(event)


def test_no_way_leads_back(desk, tmp_path):  # 45
    event = desk()
    event.start(4)
    event("leave-fide-mode")
    with pytest.raises(Refused):
        event.undo()
    copy = backup.read(backup.save(event.event, tmp_path))
    event.event.delete()
    store.forget()
    (section,) = backup.restore(copy).sections.all()
    assert not store.state_of(section.pk).fide_mode
    text = write(report(section.pk, store.state_of(section.pk)), version=26)
    again = import_tournament(section.event, looked_at(parse(text).tournament), who="ana", role=Role.OWNER)
    assert not store.state_of(again.section.pk).fide_mode


def test_every_page_outside_fide_mode_says_so(hall):  # 46
    hall.start(4)
    pages = ["desk-section", "desk-players", "desk-journal", "desk-settings", "standings", "players", "crosstable"]
    assert not any(b"not FIDE mode" in hall.owner.get(hall.url(page)).content for page in pages)
    hall.give("leave-fide-mode")
    assert [page for page in pages if b"not FIDE mode" not in hall.owner.get(hall.url(page)).content] == []


def test_no_setting_weakens_a_warning(desk, monkeypatch):  # 218 to 221
    event = desk()
    for name in ("confirm", "level", "warnings", "fide_mode"):
        with pytest.raises(Refused, match="no setting called"):
            event("configure", changes={name: 4})
    event.start(4)
    for name in [*os.environ]:
        monkeypatch.delenv(name)
    for given in range(4):
        with pytest.raises(store.NeedsConfirmation):
            event("leave-fide-mode", confirm=given)
    assert COMMANDS["leave-fide-mode"].needs_reason


def test_chess960_has_a_start_position_for_every_round(hall):  # 222
    from arbitro.desk.words import start_array
    from arbitro.papers.context import Context
    from arbitro.papers.lists import pairings

    with pytest.raises(Refused, match="Only a tournament of Chess960"):
        hall.give("lots", sentence="x", what="position")
    hall.give("configure", changes={"variant": "chess960"})
    hall.give("lots", sentence="six dice: 1 2 3 4 5 6", what="position")
    hall.start(4)
    shown = start_array(hall.state, 1)
    assert sorted(shown.rpartition(" ")[2]) == sorted("RNBQKBNR")
    for page in ("desk-round", "round"):
        assert shown in hall.owner.get(hall.url(page, 1)).content.decode()
    paper = Context(hall.state, store.tournament_of(hall.section.pk), {"round": "1"})
    assert shown in pairings(paper).subtitle
    hall.give("lots", sentence="for the second round", what="position")
    assert start_array(hall.state, 2)
    with pytest.raises(Refused, match="has been drawn"):
        hall.give("lots", sentence="again", what="position")


def test_other_points_can_be_chosen_on_the_form(hall):  # 71 to 73
    from tests.web_desk.test_pages import FORM

    form = FORM | {"edition": "", "points_win": "3", "points_draw": "1", "points_loss": "0", "points_bye": "2"}
    assert hall.owner.post("/desk/new", form).status_code == 302
    from arbitro.desk.models import Section

    scoring = store.state_of(Section.objects.latest("pk").pk).settings.scoring
    assert (scoring.win, scoring.draw, scoring.loss, scoring.pairing_bye) == (30, 10, 0, 20)
    assert (scoring.forfeit_win, scoring.half_bye, scoring.adjourned) == (30, 10, 10)
