"""Is every name and every short text that others see cleaned, whichever way it comes? What becomes of texts, and every way to give one."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable
from datetime import timedelta

import pytest
import regex
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from lobby.accounts import bot_accounts, reports, services, tokens
from lobby.accounts.models import Report, User
from lobby.accounts.names import clean_name
from lobby.builds import services as builds
from lobby.builds.models import Build
from lobby.contests.models import Contest
from lobby.matches.errors import NotAllowed
from lobby.matches.models import Match
from lobby.matches.people import TablePreset
from lobby.matches.terms import Settings
from lobby.platform.characters import cleaning
from lobby.tables import services as tables
from tests.lobby.hostile_names import (
    FILLERS,
    FORMATS,
    HOSTILE,
    IGNORED,
    NAMES,
    NOTHING,
    PILES,
    TURNING,
    kept,
    label,
    line,
    seen,
)

# --- The cleaning


@pytest.mark.parametrize("clean", [label, clean_name])
def test_nothing_invisible_remains_in_a_name(clean):
    for one in {*IGNORED, *TURNING, *FORMATS, *FILLERS}:
        for raw in (
            f"Mari{one}gold",
            f"{one}Marigold",
            f"Marigold{one}",
            one,
            one * 5,
            f"a{one}\u0301{one}\u0301{one}\u0301",
        ):
            name = kept(clean, raw)
            if name is not None:
                assert seen(name).replace(" ", "") in {"Marigold", "a\u0301\u0301", "á\u0301"}, (
                    ascii(raw),
                    ascii(name),
                )


@pytest.mark.parametrize("clean", [label, clean_name])
@pytest.mark.parametrize("raw", HOSTILE)
def test_a_hostile_name_is_refused_or_dropped(clean, raw):
    name = kept(clean, raw)
    if raw in PILES or raw in NOTHING:
        assert name is None
    if name is not None:
        assert seen(name).replace(" ", "") == "Marigold"


@given(st.text(max_size=30))
def test_whatever_is_left_of_a_name_stays_as_it_is(raw):
    name = kept(label, raw)
    if name is not None:
        assert label(name) == name
        assert not regex.search(
            r"[\p{Default_Ignorable_Code_Point}--[\u200c\u200d]]|\p{Bidi_Control}|\p{C}--[\u200c\u200d]", name, regex.V1
        )


@pytest.mark.parametrize(("script", "name"), [(script, name) for script, names in NAMES.items() for name in names])
def test_people_of_all_scripts_have_their_names(script, name):
    found = clean_name(name)
    assert found == unicodedata.normalize("NFKC", name)
    assert line(name) == name


@pytest.mark.parametrize(
    ("raw", "name"),
    [("❤️ Ann", "❤ Ann"), ("👩‍🚀 Ann", "👩🚀 Ann"), ("Marigold\ufe0f", "Marigold"), ("Ma\u200dri\u200cgold", "Marigold"), ("葛\U000e0100城", "葛城"),
     ("Ｍａｒｉ　ｇｏｌｄ", "Mari gold"), ("  a \t b\n", "a b"), ("1️⃣ x", "1⃣ x")],
)  # fmt: skip
def test_what_is_dropped_from_a_name(raw, name):
    assert clean_name(raw) == name


@pytest.mark.parametrize(
    "emoji", ["❤️", "👩‍🚀", "👩🏽‍🚀", "👨‍👩‍👧‍👦", "🏳️‍🌈", "❤️‍🔥", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "1️⃣", "🇫🇷", "👍🏿", "✌︎", "葛󠄀城", "می‌نا", "ශ්‍රී"]
)
def test_lines_keep_what_emoji_and_scripts_are_written_with(emoji):
    assert line(f"Hello {emoji} there") == f"Hello {emoji} there"


def test_lines_have_single_spaces_where_something_was_dropped():
    assert cleaning.line("\u200b a \u200b  b\u034f", longest=50) == "a b"


def test_lines_lose_what_hides_and_are_refused_where_nothing_is_left():
    for one in {*IGNORED, *FILLERS}:
        assert kept(line, one * 3) is None, ascii(one)
        assert kept(line, f"a{one}b") in {"ab", None, f"a{one}b"}
        if one not in "\u2800\ufffc":
            assert kept(line, f"a{one}b") in {"ab", None}, ascii(one)
    for one in TURNING:
        assert kept(line, f"a{one}b") in {"ab", None}
    assert line("a" + "\u0301" * 400) == "a" + "\u0301" * 4
    assert cleaning.paragraphs(" One\u200b\r\n\r\n  two\u00ad \n\n", longest=99) == "One\n\n  two"
    assert cleaning.paragraphs("\u3164\n\u200b", longest=99) == ""


@pytest.mark.parametrize(
    ("text", "left"),
    [("\u0628" + "\u064b" * 200_000 + "\u200c", 5), ("\u200d" * 200_000, 0), ("\u0628" + "\u064b\u200c" * 30_000, 5), ("\U000e0020" * 60_000, 0),
     ("a" + "\u0301\u0316" * 100_000, 5)],
)  # fmt: skip
def test_the_time_of_a_long_text_grows_only_as_it_does(text, left):
    """Otherwise this takes hours."""
    assert len(cleaning.strings({"x": text})["x"]) == left
    assert kept(label, text) is None


# --- Every way


def rest(user: User, method: str, path: str, **sent: object) -> str | None:
    """The refusal's path, or None."""
    client = Client()
    client.force_login(user)
    answer = getattr(client, method)(path, json.dumps(sent), content_type="application/json")
    assert answer.status_code < 500
    return answer.json()["path"] if answer.status_code >= 400 else None


def contest(user: User, name: str) -> str | None:
    now = timezone.now()
    return rest(
        user, "post", "/api/contests/", name=name, game="toy_programs", who="programs", closes_at=(now + timedelta(hours=1)).isoformat(),
        starts_at=(now + timedelta(hours=2)).isoformat(), stages=[{"format": "single"}],
    )  # fmt: skip


def refusal(act: Callable[[], object], field: str) -> str | None:
    try:
        act()
    except NotAllowed as error:
        return error.path
    except ValidationError as error:
        return field if not hasattr(error, "error_dict") else next(iter(error.error_dict))
    return None


def page(user: User | None, path: str, field: str, name: str, **sent: str) -> str | None:
    client = Client()
    if user is not None:
        client.force_login(user)
    answer = client.post(path, {field: name, **sent})
    assert answer.status_code < 500
    if answer.status_code == 302:
        return None
    form = (answer.context or {}).get("form")
    return field if form is None or field in form.errors else ""


WAYS: dict[str, tuple[Callable[[User, str], str | None], Callable[[], list[str]], str]] = {
    "guest": (lambda _, name: page(None, "/guest/", "name", name), lambda: [*User.objects.filter(is_guest=True).values_list("name", flat=True)], "name"),
    "sign-up": (
        lambda _, name: page(None, "/accounts/signup/", "name", name, username="somebody7", email="s7@example.org", password1="lantern-42-oil", password2="lantern-42-oil"),
        lambda: [*User.objects.filter(username="somebody7").values_list("name", flat=True)],
        "name",
    ),
    "rename": (lambda user, name: rest(user, "patch", "/api/account/", name=name), lambda: [User.objects.get(username="alice").name], "name"),
    "bot account": (
        lambda user, name: rest(user, "post", "/api/account/bots/", name=name),
        lambda: [*User.objects.exclude(owner=None).values_list("name", flat=True)],
        "name",
    ),
    "bot account, service": (
        lambda user, name: refusal(lambda: bot_accounts.create_bot_account(owner=user, name=name), "name"),
        lambda: [*User.objects.exclude(owner=None).values_list("name", flat=True)],
        "name",
    ),
    "token": (
        lambda user, name: rest(user, "post", "/api/account/tokens/", name=name, scopes=["read"]),
        lambda: [*tokens.ApiToken.objects.values_list("name", flat=True)],
        "name",
    ),
    "token, service": (
        lambda user, name: refusal(lambda: tokens.create_token(user=user, name=name, scopes=["read"]), "name"),
        lambda: [*tokens.ApiToken.objects.values_list("name", flat=True)],
        "name",
    ),
    "build": (
        lambda user, name: rest(user, "post", "/api/builds/", game="toy", name=name, content={"name": "x", "throws": [1]}),
        lambda: [*Build.objects.values_list("name", flat=True)],
        "name",
    ),
    "contest": (contest, lambda: [*Contest.objects.values_list("name", flat=True)], "name"),
    "preset": (
        lambda user, name: refusal(lambda: _preset(user, name), "preset_name"),
        lambda: [*TablePreset.objects.values_list("name", flat=True)],
        "preset_name",
    ),
}  # fmt: skip
"""Way → (send a name: the field that is refused, or None; the names that are stored; the field)."""
SENT = [
    "Mari\u3164gold",
    "Mari\u202egold",
    "Mari\u00adgold",
    "M\u0301\u0302\u0303arigold",
    "\u3164\u3164",
    "\u2800\u2800",
    "\u0301\u0301",
    "\u200b\u200b",
    "   ",
]
DROPPED = ["Marigold\ufe0f", "Ma\u200drigold", "Marigold\U000e0100"]


def _preset(user: User, name: str) -> None:
    from lobby.tables import presets

    presets.save(user=user, game_id="toy", name=name, fields={})


@pytest.fixture
def ways(alice, monkeypatch, settings) -> User:
    import games

    monkeypatch.setitem(games.GAMES, "toy_programs", "tests.games.toy_programs")
    settings.ACCOUNT_RATE_LIMITS = dict.fromkeys(settings.ACCOUNT_RATE_LIMITS, "999/m/ip") | {"signup": "999/m/ip"}
    cache.clear()
    return alice


@pytest.mark.postgres
@pytest.mark.parametrize("way", WAYS)
def test_every_way_refuses_by_name_of_the_field_or_drops(way, ways):
    send, stored, field = WAYS[way]
    before = stored()
    for name in SENT:
        if not (name.strip() == "" and way in {"guest", "sign-up"}):  # left empty, these get a name
            assert send(ways, name) == field, ascii(name)
    assert stored() == before
    if way == "rename":  # the third change of a month is the last
        services.change_name(user=ways, name="Marigold\ufe0f")
    else:
        assert send(ways, DROPPED[0]) is None
    assert [name for name in stored() if name not in before] == ["Marigold"]


def test_a_username_has_nothing_that_cannot_be_seen(transactional_db):
    for name in ("mari\u3164gold", "mari\u115fgold", "\u3164\u3164\u3164"):
        fields = {
            "username": name,
            "name": "Marigold",
            "email": "m@example.org",
            "password1": "lantern-42-oil",
            "password2": "lantern-42-oil",
        }
        answer = Client().post("/accounts/signup/", fields)
        assert "username" in answer.context["form"].errors
    assert not User.objects.filter(email="m@example.org").exists()


@pytest.mark.postgres
def test_texts_in_options_and_builds_hide_nothing(alice):
    def opened(text: str) -> Match:
        options = {"map": {"name": text}}
        return tables.create_table(
            user=alice, game_id="toy", options=options, settings=Settings(seats=2, step_seconds=30)
        )

    for text in ("a\u202eb", "a\x00b", "a\ufff9b"):
        with pytest.raises(NotAllowed) as refused:
            opened(text)
        assert refused.value.path == "options"
        with pytest.raises(NotAllowed) as refused:
            builds.save(user=alice, game_id="toy", name="Mine", content={"name": text, "throws": [1]})
        assert refused.value.path == "content"
    stored = builds.save(
        user=alice, game_id="toy", name="Mine", content={"name": "a\u3164b\u00ad\u200e", "throws": [1]}
    )
    assert stored.content["name"] == "ab"
    assert cleaning.strings({"k\u200b": ["a\u00adb\nc", 1, None, {"x": "\u2066"[:0]}]}) == {
        "k": ["ab\nc", 1, None, {"x": ""}]
    }


def test_a_report_keeps_what_staff_can_see(alice, bob):
    reports.report(reporter=alice, person=bob, kind="name", note="look:\u200b \u3164\nhere\u00ad")
    assert Report.objects.get().note == "look:\nhere"


def test_staff_name_things_under_the_same_rules(dana, alice, ways):
    contest(alice, "Lantern cup")
    one = Contest.objects.get()
    staff = Client()
    staff.force_login(dana)
    for name in ("Lan\u202etern", "\u3164\u3164"):
        answer = staff.post(f"/admin/lobby/contest/{one.pk}/change/", {"name": name, "note": ""})
        assert answer.status_code == 200
        assert "name" in answer.context["adminform"].form.errors
    assert (
        staff.post(f"/admin/lobby/contest/{one.pk}/change/", {"name": "Winter\ufe0f cup", "note": "\u3164"}).status_code
        == 302
    )
    one.refresh_from_db()
    assert (one.name, one.note) == ("Winter cup", "")
    answer = staff.post("/admin/auth/group/add/", {"name": "\u3164"})
    assert "name" in answer.context["adminform"].form.errors
