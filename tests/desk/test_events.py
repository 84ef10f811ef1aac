"""Events with several tournaments, their copies, imports and what the settings mean."""

from __future__ import annotations

import pytest

from arbitro.desk import backup, store
from arbitro.desk.advice import competition_report, facts
from arbitro.desk.commands import Level, Role
from arbitro.desk.events import create_event, create_section, playing_elsewhere
from arbitro.desk.formats import rounds_misfit
from arbitro.desk.importing import Discrepancy, compare, import_tournament, looked_at
from arbitro.desk.models import Event
from arbitro.desk.settings import Settings
from arbitro.desk.state import State
from arbitro.desk.tables import places, ranked
from arbitro.errors import Refused
from arbitro.i18n import speaking


def test_a_player_is_in_one_tournament_of_an_event(desk):
    a = desk(name="A")
    b = create_section(a.event, {"name": "B"}, who="ana", role=Role.OWNER)
    a("enter", players=[{"name": "Ana Ruiz", "fide_id": "17"}, {"name": "Eva"}])

    def enter_in_b(confirm: int, **player: str) -> None:
        store.execute(b.pk, "enter", {"players": [player]}, who="ana", role=Role.OWNER, confirm=confirm)

    for player in ({"name": "Ruiz, Ana", "fide_id": "17"}, {"name": "EVA"}):
        with pytest.raises(store.NeedsConfirmation, match="another tournament of this event: A") as question:
            enter_in_b(0, **player)
        assert question.value.level is Level.CONFIRM
    enter_in_b(0, name="Zoe")
    enter_in_b(3, name="Eva")
    assert playing_elsewhere(b)["17"] == a.section
    a("withdraw", id=1)
    enter_in_b(0, name="Ruiz, Ana", fide_id="17")


def test_a_finished_tournament_does_not_hold_its_players(desk):
    a = desk(name="A", rounds=1)
    b = create_section(a.event, {"name": "B"}, who="ana", role=Role.OWNER)
    a.start(2)
    a.finish_round()
    store.execute(b.pk, "enter", {"players": [{"name": "Player 1"}]}, who="ana", role=Role.OWNER)


@pytest.mark.django_db(transaction=True)
def test_copies_are_made_on_a_schedule(desk, tmp_path, monkeypatch):
    monkeypatch.setenv("ARBITRO_BACKUPS", str(tmp_path))
    open_ = desk()
    assert backup.copy_if_due(open_.section.pk) is None  # switched off in the tests
    monkeypatch.setenv("ARBITRO_BACKUP_MINUTES", "10")
    made = []
    monkeypatch.setattr(backup, "_copy", lambda event: made.append(event))
    thread = backup.copy_if_due(open_.section.pk)
    thread.join()
    assert backup.copy_if_due(open_.section.pk) is None  # ten minutes are not over
    monkeypatch.setattr(backup.time, "monotonic", lambda: backup._last_copy[open_.event.pk] + 601)
    backup.copy_if_due(open_.section.pk).join()
    assert made == [open_.event.pk] * 2
    backup._last_copy.clear()
    backup._event_of.clear()


def test_a_scheduled_copy_is_a_whole_one_and_a_fresh_one_is_enough(desk, tmp_path, monkeypatch):
    monkeypatch.setenv("ARBITRO_BACKUPS", str(tmp_path))
    open_ = desk()
    open_.start(4)
    assert backup._age_of_newest(open_.event.pk) > 1e8
    path = backup.save(open_.event, backup.backup_folder())
    assert backup._age_of_newest(open_.event.pk) < 60
    assert len(backup.read(path).sections[0].entries) == open_.state.number


def test_a_copy_that_cannot_be_made_does_not_stop_a_risky_act(desk, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("ARBITRO_BACKUPS", str(tmp_path / "file" / "below"))
    open_ = desk()
    open_.start(4)
    open_("unpair")
    assert not open_.state.rounds


def test_what_a_schedule_cannot_be(monkeypatch):
    for text, minutes in (("x", 10), ("-3", 0), ("2.5", 2.5)):
        monkeypatch.setenv("ARBITRO_BACKUP_MINUTES", text)
        assert backup.minutes_between_copies() == minutes


def test_an_imported_event_goes_on_here_and_all_that_was_adjusted_is_in_the_log(desk):
    from dataclasses import replace

    from arbitro.desk.integrity import log
    from arbitro.model import Forbidden

    source = desk(name="Source")
    source.start(7)
    source.finish_round()
    source("bye", id=7, round=2)
    source.next_round()
    source.finish_round("½-½")
    file = replace(source.tournament, forbidden=(Forbidden((1, 2), 3, 3),), unknown_lines=("999 x",))
    event = Event.objects.create(slug="copy", name="Copy")
    imported = import_tournament(event, looked_at(file), who="ana", role=Role.OWNER)
    said = " ".join(imported.adjustments)
    assert "some rounds only" in said
    assert "not understood" in said
    assert [line.text for line in log(imported.section.pk)][1:] == list(imported.adjustments)
    assert store.tournament_of(imported.section.pk).scores() == source.tournament.scores()
    changed = dict(zip(("white", "black"), ("WIN", "LOSS"), strict=True))
    assert changed
    source("pair")
    store.execute(imported.section.pk, "pair", {}, who="ana", role=Role.OWNER)
    boards = store.state_of(imported.section.pk).rounds[2].boards
    assert [(b.white, b.black) for b in boards.values()] == [
        (b.white, b.black) for b in source.state.rounds[2].boards.values()
    ]


def test_an_import_says_which_rounds_the_engine_pairs_otherwise(desk):
    source = desk(name="Source")
    source.start(4)
    source.finish_round()
    source("pair")
    one, two = source.state.rounds[0].boards[1], source.state.rounds[0].boards[2]
    source("manual", on=True)
    source("override", boards=[
        {"board": 1, "white": one.white, "black": one.black}, {"board": 2, "white": two.white, "black": two.black},
    ])  # fmt: skip
    source("manual", on=False)
    source("publish")
    event = Event.objects.create(slug="copy", name="Copy")
    imported = import_tournament(event, looked_at(source.tournament), who="ana", role=Role.OWNER)
    assert [note for note in imported.adjustments if "otherwise" in note] == [
        "Round 2 is paired otherwise by our engine."
    ]


def test_forbidden_pairs_of_single_rounds_come_in_with_their_rounds(desk):
    from dataclasses import replace

    from arbitro.model import Forbidden

    source = desk(name="Source")
    source.start(4)
    source.finish_round()
    file = replace(source.tournament, forbidden=(Forbidden((1, 2), 1, 1), Forbidden((1, 4))))
    event = Event.objects.create(slug="copy", name="Copy")
    imported = import_tournament(event, looked_at(file), who="ana", role=Role.OWNER)
    assert set(store.tournament_of(imported.section.pk).forbidden) == set(file.forbidden)
    assert not any("some rounds only" in note for note in imported.adjustments)


def test_what_a_file_states_and_no_rule_can_use_is_left_as_usual_and_said(desk):
    from dataclasses import replace

    source = desk(name="Source")
    source.start(4)
    info = replace(source.tournament.info, start="31.12.25", tie_breaks=("BH", "GLORY"))
    file = replace(source.tournament, info=info)
    event = Event.objects.create(slug="copy", name="Copy")
    imported = import_tournament(event, looked_at(file), who="ana", role=Role.OWNER)
    settings = store.state_of(imported.section.pk).settings
    assert (settings.start, settings.tiebreaks) == ("", ("BH",))  # the known ones stay
    said = " ".join(imported.adjustments)
    assert "31.12.25" in said
    assert "Tie-breaks not known here, left out: GLORY" in said


def test_points_are_given_in_tenths_or_as_people_write_them(desk):
    open_ = desk(scoring={"win": "3", "draw": "1", "pairing_bye": "1½"}, late_points="½")
    assert (open_.state.settings.scoring.win, open_.state.settings.scoring.draw) == (30, 10)
    assert (open_.state.settings.scoring.pairing_bye, open_.state.settings.late_points) == (15, 5)
    assert (open_.state.settings.scoring.forfeit_win, open_.state.settings.scoring.half_bye) == (30, 10)


def test_teams_come_in_with_their_matches(desk):
    from arbitro.files.trf import parse, write
    from arbitro.model.team_results import team_scores
    from tests.desk.test_formats import with_teams

    cup = with_teams(desk, 4, system="team", rounds=3)
    cup.next_round()
    cup.finish_round("1-0")
    file = parse(write(cup.tournament, version=26)).tournament
    event = Event.objects.create(slug="copy", name="Copy")
    imported = import_tournament(event, looked_at(file), who="ana", role=Role.OWNER)
    copy = store.tournament_of(imported.section.pk)
    assert team_scores(copy) == team_scores(cup.tournament)
    assert sorted(store.state_of(imported.section.pk).rounds[0].matches) == sorted(cup.state.rounds[0].matches)


def test_shadow_mode_compares_pairs_results_scores_and_ranks(desk):
    from dataclasses import replace

    from arbitro.model import Colour, Outcome, PlayerRound, absent

    open_ = desk()
    open_.start(4)
    open_.finish_round()
    here = open_.tournament
    stated = {n: place for place, n in enumerate(ranked(open_.state, here), 1)}
    ours = places(open_.state, here)
    same = replace(here, players=tuple(replace(p, stated_rank=stated[p.number]) for p in here.players))
    assert compare(here, same, ours) == []
    first, *others = here.results
    drawn = first[0]._replace(outcome=Outcome.DRAW)
    there = replace(same, results=((PlayerRound(*drawn),), *others))
    assert {d.what for d in compare(here, there, ours)} == {"result", "score"}
    moved = tuple(replace(p, stated_rank=5 - stated[p.number]) for p in here.players)
    assert [d.what for d in compare(here, replace(here, players=moved), ours)] == ["rank"] * 4
    shared = tuple(replace(p, stated_rank=ours[p.number][0]) for p in here.players)  # nothing separates the winners
    assert len({p.stated_rank for p in shared}) < 4 and compare(here, replace(here, players=shared), ours) == []
    ahead = replace(there, results=tuple((*rounds, absent(2)) for rounds in there.results))
    assert [(d.round, d.what) for d in compare(here, ahead, ours)] == [(1, "result"), (1, "score")]
    turned = tuple((rounds[0]._replace(colour=Colour.WHITE if rounds[0].colour is Colour.BLACK else Colour.BLACK),)
                   for rounds in here.results)  # fmt: skip
    colours = compare(here, replace(here, results=turned), ours)
    assert len(colours) == 4 and all(d.what == "pairing" and d.here != d.there for d in colours)
    open_.next_round()
    paired, known = open_.tournament, places(open_.state, open_.tournament)
    over = tuple((*rounds[:-1], rounds[-1]._replace(outcome=Outcome.DRAW)) for rounds in paired.results)
    results = [Discrepancy(2, "result", f"{n}  ", f"{n} =") for n in paired.numbers]  # points and ranks wait for them
    assert len(paired.games(2)) == 2 and compare(paired, replace(same, results=over), known) == results
    fewer = replace(here, players=here.players[:3], results=here.results[:3])
    assert [d.what for d in compare(here, fewer)] == ["player"]


def test_the_advice_does_not_miss_what_the_settings_say():
    settings = Settings(name="x", default_time=15, keep_apart=("club",))
    texts = " ".join(f.text for f in competition_report(State(settings=settings)))
    for stated in ("default time", "Pairing system", "Tie-breaks", "Half-point byes", "rated"):
        assert f"{stated}: not stated" not in texts
    assert "Smoking: not stated" in texts
    more = settings.with_changes({"stated": {"smoking": "only outside", "appeals": {"deadline_min": 30}}})
    texts = " ".join(f.text for f in competition_report(State(settings=more)))
    assert "Smoking" not in texts
    assert "time limit" not in texts


def test_the_rating_list_follows_the_time_control_that_was_typed(desk):
    rapid = desk(time_control="15+10")
    assert rapid.state.settings.rating_list.value == "rapid"
    rapid("configure", changes={"time_control": "3 min + 2 s"})
    assert rapid.state.settings.rating_list.value == "blitz"
    rapid("configure", changes={"rating_list": "standard"})
    rapid("configure", changes={"time_control": "10+5"})
    assert rapid.state.settings.rating_list.value == "standard"  # somebody chose it


def test_one_round_is_not_several():
    short = Settings(name="x", rounds=3)
    assert rounds_misfit(short, 2).startswith("2 can play 1 round without")
    with speaking("es"):
        assert rounds_misfit(short, 2).startswith("2 pueden jugar 1 ronda sin")


def test_facts_about_the_time_control():
    assert "standard" in facts(Settings(name="x"))[0].text
    assert facts(Settings(name="x", time_control="300+3"))[1].level == "must"
    assert facts(Settings(name="x", time_control="25 min"))[0].text.endswith("takes up to 50 min.")
    assert facts(Settings(name="x", time_control="90+30"))[0].text.endswith("takes up to 4 h 0 min.")
    assert facts(Settings(name="x", time_control="when you like"))[0].level == "must"


@pytest.mark.parametrize(
    "changes",
    [{"rounds": "x"}, {"tiebreaks": [1]}, {"public": 1}, {"plan": []}, {"system": "x"}, {"scoring": {"fun": 3}},
     {"stated": {"weather": "fine"}}, {"stated": {"appeals": {"judge": 1}}}, {"name": "  "}, {"city": True},
     {"tiebreaks": ["NOPE"]}, {"keep_apart": ["shoe size"]}, {"start_order": "height"}, {"acceleration": "rocket"},
     {"language": "xx"}, {"board_colours": ""}, {"board_colours": "WXB"}, {"editions": {"swiss": "1066"}},
     {"start": "tomorrow"}, {"start": "2026-05-02", "end": "2026-05-01"}, {"round_times": ["2026-05-01 noon"]},
     {"half_bye_last_round": 99}, {"late_points": 11}, {"late_points": -1}, {"late_points": True}, {"prizes": "["},
     {"plan": {"wheels": 4}}, {"scoring": {"win": 3.5}}, {"scoring": "3-1-0"}, {"scoring": None}, {"rounds": True},
     {"rounds": 3.7}],
)  # fmt: skip
def test_settings_that_cannot_be(desk, changes):
    with pytest.raises(Refused):
        desk()("configure", changes=changes)


def test_hidden_characters_of_a_file_are_shown_as_such_and_noted(db):
    from dataclasses import replace

    from arbitro.files.trf import read
    from tests.files.tournaments import WORKED

    found = read(WORKED).tournament
    odd = replace(found, players=(replace(found.players[0], name="Ana\u202eanA\x00"), *found.players[1:]))
    imported = import_tournament(create_event("Odd"), looked_at(odd), who="ana", role=Role.OWNER)
    assert "Characters that cannot be shown were replaced." in imported.adjustments
    names = [e.name for e in store.state_of(imported.section.pk).entrants.values()]
    assert "Ana�anA�" in names
