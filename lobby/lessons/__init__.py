"""Lessons and puzzles: scenes with real positions that one person plays against a script, and which scenes the person has passed."""
