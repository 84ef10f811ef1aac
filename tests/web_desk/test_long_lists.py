"""Long lists of players: the first lines, a search, filters; accents sorted and found as people expect."""

from __future__ import annotations

import re

from arbitro.web.desk.rows import FIRST_LINES
from arbitro.web.figures import all_norms


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
    before = {row["number"]: row for row in all_norms(hall.section.pk)}
    board = hall.state.rounds[0].boards[1]
    hall.give("result", board=1, result="1-0")
    after = {row["number"]: row for row in all_norms(hall.section.pk)}
    concerned = {hall.state.numbers[board.white], hall.state.numbers[board.black]}
    assert all(after[n] is before[n] for n in set(before) & set(after) - concerned)
    assert after == {row["number"]: row for row in _fresh(hall)}


def _fresh(hall):
    from arbitro.web import figures

    figures.forget()
    return all_norms(hall.section.pk)
