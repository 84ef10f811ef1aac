"""The journal: merged, in conflict, undone, copied; always what a replay from zero gives."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arbitro.desk import backup, store
from arbitro.desk.commands import Role
from arbitro.desk.fold import replay
from arbitro.desk.models import JournalEntry
from arbitro.desk.snapshot import snapshot
from arbitro.errors import ArbitroError, FileError, Refused


def consistent(open_) -> None:
    """Numbers without gaps, the live state equal to a replay, the followed snapshot equal to a new one."""
    entries = store.entries(open_.section.pk)
    assert [e.number for e in entries] == list(range(1, len(entries) + 1))
    assert replay(entries) == open_.state
    assert snapshot(open_.state) == open_.tournament


def test_results_on_other_boards_are_merged(desk):
    open_ = desk()
    open_.start(6)
    seen = open_.state.number
    for board, who in [(1, "ana"), (2, "bea"), (3, "eva")]:
        store.execute(
            open_.section.pk,
            "result",
            {"board": board, "result": "1-0"},
            who=who,
            role=Role.ARBITER,
            expected=seen,
        )
    assert open_.state.rounds[0].missing == 0
    consistent(open_)


def test_the_same_board_is_a_conflict_for_exactly_one_side(desk):
    open_ = desk()
    open_.start(4)
    seen = open_.state.number
    give = lambda result, who: store.execute(  # noqa: E731
        open_.section.pk,
        "result",
        {"board": 1, "result": result},
        who=who,
        role=Role.ARBITER,
        expected=seen,
        confirm=2,
    )
    give("1-0", "ana")
    with pytest.raises(store.Conflict, match="ana") as conflict:
        give("0-1", "bea")
    assert conflict.value.entries[0].payload["white"] == "WIN"
    assert open_.state.rounds[0].boards[1].white_outcome.name == "WIN"
    consistent(open_)


def test_undo_restores_the_state_exactly_and_redo_gives_it_back(desk):
    open_ = desk()
    open_.start(6)
    before = open_.state
    open_("result", board=2, result="½-½")
    after = open_.state
    open_.undo()
    assert replace(open_.state, number=before.number) == before
    open_.redo()
    assert replace(open_.state, number=after.number) == after
    consistent(open_)


def test_any_entry_that_nothing_rests_on_can_be_undone(desk):
    open_ = desk()
    open_.start(6)
    first = open_("result", board=1, result="1-0")
    open_("result", board=2, result="1-0")
    open_.undo(first.number)
    assert not open_.state.rounds[0].boards[1].finished
    assert open_.state.rounds[0].boards[2].finished
    consistent(open_)


def test_what_later_decisions_rest_on_is_not_undone(desk):
    open_ = desk()
    open_.start(4)
    entry = open_("result", board=1, result="1-0")
    open_("result", board=2, result="1-0")
    open_("pair")
    with pytest.raises(Refused, match="rests on"):
        open_.undo(entry.number)
    with pytest.raises(Refused, match="creation"):
        open_.undo(1)
    open_.undo()
    open_.undo(entry.number)
    consistent(open_)


def test_the_state_at_an_earlier_number_is_what_the_desk_knew_then(desk):
    open_ = desk()
    open_.start(4)
    number = open_.state.number
    open_.finish_round()
    assert store.state_at(open_.section.pk, number).rounds[0].missing == 2


def test_a_copy_takes_over_and_a_diverged_one_is_shown_not_merged(desk, tmp_path):
    open_ = desk()
    open_.start(4)
    path = backup.save(open_.event, tmp_path)
    open_("result", board=1, result="1-0")
    copy = backup.read(path)
    difference = backup.compare(open_.event, copy)[0]
    assert (len(difference.here), len(difference.there), difference.diverged) == (1, 0, False)
    assert backup.restore(copy) == open_.event  # an older copy changes nothing
    assert open_.state.rounds[0].boards[1].finished

    newer = backup.save(open_.event, tmp_path)
    JournalEntry.objects.filter(section=open_.section).order_by("-number").first().delete()
    store.forget()
    open_("result", board=2, result="0-1")  # this laptop goes another way
    with pytest.raises(ArbitroError, match="different ways"):
        backup.restore(backup.read(newer))
    assert backup.compare(open_.event, backup.read(newer))[0].diverged

    open_.event.delete()
    store.forget()
    event = backup.restore(backup.read(newer))
    state = store.state_of(event.sections.get().pk)
    assert state.rounds[0].boards[1].finished
    assert len(state.entrants) == 4


def test_a_damaged_copy_is_refused(desk, tmp_path):
    open_ = desk()
    open_.start(4)
    path = backup.save(open_.event, tmp_path)
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 255
    path.write_bytes(data)
    with pytest.raises(FileError):
        backup.read(path)
    path.write_bytes(path.read_bytes()[:-200])
    with pytest.raises(FileError):
        backup.read(path)


def test_old_backups_are_cleared_away(desk, tmp_path):
    open_ = desk()
    for _ in range(4):
        backup.save(open_.event, tmp_path, keep=2)
    assert len(list(tmp_path.glob("*.arbitro"))) == 2


def test_the_integrity_log_is_written_into_the_report(desk):
    from arbitro.desk.integrity import log, report
    from arbitro.files.trf import parse, write

    open_ = desk()
    open_.start(4)
    open_.finish_round()
    open_.next_round()
    open_("result", board=1, result="0-1", round=1, why="scoresheets checked")
    assert [line.why for line in log(open_.section.pk)] == ["scoresheets checked"]
    text = write(report(open_.section.pk, open_.state))
    assert "###" in text
    assert "scoresheets checked" in text
    assert parse(text).tournament.unknown_lines
