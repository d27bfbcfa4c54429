"""What becomes of a trial to which two things happen at the same moment?"""

import pytest

from lobby.bots import trial_jobs
from lobby.matches.trials import Trial
from tests.lobby.test_trial_jobs import Asker

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]


def test_what_is_stored_while_a_trial_is_read_is_told_with_the_next_answer(alice):
    trial_id = Asker(alice).begun()
    read_before = trial_jobs.own(alice, trial_id)
    trial_jobs.play(trial_id, "runner", lambda: False)
    assert trial_jobs.serialize(read_before)["frames"] == []
    told = trial_jobs.serialize(trial_jobs.own(alice, trial_id))
    assert told["frames"][0]["step"] == 0 and told["static"]


def test_a_trial_whose_account_is_closed_as_it_is_claimed_is_nobody_s(alice, monkeypatch):
    trial_id = Asker(alice).begun()
    monkeypatch.setattr(trial_jobs.wake, "publish_from_thread", lambda ids: Trial.objects.filter(pk__in=ids).delete())
    assert trial_jobs.claim(trial_id, "runner") is None
