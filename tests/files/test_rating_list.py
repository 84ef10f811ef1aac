"""FIDE rating lists, text and XML."""

from __future__ import annotations

import tracemalloc
import zipfile
from pathlib import Path

import pytest

from arbitro.errors import FileError
from arbitro.files import rating_list
from arbitro.model import RatingList, Sex, Title
from bench import _rating_list

COMBINED = (
    "ID Number      Name                                                         Fed Sex Tit  WTit OTit           "
    "FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag\n"
    "2200015        Alfa, Ana                                                    ESP F   IM   WGM  FT,IA          "
    "    2401  9   10 2350  0   20 0     0   0  1990  wi  \n"
    "14100010       Muñoz, José                                                  ARG M   FM                       "
    "    2310  0   20                           2001      \n"
)
SINGLE = (
    "ID Number      Name                                                         Fed Sex Tit  WTit OTit           "
    "FOA NOV26 Gms K  B-day Flag\n"
    "2200015        Alfa, Ana                                                    ESP F   IM                       "
    "    2350  4   20 1990      \n"
)
XML = """<?xml version="1.0" encoding="ISO-8859-1"?>
<playerslist>
<player>
<fideid>2200015</fideid>
<name>Alfa, Ana</name>
<country>ESP</country>
<sex>F</sex>
<title>IM</title>
<w_title>WGM</w_title>
<o_title>FT,IA</o_title>
<foa_title></foa_title>
<rating>2401</rating>
<games>9</games>
<k>10</k>
<rapid_rating>2350</rapid_rating>
<rapid_games>0</rapid_games>
<rapid_k>20</rapid_k>
<blitz_rating></blitz_rating>
<blitz_games></blitz_games>
<blitz_k></blitz_k>
<birthday>1990</birthday>
<flag>wi</flag>
</player>
%s
</playerslist>
"""


@pytest.fixture
def make(tmp_path: Path):
    def write(text: str | bytes, name: str = "list.txt") -> Path:
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode("latin-1"))
        return path

    return write


def test_the_combined_list(make):
    first, second = rating_list.read(make(COMBINED))
    assert (first.fide_id, first.name, first.federation, first.sex) == ("2200015", "Alfa, Ana", "ESP", Sex.FEMALE)
    assert (first.title, first.women_title, first.other_titles) == (Title.IM, Title.WGM, "FT,IA")
    assert (first.standard, first.standard_games, first.standard_k) == (2401, 9, 10)
    assert (first.rating(RatingList.RAPID), first.k(RatingList.RAPID), first.blitz) == (2350, 20, 0)
    assert (first.birth, first.flags) == ("1990", "wi")
    assert (second.name, second.title, second.standard, second.rapid) == ("Muñoz, José", Title.FM, 2310, 0)
    assert "i" not in second.flags


def test_entries_as_players(make):
    first, second = (entry.player() for entry in rating_list.read(make(COMBINED)))
    assert (first.number, first.title, first.rating, first.k) == (0, Title.IM, 2401, 10)
    assert first.ratings == {RatingList.STANDARD: 2401, RatingList.RAPID: 2350}
    assert (second.birth_year, second.k) == (2001, 20)


def test_a_list_of_one_kind_of_chess(make):
    (entry,) = rating_list.read(make(SINGLE), kind=RatingList.RAPID)
    assert (entry.rapid, entry.rapid_games, entry.rapid_k, entry.standard) == (2350, 4, 20, 0)


def test_xml_says_the_same_as_text(make):
    text, _ = rating_list.read(make(COMBINED))
    (xml,) = rating_list.read(make(XML % "", "list.xml"))
    assert xml == text


def test_entities_comments_and_other_orders_are_read_by_the_xml_parser(make):
    more = (
        "<player><fideid>1</fideid><name>Smith &amp; S\xf8n</name><rating/></player>"
        "<!-- remark --><player><name><![CDATA[A <b>]]></name><fideid>2</fideid><rating>1500</rating></player>"
    )
    entries = list(rating_list.read(make(XML % more, "list.xml")))
    assert [entry.name for entry in entries] == ["Alfa, Ana", "Smith & Søn", "A <b>"]
    assert [entry.standard for entry in entries] == [2401, 0, 1500]


@pytest.mark.parametrize("write", [_rating_list.write_text, _rating_list.write_xml])
def test_a_synthetic_list_is_read_back(write, tmp_path: Path):
    path = tmp_path / "list"
    write(path, 5000)
    rows = list(_rating_list.rows(5000))
    entries = list(rating_list.read(path))
    assert [entry.fide_id for entry in entries] == [row[0] for row in rows]
    assert [entry.blitz for entry in entries] == [int(row[14]) for row in rows]
    assert [entry.birth for entry in entries] == [row[17] for row in rows]


def test_a_zip_archive_is_read_without_unpacking(make, tmp_path: Path):
    archive = tmp_path / "list.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as box:
        box.writestr("readme.txt", "small")
        box.writestr("players.txt", COMBINED.encode("latin-1"))
    assert len(list(rating_list.read(archive))) == 2


def test_pick_finds_the_players_of_a_tournament(make):
    found = rating_list.pick(make(COMBINED), ["14100010", "99", ""])
    assert {identity: entry.standard for identity, entry in found.items()} == {"14100010": 2310}
    assert rating_list.pick(make(COMBINED), []) == {}


@pytest.mark.parametrize("write", [_rating_list.write_text, _rating_list.write_xml])
def test_memory_does_not_grow_with_the_list(write, tmp_path: Path):
    def peak(players: int) -> int:
        path = tmp_path / f"list{players}"
        write(path, players)
        tracemalloc.start()
        for _entry in rating_list.read(path):
            pass
        memory = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return memory

    assert peak(24_000) < 1.3 * peak(12_000)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("hello\nworld\n", 1),
        (COMBINED.replace("2401", "24x1"), 2),
        (COMBINED.replace("14100010", "x       "), 3),
        ("<playerslist></playerslist>", 1),
        ((XML % "")[:-80], None),
        (XML % "<player><fideid>1</fideid>", None),
        (XML % "<player><fideid>1</name></player>", 24),
        (XML % "<player><rating>x</rating></player>", None),
    ],
)
def test_an_error_names_the_line(make, text: str, line: int | None):
    with pytest.raises(FileError) as caught:
        list(rating_list.read(make(text)))
    assert caught.value.line is not None
    assert line is None or caught.value.line == line


def test_a_broken_archive(make):
    with pytest.raises(FileError):
        list(rating_list.read(make(b"PK\x03\x04" + b"x" * 100)))
