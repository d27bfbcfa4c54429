"""On which maps may a match be rated? On those that come with the game, and on maps of people whose starts are known to be equally good.

Known is what the engine proves (`Workshop.is_even`, which holds for every map that a game generates), what a check by bots has found
(`games/core/fairness.py`), and what staff decide, who have the last word either way. The verdict is of the map as it is played: its name and its
owner do not count, and a map that is changed is another one.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from django.utils.translation import gettext_lazy as _

import games
from games.core import fairness
from games.core.contract import Json, Workshop
from lobby.accounts import sanctions
from lobby.accounts.models import User
from lobby.builds.models import Build, MapVerdict
from lobby.builds.signals import map_refused
from lobby.matches.errors import NotAllowed
from lobby.platform.storage.lru import ByteLRU

ENOUGH: Final = 30
"""Matches for each start, at most all that a check plays, after which it admits a map. Of two starts one that wins 3 of 4 is then found out in
91 of 100 checks, one that wins 7 of 10 in 67."""
LABELS: Final = frozenset({"id", "name", "name_zh", "title", "title_zh", "author", "description"})
"""Fields of a map that no rule reads; whoever changes them has the same map."""


class NotAdmitted(NotAllowed):
    """A rated match cannot be on this map. `path` is the key of the option for maps."""

    code = "not_admitted"
    text = _(
        "A rated match needs a map that comes with the game, or one whose starts are known to be equally good."
        " Have the starts of this map checked in the workshop, or play unrated."
    )


@dataclass(frozen=True)
class Known:
    """What follows from a map alone."""

    fingerprint: str
    """SHA-256 of the canonical JSON of its normal form without `LABELS`, in hex; "" for what has faults."""
    is_even: bool


_KNOWN: ByteLRU[tuple[str, str, str], Known] = ByteLRU(most_bytes=1_000_000, most=4_000)
"""By game, its rules and the hash of the content as it came: an engine takes up to 80 ms for the largest maps."""


def workshop_of_maps(game_id: str) -> Workshop | None:
    """The workshop whose builds are an option of tables of that game; None if it has none."""
    workshop = games.get(game_id).workshop if game_id in games.GAMES else None
    return workshop if workshop is not None and workshop.option else None


def option_of_maps(game_id: str) -> str:
    """The key of the option for maps; "" if that game has none."""
    workshop = workshop_of_maps(game_id)
    return "" if workshop is None else workshop.option


def known(game_id: str, content: Json) -> Known:
    """Fingerprint of a map, and whether the engine proves that its starts are equally good."""
    workshop = workshop_of_maps(game_id)
    if workshop is None:
        return Known("", False)
    key = game_id, games.get(game_id).rules_version, _hash(content)
    found = _KNOWN.get(key)
    if found is None:
        found = _look(workshop, content)
        _KNOWN.put(key, found, 250)
    return found


def fingerprint_of(game_id: str, content: Json) -> str:
    """SHA-256 of the canonical JSON of a map's normal form without `LABELS`, in hex; "" for what has faults or is no map."""
    return known(game_id, content).fingerprint


def is_ready_made(game_id: str, fingerprint: str) -> bool:
    """True for a copy of a map that comes with the game."""
    return fingerprint in _ready_made(game_id, games.get(game_id).rules_version)


def is_admitted(game_id: str, value: Json) -> bool:
    """Whether rated tables take this value of the option for maps: any choice of the game's own, and maps that are admitted."""
    if not isinstance(value, dict) or workshop_of_maps(game_id) is None or _is_wish(game_id, value):
        return True
    return not refused_of(game_id, {0: value})


def are_admitted(game_id: str, options: Mapping[str, Any]) -> bool:
    """Whether a rated match can have these options of its game, as far as its map goes."""
    workshop = workshop_of_maps(game_id)
    return workshop is None or is_admitted(game_id, options.get(workshop.option))


def refused_of(game_id: str, contents: Mapping[Any, Json]) -> set[Any]:
    """The keys of those maps that rated tables do not take; one query for all."""
    found = {key: known(game_id, content) for key, content in contents.items()}
    wanted = {one.fingerprint for one in found.values()} - {""}
    verdicts = dict(
        MapVerdict.objects.filter(game=game_id, fingerprint__in=wanted).values_list("fingerprint", "is_admitted")
    )
    return {key for key, one in found.items() if not _admits(game_id, one, verdicts)}


def require(game_id: str, options: Mapping[str, Any]) -> None:
    """Raises NotAdmitted if a rated match cannot have these options, defaults filled in."""
    if not are_admitted(game_id, options):
        raise NotAdmitted(games.get(game_id).workshop.option)  # type: ignore[union-attr]


def on_checked(game_id: str, content: Json, found: Mapping[str, Any]) -> None:
    """A check of that map has ended, with what `Fairness.found` says: it admits the map if that is enough to go by. Staff's verdict stays. Inside the
    caller's transaction."""
    starts, fingerprint = found["starts"], fingerprint_of(game_id, content)
    if not fingerprint or found["matches"] < min(ENOUGH * len(starts), fairness.MOST_MATCHES):
        return
    even = all(one["verdict"] == "even" for one in starts)
    was_admitted = is_admitted(game_id, content)
    verdict, is_new = MapVerdict.objects.get_or_create(
        game=game_id, fingerprint=fingerprint, defaults={"is_admitted": even, "by": MapVerdict.By.CHECK}
    )
    if not is_new and verdict.by == MapVerdict.By.CHECK and verdict.is_admitted != even:
        verdict.is_admitted = even
        verdict.save(update_fields=["is_admitted", "at"])
    if was_admitted and not is_admitted(game_id, content):
        map_refused.send(None, game_id=game_id, fingerprint=fingerprint)


def decide(*, staff: User, build: Build, is_admitted: bool, why: str) -> None:
    """Staff admit a map to rated tables or keep it from them; inside the caller's transaction. Matches that have begun stay as they are, tables that
    are open are not rated any more."""
    fingerprint = fingerprint_of(build.game, build.content)
    if not fingerprint:
        raise NotAllowed("content", _("Only a map without faults can be checked."))
    MapVerdict.objects.update_or_create(
        game=build.game,
        fingerprint=fingerprint,
        defaults={"is_admitted": is_admitted, "by": MapVerdict.By.STAFF},
    )
    if not is_admitted:
        map_refused.send(None, game_id=build.game, fingerprint=fingerprint)
    act = "admit map" if is_admitted else "refuse map"
    sanctions.log_act(staff=staff, act=act, person=build.owner, subject=f"{build.name} ({build.game})", why=why)


def _admits(game_id: str, one: Known, verdicts: Mapping[str, bool]) -> bool:
    if not one.fingerprint:
        return False
    by_hand = verdicts.get(one.fingerprint)
    if by_hand is not None:
        return by_hand
    return one.is_even or is_ready_made(game_id, one.fingerprint)


def _is_wish(game_id: str, value: dict[str, Json]) -> bool:
    """True for a choice of the game with wishes of its own, such as a generated map of that size."""
    options = games.get(game_id).options
    return any(list(value) == [choice] for option in options if option.custom for choice, _text in option.choices)


def _look(workshop: Workshop, content: Json) -> Known:
    normal, faults = workshop.judge({}, content)
    if faults:
        return Known("", False)
    is_even = workshop.is_even is not None and workshop.is_even(normal)
    if isinstance(normal, dict):
        bare = {key: value for key, value in normal.items() if key not in LABELS}
        unnamed, faults = workshop.judge({}, {**bare, "name": ""} if "name" in normal else bare)
        normal = normal if faults else unnamed
    return Known(_hash(normal), is_even)


@cache
def _ready_made(game_id: str, _rules: str) -> frozenset[str]:
    workshop = workshop_of_maps(game_id)
    ready = [] if workshop is None else workshop.describe({})["ready"]
    return frozenset(fingerprint_of(game_id, one["build"]) for one in ready)


def _hash(content: Json) -> str:
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
