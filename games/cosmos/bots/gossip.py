"""Warden's radio: where a foreign planet is, passed on by everybody who senses somebody who knows. Chapters 6.7 and 12.3.

Eight digits: a word, three for x and three for y in the coordinates that all entities of a match share, one to check.
"""

from __future__ import annotations

from games.cosmos.programs.native import Controller, Sensed
from games.cosmos.programs.space import PLANET, Pos

# --- The sandbox's text begins here.

HOSTILE, VACANT = 1, 2
"""Words: a planet of a foe, a neutral planet."""
MIDDLE = 500


def encode(word: int, pos: Pos) -> int:
    """The radio value of a word about a tile."""
    digits = word * 1000000 + (pos.x + MIDDLE) * 1000 + pos.y + MIDDLE
    return digits * 10 + digits % 7


def decode(value: int) -> tuple[int, Pos] | None:
    """Word and tile of a radio value; None of what is no message."""
    digits = value // 10
    if value <= 0 or digits % 7 != value % 10 or digits // 1000000 not in (HOSTILE, VACANT):
        return None
    return digits // 1000000, Pos(digits // 1000 % 1000 - MIDDLE, digits % 1000 - MIDDLE)


def known(c: Controller, word: int) -> Pos | None:
    """The tile that it remembers for a word."""
    place = c.memory.get("goal" if word == HOSTILE else "vacant")
    return Pos(place[0], place[1]) if place is not None else None


def note(c: Controller, word: int, pos: Pos) -> None:
    """Remember a tile for a word, unless it has found it done."""
    if [pos.x, pos.y] not in c.memory.get("done", []):
        c.memory["goal" if word == HOSTILE else "vacant"] = [pos.x, pos.y]


def forget(c: Controller, word: int, pos: Pos) -> None:
    """This planet is no goal any more, whoever still says so."""
    c.memory.pop("goal" if word == HOSTILE else "vacant", None)
    done = c.memory.setdefault("done", [])
    if [pos.x, pos.y] not in done:
        done.append([pos.x, pos.y])


def learn(c: Controller, seen: list[Sensed]) -> None:
    """What it sees itself counts first, then what others tell; then it tells what it knows."""
    for one in seen:
        if one.kind == PLANET:
            place = [one.pos.x, one.pos.y]
            if one.seat == c.seat:
                for word in (HOSTILE, VACANT):
                    if known(c, word) == one.pos:
                        forget(c, word, one.pos)
            else:
                c.memory["done"] = [old for old in c.memory.get("done", []) if old != place]
                note(c, VACANT if one.seat is None else HOSTILE, one.pos)
    for one in seen:
        told = decode(one.radio) if one.seat == c.seat and one.id != c.id else None
        if told is not None and known(c, told[0]) is None:
            note(c, told[0], told[1])
    tell(c)


def tell(c: Controller) -> None:
    """The planet of a foe if it knows one, else a neutral one."""
    word = HOSTILE if known(c, HOSTILE) is not None else VACANT
    pos = known(c, word)
    value = encode(word, pos) if pos is not None else 0
    if value != c.radio:
        c.set_radio(value)
