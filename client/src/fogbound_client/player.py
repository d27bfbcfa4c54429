"""How does one program play many matches at once? Seats on their lines, decisions one after the other, the nearest deadline first."""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fogbound_client.deciding import Decide, Decider
from fogbound_client.errors import Refused
from fogbound_client.link import Link
from fogbound_client.memories import Memories
from fogbound_client.rng import program_rng
from fogbound_client.seat import Due, Message, Seat
from fogbound_client.transport import Address

log = logging.getLogger("fogbound")

Json = Any
Deciders = Decide | Decider | Mapping[str, Decide | Decider]
"""One for every game, or one for each game's id."""


@dataclass(frozen=True)
class Result:
    """How a match ended for the program."""

    match: str
    game: str
    status: str
    """`finished`, `aborted`; `closed` for one that could not be played any more, `fault` says why."""
    seat: int | None
    place: int | None
    """1 is first, None without a ranking."""
    outcome: Json
    decisions: int
    refused: tuple[Message, ...] = ()
    """Orders that the site did not take: `step`, `code`, `path`, `message`."""
    errors: tuple[str, ...] = ()
    """Steps in which `decide` failed, and how."""
    fault: Message | None = None


@dataclass
class _Playing:
    seat: Seat
    link: Link
    ended: asyncio.Future[Result]
    decisions: int = 0
    told: int = 0
    """Refusals that are in the log."""
    errors: list[str] = field(default_factory=list)


class Player:
    """Plays the seats that it is given, on as few lines as they need. Use it as an async context manager."""

    def __init__(
        self,
        decide: Deciders,
        address: Address | None = None,
        *,
        strict: bool = False,
        threads: int = 1,
        memory_folder: Path | None = None,
        on_step: Callable[[str, Due, Json], None] | None = None,
    ) -> None:
        """`decide` runs in threads, so that no line waits for it; more than one only if it bears that.

        A `decide` that fails is logged and its step played with default orders; with `strict` the error ends everything.
        `on_step(match, due, orders)` is told of every decision.
        """
        self._deciders = _deciders(decide)
        self._address = address or Address()
        self._strict = strict
        self._on_step = on_step
        self._memories = Memories(memory_folder)
        self._playing: dict[str, _Playing] = {}
        self._links: list[Link] = []
        self._due: asyncio.PriorityQueue[tuple[float, int, Seat, Due]] = asyncio.PriorityQueue()
        self._numbers = itertools.count()
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="decide")
        self._threads = threads
        self._tasks: list[asyncio.Task[None]] = []
        self._failed: asyncio.Future[None] | None = None

    async def __aenter__(self) -> Player:
        self._failed = asyncio.get_running_loop().create_future()
        for _ in range(self._threads):
            self._start(self._decide_for_ever())
        return self

    async def __aexit__(self, *args: object) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._pool.shutdown(wait=False, cancel_futures=True)
        if self._failed is not None and self._failed.done() and not self._failed.cancelled():
            self._failed.exception()  # it has been raised where somebody waited

    @property
    def matches(self) -> list[str]:
        """Ids of the matches that are played now."""
        return list(self._playing)

    def plays(self, game: str) -> bool:
        """Is there a `decide` for that game?"""
        return game in self._deciders or "" in self._deciders

    def add(self, match_id: str, *, alone: bool = False) -> asyncio.Future[Result]:
        """Play one's seat there; the future has the result when the match is over. `alone`: nothing else comes to that line."""
        if match_id in self._playing:
            return self._playing[match_id].ended
        link = next((link for link in self._links if link.has_room), None)
        if link is None:
            link = Link(self._address, self._hear_news, match_id=match_id if alone else "")
            self._links.append(link)
            self._start(link.run())
        seat = Seat(match_id)
        playing = _Playing(seat, link, asyncio.get_running_loop().create_future())
        self._playing[match_id] = playing
        link.add(seat)
        return playing.ended

    async def result(self, match_id: str) -> Result:
        """How that match ended, when it is over; raises what ended the program."""
        assert self._failed is not None
        ended = self._playing[match_id].ended
        waited: list[asyncio.Future[Any]] = [ended, self._failed]
        await asyncio.wait(waited, return_when=asyncio.FIRST_COMPLETED)
        if self._failed.done():
            self._failed.result()
        return ended.result()

    async def failed(self) -> None:
        """Waits for ever; raises what ended the program."""
        assert self._failed is not None
        await asyncio.shield(self._failed)

    def _start(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        task.add_done_callback(self._notice_end)
        self._tasks.append(task)

    def _notice_end(self, task: asyncio.Task[None]) -> None:
        error = None if task.cancelled() else task.exception()
        if error is not None and self._failed is not None and not self._failed.done():
            self._failed.set_exception(error)

    # --- News of a seat

    def _hear_news(self, seat: Seat) -> None:
        playing = self._playing.get(seat.match_id)
        if playing is None:
            return
        for one in seat.refusals[playing.told :]:
            where = f" at {one['path']}" if one["path"] else ""
            log.warning("match %s step %s: %s%s: %s", seat.match_id, one["step"], one["code"], where, one["message"])
        playing.told = len(seat.refusals)
        if seat.game and not self.plays(seat.game):
            message = f"There is no decide for {seat.game}."
            seat.fault = {"code": "no_decide", "path": "", "message": message}
        if seat.is_over:
            self._end(playing)
            return
        due = seat.take_due()
        if due is not None:
            self._due.put_nowait((seat.deadline, next(self._numbers), seat, due))

    def _end(self, playing: _Playing) -> None:
        seat = playing.seat
        goes_on = seat.status.get("goes_on")
        if goes_on and seat.fault is None:
            # Staff have set the match back: it is played on from an earlier position, under another id.
            log.info("match %s goes on as %s", seat.match_id, goes_on)
            self.add(goes_on).add_done_callback(lambda ended: _hand_on(ended, playing.ended))
        elif not playing.ended.done():
            playing.ended.set_result(self._result(playing))
        del self._playing[seat.match_id]
        playing.link.remove(seat)
        self._memories.forget(seat.match_id)

    @staticmethod
    def _result(playing: _Playing) -> Result:
        seat = playing.seat
        return Result(
            match=seat.match_id,
            game=seat.game,
            status="closed" if seat.fault else seat.status["status"],
            seat=seat.number,
            place=seat.place,
            outcome=seat.status.get("outcome"),
            decisions=playing.decisions,
            refused=tuple(seat.refusals),
            errors=tuple(playing.errors),
            fault=seat.fault,
        )

    # --- Decisions

    async def _decide_for_ever(self) -> None:
        while True:
            _, _, seat, due = await self._due.get()
            playing = self._playing.get(seat.match_id)
            if playing is not None and playing.seat is seat and not seat.is_stale(due):
                await self._decide(playing, due)

    async def _decide(self, playing: _Playing, due: Due) -> None:
        seat, memory = playing.seat, self._memories.of(playing.seat.match_id)
        decider = self._deciders.get(seat.game) or self._deciders[""]
        refused, seat.refused = seat.refused, None
        try:
            orders = await asyncio.get_running_loop().run_in_executor(
                self._pool,
                lambda: decider.ask(
                    view=due.view,
                    choices=due.choices,
                    rng=program_rng(seat.seed or seat.match_id, due.step),
                    memory=memory,
                    refused=refused,
                ),
            )
        except Exception as error:
            if self._strict:
                raise
            log.exception(
                "match %s step %s: %s failed; default orders are played", seat.match_id, due.step, decider.name
            )
            playing.errors.append(f"step {due.step}: {type(error).__name__}: {error}")
            orders = None
        playing.decisions += 1
        self._memories.keep(seat.match_id)
        if self._on_step is not None:
            self._on_step(seat.match_id, due, orders)
        playing.link.send(seat.answer(due, orders))


def _hand_on(ended: asyncio.Future[Result], to: asyncio.Future[Result]) -> None:
    if not ended.cancelled() and not to.done():
        to.set_result(ended.result())


def _deciders(decide: Deciders) -> dict[str, Decider]:
    given = dict(decide) if isinstance(decide, Mapping) else {"": decide}
    return {game: one if isinstance(one, Decider) else Decider(one) for game, one in given.items()}


def raise_if_closed(result: Result) -> Result:
    """The result; raises Refused for a match that could not be played."""
    if result.status != "closed" or result.fault is None:
        return result
    fault = result.fault
    message = fault.get("message") or "The match is closed to us."
    raise Refused(fault["code"], fault.get("path", ""), message, fault.get("data"))
