"""How the site is assembled; no behaviour."""
