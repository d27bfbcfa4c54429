"""What do the built-in bots of Hundred Clubs know, expect and decide? One module per question; `bot.py` lists the bots."""
