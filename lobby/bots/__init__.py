"""Built-in bots, and programs of people that the site runs in a sandbox."""
