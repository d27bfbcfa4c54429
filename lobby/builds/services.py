"""What may a person do with builds? Save some for each game, change, share and delete them. The game decides which builds are valid."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from datetime import datetime
from functools import cache
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.crypto import get_random_string
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

import games
from games.core.contract import Game, Json, Reading, Workshop
from games.core.errors import OrderError
from lobby.accounts import persons
from lobby.accounts.models import User
from lobby.builds import admission
from lobby.builds.models import BarredMap, Build, Listing
from lobby.matches.errors import NoMatch, NotAllowed, ServiceError, TooMany, in_words
from lobby.platform.characters import cleaning

MOST_BUILDS = 60
"""Builds of one person for one game. Listing them checks all of them again. That takes 3 ms for 60 fleets, the slowest builds to check,
so verdicts are not stored: new rules would make them wrong."""
LONGEST_NAME = 40
CODE_LENGTH = 12
OWN = "build-"
"""What the number of a person's own build follows where ready-made ones have their id."""
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""The alphabet of codes, without characters that look alike."""
_CODE = re.compile(f"[{_LETTERS}]{{{CODE_LENGTH}}}")


class TooManyBuilds(TooMany):
    """`data`: `limit`."""

    text = _("You keep %(limit)s of these already. Remove one first.")


class NoBuild(NoMatch):
    """The build does not exist, or this person may not see it: the answer is the same."""

    code = "no_build"
    text = _("There is no such build.")


class ChangedMeanwhile(ServiceError):
    """The build is not the one any more that the change began from. `data`: `updated_at`, when it was changed."""

    code = "changed_meanwhile"
    text = _("This was changed elsewhere meanwhile.")


def games_with_workshops() -> list[Game]:
    """The games that have a workshop."""
    return [game for game in games.all_games() if game.workshop is not None]


def workshop_of(game_id: str) -> Workshop:
    """The workshop of the game of that id. Raises NoBuild if the game is unknown or has none."""
    for game in games_with_workshops():
        if game.id == game_id:
            assert game.workshop is not None
            return game.workshop
    raise NoBuild("game", _("There is no such game."))


def mine(user: User, game_id: str | None = None) -> QuerySet[Build]:
    """A person's builds, for one game if it is given, last changed first."""
    found = Build.objects.filter(owner=user).order_by("-updated_at", "-pk")
    return found if game_id is None else found.filter(game=game_id)


def own(user: User, build_id: int, game_id: str | None = None) -> Build:
    """The person's build of that id, of one game if it is given. Raises NoBuild if it does not exist or belongs to another person."""
    found = Build.objects.filter(owner=user, pk=build_id).first()
    if found is None or found.game != (game_id or found.game):
        raise NoBuild
    return found


def is_code(text: str) -> bool:
    """True for what looks like the code of a shared build."""
    return _CODE.fullmatch(text) is not None


def shared(code: str, game_id: str | None = None) -> Build:
    """The build with that code, of one game if it is given. Raises NoBuild."""
    found = Build.objects.filter(code=code).first() if is_code(code) else None
    if found is None or found.game != (game_id or found.game):
        raise NoBuild
    return found


def address(build: Build) -> str:
    """Path of the page of a shared build."""
    return reverse("workshop_shared", args=[build.game, workshop_of(build.game).word, build.code])


def ready_ids(game_id: str) -> frozenset[str]:
    """Ids of the ready-made builds of a game; none if it has no workshop."""
    return _ready_ids(game_id, games.get(game_id).rules_version)


@cache
def _ready_ids(game_id: str, _rules: str) -> frozenset[str]:
    workshop = games.get(game_id).workshop
    return frozenset() if workshop is None else frozenset(one["id"] for one in workshop.describe({})["ready"])


def judge(*, game_id: str, content: Json, options: dict[str, Json] | None = None) -> tuple[Json, Sequence[OrderError]]:
    """(build in normal form, []) or (build as it was given, its faults). Raises OptionError, NoBuild, NotAllowed if it is too large."""
    workshop = workshop_of(game_id)
    return workshop.judge(options or {}, _storable(workshop, content))


def judge_for_any(*, game_id: str, content: Json) -> tuple[Json, Sequence[OrderError]]:
    """As `judge`, for any table: the result of the first workshop variant that finds no fault, else of the default options."""
    first = judge(game_id=game_id, content=content)
    if not first[1]:
        return first
    workshop = workshop_of(game_id)
    content = _storable(workshop, content)
    others = (workshop.judge(one["options"], content) for one in workshop.describe({}).get("variants", ()))
    return next((judged for judged in others if not judged[1]), first)


def judge_mine(
    *, user: User, game_id: str, options: dict[str, Json] | None = None
) -> list[tuple[Build, Sequence[OrderError]]]:
    """Every build of a person for a game, with its faults at a table with these options. Raises OptionError, NoBuild."""
    workshop = workshop_of(game_id)
    return [(build, workshop.judge(options or {}, build.content)[1]) for build in mine(user, game_id)]


def facts(game_id: str, content: Json) -> list[str]:
    """What the game tells people about a build without faults, in the active language. Raises NoBuild."""
    told = workshop_of(game_id).facts
    return [] if told is None else [in_words(one) for one in told(content)]


def read(game_id: str, document: Json) -> Reading:
    """A build out of a document in any layout that the game knows; it may have faults. Raises NoBuild, NotAllowed if it is too large."""
    workshop = workshop_of(game_id)
    if workshop.read is None:
        raise NoBuild
    return workshop.read(_storable(workshop, document))


def called(user: User | None, game_id: str, key: str) -> tuple[str, Json]:
    """Name and content of the build that this key calls: the id of a ready-made one, a code, or `build-` with the number of one of the person's
    own. Raises NoBuild."""
    for ready in workshop_of(game_id).describe({})["ready"]:
        if ready["id"] == key:
            return gettext(ready["name"]), ready["build"]
    number = key.removeprefix(OWN)
    if user is not None and number != key and number.isascii() and number.isdigit() and len(number) < 16:
        build = own(user, int(number), game_id)
    else:
        build = shared(key, game_id)
    return build.name, build.content


def playable(user_id: int, game_id: str) -> list[tuple[str, str, Json]]:
    """Key (as `called` takes it), name and content of each of a person's builds that has no fault at a table with the usual options."""
    workshop = workshop_of(game_id)
    judged = (
        (build, *workshop.judge({}, build.content))
        for build in Build.objects.filter(owner=user_id, game=game_id).order_by("name", "pk")
    )
    return [(f"{OWN}{build.pk}", build.name, content) for build, content, faults in judged if not faults]


def measure(*, game_id: str, content: Json, against: Json, options: dict[str, Json] | None = None) -> Json:
    """Average results of a build against a target, in the workshop's format. Raises OptionError, NoBuild, NotAllowed if it is too large."""
    workshop = workshop_of(game_id)
    if workshop.measure is None:
        raise NoBuild
    return workshop.measure(options or {}, _storable(workshop, content), against)


def save(*, user: User, game_id: str, name: str, content: Json) -> Build:
    """Save a new build. Raises NotAllowed, TooManyBuilds, NoBuild."""
    judged, _faults = judge_for_any(game_id=game_id, content=content)
    with transaction.atomic():
        persons.hold(user)
        if Build.objects.filter(persons.of(user, "owner"), game=game_id).count() >= MOST_BUILDS:
            raise TooManyBuilds(limit=MOST_BUILDS)
        return Build.objects.create(owner=user, game=game_id, name=_named(name), content=judged)


@transaction.atomic
def change(
    *,
    user: User,
    build_id: int,
    name: str | None = None,
    content: Json = None,
    updated_at: datetime | None = None,
) -> Build:
    """Change the name, the content or both. A build that has faults afterwards is no longer shared.

    `updated_at`: of the build that the change began from. Raises ChangedMeanwhile if somebody has saved another one since then; NoBuild, NotAllowed.
    """
    build = Build.objects.select_for_update().filter(pk=own(user, build_id).pk).first()
    if build is None:
        raise NoBuild
    before = (build.name, build.content)
    if name is not None:
        build.name = _named(name)
    if content is not None:
        build.content, faults = judge_for_any(game_id=build.game, content=content)
        build.code = "" if faults else build.code
    # The same again, from a client that has not heard the answer, is no other build.
    if updated_at not in {None, build.updated_at} and (build.name, build.content) != before:
        raise ChangedMeanwhile("updated_at", updated_at=build.updated_at.isoformat())
    build.save()
    _list_anew(build)
    return build


def remove(*, user: User, build_id: int) -> None:
    """Delete the build; its code stops working. Raises NoBuild."""
    own(user, build_id).delete()


@transaction.atomic
def share(*, user: User, build_id: int) -> Build:
    """Give the build a code, if it has none yet. Raises NoBuild, and NotAllowed if it has faults: only content the game accepts is shared."""
    build = own(user, build_id)
    content, faults = judge_for_any(game_id=build.game, content=build.content)
    if faults:
        raise NotAllowed("content", _("Only what has no faults can be shared."))
    if not build.code:
        build.content, build.code = content, get_random_string(CODE_LENGTH, _LETTERS)
        build.save(update_fields=["content", "code"])
    return build


@transaction.atomic
def unshare(*, user: User, build_id: int) -> Build:
    """Remove the build's code. Raises NoBuild."""
    build = own(user, build_id)
    build.code = ""
    build.save(update_fields=["code"])
    _list_anew(build)
    return build


def _list_anew(build: Build) -> None:
    """Keep what the gallery knows of a map with it. What is not shared any more is not in it, nor what has become a map that could not be shown."""
    listing = Listing.objects.filter(build=build).first()
    workshop = workshop_of(build.game)
    if listing is None or workshop.seats is None:
        return
    if build.code:
        seats = workshop.seats(build.content)
        listing.seats_least, listing.seats_most = seats[0], seats[-1]
        fingerprint = admission.fingerprint_of(build.game, build.content)
        others = Listing.objects.filter(build__game=build.game, fingerprint=fingerprint).exclude(pk=listing.pk)
        is_barred = BarredMap.objects.filter(game=build.game, fingerprint=fingerprint).exists()
        is_taken = is_barred or others.filter(is_shown=True).exists()
        if fingerprint != listing.fingerprint and (is_taken or admission.is_ready_made(build.game, fingerprint)):
            listing.is_shown = False
        listing.fingerprint = fingerprint
    else:
        listing.is_shown = False
    listing.save()


def all_text(build: Build) -> str:
    """Every text of a build in its present form, as reports keep them: its name, and what its content says in words."""
    found: list[str] = [build.name]

    def walk(value: Json) -> None:
        if isinstance(value, str) and value not in found:
            found.append(value)
        for one in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            walk(one)

    walk(build.content)
    return "\n".join(found)[:2000]


def on_account_closed(user: User, **kwargs: Any) -> None:
    """Delete the builds of a closed account; their links stop working."""
    Build.objects.filter(owner=user).delete()


def _named(name: str) -> str:
    """The name as a label. Raises NotAllowed."""
    try:
        return cleaning.label(name, longest=LONGEST_NAME)
    except ValidationError as error:
        raise NotAllowed.of("name", error) from None


def _storable(workshop: Workshop, content: Json) -> Json:
    """The content with its texts as others will see them. Raises NotAllowed."""
    if len(json.dumps(content, separators=(",", ":"))) > workshop.most_bytes:
        raise NotAllowed("content", _("This is too large."))
    try:
        return cleaning.strings(content)
    except ValidationError as error:
        raise NotAllowed.of("content", error) from None
