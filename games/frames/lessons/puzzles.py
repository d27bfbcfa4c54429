"""What can be tried after the lesson? Three positions out of recorded matches between bots, with what matters there."""

from __future__ import annotations

from games.core.lessons import Lesson, puzzle, won
from games.core.text import gettext_noop
from games.frames.lessons.positions import BOOSTER_PACK, WARP_SHIELD, Mech, Table, act, move

BLOCKED = Table(
    [
        Mech("m0_2", (0, 1), "john_snow", ["booster_pack"]),
        Mech("m1_0", (1, 1), "jack_thunder"),
        Mech("m0_0", (2, 2), "jack_thunder"),
    ],
    victory="raid",
    round=6,
)
GATE = Table([Mech("m1_2", (1, 3), "john_snow"), Mech("m0_0", (0, 3), "jack_thunder")], victory="raid", round=5)
RETURN = Table(
    hands={0: ["warp_shield", "conversion_shield"]},
    hulls={0: 2, 1: 1},
    active=1,
    round=9,
    ordered={"type": "fire", "weapon": "tracer_vulcan", "target": "s0"},
)


WIN = BLOCKED.scene(
    id="boost",
    title=gettext_noop("Win in one turn"),
    text=gettext_noop(
        "The raid wins. Your Vampire at %(a4)s is two steps from his warship at %(b5)s, and a mech moves one step a turn. His Sword at %(b4)s is"
        " beside it. In the next turn he will close the way. Look what your Vampire carries."
    ),
    goal=gettext_noop("Enter his warship in this turn."),
    hint=gettext_noop(
        "A Booster Pack moves two areas at once. But nobody goes forward out of an area where an enemy mech stands: so not by"
        " %(b4)s. By %(a5)s there is nobody."
    ),
    learned=gettext_noop("Round him instead of through him. A card that he has not seen is worth two steps."),
    done=won,
    lost=lambda moment: moment.after["active"] == 1,
    solution=(act("m0_2", "move", path=[[0, 0], [1, 0]], boost=BOOSTER_PACK),),
)

SURVIVE = GATE.scene(
    id="gate",
    title=gettext_noop("Survive"),
    text=gettext_noop(
        "The raid wins, and his Vampire stands at %(b2)s, one step before your warship. It has 5 points, too many to shoot away in one turn. Your"
        " Sword is at %(a2)s. A mech cannot go forward out of an area where an enemy mech stands."
    ),
    goal=gettext_noop("Still be in the match when his next turn is over."),
    hint=gettext_noop("Stand in his way: in the same area, not behind it. Move your Sword to %(b2)s."),
    learned=gettext_noop("Who stands with an enemy holds it. One action point held up his best mech."),
    rivals="medium",
    done=lambda moment: moment.place is None and moment.after["round"] > GATE.round,
    solution=(move("m0_0", 1, 3), {"type": "end_turn"}, None, None, None, None, None),
)

ANSWER = RETURN.scene(
    id="return",
    title=gettext_noop("Give it back"),
    text=gettext_noop(
        "Both warships are nearly gone: yours has 2 points, his has 1, and nobody has a mech on the board. He fires first. You hold a Warp Shield"
        " and a Conversion Shield, and annihilation wins."
    ),
    goal=gettext_noop("Win in his turn."),
    hint=gettext_noop("Both shields stop the blow. One of them stores it, the other sends it back: read the cards."),
    learned=gettext_noop("He fired at a mirror. The best answer is not always the safest one."),
    done=won,
    lost=lambda moment: moment.place is None and moment.after["active"] == 0,
    solution=({"type": "react", "use": [{"card": WARP_SHIELD}]},),
)

PUZZLES: tuple[Lesson, ...] = (
    puzzle("win-in-one-turn", gettext_noop("Two steps to his warship, and one move."), WIN),
    puzzle("survive", gettext_noop("His best mech stands before your warship."), SURVIVE),
    puzzle("give-it-back", gettext_noop("He has one point left, and it is his turn."), ANSWER),
)
