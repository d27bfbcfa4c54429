"""The lobby's websocket: lists, a person's own matches and an open table, as HTML that replaces parts of the page.

One feed per process hears the wake-up calls, renders each changed card once per language and gives the same text to every
connection. Clients send no messages here; orders and chat have their own socket.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Coroutine
from typing import Any
from urllib.parse import parse_qs

from channels.db import database_sync_to_async
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from lobby.accounts.passes import Pass
from lobby.fog import audience
from lobby.matches.models import Match
from lobby.pages import lists, table_page
from lobby.pages.reader import Feed, PerLoop, Reader, known_language
from lobby.tables import challenges, queue

QUEUE_SECONDS = 5.0
"""Seconds between two records that people in the queue are still present."""

Lists = dict[str, dict[str, str]]
"""List → id of the match → card as HTML, in the order of the list."""


class LobbyConsumer(Reader):
    """One browser in the lobby, at a table or in the queue. Sends `lists`, `card`, `mine`, `table`, `queue` and `alive`."""

    async def connect(self) -> None:
        query = parse_qs(self.scope["query_string"].decode("ascii", "replace"))
        user = self.scope.get("user")
        self.user_id: int | None = user.pk if user is not None and user.is_authenticated else None
        session_key: str | None = self.scope["session"].session_key if "session" in self.scope else None
        self.pass_ = None if self.user_id is None else Pass(self.user_id, session_key)
        self.language = known_language(query.get("language", [""])[0])
        self.table = query.get("table", [""])[0][:10]
        self.waits = self.user_id is not None and query.get("queue") == ["1"]
        """True if this page shows that its person waits for a quick match."""
        await self.accept()
        await self.join(feed())


class LobbyFeed(Feed[LobbyConsumer]):
    """What all connections of a process are shown of lists, tables and their own matches."""

    def __init__(self) -> None:
        super().__init__()
        self._lists: dict[str, Lists] = {}
        self._meanwhile: dict[LobbyConsumer, set[str]] = {}
        """First connections of their language, for which the lists are being read → wake-up calls since that began."""

    def also(self) -> list[Coroutine[Any, Any, None]]:
        return [self._keep_places()]

    async def welcome(self, member: LobbyConsumer) -> None:
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
            # The connection has closed, perhaps the last one: lists are kept current only for open connections.
            return shown
        # Wake-up calls during the reading changed the other lists, but not these, which may have been read before.
        for match_id in heard:
            await self._hear(match_id)
        return self._lists.setdefault(member.language, shown)

    async def remove(self, member: LobbyConsumer) -> None:
        await super().remove(member)
        if not self._members:
            self._lists.clear()

    async def _hear(self, match_id: str) -> None:
        for called in self._meanwhile.values():
            called.add(match_id)
        await super()._hear(match_id)

    async def _keep_places(self) -> None:
        while True:
            waiting = {member.user_id for member in self._members if member.waits and member.user_id is not None}
            if waiting:
                await self._safely(database_sync_to_async(queue.stay)(waiting))
                for member in [member for member in self._members if member.waits]:
                    await self._safely(self._show_own(member))
            await asyncio.sleep(QUEUE_SECONDS)

    async def refresh(self, match_ids: Collection[str]) -> None:
        for match_id in match_ids:
            await self._safely(self._refresh(match_id))

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

    async def refresh_all(self) -> None:
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


feed = PerLoop(LobbyFeed)


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
    context = {"mine": lists.my_running(user_id), "challenges": challenges.received(user_id)}
    return render_to_string("lobby/_mine.html", context)


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
    return (people - {None}) | challenges.people_of(match_id)
