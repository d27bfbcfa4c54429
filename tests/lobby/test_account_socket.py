"""The account socket: one stream that tells a program of all its matches and challenges, and nobody of another's."""

from __future__ import annotations

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator

from lobby.accounts.tokens import create_token
from lobby.bots import programs, trial_jobs
from lobby.matches.terms import Settings
from lobby.pages import account_socket
from lobby.play import services
from lobby.routing import sockets
from lobby.tables import challenges
from tests.games.toy import DEFAULT_ORDERS

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]
PATIENCE = 60
TWO = Settings(seats=2, step_seconds=30)


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(account_socket.AccountFeed, "gather_seconds", 0.01)


class Stream:
    """The socket of an account, by a token."""

    def __init__(self, person, scopes=("read",)):
        _token, text = create_token(user=person, name="stream", scopes=scopes)
        headers = [(b"authorization", f"Bearer {text}".encode())]
        self.socket = WebsocketCommunicator(sockets, "/ws/account/", headers=headers)

    async def open(self) -> Stream:
        assert (await self.socket.connect(timeout=PATIENCE))[0]
        return self

    async def next(self, kind: str) -> dict:
        """The next message of that kind; `alive` may come in between, nothing else."""
        while True:
            message = await self.socket.receive_json_from(PATIENCE)
            if message["type"] != "alive":
                assert message["type"] == kind, message
                return message

    async def close(self) -> None:
        await self.socket.disconnect()


async def opened(person, scopes=("read",)) -> Stream:
    return await (await sync_to_async(Stream)(person, scopes)).open()


async def test_it_tells_first_what_there_is_and_then_what_changes(alice, bob, charlie):
    stream, other = await opened(bob), await opened(charlie)
    assert await stream.next("account") == {"type": "account", "matches": [], "challenges": [], "trials": []}
    await other.next("account")
    asked = await sync_to_async(challenges.challenge)(user=alice, opponent=bob, game_id="toy", options={}, settings=TWO)
    told = await stream.next("challenge")
    assert (told["challenge"], told["status"], told["mine"], told["player"]) == (asked.pk, "open", False, "Alice")
    await sync_to_async(challenges.accept)(user=bob, challenge_id=asked.pk)
    told = await stream.next("match")
    assert (told["match"], told["game"], told["status"], told["step"], told["due"]) == (
        asked.pk,
        "toy",
        "running",
        0,
        True,
    )
    assert told["seats"] and told["deadline"] is not None and told["places"] is None
    await services.submit_orders(user_id=bob.pk, match_id=asked.pk, step=0, orders=DEFAULT_ORDERS, ready=True)
    assert (await stream.next("match"))["due"] is False
    again = await opened(bob)
    assert [one["match"] for one in (await again.next("account"))["matches"]] == [asked.pk]
    own = await sync_to_async(challenges.challenge)(
        user=alice, opponent=charlie, game_id="toy", options={}, settings=TWO
    )
    assert (await other.next("challenge"))["challenge"] == own.pk, "the first that somebody else hears is of one's own"
    for one in (stream, other, again):
        await one.close()


async def test_the_challenger_is_told_of_the_answer(alice, bob):
    asked = await sync_to_async(challenges.challenge)(user=alice, opponent=bob, game_id="toy", options={}, settings=TWO)
    stream = await opened(alice)
    assert [one["mine"] for one in (await stream.next("account"))["challenges"]] == [True]
    await sync_to_async(challenges.decline)(user=bob, challenge_id=asked.pk, why="game")
    told = await stream.next("challenge")
    assert (told["status"], told["why"], told["clock"]) == ("declined", "game", None)
    await stream.close()


async def test_a_match_that_ends_says_the_places(alice, bob):
    asked = await sync_to_async(challenges.challenge)(user=alice, opponent=bob, game_id="toy", options={}, settings=TWO)
    await sync_to_async(challenges.accept)(user=bob, challenge_id=asked.pk)
    stream = await opened(alice)
    await stream.next("account")
    await services.resign(user_id=alice.pk, match_id=asked.pk)
    while (told := await stream.next("match"))["status"] == "running":
        pass
    assert told["status"] == "finished" and not told["due"] and list(told["places"].values()) != [None]
    await stream.close()


async def test_who_may_not_read_is_sent_away(alice):
    stream = await sync_to_async(Stream)(alice, ("play",))
    await stream.socket.connect(timeout=PATIENCE)
    assert await stream.socket.receive_output(PATIENCE) == {"type": "websocket.close", "code": 4401}
    stranger = WebsocketCommunicator(sockets, "/ws/account/", headers=[(b"authorization", b"Bearer fog_wrong")])
    assert not (await stranger.connect(timeout=PATIENCE))[0]


async def test_who_sends_something_is_sent_away(alice):
    stream = await opened(alice)
    await stream.next("account")
    await stream.socket.send_json_to({"type": "watch"})
    assert (await stream.socket.receive_output(PATIENCE))["code"] == 4008
    assert not account_socket.feed()._members


def test_calls_that_concern_nobody_who_listens_take_two_statements(make_match, charlie, django_assert_num_queries):
    ids = [make_match().pk for _ in range(3)]
    with django_assert_num_queries(2):
        assert account_socket.news(ids, {charlie.pk}) == {}


async def test_of_a_match_that_is_over_nothing_is_kept(alice, bob):
    asked = await sync_to_async(challenges.challenge)(user=alice, opponent=bob, game_id="toy", options={}, settings=TWO)
    stream = await opened(alice)
    (member,) = account_socket.feed()._members
    await stream.next("account")
    await sync_to_async(challenges.accept)(user=bob, challenge_id=asked.pk)
    await stream.next("match")
    assert f"match {asked.pk}" in member._last
    await services.resign(user_id=alice.pk, match_id=asked.pk)
    while (await stream.next("match"))["status"] == "running":
        pass
    assert f"match {asked.pk}" not in member._last
    await stream.close()


async def test_it_tells_how_far_a_trial_is_to_its_account_alone(alice, bob):
    stream, other = await opened(alice), await opened(bob)
    for one in (stream, other):
        await one.next("account")
    asked = {"game_id": "cosmos", "text": "def run_planet(c):\n    pass\n", "level": "easy", "seed": "", "steps": 2}
    trial = await sync_to_async(trial_jobs.begin)(user=alice, **asked)
    waiting = {"type": "trial", "trial": trial.pk, "game": "cosmos", "status": "waiting", "wanted": 2, "played": 0}
    assert await stream.next("trial") == waiting
    again = await opened(alice)
    assert (await again.next("account"))["trials"] == [waiting]
    await sync_to_async(trial_jobs.play)(trial.pk, "runner", lambda: False)
    told = [await stream.next("trial")]
    while told[-1]["status"] != "done":
        told.append(await stream.next("trial"))
    assert told[-1] == waiting | {"status": "done", "played": 2}
    own = await sync_to_async(trial_jobs.begin)(user=bob, **asked)
    assert (await other.next("trial"))["trial"] == own.pk, "the first that somebody else hears is of one's own"
    (member,) = (
        one
        for one in account_socket.feed()._members
        if one.user_id == alice.pk and "account" in one._last and not one._last["account"]["trials"]
    )
    assert f"trial {trial.pk}" not in member._last, "nothing is kept of a trial that is over"
    last = await opened(alice)
    assert (await last.next("account"))["trials"] == []
    for one in (stream, other, again, last):
        await one.close()
    await sync_to_async(programs.TRIALS.close)()
