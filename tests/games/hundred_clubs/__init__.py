"""Hundred Clubs, one file per chapter of the rules."""
