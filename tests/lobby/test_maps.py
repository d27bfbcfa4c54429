"""Maps over HTTP: those that come with a game, one's own, shared ones, as files; any layout is read, and a table takes what has no faults."""

from __future__ import annotations

import json
from typing import Any

import pytest
import yaml
from django.core.cache import cache
from django.test import Client

import games
from lobby.accounts.models import Report
from lobby.bots import trial_jobs
from lobby.builds import services
from lobby.contests import rule_fields
from lobby.matches.trials import Trial
from lobby.pages.forms import TableForm
from lobby.tables import services as tables

pytestmark = pytest.mark.django_db(transaction=True)

GAME = "planet_conquer"
MAPS = f"/api/games/{GAME}/maps/"
DUEL = {
    "format": 1, "name": "Duel", "seats": {"min": 2, "max": 2}, "routes": [["A", "B", 3]], "starts": ["A", "B"],
    "planets": [{"key": "A", "kind": "base", "at": [100, 500]}, {"key": "B", "kind": "base", "at": [900, 500]}],
}  # fmt: skip


@pytest.fixture(autouse=True)
def fresh(transactional_db: None) -> None:
    cache.clear()


def client_of(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def posted(client: Client, path: str, **sent: Any) -> Any:
    return client.post(path, json.dumps(sent), "application/json")


def test_the_maps_of_a_game_are_listed_and_shown_and_are_files():
    client = Client()
    listed = client.get(MAPS).json()
    assert listed["option"] == "map"
    trident = next(one for one in listed["maps"] if one["id"] == "trident")
    assert (trident["name"], trident["seats"]) == ("Trident", [2, 3])
    assert trident["facts"][0] == "16 planets and 24 routes, for 2 to 3 seats."
    whole = client.get(f"{MAPS}trident/").json()
    assert len(whole["content"]["planets"]) == 16
    for kind, read in (("json", json.loads), ("yaml", yaml.safe_load)):
        answer = client.get(f"{MAPS}trident/?file={kind}")
        assert answer.headers["Content-Disposition"] == f'attachment; filename="trident.{kind}"'
        assert read(answer.content.decode()) == whole["content"]
    assert client.get(f"{MAPS}trident/?file=exe").status_code == 400
    assert client.get(f"{MAPS}no_such/").status_code == 404
    assert client.get("/api/games/frames/maps/").status_code == 404


def test_a_text_is_read_with_a_report_and_its_faults():
    text = "maintain_fee: True\nplanets:\n- [1.2, 1, 5, 100]\n- [1, 1, 3, 80]\nroutes:\n- [0, 1, 3]\nmusic: loud\n"
    told = posted(Client(), f"{MAPS}read/", text=text).json()
    assert told["content"]["maintain_fee"] is True
    assert told["read"][0] == "2 planets and 1 routes were read."
    assert "music is nothing that a map has: left out." in told["left"]
    assert [one["code"] for one in told["faults"]] == ["too_few_starts"]
    assert yaml.safe_load(told["yaml"]) == told["content"]
    refused = posted(Client(), f"{MAPS}read/", text="planets: [")
    assert (refused.status_code, refused.json()["path"]) == (400, "text")
    assert posted(Client(), f"{MAPS}read/").status_code == 400
    assert posted(Client(), f"{MAPS}read/", text="x", content={}).status_code == 400


def test_a_sent_map_is_kept_and_is_ones_own_until_it_is_shared(alice, bob):
    made = posted(client_of(alice), MAPS, name="My duel", text=yaml.safe_dump(DUEL)).json()
    assert (made["name"], made["content"]["name"]) == ("My duel", "My duel")
    own = f"{MAPS}build-{made['id']}/"
    assert client_of(alice).get(own).json()["content"] == made["content"]
    for other in (client_of(bob), Client()):
        assert other.get(own).status_code == 404
    code = services.share(user=alice, build_id=made["id"]).code
    assert Client().get(f"{MAPS}{code}/").json()["content"] == made["content"]


def test_a_map_that_is_being_drawn_is_checked_as_a_whole():
    path = f"/api/games/{GAME}/workshop/check/"
    told = posted(Client(), path, content={**DUEL, "routes": [], "starts": ["A"]}).json()
    assert [(one["path"], one["code"]) for one in told["faults"]] == [
        ("starts", "too_few_starts"), ("planets[1]", "not_connected"),
    ]  # fmt: skip
    assert told["facts"] == []
    assert posted(Client(), path, content=DUEL).json()["facts"][1] == "From start to start it is 3 rounds."
    assert posted(Client(), f"/api/games/{GAME}/workshop/measure/", content=DUEL, against="x").status_code == 404


def test_a_map_of_ones_own_is_a_choice_of_the_form_of_a_table_with_its_picture(alice, bob):
    good = services.save(user=alice, game_id=GAME, name="My duel", content={**DUEL, "name": "My duel"})
    services.save(user=alice, game_id=GAME, name="Half done", content={**DUEL, "starts": []})
    client = client_of(alice)
    page = client.get(f"/tables/new/{GAME}/?build={good.pk}").content.decode()
    assert f'<option value="build-{good.pk}" selected>Of my own: My duel</option>' in page
    assert "Half done" not in page
    picture = f"/games/{GAME}/maps/build-{good.pk}/picture.svg"
    assert f'src="{picture}"' in page
    assert client.get(picture).headers["Content-Type"] == "image/svg+xml"
    assert client_of(bob).get(picture).status_code == 404
    assert Client().get(f"/games/{GAME}/maps/trident/picture.svg?theme=light").status_code == 200
    assert Client().get(f"/games/{GAME}/plans/trident/picture.svg").status_code == 404
    assert "My duel" not in client_of(bob).get(f"/tables/new/{GAME}/?build={good.pk}").content.decode()


def test_a_match_keeps_the_map_that_its_table_was_opened_with(alice):
    build = services.save(user=alice, game_id=GAME, name="My duel", content={**DUEL, "name": "My duel"})
    form = TableForm(games.get(GAME), user_id=alice.pk)
    data = {name: field.initial for name, field in form.fields.items() if field.initial is not None} | form.initial
    data |= {"option_map": f"build-{build.pk}", "seats": "2", "bot_1": games.get(GAME).bots[0].id, "clock": "none"}
    chosen = TableForm(games.get(GAME), data, user_id=alice.pk)
    assert chosen.is_valid(), chosen.errors
    match = tables.create_table(user=alice, game_id=GAME, options=chosen.options, settings=chosen.settings)
    services.change(user=alice, build_id=build.pk, content={**DUEL, "routes": [["A", "B", 9]]})
    match.refresh_from_db()
    assert match.options["map"]["routes"] == [["A", "B", 3, 0]]
    services.remove(user=alice, build_id=build.pk)
    refused = TableForm(games.get(GAME), data, user_id=alice.pk)
    assert refused.errors == {"option_map": ["What was chosen here is no longer offered. Choose again."]}


def test_a_contest_is_played_on_a_map_of_ones_own(alice):
    build = services.save(user=alice, game_id=GAME, name="My duel", content={**DUEL, "name": "My duel"})
    fields = rule_fields.fields_of(games.get(GAME), rule_fields.options_of(games.get(GAME), ""), [], alice.pk)
    assert fields["option_map"].clean(f"build-{build.pk}") == build.content
    assert fields[rule_fields.MAPS].clean([f"build-{build.pk}", "trident"]) == ["trident", build.content]


def test_the_starts_of_a_map_are_checked_in_a_job_that_its_owner_reads(alice, bob, monkeypatch):
    monkeypatch.setattr(trial_jobs, "CHECK_SECONDS", 90.0)
    monkeypatch.setattr(trial_jobs, "CHECK_WORK", 1 / 30)
    build = services.save(user=alice, game_id=GAME, name="My duel", content={**DUEL, "name": "My duel"})
    path = f"/api/builds/{build.pk}/fairness/"
    client = client_of(alice)
    assert client.get(path).json() == {"status": "none", "is_rated": True}
    assert client_of(bob).post(path).status_code == 404
    begun = client.post(path)
    assert (begun.status_code, begun.json()["status"]) == (202, "waiting")
    assert client.post(path).json()["code"] == "too_many"
    trial = Trial.objects.get()
    assert client.get(f"/api/programs/trials/{trial.pk}/").status_code == 404
    trial_jobs.play(trial.pk, "runner", lambda: False)
    found = client.get(path).json()
    assert (found["status"], found["is_current"], len(found["starts"])) == ("done", True, 2)
    assert found["matches"] > 0 and found["steps"] > 0
    services.change(user=alice, build_id=build.pk, content={**DUEL, "routes": [["A", "B", 9]]})
    assert client.get(path).json()["is_current"] is False
    assert client.delete(path).status_code == 204
    services.change(user=alice, build_id=build.pk, content={**DUEL, "starts": []})
    assert client.post(path).status_code == 400
    services.remove(user=alice, build_id=build.pk)
    assert not Trial.objects.exists()


def test_a_shared_map_is_reported_with_every_text_of_it(alice, bob):
    build = services.save(
        user=alice, game_id=GAME, name="Rude", content={**DUEL, "name": "Rude", "description": "Ruder"}
    )
    address = f"/builds/{services.share(user=alice, build_id=build.pk).code}/report/"
    client = client_of(bob)
    assert "Report " in client.get(address).content.decode()
    assert client.post(address, {"kind": "abuse", "note": ""}).status_code == 302
    report = Report.objects.get()
    assert (report.person, report.build) == (alice, build)
    assert "Ruder" in report.text
    services.unshare(user=alice, build_id=build.pk)
    assert client.get(address).status_code == 404
