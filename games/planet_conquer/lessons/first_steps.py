"""How does one play? Seven scenes on the smallest map: four bases in the corners, a core in the middle.

The person is seat 0 and lives in A2, bottom left; seat 1 lives in A0, top right. From a corner to the middle it takes two rounds, to the
next corner three.
"""

from __future__ import annotations

from typing import Any

from games.core.lessons import Lesson, Moment, won
from games.core.text import gettext_noop
from games.planet_conquer.lessons.positions import WAIT, battle_at, holds, move, orders, placed, planet

TABLE: dict[str, Any] = {"map": "crossroads", "start_assignment": "fixed", "max_round": 60}


def _middle_is_mine(moment: Moment) -> bool:
    return holds(moment.after, "O")


def _home_is_lost(moment: Moment) -> bool:
    return not holds(moment.after, "A2")


def _lost_the_middle(moment: Moment) -> bool:
    battle = battle_at(moment, "O")
    return battle is not None and bool(battle["winner"] != moment.after["seat"])


def _stood_firm(moment: Moment) -> bool:
    battle = battle_at(moment, "A2")
    return battle is not None and bool(battle["winner"] == moment.after["seat"])


FIRST_STEPS = Lesson(
    id="first-steps",
    title=gettext_noop("First steps"),
    text=gettext_noop("Seven short scenes, from the first fleet to the last round."),
    scenes=(
        placed(TABLE, {"A2": (0, 100), "A0": (1, 100)}).scene(
            id="send",
            title=gettext_noop("One order"),
            text=gettext_noop(
                "%(A2)s, bottom left, is yours: 100 units stand there. %(O)s in the middle belongs to nobody, and whoever lands there holds it."
                " The lines are the only ways, and the way to %(O)s takes two rounds."
            ),
            goal=gettext_noop("Take %(O)s."),
            hint=gettext_noop(
                "Drag from %(A2)s to %(O)s: an arrow appears, with the units that will go. Then press Ready, and Ready once more while they are on"
                " their way. Without a pointer: with the board in focus press Tab for %(A2)s, N until %(O)s is named, Enter."
            ),
            learned=gettext_noop(
                "Your fleet left at once, arrived a round later, and %(O)s is yours. It grows by itself now."
            ),
            done=_middle_is_mine,
            solution=(move("A2", "O", 50), WAIT),
        ),
        placed(TABLE, {"A2": (0, 80), "A0": (1, 100)}, fleets=((1, "A3", "A2", 80, 2),)).scene(
            id="stay",
            title=gettext_noop("Somebody stays at home"),
            text=gettext_noop(
                "A hostile fleet of 80 comes from %(A3)s and lands on %(A2)s next round. Who stays behind defends: on a base one of yours counts as"
                " one and a half. A planet that everybody leaves is nobody's."
            ),
            goal=gettext_noop("Take %(O)s, and still hold %(A2)s when the fleet has landed."),
            hint=gettext_noop(
                "At least 54 must be at home when 80 land. 20 grow there by the next round, so send 40 of your 80 and keep the rest."
            ),
            learned=gettext_noop(
                "Those who stayed held the walls, and those who left took %(O)s. The number that stays behind matters as much as the one you send."
            ),
            done=lambda moment: holds(moment.after, "A2", "O") and moment.step >= 2,
            lost=_home_is_lost,
            limit=6,
            solution=(move("A2", "O", 40), WAIT),
        ),
        placed(TABLE, {"A2": (0, 120), "A1": (None, 40), "A0": (1, 100)}).scene(
            id="walls",
            title=gettext_noop("More than stands there"),
            text=gettext_noop(
                "40 natives live on %(A1)s, bottom right, behind walls: each counts as one and a half, so they fight like 60. The bubble on your"
                " arrow says how a battle would end, and how many units it takes."
            ),
            goal=gettext_noop("Take %(A1)s from the natives."),
            hint=gettext_noop(
                "60 against 60 leaves nobody. Send 90, and about half of them live to hold the planet: drag to %(A1)s, slide on to 75%% above it and"
                " let go there; keys 1 to 4 do the same. What you choose so counts for that drag only. With a finger: tap %(A2)s, then 75%% at the"
                " foot of the chart, then %(A1)s."
            ),
            learned=gettext_noop(
                "The stronger side wins, and the closer the fight, the fewer are left. Twice the strength loses only a quarter or so."
            ),
            done=lambda moment: holds(moment.after, "A1"),
            limit=8,
            solution=(move("A2", "A1", 90), WAIT, WAIT),
        ),
        placed(TABLE, {"A2": (0, 60), "A0": (1, 140)}).scene(
            id="fog",
            title=gettext_noop("What the fog hides"),
            text=gettext_noop(
                "You see your planets, what lies one route away, and the ends of the routes your fleets travel. The far corner %(A0)s is dark: who"
                " lives there, and how strong? One unit is enough to look."
            ),
            goal=gettext_noop("See what stands on %(A0)s."),
            hint=gettext_noop(
                "From %(O)s one sees every corner. Send a single unit there and wait until it has landed."
            ),
            learned=gettext_noop(
                "There he is. He sees your scout as well, if it comes near him. What goes out of sight stays on the chart as you saw it last."
            ),
            done=lambda moment: planet(moment.after, "A0")["seen"] == "now",
            solution=(move("A2", "O", 1), WAIT),
        ),
        placed(TABLE, {"A2": (0, 100), "A0": (1, 100)}).scene(
            id="at-once",
            title=gettext_noop("Both at once"),
            text=gettext_noop(
                "He wants %(O)s as well, and his fleet would land in the same round as yours. Nobody sees the other's orders before all have given"
                " theirs. He has 100 units and is known to send half."
            ),
            goal=gettext_noop("Land on %(O)s together with him, and be the one who holds it."),
            hint=gettext_noop(
                "50 against 50 leaves nobody. Send 80: what you have more than he has is what lives. Give the order, then write 80 in its row of"
                " the list of orders, or turn the wheel over the arrow. With a finger: tap %(A2)s, then 75%% at the foot of the chart, then"
                " %(O)s; 75 are enough."
            ),
            learned=gettext_noop(
                "Both orders were given in the same moment, and both fleets landed in the same round. You did not see his order: you guessed it."
                " That is the game."
            ),
            script=({1: move("A0", "O", 50)},),
            done=_middle_is_mine,
            lost=_lost_the_middle,
            limit=6,
            solution=(move("A2", "O", 80), WAIT),
        ),
        placed(TABLE, {"A2": (0, 40), "A0": (1, 60)}, fleets=((1, "A3", "A2", 100, 1),), points=(2, 0), round_=9).scene(
            id="tactic",
            title=gettext_noop("A tactic"),
            text=gettext_noop(
                "Each round brings a point, and points buy tactics, one a round. 100 units land on %(A2)s at the end of this round. Your 40 count as"
                " 60: too few. Defend costs 2 points and doubles what a garrison is worth."
            ),
            goal=gettext_noop("Hold %(A2)s."),
            hint=gettext_noop(
                "Choose Defend among the tactics, then %(A2)s, and press Ready. With a finger: tap %(A2)s, then Tactics at the foot of the chart."
            ),
            learned=gettext_noop(
                "40 behind doubled walls fought like 120. Nobody saw it coming: a tactic is as secret as a fleet until the round is played."
            ),
            done=_stood_firm,
            lost=_home_is_lost,
            solution=(orders(tactic={"type": "defend", "planet": "A2"}),),
        ),
        placed(TABLE, {"A2": (0, 120), "O": (0, 60), "A0": (1, 260), "A3": (1, 180)}, points=(0, 0), round_=59).scene(
            id="win",
            title=gettext_noop("How to win"),
            text=gettext_noop(
                "The last side standing wins. If the rounds run out first, most planets win, then most units. It is round 59 of 60: you hold two"
                " planets, he holds two and has more units. %(A1)s is empty, and two rounds from %(O)s."
            ),
            goal=gettext_noop("Have more planets than he has when round 60 is over."),
            hint=gettext_noop(
                "Send some units from %(O)s to %(A1)s now: they land in the last round. Keep somebody on %(O)s."
            ),
            learned=gettext_noop("Three planets against two: you won. Now you know all that a first match needs."),
            done=won,
            solution=(move("O", "A1", 30), WAIT),
        ),
    ),
)
