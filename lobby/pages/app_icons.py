"""How does our mark look as the icon of an installed site, and while that begins? Painted as PNG from `static/img/mark.svg`; nothing is committed.

`any` is the mark as it is. `maskable` fills the square, so that a system may cut any shape out of it (W3C: what matters lies within a circle of
four fifths of its side). `monochrome` is its form alone, which a system colours. `touch` fills the square without transparency, for iOS.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import acos, cos, hypot, pi, sin
from pathlib import Path
from typing import Literal, get_args
from xml.etree import ElementTree

import numpy as np
import numpy.typing as npt
from django.contrib.staticfiles import finders

from lobby.pages.drawing import Theme, colours, encoded, fill_disc, fill_polygon

Kind = Literal["any", "maskable", "monochrome", "touch"]
KINDS = get_args(Kind)
SIZES: dict[Kind, tuple[int, ...]] = {
    "any": (192, 512),
    "maskable": (192, 512),
    "monochrome": (192, 512),
    "touch": (180,),
}
"""Pixels of a side."""
POINTS = 1024
"""About so many points a side are painted; the mean of those of a pixel smooths edges."""
SAFE = 0.8
"""Part of the side that the mark takes of an icon which systems cut."""
OF_START = 0.25
"""Part of the shorter side that the mark takes of a start picture."""
START_SIDES = range(320, 3001)
"""Pixels that a side of a start picture may have."""
CORNERS = 12
"""Corners for a quarter turn of an arc."""

Point = tuple[float, float]
Colour = tuple[int, int, int]


@dataclass(frozen=True)
class Form:
    """A filled form of the mark in its own coordinates: a circle, or the corners of a polygon."""

    colour: Colour
    corners: Sequence[Point] = ()
    centre: Point = (0, 0)
    radius: float = 0


@lru_cache(maxsize=16)
def png(kind: Kind, size: int) -> bytes:
    """The icon as PNG of `size` by `size` pixels."""
    return encoded(_painted(kind, size))


@lru_cache(maxsize=16)
def start_png(width: int, height: int, theme: Theme) -> bytes:
    """What iOS shows while the installed site begins: the mark in the middle of the theme's ground, as PNG."""
    canvas = np.full((height, width, 3), _rgb(colours(theme)["outline"]), np.uint8)
    icon = _painted("any", round(min(width, height) * OF_START)).astype(np.uint16)
    top, left = (height - len(icon)) // 2, (width - len(icon)) // 2
    place = canvas[top : top + len(icon), left : left + len(icon)]
    cover = icon[..., 3:]
    place[:] = (icon[..., :3] * cover + place.astype(np.uint16) * (255 - cover)) // 255
    return encoded(canvas)


def _painted(kind: Kind, size: int) -> npt.NDArray[np.uint8]:
    """Pixels of the icon: red, green, blue, and how much of what lies below they cover."""
    side, forms = mark()
    is_whole = kind in {"maskable", "touch"}
    share = SAFE if is_whole else 1.0
    fine = max(2, POINTS // size)
    scale = size * fine / side * share
    shift = size * fine * (1 - share) / 2
    ground = forms[0].colour
    canvas = np.zeros((size * fine, size * fine, 4), np.uint8)
    if is_whole:
        canvas[:] = (*ground, 255)
    for form in forms:
        # The form alone has no ground: what stands on it is what is seen.
        if kind == "monochrome" and form.colour == ground:
            continue
        colour = (255, 255, 255, 255) if kind == "monochrome" else (*form.colour, 255)
        if form.corners:
            fill_polygon(canvas, [(x * scale + shift, y * scale + shift) for x, y in form.corners], colour)
        else:
            x, y = form.centre
            fill_disc(canvas, x * scale + shift, y * scale + shift, form.radius * scale, colour)
    return _smooth(canvas, size, fine)


def _smooth(canvas: npt.NDArray[np.uint8], size: int, fine: int) -> npt.NDArray[np.uint8]:
    """The mean of the points of each pixel; colours count as much as they cover."""
    points = canvas.reshape(size, fine, size, fine, 4).astype(np.float32)
    cover = points[..., 3:].sum(axis=(1, 3))
    colour = (points[..., :3] * points[..., 3:]).sum(axis=(1, 3)) / np.maximum(cover, 1)
    return np.concatenate([colour, cover / fine**2], axis=2).round().astype(np.uint8)


@lru_cache(maxsize=1)
def mark() -> tuple[float, list[Form]]:
    """The side of the mark's square, and its forms from the ground up; outlines are left out."""
    root = ElementTree.fromstring(Path(str(finders.find("img/mark.svg"))).read_text())
    side = float(root.attrib["viewBox"].split()[2])
    return side, [_form(element.tag.rpartition("}")[2], element.attrib) for element in root]


def _form(tag: str, attributes: dict[str, str]) -> Form:
    colour = _rgb(attributes["fill"])
    if tag == "circle":
        cx, cy, radius = (float(attributes[name]) for name in ("cx", "cy", "r"))
        return Form(colour, centre=(cx, cy), radius=radius)
    if tag == "rect":
        x, y, width, height = (float(attributes[name]) for name in ("x", "y", "width", "height"))
        return Form(colour, list(_rounded(x, y, width, height, float(attributes.get("rx", 0)))))
    return Form(colour, list(_corners(attributes["d"])))


def _rgb(text: str) -> Colour:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def _rounded(x: float, y: float, width: float, height: float, radius: float) -> Iterator[Point]:
    middles = (
        (x + width - radius, y + radius),
        (x + width - radius, y + height - radius),
        (x + radius, y + height - radius),
        (x + radius, y + radius),
    )
    for quarter, (cx, cy) in enumerate(middles):
        for step in range(CORNERS + 1):
            turn = (quarter - 1 + step / CORNERS) * pi / 2
            yield cx + radius * cos(turn), cy + radius * sin(turn)


def _corners(path: str) -> Iterator[Point]:
    """The corners of a path of straight lines and short arcs of circles, as the mark has them."""
    x = y = 0.0
    for command, text in re.findall(r"([a-zA-Z])([^a-zA-Z]*)", path):
        numbers = [float(one) for one in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", text)]
        kind, is_relative = command.upper(), command.islower()
        count = {"M": 2, "L": 2, "H": 1, "V": 1, "A": 7, "Z": 0}[kind]
        for at in range(0, len(numbers), count or 1):
            given = numbers[at : at + count]
            before = x, y
            if kind in {"H", "V"}:
                along = given[0] + (x if kind == "H" else y) * is_relative
                x, y = (along, y) if kind == "H" else (x, along)
            else:
                x, y = given[-2] + x * is_relative, given[-1] + y * is_relative
            if kind == "A":
                yield from _arc(before, (x, y), given[0], is_clockwise=given[4] == 1)
            yield x, y


def _arc(start: Point, end: Point, radius: float, *, is_clockwise: bool) -> Iterator[Point]:
    """Points between the ends of the shorter arc of a circle."""
    (x1, y1), (x2, y2) = start, end
    chord = hypot(x2 - x1, y2 - y1)
    away = (radius**2 - chord**2 / 4) ** 0.5 * (1 if is_clockwise else -1)
    cx = (x1 + x2) / 2 - away * (y2 - y1) / chord
    cy = (y1 + y2) / 2 + away * (x2 - x1) / chord
    whole = acos(max(-1.0, min(1.0, 1 - chord**2 / (2 * radius**2)))) * (1 if is_clockwise else -1)
    for step in range(1, CORNERS):
        turn = whole * step / CORNERS
        dx, dy = x1 - cx, y1 - cy
        yield cx + dx * cos(turn) - dy * sin(turn), cy + dx * sin(turn) + dy * cos(turn)
