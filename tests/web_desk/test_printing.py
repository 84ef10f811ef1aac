"""The choices of the Papers page: kept for the tournament, followed by papers, pictures and the file with all."""

from __future__ import annotations

import base64
import html
import json
import re

from django.core.files.uploadedfile import SimpleUploadedFile

from arbitro.desk.integrity import report_of
from arbitro.files.document import dumps
from arbitro.files.forms import FORMS, WRITTEN, parse
from arbitro.papers.catalogue import files
from tests.papers import pdf

DOT = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


def test_the_choices_are_remembered_and_followed(hall):
    hall.start()
    logo = SimpleUploadedFile("logo.png", DOT, content_type="image/png")
    chosen = {
        "lang": "es",
        "paper": "letter",
        "size": "large",
        "sponsor": "Café Central",
        "per_page": "8",
        "logo": logo,
    }
    assert hall.owner.post(hall.url("desk-papers"), chosen).status_code == 302
    page = hall.owner.get(hall.url("desk-papers")).content.decode()
    assert 'value="Café Central"' in page and "no-logo" in page
    data = hall.owner.get(hall.url("desk-paper", "pairings")).content
    assert "letter" in pdf.info(data)["Page size"] and pdf.has(data, "Café Central") and pdf.has(data, "Blancas")
    asked = hall.owner.get(hall.url("desk-paper", "pairings") + "?lang=en&paper=a4").content
    assert "A4" in pdf.info(asked)["Page size"] and pdf.has(asked, "White")


def test_a_value_that_no_paper_knows_is_refused_and_nothing_is_kept(hall):
    hall.start()
    answer = hall.owner.post(hall.url("desk-papers"), {"per_page": "300", "sponsor": "X"}, follow=True)
    assert "300" in answer.content.decode()
    assert 'value="X"' not in hall.owner.get(hall.url("desk-papers")).content.decode()


def test_the_report_for_the_rating_officer_is_a_card_to_download(hall):
    hall.start()
    for played in range(1, hall.state.settings.rounds + 1):
        hall.finish_round()
        hall.give("close-round")
        if played < hall.state.settings.rounds:
            hall.next_round()
    page = hall.owner.get(hall.url("desk-papers")).content.decode()
    cards = re.findall(r"<li>(.*?)</li>", page.partition("papers-now")[2].partition("</ul>")[0], re.DOTALL)
    (card,) = (card for card in cards if "papers/trf16" in card)
    assert "<b>TRF16 for the rating officer</b>" in card and "<img" not in card and "Print" not in card
    address = re.search(r'href="([^"]+)" download>.*Download', card, re.DOTALL)
    assert address
    answer = hall.owner.get(html.unescape(address[1]))
    assert re.fullmatch(r'attachment; filename="[\w-]+-trf16\.trf"', answer["Content-Disposition"])
    assert answer.content.decode().startswith("012 ")


def test_a_paper_has_a_picture(hall):
    hall.start()
    answer = hall.owner.get(hall.url("desk-paper-picture", "pairings"))
    assert answer["Content-Type"] == "image/png" and answer.content.startswith(b"\x89PNG")
    assert hall.owner.get(hall.url("desk-paper-picture", "certificate")).status_code == 404
    assert "papers/pairings/picture" in hall.owner.get(hall.url("desk-papers") + "?look=pairings").content.decode()


def test_the_round_page_prints_its_papers(hall):
    hall.start()
    page = hall.owner.get(hall.url("desk-round", 1)).content.decode()
    assert all(f"papers/{name}?round=1" in page for name in ("pairings", "pairings-names", "result-slips", "results"))


def test_pictures_have_another_address_when_papers_are_printed_otherwise(hall):
    def address():
        page = hall.owner.get(hall.url("desk-papers") + "?look=pairings").content.decode()
        return re.search(r'src="([^"]*papers/pairings/picture[^"]*)"', page)[1]

    hall.start()
    before = address()
    assert address() == before
    hall.owner.post(hall.url("desk-papers"), {"size": "large"})
    assert address() != before and hall.owner.get(html.unescape(address())).status_code == 200


def test_categories_that_cannot_be_used_are_refused_in_the_form(hall):
    hall.start()
    answer = hall.owner.post(hall.url("desk-papers"), {"categories": "women, foo bar", "sponsor": "X"}, follow=True)
    assert "foo bar" in answer.content.decode()
    assert 'value="X"' not in hall.owner.get(hall.url("desk-papers")).content.decode()
    hall.owner.post(hall.url("desk-papers"), {"categories": "women, U18", "sponsor": "X"})
    assert 'value="X"' in hall.owner.get(hall.url("desk-papers")).content.decode()


def test_every_form_that_is_written_is_offered_on_the_papers_page_with_a_sentence(hall):
    hall.start()
    hall.finish_round()
    page = hall.owner.get(hall.url("desk-papers")).content.decode()
    assert set(files()) == set(WRITTEN)
    for form, spec in files().items():
        assert f"papers/{spec.name}" in page, form
        assert form.startswith("trf") or spec.about in html.unescape(page), form
        answer = hall.owner.get(hall.url("desk-paper", spec.name))
        assert answer.status_code == 200 and answer["Content-Disposition"].startswith("attachment"), form
        if FORMS[form].read:
            found, _warnings = parse(answer.content, f"x{FORMS[form].endings[0]}" if FORMS[form].endings else "x", form)
            assert len(found.players) == 12, form
    assert json.loads(hall.owner.get(hall.url("desk-paper", "json")).content)["format"] == "arbitro-tournament"


def test_the_document_is_the_one_that_the_command_exports(hall):
    hall.start()
    hall.finish_round()
    path = f"{hall.event.slug}/{hall.section.slug}"
    assert hall.owner.get(hall.url("desk-paper", "json")).content.decode() == dumps(report_of(path), indent=1) + "\n"
