"""What do the built-in bots of Planet Conquer know, expect and decide? One module per question; `bot.py` lists the bots."""
