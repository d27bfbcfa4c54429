"""Warden's radio: where a foreign planet is and which own planet bids. Chapters 6.7 and 12.3.

Everybody passes on what they sense or hear. Eight digits: a word, three for x and three for y in the coordinates that all entities of
a match share, one to check.
"""

from __future__ import annotations

from games.cosmos.programs.native import Controller, Sensed
from games.cosmos.programs.space import PLANET, Pos

# --- The sandbox's text begins here.

HOSTILE, VACANT, TREASURER = 1, 2, 3
"""Words: a planet of a foe, a neutral planet, and from 3 to 8 the own planet that bids, as it was in one of six spans of time."""
MIDDLE = 500
SPAN = 40
"""Rounds after which the word for the treasurer is another one: old news die out."""
UNHEARD = 80
"""Rounds after which a planet that hears of no treasurer becomes it."""


def encode(word: int, pos: Pos) -> int:
    """The radio value of a word about a tile."""
    digits = word * 1000000 + (pos.x + MIDDLE) * 1000 + pos.y + MIDDLE
    return digits * 10 + digits % 7


def decode(value: int) -> tuple[int, Pos] | None:
    """Word and tile of a radio value; None of what is no message."""
    digits = value // 10
    if value <= 0 or digits % 7 != value % 10 or not HOSTILE <= digits // 1000000 <= TREASURER + 5:
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
        if told is not None and told[0] >= TREASURER:
            hear(c, told[0], told[1])
        elif told is not None and known(c, told[0]) is None:
            note(c, told[0], told[1])
    tell(c)


def span_word(c: Controller, ago: int) -> int:
    """The word for the treasurer in this span of time, or some spans ago."""
    return TREASURER + (c.round // SPAN - ago) % 6


def hear(c: Controller, word: int, pos: Pos) -> None:
    """News of the treasurer: what is newer counts, of equally new ones the planet that is farther west, then south."""
    if word != span_word(c, 0) and word != span_word(c, 1):
        return
    old = treasurer(c)
    is_newer = old is None or (word == span_word(c, 0) and c.memory["treasurer"][2] != word)
    if is_newer or (c.memory["treasurer"][2] == word and old is not None and (pos.x, pos.y) < (old.x, old.y)):
        c.memory["treasurer"] = [pos.x, pos.y, word]


def treasurer(c: Controller) -> Pos | None:
    """The planet that is said to bid, if the news are not too old."""
    told = c.memory.get("treasurer")
    if told is None or (told[2] != span_word(c, 0) and told[2] != span_word(c, 1)):
        return None
    return Pos(told[0], told[1])


def is_treasurer(c: Controller, seen: list[Sensed]) -> bool:
    """Does this planet bid for all? One of the beginning does, or one that has long heard of no other; much richer ones take over."""
    since: int = c.memory.setdefault("since", c.round)
    other = treasurer(c)
    if other is None:
        c.memory["unheard"] = c.memory.get("unheard", 0) + 1
        if since > 1 and c.memory["unheard"] < UNHEARD:
            return False
    elif other != c.pos and (since > 1 or (other.x, other.y) < (c.pos.x, c.pos.y)):
        c.memory["unheard"] = 0
        return False
    richer = [one for one in seen if one.seat == c.seat and one.kind == PLANET and one.energy > c.energy * 3 // 2]
    heir = richer[0].pos if richer else c.pos
    c.memory["treasurer"] = [heir.x, heir.y, span_word(c, 0)]
    return not richer


def tell(c: Controller) -> None:
    """The planet of a foe if it knows one, else a neutral one; now and then who bids."""
    word = HOSTILE if known(c, HOSTILE) is not None else VACANT
    pos = known(c, word)
    bidder = treasurer(c)
    if bidder is not None and c.round // 8 % 3 == 0:
        word, pos = c.memory["treasurer"][2], bidder
    value = encode(word, pos) if pos is not None else 0
    if value != c.radio:
        c.set_radio(value)
