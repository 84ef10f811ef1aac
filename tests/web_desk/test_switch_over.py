"""Over to this program in mid-event: what the file of the other one does not state stays as it was beside it."""

from __future__ import annotations

import html
import re
from dataclasses import replace

from django.core.files.uploadedfile import SimpleUploadedFile

from arbitro.desk import store
from arbitro.desk.models import Section
from arbitro.desk.settings import Settings
from arbitro.files import trf
from arbitro.model import Info, Scoring, Tournament
from arbitro.standings import standings

SET = {
    "tiebreaks": ["SB", "DE", "WIN"], "result_keys": "123", "time_control": "900+10", "rating_list": "rapid",
    "chief_arbiter": "Ana Ruiz", "deputies": ["Luis Gil"], "organiser": "Club", "start": "2026-11-15",
    "round_times": ["2026-11-15 10:00", "2026-11-15 16:00"], "default_time": 15, "city": "Toledo",
    "prizes": '[[list]]\nname = "Main"\nprizes = [100, 50]\n', "variant": "", "half_byes": 2,
}  # fmt: skip


def bare(event: Tournament, info: Info | None = None) -> str:
    """The report of a program that states players, rounds and results, and little else."""
    return "\n".join(
        line
        for line in trf.write(replace(event, info=info or Info(name="Other")), 16).splitlines()
        if line[:3] not in ("XXR", "XXS", "092", "062", "072", "082") and line.strip()
    )


def fields(page: str, text: str) -> dict[str, list[str]]:
    """What the form of a page that holds a text would send."""
    inside = next(form for form in re.findall("<form .*?</form>", page, re.S) if f'<textarea name="{text}"' in form)
    texts = re.findall(r'<textarea name="(\w+)"[^>]*>\n(.*?)</textarea>', inside, re.S)
    named = re.findall(r'<input [^>]*name="(\w+)" value="([^"]*)"', inside)
    sent: dict[str, list[str]] = {}
    for name, value in (*texts, *named):
        sent.setdefault(name, []).append(html.unescape(value))
    return sent


def words(page: str) -> str:
    return " ".join(html.unescape(re.sub("<[^>]*>", " ", page)).split())


def over(hall, text: str) -> tuple[Settings, str, str]:
    """Compare, switch over, bring in: the new settings, and the pages before and after."""
    upload = SimpleUploadedFile("other.trf", text.encode())
    first = hall.owner.post(hall.url("desk-shadow"), {"file": upload}).content.decode()
    second = hall.owner.post("/desk/bring-in", fields(first, "sorted")).content.decode()
    done = hall.owner.post("/desk/bring-in", fields(second, "text"))
    assert done.status_code == 200, words(done.content.decode())
    return store.state_of(Section.objects.latest("pk").pk).settings, words(first), words(done.content.decode())


def played(hall) -> Tournament:
    hall.start(8)
    for result in ("1-0", "½-½"):
        hall.finish_round(result)
        hall.next_round()
    hall.finish_round()
    return store.tournament_of(hall.section.pk)


def test_what_the_file_does_not_state_is_kept(hall):
    hall.give("configure", changes=SET)
    event = played(hall)
    settings, before, after = over(hall, bare(event))
    here = hall.state.settings
    assert settings == replace(here, name=settings.name)
    for page in (before, after):
        assert "tie-breaks (SB, DE, WIN)" in page and "prizes" in page and "keys of results" in page
        assert "no line 202" not in page and "no line states the system" not in page
    there = store.tournament_of(Section.objects.latest("pk").pk)
    assert [r.number for r in standings(there, settings.tiebreaks).rows] == [
        r.number for r in standings(event, here.tiebreaks).rows
    ]


def test_what_the_file_states_is_taken_from_it_and_said(hall):
    hall.give("configure", changes=SET)
    event = played(hall)
    info = Info(name="Other", tie_breaks=("BH", "SB"), city="Cuenca", start="2026/11/15", encoded_time_control="600+5")
    settings, before, after = over(hall, trf.write(replace(event, info=info, planned_rounds=7), 26))
    assert (settings.tiebreaks, settings.city, settings.rounds) == (("BH", "SB"), "Cuenca", 7)
    assert settings.time_control == "600+5" and settings.prizes == SET["prizes"] and settings.language == "en"
    for page in (before, after):
        said = page.split("otherwise than in Open:")[1].split(".")[0]
        assert "place" in said and "tie-breaks" in said and "rounds" in said and "prizes" not in said


def test_the_points_are_those_that_fit_the_file(hall):
    three = Scoring.of(30, 10)
    hall.give("configure", changes={"scoring": {"win": "3", "draw": "1"}})
    event = played(hall)
    assert event.scoring == three
    settings, _before, after = over(hall, bare(event))
    assert "has its own scoring" not in after
    assert settings.scoring == three  # nothing is stated: as it was
    points = [replace(p, stated_points=event.score(p.number)) for p in event.players]
    settings, *_pages = over(hall, bare(replace(event, players=tuple(points))))
    assert settings.scoring == three  # the points of the file are counted so
    plain = replace(event, scoring=Scoring())
    points = [replace(p, stated_points=plain.score(p.number)) for p in event.players]
    settings, *_pages = over(hall, bare(replace(plain, players=tuple(points))))
    assert settings.scoring == Scoring()  # the points of the file say so


def test_tie_breaks_are_named_even_where_they_are_the_usual_ones(hall):
    _settings, before, after = over(hall, bare(played(hall)))
    assert all("tie-breaks (BH/C1, BH, SB, DE, WIN)" in page for page in (before, after))


def test_nobody_takes_the_settings_of_an_event_of_others(hall):
    hall.give("configure", changes=SET)
    event = played(hall)
    stranger = hall.person("eva")
    sent = {"text": trf.write(event, 26), "name": "Mine", "beside": f"{hall.event.slug}/{hall.section.slug}"}
    assert stranger.post("/desk/bring-in", sent | {"kept": ["prizes"]}).status_code == 403
    assert hall.owner.post("/desk/bring-in", sent | {"kept": ["prizes", "name", "nonsense"]}).status_code == 200
    settings = store.state_of(Section.objects.latest("pk").pk).settings
    assert (settings.name, settings.prizes) == ("Mine", SET["prizes"])


def test_pairs_that_were_forbidden_stay_so(hall):
    hall.start(8)
    hall.give("unpair")
    hall.give("keep-apart", groups=[[1, 8]])
    hall.next_round()
    hall.finish_round()
    event = store.tournament_of(hall.section.pk)
    over(hall, bare(event))
    there = store.tournament_of(Section.objects.latest("pk").pk)
    assert [set(group.players) for group in there.forbidden] == [{1, 8}]
