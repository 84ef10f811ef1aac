"""The register of players: found by parts of names in any order, by id, by federation; the strongest first."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbitro.desk.models import RegisteredPlayer
from arbitro.desk.register import fold, replace_all, rows_of, search
from arbitro.errors import Refused
from arbitro.files.rating_list import Listed, read
from arbitro.model import Sex, Title
from tests.desk.test_durability import run
from tests.postgres import server


def player(fide_id: str, name: str, standard: int, federation: str = "MEX", **others) -> Listed:
    blank = dict.fromkeys(("rapid", "rapid_games", "rapid_k", "blitz", "blitz_games", "blitz_k", "standard_games"), 0)
    usual = {
        "sex": Sex.UNKNOWN, "title": Title.NONE, "women_title": Title.NONE, "other_titles": "", "standard_k": 20,
        "birth": "", "flags": "",
    }  # fmt: skip
    return Listed(fide_id=fide_id, name=name, federation=federation, standard=standard, **(blank | usual | others))


PEOPLE = [
    player("5101", "Muñoz, José Luis", 1900),
    player("5102", "Munoz Garcia, Ana", 2300, "ESP", sex=Sex.FEMALE, women_title=Title.WFM),
    player("5103", "García Muñoz, Pedro", 2100, birth="1980"),
    player("5204", "O'Neil, Zoë", 2000, "IRL"),
    player("5205", "Łukasz, Żółć", 2200, "POL"),
]


@pytest.fixture
def people(db):
    assert replace_all(rows_of(PEOPLE)) == 5


def names(query: str, **options) -> list[str]:
    return [p.name for p in search(query, **options)]


@pytest.mark.usefixtures("people")
def test_parts_of_names_in_any_order_without_accents_the_strongest_first():
    assert names("munoz") == ["Munoz Garcia, Ana", "García Muñoz, Pedro", "Muñoz, José Luis"]
    assert names("gar mu") == names("MUÑ GARC") == ["Munoz Garcia, Ana", "García Muñoz, Pedro"]
    assert names("jose mu") == names("Muñoz José-Luis") == ["Muñoz, José Luis"]
    assert names("oneil") == []
    assert names("neil z") == names("o'neil") == ["O'Neil, Zoë"]
    assert names("zolc luk") == ["Łukasz, Żółć"]
    assert names("m", limit=1) == ["Munoz Garcia, Ana"]


@pytest.mark.usefixtures("people")
def test_federations_and_ids():
    assert names("MUN GAR") == ["Munoz Garcia, Ana", "García Muñoz, Pedro"]  # no such federation
    assert names("munoz MEX") == ["García Muñoz, Pedro", "Muñoz, José Luis"]
    assert names("ESP munoz") == ["Munoz Garcia, Ana"]
    assert names("52") == ["O'Neil, Zoë", "Łukasz, Żółć"]
    assert names("5103") == ["García Muñoz, Pedro"]
    assert names("59") == names("") == names("MEX XXX munoz") == []


@pytest.mark.usefixtures("people")
@pytest.mark.parametrize(
    "query", ['"', "*", "munoz OR", "a AND", "(", "NEAR(a b)", "folded:x", "'; --", "½ ²", "%", "_"]
)
def test_what_means_something_to_the_index_is_only_text(query):
    search(query)


@pytest.mark.usefixtures("people")
def test_a_new_list_replaces_the_old_one_and_an_id_is_there_once():
    twice = [player("1", "Weak, Twin", 1500), player("1", "Strong, Twin", 2500), player("2", "Other", 1)]
    assert replace_all(rows_of(twice)) == 2
    assert names("twin") == ["Strong, Twin"]
    assert names("munoz") == []


def test_an_empty_register_finds_nothing(db):
    assert names("garcia") == []


@pytest.mark.usefixtures("people")
def test_a_player_of_the_register_becomes_an_entry(desk):
    from arbitro.desk.rating_lists import row_of
    from arbitro.desk.register import registered

    open_ = desk()
    open_("enter", players=[row_of(registered("5102"), "standard")])
    entered = open_.state.entrants[1].player
    assert (entered.rating, entered.title, entered.sex, entered.federation) == (2300, Title.WFM, Sex.FEMALE, "ESP")
    with pytest.raises(Refused, match="no player 9"):
        registered("9")


def test_folding():
    assert fold("  Muñoz,  JOSÉ-Luis ") == "munoz jose luis"
    assert fold("Straße") == "strasse"


def test_a_file_in_the_layout_of_the_list(db, tmp_path: Path):
    from bench._rating_list import write_text

    path = tmp_path / "list.txt"
    write_text(path, 300)
    assert replace_all(rows_of(read(path))) == 300
    strongest = RegisteredPlayer.objects.order_by("-standard").first()
    assert search(strongest.name.split(",")[1])[0].standard <= strongest.standard
    assert strongest.name in names(strongest.name)


ON_POSTGRES = """
    from arbitro.desk import register
    from tests.desk.test_register import player
    kinds = []
    for trigrams in (True, False):
        if not trigrams:
            with connection.cursor() as cursor:
                cursor.execute("DROP EXTENSION IF EXISTS pg_trgm CASCADE")
            register.has_trigrams = register.has_trigrams = lambda: False
        kinds.append(register.has_trigrams())
        people = [("5101", "Muñoz, José Luis", 1900, "MEX"), ("5102", "Munoz Garcia, Ana", 2300, "ESP"),
                  ("5103", "García Muñoz, Pedro", 2100, "MEX"), ("5204", "O'Neil, Zoë", 2000, "IRL")]
        count = register.replace_all(register.rows_of(player(*fields) for fields in people))
        assert count == 4
        find = lambda query: [p.fide_id for p in register.search(query)]
        assert find("munoz") == ["5102", "5103", "5101"], find("munoz")
        assert find("gar MUÑ") == ["5102", "5103"]
        assert find("munoz MEX") == ["5103", "5101"]
        assert find("neil z") == ["5204"]
        assert find("52") == ["5204"] and find("unoz") == []
        assert find("510") == ["5101", "5102", "5103"]
        for odd in ('"', "*", "a & |", "!x", "(", "'", "%", "_", ":*"):
            find(odd)
    print(json.dumps({"trigrams": kinds}))
"""


@pytest.mark.postgres
def test_postgresql_with_and_without_trigrams_in_any_collation(tmp_path):
    """A server that sorts as a language does, with punctuation before digits, finds ids all the same."""
    import psycopg

    with server() as url:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(
                "CREATE DATABASE spanish TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'es' LOCALE 'C'"
            )
        for database in (url, url.replace("@/arbitro", "@/spanish")):
            answer = run(ON_POSTGRES, database, tmp_path)
            assert answer["trigrams"][1] is False


def test_desks_write_and_search_while_a_list_comes_in(tmp_path):
    """Another process is at its desk: it waits for a batch, not for the list, and finds the old list until the end."""
    answer = run(
        """
        from arbitro.desk import register
        from tests.desk.test_register import player
        register.STEP = 2
        section = open_event(8)
        register.replace_all(register.rows_of([player("1", "Old, Hand", 2000)]))
        connections.close_all()
        found = []

        def listed():
            for i in range(9):
                yield player(str(10 + i), f"New, Hand{i}", 2000 - i)

        def other_desk(board):
            child = os.fork()
            if child == 0:
                connections.close_all()
                give(section, "result", board=board, result="1-0")
                os._exit(0 if [p.name for p in register.search("hand")] == ["Old, Hand"] else 1)
            found.append(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))

        count = register.replace_all(register.rows_of(listed()), progress=lambda n: other_desk(len(found) + 1))
        missing = store.state_of(section).rounds[0].missing
        names = [p.name for p in register.search("hand")]
        print(json.dumps({"count": count, "found": found, "missing": missing, "first": names[0], "all": len(names)}))
        """,
        f"sqlite:///{tmp_path}/register.sqlite3",
        tmp_path,
    )
    assert answer == {"count": 9, "found": [0], "missing": 3, "first": "New, Hand0", "all": 9}


def test_a_list_that_breaks_off_leaves_the_register_as_it_was(db, monkeypatch):
    from arbitro.desk import register

    replace_all(rows_of(PEOPLE))

    def torn():
        yield player("1", "New, Hand", 2000)
        raise ValueError("line 2")

    with pytest.raises(ValueError, match="line 2"):
        replace_all(rows_of(torn()))
    assert len(names("munoz")) == 3
    monkeypatch.setattr(register, "STEP", 2)  # several steps, the last one not full
    assert replace_all(rows_of(PEOPLE)) == 5
    assert names("munoz") == ["Munoz Garcia, Ana", "García Muñoz, Pedro", "Muñoz, José Luis"]
