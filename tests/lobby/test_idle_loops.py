"""What do the loops of a site ask while there is nothing to do? They look every second or two, beside whoever plays."""

from __future__ import annotations

import pytest
from django.utils import timezone

from lobby.ladder import runner
from lobby.notices import outbox, routing
from lobby.notices.models import Delivery


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("look", "nothing"),
    [
        pytest.param(runner.top_up, [], id="ladder"),
        pytest.param(routing.route, 0, id="routing"),
        pytest.param(lambda now: outbox.take(Delivery.Way.values, 10, now), [], id="outbox"),
    ],
)
def test_a_look_that_finds_nothing_is_one_question_and_locks_nothing(look, nothing, django_assert_num_queries):
    with django_assert_num_queries(1) as asked:
        assert look(timezone.now()) == nothing
    assert asked.captured_queries[0]["sql"].startswith("SELECT")
