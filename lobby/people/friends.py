"""Who of those whom a person follows is on the site now, and what do they play? Told when a page is made, and not kept up to date on it."""

from __future__ import annotations

from dataclasses import dataclass

from lobby.accounts import relations
from lobby.accounts.models import User
from lobby.notices import open_pages
from lobby.pages.lists import Card
from lobby.people import profiles
from lobby.ratings import standing
from lobby.ratings.standing import OfPerson

MOST = 5
"""Friends of one list."""


@dataclass(frozen=True)
class Friend:
    """Somebody who is here."""

    person: User
    card: Card | None
    """An open table or a match of theirs that everybody may see; None: nothing that may be told."""
    rating: OfPerson | None = None
    """In the game that they have played most; None: they have no rating."""


@dataclass(frozen=True)
class Friends:
    """Those who are here now: first whoever sits at an open table, then whoever plays, then the others, by name."""

    shown: list[Friend]
    number: int
    """How many are here in all."""
    followed: int
    """How many people are followed."""


def here_now(user: User) -> Friends:
    """Nobody who keeps followers from seeing what they play, or blocks the reader. Five readings at most, however many are followed."""
    followed = relations.following(user)
    silent = relations.blockers_of(user.pk) if followed else frozenset()
    told = [one for one in followed if not (one.hides_activity or one.is_guest or one.pk in silent)]
    there = open_pages.among([one.pk for one in told])
    present = [one for one in told if one.pk in there]
    activity = profiles.activity(present, user.pk) if present else {}
    ratings = standing.of_people([one.pk for one in present])
    friends = [Friend(one, next(iter(activity.get(one.pk, [])), None), ratings.get(one.pk)) for one in present]
    friends.sort(key=lambda one: 2 if one.card is None else one.card.list != "open")
    return Friends(friends[:MOST], len(friends), len(followed))
