"""Accounts and guests: names, log-in, preferences, relations, sanctions and access tokens."""
