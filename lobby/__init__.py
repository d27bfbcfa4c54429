"""The site around the engines: people, tables, matches, bots. Rooms are features; models.py re-exports the rooms' models."""
