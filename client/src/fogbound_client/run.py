"""How does a program get to its matches? `run` plays one, `run_many` a number of them, `serve` all that its account has, for ever."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

from fogbound_client.errors import Refused, SiteUnreachable
from fogbound_client.operations import AsyncSite
from fogbound_client.player import Deciders, Player, Result, raise_if_closed
from fogbound_client.stream import Message, Stream
from fogbound_client.transport import Address
from fogbound_client.types.rest import TableForm

log = logging.getLogger("fogbound")

PEOPLE = "people"
"""As `against`: wait in the queue for whoever comes."""
QUEUE_SECONDS = 5.0
"""Whoever waits in the queue has to ask again within 15."""
MOST_AT_ONCE = 5

T = TypeVar("T")

Accept = Callable[[Message], bool]
"""Says of a `challenge` message of the account socket whether to accept it."""


def run(
    decide: Deciders,
    *,
    game: str = "",
    against: str = "",
    match: str = "",
    table: TableForm | None = None,
    site: str = "",
    token: str = "",
    strict: bool = False,
    memory_folder: str | Path | None = None,
) -> Result:
    """Play one match to its end, and say how it went.

    `match`: that of this id, in which one sits. `table`: one at a table of this form, whose other seats `bots` fill. Else a quick
    match of `game` `against` a bot of the site (by default its weakest) or "people". `site` and `token` default to FOGBOUND_SITE
    and FOGBOUND_TOKEN. Raises Refused, TokenRefused, SiteUnreachable; with `strict` also what `decide` raises.
    """
    return _finish(
        play(
            decide, game=game, against=against, match=match, table=table, address=Address(site, token), strict=strict,
            memory_folder=memory_folder,
        )
    )  # fmt: skip


def run_many(
    decide: Deciders,
    *,
    game: str,
    matches: int,
    against: str = "",
    at_once: int = MOST_AT_ONCE,
    site: str = "",
    token: str = "",
    strict: bool = False,
) -> list[Result]:
    """Play so many quick matches, some at once on one line."""
    return _finish(
        play_many(
            decide, game=game, matches=matches, against=against, at_once=at_once, address=Address(site, token),
            strict=strict,
        )
    )  # fmt: skip


def serve(
    decide: Deciders,
    *,
    site: str = "",
    token: str = "",
    strict: bool = False,
    accept: Accept | None = None,
    threads: int = 1,
    memory_folder: str | Path | None = None,
) -> None:
    """Play every match of the account, those that begin later too, until it is interrupted.

    `decide` is one function, or one for each game: `{"cosmos": fly, "frames": fight}`; matches of other games are left alone.
    `accept(challenge)` says whether to accept a challenge; others, and all without it, are left to whoever owns the account.
    """
    folder = None if memory_folder is None else Path(memory_folder)
    _finish(
        attend(
            decide, address=Address(site, token), strict=strict, accept=accept, threads=threads, memory_folder=folder
        )
    )  # fmt: skip


def _finish(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


# --- The same for asyncio


async def play(
    decide: Deciders,
    *,
    game: str = "",
    against: str = "",
    match: str = "",
    table: TableForm | None = None,
    address: Address | None = None,
    strict: bool = False,
    memory_folder: str | Path | None = None,
) -> Result:
    """See `run`."""
    where = address or Address()
    folder = None if memory_folder is None else Path(memory_folder)
    async with (
        AsyncSite(where.url, where.token) as site,
        Player(decide, where, strict=strict, memory_folder=folder) as player,
    ):
        found = match or await open_match(site, game=game, against=against, table=table)
        log.info("playing %s/matches/%s/", where.url, found)
        player.add(found, alone=True)
        return raise_if_closed(await player.result(found))


async def play_many(
    decide: Deciders,
    *,
    game: str,
    matches: int,
    against: str = "",
    at_once: int = MOST_AT_ONCE,
    address: Address | None = None,
    strict: bool = False,
) -> list[Result]:
    """See `run_many`."""
    where = address or Address()
    places = asyncio.Semaphore(at_once)
    async with AsyncSite(where.url, where.token) as site, Player(decide, where, strict=strict) as player:

        async def one() -> Result:
            async with places:
                found = await open_match(site, game=game, against=against)
                player.add(found)
                return raise_if_closed(await player.result(found))

        tasks = [asyncio.create_task(one()) for _ in range(matches)]
        try:
            return await asyncio.gather(*tasks)
        finally:
            # What ended one of them, ends them all.
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


async def attend(
    decide: Deciders,
    *,
    address: Address | None = None,
    strict: bool = False,
    accept: Accept | None = None,
    threads: int = 1,
    memory_folder: Path | None = None,
) -> None:
    """See `serve`."""
    where = address or Address()
    async with (
        AsyncSite(where.url, where.token) as site,
        Player(decide, where, strict=strict, threads=threads, memory_folder=memory_folder) as player,
    ):
        attendant = _Attendant(site, player, accept)
        stream = Stream(where, attendant.hear_match, attendant.hear_challenge)
        tasks = [asyncio.create_task(stream.run()), asyncio.create_task(player.failed())]
        try:
            # Neither ends but by an error, which is raised as it is.
            ended, _others = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            ended.pop().result()
        finally:
            for task in (*tasks, *attendant.answering):
                task.cancel()
            await asyncio.gather(*tasks, *attendant.answering, return_exceptions=True)


class _Attendant:
    """Plays what the account's stream tells of."""

    def __init__(self, site: AsyncSite, player: Player, accept: Accept | None) -> None:
        self.answering: set[asyncio.Task[None]] = set()
        self._site = site
        self._player = player
        self._accept = accept
        self._closed: set[str] = set()
        """Matches that could not be played."""
        self._answered: set[str] = set()

    def hear_match(self, told: Message) -> None:
        """Play it, if it goes on and is not played yet."""
        match_id = told["match"]
        goes_on = told["status"] in ("running", "paused")
        if goes_on and self._player.plays(told["game"]) and match_id not in {*self._player.matches, *self._closed}:
            log.info("playing match %s", match_id)
            self._player.add(match_id).add_done_callback(lambda ended: self._note_end(ended.result()))

    def hear_challenge(self, told: Message) -> None:
        """Accept it, if that is wished."""
        is_asked = told["status"] == "open" and not told["mine"] and told["challenge"] not in self._answered
        if is_asked and self._accept is not None and self._player.plays(told["game"]) and self._accept(told):
            self._answered.add(told["challenge"])
            task = asyncio.create_task(self._say_yes(told))
            self.answering.add(task)
            task.add_done_callback(self.answering.discard)

    async def _say_yes(self, told: Message) -> None:
        try:
            await self._site.challenges_accept_create(told["challenge"])
        except (Refused, SiteUnreachable) as error:
            log.warning("the challenge of %s could not be accepted: %s", told["player"], error)

    def _note_end(self, result: Result) -> None:
        log.info("match %s of %s: %s, place %s", result.match, result.game, result.status, result.place)
        if result.status == "closed":
            self._closed.add(result.match)


async def open_match(site: AsyncSite, *, game: str = "", against: str = "", table: TableForm | None = None) -> str:
    """The id of a match that has begun, in which one has a seat."""
    if table is not None:
        opened = await site.tables_create(**table)
        await site.tables_start_create(opened["id"])
        return opened["id"]
    if not game:
        raise Refused("bad_value", "game", "Say which game, which match or which table.")
    if against == PEOPLE:
        return await _wait_in_queue(site, game)
    quick = site.tables_quick_create(game=game, bot=against) if against else site.tables_quick_create(game=game)
    return (await quick)["id"]


async def _wait_in_queue(site: AsyncSite, game: str) -> str:
    await site.queue_create(game=game, pace="fast")
    try:
        while True:
            found = (await site.queue_read())["match"]
            if found is not None:
                return found
            await asyncio.sleep(QUEUE_SECONDS)
    except asyncio.CancelledError:
        await site.queue_leave()
        raise
