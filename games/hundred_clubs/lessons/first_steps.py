"""How does one play? Seven scenes on a yard of 13 by 9 cells: dormitories in the middle, teaching buildings in the corners, roads between.

The person is seat 0.
"""

from __future__ import annotations

from typing import Any

from games.core.lessons import Lesson, won
from games.core.text import gettext_noop
from games.hundred_clubs.lessons.positions import (
    campaigns,
    cut_off_of_other,
    other_club,
    placed,
    took_from_other,
)  # fmt: skip

YARD: dict[str, Any] = {
    "name": "Yard",
    "name_zh": "小院",
    "width": 13,
    "height": 9,
    "rows": [
        "TTT+DDDDD+TTT",
        "TTT+DDDDD+TTT",
        "TTT+DDDDD+TTT",
        "+++++++++++++",
        "PPP+hh.hh+PPP",
        "PPP+hh.hh+PPP",
        "+++++++++++++",
        "TTT+.DDD.+TTT",
        "TTT+.DDD.+TTT",
    ],
    "starts": [[1, 1], [11, 7]],
}
TABLE: dict[str, Any] = {"map": YARD, "starts": "drawn", "rounds": 12}
EMPTY = "............."
ALONE = ["000..........", *["000.........."] * 2, *[EMPTY] * 4, "..........111", "..........111"]
"""The person's club top left, the other one far away, bottom right."""
FACING = [*["000.......111"] * 3, *[EMPTY] * 6]
"""Both at the top, the dormitories between them."""
NECK = [
    *["....11111.000"] * 3,
    "....111111...",
    *[".........1000"] * 2,
    ".........1...",
    *["..........111"] * 2,
]
"""The other's dormitories hang on his capital by a road, column 9."""
NECK[6] = ".........11.."
NEIGHBOURS = [*["0000111111111"] * 3, *[EMPTY] * 6]
LAST_ROUND = [*["00000....1111"] * 3, "00........111", *["..........111"] * 2, *[EMPTY] * 3]


FIRST_STEPS = Lesson(
    id="first-steps",
    title=gettext_noop("First steps"),
    text=gettext_noop("Seven short scenes, from the first campaign to the last round."),
    scenes=(
        placed(TABLE, ALONE, capitals=((1, 1), (11, 7)), savings=(60, 60)).scene(
            id="campaign",
            title=gettext_noop("One campaign"),
            text=gettext_noop(
                "Your club has the teaching block top left: 9 cells. A campaign recruits around the cell you put it on, and the larger it is,"
                " the farther. You have 60 to spend."
            ),
            goal=gettext_noop("Own at least 20 cells."),
            hint=gettext_noop(
                "Put a campaign on 2,2, the corner of your land that looks at the others: press that cell, choose a size of 60, then Ready."
                " In the Text tab: campaign 2,2 60."
            ),
            learned=gettext_noop(
                "What is reached and joined to your land is yours. Its members bring in the money for the next round by themselves."
            ),
            done=lambda moment: moment.after["me"]["area"] >= 20,
            solution=(campaigns((2, 2, 60)),),
        ),
        placed(TABLE, ALONE, capitals=((1, 1), (11, 7)), savings=(60, 60)).scene(
            id="good-land",
            title=gettext_noop("Good land"),
            text=gettext_noop(
                "A dormitory cell has 8 members, a teaching cell 5, a road 2. Members are your income, and the income at the end is what wins."
                " The same money, put elsewhere, wins other cells."
            ),
            goal=gettext_noop("Have an income of at least 140 after this round."),
            hint=gettext_noop("Near the dormitories, not in the middle of your own land: all 60 on 2,1 or 2,2."),
            learned=gettext_noop(
                "A campaign is strongest where it stands and fades with the distance. At the edge none of it is spent on what is yours already."
            ),
            done=lambda moment: moment.after["me"]["income"] >= 140,
            limit=1,
            solution=(campaigns((2, 2, 60)),),
        ),
        placed(TABLE, FACING, capitals=((1, 1), (11, 1)), savings=(60, 60)).scene(
            id="fog",
            title=gettext_noop("What the fog hides"),
            text=gettext_noop(
                "You know the whole campus, but who owns a cell you see only within two cells of your land. Somebody lives in the east. Until"
                " one of you sees the other, you have nothing to do with each other."
            ),
            goal=gettext_noop("Meet the other club."),
            hint=gettext_noop(
                "Grow to the east along the dormitories: a campaign at the eastern edge of your land, round after round."
            ),
            learned=gettext_noop(
                "There is peace between you now: nobody takes land from the other, and you read how large he is. He has met you in the same moment."
            ),
            done=lambda moment: other_club(moment.after)["relation"] != "undiscovered",
            solution=(campaigns((2, 1, 60)), campaigns((6, 1, 90))),
        ),
        placed(TABLE, FACING, capitals=((1, 1), (11, 1)), savings=(100, 60)).scene(
            id="at-once",
            title=gettext_noop("Both at once"),
            text=gettext_noop(
                "The dormitories lie between you, and he wants them too. All campaigns work in the same moment, and a cell goes to whoever is"
                " stronger there. He has 60 and spends all of it; you have 100."
            ),
            goal=gettext_noop("Have more cells than he has after this round."),
            hint=gettext_noop("He stands as near as you do, so be stronger: all 100 at your eastern edge, on 2,1."),
            learned=gettext_noop(
                "Where both reached, the stronger won, and where both were equal nobody did. You could not see his order, only reckon with it."
            ),
            script=({1: campaigns((10, 1, 60))},),
            done=lambda moment: moment.after["me"]["area"] > other_club(moment.after).get("area", 10**6),
            limit=1,
            solution=(campaigns((2, 1, 100)),),
        ),
        placed(TABLE, NEIGHBOURS, capitals=((1, 1), (11, 1)), savings=(80, 40), relation="neutral").scene(
            id="war",
            title=gettext_noop("Peace and war"),
            text=gettext_noop(
                "There is peace, so no campaign of yours can take his land, however large. War is justified in three rounds, or begun at once"
                " by a backstab, of which each club has one in a match."
            ),
            goal=gettext_noop("Take a cell from him in this round."),
            hint=gettext_noop(
                "Choose Backstab for the other club, and put a campaign of 80 on 3,1, the road at his border, in the same orders."
                " In the Text tab: stab B, campaign 3,1 80."
            ),
            learned=gettext_noop(
                "The war begins before the campaigns of the same round. He may strike back from now on, and all can see it."
            ),
            done=took_from_other,
            limit=1,
            solution=(campaigns((3, 1, 80), to_1="backstab"),),
        ),
        placed({**TABLE, "sight": 6}, NECK, capitals=((11, 1), (11, 7)), savings=(60, 0), relation="at_war").scene(
            id="supply",
            title=gettext_noop("A thread of road"),
            text=gettext_noop(
                "You are at war. His dormitories in the middle are joined to his capital, bottom right, by the road in column 9 alone. Land that"
                " is cut off from its capital does not defend itself."
            ),
            goal=gettext_noop("Cut his dormitories off."),
            hint=gettext_noop(
                "Roads are easy to take. A campaign of 60 on 10,4, the playground beside the road, takes it."
            ),
            learned=gettext_noop(
                "His dormitories are cut off. Next round any small campaign takes them: they do not defend themselves."
            ),
            done=lambda moment: cut_off_of_other(moment.after) >= 10,
            limit=3,
            solution=(campaigns((10, 4, 60)),),
        ),
        placed(TABLE, LAST_ROUND, capitals=((1, 1), (11, 1)), savings=(70, 0), relation="neutral", round_=12).scene(
            id="win",
            title=gettext_noop("How to win"),
            text=gettext_noop(
                "It is the last round. Whoever has the largest income after it wins; money that is left over counts for nothing. He brings in"
                " more than you do, and you are at peace."
            ),
            goal=gettext_noop("Have the largest income after this round."),
            hint=gettext_noop(
                "Free dormitories lie east of you: all your money on 4,1, the eastern edge of your land."
            ),
            learned=gettext_noop("More members than anybody: you won. Now you know all that a first match needs."),
            done=won,
            solution=(campaigns((4, 1, 70)),),
        ),
    ),
)
