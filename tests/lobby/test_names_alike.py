"""Can an account be taken for another by its name? Names are unique by how they look, for every kind of account, also in a race."""

from __future__ import annotations

import importlib
import json
import threading
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from lobby.accounts import bot_accounts, services
from lobby.accounts.models import NameChange, User
from lobby.platform.characters.looks import LONGEST, skeleton
from tests.lobby.hostile_names import FILLERS, NAMES, TURNING

ALIKE = [
    "marigold", "MARIGOLD", "MarigoId", "Marig0ld", "MARIG0LD", "MarigO1d", "Mar1gold", "Mar|gold", "Mar!gold", "M4rigold", "Marigo1d", "M@rigold",
    "rnarigold", "Marigolcl", "MarigolcI", "Marıgold", "Marígold", "Märigold", "Mari̇gold", "Maṛigold", "Mаrigold", "Μarigold", "Marigоld",
    "ＭａｒｉＧｏｌｄ", "𝓜𝓪𝓻𝓲𝓰𝓸𝓵𝓭", "𝐌arigold", "ᴍᴀʀɪɢᴏʟᴅ", "Mariɡold", "Marigoⅼd", "Marigold.", "Marigold!", "Marigold'", "-Marigold-", "_Marigold",
    *(f"Mari{one}gold" for one in [*FILLERS, *TURNING] if one not in "\u2800\ufffc"),
]  # fmt: skip
APART = [
    ("Anna", "Hanna"), ("Player 6", "Player 8"), ("Player 1", "Player 2"), ("Player 11", "Player 12"), ("Bot 1.1", "Bot 11"), ("Jan", "Ian"), ("Clara", "Dara"),
    ("Nova ♥", "Nova ♦"), ("Mari gold", "Marigold"), ("か", "が"), ("ᏍᏏ", "ᏍᏉ"), ("नमन", "नीमन"), ("דוד", "דור"), ("诸葛亮", "诸葛"), ("C++", "C"), ("Сергей", "Андрей"), ("😀 Ann", "😎 Ann"),
]  # fmt: skip


@pytest.fixture
def marigold(transactional_db) -> User:
    cache.clear()
    return User.objects.create_user("m", "m@example.org", "lantern-42-oil", name="Marigold")


@pytest.mark.parametrize("name", ALIKE)
def test_look_alikes_have_one_skeleton(name):
    assert skeleton(name) == skeleton("Marigold")


@pytest.mark.parametrize(("one", "other"), APART)
def test_names_that_differ_at_a_glance_stay_apart(one, other):
    assert skeleton(one) != skeleton(other)


def test_alphabets_that_look_alike_are_compared_with_each_other():
    assert skeleton("сосо") == skeleton("coco") == skeleton("COCO")
    assert skeleton("ОСА") == skeleton("OCA")
    assert skeleton("ΑΒΕΖ") == skeleton("ABEZ") == skeleton("abez")
    assert skeleton("ーノ") == skeleton("一丿")


def test_every_name_of_this_world_has_a_skeleton_of_its_own():
    # One of them is written with a joiner and without.
    every = [name for names in NAMES.values() for name in names if name != "می‌نا"]
    assert len({skeleton(name) for name in every}) == len(every)
    assert "" not in {skeleton(name) for name in every}


@given(st.text(max_size=24))
def test_a_skeleton_is_short_and_hides_nothing(name):
    look = skeleton(name)
    assert len(look) <= LONGEST
    assert "#" not in look


# --- Accounts


def refused(act) -> str:
    with pytest.raises(ValidationError) as error:
        act()
    found = error.value.error_dict["name"][0] if hasattr(error.value, "error_dict") else error.value
    return found.code


@pytest.mark.parametrize(
    "name", [*ALIKE[:7], "rnarigold", "Marigolcl", "Marıgold", "Marigold\ufe0f", "𝓜arigold", "Marigold!"]
)
def test_no_account_looks_like_another(name, marigold, alice):
    assert refused(lambda: services.change_name(user=alice, name=name)) == "taken"
    assert refused(lambda: bot_accounts.create_bot_account(owner=alice, name=name)) == "taken"
    assert refused(lambda: services.create_guest(name=name)) == "taken"
    fields = {
        "username": "somebody7",
        "name": name,
        "email": "s7@example.org",
        "password1": "lantern-42-oil",
        "password2": "lantern-42-oil",
    }
    assert "name" in Client().post("/accounts/signup/", fields).context["form"].errors
    client = Client()
    client.force_login(alice)
    answer = client.patch("/api/account/", json.dumps({"name": name}), content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "taken")
    assert User.objects.count() == 2


def test_one_may_write_ones_own_name_otherwise(marigold):
    services.change_name(user=marigold, name="MARIGOLD")
    marigold.refresh_from_db()
    assert (marigold.name, marigold.name_key, marigold.name_look) == ("MARIGOLD", "marigold", skeleton("Marigold"))
    services.change_name(user=marigold, name="Marigolcl")
    marigold.refresh_from_db()
    assert marigold.name_look == skeleton("Marigold")


def test_guests_share_names_and_a_drawn_one_looks_like_no_account(marigold, monkeypatch):
    assert services.create_guest(name="Mira").name == services.create_guest(name="Mira").name
    assert User.objects.filter(name_look=None).count() == 2
    User.objects.create_user("g", "g@example.org", "lantern-42-oil", name="Guest IOO0")
    monkeypatch.setattr(services.secrets, "randbelow", lambda _most: 0)
    assert services.guest_name() == "Guest 10000"


def test_a_closed_account_gives_its_name_back(marigold, alice):
    services.close_account(user=marigold)
    services.change_name(user=alice, name="MarigoId")
    assert User.objects.get(pk=alice.pk).name_look == skeleton("Marigold")


@pytest.mark.postgres
def test_the_database_lets_one_of_two_at_once_have_the_look(marigold, alice, monkeypatch):
    monkeypatch.setattr(services, "check_free", lambda *_args, **_kwargs: None)
    monkeypatch.setattr(bot_accounts, "check_free", lambda *_args, **_kwargs: None)
    assert refused(lambda: services.change_name(user=alice, name="Marig0ld")) == "taken"
    assert refused(lambda: bot_accounts.create_bot_account(owner=alice, name="MarigoId")) == "taken"
    assert not NameChange.objects.exists()
    with pytest.raises(IntegrityError):
        User.objects.create_user("x", "x@example.org", "lantern-42-oil", name="Mar1gold")


@pytest.mark.postgres
def test_of_many_who_sign_up_at_once_one_gets_the_look(transactional_db, settings):
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "signup": "99/m/ip"}
    cache.clear()
    codes = []

    def sign_up(number: int, name: str) -> None:
        fields = {"username": f"person{number}", "name": name, "email": f"p{number}@example.org"}
        answer = Client().post(
            "/accounts/signup/", {**fields, "password1": "lantern-42-oil", "password2": "lantern-42-oil"}
        )
        codes.append(answer.status_code)
        connection.close()

    names = ["Marigold", "MarigoId", "Marig0ld", "rnarigold"]
    threads = [threading.Thread(target=sign_up, args=one) for one in enumerate(names)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(codes) == [200, 200, 200, 302]
    assert User.objects.count() == 1


# --- Accounts from before


def test_nobody_loses_a_name_by_the_migration(marigold, alice):
    """The oldest has the look; the others keep their names, and log in, but nobody new joins them."""
    others = [
        User.objects.create_user(f"u{n}", f"u{n}@example.org", "lantern-42-oil", name=f"Other {n + 5}")
        for n in range(3)
    ]
    for other, name in zip(others, ["MarigoId", "Marig0ld", "Mar1gold"], strict=True):
        User.objects.filter(pk=other.pk).update(name=name, name_key=name.casefold())
    services.create_guest(name="Mira")
    User.objects.update(name_look=None)
    migration = importlib.import_module("lobby.migrations.0034_names_by_look")
    for _again in range(2):
        migration.tell_looks(apps, SimpleNamespace(connection=connection))
        looks = dict(User.objects.filter(is_guest=False).order_by("pk").values_list("name", "name_look"))
        look = skeleton("Marigold")
        assert looks == {
            "Marigold": look, "Alice": "allce", "MarigoId": f"{look}#2", "Marig0ld": f"{look}#3", "Mar1gold": f"{look}#4",
        }  # fmt: skip
    for other in others:
        kept = User.objects.get(pk=other.pk)
        kept.save()
        assert User.objects.get(pk=other.pk).name_look == looks[kept.name]
    assert refused(lambda: services.change_name(user=alice, name="M4rigold")) == "taken"
    # Also when the oldest has gone: the others are still called so.
    services.change_name(user=marigold, name="Calendula")
    assert refused(lambda: services.change_name(user=alice, name="M4rigold")) == "taken"
    services.change_name(user=others[1], name="Tagetes")
    assert User.objects.get(pk=others[1].pk).name_look == skeleton("Tagetes")


def test_the_table_of_look_alikes_may_grow(marigold, monkeypatch):
    """An account is saved with the look that it had: a newer table may know more look-alikes than there were."""
    monkeypatch.setattr("lobby.platform.characters.looks.skeleton", lambda name: "x")
    marigold.save()
    marigold.refresh_from_db()
    assert marigold.name_look == "marlgold"
