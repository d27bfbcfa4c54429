"""Programs written over HTTP: saved, read, made anew, compared, tried and removed, with the limits of the pages, by their owner alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

import games
from lobby.accounts.tokens import create_token
from lobby.bots import programs
from lobby.bots.workers import NoWorker
from lobby.matches.models import Program, Seat
from lobby.matches.terms import Settings
from lobby.tables import services as tables

pytestmark = pytest.mark.django_db(transaction=True)

TEXT = "def run(c):\n    c.walk(1)\n"
NEW = {"game": "toy_programs", "name": "Walker", "text": TEXT}


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch, transactional_db: None) -> Iterator[None]:
    monkeypatch.setitem(games.GAMES, "toy_programs", "tests.games.toy_programs")
    cache.clear()
    yield
    programs.TRIALS.close()


class Api:
    """Somebody's program that asks the site."""

    def __init__(self, user) -> None:
        _, text = create_token(user=user, name="all", scopes=["read", "play", "tables"])
        self.client = Client(headers={"authorization": f"Bearer {text}"})

    def __call__(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        sent = {} if body is None else {"data": json.dumps(body), "content_type": "application/json"}
        answer = getattr(self.client, method)(f"/api/programs/{path}", **sent)
        return answer.status_code, answer.json() if answer.content else None


def test_a_program_is_saved_read_and_removed(alice):
    api = Api(alice)
    status, saved = api("post", "", {**NEW, "text": "\ufeff" + TEXT.replace("\n", "\r\n"), "note": "first"})
    assert status == 201
    assert (saved["name"], saved["text"], saved["note"], saved["origin"]) == ("Walker", TEXT, "first", None)
    assert (saved.pop("refused"), saved["language"]) == ("", "python")
    assert api("get", f"{saved['id']}/") == (200, saved)
    assert api("get", "") == (200, [{key: value for key, value in saved.items() if key not in ("text", "module")}])
    assert api("delete", f"{saved['id']}/") == (204, None)
    assert api("get", f"{saved['id']}/")[0] == 404
    assert api("get", "") == (200, [])


def test_a_version_is_a_program_with_an_origin_and_what_is_different_is_told(alice):
    api = Api(alice)
    _, first = api("post", "", NEW)
    status, second = api("post", f"{first['id']}/versions/", {"text": TEXT.replace("1", "-1"), "note": "back"})
    assert (status, second["origin"], second["name"], second["game"]) == (201, first["id"], "Walker", "toy_programs")
    _, renamed = api("post", f"{second['id']}/versions/", {"text": TEXT, "name": "Runner"})
    for one in (first, second, renamed):
        _, family = api("get", f"{one['id']}/versions/")
        assert [row["id"] for row in family] == [renamed["id"], second["id"], first["id"]]
        assert all("text" not in row for row in family)
    _, lines = api("get", f"{second['id']}/differences/")
    assert [line["text"].strip() for line in lines if line["sign"] == "+"] == ["c.walk(-1)"]
    assert [line["text"].strip() for line in lines if line["sign"] == "-"] == ["c.walk(1)"]
    assert api("get", f"{renamed['id']}/differences/?against={first['id']}") == (200, [])
    assert api("get", f"{first['id']}/differences/") == (200, [])
    _, old = api("get", f"{first['id']}/")
    assert old["text"] == TEXT


@pytest.mark.parametrize(
    ("changes", "code", "path", "data"),
    [
        ({"text": "def run(c)\n"}, "bad_program", "text", {"line": 1, "column": 11}),
        ({"text": "x = 1\nimport os\n"}, "bad_program", "text", {"line": 2, "column": 1}),
        ({"text": "#" * 9000}, "bad_program", "text", {"line": None, "column": None}),
        ({"text": 5 * [1]}, "bad_value", "text", {}),
        ({"text": ""}, "bad_value", "text", {}),
        ({"text": "#" * 100_001}, "bad_value", "text", {}),
        ({"name": "a\u202eb"}, "bad_value", "name", {}),
        ({"name": None}, "bad_value", "name", {}),
        ({"note": "x" * 201}, "bad_value", "note", {}),
        ({"game": "nothing"}, "no_game", "game", {}),
        ({"game": "toy"}, "no_game", "game", {}),
    ],
)
def test_what_is_no_program_is_refused_with_its_field_and_place(alice, changes, code, path, data):
    _, shown = Api(alice)("post", "", NEW | changes)
    assert (shown["code"], shown["path"], shown["data"]) == (code, path, data)
    assert not Program.objects.exists()


def test_a_text_that_cannot_be_started_now_is_told_from_one_that_is_wrong(alice, monkeypatch):
    def fail(*args):
        raise NoWorker("too many open files")

    monkeypatch.setattr(programs.TRIALS, "prepare", fail)
    status, shown = Api(alice)("post", "", NEW)
    assert (status, shown["code"], shown["path"]) == (400, "not_started", "text")


def test_somebody_else_s_program_looks_like_none(alice, bob):
    _, program = Api(alice)("post", "", NEW)
    _, own = Api(bob)("post", "", NEW)
    theirs = Api(bob)
    for method, tail, body in [
        ("get", "", None), ("delete", "", None), ("get", "versions/", None), ("get", "differences/", None), ("post", "versions/", {"text": TEXT}),
    ]:  # fmt: skip
        heard, none = theirs(method, f"{program['id']}/{tail}", body), theirs(method, f"999999/{tail}", body)
        assert heard == none
        assert heard[0] == 404
    against, none = (theirs("get", f"{own['id']}/differences/?against={pk}") for pk in (program["id"], 999999))
    assert against == none
    assert against[0] == 404
    assert [row["id"] for row in theirs("get", "")[1]] == [own["id"]]
    assert Program.objects.count() == 2


def test_a_removed_program_that_plays_is_not_shown_any_more(alice):
    api = Api(alice)
    _, program = api("post", "", NEW)
    table = tables.create_table(
        user=alice, game_id="toy_programs", options={}, settings=Settings(seats=2, step_seconds=30)
    )
    tables.seat_program(user=alice, match_id=table.pk, number=1, program=program["id"])
    tables.start(user=alice, match_id=table.pk)
    assert api("delete", f"{program['id']}/")[0] == 204
    assert Seat.objects.filter(match=table, program=program["id"]).exists()
    assert api("get", f"{program['id']}/")[0] == 404
    assert api("get", "") == (200, [])


def test_saving_is_counted_together_with_the_pages_and_says_how_long_to_wait(alice, settings):
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "program": "3/m/user,100/h/user"}
    browser = Client()
    browser.force_login(alice, "django.contrib.auth.backends.ModelBackend")
    assert browser.post("/programs/new/toy_programs/", {"name": "Walker", "text": TEXT}).status_code == 302
    api = Api(alice)
    _, first = api("post", "", NEW)
    assert api("post", f"{first['id']}/versions/", {"text": TEXT})[0] == 201
    status, shown = Api(alice)("post", "", NEW)
    assert (status, shown["code"]) == (429, "too_many")
    assert (shown["data"]["key"], shown["data"]["limit"], shown["data"]["period"]) == (
        f"program:person:{alice.pk}",
        3,
        60,
    )
    assert 0 < shown["data"]["seconds"] <= 60
    assert browser.post("/programs/new/toy_programs/", {"name": "Walker", "text": TEXT}).status_code == 429
    assert Program.objects.count() == 3


def test_a_person_keeps_so_many_programs_and_no_more(alice, monkeypatch):
    monkeypatch.setattr(programs, "MOST_PROGRAMS", 1)
    api = Api(alice)
    _, first = api("post", "", NEW)
    for path in ("", f"{first['id']}/versions/"):
        status, shown = api("post", path, NEW)
        assert (status, shown["code"], shown["data"]["limit"]) == (429, "too_many", 1)


def test_a_program_whose_every_order_is_refused_is_saved_and_says_so_at_once(alice):
    text = "def decide():\n    return {'nonsense': 1}\n"
    status, saved = Api(alice)("post", "", {"game": "planet_conquer", "name": "Nonsense", "text": text})
    assert (status, "nonsense" in saved["refused"]) == (201, True)
    browser = Client()
    browser.force_login(alice)
    answer = browser.post("/programs/new/planet_conquer/", {"name": "Nonsense again", "text": text}, follow=True)
    assert "the game refused the orders of every step" in answer.content.decode()
