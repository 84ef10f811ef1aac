"""Long lists of players: the first lines, a search, filters; accents sorted and found as people expect."""

from __future__ import annotations

import re

from arbitro.web import figures
from arbitro.web.desk.rows import FIRST_LINES


def names(page: str) -> list[str]:
    return re.findall(r'<td class="name">(?:<span[^>]*>[^<]*</span> )?<a href="[^"]*">([^<]*)</a>', page)


def test_a_long_list_shows_its_first_lines_and_finds_the_others(hall):
    people = [{"name": f"Player {i:04}", "rating": 2500 - i} for i in range(FIRST_LINES + 20)]
    hall.give("enter", players=[*people, {"name": "Álvarez, Óscar", "rating": 1000}])
    hall.give("number")
    page = hall.owner.get(hall.url("desk-players")).content.decode()
    assert len(names(page)) == FIRST_LINES
    assert f"The first {FIRST_LINES} of {FIRST_LINES + 21}." in page
    assert names(hall.owner.get(hall.url("desk-players"), {"q": "alvarez oscar"}).content.decode()) == [
        "Álvarez, Óscar"
    ]
    assert len(names(hall.owner.get(hall.url("desk-players"), {"all": 1}).content.decode())) == FIRST_LINES + 21
    hall.give("check-in", ids=[1, 2])
    assert len(names(hall.owner.get(hall.url("desk-players"), {"show": "here"}).content.decode())) == 2


def test_check_in_has_accented_names_beside_the_plain_ones(hall):
    hall.give("enter", players=[{"name": name} for name in ("Zapata", "Álvarez", "Alonso", "Núñez", "Nunes")])
    page = hall.owner.get(hall.url("desk-check-in")).content.decode()
    found = re.findall(r"</span><span>(\w+) <span", page)
    assert found == ["Alonso", "Álvarez", "Nunes", "Núñez", "Zapata"]
    value = re.search(r'id="tick-2" name="args" value="([^"]*)"', page)[1].replace("&quot;", '"')
    assert hall.owner.post(hall.url("desk-do", "check-in"), {"args": value}).status_code == 302
    assert [e.name for e in hall.state.entrants.values() if e.present] == ["Álvarez"]


def test_one_more_result_changes_the_norms_of_its_two_players_alone(hall):
    hall.start(10)
    hall.finish_round("½-½")
    before = {row["number"]: row for row in figures.figures_of(hall.section.pk).norms()}
    board = hall.state.rounds[0].boards[1]
    hall.give("result", board=1, result="1-0")
    after = {row["number"]: row for row in figures.figures_of(hall.section.pk).norms()}
    concerned = {hall.state.numbers[board.white], hall.state.numbers[board.black]}
    assert all(after[n] is before[n] for n in set(before) & set(after) - concerned)
    assert after == {row["number"]: row for row in _fresh(hall)}


def _fresh(hall):
    figures.forget()
    return figures.figures_of(hall.section.pk).norms()


def test_a_result_of_an_unrated_player_concerns_the_norms_of_those_who_met_them(hall):
    hall.give("enter", players=[{"name": f"P{n}", "rating": 0 if n == 8 else 2300 - n} for n in range(1, 9)])
    hall.give("number")
    hall.give("lots", sentence="x")
    hall.next_round()
    hall.finish_round("½-½")
    hall.next_round()
    event = figures.figures_of(hall.section.pk).rated
    first = event.round_of(8, 1).opponent
    before = figures._rounds_behind(event, first)
    board = next(n for n, b in hall.state.rounds[1].boards.items() if 8 in (b.white, b.black))
    hall.give("result", board=board, result="1-0")
    assert figures._rounds_behind(figures.figures_of(hall.section.pk).rated, first) != before


def test_the_journal_comes_by_pages_and_is_searched_whole(hall):
    hall.start(4)
    for n in range(120):
        hall.give("remark", about="", text=f"Note {n}")
    first = hall.owner.get(hall.url("desk-journal"))
    page = first.content.decode()
    assert len(first.context["rows"]) == 100
    assert f"?before={first.context['older']}" in page
    second = hall.owner.get(hall.url("desk-journal"), {"before": first.context["older"]})
    assert second.context["rows"][0]["entry"].number == first.context["rows"][-1]["entry"].number - 1
    assert second.context["rows"][-1]["entry"].kind == "create"
    assert second.context["older"] is None
    found = hall.owner.get(hall.url("desk-journal"), {"q": "tournament created"})
    assert [row["entry"].number for row in found.context["rows"]] == [1]
