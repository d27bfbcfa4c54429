"""How many turns a second does the site relay, beside boardgame.io and Colyseus? One load client, one toy, servers measured in turn."""
