"""From an open table to a match that begins: who has which seat, and on what terms."""
