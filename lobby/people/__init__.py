"""Profiles, relations, reports, and a person's own data."""
