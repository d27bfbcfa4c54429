"""Shapes of what the site says and hears: `rest` over HTTP, `socket` at the match socket."""
