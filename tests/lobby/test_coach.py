"""The coach speaks of one's own finished match, from what the seat saw; of a match that goes on it says nothing, by whatever way it is asked."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

import games
from games.core import study
from lobby.bots import coach, trial_jobs
from lobby.matches.errors import NoMatch, NotAllowed, NotYourSeat, ServiceError, TooMany
from lobby.matches.models import Match
from lobby.matches.trials import KEPT, Trial
from lobby.play import services
from lobby.store import positions
from lobby.store.positions import canonical, pack_text, unpack
from lobby.tables import forks
from tests.lobby.whole_matches import pending_steps, whole_match

pytestmark = pytest.mark.django_db(transaction=True)
GAMES = [game.id for game in games.all_games() if game.imagine is not None]


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    cache.clear()
    monkeypatch.setattr(trial_jobs, "PROGRESS_SECONDS", 0)
    monkeypatch.setattr(trial_jobs, "LONGEST_REST", 0)
    monkeypatch.setattr(study, "MOST_PLAYS", 6)
    monkeypatch.setattr(study, "FIRST_PLAYS", 2)


def client_of(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


def played(match: Match, seat: int = 0) -> dict:
    (waiting,) = Trial.objects.filter(match=match, status=Trial.Status.WAITING)
    trial_jobs.play(waiting.pk, "runner", lambda: False)
    return coach.study_of(user=waiting.user, match_id=match.pk, seat=seat)


def aborted(match: Match) -> Match:
    services.staff_abort(match_id=match.pk)
    return Match.objects.get(pk=match.pk)


@pytest.mark.parametrize("game_id", GAMES)
def test_it_says_what_the_strongest_bot_orders_at_any_step(alice, game_id):
    match = whole_match(alice, game_id)
    game = games.get(game_id)
    for step in pending_steps(match, 0)[::7]:
        told = coach.advice(user=alice, match_id=match.pk, seat=0, step=step)
        assert (told["seat"], told["step"], told["bot"]) == (0, step, game.strongest_bot.id)
        state = positions.position(match.pk, step).state
        assert game.check(state, 0, told["orders"]) == told["orders"]
    assert coach.advice(user=alice, match_id=match.pk, seat=0, step=match.step)["orders"] is None


def test_it_knows_no_more_than_the_seat(alice):
    """Two worlds: what the seat does not see is another; the advice is the same."""
    match = whole_match(alice, "planet_conquer", seed="5a" * 16, steps=1)
    aborted(match)
    told = coach.advice(user=alice, match_id=match.pk, seat=0, step=0)
    here = match.steps.get(number=0)
    changed = unpack(here.state)
    game = games.get("planet_conquer")
    view = game.view(positions.position(match.pk, 0).state, 0)
    seen = {planet["id"] for planet in view["planets"] if planet["seen"] == "now"}
    hidden = [number for number in range(len(changed["holds"])) if number not in seen]
    for number in hidden:
        changed["holds"][number][1] += 7
    here.state = pack_text(canonical(changed))
    here.save()
    positions.forget()
    assert hidden
    assert game.view(positions.position(match.pk, 0).state, 0) == view
    assert coach.advice(user=alice, match_id=match.pk, seat=0, step=0) == told


WAYS = [
    lambda user, match_id: coach.advice(user=user, match_id=match_id, seat=None, step=0),
    lambda user, match_id: coach.begin_study(user=user, match_id=match_id, seat=None),
    lambda user, match_id: coach.study_of(user=user, match_id=match_id, seat=None),
    lambda user, match_id: coach.cancel_study(user=user, match_id=match_id, seat=None),
]


@pytest.mark.parametrize("ask", WAYS)
def test_of_a_match_that_goes_on_it_tells_nobody_anything(alice, bob, ask):
    match = whole_match(alice, "deep_blue", steps=2, visibility="public")
    for user, error in ((alice, NotAllowed), (bob, NotYourSeat)):
        with pytest.raises(error):
            ask(user, match.pk)
    Match.objects.filter(pk=match.pk).update(status=Match.Status.PAUSED, set_aside=True)
    with pytest.raises(NotAllowed):
        ask(alice, match.pk)
    assert not Trial.objects.exists()


@pytest.mark.parametrize("ask", WAYS)
def test_nor_through_a_fork_of_it_that_has_ended(alice, ask):
    match = whole_match(alice, "deep_blue", steps=2)
    sandbox = aborted(forks.fork(user=alice, match_id=match.pk, step=2))
    deeper = aborted(forks.fork(user=alice, match_id=sandbox.pk, step=0))
    for one in (sandbox, deeper):
        with pytest.raises(NotAllowed):
            ask(alice, one.pk)
    assert not Trial.objects.exists()


@pytest.mark.parametrize("ask", WAYS)
def test_it_speaks_of_own_matches_only(alice, bob, ask):
    match = whole_match(alice, "deep_blue")
    with pytest.raises(NotYourSeat):
        ask(bob, match.pk)
    with pytest.raises(NoMatch):
        ask(bob, "0000000000")
    running = whole_match(bob, "deep_blue", steps=1)
    with pytest.raises(NoMatch):
        ask(alice, running.pk)
    Match.objects.filter(pk=match.pk).update(rules_version="0")
    with pytest.raises(NotAllowed, match="older rules"):
        ask(alice, match.pk)


def test_of_lessons_and_sealed_matches_it_says_nothing(alice):
    match = whole_match(alice, "deep_blue")
    for change in ({"kind": Match.Kind.LESSON}, {"kind": Match.Kind.ORDINARY, "sealed": True}):
        Match.objects.filter(pk=match.pk).update(**change)
        with pytest.raises(NotAllowed):
            coach.advice(user=alice, match_id=match.pk, seat=0, step=0)


def test_another_seat_and_another_step_are_refused(alice):
    match = whole_match(alice, "deep_blue")
    for facts in ({"seat": 1}, {"seat": 0, "step": match.step + 1}):
        with pytest.raises(ServiceError):
            coach.advice(user=alice, match_id=match.pk, **{"step": 0, **facts})


@pytest.mark.parametrize("game_id", GAMES)
def test_a_study_plays_on_from_imagined_positions_and_tells_how_sure_it_is(alice, game_id):
    match = whole_match(alice, game_id)
    begun = coach.begin_study(user=alice, match_id=match.pk, seat=0)
    assert (begun["status"], begun["played"], begun["turns"]) == ("waiting", 0, [])
    told = played(match)
    assert (told["status"], told["played"], told["bot"]) == ("done", 6, games.get(game_id).strongest_bot.id)
    assert told["ahead"] >= study.NEAREST
    assert told["looked_at"] == 3
    for turn in told["turns"]:
        assert 0 <= turn["step"] < turn["to"] <= match.step
        for value in (turn["before"], turn["after"]):
            assert 0 <= value["low"] <= value["value"] <= value["high"] <= 1


def test_a_study_reads_nothing_but_the_views_of_its_seat(alice, monkeypatch):
    match = whole_match(alice, "deep_blue")
    game, asked = games.get("deep_blue"), []
    real = study.Study

    def noted(**facts):
        asked.append(real(**facts))
        return asked[0]

    monkeypatch.setattr(study, "Study", noted)
    coach.begin_study(user=alice, match_id=match.pk, seat=0)
    played(match)
    (one,) = asked
    assert one.view_of(3) == game.view(positions.position(match.pk, 3).state, 0)
    assert not {"state", "states", "positions", "match"} & set(vars(one))


def test_a_person_has_one_trial_or_study_and_may_cancel_it(alice):
    match = whole_match(alice, "deep_blue")
    coach.begin_study(user=alice, match_id=match.pk, seat=0)
    with pytest.raises(TooMany):
        coach.begin_study(user=alice, match_id=match.pk, seat=0)
    with pytest.raises(TooMany):
        trial_jobs.begin(user=alice, game_id="cosmos", text="", level="easy", seed="1", steps=3)
    assert trial_jobs.active(alice, "deep_blue") is None
    coach.cancel_study(user=alice, match_id=match.pk, seat=0)
    assert coach.study_of(user=alice, match_id=match.pk, seat=0)["status"] == "cancelled"
    coach.begin_study(user=alice, match_id=match.pk, seat=0)


def test_a_study_that_is_cancelled_stops_and_keeps_what_it_has_found(alice, monkeypatch):
    match = whole_match(alice, "deep_blue")
    coach.begin_study(user=alice, match_id=match.pk, seat=0)
    real = trial_jobs._store_study

    def cancelled_at_once(trial, looked, **changes):
        went_on = real(trial, looked, **changes)
        if looked.plays == 2:
            coach.cancel_study(user=alice, match_id=match.pk, seat=0)
        return went_on

    monkeypatch.setattr(trial_jobs, "_store_study", cancelled_at_once)
    told = played(match)
    assert (told["status"], told["played"]) == ("cancelled", 2)


def test_a_game_that_fails_ends_the_study_with_a_reason(alice, monkeypatch):
    match = whole_match(alice, "deep_blue")
    coach.begin_study(user=alice, match_id=match.pk, seat=0)
    monkeypatch.setattr(study, "worth", lambda *facts: 1 / 0)
    told = played(match)
    assert (told["status"], told["refusal"]["code"]) == ("failed", "fault")
    assert told["refusal"]["message"]


def test_a_study_that_nobody_plays_ends_with_a_reason(alice):
    match = whole_match(alice, "deep_blue")
    coach.begin_study(user=alice, match_id=match.pk, seat=0)
    Trial.objects.update(alive_at=timezone.now() - 2 * trial_jobs.ALONE)
    told = coach.study_of(user=alice, match_id=match.pk, seat=0)
    assert (told["status"], told["refusal"]["code"]) == ("failed", "no_runner")


def test_a_study_is_kept_for_a_while_and_its_owners_alone(alice, bob):
    match = whole_match(alice, "deep_blue")
    coach.begin_study(user=alice, match_id=match.pk, seat=0)
    trial = Trial.objects.get()
    assert (trial.place, trial.seconds) == (trial_jobs._places(alice)[0], trial_jobs.STUDY_SECONDS)
    assert client_of(alice).get(f"/api/programs/trials/{trial.pk}/").status_code == 404
    assert client_of(bob).get(f"/api/matches/{match.pk}/study/").status_code == 403
    Trial.objects.update(status="done", ended_at=timezone.now() - KEPT - timedelta(seconds=1))
    assert coach.study_of(user=alice, match_id=match.pk, seat=0)["status"] == "none"


def test_guests_have_shorter_studies(alice):
    alice.is_guest = True
    alice.save()
    match = whole_match(alice, "deep_blue")
    coach.begin_study(user=alice, match_id=match.pk, seat=0)
    assert Trial.objects.get().seconds == trial_jobs.STUDY_GUEST_SECONDS


def test_a_match_without_a_result_has_not_turned(alice):
    match = aborted(whole_match(alice, "deep_blue", steps=2))
    assert coach.advice(user=alice, match_id=match.pk, seat=0, step=0)["orders"] is not None
    with pytest.raises(NotAllowed, match="no result"):
        coach.begin_study(user=alice, match_id=match.pk, seat=0)


def test_over_http(alice):
    match = whole_match(alice, "deep_blue")
    client, address = client_of(alice), f"/api/matches/{match.pk}"
    advice = client.get(f"{address}/coach/?step=1")
    assert (advice.status_code, advice.json()["step"], advice.json()["seat"]) == (200, 1, 0)
    assert client.get(f"{address}/coach/").status_code == 400
    assert client.get(f"{address}/study/").json() == {"match": match.pk, "seat": 0, "status": "none"}
    begun = client.post(f"{address}/study/?seat=0")
    assert (begun.status_code, begun.json()["status"]) == (202, "waiting")
    refused = client.post(f"{address}/study/?seat=0")
    assert (refused.status_code, refused.json()["code"]) == (429, "too_many")
    assert client.delete(f"{address}/study/").status_code == 204
    page = client.get(f"/matches/{match.pk}/replay/").content.decode()
    assert '"coach": true' in page
    assert '"coach": false' in Client().get(f"/matches/{match.pk}/replay/").content.decode()
