"""The gallery of maps: who shows one to everybody, who sees it, in which order, who likes it, and what a match on it counts."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

import games
from lobby.accounts import relations
from lobby.accounts import services as accounts
from lobby.accounts.models import StaffAct, User
from lobby.builds import admission, choices, gallery, services
from lobby.builds.models import Build, Heart, Listing
from lobby.contests import rule_fields
from lobby.matches.errors import NotAllowed
from lobby.matches.models import Match
from lobby.matches.terms import Settings
from lobby.pages.forms import TableForm
from lobby.people import data
from lobby.tables import services as tables

pytestmark = pytest.mark.django_db(transaction=True)

GAME = "planet_conquer"
PAGE = f"/games/{GAME}/maps/gallery/"
API = f"/api/games/{GAME}/maps/gallery/"


def duel(rounds: int = 3, seats: int = 2, **more: Any) -> dict[str, Any]:
    keys = "ABCD"[:seats]
    return {
        "format": 1, "id": "own", "name": f"Duel {rounds}", "seats": {"min": 2, "max": seats}, "starts": list(keys),
        "planets": [{"key": key, "kind": "base", "at": [100 + 200 * i, 500 - 100 * (i % 2)]} for i, key in enumerate(keys)],
        "routes": [[one, other, rounds] for one, other in pairwise(keys)], **more,
    }  # fmt: skip


@pytest.fixture(autouse=True)
def fresh(transactional_db: None) -> None:
    cache.clear()


def client_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def kept(user: User, content: dict[str, Any]) -> Build:
    return services.save(user=user, game_id=GAME, name=content["name"], content=content)


def shown(user: User, content: dict[str, Any]) -> Build:
    return gallery.show(user=user, build_id=kept(user, content).pk)


def names(user: User | None, **asked: Any) -> list[str]:
    return [one.build.name for one in gallery.listed(GAME, user and user.pk, **asked)]


def refused(user: User, content: dict[str, Any]) -> str:
    with pytest.raises(NotAllowed) as raised:
        shown(user, content)
    return raised.value.message


def test_an_account_shows_a_map_that_has_no_faults_and_is_new(alice, bob):
    guest = User.objects.create(username="guesty", name="Guesty", is_guest=True)
    assert "account" in refused(guest, duel())
    assert "no faults" in refused(alice, duel(starts=[]))
    assert "comes with the game" in refused(alice, {**services.called(None, GAME, "tightrope")[1], "id": "x"})
    build = shown(alice, duel())
    assert build.code and names(None) == names(bob) == ["Duel 3"]
    assert "already" in refused(bob, duel(name="Mine"))
    gallery.hide(user=alice, build_id=build.pk)
    assert names(bob) == []
    assert services.shared(build.code).pk == build.pk
    with pytest.raises(services.NoBuild):
        gallery.show(user=bob, build_id=build.pk)
    with pytest.raises(services.NoBuild):
        gallery.listed("frames", None)


def test_what_is_not_shared_any_more_or_has_faults_is_not_shown(alice):
    build = shown(alice, duel())
    services.unshare(user=alice, build_id=build.pk)
    services.share(user=alice, build_id=build.pk)
    assert names(None) == []
    gallery.show(user=alice, build_id=build.pk)
    services.change(user=alice, build_id=build.pk, content=duel(4, 3, name="Wider"))
    listing = Listing.objects.get()
    assert (listing.seats_least, listing.seats_most) == (2, 3)
    assert names(None, seats=3) == ["Duel 3"]
    services.change(user=alice, build_id=build.pk, content=duel(starts=[]))
    assert names(None) == []


def test_orders_filters_and_hearts(alice, bob):
    first, second = shown(alice, duel()), shown(alice, duel(4, 3))
    assert names(bob, sort="new") == ["Duel 4", "Duel 3"]
    assert gallery.like(user=bob, game_id=GAME, code=first.code, is_liked=True).likes == 1
    assert gallery.like(user=bob, game_id=GAME, code=first.code, is_liked=True).likes == 1
    assert names(None, sort="liked") == ["Duel 3", "Duel 4"]
    Listing.objects.filter(build=second).update(played=3)
    assert names(None) == ["Duel 4", "Duel 3"]
    assert names(bob, favourites=True) == ["Duel 3"] and names(alice, favourites=True) == []
    assert names(bob, seats=3) == ["Duel 4"] and names(bob, seats=2) == ["Duel 4", "Duel 3"]
    assert gallery.like(user=bob, game_id=GAME, code=first.code, is_liked=False).likes == 0
    for code in ("", "nothing", kept(alice, duel(5)).code):
        with pytest.raises(services.NoBuild):
            gallery.like(user=bob, game_id=GAME, code=code, is_liked=True)


def test_maps_of_blocked_suspended_and_closed_accounts_are_hidden(alice, bob):
    carol = User.objects.create(username="carol", name="Carol", name_key="carol")
    build = shown(alice, duel())
    gallery.like(user=bob, game_id=GAME, code=build.code, is_liked=True)
    for blocker, blocked in ((alice, bob), (bob, alice)):
        relations.block(user=blocker, person=blocked)
        assert names(bob) == [] and names(carol) == names(None) == ["Duel 3"]
        assert choices.of(bob.pk, GAME) == []
        relations.unblock(user=blocker, person=blocked)
    User.objects.filter(pk=alice.pk).update(suspended_until=timezone.now() + timedelta(days=1))
    assert names(bob) == names(None) == []
    User.objects.filter(pk=alice.pk).update(suspended_until=None)
    told = data.all_of(bob)["hearts"]
    assert [(one["game"], one["code"]) for one in told] == [(GAME, build.code)]
    accounts.close_account(user=bob)
    assert not Heart.objects.exists() and names(None) == ["Duel 3"]
    accounts.close_account(user=User.objects.get(pk=alice.pk))
    assert not Listing.objects.exists()


def test_a_map_counts_matches_of_two_people_and_a_match_keeps_its_map(alice, bob):
    build = shown(alice, duel())
    content = services.shared(build.code).content

    def begun(**settings: Any) -> Match:
        match = tables.create_table(
            user=alice, game_id=GAME, options={"map": content}, settings=Settings(seats=2, step_seconds=60, **settings)
        )
        if not settings.get("bots"):
            tables.join(user=bob, match_id=match.pk)
            tables.set_table_ready(user=bob, match_id=match.pk, ready=True)
        return tables.start(user=alice, match_id=match.pk)

    begun(bots={1: games.get(GAME).bots[0].id})
    assert Listing.objects.get().played == 0
    match, waiting = (
        begun(),
        tables.create_table(
            user=alice, game_id=GAME, options={"map": content}, settings=Settings(seats=2, step_seconds=60)
        ),
    )
    assert Listing.objects.get().played == 1
    services.change(user=alice, build_id=build.pk, content=duel(9))
    services.remove(user=alice, build_id=build.pk)
    for one in (match, waiting):
        one.refresh_from_db()
        assert one.options["map"]["routes"] == [["A", "B", 3, 0]]
    tables.join(user=bob, match_id=waiting.pk)
    tables.set_table_ready(user=bob, match_id=waiting.pk, ready=True)
    assert tables.start(user=alice, match_id=waiting.pk).status == Match.Status.RUNNING


def test_the_page_shows_cards_and_every_act_works_without_scripts(alice, bob):
    assert "Nobody shows a map yet" in Client().get(PAGE).content.decode()
    build = kept(alice, duel())
    owner, reader = client_of(alice), client_of(bob)
    workshop = owner.get(f"/games/{GAME}/maps/").content.decode()
    assert "Show it to everybody" in workshop and PAGE in workshop
    owner.post(f"/games/{GAME}/maps/{build.pk}/show/")
    build.refresh_from_db()
    page = reader.get(PAGE).content.decode()
    for part in ("Duel 3", f"/games/{GAME}/maps/{build.code}/picture.svg", f"/tables/new/{GAME}/?build={build.code}",
                 "starts equally good", "not played yet", "0 hearts", f"/builds/{build.code}/report/", "2 seats"):  # fmt: skip
        assert part in page, part
    assert "Take it off the gallery" in owner.get(f"/games/{GAME}/maps/").content.decode()
    heart = f"{PAGE}{build.code}/heart/"
    answer = reader.post(heart, {"back": "sort=liked&seats=2&mine=1&page=1&x=y"})
    assert answer.headers["Location"] == f"{PAGE}?sort=liked&seats=2&mine=1#map-{build.code}"
    page = reader.get(f"{PAGE}?mine=1").content.decode()
    assert "1 heart" in page and "Take the heart back" in page
    reader.post(heart, {"off": "1"})
    assert "None of the maps here has a heart of yours" in reader.get(f"{PAGE}?mine=1").content.decode()
    assert "No map here is for that many seats" in reader.get(f"{PAGE}?seats=8").content.decode()
    assert reader.get(f"{PAGE}?sort=x&seats=99&page=zz").status_code == 200
    assert reader.post(f"{PAGE}nothing/heart/").status_code == 404
    assert Client().post(heart).status_code == 302 and not Heart.objects.exists()
    assert Client().get("/games/frames/fleets/gallery/").status_code == 404
    reader.post(f"/games/{GAME}/maps/keep/", {"code": build.code})
    assert services.mine(bob, GAME).get().content == build.content
    owner.post(f"/games/{GAME}/maps/{build.pk}/hide/")
    assert names(None) == []


def test_the_form_of_a_table_begins_with_a_shared_map_and_offers_favourites(alice, bob):
    build = shown(alice, duel())
    client = client_of(bob)
    label = f"Duel 3, by {alice.name}"
    assert label not in client.get(f"/tables/new/{GAME}/").content.decode()
    page = client.get(f"/tables/new/{GAME}/?build={build.code}").content.decode()
    assert f'<option value="{build.code}" selected>{label}</option>' in page
    assert f'src="/games/{GAME}/maps/{build.code}/picture.svg"' in page
    blank = TableForm(games.get(GAME), user_id=bob.pk)
    form = {name: field.initial for name, field in blank.fields.items() if field.initial is not None} | dict(
        blank.initial
    )
    form = {name: "" if value is None else value for name, value in form.items()}
    form |= {"option_map": build.code, "seats": "2", "rated": "on", "clock": "live", "visibility": "public"}
    answer = client.post(f"/tables/new/{GAME}/", form)
    assert answer.status_code == 302, answer.context["form"].errors
    assert Match.objects.get().options["map"]["routes"] == [["A", "B", 3, 0]]
    gallery.like(user=bob, game_id=GAME, code=build.code, is_liked=True)
    assert label in client.get(f"/tables/new/{GAME}/").content.decode()
    assert client.get(f"/tables/new/{GAME}/?build=zzzzzzzzzzzz").status_code == 200


def test_programs_list_like_and_show(alice, bob):
    build = kept(alice, duel())
    owner, reader = client_of(alice), client_of(bob)
    told = owner.put(f"/api/builds/{build.pk}/gallery/").json()
    assert told["is_shown"] is True and told["code"]
    assert reader.put(f"/api/builds/{build.pk}/gallery/").status_code == 404
    heart = f"{API}{told['code']}/heart/"
    assert reader.put(heart).json()["hearts"] == 1
    listed = reader.get(f"{API}?sort=liked&favourites=true&seats=2").json()
    assert listed["pages"] == 1
    (one,) = listed["results"]
    assert {key: one[key] for key in ("name", "author", "hearts", "is_liked", "is_rated", "played", "seats")} == {
        "name": "Duel 3", "author": alice.name, "hearts": 1, "is_liked": True, "is_rated": True, "played": 0, "seats": [2],
    }  # fmt: skip
    assert Client().get(one["url"]).json()["content"]["routes"] == [["A", "B", 3, 0]]
    assert reader.delete(heart).json() | {"facts": []} == one | {"hearts": 0, "is_liked": False, "facts": []}
    assert Client().put(heart).status_code == 401
    assert Client().get(f"{API}?page=2").status_code == 400
    assert Client().get("/api/games/frames/maps/gallery/").status_code == 404
    assert owner.delete(f"/api/builds/{build.pk}/gallery/").json()["is_shown"] is False
    assert json.loads(Client().get(API).content)["results"] == []


def test_staff_take_a_map_off_for_good(alice, bob, admin_client):
    build = shown(alice, duel())
    admin_client.post("/admin/lobby/build/", {"action": "take_off", "_selected_action": [build.pk], "why": "rude"})
    assert names(None) == []
    act = StaffAct.objects.get(act="take off map")
    assert (act.person, act.why) == (alice, "rude")
    with pytest.raises(NotAllowed, match="Staff"):
        gallery.show(user=alice, build_id=build.pk)
    assert "Staff" in refused(bob, duel(name="The same"))
    services.change(user=alice, build_id=build.pk, content=duel(7))
    with pytest.raises(NotAllowed, match="Staff"):
        gallery.show(user=alice, build_id=build.pk)


def test_the_list_of_tables_and_the_waiting_room_have_the_picture_and_the_name_of_the_map(alice, bob):
    settings = Settings(seats=2, step_seconds=60)
    own, ready, hidden = (
        tables.create_table(user=alice, game_id=GAME, options={"map": content}, settings=how)
        for content, how in (
            (duel(), settings),
            ("tightrope", settings),
            ("generate", Settings(seats=2, step_seconds=60, kind=Match.Kind.SANDBOX)),
        )
    )
    client, reader = client_of(alice), client_of(bob)
    lobby = reader.get("/lobby/").content.decode()
    picture = f"/tables/{own.pk}/map.svg"
    assert f'src="{picture}?theme=dark"' in lobby and "Duel 3" in lobby
    assert f'src="/games/{GAME}/maps/tightrope/picture.svg?theme=light"' in lobby and "Tightrope" in lobby
    for address in (picture, f"{picture}?theme=light", f"/tables/{ready.pk}/map.svg"):
        assert reader.get(address).headers["Content-Type"] == "image/svg+xml"
    assert f'<noscript><img class="picture on-dark" src="{picture}' in reader.get(f"/tables/{own.pk}/").content.decode()
    # A generated map is drawn when its table is opened; a sandbox is nobody else's.
    assert client.get(f"/tables/{hidden.pk}/map.svg").status_code == 200
    assert reader.get(f"/tables/{hidden.pk}/map.svg").status_code == 404
    tables.join(user=bob, match_id=own.pk)
    tables.set_table_ready(user=bob, match_id=own.pk, ready=True)
    tables.start(user=alice, match_id=own.pk)
    assert reader.get(picture).status_code == 404
    # A game whose tables take no maps of people has none.
    tables.create_table(user=alice, game_id="frames", options={}, settings=settings)
    assert reader.get("/lobby/").status_code == 200


def test_the_form_of_a_contest_offers_favourites_with_their_pictures(alice, bob):
    build = shown(alice, duel())
    gallery.like(user=bob, game_id=GAME, code=build.code, is_liked=True)
    own = kept(bob, duel(4))
    page = client_of(bob).get(f"/contests/new/?game={GAME}").content.decode()
    assert f"Duel 3, by {alice.name}" in page
    (keys,) = re.findall(r'data-of="option_map" data-address="[^"]*/KEY/picture.svg" data-keys="([^"]*)"', page)
    assert {build.code, f"build-{own.pk}", "tightrope"} <= set(keys.split()) and "generate" not in keys.split()
    assert 'id="choice-picture"' not in client_of(bob).get("/contests/new/?game=frames").content.decode()
    fields = rule_fields.fields_of(games.get(GAME), rule_fields.options_of(games.get(GAME), ""), [], bob.pk)
    turned = fields[rule_fields.MAPS].clean([build.code, "tightrope", f"build-{own.pk}"])
    assert turned == ["tightrope", own.content, build.content]


def test_what_a_game_says_of_a_map_is_asked_once_for_each_language(alice, monkeypatch):
    asked = []
    told = services.facts
    monkeypatch.setattr(services, "facts", lambda *given: asked.append(given) or told(*given))
    build = shown(alice, duel(6))
    english = Client().get(API).json()["results"][0]["facts"]
    assert Client().get(API).json()["results"][0]["facts"] == english and len(asked) == 1
    chinese = Client().get(API, headers={"accept-language": "zh-hans"}).json()["results"][0]["facts"]
    assert chinese != english and len(asked) == 2
    services.change(user=alice, build_id=build.pk, content=duel(7))
    assert Client().get(API).json()["results"][0]["facts"] != english and len(asked) == 3


def test_a_map_in_which_new_rules_find_faults_is_no_map_to_like(alice, bob, monkeypatch):
    build = shown(alice, duel())
    monkeypatch.setattr(admission, "fingerprint_of", lambda game_id, content: "")
    reader = client_of(bob)
    assert reader.get(PAGE).status_code == 200
    assert reader.post(f"{PAGE}{build.code}/heart/").status_code == 404
    assert reader.put(f"{API}{build.code}/heart/").status_code == 404


def test_an_edit_makes_of_a_shown_map_none_that_could_not_be_shown(alice, bob, dana):
    """One that somebody else shows, that comes with the game, or that staff have taken off; any other edit stays in the gallery."""
    shown(bob, duel(5))
    gallery.take_off(staff=dana, build=shown(bob, duel(6)), why="rude")
    ready = services.workshop_of(GAME).describe({})["ready"][0]["build"]
    mine = shown(alice, duel(3))
    for content in (duel(5), duel(6), ready):
        services.change(user=alice, build_id=mine.pk, content=duel(4))
        gallery.show(user=alice, build_id=mine.pk)
        services.change(user=alice, build_id=mine.pk, content=content)
        assert not gallery.is_shown(mine)
    gallery.show(user=alice, build_id=kept(alice, duel(7)).pk)
    assert names(None) == ["Duel 7", "Duel 5"]


def test_what_staff_have_taken_off_stays_off_when_its_owner_edits_or_deletes_it(alice, bob, dana):
    build = shown(alice, duel(3))
    gallery.take_off(staff=dana, build=build, why="rude")
    services.change(user=alice, build_id=build.pk, content=duel(4))
    assert refused(bob, duel(3)) == "Staff have taken this map off the gallery."
    services.remove(user=alice, build_id=build.pk)
    assert refused(alice, duel(3)) == refused(bob, duel(3)) == "Staff have taken this map off the gallery."
    assert shown(alice, duel(4)).code


def test_a_map_of_ones_own_has_no_heart_of_ones_own(alice, bob):
    build = shown(alice, duel())
    robot = User.objects.create(username="robot", name="Robot", name_key="robot", owner=alice)
    for user in (alice, robot):
        with pytest.raises(NotAllowed, match="others"):
            gallery.like(user=user, game_id=GAME, code=build.code, is_liked=True)
        Heart.objects.create(user=user, listing=Listing.objects.get())  # of an earlier release
    gallery.like(user=bob, game_id=GAME, code=build.code, is_liked=True)
    Heart.objects.create(
        user=User.objects.create(username="echo", name="Echo", name_key="echo", owner=bob),
        listing=Listing.objects.get(),
    )
    (one,) = gallery.shown(GAME, bob.pk, list(gallery.listed(GAME, bob.pk)))
    assert (one.likes, one.is_liked) == (1, True)
    assert "/heart/" not in client_of(alice).get(PAGE).content.decode()
    assert gallery.like(user=alice, game_id=GAME, code=build.code, is_liked=False).likes == 1
