"""On which maps may a match be rated? On those of the game, on those whose starts the engine, a check or staff call equally good, on no others."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client

import games
from games.core import fairness
from games.core.simulate import open_table
from lobby.accounts.models import StaffAct
from lobby.bots import trial_jobs
from lobby.builds import admission, choices, services
from lobby.builds.models import MapVerdict
from lobby.contests import terms as contest_terms
from lobby.contests.models import Contest
from lobby.matches.models import Match
from lobby.matches.terms import Settings
from lobby.matches.trials import Trial
from lobby.pages.forms import TableForm
from lobby.tables import seating
from lobby.tables import services as tables

pytestmark = pytest.mark.django_db(transaction=True)

GAME = "planet_conquer"
EVEN = {
    "format": 1, "id": "own", "name": "Duel", "seats": {"min": 2, "max": 2}, "routes": [["A", "B", 3], ["A", "C", 2], ["B", "C", 2]],
    "starts": ["A", "B"],
    "planets": [{"key": "A", "kind": "base", "at": [100, 500]}, {"key": "B", "kind": "base", "at": [900, 500]},
                {"key": "C", "at": [500, 100]}],
}  # fmt: skip
UNEVEN = {**EVEN, "name": "Slope", "routes": [["A", "B", 3], ["A", "C", 1], ["B", "C", 2]]}
RATED = Settings(seats=2, step_seconds=60, rated=True)


@pytest.fixture(autouse=True)
def fresh(transactional_db: None) -> None:
    cache.clear()


def opened(user, content: Any, **changes: Any) -> Match:
    return tables.create_table(
        user=user, game_id=GAME, options={"map": content}, settings=Settings(**{**RATED.__dict__, **changes})
    )


def refused(user, content: Any) -> admission.NotAdmitted:
    with pytest.raises(admission.NotAdmitted) as raised:
        opened(user, content)
    return raised.value


def found(*wins: float, matches: int, verdict: str = "even") -> dict[str, Any]:
    return {"matches": matches, "starts": [{"wins": one, "verdict": verdict} for one in wins]}


def test_a_rated_table_takes_maps_of_the_game_and_even_ones_of_people(alice):
    for value in ("tightrope", "generate", {"generate": {"seats": 2}}, EVEN):
        opened(alice, value).delete()
    copy = services.called(None, GAME, "tightrope")[1]
    opened(alice, {**copy, "id": "mine", "name": "Mine"}).delete()
    refusal = refused(alice, UNEVEN)
    assert (refusal.code, refusal.path) == ("not_admitted", "map")
    assert "checked in the workshop, or play unrated" in refusal.message
    assert not Match.objects.exists()
    opened(alice, UNEVEN, rated=False)


@pytest.mark.parametrize("game_id", ["planet_conquer", "hundred_clubs", "deep_blue"])
def test_whatever_a_game_generates_is_even_and_admitted(game_id):
    game = games.get(game_id)
    workshop = game.workshop
    assert workshop is not None and workshop.is_even is not None
    option = next(one for one in game.options if one.key == workshop.option)
    generated = next(value for value, _text in option.choices if str(value).startswith("generate"))
    for seats in (game.seats[0], game.seats[-1]):
        for seed in ("one", "two"):
            options = open_table(game, {workshop.option: generated}, seats, seed)
            made, faults = workshop.judge({}, options[workshop.option])
            assert not faults and workshop.is_even(made), (seats, seed)
            assert admission.are_admitted(game_id, options)


@pytest.mark.parametrize("game_id", ["planet_conquer", "hundred_clubs", "deep_blue", "cosmos"])
def test_maps_that_come_with_a_game_are_admitted_under_another_name(game_id):
    game = games.get(game_id)
    workshop = game.workshop
    assert workshop is not None and workshop.seats is not None
    for ready in workshop.describe({})["ready"]:
        seats = workshop.seats(ready["build"])[-1]
        named, _faults = workshop.judge({}, {**ready["build"], "name": "Another"})
        played = open_table(game, {workshop.option: named}, seats, "one")
        assert admission.is_admitted(game_id, played[workshop.option]), ready["id"]


def test_a_map_that_only_has_the_same_planets_as_far_away_is_not_even():
    """Both starts have three planets a round away and two further on; from one of them, two of the three lead there."""
    rows = [("A", "base"), ("B", "base"), *((key, "planet") for key in "cdefg")]
    ways = [["A", "c", 1], ["A", "d", 1], ["B", "e", 1], ["B", "f", 1], ["c", "g", 1], ["e", "g", 1], ["f", "g", 1]]
    planets = [
        {"key": key, "at": [100 + 100 * i, 100 + 300 * (i % 2)], **({"kind": "base"} if kind == "base" else {})}
        for i, (key, kind) in enumerate(rows)
    ]
    workshop = games.get(GAME).workshop
    assert workshop is not None and workshop.is_even is not None
    made, faults = workshop.judge({}, {**EVEN, "planets": planets, "routes": ways})
    assert not faults, [one.message for one in faults]
    assert not workshop.is_even(made)
    even, _faults = workshop.judge({}, {**EVEN, "planets": planets, "routes": [*ways, ["d", "g", 1]]})
    assert workshop.is_even(even)


def test_neither_name_nor_owner_counts_but_every_rule_does():
    first = admission.fingerprint_of(GAME, EVEN)
    labels = {"name": "Another", "name_zh": "另一张", "id": "x", "author": "Somebody", "description": "Whatever"}
    assert first == admission.fingerprint_of(GAME, {**EVEN, **labels})
    played = open_table(games.get(GAME), {"map": {**EVEN, "id": "own"}}, 2, "one")["map"]
    assert first == admission.fingerprint_of(GAME, {**played, "name": "A third"})
    assert len({first, *(admission.fingerprint_of(GAME, {**EVEN, **change}) for change in (
        {"routes": UNEVEN["routes"]}, {"maintain_fee": True}, {"start_units": 50}))}) == 4  # fmt: skip
    assert admission.fingerprint_of(GAME, {**EVEN, "starts": []}) == ""
    assert admission.fingerprint_of("frames", {}) == ""


def test_a_check_admits_a_map_when_no_start_is_better_in_enough_matches(alice):
    few = min(admission.ENOUGH * 2, fairness.MOST_MATCHES) - 1
    admission.on_checked(GAME, UNEVEN, found(30, 29, matches=few))
    assert not MapVerdict.objects.exists()
    admission.on_checked(GAME, UNEVEN, found(30, 30, matches=few + 1))
    opened(alice, {**UNEVEN, "name": "Whatever"}).delete()
    admission.on_checked(GAME, UNEVEN, found(180, 20, matches=200, verdict="better"))
    refused(alice, UNEVEN)


def test_the_job_hands_what_it_has_found_to_whoever_admits(alice, monkeypatch):
    build = services.save(user=alice, game_id=GAME, name="Slope", content=UNEVEN)
    path = f"/api/builds/{build.pk}/fairness/"
    client = Client()
    client.force_login(alice)
    assert client.get(path).json()["is_rated"] is False
    monkeypatch.setattr(fairness, "MOST_MATCHES", 4)
    # That these four matches are enough is said here; that they call nobody better is the engine's affair.
    monkeypatch.setattr(fairness.Fairness, "found", lambda self: {**found(2, 2, matches=60), "bot": "medium"})
    client.post(path)
    trial = Trial.objects.get()
    again = services.save(user=alice, game_id=GAME, name="Copy", content=UNEVEN)
    trial_jobs.cancel(trial)
    client.post(f"/api/builds/{again.pk}/fairness/")
    other = Trial.objects.latest("created_at")
    assert other.build == again and other.seed == trial.seed
    trial_jobs.play(other.pk, "runner", lambda: False)
    assert client.get(path).json()["is_rated"] is True
    assert MapVerdict.objects.get().by == MapVerdict.By.CHECK


def test_staff_have_the_last_word_either_way_and_it_is_logged(alice, admin_client):
    build = services.share(user=alice, build_id=services.save(user=alice, game_id=GAME, name="S", content=UNEVEN).pk)
    private = services.save(user=alice, game_id=GAME, name="Private", content=UNEVEN)
    page = admin_client.get("/admin/lobby/build/").content.decode()
    assert f"/games/{GAME}/maps/shared/{build.code}/" in page or build.code in page
    assert private.name not in page
    chosen = {"_selected_action": [build.pk], "why": "played it ten times"}
    admin_client.post("/admin/lobby/build/", {"action": "admit", **chosen})
    opened(alice, UNEVEN).delete()
    admission.on_checked(GAME, UNEVEN, found(180, 20, matches=200, verdict="better"))
    opened(alice, UNEVEN).delete()
    services.change(user=alice, build_id=build.pk, content=EVEN)
    admin_client.post("/admin/lobby/build/", {"action": "refuse", **chosen})
    refused(alice, EVEN)
    acts = (
        StaffAct.objects.filter(act__in=["admit map", "refuse map"]).order_by("pk").values_list("act", "person", "why")
    )
    assert list(acts) == [("admit map", alice.pk, chosen["why"]), ("refuse map", alice.pk, chosen["why"])]


def test_the_form_says_it_before_it_is_sent_and_at_the_field_after(alice):
    build = services.save(user=alice, game_id=GAME, name="Slope", content=UNEVEN)
    labels = [one.label for one in choices.of(alice.pk, GAME)]
    assert labels == ["Of my own: Slope (not for rated matches)"]
    client = Client()
    client.force_login(alice)
    page = client.get(f"/tables/new/{GAME}/?build={build.pk}").content.decode()
    assert labels[0] in page
    blank = TableForm(games.get(GAME), user_id=alice.pk)
    form = {name: field.initial for name, field in blank.fields.items() if field.initial is not None} | blank.initial
    form |= {"option_map": f"build-{build.pk}", "seats": "2", "rated": "on", "clock": "live", "visibility": "public"}
    form = {name: "" if value is None else value for name, value in form.items()}
    answer = client.post(f"/tables/new/{GAME}/", form)
    assert answer.status_code == 400
    assert "option_map" in answer.context["form"].errors, answer.context["form"].errors
    assert "play unrated" in str(answer.context["form"].errors["option_map"])


def test_programs_are_told_the_option_too_and_challenges_obey(alice, bob):
    client = Client()
    client.force_login(alice)
    form = {"game": GAME, "seats": 2, "options": {"map": UNEVEN}, "rated": True}
    for path, more in (("/api/tables/", {}), ("/api/challenges/", {"player": bob.slug})):
        told = client.post(path, json.dumps({**form, **more}), "application/json")
        assert told.status_code == 400, told.content
        assert (told.json()["code"], told.json()["path"]) == ("not_admitted", "options.map")


def test_an_open_rated_table_is_unrated_when_its_map_is_refused_and_says_so(alice, bob, dana):
    build = services.share(user=alice, build_id=services.save(user=alice, game_id=GAME, name="Duel", content=EVEN).pk)
    match, other = opened(alice, {**EVEN, "name": "The same"}), opened(alice, "tightrope")
    tables.join(user=bob, match_id=match.pk)
    tables.set_table_ready(user=bob, match_id=match.pk, ready=True)
    reader = Client()
    reader.force_login(bob)
    said = "does not count for ratings"
    assert said not in reader.get(f"/tables/{match.pk}/").content.decode()
    with transaction.atomic():
        admission.decide(staff=dana, build=build, is_admitted=False, why="one start is better")
    match.refresh_from_db()
    other.refresh_from_db()
    assert (match.rated, other.rated) == (False, True)
    page = reader.get(f"/tables/{match.pk}/").content.decode()
    assert said in page and 'id="is-rated"' not in page
    with pytest.raises(tables.NotComplete):
        tables.start(user=alice, match_id=match.pk)
    tables.set_table_ready(user=bob, match_id=match.pk, ready=True)
    assert not tables.start(user=alice, match_id=match.pk).rated


def test_a_check_that_finds_a_start_better_unrates_open_tables(alice):
    few = min(admission.ENOUGH * 2, fairness.MOST_MATCHES)
    admission.on_checked(GAME, UNEVEN, found(30, 30, matches=few))
    match = opened(alice, UNEVEN)
    with transaction.atomic():
        admission.on_checked(GAME, UNEVEN, found(31, 29, matches=few))
        match.refresh_from_db()
        assert match.rated
        admission.on_checked(GAME, UNEVEN, found(180, 20, matches=200, verdict="better"))
    match.refresh_from_db()
    assert not match.rated


def test_a_rematch_on_a_map_that_is_kept_from_rated_tables_is_refused(alice, bob):
    match = opened(alice, EVEN)
    tables.join(user=bob, match_id=match.pk)
    tables.set_table_ready(user=bob, match_id=match.pk, ready=True)
    tables.start(user=alice, match_id=match.pk)
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
    MapVerdict.objects.create(
        game=GAME, fingerprint=admission.fingerprint_of(GAME, EVEN), is_admitted=False, by=MapVerdict.By.STAFF
    )
    with pytest.raises(admission.NotAdmitted):
        tables.rematch(user=alice, match_id=match.pk)
    MapVerdict.objects.all().delete()
    assert tables.rematch(user=alice, match_id=match.pk).rated


def test_matches_of_contests_are_rated_on_admitted_maps_alone_and_their_terms_say_so(alice, bob):
    game = games.get(GAME)
    for content, rated in ((UNEVEN, False), (EVEN, True), ("tightrope", True)):
        match = seating.begin_arranged(
            game=game, options=open_table(game, {"map": content}, 2, "one"), sitters=[alice, bob],
            settings=Settings(seats=2, step_seconds=60), arranged=Match.Arranged.CONTEST, rated=True,
        )  # fmt: skip
        assert match.rated is rated
    said = [
        contest_terms._rating(Contest(game=GAME, options={}, maps=maps), game)
        for maps in ([UNEVEN], [UNEVEN, "tightrope"], ["tightrope", {"generate": {"seats": 2}}])
    ]
    assert said[0].startswith("not rated") and said[1].startswith("rated only") and said[2] == "Rated"
