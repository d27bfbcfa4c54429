"""What is there to learn, and in which order? The lesson of seven scenes, then three puzzles."""

from __future__ import annotations

from games.core.lessons import Lesson
from games.cosmos.lessons.first_steps import FIRST_STEPS
from games.cosmos.lessons.puzzles import PUZZLES

LESSONS: tuple[Lesson, ...] = (FIRST_STEPS, *PUZZLES)
