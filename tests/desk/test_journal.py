"""The journal: merged, in conflict, undone, copied; always what a replay from zero gives."""

from __future__ import annotations

import re
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


def test_leaving_fide_mode_is_for_ever_and_a_closed_tournament_is_reopened_with_a_reason(desk):
    open_ = desk(rounds=1)
    open_.start(2)
    open_.finish_round()
    open_("close-event")
    with pytest.raises(Refused, match="with a reason"):
        open_.undo()
    store.undo(open_.section.pk, who="ana", role=Role.OWNER, why="closed too early")
    open_("leave-fide-mode")
    with pytest.raises(Refused, match="for ever"):
        open_.undo()
    assert not open_.state.fide_mode


def test_a_conflict_says_what_the_other_desk_did(desk):
    open_ = desk()
    open_.start(4)
    seen = open_.state.number
    open_("result", board=1, result="0-1")
    with pytest.raises(store.Conflict, match=r"ana: Round 1, board 1: 0-1"):
        store.execute(
            open_.section.pk,
            "result",
            {"board": 1, "result": "1-0"},
            who="b",
            role=Role.ARBITER,
            expected=seen,
            confirm=2,
        )


def test_a_transaction_that_is_rolled_back_leaves_no_trace_in_the_cache(desk):
    from django.db import transaction

    open_ = desk()
    open_.start(4)
    number = open_.state.number
    with pytest.raises(KeyError), transaction.atomic():
        open_("result", board=1, result="1-0")
        assert open_.state.number == number + 1
        raise KeyError
    assert open_.state.number == number
    assert not open_.state.rounds[0].boards[1].finished
    with pytest.raises(KeyError), transaction.atomic():
        open_("result", board=1, result="1-0")
        assert open_.state.rounds[0].boards[1].finished
        raise KeyError
    JournalEntry.objects.bulk_create([])  # nothing of it is left; another entry takes the number
    open_("result", board=2, result="0-1")
    consistent(open_)
    assert not open_.state.rounds[0].boards[1].finished


def test_every_kind_of_entry_is_said_in_words_in_both_languages(desk):
    from arbitro.desk.entry import Entry
    from arbitro.desk.fold import FOLDS
    from arbitro.desk.words import describe
    from arbitro.i18n import speaking

    open_ = desk()
    open_.start(4)
    some = {
        "configure": {"changes": {"city": "x"}}, "enter": {"players": [{"player": {"name": "Ana"}}] * 5},
        "challenge": {"challenger": 1, "opponent": 2},
        "challenge-games": {"challenger": 1, "opponent": 2, "games": "LD"},
        "edit-player": {"id": 1}, "remove": {"ids": [1]}, "check-in": {"ids": [1, 99], "present": True},
        "bye": {"id": 1, "round": 2, "outcome": None}, "withdraw": {"id": 2, "excluded": True}, "return": {"id": 2},
        "team": {"team": {"name": "T"}}, "team-remove": {"team": 1}, "team-withdraw": {"team": 1},
        "team-return": {"team": 1}, "team-bye": {"team": 1, "round": 2, "outcome": "HALF_BYE"},
        "line-up": {"team": 1, "round": 1}, "manual": {"round": 1, "on": True}, "incident": {"text": "a phone rang"},
        "result": {"round": 1, "board": 1, "white": "WIN", "black": "LOSS", "points": [15, 5]},
        "tick": {"item": "clocks"}, "remark": {"about": "import", "text": "x"}, "ranks": {"ranks": {"1": 1}},
        "report": {"round": 1, "board": 1, "id": 1, "result": "1-0"},
        "decide": {"winner": 1, "loser": 2}, "accept-damage": {"entry": 3},
        "team-points": {"team": 1, "round": 0, "match_points": -10}, "points": {"id": 1, "round": 1, "points": -5},
        "ruling": {"rulings": [{"incident": {"round": 1, "board": 1, "text": "a phone rang"}}]},
        "ratings": {"round": 2, "ratings": {"1": 2400}}, "tie-values": {"name": "EXT", "values": {}},
        "game": {"games": [{"round": 1, "board": 2}]}, "game-remove": {"games": [[1, 2, 0]]},
    }  # fmt: skip
    for kind in FOLDS:
        entry = Entry(1, kind, some.get(kind, {"round": 1}))
        said = [describe(entry, open_.state)]
        with speaking("es"):
            said.append(describe(entry, open_.state))
        assert said[0] != kind
        assert said[0] != said[1] or kind == "remark", kind


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


def rewritten(path, change) -> None:
    """The copy with its parts changed by somebody who also puts the sums right."""
    import zipfile
    from hashlib import sha256

    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist() if name != "SHA256SUMS"}
    change(parts)
    sums = "".join(f"{sha256(data).hexdigest()}  {name}\n" for name, data in parts.items())
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in (*parts.items(), ("SHA256SUMS", sums.encode())):
            archive.writestr(name, data)


HEAD, JOURNAL = "event.json", "journal-open.jsonl"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda parts: parts.pop(HEAD), HEAD),
        (lambda parts: parts.update({HEAD: b"[]"}), "broken"),
        (lambda parts: parts.update({HEAD: parts[HEAD].replace(b'"format": 2', b'"format": 9')}), "format 9"),
        (lambda parts: parts.update({JOURNAL: b"{}\n"}), "number"),
        (lambda parts: parts.update({JOURNAL: b"nothing\n"}), "broken"),
        (lambda parts: parts.update({JOURNAL: parts[JOURNAL].replace(b"Player 1", b"Player X")}), "unbroken chain"),
    ],
)
def test_a_copy_that_was_tampered_with_is_refused_in_words(desk, tmp_path, change, said):
    from arbitro.i18n import speaking

    open_ = desk()
    open_.start(4)
    path = backup.save(open_.event, tmp_path)
    rewritten(path, change)
    with pytest.raises(FileError, match=said) as english:
        backup.read(path)
    with speaking("es"), pytest.raises(FileError) as spanish:
        backup.read(path)
    assert spanish.value.expected != english.value.expected


def test_a_copy_without_sums_or_of_a_newer_program_is_refused(desk, tmp_path):
    import zipfile

    from arbitro.desk.commands import Draft

    open_ = desk()
    path = backup.save(open_.event, tmp_path)
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist() if name != "SHA256SUMS"}
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in parts.items():
            archive.writestr(name, data)
    with pytest.raises(FileError, match="SHA256SUMS"):
        backup.read(path)
    store.append_all(open_.section.pk, [Draft("teleport", {})], who="the future")
    with pytest.raises(ArbitroError, match="newer version"):
        backup.read(backup.save(open_.event, tmp_path))


def test_old_backups_are_cleared_away(desk, tmp_path):
    open_ = desk()
    for hour in ("08", "09", "10"):
        (tmp_path / f"open-20200105T{hour}0000000000.arbitro").write_bytes(b"")
    (tmp_path / "open-final.arbitro").write_bytes(b"")  # a name of somebody's own
    new = backup.save(open_.event, tmp_path)
    kept = ["open-20200105T100000000000.arbitro", new.name, "open-final.arbitro"]
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(kept)


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
    assert re.search(r"^### Correction @ Round 1: \d-\d: 1-0 => 0-1 \(scoresheets checked\)$", text, re.MULTILINE)
    assert parse(text).tournament.unknown_lines
