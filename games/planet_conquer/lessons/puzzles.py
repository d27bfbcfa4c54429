"""What can be tried after the lesson? Three positions out of recorded matches between bots, in which the other side plays on as recorded."""

from __future__ import annotations

from typing import Any

from games.core.lessons import Lesson, Moment, puzzle, won
from games.core.text import gettext_noop
from games.planet_conquer.lessons.positions import WAIT, move, orders, placed

STAND_OFF: dict[str, Any] = {"map": "crossroads", "start_assignment": "fixed", "max_round": 24}
SIEGE: dict[str, Any] = {"map": "crossroads", "start_assignment": "fixed", "max_round": 80}
FAR_CORNERS: dict[str, Any] = {"map": "four_winds", "start_assignment": "fixed", "max_round": 80}
SURVIVED = 5
"""Steps of the siege after which one is still there."""


def _sees_him(moment: Moment) -> bool:
    me = moment.after["seat"]
    return any(one["seen"] == "now" and one["owner"] not in (None, me) for one in moment.after["planets"])


WIN = placed(
    STAND_OFF,
    {"A0": (0, 41), "A1": (1, 41)},
    fleets=((0, "A0", "O", 40, 1), (1, "A1", "O", 40, 1)),
    points=(11, 11),
    round_=23,
).scene(
    id="stand-off",
    title=gettext_noop("Win in two rounds"),
    text=gettext_noop(
        "Round after round you both send 40 to %(O)s, and nobody comes home. Two fleets meet there now, and he always sends the next at once."
        " After round 24 it is over: most planets win. You have 11 points that you never used."
    ),
    goal=gettext_noop("Hold more than he does after round 24."),
    hint=gettext_noop(
        "40 against 40 leaves nobody, so be there with more, or earlier, or where he is not. Attack and Fast cost 2 points each. While his 40"
        " are on the way, how many are left on %(A1)s?"
    ),
    learned=gettext_noop("Points that are not spent win nothing. One tactic at the right moment broke the tie."),
    script=(
        {1: orders(("A1", "O", 40), tactic={"type": "boost", "planet": "A1"})},
        {1: move("A1", "O", 40)},
    ),
    done=won,
    solution=(orders(("A0", "O", 36), tactic={"type": "fast", "planet": "O"}), WAIT),
)

SURVIVE = placed(
    SIEGE,
    {"A0": (0, 88), "A1": (1, 31), "O": (1, 172)},
    fleets=((0, "A0", "A3", 72, 1), (1, "A1", "A2", 4, 1), (1, "A1", "O", 10, 1)),
    points=(3, 3),
    round_=3,
).scene(
    id="siege",
    title=gettext_noop("Survive"),
    text=gettext_noop(
        "He holds %(O)s, where units grow by half every round, and he is coming for you. 72 of yours land on %(A3)s at the end of this round; your"
        " home %(A0)s will not stand for long. You have 3 points."
    ),
    goal=gettext_noop("Have a planet left after five rounds."),
    hint=gettext_noop(
        "%(A0)s falls, whatever you do. Wait on %(A3)s until his great fleet is one round away: Defend works in the round in which it is ordered,"
        " and he cannot turn round."
    ),
    learned=gettext_noop(
        "He counted your units, not your walls. A fleet under way cannot turn round, and a tactic is not seen before."
    ),
    script=(
        {1: orders(("A1", "O", 18), tactic={"type": "terminator", "planet": "A0"})},
        {1: orders(("O", "A0", 162), ("A1", "A0", 16))},
        {1: orders(("A1", "O", 36), tactic={"type": "boost", "planet": "A2"})},
        {1: orders(("O", "A3", 268), ("A1", "A2", 20))},
        {1: orders(("O", "A3", 85), ("A1", "O", 20), ("A0", "O", 109), ("A2", "O", 53))},
    ),
    done=lambda moment: moment.step == SURVIVED and moment.after["you"]["planets"] > 0,
    limit=SURVIVED,
    solution=(WAIT, WAIT, WAIT, WAIT, orders(tactic={"type": "defend", "planet": "A3"})),
)

FIND = placed(
    FAR_CORNERS,
    {"A0": (0, 35), "A2": (1, 76), "O": (None, 80)},
    fleets=((0, "A0", "D0", 119, 1), (0, "A0", "C0", 3, 1), (0, "A0", "B0", 3, 1), (1, "A2", "B2", 84, 1)),
    points=(3, 3),
    round_=3,
).scene(
    id="corners",
    title=gettext_noop("Find him"),
    text=gettext_noop(
        "You live in %(A2)s, bottom left. He lives in one of the three other corners and has set out already. You see nothing of him, and he sees"
        " nothing of you."
    ),
    goal=gettext_noop("See one of his planets within six rounds."),
    hint=gettext_noop(
        "Everybody wants %(O)s in the middle, and from %(D2)s one sees it. It takes three rounds to %(D2)s: one unit is enough, but it "
        "must leave now."
    ),
    learned=gettext_noop("There he is, and you paid a unit for it. Who sees first can choose where to meet."),
    seat=1,
    script=(
        {},
        {0: orders(("D0", "O", 182), ("C0", "E1", 3), ("B0", "E0", 3), ("A0", "B0", 54))},
        {0: orders(("A0", "B0", 20), tactic={"type": "boost", "planet": "A0"})},
        {0: orders(("E1", "B1", 3), ("E0", "C3", 3), ("A0", "D0", 40), ("B0", "E0", 68))},
        {0: orders(("A0", "D0", 40), tactic={"type": "boost", "planet": "O"})},
    ),
    done=_sees_him,
    limit=6,
    solution=(move("A2", "D2", 1), WAIT, WAIT, WAIT),
)

PUZZLES: tuple[Lesson, ...] = (
    puzzle("win-in-two-rounds", gettext_noop("Two rounds are left, and nobody holds the middle."), WIN),
    puzzle("survive", gettext_noop("His fleets are larger than yours, and they know where you are."), SURVIVE),
    puzzle("find-him", gettext_noop("Three dark corners, and he is in one of them."), FIND),
)
