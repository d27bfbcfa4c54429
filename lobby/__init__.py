"""The site around the engines: people, tables, matches, bots. Each room answers one kind of question; models.py re-exports their models."""
