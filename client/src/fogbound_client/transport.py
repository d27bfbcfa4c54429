"""How does a request come to the site, and when does it come again? Waits where the site asks for it, and gives up after `patience` seconds.

429 and `unavailable` changed nothing and are sent again whatever they were; after a broken line or an answer of something between us and
the site only what may be done twice is.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import random
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, Self
from urllib.parse import quote

import httpx

from fogbound_client.errors import BadRecord, Refused, SiteUnreachable, TokenRefused

HOME = "http://127.0.0.1:8000"
"""Where `make play` serves."""
LONGEST_WAIT = 30.0
_AGAIN = {502, 503, 504}
_TWICE = {"GET", "PUT", "DELETE"}


@dataclass(frozen=True)
class Address:
    """Where the site is and who comes. By default the environment says it: FOGBOUND_SITE and FOGBOUND_TOKEN."""

    url: str = ""
    token: str = field(default="", repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "url", (self.url or os.environ.get("FOGBOUND_SITE", "") or HOME).rstrip("/"))
        object.__setattr__(self, "token", self.token or os.environ.get("FOGBOUND_TOKEN", ""))

    @property
    def headers(self) -> dict[str, str]:
        """Who comes."""
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}


def backoff(attempt: int) -> float:
    """Seconds before try `attempt` + 1: up to 1, 2, 4 … 30, drawn by lot so that programs of a site that was away do not all come at once."""
    ceiling = min(LONGEST_WAIT, 2.0**attempt)
    return ceiling / 2 + random.random() * ceiling / 2


def told_wait(headers: Mapping[str, str]) -> float | None:
    """Seconds that `Retry-After` asks for."""
    text = headers.get("Retry-After", "")
    return float(text) if text.isdigit() else None


class _Conversation:
    """One request: its tries, and what is made of the answer."""

    def __init__(self, method: str, path: str, query: Mapping[str, Any] | None, body: Any, patience: float) -> None:
        self.method = method
        self._until = time.monotonic() + patience
        self._attempt = 0
        given = {key: value for key, value in (query or {}).items() if value is not None}
        params = {key: str(value).lower() if isinstance(value, bool) else value for key, value in given.items()}
        self.request: dict[str, Any] = {"method": method, "url": path}
        if params:
            self.request["params"] = params
        if body is not None:
            self.request["json"] = body

    def after_break(self, error: httpx.TransportError) -> float:
        """Seconds until the next try; raises SiteUnreachable."""
        never_left = isinstance(error, httpx.ConnectError | httpx.ConnectTimeout | httpx.PoolTimeout)
        if never_left or self.method in _TWICE:
            return self._wait(None, str(error) or type(error).__name__)
        raise SiteUnreachable(f"{self.method} {self.request['url']}: {error or type(error).__name__}") from error

    def after_answer(self, answer: httpx.Response) -> float | None:
        """Seconds until the next try, or None: this is the answer."""
        if answer.status_code == httpx.codes.TOO_MANY_REQUESTS and told_wait(answer.headers) is not None:
            return self._wait(answer, "asked too often")
        if answer.status_code in _AGAIN and (_said(answer).get("code") == "unavailable" or self.method in _TWICE):
            return self._wait(answer, f"HTTP {answer.status_code}")
        return None

    def _wait(self, answer: httpx.Response | None, why: str) -> float:
        told = None if answer is None else told_wait(answer.headers)
        seconds = backoff(self._attempt) if told is None else told
        self._attempt += 1
        if time.monotonic() + seconds > self._until:
            if answer is not None and _said(answer):
                raise _refusal(answer)
            raise SiteUnreachable(f"{self.method} {self.request['url']}: {why}")
        return seconds


def _said(answer: httpx.Response) -> dict[str, Any]:
    try:
        said = answer.json()
    except ValueError:
        return {}
    return said if isinstance(said, dict) else {}


def _refusal(answer: httpx.Response) -> Refused:
    said = _said(answer)
    kind = TokenRefused if answer.status_code == httpx.codes.UNAUTHORIZED else Refused
    return kind(
        said.get("code", f"http_{answer.status_code}"),
        said.get("path", ""),
        said.get("message", answer.reason_phrase),
        said.get("data"),
        answer.status_code,
    )


def _read(answer: httpx.Response) -> Any:
    if answer.is_success:
        return answer.json() if answer.content else None
    raise _refusal(answer)


def _path(address: str) -> str:
    """The address on the site that we talk to: the token goes nowhere else."""
    return httpx.URL(address).raw_path.decode()


def _of_contest(contest_id: int) -> str:
    return f"/contests/{contest_id}/whole.zip"


def _of_month(month: str) -> str:
    return f"/downloads/{quote(month, safe='')}/"


def _digest_of(month: str, months: Iterable[Mapping[str, Any]]) -> str:
    for one in months:
        if one["month"] == month:
            return str(one["sha256"])
    raise BadRecord(f"the site has no file of {month}")


def _checked(file: Path, digest: str) -> Path:
    with file.open("rb") as content:
        found = hashlib.file_digest(content, "sha256").hexdigest()
    if found != digest:
        file.unlink()
        raise BadRecord(f"{file}: this is not the file that the site has made")
    return file


class _File:
    """What comes of an answer in parts; it has its name when it is whole."""

    def __init__(self, file: str | Path) -> None:
        self.file = Path(file)
        self._part = self.file.with_name(f"{self.file.name}.part")

    def begin(self) -> IO[bytes]:
        return self._part.open("wb")

    def done(self) -> Path:
        return self._part.replace(self.file)

    def forget(self) -> None:
        self._part.unlink(missing_ok=True)


def _client(address: Address, timeout: float) -> dict[str, Any]:
    return {"base_url": address.url, "headers": {**address.headers, "Accept": "application/json"}, "timeout": timeout}


class SiteTransport:
    """Requests one after the other. Use it as a context manager, or `close` it."""

    def __init__(
        self,
        url: str = "",
        token: str = "",
        *,
        timeout: float = 30.0,
        patience: float = 120.0,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        """`patience`: seconds that a request may take with all its waits. `transport`: another way than httpx's own."""
        self.address = Address(url, token)
        self._patience = patience
        self._client = httpx.Client(transport=transport, **_client(self.address, timeout))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *args: object) -> None:
        self.close()

    def close(self) -> None:
        """No more requests."""
        self._client.close()

    def entries(self, page: Mapping[str, Any]) -> Iterator[Any]:
        """The entries of a list's page and of all older ones, asked for as they are needed."""
        shown: Mapping[str, Any] = page
        while True:
            yield from shown["results"]
            if shown["next"] is None:
                return
            shown = self._ask("GET", _path(shown["next"]))

    def save(self, path: str, file: str | Path) -> Path:
        """Write a file that the site offers at that path to disk, as `/downloads/2026-10/`. What breaks off leaves nothing behind."""
        talk, saved = _Conversation("GET", path, None, None, self._patience), _File(file)
        while True:
            try:
                with self._client.stream(**talk.request) as answer:
                    if answer.is_success:
                        with saved.begin() as out:
                            out.writelines(answer.iter_bytes())
                        return saved.done()
                    answer.read()
                    wait = talk.after_answer(answer)
                    if wait is None:
                        raise _refusal(answer)
            except httpx.TransportError as error:
                wait = talk.after_break(error)
            finally:
                saved.forget()
            time.sleep(wait)

    def save_contest(self, contest_id: int, file: str | Path) -> Path:
        """Results and all replays of a contest that may be known, as a ZIP; `fogbound_client.records` reads it."""
        return self.save(_of_contest(contest_id), file)

    def save_month(self, month: str, file: str | Path) -> Path:
        """All public matches of a month, as 2026-10; `fogbound_client.records` reads them. Raises BadRecord if it is not what the site has made."""
        digest = _digest_of(month, self._ask("GET", "/api/downloads/"))
        return _checked(self.save(_of_month(month), file), digest)

    def _ask(self, method: str, path: str, *, query: Mapping[str, Any] | None = None, body: Any = None) -> Any:
        talk = _Conversation(method, path, query, body, self._patience)
        while True:
            try:
                answer = self._client.request(**talk.request)
            except httpx.TransportError as error:
                time.sleep(talk.after_break(error))
                continue
            wait = talk.after_answer(answer)
            if wait is None:
                return _read(answer)
            time.sleep(wait)


class AsyncSiteTransport:
    """The same for asyncio."""

    def __init__(
        self,
        url: str = "",
        token: str = "",
        *,
        timeout: float = 30.0,
        patience: float = 120.0,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        """See `SiteTransport`."""
        self.address = Address(url, token)
        self._patience = patience
        self._client = httpx.AsyncClient(transport=transport, **_client(self.address, timeout))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *args: object) -> None:
        await self.close()

    async def close(self) -> None:
        """No more requests."""
        await self._client.aclose()

    async def entries(self, page: Mapping[str, Any]) -> list[Any]:
        """The entries of a list's page and of all older ones."""
        found, shown = list(page["results"]), page
        while shown["next"] is not None:
            shown = await self._ask("GET", _path(shown["next"]))
            found += shown["results"]
        return found

    async def save(self, path: str, file: str | Path) -> Path:
        """See `SiteTransport.save`."""
        talk, saved = _Conversation("GET", path, None, None, self._patience), _File(file)
        while True:
            try:
                async with self._client.stream(**talk.request) as answer:
                    if answer.is_success:
                        with saved.begin() as out:
                            async for part in answer.aiter_bytes():
                                out.write(part)
                        return saved.done()
                    await answer.aread()
                    wait = talk.after_answer(answer)
                    if wait is None:
                        raise _refusal(answer)
            except httpx.TransportError as error:
                wait = talk.after_break(error)
            finally:
                saved.forget()
            await asyncio.sleep(wait)

    async def save_contest(self, contest_id: int, file: str | Path) -> Path:
        """See `SiteTransport.save_contest`."""
        return await self.save(_of_contest(contest_id), file)

    async def save_month(self, month: str, file: str | Path) -> Path:
        """See `SiteTransport.save_month`."""
        digest = _digest_of(month, await self._ask("GET", "/api/downloads/"))
        return _checked(await self.save(_of_month(month), file), digest)

    async def _ask(self, method: str, path: str, *, query: Mapping[str, Any] | None = None, body: Any = None) -> Any:
        talk = _Conversation(method, path, query, body, self._patience)
        while True:
            try:
                answer = await self._client.request(**talk.request)
            except httpx.TransportError as error:
                await asyncio.sleep(talk.after_break(error))
                continue
            wait = talk.after_answer(answer)
            if wait is None:
                return _read(answer)
            await asyncio.sleep(wait)
