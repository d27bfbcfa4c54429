"""How scripts, style sheets and pictures reach the browser."""
