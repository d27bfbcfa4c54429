"""How long may a step take, and a match at most, and how late is it shown to others? What a game says of its clocks and of its end."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class ClockKind:
    """How long one kind of step may take, relative to an ordinary step."""

    label: str
    factor: float = 1.0
    """Multiplies the table's seconds for an ordinary step."""
    uses_bank: bool = True
    """The seat's time bank prolongs the step."""
    tells_absence: bool = True
    """A missed deadline counts as a sign that the person is absent. False for clocks that are too short to show this."""


LONGEST_HOLD = 10.0
"""Seconds; no game may ask for a longer secret wait."""


@dataclass(frozen=True)
class Timing:
    """Timing of the step that is due. Public: every audience may learn it."""

    clock: str = "step"
    """A key of `Game.clocks`."""
    hold: tuple[float, float] | None = None
    """Secret wait, (least, most) seconds after the beginning of the step. The platform draws a time from this range and does not resolve
    the step earlier, even if all answers have arrived. This hides who answered by hand and who had nothing to answer. At most
    `LONGEST_HOLD`, otherwise ValueError."""

    def __post_init__(self) -> None:
        if self.hold is not None and self.hold[1] > LONGEST_HOLD:
            raise ValueError(f"a secret wait of {self.hold[1]} seconds")


@dataclass(frozen=True)
class Longest:
    """The end that the rules set to a match which nobody ends before."""

    rounds: int
    """Greatest number of rounds."""
    steps: int | None = None
    """Greatest number of steps; None: the rules do not limit the steps of a round."""
    time: float | None = None
    """Most time that the clocks of all these steps give together, in times of an ordinary step; None as for `steps`."""


@dataclass(frozen=True)
class Late:
    """By how many steps spectators are late, at least, while anything is hidden."""

    public: int = 1
    """For what is public, and for seats that let others watch: so many that a plan is no longer worth telling. More than 1 where a step is a
    single act."""
    truth: int = 10
    """For everything, at tables that allow it: at least twice `public`, so that most of what was hidden has been seen or has moved on, and
    at most half an ordinary match, so that there is something to watch."""
