"""The account socket: one stream of all that an account has to do. Its matches, when their orders are due, challenges, trials, notices.

Every page of somebody who is logged in listens to notices alone, and to which matches wait. Whoever listens with a page that they look at counts
as being here (`notices.open_pages`); the tab of a page in the background keeps its number.

It tells which matches there are; what happens in one is read at the match socket. One feed per process hears the wake-up calls. A match is
read once for all of its people. Clients send no messages here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Coroutine
from typing import Any
from urllib.parse import parse_qs

from channels.db import database_sync_to_async
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import translation

from lobby.accounts.passes import Pass
from lobby.conversations import reading as conversations
from lobby.fog import audience
from lobby.matches.clock import milliseconds
from lobby.matches.models import Match, Seat
from lobby.matches.people import PersonalChallenge
from lobby.matches.trials import Trial, is_trial
from lobby.notices import open_pages, reading, web_push, words, writing
from lobby.pages import lists
from lobby.pages.reader import Feed, PerLoop, Reader, known_language
from lobby.tables import challenges

CLOSE_NOBODY = 4401
"""Close code for a connection without a person, or whose token may not read."""

Message = dict[str, Any]


class AccountConsumer(Reader):
    """One client of an account. Sends `account` first, then `match`, `challenge` and `trial`, and `alive` in between."""

    async def connect(self) -> None:
        user, token = self.scope.get("user"), self.scope.get("token")
        session = self.scope.get("session")
        await self.accept()
        if user is None or not user.is_authenticated or (token is not None and not token.has("read")):
            await super().close(CLOSE_NOBODY)
            return
        self.user_id: int = user.pk
        query = parse_qs(self.scope["query_string"].decode("latin-1"))
        wanted = query.get("notices", [""])[0]
        self.wants_notices = wanted in {"only", "away", "also"}
        """It is told of notices."""
        self.is_page = wanted in {"only", "away"}
        """A page of the site, which is told of nothing else."""
        self.is_here = wanted == "only"
        """Somebody looks at the page."""
        self.language = known_language(query.get("language", [""])[0])
        self.told_waiting: frozenset[str] = frozenset()
        """The matches that wait, as it was told last."""
        key = None if token is not None or session is None else session.session_key
        self.pass_ = Pass(self.user_id, key, None if token is None else token.pk)
        await self.join(feed())


class AccountFeed(Feed[AccountConsumer]):
    """What happens with the matches, challenges and trials of the people who listen."""

    gather_seconds = 0.1
    full_seconds = 60.0

    def concerns(self, called: str) -> bool:
        """Every call."""
        return True

    def also(self) -> list[Coroutine[Any, Any, None]]:
        return [self._note_who_is_here()]

    async def _note_who_is_here(self) -> None:
        while True:
            await asyncio.sleep(open_pages.BEAT_SECONDS)
            people = {member.user_id for member in self._members if member.is_here}
            await database_sync_to_async(open_pages.note)(people)
            await database_sync_to_async(open_pages.note_number)(len(people))

    async def welcome(self, member: AccountConsumer) -> None:
        if member.is_here:
            await database_sync_to_async(open_pages.note)([member.user_id])
        if member.wants_notices:
            await self._tell_notices({member.user_id}, [member])
            await self._tell_messages({member.user_id}, [member])
            await self._tell_waiting({member.user_id}, [member])
        if member.is_page:
            return
        message = await database_sync_to_async(everything)(member.user_id)
        await member.show(message, key="account")
        # This message is newer than all that was told of single matches.
        for one in (*message["matches"], *message["challenges"], *message["trials"]):
            member.forget(_key(one))

    async def refresh_all(self) -> None:
        for member in list(self._members):
            await self.welcome(member)

    async def refresh(self, match_ids: Collection[str]) -> None:
        people = {user_id for one in match_ids if (user_id := writing.called(one)) is not None}
        match_ids = [one for one in match_ids if writing.called(one) is None]
        waiting = {member.user_id for member in self._members if member.wants_notices}
        if match_ids and waiting:
            people |= await database_sync_to_async(reading.concerned)(match_ids, waiting)
        if people:
            await self._tell_notices(people & waiting, list(self._members))
            await self._tell_messages(people & waiting, list(self._members))
        if match_ids and waiting:
            sitting = await database_sync_to_async(_sitting)(match_ids, waiting)
            # Whoever has left a table, or whose table is gone, has no seat any more that would say so.
            left = {member.user_id for member in self._members if member.told_waiting.intersection(match_ids)}
            await self._tell_waiting(sitting | left, list(self._members))
        listening = {member.user_id for member in self._members if not member.is_page}
        if not match_ids or not listening:
            return
        for user_id, messages in (await database_sync_to_async(news)(match_ids, listening)).items():
            for member in list(self._members):
                if member.user_id == user_id and not member.is_page:
                    for message in messages:
                        await member.show(message, key=_key(message))
                        if message.get("places") or message.get("status") in _OVER:
                            # Nothing more comes of a match or a trial that is over.
                            member.forget(_key(message))

    async def _tell_notices(self, people: Collection[int], members: Collection[AccountConsumer]) -> None:
        for member in members:
            if member.wants_notices and member.user_id in people:
                told = await database_sync_to_async(_notices)(member.user_id, member.language)
                if member.is_page:
                    told["asks"] = await database_sync_to_async(web_push.should_ask)(member.user_id)
                await member.show(told, key="notices")

    async def _tell_messages(self, people: Collection[int], members: Collection[AccountConsumer]) -> None:
        for member in members:
            if member.wants_notices and member.user_id in people:
                await member.show(await database_sync_to_async(_messages)(member.user_id), key="messages")

    async def _tell_waiting(self, people: Collection[int], members: Collection[AccountConsumer]) -> None:
        # The pages that one person has open are told the same, which is read once.
        read: dict[tuple[int, str], Message] = {}
        for member in members:
            if member.wants_notices and member.user_id in people:
                whose = member.user_id, member.language
                if whose not in read:
                    read[whose] = await database_sync_to_async(_waiting)(*whose)
                member.told_waiting = frozenset(one["match"] for one in read[whose]["matches"])
                await member.show(read[whose], key="waiting")


feed = PerLoop(AccountFeed)


_OVER = {Trial.Status.DONE, Trial.Status.FAILED, Trial.Status.CANCELLED}


def _key(message: Message) -> str:
    return f"{message['type']} {message[message['type']]}"


# --- What is read


def everything(user_id: int) -> Message:
    """`account`: the matches of a person that go on, the open challenges to them and by them, and the trial that they have asked for."""
    found = [
        match for match in lists.going_on(user_id) if match.status != Match.Status.OPEN and _is_shown(match, user_id)
    ]
    asked = [*challenges.received(user_id), *(one for one in challenges.made(user_id) if challenges.is_open(one))]
    return {
        "type": "account",
        "matches": [_match(match, user_id) for match in found],
        "challenges": [_challenge(one, user_id) for one in asked],
        "trials": [_trial(one) for one in _trials().filter(user=user_id, status__in=Trial.ACTIVE)],
    }


def news(called: Collection[str], listening: Collection[int]) -> dict[int, list[Message]]:
    """What has changed with these matches and trials, for those of the listening people whom it concerns."""
    found: dict[int, list[Message]] = {}
    if trial_ids := {one for one in called if is_trial(one)}:
        for trial in _trials().filter(pk__in=trial_ids, user__in=listening):
            found.setdefault(trial.user_id, []).append(_trial(trial))
    match_ids = [one for one in called if one not in trial_ids]
    if not match_ids:
        return found
    # Most wake-up calls concern nobody who listens: one statement for each of the two tables says so.
    sitting = Seat.objects.filter(match__in=match_ids, user__in=listening).exclude(match__status=Match.Status.OPEN)
    theirs = sitting.order_by("match_id").values_list("match_id", "user_id").distinct()
    matches = Match.objects.prefetch_related("seats").in_bulk({match_id for match_id, _ in theirs})
    for match_id, user_id in theirs:
        if user_id is not None and _is_shown(matches[match_id], user_id):
            found.setdefault(user_id, []).append(_match(matches[match_id], user_id))
    for asked in challenges.among(match_ids, listening):
        for user_id in {asked.challenger_id, asked.challenged_id}.intersection(listening):
            found.setdefault(user_id, []).append(_challenge(asked, user_id))
    return found


def _notices(user_id: int, language: str) -> Message:
    """`notices`: how many are unread, and the newest in words of that language."""
    unread = len(reading.unread(user_id))
    with translation.override(language):
        newest = words.lines(list(reading.listed(user_id)[: reading.IN_LIST]))
    return {
        "type": "notices",
        "unread": unread,
        "newest": [
            {
                "id": line.id,
                "kind": line.kind,
                "text": line.text,
                "url": line.url,
                "match": line.match_id,
                "at": milliseconds(line.at),
                "until": None if line.until is None else milliseconds(line.until),
                "read": line.is_read,
            }
            for line in newest
        ],
    }


def _messages(user_id: int) -> Message:
    """`messages`: in how many conversations something is unread, and the id of the newest message, which grows with each."""
    return {"type": "messages", "unread": conversations.unread(user_id), "newest": conversations.newest(user_id)}


def _sitting(match_ids: Collection[str], listening: Collection[int]) -> set[int]:
    """Those of the listening people who have a seat in one of these matches."""
    found = Seat.objects.filter(match__in=match_ids, user__in=listening).values_list("user_id", flat=True)
    return {user_id for user_id in found if user_id is not None}


def _waiting(user_id: int, language: str) -> Message:
    """`waiting`: the matches that wait for a person, and full tables, the most urgent first."""
    with translation.override(language):
        return {
            "type": "waiting",
            "matches": [
                {
                    "match": match.pk,
                    "name": words.game_name(match.game),
                    "url": reverse("table" if match.status == Match.Status.OPEN else "match", args=[match.pk]),
                    "deadline": None
                    if match.deadline is None or match.clock == Match.Clock.NONE
                    else milliseconds(match.deadline),
                }
                for match in lists.waiting(user_id)
            ],
        }


def _is_shown(match: Match, user_id: int) -> bool:
    return audience.is_visible(match, list(match.seats.all()), user_id)


def _match(match: Match, user_id: int) -> Message:
    held: list[Seat] = audience.seats_of(list(match.seats.all()), user_id)
    over = audience.is_over(match)
    due = not over and any(lists.is_due(match, seat) for seat in held)
    return {
        "type": "match",
        "match": match.pk,
        "game": match.game,
        "status": match.status,
        "step": match.step,
        "seats": [seat.number for seat in held],
        "due": due,
        "deadline": milliseconds(match.deadline) if match.deadline is not None else None,
        "places": {str(seat.number): seat.place for seat in held} if over else None,
    }


def _trials() -> QuerySet[Trial]:
    # Studies of matches are read where the match is.
    return Trial.objects.filter(match=None).only("user_id", "game", "status", "wanted", "played")


def _trial(trial: Trial) -> Message:
    return {
        "type": "trial",
        "trial": trial.pk,
        "game": trial.game,
        "status": trial.status,
        "wanted": trial.wanted,
        "played": trial.played,
    }


def _challenge(asked: PersonalChallenge, user_id: int) -> Message:
    is_open = challenges.is_open(asked)
    status = (
        PersonalChallenge.Status.LAPSED
        if asked.status == PersonalChallenge.Status.OPEN and not is_open
        else asked.status
    )
    return {
        "type": "challenge",
        "challenge": asked.pk,
        "game": asked.game,
        "status": status,
        "why": asked.why if status == PersonalChallenge.Status.DECLINED else None,
        "mine": asked.challenger_id == user_id,
        "player": str(asked.challenged if asked.challenger_id == user_id else asked.challenger),
        "rated": asked.match is not None and asked.match.rated,
        "clock": None if asked.match is None else asked.match.clock,
    }
