"""No page of the desk is a dead end: what comes next, and the way back, stand on it."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from tests.web_desk.test_formats import KINDS, Play, create


@pytest.mark.parametrize(("system", "drawn"), [("round-robin", True), ("knockout", False), ("dutch", False)])
def test_the_players_page_leads_a_table_to_its_draw_of_lots(hall, system, drawn):  # C.05 6.2
    play = Play(hall, create(hall, KINDS[system]))
    play.enter(4)
    page = play.client.get(reverse("desk-players", args=play.slugs)).content.decode()
    draw = f'class="button primary" href="{reverse("desk-pair", args=play.slugs)}"'
    assert (draw in page, "/do/number" in page) == (drawn, not drawn)


PAGES = ("desk-users", "desk-tokens", "desk-webhooks", "desk-series", "desk-remove", "desk-add")


@pytest.mark.parametrize("page", PAGES)
def test_pages_of_the_event_lead_back_to_its_desk(hall, page):
    shown = hall.owner.get(reverse(page, args=[hall.section.event.slug])).content.decode()
    assert f'<a href="{hall.url("desk-section")}">' in shown


def test_a_closed_tournament_without_prizes_says_how_to_plan_some(hall):
    hall.start()
    hall.finish_round()
    hall.give("close-event")
    page = hall.owner.get(hall.url("desk-prizes")).content.decode()
    assert f'href="{hall.url("desk-settings")}#reopen"' in page


def test_a_captain_without_a_name_leaves_no_sign_behind(hall):
    play = Play(hall, create(hall, KINDS["team"], team_boards="2"))
    play.enter(4)
    for team in range(2):
        play.do("team", name=f"Club {team}", members=[2 * team + b for b in (1, 2)])
    url = reverse("desk-links", args=play.slugs) + "?of=captains"
    page = play.client.post(url, {"all": "1"}).content.decode()
    assert "Club 0" in page
    assert "Club 0 ·" not in page


def test_an_adjourned_game_is_not_finished(hall):  # C.04.2 D.1
    hall.start()
    for n in hall.state.current.boards:
        hall.give("result", board=n, result="adjourned" if n == 2 else "1-0")
    page = hall.owner.get(hall.url("desk-round", 1)).content.decode()
    assert '<b class="entered">5 of 6</b>' in page
    assert '<span class="warn">1 adjourned</span>' in page
    assert re.findall(r'<i class="(.)"></i>', page) == ["d", "w", "d", "d", "d", "d"]


def test_the_draft_of_a_knock_out_names_its_stage(hall):
    play = Play(hall, create(hall, KINDS["knockout"]))
    play.enter(8)
    play.do("number")
    play.do("pair")
    page = play.client.get(reverse("desk-pair", args=play.slugs)).content.decode()
    assert "Round 1: Quarter-finals" in re.sub(r"\s+", " ", page)


def test_the_standings_show_every_round_as_a_square_also_a_drafted_one(hall):
    hall.start()
    hall.finish_round()
    hall.give("pair")
    page = hall.owner.get(hall.url("desk-standings")).content.decode()
    squares = page.partition('<nav class="files')[2].partition("</nav>")[0]
    assert re.findall(r">(\d+)<", squares) == ["1", "2", "3", "4", "5"]


def test_the_lists_of_ratings_are_named_in_the_readers_language(hall):
    page = hall.owner.get(hall.url("desk-ratings"), headers={"accept-language": "es"}).content.decode()
    assert "<strong>estándar</strong>" in page
