"""Lessons and puzzles: scenes of real positions that one person plays against a script, and what they have passed."""
