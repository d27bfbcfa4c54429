"""The lobby's websocket: lists, one's own matches and an open table, as HTML that replaces what the page has.

One feed per process hears the wake-up calls, renders each changed card once per language and hands the same text to every
connection. Nothing comes in here but a connection; orders and chat have a socket of their own.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from contextlib import suppress
from typing import Any
from urllib.parse import parse_qs

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from lobby import metrics
from lobby.accounts.passes import Pass
from lobby.matches import audience, lists, queue, table_page, wake
from lobby.matches.doorkeeper import Doorkeeper
from lobby.matches.models import Match
from lobby.matches.socket import CLOSE_MISBEHAVED, CLOSE_SLOW

log = logging.getLogger("fogbound.lobby")

GATHER_SECONDS = 0.2
"""Calls that come this close together are answered together."""
SLOW_SECONDS = 2.0
"""How long one browser may take to accept a message."""
MOST_WAITING = 100
"""Messages that may wait for one browser."""
QUEUE_SECONDS = 5.0
"""How often those who wait for a quick match are noted as being there."""
FULL_SECONDS = 30.0
"""How often everything is read anew, in case a call got lost."""
ALIVE_SECONDS = 20
"""How often a page is told that its line is not dead; the page hears it from us, as pages may be older than we are."""
ALIVE_TOGETHER = 100
"""Signs of life that are handed out at once: a few milliseconds in which everybody else waits."""

CLOSE_LATER = 1013
"""The lobby cannot be read just now: come again."""

Lists = dict[str, dict[str, str]]
"""List → id of the match → card as HTML, in the order of the list."""


class LobbyConsumer(AsyncJsonWebsocketConsumer):
    """One browser in the lobby, at a table or in the queue. Sends `lists`, `card`, `mine`, `table`, `queue` and `alive`; takes nothing."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._last: dict[str, dict[str, Any]] = {}
        """The last message under each key."""
        self._waiting: deque[dict[str, Any]] = deque()
        self._writer: asyncio.Task[None] | None = None
        """At work while something waits; None until something is shown."""
        self._farewell: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        query = parse_qs(self.scope["query_string"].decode("ascii", "replace"))
        user = self.scope.get("user")
        self.user_id: int | None = user.pk if user is not None and user.is_authenticated else None
        session_key: str | None = self.scope["session"].session_key if "session" in self.scope else None
        self.pass_ = None if self.user_id is None else Pass(self.user_id, session_key)
        self.language = _known_language(query.get("language", [""])[0])
        self.table = query.get("table", [""])[0][:10]
        self.waits = self.user_id is not None and query.get("queue") == ["1"]
        """Is this the page on which its person waits for a quick match?"""
        await self.accept()
        try:
            await feed().add(self)
        except Exception:
            # Later messages only tell what has changed: somebody who has not got the first lists must come again.
            log.exception("the lobby could not be shown to somebody who came")
            await self.close(CLOSE_LATER)

    async def disconnect(self, code: int) -> None:
        await feed().remove(self)
        for task in (self._writer, self._farewell):
            if task is not None:
                task.cancel()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None, **kwargs: Any) -> None:
        """Whoever talks here is no page of ours."""
        await self.close(CLOSE_MISBEHAVED)

    async def close(self, code: int | bool | None = None, reason: str | None = None) -> None:
        """Nothing follows a farewell. Nobody waits until it is taken."""
        await feed().remove(self)
        self._waiting.clear()
        if self._farewell is None:
            self._farewell = asyncio.create_task(self._part(code, reason), name="lobby farewell")

    async def _part(self, code: int | bool | None, reason: str | None) -> None:
        # Without a limit of ours: a page connects again only when it has heard the close, and the server ends lines that are dead.
        with suppress(OSError, RuntimeError):
            await super().close(code, reason)

    async def show(self, message: dict[str, Any], key: str = "") -> None:
        """Have a message sent after those that wait, unless the last one under that key was the same. Nobody waits until it is taken."""
        if self._farewell is not None or (key and self._last.get(key) == message):
            return
        if key:
            self._last[key] = message
        if self._writer is None:
            # Before anything else, so that no page can have been told something and not know when to hear of us again.
            self._waiting.append(_alive())
        self._waiting.append(message)
        if len(self._waiting) > MOST_WAITING:
            await self._close_slow()
        elif self._writer is None or self._writer.done():
            self._writer = asyncio.create_task(self._write(), name="lobby writer")

    async def show_alive(self) -> None:
        """Have a page hear of us. Not one that has been shown nothing (it would take the lobby for readable), nor one that has something to take."""
        if self._writer is not None and self._writer.done():
            await self.show(_alive())

    async def _write(self) -> None:
        try:
            while self._waiting:
                async with asyncio.timeout(SLOW_SECONDS):
                    await self.send_json(self._waiting.popleft())
        except TimeoutError:
            await self._close_slow()
        except (OSError, RuntimeError):
            # The browser has gone; the disconnect is on its way.
            await feed().remove(self)
            self._waiting.clear()

    async def _close_slow(self) -> None:
        """The page connects again and is told everything anew."""
        if self._farewell is None:
            log.info("a reader of the lobby is too slow")
            metrics.SHED.inc()
            await self.close(CLOSE_SLOW)


class Feed:
    """What all connections of a process are shown, and the one listener that keeps it true."""

    def __init__(self) -> None:
        self._members: set[LobbyConsumer] = set()
        self._lists: dict[str, Lists] = {}
        self._dirty: set[str] = set()
        self._meanwhile: dict[LobbyConsumer, set[str]] = {}
        """First visitors of their language, for whom the lists are being read → what has called since that began."""
        self._call = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._doorkeeper = Doorkeeper()

    async def add(self, member: LobbyConsumer) -> None:
        """Show a new connection everything, and whatever changes from now on."""
        self._members.add(member)
        self._doorkeeper.let_in(member)
        if not self._tasks:
            self._tasks = [
                asyncio.create_task(wake.listen(self._hear), name="lobby wake"),
                asyncio.create_task(self._run(), name="lobby feed"),
                asyncio.create_task(self._keep_places(), name="lobby queue"),
                asyncio.create_task(self._keep_alive(), name="lobby signs of life"),
            ]
        if member.waits:
            await self._show_own(member)
            return
        shown = self._lists.get(member.language)
        if shown is None:
            shown = await self._first_lists(member)
        await member.show({"type": "lists", **{name: list(cards.items()) for name, cards in shown.items()}})
        await self._show_own(member)

    async def _first_lists(self, member: LobbyConsumer) -> Lists:
        heard = self._meanwhile[member] = set()
        try:
            shown: Lists = await _read(_all_cards, member.language)
        finally:
            del self._meanwhile[member]
        if member not in self._members:
            # Whoever asked has left, perhaps as the last: lists are kept true, and remembered, for those who are here.
            return shown
        # Calls that came during the reading changed the other lists, not these, which may have been read before.
        for match_id in heard:
            await self._hear(match_id)
        return self._lists.setdefault(member.language, shown)

    async def remove(self, member: LobbyConsumer) -> None:
        """Forget a connection; the last one takes the listener with it."""
        self._members.discard(member)
        self._doorkeeper.let_go(member)
        if not self._members:
            tasks, self._tasks = self._tasks, []
            for task in tasks:
                task.cancel()
            self._lists.clear()

    async def _hear(self, match_id: str) -> None:
        for called in (self._dirty, *self._meanwhile.values()):
            called.add(match_id)
        self._call.set()

    async def _run(self) -> None:
        while True:
            try:
                async with asyncio.timeout(FULL_SECONDS):
                    await self._call.wait()
            except TimeoutError:
                await self._safely(self._refresh_all())
                continue
            await asyncio.sleep(GATHER_SECONDS)
            dirty, self._dirty = self._dirty, set()
            self._call.clear()
            for match_id in sorted(dirty):
                await self._safely(self._refresh(match_id))

    async def _keep_places(self) -> None:
        while True:
            waiting = {member.user_id for member in self._members if member.waits and member.user_id is not None}
            if waiting:
                await self._safely(database_sync_to_async(queue.stay)(waiting))
                for member in [member for member in self._members if member.waits]:
                    await self._safely(self._show_own(member))
            await asyncio.sleep(QUEUE_SECONDS)

    async def _keep_alive(self) -> None:
        """Asks nobody else for anything: a slow database is no dead line."""
        while True:
            await asyncio.sleep(ALIVE_SECONDS)
            for number, member in enumerate(list(self._members), 1):
                await member.show_alive()
                if number % ALIVE_TOGETHER == 0:
                    await asyncio.sleep(0)

    async def _safely(self, work: Any) -> None:
        try:
            await work
        except Exception:
            # Whatever it was: those who are here would hear nothing of any match any more.
            log.exception("the lobby could not be read; the next call or the next full reading mends it")

    async def _refresh(self, match_id: str) -> None:
        for language, shown in list(self._lists.items()):
            name, html = await _read(_one_card, language, match_id)
            await self._put(language, shown, match_id, name, html)
        people = await database_sync_to_async(_people)(match_id)
        for member in list(self._members):
            if member.table == match_id or (member.user_id in people):
                await self._show_own(member)

    async def _put(self, language: str, shown: Lists, match_id: str, name: str, html: str) -> None:
        changes: list[dict[str, Any]] = []
        for known, cards in shown.items():
            if known != name and cards.pop(match_id, None) is not None:
                changes.append({"type": "card", "list": known, "id": match_id, "html": None})
        if name and shown[name].get(match_id) != html:
            is_new = match_id not in shown[name]
            # New ones come first, as in the page.
            shown[name] = {match_id: html, **shown[name]} if is_new else {**shown[name], match_id: html}
            changes.append({"type": "card", "list": name, "id": match_id, "html": html})
        for change in changes:
            await self._tell(language, change)

    async def _refresh_all(self) -> None:
        for language in list(self._lists):
            now = await _read(_all_cards, language)
            if now != self._lists.get(language):
                self._lists[language] = now
                await self._tell(
                    language, {"type": "lists", **{name: list(cards.items()) for name, cards in now.items()}}
                )
        for member in list(self._members):
            await self._show_own(member)

    async def _tell(self, language: str, message: dict[str, Any]) -> None:
        for member in list(self._members):
            if member.language == language and not member.waits:
                await member.show(message)

    async def _show_own(self, member: LobbyConsumer) -> None:
        if member.waits:
            await member.show(await database_sync_to_async(_place)(member.user_id), key="queue")
            return
        if member.user_id is not None and not member.table:
            html = await _read(_mine, member.language, member.user_id)
            await member.show({"type": "mine", "html": html}, key="mine")
        if member.table:
            message = await _read(_table, member.language, member.table, member.user_id)
            await member.show(message, key="table")


_feeds: dict[asyncio.AbstractEventLoop, Feed] = {}


def feed() -> Feed:
    """The feed of this process; a loop that is closed has no use for its own any more."""
    loop = asyncio.get_running_loop()
    for old in [known for known in _feeds if known.is_closed()]:
        del _feeds[old]
    return _feeds.setdefault(loop, Feed())


def _alive() -> dict[str, Any]:
    return {"type": "alive", "within": ALIVE_SECONDS}


def _known_language(wanted: str) -> str:
    return wanted if wanted in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


async def _read(function: Any, language: str, *arguments: Any) -> Any:
    def in_language() -> Any:
        with translation.override(language):
            return function(*arguments)

    return await database_sync_to_async(in_language)()


def _all_cards() -> Lists:
    shown: Lists = {lists.OPEN: {}, lists.SEATS: {}, lists.RUNNING: {}}
    for card in lists.cards([*lists.open_tables(), *lists.running_matches()]):
        shown[card.list][card.id] = _html(card)
    return shown


def _one_card(match_id: str) -> tuple[str, str]:
    match = table_page.find(match_id)
    if match is None or not lists.list_of(match):
        return "", ""
    made = lists.cards([match])
    return (made[0].list, _html(made[0])) if made else ("", "")


def _html(card: lists.Card) -> str:
    return render_to_string("lobby/_card.html", {"card": card})


def _mine(user_id: int) -> str:
    return render_to_string("lobby/_mine.html", {"mine": lists.my_running(user_id)})


def _table(match_id: str, user_id: int | None) -> dict[str, Any]:
    match = table_page.find(match_id)
    if match is None or not audience.is_visible(match, list(match.seats.all()), user_id):
        return {"type": "table", "html": None, "url": reverse("lobby")}
    if match.status != Match.Status.OPEN:
        return {"type": "table", "html": None, "url": reverse("match", args=[match.pk])}
    return {"type": "table", "html": table_page.live_html(match, user_id), "url": ""}


def _place(user_id: int) -> dict[str, Any]:
    ticket = queue.waiting(user_id)
    return {"type": "queue", "waits": ticket is not None and ticket.match_id is None}


def _people(match_id: str) -> set[int | None]:
    match = Match.objects.filter(pk=match_id).first()
    people: set[int | None] = set(match.seats.values_list("user_id", flat=True)) if match else set()
    return people - {None}
