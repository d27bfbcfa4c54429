"""How does a newcomer fare, from the landing page to the first win? A browser plays by pressing what the pages show."""
