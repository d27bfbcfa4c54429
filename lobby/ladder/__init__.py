"""Which programs play each other when nobody else needs the site? Their entries, whom they meet, how it went."""
