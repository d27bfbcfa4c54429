"""The messages of the match socket and their encoding. Pure: no Django, no database, no game."""
