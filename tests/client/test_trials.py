"""Does the package wait for the end of a trial, tell its steps as they come, and leave nothing running behind?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import pytest
from fogbound_client import Address, AsyncSite, Refused, Site, trials, try_program, try_program_async

from tests.client.conftest import MakeAddress

ASKED: Any = {"game": "cosmos", "text": "def run_planet(c):\n    c.log('here')\n", "level": "easy", "steps": 3}
HEAD = {"options": {"rounds": 3}, "names": ["Your program", "Easy"], "static": {"size": 4}}
EMPTY = {"options": {}, "names": [], "static": {}}


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials, "ASK_SECONDS", 0)


def told(status: str, steps: range = range(0), refusal: Any = None) -> httpx.Response:
    """What the site says when asked for the positions of these steps."""
    body = {"id": "trial-x", "status": status, "refusal": refusal, **(HEAD if 0 in steps else EMPTY)}
    frames, runs = [{"step": step} for step in steps], [[{"console": str(step)}] for step in steps if step]
    return httpx.Response(202, json={**body, "frames": frames, "runs": runs})


def line(answers: list[httpx.Response], asked: list[str]) -> Callable[[httpx.Request], httpx.Response]:
    following = iter(answers)

    def handle(request: httpx.Request) -> httpx.Response:
        asked.append(f"{request.method} {request.url.raw_path.decode()}")
        return next(following)

    return handle


def played() -> list[httpx.Response]:
    return [told("waiting"), told("running", range(1)), told("running"), told("done", range(1, 4))]


REQUESTS = ["POST /api/programs/trials/", *(f"GET /api/programs/trials/trial-x/?since={n}" for n in (0, 1, 1))]


def whole(trial: Any) -> None:
    assert {key: trial[key] for key in HEAD} == HEAD
    assert [frame["step"] for frame in trial["frames"]] == [0, 1, 2, 3]
    assert [runs[0]["console"] for runs in trial["runs"]] == ["1", "2", "3"]


def test_positions_are_put_together_and_told_as_they_come() -> None:
    asked: list[str] = []
    heard: list[int] = []
    with Site("http://site.example", "fog_x", transport=httpx.MockTransport(line(played(), asked))) as site:
        whole(try_program(site, on_steps=lambda trial: heard.append(len(trial["frames"])), **ASKED))
    assert (asked, heard) == (REQUESTS, [1, 4])


async def test_the_same_for_asyncio() -> None:
    asked: list[str] = []
    async with AsyncSite("http://site.example", "fog_x", transport=httpx.MockTransport(line(played(), asked))) as site:
        whole(await try_program_async(site, **ASKED))
    assert asked == REQUESTS


def test_a_text_that_is_no_program_is_refused() -> None:
    why = {"code": "bad_program", "path": "text", "message": "No.", "data": {"line": 1}}
    answers = [told("waiting"), told("failed", refusal=why)]
    site = Site("http://site.example", "fog_x", transport=httpx.MockTransport(line(answers, [])))
    with site, pytest.raises(Refused) as refused:
        try_program(site, **ASKED)
    assert (refused.value.code, refused.value.path, refused.value.data) == ("bad_program", "text", {"line": 1})


def test_whoever_interrupts_it_cancels_it() -> None:
    asked: list[str] = []
    answers = [told("waiting"), told("running", range(1)), httpx.Response(204)]

    def interrupt(trial: Any) -> None:
        raise KeyboardInterrupt

    site = Site("http://site.example", "fog_x", transport=httpx.MockTransport(line(answers, asked)))
    with site, pytest.raises(KeyboardInterrupt):
        try_program(site, on_steps=interrupt, **ASKED)
    assert asked[-1] == "DELETE /api/programs/trials/trial-x/"


def test_a_trial_on_a_site(address_of: MakeAddress) -> None:
    address: Address = address_of("Tina")
    with Site(address.url, address.token) as site:
        trial = try_program(site, **ASKED)
        assert (trial["status"], trial["ended"]) == ("done", "steps")
        assert [frame["step"] for frame in trial["frames"]] == [0, 1, 2, 3]
        assert all(run["console"].strip() == "here" for runs in trial["runs"] for run in runs)
        with pytest.raises(Refused) as refused:
            try_program(site, **{**ASKED, "text": "def run(c)\n"})
        assert refused.value.data == {"line": 1, "column": 11}
