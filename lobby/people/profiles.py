"""What may somebody know about a person? What they have played and how it went, how reliably, and where they are now.

Everything here is about matches that are over, but for `activity`, which leaves out what is not for everybody: tables by link,
matches that hide who sits where, and people who do not want to be found.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Avg, Case, Count, IntegerField, OuterRef, Q, QuerySet, Subquery, When
from django.utils.translation import gettext

import games
from lobby.accounts import relations
from lobby.accounts.models import User
from lobby.matches import lists, reliability
from lobby.matches.lists import Card, MyCard
from lobby.matches.models import Match, Seat
from lobby.matches.reliability import Reliability


@dataclass(frozen=True)
class Record:
    """How matches of one game at one pace went. A shared first place is a draw."""

    game: str
    game_name: str
    clock: str
    played: int
    won: int
    drawn: int
    lost: int
    mean_place: float


@dataclass(frozen=True)
class Profile:
    """What the page of a person says, apart from lists of matches."""

    slug: str
    name: str
    is_guest: bool
    is_staff: bool
    since: datetime
    reliability: Reliability
    records: list[Record]

    @property
    def played(self) -> int:
        """Matches that were played to their end."""
        return sum(record.played for record in self.records)


def profile(person: User) -> Profile:
    """The facts about a person."""
    return Profile(
        slug=person.slug,
        name=str(person),
        is_guest=person.is_guest,
        is_staff=person.is_staff,
        since=person.date_joined,
        reliability=reliability.of(person.pk),
        records=records(person),
    )


def records(person: User) -> list[Record]:
    """How the person has done, by game and pace; most played first. Hot seats and sandboxes do not count."""
    firsts = Seat.objects.filter(match=OuterRef("match"), place=1).order_by().values("match").annotate(n=Count("pk"))
    seats = Seat.objects.filter(
        user=person,
        place__isnull=False,
        match__status=Match.Status.FINISHED,
        match__kind=Match.Kind.ORDINARY,
        match__game__in=list(games.GAMES),
    ).annotate(firsts=Subquery(firsts.values("n"), output_field=IntegerField()))
    rows = (
        seats.order_by()
        .values("match__game", "match__clock")
        .annotate(
            played=Count("pk"),
            won=Count(Case(When(place=1, firsts=1, then=1))),
            drawn=Count(Case(When(place=1, firsts__gt=1, then=1))),
            mean_place=Avg("place"),
        )
    )
    found = [
        Record(
            game=row["match__game"],
            game_name=gettext(games.get(row["match__game"]).name),
            clock=row["match__clock"],
            played=row["played"],
            won=row["won"],
            drawn=row["drawn"],
            lost=row["played"] - row["won"] - row["drawn"],
            mean_place=round(row["mean_place"], 2),
        )
        for row in rows
    ]
    return sorted(found, key=lambda record: (-record.played, record.game, record.clock))


def history(person: User) -> QuerySet[Match]:
    """Public matches of the person that are over, newest first."""
    return lists.my_finished(person.pk).filter(visibility=Match.Visibility.PUBLIC, kind=Match.Kind.ORDINARY).distinct()


def history_cards(matches: list[Match], person: User) -> list[MyCard]:
    """A card for each, with the person's place."""
    return lists.my_cards(matches, person.pk)


def activity(people: Collection[User], reader_id: int | None) -> dict[int, list[Card]]:
    """Where each of them sits, by their ids, as far as everybody may see it and they let this reader know.

    Open tables first, then running matches, newest first; at most as many as a list of the lobby has.
    """
    silent = relations.blockers_of(reader_id)
    shown = [person.pk for person in people if not person.hides_activity and person.pk not in silent]
    seats = Seat.objects.filter(user__in=shown, match__visibility=Match.Visibility.PUBLIC).filter(
        Q(match__status=Match.Status.OPEN)
        | Q(match__status__in=[Match.Status.RUNNING, Match.Status.PAUSED], match__anonymous=False)
    )
    sitting = list(seats.order_by().values_list("user_id", "match_id").distinct())
    matches = lists.public().filter(pk__in={match_id for _, match_id in sitting}).order_by("-created_at")
    cards = sorted(lists.cards(matches[: lists.LONGEST]), key=lambda card: card.list != lists.OPEN)
    return {pk: [card for card in cards if (pk, card.id) in sitting] for pk in shown}
