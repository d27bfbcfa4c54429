"""Is every address answered, whatever comes in its path, query, form, headers and method? Never with a fault of the site."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from asgiref.sync import async_to_sync
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from lobby.matches.models import Match
from lobby.tables import services as tables
from lobby.tables.services import Settings

pytestmark = [pytest.mark.postgres, pytest.mark.postgres_alone, pytest.mark.slow]

SLUGS = ["zzzzzzzzzz", "-", "0", "x" * 300, "TOY"]
TEXTS = ["../../config/settings.py", "%00.png", "x" * 300 + ".png", "..%2F..%2Fx.svg", "💥.webp", ".png", "%FF%FE.svg", "a\\b.png"]  # fmt: skip
VALUES = ["", "-1", "0", "99999999999999999999", "1e9", "NaN", "²", "null", "[]", "\x00", "\ud7ff\u202e", "x" * 5000, "'\"><script>",
          "//evil.example/", "http:///evil", "javascript:1", "%s%(n)s{0}", "a\r\nSet-Cookie: b=c", "\ufffd", "true"]  # fmt: skip
NAMES = ["as", "first", "last", "step", "page", "game", "next", "language", "name", "number", "bot", "ready", "preset", "apply",
         "seats", "clock", "step_seconds", "live_seconds", "bank_seconds", "visibility", "spectator_delay", "map", "map_json", "options",
         "login", "password", "username", "email", "password1", "password2", "action", "q", "o", "p", "e", "_popup"]  # fmt: skip
HEADERS = [
    {"accept": "application/json"},
    {"accept-language": "zh-hans;q=9,*;q=x," + "a-b," * 500},
    {"cookie": 'sessionid=\x7f"; django_language=../../etc; csrftoken=x; messages=!!'},
    {"content-type": "multipart/form-data; boundary="},
    {"content-type": "application/json"},
    {"content-type": "text/plain; charset=nothing"},
    {"host": "evil.example"},
    {"host": "a b"},
    {"if-none-match": '"', "if-modified-since": "yesterday", "range": "bytes=9-1"},
    {"x-forwarded-for": "'; drop", "x-forwarded-proto": "gopher", "referer": "%%%"},
    {"accept-encoding": "gzip;q=x, br"},
]
PLACE = re.compile(r"\(\?P<\w+>[^)]*\)|<[^>]*>")
"""Where a pattern of either kind takes a value."""
METHODS = ["get", "post", "head", "options", "put", "patch", "delete", "trace"]


@pytest.fixture(autouse=True)
def fresh(transactional_db: None) -> None:
    cache.clear()


def addresses(known: list[str]) -> Iterator[str]:
    """Paths for every pattern of the site, with each of its places filled by something that is there and something that is not."""
    for path in patterns():
        if "<" not in path:
            yield path
            continue
        for value in [*known, *SLUGS, *TEXTS]:
            yield filled(path, value)


def patterns(below: object = None, before: str = "/") -> Iterator[str]:
    """Every pattern of the site as a path with its places."""
    for entry in get_resolver().url_patterns if below is None else below:  # type: ignore[attr-defined]
        text = str(entry.pattern)
        if isinstance(entry, URLResolver):
            yield from patterns(entry.url_patterns, before + text)
            continue
        assert isinstance(entry, URLPattern)
        yield before + text.removeprefix("^").removesuffix("$").removesuffix("\\Z")


def filled(path: str, value: str) -> str:
    """The pattern with that value in each of its places."""
    return PLACE.sub(lambda _: value, path)


@pytest.fixture
def site_of_everything(alice, bob, make_match) -> dict[str, str]:
    """Ids of an open table, a running match and one that is over, by words that stand for them while the luck is drawn: ids differ
    from run to run, and each run should ask the same."""
    table = tables.create_table(user=alice, game_id="toy", options={}, settings=Settings(seats=2, step_seconds=30))
    running, over = make_match(), make_match(game="planet_conquer")
    Match.objects.filter(pk=over.pk).update(status="aborted", deadline=None, due_at=None)
    return {"OPEN": table.pk, "RUNNING": running.pk, "OVER": over.pk}


@pytest.mark.parametrize("one_of", [36, pytest.param(1, marks=[pytest.mark.long, pytest.mark.timeout(3600)])])
@pytest.mark.parametrize("who", ["stranger", "alice", "dana"])
def test_no_request_is_a_fault_of_the_site(who, one_of, site_of_everything, alice, dana, settings):
    settings.ACCOUNT_RATE_LIMITS = False
    luck = random.Random(f"{who} {connection.vendor}")
    person = {"alice": alice, "dana": dana}.get(who)
    paths = sorted(set(addresses([*site_of_everything, "toy", "planet_conquer", "match", "1"])))
    assert len(paths) > 300
    api = [path for path in paths if path.startswith("/api/")]
    admin = [path for path in paths if path.startswith("/admin/")]
    own = sorted({*paths} - {*api, *admin})
    # The admin is Django's, and slow; the interface for programs is asked more in `test_api_fuzz.py`; of the rest everybody tries a
    # part, another one with each database; the long form all of it.
    few_api, few_admin = (20, 12) if one_of == 1 else (8, 6)
    for path in [*luck.sample(own, len(own) // one_of), *luck.sample(api, few_api), *luck.sample(admin, few_admin)]:
        for word, pk in site_of_everything.items():
            path = path.replace(word, pk)
        client = Client()
        if person is not None:
            client.force_login(person, "django.contrib.auth.backends.ModelBackend")
        methods = METHODS if len(path) < 200 and luck.random() < 0.1 else luck.sample(METHODS[:2], 1)
        for method in methods:
            query = {name: luck.choice(VALUES) for name in luck.sample(NAMES, 5)}
            headers = luck.choice([{}, {}, luck.choice(HEADERS)])
            body = {"data": query} if method in {"get", "post", "head"} else {}
            if method == "post" and "content-type" in headers:
                raw = luck.choice([b"", b"{", b"a=%FF&=&&b", b"--\r\n\r\n"])
                answer = client.generic("POST", path, raw, headers["content-type"], headers=headers)
            else:
                answer = getattr(client, method)(path, headers=headers, **body)
            assert answer.status_code < 500, (method, path, query, headers)
            assert urlsplit(answer.headers.get("Location", "")).netloc == "", (method, path, query)
            if answer.streaming:
                async_to_sync(_read)(answer) if answer.is_async else list(answer.streaming_content)


async def _read(answer) -> None:
    async for _ in answer.streaming_content:
        pass


@pytest.mark.parametrize("values", [1, pytest.param(4, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", ["toy", "planet_conquer"])
def test_no_form_of_a_table_is_a_fault_of_the_site(alice, game, values, settings):
    """Every field of the form in turn, as the game's own page names them, with something that does not belong there, or with more of it in
    the long form; other things with each database."""
    settings.ACCOUNT_RATE_LIMITS = False
    luck = random.Random(f"{game} {connection.vendor}")
    client = Client()
    client.force_login(alice, "django.contrib.auth.backends.ModelBackend")
    form = client.get(f"/tables/new/{game}/").context["form"]
    plain = {name: "" if form[name].value() is None else form[name].value() for name in form.fields}
    documents = ['{"name": "\\ud800"}', '{"name": "\\u0000"}', "[" * 5000, '{"generate": {"planets": 1e999}}', "9" * 5000, '{"a": NaN}']  # fmt: skip
    for name in form.fields:
        for value in luck.sample([*luck.sample(VALUES, 2 * values), luck.choice(documents)], values):
            answer = client.post(f"/tables/new/{game}/", {**plain, name: value})
            assert answer.status_code in {200, 302, 400}, (name, value[:80])
            Match.objects.filter(host=alice).delete()


def test_a_picture_with_an_endless_name_is_not_found():
    assert Client().get(f"/rules/pictures/{'x' * 300}.png").status_code == 404


@pytest.mark.parametrize(
    "path", ["/admin/lobby/match/%00.png/delete/", "/admin/lobby/match/?id=%00", "/matches/%00/", "/lobby/?a%00=1"]
)
def test_an_address_with_a_null_character_is_a_bad_request_and_one_line_of_the_log(path, dana, caplog):
    client = Client()
    client.force_login(dana, "django.contrib.auth.backends.ModelBackend")
    assert client.get(path).status_code == 400
    assert [(record.name, record.exc_info) for record in caplog.records] == [("django.request", None)]
