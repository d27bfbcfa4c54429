"""Do the rules of Planet Conquer hold? One file per chapter of docs/rules/planet_conquer.engine.md."""
