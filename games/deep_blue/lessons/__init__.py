"""What is there to learn, and in which order? The lesson of eight scenes, then three puzzles."""

from __future__ import annotations

from games.core.lessons import Lesson
from games.deep_blue.lessons.first_steps import FIRST_STEPS
from games.deep_blue.lessons.puzzles import PUZZLES

LESSONS: tuple[Lesson, ...] = (FIRST_STEPS, *PUZZLES)
