"""Does every answer carry its armour, do pages hold no script or style of their own, and are unsafe settings refused?"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings as site
from django.core.cache import cache
from django.core.exceptions import ImproperlyConfigured
from django.test import AsyncClient, Client

from lobby.operations import checks
from lobby.tables import services as tables
from lobby.tables.services import Settings

pytestmark = pytest.mark.any_database

ROOT = Path(__file__).resolve().parent.parent.parent
PAGES = [
    "/",
    "/lobby/",
    "/guest/",
    "/rules/toy/full/",
    "/games/toy/",
    "/accounts/login/",
    "/accounts/signup/",
    "/accounts/password/reset/",
    "/nothing/",
]
ALWAYS = {
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "private, no-cache",
}


@pytest.fixture(autouse=True)
def fresh(transactional_db: None) -> None:
    cache.clear()


def directives(answer) -> dict[str, list[str]]:
    policy = answer.headers["Content-Security-Policy"]
    return {words[0]: words[1:] for words in (part.split() for part in policy.split(";"))}


@pytest.mark.parametrize("url", PAGES)
def test_every_page_carries_its_armour(url):
    answer = Client().get(url)
    for name, value in ALWAYS.items():
        if not (name == "Cache-Control" and url.startswith("/accounts/")):
            assert answer.headers[name] == value, name
    assert "no-" in answer.headers["Cache-Control"]
    assert "camera=()" in answer.headers["Permissions-Policy"]
    policy = directives(answer)
    assert policy["default-src"] == ["'none'"]
    assert policy["frame-ancestors"] == policy["object-src"] == policy["base-uri"] == ["'none'"]
    assert policy["style-src"] == policy["connect-src"] == policy["form-action"] == ["'self'"]
    assert "'unsafe-inline'" not in answer.headers["Content-Security-Policy"]
    assert "'unsafe-eval'" not in answer.headers["Content-Security-Policy"]


def inline(page: str) -> list[str]:
    """Scripts with a body that would run, styles, and handlers in attributes."""
    found = [
        tag
        for tag, body in re.findall(r"(<script\b[^>]*>)(.*?)</script>", page, re.DOTALL)
        if body.strip() and "application/json" not in tag and "importmap" not in tag
    ]
    found += re.findall(r"<style\b[^>]*>", page)
    found += re.findall(r"<[a-z][^>]*\s(?:style|on[a-z]+)=[^>]*>", page)
    return found + re.findall(r'href="javascript:[^"]*"', page)


def test_no_page_has_a_script_or_style_of_its_own(alice, make_match):
    client = Client()
    client.force_login(alice)
    table = tables.create_table(user=alice, game_id="toy", options={}, settings=Settings(seats=2, step_seconds=30))
    match = make_match()
    own = ["/matches/", "/account/", "/account/close/", "/tables/new/toy/", f"/tables/{table.pk}/", f"/matches/{match.pk}/",
           f"/matches/{match.pk}/replay/", "/accounts/email/", "/accounts/password/change/", "/accounts/logout/",
           "/account/preferences/", "/account/data/", "/people/", "/people/Alice/", "/people/Bob/report/", "/accounts/sessions/",
           "/accounts/2fa/", "/accounts/2fa/webauthn/", "/accounts/reauthenticate/"]  # fmt: skip
    for visitor, urls in ((Client(), PAGES), (client, [*PAGES[:4], *own])):
        for url in urls:
            assert inline(visitor.get(url).content.decode()) == [], url


def test_the_import_map_has_the_nonce_of_its_answer():
    first, second = Client().get("/"), Client().get("/")
    nonces = []
    for answer in (first, second):
        (nonce,) = re.findall(r'<script type="importmap" nonce="([^"]+)">', answer.content.decode())
        assert f"'nonce-{nonce}'" in directives(answer)["script-src"]
        nonces.append(nonce)
    assert nonces[0] != nonces[1]


def test_cookies_are_kept_from_scripts_and_other_sites():
    answer = Client().post("/guest/", {"name": "Mira"})
    session = answer.cookies[site.SESSION_COOKIE_NAME]
    assert session["httponly"]
    assert session["samesite"] == "Lax"


async def test_static_files_keep_for_ever_under_their_release():
    answer = await AsyncClient().get(f"{site.STATIC_URL}css/site.css")
    assert answer.status_code == 200
    assert not answer.streaming
    assert f"max-age={60 * 60 * 24 * 365}" in answer.headers["Cache-Control"]
    assert answer.headers["Content-Type"] == 'text/css; charset="utf-8"'
    assert answer.content == (ROOT / "static/css/site.css").read_bytes()
    assert site.RELEASE in site.STATIC_URL
    again = await AsyncClient().get(
        f"{site.STATIC_URL}css/site.css", headers={"if-modified-since": answer.headers["Last-Modified"]}
    )
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("looks_each_time", [False, True])
async def test_a_page_of_another_release_gets_files_that_nobody_keeps(settings, looks_each_time):
    """Pages of both are open while processes start anew, and any process may be asked for any file."""
    settings.WHITENOISE_AUTOREFRESH = looks_each_time
    answer = await AsyncClient().get("/static/other/css/site.css")
    assert answer.status_code == 200
    assert answer.content == (ROOT / "static/css/site.css").read_bytes()
    assert answer.headers["Cache-Control"] == "no-store"
    for path in ("other/css/none.css", "css/site.css", "other/", "other", "", f"other{site.STATIC_URL}css/site.css"):
        assert (await AsyncClient().get(f"/static/{path}")).status_code == 404, path


PRODUCTION = {
    "FOGBOUND_PRODUCTION": "1",
    "FOGBOUND_EMAIL_HOST": "smtp.example.org",
    "FOGBOUND_SECRET_KEY": "0123456789-abcdefghijklmnopqrstuvwxyz-ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "FOGBOUND_HOSTS": "fogbound.example",
}


def check(tmp_path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("FOGBOUND_", "DJANGO_"))}
    return subprocess.run(
        [sys.executable, "manage.py", "check", *arguments],
        cwd=ROOT, env=clean | {"FOGBOUND_DATA": str(tmp_path)} | environment, capture_output=True, text=True,
    )  # fmt: skip


def test_a_public_site_passes_every_deployment_check(tmp_path):
    (tmp_path / "static").mkdir()
    (tmp_path / "static/site.css").touch()
    done = check(tmp_path, "--deploy", "--fail-level", "WARNING", **PRODUCTION)
    assert done.returncode == 0, done.stderr
    # It tells how programs are confined, and finds nothing wrong.
    assert "identified 1 issue" in done.stderr and "fogbound.I021" in done.stderr


def test_a_laptop_needs_no_settings(tmp_path):
    assert check(tmp_path, "--fail-level", "WARNING").returncode == 0


def test_a_server_refuses_to_start_on_them(settings):
    checks.refuse_bad_settings()
    settings.EMBEDDED = False
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    with pytest.raises(ImproperlyConfigured, match=r"fogbound\.E004"):
        checks.refuse_bad_settings()
