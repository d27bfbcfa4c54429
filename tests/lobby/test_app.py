"""Can the site be installed, does it answer without a line, and do pages that are open outlive a release?"""

import os
import re
import struct
import time
import zlib

import numpy as np
import pytest
from django.contrib.staticfiles import finders
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

import games
from lobby.pages import app_icons, drawing
from lobby.platform.assets import releases


def told(**headers) -> dict:
    answer = Client().get("/app.webmanifest", headers=headers)
    assert answer.headers["Content-Type"] == "application/manifest+json"
    return answer.json()


@pytest.mark.django_db
def test_the_manifest_names_addresses_that_are_there():
    found = told()
    assert (found["id"], found["scope"], found["start_url"], found["display"]) == ("/", "/", "/", "standalone")
    assert {(icon["purpose"], icon["sizes"]) for icon in found["icons"]} == {
        (kind, size) for kind in ("any", "maskable", "monochrome") for size in ("192x192", "512x512")
    }
    for one in found["shortcuts"]:
        assert Client().get(one["url"]).status_code in {200, 302}
    for icon in (found["icons"][0], *found["shortcuts"][0]["icons"]):
        assert Client().get(icon["src"]).headers["Content-Type"] == "image/png"
    assert Client().get("/icons/any-4000.png").status_code == 404
    assert Client().get("/icons/round-192.png").status_code == 404


@pytest.mark.django_db
def test_it_speaks_the_language_and_has_the_colours_of_its_reader():
    assert told()["shortcuts"][1]["name"] == "Play now"
    assert told(accept_language="zh-hans")["shortcuts"][0]["name"] == "我的对局"
    light = Client().get("/app.webmanifest?theme=light").json()
    assert light["background_color"] != told()["background_color"]
    page = Client().get("/").content.decode()
    metas = re.findall(r'<meta name="theme-color" content="(#\w+)" media="\(prefers-color-scheme: (\w+)\)">', page)
    assert dict(map(reversed, metas)) == {"dark": told()["theme_color"], "light": light["theme_color"]}


@pytest.mark.django_db
def test_browsers_that_offer_to_install_show_the_board_of_each_game_in_the_colours_and_language_of_their_reader():
    dark, light = (
        Client().get("/app.webmanifest", {"theme": theme}).json()["screenshots"] for theme in ("dark", "light")
    )
    for form in ("wide", "narrow"):
        shown = [one for one in dark if one["form_factor"] == form]
        # A game of tests has no picture.
        assert [one["label"] for one in shown] == [
            one.name for one in games.all_games() if not one.id.startswith("toy")
        ]
        assert len({one["sizes"] for one in shown}) == 1, "browsers take no two forms"
    for one in dark + light:
        assert finders.find(f"img/games/{one['src'].rpartition('/')[2]}")
    assert not {one["src"] for one in dark} & {one["src"] for one in light}
    chinese = told(accept_language="zh-hans")["screenshots"]
    assert all("\u4e00" <= one["label"][0] <= "\u9fff" for one in chinese)


@pytest.mark.django_db
def test_the_start_picture_has_the_mark_in_the_middle_of_the_ground_of_its_theme():
    for theme in ("dark", "light"):
        answer = Client().get(f"/icons/start-640x960-{theme}.png")
        assert struct.unpack(">II", answer.content[16:24]) == (640, 960)
        lines = np.frombuffer(zlib.decompress(answer.content[41:-16]), np.uint8).reshape(960, 1 + 640 * 3)[:, 1:]
        points = lines.reshape(960, 640, 3)
        ground = [int(drawing.colours(theme)["outline"][at : at + 2], 16) for at in (1, 3, 5)]
        rows, columns = np.nonzero((points != ground).any(axis=2))
        assert rows.min() + rows.max() == pytest.approx(960, abs=40)
        assert columns.min() + columns.max() == pytest.approx(640, abs=40)
        assert 60 < np.ptp(columns) <= 160
    for none in ("640x960-blue", "100x960-dark", "640x9000-dark"):
        assert Client().get(f"/icons/start-{none}.png").status_code == 404


@pytest.mark.parametrize(("kind", "size"), [(kind, size) for kind, sizes in app_icons.SIZES.items() for size in sizes])
def test_an_icon_is_the_mark_in_that_size_and_fills_what_systems_cut(kind, size):
    data = app_icons.png(kind, size)
    assert data.startswith(b"\x89PNG")
    assert struct.unpack(">II", data[16:24]) == (size, size)


def test_the_ground_of_a_mark_is_left_out_where_its_form_alone_counts():
    side, forms = app_icons.mark()
    assert side == 32
    assert [len(form.corners) > 2 for form in forms] == [False, True, True, True, True]
    beam = forms[1].corners
    assert max(x for x, _ in beam) == pytest.approx(31.8, abs=0.3), "the arc bulges beyond its ends"


@pytest.mark.django_db
def test_a_shared_link_of_the_site_opens_its_place():
    for given in (
        {"url": "http://testserver/matches/abc/?as=0"},
        {"text": "Look at this: http://testserver/matches/abc/?as=0."},
        {"title": "x", "text": "<http://testserver/matches/abc/?as=0>"},
    ):
        assert Client().get("/share/", given).headers["Location"] == "/matches/abc/?as=0"


@pytest.mark.django_db
@pytest.mark.parametrize(
    "link",
    [
        "https://evil.example/matches/abc/", "http://testserver@evil.example/", "http://testserver.evil.example/",
        "javascript:alert(1)", "http://testserver//evil.example/", "http://testserver/\\evil.example", "/matches/", "",
        "http://testserver/share/?url=http://testserver/share/",
    ],
)  # fmt: skip
def test_anything_else_that_is_shared_is_said_to_be_none(link):
    client = Client()
    answer = client.get("/share/", {"url": link})
    assert answer.headers["Location"] == "/lobby/"
    assert "What you shared is no link of this site" in client.get("/lobby/").content.decode()


@pytest.mark.django_db
def test_the_page_without_a_line_is_the_same_for_everybody(alice):
    client = Client()
    client.force_login(alice)
    mine, any_ = client.get("/offline/").content.decode(), Client().get("/offline/").content.decode()
    plain = [re.sub(r'nonce="[^"]*"', "", page) for page in (mine, any_)]
    assert plain[0] == plain[1]
    assert "Alice" not in mine
    assert "没有连接" in Client().get("/offline/", headers={"accept-language": "zh-hans"}).content.decode()


@pytest.mark.django_db
def test_every_page_knows_its_release_and_hears_of_a_newer_one(settings):
    assert f'data-release="{settings.RELEASE}"' in Client().get("/").content.decode()
    assert Client().get(reverse("maintenance")).json()["release"] == settings.RELEASE


# --- Files of earlier releases


@pytest.fixture
def served(settings, tmp_path):
    settings.STATIC_ROOT, settings.STATIC_RELEASES = tmp_path / "static", tmp_path / "releases"
    settings.WHITENOISE_USE_FINDERS = False
    settings.STATIC_URL = f"/static/{settings.RELEASE}/"
    (settings.STATIC_ROOT / "app").mkdir(parents=True)
    return settings


def release(settings, name: str, text: str) -> Client:
    """The site after a release with one module of that text: put in the place of the old one, as `collectstatic` does."""
    fresh = settings.STATIC_ROOT / "fresh"
    fresh.write_text(text)
    os.replace(fresh, settings.STATIC_ROOT / "app" / "late.js")
    settings.RELEASE, settings.STATIC_URL = name, f"/static/{name}/"
    releases.keep()
    return Client()


def test_a_page_gets_the_files_of_its_own_release_after_the_next_one(served):
    release(served, "one", "first")
    site = release(served, "two", "second")
    old = site.get("/static/one/app/late.js")
    assert (old.content, "max-age=31536000" in old.headers["Cache-Control"]) == (b"first", True)
    assert site.get("/static/two/app/late.js").content == b"second"
    # Of a release that is not kept there is what is served now, and nothing remembers it.
    other = site.get("/static/none/app/late.js")
    assert (other.content, other.headers["Cache-Control"]) == (b"second", "no-store")


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["../two/app/late.js", "..%2F..%2Fsecret", "one/../../secret", "one/./app/late.js"])
def test_no_address_leads_out_of_the_folder_of_its_release(served, tmp_path, path):
    (tmp_path / "secret").write_text("hidden words")
    release(served, "one", "first")
    site = release(served, "two", "second")
    assert b"hidden words" not in site.get(f"/static/{path}").content


def test_a_release_is_kept_for_days_after_its_last_one_and_then_removed(served, capsys):
    release(served, "one", "first")
    release(served, "two", "second")
    # It was in use until the next one came, however long ago it began.
    call_command("releases", remove=True)
    assert capsys.readouterr().out.split() == ["two", "one"]
    month = time.time() - 30 * 24 * 3600
    for name in ("one", "two"):
        os.utime(releases.folder(name), (month, month))
    call_command("releases", remove=True)
    assert capsys.readouterr().out.splitlines() == ["removed one", "two"]
    assert Client().get("/static/one/app/late.js").content == b"second"


def test_a_checkout_that_serves_its_own_files_keeps_none(served):
    served.WHITENOISE_USE_FINDERS = True
    releases.keep()
    assert releases.names() == []
