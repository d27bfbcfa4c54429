"""Contests: who meets whom, from the entry to the final, by formats that are pure functions."""
