"""Puzzles mined from matches: one a day for each game, others to practise; what each person has solved, streaks, and how hard both are."""
