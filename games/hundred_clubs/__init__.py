"""Hundred Clubs: student clubs recruit on a campus; campaigns spread influence, and land that is cut off falls.

The rules are in docs/rules/hundred_clubs.md; code names their chapters.
"""
