"""How is a game's small picture drawn? As SVG for pages, and as PNG for those who show a preview of a link and read nothing else.

Pillow, CairoSVG and resvg were considered for the PNG: each is a large binary for a few rectangles, circles and polygons, which numpy, at hand
already, paints in a few lines. Colours are those of the pages (`static/css/tokens.css`), the forms of seats those of `seat_mark`.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterator, Sequence
from functools import cache
from math import cos, pi, sin
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from django.contrib.staticfiles import finders

from games.core.picture import Disc, Line, Mark, Picture, Rect, Shape, Tone

Theme = Literal["dark", "light"]
Pixels = npt.NDArray[np.uint8]

PREVIEW = 1200, 630
"""Pixels of the PNG: what most that show previews ask for."""
LARGEST_SIDE = 480
"""Pixels of an SVG's longer side, where nothing else gives it a size."""
FINE = 2
"""Points along each side of a pixel; their mean smooths edges."""
EDGE = 0.05
"""Part of a preview's height that stays free around the board."""
FAINT = 0.55
"""How much of its colour what is only remembered keeps."""
WHOLE = 1.0
RIM = 1.2
"""Size of a form with its outline, which tells it from land of the same colour."""

BANKS = ((0.3, 0.62, 0.3), (0.16, 0.8, 0.43), (0.36, 0.86, 0.56), (0.22, 0.58, 0.69))
"""Banks of fog: left and right end and height, as parts of the picture."""
BANK = 0.035
"""Half of a bank's thickness, as a part of the picture's height."""

TOKENS = {
    "unseen": "--fog-unseen",
    "ground": "--raised",
    "land": "--control",
    "water": "--line",
    "line": "--control",
    "nobody": "--nobody",
    "text": "--text",
    "outline": "--ink",
    **{str(seat): f"--seat-{seat}" for seat in range(8)},
}
"""What a colour means → the custom property that has it."""


def _star(points: int, inner: float) -> list[tuple[float, float]]:
    turns = ((WHOLE if i % 2 == 0 else inner, i * pi / points) for i in range(2 * points))
    return [(radius * sin(turn), -radius * cos(turn)) for radius, turn in turns]


FORMS: tuple[Sequence[tuple[float, float]] | None, ...] = (
    None,
    [(-0.85, -0.85), (0.85, -0.85), (0.85, 0.85), (-0.85, 0.85)],
    [(0, -0.95), (1, 0.8), (-1, 0.8)],
    [(0, -1), (1, 0), (0, 1), (-1, 0)],
    [(-0.5, -0.87), (0.5, -0.87), (1, 0), (0.5, 0.87), (-0.5, 0.87), (-1, 0)],
    _star(5, 0.5),
    [(x, y) for x, y in (
        (-0.35, -0.9), (0.35, -0.9), (0.35, -0.35), (0.9, -0.35), (0.9, 0.35), (0.35, 0.35),
        (0.35, 0.9), (-0.35, 0.9), (-0.35, 0.35), (-0.9, 0.35), (-0.9, -0.35), (-0.35, -0.35),
    )],
    None,
)  # fmt: skip
"""Corners of each seat's form around (0, 0), within a circle of radius 1; None: a circle, of the last seat only its edge."""
RING = len(FORMS) - 1


@cache
def colours(theme: Theme) -> dict[str, str]:
    """Meaning → colour as `#rrggbb`, as the pages of that theme have it."""
    text = Path(str(finders.find("css/tokens.css"))).read_text()
    found: dict[str, str] = {}
    for selector, body in re.findall(r"([^{}]+)\{([^{}]*)\}", text):
        is_base = re.search(r":root\b(?![:\[])", selector) is not None
        if is_base or (theme == "light" and '[data-theme="light"]' in selector):
            found.update(re.findall(r"(--[\w-]+):\s*(#[0-9a-fA-F]{6})\b", body))
    return {meaning: found[token] for meaning, token in TOKENS.items()}


def _shapes(picture: Picture) -> Sequence[Shape]:
    """Those of the picture; banks of fog where the audience sees nothing of the board, or the picture would look broken."""
    if any(not isinstance(shape, Rect) or shape.tone != "unseen" for shape in picture.shapes):
        return picture.shapes
    shapes: list[Shape] = []
    radius = picture.height * BANK
    for left, right, high in BANKS:
        x1, x2, y = left * picture.width, right * picture.width, high * picture.height
        ends = [Disc(x, y, radius, "water") for x in (x1, x2)]
        shapes += [Line(x1, y, x2, y, 2 * radius, "water"), *ends]
    return shapes


# SVG.


def svg(picture: Picture, theme: Theme) -> bytes:
    """The picture as SVG; it contains no text, no script and no link."""
    known = colours(theme)
    # With a size of its own: without one, not every browser draws it on a canvas.
    scale = LARGEST_SIDE / max(picture.width, picture.height)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_n(picture.width * scale)}" height="{_n(picture.height * scale)}" '
        f'viewBox="0 0 {_n(picture.width)} {_n(picture.height)}">'
        f'<path fill="{known["unseen"]}" d="M0 0h{_n(picture.width)}v{_n(picture.height)}H0z"/>'
    ]
    squares: dict[Tone, list[str]] = {}
    for shape in _shapes(picture):
        if isinstance(shape, Rect):
            x, y, width, height = (_n(value) for value in shape[:4])
            squares.setdefault(shape.tone, []).append(f"M{x} {y}h{width}v{height}h-{width}z")
            continue
        parts += _filled(squares, known)
        squares = {}
        parts.append(_shape(shape, known))
    parts += [*_filled(squares, known), "</svg>"]
    return "".join(parts).encode()


def _filled(squares: dict[Tone, list[str]], known: dict[str, str]) -> Iterator[str]:
    """Rectangles that follow each other, a path for each colour; `crispEdges`, or the seams between rows would show."""
    for tone, paths in squares.items():
        yield f'<path shape-rendering="crispEdges" fill="{known[str(tone)]}" d="{"".join(paths)}"/>'


def _shape(shape: Disc | Line | Mark, known: dict[str, str]) -> str:
    if isinstance(shape, Line):
        x1, y1, x2, y2, thick = (_n(value) for value in shape[:5])
        return f'<path stroke="{known[str(shape.tone)]}" stroke-width="{thick}" d="M{x1} {y1}L{x2} {y2}"/>'
    if isinstance(shape, Disc):
        return _circle(shape.x, shape.y, shape.radius, known[str(shape.tone)], hollow=shape.hollow)
    faint = f' opacity="{FAINT}"' if shape.faint else ""
    colour, form = known[str(shape.seat)], FORMS[shape.seat]
    if form is None:
        rim = (
            "" if shape.seat == RING else _circle(shape.x, shape.y, shape.radius * RIM, known["outline"], hollow=False)
        )
        return f"<g{faint}>{rim}{_circle(shape.x, shape.y, shape.radius, colour, hollow=shape.seat == RING)}</g>"
    corners = " ".join(f"{_n(shape.x + x * shape.radius)},{_n(shape.y + y * shape.radius)}" for x, y in form)
    line = f'stroke="{known["outline"]}" stroke-width="{_n(shape.radius * (RIM - 1))}"'
    return f'<polygon{faint} fill="{colour}" {line} points="{corners}"/>'


def _circle(x: float, y: float, radius: float, colour: str, *, hollow: bool) -> str:
    if hollow:
        edge = f'fill="none" stroke="{colour}" stroke-width="{_n(radius * 0.35)}"'
        return f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius * 0.8)}" {edge}/>'
    return f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}" fill="{colour}"/>'


def _n(value: float) -> str:
    """Two decimals are finer than any screen shows."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


# PNG.


def png(picture: Picture, theme: Theme = "dark", size: tuple[int, int] = PREVIEW) -> bytes:
    """The picture in the middle of a ground of `size` pixels, as PNG."""
    known = {meaning: _rgb(colour) for meaning, colour in colours(theme).items()}
    width, height = size
    canvas: Pixels = np.empty((height * FINE, width * FINE, 3), np.uint8)
    canvas[:] = known["outline"]
    free = height * EDGE
    scale = min((width - 2 * free) / picture.width, (height - 2 * free) / picture.height) * FINE
    left, top = (width * FINE - picture.width * scale) / 2, (height * FINE - picture.height * scale) / 2
    board = Rect(0, 0, picture.width, picture.height, "unseen")
    for shape in (board, *_shapes(picture)):
        _paint(canvas, shape, known, (left, top, scale))
    total = np.zeros((height, width, 3), np.uint16)
    for dy in range(FINE):
        for dx in range(FINE):
            total += canvas[dy::FINE, dx::FINE]
    return encoded((total // FINE**2).astype(np.uint8))


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def _paint(canvas: Pixels, shape: Shape, known: dict[str, Any], place: tuple[float, float, float]) -> None:
    left, top, scale = place
    if isinstance(shape, Rect):
        x1, y1 = round(left + shape.x * scale), round(top + shape.y * scale)
        x2, y2 = round(left + (shape.x + shape.width) * scale), round(top + (shape.y + shape.height) * scale)
        canvas[max(0, y1) : max(0, y2), max(0, x1) : max(0, x2)] = known[str(shape.tone)]
    elif isinstance(shape, Line):
        (x1f, y1f), (x2f, y2f) = (shape.x1, shape.y1), (shape.x2, shape.y2)
        length = max(1e-9, ((x2f - x1f) ** 2 + (y2f - y1f) ** 2) ** 0.5)
        dx, dy = (y1f - y2f) / length * shape.thick / 2, (x2f - x1f) / length * shape.thick / 2
        corners = [(x1f + dx, y1f + dy), (x2f + dx, y2f + dy), (x2f - dx, y2f - dy), (x1f - dx, y1f - dy)]
        fill_polygon(canvas, [(left + x * scale, top + y * scale) for x, y in corners], known[str(shape.tone)])
    else:
        x, y, radius = left + shape.x * scale, top + shape.y * scale, shape.radius * scale
        if isinstance(shape, Disc):
            fill_disc(canvas, x, y, radius, known[str(shape.tone)], hollow=shape.hollow)
            return
        colour, form = known[str(shape.seat)], FORMS[shape.seat]
        if shape.faint:
            ground = known["unseen"]
            colour = tuple(round(FAINT * a + (1 - FAINT) * b) for a, b in zip(colour, ground, strict=True))
        if form is None:
            if shape.seat != RING:
                fill_disc(canvas, x, y, radius * RIM, known["outline"], hollow=False)
            fill_disc(canvas, x, y, radius, colour, hollow=shape.seat == RING)
        else:
            for size, tone in ((radius * RIM, known["outline"]), (radius, colour)):
                fill_polygon(canvas, [(x + dx * size, y + dy * size) for dx, dy in form], tone)


def _window(canvas: Pixels, x1: float, y1: float, x2: float, y2: float) -> tuple[Pixels, Any, Any]:
    """The part of the canvas within these bounds, with the coordinates of its points."""
    high, wide = canvas.shape[:2]
    left, right = max(0, int(x1)), min(wide, int(x2) + 2)
    top, bottom = max(0, int(y1)), min(high, int(y2) + 2)
    part = canvas[top : max(top, bottom), left : max(left, right)]
    ys, xs = np.mgrid[top : max(top, bottom), left : max(left, right)] + 0.5
    return part, xs, ys


def fill_disc(
    canvas: Pixels, x: float, y: float, radius: float, colour: tuple[int, ...], *, hollow: bool = False
) -> None:
    """Paint a circle, or its edge, of that colour on the canvas; lengths in points."""
    part, xs, ys = _window(canvas, x - radius, y - radius, x + radius, y + radius)
    away = (xs - x) ** 2 + (ys - y) ** 2
    inside = away < radius**2
    if hollow:
        inside &= away > (radius * 0.62) ** 2
    part[inside] = colour


def fill_polygon(canvas: Pixels, corners: Sequence[tuple[float, float]], colour: tuple[int, ...]) -> None:
    """Paint a polygon of that colour on the canvas; corners in points."""
    xs_, ys_ = zip(*corners, strict=True)
    part, xs, ys = _window(canvas, min(xs_), min(ys_), max(xs_), max(ys_))
    inside = np.zeros(xs.shape, bool)
    for (x1, y1), (x2, y2) in zip(corners, [*corners[1:], corners[0]], strict=True):
        if y1 != y2:
            crosses = (y1 <= ys) != (y2 <= ys)
            inside ^= crosses & (xs < x1 + (ys - y1) * (x2 - x1) / (y2 - y1))
    part[inside] = colour


def encoded(pixels: Pixels) -> bytes:
    """PNG of 8-bit RGB or RGBA (W3C): signature, header, one block of data, end; each line begins with its filter, 0 for none."""
    height, width, channels = pixels.shape
    lines = np.zeros((height, 1 + width * channels), np.uint8)
    lines[:, 1:] = pixels.reshape(height, -1)

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 6 if channels == 4 else 2, 0, 0, 0)
    return b"".join(
        [
            b"\x89PNG\r\n\x1a\n",
            chunk(b"IHDR", header),
            chunk(b"IDAT", zlib.compress(lines.tobytes(), 3)),
            chunk(b"IEND", b""),
        ]
    )
