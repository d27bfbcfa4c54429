"""What may others know about a person? Their results, their reliability, and where they play now.

Everything here is about matches that are over, except `activity`. That leaves out tables by link, matches that hide who sits where, and
people who do not want to be found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet
from django.utils.translation import gettext

import games
from lobby.accounts import relations
from lobby.accounts.models import User
from lobby.matches.models import GOES_ON, Match, Seat
from lobby.pages import lists
from lobby.pages.lists import Card, MyCard
from lobby.play import reliability, tallies
from lobby.play.reliability import Reliability

FAVOURITES = 3


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
    """What the page of a person shows, without the lists of matches."""

    slug: str
    name: str
    is_guest: bool
    is_staff: bool
    is_bot: bool
    """An account with which a program plays."""
    owner: User | None
    """The owner of a bot account, if they still have an account."""
    since: datetime
    reliability: Reliability
    records: list[Record]

    @property
    def favourites(self) -> list[tuple[str, int]]:
        """The names of the most played games, with how many matches, at any pace."""
        sums: Counter[str] = Counter()
        for record in self.records:
            sums[record.game_name] += record.played
        return sums.most_common(FAVOURITES)

    @property
    def played(self) -> int:
        """Matches that were played to their end."""
        return sum(record.played for record in self.records)


def profile(person: User) -> Profile:
    """The profile of a person."""
    return Profile(
        slug=person.slug,
        name=str(person),
        is_guest=person.is_guest,
        is_staff=person.is_staff,
        is_bot=person.is_bot,
        owner=person.owner if person.owner is not None and person.owner.is_active else None,
        since=person.date_joined,
        reliability=reliability.of(person.pk),
        records=records(person),
    )


def records(person: User) -> list[Record]:
    """Results of the person by game and pace, most played first. Hot seats and sandboxes do not count."""
    found = [
        Record(
            game=one.game,
            game_name=gettext(games.get(one.game).name),
            clock=one.clock,
            played=one.played,
            won=one.won,
            drawn=one.drawn,
            lost=one.played - one.won - one.drawn,
            mean_place=round(one.places / one.played, 2),
        )
        for one in tallies.of(person.pk)
        if one.played and one.game in games.GAMES
    ]
    return sorted(found, key=lambda record: (-record.played, record.game, record.clock))


def history(person: User) -> QuerySet[Match]:
    """Public matches of the person that are over, newest first."""
    return lists.my_finished(person.pk).filter(visibility=Match.Visibility.PUBLIC, kind=Match.Kind.ORDINARY).distinct()


def history_cards(matches: list[Match], person: User) -> list[MyCard]:
    """A card for each match, with the person's place."""
    return lists.my_cards(matches, person.pk)


def activity(people: Collection[User], reader_id: int | None) -> dict[int, list[Card]]:
    """The seats of each person, by their ids, as far as everybody may see them and the person lets this reader see them.

    Open tables first, then running matches, newest first; at most as many as a list of the lobby has.
    """
    silent = relations.blockers_of(reader_id)
    shown = [person.pk for person in people if not person.hides_activity and person.pk not in silent]
    seats = Seat.objects.filter(
        user__in=shown, finished_at__isnull=True, match__visibility=Match.Visibility.PUBLIC
    ).filter(Q(match__status=Match.Status.OPEN) | Q(match__status__in=GOES_ON, match__anonymous=False))
    sitting = list(seats.order_by().values_list("user_id", "match_id").distinct())
    matches = lists.public().filter(pk__in={match_id for _, match_id in sitting}).order_by("-created_at")
    cards = sorted(lists.cards(matches[: lists.LONGEST]), key=lambda card: card.list != lists.OPEN)
    return {pk: [card for card in cards if (pk, card.id) in sitting] for pk in shown}
