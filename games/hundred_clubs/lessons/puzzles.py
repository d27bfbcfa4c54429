"""What can be tried after the lesson? Three positions out of recorded matches between bots.

The other side plays on as recorded, and where that cannot be done any more as the bot that was recorded.
"""

from __future__ import annotations

from typing import Any

from games.core.lessons import Lesson, Moment, puzzle, won
from games.core.text import gettext_noop
from games.hundred_clubs.lessons.positions import WAIT, campaigns, other_club, placed

QUICK: dict[str, Any] = {"map": {"generated": {"width": 15, "height": 21}}, "rounds": 12, "starts": "drawn"}
"""As "Play now" has it; each puzzle's seed makes the map of its match again."""
WHOLE = ["0" * 15, "1" * 15]

EVEN = [
    *[WHOLE[0]] * 8,
    "010000000000000",
    ".11100000000000",
    "...1.......0...",
    "11111111111000.",
    "111111111111101",
    *[WHOLE[1]] * 8,
]
SPLIT = [
    *[WHOLE[0]] * 2,
    "000000000011111",
    "000000000111111",
    WHOLE[1],
    "111111001111111",
    "111111011111111",
    *[WHOLE[1]] * 2,
    "111111011111111",
    "....1.....1....",
    *[WHOLE[1]] * 10,
]
CAPITAL = 9 * 15 + 6
"""The last of the person's cells in `SPLIT` that is not cut off."""
FAR = [
    "..........11111",
    "........1111111",
    "..........11111",
    "..........1111.",
    "...........111.",
    "............1..",
    *["..............."] * 9,
    "..0............",
    ".000...........",
    ".0000..........",
    "00000..........",
    "0000000........",
    "00000..........",
]


def _survived(moment: Moment) -> bool:
    me = moment.after["me"]
    return moment.step == 2 and bool(me["area"] > 0) and me["capital"] is not None


WIN = placed(QUICK, EVEN, capitals=((6, 4), (8, 16)), savings=(2445, 2445), relation="neutral", round_=11).scene(
    id="even",
    title=gettext_noop("Win in two rounds"),
    text=gettext_noop(
        "Two rounds are left, both clubs bring in the same, and both sit on a mountain of money: 2445. Money wins nothing after the last"
        " round. He justifies a war and puts little on his border."
    ),
    goal=gettext_noop("Have the larger income after round 12."),
    hint=gettext_noop(
        "A justified war comes too late. Stab him now and spend all the money at the border, half of it in the middle and half in the east; then"
        " spend again what has come in."
    ),
    learned=gettext_noop("You struck a round before he could, with money that he kept for nothing."),
    seed="win5",
    script=(
        {1: campaigns((13, 13, 45), (3, 9, 45), (11, 12, 45), to_0="justify_war")},
        {1: campaigns((1, 9, 45), (14, 12, 45), (13, 13, 45), (3, 9, 45), (11, 12, 45), to_0="justify_war")},
    ),
    rivals="medium",
    done=won,
    limit=2,
    solution=(
        campaigns((9, 9, 1222), (13, 11, 1222), to_1="backstab"),
        campaigns((9, 12, 644), to_1="justify_war"),
    ),
)

SURVIVE = placed(
    QUICK, SPLIT, capitals=((6, 9), (11, 13)), savings=(908, 1007), relation="at_war", round_=6,
    cut_off=[cell for cell, letter in enumerate("".join(SPLIT)) if letter == "0" and cell != CAPITAL],
).scene(
    id="split",
    title=gettext_noop("Survive"),
    text=gettext_noop(
        "You are at war, and he has cut you in two. Your capital stands on 6,9 with a single cell; your 52 cells in the north are cut off from it"
        " and do not defend themselves. You have 908."
    ),
    goal=gettext_noop("Have land and a capital after two rounds."),
    hint=gettext_noop(
        "What stands around the capital decides. A great campaign on 6,9 itself defends it and takes the way back north."
    ),
    learned=gettext_noop("The thread holds again: land that is joined to the capital defends itself."),
    seed="live1",
    script=(
        {
            1: campaigns(
                (7, 4, 51), (13, 2, 210), (5, 4, 42), (12, 4, 116), (2, 4, 53), (6, 7, 71), (0, 4, 37), (11, 2, 155), (4, 4, 94),
                (14, 2, 132), to_0="justify_war",
            )
        },
        {
            1: campaigns(
                (1, 9, 74), (6, 6, 45), (5, 8, 248), (3, 11, 84), (5, 13, 173), (10, 6, 20), (4, 7, 384), (8, 6, 10), (9, 7, 86),
                to_0="justify_war",
            )
        },
    ),
    rivals="hard",
    done=_survived,
    limit=2,
    solution=(campaigns((6, 9, 908)), WAIT),
)  # fmt: skip

FIND = placed(QUICK, FAR, capitals=((2, 19), (12, 1)), savings=(142, 142), round_=2).scene(
    id="far",
    title=gettext_noop("Find him"),
    text=gettext_noop(
        "Round 2, and you have heard of nobody. Somewhere on this campus a second club grows as fast as yours. Whoever knows where the other one"
        " is knows where to be strong."
    ),
    goal=gettext_noop("Meet the other club within two rounds."),
    hint=gettext_noop(
        "You were born in the south-west, and maps are as good for one as for the other: he is in the north-east. Grow towards him and move fast:"
        " a campaign at your northern edge, the next one at the new edge."
    ),
    learned=gettext_noop("You met half way. Now you can read how large he is, and think of what to be to each other."),
    seed="find1",
    script=(
        {1: campaigns((9, 1, 15), (12, 5, 67), (8, 1, 60))},
        {1: campaigns((4, 1, 101), (6, 4, 63), (11, 9, 54), (11, 8, 8), (8, 5, 9), (10, 7, 18))},
    ),
    rivals="medium",
    done=lambda moment: other_club(moment.after)["relation"] != "undiscovered",
    limit=2,
    solution=(
        campaigns((2, 15, 142)),
        campaigns((3, 11, 263)),
    ),
)

PUZZLES: tuple[Lesson, ...] = (
    puzzle("win-in-two-rounds", gettext_noop("Even in everything, and two rounds to go."), WIN),
    puzzle("survive", gettext_noop("A capital on a single cell, and the rest of the land beyond the enemy."), SURVIVE),
    puzzle("find-him", gettext_noop("A campus in the fog, and somebody who grows as fast as you."), FIND),
)
