"""What people build for a game: kept, judged by the game, shared by a code, taken away, and nobody else's business."""

from __future__ import annotations

import json

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import translation

from lobby.accounts.services import close_account
from lobby.builds import services
from lobby.builds.models import Build
from lobby.matches.errors import NotAllowed

pytestmark = pytest.mark.django_db(transaction=True)

GOOD = {"name": "", "throws": [1, 2]}
WORKSHOP = "/games/toy/openings/"


@pytest.fixture(autouse=True)
def fresh(transactional_db: None) -> None:
    cache.clear()


def client_of(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def kept(user, name="Mine", content=None) -> Build:
    return services.save(user=user, game_id="toy", name=name, content=GOOD if content is None else content)


# --- Keeping


def test_a_build_is_kept_in_normal_form_and_an_unfinished_one_as_it_is(alice):
    assert kept(alice, content={"throws": [1]}).content == {"name": "", "throws": [1]}
    assert kept(alice, content={"throws": []}).content == {"throws": []}
    assert [build.name for build in services.mine(alice, "toy")] == ["Mine", "Mine"]
    assert not services.mine(alice, "another").exists()


@pytest.mark.parametrize(
    ("name", "field"), [("", "name"), ("   ", "name"), ("x" * 41, "name"), ("a\u202eb", "name"), ("a\x00b", "name")]
)
def test_a_name_can_be_read_and_hides_nothing(alice, name, field):
    with pytest.raises(NotAllowed) as refused:
        kept(alice, name=name)
    assert refused.value.path == field
    assert kept(alice, name="  Two   words ").name == "Two words"


def test_what_is_too_large_is_refused(alice):
    with pytest.raises(NotAllowed) as refused:
        kept(alice, content={"throws": [1] * 400})
    assert refused.value.path == "content"


def test_what_the_database_cannot_hold_is_refused(alice):
    with pytest.raises(NotAllowed) as refused:
        kept(alice, content={"name": "a\x00b", "throws": []})
    assert refused.value.path == "content"
    for code in ("\x00" * 12, "ABCDEFGHJKMN", "short", ""):
        with pytest.raises(services.NoBuild):
            services.shared(code)
    assert client_of(alice).post(f"{WORKSHOP}keep/", {"code": "\x00" * 12}).status_code == 404


def test_nobody_keeps_more_than_so_many_of_a_game(alice, bob, monkeypatch):
    monkeypatch.setattr(services, "MOST_BUILDS", 2)
    kept(alice)
    kept(alice)
    with pytest.raises(services.TooManyBuilds):
        kept(alice)
    kept(bob)
    services.remove(user=alice, build_id=services.mine(alice)[0].pk)
    kept(alice)


def test_a_game_without_a_workshop_has_no_builds(alice):
    with pytest.raises(services.NoBuild):
        services.save(user=alice, game_id="nothing", name="Mine", content={})


@pytest.mark.parametrize("act", [services.own, services.remove, services.share, services.unshare, services.change])
def test_anothers_build_looks_like_none(alice, bob, act):
    build = kept(alice)
    for build_id in (build.pk, build.pk + 1):
        with pytest.raises(services.NoBuild):
            act(user=bob, build_id=build_id) if act is not services.own else act(bob, build_id)
    build.refresh_from_db()
    assert (build.code, build.content) == ("", GOOD)


def test_a_change_goes_over_no_other_that_came_meanwhile(alice):
    build = kept(alice)
    first = client_of(alice).get(f"/api/builds/{build.pk}/").json()["updated_at"]

    def change(**sent):
        answer = client_of(alice).patch(f"/api/builds/{build.pk}/", sent, content_type="application/json")
        return answer.status_code, answer.json()

    status, one = change(content={"throws": [3]}, updated_at=first)
    assert status == 200 and one["updated_at"] > first
    status, other = change(content={"throws": [1]}, name="Other", updated_at=first)
    assert (status, other["code"], other["path"]) == (400, "changed_meanwhile", "updated_at")
    assert other["data"]["updated_at"].rstrip("Z")[:26] == one["updated_at"].rstrip("Z")[:26]
    build.refresh_from_db()
    assert (build.name, build.content["throws"]) == ("Mine", [3])
    # The same again, as a client sends it that has not heard the answer; and from what is there now, or without saying from what.
    assert change(content={"throws": [3]}, updated_at=first)[0] == 200
    code = services.share(user=alice, build_id=build.pk).code
    now = client_of(alice).get(f"/api/builds/{build.pk}/").json()
    assert code and change(content={"throws": [2]}, updated_at=now["updated_at"])[0] == 200
    assert change(content={"throws": [1]})[0] == 200


def test_to_share_a_build_is_no_change_of_it(alice):
    build = kept(alice)
    before = build.updated_at
    services.share(user=alice, build_id=build.pk)
    services.unshare(user=alice, build_id=build.pk)
    build.refresh_from_db()
    assert build.updated_at == before


# --- Sharing


def test_a_code_leads_to_the_build_until_it_is_taken_back(alice):
    build = services.share(user=alice, build_id=kept(alice).pk)
    assert len(build.code) == services.CODE_LENGTH
    assert services.share(user=alice, build_id=build.pk).code == build.code
    assert services.shared(build.code) == build
    services.unshare(user=alice, build_id=build.pk)
    for code in (build.code, ""):
        with pytest.raises(services.NoBuild):
            services.shared(code)


def test_only_what_the_game_has_understood_is_shown_to_others(alice):
    unfinished = kept(alice, content={"throws": [], "name": "<b>"})
    with pytest.raises(NotAllowed):
        services.share(user=alice, build_id=unfinished.pk)
    build = services.share(user=alice, build_id=kept(alice).pk)
    changed = services.change(user=alice, build_id=build.pk, content={"throws": [3]})
    assert (changed.code, changed.content) == (build.code, {"name": "", "throws": [3]})
    assert services.change(user=alice, build_id=build.pk, content={"throws": [9]}).code == ""


def test_what_is_right_at_some_tables_only_is_shared_too(alice):
    """A mech with other weapons than printed: legal with one of the options, so it is understood and has a code."""
    weapons = {"mechs": [{"model": "ura00_vampire", "weapons": ["laser_saber", "mech_rifle"]}]}
    ready = services.workshop_of("frames").describe({})["ready"][0]["build"]
    fleet = {key: value for key, value in {**ready, **weapons}.items() if key != "name"}
    build = services.save(user=alice, game_id="frames", name="Mine", content=fleet)
    assert services.share(user=alice, build_id=build.pk).code
    assert build.content == {**ready, **weapons}
    assert [one.code for one in services.judge_mine(user=alice, game_id="frames")[0][1]] == ["bad_loadout"]
    page = client_of(alice).get("/games/frames/fleets/").content.decode()
    assert "ready to play" in page and "1 fault" not in page
    broken = services.change(user=alice, build_id=build.pk, content={**fleet, "pilots": []})
    assert broken.code == "" and broken.content["pilots"] == []


def test_a_build_goes_with_its_account(alice, bob):
    build = services.share(user=alice, build_id=kept(alice).pk)
    kept(bob)
    close_account(user=alice)
    assert [one.owner for one in Build.objects.all()] == [bob]
    with pytest.raises(services.NoBuild):
        services.shared(build.code)


# --- Over HTTP


def test_the_game_judges_and_measures_for_anybody():
    client = Client()
    shown = client.get("/api/games/toy/workshop/").json()
    assert (shown["word"], shown["description"]["most"]) == ("openings", 3)

    def asked(what, **sent):
        return client.post(f"/api/games/toy/workshop/{what}/", json.dumps(sent), "application/json")

    judged = asked("check", content={"throws": [1, 9]}).json()
    assert [(fault["path"], fault["code"]) for fault in judged["faults"]] == [("throws[1]", "out_of_range")]
    good = {"content": {"name": "", "throws": [1]}, "faults": [], "facts": []}
    assert asked("check", content={"throws": [1]}).json() == good
    assert asked("measure", content=GOOD, against="3").json() == {"measured": {"hits": 0}}
    refused = asked("measure", content=GOOD, against="no such")
    assert (refused.status_code, refused.json()["path"]) == (400, "against")
    assert asked("check", content={"throws": [1] * 400}).status_code == 400
    assert client.get("/api/games/nothing/workshop/").status_code == 404


def test_a_person_is_told_which_builds_may_be_brought_to_a_table(alice, bob):
    kept(bob)
    good, bad = kept(alice), kept(alice, name="Wrong", content={"throws": [1, 9]})

    def asked(client: Client, **sent):
        return client.post("/api/builds/check/", json.dumps(sent), "application/json")

    judged = asked(client_of(alice), game="toy").json()
    assert [one["id"] for one in judged] == [bad.pk, good.pk]
    assert [[fault["path"] for fault in one["faults"]] for one in judged] == [["throws[1]"], []]
    assert asked(client_of(alice), game="nothing").status_code == 404
    assert asked(Client(), game="toy").status_code == 401


def test_a_build_is_kept_changed_shared_and_removed(alice):
    client = client_of(alice)

    def sent(method, path, body=None):
        return client.generic(method, f"/api/builds/{path}", json.dumps(body), "application/json")

    made = sent("POST", "", {"game": "toy", "name": "Mine", "content": {"throws": [1]}}).json()
    assert client.get("/api/builds/?game=toy").json() == [made]
    assert client.get("/api/builds/?game=other").json() == []
    assert sent("PATCH", f"{made['id']}/", {"name": "New", "content": {"throws": [2]}}).json()["name"] == "New"
    code = sent("PUT", f"{made['id']}/share/").json()["code"]
    assert Client().get(f"/api/builds/shared/{code}/").json() == {
        "game": "toy", "name": "New", "content": {"name": "", "throws": [2]}, "code": code,
    }  # fmt: skip
    assert sent("DELETE", f"{made['id']}/share/").json()["code"] is None
    assert Client().get(f"/api/builds/shared/{code}/").status_code == 404
    assert sent("DELETE", f"{made['id']}/").status_code == 204
    assert client.get("/api/builds/").json() == []


# --- Pages


def test_the_room_is_open_to_strangers_who_are_told_that_nothing_is_kept():
    page = Client().get(WORKSHOP).content.decode()
    assert "Openings" in page and "Throws at the middle." in page
    assert "is kept once you play" in page
    assert "/games/toy/openings/" in Client().get("/games/toy/").content.decode()
    for path in ("/games/toy/decks/", "/games/nothing/openings/"):
        assert Client().get(path).status_code == 404


def test_a_code_that_leads_nowhere_leads_to_the_room_with_a_word_about_it():
    answer = Client().get(f"{WORKSHOP}abcdefghjkmn/")
    assert answer.status_code == 404
    page = answer.content.decode()
    assert "Nothing is shared under this code." in page and "Throws at the middle." in page
    assert "Shared with you" not in page


def test_a_ready_made_one_is_kept_shared_and_opened_by_somebody_else(alice, bob):
    client = client_of(alice)
    assert client.post(f"{WORKSHOP}keep/", {"ready": "middle"}).url == WORKSHOP
    (build,) = services.mine(alice, "toy")
    assert (build.name, build.content) == ("Middle", {"name": "", "throws": [3, 2]})
    assert "ready to play" in client.get(WORKSHOP).content.decode()
    client.post(f"{WORKSHOP}{build.pk}/share/")
    build.refresh_from_db()
    path = f"{WORKSHOP}{build.code}/"
    assert f"http://testserver{path}" in client.get(WORKSHOP).content.decode()
    page = client_of(bob).get(path).content.decode()
    assert "Shared with you" in page and "Middle" in page
    client_of(bob).post(f"{WORKSHOP}keep/", {"code": build.code})
    assert services.mine(bob, "toy")[0].content == build.content
    client.post(f"{WORKSHOP}{build.pk}/unshare/")
    assert Client().get(path).status_code == 404
    client.post(f"{WORKSHOP}{build.pk}/remove/")
    assert not services.mine(alice).exists()


def test_a_room_knows_builds_of_its_own_game_only(alice, bob):
    other = services.share(user=alice, build_id=kept(alice).pk)
    Build.objects.update(game="frames")
    other.refresh_from_db()
    assert services.shared(other.code) == services.own(alice, other.pk) == other
    assert client_of(bob).get(f"{WORKSHOP}{other.code}/").status_code == 404
    assert client_of(bob).post(f"{WORKSHOP}keep/", {"code": other.code}).status_code == 404
    assert client_of(alice).post(f"{WORKSHOP}{other.pk}/remove/").status_code == 404
    assert Build.objects.get() == other


def test_buttons_are_for_ones_own_builds(alice, bob):
    build = kept(alice)
    for action in ("share", "remove", "unshare", "steal"):
        assert client_of(bob).post(f"{WORKSHOP}{build.pk}/{action}/").status_code == 404
    assert Client().post(f"{WORKSHOP}{build.pk}/remove/").status_code == 302
    assert client_of(alice).get(f"{WORKSHOP}{build.pk}/remove/").status_code == 405
    assert client_of(alice).post(f"{WORKSHOP}keep/", {"ready": "none"}).status_code == 404
    unfinished = kept(alice, content={"throws": []})
    page = client_of(alice).post(f"{WORKSHOP}{unfinished.pk}/share/", follow=True).content.decode()
    assert "Only what has no faults can be shared." in page and "1 fault" in page
    assert Build.objects.filter(code="").count() == 2


def test_what_people_write_is_text_and_nothing_else(alice):
    kept(alice, name="<script>alert(1)</script>")
    page = client_of(alice).get(WORKSHOP).content.decode()
    assert "<script>alert" not in page and "&lt;script&gt;alert" in page


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_every_workshop_of_the_site_has_a_page_in_both_languages(alice, language):
    with translation.override(language):
        for game in services.games_with_workshops():
            assert game.workshop is not None
            client = client_of(alice)
            page = client.get(f"/games/{game.id}/{game.workshop.word}/", headers={"accept-language": language})
            assert page.status_code == 200
            assert f'lang="{language}"' in page.content.decode()
