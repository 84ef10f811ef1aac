"""Every sheet says what it is, and its layout holds: heads, marks, sizes, groups, read from the PDF by program."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

import pytest

from arbitro import __version__
from arbitro.desk.snapshot import snapshot
from arbitro.desk.state import State
from arbitro.errors import Refused
from arbitro.i18n import speaking
from arbitro.model import Outcome, Tournament
from arbitro.papers import Context, make, of_tournament
from arbitro.papers.badges import qr
from arbitro.papers.blocks import Document, Layout, Table, Text, breakable
from arbitro.papers.bundle import _of_every_round
from arbitro.papers.catalogue import draw, find
from arbitro.papers.context import day
from arbitro.papers.typeset import unprintable
from tests.papers import pdf
from tests.papers.conftest import crowd
from tests.papers.test_all_papers import with_somebody_absent

NOW = "2026-11-16 15:51"


def context(state: State, lang: str = "en", **options: str) -> Context:
    return Context(state, snapshot(state), {"lang": lang, **options}, slug="x", printed=NOW)


def pages(data: bytes) -> list[str]:
    return pdf.text(data).rstrip("\f").split("\f")


# -- what a sheet says


def with_byes(event: Tournament) -> Tournament:
    """The last round of the first eight players is a bye that they asked for, or nothing."""
    results = list(event.results)
    gone: set[int] = set()
    for number in range(1, 9):
        last = results[number - 1][-1]
        gone |= {number, last.opponent or 0}
    for number in gone - {0}:
        outcome = Outcome.HALF_BYE if number % 2 else Outcome.ZERO_BYE
        rounds = results[number - 1]
        results[number - 1] = (*rounds[:-1], rounds[-1]._replace(opponent=None, colour=None, outcome=outcome))
    return replace(event, results=tuple(results))


def test_the_alphabetical_list_has_everybody_with_and_without_a_board() -> None:
    event = with_byes(crowd(60))
    data = make(of_tournament(event, {"lang": "en"}), "pairings-names").data
    missing = [p.name for p in event.players if not pdf.has(data, p.name)]
    assert missing == []
    assert "half-point bye" in pdf.text(data) and "zero-point bye" in pdf.text(data)


def test_every_page_names_the_paper_the_round_the_event_and_when_it_was_printed() -> None:
    ctx = replace(of_tournament(crowd(300), {"lang": "en"}), printed=NOW)
    for name, title in (("pairings", "Pairings, round 3"), ("standings-long", "Standings with tie-breaks")):
        found = pages(make(ctx, name).data)
        assert len(found) >= 3
        assert all(title in page and "Gran abierto" in page and f"printed {NOW}" in page for page in found)
    assert all("after round 3 of 9" in page for page in pages(make(ctx, "standings-long").data))


def test_the_norm_forms_are_whole_documents_with_title_place_dates_and_their_own_pages(norm: State) -> None:
    desk = context(norm)
    one = pages(make(desk, "it1").data)
    for page in (*one, *pages(make(desk, "it2").data), *pages(make(desk, "fa1").data)):
        assert "Oaxaca" in page and "10 March 2026" in page and "Page 1 / 1" in page
    assert "IT1: GM norm of Maestro J, Luis" in one[0] and "edition" in one[0]


def test_dates_of_birth_are_written_as_the_reader_writes_them() -> None:
    for lang, words in (("en", "14 June 1990"), ("es", "14 de junio de 1990")):
        with speaking(lang):
            assert day("1990-06-14") == day("1990/06/14") == words and day("1990-00-00") == day("1990") == "1990"


@pytest.mark.parametrize(("lang", "mark"), [("en", "PROVISIONAL"), ("es", "PROVISIONAL")])
def test_papers_that_count_results_are_provisional_while_games_are_open(lang: str, mark: str, in_play: State) -> None:
    for name in ("standings", "results", "certificates", "arbiter-report", "crosstable", "all-results"):
        found = pages(make(context(in_play, lang, after="3"), name).data)
        assert all(mark in page for page in found), name
    for name in ("pairings", "start-list", "result-slips", "standings", "wall-chart"):  # standings after round 2
        assert mark not in pdf.text(make(context(in_play, lang), name).data)


def test_nothing_is_provisional_when_all_is_over(swiss: State) -> None:
    for name in ("standings", "certificates", "it3"):
        assert "PROVISIONAL" not in pdf.text(make(context(swiss), name).data)


def test_it3_does_not_say_that_we_paired_what_another_program_paired() -> None:
    event = crowd(30)
    text = pdf.text(make(of_tournament(event, {"lang": "en"}), "it3").data)
    assert "Arbitro" not in text and "☐ by computer" in text
    told = replace(event, info=replace(event.info, pairing_program="Other Pairings 3.1"))
    text = pdf.text(make(of_tournament(told, {"lang": "en"}), "it3").data)
    assert "Other Pairings 3.1" in text and "☑ by computer" in text
    assert "Deputy arbiter 2 (more than 20 players)" in text and "Deputy arbiter 3" not in text


def test_the_report_has_everybody_all_games_arbiters_and_fair_play(in_play: State) -> None:
    text = pdf.text(make(context(in_play), "arbiter-report").data)
    for words in ("Participants", "Round 1,", "Round 3,", "IA1", "A phone rang", "11.3.2", "Protection level"):
        assert words in text, words
    names = [e.name for e in in_play.entrants.values()]
    assert all(text.count(name) >= 3 for name in names if not in_play.entrants[1].excluded)


# -- how it is laid out


def many_rounds(players: int, rounds: int) -> Tournament:
    return replace(crowd(players, rounds), planned_rounds=rounds)


@pytest.mark.parametrize(
    ("players", "rounds", "options"),
    [
        (120, 9, {"orientation": "portrait"}),
        (40, 21, {"size": "large"}),
        (40, 21, {"orientation": "portrait", "paper": "letter"}),
    ],
)
def test_a_cross_table_never_prints_one_cell_over_another(players: int, rounds: int, options: dict[str, str]) -> None:
    data = make(of_tournament(many_rounds(players, rounds), {"lang": "en", **options}), "crosstable").data
    assert pdf.cut_or_overlapping(data) == []


@pytest.mark.parametrize("per_page", ["1", "8", "20", "30"])
def test_slips_keep_within_their_frame(per_page: str, swiss: State, teams: State) -> None:
    for state in (swiss, teams):
        data = make(context(state, per_page=per_page), "result-slips").data
        assert pdf.cut_or_overlapping(data) == []
        boards = len(state.rounds[-1].boards)
        assert pdf.pages(data) == -(-boards // int(per_page))
    assert "Match 1: Equipo" in pdf.text(data) and "1.4" in pdf.text(data)


def test_a_very_long_name_of_an_event_stays_legible(swiss: State) -> None:
    name = "Campeonato Centroamericano y del Caribe por Equipos de Ajedrez Clásico, Memorial del Maestro Fundador " * 2
    state = replace(swiss, settings=replace(swiss.settings, name=name.strip()))
    for paper in ("result-slips", "scoresheets", "pairing-cards", "certificates"):
        data = make(context(state), paper).data
        assert pdf.cut_or_overlapping(data) == []
        inside = [word for word in pdf.words(data)[1] if word.text.startswith("Centroamericano")]
        assert max(word.bottom - word.top for word in inside) > 5.5, paper


def test_names_are_broken_at_their_hyphens() -> None:
    assert breakable("Fernández-Villaverde-Torrejón, Ana") == "Fernández-Villaverde-Torrejón, Ana"
    assert "\u200b" in breakable("W" * 40)


def test_a_group_is_named_again_on_the_next_page_and_never_alone_at_the_foot() -> None:
    event = crowd(130)
    spread = tuple(replace(p, federation="ESP" if p.number < 70 else "FRA") for p in event.players)
    data = make(of_tournament(replace(event, players=spread), {"lang": "en"}), "start-list-federations").data
    found = pages(data)
    assert len(found) > 2 and all("ESP (" in page or "FRA (" in page for page in found[:-1])
    for page in found:
        lines = [line for line in page.splitlines() if line.strip()]
        heads = [k for k, line in enumerate(lines) if line.strip().startswith(("ESP (", "FRA ("))]
        assert all(lines[k + 1].split()[0].isdecimal() for k in heads)


def test_a_short_list_fills_its_sheet() -> None:
    event = crowd(58)
    short = tuple(replace(p, name=f"Apellido{p.number}, Ana") for p in event.players)
    data = make(of_tournament(replace(event, players=short), {"lang": "en"}), "pairings").data
    sizes, found = pdf.words(data)
    assert pdf.pages(data) == 1
    lowest = max(word.bottom for word in found if word.text.startswith("Apellido"))
    assert lowest > 0.7 * sizes[0][1]


def test_lines_to_write_on_are_no_larger_than_what_is_filled_in(norm: State) -> None:
    _sizes, found = pdf.words(make(context(norm), "it3").data)
    tops = sorted({round(w.top) for w in found if w.text in ("Organiser", "Person", "Address,", "Rounds")})
    gaps = [b - a for a, b in pairwise(tops)]
    assert max(gaps[:3]) - min(gaps[:3]) <= 1


# -- its words


def test_two_buchholz_tiebreaks_are_told_apart(swiss: State) -> None:
    assert "BH/C1: Buchholz without the lowest value" in pdf.text(make(context(swiss), "standings-long").data)


def test_a_round_robin_has_titles_in_its_table_and_no_byes_in_its_regulations(norm: State) -> None:
    assert "GM" in pdf.text(make(context(norm), "crosstable").data)
    text = pdf.text(make(context(norm), "regulations").data)
    assert "bye" not in text and "Buchholz" not in text


def test_a_diploma_says_first_place(swiss: State) -> None:
    assert "First place" in pdf.text(make(context(swiss), "certificates").data)
    assert "Primer puesto" in pdf.text(make(context(swiss, "es"), "certificates").data)


# -- letters of the world, months, files


def named(event: Tournament, name: str) -> Tournament:
    return replace(event, players=(replace(event.players[0], name=name), *event.players[1:]))


def test_chinese_and_thai_names_are_printed_with_a_font_of_the_system() -> None:
    names = ("侯逸凡, Hou", "สมชาย, Thai")
    event = crowd(4)
    players = [replace(p, name=name) for p, name in zip(event.players, names, strict=False)]
    data = make(
        of_tournament(replace(event, players=(*players, *event.players[2:])), {"lang": "en"}), "start-list"
    ).data
    assert unprintable(names) == [], "no font: apt install fonts-wqy-microhei fonts-tlwg-loma-ttf (make test does it)"
    assert all(pdf.has(data, name) for name in names) and pdf.fonts(data) > {"SourceSansPro"}


def test_letters_that_no_font_has_are_told_by_name() -> None:
    from arbitro.papers.preflight import Check, preflight

    strange = "Li \U00010920, Ming"  # a letter of a script that no usual font has
    assert unprintable(["Müller, Jürgen", "Иванов, Пётр", strange]) == [strange]
    event = named(crowd(4), strange)
    assert make(of_tournament(event, {"lang": "en"}), "pairings").data.startswith(b"%PDF")
    assert Check.NAME_LETTERS in {finding.kind for finding in preflight(event)}
    long = named(crowd(4), "Fernández de Villaverde y Torrejón, María de los Ángeles")
    assert Check.NAME_LONG in {finding.kind for finding in preflight(long)}


def test_a_long_event_is_reported_month_by_month() -> None:
    import io
    import zipfile

    from arbitro.errors import Refused
    from arbitro.files.trf import parse

    event = crowd(20)
    days = ("2026/01/20", "2026/02/03", "2026/02/17")
    made = make(of_tournament(replace(event, info=replace(event.info, round_dates=days)), {}, "liga"), "trf-months")
    with zipfile.ZipFile(io.BytesIO(made.data)) as archive:
        reports = {name: parse(archive.read(name)).tournament for name in archive.namelist()}
    assert {name: report.rounds_paired for name, report in reports.items()} == {
        "liga-2026-01.trf": 1, "liga-2026-02.trf": 2,
    }  # fmt: skip
    second = reports["liga-2026-02.trf"]
    assert [second.round_of(1, k).opponent for k in (1, 2)] == [event.round_of(1, k).opponent for k in (2, 3)]
    with pytest.raises(Refused):
        make(of_tournament(event, {}), "trf-months")


def test_a_report_after_a_round_has_no_later_rounds() -> None:
    from arbitro.files.trf import parse

    event = crowd(20)
    made = make(of_tournament(event, {"after": "2"}, "liga"), "trf16")
    report = parse(made.data).tournament
    assert made.filename == "liga-trf16-r2.trf" and report.rounds_paired == 2
    assert report.player(1).stated_points == event.score(1, 2)


def test_all_rounds_and_both_languages_follow_each_other_in_one_file(swiss: State) -> None:
    every = pages(make(context(swiss, round="all"), "pairings").data)
    assert len(every) == 9 and "Pairings, round 1" in every[0] and "Pairings, round 9" in every[-1]
    both = pages(make(context(swiss, "both"), "standings").data)
    assert any("Standings" in page for page in both) and any("Clasificación" in page for page in both)


def test_slips_score_sheets_and_certificates_have_both_languages_on_each_sheet(swiss: State) -> None:
    said = {
        "result-slips": ("Board / Tablero", "Signature / Firma: White / Blancas"),
        "scoresheets": ("White / Blancas", "Signature of the arbiter / Firma del árbitro"),
        "certificates": ("Certificate / Diploma", "First place / Primer puesto", "at the / en el torneo"),
    }
    for name, words in said.items():
        data = make(context(swiss, "both"), name).data
        assert all(pdf.has(data, text) or pdf.has(data, text.upper()) for text in words), name
        assert pdf.pages(data) == pdf.pages(make(context(swiss), name).data)
        assert pdf.cut_or_overlapping(data) == []


def test_slips_of_all_rounds_begin_each_round_on_a_new_page(swiss: State) -> None:
    made = make(context(swiss, round="all"), "result-slips")
    rounds = [{int(k) for k in re.findall(r"Round (\d)\b", page)} for page in pages(made.data)]
    assert rounds == [{k} for k in range(1, 10) for _page in range(3)] and made.filename == "x-result-slips-all.pdf"


@pytest.mark.parametrize(("players", "long"), [(60, True), (130, False), (310, True)])
def test_columns_over_several_pages_are_read_page_by_page_and_left_to_right(players: int, long: bool) -> None:
    event = crowd(players, 1)
    tail = " de la Santísima Trinidad Featherstonehaugh, Maximiliana" if long else ", Ana"
    named = (replace(p, name=f"Apellido{p.number:04d}{tail}") for p in event.players)
    ctx = of_tournament(replace(event, players=tuple(named)), {"lang": "en", "columns": "2"})
    data = make(ctx, "start-list-names").data
    sizes, found = pdf.words(data)
    names = [word for word in found if word.text.startswith("Apellido")]
    in_order = sorted(names, key=lambda word: (word.page, word.left > sizes[0][0] / 2, word.top))
    assert len(sizes) > 1 and [word.text[:12] for word in in_order] == [
        f"Apellido{n:04d}" for n in range(1, players + 1)
    ]


def test_the_paper_is_that_of_the_federation_unless_told(swiss: State) -> None:
    assert "letter" in pdf.info(make(context(swiss), "schedule").data)["Page size"]
    assert "A4" in pdf.info(make(context(swiss, paper="a4"), "schedule").data)["Page size"]


def test_papers_are_archivable_and_say_in_words_what_pictures_show(swiss: State) -> None:
    ctx = context(swiss, last="2", url="https://example.org/e/open/")
    for name in ("pairings", "name-plates", "poster", "player-cards"):
        data = make(ctx, name).data
        assert pdf.info(data)["Tagged"] == "yes" and b"pdfaid" in data, name
        assert "Torneo de la Rosa" in pdf.info(data)["Subject"]


def test_a_personal_link_stands_on_plate_and_card(swiss: State) -> None:
    who = swiss.by_number(3)
    ctx = replace(context(swiss, first="3", last="3"), links={who.id: "https://example.org/me/secret"})
    assert "https://example.org/me/secret" in pdf.text(make(ctx, "player-cards").data)
    assert pdf.has(make(ctx, "link-slips").data, "example.org/me/")
    for name, rows in (("badges", "badges"), ("link-slips", "slips"), ("name-plates", "plates")):
        paper = draw(ctx, find(name))
        assert isinstance(paper, Layout) and [row["name"] for row in paper.data[rows]] == [who.name]
        assert [row["qr"] for row in paper.data[rows]] == [qr("https://example.org/me/secret")]


def test_what_both_players_of_a_board_see_carries_nobodys_link(in_play: State) -> None:
    plain = context(in_play)
    linked = replace(plain, links=dict.fromkeys(in_play.entrants, "https://example.org/me/secret"))
    for name in ("result-slips", "scoresheets", "pairings"):
        assert draw(linked, find(name)) == draw(plain, find(name))


def test_badges_exist_before_the_start_list_and_hold_long_names(swiss: State) -> None:
    entered = replace(swiss, numbers={}, rounds=())
    long = entered.entrants[1]
    name = "Wolfeschlegelsteinhausenbergerdorff-Montenegro y Santillana, Maximiliano Hubert"
    entered = entered.with_entrant(replace(long, player=replace(long.player, name=name)))
    ctx = replace(context(entered), links={1: "https://example.org/me/secret", 2: "https://x.org/me/b"})
    for paper in ("badges", "link-slips"):
        made = make(ctx, paper)
        assert pdf.pages(made.data) == 1 and pdf.cut_or_overlapping(made.data) == []
        assert pdf.has(made.data, "Maximiliano") and pdf.has(made.data, "Hubert")


# -- what a fresh reader stumbles over


def test_a_long_date_keeps_clear_of_its_label_on_the_scoresheet(swiss: State) -> None:
    times = ("2026-11-15 16:00",) * 9
    dated = replace(swiss, settings=replace(swiss.settings, round_times=times))
    _sizes, found = pdf.words(make(context(dated, "es"), "scoresheets").data)
    label = next(word for word in found if word.text == "FECHA")
    date = [word for word in found if word.page == 1 and word.text in ("15", "noviembre", "2026")][:3]
    assert len(date) == 3 and len({round(word.top) for word in date}) == 1
    assert all(word.top > label.top + 3 for word in date)


@pytest.mark.parametrize("name", ["wall-chart", "player-cards"])
def test_a_chart_after_a_round_has_nothing_of_later_ones(name: str, in_play: State) -> None:
    later = make(context(in_play), name).data
    event = snapshot(in_play)
    assert "after round 2 of 9" in pdf.text(later)
    changed = replace(event, results=tuple(tuple(
        game if game.round < 3 or game.opponent is None else game._replace(outcome=Outcome.PENDING, points=None)
        for game in games
    ) for games in event.results))  # fmt: skip
    assert pdf.text(make(replace(context(in_play), tournament=changed), name).data) == pdf.text(later)


def test_it3_names_the_program_with_its_version_and_the_system(swiss: State) -> None:
    paired = replace(swiss, rounds=tuple(replace(round, engine="dutch 2026") for round in swiss.rounds))
    text = pdf.text(make(replace(context(paired), section=1), "it3").data)
    assert f"Arbitro {__version__}, Swiss system (Dutch) 2026" in text


def test_without_a_host_federation_nobody_comes_from_it() -> None:
    event = crowd(20)
    event = replace(
        event, players=tuple(replace(p, federation="") for p in event.players), info=replace(event.info, federation="")
    )
    line = next(
        x for x in pdf.text(make(of_tournament(event, {"lang": "en"}), "it3").data).splitlines() if "Rated" in x
    )
    assert line.split()[-4:] == ["20", "0", "0", "0"]


@pytest.mark.parametrize("name", ["pairings", "pairings-names", "results", "time-sheet"])
def test_boards_of_a_team_match_have_one_label(name: str, teams: State) -> None:
    text = pdf.text(make(context(teams), name).data)
    assert "1.1" in text and "3.4" in text


def test_heads_and_feet_are_not_hyphenated(swiss: State) -> None:
    named = "Campeonato internacional universitario interdepartamental extraordinario de ajedrez clásico de Oaxaca"
    state = replace(swiss, settings=replace(swiss.settings, name=named))
    data = make(context(state, "es", sponsor="Patrocinado por la cervecería Torre"), "standings-long").data
    foot = [word.text for word in pdf.words(data)[1] if word.top > 745]
    assert foot and not [word for word in foot if word.endswith(("-", "‐"))]


@pytest.mark.parametrize("options", [{"columns": "2"}, {"columns": "3", "size": "large"}])
def test_columns_never_make_a_list_too_small_to_read(options: dict[str, str]) -> None:
    data = make(of_tournament(crowd(58), {"lang": "en", **options}), "pairings").data
    sizes, found = pdf.words(data)
    names = [word for word in found if word.text.startswith("Apellido")]
    assert min(word.bottom - word.top for word in names) > 7
    assert max(word.left for word in names) > sizes[0][0] / 2


def test_columns_are_equally_long_and_the_note_stays_with_them() -> None:
    ctx = of_tournament(crowd(40), {"lang": "en", "columns": "2", "orientation": "landscape"})
    data = make(ctx, "standings").data
    sizes, found = pdf.words(data)
    names = [word for word in found if word.text.startswith("Apellido")]
    assert pdf.pages(data) == 1 and sum(word.left > sizes[0][0] / 2 for word in names) == 20


def test_regulations_leave_out_what_nobody_has_said(swiss: State) -> None:
    bare = replace(swiss, settings=replace(swiss.settings, city="", federation="", time_control=""))
    text = pdf.text(make(context(bare), "regulations").data)
    assert "is played in" not in text and "Time control:" not in text


def test_regulations_state_the_rounds_of_the_event_and_the_tie_breaks_it_has(knockout: State, teams: State) -> None:
    text = pdf.text(make(context(knockout), "regulations").data)  # nine times are set, three rounds are played
    assert "4 March 2026" in text and "5 March 2026" not in text and "Ties are broken" not in text
    assert "Half-point byes" not in pdf.text(make(context(teams), "regulations").data)


def test_regulations_print_what_the_organiser_states_and_call_it_stated(teams: State) -> None:  # C.05 7, 10.4
    stated = {
        "smoking": "In the yard only",
        "draw_restriction": "not before move 30",
        "appeals": {"deadline_min": 30, "deposit": 50, "members": [{"name": "Ruiz, Marta", "federation": "ESP"}]},
    }
    state = replace(teams, settings=replace(teams.settings, stated=stated, board_order="rating"))
    paper = draw(context(state), find("regulations"))
    assert isinstance(paper, Document) and isinstance(silent := paper.blocks[-1], Table)
    said = " ".join(block.text for block in paper.blocks if isinstance(block, Text))
    for words in (
        "Smoking: In the yard only (C.05 4.1).",
        "not before move 30",
        "up to 30 minutes after the round",
        "The deposit is 50 EUR",
        "The appeals committee: Ruiz, Marta.",
        "nobody above a player rated more than 100 points higher (C.05 7)",
    ):
        assert words in said
    assert not {"Smoking", "Restriction of draw offers", "Board order"} & {
        str(row[0]).strip(" *") for row in silent.rows
    }


@pytest.mark.parametrize("lang", ["en", "es"])
def test_what_applies_by_default_stands_alone(lang: str, swiss: State) -> None:
    paper = draw(context(swiss, lang), find("regulations"))
    assert isinstance(paper, Document) and isinstance(silent := paper.blocks[-1], Table)
    assert {"en": "proper dress", "es": "vestimenta correcta"}[lang] in [row[1] for row in silent.rows]


def test_rankings_of_nobody_are_not_offered(norm: State, swiss: State) -> None:
    for name in ("clubs", "standings-categories"):
        assert find(name).when(context(swiss)) and not find(name).when(context(norm))
        with pytest.raises(Refused):
            make(context(norm), name)


def test_forms_of_arbiters_name_them_without_a_break(norm: State) -> None:
    assert "IA1: International Arbiter norm report · Sol, Iván" in re.sub(
        r"\s+", " ", pdf.text(make(context(norm), "ia1").data)
    )


def test_the_letter_to_the_absent_names_the_board_of_the_match(teams: State) -> None:
    assert "board 1.1 in round 4" in pdf.text(make(context(with_somebody_absent(teams)), "no-show").data)


def test_a_spanish_paper_is_spanish_throughout(norm: State, in_play: State) -> None:
    assert "C.05, Anexo 1" in pdf.text(make(context(norm, "es"), "it3").data)
    missing: list[str] = []
    assert not list(_of_every_round(context(in_play, "es"), "it1", missing))
    assert missing[0].startswith("IT1: certificado de norma: ")
