"""How the card faces are drawn: one module a game, over a few shared tools."""
