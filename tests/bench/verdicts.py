"""Is a measured figure within its bounds? One verdict for each requirement that a game has to meet.

A share of few matches is uncertain, so a figure that is out of bounds by less than `DOUBT` standard errors is `open`: more matches
tell. Only a figure within its bounds is `met`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import games
from tests.bench import seats
from tests.bench.gallery.__main__ import ENOUGH

LEVEL = 0.75
"""What a level must win against the one below."""
RAREST = 0.05
"""Matches in which a part must be used."""
COMMONEST = 0.6
"""Share of its users that may win, and of the wins in which one opening, one way to win or one kind of end may stand."""
MOST_DRAWS = 0.1
MINUTES = 1.5
"""How many times the stated minutes a match may last, or a part of them."""
DOUBT = 2.0
"""Standard errors."""
EXEMPT = "seed"
"""The preset whose rules are fixed: its draws are what they are."""
CHOICES = ("opening", "starter", "victory")
"""Groups of parts of which a seat has one."""

MET, OPEN, MISSED = "met", "open", "missed"


@dataclass(frozen=True)
class Verdict:
    """One figure and what it must be."""

    requirement: str
    setting: str
    what: str
    measured: float
    least: float
    most: float
    count: int
    """Matches, or users, of which the figure is a share."""
    is_share: bool = True

    @property
    def error(self) -> float:
        """Standard error of a share at the bound that is nearer."""
        bound = self.least if abs(self.measured - self.least) < abs(self.measured - self.most) else self.most
        bound = min(max(bound, 0.02), 0.98)
        return math.sqrt(bound * (1 - bound) / max(1, self.count)) if self.is_share else 0.0

    @property
    def verdict(self) -> str:
        """`met`, `missed`, or `open` while chance may explain what is missing."""
        away = max(self.least - self.measured, self.measured - self.most)
        if away <= 1e-9:
            return MET
        return OPEN if away <= DOUBT * self.error else MISSED

    def cells(self) -> tuple[str, ...]:
        """A row of a table."""
        form = "{:.1%}" if self.is_share else "{:g}"
        ends = [form.format(bound) for bound in (self.least, self.most)]
        is_open = self.is_share and self.most >= 1, self.is_share and self.least <= 0
        bound = f"≥ {ends[0]}" if is_open[0] else f"≤ {ends[1]}" if is_open[1] else f"{ends[0]} to {ends[1]}"
        count = str(self.count)
        return self.requirement, self.setting, self.what, bound, form.format(self.measured), count, self.verdict


HEAD = ("requirement", "setting", "what", "must be", "measured", "of", "verdict")


def share(won: list[float]) -> float:
    """Their mean."""
    return sum(won) / len(won)


def gallery(setting: str, bot: str, simple: str, won: list[float]) -> Verdict:
    """A built-in bot against a simple one."""
    return Verdict("no simple bot wins", setting, f"{bot} against {simple}", share(won), ENOUGH[bot], 1.0, len(won))


def level(setting: str, strong: str, weak: str, won: list[float]) -> Verdict:
    """A level against the one below."""
    return Verdict("levels", setting, f"{strong} over {weak}", share(won), LEVEL, 1.0, len(won))


def equals(game_id: str, setting: str, bot: str, found: dict[str, Any], places: list[seats.Share]) -> Iterator[Verdict]:
    """Matches of one bot against itself: seats and places; draws; with `hard`, for which it is meant, length, ends and parts too."""
    count, who = found["matches"], f" of {bot}"
    for row in found["seats"]:
        room = seats.TOLERANCE * math.sqrt(0.25 / count)
        yield Verdict("seats", setting, f"seat {row['seat']}{who}", row["share"], 0.5 - room, 0.5 + room, count)
    for place in places:
        least, most = bounds(game_id, place, bot)
        yield Verdict("places", setting, f"{place.name}{who}", place.share, least, most, place.played)
    if setting != EXEMPT:
        yield Verdict("draws", setting, f"draws{who}", found["draws"], 0.0, MOST_DRAWS, count)
    if bot == "hard":
        yield from lengths(game_id, setting, found)
        yield from ends(setting, found)
        yield from parts(setting, found)


def bounds(game_id: str, place: seats.Share, bot: str) -> tuple[float, float]:
    """Least and greatest share of a place: what its game says, else what chance allows."""
    name = f"tests.bench.places.{game_id}"
    own = getattr(import_module(name), "bounds", None) if find_spec(name) else None
    given: tuple[float, float] | None = own(place.name, bot) if own else None
    if given is not None:
        return given
    room = seats.TOLERANCE * math.sqrt(place.expected * (1 - place.expected) / place.played)
    return place.expected - room, place.expected + room


def lengths(game_id: str, setting: str, found: dict[str, Any]) -> Iterator[Verdict]:
    """Minutes for people against what the preset states."""
    preset = games.get(game_id).presets.get(setting)
    if preset is not None and preset.minutes is not None:
        measured, least, most = found["minutes"]["median"], preset.minutes / MINUTES, preset.minutes * MINUTES
        yield Verdict(
            "minutes", setting, "median", measured, round(least, 1), round(most, 1), found["matches"], is_share=False
        )


def ends(setting: str, found: dict[str, Any]) -> Iterator[Verdict]:
    """How decided matches end."""
    decided = max(1, round(found["matches"] * (1 - found["draws"])))
    for reason, part in found["wins"].items():
        yield Verdict("ends", setting, f"won by {reason}", part, 0.0, COMMONEST, decided)


def parts(setting: str, found: dict[str, Any]) -> Iterator[Verdict]:
    """Every part is used, wins about as often as it loses, and no choice stands in most wins."""
    decided = max(1, round(found["matches"] * (1 - found["draws"])))
    for row in found["parts"]:
        name, group = row["part"], row["part"].partition(".")[0]
        if group != "opening":
            yield Verdict("parts are used", setting, name, row["used"], RAREST, 1.0, found["matches"])
            if row["users"]:
                yield Verdict(
                    "users win", setting, name, row["share"], 1 - COMMONEST, COMMONEST, row["users"]
                )  # fmt: skip
        if group in CHOICES:
            yield Verdict("no single choice", setting, f"{name} in wins", row["won"], 0.0, COMMONEST, decided)


def pooled(verdicts: Iterable[Verdict], setting: str) -> list[Verdict]:
    """All series of a requirement as one: for so few matches that each alone proves nothing."""
    groups: dict[tuple[str, float], list[Verdict]] = {}
    for one in verdicts:
        groups.setdefault((one.requirement, one.least), []).append(one)
    found = []
    for (requirement, least), ones in groups.items():
        count = sum(one.count for one in ones)
        measured = sum(one.measured * one.count for one in ones) / count
        found.append(Verdict(requirement, setting, f"{len(ones)} series", measured, least, 1.0, count))
    return found
