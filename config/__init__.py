"""How the site is assembled: settings, addresses and the ASGI application."""
