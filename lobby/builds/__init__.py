"""Builds, which people make for a game before a match: stored with the account, checked by the game, shared by a code."""
