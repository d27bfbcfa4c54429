"""Databases and caches: statements written by hand, shared connections, bounds of memory, texts of JSON."""
