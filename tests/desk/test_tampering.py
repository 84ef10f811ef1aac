"""What is written stays what was written: rows changed by hand are noticed, damaged events are not copied as good ones,
copies that went different ways are told apart and merged."""

from __future__ import annotations

import json
import tracemalloc
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import pytest
from django.db import connection

from arbitro.desk import backup, chain, integrity, store
from arbitro.desk.models import JournalEntry
from arbitro.errors import ArbitroError, FileError

COLUMNS = {
    "number": 900,
    "kind": "remark",
    "payload": '{"round": 1, "board": 2, "white": "WIN", "black": "LOSS"}',
    "version": 1,
    "touches": "[]",
    "who": "somebody",
    "at": "2001-01-01T00:00:00.000+00:00",
    "why": "another reason",
    "remark": "another remark",
    "digest": "0" * 64,
    "signature": "",
}


def played(desk):
    open_ = desk()
    open_.start(6)
    open_("result", board=1, result="1-0", why="signed slip")
    open_("result", board=1, result="0-1", why="the slip was read wrongly")
    open_("result", board=2, result="1-0")
    return open_


def change(section: int, at_number: int, /, **columns: object) -> None:
    """A row changed behind the program's back."""
    with connection.cursor() as cursor:
        for name, value in columns.items():
            cursor.execute(
                f"UPDATE desk_journalentry SET {name} = %s WHERE section_id = %s AND number = %s",
                [value, section, at_number],
            )
    store.forget()


def test_every_column_is_listed():
    assert {field.column for field in JournalEntry._meta.fields} == {"id", "section_id", *COLUMNS}


@pytest.mark.parametrize("name", COLUMNS)
def test_a_change_of_any_column_is_noticed_and_named(desk, tmp_path, name):
    open_ = played(desk)
    section = open_.section.pk
    number = store.state_of(section).number - 1
    assert store.broken(section) is None
    change(section, number, **{name: COLUMNS[name]})
    checked = integrity.verified(open_.section)
    assert checked.broken is not None
    assert checked.broken.number in (number, number + 1)
    with pytest.raises(backup.Damaged, match=str(checked.broken.number)):
        backup.save(open_.event, tmp_path)
    assert not list(tmp_path.glob("*.arbitro"))
    try:
        assert store.broken(section) == checked.broken
    except ArbitroError as error:  # no state follows from what is there now
        assert "damaged" in str(error)


def test_a_row_moved_to_another_tournament_or_deleted_is_noticed(desk):
    open_, other = played(desk), desk(name="Other")
    number = store.state_of(open_.section.pk).number
    change(open_.section.pk, number - 1, section_id=other.section.pk)
    assert integrity.verified(open_.section).broken.number == number - 1
    assert integrity.verified(other.section).broken is not None


def test_a_chain_computed_anew_by_hand_has_no_signature_of_ours(desk):
    open_ = played(desk)
    section = open_.section.pk
    previous, started = "", False
    for entry in store.entries(section):
        if entry.kind == "result" and entry.payload["white"] == "LOSS":
            started = True
            payload = {**entry.payload, "white": "WIN", "black": "LOSS"}
            change(section, entry.number, payload=json.dumps(payload))
            entry = next(e for e in store.entries(section) if e.number == entry.number)
        digest = chain.digest(previous, entry)
        if started:
            change(section, entry.number, digest=digest)
        previous = digest
    found = integrity.verified(open_.section).broken
    assert found is not None
    assert not found.digest
    assert "not signed by this installation" in str(found)


def test_new_entries_are_checked_as_they_come_in(desk):
    open_ = played(desk)
    section = open_.section.pk
    assert store.broken(section) is None
    open_("result", board=3, result="1-0")
    last = store.entries(section)[-1]
    with connection.cursor() as cursor:  # another process has read up to the entry before
        cursor.execute(
            "UPDATE desk_journalentry SET why = 'x' WHERE section_id = %s AND number = %s", [section, last.number]
        )
    assert store.broken(section).number == last.number


def test_a_damaged_journal_goes_on_once_that_is_decided_and_its_report_says_so(desk):
    open_ = played(desk)
    change(open_.section.pk, 7, remark="nothing happened")
    report = integrity.report(open_.section.pk, open_.state)
    assert any("damaged: entry 7" in line for line in report.unknown_lines)
    for act in (lambda: open_("result", board=3, result="1-0"), lambda: open_("accept-damage", entry=6)):
        with pytest.raises(ArbitroError, match="entry 7 is not as it was written"):
            act()
    open_("accept-damage", entry=7)
    open_("result", board=3, result="1-0")
    assert store.broken(open_.section.pk).number == 7
    change(open_.section.pk, 4, why="another")  # and again, earlier
    with pytest.raises(store.Damaged, match="entry 4"):
        open_("result", board=3, result="0-1")


def test_a_changed_key_is_named_and_the_owner_can_sign_anew(desk, settings):
    open_ = played(desk)
    before = chain.fingerprint()
    settings.SECRET_KEY = "another key of more than thirty-two letters"
    store.forget()
    assert chain.fingerprint() != before
    assert integrity.verified(open_.section).broken.number == 1
    integrity.sign_anew(open_.section)
    assert integrity.verified(open_.section).broken is None


def test_signing_anew_accepts_no_entry_that_was_changed(desk):
    open_ = played(desk)
    change(open_.section.pk, 8, why="another")
    integrity.sign_anew(open_.section)
    assert integrity.verified(open_.section).broken.number == 8


def test_the_last_digest_and_the_key_stand_in_the_report_and_in_copies(desk, tmp_path):
    open_ = played(desk)
    number, digest = store.head(open_.section.pk)
    report = integrity.report(open_.section.pk, open_.state)
    assert f"### journal {number} {digest} key {chain.fingerprint()}" in report.unknown_lines
    with zipfile.ZipFile(backup.save(open_.event, tmp_path)) as archive:
        head = json.loads(archive.read("event.json"))
    assert head["key"] == chain.fingerprint()
    assert head["sections"][0]["digest"] == digest


def rehashed(path: Path, *, key: str | None = None) -> Path:
    """A copy in which somebody changed a result and computed every sum and digest anew."""
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    rows = [json.loads(line) for line in parts["journal-open.jsonl"].splitlines()]
    previous = ""
    for row in rows:
        if row["kind"] == "result" and row["payload"]["board"] == 2:
            row["payload"] |= {"white": "LOSS", "black": "WIN"}
        row["digest"] = previous = chain.digest(previous, store.Entry(**row))
        if key is not None:
            row["signature"] = f"{key}:{'0' * 64}" if key else ""
    parts["journal-open.jsonl"] = b"".join(json.dumps(row, sort_keys=True).encode() + b"\n" for row in rows)
    del parts["SHA256SUMS"]
    sums = "".join(f"{sha256(data).hexdigest()}  {name}\n" for name, data in parts.items())
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in (*parts.items(), ("SHA256SUMS", sums.encode())):
            archive.writestr(name, data)
    forged = path.with_name("forged.arbitro")
    forged.write_bytes(out.getvalue())
    return forged


@pytest.mark.parametrize("key", [None, ""])
def test_a_copy_rehashed_by_hand_is_recognised(desk, tmp_path, key):
    open_ = played(desk)
    copy = backup.save(open_.event, tmp_path)
    with pytest.raises(FileError, match="not signed by this installation"):
        backup.read(rehashed(copy, key=key))


def test_a_copy_signed_elsewhere_is_read_and_its_key_named(desk, tmp_path, settings):
    open_ = played(desk)
    copy = backup.save(open_.event, tmp_path)
    theirs = chain.fingerprint()
    open_.event.delete()
    settings.SECRET_KEY = "the key of another laptop, long enough for it"
    store.forget()
    found = backup.read(copy)
    assert found.key == theirs
    event = backup.restore(found)
    assert integrity.verified(event.sections.get()).broken is None


def test_entries_of_the_first_version_keep_their_digests(desk):
    old = store.Entry(1, "create", {"settings": {}}, "ana", "2026-01-01T00:00:00.000+00:00", "", 1)
    new = store.Entry(1, "create", {"settings": {}}, "ana", "2026-01-01T00:00:00.000+00:00", "", 2)
    plain = ["", 1, "create", {"settings": {}}, 1, "ana", "2026-01-01T00:00:00.000+00:00", ""]
    text = json.dumps(plain, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    assert chain.digest("", old) == sha256(text.encode()).hexdigest()
    assert chain.digest("", new) != chain.digest("", store.Entry(**{**new_fields(new), "remark": "x"}))


def new_fields(entry: store.Entry) -> dict[str, object]:
    return {name: getattr(entry, name) for name in entry.__slots__}


# -- a long journal is looked at, not held


def test_checking_and_copying_hold_no_long_journal(desk, tmp_path, monkeypatch):
    monkeypatch.setattr(store, "PART", 50)
    open_ = played(desk)
    section = open_.section.pk
    result = store.prepare(open_.state, "result", {"board": 3, "result": "1-0"})

    def needed(more: int) -> tuple[int, int]:
        """The memory that each act takes at most, in bytes, after so many more entries."""
        store.append_all(section, [result] * more, who="ana")
        store.state_of(section)
        return most_memory(lambda: store.recheck(section)), most_memory(lambda: backup.save(open_.event, tmp_path))

    short, long = needed(300), needed(500)
    for before, after in zip(short, long, strict=True):
        assert after - before < 500 * 600  # the packed copy itself; an entry that is read takes 1,400 bytes


def most_memory(act: Callable[[], object]) -> int:
    tracemalloc.start()
    act()
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most


# -- copies by age


def test_copies_go_by_age_and_a_good_one_always_stays():
    now = datetime(2026, 11, 16, 12, tzinfo=UTC)
    hours = [0, 1, 5, 23, 26, 30, 50, 51, 24 * 40, 24 * 40 + 3, 24 * 48, 24 * 49]
    copies = {Path(f"{h}"): now - timedelta(hours=h) for h in hours}
    gone = {path.name for path in backup.outdated(copies, now)}
    assert not {"0", "1", "5", "23"} & gone  # all of the last day
    assert {"30", "51"} <= gone  # one a day
    assert str(24 * 40 + 3) in gone  # one a week
    assert str(24 * 48) not in gone or str(24 * 49) not in gone
    assert set(copies) - set(map(Path, gone))


def test_a_damaged_event_rotates_no_good_copy_out(desk, tmp_path):
    open_ = played(desk)
    good = backup.save(open_.event, tmp_path)
    change(open_.section.pk, 5, why="changed")
    for _ in range(3):
        with pytest.raises(backup.Damaged):
            backup.save(open_.event, tmp_path)
    assert backup.copies_of(open_.event.slug, tmp_path) == [good]
    evidence = backup.save(open_.event, tmp_path, damaged=True)
    assert evidence.suffix == ".damaged"
    assert good.exists()


# -- the number that a page has seen, and the clock


def test_a_page_that_has_seen_more_than_the_journal_holds_is_refused(desk):
    open_ = played(desk)
    last = open_.state.number
    with pytest.raises(store.Conflict, match="restored"):
        store.execute(
            open_.section.pk, "result", {"board": 3, "result": "1-0"}, who="ana",
            role=store.Role.OWNER, expected=last + 1,
        )  # fmt: skip
    with pytest.raises(store.Conflict, match="restored"):
        store.undo(open_.section.pk, who="ana", role=store.Role.OWNER, expected=last + 1)
    assert open_.state.number == last


def test_a_clock_that_has_gone_back_is_remarked(desk):
    import time_machine

    open_ = played(desk)
    with time_machine.travel(datetime.now(UTC) - timedelta(hours=1), tick=False):
        open_("result", board=3, result="1-0")
    line = integrity.log(open_.section.pk)[-1]
    assert "clock has gone back" in line.text


# -- copies that went different ways


def two_ways(desk, tmp_path):
    """The same tournament on two laptops: here board 1 and 2 are recorded, there board 1 otherwise, and board 3."""
    open_ = desk()
    open_.start(8)
    common = backup.save(open_.event, tmp_path)
    open_("result", board=1, result="1-0")
    open_("result", board=3, result="½-½")
    there = backup.read(backup.save(open_.event, tmp_path))
    open_.event.delete()
    store.forget()
    event = backup.restore(backup.read(common))
    open_.event, open_.section = event, event.sections.get()
    open_("result", board=1, result="0-1")
    open_("result", board=2, result="1-0")
    return open_, there


def test_the_comparison_names_boards_and_players(desk, tmp_path):
    open_, there = two_ways(desk, tmp_path)
    (found,) = backup.compare(open_.event, there)
    assert found.diverged
    assert [text for _entry, text, in_copy in found.said() if in_copy] == [
        "Round 1, board 1: 1-0",
        "Round 1, board 3: ½-½",
    ]
    what = {(line.round, line.what) for line in found.differences()}
    assert what == {(1, "result")}  # the round is not over: points would only say the results again
    with pytest.raises(ArbitroError, match="different ways"):
        backup.restore(there)


def test_the_comparison_names_the_data_of_a_player_that_differ(desk, tmp_path):
    open_ = desk()
    open_.start(4)
    common = backup.save(open_.event, tmp_path / "common")
    first = open_.state.entrants[1]
    open_("edit-player", id=1, player={"club": "Theirs"})
    there = backup.read(backup.save(open_.event, tmp_path))
    open_.event.delete()
    store.forget()
    event = backup.restore(backup.read(common))
    open_.event, open_.section = event, event.sections.get()
    open_("edit-player", id=1, player={"club": "Ours"})
    (found,) = backup.compare(open_.event, there)
    said = f"Data of {first.player.name} corrected"
    assert [text for _entry, text, _in_copy in found.said()] == [f"{said}: Ours", f"{said}: Theirs"]


@pytest.mark.parametrize("theirs", [False, True])
def test_other_boards_merge_and_the_same_board_is_asked(desk, tmp_path, theirs):
    open_, there = two_ways(desk, tmp_path)
    asked = []

    def ask(mine: str, other: str) -> bool:
        asked.append((mine, other))
        return theirs

    merged = backup.merge(open_.event, there, who="ana", ask=ask)
    store.forget()
    boards = open_.state.rounds[0].boards
    assert boards[3].white_outcome.name == "DRAW"
    assert boards[2].white_outcome.name == "WIN"
    assert boards[1].white_outcome.name == ("WIN" if theirs else "LOSS")
    assert len(asked) == 1
    assert "board 1" in asked[0][0]
    assert len(merged.written) == (2 if theirs else 1)
    assert integrity.verified(open_.section).broken is None
    assert any(line.text.startswith("Merged") for line in integrity.log(open_.section.pk))


def test_players_entered_on_both_sides_get_numbers_of_their_own(desk, tmp_path):
    open_ = desk()
    open_("enter", players=[{"name": "Ana"}])
    common = backup.save(open_.event, tmp_path)
    open_("enter", players=[{"name": "Blas"}])
    open_("edit-player", id=2, entrant_fields={"note": "pays later"})
    there = backup.read(backup.save(open_.event, tmp_path))
    open_.event.delete()
    store.forget()
    event = backup.restore(backup.read(common))
    open_.event, open_.section = event, event.sections.get()
    open_("enter", players=[{"name": "Clara"}])
    merged = backup.merge(event, there, who="ana", ask=lambda mine, theirs: False)
    assert not merged.left
    names = {e.name: e for e in open_.state.entrants.values()}
    assert set(names) == {"Ana", "Blas", "Clara"}
    assert names["Blas"].note == "pays later"
    assert names["Clara"].note == ""


def test_a_report_and_the_journal_look_at_the_whole_journal_again(desk):
    """A change behind the back of a running program: it had read the entry before."""
    from arbitro.desk import integrity
    from arbitro.desk.models import JournalEntry

    open_ = desk()
    open_.start(4)
    row = JournalEntry.objects.filter(section=open_.section, kind="enter").first()
    kept = row.payload
    JournalEntry.objects.filter(pk=row.pk).update(payload=kept | {"forged": 1})
    assert store.broken(open_.section.pk) is None
    report = integrity.report(open_.section.pk, store.state_of(open_.section.pk))
    assert any("damaged" in line for line in report.unknown_lines)
    assert store.broken(open_.section.pk).number == row.number
    JournalEntry.objects.filter(pk=row.pk).update(payload=kept)
    assert store.recheck(open_.section.pk) is None and store.broken(open_.section.pk) is None
