"""A trial is a job: asked for in an instant, played by one runner, read as it goes on, cancelled, found again, and never in anybody's way."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier, Event
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.utils import timezone

from lobby.accounts import bot_accounts, services
from lobby.accounts.models import User
from lobby.bots import hosted, programs, trial_jobs, trial_runner
from lobby.matches.errors import TooMany
from lobby.matches.trials import KEPT, Trial, TrialPart
from lobby.people import expiry

pytestmark = [pytest.mark.django_db(transaction=True)]

TEXT = "def run_planet(c):\n    c.log('here')\n"
ASKED = {"game": "cosmos", "text": TEXT, "level": "easy", "steps": 3, "seed": "one"}
PATIENCE = 60


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch, transactional_db: None) -> Iterator[None]:
    # Every position is stored by itself, so that no test depends on how long one takes.
    monkeypatch.setattr(trial_jobs, "PROGRESS_SECONDS", 0)
    cache.clear()
    yield
    programs.TRIALS.close()


@pytest.fixture
def guests(transactional_db: None) -> list[User]:
    return [services.create_guest() for _ in range(6)]


class Asker:
    """Somebody who asks the site for trials."""

    def __init__(self, user: User) -> None:
        self.user = user
        self.client = Client()
        self.client.force_login(user)

    def begin(self, **changes: Any) -> Any:
        return self.client.post("/api/programs/trials/", ASKED | changes, content_type="application/json")

    def begun(self, **changes: Any) -> str:
        answer = self.begin(**changes)
        assert answer.status_code == 202, answer.content
        return answer.json()["id"]

    def see(self, trial_id: str, since: int | None = None) -> Any:
        query = "" if since is None else f"?since={since}"
        return self.client.get(f"/api/programs/trials/{trial_id}/{query}")

    def status(self, trial_id: str) -> tuple[str, str | None]:
        """How it stands, and the code of why it failed."""
        shown = self.see(trial_id).json()
        return shown["status"], shown["refusal"] and shown["refusal"]["code"]

    def cancel(self, trial_id: str) -> int:
        return self.client.delete(f"/api/programs/trials/{trial_id}/").status_code


def played(trial_id: str, mark: str = "runner", is_ending: Callable[[], bool] = lambda: False) -> None:
    trial_jobs.play(trial_id, mark, is_ending)


def unseen_for(trial_id: str, much: timedelta) -> None:
    """No runner has said for so long that it knows of the trial."""
    Trial.objects.filter(pk=trial_id).update(alive_at=timezone.now() - much)


class Held:
    """A trial whose runner, in a thread, waits after each position that it has stored until it is let go."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, trial_id: str, mark: str = "runner") -> None:
        self.stored, self.go_on = Event(), Event()
        play = trial_jobs.play_trial

        def waiting(**given: Any) -> Iterator[Any]:
            for number, piece in enumerate(play(**given)):
                if number:
                    self.stored.set()
                    assert self.go_on.wait(PATIENCE)
                yield piece

        monkeypatch.setattr(trial_jobs, "play_trial", waiting)
        self._pool = ThreadPoolExecutor(1)
        self._playing = self._pool.submit(self._play, trial_id, mark)
        assert self.stored.wait(PATIENCE)
        monkeypatch.setattr(trial_jobs, "play_trial", play)

    @staticmethod
    def _play(trial_id: str, mark: str) -> None:
        try:
            played(trial_id, mark)
        finally:
            connection.close()

    def let_go(self) -> None:
        self.go_on.set()
        self._playing.result(PATIENCE)
        self._pool.shutdown()


# --- Asking and reading


def test_whoever_asks_is_answered_at_once_and_reads_as_it_goes_on(alice, monkeypatch):
    asker = Asker(alice)
    answer = asker.begin()
    assert answer.status_code == 202, "nobody has played it: there is no runner in this test"
    trial_id = answer.json()["id"]
    assert (answer.json()["status"], answer.json()["frames"]) == ("waiting", [])
    held = Held(monkeypatch, trial_id)
    shown = asker.see(trial_id).json()
    assert (shown["status"], shown["played"], len(shown["frames"]), shown["runs"]) == ("running", 0, 1, [])
    assert shown["names"] and shown["static"] and shown["options"]
    held.let_go()
    rest = asker.see(trial_id, since=1).json()
    assert (rest["status"], rest["ended"], rest["played"]) == ("done", "steps", 3)
    assert [frame["step"] for frame in rest["frames"]] == [1, 2, 3] and len(rest["runs"]) == 3
    assert (rest["names"], rest["static"], rest["options"]) == ([], {}, {}), "they were told with the first position"
    whole = asker.see(trial_id).json()
    assert whole["frames"] == shown["frames"] + rest["frames"] and whole["runs"] == rest["runs"]


def test_it_speaks_the_language_of_whoever_asked(alice):
    asker = Asker(alice)
    answer = asker.client.post(
        "/api/programs/trials/", ASKED, content_type="application/json", headers={"accept-language": "zh-hans"}
    )
    played(answer.json()["id"])
    assert asker.see(answer.json()["id"]).json()["names"][0] == "你的程序"


def test_for_everybody_else_it_does_not_exist(alice, bob, dana):
    trial_id = Asker(alice).begun()
    for other in (bob, dana):
        stranger = Asker(other)
        assert stranger.see(trial_id).json() == stranger.see("trial-2222222222").json()
        assert stranger.see(trial_id).status_code == stranger.cancel(trial_id) == 404
    assert Client().get(f"/api/programs/trials/{trial_id}/").status_code == 401
    assert Asker(alice).status(trial_id) == ("waiting", None)


def test_the_editor_finds_the_trial_that_goes_on(alice, bob):
    asker = Asker(alice)
    page = "/programs/new/cosmos/"
    assert asker.client.get(page).context["page"]["trial"] is None
    trial_id = asker.begun()
    assert asker.client.get(page).context["page"]["trial"] == trial_id
    assert asker.client.get("/programs/new/frames/").context["page"]["trial"] is None
    assert Asker(bob).client.get(page).context["page"]["trial"] is None
    played(trial_id)
    assert asker.client.get(page).context["page"]["trial"] is None


# --- How many


def test_a_person_has_one_trial_at_a_time(alice):
    asker = Asker(alice)
    first = asker.begun()
    refused = asker.begin()
    shown = refused.json()
    assert (refused.status_code, shown["code"], shown["data"]["trial"]) == (429, "too_many", first)
    assert (
        refused.headers["Retry-After"] == str(shown["data"]["seconds"])
        and str(shown["data"]["seconds"]) in shown["message"]
    )
    assert 0 < shown["data"]["seconds"] <= trial_jobs.MOST_SECONDS
    played(first)
    assert asker.begin().status_code == 202


def test_a_bot_account_counts_as_its_owner_who_does_not_see_its_trial(alice, bob):
    bot = bot_accounts.create_bot_account(owner=alice, name="Robot")
    its = Asker(bot).begun()
    refused = Asker(alice).begin()
    assert (refused.status_code, refused.json()["data"]["trial"]) == (429, None)
    assert Asker(alice).see(its).status_code == 404
    assert Asker(bob).begin().status_code == 202


def test_when_all_places_are_taken_the_next_is_told_how_long_to_wait(alice, bob, charlie, settings):
    settings.TRIAL_PLACES = 2
    first, _ = Asker(alice).begun(), Asker(bob).begun()
    asker = Asker(charlie)
    refused = asker.begin()
    shown = refused.json()
    assert (refused.status_code, shown["code"], shown["data"]["limit"]) == (429, "too_many", 2)
    assert (
        refused.headers["Retry-After"] == str(shown["data"]["seconds"])
        and str(shown["data"]["seconds"]) in shown["message"]
    )
    Asker(alice).cancel(first)
    assert asker.begin().status_code == 202


def test_guests_have_half_of_the_places_and_a_quarter_of_the_time(alice, bob, guests, settings):
    settings.TRIAL_PLACES = 4
    shown = [Asker(guest).begin() for guest in guests]
    assert [answer.status_code for answer in shown] == [202, 202, 429, 429, 429, 429]
    assert "accounts" in shown[2].json()["message"] and shown[2].json()["data"]["limit"] == 2
    seconds = shown[0].json()["seconds"], Asker(alice).begin().json()["seconds"]
    assert seconds == (trial_jobs.GUEST_SECONDS, trial_jobs.MOST_SECONDS) and seconds[0] * 4 == seconds[1]
    assert Asker(bob).begin().status_code == 202, "guests have left two places"


@pytest.mark.postgres
@pytest.mark.parametrize("is_one_person", [True, False])
def test_requests_at_the_same_moment_count_each_other(alice, guests, settings, is_one_person):
    settings.TRIAL_PLACES = 4
    people = [alice] * 6 if is_one_person else guests
    together = Barrier(len(people))

    def ask(user: User) -> bool:
        try:
            together.wait(PATIENCE)
            trial_jobs.begin(user=user, game_id="cosmos", text=TEXT, level="easy", seed="", steps=1)
        except TooMany:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(len(people)) as pool:
        assert sum(pool.map(ask, people)) == (1 if is_one_person else 2) == Trial.objects.count()


def test_trials_and_matches_have_workers_of_their_own():
    assert programs.TRIALS is not hosted.SANDBOX
    assert trial_runner.Runner()._pool is not hosted.Runner()._pool


# --- Cancelling


def test_a_trial_is_cancelled_before_it_begins(alice):
    asker = Asker(alice)
    trial_id = asker.begun()
    assert asker.cancel(trial_id) == 204
    played(trial_id)
    assert asker.status(trial_id) == ("cancelled", None) and not TrialPart.objects.exists()
    assert asker.cancel(trial_id) == 204, "again is no error"
    assert asker.begin().status_code == 202


def test_a_trial_is_cancelled_while_it_is_played(alice, monkeypatch):
    asker = Asker(alice)
    trial_id = asker.begun(steps=100)
    held = Held(monkeypatch, trial_id)
    assert asker.cancel(trial_id) == 204
    another = asker.begun()
    held.let_go()
    assert not Trial.objects.filter(pk=trial_id).exists(), "an account keeps one trial"
    played(another)
    assert asker.status(another) == ("done", None)


def test_what_was_played_before_it_was_cancelled_can_be_read(alice, monkeypatch):
    asker = Asker(alice)
    trial_id = asker.begun(steps=100)
    held = Held(monkeypatch, trial_id)
    asker.cancel(trial_id)
    held.let_go()
    shown = asker.see(trial_id).json()
    assert (shown["status"], shown["played"], len(shown["frames"])) == ("cancelled", 0, 1)


# --- Runners


@pytest.mark.postgres
def test_two_runners_never_play_the_same_trial(alice):
    trial_id = Asker(alice).begun()
    together = Barrier(6)

    def claim(number: int) -> bool:
        try:
            together.wait(PATIENCE)
            return trial_jobs.claim(trial_id, f"runner {number}") is not None
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as pool:
        assert sum(pool.map(claim, range(6))) == 1


def test_a_runner_that_died_is_followed_by_another_one(alice, monkeypatch):
    asker = Asker(alice)
    trial_id = asker.begun()
    dead = Held(monkeypatch, trial_id, "dead")
    assert trial_jobs.look_after("second", timezone.now()) == []
    unseen_for(trial_id, trial_jobs.ALONE + timedelta(seconds=1))
    assert trial_jobs.look_after("second", timezone.now()) == [trial_id]
    played(trial_id, "second")
    whole = asker.see(trial_id).json()
    assert (whole["status"], [frame["step"] for frame in whole["frames"]]) == ("done", [0, 1, 2, 3])
    # It was not dead but slow: it stops, and what it has played is of no account.
    dead.let_go()
    assert asker.see(trial_id).json() == whole


def test_a_runner_that_lives_keeps_its_trial_however_slow_a_step_is(alice, monkeypatch):
    trial_id = Asker(alice).begun()
    held = Held(monkeypatch, trial_id, "slow")
    unseen_for(trial_id, trial_jobs.ALONE + timedelta(seconds=1))
    assert trial_jobs.look_after("slow", timezone.now()) == []
    assert trial_jobs.look_after("other", timezone.now()) == []
    assert trial_jobs.claim(trial_id, "other") is None
    held.let_go()


def test_a_trial_in_which_runners_die_ends_with_a_reason(alice):
    asker = Asker(alice)
    trial_id = asker.begun()
    for mark in ("first", "second"):
        assert trial_jobs.claim(trial_id, mark) is not None
        unseen_for(trial_id, trial_jobs.ALONE + timedelta(seconds=1))
    assert trial_jobs.claim(trial_id, "third") is None
    assert trial_jobs.look_after("third", timezone.now()) == []
    assert asker.status(trial_id) == ("failed", "lost")
    assert asker.see(trial_id).json()["refusal"]["message"]
    assert asker.begin().status_code == 202


@pytest.mark.parametrize("is_begun", [False, True])
def test_a_trial_that_nobody_plays_says_so_and_is_in_nobody_s_way(alice, bob, settings, is_begun):
    settings.TRIAL_PLACES = 2
    asker = Asker(alice)
    trial_id = asker.begun()
    if is_begun:
        trial_jobs.claim(trial_id, "dead")
    unseen_for(trial_id, (2 if is_begun else 1) * trial_jobs.ALONE + timedelta(seconds=1))
    assert asker.status(trial_id) == ("failed", "no_runner")
    assert asker.see(trial_id).json()["refusal"]["message"].startswith("No process")
    again = asker.begun()
    unseen_for(again, 3 * trial_jobs.ALONE)
    Asker(bob).begun()
    assert Trial.objects.get(pk=again).status == "failed", "whoever asks next frees its place"


def test_one_that_waits_its_turn_is_not_given_up(alice):
    trial_id = Asker(alice).begun()
    unseen_for(trial_id, timedelta(seconds=1) + trial_jobs.ALONE)
    assert trial_jobs.look_after("busy", timezone.now()) == [trial_id]
    assert Asker(alice).status(trial_id) == ("waiting", None)


def test_a_process_that_ends_gives_its_trial_back(alice):
    asker = Asker(alice)
    trial_id = asker.begun()
    played(trial_id, "ending", lambda: True)
    assert asker.status(trial_id) == ("waiting", None)
    played(trial_id, "next")
    shown = asker.see(trial_id).json()
    assert (shown["status"], [frame["step"] for frame in shown["frames"]]) == ("done", [0, 1, 2, 3])


def test_a_fault_of_the_game_ends_the_trial_and_tells_nothing_internal(alice, monkeypatch):
    def fail(**given: Any) -> Iterator[Any]:
        raise ValueError("internal matters")

    asker = Asker(alice)
    trial_id = asker.begun()
    monkeypatch.setattr(trial_jobs, "play_trial", fail)
    played(trial_id)
    answer = asker.see(trial_id)
    assert answer.json()["refusal"]["code"] == "fault" and "internal matters" not in answer.content.decode()


async def test_a_runner_begins_when_it_is_called_and_ends_in_order(alice, monkeypatch):
    """It is called: its regular look comes only once, before there is anything to find."""
    looked, done = asyncio.Event(), asyncio.Event()
    loop, play, look = asyncio.get_running_loop(), trial_jobs.play, trial_jobs.look_after

    def noted_look(*given: Any) -> list[str]:
        found = look(*given)
        loop.call_soon_threadsafe(looked.set)
        return found

    def noted_play(*given: Any) -> None:
        play(*given)
        loop.call_soon_threadsafe(done.set)

    monkeypatch.setattr("lobby.bots.runner.SWEEP_SECONDS", PATIENCE * 10)
    monkeypatch.setattr(trial_jobs, "look_after", noted_look)
    monkeypatch.setattr(trial_jobs, "play", noted_play)
    running = asyncio.create_task(trial_runner.Runner().run())
    async with asyncio.timeout(PATIENCE):
        await looked.wait()
        asker = await sync_to_async(Asker)(alice)
        trial_id = await sync_to_async(asker.begun)()
        await done.wait()
    assert await sync_to_async(asker.status)(trial_id) == ("done", None)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


# --- How long they are kept


def test_an_account_keeps_its_last_trial_for_an_hour(alice):
    asker = Asker(alice)
    first = asker.begun()
    played(first)
    second = asker.begun()
    played(second)
    assert asker.see(first).status_code == 404 and Trial.objects.count() == 1
    ended = Trial.objects.get().ended_at
    assert ended is not None
    assert "trials" not in expiry.sweep(ended + KEPT - timedelta(seconds=1))
    Trial.objects.update(ended_at=ended - KEPT)
    assert asker.see(second).status_code == 404, "before it is swept as well"
    assert expiry.sweep(timezone.now())["trials"] and not TrialPart.objects.exists()


def test_trials_go_with_the_account(alice, guests):
    for user in (alice, guests[0]):
        played(Asker(user).begun())
    services.close_account(user=alice)
    guests[0].delete()
    assert not Trial.objects.exists() and not TrialPart.objects.exists()
