"""How do the bots think? Each sees a view and nothing else (16)."""
