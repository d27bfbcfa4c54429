"""What is there to learn, and in which order? The lesson of six scenes, then three puzzles."""

from __future__ import annotations

from games.core.lessons import Lesson
from games.frames.lessons.first_steps import FIRST_STEPS
from games.frames.lessons.puzzles import PUZZLES

LESSONS: tuple[Lesson, ...] = (FIRST_STEPS, *PUZZLES)
