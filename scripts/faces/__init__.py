"""The drawings of the card faces: one module per game, and a few shared tools."""
