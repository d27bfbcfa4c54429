"""Which characters may people write, and how do they look? Everything that others see of a text goes through here."""
