"""A program before it is saved: its problems by line, a trial against a built-in bot; and its versions. All of it its owner's alone."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from django.core.cache import cache
from django.test import Client

import games
from games.core.things import name_of, thing
from lobby.bots import hosted, programs, trial, trial_jobs
from lobby.bots.workers import NoWorker
from lobby.matches.errors import NotAllowed
from lobby.matches.models import Program
from lobby.matches.trials import Trial

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

GAME = "cosmos"
TEXT = 'def run_planet(c):\n    c.log("here")\n    c.memory["n"] = c.memory.get("n", 0) + 1\n    if c.can_charge(1):\n        c.charge(1)\n'
WRONG = "def run(c):\n    return 1 / 0\n"


@pytest.fixture(autouse=True)
def fresh(transactional_db: None) -> Iterator[None]:
    cache.clear()
    yield
    programs.TRIALS.close()


def client_of(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def begun(user, text=TEXT, **fields):
    """The answer to somebody who asks for a trial."""
    sent = {"game": GAME, "text": text, "level": "easy", "steps": 4, "seed": "one", **fields}
    return client_of(user).post("/api/programs/trials/", sent, content_type="application/json")


def tried(user, text=TEXT, **fields) -> dict:
    """A trial as its person sees it when a runner has played it."""
    trial_id = begun(user, text, **fields).json()["id"]
    trial_jobs.play(trial_id, "runner", lambda: False)
    return client_of(user).get(f"/api/programs/trials/{trial_id}/").json()


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


def test_all_problems_are_told_at_once_by_their_place(alice):
    text = "import os\n" + TEXT + "\nasync def wait():\n    pass\nimport sys\n"
    problems = client_of(alice).post(f"/programs/check/{GAME}/", {"text": text}).json()["problems"]
    assert [one["line"] for one in problems] == [1, 8, 10]
    assert ["os" in problems[0]["message"], "async" in problems[1]["message"], "sys" in problems[2]["message"]] == [
        True
    ] * 3


def test_strangers_and_other_games_are_sent_away(alice):
    assert Client().post(f"/programs/check/{GAME}/", {"text": TEXT}).status_code == 302
    assert client_of(alice).post("/programs/check/toy/", {"text": TEXT}).status_code == 404
    assert client_of(alice).get(f"/programs/check/{GAME}/").status_code == 405
    assert Client().post("/api/programs/trials/", {"game": GAME}, content_type="application/json").status_code == 401
    assert begun(alice, game="toy").status_code == 404


def test_both_are_limited_in_rate(alice, settings):
    settings.ACCOUNT_RATE_LIMITS = {
        **settings.ACCOUNT_RATE_LIMITS,
        "program_check": "1/m/user",
        "program_trial": "1/m/user",
    }
    client = client_of(alice)
    assert [client.post(f"/programs/check/{GAME}/", {"text": TEXT}).status_code for _ in range(2)] == [200, 429]
    tried(alice)
    refused = begun(alice)
    assert (refused.status_code, refused.json()["data"]["key"]) == (429, f"program_trial:person:{alice.pk}")


# --- The trial


def test_a_trial_comes_back_with_frames_and_runs(alice):
    course = tried(alice)
    assert [frame["step"] for frame in course["frames"]] == [0, 1, 2, 3, 4]
    assert len(course["runs"]) == 4
    first = course["runs"][0][0]
    assert (first["console"].strip(), first["memory"], first["void"], first["fault"]) == ("here", '{"n": 1}', "", "")
    assert first["orders"]["direct"][0]["actions"] == [{"do": "charge", "energy": 1}]
    assert 0 < first["units"] <= first["budget"]
    assert first["knew"][0].startswith("At ") and course["runs"][3][0]["memory"] == '{"n": 4}'
    assert course["names"][1] == games.get(GAME).bot("easy").name
    assert not Program.objects.exists()


def test_a_run_tells_whom_it_sensed_by_the_names_of_the_board(alice):
    course = tried(
        alice,
        TEXT.replace("c.can_charge(1)", "c.can_build('scout', DIRECTIONS[0], 5)").replace(
            "c.charge(1)", "c.build('scout', DIRECTIONS[0], 5)"
        ),
    )
    books = {"entities": course["static"]["names"]["entities"]}
    rows = {row["id"]: row for frame in course["frames"] for row in frame["view"]["own"]}
    names = {(row["kind"], name_of(thing("entities", id_), books)[0]) for id_, row in rows.items()}
    told = [line for step in course["runs"] for run in step for line in run["knew"] if " of A at " in line]
    assert told and all(any(f"It sensed {kind} {name} of A" in line for kind, name in names) for line in told)


def test_a_trial_shows_no_more_than_the_seat_may_see(alice):
    course = tried(alice)
    for frame in course["frames"]:
        view = {**course["static"], **frame["view"]}
        assert view["seat"] == trial.SEAT and view["weapon"]["all"] is None
        assert all(row["seat"] == trial.SEAT for row in view["own"])
        assert not any(
            event["type"] == "charged" and event["planet"] not in {row["id"] for row in view["own"]}
            for event in frame["events"]
        )


def test_the_same_chance_gives_the_same_trial(alice):
    assert {**tried(alice), "id": ""} == {**tried(alice), "id": ""}
    assert tried(alice, seed="two")["frames"] != tried(alice)["frames"]


def test_a_run_that_fails_says_why_and_on_which_line(alice):
    course = tried(alice, text=WRONG)
    run = course["runs"][0][0]
    assert run["line"] == 2 and "ZeroDivisionError" in run["fault"]
    assert run["void"] == "an error" and run["orders"] == {}


def test_a_text_that_is_no_program_is_not_played(alice):
    shown = tried(alice, text="def run(c)\n")
    assert (shown["status"], shown["frames"]) == ("failed", [])
    assert (shown["refusal"]["code"], shown["refusal"]["path"]) == ("bad_program", "text")
    assert shown["refusal"]["data"] == {"line": 1, "column": 11} and shown["refusal"]["message"]


@pytest.mark.parametrize(
    ("changes", "code", "path"),
    [
        ({"level": "impossible"}, "not_allowed", "level"),
        ({"steps": 0}, "bad_value", "steps"),
        ({"steps": trial.MOST_STEPS + 1}, "bad_value", "steps"),
        ({"seed": "x" * 81}, "bad_value", "seed"),
        ({"game": "toy"}, "no_game", "game"),
        ({"text": ""}, "bad_value", "text"),
        ({"program": 1}, "bad_value", "program"),
        ({"text": "#" * 100_001}, "bad_value", "text"),
    ],
)
def test_a_trial_is_refused_by_the_name_of_the_field(alice, changes, code, path):
    shown = begun(alice, **changes).json()
    assert (shown["code"], shown["path"]) == (code, path)
    assert not Trial.objects.exists()


def test_who_takes_too_much_time_is_not_run_any_more_as_in_a_match(alice, monkeypatch):
    monkeypatch.setattr(hosted, "STEP_SECONDS", -1.0)
    [run, *_] = tried(alice)["runs"][0]
    assert (run["void"], run["orders"], run["memory"]) == ("not run: too much time was used before", {}, "{}")


@pytest.mark.parametrize(
    ("limit", "value", "frames", "why"),
    [
        ("trial.MOST_RUNS", 2, 3, "runs"),
        ("trial_jobs.MOST_SECONDS", 0.0, 1, "seconds"),
        ("trial_jobs.MOST_BYTES", 1, 1, "size"),
        ("trial.MOST_STEPS", 3, 4, "steps"),
    ],
)
def test_a_trial_has_an_end_and_says_which(alice, monkeypatch, limit, value, frames, why):
    monkeypatch.setattr(f"lobby.bots.{limit}", value)
    monkeypatch.setattr(trial_jobs, "PROGRESS_SECONDS", 0)
    shown = tried(alice, steps=20)
    assert (shown["status"], shown["ended"], len(shown["frames"]), len(shown["runs"])) == (
        "done",
        why,
        frames,
        frames - 1,
    )


def test_time_of_bots_and_engine_counts_as_well(alice, monkeypatch):
    """Not only that of the program."""
    clock = iter(range(10_000))
    monkeypatch.setattr(trial, "time", SimpleNamespace(monotonic=lambda: float(next(clock))))
    began = begun(alice, "def run_planet(c):\n    pass\n", steps=100).json()
    Trial.objects.filter(pk=began["id"]).update(seconds=7.0)
    trial_jobs.play(began["id"], "runner", lambda: False)
    assert trial_jobs.serialize(Trial.objects.get())["ended"] == "seconds"


def test_a_sandbox_that_cannot_run_is_told(alice, monkeypatch):
    def none(*args, **kwargs):
        raise NoWorker("none")

    monkeypatch.setattr(programs.TRIALS, "run", none)
    shown = tried(alice)
    assert (shown["status"], shown["refusal"]["code"]) == ("failed", "not_started")
    assert shown["refusal"]["data"] == {"line": None, "column": None} and shown["refusal"]["message"]


def test_the_seed_of_a_trial_is_no_seed_of_a_match():
    assert trial.trial_seed("x") == trial.trial_seed("x") != trial.trial_seed("y")
    assert trial.trial_seed("x").startswith("trial:")


def test_a_run_over_its_budget_tells_which_lines_took_it(alice):
    text = "def run_planet(c):\n    total = 0\n    while True:\n        total += c.round\n\n\ndef run_scout(c):\n    c.log('here')\n"
    shown = tried(alice, text, steps=3)
    runs = [run for step in shown["runs"] for run in step]
    told = [run for run in runs if run["profile"]]
    assert len(told) == trial.MOST_PROFILES, "the first ones only"
    for run in told:
        assert run["void"] and run["line"] == 4
        assert run["profile"][0]["line"] == 4 and run["profile"][0]["share"] > 900
        assert run["memory"] == "{}" and run["console"] == ""
    assert all(run["profile"] == [] for run in runs if not run["void"])


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
        assert [version.pk for version in programs.versions(one, alice)] == [third.pk, second.pk, first.pk]
    assert programs.versions(other, alice) == [other]
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
    assert second.origin_id is None and programs.versions(second, alice) == [second]
