"""Every format that the form offers is created by the form and played to its end by the pages."""

from __future__ import annotations

import json
import re
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.urls import reverse

from arbitro.desk import store
from arbitro.desk.commands import Role
from arbitro.desk.events import find_section
from arbitro.desk.formats import KINDS, asked, kind_of
from arbitro.desk.links import Kind, make_links
from arbitro.desk.snapshot import snapshot
from arbitro.errors import Refused
from arbitro.model import System
from arbitro.model.team_results import team_scores
from arbitro.papers import print_paper
from arbitro.standings.tiebreak import offered_lists
from arbitro.swiss.keizer import ranking
from tests.web_desk.test_pages import FORM

TEAMS = {"team": (4, 1), "skalitzka": (3, 2), "hilton": (4, 3), "molter": (3, 2), "schiller": (3, 2),
         "semi-scheveningen": (2, 4)}  # fmt: skip
FIELD = {"match": 2, "knockout": 4, "keizer": 4, "double-round-robin": 3}


def create(hall, kind, **fields):
    """A tournament by its form, with only the fields that the form shows."""
    form = {k: v for k, v in FORM.items() if k not in ("rounds", "acceleration", "team_boards", "tiebreaks")}
    form |= {"edition": "date", "confirm": "4"}
    shown = hall.owner.post(reverse("desk-format"), form | {"system": kind.name}).content.decode()
    names = set(re.findall(r'name="(\w+)"', shown))
    assert ("rounds" in names) == ("rounds" in asked(kind))
    assert ("acceleration" in names) == ("acceleration" in asked(kind))
    extra = {"rounds": "2"} if "rounds" in names else {}
    extra |= {"plan_shown": "1", "games": "1"} if "games" in names else {}
    answer = hall.owner.post(reverse("desk-new"), form | {"system": kind.name} | extra | fields)
    assert answer.status_code == 302, answer.content.decode()
    _desk, event, section, _players = answer["Location"].strip("/").split("/")
    return find_section(f"{event}/{section}")


class Play:
    """One tournament at the desk."""

    def __init__(self, hall, section):
        self.client, self.section = hall.owner, section
        self.slugs = [section.event.slug, section.slug]

    @property
    def state(self):
        return store.state_of(self.section.pk)

    def do(self, command, **fields):
        answer = self.client.post(reverse("desk-do", args=[*self.slugs, command]), {"confirm": "3"} | fields)
        assert answer.status_code == 302, re.sub(r"<[^>]+>|\s+", " ", answer.content.decode())[:1500]

    def enter(self, players):
        rows = [{"name": f"Player{i:02d}", "rating": 2300 - 10 * i, "federation": f"M{i % 3}X"} for i in range(players)]
        self.do("enter", args=json.dumps({"players": rows}))
        assert len(self.state.entrants) == players

    def results(self):
        for r, round in enumerate(self.state.rounds, 1):
            for n, board in round.boards.items():
                if not board.finished:
                    win = "2-0" if self.state.settings.system is System.DOUBLE else "1-0"
                    sign = win if board.white < board.black else win[::-1]
                    self.do("result", round=r, board=n, result=sign)
        assert not any(round.missing for round in self.state.rounds)


def test_a_ladder_is_created_challenged_played_and_undone(hall):
    play = Play(hall, create(hall, KINDS["ladder"]))
    play.enter(4)
    page = reverse("desk-standings", args=play.slugs)

    def order():
        return [line.entrant.id for line in play.client.get(page).context["ladder"]]

    assert order() == [1, 2, 3, 4]
    assert "challenges Player01" in play.client.get(page).content.decode()
    play.do("challenge", challenger=3, opponent=2, day="2026-05-01")
    shown = play.client.get(page)
    assert "plays Player01" in shown.content.decode()
    assert shown.context["ladder"][3].may_challenge.id == 1  # those between are busy
    with pytest.raises(Refused, match="another match"):
        store.execute(play.section.pk, "challenge", {"challenger": 3, "opponent": 1}, who="ana", role=Role.OWNER)
    play.do("challenge-games", challenger=3, first="L")
    assert order() == [1, 2, 3, 4]  # the second game is to be played
    play.do("challenge-games", challenger=3, first="L", second="D")
    assert order() == [1, 3, 2, 4]
    assert play.client.get(page).context["ladder"][1].gain == "+24"
    assert "challenges" in hall.owner.get(reverse("desk-journal", args=play.slugs)).content.decode()
    assert "Player02" in hall.client().get(reverse("standings", args=play.slugs)).content.decode()
    hall.owner.post(reverse("desk-undo", args=play.slugs))
    assert order() == [1, 2, 3, 4]
    hall.owner.post(reverse("desk-redo", args=play.slugs))
    assert order() == [1, 3, 2, 4]
    for name in ("desk-section", "desk-pair", "desk-players", "desk-settings", "desk-papers", "desk-norms", "section"):
        assert hall.owner.get(reverse(name, args=play.slugs)).status_code == 200, name
    play.do("challenge", challenger=2, opponent=3, day="2026-05-02")
    with pytest.raises(Refused, match="not over"):
        store.execute(play.section.pk, "close-event", {}, who="ana", role=Role.OWNER)
    play.do("challenge-games", challenger=2, first="H")
    with pytest.raises(Refused, match="two months"):
        args = {"challenger": 2, "opponent": 3, "day": "2026-06-01"}
        store.execute(play.section.pk, "challenge", args, who="ana", role=Role.OWNER)
    play.do("close-event")


@pytest.mark.parametrize("name", [name for name in KINDS if name != "ladder"])
def test_every_format_is_created_by_its_form_and_played_to_its_end(hall, name):
    kind = KINDS[name]
    teams, boards = TEAMS.get(name, (2, 2)) if kind.teams else (0, 0)
    section = create(hall, kind, **({"team_boards": str(boards)} if kind.teams else {}))
    play = Play(hall, section)
    assert kind_of(play.state.settings) == kind
    play.enter(teams * boards or FIELD.get(name, 6))
    for team in range(teams):
        play.do("team", name=f"Club {team}", members=[team * boards + b + 1 for b in range(boards)])
    if kind.system.is_swiss or kind.system in (System.KNOCKOUT, System.MATCH):
        play.do("number")
    else:
        play.do("lots", sentence="the sea is heard", what="numbers")
    if kind.system.is_swiss:
        play.do("lots", sentence="the sea is heard")
    for _round in range(40):
        play.do("pair")
        play.do("publish")
        play.results()
        page = play.client.get(reverse("desk-pair", args=play.slugs)).content.decode()
        if "/do/pair" not in page:
            break
    assert len(play.state.rounds) >= play.state.settings.rounds
    play.do("close-event")
    for page in ("standings", "crosstable", "desk-standings", "desk-crosstable"):
        shown = play.client.get(reverse(page, args=play.slugs))
        assert shown.status_code == 200, re.sub(r"<[^>]+>|\s+", " ", shown.content.decode())[:1500]


def test_a_table_that_does_not_exist_for_these_teams_is_named_before_pairing(hall):
    play = Play(hall, create(hall, KINDS["hilton"], team_boards="3"))
    play.enter(6)
    for team in range(2):
        play.do("team", name=f"Club {team}", members=[3 * team + b for b in (1, 2, 3)])
    play.do("number")
    page = play.client.get(reverse("desk-pair", args=play.slugs)).content.decode()
    assert "an even number of at least 4 teams, not 2" in page
    assert "/do/pair" not in page
    assert f'class="button primary" href="{reverse("desk-teams", args=play.slugs)}"' in page


def test_a_team_table_has_the_boards_of_the_settings_and_reserves_sit_out(hall):
    play = Play(hall, create(hall, KINDS["scheveningen"], team_boards="2"))
    play.enter(6)
    for team in range(2):
        play.do("team", name=f"Club {team}", members=[3 * team + b for b in (1, 2, 3)])
    play.do("lots", sentence="the sea is heard", what="numbers")
    play.do("pair-all")
    assert [len(round.boards) for round in play.state.rounds] == [2, 2]


def test_a_hilton_table_with_boards_that_nobody_would_play_is_refused(hall):
    play = Play(hall, create(hall, KINDS["hilton"], team_boards="4"))
    play.enter(16)
    for team in range(4):
        play.do("team", name=f"Club {team}", members=[4 * team + b for b in (1, 2, 3, 4)])
    play.do("number")
    page = play.client.get(reverse("desk-pair", args=play.slugs)).content.decode()
    assert "for 4 teams has 3 boards, not 4" in page
    changes = {"changes": {"team_boards": 3}}
    store.execute(play.section.pk, "configure", changes, who="ana", role=Role.OWNER, confirm=4)
    play.do("pair")


def test_whoever_looks_behind_the_standings_stays_at_the_desk(hall):
    hall.start()
    for n in (1, 2, 3, 4, 5, 6):
        hall.give("result", board=n, result="1-0")
    pages = ["desk-standings", "desk-crosstable", "desk-norms"]
    for url in [*map(hall.url, pages), hall.url("desk-sums", 1)]:
        shown = hall.owner.get(url)
        assert shown.status_code == 200
        main = shown.content.decode().partition("<main")[2].partition("</main")[0]
        links = re.findall(r'<a [^>]*href="(/[^"]*)"[^>]*>', main)
        assert links, url
        assert not [link for link in links if link.startswith("/e/")], url
        for link in set(links):
            assert hall.owner.get(link.partition("#")[0]).status_code in (200, 302), link
    assert hall.owner.get(hall.url("desk-numbered", 3))["Location"] == hall.url("desk-player", 3)
    assert hall.owner.get(hall.url("desk-numbered", 99)).status_code == 404


def test_all_rounds_of_a_round_robin_are_drawn_paired_and_printed_at_once(hall):
    play = Play(hall, create(hall, KINDS["round-robin"]))
    play.enter(6)
    play.do("lots", sentence="3 5 1 6", what="restricted")
    assert "compatriots" not in play.client.get(reverse("desk-pair", args=play.slugs)).content.decode()
    assert print_paper(play.section.pk, "all-rounds", {"lang": "en"}).data.startswith(b"%PDF")
    play.do("pair-all")
    state = play.state
    assert [round.published for round in state.rounds] == [True] * 5
    assert (state.settings.rounds, state.current.number) == (5, 1)
    play.do("result", round=4, board=1, result="1-0")
    assert play.state.round(4).boards[1].finished  # in any order
    gone = state.by_number(1).id
    play.do("withdraw", id=gone)
    open_boards = [
        board for r in play.state.rounds for board in r.boards.values()
        if gone in (board.white, board.black) and not board.finished
    ]  # fmt: skip
    assert not open_boards
    play.results()
    play.do("close-event")


def test_a_drawing_of_lots_can_be_read_again(hall):  # C.05 annex II: three of six compatriots cannot all meet early
    play = Play(hall, create(hall, KINDS["round-robin"]))
    rows = [{"name": name, "federation": "MEX" if name in "BCA" else f"{name}XX"} for name in "CBADEF"]
    play.do("enter", args=json.dumps({"players": rows}))
    play.do("lots", sentence="the sea is heard", what="restricted")
    for path in ("desk-pair", "desk-journal"):
        page = play.client.get(reverse(path, args=play.slugs)).content.decode()
        assert "How it was drawn" in page and "Seed: the sea is heard" in page, path
        assert re.search(r"<li>Round [345]: [ABC] and [ABC], both MEX, meet in one of the last three rounds", page), (
            path
        )
    assert '<details class="lots" open>' in play.client.get(reverse("desk-pair", args=play.slugs)).content.decode()


def test_a_captain_hands_in_the_line_up_by_a_link_and_sees_the_match(hall):
    play = Play(hall, create(hall, KINDS["round-robin-teams"], team_boards="2"))
    play.enter(6)
    for team in range(2):
        play.do("team", name=f"Club {team}", captain="Eva", members=[3 * team + b + 1 for b in range(3)])
    made = play.client.post(reverse("desk-links", args=play.slugs) + "?of=captains", {"holder": "1"})
    link = "/captain/" + re.search(r"/captain/([^<]*)", made.content.decode())[1]
    captain = hall.client()
    assert captain.get(link).status_code == 200
    assert captain.post(link, {"boards": ["3", "1"], "round": "1"}).status_code == 422  # against the board order
    assert captain.post(link, {"boards": ["1", "3"], "round": "1"}).status_code == 302
    assert play.state.line_ups[1, 1] == (1, 3)
    play.do("lots", sentence="the sea is heard", what="numbers")
    play.do("pair")
    play.do("publish")
    assert "1.2" in captain.get(link).content.decode()
    assert captain.post(link, {"boards": ["1", "2"], "round": "1"}).status_code == 422  # paired, and no time was stated
    own = next(t for t in play.state.teams.values() if 1 in t.members)
    before = {n: {b.white, b.black} for n, b in play.state.rounds[0].boards.items()}
    soon = f"{datetime.now() + timedelta(days=2):%Y-%m-%d %H:%M}"
    changes = {"round_times": [soon], "line_up_minutes": 60}
    store.execute(play.section.pk, "configure", {"changes": changes}, who="ana", role=Role.OWNER, confirm=4)
    assert captain.post(link, {"boards": ["1", "2"], "round": "1"}).status_code == 302  # in time, though it is paired
    after = {n: {b.white, b.black} for n, b in play.state.rounds[0].boards.items()}
    assert (before[1], before[2] - after[2], after[2] - before[2]) == (after[1], {3}, {2})
    assert "Change the line-up of round 1" in play.client.get(reverse("desk-teams", args=play.slugs)).content.decode()
    play.do("line-up", team=own.id, boards=["1", ""], round=1)
    assert play.state.rounds[0].boards[2].finished  # nobody sits: a forfeit
    play.do("line-up", team=own.id, boards=["2", "3"], round=1)
    assert [play.state.rounds[0].boards[n].finished for n in (1, 2)] == [False, False]
    play.do("result", round=1, board=1, result="1-0")
    with pytest.raises(Refused, match="has begun"):
        args = {"team": own.id, "boards": [1, 2], "round": 1}
        store.execute(play.section.pk, "line-up", args, who="ana", role=Role.OWNER)
    assert captain.post(link, {"boards": ["1", "2"], "round": "1"}).status_code == 422
    team = next(t for t in play.state.teams.values() if 1 in t.members)
    play.do("team", id=team.id, name="Club Z", captain="Leo", members=list(team.members))
    assert captain.get(link).status_code == 404
    table = play.client.get(reverse("crosstable", args=play.slugs)).content.decode()
    assert "Club Z" in table


def test_line_ups_are_due_by_the_halls_clock_and_a_refused_one_stands_as_it_was_chosen(hall):
    play = Play(hall, create(hall, KINDS["round-robin-teams"], team_boards="2"))
    play.enter(6)
    for team in range(2):
        play.do("team", name=f"Club {team}", captain="Eva", members=[3 * team + b + 1 for b in range(3)])
    secret = make_links(play.section, [1], Kind.CAPTAIN, by=Role.OWNER)[1]
    link, captain = f"/captain/{secret}", hall.client()
    refused = captain.post(link, {"boards": ["3", "1"], "round": "1"}).content.decode()
    assert refused.index('value="3" selected') < refused.index('value="1" selected')
    there = datetime.now(ZoneInfo("Pacific/Kiritimati"))  # fourteen hours ahead of Greenwich
    for hours, status in ((1, 302), (-1, 422)):
        changes = {"round_times": [f"{there + timedelta(hours=hours):%Y-%m-%d %H:%M}"], "line_up_minutes": 1,
                   "time_zone": "Pacific/Kiritimati"}  # fmt: skip
        store.execute(play.section.pk, "configure", {"changes": changes}, who="ana", role=Role.OWNER, confirm=4)
        answer = captain.post(link, {"boards": ["1", "3"], "round": "1"})
        assert answer.status_code == status, hours
    assert "no-store" in captain.get(link)["Cache-Control"]
    statuses = {captain.post(link, {"boards": ["1", "3"], "round": "1"}).status_code for _try in range(40)}
    assert 429 in statuses


def test_an_event_is_taken_off_the_site_and_brought_back(hall, tmp_path, monkeypatch):
    monkeypatch.setenv("ARBITRO_BACKUPS", str(tmp_path / "backups"))
    play = Play(hall, create(hall, KINDS["dutch"]))
    play.enter(4)
    slug = play.slugs[0]
    page = reverse("desk-remove", args=[slug])
    assert hall.owner.post(page, {"slug": "another"}).status_code == 422
    assert hall.owner.post(page, {"slug": slug}).status_code == 302
    assert hall.owner.get(reverse("desk-section", args=play.slugs)).status_code == 404
    copy = re.search(r'name="copy" value="([^"]*)"', hall.owner.get(reverse("desk-bring-in")).content.decode())[1]
    assert hall.owner.post(reverse("desk-bring-in"), {"copy": copy}).status_code == 302
    assert b"Player01" in hall.owner.get(reverse("desk-players", args=play.slugs)).content


def test_groups_feed_a_final(hall):
    play = Play(hall, create(hall, KINDS["round-robin"], name="Final"))
    play.enter(6)
    page = reverse("desk-stages", args=play.slugs)
    assert hall.owner.post(page, {"action": "divide", "groups": "2"}).status_code == 302
    groups = list(play.section.event.sections.exclude(pk=play.section.pk))
    assert [len(store.state_of(group.pk).entrants) for group in groups] == [3, 3]
    for group in groups:
        part = Play(hall, group)
        part.do("lots", sentence="the sea is heard", what="numbers")
        part.do("pair-all")
        part.results()
    sent = {"action": "advance", "source": [str(group.pk) for group in groups], "places": "1"}
    assert hall.owner.post(page, sent).status_code == 302
    assert {e.name for e in play.state.entrants.values()} == {"Player00", "Player01"}


def test_a_player_with_a_board_of_their_own_sits_there_in_every_round(hall):
    play = Play(hall, create(hall, KINDS["dutch"]))
    play.enter(6)
    play.do("edit-player", id=1, name="Player00", flag="wheelchair", note="ramp", fixed_board="3")
    assert "wheelchair" in play.client.get(reverse("desk-players", args=play.slugs)).content.decode()
    play.do("number")
    play.do("lots", sentence="the sea is heard")
    for _round in range(2):
        play.do("pair")
        board = play.state.current.boards[3]
        assert 1 in (board.white, board.black)
        play.do("publish")
        play.results()


def test_points_of_a_team_are_taken_away_with_a_reason(hall):
    play = Play(hall, create(hall, KINDS["round-robin-teams"], team_boards="1"))
    play.enter(2)
    for team in range(2):
        play.do("team", name=f"Club {team}", members=[team + 1])
    play.do("lots", sentence="the sea is heard", what="numbers")
    play.do("pair")
    play.do("publish")
    play.results()
    winner = next(t for t in play.state.teams.values() if 1 in t.members)
    play.do("team-points", team=winner.id, match_points="-1½", game_points="-½", why="fielded a player twice")
    score = team_scores(snapshot(play.state))[winner.id]
    assert (score.match_points, score.game_points) == (5, 5)
    assert "½" in play.client.get(reverse("standings", args=play.slugs)).content.decode()


def test_a_format_outside_the_handbook_is_asked_about_twice(hall):
    fields = {"name": "Club", "system": "club", "rounds": "3"}
    for sentence in ("it will be asked again", "to create it all the same"):
        asked = hall.owner.post("/desk/new", fields)
        assert asked.status_code == 400
        assert sentence in asked.content.decode()
        fields["confirm"] = re.search(r'name="confirm" value="(\d)"', asked.content.decode())[1]
    assert hall.owner.post("/desk/new", fields).status_code == 302


@pytest.mark.parametrize(("form", "system"), [("swiss", "dutch"), ("table", "round-robin"), ("team-swiss", "team")])
def test_the_form_of_a_new_tournament_takes_every_list_of_its_federation(hall, form, system):
    for one in (one for one in offered_lists(form) if one.federation):
        fields = {"federation": one.federation, "tiebreak_list": one.name, "name": one.name}
        page = hall.owner.post(reverse("desk-format"), FORM | fields | {"system": system}).content.decode()
        lists = page.partition('id="tiebreak_list"')[2].partition("</select>")[0]
        assert re.findall(r'<option value="([a-z0-9-]+)"', lists)[0].startswith(one.federation.lower())
        section = create(hall, KINDS[system], **fields)
        assert store.state_of(section.pk).settings.tiebreaks == one.codes


def test_the_draft_of_a_keizer_round_shows_the_places_that_it_is_paired_by(hall):
    play = Play(hall, create(hall, KINDS["keizer"], rounds="4"))
    play.enter(6)
    play.do("number")
    for again in (False, True):
        play.do("pair")
        page = play.client.get(reverse("desk-pair", args=play.slugs)).content.decode()
        assert "Scoregroups" not in page and 'class="fl"' not in page and 'class="step' not in page
        order = [int(n) for n in re.findall(r'<td class="name">(\d+) Player', page)]
        event = store.tournament_of(play.section.pk)
        assert order == list(ranking(event.after(1 if again else 0)))
        assert "Keizer points" in page
        play.do("publish")
        play.results()
        play.do("close-round")
        shown = hall.client().get(reverse("round", args=[*play.slugs, 1])).content.decode()
        assert "floaters" not in shown
