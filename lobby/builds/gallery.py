"""Which maps do people show to everybody? A gallery for each game whose tables take maps: shared ones without faults, liked and played.

An account that is no guest shows its maps and likes those of others. Nobody sees maps of accounts that are closed or suspended, of people who
have blocked them, or whom they have blocked. Staff take a map off for good; who has its code still reads it, as anything that is shared.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db import transaction
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.db.models.lookups import Exact
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

import games
from games.core.contract import Workshop
from lobby.accounts import persons, relations, sanctions
from lobby.accounts.models import User
from lobby.builds import admission, services
from lobby.builds.models import BarredMap, Build, Heart, Listing
from lobby.matches.errors import NotAllowed
from lobby.platform.storage.lru import ByteLRU

SORTS: Final = {
    "played": _("Most played"),
    "liked": _("Most liked"),
    "new": _("Newest"),
}
_ORDERS: Final = {
    "played": ("-played", "-liked_by", "-shown_at", "-pk"),
    "liked": ("-liked_by", "-played", "-shown_at", "-pk"),
    "new": ("-shown_at", "-pk"),
}
MOST_FAVOURITES: Final = 200
"""Of one person and game; a form offers them all."""

_FACTS: ByteLRU[tuple[str, str, str, str], list[str]] = ByteLRU(most_bytes=2_000_000, most=2_000)
"""By game, its rules, fingerprint and language: an engine takes up to 70 ms for the largest maps, and a page has a dozen."""


@dataclass(frozen=True)
class Shown:
    """A map of the gallery, as one person sees it."""

    build: Build
    likes: int
    is_liked: bool
    """By this person."""
    is_own: bool
    is_rated: bool
    """Rated tables take it: its starts are known to be equally good."""
    played: int
    seats: range
    facts: list[str]


def workshop_of(game_id: str) -> Workshop:
    """The workshop of maps of that game. Raises NoBuild."""
    workshop = services.workshop_of(game_id)
    if not workshop.option:
        raise services.NoBuild("game", _("Nobody makes maps for this game."))
    return workshop


def visible(game_id: str, user_id: int | None) -> QuerySet[Listing]:
    """What this person may see in the gallery of that game, in no order; `liked_by` counts others who like it, `is_liked` says whether they do."""
    found = Listing.objects.filter(
        sanctions.may_play("build__owner", timezone.now()),
        build__game=game_id,
        build__owner__is_active=True,
        is_shown=True,
        is_barred=False,
    ).exclude(build__code="")
    if user_id is not None:
        theirs = relations.blockers_of(user_id) | relations.blocks_of([user_id]).get(user_id, frozenset())
        found = found.exclude(build__owner__in=theirs)
    return found.annotate(liked_by=_likes(), is_liked=_is_liked(user_id)).select_related("build__owner")


def _likes() -> Count:
    """How many persons like a map of somebody else."""
    liker = persons.person("hearts__user")
    return Count(liker, distinct=True, filter=~Q(Exact(liker, persons.person("build__owner"))))


def _is_liked(user_id: int | None) -> Exists:
    return Exists(Heart.objects.filter(listing=OuterRef("pk"), user=user_id))


def listed(
    game_id: str, user_id: int | None, *, sort: str = "played", seats: int | None = None, favourites: bool = False
) -> QuerySet[Listing]:
    """The gallery in one of the orders of `SORTS`, of maps for that many seats, of those that the person likes. Raises NoBuild."""
    workshop_of(game_id)
    found = visible(game_id, user_id)
    if seats is not None:
        found = found.filter(seats_least__lte=seats, seats_most__gte=seats)
    if favourites:
        found = found.filter(_is_liked(user_id))
    return found.order_by(*_ORDERS[sort])


def shown(game_id: str, user_id: int | None, listings: Collection[Any]) -> list[Shown]:
    """These listings, which come from `visible`, with what the game says of them."""
    workshop = workshop_of(game_id)
    assert workshop.seats is not None
    refused = admission.refused_of(game_id, {one.pk: one.build.content for one in listings})
    return [
        Shown(
            build=one.build,
            likes=one.liked_by,
            is_liked=one.is_liked,
            is_own=one.build.owner_id == user_id,
            is_rated=one.pk not in refused,
            played=one.played,
            seats=range(one.seats_least, one.seats_most + 1),
            facts=_facts(game_id, one),
        )
        for one in listings
        # New rules may find faults in an old map.
        if admission.fingerprint_of(game_id, one.build.content)
    ]


def _facts(game_id: str, one: Listing) -> list[str]:
    """What the game says of the map, in the active language."""
    fingerprint = admission.fingerprint_of(game_id, one.build.content)
    key = game_id, games.get(game_id).rules_version, fingerprint, get_language() or ""
    found = _FACTS.get(key)
    if found is None:
        found = services.facts(game_id, one.build.content)
        _FACTS.put(key, found, 1000)
    return found


def favourites(user_id: int, game_id: str) -> list[Build]:
    """The maps that a person likes and may still see, without their own, by name."""
    found = visible(game_id, user_id).filter(_is_liked(user_id)).exclude(build__owner=user_id)
    return [one.build for one in found.order_by("build__name", "pk")[:MOST_FAVOURITES]]


@transaction.atomic
def show(*, user: User, build_id: int) -> Build:
    """Show one's own map to everybody; it is shared from then on. Raises NoBuild; NotAllowed for guests, and for what has faults, is no map, comes
    with the game, is in the gallery already, or was taken off by staff."""
    build = services.own(user, build_id)
    workshop = workshop_of(build.game)
    if user.is_guest:
        raise NotAllowed("", _("The gallery is for people with an account. Sign up first; it keeps all your maps."))
    build = services.share(user=user, build_id=build_id)
    fingerprint = admission.fingerprint_of(build.game, build.content)
    if admission.is_ready_made(build.game, fingerprint):
        raise NotAllowed("content", _("This map comes with the game already."))
    same = Listing.objects.filter(build__game=build.game, fingerprint=fingerprint)
    barred = BarredMap.objects.filter(game=build.game, fingerprint=fingerprint)
    if barred.exists() or Listing.objects.filter(build=build, is_barred=True).exists():
        raise NotAllowed("content", _("Staff have taken this map off the gallery."))
    if same.filter(is_shown=True).exclude(build=build).exclude(build__code="").exists():
        raise NotAllowed("content", _("The same map is in the gallery already."))
    assert workshop.seats is not None
    seats = workshop.seats(build.content)
    facts = {"fingerprint": fingerprint, "seats_least": seats[0], "seats_most": seats[-1]}
    Listing.objects.update_or_create(build=build, defaults={**facts, "is_shown": True, "shown_at": timezone.now()})
    return build


def hide(*, user: User, build_id: int) -> Build:
    """Take one's own map off the gallery; it stays shared, and keeps its hearts. Raises NoBuild."""
    build = services.own(user, build_id)
    Listing.objects.filter(build=build).update(is_shown=False)
    return build


def is_shown(build: Build) -> bool:
    """Whether everybody finds it in the gallery."""
    return bool(build.code) and Listing.objects.filter(build=build, is_shown=True, is_barred=False).exists()


def like(*, user: User, game_id: str, code: str, is_liked: bool) -> Shown:
    """Give a map of the gallery a heart, or take one's own back. Raises NoBuild, and NotAllowed for guests and for a map of one's own."""
    if user.is_guest:
        raise NotAllowed("", _("Favourites are for people with an account. Sign up first."))
    found = visible(game_id, user.pk).filter(build__code=code).first() if code else None
    if found is None:
        raise services.NoBuild
    if is_liked and persons.is_same(user, found.build.owner):
        raise NotAllowed("", _("Hearts are for maps of others."))
    if is_liked:
        Heart.objects.get_or_create(user=user, listing=found)
    else:
        Heart.objects.filter(user=user, listing=found).delete()
    told = shown(game_id, user.pk, visible(game_id, user.pk).filter(pk=found.pk))
    if not told:
        # Taken off meanwhile, or new rules find faults in it: no page shows it.
        raise services.NoBuild
    return told[0]


def count_begun(game_id: str, options: Mapping[str, Any], people: Collection[User]) -> None:
    """A match has begun with these options and people; inside the transaction that begins it. A map counts matches of at least two persons."""
    workshop = admission.workshop_of_maps(game_id)
    content = None if workshop is None else options.get(workshop.option)
    if not isinstance(content, dict) or len({persons.person_id(one) for one in people}) < 2:
        return
    fingerprint = admission.fingerprint_of(game_id, content)
    played = Listing.objects.filter(Q(is_shown=True), build__game=game_id, fingerprint=fingerprint)
    played.update(played=F("played") + 1)


@transaction.atomic
def take_off(*, staff: User, build: Build, why: str) -> None:
    """Staff take a map off the gallery for good. Raises NotAllowed if it is not there."""
    listing = Listing.objects.filter(build=build, is_barred=False).first()
    if listing is None:
        raise NotAllowed("", _("This map is not in the gallery."))
    listing.is_barred = True
    listing.save(update_fields=["is_barred"])
    BarredMap.objects.get_or_create(game=build.game, fingerprint=listing.fingerprint)
    sanctions.log_act(
        staff=staff, act="take off map", person=build.owner, subject=f"{build.name} ({build.game})", why=why
    )


def on_account_closed(user: User, **kwargs: Any) -> None:
    """Delete the hearts of a closed account."""
    Heart.objects.filter(user=user).delete()
