"""What do staff read of votes and pauses of players? Who asked, who declined, what was agreed; never who else agreed."""

import pytest
from django.utils import timezone

from lobby.matches.models import Vote
from lobby.matches.people import VoteAct
from lobby.operations import timeline
from tests.lobby.test_votes import say

pytestmark = pytest.mark.django_db(transaction=True)


def told(match, is_own=False):
    """What staff read of votes, the oldest first."""
    match.refresh_from_db()
    others = ("The table", "The match began", "It was paused", "The match ended")
    return [moment.what for moment in reversed(timeline.of(match, is_own=is_own)) if not moment.what.startswith(others)]


def test_staff_read_what_players_asked_of_each_other_and_agreed_on(make_match, alice, bob, charlie, dana, client):
    match = make_match([alice, bob, charlie])
    say(match, bob, "draw")
    say(match, alice, "draw")
    say(match, charlie, "draw", value=False)
    for person in (charlie, alice, bob):
        say(match, person, "pause")
    asked = ["Seat 2 offered a draw.", "Seat 3 declined a draw.", "Seat 3 asked for a pause."]
    assert told(match) == [*asked, "The players agreed on a pause."], "not who else agreed"
    for person in (alice, bob, charlie):
        say(match, person, "resume")
    assert told(match)[4:] == ["Seat 1 asked to end the pause.", "The players ended the pause."]
    client.force_login(dana)
    page = client.get(f"/staff/matches/{match.pk}/").content.decode()
    assert "Seat 3 declined a draw." in page and "The players agreed on a pause." in page


def test_where_names_are_hidden_staff_who_play_read_only_what_was_agreed(make_match, alice, bob):
    match = make_match(anonymous=True)
    say(match, alice, "extend")
    say(match, bob, "extend")
    assert told(match) == ["Seat 1 asked for more time.", "The players agreed on more time."]
    assert told(match, is_own=True) == ["The players agreed on more time."]


@pytest.mark.parametrize("kind", Vote.Kind.values)
def test_every_vote_has_a_line(kind, make_match, alice, bob):
    match = make_match()
    for what in ("asked", "declined", "carried"):
        VoteAct.objects.create(match=match, kind=kind, what=what, seat=0, at=timezone.now())
    assert len(set(told(match))) == 3
