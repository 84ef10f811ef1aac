"""Public pages: every address answers, in both languages, and tells nothing private; drafts are hidden."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from arbitro.desk import store
from arbitro.desk.commands import Role
from arbitro.desk.events import create_event
from arbitro.files.trf import parse
from arbitro.i18n import speaking
from arbitro.web import bracket, urls
from arbitro.web.figures import figures_of, reasons_of
from arbitro.web.public import words
from tests.web_public.conftest import PRIVATE, Open

PAGES = ["section", "players", "standings", "crosstable", "teams", "statistics", "calendar", "feed", "trf", "pgn", "qr",
         "versus", "screen-pairings", "screen-standings", "screen-clock"]  # fmt: skip
WITH_NUMBERS = {"round": (2,), "sums": (1,), "player": (3,), "why": (1, 2), "games": (), "boards": (2,), "game": (2, 1),
                "game-pgn": (2, 1), "round-pgn": (2,), "player-pgn": (3,)}  # fmt: skip
QUERIES = {
    "standings": ["?after=1", "?group=women", "?group=fed:ESP", "?group=club:Torre", "?sort=name", "?sort=rating",
                  "?sort=BH%2FC1", "?sort=federation", "?sort=number", "?sort=points", "?all=1"],
    "players": ["?by=name", "?by=federation", "?q=player", "?q=nobody-at-all", "?all=1"],
    "trf": ["?version=26"],
}  # fmt: skip


def addresses(hall: Open) -> list[str]:
    """Every public address of a tournament, and those above it."""
    found = [
        "/",
        "/?q=jalapa",
        "/?q=zzz",
        "/exam?seed=3",
        reverse("event", args=[hall.event.slug]),
        "/api/openapi.json",
        "/api/docs",
    ]
    for name in PAGES:
        found += [hall.url(name), *(hall.url(name) + query for query in QUERIES.get(name, []))]
    found += [hall.url(name, *args) for name, args in WITH_NUMBERS.items()]
    found += [hall.url("round", 3), hall.url("round", 3) + "?by=name", hall.url("round", 1) + "?all=1"]
    api = f"/api/tournaments/{hall.event.slug}/{hall.section.slug}"
    found += ["/api/tournaments", api, f"{api}/players", f"{api}/rounds/2", f"{api}/rounds/2/reasons"]
    return [*found, f"{api}/standings", f"{api}/standings?after=1&tiebreaks=BH,SB"]


def test_the_list_of_addresses_is_complete():
    """A new public address must be walked by the tests below."""
    names = {p.name for p in [*urls.tournament, *urls.screens]}
    elsewhere = {"stream", "round-games-stream", "picture", "team", "follow", "player-app", "enter", "widget"}
    assert names <= {*PAGES, *WITH_NUMBERS, *elsewhere}


def reasons(hall, language):
    """Why round 2 was paired so, in a language."""
    with speaking(language):
        return reasons_of(hall.section.pk, figures_of(hall.section.pk).state, 2)


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_public_address_answers_and_tells_nothing_private(hall, language):
    visitor = Client(headers={"accept-language": language})
    for address in addresses(hall):
        answer = visitor.get(address, follow=True)
        assert answer.status_code == 200, address
        text = answer.content.decode()
        for secret in PRIVATE:
            assert secret not in text, f"{address} tells {secret!r}"
        assert "P3 <b>" not in text or address.endswith((".trf", "26", ".pgn")) or "api" in address, address
        if text.startswith(("\n<!doctype", "<!doctype")):
            assert f'<html lang="{language}"' in text
            assert "style=" not in text, f"{address}: an inline style"
            assert not re.search(r"<script(?![^>]*(?:src=|application/json))|\son\w+=", text), (
                f"{address}: inline script"
            )
            assert not re.search(r'(?:src|href)="(?:https?:)?//', text), f"{address} loads from another host"


def test_no_page_sets_a_cookie_for_a_reader(hall, visitor):
    for address in addresses(hall):
        assert not visitor.get(address).cookies, address


def test_a_draft_is_not_shown(hall, visitor):
    for board in [n for n, b in store.state_of(hall.section.pk).rounds[-1].boards.items() if not b.finished]:
        hall("result", board=board, result="½-½")
    hall("close-round")
    hall("pair")
    assert visitor.get(hall.url("round", 4)).status_code == 404
    assert "Round 4</a>" not in visitor.get(hall.url("section")).content.decode()
    api = f"/api/tournaments/{hall.event.slug}/{hall.section.slug}"
    assert visitor.get(f"{api}/rounds/4").status_code == 404
    assert visitor.get(api).json()["rounds_published"] == 3
    hall("publish")
    assert visitor.get(hall.url("round", 4)).status_code == 200


def test_a_private_tournament_does_not_exist_for_strangers(hall, visitor):
    other = Open(hall.event, name="Secret")
    assert "Secret" in visitor.get(hall.url("section")).content.decode()
    other("configure", changes={"public": False})
    for address in addresses(other):
        if other.section.slug in address.split("/"):
            assert visitor.get(address).status_code == 404, address
    assert visitor.get(other.url("stream")).status_code == 404
    for address in addresses(hall):
        assert "Secret" not in visitor.get(address, follow=True).content.decode(), address


def test_the_tournaments_of_an_event_are_listed(hall, visitor):
    second = Open(hall.event, name="Section Two")
    page = visitor.get(reverse("event", args=[hall.event.slug])).content.decode()
    assert hall.url("section") in page
    assert second.url("section") in page
    assert second.url("section") in visitor.get(hall.url("section")).content.decode()


def test_wrong_numbers_are_not_found(hall, visitor):
    for address in (
        hall.url("round", 9),
        hall.url("round", 0),
        hall.url("player", 99),
        hall.url("sums", 99),
        hall.url("why", 1, 9),
        hall.url("standings") + "?after=77",
        hall.url("standings") + "?after=x",
        hall.url("standings") + "?group=nonsense",
    ):
        assert visitor.get(address).status_code == 404, address


def test_a_page_that_has_not_changed_is_304(hall, visitor):
    first = visitor.get(hall.url("standings"))
    again = visitor.get(hall.url("standings"), headers={"if-none-match": first["ETag"]})
    assert again.status_code == 304
    hall("tick", item="doors")
    assert visitor.get(hall.url("standings"), headers={"if-none-match": first["ETag"]}).status_code == 200


def test_htmx_gets_the_changing_parts_only(hall, visitor):
    whole = visitor.get(hall.url("standings")).content.decode()
    part = visitor.get(hall.url("standings"), headers={"hx-request": "true"}).content.decode()
    assert 'id="live"' in part
    assert 'id="tabs"' in part
    assert "<head>" not in part
    assert len(part) < len(whole)


def test_a_search_for_one_player_opens_the_card(hall, visitor):
    answer = visitor.get(hall.url("players") + "?q=nunez")
    assert answer.status_code == 302
    number = next(p.number for p in store.tournament_of(hall.section.pk).players if "Núñez" in p.name)
    assert answer["Location"] == hall.url("player", number)
    assert visitor.get(hall.url("players") + f"?q={7_700_005}").status_code == 302


def test_standings_sort_by_any_column(hall, visitor):
    names = re.findall(r'player/\d+">([^<]+)</a>', visitor.get(hall.url("standings") + "?sort=name").content.decode())
    assert len(names) == 13
    assert names == sorted(names, key=lambda n: n.replace("ú", "u").replace("ñ", "n").casefold())
    ratings = re.findall(
        r'<td class="num wide soft">(\d+)</td>', visitor.get(hall.url("standings") + "?sort=rating").content.decode()
    )
    assert ratings == sorted(ratings, reverse=True)


def test_long_tables_come_in_pages_with_all_of_it_a_tap_away(hall, visitor, monkeypatch):
    from arbitro.web.public import pages

    monkeypatch.setattr(pages, "LINES", 5)
    for name in ("standings", "crosstable", "players"):
        page = visitor.get(hall.url(name)).content.decode()
        assert len(set(re.findall(r'player/(\d+)"', page))) == 5, name
        assert "all=1" in page
        page = visitor.get(hall.url(name) + "?all=1").content.decode()
        assert len(set(re.findall(r'player/(\d+)"', page))) == 13, name


@pytest.mark.parametrize("language", ["en", "es"])
def test_why_this_pairing_is_told_in_the_visitors_language(hall, language):
    visitor = Client(headers={"accept-language": language})
    page = visitor.get(hall.url("why", 1, 2)).content.decode()
    reason = next(r for pair, r in reasons(hall, language).items() if 1 in pair)
    assert reason.sentence.split(".")[0].split("<")[0][:30] in page
    api = f"/api/tournaments/{hall.event.slug}/{hall.section.slug}/rounds/2/reasons"
    told = {tuple(row["pair"]): row["sentence"] for row in visitor.get(api).json()}
    assert reason.sentence in told.values()
    asked = Client(headers={"accept-language": "en" if language == "es" else "es"}).get(f"{api}?lang={language}").json()
    assert {tuple(row["pair"]): row["sentence"] for row in asked} == told


def test_both_languages_of_the_reasons_differ(hall):
    english = reasons(hall, "en")
    spanish = reasons(hall, "es")
    assert english.keys() == spanish.keys()
    assert all(english[pair].sentence != spanish[pair].sentence for pair in english)


def test_the_calendar_is_valid(hall, visitor):
    text = visitor.get(hall.url("calendar")).content.decode()
    lines = text.split("\r\n")
    assert "\n" not in text.replace("\r\n", "")
    assert lines[0] == "BEGIN:VCALENDAR"
    assert lines[-2:] == ["END:VCALENDAR", ""]
    assert sum(line == "BEGIN:VEVENT" for line in lines) == 5
    assert all(len(line.encode()) <= 75 for line in lines), "lines are folded at 75 octets"
    unfolded = text.replace("\r\n ", "").split("\r\n")
    events = [line for line in unfolded if line.startswith("DTSTART:")]
    assert all(re.fullmatch(r"DTSTART:\d{8}T\d{6}Z", line) for line in events)
    uids = [line for line in unfolded if line.startswith("UID:")]
    assert len(set(uids)) == 5


def test_the_feed_is_valid_atom(hall, visitor):
    root = ET.fromstring(visitor.get(hall.url("feed")).content)
    atom = "{http://www.w3.org/2005/Atom}"
    assert root.tag == f"{atom}feed"
    for element in (root, *root.iter(f"{atom}entry")):
        for needed in ("id", "title", "updated"):
            assert element.findtext(f"{atom}{needed}"), needed
        assert re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d", element.findtext(f"{atom}updated") or "")
    assert len(root.findall(f"{atom}entry")) == 3
    assert root.find(f"{atom}link[@rel='self']") is not None


@pytest.mark.parametrize("version", ["16", "26"])
def test_the_report_file_reads_back_and_has_no_birthdays(hall, visitor, version):
    answer = visitor.get(hall.url("trf") + f"?version={version}")
    assert "-public.trf" in answer["Content-Disposition"]  # the official file is the desk's
    back = parse(answer.content.decode()).tournament
    assert sorted(player.stated_rank for player in back.players) == list(range(1, 14))
    assert all(player.stated_points == back.score(player.number) for player in back.players)
    assert len(back.players) == 13
    assert back.rounds_paired == 3
    assert all(player.birth[:4] == "1987" for player in back.players)
    assert all(player.birth[4:].strip("/0.- ") == "" for player in back.players)


def test_the_games_have_their_results(hall, visitor):
    text = visitor.get(hall.url("pgn")).content.decode()
    assert text.count('[Event "') == sum(len(r.boards) for r in store.state_of(hall.section.pk).rounds)
    assert "1/2-1/2" in text


def test_numbers_and_dates_are_written_as_the_language_writes_them():
    from django.utils import translation

    with translation.override("es"):
        assert words.decimals("-4.3") == "−4,3"
        assert words.day_words("2026-05-01") == "1 de mayo de 2026"
    with translation.override("en"):
        assert words.decimals("12.5") == "12.5"
        assert words.day_words("2026-05-01 16:00") == "1 May 2026, 16:00"
    assert words.day_words("some day") == "some day"


def test_a_visitor_may_not_give_commands(hall, visitor):
    address = f"/api/tournaments/{hall.event.slug}/{hall.section.slug}/commands/result"
    before = store.last_number(hall.section.pk)
    answer = visitor.post(address, json.dumps({"arguments": {"board": 1, "result": "1-0"}}), "application/json")
    assert answer.status_code in (401, 403)
    assert store.last_number(hall.section.pk) == before


def test_a_commands_rules_are_the_desks(hall, django_user_model):
    from arbitro.desk.accounts import set_role

    user = django_user_model.objects.create_user("ben")
    client = Client(headers={"accept-language": "en"})
    client.force_login(user)
    base = f"/api/tournaments/{hall.event.slug}/{hall.section.slug}/commands"

    def give(name: str, **body: object) -> int:
        return client.post(f"{base}/{name}", json.dumps(body), "application/json").status_code

    board = max(store.state_of(hall.section.pk).rounds[-1].boards)
    result = {"arguments": {"board": board, "result": "1-0"}}
    assert give("result", **result) == 403
    set_role(hall.event, user, Role.ARBITER, by=Role.OWNER)
    assert give("result", **result) == 200
    assert give("nonsense") == 404
    assert give("result", arguments={"board": 999, "result": "1-0"}) == 422
    assert give("result", arguments={"wrong": 1}) == 422


def test_a_round_robin_has_its_square_table(db, visitor):
    made = Open(create_event("Closed"), system="round-robin", name="Closed", rounds=5)
    made.enter(6)
    made.play_round()
    page = visitor.get(made.url("crosstable")).content.decode()
    assert page.count('class="mid self"') == 6
    for address in addresses(made):
        if (
            "/round/3" not in address
            and "/round/2" not in address
            and "/why/" not in address
            and "rounds/2" not in address
        ):
            assert visitor.get(address, follow=True).status_code == 200, address


def test_teams_have_their_pages(db, visitor):
    made = Open(create_event("League"), system="team", name="League", rounds=3, team_boards=2, board_colours="WB")
    rows = [{"name": f"Player {i}", "rating": 2300 - i} for i in range(1, 9)]
    made("enter", players=rows)
    for t in range(4):
        made("team", name=f"Club {t} <i>", members=[2 * t + 1, 2 * t + 2])
    made("number")
    made("lots", sentence="a public sentence")
    made.play_round()
    teams = visitor.get(made.url("teams")).content.decode()
    assert teams.count("<section id=") == 4
    assert "<i>" not in teams.replace('<i class="disc', "")
    assert "Club 0 &lt;i&gt;" in visitor.get(made.url("standings")).content.decode()
    assert "Club 0 &lt;i&gt;" in visitor.get(made.url("round", 1)).content.decode()
    for name in ("section", "players", "crosstable", "statistics", "screen-pairings", "screen-standings", "trf"):
        assert visitor.get(made.url(name)).status_code == 200, name
    assert visitor.get(made.url("player", 1)).status_code == 200


def test_an_event_before_its_first_round(db, visitor):
    made = Open(create_event("Early"))
    for entered in (0, 4):
        if entered:
            made("enter", players=[{"name": f"Player {i}"} for i in range(entered)])
        for name in PAGES:
            assert visitor.get(made.url(name)).status_code == 200, (entered, name)


def test_those_who_registered_themselves_wait_unseen(db, visitor):
    made = Open(create_event("Early"))
    made("enter", players=[{"name": "Seen, Sam"}])
    made("enter", players=[{"name": "Unseen, Una"}], confirmed=False)
    page = visitor.get(made.url("players")).content.decode()
    assert "Seen, Sam" in page
    assert "Unseen, Una" not in page


def test_the_expelled_are_not_ranked(hall, visitor):
    name = store.state_of(hall.section.pk).entrants[4].name
    assert name in visitor.get(hall.url("standings")).content.decode()
    hall("exclude", id=4)
    api = f"/api/tournaments/{hall.event.slug}/{hall.section.slug}/standings"
    for address in (hall.url("standings"), hall.url("crosstable"), hall.url("screen-standings"), api):
        assert name not in visitor.get(address).content.decode(), address


def rank_of(page: str) -> dict[str, str]:
    """The rank printed beside each player's number."""
    found, last = {}, ""
    for rank, number in re.findall(r'<td class="num rank">(\d*)</td>.*?player/(\d+)"', page):
        last = rank or last
        found[number] = last
    return found


def test_the_cross_table_ranks_as_the_standings_do(hall, visitor):
    table = rank_of(visitor.get(hall.url("crosstable")).content.decode())
    assert table == rank_of(visitor.get(hall.url("standings")).content.decode())
    assert len(table) == 13


def test_a_tie_break_that_cannot_be_computed_is_told(hall, visitor):
    """An unrated player and a list with an average of ratings: the others rank, and the page says why it does not."""
    assert "is not used" not in visitor.get(hall.url("standings")).content.decode()
    hall("enter", players=[{"name": "Unrated, Una"}])
    hall("configure", changes={"tiebreaks": ["ARO", "BH"]})
    for name, args in (("standings", ()), ("crosstable", ()), ("sums", (1,))):
        page = visitor.get(hall.url(name, *args)).content.decode()
        assert "The tie-break ARO is not used:" in page, name
        spanish = Client(headers={"accept-language": "es"}).get(hall.url(name, *args)).content.decode()
        assert "El desempate ARO no se usa:" in spanish
    page = visitor.get(hall.url("standings")).content.decode()
    assert "BH" in page
    assert visitor.get(f"/api/tournaments/{hall.event.slug}/{hall.section.slug}/standings").status_code == 200


def test_the_sums_of_an_earlier_round(hall, visitor):
    page = visitor.get(hall.url("standings") + "?after=1").content.decode()
    link = re.search(r'href="([^"]+/standings/1\?after=1)"', page)
    assert link
    then, now = (visitor.get(address).content.decode() for address in (link[1], hall.url("sums", 1)))
    assert "after round 1" in then
    assert then.count("Round 2:") < now.count("Round 2:")
    assert visitor.get(hall.url("sums", 1) + "?after=9").status_code == 404


def test_the_card_has_pictures_with_words(hall, visitor):
    page = visitor.get(hall.url("player", 1)).content.decode()
    assert re.search(r'aria-label="Games with White: \d, with Black: \d"', page)
    assert "rated games" in page
    assert 'class="colours"' in page
    pairing = visitor.get(hall.url("round", 3)).content.decode()
    assert "Scoregroups" in pairing
    assert 'class="arrow"' in pairing


def test_the_page_about_the_api_names_what_the_schema_names(visitor, db):
    schema = visitor.get("/api/openapi.json").json()
    page = visitor.get("/api/docs").content.decode()
    for path in schema["paths"]:
        assert path in page
    for name in schema["components"]["schemas"]:
        assert not name.endswith("Out") or name in page
    assert "<code>swap-colours</code>" in page
    assert "<code>everywhere</code>" in page


def league() -> Open:
    made = Open(create_event("League"), system="team", name="League", rounds=3, team_boards=2, board_colours="WB")
    made("enter", players=[{"name": f"Player {i}", "rating": 2300 - i} for i in range(1, 9)])
    for t in range(4):
        made("team", name=f"Club {t}", members=[2 * t + 1, 2 * t + 2])
    made("number")
    made("lots", sentence="a public sentence")
    made.play_round(("1-0", "1-0"))
    return made


def test_programs_read_teams_and_matches(db, visitor):
    base = "/api/tournaments/{0.event.slug}/{0.section.slug}".format(league())
    teams = visitor.get(f"{base}/teams").json()
    assert [team["name"] for team in teams] and all(len(team["players"]) == 2 for team in teams)
    assert sorted(number for team in teams for number in team["players"]) == list(range(1, 9))
    assert len(visitor.get(f"{base}/rounds/1/matches").json()) == 2


def test_a_team_has_a_page_with_its_line_ups(db, visitor):
    made = league()
    state = store.state_of(made.section.pk)
    first, second = state.rounds[0].matches[0]
    page = visitor.get(made.url("team", first)).content.decode()
    assert f'<a href="{made.url("team", second)}">{state.teams[second].name}</a>' in page
    board = next(b for b in state.rounds[0].boards.values() if b.match == 1)
    mine = board.white if board.white in state.teams[first].members else board.black
    line = page[page.index('lineup"') :]
    assert line.index(state.entrants[mine].name) < line.index("</tr>")
    assert "1-0" in line or "0-1" in line
    assert f'href="{made.url("team", first)}"' in visitor.get(made.url("teams")).content.decode()
    assert visitor.get(made.url("team", 99)).status_code == 404


def test_two_players_are_compared_by_their_games_on_the_whole_site(hall, visitor):
    first = store.state_of(hall.section.pk).rounds[0].boards[1]
    numbers = store.state_of(hall.section.pk).numbers
    other = Open(hall.event, name="Other")
    other.enter(4)
    other.play_round(("1-0",))
    page = visitor.get(hall.url("versus") + f"?a={numbers[first.white]}&b={numbers[first.black]}").content.decode()
    assert "1 won, 0 drawn, 0 lost" in page or "0 won, 1 drawn" in page or "0 won, 0 drawn, 1 lost" in page
    page = visitor.get(hall.url("versus") + "?a=1&b=3").content.decode()
    assert 'value="3" selected' in page
    assert "Other" in page  # the first of four meets the third
    assert visitor.get(hall.url("versus") + "?a=x").status_code == 404


def test_the_site_is_searched_for_players_and_past_tournaments_stand_apart(hall, visitor):
    page = visitor.get("/?q=nunez p3").content.decode()
    assert f'href="{hall.url("player", 3)}"' in page
    assert hall.url("player", 3) not in visitor.get("/?q=nu").content.decode()  # three letters at least
    assert "Past tournaments" not in visitor.get("/").content.decode()
    old = Open(hall.event, name="Old cup", rounds=1, start="2020-01-02", end="2020-01-02", round_times=[])
    old.enter(2)
    old.play_round(("1-0",))  # nobody has closed it, but its day is gone
    page = visitor.get("/").content.decode()
    assert hall.url("section") in page.partition("Past tournaments")[0]
    assert "Old cup" in page.partition("Past tournaments")[2]


def test_a_tournament_has_a_picture_for_link_previews(hall, visitor):
    answer = visitor.get(hall.url("picture"))
    assert answer.content[:8] == b"\x89PNG\r\n\x1a\n"
    assert [int.from_bytes(answer.content[at : at + 4]) for at in (16, 20)] == [1200, 630]
    assert f'content="http://testserver{hall.url("picture")}"' in visitor.get(hall.url("section")).content.decode()


def test_boards_of_a_match_stand_below_it_seen_from_the_first_team(db, visitor):
    made = league()
    first, second = store.state_of(made.section.pk).rounds[0].matches[0]
    names = [store.state_of(made.section.pk).teams[id].name for id in (first, second)]
    page = visitor.get(made.url("round", 1)).content.decode()
    lines = re.findall(r"<tr[^>]*>.*?</tr>", page[page.index('<tr class="match">') :])
    assert [name in lines[0] for name in names] == [True, True]
    assert "1 : 1" in lines[0]
    results = [re.search(r'class="result">([^<]+)<', line)[1] for line in lines[1:3]]
    assert results == ["1-0", "0-1"]  # White won both games; on board 2 the second team had White
    discs = [re.findall(r'class="disc (\w+)"', line) for line in lines[1:3]]
    assert discs == [["white", "black"], ["black", "white"]]


def test_why_two_teams_met_is_told_to_their_players(db, visitor):
    made = league()
    page = visitor.get(made.url("why", 1, 1)).content.decode()
    assert "no account of this pairing" not in page
    assert "C.04.6" in page


def test_the_screens_of_a_team_event_show_teams(db, visitor):
    made = league()
    for name in ("screen-pairings", "screen-standings"):
        page = visitor.get(made.url(name)).content.decode()
        assert "Club 3" in page
        assert "Player 3" not in page


@pytest.mark.parametrize(
    ("sign", "other"),
    [
        ("1-0", "0-1"),
        ("½-½", "½-½"),
        ("+/-", "-/+"),
        ("-/-", "-/-"),
        ("½-0", "0-½"),
        ("1-0 unrated", "0-1 unrated"),
        ("1½-½", "½-1½"),
        ("adjourned", "adjourned"),
        ("", ""),
    ],
)
def test_a_result_seen_from_the_other_side(sign, other):
    from arbitro.web.public.rows import turned

    assert turned(sign) == other
    assert turned(other) == sign


def test_matches_of_two_games_keep_their_points(db, visitor):
    made = Open(create_event("Twice"), system="double", name="Twice", rounds=3)
    made.enter(4)
    made.play_round(("1½-½", "2-0"))
    table = visitor.get(made.url("crosstable")).content.decode()
    assert "<b>1½</b>" in table
    assert "<b>2</b>" in table
    assert "1½-½" in visitor.get(made.url("round", 1)).content.decode()


def test_whoever_has_a_bye_is_told_so_where_others_find_their_board(hall, visitor):
    odd = Open(hall.event, name="Odd")
    odd.enter(5)
    odd.play_round(missing=1)
    state = store.state_of(odd.section.pk)
    assert "Round 1: bye" in visitor.get(odd.url("player", state.numbers[state.current.bye])).content.decode()
    seats = next(board for board in state.current.boards.values() if not board.finished)
    page = visitor.get(odd.url("player", state.numbers[seats.white])).content.decode()
    assert "Round 1: bye" not in page
    assert f"versus?a={state.numbers[seats.white]}&amp;b={state.numbers[seats.black]}" in page


def games_of(visitor, made, number: int) -> tuple[list[list[str]], int]:
    """The rows of a player's card, and how many rounds its head shows."""
    page = visitor.get(made.url("player", number)).content.decode()
    body = page.split('<table class="games">')[1].split("<tbody>")[1].split("</tbody>")[0]
    rows = [re.sub(r"<[^>]+>", "|", row) for row in re.findall(r"<tr><td.*?</tr>", body, re.S)]
    cells = re.search(r'<span class="cells">(.*?)</span>', page)[1]
    return [[cell.strip() for cell in row.split("|") if cell.strip()] for row in rows], cells.count("<i")


@pytest.mark.parametrize(
    ("given", "said", "points"),
    [("0", "not yet entered", "0"), ("½", "not yet entered: half-point bye", "½"), ("1", "not yet entered", "1")],
)
def test_the_card_of_a_late_entrant_says_that_they_were_not_yet_entered(db, visitor, given, said, points):  # C.04.2 C.2
    made = Open(create_event("Late"))
    made("configure", changes={"late_points": given, "half_byes": 2})
    made.enter(6)
    made.play_round()
    made("close-round")
    made("enter", players=[{"name": "Late, Luis", "rating": 2000}])
    made.play_round(missing=1)
    state = store.state_of(made.section.pk)
    late = next(n for id, n in state.numbers.items() if state.entrants[id].name == "Late, Luis")
    rows, cells = games_of(visitor, made, late)
    assert [row[0] for row in rows] == ["2", "1"] and cells == 2
    assert rows[1] == ["1", said, points, points]
    assert not any("not yet entered" in row for row in games_of(visitor, made, 1)[0])


def test_the_card_of_a_knock_out_has_the_games_that_were_needed(db, visitor):
    made = Open(create_event("Cup"), system="knockout", rounds=2)
    made.enter(4)
    made("pair")
    made("publish")
    made("result", board=1, result="1-0")
    made("result", board=2, result="½-½")
    made("pair")
    made("publish")
    made("result", board=1, result="1-0")
    assert [len(games_of(visitor, made, n)[0]) for n in (1, 2, 3, 4)] == [1, 2, 2, 1]
    assert [games_of(visitor, made, n)[1] for n in (1, 2, 3, 4)] == [1, 2, 2, 1]
    assert "not paired" not in visitor.get(made.url("player", 1)).content.decode()


@pytest.mark.parametrize(
    ("start", "end", "english", "spanish"),
    [
        ("2026-05-04", "2026-05-12", "4–12 May 2026", "4–12 de mayo de 2026"),
        ("2026-05-28", "2026-06-03", "28 May – 3 June 2026", "28 de mayo – 3 de junio de 2026"),
        (
            "2026-12-28",
            "2027-01-03",
            "28 December 2026 – 3 January 2027",
            "28 de diciembre de 2026 – 3 de enero de 2027",
        ),
        ("2026-05-04", "2026-05-04", "4 May 2026", "4 de mayo de 2026"),
        ("2026-05-04", "", "4 May 2026", "4 de mayo de 2026"),
        ("soon", "later", "soon – later", "soon – later"),
    ],
)
def test_a_period_says_once_what_its_days_share_and_breaks_in_no_date(start, end, english, spanish):
    for lang, said in (("en", english), ("es", spanish)):
        with override(lang):
            found = words.period_words(start, end)
        assert found.replace("\u00a0", " ") == said
        assert found.count(" ") <= 2, found  # around the dash alone


def test_the_bracket_has_whole_names_and_boxes_that_hold_them(db):
    made = Open(create_event("Cup"), system="knockout", rounds=2)
    longest = "Fernández de la Reguera Hinojosa, Maximiliano"
    names = [longest, "W" * 60, "Li, Bo", "Ana"]
    made("enter", players=[{"name": name, "rating": 2400 - i} for i, name in enumerate(names)])
    made("number")
    made("pair")
    made("publish")
    drawn = ET.fromstring(str(bracket.picture(bracket.stages_of(store.tournament_of(made.section.pk)))))
    texts = ["".join(text.itertext()) for text in drawn.iter("text")]
    assert longest in texts
    assert ("W" * 60 + "W" * 47 + "…") in texts  # the tooltip, and what has room
    boxes = {int(rect.get("width")) for rect in drawn.iter("rect")}
    assert len(boxes) == 1 and boxes.pop() > 48 * 10
    assert drawn.get("width") == drawn.get("viewBox").split()[2]
