"""The site around the engines: people, tables, matches, bots. Each package answers one kind of question; models.py re-exports their models."""
