"""What may a person do with builds? Keep some of each game, change and share them, take them away. What one may be is the game's to say."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _

import games
from games.core.contract import Game, Json, Workshop
from games.core.errors import OrderError
from lobby.accounts.models import User
from lobby.builds.models import Build
from lobby.matches.errors import NoMatch, NotAllowed, TooMany

MOST_BUILDS = 60
"""Of one person for one game. Whoever looks at them has all of them judged: 3 ms for 60 fleets, the dearest builds there are, so no verdict is
kept that new rules would make untrue."""
LONGEST_NAME = 40
CODE_LENGTH = 12
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Without those that look like others."""
_CODE = re.compile(f"[{_LETTERS}]{{{CODE_LENGTH}}}")


class TooManyBuilds(TooMany):
    """`data`: `limit`."""

    text = _("You keep %(limit)s of these already. Remove one first.")


class NoBuild(NoMatch):
    """There is none, or this person may not see it: both look the same."""

    code = "no_build"
    text = _("There is no such build.")


def games_with_workshops() -> list[Game]:
    """The games for which something is built."""
    return [game for game in games.all_games() if game.workshop is not None]


def workshop_of(game_id: str) -> Workshop:
    """The workshop of the game of that id; raises NoBuild if there is none."""
    for game in games_with_workshops():
        if game.id == game_id:
            assert game.workshop is not None
            return game.workshop
    raise NoBuild("game", _("There is no such game."))


def mine(user: User, game_id: str | None = None) -> QuerySet[Build]:
    """A person's builds, last changed first."""
    found = Build.objects.filter(owner=user).order_by("-updated_at", "-pk")
    return found if game_id is None else found.filter(game=game_id)


def own(user: User, build_id: int, game_id: str | None = None) -> Build:
    """The person's build of that id, of one game if it is given; raises NoBuild, whether it is another's or nobody's."""
    found = Build.objects.filter(owner=user, pk=build_id).first()
    if found is None or found.game != (game_id or found.game):
        raise NoBuild
    return found


def shared(code: str, game_id: str | None = None) -> Build:
    """The build with that code, of one game if it is given; raises NoBuild."""
    found = Build.objects.filter(code=code).first() if _CODE.fullmatch(code) else None
    if found is None or found.game != (game_id or found.game):
        raise NoBuild
    return found


def judge(*, game_id: str, content: Json, options: dict[str, Json] | None = None) -> tuple[Json, Sequence[OrderError]]:
    """The build in normal form and no faults, or as it came and every fault. Raises OptionError, NoBuild, NotAllowed if it is too large."""
    workshop = workshop_of(game_id)
    _storable(workshop, content)
    return workshop.judge(options or {}, content)


def judge_for_any(*, game_id: str, content: Json) -> tuple[Json, Sequence[OrderError]]:
    """The same at whichever table takes it: by the first of the workshop's variants that finds no fault, else by the default options."""
    first = judge(game_id=game_id, content=content)
    if not first[1]:
        return first
    workshop = workshop_of(game_id)
    others = (workshop.judge(one["options"], content) for one in workshop.describe({}).get("variants", ()))
    return next((judged for judged in others if not judged[1]), first)


def judge_mine(
    *, user: User, game_id: str, options: dict[str, Json] | None = None
) -> list[tuple[Build, Sequence[OrderError]]]:
    """Every build of a person for a game with what is wrong with it at a table with these options. Raises OptionError, NoBuild."""
    workshop = workshop_of(game_id)
    return [(build, workshop.judge(options or {}, build.content)[1]) for build in mine(user, game_id)]


def measure(*, game_id: str, content: Json, against: Json, options: dict[str, Json] | None = None) -> Json:
    """Averages of a build against a target. Raises OptionError, NoBuild, NotAllowed if it is too large."""
    workshop = workshop_of(game_id)
    _storable(workshop, content)
    return workshop.measure(options or {}, content, against)


def save(*, user: User, game_id: str, name: str, content: Json) -> Build:
    """Keep a new build. Raises NotAllowed, TooManyBuilds, NoBuild."""
    judged, _faults = judge_for_any(game_id=game_id, content=content)
    with transaction.atomic():
        User.objects.select_for_update().get(pk=user.pk)  # two requests at once count each other
        if mine(user, game_id).count() >= MOST_BUILDS:
            raise TooManyBuilds(limit=MOST_BUILDS)
        return Build.objects.create(owner=user, game=game_id, name=_named(name), content=judged)


@transaction.atomic
def change(*, user: User, build_id: int, name: str | None = None, content: Json = None) -> Build:
    """Another name, other contents, or both. What is shared and has faults now is not shared any more. Raises as `save` does."""
    build = own(user, build_id)
    if name is not None:
        build.name = _named(name)
    if content is not None:
        build.content, faults = judge_for_any(game_id=build.game, content=content)
        build.code = "" if faults else build.code
    build.save()
    return build


def remove(*, user: User, build_id: int) -> None:
    """Keep it no longer; its code leads nowhere from now on. Raises NoBuild."""
    own(user, build_id).delete()


@transaction.atomic
def share(*, user: User, build_id: int) -> Build:
    """Give it a code, if it has none yet. Raises NotAllowed for one with faults: what strangers read is what the game has understood."""
    build = own(user, build_id)
    content, faults = judge_for_any(game_id=build.game, content=build.content)
    if faults:
        raise NotAllowed("content", _("Only what has no faults can be shared."))
    if not build.code:
        build.content, build.code = content, get_random_string(CODE_LENGTH, _LETTERS)
        build.save()
    return build


@transaction.atomic
def unshare(*, user: User, build_id: int) -> Build:
    """Take its code back."""
    build = own(user, build_id)
    build.code = ""
    build.save()
    return build


def on_account_closed(user: User, **kwargs: Any) -> None:
    """Nobody will come back for them, and their links end."""
    Build.objects.filter(owner=user).delete()


def _named(name: str) -> str:
    """A name as it is shown, to strangers too once the build is shared: no characters that hide or turn what stands beside them."""
    shown = " ".join(unicodedata.normalize("NFKC", name).split())
    if not 0 < len(shown) <= LONGEST_NAME:
        raise NotAllowed("name", _("A name of 1 to %(limit)s characters, please."), limit=LONGEST_NAME)
    if any(unicodedata.category(character).startswith("C") for character in shown):
        raise NotAllowed("name", _("A name cannot have invisible characters."))
    return shown


def _storable(workshop: Workshop, content: Json) -> None:
    text = json.dumps(content, separators=(",", ":"))
    if len(text) > workshop.most_bytes:
        raise NotAllowed("content", _("This is too large."))
    if "\\u0000" in text:  # PostgreSQL keeps no NUL, not in JSON either
        raise NotAllowed("content", _("A text cannot have invisible characters."))
