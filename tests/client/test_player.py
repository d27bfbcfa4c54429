"""Does one program keep many matches apart: lines, decisions, memories, and matches that go on under another id?"""

from __future__ import annotations

import asyncio
import importlib
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import httpx
import pytest
from fogbound_client import (
    Address,
    AsyncSite,
    NotADecider,
    Player,
    Refused,
    Result,
    TokenRefused,
    attend,
    play_many,
    player,
)
from fogbound_client.link import MOST_SEATS
from fogbound_client.seat import Message, Seat

run = importlib.import_module("fogbound_client.run")  # the package's `run` is the function
lines: list[FakeLink] = []


class FakeLink:
    """A line on which the test says what is heard."""

    def __init__(self, address: Address, on_news: Any, *, match_id: str = "") -> None:
        self.match_id, self.seats, self.sent = match_id, dict[str, Seat](), list[Message]()
        self._on_news, self._has_sent = on_news, asyncio.Event()
        lines.append(self)

    @property
    def has_room(self) -> bool:
        return len(self.seats) < MOST_SEATS

    def add(self, seat: Seat) -> None:
        self.seats[seat.match_id] = seat
        (watch,) = seat.opened()
        seat.heard({"type": "ack", "ack": watch["ack"]})

    def remove(self, seat: Seat) -> None:
        del self.seats[seat.match_id]

    def send(self, messages: Iterable[Message]) -> None:
        self.sent += messages
        self._has_sent.set()

    async def run(self) -> None:
        await asyncio.Event().wait()

    def hear(self, match_id: str, kind: str, **fields: Any) -> None:
        seat = self.seats[match_id]
        self.send(seat.heard({"type": kind, "match": match_id, **fields}))
        self._on_news(seat)

    def begin(self, match_id: str, game: str = "some_game") -> None:
        self.hear(match_id, "match", audience=0, info={"game": game, "static": {}, "you": 0})

    def ask(self, match_id: str, step: int, deadline: int = 1000) -> None:
        """A step that waits for the seat."""
        self.status(match_id, "running", step=step, deadline=deadline)
        view = {"step": step, "match": match_id}
        self.hear(match_id, "frame", audience=0, step=step, view=view, events=[], choices=[], final=False)

    def status(self, match_id: str, status: str, **fields: Any) -> None:
        known = {"step": 0, "deadline": None, "waiting": [], "seats": [{"seat": 0, "place": 1}], "outcome": None}
        self.hear(match_id, "status", status=status, **{**known, "goes_on": None, **fields})

    async def answers(self, count: int) -> list[Message]:
        async with asyncio.timeout(60):
            while len(self.sent) < count:
                self._has_sent.clear()
                await self._has_sent.wait()
        return self.sent


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    lines.clear()
    monkeypatch.setattr(player, "Link", FakeLink)


def names(folder: Path) -> list[str]:
    return [file.name for file in folder.iterdir()]


def counting(view: Any, memory: Any) -> Any:
    memory["asked"] = memory.get("asked", 0) + 1
    return [view["match"], memory["asked"]]


async def test_memories_are_kept_apart() -> None:
    async with Player(counting, strict=True) as program:
        for match in ("a", "b"):
            program.add(match)
            lines[0].begin(match)
        for number, (match, step) in enumerate([("a", 0), ("b", 0), ("a", 1)], 1):
            lines[0].ask(match, step)
            await lines[0].answers(number)
            lines[0].hear(match, "ack", ack=lines[0].sent[-1]["ack"])
    assert [message["orders"] for message in lines[0].sent] == [["a", 1], ["b", 1], ["a", 2]]


async def test_memories_outlive_the_program_until_the_match_is_over(tmp_path: Path) -> None:
    for round_ in (1, 2):
        async with Player(counting, strict=True, memory_folder=tmp_path) as program:
            ended = program.add("a")
            lines[-1].begin("a")
            lines[-1].ask("a", round_)
            (message,) = await lines[-1].answers(1)
            assert message["orders"] == ["a", round_]
            assert names(tmp_path) == ["a.json"]
            if round_ == 2:
                lines[-1].status("a", "finished")
                assert (await ended).place == 1
    assert names(tmp_path) == []


async def test_a_hundred_matches_share_a_line() -> None:
    async with Player(counting) as program:
        for number in range(MOST_SEATS + 1):
            program.add(str(number))
        assert [len(line.seats) for line in lines] == [MOST_SEATS, 1]
        lines[0].begin("5")
        lines[0].status("5", "aborted")
        program.add("next")
        assert [len(line.seats) for line in lines] == [MOST_SEATS, 1]
        assert program.add("next") is program.add("next")


async def test_the_nearest_deadline_comes_first() -> None:
    gate, began = threading.Event(), threading.Event()

    def waiting(view: Any) -> Any:
        began.set()
        gate.wait(20)
        return view["match"]

    async with Player(waiting, strict=True) as program:
        for match in ("busy", "late", "soon", "never"):
            program.add(match)
            lines[0].begin(match)
        lines[0].ask("busy", 0)
        await asyncio.to_thread(began.wait, 20)
        for match, deadline in (("never", 0), ("late", 900), ("soon", 100)):
            lines[0].ask(match, 0, deadline)
        gate.set()
        sent = await lines[0].answers(4)
    assert [message["orders"] for message in sent] == ["busy", "soon", "late", "never"]


async def test_a_match_that_was_set_back_is_played_on() -> None:
    async with Player(counting, strict=True) as program:
        ended = program.add("old")
        lines[0].begin("old")
        lines[0].status("old", "paused", step=4)
        lines[0].status("old", "aborted", goes_on="new")
        assert program.matches == ["new"]
        lines[0].begin("new")
        lines[0].ask("new", 0)
        await lines[0].answers(1)
        lines[0].status("new", "finished")
        result: Result = await ended
    assert (result.match, result.status, result.decisions) == ("new", "finished", 1)


async def test_each_game_has_its_own_decide_and_others_are_left_alone() -> None:
    async with Player({"one": lambda: 1, "two": lambda: 2}) as program:
        assert [program.plays(game) for game in ("one", "two", "three")] == [True, True, False]
        ended = program.add("c")
        for match, game in (("a", "one"), ("b", "two")):
            program.add(match)
            lines[0].begin(match, game)
            lines[0].ask(match, 0)
        assert [message["orders"] for message in await lines[0].answers(2)] == [1, 2]
        lines[0].begin("c", "three")
        result = await ended
    assert (result.status, (result.fault or {}).get("code")) == ("closed", "no_decide")


async def test_a_strict_program_ends_with_its_mistake() -> None:
    def failing() -> Any:
        raise ZeroDivisionError("a mistake")

    async with Player(failing, strict=True) as program:
        program.add("a")
        lines[0].begin("a")
        lines[0].ask("a", 0)
        with pytest.raises(ZeroDivisionError):
            await program.result("a")


class MockedSite(AsyncSite):
    """Answers from a list, with as little patience as there is."""

    answers: list[httpx.Response] = []

    def __init__(self, url: str = "", token: str = "") -> None:
        transport = httpx.MockTransport(lambda request: self.answers.pop(0))
        super().__init__("http://site.example", "fog_token", transport=transport, patience=0)


async def test_whoever_serves_plays_what_the_stream_tells_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def told(match: str, status: str = "running", game: str = "some_game") -> Any:
        return {"type": "match", "match": match, "status": status, "game": game}

    class Told:
        """Stands for the line to the account."""

        def __init__(self, address: Any, on_match: Any, on_challenge: Any) -> None:
            self.on_match = on_match

        async def run(self) -> None:
            for one in (told("a"), told("b", "paused"), told("a"), told("c", "finished"), told("d", game="other")):
                self.on_match(one)
            raise TokenRefused("bad_token", "", "No.", None, 4401)

    monkeypatch.setattr(run, "AsyncSite", MockedSite)
    monkeypatch.setattr(run, "Stream", Told)
    with pytest.raises(TokenRefused):
        await attend({"some_game": counting})
    assert sorted(lines[0].seats) == ["a", "b"]


async def test_what_ends_one_of_many_matches_ends_them_all_and_is_told_as_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(run, "AsyncSite", MockedSite)
    refused = {"code": "not_found", "path": "game", "message": "There is no such game.", "data": {}}
    opened = httpx.Response(201, json={"id": "a"})
    MockedSite.answers = [opened, httpx.Response(404, json=refused)]
    with pytest.raises(Refused, match="not_found at game"):
        await play_many(counting, game="nothing", matches=5, at_once=2)


def test_what_is_no_decide_is_refused_before_anything_is_asked() -> None:
    with pytest.raises(NotADecider):
        Player({"one": lambda stones: None})
