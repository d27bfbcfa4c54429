"""Is one value of a map document what it should be? Mistakes are collected, with the code and the place of each (chapter 3).

Which fields a map has and how they fit together is asked in `parse.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from typing import Any

from games.core.documents import Reader
from games.core.errors import OptionError
from games.core.fields import cut
from games.core.text import gettext_noop
from games.planet_conquer import constants

MESSAGES: dict[str, str] = {
    "bad_format": gettext_noop("This is not a map of format 1."),
    "missing_field": gettext_noop("%(field)s is missing."),
    "unknown_field": gettext_noop("%(field)s is not a field of a map."),
    "bad_type": gettext_noop("%(field)s must be %(wanted)s."),
    "out_of_range": gettext_noop("%(field)s must be from %(low)s to %(high)s."),
    "too_many_decimals": gettext_noop("%(field)s may have at most three decimal places."),
    "bad_key": gettext_noop("%(key)s cannot be used here; allowed is %(wanted)s."),
    "duplicate_key": gettext_noop("The key %(key)s is used twice."),
    "duplicate_position": gettext_noop("%(key)s lies at the same place as %(other)s."),
    "unknown_kind": gettext_noop("%(kind)s is not a kind of planet."),
    "unknown_planet": gettext_noop("There is no planet %(key)s."),
    "self_route": gettext_noop("A route needs two different planets."),
    "duplicate_route": gettext_noop("There are two routes between %(key)s and %(other)s."),
    "too_few_starts": gettext_noop("%(count)s starts are too few for %(seats)s seats."),
    "duplicate_start": gettext_noop("The start %(key)s is listed twice."),
    "start_has_natives": gettext_noop("The start %(key)s must have no natives."),
    "not_connected": gettext_noop("The planet %(key)s cannot be reached from the others."),
    "bad_start_set": gettext_noop("A start set for %(count)s seats must list that many different starts."),
    "mixed_layouts": gettext_noop("A map has either planets and routes or orbits and links, not both."),
    "bad_symmetry": gettext_noop("The symmetry must be from 2 to 8."),
    "link_shift_out_of_range": gettext_noop("The shift of this link must be from 0 to %(high)s."),
    "too_many_planets": gettext_noop("%(count)s planets are too many; 200 are allowed."),
    "too_many_routes": gettext_noop("%(count)s routes are too many; 1000 are allowed."),
    "seats_exceed_starts": gettext_noop("%(seats)s seats are more than the %(count)s starts of the map."),
    "asymmetric": gettext_noop("The starts of this map are not equally good."),
}
"""What each code says. `asymmetric` is the one warning."""

TEXT, WHOLE, NUMBER = gettext_noop("text"), gettext_noop("a whole number"), gettext_noop("a number")
LIST, OBJECT, TRUTH = gettext_noop("a list"), gettext_noop("an object with named fields"), gettext_noop("true or false")
PLACE = gettext_noop("two whole numbers, to the right and down")
"""What a field must be, for `bad_type`."""


def fault(code: str, where: str, **data: Any) -> OptionError:
    """One mistake in a map: a code of chapter 3, the JSON path of the wrong part, and what fills the code's message."""
    return OptionError(code, where, MESSAGES[code], data)


class Values(Reader[dict[str, Any]]):
    """Reads single values; a value that is wrong is None from then on."""

    def fail(self, code: str, where: str, **data: Any) -> None:
        self.note(fault(code, where, **data))

    def only(self, source: dict[str, Any], where: str, known: tuple[str, ...]) -> None:
        for key in source:
            if key not in known:
                path = f"{where}.{cut(key)}" if where else cut(key)
                self.fail("unknown_field", path, field=path)

    def text(self, source: dict[str, Any], key: str, low: int, high: int, default: str | None) -> str | None:
        if key not in source:
            if default is None:
                self.fail("missing_field", key, field=key)
            return default
        value = source[key]
        if not isinstance(value, str) or re.search("[\x00-\x08\x0b-\x1f\ud800-\udfff]", value):
            self.fail("bad_type", key, field=key, wanted=TEXT)
        elif not low <= len(value) <= high:
            self.fail("out_of_range", key, field=key, low=low, high=high)
        else:
            return value
        return None

    def whole(self, value: Any, where: str, low: int, high: int) -> int | None:
        if not isinstance(value, int) or isinstance(value, bool):
            self.fail("bad_type", where, field=where, wanted=WHOLE)
        elif not low <= value <= high:
            self.fail("out_of_range", where, field=where, low=low, high=high)
        else:
            return value
        return None

    def optional(self, source: dict[str, Any], key: str, where: str, low: int, high: int, default: int) -> int | None:
        return self.whole(source[key], where, low, high) if key in source else default

    def decimal(self, value: Any, where: str, low: int, high: int) -> int | None:
        """A number with at most three decimals, in thousandths; so are `low` and `high`."""
        if not isinstance(value, int | float) or isinstance(value, bool) or value != value:
            self.fail("bad_type", where, field=where, wanted=NUMBER)
            return None
        if not low <= value * 1000 <= high and not (abs(value) < high and low <= round(value * 1000) <= high):
            self.fail("out_of_range", where, field=where, low=plain(low), high=plain(high))
            return None
        exact = Decimal(repr(value)) * 1000
        if exact != int(exact):
            self.fail("too_many_decimals", where, field=where)
            return None
        return int(exact)

    def listed(self, source: dict[str, Any], key: str) -> list[Any] | None:
        if key not in source:
            self.fail("missing_field", key, field=key)
        elif not isinstance(source[key], list):
            self.fail("bad_type", key, field=key, wanted=LIST)
        else:
            value: list[Any] = source[key]
            return value
        return None

    def numbers(self, source: dict[str, Any], where: str) -> dict[str, Any]:
        """Kind and the five numbers of a planet, an orbit or the centre."""
        name = source.get("kind", "normal")
        if not isinstance(name, str):
            self.fail("bad_type", f"{where}.kind", field=f"{where}.kind", wanted=TEXT)
        elif name not in constants.KINDS:
            self.fail("unknown_kind", f"{where}.kind", kind=cut(name))
        kind = constants.KINDS.get(name if isinstance(name, str) else "", constants.KINDS["normal"])
        found: dict[str, Any] = {"kind": name}
        for key, (low, high), default in (
            ("def", constants.DEF_RANGE, kind.defence),
            ("res", constants.RES_RANGE, kind.res),
            ("cos", constants.COS_RANGE, kind.cos),
        ):
            exact = self.decimal(source[key], f"{where}.{key}", low, high) if key in source else default
            found[key] = None if exact is None else plain(exact)
        found["max"] = self.optional(source, "max", f"{where}.max", *constants.MAX_RANGE, kind.limit)
        found["natives"] = self.optional(source, "natives", f"{where}.natives", *constants.NATIVES_RANGE, 0)
        return found

    def key(self, source: dict[str, Any], where: str, pattern: str, wanted: str, taken: set[str]) -> str | None:
        path = f"{where}.key"
        if "key" not in source:
            self.fail("missing_field", path, field=path)
        elif not isinstance(source["key"], str):
            self.fail("bad_type", path, field=path, wanted=TEXT)
        elif not re.fullmatch(pattern, source["key"]):
            self.fail("bad_key", path, key=cut(source["key"]), wanted=wanted)
        elif source["key"] in taken:
            self.fail("duplicate_key", path, key=source["key"])
        else:
            taken.add(source["key"])
            value: str = source["key"]
            return value
        return None

    def objects(
        self, items: list[Any], where: str, known: tuple[str, ...], one: Callable[[dict[str, Any], str], Any]
    ) -> list[Any]:
        found = []
        for i, item in enumerate(items):
            path = f"{where}[{i}]"
            if not isinstance(item, dict):
                self.fail("bad_type", path, field=path, wanted=OBJECT)
                continue
            self.only(item, path, known)
            found.append(one(item, path))
        return found

    def route_ends(self, a: Any, b: Any, where: str, known: Any) -> bool:
        good = True
        for i, key in enumerate((a, b)):
            if not isinstance(key, str):
                self.fail("bad_type", f"{where}[{i}]", field=f"{where}[{i}]", wanted=TEXT)
                good = False
            elif key not in known:
                self.fail("unknown_planet", f"{where}[{i}]", key=cut(key))
                good = False
        return good

    def travel(self, item: list[Any], where: str, at: int) -> tuple[int | None, float | None]:
        """Rounds and bend of a route or link, `rounds` standing at position `at`."""
        low, high = constants.ROUTE_ROUNDS
        rounds = self.whole(item[at], f"{where}[{at}]", low, high)
        bend = item[at + 1] if len(item) > at + 1 else 0
        path = f"{where}[{at + 1}]"
        if not isinstance(bend, int | float) or isinstance(bend, bool):
            self.fail("bad_type", path, field=path, wanted=NUMBER)
        elif not -1 <= bend <= 1:
            self.fail("out_of_range", path, field=path, low=-1, high=1)
        else:
            return rounds, bend
        return rounds, None

    def shape(self, item: Any, where: str, low: int) -> bool:
        if isinstance(item, list) and low <= len(item) <= low + 1:
            return True
        wanted = (
            gettext_noop("[key, key, rounds] or [key, key, rounds, bend]")
            if low == 3
            else gettext_noop("[X, Y, shift, rounds] or [X, Y, shift, rounds, bend]")
        )
        self.fail("bad_type", where, field=where, wanted=wanted)
        return False


def plain(exact: int) -> int | float:
    """Thousandths as the number a document shows."""
    return exact // 1000 if exact % 1000 == 0 else exact / 1000
