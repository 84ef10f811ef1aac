"""Nothing that a user could read yesterday changes today without being meant (`python -m tests.golden renew NAME`)."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import time_machine

from tests.golden import harness
from tests.golden.harness import Case
from tests.golden.worlds import WORLDS, World

COMMANDS, STORIES = harness.cases("command"), harness.cases("story")
NO_TEXT = {"lists-xlsx", "everything"}


@pytest.fixture(autouse=True)
def _still_clock(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setenv("TZ", "UTC")
    monkeypatch.setenv("ARBITRO_BACKUPS", str(tmp_path / "copies"))
    monkeypatch.delenv("ARBITRO_TRACEBACK", raising=False)
    monkeypatch.setenv("COLUMNS", "200")
    with time_machine.travel(harness.NOW, tick=False):
        yield


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "work"
    made.mkdir()
    return made


@pytest.fixture
def desk(db: None, request: pytest.FixtureRequest) -> None:
    """An empty database whose numbers nobody used before: what a process remembers belongs to other tournaments."""
    from django.apps import apps
    from django.db import connection

    from arbitro.desk import rating_lists

    for path in rating_lists.folder().iterdir():  # lists that other tests of this process have kept
        path.unlink()
    case = request.getfixturevalue("case" if "case" in request.fixturenames else "world")
    start = 1000 * (1 + [*STORIES, *WORLDS].index(case))
    with connection.cursor() as cursor:
        for model in apps.get_models():
            cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [model._meta.db_table])
            cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [model._meta.db_table, start])


def check(name: str, answer: object) -> None:
    if difference := harness.settle(name, answer):
        pytest.fail(difference, pytrace=False)


@pytest.mark.parametrize("case", COMMANDS, ids=lambda case: case.name)
def test_a_command_answers_as_before(case: Case, folder: Path) -> None:
    check(case.name, harness.run(case, folder))


@pytest.mark.parametrize("case", STORIES, ids=lambda case: case.name)
def test_a_tournament_runs_as_before(case: Case, folder: Path, desk: None) -> None:
    check(case.name, harness.run(case, folder))


def _names(world: World) -> list[tuple[str, str, str]]:
    """Name, language and address of every page that is kept."""
    rows = []
    for lang in world.languages:
        addresses = [f"/e/{world.address}/{page}" for page in world.public]
        addresses += [f"/desk/{world.address}/{page}" for page in world.desk]
        for address in [*addresses, *world.pages]:
            name = address.strip("/").replace("/", "-").replace("?", "-").replace("=", "-") or "home"
            rows.append((f"pages/{world.name}/{lang}/{name}", lang, address))
    return rows


def _page(client: Any, address: str, lang: str) -> list[str]:
    answer = client.get(address, headers={"accept-language": lang}, follow=True)
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    kind = answer.headers.get("Content-Type", "").partition(";")[0]
    return [f"{answer.status_code} {kind}", *harness.page_text(body.decode())]


@pytest.mark.parametrize("world", WORLDS, ids=lambda world: world.name)
def test_pages_and_papers_say_what_they_said(world: World, folder: Path, desk: None) -> None:
    from django.contrib.auth import get_user_model
    from django.test import Client

    harness.run(Case(world.name, world.lines), folder)
    event = world.address.partition("/")[0]
    harness.command(
        ["event", "user", "ana", "--event", event, "--role", "owner", "--password", "the-rook-on-the-7th"],
        folder,
        as_json=False,
    )
    owner, visitor = Client(), Client()
    owner.force_login(get_user_model().objects.get(username="ana"))
    wrong = []
    for name, lang, address in _names(world):
        client = owner if address.startswith("/desk") else visitor
        wrong.append(harness.settle(name, _page(client, address, lang)))
    if world.papers != ():
        for name, answer in _papers(world, folder):
            wrong.append(harness.settle(name, answer))
    wrong = [difference for difference in wrong if difference]
    if wrong:
        pytest.fail("\n\n".join(wrong), pytrace=False)


def _papers(world: World, folder: Path) -> Iterator[tuple[str, object]]:
    """The papers that a tournament offers, and the text of those that are kept."""
    listed = [paper["name"] for paper in harness.command(["print", world.address], folder)["json"]["papers"]]
    yield f"papers/{world.name}/list", listed
    for lang in world.languages:
        for paper in listed:
            if paper in NO_TEXT or (world.papers is not None and paper not in world.papers):
                continue
            answer = harness.command(["print", world.address, paper, "-o", "paper"], folder, lang)
            (folder / "paper").unlink(missing_ok=True)
            findings = json.dumps(answer.get("json", {}).get("findings"), ensure_ascii=False)
            said = answer.get("files", {}).get("paper", answer.get("errors", []))
            yield f"papers/{world.name}/{lang}/{paper}", [f"exit {answer['code']}, findings {findings}", *said]


def test_every_kept_answer_has_its_case() -> None:
    if os.environ.get("ARBITRO_GOLDEN_RENEW"):
        return
    names = {case.name for case in COMMANDS + STORIES} | {name for world in WORLDS for name, _, _ in _names(world)}
    assert [name for name in harness.orphans(names) if not name.startswith("papers/")] == []
    assert len(names) == len(COMMANDS) + len(STORIES) + sum(len(_names(world)) for world in WORLDS)
    assert all(json.loads(line) for path in harness.INPUTS.glob("*/*.jsonl") for line in path.read_text().splitlines())
