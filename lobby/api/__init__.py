"""What programs may ask over HTTP: a skin over the rooms' services, without behaviour of its own."""
