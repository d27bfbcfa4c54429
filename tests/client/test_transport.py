"""Which requests come again, and when? What changed nothing always, what may have changed something only if that may be done twice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import httpx
import pytest
from fogbound_client import AsyncSite, Refused, Site, SiteUnreachable, TokenRefused, transport

ADDRESS = "http://site.example"
Answer = httpx.Response | Exception


def answer(status: int, body: Any = None, **headers: str) -> httpx.Response:
    return httpx.Response(status, json=body, headers={key.replace("_", "-"): value for key, value in headers.items()})


def refusal(status: int, code: str, **headers: str) -> httpx.Response:
    return answer(status, {"code": code, "path": "game", "message": "No.", "data": {"limit": 1}}, **headers)


class Waits:
    """The seconds that were waited, without waiting; the clock goes on by them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seconds: list[float] = []
        monkeypatch.setattr(transport.time, "sleep", self.seconds.append)  # type: ignore[attr-defined]
        monkeypatch.setattr(transport.time, "monotonic", lambda: sum(self.seconds))  # type: ignore[attr-defined]


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> Waits:
    return Waits(monkeypatch)


def script(answers: Sequence[Answer], asked: list[httpx.Request]) -> Callable[[httpx.Request], httpx.Response]:
    following = iter(answers)

    def handle(request: httpx.Request) -> httpx.Response:
        asked.append(request)
        found = next(following)
        if isinstance(found, Exception):
            raise found
        return found

    return handle


def site_of(*answers: Answer, asked: list[httpx.Request] | None = None) -> Site:
    handle = script(answers, [] if asked is None else asked)
    return Site(ADDRESS, "fog_token", transport=httpx.MockTransport(handle))


def test_a_request_has_token_fields_and_body() -> None:
    asked: list[httpx.Request] = []
    with site_of(
        answer(200, {"results": [], "next": None, "previous": None}), answer(201, {"id": "a"}), asked=asked
    ) as site:
        site.matches_list(mine=True, game="cosmos")
        assert site.tables_quick_create(game="cosmos", bot="easy")["id"] == "a"
    assert str(asked[0].url) == f"{ADDRESS}/api/matches/?game=cosmos&mine=true"
    assert asked[0].headers["Authorization"] == "Bearer fog_token"
    assert asked[1].method == "POST"
    assert asked[1].read() == b'{"game":"cosmos","bot":"easy"}'


def test_a_part_of_an_address_cannot_leave_its_place() -> None:
    asked: list[httpx.Request] = []
    with site_of(answer(200, {}), asked=asked) as site:
        site.matches_retrieve("../account")
    assert asked[0].url.raw_path == b"/api/matches/..%2Faccount/"


def test_waits_as_long_as_the_site_says(waits: Waits) -> None:
    with site_of(refusal(429, "too_many", retry_after="7"), answer(201, {"id": "a"})) as site:
        assert site.tables_quick_create(game="cosmos")["id"] == "a"
    assert waits.seconds == [7]


def test_does_not_wait_longer_than_it_has_patience(waits: Waits) -> None:
    with site_of(refusal(429, "too_many", retry_after="121")) as site, pytest.raises(Refused) as refused:
        site.tables_quick_create(game="cosmos")
    assert (refused.value.code, refused.value.status, refused.value.data) == ("too_many", 429, {"limit": 1})
    assert waits.seconds == []


def test_what_the_site_did_not_take_comes_again(waits: Waits) -> None:
    with site_of(refusal(503, "unavailable"), httpx.ConnectError("refused"), answer(201, {"id": "a"})) as site:
        assert site.tables_quick_create(game="cosmos")["id"] == "a"
    assert len(waits.seconds) == 2


@pytest.mark.parametrize("broken", [answer(502), httpx.ReadTimeout("slow")])
def test_what_may_have_been_done_is_not_done_twice(waits: Waits, broken: Answer) -> None:
    with site_of(broken) as site, pytest.raises((Refused, SiteUnreachable)):
        site.tables_quick_create(game="cosmos")
    with site_of(broken, answer(200, [])) as site:
        assert site.games_list() == []
    assert len(waits.seconds) == 1


def test_gives_up_on_a_site_that_never_answers(waits: Waits) -> None:
    with site_of(*[httpx.ConnectError("refused")] * 50) as site, pytest.raises(SiteUnreachable):
        site.games_list()
    assert 60 < sum(waits.seconds) <= 120


def test_refusals_are_told() -> None:
    with site_of(refusal(401, "bad_token"), refusal(400, "bad_value"), httpx.Response(404, text="nothing")) as site:
        with pytest.raises(TokenRefused):
            site.account_retrieve()
        with pytest.raises(Refused, match="bad_value at game: No"):
            site.account_retrieve()
        with pytest.raises(Refused, match="http_404"):
            site.account_retrieve()


def test_pages_are_followed_and_the_token_goes_nowhere_else() -> None:
    asked: list[httpx.Request] = []
    older = "http://another.example/api/matches/?cursor=x"
    first = {"results": [{"id": "a"}, {"id": "b"}], "next": older, "previous": None}
    with site_of(answer(200, first), answer(200, {"results": [{"id": "c"}], "next": None}), asked=asked) as site:
        assert [card["id"] for card in site.entries(site.matches_list())] == ["a", "b", "c"]
    assert str(asked[1].url) == f"{ADDRESS}/api/matches/?cursor=x"


async def test_the_same_for_asyncio(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []

    async def wait(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr(transport.asyncio, "sleep", wait)  # type: ignore[attr-defined]
    answers = [
        refusal(429, "too_many", retry_after="1"),
        httpx.ConnectError("refused"),
        answer(200, []),
        refusal(400, "x"),
    ]
    async with AsyncSite(ADDRESS, "", transport=httpx.MockTransport(script(answers, asked := []))) as site:
        assert await site.games_list() == []
        with pytest.raises(Refused):
            await site.games_list()
    assert waited[0] == 1
    assert len(waited) == 2
    assert "Authorization" not in asked[0].headers
