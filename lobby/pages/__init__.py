"""Pages of games, tables and matches, and what they show."""
