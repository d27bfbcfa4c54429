"""A program before it is saved: its problems by line, a trial against a built-in bot; and its versions. All of it its owner's alone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.test import Client

import games
from lobby.bots import hosted, programs, trial
from lobby.bots.workers import NoWorker
from lobby.matches.errors import NotAllowed
from lobby.matches.models import Program

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]

GAME = "cosmos"
TEXT = 'def run_planet(c):\n    c.log("here")\n    c.memory["n"] = c.memory.get("n", 0) + 1\n    if c.can_charge(1):\n        c.charge(1)\n'
WRONG = "def run(c):\n    return 1 / 0\n"


@pytest.fixture(autouse=True)
def fresh(transactional_db: None) -> Iterator[None]:
    cache.clear()
    yield
    hosted.SANDBOX.close()


def client_of(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def tried(user, text=TEXT, **fields):
    sent = {"text": text, "level": "easy", "steps": "4", "seed": "one", **fields}
    return client_of(user).post(f"/programs/trial/{GAME}/", sent)


def brought(user, name="Walker", text=TEXT, **more) -> Program:
    return programs.save_program(user=user, game_id=GAME, name=name, text=text, **more)


# --- Problems


def test_a_text_that_could_play_has_no_problems(alice):
    answer = client_of(alice).post(f"/programs/check/{GAME}/", {"text": TEXT.replace("\n", "\r\n")})
    assert answer.json() == {"problems": []}


def test_a_problem_says_its_line_and_column(alice):
    answer = client_of(alice).post(f"/programs/check/{GAME}/", {"text": TEXT + "\nimport os\n"})
    [problem] = answer.json()["problems"]
    assert problem["line"] == 7 and "os" in problem["message"]
    assert not Program.objects.exists(), "nothing is kept"


@pytest.mark.parametrize("what", ["check", "trial"])
def test_strangers_and_other_games_are_sent_away(what, alice):
    assert Client().post(f"/programs/{what}/{GAME}/", {"text": TEXT}).status_code == 302
    assert client_of(alice).post(f"/programs/{what}/toy/", {"text": TEXT}).status_code == 404
    assert client_of(alice).get(f"/programs/{what}/{GAME}/").status_code == 405


@pytest.mark.parametrize(("what", "rate"), [("check", "program_check"), ("trial", "program_trial")])
def test_both_are_limited_in_rate(what, rate, alice, settings):
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, rate: "1/m/user"}
    client = client_of(alice)
    sent = {"text": TEXT, "level": "easy", "steps": "1", "seed": "x"}
    codes = [client.post(f"/programs/{what}/{GAME}/", sent).status_code for _ in range(2)]
    assert codes == [200, 429]


# --- The trial


def test_a_trial_comes_back_with_frames_and_runs(alice):
    course = tried(alice).json()
    assert [frame["step"] for frame in course["frames"]] == [0, 1, 2, 3, 4]
    assert len(course["runs"]) == 4
    first = course["runs"][0][0]
    assert (first["console"].strip(), first["memory"], first["void"], first["fault"]) == ("here", '{"n": 1}', "", "")
    assert first["orders"]["direct"][0]["actions"] == [{"do": "charge", "energy": 1}]
    assert 0 < first["units"] <= first["budget"]
    assert first["knew"][0].startswith("At ") and course["runs"][3][0]["memory"] == '{"n": 4}'
    assert course["names"][1] == games.get(GAME).bot("easy").name
    assert not Program.objects.exists()


def test_a_trial_shows_no_more_than_the_seat_may_see(alice):
    course = tried(alice).json()
    for frame in course["frames"]:
        view = {**course["static"], **frame["view"]}
        assert view["seat"] == trial.SEAT and view["weapon"]["all"] is None
        assert all(row["seat"] == trial.SEAT for row in view["own"])
        assert not any(
            event["type"] == "charged" and event["planet"] not in {row["id"] for row in view["own"]}
            for event in frame["events"]
        )


def test_the_same_chance_gives_the_same_trial(alice):
    assert tried(alice).json() == tried(alice).json()
    assert tried(alice, seed="two").json()["frames"] != tried(alice).json()["frames"]


def test_a_run_that_fails_says_why_and_on_which_line(alice):
    course = tried(alice, text=WRONG).json()
    run = course["runs"][0][0]
    assert run["line"] == 2 and "ZeroDivisionError" in run["fault"]
    assert run["void"] == "an error" and run["orders"] == {}


def test_a_text_that_is_no_program_is_not_played(alice):
    [problem] = tried(alice, text="def run(c)\n").json()["problems"]
    assert problem["line"] == 1


def test_a_level_that_is_not_there_is_refused_in_a_sentence(alice):
    answer = tried(alice, level="impossible")
    assert answer.status_code == 400
    assert answer.json()["problems"][0]["message"] == "There is no such bot."


def test_who_takes_too_much_time_is_not_run_any_more_as_in_a_match(alice, monkeypatch):
    monkeypatch.setattr(hosted, "STEP_SECONDS", -1.0)
    [run, *_] = tried(alice).json()["runs"][0]
    assert (run["void"], run["orders"], run["memory"]) == ("not run: too much time was used before", {}, "{}")


def test_a_trial_that_has_taken_its_time_ends(alice, monkeypatch):
    monkeypatch.setattr(trial, "MOST_SECONDS", 1e-9)
    assert len(tried(alice).json()["frames"]) == 2


@pytest.mark.parametrize(("asked", "played"), [("0", 1), ("many", 1), ("100000", trial.MOST_STEPS)])
def test_a_trial_has_an_end(asked, played, alice):
    assert len(tried(alice, steps=asked).json()["frames"]) == played + 1


def test_a_trial_ends_with_too_many_runs(alice, monkeypatch):
    monkeypatch.setattr(trial, "MOST_RUNS", 2)
    assert len(tried(alice, steps="20").json()["frames"]) == 3


def test_a_sandbox_that_cannot_run_is_told(alice, monkeypatch):
    def none(*args, **kwargs):
        raise NoWorker("none")

    monkeypatch.setattr(hosted.SANDBOX, "run", none)
    [problem] = tried(alice).json()["problems"]
    assert problem["line"] == 0 and problem["message"]


def test_the_seed_of_a_trial_is_no_seed_of_a_match():
    assert trial.trial_seed("x") == trial.trial_seed("x") != trial.trial_seed("y")
    assert trial.trial_seed("x").startswith("trial:")


# --- Versions


def test_a_new_version_begins_with_the_one_before_and_remembers_it(alice):
    first = brought(alice)
    client = client_of(alice)
    page = client.get(f"/programs/new/{GAME}/?from={first.pk}").content.decode()
    assert f'value="{first.pk}"' in page and "run_planet" in page
    sent = {
        "name": "Walker",
        "note": "Bids two",
        "origin": str(first.pk),
        "text": TEXT.replace("charge(1)", "charge(2)"),
    }
    client.post(f"/programs/new/{GAME}/", sent)
    second = Program.objects.latest("pk")
    assert (second.origin_id, second.note) == (first.pk, "Bids two")
    shown = client.get(f"/programs/{second.pk}/").content.decode()
    assert "Bids two" in shown and "c.charge(2)" in shown
    assert 'data-sign="+"' in shown and 'data-sign="-"' in shown


def test_versions_are_found_from_any_of_them_and_compared(alice):
    first = brought(alice)
    second = brought(alice, "Two", TEXT + "# two\n", origin_id=first.pk)
    third = brought(alice, "Three", TEXT + "# three\n", origin_id=second.pk)
    other = brought(alice, "Other")
    for one in (first, second, third):
        assert [version.pk for version in programs.versions(one)] == [third.pk, second.pk, first.pk]
    assert programs.versions(other) == [other]
    signs = [(line["sign"], line["text"]) for line in programs.differences(first, third) if line["sign"]]
    assert ("+", "# three") in signs
    page = client_of(alice).get(f"/programs/{third.pk}/?against={second.pk}").content.decode()
    assert "# two" in page and "# three" in page


def test_nobody_makes_a_version_of_somebody_else_s_program(alice, bob):
    secret = brought(alice)
    with pytest.raises(NotAllowed):
        brought(bob, origin_id=secret.pk)
    sent = {"name": "Mine", "note": "", "origin": str(secret.pk), "text": TEXT}
    assert client_of(bob).post(f"/programs/new/{GAME}/", sent).status_code == 400
    assert "run_planet" not in client_of(bob).get(f"/programs/{secret.pk}/").content.decode()


def test_a_version_whose_origin_is_removed_stays(alice):
    first = brought(alice)
    second = brought(alice, "Two", origin_id=first.pk)
    programs.remove_program(user=alice, program_id=first.pk)
    second.refresh_from_db()
    assert second.origin_id is None and programs.versions(second) == [second]
