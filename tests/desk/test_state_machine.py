"""Any sequence of commands keeps the invariants; undo restores exactly; a replay equals the live state."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.db import connection
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from arbitro.desk import store
from arbitro.desk.commands import Role
from arbitro.desk.commands.results import RESULTS
from arbitro.desk.fold import replay
from arbitro.desk.snapshot import snapshot
from arbitro.errors import ArbitroError
from arbitro.model.team_results import team_rounds
from tests.desk.conftest import Desk

IDS = st.integers(1, 14)
ROUNDS = st.integers(1, 5)


class Machine(RuleBasedStateMachine):
    """What must hold whatever is tried; undo and redo at any time."""

    desk: Desk

    def teardown(self) -> None:
        connection.run_on_commit.clear()  # a test never commits: what waits for it is looked through at every refusal

    def give(self, name: str, /, **args: object) -> None:
        """A refused command must leave no trace."""
        before = store.last_number(self.desk.section.pk)
        try:
            self.desk(name, **args)
            assert store.last_number(self.desk.section.pk) == before + 1
        except ArbitroError:
            assert store.last_number(self.desk.section.pk) == before

    @rule()
    def undo_and_redo(self) -> None:
        """Undo gives the state before the last decision back, redo the one after it."""
        section = self.desk.section.pk
        after = self.desk.state
        try:
            entry = store.undo(section, who="x", role=Role.OWNER)
        except ArbitroError:
            return
        target = entry.payload["target"]
        without = [e for e in store.entries(section) if e.number < target and e.kind != "undo"]
        if len(without) == target - 1:  # nothing undone earlier: the state before is a plain prefix
            assert replace(self.desk.state, number=target - 1) == replay(without)
        store.redo(section, who="x", role=Role.OWNER)
        assert replace(self.desk.state, number=after.number) == after

    @rule()
    def undo(self) -> None:
        with_suppressed = store.last_number(self.desk.section.pk)
        try:
            self.desk.undo()
        except ArbitroError:
            assert store.last_number(self.desk.section.pk) == with_suppressed

    @invariant()
    def the_live_state_is_the_replay(self) -> None:
        entries = store.entries(self.desk.section.pk)
        assert [e.number for e in entries] == list(range(1, len(entries) + 1))
        assert replay(entries) == self.desk.state
        assert snapshot(self.desk.state) == self.desk.tournament

    @invariant()
    def everyone_sits_once(self) -> None:
        for round in self.desk.state.rounds:
            seated = [id for b in round.boards.values() for id in (b.white, b.black) if id]
            seated += [round.bye] if round.bye else []
            assert len(seated) == len(set(seated))
            assert not set(seated) & set(round.absent)

    @invariant()
    def numbers_are_one_to_n(self) -> None:
        numbers = sorted(self.desk.state.numbers.values())
        assert numbers == list(range(1, len(numbers) + 1))

    @invariant()
    def results_agree_between_opponents(self) -> None:
        event = self.desk.tournament
        for round in range(1, event.rounds_paired + 1):
            for number in event.numbers:
                r = event.round_of(number, round)
                if r.opponent is not None:
                    assert event.round_of(r.opponent, round).opponent == number


class Arbiter(Machine):
    """One arbiter who tries everything, allowed or not."""

    def __init__(self) -> None:
        super().__init__()
        store.forget()
        self.desk = Desk(name="Machine", rounds=5, half_byes=2)
        self.give("enter", players=[{"name": f"P{i}", "rating": 2000 - i} for i in range(1, 9)])
        self.give("number")
        self.give("lots", sentence="start")

    @rule(name=st.text("abcdef", min_size=1, max_size=4), rating=st.integers(0, 2800))
    def enter(self, name: str, rating: int) -> None:
        self.give("enter", players=[{"name": name, "rating": rating}])

    @rule(id=IDS, rating=st.integers(0, 2800))
    def edit(self, id: int, rating: int) -> None:
        self.give("edit-player", id=id, player={"rating": rating})

    @rule(id=IDS)
    def remove(self, id: int) -> None:
        self.give("remove", ids=[id])

    @rule(ids=st.lists(IDS, max_size=5, unique=True), present=st.booleans())
    def check_in(self, ids: list[int], present: bool) -> None:
        self.give("check-in", ids=ids, present=present)

    @rule()
    def leave_fide_mode(self) -> None:
        self.give("leave-fide-mode")

    @rule(id=IDS, round=ROUNDS, outcome=st.sampled_from(["HALF_BYE", "ZERO_BYE", "FULL_BYE", None, "WIN"]))
    def bye(self, id: int, round: int, outcome: str | None) -> None:
        self.give("bye", id=id, round=round, outcome=outcome)

    @rule(id=IDS, name=st.sampled_from(["withdraw", "exclude", "return"]))
    def leave(self, id: int, name: str) -> None:
        self.give(name, id=id)

    @rule()
    def number(self) -> None:
        self.give("number")

    @rule(rounds=st.integers(1, 7))
    def configure(self, rounds: int) -> None:
        self.give("configure", changes={"rounds": rounds})

    @rule(groups=st.lists(st.lists(IDS, min_size=2, max_size=3, unique=True), max_size=2))
    def keep_apart(self, groups: list[list[int]]) -> None:
        self.give("keep-apart", groups=groups)

    @rule()
    def pair(self) -> None:
        self.give("pair")

    @rule(name=st.sampled_from(["publish", "close-round", "unpair", "close-event", "reopen-event"]))
    def step(self, name: str) -> None:
        self.give(name)

    @rule(board=st.integers(1, 7), sign=st.sampled_from(list(RESULTS)), round=st.none() | ROUNDS)
    def result(self, board: int, sign: str, round: int | None) -> None:
        self.give("result", board=board, result=sign, round=round)

    @rule(board=st.integers(1, 5), round=st.none() | ROUNDS, everywhere=st.booleans())
    def swap_colours(self, board: int, round: int | None, everywhere: bool) -> None:
        self.give("swap-colours", board=board, round=round, everywhere=everywhere)

    @rule(on=st.booleans())
    def manual(self, on: bool) -> None:
        self.give("manual", on=on)

    @rule(item=st.sampled_from("ab"), done=st.booleans())
    def tick(self, item: str, done: bool) -> None:
        self.give("tick", item=item, done=done)

    @rule(board=st.none() | st.integers(1, 3))
    def incident(self, board: int | None) -> None:
        self.give("incident", text="a phone rang", board=board)

    @rule(sentence=st.text("xy", max_size=2), what=st.sampled_from(["colour", "numbers"]))
    def lots(self, sentence: str, what: str) -> None:
        self.give("lots", sentence=sentence, what=what)

    @precondition(lambda self: self.desk.state.rounds)
    @rule(sign=st.sampled_from(["1-0", "½-½", "0-1"]))
    def play_the_round(self, sign: str) -> None:
        self.give("manual", on=False)
        self.give("publish")
        for board in self.desk.state.rounds[-1].boards:
            self.give("result", board=board, result=sign)

    @precondition(lambda self: len(self.desk.state.rounds) > 0)
    @rule(a=st.integers(1, 4), b=st.integers(1, 4))
    def override(self, a: int, b: int) -> None:
        boards = self.desk.state.rounds[-1].boards
        if a in boards and b in boards and a != b:
            one, two = boards[a], boards[b]
            self.give("manual", on=True)
            self.give(
                "override",
                boards=[
                    {"board": a, "white": one.white, "black": two.black},
                    {"board": b, "white": two.white, "black": one.black},
                ],
            )


class Captains(Machine):
    """Teams that come and go, line-ups, matches by hand."""

    def __init__(self) -> None:
        super().__init__()
        store.forget()
        self.desk = Desk(name="Teams", system="team", rounds=5, half_byes=2, team_boards=2, board_colours="WB")
        self.give("enter", players=[{"name": f"P{i}", "rating": 2000 - i} for i in range(1, 16)])
        for i in range(5):
            self.give("team", name=f"Team {i}", members=[3 * i + 1, 3 * i + 2, 3 * i + 3])
        self.give("number")

    @rule(team=st.integers(1, 6), round=ROUNDS, outcome=st.sampled_from(["HALF_BYE", "ZERO_BYE", "FULL_BYE", None]))
    def bye(self, team: int, round: int, outcome: str | None) -> None:
        self.give("team-bye", team=team, round=round, outcome=outcome)

    @rule(team=st.integers(1, 6), name=st.sampled_from(["team-withdraw", "team-return", "team-remove"]))
    def leave(self, team: int, name: str) -> None:
        self.give(name, team=team)

    @rule(id=st.integers(1, 16), name=st.sampled_from(["withdraw", "return", "exclude"]))
    def member_leaves(self, id: int, name: str) -> None:
        self.give(name, id=id)

    @rule(team=st.integers(1, 5), boards=st.lists(st.none() | st.integers(1, 15), max_size=3))
    def line_up(self, team: int, boards: list[int | None]) -> None:
        self.give("line-up", team=team, boards=boards)

    @rule()
    def pair(self) -> None:
        self.give("pair")

    @rule(name=st.sampled_from(["publish", "close-round", "unpair", "number"]))
    def step(self, name: str) -> None:
        self.give(name)

    @precondition(lambda self: self.desk.state.rounds)
    @rule(sign=st.sampled_from(["1-0", "½-½", "+/-"]))
    def play_the_round(self, sign: str) -> None:
        self.give("manual", on=False)
        self.give("publish")
        for board in self.desk.state.rounds[-1].boards:
            self.give("result", board=board, result=sign)

    @precondition(lambda self: self.desk.state.rounds and len(self.desk.state.rounds[-1].matches) > 1)
    @rule(turn=st.booleans(), rest=st.booleans())
    def override(self, turn: bool, rest: bool) -> None:
        current = self.desk.state.rounds[-1]
        (a, b), (c, d) = current.matches[:2]
        self.give("manual", on=True)
        if rest and current.team_bye:
            self.give("override", matches=[{"match": 1, "white": current.team_bye, "black": b}], bye=a)
        else:
            second = {"match": 2, "white": b, "black": c} if turn else {"match": 2, "white": c, "black": b}
            self.give("override", matches=[{"match": 1, "white": a, "black": d}, second])

    @invariant()
    def every_team_plays_once(self) -> None:
        for round in self.desk.state.rounds:
            playing = [team for match in round.matches for team in match] + [t for t in [round.team_bye] if t]
            assert len(playing) == len(set(playing))
            for board in round.boards.values():
                sides = [self.desk.state.teams[team].members for team in round.matches[board.match - 1]]
                assert all(any(id in members for members in sides) for id in (board.white, board.black) if id)

    @invariant()
    def match_points_add_up(self) -> None:
        rounds = team_rounds(self.desk.tournament)
        assert {len(played) for played in rounds.values()} <= {len(self.desk.state.rounds)}


def machine(kind: type[Machine], examples: int, steps: int) -> None:
    run_state_machine_as_test(
        kind,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            phases=(Phase.explicit, Phase.reuse, Phase.generate),
        ),
    )


@pytest.mark.django_db
@pytest.mark.parametrize("kind", [Arbiter, Captains])
def test_any_sequence_of_commands_keeps_the_invariants(kind):
    machine(kind, 15, 25)


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("kind", [Arbiter, Captains])
def test_any_long_sequence_of_commands_keeps_the_invariants(kind):
    machine(kind, 400, 60)
