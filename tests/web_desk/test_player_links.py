"""Personal links: what a player may do without an account, what not, and what the arbiter sees of it."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from arbitro.desk import own, store
from arbitro.desk.commands import Role
from arbitro.desk.links import Kind, find_link, links, make_links, revoke_links
from arbitro.web.models import Try
from tests.papers import pdf


class Link:
    """A player's phone."""

    def __init__(self, hall, id: int) -> None:
        self.client, self.id = hall.client(), id
        self.secret = make_links(hall.section, [id], Kind.PLAYER, by=Role.OWNER)[id]
        self.path = f"/me/{self.secret}"

    def page(self) -> str:
        return self.client.get(self.path).content.decode()

    def act(self, act: str, **fields: object) -> str:
        answer = self.client.post(self.path, {"act": act, **fields}, follow=True)
        assert answer.status_code in (200, 422, 429), answer.status_code
        return answer.content.decode()


@pytest.fixture
def board(hall):
    """The two players of the first board, with their phones."""
    hall.start()
    seats = hall.state.round(1).boards[1]
    return Link(hall, seats.white), Link(hall, seats.black)


def last(hall):
    return store.entries(hall.section.pk)[-1]


def test_both_alike_enter_the_result_in_the_players_name(hall, board):
    white, black = board
    assert "White against" in white.page()
    white.act("report", round=1, result="1-0")
    assert hall.state.round(1).boards[1].finished is False
    assert "one player reports" in hall.owner.get(hall.url("desk-round", 1)).content.decode()
    black.act("report", round=1, result="1-0")
    entry = last(hall)
    assert hall.state.round(1).boards[1].finished
    assert entry.who == f"player {hall.state.entrants[black.id].name}"
    shown = hall.owner.get(hall.url("desk-round", 1)).content.decode()
    assert "both players" in shown and "one player reports" not in shown
    assert "confirmed by both" in hall.owner.get(hall.url("desk-journal")).content.decode()
    hall.owner.post(hall.url("desk-undo"), {"target": entry.number})
    assert not hall.state.round(1).boards[1].finished


def test_unlike_reports_are_shown_to_the_arbiter_and_enter_nothing(hall, board):
    white, black = board
    white.act("report", round=1, result="1-0")
    assert "The arbiter has been told" in black.act("report", round=1, result="½-½")
    assert not hall.state.round(1).boards[1].finished
    shown = hall.owner.get(hall.url("desk-round", 1)).content.decode()
    assert "different results" in shown and "Enter 1-0" in shown and "Enter ½-½" in shown
    white.act("report", round=1, result="½-½")  # the mistake is set right by the player
    assert hall.state.round(1).boards[1].finished


def test_the_arbiter_may_require_a_tap(hall, board):
    hall.give("configure", changes={"players_may": ["result"]})
    for phone in board:
        phone.act("report", round=1, result="0-1")
    assert not hall.state.round(1).boards[1].finished
    shown = hall.owner.get(hall.url("desk-round", 1)).content.decode()
    assert "both players report" in shown and "Enter 0-1" in shown


def test_a_report_of_swapped_colours_no_longer_counts(hall, board):
    white, black = board
    white.act("report", round=1, result="1-0")
    hall.give("swap-colours", board=1)
    black.act("report", round=1, result="1-0")
    assert not hall.state.round(1).boards[1].finished


def test_forfeits_and_other_rounds_cannot_be_reported(hall, board):
    for fields in ({"round": 1, "result": "+/-"}, {"round": 2, "result": "1-0"}, {"round": 1, "result": ""}):
        before = hall.state.number
        board[0].act("report", **fields)
        assert hall.state.number == before


def test_byes_within_the_limits_of_the_regulations(hall, board):
    phone = board[0]
    phone.act("bye", round=2, outcome="HALF_BYE")
    assert hall.state.entrants[phone.id].byes
    before = hall.state.number
    assert "all the half-point byes" in phone.act("bye", round=3, outcome="HALF_BYE")
    assert "No half-point bye after round 4" in board[1].act("bye", round=5, outcome="HALF_BYE")
    phone.act("bye", round=3, outcome="FULL_BYE")
    assert hall.state.number == before
    phone.act("cancel-bye", round=2)
    assert not hall.state.entrants[phone.id].byes
    hall.give("configure", changes={"half_byes": 3})
    phone.act("bye", round=2, outcome="HALF_BYE")
    before = hall.state.number
    assert "Speak to the arbiter" in phone.act("bye", round=3, outcome="HALF_BYE")  # what an arbiter may confirm
    assert hall.state.number == before


def test_withdrawing_asks_whether_one_is_sure_and_is_not_possible_twice(hall, board):
    phone = board[0]
    assert "you are sure" in phone.act("withdraw")
    phone.act("withdraw", sure="on")
    assert hall.state.entrants[phone.id].withdrawn_after == 1
    assert "speak to the arbiter" in phone.act("withdraw", sure="on")


def test_check_in_only_where_it_is_used(hall):
    hall.give("enter", players=[{"name": f"P {i}"} for i in range(4)])
    phone = Link(hall, 1)
    assert "check in" not in phone.page()
    before = hall.state.number
    phone.act("check-in")
    assert hall.state.number == before  # one tick would leave everybody else out of the pairing
    hall.give("check-in", ids=[2])
    phone.act("check-in")
    assert hall.state.entrants[1].present
    assert "You are checked in" in phone.page()


def test_a_game_is_handed_in_once_its_result_is_there(hall, board):
    white, black = board
    before = hall.state.number
    white.act("game", round=1, moves="e4 e5")
    assert hall.state.number == before
    hall.finish_round()
    assert "Sd9" in white.act("game", round=1, moves="e4 Sd9")
    white.act("game", round=1, moves='[White "x"]\n\n1. e4 e5 2. Nf3 1-0')
    assert hall.state.games[1, 1, 0]
    before = hall.state.number
    black.act("game", round=1, moves="d4 d5")
    assert hall.state.number == before


def test_moves_that_are_refused_are_not_typed_twice(hall, board):
    white, _black = board
    hall.give("result", board=1, result="1-0")
    told = white.act("game", round=1, moves="1. e4 e5 2. Nf3 Qx7")
    assert "Qx7: not a move" in told and "1. e4 e5 2. Nf3 Qx7</textarea>" in told
    assert "<details open>" in told
    assert "Done: " in white.act("game", round=1, moves="1. e4 e5 2. Nf3")


def test_the_journal_speaks_the_tournaments_language_whatever_the_phone_speaks(hall, board):
    white, _black = board
    phone = Client(headers={"accept-language": "es"})
    phone.post(white.path, {"act": "report", "round": 1, "result": "1-0"})
    assert last(hall).who == f"player {hall.state.entrants[white.id].name}"


def test_a_link_ends_with_the_next_one_by_revoking_and_for_another_person(hall, board):
    first = board[0]
    second = Link(hall, first.id)
    assert first.client.get(first.path).status_code == 404
    assert links(hall.section, Kind.PLAYER)
    assert revoke_links(hall.section, Kind.PLAYER, [second.id], by=Role.ENTRY) == 1
    assert second.client.get(second.path).status_code == 404
    with pytest.raises(store.Forbidden):
        make_links(hall.section, [1], Kind.PLAYER, by=Role.VIEWER)


def test_a_corrected_name_keeps_the_link_and_another_player_with_the_id_does_not_get_it(hall):
    hall.give("enter", players=[{"name": "Ana Ruz"}])
    phone = Link(hall, 1)
    hall.give("edit-player", id=1, player={"name": "Ana Ruiz"})
    assert find_link(phone.secret, Kind.PLAYER)
    numbers = [entry.number for entry in store.entries(hall.section.pk)]
    for number in (numbers[-1], numbers[-2]):
        store.undo(hall.section.pk, who="ana", role=Role.OWNER, target=number)
    hall.give("enter", players=[{"name": "Somebody Else"}])
    assert hall.state.entrants[1].name == "Somebody Else"
    assert find_link(phone.secret, Kind.PLAYER) is None


def test_acts_and_guesses_are_limited(hall, board):
    phone = board[0]
    for _turn in range(30):
        phone.act("withdraw")
    assert "Too many" in phone.act("withdraw")
    Try.objects.all().delete()
    stranger = hall.client()
    assert {stranger.get(f"/me/guess{i}").status_code for i in range(31)} == {404, 429}


def test_the_page_is_kept_by_nobody_and_shares_the_public_address(hall, board):
    answer = board[0].client.get(board[0].path)
    assert "no-store" in answer["Cache-Control"]
    shared = re.findall(r'data-share="([^"]*)"', answer.content.decode())
    assert shared and all(board[0].secret not in address for address in shared)


def test_the_desk_makes_links_once_and_lists_their_last_use(hall, board):
    page = hall.url("desk-links")
    made = hall.owner.post(page, {"all": "1"}).content.decode()
    secrets = re.findall(r"/me/([\w-]+)<", made)
    assert len(secrets) == 12 and made.count("<svg") >= 12
    again = hall.owner.get(page).content.decode()
    assert not any(secret in again for secret in secrets)
    assert "never" in again
    hall.client().get(f"/me/{secrets[0]}")
    assert hall.owner.get(page).content.decode().count("never") == 11
    viewer = hall.person("eva", Role.VIEWER)
    assert viewer.post(page, {"all": "1"}).status_code == 403


def test_a_private_tournament_is_open_to_the_browser_of_its_player_while_the_link_works(hall, board):
    white, _black = board
    hall.give("configure", changes={"public": False})
    pages = [hall.url("standings"), hall.url("player", 1), hall.url("round", 1), "/api/tournaments/open/open/players"]
    phone, stranger = white.client, hall.client()
    assert phone.get(pages[0]).status_code == 404  # the link was not opened yet
    assert "White against" in white.page()
    assert [phone.get(page).status_code for page in pages] == [200] * len(pages)
    assert (phone.get(hall.url("stream")).status_code, stranger.get(hall.url("stream")).status_code) == (204, 404)
    assert {stranger.get(page).status_code for page in pages} == {404}
    assert phone.get(hall.url("desk-section")).status_code == 302  # the desk is not
    revoke_links(hall.section, Kind.PLAYER, [white.id], by=Role.OWNER)
    assert {phone.get(page).status_code for page in pages} == {404}


def test_a_public_tournament_gives_its_players_no_session(hall, board):
    white, _black = board
    white.page()
    assert "sessionid" not in white.client.cookies


def test_nothing_is_open_to_those_who_were_expelled(hall, board):
    hall.give("exclude", id=board[0].id)
    assert own.may(hall.state, hall.state.entrants[board[0].id]) == frozenset()
    assert board[0].client.get(board[0].path).status_code == 404


def test_badges_and_slips_are_printed_with_new_codes_that_open_the_players_page(hall):
    hall.start()
    first, *others = hall.state.entrants
    old = Link(hall, first)
    page = hall.owner.get(hall.url("desk-links")).content.decode()
    assert f"For {len(others)} without a link" in page and "Badges" in page
    assert hall.url("desk-links") in hall.owner.get(hall.url("desk-papers")).content.decode()
    answer = hall.owner.post(hall.url("desk-links"), {"others": "1", "print": "link-slips"})
    assert answer["Content-Type"] == "application/pdf"
    secrets = re.findall(r"(?<!\S)[A-Za-z0-9_-]{24}(?!\S)", pdf.text(answer.content))
    found = [find_link(secret, Kind.PLAYER) for secret in secrets]
    assert sorted(link.holder for link in found if link) == sorted(others)
    assert find_link(old.secret, Kind.PLAYER)  # who had one keeps it
    answer = hall.owner.post(hall.url("desk-links"), {"all": "1", "print": "badges"})
    assert answer["Content-Type"] == "application/pdf" and find_link(old.secret, Kind.PLAYER) is None
    assert len(links(hall.section, Kind.PLAYER)) == len(hall.state.entrants)


def test_only_the_entry_desk_prints_codes_and_only_papers_that_carry_one(hall):
    hall.start()
    answer = hall.owner.post(hall.url("desk-links"), {"all": "1", "print": "result-slips"})
    assert answer["Content-Type"].startswith("text/html")
    viewer = hall.person("vera", Role.VIEWER)
    assert viewer.post(hall.url("desk-links"), {"all": "1", "print": "badges"}).status_code == 403
