"""Can a program do over HTTP what a person does on the pages: find a table, sit down, play, look back? And does the fog hold there too?"""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from asgiref.sync import async_to_sync
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from lobby.accounts.tokens import create_token
from lobby.fog import audience
from lobby.matches.models import Match, Orders, Seat
from lobby.play import referee, timer
from tests.games.toy import DEFAULT_ORDERS


class Api:
    """A program with a token, or a stranger."""

    def __init__(self, user=None) -> None:
        headers = {}
        if user is not None:
            _, text = create_token(user=user, name="bot", scopes=["read", "play", "tables"])
            headers = {"authorization": f"Bearer {text}"}
        self.client = Client(headers=headers)

    def ask(self, method: str, path: str, body=None, *, status: int = 200, **more):
        if method != "get":
            more |= {"data": "" if body is None else json.dumps(body), "content_type": "application/json"}
        answer = getattr(self.client, method)(f"/api/{path}", **more)
        assert answer.status_code == status, answer.content
        return answer.json() if answer.content else None

    def get(self, path: str, **more):
        return self.ask("get", path, **more)

    def post(self, path: str, body=None, **more):
        return self.ask("post", path, body, **more)


@pytest.fixture(autouse=True)
def no_limits_of_before():
    cache.clear()


def resolve(match: Match) -> Match:
    """The match after its step, which is complete."""
    async_to_sync(timer.settle)()
    async_to_sync(referee.advance)(match.pk)
    match.refresh_from_db()
    return match


def test_from_an_open_table_to_a_record(alice, bob):
    host, guest, stranger = Api(alice), Api(bob), Api()
    table = host.post("tables/", {"game": "toy", "options": {"rounds": 2}, "seats": 2, "step_seconds": 60}, status=201)
    where = f"tables/{table['id']}/"
    assert table["info"]["you"] == 0 and table["status"]["status"] == "open"
    (card,) = stranger.get("tables/?game=toy")["results"]
    assert (card["id"], card["free"], card["host"], card["mine"]) == (table["id"], 1, "Alice", None)
    assert stranger.get("tables/?clock=slow")["results"] == []
    assert guest.get("tables/?mine=true")["results"] == []
    assert guest.post(where + "start/", status=403)["code"] == "not_host"
    assert guest.post(where + "join/")["info"]["you"] == 1
    assert host.post(where + "start/", status=400)["code"] == "not_complete"
    guest.post(where + "ready/", {"ready": True})
    begun = host.post(where + "start/")
    assert begun["status"]["status"] == "running"

    match = Match.objects.get(pk=table["id"])
    where = f"matches/{match.pk}/"
    (mine,) = host.get("matches/?mine=true")["results"]
    assert mine["mine"]["is_due"] is True
    assert host.get(where + "orders/") == {"step": 0, "orders": None, "ready": False}
    for step in range(2):
        assert host.get(where + "replay/", status=400)["code"] == "not_allowed"
        for api in (host, guest):
            seen = api.get(where + "view/")
            assert (seen["step"], seen["audience"]) == (step, api.get(where)["info"]["you"])
            stored = api.ask("put", where + "orders/", {"step": step, "orders": DEFAULT_ORDERS, "ready": True})
            assert stored == {"step": step, "orders": DEFAULT_ORDERS, "ready": True}
        resolve(match)
    assert match.status == "finished"

    whole = stranger.get(where + "view/?as=referee")
    assert whole["final"] is True and whole["step"] == 2
    frames = stranger.get(where + "frames/?as=0&first=1")
    assert [frame["step"] for frame in frames["frames"]] == [1, 2] and frames["count"] == 3
    events = stranger.get(where + "events/?as=0")
    assert [one["step"] for one in events["steps"]] == [0, 1, 2]
    assert [one["events"] for one in events["steps"]][1:] == [frame["events"] for frame in frames["frames"]]
    record = stranger.get(where + "replay/")
    assert (record["seed"], len(record["orders"])) == (match.seed, 2)
    (over,) = stranger.get("matches/?status=finished")["results"]
    assert sorted(seat["place"] for seat in over["seats"])[0] == 1
    again = guest.post(where + "rematch/")
    assert host.post(where + "rematch/")["id"] == again["id"] != match.pk


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["", "toy/", "planet_conquer/rules/"])
def test_what_is_said_of_games_has_a_tag(path):
    first = Client().get(f"/api/games/{path}", headers={"accept-encoding": "gzip"})
    assert (first.status_code, first.headers["Content-Encoding"]) == (200, "gzip")
    assert Client().get(f"/api/games/{path}", headers={"if-none-match": first.headers["ETag"]}).status_code == 304


def test_what_is_large_has_a_tag(make_match):
    match, stranger = make_match(), Client()
    for path in ("view/?as=public", "frames/", "events/"):
        first = stranger.get(f"/api/matches/{match.pk}/{path}")
        if first.status_code != 200:
            continue  # spectators have nothing yet
        again = stranger.get(f"/api/matches/{match.pk}/{path}", headers={"if-none-match": first.headers["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
    Match.objects.filter(pk=match.pk).update(status="aborted", deadline=None, due_at=None)
    first = stranger.get(f"/api/matches/{match.pk}/replay/")
    tag = {"if-none-match": first.headers["ETag"]}
    assert stranger.get(f"/api/matches/{match.pk}/replay/", headers=tag).status_code == 304
    packed = stranger.get(f"/api/matches/{match.pk}/replay/", headers={"accept-encoding": "gzip"})
    assert packed.headers["Content-Encoding"] == "gzip"
    # A shared cache must not keep what one person may see.
    assert "private" in first.headers["Cache-Control"]


def test_whoever_is_not_in_the_seat_gets_the_view_of_a_late_spectator(make_match, alice, bob, charlie, dana, order):
    match = make_match(spectator_delay=2)
    for step in range(3):
        for seat in (0, 1):
            order(match, seat, step=step)
        resolve(match)
    where = f"matches/{match.pk}/"
    assert Api(alice).get(where + "view/")["step"] == 3
    for api in (Api(), Api(charlie), Api(dana)):
        assert (api.get(where + "view/")["step"], api.get(where + "view/")["audience"]) == (1, "public")
        assert api.get(where + "view/?step=2", status=400) == {
            "code": "wrong_step", "path": "step", "message": "Choose a step from 0 to 1.", "data": {"step": 1}
        }  # fmt: skip
        assert [frame["step"] for frame in api.get(where + "frames/")["frames"]] == [0, 1]
        assert [one["step"] for one in api.get(where + "events/")["steps"]] == [0, 1]
        for path in ("view/?as=0", "frames/?as=1", "events/?as=referee", "?as=0"):
            assert api.get(where + path, status=400)["code"] == "not_allowed"
        shown = api.get(where)["status"]
        assert (shown["step"], shown["waiting"], shown["votes"]) == (1, [], {})
        assert {seat["ready"] for seat in shown["seats"]} == {None}
    assert Api(bob).get(where + "view/?as=0", status=400)["code"] == "not_allowed"


def test_answers_are_those_of_the_doors_of_the_fog(make_match, alice):
    match = make_match()
    frame = json.loads(audience.frame_bytes(match, audience.own_seat(0), 0))
    seen = Api(alice).get(f"matches/{match.pk}/view/")
    static = audience.static_view(match)
    assert seen == {key: value for key, value in frame.items() if key not in {"type", "match"}} | {
        "view": {**static, **frame["view"]}
    }


def test_a_match_by_link_is_nobody_elses_business(make_match, alice, charlie):
    match = make_match(visibility="link")
    for api in (Api(), Api(charlie)):
        for path in ("", "view/", "frames/", "events/", "replay/", "talk/"):
            hidden = api.get(f"matches/{match.pk}/{path}", status=404)
            absent = api.get(f"matches/zzzzzzzzzz/{path}", status=404)
            assert hidden == absent
        assert api.get("matches/")["results"] == []
    assert Api(alice).get("matches/")["results"] == []
    assert [one["id"] for one in Api(alice).get("matches/?mine=true")["results"]] == [match.pk]
    hidden = Api(charlie).ask("put", f"matches/{match.pk}/orders/", {"step": 0, "orders": {}}, status=404)
    absent = Api(charlie).ask("put", "matches/zzzzzzzzzz/orders/", {"step": 0, "orders": {}}, status=404)
    assert hidden == absent


def test_an_anonymous_match_names_nobody(make_match, alice, bob):
    match = make_match(anonymous=True)
    for api in (Api(), Api(bob)):
        for path in ("matches/", "matches/?mine=true", f"matches/{match.pk}/", f"matches/{match.pk}/frames/"):
            assert "Alice" not in json.dumps(api.get(path))


def test_refused_orders_name_the_field(make_match, alice):
    match = make_match()
    where = f"matches/{match.pk}/"
    refused = Api(alice).ask("put", where + "orders/", {"step": 0, "orders": {"nonsense": 1}}, status=400)
    assert refused["path"].startswith("orders")
    assert Api(alice).ask("put", where + "orders/", {"step": 9, "orders": {}}, status=400)["data"] == {"step": 0}
    assert not Orders.objects.exists()


def test_what_else_a_seat_may_do(make_match, alice, bob):
    match, api = make_match(), Api(alice)
    where = f"matches/{match.pk}/"
    api.ask("put", where + "ready/", {"step": 0, "ready": True})
    assert api.get(where + "orders/")["ready"] is True
    api.post(where + "vote/", {"kind": "pause", "value": True}, status=204)
    assert api.get(where)["status"]["votes"]["pause"]["mine"] is True
    api.ask("put", where + "watchable/", {"value": True}, status=204)
    assert Seat.objects.get(match=match, user=alice).watchable
    api.post(where + "talk/", {"text": "Good luck!"}, status=204)
    assert [line["text"] for line in Api(bob).get(where + "talk/")["lines"]] == ["Good luck!"]
    assert Api().get(where + "talk/")["lines"] == []
    api.post(where + "return/", status=204)
    api.post(where + "resign/", status=204)
    assert Seat.objects.get(match=match, user=alice).resigned


def test_a_substitute_is_asked_for_and_the_seat_is_listed(make_match, alice, bob, charlie):
    match = make_match([alice, bob], clock="slow")
    where = f"matches/{match.pk}/"
    api = Api(bob)
    api.post(where + "substitute/", status=204)
    assert [one["open_seats"] for one in Api(charlie).get("matches/")["results"]] == [[1]]
    api.post(where + "return/", status=204)
    assert [one["open_seats"] for one in Api(charlie).get("matches/")["results"]] == [[]]
    live = make_match([alice, bob])
    refused = api.post(f"matches/{live.pk}/substitute/", status=400)
    assert (refused["code"], refused["message"]) == (
        "not_allowed",
        "A substitute can be asked for in slow matches only.",
    )


def test_a_page_leads_to_the_next(alice, settings, monkeypatch):
    monkeypatch.setattr("lobby.tables.services.OPEN_TABLES", 50)
    api = Api(alice)
    made = [api.post("tables/", {"game": "toy"}, status=201)["id"] for _ in range(5)]
    found, page = [], api.get("tables/?limit=2")
    while True:
        found += [one["id"] for one in page["results"]]
        if page["next"] is None:
            break
        page = api.get(page["next"].partition("/api/")[2])
    assert found == made[::-1]


def test_a_match_against_a_bot_at_once(alice):
    begun = Api(alice).post("tables/quick/", {"game": "toy"}, status=201)
    assert begun["status"]["status"] == "running"
    assert {seat["kind"] for seat in begun["info"]["seats"]} == {"person", "bot"}


def test_games_say_what_can_be_chosen():
    api = Api()
    listed = {game["id"]: game for game in api.get("games/")}
    one = api.get("games/planet_conquer/")
    assert listed["planet_conquer"].items() <= one.items()
    assert {option["key"] for option in one["options"]} and one["presets"]
    rules = api.get("games/planet_conquer/rules/")
    assert rules["language"] == "en" and rules["text"].startswith("# ")
    chinese = api.get("games/planet_conquer/rules/?language=zh-hans")
    assert chinese["language"] == "zh-hans" and chinese["text"] != rules["text"]
    exact = api.get("games/planet_conquer/rules/?part=engine")
    assert '"moves"' in exact["text"] and '"moves"' not in rules["text"]
    said = api.get("games/planet_conquer/", headers={"accept-language": "zh-hans"})
    assert said["name"] != one["name"] and said["id"] == one["id"]


def test_people_are_shown_and_may_be_followed_or_blocked(make_match, alice, bob):
    match = make_match()
    Match.objects.filter(pk=match.pk).update(status="finished", outcome={"reason": "rounds", "places": [1, 2]})
    for number in (0, 1):
        Seat.objects.filter(match=match, number=number).update(place=number + 1, finished_at=timezone.now())
    shown = Api().get("players/alice/")
    assert (shown["name"], shown["slug"], shown["reliability"]) == ("Alice", "Alice", None)
    (record,) = shown["records"]
    assert (record["game"], record["played"], record["won"], record["mean_place"]) == ("toy", 1, 1, 1.0)
    assert [one["id"] for one in Api().get("players/Alice/matches/")["results"]] == [match.pk]
    assert Api().get("players/nobody/", status=404)["code"] == "not_found"
    browser = Client()
    browser.force_login(bob, "django.contrib.auth.backends.ModelBackend")
    for _ in range(2):
        assert browser.put("/api/players/Alice/follow/").status_code == 204
    assert [one.follower_id for one in alice.followers.all()] == [bob.pk]
    assert browser.put("/api/players/Alice/block/").status_code == 204
    assert not alice.followers.exists()
    assert browser.delete("/api/players/Alice/block/").status_code == 204
    assert not bob.blocking.exists()
    assert browser.put("/api/players/Bob/follow/").json()["code"] == "yourself"


def test_a_browser_changes_name_and_preferences(alice):
    browser = Client()
    browser.force_login(alice, "django.contrib.auth.backends.ModelBackend")
    sent = {"name": "Alicia", "preferences": {"theme": "dark", "sounds": True}}
    shown = browser.patch("/api/account/", sent, content_type="application/json").json()
    assert shown["name"] == "Alicia"
    assert (shown["preferences"]["theme"], shown["preferences"]["sounds"]) == ("dark", True)
    alice.refresh_from_db()
    assert (alice.name, alice.theme, alice.sounds, alice.language) == ("Alicia", "dark", True, "")
    refused = browser.patch("/api/account/", {"name": "\u200b\u200b"}, content_type="application/json")
    assert (refused.status_code, set(refused.json())) == (400, {"code", "path", "message", "data"})


def test_who_is_suspended_hears_it(make_match, alice):
    match = make_match()
    alice.suspended_until = timezone.now() + timedelta(days=1)
    alice.suspension_reason = "Insults"
    alice.save()
    browser = Client()
    browser.force_login(alice, "django.contrib.auth.backends.ModelBackend")
    for path in ("account/", "tables/", f"matches/{match.pk}/"):
        answer = browser.get(f"/api/{path}")
        assert (answer.status_code, answer.json()["code"]) == (403, "suspended")
        assert answer.json()["data"] == {"until": alice.suspended_until.isoformat(), "reason": "Insults"}
    assert browser.get("/api/games/").status_code == 200
