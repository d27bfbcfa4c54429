"""Does anything that a person sees stay in a browser or a proxy after they have gone? And is what is the same for everybody still kept?"""

import pytest
from asgiref.sync import async_to_sync
from django.conf import settings as site
from django.core.cache import cache
from django.test import Client

from lobby.accounts import tokens
from lobby.matches.models import Match, Program
from lobby.tables import services as tables
from lobby.tables.services import Settings
from tests.lobby.test_hostile_requests import _read, filled, patterns

pytestmark = pytest.mark.slow

STORED = (
    *("/i18n/catalog.json", "/rules/pictures/", "/status/", "/demo/", "/api/schema/", "/api/protocol/"),
    *("/api/games/", "/static/", "/worker.js"),
    *("/app.webmanifest", "/icons/", "/offline/"),
)
"""Beginnings of addresses whose answers are the same for everybody."""
PERSONAL = [
    *("/", "/lobby/", "/matches/", "/account/", "/account/preferences/", "/account/data/", "/account/data.json"),
    *("/account/matches.jsonl", "/account/tokens/", "/account/bots/", "/account/close/", "/accounts/sessions/"),
    *("/accounts/email/", "/accounts/password/change/", "/accounts/2fa/", "/accounts/reauthenticate/", "/programs/"),
    *("/challenges/", "/people/", "/people/Alice/", "/contests/", "/api/account/", "/api/account/tokens/"),
    *("/api/programs/", "/api/builds/", "/api/challenges/", "/api/matches/", "/api/players/Alice/"),
]
ABSENT = "0"


@pytest.fixture(autouse=True)
def fresh(transactional_db: None, settings) -> None:
    settings.ACCOUNT_RATE_LIMITS = False
    cache.clear()


@pytest.fixture
def known(alice, make_match) -> list[str]:
    table = tables.create_table(user=alice, game_id="toy", options={}, settings=Settings(seats=2, step_seconds=30))
    running, over = make_match(), make_match()
    Match.objects.filter(pk=over.pk).update(status="aborted", deadline=None, due_at=None)
    program = Program.objects.create(owner=alice, game="toy", name="mine", text="pass")
    return [table.pk, running.pk, over.pk, str(program.pk), "toy", "Alice", "Bob"]


def asked(client: Client, path: str, **headers: str):
    answer = client.get(path, headers=headers)
    if answer.streaming:
        async_to_sync(_read)(answer) if answer.is_async else list(answer.streaming_content)
    return answer


def test_whatever_somebody_who_is_logged_in_gets_is_stored_nowhere(alice, known):
    client = Client()
    client.force_login(alice)
    answered = set()

    def ask(path: str) -> int:
        answer = asked(client, path)
        told = answer.headers["Cache-Control"]
        if not path.startswith(STORED):
            assert "no-store" in told, (path, answer.status_code, told)
        if answer.status_code == 200:
            answered.add(path)
        return answer.status_code

    for path in PERSONAL:
        assert ask(path) == 200, path
    for pattern in patterns():
        if pattern.startswith("/admin/") or "logout" in pattern:
            continue
        # What is not there, then whatever is, until one is answered or nothing may be asked for.
        for value in [ABSENT, *known] if "<" in pattern else [""]:
            if ask(filled(pattern, value)) in {200, 405}:
                break
    assert len(answered) > 80


def test_a_token_gets_nothing_that_is_stored_either(alice, known):
    _token, text = tokens.create_token(user=alice, name="mine", scopes=["read"])
    for path in (*PERSONAL[-8:], *(f"/api/matches/{known[1]}/{word}" for word in ("", "view/", "frames/", "note/"))):
        if path.startswith("/api/"):
            answer = asked(Client(), path, authorization=f"Bearer {text}")
            assert answer.headers["Cache-Control"] == "private, no-store", path


def test_what_a_log_in_and_a_log_out_answer_is_stored_nowhere(alice):
    client = Client()
    for path, fields in (
        ("/accounts/login/", {"login": "alice", "password": "lantern-42-oil"}),
        ("/account/theme/", {"theme": "dark"}),
        ("/accounts/logout/", {}),
        ("/guest/", {"name": "Wanda"}),
    ):
        answer = client.post(path, fields)
        assert answer.status_code in {302, 204}
        assert "no-store" in answer.headers["Cache-Control"], path


@pytest.mark.parametrize("path", ["/api/games/", "/api/games/toy/", "/api/schema/", "/i18n/catalog.json"])
def test_what_is_the_same_for_everybody_is_kept_and_asked_for_again(alice, path):
    client = Client()
    client.force_login(alice)
    first = client.get(path)
    assert first.headers["Cache-Control"] == "private, no-cache"
    again = client.get(path, headers={"if-none-match": first.headers["ETag"]})
    assert (again.status_code, again.headers["Cache-Control"]) == (304, "private, no-cache")


def test_a_visitor_without_a_session_may_go_back_to_a_page_at_once():
    for path in ("/", "/lobby/", "/games/", "/rules/toy/", "/contests/"):
        assert Client().get(path).headers["Cache-Control"] == "private, no-cache"
    assert "max-age" in Client().get("/status/").headers["Cache-Control"]
    assert site.SESSION_COOKIE_NAME not in Client().get("/lobby/").cookies
