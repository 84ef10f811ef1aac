"""The public entry form: the section's rules, the waiting list, fees, and personal data that few see and that go."""

from __future__ import annotations

from decimal import Decimal

import pytest

from arbitro.desk import store
from arbitro.desk.admission import Admission, fee_of, objections
from arbitro.desk.applications import totals
from arbitro.desk.commands import Role
from arbitro.desk.links import Kind, links
from arbitro.desk.models import Application, RegisteredPlayer
from arbitro.model import Player, Sex, Title

CONSENT = "Photographs may be published."


@pytest.mark.parametrize(
    "player, refused",
    [
        (Player(number=0, name="A", rating=1900, birth="2012"), False),
        (Player(number=0, name="A", rating=2001, birth="2012"), True),
        (Player(number=0, name="A", rating=1499, birth="2012"), True),
        (Player(number=0, name="A", birth="2012"), True),  # unrated
        (Player(number=0, name="A", rating=1900, birth="2009/12/31"), True),
        (Player(number=0, name="A", rating=1900), True),  # no birth, but a limit of age
    ],
)
def test_rating_bands_and_age(player, refused):
    admission = Admission(open=True, rating_from=1500, rating_to=2000, unrated=False, born_from=2010)
    assert bool(objections(admission, player, "2026-05-01")) is refused
    assert objections(Admission(open=True, closes="2026-04-30"), player, "2026-05-01")


def test_the_lowest_fee_that_applies():
    admission = Admission(fee="25", fees={"junior": "12,50", "titled": "0", "senior": "20", "women": "15"})
    fee = lambda **fields: fee_of(admission, Player(number=0, name="A", **fields), 2026)  # noqa: E731
    assert fee() == Decimal(25)
    assert fee(birth="2009") == Decimal("12.50") and fee(birth="2008") == Decimal(25)
    assert fee(birth="1966") == Decimal(20)
    assert fee(birth="2009", sex=Sex.FEMALE) == Decimal("12.50")
    assert fee(title=Title.GM) == Decimal(0)
    assert fee_of(Admission(), Player(number=0, name="A"), 2026) is None


@pytest.fixture
def form(hall):
    entry = {"open": True, "places": 2, "rating_to": 2000, "fee": "25", "fees": {"junior": "10"}, "currency": "EUR",
             "consents": [CONSENT]}  # fmt: skip
    hall.give("configure", changes={"entry": entry, "start": "2026-05-01"})
    RegisteredPlayer.objects.create(
        fide_id="5100001", name="Ruiz, Ana", folded="ruiz ana", federation="MEX", birth_year=2012, standard=1800
    )
    RegisteredPlayer.objects.create(
        fide_id="5100002", name="Strong, Eva", folded="strong eva", federation="ESP", birth_year=1990, standard=2400
    )
    return hall


def enter(hall, **fields):
    data = {"mail": "a@example.org", "agreed": CONSENT} | fields
    return hall.client().post(hall.url("enter"), {k: v for k, v in data.items() if v is not None})


def test_from_the_form_to_the_list_of_players(form):
    page = form.client().get(form.url("enter") + "?fide_id=5100001").content.decode()
    assert "Ruiz, Ana" in page and "10 EUR" in page
    answer = enter(form, fide_id="5100001", rating="2700", phone="555-1234")
    secret = answer["Location"].rpartition("/")[2]
    mine = form.client().get(answer["Location"]).content.decode()
    assert "the organiser confirms it" in mine and "not paid yet" in mine
    assert not form.state.entrants
    one = Application.objects.get()
    assert one.player["rating"] == 1800  # the list's, not the form's
    form.owner.post(form.url("desk-entries"), {"action": "paid", "id": one.pk})
    form.owner.post(form.url("desk-entries"), {"action": "take", "id": one.pk})
    assert [e.name for e in form.state.entrants.values()] == ["Ruiz, Ana"]
    assert "This is your own page" in form.client().get(f"/me/{secret}").content.decode()
    assert "555-1234" not in str([e.payload for e in store.entries(form.section.pk)])  # the journal is for ever
    assert "a@example.org" not in form.client().get(form.url("players")).content.decode()


@pytest.mark.parametrize(
    "fields",
    [
        {"fide_id": "5100002"},  # above the band
        {"fide_id": "5100001", "agreed": None},
        {"fide_id": "5100001", "mail": ""},
        {"name": ""},
        {"name": "x\x00"},
        {"name": "A", "birth": "yesterday"},
        {"name": "A", "sex": "?"},
    ],
)
def test_what_the_form_refuses_in_a_sentence(form, fields):
    answer = enter(form, **fields)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    assert not Application.objects.exists()


def test_twice_and_beyond_the_places(form):
    assert enter(form, name="One, A").status_code == 302
    assert enter(form, name="one, a").status_code == 422
    assert enter(form, name="Two, B").status_code == 302
    third = enter(form, name="Three, C")
    assert "waiting list, place 1" in form.client().get(third["Location"]).content.decode()
    paid, owed = totals(list(Application.objects.all()))
    assert (paid, owed) == (Decimal(0), Decimal(50))  # one who waits owes nothing


def test_a_refused_form_stands_as_it_was_filled_in(form):
    page = enter(form, name="One, A", sex="w", birth="31/02/2010", phone="555-1234", agreed=CONSENT).content.decode()
    assert "is not a date of birth" in page
    for kept in ('value="One, A"', 'value="w" selected', 'value="31/02/2010"', 'value="555-1234"', "required checked"):
        assert kept in page, kept


def test_the_organiser_is_told_of_a_name_that_is_entered_twice(form):
    enter(form, name="One, A", birth="2010")
    enter(form, name="Two, B")
    assert "name entered twice" not in form.owner.get(form.url("desk-entries")).content.decode()
    enter(form, name="one, a")  # without a year: another, or the same
    assert form.owner.get(form.url("desk-entries")).content.decode().count("name entered twice") == 2


def test_nobody_passes_those_who_wait(form):
    for name in ("One, A", "Two, B", "Three, C"):
        enter(form, name=name)
    form.give("configure", changes={"entry": dict(form.state.settings.entry) | {"places": 3}})
    page = form.client().get(form.url("enter")).content.decode()
    assert "All places are taken" in page  # the third is for her who waits
    enter(form, name="Four, D")
    form.give("configure", changes={"entry": dict(form.state.settings.entry) | {"places": 5}})
    enter(form, name="Five, E")
    assert [one.status for one in Application.objects.order_by("pk")] == ["new", "new", "waiting", "waiting", "new"]


def test_the_page_of_the_entry_says_what_became_of_it(form):
    pages = [enter(form, name=name)["Location"] for name in ("One, A", "Two, B")]
    first, second = Application.objects.order_by("pk")
    form.owner.post(form.url("desk-entries"), {"action": "take", "id": first.pk})
    form.owner.post(form.url("desk-entries"), {"action": "refused", "id": second.pk})
    confirmed, refused = (form.client().get(page).content.decode() for page in pages)
    assert "The organiser has confirmed your entry." in confirmed
    assert "25 EUR" in confirmed and "not paid yet" in confirmed
    assert "has not accepted this entry" in refused and "25 EUR" not in refused
    form.owner.post(form.url("desk-entries"), {"action": "paid", "id": first.pk})
    assert "not paid yet" not in form.client().get(pages[0]).content.decode()


def test_an_entry_that_nobody_has_confirmed_counts_for_no_player(form):
    enter(form, name="One, A")
    form.give("enter", players=[{"name": "Two, B"}])
    page = form.owner.get(form.url("desk-links")).content.decode()
    assert "0 of 1 have one" in page
    assert links(form.section, Kind.PLAYER) == {}


def test_contact_data_are_for_few_and_are_erased_at_the_end(form):
    for name in ("One, A", "Two, B"):
        enter(form, name=name, mail="secret@example.org")
    for one in Application.objects.all():
        form.owner.post(form.url("desk-entries"), {"action": "take", "id": one.pk})
    arbiter, desk = form.person("otto", Role.ARBITER), form.person("emma", Role.ENTRY)
    assert arbiter.get(form.url("desk-entries")).status_code == 403
    assert "secret@example.org" in desk.get(form.url("desk-entries")).content.decode()
    assert desk.post(form.url("desk-entries"), {"action": "erase"}).status_code in (302, 403)
    form.owner.post(form.url("desk-entries"), {"action": "erase"})
    assert Application.objects.first().contact  # not while it is played
    form.give("number")
    form.give("lots", sentence="x")
    form.next_round()
    form.finish_round()
    form.give("close-event")
    form.owner.post(form.url("desk-entries"), {"action": "erase"})
    assert not any(one.contact or one.player or one.agreed for one in Application.objects.all())
    assert len(form.state.entrants) == 2


def test_a_closed_form_is_no_page(hall):
    assert hall.client().get(hall.url("enter")).status_code == 404
    assert hall.client().post(hall.url("enter"), {"name": "A"}).status_code == 404
    saved = hall.owner.post(hall.url("desk-entries"), {"action": "form", "open": "on", "unrated": "on", "fee": "5"})
    assert saved.status_code == 302
    assert hall.state.settings.entry == {"open": True, "fee": "5"}
    assert hall.client().get(hall.url("enter")).status_code == 200
