"""How do the built-in bots play? One runner per process finds bot seats that owe orders, lets the bot decide and submits its orders.

A bot gets only the view of its seat, and its orders take the same path as those of people. In a lesson it plays the orders of the
script. Deciding is slow, so it runs in the runner's own threads. A bot that fails or whose orders are refused plays the default orders.
The memory of a bot exists only in this process, until its match is over.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from dataclasses import dataclass

from django.conf import settings
from django.db.models import Exists, OuterRef

from games.core.contract import Bot, Game, Json
from games.core.errors import OrderError
from games.core.rng import seat_rng
from lobby.bots.runner import MatchRunner
from lobby.fog import audience
from lobby.lessons import services as lessons
from lobby.matches.errors import ServiceError
from lobby.matches.models import Match, Orders, Seat
from lobby.platform.process import metrics, threads
from lobby.play import services
from lobby.store.positions import game_of, position

log = logging.getLogger("fogbound.bots")

MEMORIES = 1000
"""Matches whose bots' memories are kept, up to 13 KB a seat; the least recently played match is dropped first."""


@dataclass(frozen=True)
class Owed:
    """One step for which a bot owes the orders of a seat."""

    match_id: str
    step: int
    seat: int
    game: Game
    bot: Bot
    seed: str
    view: Json
    default: Json
    written: Json | None = None
    """The orders that the script of a lesson gives; None: the bot decides."""
    stands_in: bool = False
    """Does the bot play for somebody who has missed deadlines?"""


def owed_orders(match_id: str) -> list[Owed] | None:
    """The turns that bots of a match owe now; None if the match is over."""
    match = Match.objects.defer("options").filter(pk=match_id).first()
    if match is None or audience.is_over(match):
        return None
    if match.status != Match.Status.RUNNING:
        return []
    game = game_of(match)
    state = position(match_id, match.step).state
    pending = set(game.pending(state))
    done = set(Orders.objects.filter(match_id=match_id, step=match.step, ready=True).values_list("seat", flat=True))
    is_lesson = match.kind == Match.Kind.LESSON
    turns = []
    for seat in match.seats.exclude(bot="", autopilot=""):
        if seat.number in pending and seat.number not in done and not seat.resigned:
            turns.append(
                Owed(
                    match_id=match_id,
                    step=match.step,
                    seat=seat.number,
                    game=game,
                    bot=game.bot(seat.bot or seat.autopilot),
                    seed=match.seed,
                    view=audience.seat_view(match, seat.number, match.step),
                    default=game.default_orders(state, seat.number),
                    stands_in=not seat.bot,
                    written=lessons.written_orders(match_id, match.step, seat.number) if is_lesson else None,
                )
            )
    return turns


def matches_with_bots() -> list[str]:
    """Ids of running matches in which a seat of a bot has no orders for the step that is due."""
    done = Orders.objects.filter(
        match_id=OuterRef("match_id"), step=OuterRef("match__step"), seat=OuterRef("number"), ready=True
    )
    seats = Seat.objects.filter(~Exists(done), match__status=Match.Status.RUNNING, resigned=False)
    return list(seats.exclude(bot="", autopilot="").order_by("match_id").values_list("match_id", flat=True).distinct())


class Runner(MatchRunner):
    """The built-in bots of one process."""

    name = "bots"

    def __init__(self) -> None:
        super().__init__(settings.BOT_THREADS)
        self._memories: OrderedDict[str, dict[int, dict[str, Json]]] = OrderedDict()
        """Match → seat → memory of its bot."""

    async def play(self, match_id: str) -> None:
        """Play every turn that bots owe in a match now; drop the memories of a match that is over."""
        turns = await threads.run(threads.SERVICES, owed_orders, match_id)
        if turns is None:
            self._memories.pop(match_id, None)
            return
        for turn in turns:
            await self._play_turn(turn)

    def search(self) -> list[str]:
        """Matches in which a bot owes orders."""
        return matches_with_bots()

    async def _play_turn(self, turn: Owed) -> None:
        loop = asyncio.get_running_loop()
        orders = await loop.run_in_executor(self._pool, self._decide, turn)
        try:
            try:
                await self._submit(turn, orders)
            except OrderError as error:
                log.warning(
                    "match %s step %s: orders of bot %s for seat %s were refused: %s at %r",
                    turn.match_id, turn.step, turn.bot.id, turn.seat, error.code, error.path,
                )  # fmt: skip
                await self._submit(turn, turn.default)
        except ServiceError as error:
            # The step has been resolved, or the person is back: nothing to do.
            log.debug("match %s step %s: a bot came too late: %s", turn.match_id, turn.step, error.code)

    @staticmethod
    async def _submit(turn: Owed, orders: Json) -> None:
        await services.submit_bot_orders(match_id=turn.match_id, seat=turn.seat, step=turn.step, orders=orders)

    def _decide(self, turn: Owed) -> Json:
        if turn.written is not None:
            return turn.written
        memory = self._memory(turn.match_id, turn.seat)
        try:
            with metrics.BOT_SECONDS.labels(turn.game.id, turn.bot.id).time():
                orders = turn.bot.decide(turn.view, seat_rng(turn.seed, turn.step, turn.seat), memory)
            # Whoever stands in for a person does not give up in that one's place.
            return turn.default if turn.stands_in and orders == turn.game.resign_orders else orders
        except Exception:
            log.exception("match %s step %s: bot %s failed", turn.match_id, turn.step, turn.bot.id)
            return turn.default

    def _memory(self, match_id: str, seat: int) -> dict[str, Json]:
        # No lock is needed: only one worker at a time plays a match, and `pop` and `popitem` are atomic.
        memories = self._memories[match_id] = self._memories.pop(match_id, {})
        while len(self._memories) > MEMORIES:
            self._memories.popitem(last=False)
        return memories.setdefault(seat, {})
