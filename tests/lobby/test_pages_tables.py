"""Can everything before a match be done with plain forms, and by script with an answer in JSON? Landing page to running match."""

import json
import re

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from lobby.accounts.models import User
from lobby.matches.models import Match, Orders
from lobby.tables import services as tables
from lobby.tables.services import Settings


@pytest.fixture(autouse=True)
def fresh(transactional_db: None) -> None:
    cache.clear()


def client_of(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def table(alice) -> Match:
    return tables.create_table(user=alice, game_id="toy", options={}, settings=Settings(seats=2, step_seconds=30))


def send(client: Client, page_url: str, action: str, **fields: str) -> str:
    """Post what the page's own form for that action holds, and `fields`; where it leads."""
    page = client.get(page_url).content.decode()
    form = re.search(rf'<form[^>]*action="{re.escape(action)}"[^>]*>(.*?)</form>', page, re.DOTALL)
    assert form, f"{page_url} has no form for {action}"
    hidden = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form.group(1)))
    answer = client.post(action, hidden | fields)
    assert answer.status_code == 302, answer.content.decode()[:2000]
    return answer.headers["Location"]


def test_two_strangers_play_without_a_script(settings):
    host, friend = Client(enforce_csrf_checks=True), Client(enforce_csrf_checks=True)
    assert send(host, "/guest/?next=/tables/new/toy/", "/guest/", name="Mira") == "/tables/new/toy/"
    page = host.get("/tables/new/toy/")
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page.content.decode()).group(1)
    fields = {name: page.context["form"][name].value() for name in page.context["form"].fields}
    fields = {name: value for name, value in fields.items() if value is not None and value is not False}
    answer = host.post("/tables/new/toy/", fields | {"csrfmiddlewaretoken": token})
    url = answer.headers["Location"]

    assert send(friend, f"/guest/?next={url}", "/guest/", name="Tomás") == url
    assert send(friend, "/lobby/", f"{url}join/") == url
    assert send(friend, url, f"{url}ready/") == url
    match_url = send(host, url, f"{url}start/")
    assert match_url == url.replace("/tables/", "/matches/")
    assert Match.objects.get().status == "running"
    assert host.get(match_url).status_code == friend.get(match_url).status_code == 200


def test_whoever_left_by_a_form_may_come_back_and_whoever_was_asked_to_leave_may_not(alice, bob, table):
    host, friend = client_of(alice), client_of(bob)
    url = f"/tables/{table.pk}/"
    for _ in range(2):
        assert send(friend, url, f"{url}join/") == url
        assert bob.name in host.get(url).content.decode()
        assert send(friend, url, f"{url}leave/") == url
        assert not table.seats.filter(user=bob).exists()
    send(friend, url, f"{url}join/")
    assert send(host, url, f"{url}kick/") == url
    assert not table.seats.filter(user=bob).exists()
    send(friend, url, f"{url}join/")
    assert "You cannot sit down at this table" in friend.get(url).content.decode()
    assert not table.seats.filter(user=bob).exists()
    assert send(host, url, f"{url}leave/") == "/lobby/"
    assert friend.get(url).status_code == 404


def test_the_form_of_a_game_plays_the_bot_that_was_chosen_there():
    client = Client()
    url = send(client, "/games/planet_conquer/", "/play/", bot="medium")
    (seat,) = Match.objects.get().seats.exclude(bot="")
    assert seat.bot == "medium"
    assert client.get(url).status_code == 200


@pytest.mark.parametrize("path", ["/", "/games/planet_conquer/"])
def test_one_form_leads_into_the_lesson(path):
    client = Client()
    page = client.get(path).content.decode()
    (form,) = {part for part in re.findall(r"<form.*?</form>", page, re.DOTALL) if "Learn it by playing" in part}
    url = send(client, path, re.search(r'action="([^"]+)"', form).group(1))
    assert url == f"/matches/{Match.objects.get().pk}/lesson/"
    assert client.get(url).status_code == 200


def test_play_now_is_one_form_on_the_landing_page():
    client = Client(enforce_csrf_checks=True)
    page = client.get("/").content.decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page).group(1)
    answer = client.post("/play/", {"csrfmiddlewaretoken": token, "name": "Mira", "game": "toy"})
    match = Match.objects.get()
    assert answer.headers["Location"] == f"/matches/{match.pk}/"
    assert (match.status, match.host.name) == ("running", "Mira")


def test_play_now_refuses_a_bad_name_on_the_page_it_stands_on():
    answer = Client().post("/play/", {"name": "x" * 30, "game": "toy"})
    assert answer.status_code == 400
    page = answer.content.decode()
    assert "2 to 24 characters" in page
    assert 'value="' + "x" * 30 in page
    assert not User.objects.exists()


@pytest.mark.parametrize(("fields", "status"), [({"game": "chess"}, 404), ({"game": "toy", "bot": "hal"}, 302)])
def test_play_now_refuses_unknown_games_and_bots(fields, status):
    assert Client().post("/play/", fields).status_code == status
    assert not Match.objects.exists()


def test_a_script_hears_json(alice, bob, table):
    def post(user, action, **data):
        return client_of(user).post(f"/tables/{table.pk}/{action}/", data, headers={"accept": "application/json"})

    assert post(bob, "join").json() == {"url": f"/tables/{table.pk}/"}
    refused = post(bob, "start")
    assert refused.status_code == 403
    assert (refused.json()["code"], refused.json()["path"]) == ("not_host", "")
    assert post(alice, "kick", number="x").json()["path"] == "number"
    assert post(alice, "kick", number="99999999999999999999").status_code == 400
    assert post(alice, "bot", number="1", bot="thrower").json()["code"] == "seat_taken"
    assert post(alice, "start").json()["code"] == "not_complete"
    assert post(bob, "ready", ready="1").status_code == 200
    assert post(alice, "start").json() == {"url": f"/matches/{table.pk}/"}
    assert post(alice, "leave").json()["code"] == "not_open"


def test_a_refused_form_says_why_on_the_next_page(alice, table):
    answer = client_of(alice).post(f"/tables/{table.pk}/start/", follow=True)
    assert answer.redirect_chain == [(f"/tables/{table.pk}/", 302)]
    assert "A seat is still free" in answer.content.decode()


def test_leaving_leads_to_the_lobby_when_the_table_closes(alice, table):
    assert client_of(alice).post(f"/tables/{table.pk}/leave/").headers["Location"] == "/lobby/"


def test_an_unknown_action_is_not_found(alice, table):
    assert client_of(alice).post(f"/tables/{table.pk}/explode/").status_code == 404


def test_a_stranger_who_acts_is_asked_for_a_name(table):
    answer = Client().post(f"/tables/{table.pk}/join/")
    assert answer.headers["Location"] == f"/guest/?next=%2Ftables%2F{table.pk}%2F"


def test_clicking_is_limited(alice, table, settings):
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "table_action": "1/m/user"}
    client = client_of(alice)
    client.post(f"/tables/{table.pk}/join/")
    answer = client.post(f"/tables/{table.pk}/join/", headers={"accept": "application/json"})
    assert answer.status_code == 429
    assert answer.json()["code"] == "too_many"


def test_the_table_page_offers_to_each_what_each_may_do(alice, bob, charlie, table):
    tables.join(user=bob, match_id=table.pk)

    def offers(user) -> set[str]:
        page = (client_of(user) if user else Client()).get(f"/tables/{table.pk}/").content.decode()
        return set(re.findall(rf'action="/tables/{table.pk}/(\w+)/"', page))

    assert offers(alice) == {"kick", "start", "leave"}
    assert offers(bob) == {"ready", "leave"}
    assert offers(charlie) == set()
    tables.leave(user=bob, match_id=table.pk)
    assert offers(alice) == {"bot", "offer", "start", "leave"}
    assert offers(None) == {"join"}


def test_the_table_page_says_its_options_in_words_and_shows_the_link(alice, table):
    answer = client_of(alice).get(f"/tables/{table.pk}/")
    page = answer.content.decode()
    assert f'value="http://testserver/tables/{table.pk}/"' in page
    for words in ("30 seconds a step", "Fog of war", "Rounds", "2 steps late"):
        assert words in page
    data = json.loads(page.split('id="page" type="application/json">')[1].split("</script>")[0])
    assert (data["match"], data["can_talk"], data["has_preview"]) == (table.pk, True, False)


def test_one_s_own_list_says_whose_turn_it_is(alice, bob, make_match):
    match = make_match()
    client = client_of(alice)
    assert "Your move" in client.get("/matches/").content.decode()
    seat = match.seats.get(user=alice).number
    Orders.objects.create(match=match, step=0, seat=seat, revision=1, orders={}, ready=True, by="person")
    assert "Waiting for:" in client.get("/matches/").content.decode()
    assert "Your move" in client_of(bob).get("/lobby/").content.decode()


def test_finished_matches_come_with_place_and_replay(alice, make_match):
    match = make_match()
    match.seats.update(finished_at=timezone.now())
    match.seats.filter(user=alice).update(place=1)
    Match.objects.filter(pk=match.pk).update(status="finished", deadline=None)
    page = client_of(alice).get("/matches/").content.decode()
    assert "won" in page
    assert f"/matches/{match.pk}/replay/" in page
    assert client_of(alice).get("/matches/?page=99").status_code == 200


def test_names_are_text_wherever_they_show(alice, table):
    User.objects.filter(pk=alice.pk).update(name="<b>Alice</b>&")
    for url in ("/", "/lobby/", "/matches/", f"/tables/{table.pk}/"):
        page = client_of(alice).get(url).content.decode()
        assert "<b>Alice" not in page
        assert "&lt;b&gt;Alice" in page


def test_the_lobby_filters_by_game_without_a_script(table):
    assert table.pk in Client().get("/lobby/?game=toy").content.decode()
    other = next(name for name in __import__("games").GAMES if name != "toy")
    assert table.pk not in Client().get(f"/lobby/?game={other}").content.decode()


def test_the_page_of_a_match_and_its_replay_come_packed(alice, make_match):
    match = make_match()
    for path in (f"/matches/{match.pk}/", f"/matches/{match.pk}/replay/"):
        packed = client_of(alice).get(path, headers={"Accept-Encoding": "gzip"})
        assert (packed.status_code, packed.headers.get("Content-Encoding")) == (200, "gzip")
        assert len(packed.content) < len(client_of(alice).get(path).content) / 2
