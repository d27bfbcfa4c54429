"""Does the form of a contest ask for the rules of its game as a table does, offer only sizes that fit, and are several maps played in turn?"""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

import games
from lobby.contests import services, terms
from lobby.contests.forms import ContestForm
from lobby.contests.models import Contest
from lobby.contests.plans import StagePlan
from lobby.contests.ready_plans import first_values
from lobby.matches.errors import NotAllowed
from lobby.matches.people import TablePreset
from tests.lobby.contest_rows import Luck, entered, plan, play_on

LITTLE: dict[str, Any] = {
    "format": 1,
    "id": "little",
    "name": "Little",
    "seats": {"min": 2, "max": 2},
    "planets": [
        {"key": "A", "kind": "base", "at": [100, 500]},
        {"key": "B", "kind": "base", "at": [900, 500]},
    ],
    "routes": [["A", "B", 3]],
    "starts": ["A", "B"],
}


@pytest.fixture(autouse=True)
def toys(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "toy_programs", "tests.games.toy_programs")
    cache.clear()


def sent_for(first: str, saved=(), **given: Any) -> dict[str, Any]:
    """What a browser sends of a new form for that game, with some fields changed."""
    form = ContestForm(initial=first_values("", first), saved=saved)
    values = {name: form[name].value() for name in form.fields}
    values |= {name: values[name].strftime("%Y-%m-%dT%H:%M") for name in ("opens_at", "closes_at", "starts_at")}
    return {name: "" if value is None else value for name, value in values.items()} | {"name": "Cup"} | given


def logged_in(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.mark.parametrize("game", ["planet_conquer", "hundred_clubs", "deep_blue", "cosmos", "frames"])
def test_no_field_of_the_form_asks_for_json(game):
    form = ContestForm(initial=first_values("", game))
    texts = [name for name, field in form.fields.items() if field.widget.__class__.__name__ == "Textarea"]
    assert texts == ["note", "listed"]
    known = {f"option_{one.key}" for one in games.get(game).options if one.kind != "json"}
    assert {field.name for field in (*form.rule_fields, *form.fine_fields)} - {"maps"} == known


def test_options_and_a_map_are_chosen_and_stand_on_the_page(alice):
    sent = sent_for("planet_conquer", option_map="tightrope", option_fog="")
    assert logged_in(alice).post("/contests/new/", sent).status_code == 302
    contest = Contest.objects.get()
    assert (contest.options["map"], contest.options["fog"], contest.table_size) == ("tightrope", False, 2)
    page = Client().get(f"/contests/{contest.pk}/").content.decode()
    assert "Tightrope" in page and "Fog of war" in page
    for label, text in terms.lines(contest):
        assert label in page and text in page


def test_sizes_follow_what_is_chosen(alice):
    client = logged_in(alice)

    def sizes(**given):
        return client.post("/contests/new/sizes/", sent_for("planet_conquer", **given)).json()["sizes"]

    assert sizes() == [2, 3, 4]
    assert sizes(game="planet_conquer:duel") == [2], "also before its rules are filled in"
    refused = client.post("/contests/new/", sent_for("planet_conquer", table_size="8"))
    assert refused.status_code == 400
    assert "no table of that size" in refused.content.decode()


def test_rules_of_another_game_are_filled_in_by_a_press_or_taken_without_it(alice):
    client, sent = logged_in(alice), sent_for("planet_conquer", game="deep_blue:", who="people")
    page = client.post("/contests/new/", sent | {"apply": "1"}).content.decode()
    assert "Mirror Cove" in page and "Four Winds" not in page
    assert 'name="filled" value="deep_blue:"' in page
    assert "Please look at this again" not in page
    assert client.post("/contests/new/", sent).status_code == 302
    assert Contest.objects.get().options["map"] == "mirror_cove"


def test_the_ready_made_plan_follows_the_rules_that_are_filled_in_until_it_is_changed(alice):
    client = logged_in(alice)
    form = client.get("/contests/new/?preset=chain&game=planet_conquer").context["form"]
    drawn = {one.html_name: one.value() for one in form}
    sent = {name: str(value) for name, value in drawn.items() if value not in (None, "", False)}
    wheel = sent | {"name": "Forty", "game": "planet_conquer:wheel", "apply": "1"}
    assert (sent["table_size"], sent["target_2"], sent["advances_2"]) == ("4", "2", "2")

    def filled(**changed):
        found = client.post("/contests/new/", wheel | changed).context["form"]
        return [str(found[name].value()) for name in ("table_size", "target_2", "advances_2")]

    assert filled() == ["8", "6", "6"]
    assert filled(games_3="5") == ["4", "2", "2"]


def test_a_map_of_ones_own_comes_from_a_saved_form_of_a_table(alice, bob):
    fields = {"custom_map": [json.dumps(LITTLE)]}
    saved = TablePreset.objects.create(owner=alice, game="planet_conquer", name="My sky", fields=fields)
    broken = {"custom_map": ["{"]}
    TablePreset.objects.create(owner=alice, game="planet_conquer", name="Broken", fields=broken)
    page = logged_in(alice).get("/contests/new/?game=planet_conquer").content.decode()
    assert "Of my own: My sky" in page and "Broken" not in page
    assert "My sky" not in logged_in(bob).get("/contests/new/?game=planet_conquer").content.decode()
    sent = sent_for("planet_conquer", saved=[saved], option_map=f"own-{saved.pk}")
    assert logged_in(alice).post("/contests/new/", sent).status_code == 302
    assert Contest.objects.get().options["map"] == LITTLE
    assert dict(terms.lines(Contest.objects.get()))["Map"] == "Little"


class Noted(Luck):
    """Notes the map of every match, which its first seat wins."""

    def __init__(self) -> None:
        super().__init__()
        self.maps: list[Any] = []

    def __call__(self, contest, options, sitters, seed):
        self.maps.append(options["map"])
        match = super().__call__(contest, options, sitters, seed)
        match.outcome = {"reason": "last_round", "places": list(range(1, len(sitters) + 1))}
        match.save(update_fields=["outcome"])
        return match


def with_maps(stage: StagePlan, count: int, alice, monkeypatch) -> tuple[Contest, list[Any]]:
    """A contest of the toy game whose two maps `a` and `b` no match looks at, played to its end, and the maps of its matches."""
    contest = entered(alice, plan(stage), count)
    Contest.objects.update(maps=["a", "b"])
    monkeypatch.setattr("lobby.contests.plans.turns", lambda game, options, maps: [{"map": one} for one in maps])
    return contest, play_on(contest, noted := Noted()) and noted.maps


def test_a_knockout_plays_each_map_twice_with_seats_swapped(alice, monkeypatch):
    contest, maps = with_maps(StagePlan("single", {"games": 4}), 2, alice, monkeypatch)
    assert maps == ["a", "a", "b", "b", "a"], "two games each, and one that decides after the draw"
    tables = contest.stages.get().tables.prefetch_related("places")
    seats = [[place.entrant_id for place in table.places.all()] for table in tables]
    assert seats[0] == seats[1][::-1], "both sides of the same map"


def test_other_formats_change_the_map_from_round_to_round(alice, monkeypatch):
    _, maps = with_maps(StagePlan("swiss", {"rounds": 3}), 4, alice, monkeypatch)
    assert maps == ["a", "a", "b", "b", "a", "a"]


def test_maps_in_turn_have_to_fit_the_same_table(alice):
    wanted = {"game": "planet_conquer", "step_seconds": 30}
    with pytest.raises(NotAllowed) as refused:
        services.create_contest(user=alice, plan=plan(maps=["four_winds"] * 17, **wanted))
    assert refused.value.path == "maps"
    with pytest.raises(NotAllowed) as refused:
        services.create_contest(user=alice, plan=plan(maps=["four_winds"]))
    assert refused.value.path == "maps", "the toy game has no maps"
    contest = services.create_contest(user=alice, plan=plan(maps=["four_winds", "generate"], table_size=4, **wanted))
    assert contest.maps == ["four_winds", "generate"]
    assert dict(terms.lines(contest))["Maps in turn"].count(", ") == 1
