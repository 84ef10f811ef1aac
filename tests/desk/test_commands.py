"""Each command and the rule that forbids it."""

from __future__ import annotations

import pytest

from arbitro.desk import store
from arbitro.desk.commands import Level, Role
from arbitro.desk.commands.results import Unchanged
from arbitro.errors import Refused
from arbitro.i18n import speaking
from arbitro.model import Colour, Outcome, points


def test_the_number_of_rounds_is_fixed_once_round_1_is_paired(desk):  # C.04.1 a
    open_ = desk()
    open_("configure", changes={"rounds": 7})
    open_.start(8)
    with pytest.raises(Refused, match=r"C\.04\.1 a"):
        open_("configure", changes={"rounds": 9})


def test_two_draws_may_not_beat_a_win_and_a_loss(desk):
    with pytest.raises(Refused, match="Two draws"):
        desk(scoring={"win": 10, "draw": 7, "loss": 0})


def test_the_pairing_bye_is_never_worth_more_than_a_win(desk):
    with pytest.raises(Refused, match="bye"):
        desk(scoring={"pairing_bye": 20})


def test_a_player_is_entered_once(desk):
    open_ = desk()
    open_("enter", players=[{"name": "Ana Ruiz", "fide_id": "123"}])
    with pytest.raises(Refused, match="already"):
        open_("enter", players=[{"name": "Ruiz, Ana", "fide_id": "123"}])
    with pytest.raises(Refused, match="already"):
        open_("enter", players=[{"name": "ana  ruiz"}])
    assert len(open_.state.entrants) == 1


def test_all_or_nothing_when_one_of_many_entries_is_wrong(desk):
    open_ = desk()
    with pytest.raises(Refused):
        open_("enter", players=[{"name": "Ana"}, {"name": "", "rating": 1}])
    assert not open_.state.entrants


def test_the_start_list_goes_by_rating_title_and_name(desk):  # C.04.2 B.2
    open_ = desk()
    open_(
        "enter",
        players=[
            {"name": "Zoe", "rating": 2000},
            {"name": "Bea", "rating": 2000},
            {"name": "Eva", "rating": 2000, "title": "FM"},
            {"name": "Mia", "rating": 2100},
        ],
    )
    open_("number")
    assert [p.name for p in open_.tournament.players] == ["Mia", "Eva", "Bea", "Zoe"]


def test_a_pairing_needs_numbers_and_a_drawn_colour(desk):
    open_ = desk()
    open_("enter", players=[{"name": "A"}, {"name": "B"}])
    with pytest.raises(Refused, match="start list"):
        open_("pair")
    open_("number")
    with pytest.raises(Refused, match="colour"):
        open_("pair")
    open_("lots", sentence="x")
    open_("pair")
    assert open_.state.first_colour in Colour


def test_a_round_is_paired_only_when_the_last_one_is_complete(desk):
    open_ = desk()
    open_.start(4)
    with pytest.raises(Refused, match="missing"):
        open_("pair")
    open_.finish_round()
    open_.next_round()
    assert len(open_.state.rounds) == 2


def test_an_adjourned_game_is_a_draw_for_the_next_pairing_and_finished_later(desk):  # C.04.2 D.1
    open_ = desk()
    open_.start(4)
    open_("result", board=1, result="adjourned")
    open_("result", board=2, result="1-0")
    assert sorted(open_.tournament.scores().values()) == [0, 5, 5, 10]
    open_("pair")
    open_("publish")
    open_("result", board=1, result="1-0", round=1)
    assert sorted(open_.tournament.scores(1).values()) == [0, 0, 10, 10]


def test_half_point_byes_keep_to_the_regulations(desk):  # C.05 6.7.4
    open_ = desk(half_byes=1, rounds=5)
    open_("enter", players=[{"name": f"P{i}"} for i in range(4)])
    open_("bye", id=1, round=2)
    with pytest.raises(Refused, match=r"6\.7\.4"):
        open_("bye", id=1, round=3)
    with pytest.raises(Refused, match=r"6\.7\.4"):
        open_("bye", id=2, round=5)
    open_("edit-player", id=3, entrant_fields={"half_byes_allowed": False})
    with pytest.raises(Refused, match="conditions"):
        open_("bye", id=3, round=2)
    open_("bye", id=1, round=2, outcome=None)
    assert not open_.state.entrants[1].byes


def test_byes_asked_for_with_the_entry_have_the_same_limits(desk):  # C.05 6.7.4
    open_ = desk(half_byes=1, rounds=5)
    for byes, allowed in (({"2": "HALF_BYE", "3": "HALF_BYE"}, True), ({"9": "ZERO_BYE"}, True),
                          ({"5": "HALF_BYE"}, True), ({"2": "HALF_BYE"}, False)):  # fmt: skip
        with pytest.raises(Refused):
            open_("enter", players=[{"player": {"name": "Eva"}, "byes": byes, "half_byes_allowed": allowed}])
    open_("enter", players=[{"player": {"name": "Eva"}, "byes": {"2": "HALF_BYE", "3": "ZERO_BYE"}}])
    assert open_.state.entrants[1].byes == {2: Outcome.HALF_BYE, 3: Outcome.ZERO_BYE}


def test_an_exclusion_is_taken_back_in_two_steps(desk):
    open_ = desk()
    open_.start(4)
    open_("exclude", id=4)
    with pytest.raises(store.NeedsConfirmation) as question:
        open_("return", id=4, confirm=3)
    assert question.value.level is Level.TWO_STEPS
    open_("return", id=4)
    assert not open_.state.entrants[4].excluded


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("check-in", {"ids": []}),
        ("remove", {"ids": []}),
        ("enter", {"players": [{"name": "x" * 200}]}),
        ("lots", {"sentence": "x", "what": "breakfast"}),
        ("incident", {"text": "x", "entrant": 99}),
        ("incident", {"text": "x", "round": -1}),
        ("remark", {"about": "x", "text": " "}),
        ("override", {}),
        ("override", {"boards": [{"board": 1}]}),
        ("override", {"matches": [{"match": 1, "white": 1, "black": 2}]}),
    ],
)
def test_what_cannot_be_meant_is_refused(desk, name, args):
    open_ = desk()
    open_("enter", players=[{"name": f"P{i}"} for i in range(4)])
    open_("number")
    if name == "override":
        open_("lots", sentence="x")
        open_("pair")
        open_("manual", on=True)
    with pytest.raises(Refused):
        open_(name, **args)


def test_a_withdrawn_player_is_not_paired_and_may_come_back_before_the_next_pairing(desk):  # C.04.2 D.2, D.3
    open_ = desk()
    open_.start(4)
    open_("withdraw", id=4)
    open_.finish_round()
    open_("return", id=4)
    open_.next_round()
    assert open_.state.rounds[1].absent == {}
    open_("withdraw", id=4)
    open_.finish_round()
    open_.next_round()
    assert open_.state.rounds[2].absent == {4: Outcome.ABSENT}
    assert open_.state.rounds[2].bye is not None


def test_a_late_entry_takes_his_place_and_nothing_for_the_rounds_missed(desk):  # C.04.2 C.2, C.3
    open_ = desk()
    open_.start(4)
    open_.finish_round()
    open_("enter", players=[{"name": "Late", "rating": 2485}])
    late = open_.state.entrants[5]
    assert open_.state.numbers[5] == 2
    assert late.first_round == 2
    assert open_.tournament.score(2) == points(0)
    open_.next_round()
    assert 5 in {id for b in open_.state.rounds[1].boards.values() for id in (b.white, b.black)} | {
        open_.state.rounds[1].bye
    }


@pytest.mark.parametrize("acceleration", ["", "baku"])
@pytest.mark.parametrize("edition", ["2017", "2026"])
def test_a_late_entry_at_the_head_of_the_list_moves_everyone_down(desk, acceleration, edition):  # C.04.2 C.3
    from arbitro.files.trf import parse, write
    from arbitro.swiss import acceleration as virtual
    from arbitro.swiss.checker import check

    open_ = desk(rounds=9, acceleration=acceleration, editions={"swiss": edition})
    open_.start(9)
    open_.finish_round("½-½")
    before = {id: open_.state.numbers[id] for id in open_.state.entrants}
    closing = open_.state.by_number(virtual.closing_number(open_.tournament)).id
    boards = [(b.white, b.black) for b in open_.state.rounds[0].boards.values()]
    open_("enter", players=[{"name": "Late, Star", "rating": 2700}, {"name": "Late, Low", "rating": 1000}])
    after = open_.state.numbers
    assert after[10] == 1
    assert after[11] == 11
    assert {id: after[id] - 1 for id in before} == before
    assert [(b.white, b.black) for b in open_.state.rounds[0].boards.values()] == boards
    assert open_.state.by_number(virtual.closing_number(open_.tournament)).id == closing  # the person, not the number
    for sign in ("1-0", "0-1"):
        open_.next_round()
        open_.finish_round(sign)
    assert {10, 11} <= {id for b in open_.state.rounds[1].boards.values() for id in (b.white, b.black)} | {
        open_.state.rounds[1].bye
    }
    assert open_.tournament.score(1, 1) == 0
    assert [d.round for d in check(open_.tournament).differences] == []
    assert [d.round for d in check(parse(write(open_.tournament)).tournament).differences] == []


def test_late_entries_keep_their_place_after_numbers_are_frozen(desk):  # C.04.2 B.3, C.3
    open_ = desk(rounds=9)
    open_.start(8)
    for _ in range(4):
        open_.finish_round("½-½")
        open_.next_round()
    open_.finish_round("½-½")
    open_("enter", players=[{"name": "Late", "rating": 2455}])
    assert open_.state.numbers[9] == 5
    assert sorted(open_.state.numbers.values()) == list(range(1, 10))
    open_.next_round()


def test_points_for_the_rounds_that_a_late_entry_missed_are_those_of_the_regulations(desk):  # C.04.2 C.2
    open_ = desk(late_points="½")
    open_.start(4)
    open_.finish_round()
    open_.next_round()
    open_.finish_round("½-½")
    open_("enter", players=[{"name": "Late", "rating": 2600}])
    assert open_.tournament.score(1) == points(1)


def test_a_late_entry_after_round_3_asks_for_confirmation(desk):
    open_ = desk(rounds=9)
    open_.start(8)
    for _ in range(2):
        open_.finish_round("½-½")
        open_.next_round()
    open_.finish_round("½-½")
    with pytest.raises(store.NeedsConfirmation) as question:
        open_("enter", players=[{"name": "Late"}], confirm=0)
    assert question.value.level is Level.CONFIRM
    assert question.value.cautions[0].article == "C.04.2 C.2"


def test_numbers_are_frozen_when_round_4_is_paired(desk):  # C.04.2 B.3
    open_ = desk(rounds=9)
    open_.start(8)
    for _ in range(3):
        open_.finish_round("½-½")
        open_.next_round()
    with pytest.raises(Refused, match=r"B\.3"):
        open_("number")


def test_only_those_ticked_are_paired_once_check_in_is_used(desk):  # C.04.2 C.1
    open_ = desk()
    open_("enter", players=[{"name": f"P{i}", "rating": 2000 - i} for i in range(1, 6)])
    open_("number")
    open_("lots", sentence="x")
    open_("check-in", ids=[1, 2, 3, 4])
    open_("pair")
    assert open_.state.rounds[0].absent == {5: Outcome.ABSENT}
    assert open_.state.rounds[0].bye is None


def test_results_need_a_published_round_and_a_known_sign(desk):
    open_ = desk()
    open_("enter", players=[{"name": "A"}, {"name": "B"}])
    open_("number")
    open_("lots", sentence="x")
    open_("pair")
    with pytest.raises(Refused, match="Publish"):
        open_("result", board=1, result="1-0")
    open_("publish")
    with pytest.raises(Refused, match="not a result"):
        open_("result", board=1, result="2-0")
    with pytest.raises(Refused, match="boards 1 to 1"):
        open_("result", board=9, result="1-0")
    open_("result", board=1, result="=")
    with pytest.raises(Unchanged):
        open_("result", board=1, result="½-½")


@pytest.mark.parametrize(
    ("sign", "scores"),
    [("1-0", [10, 0]), ("0-0", [0, 0]), ("½-0", [5, 0]), ("-/-", [0, 0]), ("+/-", [10, 0]), ("0-1 unrated", [0, 10])],
)
def test_every_kind_of_result(desk, sign, scores):
    open_ = desk()
    open_.start(2)
    open_("result", board=1, result=sign)
    board = open_.state.rounds[0].boards[1]
    numbers = [open_.state.numbers[board.white], open_.state.numbers[board.black]]
    assert [open_.tournament.score(n) for n in numbers] == scores


def test_a_correction_in_time_counts_for_everything(desk):  # C.04.2 D.8
    open_ = desk()
    open_.start(4)
    open_("result", board=1, result="1-0")
    with pytest.raises(store.NeedsConfirmation, match="becomes 0-1"):
        open_("result", board=1, result="0-1", confirm=0)
    open_("result", board=1, result="0-1")
    assert open_.state.rounds[0].boards[1].white_outcome is Outcome.LOSS


def test_a_correction_during_the_next_round_leaves_its_pairing(desk):  # C.04.2 D.8
    open_ = desk()
    open_.start(4)
    open_.finish_round()
    open_.next_round()
    pairing = dict(open_.state.rounds[1].boards)
    with pytest.raises(store.NeedsConfirmation, match="pairing of round 2 stays"):
        open_("result", board=1, result="0-1", round=1, confirm=0)
    open_("result", board=1, result="0-1", round=1)
    assert dict(open_.state.rounds[1].boards) == pairing
    white = open_.state.numbers[open_.state.rounds[0].boards[1].white]
    assert open_.tournament.score(white, 1) == 0


def test_a_correction_after_the_next_round_is_for_rating_only(desk):  # C.04.2 D.8
    from arbitro.desk.snapshot import snapshot

    open_ = desk()
    open_.start(4)
    open_.finish_round()
    open_.next_round()
    open_.finish_round()
    open_("result", board=1, result="0-1", round=1)
    white = open_.state.numbers[open_.state.rounds[0].boards[1].white]
    assert open_.tournament.score(white, 1) == points(1)
    assert snapshot(open_.state, for_rating=True).score(white, 1) == 0


def test_a_pairing_by_hand_is_checked_and_marked(desk):
    open_ = desk()
    open_.start(4)
    open_.finish_round()
    open_("pair")
    first, second = open_.state.rounds[0].boards[1], open_.state.rounds[0].boards[2]
    rematch = [
        {"board": 1, "white": first.white, "black": first.black},
        {"board": 2, "white": second.white, "black": second.black},
    ]
    open_("manual", on=True)
    with pytest.raises(store.NeedsConfirmation, match="met before") as question:
        open_("override", boards=rematch, confirm=3)
    assert question.value.level is Level.TWO_STEPS
    with pytest.raises(Refused, match="reason"):
        open_("override", boards=rematch, why="")
    open_("override", boards=rematch)
    board = open_.state.rounds[1].boards[1]
    assert board.by_hand
    assert "C.1" in board.breach
    assert "by hand" in store.JournalEntry.objects.filter(kind="override").get().remark


def test_a_pairing_by_hand_seats_the_same_players(desk):
    open_ = desk()
    open_.start(4)
    open_("manual", on=True)
    with pytest.raises(Refused, match="same players"):
        open_("override", boards=[{"board": 1, "white": 1, "black": 2}])


def test_a_published_pairing_stays_in_fide_mode(desk):  # C.04.2 D.10
    open_ = desk()
    open_.start(4)
    open_.finish_round()
    open_.next_round()
    one, two = open_.state.rounds[1].boards[1], open_.state.rounds[1].boards[2]
    swap = [
        {"board": 1, "white": one.white, "black": two.black},
        {"board": 2, "white": two.white, "black": one.black},
    ]
    open_("manual", on=True)
    with pytest.raises(Refused, match=r"D\.10"):
        open_("override", boards=swap)
    open_("leave-fide-mode")
    open_("override", boards=swap)
    assert not open_.state.fide_mode


def test_forbidden_pairs_after_round_1_leave_fide_mode(desk):
    open_ = desk()
    open_("enter", players=[{"name": f"P{i}", "rating": 2000 - i} for i in range(1, 5)])
    open_("keep-apart", groups=[[1, 3]])
    open_("number")
    open_("lots", sentence="x")
    open_.next_round()
    assert not any({b.white, b.black} == {1, 3} for b in open_.state.rounds[0].boards.values())
    with pytest.raises(Refused, match="196"):
        open_("keep-apart", groups=[[1, 2]])


def test_soft_rules_keep_a_club_apart_while_it_is_possible(desk):
    open_ = desk(keep_apart=["club"], rounds=5)
    clubs = ["X", "Y", "X", "Y"]
    open_("enter", players=[{"name": f"P{i}", "rating": 2000 - i, "club": c} for i, c in enumerate(clubs)])
    open_("number")
    open_("lots", sentence="x")
    open_("pair")
    for board in open_.state.rounds[0].boards.values():
        assert open_.state.entrants[board.white].player.club != open_.state.entrants[board.black].player.club
    assert open_.state.rounds[0].apart


def test_roles(desk):
    open_ = desk()
    for role, allowed in [(Role.VIEWER, False), (Role.ENTRY, True), (None, False)]:
        give = lambda name=f"By {role}", role=role: store.execute(  # noqa: E731
            open_.section.pk, "enter", {"players": [{"name": name}]}, who="x", role=role
        )
        if allowed:
            give()
        else:
            with pytest.raises(store.Forbidden):
                give()
    with pytest.raises(store.Forbidden):
        store.execute(open_.section.pk, "pair", {}, who="x", role=Role.ENTRY)


def test_a_closed_event_takes_nothing_until_it_is_reopened_with_a_reason(desk):
    open_ = desk(rounds=1)
    open_.start(2)
    open_.finish_round()
    open_("close-event")
    with pytest.raises(Refused, match="closed"):
        open_("result", board=1, result="0-1")
    with pytest.raises(Refused, match="reason"):
        open_("reopen-event", why=" ")
    open_("reopen-event")
    assert not open_.state.closed


def test_a_round_robin_runs_to_its_end(desk):
    cup = desk(system="round-robin", rounds=5)
    cup("enter", players=[{"name": f"P{i}"} for i in range(1, 6)])
    cup("lots", sentence="dice 3 5", what="numbers")
    for _ in range(5):
        cup.next_round()
        cup.finish_round("½-½")
    met = {frozenset((b.white, b.black)) for r in cup.state.rounds for b in r.boards.values()}
    assert len(met) == 10
    assert set(cup.tournament.scores().values()) == {20}
    with pytest.raises(Refused, match="5 rounds"):
        cup("pair")


def test_an_unknown_command_or_argument_is_said_in_words(desk):
    open_ = desk()
    with pytest.raises(Refused, match="no command"):
        open_("fly")
    with pytest.raises(Refused, match="one of the keys"):
        open_("number", speed=3)
    with pytest.raises(Refused, match="no setting"):
        open_("configure", changes={"colour": "red"})


@pytest.mark.parametrize(
    ("given", "english", "spanish"),
    [("1", "+1 point,", "+1 punto,"), ("-½", "−½ point,", "−½ punto,"), ("2", "+2 points,", "+2 puntos,")],
)
def test_points_of_a_player_are_told_with_the_right_number(desk, given, english, spanish):
    open_ = desk()
    open_.start(4)
    for lang, words in (("en", english), ("es", spanish)):
        with speaking(lang):
            draft = store.prepare(open_.state, "points", {"id": 1, "points": given})
        assert words in draft.warnings[0].text
